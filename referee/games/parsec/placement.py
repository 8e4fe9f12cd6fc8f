"""Where a tile may lie [5.1 to 5.3], and every legal place for it.

Everything here looks at one board, whichever way a tile comes to be laid; what it then sets off is in `placing.py`.
"""

from collections.abc import Iterable, Iterator, Set
from functools import cache
from itertools import product
from typing import NamedTuple

from referee.games.parsec.board import (
    ALL,
    MOON,
    NEBULA,
    PLANET,
    RING,
    Board,
    Spot,
    directions,
    first_edge,
    footprint,
    pair,
    pattern,
    turned,
)
from referee.games.parsec.kit import Kind
from referee.games.parsec.position import Position
from referee.hexes import COMPASS, Hex, label, neighbour, neighbours
from referee.text import Value
from referee.verdict import UNKNOWN, Objection, broken, disputed
from referee.view import column_letters

SECTORS = tuple(pair(d) for d in range(6))


class Lie(NamedTuple):
    """A way in which a tile may lie: where, and its solid edges as bits."""

    at: Hex
    edges: int = 0


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
    name = kind.name
    known = pos.kit.patterns.get(name, ())
    if name not in pos.board.lying:
        return frozenset(known)
    lying = {tile.edges for tile in pos.board.tiles.values() if tile.kind == name}
    return frozenset((*known, *map(pattern, lying)))


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
        return (Lie(at) for at, spot in free if not spot.cloud and spot.keeps < 0)
    placed = pos.reading("moon_contact") == "placed"
    moons = (at for at, spot in free if len(spot.planets) == 1 and not spot.cloud and spot.keeps < 0)
    return (Lie(at) for at in moons if not placed or touches_sector(board, at))


def spots(pos: Position, name: str) -> list[tuple[str, Hex]]:
    """The hexes on which a tile of this kind may be laid now, lettered a, b … z, aa …, row by row as a map is read."""
    found = sorted({lie.at for lie in places(pos, name)}, key=lambda at: (at.r, at.q))
    return [(column_letters(n).lower(), at) for n, at in enumerate(found)]


def _free(pos: Position, kind: Kind) -> Iterator[tuple[Hex, Spot]]:
    """The free hexes that such a tile can be reached on [5.3], during set-up those of the ring alone [3.0]."""
    board = pos.board
    spots: Iterable[tuple[Hex, Spot]] = board.spots.items()
    if setting_up(pos):
        spots = ((at, board.spots[at]) for at in RING if at in board.spots)
    if kind.blocked and pos.reading("blocked_beside") == "legal":
        return iter(spots)
    if pos.reading("warp_access") == "no":
        return ((at, spot) for at, spot in spots if not spot.blocked or reached(board, at))
    return ((at, spot) for at, spot in spots if spot.open or not spot.blocked)


def _clouds(free: Iterable[tuple[Hex, Spot]], turns: tuple[int, ...]) -> Iterator[Lie]:
    """[5.1.6] Cloud meets cloud, and no cloud faces a plain side or a hex kept for a planet."""
    known = _found(turns)
    for at, (cloud, plain, kept, _, _, _, _, keeps, _) in free:
        if keeps < 0:
            need = cloud, plain | kept
            ways = known.get(need)
            if ways is None:
                ways = known[need] = _matching(turns, *need)
            for edges in ways:
                yield Lie(at, edges)


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
    return (Lie(at, edges) for at, _ in free if at not in shut for edges in _roomy(shut, at))


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


# -- checks ------------------------------------------------------------------


def oriented(pos: Position, name: str, at: Hex, edges: int) -> int:
    """The edges of a tile as it lies: as said, else as the rules leave it no choice; 0 if that cannot be told."""
    kind = pos.kit.kinds.get(name)
    if edges or kind is None or kind.sort not in (NEBULA, PLANET):
        return edges
    ways = (ALL,) if kind.edges == len(SECTORS) else turns_at(pos, kind, at)
    return ways[0] if len(ways) == 1 else 0


def check(pos: Position, name: str, at: Hex, edges: int) -> Iterator[Objection]:
    """[3.0, 5.1 to 5.3] Everything against laying a tile of this kind there, with its solid edges so."""
    kind = pos.kit.kinds[name]
    if setting_up(pos) and at not in RING:
        yield broken("3.0-j", "place.ring", hex=label(at))
    if at in pos.board.tiles:
        yield broken("5.1-a", "place.taken", hex=label(at), tile=pos.board.tiles[at].kind)
        return
    spot, lying = pos.board.spot(at), oriented(pos, name, at, edges)
    found = tuple(_check_free(pos, kind, at, spot, lying))
    yield from found
    if kind.sort == NEBULA and all(objection.stands for objection in found):
        yield from _check_extending(pos, kind, at, spot, lying)


def _check_free(pos: Position, kind: Kind, at: Hex, spot: Spot, edges: int) -> Iterator[Objection]:
    """Everything that a free hex and its neighbours have against such a tile."""
    if not spot.touches:
        yield broken("5.1-b", "place.alone", hex=label(at))
    yield from _check_kept(pos.board, kind, at, spot, edges)
    yield from _check_access(pos, kind, at, spot)
    yield from _CHECKS.get(kind.sort, _check_plain)(pos, kind, at, spot, edges)


def _check_kept(board: Board, kind: Kind, at: Hex, spot: Spot, edges: int) -> Iterator[Objection]:
    """[5.1.7, A-22] A hex kept for a planet takes nothing but its sector, lying as it must."""
    if spot.keeps < 0:
        return
    colour = board.planets[spot.keeps].colour
    if kind.name != colour:
        yield broken("5.1-d", "place.kept", hex=label(at), colour=colour)
    elif edges and edges != spot.sector and first_edge(edges) >= 0:
        yield broken("5.1-d", "place.turned", hex=label(at), colour=colour, edges=said(spot.sector))


def _check_access(pos: Position, kind: Kind, at: Hex, spot: Spot) -> Iterator[Objection]:
    """[5.3] Beside a blocked tile, one that is not blocked must be beside it too."""
    if not spot.blocked:
        return
    facts: dict[str, Value] = {"hex": label(at), "tiles": _neighbours(pos.board, at)}
    if kind.blocked and pos.reading("blocked_beside") == "legal":
        if not spot.open:
            yield disputed("5.3-a", "place.access", "A-26", True, **facts)
    elif not spot.open:
        yield from (broken(row, "place.access", **facts) for row in ("5.1-e", "5.3-a"))
        if not kind.blocked:
            yield broken("5.3-b", "place.by-jump", **facts)
    elif not reached(pos.board, at):
        yield disputed("5.3-c", "place.warp-access", "A-25", pos.reading("warp_access") == "foot", **facts)


def _check_plain(pos: Position, kind: Kind, at: Hex, spot: Spot, edges: int) -> Iterator[Objection]:
    """[5.1.6] No tile without cloud where a nebula edge faces the hex; and no edges on a tile that has none."""
    if edges and not kind.edges:
        yield broken("5.1.6-g", "edges.none", kind=kind.name)
    if spot.cloud:
        facts: dict[str, Value] = {"hex": label(at), "tiles": _towards(pos.board, at, spot.cloud)}
        yield broken("5.1-c", "place.edges", **facts)
        yield broken("5.1.6-d", "place.faced", **facts)


def _check_moon(pos: Position, kind: Kind, at: Hex, spot: Spot, edges: int) -> Iterator[Objection]:
    """[5.1.5] A moon touches one planet, now and when all are finished."""
    yield from _check_plain(pos, kind, at, spot, edges)
    board = pos.board
    if spot.keeps >= 0:
        yield broken("5.1.5-c", "moon.kept", hex=label(at), colour=board.planets[spot.keeps].colour)
    near = tuple(planet_name(board, n) for n in sorted(spot.planets))
    if len(near) != 1:
        yield broken("5.1.5-a", "moon.two" if near else "moon.none", hex=label(at), planets=near)
    elif not touches_sector(board, at):
        stands = pos.reading("moon_contact") == "planned"
        yield disputed("5.1.5-b", "moon.planned", "A-18", stands, hex=label(at), planets=near)


def _check_nebula(pos: Position, kind: Kind, at: Hex, spot: Spot, edges: int) -> Iterator[Objection]:
    """[5.1.6] Nebula edges meet nebula edges, and face no hex that must stay free for a planet."""
    if not edges:
        yield Objection("5.1.6-g", "edges.unsaid", {"n": kind.edges, **_as_in(pos, kind, at)}, basis=UNKNOWN)
        return
    if edges.bit_count() != kind.edges:
        yield from _check_number(pos, kind, edges)
    elif kind.opposite and turned(edges, 3) != edges:
        yield broken("5.1.6-g", "edges.opposite", kind=kind.name)
    board, at_clouds = pos.board, _cloud_neighbours(pos.board, at)
    if wrong := edges & spot.plain | spot.cloud & ~edges:
        yield broken("5.1-c", "place.edges", hex=label(at), tiles=_towards(board, at, wrong))
    if against := edges & spot.plain & ~at_clouds:
        yield broken("5.1.6-a", "nebula.against", hex=label(at), tiles=_towards(board, at, against))
    if unlike := edges & spot.plain & at_clouds | spot.cloud & ~edges:
        yield broken("5.1.6-b", "nebula.unlike", hex=label(at), tiles=_towards(board, at, unlike))
    if shut := edges & spot.kept:
        hexes = tuple(label(neighbour(at, d)) for d in directions(shut))
        yield broken("5.1.6-c", "nebula.shuts", hex=label(at), hexes=hexes)


def _as_in(pos: Position, kind: Kind, at: Hex) -> dict[str, Value]:
    """A tile on a hex, and edges that it may have there, if there are any, for a sentence that tells them."""
    edges = next(iter((*turns_at(pos, kind, at), *shapes(pos, kind))))
    return {"kind": kind.name, "hex": label(at), "edges": " ".join(said(edges))}


def _check_number(pos: Position, kind: Kind, edges: int) -> Iterator[Objection]:
    """[5.1.6-g] As many clouds as are printed; where nothing prints the number, the table looks at the tile again."""
    facts: dict[str, Value] = {"kind": kind.name, "n": kind.edges, "said": edges.bit_count()}
    if not kind.derived:
        yield broken("5.1.6-g", "edges.number", **facts)
    elif pattern(edges) not in patterns(pos, kind):
        yield Objection("5.1.6-g", "edges.derived", facts, basis=UNKNOWN)


def _check_extending(pos: Position, kind: Kind, at: Hex, spot: Spot, edges: int) -> Iterator[Objection]:
    """[A-13] A new nebula may be begun; by one reading only where the tile can extend none."""
    if not spot.cloud and (other := _extension(pos, kind, edges)):
        stands = pos.reading("extend") == "free"
        yield disputed("5.1.6-e", "nebula.extend", "A-13", stands, hex=label(at), where=label(other.at))


def _extension(pos: Position, kind: Kind, edges: int) -> Lie | None:
    """[A-13] A legal way to lay the tile onto a nebula that is there, if there is one."""
    clouds = ((at, spot) for at, spot in _free(pos, kind) if spot.cloud)
    return next(_clouds(clouds, tuple(turned(edges, steps) for steps in range(6))), None)


def _cloud_neighbours(board: Board, at: Hex) -> int:
    return sum(1 << d for d, hex in enumerate(neighbours(at)) if board.sort(hex) == NEBULA)


def _check_sector(pos: Position, kind: Kind, at: Hex, spot: Spot, edges: int) -> Iterator[Objection]:
    """[5.1.7] The planet that was begun first; a new one where it has room."""
    yield from _check_plain(pos, kind, at, spot, edges)
    board, planet = pos.board, pos.board.unfinished(kind.name)
    if edges and first_edge(edges) < 0:
        yield broken("5.1.7-d", "sector.edges", kind=kind.name)
    elif planet >= 0:
        if spot.keeps != planet:
            rest = tuple(label(hex) for hex in board.planets[planet].hexes if hex not in board.tiles)
            yield broken("5.1.7-a", "sector.finish", colour=kind.name, hexes=rest)
    elif not edges:
        yield Objection("5.1.7-d", "sector.unsaid", _as_in(pos, kind, at), basis=UNKNOWN)
    else:
        yield from _check_room(board, at, edges)


def _check_room(board: Board, at: Hex, edges: int) -> Iterator[Objection]:
    """[5.1.7] The two other hexes stay free for their sectors, and no moon of another planet is beside any of them."""
    hexes = [hex for hex, _ in footprint(at, edges)]
    taken = tuple(label(hex) for hex in hexes[1:] if hex in board.tiles or _closed(board.spot(hex)))
    if taken:
        yield broken("5.1.7-b", "sector.room", hexes=taken, edges=said(edges))
    moons = dict.fromkeys(near for hex in hexes for near in neighbours(hex) if board.sort(near) == MOON)
    if moons:
        where = tuple(label(moon) for moon in moons)
        yield broken("5.1.5-e", "moon.other", hexes=where)
        yield broken("5.1.7-c", "sector.moon", hexes=where)


def _closed(spot: Spot) -> bool:
    return bool(spot.cloud) or spot.keeps >= 0


_CHECKS = {NEBULA: _check_nebula, PLANET: _check_sector, MOON: _check_moon}


# -- in words ------------------------------------------------------------------


def said(edges: int) -> tuple[str, ...]:
    """Edges as they are said: `e ne`."""
    return tuple("".join(part[0] for part in COMPASS[d].split("-")) for d in directions(edges))


def planet_name(board: Board, planet: int) -> str:
    """A planet by its colour and the hex where it was begun: `green K3`."""
    return f"{board.planets[planet].colour} {label(board.planets[planet].hexes[0])}"


def _neighbours(board: Board, at: Hex) -> tuple[str, ...]:
    return _towards(board, at, ALL)


def _towards(board: Board, at: Hex, edges: int) -> tuple[str, ...]:
    """The tiles that lie in these directions, each with its hex."""
    near = ((d, neighbour(at, d)) for d in directions(edges))
    return tuple(f"{board.tiles[hex].kind} {label(hex)}" for _, hex in near if hex in board.tiles)


def facing(edges: int, at: Hex) -> tuple[Hex, ...]:
    """The hexes that edges face."""
    return tuple(neighbour(at, d) for d in directions(edges))
