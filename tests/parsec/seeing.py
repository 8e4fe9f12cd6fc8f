"""What a walk has seen of rows that nothing is ever written of: what they allow, or do in the midst of another row.

Each is a look at the table before and after one step.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.hexes import ORIGIN, Hex, neighbours, parse
from tests.parsec import counting, twins

Look = Callable[[Any, Any], bool]


def seen(before: Any, after: Any) -> Iterator[str]:
    """The rows that this step shows."""
    if counting.by_hand(after.entries) or before.kit is not after.kit:
        return
    laid = next((at for at in after.board.tiles if at not in before.board.tiles), None)
    if laid:
        yield from (row for row, shows in LAID.items() if shows(after, laid))
    yield from (row for row, shows in DONE.items() if shows(before, after))
    yield from (row for row, shows in STANDS.items() if after.counters is not before.counters and shows(after))


# -- a tile that was just laid ------------------------------------------------------------------


def _sort(pos: Any, at: Hex) -> str:
    return str(pos.board.sort(at))


def _near(pos: Any, at: Hex, sort: str) -> list[Hex]:
    """The tiles of a sort beside a hex."""
    return [hex for hex in neighbours(at) if _sort(pos, hex) == sort]


def _second_moon(pos: Any, at: Hex) -> bool:
    return _sort(pos, at) == "moon" and any(at in m and len(m) > 1 for m in _moons(pos))


def _moons(pos: Any) -> list[list[Hex]]:
    return [list(pos.board.moons_of(n)) for n in range(len(pos.board.planets))]


def _side_by_side(pos: Any, at: Hex) -> bool:
    """Two nebula tiles, plain side to plain side."""
    return _sort(pos, at) == "nebula" and bool(set(_near(pos, at, "nebula")) - pos.board.cluster(at))


def _from_outside(pos: Any, at: Hex) -> bool:
    """A nebula closed, with a bonus, by somebody who is not in it."""
    cluster = pos.board.cluster(at)
    closed = len(cluster) > 2 and not pos.board.open_edges(cluster)
    return closed and not any(pos.robots(hex).get(pos.whose) for hex in cluster)


def _planets_touch(pos: Any, at: Hex) -> bool:
    sectors = _near(pos, at, "planet") if _sort(pos, at) == "planet" else []
    return any(pos.board.planet_at(hex) != pos.board.planet_at(at) for hex in sectors)


def _pocket(pos: Any, at: Hex) -> bool:
    """A hex among nothing but blocked tiles."""
    return any(spot.blocked and not spot.open for spot in pos.board.spots.values())


def _beside_warp(pos: Any, at: Hex) -> bool:
    """A tile with no way in but over a warp and past what is blocked."""
    kinds = [pos.board.tiles[hex].kind for hex in neighbours(at) if hex in pos.board.tiles]
    return "warp" in kinds and set(kinds) <= {"warp", *twins.BLOCKED} and len(set(kinds)) > 1


def _quiet_warp(pos: Any, at: Hex) -> bool:
    return pos.options.monsters and at in pos.layers and pos.board.tiles[at].kind == "warp" and not pos.beasts


LAID: Mapping[str, Callable[[Any, Hex], bool]] = {
    "5.1.5-d": _second_moon,
    "5.1.6-f": _side_by_side,
    "5.1.6-j": _from_outside,
    "5.1.7-g": _planets_touch,
    "5.3-c": _beside_warp,
    "5.3-e": _pocket,
    "11.0-b": _quiet_warp,
}

# -- what was done ------------------------------------------------------------------


def _mixed(before: Any, after: Any) -> bool:
    """Free APs and credits for one thing."""
    paid = {(entry.who, entry.what) for entry in after.entries if entry.by < 0}
    return any((who, "credits") in paid and (who, "ap") in paid and before.count(who, "ap") for who in after.names)


def _flown(after: Any) -> Iterator[tuple[str, list[Hex]]]:
    """Who has flown, and over which hexes."""
    for entry in after.entries:
        if entry.key == "move.flown":
            hexes = entry.facts["hexes"]
            assert isinstance(hexes, tuple)
            yield str(entry.facts["who"]), [at for word in hexes if (at := parse(str(word)))]


def _home(before: Any, after: Any) -> bool:
    return any(after.board.tiles[at].kind in ("inner", "homeworld") for _, way in _flown(after) for at in way)


def _out_of_gravity(before: Any, after: Any) -> bool:
    """From a hex beside a black hole to one that is not."""
    flown = ((before.ships[who], way[0]) for who, way in _flown(after))
    return any(after.board.gravity.get(start) and not after.board.gravity.get(to) for start, to in flown)


def _sensed(before: Any, after: Any) -> bool:
    """Improved Sensors, and a cloud or an asteroid field entered."""
    tiles = after.board.tiles
    sensors = [way for who, way in _flown(after) if after.power(who, "sensors")]
    return any(tiles[at].kind in twins.COSTLY for way in sensors for at in way)


def _shared(before: Any, after: Any) -> bool:
    """A ship stops where another is, or a monster, or robots of another player."""
    stops = [(who, way[-1]) for who, way in _flown(after) if way[-1] != ORIGIN]
    there = [(who, at, set(after.robots(at))) for who, at in stops]
    ships = list(after.ships.values())
    return any(ships.count(at) > 1 or robots - {who} for who, at, robots in there)


def _safe(before: Any, after: Any) -> bool:
    """A monster feeds where a ship is."""
    ate = any(entry.key in ("eat.eaten", "capture.taken") for entry in after.entries)
    return ate and any(beast.at in after.ships.values() for beast in before.beasts.values())


def _freed(before: Any, after: Any) -> bool:
    """A player lands on another sector of a planet that was held before."""
    return any(entry.key == "beam.landed" and _left_planet(before, entry) for entry in after.entries)


def _left_planet(before: Any, entry: Any) -> bool:
    at = parse(str(entry.facts["hex"]))
    return at is not None and before.board.planet_at(at) >= 0 and entry.now == entry.by


DONE: Mapping[str, Look] = {
    "6.1.1-d": _mixed,
    "6.2-k": _home,
    "6.2-e": _out_of_gravity,
    "7.3-g": _sensed,
    "6.2-j": _shared,
    "11.1-e": _safe,
    "6.3.5-c": _freed,
}

# -- how robots and cards stand ------------------------------------------------------------------


def _stack(pos: Any) -> bool:
    return any(n > 2 for who in pos.names for n in counting.standing(pos, who).values())


def _unfinished(pos: Any) -> bool:
    places = [at for who in pos.names for at in counting.standing(pos, who)]
    planets = [p for p in pos.board.planets if not p.complete]
    return any(at in p.hexes for at in places for p in planets)


def _fields(pos: Any) -> bool:
    """Robots on an asteroid field that lies beside another one."""
    tiles = pos.board.tiles
    there = [at for who in pos.names for at in counting.standing(pos, who) if tiles[at].kind == "asteroid"]
    return any(hex in tiles and tiles[hex].kind == "asteroid" for at in there for hex in neighbours(at))


def _in_clouds(pos: Any) -> Iterator[tuple[str, list[Hex]]]:
    """Whose robots are where in every nebula."""
    for cluster in pos.board.clusters:
        for who in pos.names:
            if there := [at for at in cluster if pos.robots(at).get(who)]:
                yield str(min(cluster)), there


def _together(pos: Any) -> bool:
    clouds = [name for name, _ in _in_clouds(pos)]
    return len(set(clouds)) < len(clouds)


def _merged(pos: Any) -> bool:
    return any(len(there) > 1 for _, there in _in_clouds(pos))


def _three(pos: Any) -> bool:
    return any(len(pos.on_planet(n)) > 2 for n in range(len(pos.board.planets)))


def _empty_slot(pos: Any) -> bool:
    return bool(pos.turn) and any(len(cards) < 2 for cards in pos.research.values())


STANDS: Mapping[str, Callable[[Any], bool]] = {
    "6.3.1-a": _stack,
    "6.3.2-b": _unfinished,
    "6.3.3-a": _fields,
    "6.3.4-b": _together,
    "6.3.4-c": _merged,
    "6.3.5-b": _three,
    "7.2-d": _empty_slot,
}
