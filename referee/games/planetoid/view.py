"""The table as the referee sees it, in neutral parts."""

from collections import Counter

from referee.games.planetoid.drilling import capacity
from referee.games.planetoid.geometry import place
from referee.games.planetoid.kit import COLOURS, Job
from referee.games.planetoid.position import FACE_DOWN, NONE, UNKNOWN, Position
from referee.games.planetoid.shipping import done, value
from referee.games.planetoid.solo import result, score
from referee.text import Text, Value
from referee.view import Cell, Lines, Part, SquareMap, Table, View

MARKS = {FACE_DOWN: "?", NONE: ".", UNKNOWN: "x", "rock": "R", "gold": "G", "emerald": "E", "ruby": "U", "diamond": "D"}


def view(pos: Position) -> View:
    """Map, player board, jobs, aliens."""
    if not pos.tiles:
        return (Lines(Text("view.board"), (Text("view.no-board"),)),)
    return (
        _map(pos),
        *(_player(pos, who) for who in pos.names),
        _systems(pos, pos.names[0]),
        *_jobs(pos),
        _aliens(pos),
    )


def _map(pos: Position) -> SquareMap:
    """A letter a tile, `p` and `b` for the aliens on it; the origin space stands in brackets."""
    cells = {}
    for space, tile in pos.tiles.items():
        tokens = "".join(c[0] * pos.aliens.get((space, c), 0) for c in COLOURS)
        if len(tokens) > 3:
            tokens = "".join(f"{pos.aliens[space, c]}{c[0]}" for c in COLOURS if pos.aliens.get((space, c)))
        mark = f"{MARKS[tile]}{tokens}"
        tone = next(
            (c for c in COLOURS if pos.aliens.get((space, c))), tile if tile not in (FACE_DOWN, NONE) else "dim"
        )
        cells[place(space)] = Cell(f"[{mark}]" if space == pos.origin[0] else mark, tone)
    return SquareMap(Text("view.board"), *pos.board.size, cells)


def _player(pos: Position, who: str) -> Lines:
    stored = _tiles(pos.stored(who))
    energy = Text("view.energy", {"solar": pos.count(who, "solar"), "battery": pos.count(who, "battery")})
    storage = Text("view.storage", {"n": pos.stored(who).total(), "limit": capacity(pos, who), "tiles": stored})
    return Lines(who, (energy, storage))


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


def _form(wants: Job) -> str:
    """What a bonus asks for: symbols, a value, or both [T-818]."""
    return "both" if wants.symbols and wants.number else "symbols" if wants.symbols else "value"


def _aliens(pos: Position) -> Lines:
    pile = pos.holding("aliens")
    facts: dict[str, Value] = {"tiles": _tiles(pile), "value": value(pos.kit, pile), "rate": pos.options.growth}
    lines: list[Text] = [Text("view.pile", {**facts, "n": pos.count("aliens", "stacks")})]
    lines.append(Text("view.side", {"side": pos.side}))
    if pos.result:
        lines.append(result(pos))
    return Lines(Text("view.aliens"), tuple(lines))


def status(pos: Position) -> Text:
    """Whose turn, energy left, pile and face-down tiles, in one line."""
    who = pos.names[0]
    down = sum(tile == FACE_DOWN for tile in pos.tiles.values())
    facts: dict[str, int | str] = {"who": who, "solar": pos.count(who, "solar"), "battery": pos.count(who, "battery")}
    facts |= {"turn": pos.turn, "down": down, "jobs": sum(done(pos, job) for job in pos.jobs), "of": len(pos.jobs)}
    facts |= {"pile": value(pos.kit, pos.holding("aliens")), "rate": pos.options.growth}
    laying_out = ("jobs",) in pos.agenda  # its last step
    return Text("status.over" if pos.result else "status.setup" if laying_out else "status.turn", facts)


def scored(pos: Position) -> View:
    """[T-820, A-38] What the comparison score counts, item by item."""
    who = pos.names[0]
    counted = (*pos.jobs, *(("card",) if pos.reading("solo_score") == "card" else ()))
    holders: list[tuple[str, Counter[str]]] = [(where, pos.holding(where)) for where in counted]
    rows = [(job, Text("view.tiles", {"tiles": _tiles(tiles)}), str(value(pos.kit, tiles))) for job, tiles in holders]
    stored = pos.stored(who)
    rows.append((who, Text("view.tiles", {"tiles": _tiles(stored)}), str(value(pos.kit, stored))))
    head = (Text("view.where"), Text("view.what"), Text("view.value"))
    total = Text("view.total", {"n": score(pos, who), "rule": "A-38"})
    return (Table(Text("view.score-end" if pos.result else "view.score"), head, tuple(rows)), Lines("", (total,)))
