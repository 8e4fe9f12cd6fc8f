"""The table as the referee sees it, in neutral parts."""

from collections import Counter

from referee.games.planetoid.bonuses import display, printed
from referee.games.planetoid.drilling import capacity
from referee.games.planetoid.geometry import Board, board_of, place
from referee.games.planetoid.kit import COLOURS, Job
from referee.games.planetoid.matching import Need
from referee.games.planetoid.position import FACE_DOWN, NONE, UNKNOWN, Position
from referee.games.planetoid.scoring import items, standing
from referee.games.planetoid.shipping import done, value
from referee.games.planetoid.solo import score
from referee.text import Text, Value
from referee.view import Cell, Lines, Part, SquareMap, Table, View

MARKS = {FACE_DOWN: "?", NONE: ".", UNKNOWN: "x", "rock": "R", "gold": "G", "emerald": "E", "ruby": "U", "diamond": "D"}


def view(pos: Position) -> View:
    """Map, player board, jobs, aliens."""
    if not pos.tiles:
        return (Lines(Text("view.board"), (Text("view.no-board"),)),)
    if pos.alone:
        return (*_maps(pos), _player(pos, pos.names[0]), _systems(pos, pos.names[0]), *_jobs(pos), _aliens(pos))
    parts: list[Part] = [*_maps(pos), *(_player(pos, who) for who in pos.order)]
    parts += [] if pos.basic else [_systems(pos, who) for who in pos.order]
    parts += [_bonuses(pos)] if pos.jobs else []
    parts += [_aliens(pos)] if pos.options.aliens != "none" else []
    return tuple(parts)


def _maps(pos: Position) -> tuple[SquareMap, ...]:
    return tuple(_map(pos, part) for part in pos.board.parts or (pos.board,))


def _map(pos: Position, board: Board) -> SquareMap:
    """A letter a tile, `p` and `b` for the aliens on it; the origin space stands in brackets."""
    cells = {}
    for space in board.around:
        tile = pos.tiles[space]
        tokens = "".join(c[0] * pos.aliens.get((space, c), 0) for c in COLOURS)
        if len(tokens) > 3:
            tokens = "".join(f"{pos.aliens[space, c]}{c[0]}" for c in COLOURS if pos.aliens.get((space, c)))
        mark = f"{MARKS[tile]}{tokens}"
        tone = next(
            (c for c in COLOURS if pos.aliens.get((space, c))), tile if tile not in (FACE_DOWN, NONE) else "dim"
        )
        cells[place(space)] = Cell(f"[{mark}]" if space == pos.origin[0] else mark, tone)
    which = board_of(next(iter(board.around)))
    title = Text("view.board-of", {"board": which.rstrip(":")}) if which else Text("view.board")
    return SquareMap(title, *board.size, cells)


def _player(pos: Position, who: str) -> Lines:
    stored = _tiles(pos.stored(who))
    energy = Text("view.energy", {"solar": pos.count(who, "solar"), "battery": pos.count(who, "battery")})
    storage = Text("view.storage", {"n": pos.stored(who).total(), "limit": capacity(pos, who), "tiles": stored})
    if pos.alone:
        return Lines(who, (energy, storage))
    power = Text("view.battery", {"battery": pos.count(who, "battery")}) if pos.basic else energy
    return Lines(who, (power, storage, _won(pos, who)))


def _won(pos: Position, who: str) -> Text:
    """[T-005] How much lies face-down by a player; what it is, only when it is scored."""
    saved, bonuses = pos.holding(who, "saved "), tuple(b for b, owner in pos.taken.items() if owner == who)
    if pos.scoring:
        return Text("view.saved-open", {"tiles": _tiles(saved), "bonuses": bonuses, "n": saved.total()})
    return Text("view.saved", {"tiles": saved.total(), "bonuses": len(bonuses)})


def _tiles(tiles: dict[str, int]) -> tuple[str, ...]:
    return tuple(f"{n} {kind}" for kind, n in tiles.items() if n)


def _systems(pos: Position, who: str) -> Table:
    """Every system by category, with what stands against using it."""
    rows = []
    for system in pos.systems(who):
        known = pos.kit.systems.get(system)
        category = known.category if known else "card"
        state, tone = "ready", ""
        if pos.damaged(who, system):
            state, tone = "damaged", "bad"
        elif system in pos.used:
            state, tone = "used", "dim"
        rows.append((system, category, Cell(Text(f"view.{state}"), tone)))
    head = (Text("view.system"), Text("view.category"), Text("view.state"))
    return Table(Text("view.systems", {"who": who}), head, tuple(rows))


def _jobs(pos: Position) -> tuple[Part, ...]:
    if not pos.jobs:
        return ()
    rows = []
    for job in pos.jobs:
        wants, tiles = pos.kit.jobs[job], pos.holding(job)
        needs = Text(f"view.wants-{_form(wants)}", {"symbols": _tiles(Counter(wants.symbols)), "number": wants.number})
        on = Text("view.on-job", {"tiles": _tiles(tiles), "value": value(pos.kit, tiles)})
        ready = done(pos, job)
        rows.append((job, needs, on, Cell(Text("view.done" if ready else "view.open"), "good" if ready else "")))
    head = (Text("view.job"), Text("view.wants"), Text("view.has"), Text("view.state"))
    card = Text("view.card", {"card": pos.card[0], "side": pos.card[1], "n": pos.count("card", "diamond")})
    return (Table(Text("view.jobs"), head, tuple(rows)), Lines("", (card,)))


def _bonuses(pos: Position) -> Table:
    """The shipping bonuses on display, what each asks for and what it is worth."""
    rows = [
        (bonus, _slots(wants), str(pos.kit.bonuses[printed(bonus)].points)) for bonus, wants in display(pos).items()
    ]
    return Table(Text("view.display"), (Text("view.job"), Text("view.wants"), Text("view.points")), tuple(rows))


def _slots(wants: Need) -> str:
    """A requirement as it is taught: `ruby ruby any`, `same*3`, `value>=9`."""
    numbers = {"same*": wants.same, "different*": wants.different, "value>=": wants.value}
    return " ".join((*wants.kinds, *("any",) * wants.any, *(f"{form}{n}" for form, n in numbers.items() if n)))


def _form(wants: Job) -> str:
    """What a bonus asks for: symbols, a value, or both [T-818]."""
    return "both" if wants.symbols and wants.number else "symbols" if wants.symbols else "value"


def _aliens(pos: Position) -> Lines:
    pile = pos.holding("aliens")
    facts: dict[str, Value] = {"tiles": _tiles(pile), "value": value(pos.kit, pile), "rate": pos.options.growth}
    lines: list[Text] = [Text("view.pile", {**facts, "n": pos.count("aliens", "stacks")})]
    lines.append(Text("view.side", {"side": pos.side}))
    if pos.result and pos.alone:
        lines.append(Text(f"result.{pos.result.replace(' ', '-')}", {"score": score(pos, pos.names[0])}))
    return Lines(Text("view.aliens"), tuple(lines))


def status(pos: Position) -> Text:
    """Whose turn, energy left, pile and face-down tiles, in one line."""
    if not pos.alone:
        return _status(pos)
    who = pos.names[0]
    down = sum(tile == FACE_DOWN for tile in pos.tiles.values())
    facts: dict[str, int | str] = {"who": who, "solar": pos.count(who, "solar"), "battery": pos.count(who, "battery")}
    facts |= {"turn": pos.turn, "down": down, "jobs": sum(done(pos, job) for job in pos.jobs), "of": len(pos.jobs)}
    facts |= {"pile": value(pos.kit, pos.holding("aliens")), "rate": pos.options.growth}
    laying_out = ("jobs",) in pos.agenda  # its last step
    return Text("status.over" if pos.result else "status.setup" if laying_out else "status.turn", facts)


def _status(pos: Position) -> Text:
    down = sum(tile == FACE_DOWN for tile in pos.tiles.values())
    whose = next((frame[1] for frame in pos.agenda if frame[0] in ("turn", "turn-over")), "")
    facts: dict[str, Value] = {"who": whose, "turn": pos.turn, "down": down, "left": len(display(pos))}
    facts |= {"pile": value(pos.kit, pos.holding("aliens")), "rate": pos.options.growth, "trigger": pos.trigger}
    if pos.result:
        return Text(f"status.{'broken-off' if pos.result == 'broken off' else 'won'}", {"who": pos.result[4:]})
    if ("bonuses",) in pos.agenda:  # the last step of the set-up
        return Text("status.setup-many", facts)
    key = "scoring" if pos.scoring or not whose else "last" if pos.trigger else "many"
    return Text(f"status.{key}-danger" if key == "many" and pos.options.aliens == "danger" else f"status.{key}", facts)


def _itemised(pos: Position) -> View:
    """[T-707] Everybody's score line by line; before the scoring, nothing of what lies face-down [T-005]."""
    if not pos.scoring:
        return (Lines(Text("view.score"), (Text("view.score-hidden"),)),)
    rows = [(item.who, Text(item.key, {"what": item.what}), str(item.points)) for item in items(pos)]
    secrets = [(who, Text("score.secrets"), str(_secret_points(pos, who))) for who in pos.order if not pos.basic]
    head = (Text("view.who"), Text("view.what"), Text("view.points"))
    places = tuple((rank.who, str(rank.points), str(rank.tiles)) for rank in standing(pos))
    table = Table(Text("view.score"), head, (*rows, *secrets))
    if not pos.result:
        return (table,)
    ends = (Text("view.who"), Text("view.points"), Text("view.tiles-held"))
    return (table, Table(Text("view.ranking"), ends, places))


def _secret_points(pos: Position, who: str) -> int:
    """What secret cards gave: all points counted that no other line explains."""
    counted = sum(item.points for item in items(pos) if item.who == who) if pos.result else 0
    return pos.count(who, "points") - counted


def scored(pos: Position) -> View:
    """[T-820, A-38] What the comparison score counts, item by item; with several players, the scoring [6.1]."""
    if not pos.alone:
        return _itemised(pos)
    who = pos.names[0]
    counted = (*pos.jobs, *(("card",) if pos.reading("solo_score") == "card" else ()))
    holders: list[tuple[str, Counter[str]]] = [(where, pos.holding(where)) for where in counted]
    rows = [(job, Text("view.tiles", {"tiles": _tiles(tiles)}), str(value(pos.kit, tiles))) for job, tiles in holders]
    stored = pos.stored(who)
    rows.append((who, Text("view.tiles", {"tiles": _tiles(stored)}), str(value(pos.kit, stored))))
    head = (Text("view.where"), Text("view.what"), Text("view.value"))
    total = Text("view.total", {"n": score(pos, who), "rule": "A-38"})
    return (Table(Text("view.score"), head, tuple(rows)), Lines("", (total,)))
