"""How monsters move: what a hex costs them, and which steps lead where they go by a shortest route [11.1, 11.2]."""

from collections.abc import Collection, Mapping
from functools import cache

from referee.games.parsec import ways
from referee.games.parsec.position import Position
from referee.games.parsec.ways import Cost
from referee.hexes import Hex, neighbours

Way = tuple[Hex, ...]


def toll(pos: Position, at: Hex) -> int | None:
    """[11.1-b, 11.1-c, A-88] The APs of a monster to enter a hex: black holes beside it count, nebulas do not.

    None if it has no tile or cannot be entered.
    """
    tile = pos.board.tiles.get(at)
    if tile is None or pos.kit.kinds[tile.kind].blocked:
        return None
    return pos.kit.points["prowl"] + pos.kit.points["black_hole"] * pos.board.gravity.get(at, 0)


def _length(pos: Position) -> Cost:
    """[A-87] How much longer a hex makes a route: by its APs, or by itself; remembered, as all its neighbours ask."""
    if pos.reading("route") == "ap":
        return cache(lambda at: toll(pos, at))
    return cache(lambda at: None if toll(pos, at) is None else 1)


def lengths(pos: Position, start: Hex) -> Mapping[Hex, int]:
    """How far it is to every hex that can be reached."""
    return ways.costs(start, _length(pos))


def steps(pos: Position, start: Hex, ends: Collection[Hex]) -> Way:
    """[11.2-c] The hexes beside `start` that lie on a shortest route to the nearest of `ends`; none if it is there."""
    length = _length(pos)
    found = ways.costs(start, length)
    shortest = min((found[end] for end in ends if end in found), default=0)
    todo = [end for end in ends if found.get(end) == shortest > 0]
    route = set(todo)
    while todo:
        at = todo.pop()
        before = found[at] - (length(at) or 0)
        new = {hex for hex in neighbours(at) if hex not in route and hex != start and found.get(hex) == before}
        route |= new
        todo += new
    return tuple(hex for hex in neighbours(start) if hex in route and found[hex] == length(hex))


def along(pos: Position, start: Hex, path: Way) -> Way | None:
    """Every hex of a route that is said by some of them, the shortest one between each two; None if there is none."""
    return ways.through(start, path, lambda at, goal: ways.least(at, goal, _length(pos)))


def price(pos: Position, way: Way) -> int:
    """[11.1-b] The APs of a route, every hex of it entered."""
    return sum(toll(pos, at) or 0 for at in way)
