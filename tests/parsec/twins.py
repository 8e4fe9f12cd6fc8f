"""Slow twins of the PARSEC searches, written from the printed rules alone.

They trade speed for plainness: every space, side and edge is tried, planets and nebulas are found anew each time. They
share no code with the program, so that an agreement between the two means something.

A board is a dict from a space, (q, r) with Homeworld at (0, 0), to what lies there: the kind of tile and the directions
of its solid edges, 0 east and on counter-clockwise. Planets are nowhere noted; they are found by their edges. Where the
rulebook can be read in two ways, `readings` names the one that is meant, by the switch of its ruling; without it the
recommended one holds.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Literal, NamedTuple

Hex = tuple[int, int]
Edges = frozenset[int]
Tile = tuple[str, Edges]
Board = Mapping[Hex, Tile]
Placement = tuple[Hex, Edges]
Readings = Mapping[str, str]
Gains = dict[str, Counter[str]]  # for each player vp, credits, rp

NO_EDGES: Edges = frozenset()
NOTHING_SETTLED: Readings = {}

ROUND = range(6)
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # E NE NW W SW SE

COLOURS = {"brown": 2, "green": 3, "blue": 5, "gold": 7}  # and what a planet of each is worth
CLOUDS = {"neb1": 1, "neb2": 2, "neb3": 3, "neb4": 4, "neb6": 6, "nebL": 2, "nebT": 2}  # and how many edges they cross
MOONS = {"moon": 1, "double-moon": 2}
BLOCKED = {"black-hole", "pulsar", "supernova"}
COSTLY = {"asteroid", *CLOUDS}  # 2 AP to enter, 1 with Improved Sensors

START = {"asteroid": 2, "empty": 5, "neb1": 1, "neb2": 1, "brown": 1, "green": 1, "warp": 1}
CUP = {
    **{"asteroid": 4, "black-hole": 4, "derelict": 4, "empty": 14, "moon": 4, "double-moon": 2, "neb1": 13, "neb2": 4},
    **{"neb3": 3, "neb4": 2, "nebL": 2, "nebT": 1, "neb6": 1, "brown": 11, "green": 8, "blue": 6, "gold": 3},
    **{"pulsar": 2, "warp": 3, "supernova": 2},
}


# The grid


def beyond(at: Hex, direction: int) -> Hex:
    """The space next to `at` in that direction."""
    q, r = STEPS[direction % 6]
    return at[0] + q, at[1] + r


def neighbours(at: Hex) -> list[Hex]:
    """The six spaces around `at`, with tiles or without."""
    return [beyond(at, direction) for direction in ROUND]


def away(one: Hex, other: Hex) -> int:
    """Steps between two spaces, over tiles or not."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


HOME: Board = {(0, 0): ("homeworld", NO_EDGES), **{at: ("inner", NO_EDGES) for at in neighbours((0, 0))}}
RING = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if away((q, r), (0, 0)) == 2]


def turned(edges: Iterable[int], turns: int) -> Edges:
    """The same edges after so many sixths of a turn, counter-clockwise."""
    return frozenset((edge + turns) % 6 for edge in edges)


def patterns(kind: str) -> list[Edges]:
    """Every set of solid edges that a tile of this kind may show, however it lies [5.1.6, 5.1.7, Tile Mix]."""
    if kind in COLOURS:
        return [turned({0, 1}, turns) for turns in ROUND]
    if kind == "nebT":
        return [frozenset({0, 3}), frozenset({1, 4}), frozenset({2, 5})]
    return [frozenset(edges) for edges in combinations(ROUND, CLOUDS.get(kind, 0))]


# Planets and nebulas


class Planet(NamedTuple):
    """A planet that has been started: the three spaces it takes up, and those of them with a sector."""

    colour: str
    footprint: frozenset[Hex]
    sectors: frozenset[Hex]

    @property
    def reserved(self) -> frozenset[Hex]:
        return self.footprint - self.sectors

    @property
    def complete(self) -> bool:
        return not self.reserved

    def edges(self, at: Hex) -> Edges:
        """The solid edges of the sector at `at`: those towards the two others."""
        return frozenset(direction for direction in ROUND if beyond(at, direction) in self.footprint)


def planets(tiles: Board) -> list[Planet]:
    """All planets: sectors of one colour whose solid edges enclose the same three spaces."""
    found: dict[tuple[str, frozenset[Hex]], set[Hex]] = {}
    for at, (kind, edges) in tiles.items():
        if kind in COLOURS:
            footprint = frozenset({at, *(beyond(at, edge) for edge in edges)})
            found.setdefault((kind, footprint), set()).add(at)
    return [Planet(colour, footprint, frozenset(sectors)) for (colour, footprint), sectors in found.items()]


def reserved(tiles: Board) -> set[Hex]:
    """Every space that is kept for a sector."""
    return {at for planet in planets(tiles) for at in planet.reserved}


def crossed(tiles: Board, at: Hex, direction: int) -> bool:
    """Whether a cloud runs over that side of the tile at `at`."""
    kind, edges = tiles[at]
    return kind in CLOUDS and direction % 6 in edges


def clusters(tiles: Board) -> list[set[Hex]]:
    """The nebulas: tiles that hang together cloud to cloud, found by flooding from each."""
    found: list[set[Hex]] = []
    for at, (kind, _) in tiles.items():
        if kind in CLOUDS and not any(at in cluster for cluster in found):
            found.append(_flooded(tiles, at))
    return found


def _flooded(tiles: Board, start: Hex) -> set[Hex]:
    cluster, waiting = {start}, [start]
    while waiting:
        at = waiting.pop()
        for direction in ROUND:
            there = beyond(at, direction)
            joined = there in tiles and crossed(tiles, at, direction) and crossed(tiles, there, direction + 3)
            if joined and there not in cluster:
                cluster.add(there)
                waiting.append(there)
    return cluster


def open_edges(tiles: Board, cluster: Iterable[Hex]) -> set[tuple[Hex, int]]:
    """The (space, direction) of every cloud of the cluster that faces a space without a tile."""
    sides = ((at, direction) for at in cluster for direction in ROUND)
    return {(at, d) for at, d in sides if crossed(tiles, at, d) and beyond(at, d) not in tiles}


def faced(tiles: Board) -> set[Hex]:
    """Every space without a tile that a cloud faces."""
    return {beyond(at, direction) for at, direction in open_edges(tiles, tiles)}


def closed(tiles: Board) -> list[set[Hex]]:
    """The nebulas without an open edge."""
    return [cluster for cluster in clusters(tiles) if not open_edges(tiles, cluster)]


def bonus(tiles: Board, last: Hex) -> int:
    """Research points for whoever has just placed the tile at `last` [5.1.6]."""
    return 2 if any(last in cluster and len(cluster) >= 3 for cluster in closed(tiles)) else 0


# Placing


def placements(
    tiles: Board, kind: str, edges: Iterable[Edges], *, ring: bool = False, readings: Readings = NOTHING_SETTLED
) -> set[Placement]:
    """Where a tile of this kind may lie, and how: each of the sets of `edges` tried on every space next to a tile."""
    spaces = {there for at in tiles for there in neighbours(at)}
    tried = {(at, side) for at in spaces for side in edges}
    return {(at, side) for at, side in tried if not why_not(tiles, at, kind, side, ring=ring, readings=readings)}


def why_not(
    tiles: Board, at: Hex, kind: str, edges: Edges, *, ring: bool = False, readings: Readings = NOTHING_SETTLED
) -> set[str]:
    """The rows that forbid the tile there; none if it may be placed. `ring`: the game is being set up.

    General rows stand beside those that say the same of one kind of tile: 5.1-c beside 5.1.6-a, -b and -d, 5.1-d beside
    5.1.5-c, 5.1.7-c beside 5.1.5-e, 5.1-e beside 5.3-a. Of a space that is taken nothing else is said.
    """
    if at in tiles:
        return {"5.1-a"}
    rows = {
        *_touching(tiles, at, ring),
        *_meeting(tiles, at, kind, edges),
        *_kept(tiles, at, kind, edges),
        *_reached(tiles, at, kind, readings),
    }
    if kind in CLOUDS:
        rows.update(_cloud(tiles, at, kind, edges))
    elif at in faced(tiles):
        rows.add("5.1.6-d")
    if kind in MOONS:
        rows.update(_moon(tiles, at, readings))
    if kind in COLOURS:
        rows.update(_sector(tiles, at, kind, edges))
    if kind in CLOUDS and not rows and readings.get("extend") == "must":
        rows.update(_unjoined(tiles, at, kind, edges, ring))
    return rows


def _touching(tiles: Board, at: Hex, ring: bool) -> Iterator[str]:
    """[5.1, 3.0]"""
    if not any(there in tiles for there in neighbours(at)):
        yield "5.1-b"
    if ring and at not in RING:
        yield "3.0-j"


def _meeting(tiles: Board, at: Hex, kind: str, edges: Edges) -> Iterator[str]:
    """[5.1.6] A cloud and no cloud on the two sides of one edge."""
    for direction in ROUND:
        there = beyond(at, direction)
        mine = kind in CLOUDS and direction in edges
        if there in tiles and mine != crossed(tiles, there, direction + 3):
            yield "5.1-c"


def _kept(tiles: Board, at: Hex, kind: str, edges: Edges) -> Iterator[str]:
    """[5.1.7] A space kept for one sector of a planet."""
    for planet in planets(tiles):
        if at in planet.reserved and (kind != planet.colour or edges != planet.edges(at)):
            yield "5.1-d"


def _reached(tiles: Board, at: Hex, kind: str, readings: Readings) -> Iterator[str]:
    """[5.3] Next to a blocked tile there must be another that is not."""
    around = [tiles[there][0] for there in neighbours(at) if there in tiles]
    if not any(each in BLOCKED for each in around):
        return
    if kind in BLOCKED and readings.get("blocked_beside") == "legal":
        return
    open_ones = [each for each in around if each not in BLOCKED]
    if not open_ones:
        yield from ("5.1-e", "5.3-a") if kind in BLOCKED else ("5.1-e", "5.3-a", "5.3-b")
    elif readings.get("warp_access") == "no" and all(each == "warp" for each in open_ones):
        yield "5.3-c"


def _cloud(tiles: Board, at: Hex, kind: str, edges: Edges) -> Iterator[str]:
    """[5.1.6] What the sides of a nebula tile meet, and how many of them have a cloud."""
    if kind != "nebL" and edges not in patterns(kind):
        yield "5.1.6-g"
    for direction in ROUND:
        there, mine = beyond(at, direction), direction in edges
        if there in tiles and tiles[there][0] in CLOUDS:
            if mine != crossed(tiles, there, direction + 3):
                yield "5.1.6-b"
        elif mine and there in tiles:
            yield "5.1.6-a"
        elif mine and there in reserved(tiles):
            yield "5.1.6-c"


def _moon(tiles: Board, at: Hex, readings: Readings) -> Iterator[str]:
    """[5.1.5] A moon is at one planet, as it is or as it will be."""
    around = set(neighbours(at))
    near = [planet for planet in planets(tiles) if around & planet.footprint]
    if len(near) != 1:
        yield "5.1.5-a"
    elif readings.get("moon_contact") == "placed" and not around & near[0].sectors:
        yield "5.1.5-b"
    if at in reserved(tiles):
        yield "5.1.5-c"


def _sector(tiles: Board, at: Hex, colour: str, edges: Edges) -> Iterator[str]:
    """[5.1.7] A sector finishes the planet of its colour, or starts one that has room and no strange moon."""
    if edges not in patterns(colour):
        yield "5.1.7-d"
        return
    unfinished = [planet for planet in planets(tiles) if planet.colour == colour and not planet.complete]
    if unfinished:
        if not any(at in planet.reserved for planet in unfinished):
            yield "5.1.7-a"
        return
    others = {beyond(at, edge) for edge in edges}
    if others & {*tiles, *reserved(tiles), *faced(tiles)}:
        yield "5.1.7-b"
    beside = {there for each in {at, *others} for there in neighbours(each)}
    if any(there in tiles and tiles[there][0] in MOONS for there in beside):
        yield "5.1.7-c"
        yield "5.1.5-e"


def _unjoined(tiles: Board, at: Hex, kind: str, edges: Edges, ring: bool) -> Iterator[str]:
    """[5.1.6, read as a duty] A tile that begins a nebula though it could be joined to one."""
    sides = {turned(edges, turns) for turns in ROUND}
    joined = {(there, side) for there, side in placements(tiles, kind, sides, ring=ring) if _joins(tiles, there, side)}
    if joined and (at, edges) not in joined:
        yield "5.1.6-e"


def _joins(tiles: Board, at: Hex, edges: Edges) -> bool:
    return any(beyond(at, edge) in tiles and crossed(tiles, beyond(at, edge), edge + 3) for edge in edges)


# Moving


def pull(tiles: Board, at: Hex) -> int:
    """How many black holes lie next to a space [6.2]."""
    return sum(tiles.get(there, ("", NO_EDGES))[0] == "black-hole" for there in neighbours(at))


def beside_pulsar(tiles: Board, at: Hex) -> bool:
    """Whether a pulsar lies next to a space [5.1.8]."""
    return any(tiles.get(there, ("", NO_EDGES))[0] == "pulsar" for there in neighbours(at))


def enter_cost(tiles: Board, at: Hex, sensors: bool = False) -> int | None:
    """What a ship or a robot pays to step onto `at`; None where there is no tile or a blocked one [6.2, 7.3]."""
    if at not in tiles or tiles[at][0] in BLOCKED:
        return None
    kind = tiles[at][0]
    base = 2 if kind == "warp" or (kind in COSTLY and not sensors) else 1
    return base + pull(tiles, at)


def jump_targets(tiles: Board, sensors: bool = False, readings: Readings = NOTHING_SETTLED) -> set[Hex]:
    """Where a ship on a warp may jump to for 1 AP [6.2]: spaces that cost 1 to enter, which no warp does.

    Whether it can leave again beside a pulsar is not looked at. Read as `no_pulsar`, none is beside a pulsar, a
    supernova or a nebula.
    """
    shy = readings.get("jump_targets") == "no_pulsar"
    targets = {at for at in tiles if enter_cost(tiles, at, sensors) == 1}
    if shy:
        dread = {"pulsar", "supernova", *CLOUDS}
        targets -= {there for at in tiles if tiles[at][0] in dread for there in neighbours(at)}
    return targets


def costs(tiles: Board, start: Hex, sensors: bool = False, *, jumps: bool = False) -> dict[Hex, int]:
    """The least APs from `start` to every space that can be reached; by steps alone, or with warp jumps as well."""
    tolls = {at: price for at in tiles if (price := enter_cost(tiles, at, sensors)) is not None}
    ways = [(at, there, tolls[there]) for at in tiles for there in neighbours(at) if there in tolls]
    if jumps:
        warps = [at for at in tiles if tiles[at][0] == "warp"]
        ways += [(at, there, 1) for at in warps for there in jump_targets(tiles, sensors)]
    return _bellman_ford(start, ways)


def _bellman_ford(start: Hex, ways: Sequence[tuple[Hex, Hex, int]]) -> dict[Hex, int]:
    """Least costs over (from, to, price), improved until nothing changes."""
    least = {start: 0}
    changed = True
    while changed:
        changed = False
        for at, there, price in ways:
            if at in least and (there not in least or least[at] + price < least[there]):
                least[there] = least[at] + price
                changed = True
    return least


def cheapest(tiles: Board, start: Hex, goal: Hex, sensors: bool = False, *, jumps: bool = False) -> int | None:
    """The least APs from `start` to `goal`; None if there is no way."""
    return costs(tiles, start, sensors, jumps=jumps).get(goal)


def way_off(tiles: Board, start: Hex, sensors: bool = False, *, jumps: bool = False) -> int | None:
    """The least APs to a space that is not beside a pulsar [5.1.8]; 0 if `start` is none, None if there is no way."""
    least = costs(tiles, start, sensors, jumps=jumps)
    return min((cost for at, cost in least.items() if not beside_pulsar(tiles, at)), default=None)


def first_steps(tiles: Board, start: Hex, goals: Collection[Hex], measure: Literal["ap", "hexes"] = "ap") -> set[Hex]:
    """The spaces next to `start` from which a monster is on a shortest way to the nearest goal [11.1, 11.2].

    None if it is there already, or cannot get there. It pays 1 AP for any open space, and 1 more for each black hole
    next to it.
    """
    if start in goals:
        return set()
    tolls = {at: 1 + pull(tiles, at) * (measure == "ap") for at in tiles if tiles[at][0] not in BLOCKED}
    ways = [(at, there, tolls[there]) for at in tiles for there in neighbours(at) if there in tolls]
    totals: dict[Hex, int] = {}
    for step in set(neighbours(start)) & set(tolls):
        least = _bellman_ford(step, ways)
        if reached := [least[goal] for goal in goals if goal in least]:
            totals[step] = tolls[step] + min(reached)
    return {step for step, total in totals.items() if total == min(totals.values())}


# Scoring


class Table(NamedTuple):
    """What a round looks at, player by player: robots by space, nanotechs completed, the faction, moons destroyed."""

    tiles: Board
    robots: Mapping[str, Mapping[Hex, int]]
    completed: Mapping[str, Collection[str]] = {}
    faction: Mapping[str, str] = {}
    destroyed: Mapping[Hex, int] = {}
    readings: Readings = {}

    def has(self, player: str, nanotech: str) -> bool:
        return nanotech in self.completed.get(player, ())

    def sites(self, player: str, kind: str) -> int:
        """Tiles of that kind with robots of the player."""
        return sum(count > 0 and self.tiles[at][0] == kind for at, count in self.robots[player].items())


def scoring_round(table: Table, kind: Literal["normal", "science", "final"]) -> Gains:
    """What each player gets in a round [9.1-9.6]; what the nanotechs are worth in a final one comes after it."""
    final = kind == "final"
    steps = [site_pay(table, final=final), nebula_pay(table)]
    if kind != "science":
        steps += [planet_pay(table, planet, final=final) for planet in planets(table.tiles) if planet.complete]
    return {player: sum((step[player] for step in steps), Counter[str]()) for player in table.robots}


def planet_pay(table: Table, planet: Planet, *, final: bool = False) -> Gains:
    """What a completed planet brings [9.1, 9.1.1, 9.6]."""
    strength = {
        player: sum(count for at, count in robots.items() if at in planet.sectors)
        for player, robots in table.robots.items()
    }
    present = {player: count for player, count in strength.items() if count}
    winner = controller(table, present)
    gains: Gains = {player: Counter() for player in table.robots}
    for player in present:
        if player == winner:
            gains[player]["vp"] += COLOURS[planet.colour] + moons(table, planet) + table.has(player, "irobots")
        else:
            gains[player]["vp" if final else "credits"] += 1
        gains[player] += _favour(table, player, planet, controls=player == winner, final=final)
    return gains


def controller(table: Table, present: Mapping[str, int]) -> str | None:
    """Who controls a planet with these robots on it; None if nobody does [9.1, Warrior Robots in 7.3]."""
    leaders = [player for player, count in present.items() if count == max(present.values())]
    if len(leaders) == 1:
        return leaders[0]
    compared = leaders if table.readings.get("warriors") == "leaders" else list(present)
    holders = [player for player in compared if table.has(player, "warrior")]
    return holders[0] if len(holders) == 1 and holders[0] in leaders else None


def moons(table: Table, planet: Planet) -> int:
    """Moon points around a planet, without those destroyed."""
    beside = {there for at in planet.sectors for there in neighbours(at) if there in table.tiles}
    return sum(MOONS.get(table.tiles[at][0], 0) - table.destroyed.get(at, 0) for at in beside)


def _favour(table: Table, player: str, planet: Planet, *, controls: bool, final: bool) -> Counter[str]:
    """What a faction adds on a planet with its robots, as the examples show it [8.0, 9.4, Scoring Examples]."""
    around = moons(table, planet)
    match table.faction.get(player), final, controls:
        case "safari", False, _ if planet.colour == "green":
            return Counter(vp=1, credits=2)
        case "safari", True, True if planet.colour == "green":
            return Counter(vp=2)
        case "tidal", False, _:
            return Counter(vp=around, rp=around)
        case "tidal", True, True if around:
            return Counter(vp=around * (2 if table.readings.get("tidal_final") == "added" else 1), rp=1)
        case "ccc", _, True if planet.colour == "blue":
            return Counter(vp=3) if final else Counter(vp=2, credits=1)
    return Counter()


def site_pay(table: Table, *, final: bool = False) -> Gains:
    """What asteroid fields and derelicts bring [9.2, 9.3, 9.6]."""
    gains: Gains = {}
    for player in table.robots:
        fields, derelicts = table.sites(player, "asteroid"), table.sites(player, "derelict")
        money = {"vp": fields + derelicts} if final else {"credits": 2 * fields + derelicts}
        gains[player] = Counter(money) + Counter(rp=derelicts)
    return gains


def nebula_pay(table: Table) -> Gains:
    """What nebulas without an open edge bring, once to everyone in them [9.4]."""
    done = closed(table.tiles)
    return {
        player: Counter(rp=sum(len(cluster) // 2 for cluster in done if any(robots.get(at, 0) for at in cluster)))
        for player, robots in table.robots.items()
    }


def nanotech_points(completed: Collection[str], research: Mapping[str, int]) -> int:
    """What a player's nanotechs are worth once the points of the final round are placed [9.6]."""
    return 3 * len(completed) + sum(6 <= points < 10 for points in research.values())


# Boards to try all this on


def random_board(seed: int, laid: int) -> dict[Hex, Tile]:
    """A board with up to so many tiles laid, the ring first, each drawn and placed at random by the rules.

    The tiles stand in the order in which they were laid. A tile without a place waits until the next one lies. Nebula
    tiles of a kind all look alike, in one of the ways they can.
    """
    dice = Random(seed)
    looks = {kind: dice.choice(patterns(kind)) for kind in (*COLOURS, *CLOUDS)}
    tiles = dict(HOME)
    while len(tiles) < len(HOME) + len(RING):
        tiles = _filled(dice, looks, dict(HOME), START, len(RING))
    return _filled(dice, looks, tiles, CUP, laid - len(RING))


def _filled(
    dice: Random, looks: Mapping[str, Edges], tiles: dict[Hex, Tile], supply: Mapping[str, int], number: int
) -> dict[Hex, Tile]:
    """The board with so many more tiles of the supply, or as many as can be placed."""
    pile = list(Counter(supply).elements())
    ring = supply is START
    for _ in range(number):
        dice.shuffle(pile)
        placed = next((kind for kind in pile if _laid(dice, looks, tiles, kind, ring=ring)), None)
        if placed is None:
            break
        pile.remove(placed)
    return tiles


def _laid(dice: Random, looks: Mapping[str, Edges], tiles: dict[Hex, Tile], kind: str, *, ring: bool) -> bool:
    """Whether the tile could be placed; then it lies where chance has it."""
    spaces = sorted({there for at in tiles for there in neighbours(at) if there not in tiles})
    sides = sorted({turned(looks.get(kind, NO_EDGES), turns) for turns in ROUND}, key=sorted)
    ways = [(at, side) for at in spaces for side in sides]
    dice.shuffle(ways)
    for at, side in ways:
        if not why_not(tiles, at, kind, side, ring=ring):
            tiles[at] = (kind, side)
            return True
    return False
