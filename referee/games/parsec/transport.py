"""Robots: beaming down and up, and where they may stand [6.3]; robots that walk by themselves [7.3]."""

from collections.abc import Iterator, Sequence

from referee.games.parsec import ways
from referee.games.parsec.events import BeamDown, BeamUp, Walk
from referee.games.parsec.movement import check_hexes, check_radiation, route, said_way
from referee.games.parsec.paying import check_price, pay
from referee.games.parsec.position import Position
from referee.hexes import ORIGIN, Hex, label, neighbours
from referee.text import Text
from referee.verdict import BOX, Objection, broken, disputed, waivable

EMPTY = "empty"

# -- where robots may stand ------------------------------------------------------------------


def check_land(pos: Position, who: str, at: Hex) -> Iterator[Objection]:
    """[6.3.1, 6.3.2, 6.3.4, 6.3.5, 5.1.8] Everything against landing there; Homeworld takes everybody [A-48]."""
    if at == ORIGIN:
        return
    yield from _check_tile(pos, at)
    if pos.beside_pulsar(at):
        yield broken("5.1.8-c", "robots.pulsar", hex=label(at))
        yield broken("6.3.2-c", "robots.pulsar", hex=label(at))
    yield from check_strangers(pos, who, at, "6.3.1-b")
    if other := second_cloud(pos, who, at, None):
        yield broken("6.3.4-a", "robots.cluster", hex=label(at), other=label(other))
    if other := second_sector(pos, who, at, None):
        yield broken("6.3.5-a", "robots.sector", hex=label(at), other=label(other))


def _check_tile(pos: Position, at: Hex) -> Iterator[Objection]:
    """[6.3.2, A-54] A tile that takes robots."""
    tile = pos.board.tiles[at].kind
    if pos.kit.kinds[tile].land:
        return
    if tile != "inner":
        yield broken("6.3.2-a", "robots.tile", hex=label(at), tile=tile)
    elif pos.kit.inner == EMPTY:
        yield Objection("6.3.2-a", "robots.tile", {"hex": label(at), "tile": EMPTY}, basis=BOX)
    else:
        yield disputed("6.3.2-d", "robots.inner", "A-54", pos.reading("inner_landing") == "yes", hex=label(at))


def check_strangers(pos: Position, who: str, at: Hex, rule: str) -> Iterator[Objection]:
    """[6.3.1] Only one player's robots on a tile."""
    for other in pos.robots(at) if at != ORIGIN else ():
        if other != who:
            yield broken(rule, "robots.held", hex=label(at), who=other)


def second_cloud(pos: Position, who: str, at: Hex, left: Hex | None) -> Hex | None:
    """[6.3.4] Another tile of the same nebula on which the player has robots; `left` is one that they are leaving."""
    others = sorted(pos.board.cluster(at) - {at, left})
    if pos.robots(at).get(who):
        return None
    return next((hex for hex in others if pos.robots(hex).get(who)), None)


def second_sector(pos: Position, who: str, at: Hex, left: Hex | None) -> Hex | None:
    """[6.3.5] Another sector of the same planet on which the player has robots."""
    planet = pos.board.planet_at(at)
    if planet < 0 or pos.robots(at).get(who):
        return None
    others = (hex for hex in pos.board.planets[planet].hexes if hex not in (at, left))
    return next((hex for hex in others if pos.robots(hex).get(who)), None)


# -- beaming: checks ------------------------------------------------------------------


def check_beam_down(pos: Position, event: BeamDown) -> Iterator[Objection]:
    """[6.3] Robots aboard, to the tile where the ship is, if it takes them; at their price."""
    who, at = event.who, pos.ships[event.who]
    if event.at not in (None, at):
        yield broken("6.3-a", "beam.elsewhere", hex=label(at))
    if event.robots > pos.count(who, "aboard"):
        yield broken("6.3-c", "beam.aboard", n=pos.count(who, "aboard"), said=event.robots)
    yield from check_land(pos, who, at)
    rows = ("7.3-i",) if pos.power(who, "beam") else ()
    yield from check_price(pos, who, down_price(pos, who, event.robots), "6.3-b", *rows)


def down_price(pos: Position, who: str, robots: int) -> int:
    """[6.3, 7.3, A-49] The APs to land so many robots in one action."""
    per_ap = 1 + pos.power(who, "beam")
    return -(-robots // per_ap) * pos.kit.points["beam_down"]


def check_beam_up(pos: Position, event: BeamUp) -> Iterator[Objection]:
    """[6.3] Own robots on the ship's tile, Homeworld's among them."""
    who, at = event.who, pos.ships[event.who]
    here = pos.robots(at).get(who, 0)
    if not here or event.robots > here:
        yield broken("6.3-d", "beam.here" if here else "beam.nobody", hex=label(at), n=here, said=event.robots)
    yield from check_price(pos, who, pos.kit.points["beam_up"], "6.3-d")


# -- beaming: effects ------------------------------------------------------------------


def beam_down(pos: Position, event: BeamDown) -> Position:
    """[6.3] From the ship to its tile."""
    who, at, n = event.who, pos.ships[event.who], event.robots
    rule = "7.3-i" if pos.power(who, "beam") else "6.3-b"
    pos = pay(pos, who, down_price(pos, who, n), rule, "beam.paid-down", n=n, hex=label(at))
    pos = pos.change(who, "aboard", -n, "6.3-b", "beam.left", n=n, hex=label(at))
    return pos.put_robots(who, at, n, "6.3-b", "beam.landed")


def beam_up(pos: Position, event: BeamUp) -> Position:
    """[6.3] From the tile to the ship: any number for one AP."""
    who, at = event.who, pos.ships[event.who]
    n = event.robots or pos.robots(at).get(who, 0)
    rule = "6.3-e" if at == ORIGIN else "6.3-d"
    pos = pay(pos, who, pos.kit.points["beam_up"], rule, "beam.paid-up", n=n, hex=label(at))
    pos = pos.put_robots(who, at, -n, rule, "beam.lifted")
    return pos.change(who, "aboard", n, rule, "beam.aboard-now", n=n, hex=label(at))


# -- walking: checks ------------------------------------------------------------------


def check_walk(pos: Position, event: Walk) -> Iterator[Objection]:
    """[7.3] One robot that stands on the board, a turn; it moves like the ship, but through no warp."""
    who, start, *path = event.who, *event.path
    if not pos.power(who, "walkers"):
        yield broken("7.3-b", "walk.nanotech")
    if not pos.robots(start).get(who):
        yield broken("7.3-b", "walk.nobody", hex=label(start))
    yield from _check_one(pos, start)
    if faults := tuple(check_hexes(pos, tuple(path), "6.2-c")):
        yield from faults
        return
    way = route(pos, who, start, tuple(path))
    if not way:
        yield broken("6.2-b", "move.nowhere", hex=label(event.path[-1]))
        return
    yield from _check_walked(pos, who, start, way)


def _check_one(pos: Position, start: Hex) -> Iterator[Objection]:
    """[7.3, A-51] One robot a turn, in as many parts as it likes."""
    if not pos.walked or start in pos.walked:
        return
    if pos.reading("walkers") == "any":
        yield disputed("7.3-b", "walk.one", "A-51", True, hex=label(pos.walked[-1]))
    else:
        yield waivable("7.3-b", "walk.one", hex=label(pos.walked[-1]))


def _check_walked(pos: Position, who: str, start: Hex, way: Sequence[Hex]) -> Iterator[Objection]:
    """The price of the way, and where it ends."""
    price, end = ways.price(pos, who, tuple(way)), way[-1]
    short = tuple(check_price(pos, who, price, "6.2-d"))
    yield from short
    if short and pos.board.tiles[start].kind == "warp" and end not in neighbours(start):
        yield broken("7.3-c", "walk.warp", hex=label(start))
    if not short:
        yield from check_radiation(pos, who, end, price, "7.3-e", jumps=False)
    yield from check_strangers(pos, who, end, "7.3-d")
    alone = start if pos.robots(start).get(who, 0) < 2 else None
    if other := second_cloud(pos, who, end, alone):
        yield broken("7.3-e", "robots.cluster", hex=label(end), other=label(other))
    if other := second_sector(pos, who, end, alone):
        stands = pos.reading("walk_sector") == "both"
        yield disputed("7.3-q", "robots.sector", "A-53", stands, hex=label(end), other=label(other))
    if not _may_end(pos, end):
        stands, tile = pos.reading("walk_end") == "anywhere", pos.board.tiles[end].kind
        yield disputed("7.3-q", "walk.end", "A-51b", stands, hex=label(end), tile=tile)


def _may_end(pos: Position, at: Hex) -> bool:
    """[7.3, A-51] Where robots can be landed, on Homeworld, and on empty space a walk ends without a doubt."""
    kind = pos.kit.kinds[pos.board.tiles[at].kind]
    shown = pos.kit.inner if kind.name == "inner" else kind.name
    return kind.land or at == ORIGIN or shown == EMPTY


# -- walking: effects ------------------------------------------------------------------


def walk(pos: Position, event: Walk) -> Position:
    """[7.3] The robot goes its way; the player's own APs and credits pay."""
    who, start, *path = event.who, *event.path
    way = route(pos, who, start, tuple(path)) or tuple(path)
    hexes, price = tuple(label(at) for at in way), ways.price(pos, who, way)
    pos = pay(pos, who, price, "7.3-b", "walk.paid", who=who, hexes=hexes)
    pos = pos.put_robots(who, start, -1, "7.3-b", "walk.left")
    pos = pos.put_robots(who, way[-1], 1, "7.3-b", "walk.came")
    others = tuple(hex for hex in pos.walked if hex != start)
    return pos.put(walked=(*others, way[-1]))


# -- advice ------------------------------------------------------------------


def advise_walk(pos: Position, event: Walk) -> Iterator[Text]:
    """The way that was meant, and its price, if it was said by its ends alone."""
    start, *path = event.path
    way = route(pos, event.who, start, tuple(path))
    if way and way != tuple(path):
        yield said_way(way, ways.price(pos, event.who, way))
