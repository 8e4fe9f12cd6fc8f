"""Moving the ship: steps, Space Warps, black holes, and the neighbourhood of pulsars [6.2, 5.1.8]."""

from collections.abc import Iterator

from referee.games.parsec import ways
from referee.games.parsec.events import Fly, Jump
from referee.games.parsec.paying import check_price, pay
from referee.games.parsec.position import Position
from referee.hexes import Hex, label, neighbours
from referee.text import Text, Value
from referee.verdict import Objection, broken, disputed

Way = tuple[Hex, ...]


def route(pos: Position, who: str, start: Hex, path: Way) -> Way | None:
    """Every hex of a way that is said by some of them, the cheapest way between each two; None if there is none."""
    return ways.through(start, path, lambda at, goal: ways.cheapest(pos, who, at, goal))


# -- checks ------------------------------------------------------------------


def check_hexes(pos: Position, path: Way, *rows: str) -> Iterator[Objection]:
    """[6.2, 5.3] There is a tile wherever the way leads, and it can be entered; `rows` say so besides its own."""
    for at in dict.fromkeys(path):
        tile = pos.board.tiles.get(at)
        if tile is None:
            yield broken("6.2-b", "move.no-tile", hex=label(at))
        elif closed := pos.kit.kinds[tile.kind].closed:
            for row in (closed, *rows):
                yield broken(row, "move.blocked", hex=label(at), tile=tile.kind)


def check_fly(pos: Position, event: Fly) -> Iterator[Objection]:
    """[6.2] Known space, entered at its price; and no step that could only end beside a pulsar [5.1.8]."""
    who, start = event.who, pos.ships[event.who]
    if faults := tuple(check_hexes(pos, event.path, "6.2-c")):
        yield from faults
        return
    way = route(pos, who, start, event.path)
    if not way:
        yield broken("6.2-b", "move.nowhere", hex=label(event.path[-1]))
        return
    price = fly_price(pos, who, start, way)
    yield from _check_leaving(pos, who, start, way, price)
    if price <= pos.budget(who):
        yield from check_radiation(pos, who, way[-1], price, "5.1.8-f")


def fly_price(pos: Position, who: str, start: Hex, way: Way) -> int:
    """The APs of a way from `start`; by a reading of A-39 a warp is left for 1 whichever way."""
    full = ways.price(pos, who, way)
    return full - _saved(pos, who, start, way) if pos.reading("leave_warp") == "one" else full


def _saved(pos: Position, who: str, start: Hex, way: Way) -> int:
    """[A-39] What would be saved if every step off a warp cost 1."""
    stops = (start, *way[:-1])
    off = (to for at, to in zip(stops, way, strict=True) if pos.board.tiles[at].kind == "warp")
    return sum((ways.enter_cost(pos, who, to) or 1) - 1 for to in off)


def _check_leaving(pos: Position, who: str, start: Hex, way: Way, price: int) -> Iterator[Objection]:
    """[6.2-d] The price; where a step off a warp makes the difference, it hangs on A-39."""
    saved = _saved(pos, who, start, way)
    most = pos.budget(who)
    if pos.reading("leave_warp") != "one" and price - saved <= most < price:
        yield disputed("6.2-i", "move.leave-warp", "A-39", False, price=price, saved=saved, **{"raise": most})
    elif pos.reading("leave_warp") == "one" and price <= most < price + saved:
        yield disputed("6.2-i", "move.leave-warp", "A-39", True, price=price, saved=saved, **{"raise": most})
    else:
        yield from check_price(pos, who, price, "6.2-d", *_rows(pos, who, way))


def _rows(pos: Position, who: str, way: Way) -> tuple[str, ...]:
    """The further rows that a price rests on: a warp entered [6.2-f]."""
    return ("6.2-f",) if any(pos.board.tiles[at].kind == "warp" for at in way) else ()


def check_radiation(pos: Position, who: str, at: Hex, spent: int, rule: str, jumps: bool = True) -> Iterator[Objection]:
    """[5.1.8] A move that could only end beside a pulsar: what is left does not pay for the way on."""
    if not pos.beside_pulsar(at):
        return
    off = ways.way_off(pos, who, at, jumps)
    if off is None or pos.budget(who) - spent < off:
        facts: dict[str, Value] = {"hex": label(at), "left": pos.budget(who) - spent, "price": off or 0}
        yield broken(rule, "pulsar.move-ends", **facts)


def check_jump(pos: Position, event: Jump) -> Iterator[Objection]:
    """[6.2 Space Warps] From a warp to any tile that costs 1 AP to enter and is no warp."""
    who, at = event.who, pos.ships[event.who]
    if pos.board.tiles[at].kind != "warp":
        yield broken("6.2-g", "jump.no-warp", hex=label(at))
    yield from check_hexes(pos, (event.to,), "6.2-c", "6.2-g")
    cost = ways.enter_cost(pos, who, event.to)
    if cost is None:
        return
    tile = pos.board.tiles[event.to].kind
    if tile == "warp" or cost != 1:
        holes = pos.board.gravity.get(event.to, 0)
        yield broken("6.2-g", "jump.target", hex=label(event.to), tile=tile, price=cost, holes=holes)
        return
    price = pos.kit.points["jump"]
    yield from check_price(pos, who, price, "6.2-g")
    yield from _check_target(pos, who, event.to, price)


def _check_target(pos: Position, who: str, to: Hex, price: int) -> Iterator[Objection]:
    """[6.2-h, A-40] Beside a pulsar only with the means to leave it again; by a reading not at all."""
    if price <= pos.budget(who):
        yield from check_radiation(pos, who, to, price, "6.2-h")
    near = tuple(
        pos.board.tiles[hex].kind
        for hex in neighbours(to)
        if hex in pos.board.tiles
        and (pos.board.sort(hex) == "nebula" or pos.board.tiles[hex].kind in ("pulsar", "supernova"))
    )
    if near:
        stands = pos.reading("jump_targets") == "cost_one"
        yield disputed("6.2-g", "jump.beside", "A-40", stands, hex=label(to), tiles=tuple(dict.fromkeys(near)))


# -- effects ------------------------------------------------------------------


def fly(pos: Position, event: Fly) -> Position:
    """[6.2] The ship moves; only entering is charged."""
    who, start = event.who, pos.ships[event.who]
    way = route(pos, who, start, event.path) or event.path
    price = fly_price(pos, who, start, way)
    hexes = tuple(label(at) for at in way)
    pos = pay(pos, who, price, "6.2-d", "move.paid", who=who, hexes=hexes)
    return _arrive(pos, who, way[-1], "6.2-b", "move.flown", hexes)


def jump(pos: Position, event: Jump) -> Position:
    """[6.2 Space Warps] The ship leaves the warp for anywhere."""
    who, to = event.who, event.to
    pos = pay(pos, who, pos.kit.points["jump"], "6.2-g", "jump.paid", who=who, hex=label(to))
    return _arrive(pos, who, to, "6.2-g", "jump.done", (label(to),))


def _arrive(pos: Position, who: str, at: Hex, rule: str, key: str, hexes: tuple[str, ...]) -> Position:
    pos = pos.put(ships={**pos.ships, who: at}, moved=pos.moved or who == pos.whose)
    return pos.happen(f"{who} ship {label(at)}", rule, key, who=who, hex=label(at), hexes=hexes)


# -- advice ------------------------------------------------------------------


def advise_fly(pos: Position, event: Fly) -> Iterator[Text]:
    """The way that was meant, and its price, if it was said by its end alone."""
    way = route(pos, event.who, start := pos.ships[event.who], event.path)
    if way and way != event.path:
        yield said_way(way, fly_price(pos, event.who, start, way))


def said_way(way: Way, price: int) -> Text:
    """Every hex of a way, and its price."""
    return Text("advice.way", {"hexes": tuple(label(at) for at in way), "price": price})
