"""Why a tile may not lie somewhere [5.1 to 5.3]: every objection, whichever way it comes to be laid.

Where it may lie is in `places.py`, what it then sets off in `placing.py`.
"""

from collections.abc import Iterator

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
    pattern,
    planet_name,
    said,
    turned,
)
from referee.games.parsec.kit import Kind
from referee.games.parsec.places import (
    extension,
    oriented,
    patterns,
    reached,
    setting_up,
    shapes,
    touches_sector,
    turns_at,
)
from referee.games.parsec.position import Position
from referee.hexes import Hex, label, neighbour, neighbours
from referee.text import Value
from referee.verdict import UNKNOWN, Objection, broken, disputed

# -- checks ------------------------------------------------------------------


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
    if not spot.cloud and (other := extension(pos, kind, edges)):
        stands = pos.reading("extend") == "free"
        yield disputed("5.1.6-e", "nebula.extend", "A-13", stands, hex=label(at), where=label(other.at))


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


def _neighbours(board: Board, at: Hex) -> tuple[str, ...]:
    return _towards(board, at, ALL)


def _towards(board: Board, at: Hex, edges: int) -> tuple[str, ...]:
    """The tiles that lie in these directions, each with its hex."""
    near = ((d, neighbour(at, d)) for d in directions(edges))
    return tuple(f"{board.tiles[hex].kind} {label(hex)}" for _, hex in near if hex in board.tiles)
