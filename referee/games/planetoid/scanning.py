"""Looking at tiles and turning them face-up [T-203, T-404 to T-406, T-504]. A scan is private [T-003]."""

from collections.abc import Iterator, Sequence

from referee.games.planetoid.census import check_tile, check_told
from referee.games.planetoid.drilling import tell
from referee.games.planetoid.events import Scan, Sweep
from referee.games.planetoid.position import FACE_DOWN, NONE, Position
from referee.verdict import Objection, broken, disputed, waivable


def check_sweep(pos: Position, event: Sweep) -> Iterator[Objection]:
    """[T-404] Two different face-down tiles, as many as there are [A-29]."""
    yield from _check_tiles(pos, event.system, event.at, "A-29", pos.reading("sweep_any") == "yes")
    yield from check_told(pos, event.told, event.at, rule="T-404")


def check_scan(pos: Position, event: Scan) -> Iterator[Objection]:
    """[T-405, T-406, T-504] Different face-down tiles, as many as the system shows or as there are [A-12]."""
    yield from _check_tiles(pos, event.system, event.at, "A-12", pos.reading("scan_any") == "yes")
    if event.system == "large-scan":
        yield from _check_opponent(pos, event.who, event.opponent)


def _check_opponent(pos: Position, who: str, opponent: str) -> Iterator[Objection]:
    """[T-406] Whose secret cards are looked at; alone nobody has any [T-801, A-27]."""
    if pos.alone:
        if opponent:
            yield broken("T-801", "scan.no-secrets", who=opponent)
    elif looked_at(pos, who, opponent) not in (others := opponents(pos, who)) and (others or opponent):
        yield broken("T-406", "scan.opponent", players=others)


def opponents(pos: Position, who: str) -> tuple[str, ...]:
    """Everybody else in the game."""
    return tuple(name for name in pos.order if name != who and not pos.alone)


def looked_at(pos: Position, who: str, named: str) -> str:
    """The opponent that was named; if there is one only, that one."""
    others = opponents(pos, who)
    return others[0] if not named and len(others) == 1 else named


def _check_tiles(pos: Position, system: str, at: Sequence[str], ruling: str, any_tile: bool) -> Iterator[Objection]:
    rule, amount = pos.kit.systems[system].rule, pos.kit.systems[system].amount
    for space in dict.fromkeys(at):
        yield from check_tile(pos, space, rule)
        if pos.tiles.get(space, NONE) not in (NONE, FACE_DOWN):
            yield disputed(rule, "tile.face-up", ruling, any_tile, space=space)
    there = sum(tile == FACE_DOWN or (any_tile and tile != NONE) for tile in pos.tiles.values())
    wanted = min(amount, there)
    if len(set(at)) < len(at):
        yield broken(rule, "scan.different", n=amount)
    elif len(at) > amount:
        yield waivable(rule, "scan.different", n=amount)
    elif len(at) < wanted:
        yield broken(rule, "scan.all", n=wanted, said=len(at))
    elif not at:
        yield disputed(rule, "scan.none", ruling, False)


def sweep(pos: Position, event: Sweep) -> Position:
    """The tiles are turned up; those whose kind was not told are asked."""
    return tell(pos, event.told).push(("sweep", event.at))


def scan(pos: Position, event: Scan) -> Position:
    """A look in private changes nothing on the table."""
    rule = pos.kit.systems[event.system].rule
    pos = pos.happen(f"look {' '.join(event.at)}", rule, "scan.looked", spaces=event.at)
    if event.system == "large-scan" and (whose := looked_at(pos, event.who, event.opponent)):
        pos = pos.happen(f"look {whose}", rule, "scan.secrets", who=whose)
    return pos
