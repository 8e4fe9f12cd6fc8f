"""Ways over the table and what they cost in Action Points: of ships, of robots on foot, and of monsters [6.2, 11.1]."""

from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush
from typing import cast

from referee.games.parsec.position import Position
from referee.hexes import Hex, distance, neighbours

Way = tuple[Hex, ...]
Cost = Callable[[Hex], int | None]  # what it costs to enter a hex; None: it cannot be entered


def enter_cost(pos: Position, who: str, at: Hex) -> int | None:
    """[6.2, C5] The APs to enter a hex; None if it has no tile or cannot be entered."""
    return entering(pos, bool(pos.power(who, "sensors")))(at)


def entering(pos: Position, sensors: bool) -> Cost:
    """[6.2, 7.3] What hexes cost to enter, with Improved Sensors or without."""
    tiles, kinds, gravity, more = pos.board.tiles, pos.kit.kinds, pos.board.gravity, pos.kit.points["black_hole"]

    def cost(at: Hex) -> int | None:
        if at not in tiles or (kind := kinds[tiles[at].kind]).blocked:
            return None
        return (1 if sensors and kind.eased else kind.enter) + more * gravity.get(at, 0)

    return cost


def costs(start: Hex, cost: Cost, goal: Hex | None = None) -> Mapping[Hex, int]:
    """The least cost of coming from `start` to every hex; with a goal, as far as that takes to know.

    Every hex costs 1 or more, so towards a goal the hexes come first from which it is the fewest steps on.
    """
    found: dict[Hex, int] = {}
    todo: list[tuple[int, int, Hex]] = [(0, 0, start)]
    while todo:
        _, spent, at = heappop(todo)
        if at in found:
            continue
        found[at] = spent
        if at == goal:
            break
        for hex in neighbours(at):
            if hex not in found and (price := cost(hex)) is not None:
                far = distance(hex, goal) if goal else 0
                heappush(todo, (spent + price + far, spent + price, hex))
    return found


def cheapest(pos: Position, who: str, start: Hex, goal: Hex) -> Way | None:
    """[6.2] The cheapest way of a ship or robot from `start` to `goal`, without the start; None if there is none."""
    sensors = bool(pos.power(who, "sensors"))
    known, key = pos.board.known, (start, goal, sensors)
    if key not in known:
        known[key] = least(start, goal, entering(pos, sensors))
    return cast(Way | None, known[key])


def least(start: Hex, goal: Hex, cost: Cost) -> tuple[Hex, ...] | None:
    """The way of least cost from `start` to `goal`, without the start; None if there is none.

    Of equal ways it is always the same one.
    """
    found = costs(start, cost, goal)
    if goal not in found:
        return None
    way = [goal]
    while way[-1] != start:
        price = cost(way[-1]) or 0
        way.append(next(hex for hex in neighbours(way[-1]) if found.get(hex, -1) == found[way[-1]] - price))
    return tuple(reversed(way[:-1]))


def through(
    start: Hex, path: tuple[Hex, ...], between: Callable[[Hex, Hex], tuple[Hex, ...] | None]
) -> tuple[Hex, ...] | None:
    """Every hex of a way that is said by some of them, `between` giving those left out; None if there is none."""
    full: list[Hex] = []
    for goal in path:
        at = full[-1] if full else start
        part = (goal,) if goal in neighbours(at) else between(at, goal)
        if part is None:
            return None
        full += part
    return tuple(full)


def price(pos: Position, who: str, way: tuple[Hex, ...]) -> int:
    """The APs of a way, every hex of it entered."""
    cost = entering(pos, bool(pos.power(who, "sensors")))
    return sum(cost(at) or 0 for at in way)


def jump_targets(pos: Position, who: str) -> Iterator[Hex]:
    """[6.2, A-40] The tiles that a ship on a warp can jump to: those that cost 1 to enter and are no warp."""
    tiles, cost = pos.board.tiles, entering(pos, bool(pos.power(who, "sensors")))
    return (at for at in tiles if tiles[at].kind != "warp" and cost(at) == 1)


def way_off(pos: Position, who: str, at: Hex, jumps: bool = True) -> int | None:
    """[5.1.8] The APs of the cheapest way from a hex to one that no pulsar is beside; None if there is none.

    A ship may jump where the way leads over a warp; a robot on foot may not [7.3].
    """
    if not pos.beside_pulsar(at):
        return 0
    found = costs(at, entering(pos, bool(pos.power(who, "sensors"))))
    ways = [spent for hex, spent in found.items() if not pos.beside_pulsar(hex)]
    if jumps and any(not pos.beside_pulsar(hex) for hex in jump_targets(pos, who)):
        warps = (spent for hex, spent in found.items() if pos.board.tiles[hex].kind == "warp")
        ways += [spent + pos.kit.points["jump"] for spent in warps]
    return min(ways, default=None)
