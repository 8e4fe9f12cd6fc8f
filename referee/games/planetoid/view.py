"""The table as the referee sees it, in neutral parts."""

from collections import Counter

from referee.games.planetoid import energy, pad, people
from referee.games.planetoid.bonuses import display
from referee.games.planetoid.drilling import capacity
from referee.games.planetoid.geometry import Board, board_of, place
from referee.games.planetoid.kit import COLOURS, SLOTS, Job
from referee.games.planetoid.people import listed
from referee.games.planetoid.position import FACE_DOWN, NONE, UNKNOWN, Position
from referee.games.planetoid.setup import begun
from referee.games.planetoid.shipping import done, value
from referee.games.planetoid.solo import faces, in_words, result, score, told
from referee.text import Text, Value
from referee.view import Cell, Lines, Part, SquareMap, Table, View

MARKS = {FACE_DOWN: "?", NONE: ".", UNKNOWN: "x", "rock": "R", "gold": "G", "emerald": "E", "ruby": "U", "diamond": "D"}


def view(pos: Position) -> View:
    """Map, player board, jobs, aliens."""
    if not pos.tiles:
        return (Lines("", (Text("view.no-board"),)),)
    if pos.alone:
        who = pos.names[0]
        return (*_maps(pos), _player(pos, who), _systems(pos, who), *_pool(pos), *_jobs(pos), *_card(pos), _aliens(pos))
    parts: list[Part] = [*_maps(pos), *people.players(pos)]
    parts += [_systems(pos, pos.whose)] if pos.whose and not pos.basic else []
    parts += [people.bonuses(pos)] if pos.jobs else []
    parts += _pool(pos)
    parts += [_aliens(pos)] if pos.options.aliens != "none" else []
    return (*parts, *people.gone(pos))


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
    legend = Text("view.legend" if pos.options.aliens == "none" else "view.legend-aliens")
    title = Text("view.board-of" if which else "view.board", {"board": which.rstrip(":"), "legend": legend})
    return SquareMap(title, *board.size, cells)


def _player(pos: Position, who: str) -> Lines:
    stored = listed(pos.stored(who))
    power = Text("view.energy", {"solar": pos.count(who, "solar"), "battery": pos.count(who, "battery")})
    storage = Text("view.storage", {"n": pos.stored(who).total(), "limit": capacity(pos, who), "tiles": stored})
    return Lines(who, (power, storage))


def _systems(pos: Position, who: str) -> Table:
    """Every system by category, with its price and what stands against using it."""
    rows = []
    spent = energy.spent(pos, who)
    for system in pos.systems(who):
        known = pos.kit.systems.get(system)
        category = known.category if known else "card"
        state, tone = "ready", ""
        if pos.damaged(who, system):
            state, tone = "damaged", "bad"
        elif system in pos.used:
            state, tone = "used", "dim"
        elif category in spent:
            state, tone = "category", "dim"
        rows.append((system, category, _price(pos, system), Cell(Text(f"state.{state}"), tone)))
    head = (Text("view.system"), Text("view.category"), Text("view.price"), Text("view.state"))
    return Table(Text("view.systems", {"who": who}), head, tuple(rows))


def _jobs(pos: Position) -> tuple[Part, ...]:
    if not pos.jobs:
        return ()
    rows = []
    for job in pos.jobs:
        wants, tiles = pos.kit.jobs[job], pos.holding(job)
        needs = Text(f"view.wants-{_form(wants)}", {"symbols": listed(Counter(wants.symbols)), "number": wants.number})
        on = Text("view.on-job", {"tiles": listed(tiles), "value": value(pos.kit, tiles)})
        ready = done(pos, job)
        rows.append((job, needs, on, Cell(Text("view.done" if ready else "view.open"), "good" if ready else "")))
    head = (Text("view.job"), Text("view.wants"), Text("view.has"), Text("view.state"))
    return (Table(Text("view.jobs"), head, tuple(rows)),)


def _card(pos: Position) -> tuple[Lines, ...]:
    """The solo card with the abilities in view; before one is chosen, all that the table knows."""
    if not pos.card[0]:
        sides = tuple(told(pos.kit, card, side) for card, side in faces(pos.kit))
        return (Lines(Text("view.cards"), sides),) if sides else ()
    title = Text("view.card", {"card": pos.card[0], "side": pos.card[1], "n": pos.count("card", "diamond")})
    lines = (Text("view.ability", {"system": slot, "ability": in_words(pos.ability(slot))}) for slot in SLOTS)
    return (Lines(title, tuple(lines)),)


def _pool(pos: Position) -> tuple[Table, ...]:
    """The systems that may be installed, while there are any."""
    rows = tuple(
        (system, pos.kit.systems[system].category, _price(pos, system), str(n)) for system, n in pos.pool.items() if n
    )
    head = (Text("view.system"), Text("view.category"), Text("view.price"), Text("view.copies"))
    return (Table(Text("view.pool"), head, rows),) if rows else ()


def _price(pos: Position, system: str) -> Text:
    return energy.in_words(energy.price(pos, system))


def _form(wants: Job) -> str:
    """What a bonus asks for: symbols, a value, or both [T-818]."""
    return "both" if wants.symbols and wants.number else "symbols" if wants.symbols else "value"


def _aliens(pos: Position) -> Lines:
    pile = pos.holding("aliens")
    facts: dict[str, Value] = {"tiles": listed(pile), "value": value(pos.kit, pile), "rate": pos.options.growth}
    lines: list[Text] = [Text("view.pile", {**facts, "n": pos.count("aliens", "stacks")})]
    lines.append(Text("view.side", {"side": pos.side}))
    if pos.result and pos.alone:
        lines.append(result(pos))
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
    return Text("status.over" if pos.result else "status.turn" if begun(pos) else "status.setup", facts)


def _status(pos: Position) -> Text:
    """Whose turn it is, what is left, and whether the end has begun."""
    down = sum(tile == FACE_DOWN for tile in pos.tiles.values())
    facts: dict[str, Value] = {"turn": pos.turn, "down": down, "left": len(display(pos))}
    facts |= {"pile": value(pos.kit, pos.holding("aliens")), "rate": pos.options.growth}
    if pos.result:
        return Text("status.ended", facts)
    if not begun(pos):
        return Text("status.setup-many")
    if ("final",) in pos.agenda and not pos.whose:
        return Text("status.scoring")
    facts["whose"] = _named(pos)
    told = Text("status.many" if pos.options.aliens == "none" else "status.many-danger", facts)
    last = "status.last-majors" if pos.options.majors == "yes" else "status.last"
    return Text(last, {"status": told, "turn": pos.turn}) if pos.trigger else told


def _named(pos: Position) -> Text:
    """The turn by number and player, major or minor [T-1035]; or the aliens' [T-1002]."""
    facts: dict[str, Value] = {"turn": pos.turn, "who": pos.whose}
    if not pos.whose:
        return Text("status.aliens")
    if pos.options.majors == "no":
        return Text("status.whose", facts)
    return Text("status.minor" if pos.minor else "status.major", facts)


def scored(pos: Position) -> View:
    """[T-820, A-38] What the comparison score counts, item by item; with several players, the scoring [6.1]."""
    if not pos.alone:
        return (*pad.score(pos), *people.gone(pos))
    who = pos.names[0]
    counted = (*pos.jobs, *(("card",) if pos.reading("solo_score") == "card" else ()))
    holders: list[tuple[str, Counter[str]]] = [(where, pos.holding(where)) for where in counted]
    rows = [(job, Text("view.tiles", {"tiles": listed(tiles)}), str(value(pos.kit, tiles))) for job, tiles in holders]
    stored = pos.stored(who)
    rows.append((who, Text("view.tiles", {"tiles": listed(stored)}), str(value(pos.kit, stored))))
    head = (Text("view.where"), Text("view.what"), Text("view.value"))
    total = Text("view.total", {"n": score(pos, who), "rule": "A-38"})
    return (Table(Text("view.score-final" if pos.result else "view.score"), head, tuple(rows)), Lines("", (total,)))
