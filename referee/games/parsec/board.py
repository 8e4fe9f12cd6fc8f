"""The tiles on the table: where they lie, which planets they make, and what every free hex demands of a tile.

A board is a value; `lay` and `lift` give a new one. `spots` has an entry for each free hex beside a tile: what the
neighbours show there is worked out when a tile is laid, so a placement is judged by looking at one entry.

Edges are a set of directions kept as bits: bit d is the edge towards direction d [G1].
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from referee.games.parsec.kit import Kind
from referee.hexes import COMPASS, ORIGIN, Hex, label, neighbour, neighbours, ring

NEBULA, PLANET, MOON = "nebula", "planet", "moon"  # sorts of tile that need more than the general rules
ALL = 0b111111
OPPOSITE = (3, 4, 5, 0, 1, 2)


class Tile(NamedTuple):
    """A tile as it lies: its kind, and its solid edges [G5] as bits."""

    kind: str
    edges: int = 0


class Planet(NamedTuple):
    """A planet begun [5.1.7]: its three hexes counter-clockwise, the first sector first, and how many have a tile."""

    colour: str
    hexes: tuple[Hex, Hex, Hex]
    placed: int

    @property
    def complete(self) -> bool:
        """Whether all three sectors lie."""
        return self.placed == len(self.hexes)


class Spot(NamedTuple):
    """What a free hex demands: for each direction whether the neighbour shows cloud or a plain side, and the rest.

    `kept`: directions in which a hex is kept for a planet; `open` and `blocked`: whether a neighbour can be entered, or
    cannot; `moons`: whether a moon is beside it; `planets`: those whose hexes, placed or kept, it touches; `keeps` and
    `sector`: the planet that it is kept for, and how that sector must lie.
    """

    cloud: int
    plain: int
    kept: int
    open: bool
    blocked: bool
    moons: bool
    planets: frozenset[int]
    keeps: int = -1
    sector: int = 0

    @property
    def touches(self) -> bool:
        """Whether a tile lies beside it."""
        return bool(self.cloud | self.plain)


BARE = Spot(0, 0, 0, False, False, False, frozenset())


class Board:
    """All tiles, and what follows from them; a value, never changed in place.

    `planets` are those begun, in their order; `kept` the hexes kept for them, each with its planet and how the sector
    must lie; `spots` the free hexes beside tiles. `gravity` counts the black holes beside a hex, `radiation` are the
    hexes beside a pulsar, `lying` counts the tiles by kind, `patterns` are those of its nebula tiles by kind [G4].
    `known` is for what was worked out once on this board.
    """

    __slots__ = ("gravity", "kept", "kinds", "known", "lying", "patterns", "planets", "radiation", "spots", "tiles")

    def __init__(self, kinds: Mapping[str, Kind], tiles: Mapping[Hex, Tile] | None = None) -> None:
        self.kinds = kinds
        self.tiles: Mapping[Hex, Tile] = tiles or {}
        self.planets: tuple[Planet, ...] = ()
        self.kept: Mapping[Hex, tuple[int, int]] = {}
        self.spots: Mapping[Hex, Spot] = {}
        self.gravity: Mapping[Hex, int] = {}
        self.radiation: frozenset[Hex] = frozenset()
        self.lying: Mapping[str, int] = {}
        self.patterns: Mapping[str, frozenset[int]] = {}
        self.known: dict[Any, Any] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.tiles == other.tiles

    __hash__ = None  # type: ignore[assignment]  # boards hold mappings

    def __repr__(self) -> str:
        return f"Board({dict(self.tiles)!r})"

    # -- laying ------------------------------------------------------------------

    def lay(self, at: Hex, tile: Tile) -> "Board":
        """The board with one tile more; a sector goes to the planet that keeps the hex, else begins one."""
        new = self._with(at, tile)
        new.spots = self._spots(new, at, tile)
        return new

    def _spots(self, new: "Board", at: Hex, tile: Tile) -> Mapping[Hex, Spot]:
        """What the free hexes demand on the board that has one tile more: those beside it, and those kept for it."""
        tiles, spots, kind = self.tiles, dict(self.spots), self.kinds[tile.kind]
        spots.pop(at, None)
        planet = new.planet_at(at) if kind.sort == PLANET else -1
        for d, hex in enumerate(neighbours(at)):
            if hex not in tiles:
                known = spots.get(hex) or (new.spot(hex) if new.kept else BARE)
                spots[hex] = _beside(known, OPPOSITE[d], kind, tile.edges >> d & 1, planet)
        for hex in new.kept.keys() - self.kept.keys():
            spots[hex] = new.spot(hex)  # beside the first sector, where no tile lies
            for d, near in enumerate(neighbours(hex)):
                if near in spots:
                    spots[near] = _keeping(spots[near], OPPOSITE[d], planet)
        return spots

    def _with(self, at: Hex, tile: Tile) -> "Board":
        """The board with one tile more, all but its spots."""
        new, beside = Board(self.kinds, {**self.tiles, at: tile}), neighbours(at)
        new.planets, new.kept = self.planets, self.kept
        new.lying = {**self.lying, tile.kind: self.lying.get(tile.kind, 0) + 1}
        new.gravity, new.radiation, new.patterns = self.gravity, self.radiation, self.patterns
        if tile.kind == "black-hole":
            new.gravity = {**self.gravity, **{hex: self.gravity.get(hex, 0) + 1 for hex in beside}}
        elif tile.kind == "pulsar":
            new.radiation = self.radiation.union(beside)
        elif (sort := self.kinds[tile.kind].sort) == NEBULA:
            seen = self.patterns.get(tile.kind, frozenset())
            new.patterns = {**self.patterns, tile.kind: seen | {pattern(tile.edges)}}
        elif sort == PLANET:
            new.planets, new.kept = _grown(self.planets, self.kept, at, tile)
        return new

    def lift(self, at: Hex) -> "Board":
        """The board without the tile at `at`."""
        return board(self.kinds, {hex: tile for hex, tile in self.tiles.items() if hex != at}.items())

    def spot(self, at: Hex) -> Spot:
        """What a free hex demands."""
        tiles, kinds, keeping = self.tiles, self.kinds, self.kept
        cloud = plain = kept = 0
        is_open = blocked = moons = False
        planets: set[int] = set()
        for d, hex in enumerate(neighbours(at)):
            if hex in keeping:
                kept |= 1 << d
                planets.add(keeping[hex][0])
            elif hex in tiles:
                name, edges = tiles[hex]
                kind = kinds[name]
                if kind.sort == NEBULA and edges >> OPPOSITE[d] & 1:
                    cloud |= 1 << d
                else:
                    plain |= 1 << d
                if kind.blocked:
                    blocked = True
                else:
                    is_open = True
                if kind.sort == PLANET:
                    planets.add(self.planet_at(hex))
                elif kind.sort == MOON:
                    moons = True
        keeps, sector = keeping.get(at, (-1, 0))
        return Spot(cloud, plain, kept, is_open, blocked, moons, frozenset(planets), keeps, sector)

    # -- looking ------------------------------------------------------------------

    def sort(self, at: Hex) -> str:
        """The sort of tile at a hex; "" without one."""
        return self.kinds[self.tiles[at].kind].sort if at in self.tiles else ""

    @property
    def reachable(self) -> list[tuple[Hex, Spot]]:
        """[5.3] The free hexes that are beside a tile which can be entered, with what they demand."""
        if "reachable" not in self.known:
            items = self.spots.items()
            self.known["reachable"] = [(at, spot) for at, spot in items if spot.open or not spot.blocked]
        found: list[tuple[Hex, Spot]] = self.known["reachable"]
        return found

    def planet_at(self, at: Hex) -> int:
        """The number of the planet that has, or keeps, a hex; -1 for none."""
        for n, planet in enumerate(self.planets):
            if at in planet.hexes:
                return n
        return -1

    def moons_of(self, planet: int) -> Iterator[Hex]:
        """[5.1.5] The moon tiles beside a planet, each once, in a stable order."""
        beside = {hex for each in self.planets[planet].hexes for hex in neighbours(each)}
        return (hex for hex in sorted(beside) if self.sort(hex) == MOON)

    def unfinished(self, colour: str) -> int:
        """[5.1.7] The number of the planet of a colour that has to be finished; -1 for none."""
        return next((n for n, p in enumerate(self.planets) if p.colour == colour and not p.complete), -1)

    @property
    def complete(self) -> int:
        """How many planets are complete."""
        return sum(planet.complete for planet in self.planets)

    def cluster(self, at: Hex) -> frozenset[Hex]:
        """[G4] The nebula tiles connected with the one at `at`, it included; empty if none lies there."""
        if self.sort(at) != NEBULA:
            return frozenset()
        found, todo = {at}, [at]
        while todo:
            for hex in self._cloudwards(todo.pop()):
                if hex in self.tiles and hex not in found:
                    found.add(hex)
                    todo.append(hex)
        return frozenset(found)

    def open_edges(self, cluster: Iterable[Hex]) -> tuple[Hex, ...]:
        """[G4] The free hexes that nebula edges of these tiles face, in a stable order; none: it is complete."""
        return tuple(sorted({hex for at in cluster for hex in self._cloudwards(at) if hex not in self.tiles}))

    @property
    def clusters(self) -> tuple[frozenset[Hex], ...]:
        """Every nebula, in a stable order."""
        found: list[frozenset[Hex]] = []
        for at in sorted(self.tiles):
            if self.sort(at) == NEBULA and not any(at in cluster for cluster in found):
                found.append(self.cluster(at))
        return tuple(found)

    def _cloudwards(self, at: Hex) -> Iterator[Hex]:
        edges = self.tiles[at].edges
        return (hex for d, hex in enumerate(neighbours(at)) if edges >> d & 1)


def _beside(spot: Spot, d: int, kind: Kind, solid: int, planet: int) -> Spot:
    """What a free hex demands when a tile comes to lie in direction d, `solid` if its edge here is; or a `planet`'s."""
    cloud, plain, kept, is_open, blocked, moons, planets, keeps, sector = spot
    bit = 1 << d
    clouded = solid and kind.sort == NEBULA
    return Spot(
        cloud | bit if clouded else cloud,
        plain if clouded else plain | bit,
        kept & ~bit,
        is_open or not kind.blocked,
        blocked or kind.blocked,
        moons or kind.sort == MOON,
        planets if planet < 0 or planet in planets else planets | {planet},
        keeps,
        sector,
    )


def _keeping(spot: Spot, d: int, planet: int) -> Spot:
    """What a free hex demands when the hex in direction d is kept for a planet."""
    return spot._replace(kept=spot.kept | 1 << d, planets=spot.planets | {planet})


# -- making ------------------------------------------------------------------


def board(kinds: Mapping[str, Kind], tiles: Iterable[tuple[Hex, Tile]]) -> Board:
    """The board of these tiles, in the order in which they were laid (sectors of one colour may need it)."""
    new = Board(kinds)
    for at, tile in dict(tiles).items():
        new = new._with(at, tile)
    free = dict.fromkeys(hex for at in new.tiles for hex in neighbours(at) if hex not in new.tiles)
    new.spots = {hex: new.spot(hex) for hex in free}
    return new


def homeworld(kinds: Mapping[str, Kind]) -> Board:
    """[3.0, G2] The start tile: the Homeworld space and the six spaces round it."""
    inner = ((hex, Tile("inner")) for hex in ring(ORIGIN, 1))
    return board(kinds, ((ORIGIN, Tile("homeworld")), *inner))


HOME = 7  # the hexes of the Homeworld tile
RING = ring(ORIGIN, 2)  # [G2] where the start tiles lie


def _grown(
    planets: tuple[Planet, ...], kept: Mapping[Hex, tuple[int, int]], at: Hex, tile: Tile
) -> tuple[tuple[Planet, ...], Mapping[Hex, tuple[int, int]]]:
    """The planets, and the hexes kept for them, with one sector more."""
    if at in kept:
        n, _ = kept[at]
        grown = planets[n]._replace(placed=planets[n].placed + 1)
        return (*planets[:n], grown, *planets[n + 1 :]), {hex: how for hex, how in kept.items() if hex != at}
    if first_edge(tile.edges) < 0:
        return planets, kept  # nobody has told how it lies, or wrongly: `faults` says so
    first, second, third = footprint(at, tile.edges)
    new = {hex: (len(planets), how) for hex, how in (second, third)}
    return (*planets, Planet(tile.kind, (first[0], second[0], third[0]), 1)), {**kept, **new}


def footprint(at: Hex, edges: int) -> tuple[tuple[Hex, int], tuple[Hex, int], tuple[Hex, int]]:
    """[G3] The three hexes of a planet begun at `at`, counter-clockwise, each with how its sector lies."""
    d = first_edge(edges)
    return (at, pair(d)), (neighbour(at, d), pair(d + 2)), (neighbour(at, d + 1), pair(d + 4))


def pair(d: int) -> int:
    """Two solid edges side by side [G3]: the direction d and the next one counter-clockwise."""
    return 1 << d % 6 | 1 << (d + 1) % 6


def first_edge(edges: int) -> int:
    """The direction d of a pair of edges d, d + 1; -1 if they are no such pair."""
    return next((d for d in range(6) if pair(d) == edges), -1)


def directions(edges: int) -> tuple[int, ...]:
    """The directions of edges, counter-clockwise from the east."""
    return tuple(d for d in range(6) if edges >> d & 1)


def bits(these: Iterable[int]) -> int:
    """The edges in these directions."""
    return sum({1 << d % 6 for d in these})


def turned(edges: int, steps: int) -> int:
    """Edges turned counter-clockwise by `steps` times 60 degrees."""
    steps %= 6
    return (edges << steps | edges >> (6 - steps)) & ALL


@cache
def pattern(edges: int) -> int:
    """The same for a tile however it is turned: the least of its six turns [G4]."""
    return min(turned(edges, steps) for steps in range(6))


# -- in words ------------------------------------------------------------------


def said(edges: int) -> tuple[str, ...]:
    """Edges as they are said: `e ne`."""
    return tuple("".join(part[0] for part in COMPASS[d].split("-")) for d in directions(edges))


def planet_name(board: Board, planet: int) -> str:
    """A planet by its colour and the hex where it was begun: `green K3`."""
    return f"{board.planets[planet].colour} {label(board.planets[planet].hexes[0])}"


def facing(edges: int, at: Hex) -> tuple[Hex, ...]:
    """The hexes that edges face."""
    return tuple(neighbour(at, d) for d in directions(edges))
