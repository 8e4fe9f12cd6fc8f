"""The referee's board against slow twins that know nothing of it, and against itself turned and mirrored."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

import pytest

from referee.games.parsec import placing, ways
from referee.games.parsec.board import Board, Tile, bits, board, directions, turned
from referee.games.parsec.events import Put
from referee.games.parsec.placement import check
from referee.games.parsec.places import places, shapes
from referee.games.parsec.position import Position
from referee.hexes import ORIGIN, Hex, distance, label, neighbours, parse, reflect, ring, rotate
from tests.parsec import twins
from tests.parsec.test_scoring import BOARDS, KIT, laid, table

NOBODY: dict[str, dict[twins.Hex, int]] = {"Ann": {}}
HOUSES: tuple[dict[str, str], ...] = (
    {},
    {"moon_contact": "placed", "warp_access": "no"},
    {"blocked_beside": "legal"},
    {"blocked_beside": "legal", "warp_access": "no"},
)
KINDS = tuple(twins.CUP)
READ = ("moon", "black-hole", "neb1")  # kinds of every sort for which the readings make a difference
BOXED = (  # a box in which every shape is known
    *("teach nebula neb2 e ne", "teach nebula nebL e nw", "teach nebula neb3 e ne nw"),
    *("teach nebula neb4 e ne w sw", "teach nebula neb4 e ne nw w"),
)


@cache
def stage(seed: int, n: int) -> twins.Board:
    """A board as it was when so many tiles had been laid."""
    return dict(list(laid(seed).items())[: len(twins.HOME) + n])


def stages(seed: int) -> Iterator[twins.Board]:
    """A board with half its ring, one well under way, and that one riddled with black holes and warps."""
    chance = random.Random(seed)
    yield stage(seed, chance.randint(3, 9))
    yield (tiles := stage(seed, chance.randint(20, 45)))
    bare = {at for at, (kind, _) in tiles.items() if kind in ("empty", "asteroid", "derelict")}
    yield {at: (chance.choice(("black-hole", "warp")), twins.NO_EDGES) if at in bare else tiles[at] for at in tiles}


def sides(edges: Iterable[int]) -> list[twins.Edges]:
    """Edges kept as bits in the twins' own form."""
    return [frozenset(directions(each)) for each in edges]


def seen(pos: Position, kind: str) -> list[twins.Edges]:
    """How such a tile may lie, by what is known of its shape."""
    return sides(shapes(pos, KIT.kinds[kind]))


def plain(lies: Iterable[tuple[Hex, int]]) -> set[twins.Placement]:
    """Placements in the twins' own form."""
    return {((at.q, at.r), frozenset(directions(edges))) for at, edges in lies}


# -- where tiles may lie ------------------------------------------------------------------


@pytest.mark.parametrize("house", HOUSES, ids=str)
@pytest.mark.parametrize("seed", range(BOARDS))
def test_every_place_of_every_kind_is_one_of_the_twin_and_none_is_missing(seed: int, house: dict[str, str]) -> None:
    for n, tiles in enumerate(stages(seed)):
        pos = table(tiles, NOBODY, BOXED, agenda=(), house=house)
        for kind in READ if house or n > 1 else KINDS:
            found = places(pos, kind)
            assert plain(found) == twins.placements(tiles, kind, seen(pos, kind), readings=house), kind
            assert len(set(found)) == len(found)


@pytest.mark.parametrize("kind", twins.CLOUDS)
def test_a_nebula_that_nobody_has_seen_is_tried_in_all_its_patterns(kind: str) -> None:
    tiles = {at: tile for at, tile in stage(0, 24).items() if tile[0] != kind}
    pos = table(tiles, NOBODY, agenda=())
    assert set(seen(pos, kind)) == set(twins.patterns(kind))
    assert plain(places(pos, kind)) == twins.placements(tiles, kind, twins.patterns(kind))


@pytest.mark.parametrize("kind", ["neb1", "nebT"])
def test_where_nebulas_must_be_extended_a_tile_begins_none_that_could_extend_one(kind: str) -> None:
    house = {"extend": "must"}
    for seed in range(BOARDS):
        pos = table(tiles := stage(seed, 8), NOBODY, BOXED, agenda=(), house=house)
        assert plain(places(pos, kind)) == twins.placements(tiles, kind, seen(pos, kind), readings=house)


@pytest.mark.parametrize("seed", range(BOARDS))
def test_start_tiles_find_the_places_of_the_twin_in_the_ring(seed: int) -> None:
    for n in range(0, 12, 3):
        tiles = stage(seed, n)
        for kind in twins.START:
            pos = table(tiles, NOBODY, BOXED, agenda=(("ring",),), turn=0)
            assert plain(places(pos, kind)) == twins.placements(tiles, kind, seen(pos, kind), ring=True), kind


# -- why not ------------------------------------------------------------------

ROWS = (
    *("5.1-a", "5.1-b", "5.1-c", "5.1-d", "5.1-e", "5.1.5-a", "5.1.5-b", "5.1.5-c", "5.1.5-e", "5.1.6-a", "5.1.6-b"),
    *("5.1.6-c", "5.1.6-d", "5.1.6-g", "5.1.7-a", "5.1.7-b", "5.1.7-c", "5.3-a", "5.3-b", "5.3-c"),
)


def tried(chance: random.Random, tiles: twins.Board, n: int) -> Iterator[tuple[str, Hex, int]]:
    """Tiles laid where chance has it, seldom by the rules: on the board, beside it, and further out."""
    near = {there for at in tiles for there in twins.neighbours(at)}
    far = sorted(near | {there for at in near for there in twins.neighbours(at)})
    for _ in range(n):
        kind = chance.choice(KINDS if chance.random() < 0.8 else READ)
        at = chance.choice(sorted(near) if chance.random() < 0.9 else far)
        edges = chance.choice(twins.patterns(kind))
        if kind in twins.CLOUDS and kind != "nebL" and chance.random() < 0.05:
            edges = frozenset(chance.sample(range(6), chance.randint(1, 6)))
        yield kind, Hex(*at), bits(edges)


def reasons(pos: Position, kind: str, at: Hex, edges: int) -> set[str]:
    """The rows that do not let it stand."""
    return {objection.rule for objection in check(pos, kind, at, edges) if not objection.stands}


def test_a_tile_is_refused_for_the_reasons_of_the_twin_and_stands_where_it_has_none() -> None:
    chance, found = random.Random("why not"), Counter[str]()
    for seed in range(BOARDS):
        for tiles in stages(seed):
            for house in HOUSES:
                pos = table(tiles, NOBODY, agenda=(), house=house)
                for kind, at, edges in tried(chance, tiles, 120):
                    wanted = twins.why_not(tiles, (at.q, at.r), kind, sides([edges])[0], readings=house)
                    assert reasons(pos, kind, at, edges) == wanted, (kind, label(at), directions(edges))
                    found.update(wanted)
    assert {row: found[row] for row in ROWS if found[row] < 5} == {}


# -- what lies ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(BOARDS))
def test_a_board_laid_tile_by_tile_is_the_board_laid_at_once(seed: int) -> None:
    whole = table(stage(seed, 0), NOBODY).board
    for n, (at, (kind, edges)) in enumerate(list(laid(seed).items())[len(twins.HOME) :], 1):
        whole = whole.lay(Hex(*at), Tile(kind, bits(edges)))
        again = table(stage(seed, n), NOBODY).board
        assert whole == again
        assert (whole.spots, whole.planets, whole.kept) == (again.spots, again.planets, again.kept)
        assert (set(whole.radiation), +Counter(whole.gravity)) == (set(again.radiation), +Counter(again.gravity))
    assert whole.lift(Hex(*at)) == table(stage(seed, n - 1), NOBODY).board


@pytest.mark.parametrize("seed", range(BOARDS))
def test_planets_and_nebulas_are_those_of_the_twin(seed: int) -> None:
    for tiles in stages(seed):
        found = table(tiles, NOBODY).board
        planets = {(each.colour, frozenset(each.hexes), each.placed) for each in found.planets}
        assert planets == {(each.colour, each.footprint, len(each.sectors)) for each in twins.planets(tiles)}
        assert set(found.kept) == twins.reserved(tiles)
        assert sorted(map(sorted, found.clusters)) == sorted(map(sorted, twins.clusters(tiles)))
        for cluster in found.clusters:
            facing = {twins.beyond(at, d) for at, d in twins.open_edges(tiles, cluster)}
            assert set(found.open_edges(cluster)) == facing


def test_a_nebula_brings_its_bonus_with_the_tile_that_closes_it() -> None:
    paid = Counter[int]()
    for seed in range(BOARDS):
        tiles = stage(seed, 75)
        for kind in twins.CLOUDS:
            pos = table(tiles, NOBODY, BOXED, agenda=(("lay", "Ann", kind),), house={}, layers={})
            for at, edges in places(pos, kind):
                after = placing.put(pos, Put("Ann", at, edges))
                points = sum(int(frame[2]) for frame in after.agenda if frame[0] == "points")
                assert points == twins.bonus({**tiles, (at.q, at.r): (kind, sides([edges])[0])}, (at.q, at.r))
                paid[points] += 1
    assert min(paid[0], paid[2]) > 5


# -- moving ------------------------------------------------------------------


def flying(tiles: twins.Board, *, sensors: bool) -> Position:
    return table(tiles, NOBODY, completed={"Ann": ("sensors",) if sensors else ()}, agenda=(), house={})


@pytest.mark.parametrize("sensors", [False, True], ids=["plain", "sensors"])
@pytest.mark.parametrize("seed", range(BOARDS))
def test_entering_flying_and_jumping_cost_what_the_twin_pays(seed: int, sensors: bool) -> None:
    chance = random.Random(seed)
    for tiles in stages(seed):
        pos = flying(tiles, sensors=sensors)
        for at in (*tiles, (40, 0)):
            assert ways.enter_cost(pos, "Ann", Hex(*at)) == twins.enter_cost(tiles, at, sensors)
        targets = twins.jump_targets(tiles, sensors)
        assert set(ways.jump_targets(pos, "Ann")) == targets
        open_ones = sorted(at for at, (kind, _) in tiles.items() if kind not in twins.BLOCKED)
        for start in chance.sample(open_ones, 4):
            least = twins.costs(tiles, start, sensors)
            for goal in chance.sample(open_ones, 6):
                way = ways.cheapest(pos, "Ann", Hex(*start), Hex(*goal))
                assert (ways.price(pos, "Ann", way) if way is not None else None) == least.get(goal)
                assert all(one in neighbours(other) for one, other in pairwise((Hex(*start), *(way or ()))))


@pytest.mark.parametrize("sensors", [False, True], ids=["plain", "sensors"])
def test_the_way_off_a_pulsar_costs_what_the_twin_pays(sensors: bool) -> None:
    found = Counter[int | None]()
    for seed in range(BOARDS):
        tiles = laid(seed)
        pos = flying(tiles, sensors=sensors)
        near = (at for at in tiles if twins.beside_pulsar(tiles, at))
        for at in (at for at in near if tiles[at][0] not in twins.BLOCKED):
            for jumps in (True, False):
                off = ways.way_off(pos, "Ann", Hex(*at), jumps)
                assert off == twins.way_off(tiles, at, sensors, jumps=jumps), (label(Hex(*at)), jumps)
                found[off] += 1
    assert sum(found.values()) > 10
    assert len(found) > 1


# -- turned and mirrored ------------------------------------------------------------------


def mirrored(edges: int) -> int:
    """Edges in the mirror of `reflect`, which swaps east and west."""
    return bits(3 - d for d in directions(edges))


def moved(at: Hex, turns: int, mirror: bool) -> Hex:
    return reflect(rotate(at, turns)) if mirror else rotate(at, turns)


def pointed(edges: int, turns: int, mirror: bool) -> int:
    return mirrored(turned(edges, turns)) if mirror else turned(edges, turns)


def moved_board(found: Board, turns: int, mirror: bool) -> Board:
    tiles = ((moved(at, turns, mirror), Tile(t.kind, pointed(t.edges, turns, mirror))) for at, t in found.tiles.items())
    return board(found.kinds, tiles)


@pytest.mark.parametrize("mirror", [False, True], ids=["turned", "mirrored"])
@pytest.mark.parametrize("turns", range(6))
def test_a_table_that_is_turned_or_mirrored_is_judged_alike(turns: int, mirror: bool) -> None:
    chance = random.Random(turns)
    for seed in range(2):
        for tiles in stages(seed):
            pos = table(tiles, NOBODY, agenda=(), house={})
            other = pos.put(board=moved_board(pos.board, turns, mirror))
            for kind, at, edges in tried(chance, tiles, 60):
                there = moved(at, turns, mirror), pointed(edges, turns, mirror)
                assert _verdict(pos, kind, at, edges) == _verdict(other, kind, *there)
            for kind in ("brown", "neb1", "nebT", "moon", "empty"):
                turned_places = {
                    (moved(at, turns, mirror), pointed(edges, turns, mirror)) for at, edges in places(pos, kind)
                }
                assert set(places(other, kind)) == turned_places
            for at in pos.board.tiles:
                goal = moved(at, turns, mirror)
                assert ways.enter_cost(pos, "Ann", at) == ways.enter_cost(other, "Ann", goal)
                assert ways.way_off(pos, "Ann", at) == ways.way_off(other, "Ann", goal)


def _verdict(pos: Position, kind: str, at: Hex, edges: int) -> Counter[tuple[str, str, bool]]:
    return Counter((each.rule, each.basis, each.stands) for each in check(pos, kind, at, edges))


# -- names ------------------------------------------------------------------


def test_a_table_as_wide_as_its_tiles_reach_has_short_names_none_of_them_twice() -> None:
    reach = 2 + sum(twins.CUP.values())  # the whole cup in one line, from the ring on
    names: set[str] = set()
    for radius in range(reach + 1):
        for at in ring(ORIGIN, radius):
            name = label(at)
            assert len(name) <= 4
            assert parse(name) == at
            assert parse(name.lower()) == at
            names.add(name.casefold())
    assert len(names) == 1 + 3 * reach * (reach + 1)


@pytest.mark.parametrize("d", range(6))
def test_a_line_of_all_the_tiles_of_the_cup_lies_and_is_flown_to_its_end(d: int) -> None:
    line = [ORIGIN]
    while len(line) <= 2 + sum(twins.CUP.values()):
        line.append(neighbours(line[-1])[d])
    tiles = {(at.q, at.r): ("asteroid", twins.NO_EDGES) for at in line[2:]}
    pos = table({**twins.HOME, **tiles}, NOBODY, agenda=(), house={})
    assert distance(ORIGIN, line[-1]) == 95
    way = ways.cheapest(pos, "Ann", ORIGIN, line[-1])
    assert way == tuple(line[1:])
    assert ways.price(pos, "Ann", tuple(way)) == 1 + 2 * 94
    assert {lie.at for lie in places(pos, "empty")} == {
        at for hex in (*line[2:],) for at in neighbours(hex) if at not in pos.board.tiles
    } | {at for at in ring(ORIGIN, 2) if at not in pos.board.tiles}
