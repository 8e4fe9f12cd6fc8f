"""Every legal place for a tile [5.1 to 5.3]: its shape, and where board, print and the readings in force take it."""

from collections.abc import Callable, Iterable, Iterator, Set
from functools import cache, partial
from itertools import product, repeat
from typing import NamedTuple, cast

from referee.games.parsec.board import (
    ALL,
    MOON,
    NEBULA,
    PLANET,
    RING,
    Board,
    Spot,
    pair,
    pattern,
    turned,
)
from referee.games.parsec.kit import Kind
from referee.games.parsec.position import Position
from referee.hexes import Hex, neighbours
from referee.view import column_letters

SECTORS = tuple(pair(d) for d in range(6))


class Lie(NamedTuple):
    """A way in which a tile may lie: where, and its solid edges as bits."""

    at: Hex
    edges: int = 0


# What `Lie` does with such a pair, without its detour through Python: of all places half the time was spent on it.
_lie = cast(Callable[[tuple[Hex, int]], Lie], partial(tuple.__new__, Lie))


# -- the shape of a tile ------------------------------------------------------------------


def shapes(pos: Position, kind: Kind) -> tuple[int, ...]:
    """[5.1.6, G4] The ways in which the edges of such a tile may point; all that its number allows, if nobody knows."""
    if kind.sort == PLANET:
        return SECTORS
    if kind.sort != NEBULA:
        return (0,)
    known = patterns(pos, kind)
    return _turns(kind.edges, kind.opposite, known if len(known) >= kind.shapes else frozenset())


@cache
def _turns(n: int, opposite: bool, known: frozenset[int]) -> tuple[int, ...]:
    """All edges of these patterns; if none are given, of so many edges, opposite ones if it must be."""
    if known:
        return tuple(edges for edges in range(ALL + 1) if pattern(edges) in known)
    some = (edges for edges in range(ALL + 1) if edges.bit_count() == n)
    return tuple(edges for edges in some if not opposite or turned(edges, 3) == edges)


def patterns(pos: Position, kind: Kind) -> frozenset[int]:
    """The patterns that such tiles were seen to have: on the table, or in this box before."""
    return pos.board.patterns.get(kind.name, _NONE).union(pos.kit.patterns.get(kind.name, ()))


_NONE: frozenset[int] = frozenset()


def shaped(pos: Position, kind: Kind) -> bool:
    """Whether all patterns of this kind are known."""
    return kind.sort == NEBULA and len(patterns(pos, kind)) >= kind.shapes


def certain(pos: Position, kind: Kind) -> bool:
    """Whether it is known how such a tile looks: if not, where it may lie cannot be said for sure."""
    return kind.sort != NEBULA or kind.opposite or kind.edges in (1, 6) or shaped(pos, kind)


# -- every legal place ------------------------------------------------------------------


def places(pos: Position, name: str) -> list[Lie]:
    """[5.1, 5.2] Every way in which a tile of this kind may be laid now, by print and by the readings in force."""
    lies = list(_lies(pos, pos.kit.kinds[name]))
    if pos.kit.kinds[name].sort == NEBULA and pos.reading("extend") == "must":
        return list(_extending(pos.board, lies))
    return lies


def _extending(board: Board, lies: Iterable[Lie]) -> Iterator[Lie]:
    """[A-13] Of every pattern that can extend a nebula only the ways that do."""
    joined = {pattern(lie.edges) for lie in lies if board.spots[lie.at].cloud}
    return (lie for lie in lies if board.spots[lie.at].cloud or pattern(lie.edges) not in joined)


def placeable(pos: Position, name: str) -> bool:
    """[5.2] Whether there is any such way."""
    return any(True for _ in _lies(pos, pos.kit.kinds[name]))


def _lies(pos: Position, kind: Kind) -> Iterator[Lie]:
    free, board = _free(pos, kind), pos.board
    if kind.sort == NEBULA:
        return _clouds(free, shapes(pos, kind))
    if kind.sort == PLANET:
        return _sectors(board, kind.name, free)
    if kind.sort != MOON:
        return (_lie((at, 0)) for at, spot in free if not spot.cloud and spot.keeps < 0)
    placed = pos.reading("moon_contact") == "placed"
    moons = (at for at, spot in free if len(spot.planets) == 1 and not spot.cloud and spot.keeps < 0)
    return (Lie(at) for at in moons if not placed or touches_sector(board, at))


def spots(pos: Position, name: str) -> list[tuple[str, Hex]]:
    """The hexes on which a tile of this kind may be laid now, lettered a, b … z, aa …, row by row as a map is read."""
    found = sorted({lie.at for lie in places(pos, name)}, key=lambda at: (at.r, at.q))
    return [(column_letters(n).lower(), at) for n, at in enumerate(found)]


def _free(pos: Position, kind: Kind) -> Iterator[tuple[Hex, Spot]]:
    """The free hexes that such a tile can be reached on [5.3], during set-up those of the ring alone [3.0]."""
    board, ring = pos.board, setting_up(pos)
    spots: Iterable[tuple[Hex, Spot]] = board.spots.items()
    if ring:
        spots = [(at, board.spots[at]) for at in RING if at in board.spots]
    if kind.blocked and pos.reading("blocked_beside") == "legal":
        return iter(spots)
    if pos.reading("warp_access") == "no":
        return ((at, spot) for at, spot in spots if not spot.blocked or reached(board, at))
    return ((at, spot) for at, spot in spots if spot.open or not spot.blocked) if ring else iter(board.reachable)


def _clouds(free: Iterable[tuple[Hex, Spot]], turns: tuple[int, ...]) -> Iterator[Lie]:
    """[5.1.6] Cloud meets cloud, and no cloud faces a plain side or a hex kept for a planet."""
    known = _found(turns)
    for at, (cloud, plain, kept, _, _, _, _, keeps, _) in free:
        if keeps < 0:
            need = cloud, plain | kept
            ways = known.get(need)
            if ways is None:
                ways = known[need] = _matching(turns, *need)
            yield from map(_lie, zip(repeat(at), ways))


@cache
def _found(turns: tuple[int, ...]) -> dict[tuple[int, int], tuple[int, ...]]:
    """What was found of these turns before, by the clouds that must go on and the sides that are closed."""
    return {}


def _matching(turns: tuple[int, ...], cloud: int, closed: int) -> tuple[int, ...]:
    """Those of the edges that go on with every cloud and face nothing closed."""
    return tuple(edges for edges in turns if not edges & closed and edges & cloud == cloud)


def _sectors(board: Board, colour: str, free: Iterable[tuple[Hex, Spot]]) -> Iterator[Lie]:
    """[5.1.7] On the hexes kept for the planet of this colour, else wherever a new one has room."""
    planet = board.unfinished(colour)
    if planet >= 0:
        return (Lie(at, spot.sector) for at, spot in free if spot.keeps == planet)
    shut = {at for at, spot in board.spots.items() if spot.cloud or spot.moons or spot.keeps >= 0}
    shut.update(board.tiles)
    return (_lie((at, edges)) for at, _ in free if at not in shut for edges in _roomy(shut, at))


def _roomy(shut: Set[Hex], at: Hex) -> tuple[int, ...]:
    """The pairs of edges with which a planet begun at a hex has room for its two other sectors."""
    a, b, c, d, e, f = neighbours(at)
    return _PAIRS[(a not in shut, b not in shut, c not in shut, d not in shut, e not in shut, f not in shut)]


_PAIRS = {
    room: tuple(SECTORS[d] for d in range(6) if room[d] and room[d - 5]) for room in product((False, True), repeat=6)
}


def turns_at(pos: Position, kind: Kind, at: Hex) -> tuple[int, ...]:
    """The ways in which the solid edges of a nebula tile or a sector may point on one hex."""
    board, spot = pos.board, pos.board.spots.get(at)
    if spot is None:
        return ()
    if kind.sort == NEBULA:
        return _matching(shapes(pos, kind), spot.cloud, spot.plain | spot.kept) if spot.keeps < 0 else ()
    planet = board.unfinished(kind.name)
    if planet >= 0 or spot.keeps >= 0:
        return (spot.sector,) if spot.keeps >= 0 and board.planets[spot.keeps].colour == kind.name else ()
    shut = {hex for hex in (at, *neighbours(at)) if hex in board.tiles or _is_shut(board.spots.get(hex))}
    return _roomy(shut, at) if at not in shut else ()


def _is_shut(spot: Spot | None) -> bool:
    """Whether no sector of a new planet may lie there."""
    return spot is not None and (bool(spot.cloud) or spot.moons or spot.keeps >= 0)


def touches_sector(board: Board, at: Hex) -> bool:
    """Whether a sector that already lies is beside a hex."""
    return any(board.sort(hex) == PLANET for hex in neighbours(at))


def reached(board: Board, at: Hex) -> bool:
    """[5.3, A-25] Whether a hex can be reached from a tile that is neither blocked nor a Space Warp."""
    tiles = (board.tiles[hex].kind for hex in neighbours(at) if hex in board.tiles)
    return any(not board.kinds[kind].blocked and kind != "warp" for kind in tiles)


def setting_up(pos: Position) -> bool:
    """Whether start tiles are being laid [3.0]."""
    return pos.turn == 0 and any(frame[0] == "ring" for frame in pos.agenda)


def oriented(pos: Position, name: str, at: Hex, edges: int) -> int:
    """The edges of a tile as it lies: as said, else as the rules leave it no choice; 0 if that cannot be told."""
    kind = pos.kit.kinds.get(name)
    if edges or kind is None or kind.sort not in (NEBULA, PLANET):
        return edges
    ways = (ALL,) if kind.edges == len(SECTORS) else turns_at(pos, kind, at)
    return ways[0] if len(ways) == 1 else 0


def extension(pos: Position, kind: Kind, edges: int) -> Lie | None:
    """[A-13] A legal way to lay the tile onto a nebula that is there, if there is one."""
    clouds = ((at, spot) for at, spot in _free(pos, kind) if spot.cloud)
    return next(_clouds(clouds, tuple(turned(edges, steps) for steps in range(6))), None)
