"""The twins against the worked examples W1 to W6 and G to L5, and boards laid at random by the rules."""

from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

from tests.parsec.twins import (
    BLOCKED,
    CLOUDS,
    COLOURS,
    CUP,
    HOME,
    MOONS,
    NO_EDGES,
    RING,
    ROUND,
    START,
    Board,
    Hex,
    Readings,
    Table,
    Tile,
    beyond,
    bonus,
    cheapest,
    closed,
    clusters,
    controller,
    costs,
    crossed,
    enter_cost,
    first_steps,
    jump_targets,
    moons,
    nanotech_points,
    nebula_pay,
    neighbours,
    open_edges,
    patterns,
    placements,
    planet_pay,
    planets,
    random_board,
    reserved,
    scoring_round,
    way_off,
    why_not,
)

Laid = tuple[str, int, int, set[int]]


def lay(*tiles: Laid) -> Board:
    return {(q, r): (kind, frozenset(edges)) for kind, q, r, edges in tiles}


def rows(tiles: Board, tile: Laid, readings: Readings | None = None) -> set[str]:
    """The rows that forbid the tile."""
    kind, q, r, edges = tile
    return why_not(tiles, (q, r), kind, frozenset(edges), readings=readings or {})


def plain(kind: str, *spaces: Hex) -> list[Laid]:
    return [(kind, *space, set()) for space in spaces]


def planet(colour: str, q: int, r: int) -> list[Laid]:
    """The three sectors of a planet whose first has its solid edges to the east and north-east."""
    return [(colour, q, r, {0, 1}), (colour, q + 1, r, {2, 3}), (colour, q + 1, r - 1, {4, 5})]


# Figures


def test_the_ring_has_twelve_spaces_on_eighteen_edges_of_the_homeworld_tile() -> None:
    edges = Counter(sum(there in HOME for there in neighbours(at)) for at in RING)
    assert edges == {1: 6, 2: 6}


def test_the_supply_is_the_printed_one() -> None:
    every = Counter(START) + Counter(CUP)
    assert (sum(START.values()), sum(CUP.values())) == (12, 93)
    assert sum(every[kind] for kind in CLOUDS) == 28
    assert sum(every[kind] * edges for kind, edges in CLOUDS.items()) == 53
    assert {colour: every[colour] // 3 for colour in COLOURS} == {"brown": 4, "green": 3, "blue": 2, "gold": 1}
    assert sum(every[kind] * worth for kind, worth in MOONS.items()) == 8
    assert sum(every[kind] for kind in BLOCKED) == 8


# W5: placing

GREEN_BEGUN = lay(("green", 0, 0, {0, 1}), ("empty", 2, 0, set()))
GREEN_STARTED = lay(("empty", 0, 1, set()), *planet("green", 0, 0)[:2])
GREEN_AND_BROWN = {**GREEN_STARTED, **lay(*plain("empty", (2, -1), (2, -2)), *planet("brown", 1, -3))}
BLUE_STARTED = lay(("empty", 0, 1, set()), *planet("blue", 0, 0)[:2])
HOLE = lay(("empty", 2, 0, set()), ("black-hole", 3, 0, set()))
HOLE_AND_BROWN = {**HOLE, **lay(("brown", 3, -1, {1, 2}))}
SPACE = lay(("empty", 0, 0, set()))
GREEN_AND_MOON = {**GREEN_STARTED, **lay(("moon", 0, -1, set()))}
NOVA = {**SPACE, **lay(("supernova", 1, 0, set()))}
CLOUD = {**SPACE, **lay(("neb1", 1, 0, {0}))}


@pytest.mark.parametrize(
    ("tiles", "tile", "broken"),
    [
        pytest.param(GREEN_STARTED, ("neb2", 2, -1, {3, 4}), "5.1-c 5.1.6-a 5.1.6-c", id="A wrong"),
        pytest.param(GREEN_STARTED, ("neb2", 2, -1, {0, 1}), "", id="A right"),
        pytest.param(GREEN_AND_BROWN, ("double-moon", 1, -2, set()), "5.1.5-a", id="B wrong"),
        pytest.param(GREEN_AND_BROWN, ("double-moon", 0, -1, set()), "", id="B right"),
        pytest.param(GREEN_STARTED, ("green", 1, -1, {4, 5}), "", id="C"),
        pytest.param(BLUE_STARTED, ("green", 1, -1, {0, 1}), "5.1-d", id="D wrong"),
        pytest.param(BLUE_STARTED, ("blue", 1, -1, {4, 5}), "", id="D right"),
        pytest.param(HOLE, ("moon", 4, 0, set()), "5.1-e 5.1.5-a 5.3-a 5.3-b", id="E wrong"),
        pytest.param(HOLE_AND_BROWN, ("moon", 4, -1, set()), "", id="E right"),
        pytest.param(SPACE, ("neb3", 1, 0, {2, 3, 4}), "5.1-c 5.1.6-a", id="F wrong"),
        pytest.param(SPACE, ("neb3", 1, 0, {0, 1, 5}), "", id="F right"),
        pytest.param(GREEN_STARTED, ("empty", 1, -1, set()), "5.1-d", id="H"),
        pytest.param(GREEN_AND_MOON, ("brown", -1, 0, {3, 4}), "5.1.5-e 5.1.7-c", id="J"),
        pytest.param(NOVA, ("pulsar", 2, 0, set()), "5.1-e 5.3-a", id="K blocked"),
        pytest.param(NOVA, ("empty", 2, 0, set()), "5.1-e 5.3-a 5.3-b", id="K empty"),
        pytest.param(NOVA, ("empty", 1, -1, set()), "", id="K2"),
        pytest.param(CLOUD, ("asteroid", 2, 0, set()), "5.1-c 5.1.6-d", id="L"),
        pytest.param(CLOUD, ("neb1", 2, 0, {3}), "", id="L2"),
        pytest.param(CLOUD, ("neb1", 2, 0, {0}), "5.1-c 5.1.6-b", id="L3"),
        pytest.param(CLOUD, ("neb1", 1, 1, {0}), "", id="L4"),
        pytest.param(CLOUD, ("brown", 2, -1, {5, 0}), "5.1.7-b", id="L5 faced"),
        pytest.param(CLOUD, ("brown", 2, -1, {4, 5}), "5.1.7-b", id="L5 taken"),
        pytest.param(SPACE, ("empty", 0, 0, set()), "5.1-a", id="taken"),
        pytest.param(SPACE, ("empty", 2, 0, set()), "5.1-b", id="apart"),
        pytest.param(SPACE, ("neb3", 1, 0, {0, 1}), "5.1.6-g", id="two clouds for three"),
        pytest.param(SPACE, ("nebT", 1, 0, {0, 1}), "5.1.6-g", id="a tunnel with a bend"),
        pytest.param(SPACE, ("nebL", 1, 0, {0, 1}), "", id="an L as it lies"),
        pytest.param(SPACE, ("brown", 1, 0, {0, 5}), "", id="edges over the east"),
        pytest.param(SPACE, ("brown", 1, 0, {0, 2}), "5.1.7-d", id="edges apart"),
        pytest.param(GREEN_STARTED, ("moon", 1, -1, set()), "5.1-d 5.1.5-c", id="moon on a kept space"),
        pytest.param(GREEN_STARTED, ("green", 1, -1, {3, 4}), "5.1-d", id="sector turned"),
        pytest.param(GREEN_STARTED, ("neb2", 1, -1, {0, 1}), "5.1-d", id="nebula on a kept space"),
    ],
)
def test_a_tile_may_be_placed_or_breaks_these_rows(tiles: Board, tile: Laid, broken: str) -> None:
    assert rows(tiles, tile) == set(broken.split())


def test_g_a_planet_between_three_tiles_has_two_directions() -> None:
    tiles = lay(*plain("empty", (0, 0), (0, -1), (2, -1)))
    found = {edges for at, edges in placements(tiles, "brown", patterns("brown")) if at == (1, 0)}
    assert found == {frozenset({4, 5}), frozenset({5, 0})}


def test_d_another_colour_never_lies_on_a_kept_space() -> None:
    assert all("5.1-d" in rows(BLUE_STARTED, ("green", 1, -1, set(edges))) for edges in patterns("green"))


def test_i_a_planet_is_finished_before_its_colour_is_started_again() -> None:
    assert all(rows(GREEN_STARTED, ("green", -1, 1, set(edges))) == {"5.1.7-a"} for edges in patterns("green"))


def test_j_no_planet_starts_beside_the_moon_of_another() -> None:
    found = [rows(GREEN_AND_MOON, ("brown", -1, 0, set(edges))) for edges in patterns("brown")]
    assert all(broken >= {"5.1.5-e", "5.1.7-c"} for broken in found)


def test_no_space_is_kept_beside_the_moon_of_another_planet() -> None:
    tiles = {**GREEN_AND_MOON, **lay(("empty", -2, 1, set()))}
    assert rows(tiles, ("brown", -2, 0, {0, 1})) == {"5.1.5-e", "5.1.7-c"}
    assert rows(tiles, ("brown", -2, 0, {2, 3})) == set()


def test_the_third_sector_has_one_place() -> None:
    assert placements(GREEN_STARTED, "green", patterns("green")) == {((1, -1), frozenset({4, 5}))}


def test_a_single_edge_beside_empty_space_has_five_directions_in_six_places() -> None:
    found = placements(SPACE, "neb1", patterns("neb1"))
    assert Counter(at for at, _ in found) == dict.fromkeys(neighbours((0, 0)), 5)


def test_a_start_tile_lies_in_the_ring() -> None:
    assert {at for at, _ in placements(HOME, "asteroid", [NO_EDGES], ring=True)} == set(RING)
    started: dict[Hex, Tile] = {**HOME, (2, 0): ("empty", NO_EDGES)}
    assert why_not(started, (3, 0), "asteroid", NO_EDGES, ring=True) == {"3.0-j"}
    assert why_not(started, (3, 0), "asteroid", NO_EDGES) == set()


@pytest.mark.parametrize(
    ("readings", "tiles", "tile", "broken"),
    [
        ({"blocked_beside": "legal"}, NOVA, ("pulsar", 2, 0, set()), ""),
        ({"blocked_beside": "legal"}, NOVA, ("empty", 2, 0, set()), "5.1-e 5.3-a 5.3-b"),
        ({}, lay(("warp", 0, 0, set()), ("pulsar", 1, 0, set())), ("empty", 0, 1, set()), ""),
        ({"warp_access": "no"}, lay(("warp", 0, 0, set()), ("pulsar", 1, 0, set())), ("empty", 0, 1, set()), "5.3-c"),
        ({"warp_access": "no"}, lay(("warp", 0, 0, set())), ("empty", 0, 1, set()), ""),
        ({}, GREEN_BEGUN, ("moon", 2, -1, set()), ""),
        ({"moon_contact": "placed"}, GREEN_BEGUN, ("moon", 2, -1, set()), "5.1.5-b"),
        ({"moon_contact": "placed"}, GREEN_STARTED, ("moon", 0, -1, set()), ""),
        ({"extend": "must"}, CLOUD, ("neb1", 1, 1, {0}), "5.1.6-e"),
        ({"extend": "must"}, CLOUD, ("neb1", 2, 0, {3}), ""),
        ({"extend": "must"}, SPACE, ("neb1", 1, 0, {0}), ""),
    ],
)
def test_another_reading_gives_another_answer(readings: Readings, tiles: Board, tile: Laid, broken: str) -> None:
    assert rows(tiles, tile, readings) == set(broken.split())


# Nebulas


def chain(length: int) -> Board:
    """A closed nebula of so many tiles in a row."""
    middle: list[Laid] = [("nebT", q, 0, {0, 3}) for q in range(1, length - 1)]
    return lay(("neb1", 0, 0, {0}), *middle, ("neb1", length - 1, 0, {3}))


@pytest.mark.parametrize(("length", "each", "once"), [(2, 1, 0), (3, 1, 2), (4, 2, 2), (5, 2, 2), (6, 3, 2), (7, 3, 2)])
def test_w6_a_closed_nebula_pays_each_player_in_it_and_a_bonus(length: int, each: int, once: int) -> None:
    tiles = chain(length)
    found = nebula_pay(Table(tiles, {"Ann": {(0, 0): 2, (1, 0): 1}, "Bob": {(length - 1, 0): 1}, "Cem": {}}))
    assert {player: gains["rp"] for player, gains in found.items()} == {"Ann": each, "Bob": each, "Cem": 0}
    assert bonus(tiles, (length - 1, 0)) == once


def test_an_open_nebula_pays_nothing_and_no_bonus() -> None:
    tiles = {at: tile for at, tile in chain(5).items() if at != (4, 0)}
    assert open_edges(tiles, clusters(tiles)[0]) == {((3, 0), 0)}
    assert closed(tiles) == []
    assert bonus(tiles, (3, 0)) == 0
    assert nebula_pay(Table(tiles, {"Ann": {(0, 0): 1}}))["Ann"]["rp"] == 0


def test_plain_sides_part_two_nebulas() -> None:
    tiles = {**CLOUD, **lay(("neb1", 1, 1, {0}), ("neb1", 2, 0, {3}))}
    assert sorted(map(sorted, clusters(tiles))) == [[(1, 0), (2, 0)], [(1, 1)]]
    assert closed(tiles) == [{(1, 0), (2, 0)}]


def test_a_cloud_against_a_plain_side_joins_nothing() -> None:
    """A table that let it stand has two nebulas, neither with an open edge."""
    assert closed(lay(("neb1", 0, 0, {0}), ("neb1", 1, 0, {2}), ("neb1", 1, -1, {5}))) == [{(0, 0)}, {(1, 0), (1, -1)}]


def test_a_tile_may_close_a_loop() -> None:
    """Three tiles around a corner, each with a cloud to both others."""
    tiles = lay(("neb2", 0, 0, {0, 1}), ("neb2", 1, 0, {2, 3}), ("neb2", 1, -1, {4, 5}))
    assert closed(tiles) == [{(0, 0), (1, 0), (1, -1)}]
    assert bonus(tiles, (1, -1)) == 2


# W6, W4: moving


def holes(number: int, kind: str) -> Board:
    """A tile of the kind at (0, 0) with so many black holes beside it."""
    return lay((kind, 0, 0, set()), *plain("black-hole", *neighbours((0, 0))[:number]))


@pytest.mark.parametrize(
    ("kinds", "base", "sensed", "jumped"),
    [
        ("empty brown moon double-moon derelict homeworld inner", 1, 1, "yes"),
        ("asteroid neb1 neb6", 2, 1, "sensors"),
        ("warp", 2, 2, "no"),
    ],
)
def test_w6_what_a_space_costs_and_who_jumps_there(kinds: str, base: int, sensed: int, jumped: str) -> None:
    for kind in kinds.split():
        assert [enter_cost(holes(number, kind), (0, 0)) for number in range(3)] == [base, base + 1, base + 2]
        assert [enter_cost(holes(number, kind), (0, 0), sensors=True) for number in range(2)] == [sensed, sensed + 1]
        alone = holes(0, kind)
        assert jump_targets(alone) == ({(0, 0)} if jumped == "yes" else set())
        assert jump_targets(alone, sensors=True) == ({(0, 0)} if jumped != "no" else set())
        assert jump_targets(holes(1, kind), sensors=True) == set()


@pytest.mark.parametrize("kind", sorted(BLOCKED))
def test_w6_nobody_enters_a_blocked_tile(kind: str) -> None:
    assert enter_cost(lay((kind, 0, 0, set())), (0, 0)) is None
    assert jump_targets(lay((kind, 0, 0, set())), sensors=True) == set()


def test_nobody_enters_a_space_without_a_tile() -> None:
    assert enter_cost(SPACE, (1, 0)) is None


def test_w4_green_flies_over_two_empty_spaces_into_a_nebula() -> None:
    tiles = lay(("asteroid", 0, 0, set()), *plain("empty", (1, 0), (2, 0)), ("neb1", 3, 0, {0}))
    assert cheapest(tiles, (0, 0), (3, 0)) == 1 + 1 + 2


def test_w4_red_takes_the_warp() -> None:
    tiles = lay(("neb1", 0, 0, {3}), ("empty", 1, 0, set()), ("warp", 2, 0, set()), ("blue", 9, 0, {0, 1}))
    assert cheapest(tiles, (0, 0), (9, 0), jumps=True) == 1 + 2 + 1
    assert cheapest(tiles, (0, 0), (9, 0)) is None


def test_w4_yellow_pays_for_the_black_hole_twice() -> None:
    sectors = [("green", 0, 0, {1, 2}), ("green", 1, 0, {1, 2}), ("blue", 2, 0, {5, 0})]
    tiles = lay(("asteroid", -1, 0, set()), *sectors, ("black-hole", 2, -1, set()))
    assert [cheapest(tiles, (-1, 0), (q, 0)) for q in range(3)] == [1, 1 + 2, 1 + 2 + 2]


def test_a_way_round_is_taken_where_it_is_cheaper() -> None:
    """Straight on lie two nebulas, round them three empty spaces."""
    round_them = plain("empty", (0, 0), (1, -1), (2, -1), (3, -1), (3, 0))
    tiles = lay(*round_them, ("neb1", 1, 0, {5}), ("neb1", 2, 0, {5}))
    assert cheapest(tiles, (0, 0), (3, 0)) == 1 + 1 + 1 + 1
    assert costs(tiles, (0, 0), sensors=True)[(3, 0)] == 1 + 1 + 1


def test_no_jump_ends_beside_a_pulsar_where_the_table_reads_it_so() -> None:
    tiles = lay(*plain("empty", (0, 0), (1, 0), (9, 0)), ("pulsar", 2, 0, set()), ("neb1", 9, 1, {0}))
    assert jump_targets(tiles) == {(0, 0), (1, 0), (9, 0)}
    assert jump_targets(tiles, readings={"jump_targets": "no_pulsar"}) == {(0, 0)}


def test_the_way_off_a_pulsar_leads_past_other_spaces_beside_it() -> None:
    """Round the pulsar from east to west: (1, -1) and (0, -1) are beside it as well, (0, -2) is not."""
    tiles = lay(("pulsar", 0, 0, set()), ("asteroid", 0, -2, set()), *plain("empty", (1, 0), (1, -1), (0, -1)))
    assert way_off(tiles, (1, 0)) == 1 + 1 + 2
    assert way_off(tiles, (0, -2)) == 0
    assert way_off({at: tile for at, tile in tiles.items() if at != (0, -2)}, (1, 0)) is None


def test_the_way_off_a_pulsar_may_be_a_jump() -> None:
    tiles = lay(("pulsar", 0, 0, set()), ("warp", 1, 0, set()), *plain("empty", (0, 1), (9, 9)))
    assert way_off(tiles, (1, 0), jumps=True) == 1
    assert way_off(tiles, (1, 0)) is None


# Monsters


def test_a_monster_takes_any_shortest_way_to_the_nearest_space() -> None:
    tiles = lay(*plain("empty", *((q, r) for q in range(-3, 4) for r in range(-3, 4))))
    assert first_steps(tiles, (0, 0), {(2, 0)}) == {(1, 0)}
    assert first_steps(tiles, (0, 0), {(1, 1)}) == {(1, 0), (0, 1)}
    assert first_steps(tiles, (0, 0), {(2, 0), (-2, 0), (3, -3)}) == {(1, 0), (-1, 0)}
    assert first_steps(tiles, (0, 0), {(0, 0), (1, 0)}) == set()
    assert first_steps(tiles, (0, 0), {(9, 9)}) == set()


@pytest.mark.parametrize(
    ("black_holes", "by_aps"),
    [
        ([(1, -1)], {(1, 0)}),  # 2 + 1 against 4
        ([(1, -1), (2, -1)], {(1, 0), (-1, 1)}),  # 3 + 1 against 4
        ([(1, -1), (2, -1), (2, 0)], {(-1, 1)}),  # 4 + 2 against 5: the third is beside the goal as well
    ],
)
def test_black_holes_part_the_ways_of_fewest_aps_and_of_fewest_hexes(black_holes: list[Hex], by_aps: set[Hex]) -> None:
    """To (1, 1) it is 2 spaces by (1, 0), past the black holes, and 4 the other way round."""
    spaces = plain("empty", (0, 0), (1, 0), (1, 1), (-1, 1), (-1, 2), (0, 2))
    tiles = lay(*spaces, *plain("black-hole", *black_holes))
    assert first_steps(tiles, (0, 0), {(1, 1)}, "ap") == by_aps
    assert first_steps(tiles, (0, 0), {(1, 1)}, "hexes") == {(1, 0)}


def test_nebulas_and_warps_cost_a_monster_nothing_more_and_it_cannot_jump() -> None:
    tiles = lay(("warp", 0, 0, set()), ("neb6", 1, 0, set()), ("warp", 1, -1, set()), ("empty", 2, -1, set()))
    assert first_steps(tiles, (0, 0), {(2, -1)}) == {(1, 0), (1, -1)}
    assert first_steps({**tiles, **lay(("empty", 9, 0, set()))}, (0, 0), {(9, 0)}) == set()


def test_a_monster_goes_round_blocked_tiles_and_does_not_mind_a_pulsar() -> None:
    tiles = lay(("pulsar", 1, 0, set()), *plain("empty", (0, 0), (0, 1), (1, 1), (2, 0)))
    assert first_steps(tiles, (0, 0), {(2, 0)}) == {(0, 1)}


# W1 to W4: scoring

SCORED = lay(
    *planet("blue", 0, 0),
    *planet("brown", 10, 0),
    ("moon", 9, 0, set()),
    *planet("green", 20, 0),
    ("double-moon", 19, 0, set()),
    *planet("gold", 30, 0)[:2],
    *plain("asteroid", (0, 10), (1, 10)),
    ("derelict", 3, 10, set()),
    *(("nebT", q, 20, {0, 3}) for q in (1, 2)),
    ("neb1", 0, 20, {0}),
    ("neb1", 3, 20, {3}),
    ("neb1", 0, 21, {3}),  # B, plain side to plain side
    ("neb1", 10, 20, {0}),  # C, open
)
ROBOTS: Mapping[str, Mapping[Hex, int]] = {
    "Green": {(0, 0): 1, (10, 0): 2, (20, 0): 1, (0, 10): 1, (3, 10): 1, (0, 20): 1},
    "Yellow": {(1, 0): 1, (11, 0): 1, (21, 0): 1, (1, 20): 1, (10, 20): 1},
    "Red": {(30, 0): 1, (1, -1): 3, (11, -1): 1, (21, -1): 1, (1, 10): 1, (2, 20): 1},
}
FACTION = {"Green": "safari", "Yellow": "tidal", "Red": "ccc"}
TABLE = Table(SCORED, ROBOTS, {"Yellow": {"warrior"}, "Red": {"irobots"}}, FACTION)


def gains(vp: int = 0, credits: int = 0, rp: int = 0) -> Counter[str]:
    return Counter(vp=vp, credits=credits, rp=rp)


def paid(table: Table, colour: str, *, final: bool = False) -> list[Counter[str]]:
    """What Green, Yellow and Red get for the planet of that colour."""
    (scored,) = (each for each in planets(table.tiles) if each.colour == colour)
    found = planet_pay(table, scored, final=final)
    return [found[player] for player in ("Green", "Yellow", "Red")]


def test_w1_planets() -> None:
    assert paid(TABLE, "blue") == [gains(credits=1), gains(credits=1), gains(8, 1)]
    assert paid(TABLE, "brown") == [gains(3), gains(1, 1, 1), gains(credits=1)]
    assert paid(TABLE, "green") == [gains(1, 3), gains(7, 0, 2), gains(credits=1)]


def test_w1_totals() -> None:
    found = scoring_round(TABLE, "normal")
    assert found == {"Green": gains(4, 7, 3), "Yellow": gains(8, 2, 5), "Red": gains(8, 5, 2)}


def test_w1_without_warrior_robots_nobody_controls_the_green_planet() -> None:
    table = TABLE._replace(completed={"Red": {"irobots"}})
    assert paid(table, "green") == [gains(1, 3), gains(2, 1, 2), gains(credits=1)]


def test_w2_planets() -> None:
    assert paid(TABLE, "blue", final=True) == [gains(1), gains(1), gains(9)]
    assert paid(TABLE, "brown", final=True) == [gains(3), gains(1), gains(1)]
    assert paid(TABLE, "green", final=True) == [gains(1), gains(7, rp=1), gains(1)]


@pytest.mark.parametrize(("reading", "yellow"), [("instead", 9), ("added", 11)])
def test_w2_totals(reading: str, yellow: int) -> None:
    found = scoring_round(TABLE._replace(readings={"tidal_final": reading}), "final")
    assert found == {"Green": gains(7, rp=3), "Yellow": gains(yellow, rp=3), "Red": gains(12, rp=2)}


@pytest.mark.parametrize(("moon", "points"), [("moon", 1), ("double-moon", 2)])
def test_w3_the_safari_club_on_a_green_planet(moon: str, points: int) -> None:
    tiles = lay(*planet("green", 0, 0), (moon, -1, 0, set()))
    winning = Table(tiles, {"Ann": {(0, 0): 2}, "Bob": {(1, 0): 1}}, faction={"Ann": "safari"})
    losing = winning._replace(robots={"Ann": {(0, 0): 1}, "Bob": {(1, 0): 2}})
    (green,) = planets(tiles)
    assert planet_pay(winning, green)["Ann"] == gains(3 + points + 1, 2)
    assert planet_pay(losing, green)["Ann"] == gains(1, 3)
    assert planet_pay(winning, green, final=True)["Ann"] == gains(3 + points + 2)
    assert planet_pay(losing, green, final=True)["Ann"] == gains(1)


def test_w4_the_science_round() -> None:
    """Asteroids pay 2, by 9.2 and not by the example; nothing is paid for planets and open nebulas."""
    tiles = {**chain(4), **lay(*plain("asteroid", (0, 5), (1, 5)), ("derelict", 3, 5, set()), ("neb1", 9, 0, {0}))}
    robots = {
        "Green": {(0, 5): 1, (3, 5): 1, (0, 0): 1, (20, 0): 3},
        "Yellow": {(1, 5): 1, (3, 0): 1, (21, 0): 1},
        "Red": {(9, 0): 1, (21, -1): 1},
    }
    table = Table({**tiles, **lay(*planet("green", 20, 0))}, robots, {"Red": {"warrior"}}, FACTION)
    assert scoring_round(table, "science") == {"Green": gains(0, 3, 3), "Yellow": gains(0, 2, 2), "Red": gains()}


def test_a_destroyed_moon_counts_for_nobody() -> None:
    table = TABLE._replace(destroyed={(19, 0): 1, (9, 0): 1})
    assert paid(table, "brown") == [gains(2), gains(0, 1), gains(credits=1)]
    assert paid(table, "green")[1] == gains(3 + 1 + 1, rp=1)


def test_a_moon_beside_two_sectors_counts_once() -> None:
    tiles = lay(*planet("green", 0, 0), ("moon", 0, -1, set()))
    assert sum(there in tiles and tiles[there][0] == "green" for there in neighbours((0, -1))) == 2
    assert moons(Table(tiles, {}), planets(tiles)[0]) == 1


def test_a_planet_without_robots_pays_nobody() -> None:
    tiles = lay(*planet("gold", 0, 0))
    assert planet_pay(Table(tiles, {"Ann": {(5, 5): 1}}), planets(tiles)[0]) == {"Ann": gains()}


@pytest.mark.parametrize(
    ("present", "holders", "reading", "winner"),
    [
        ({"Ann": 2, "Bob": 1, "Cem": 2}, "Ann Bob", "present", None),
        ({"Ann": 2, "Bob": 1, "Cem": 2}, "Ann Bob", "leaders", "Ann"),
        ({"Ann": 2, "Bob": 1, "Cem": 2}, "Ann", "present", "Ann"),
        ({"Ann": 2, "Cem": 2}, "Ann Bob", "present", "Ann"),
        ({"Ann": 2, "Bob": 1, "Cem": 2}, "Bob", "present", None),
        ({"Ann": 2, "Bob": 1, "Cem": 2}, "Bob", "leaders", None),
        ({"Ann": 2, "Cem": 2}, "Ann Cem", "present", None),
        ({"Ann": 2, "Cem": 2}, "Ann Cem", "leaders", None),
        ({"Ann": 2, "Cem": 3}, "Ann", "present", "Cem"),
        ({}, "Ann", "present", None),
    ],
)
def test_warrior_robots_win_ties(present: Mapping[str, int], holders: str, reading: str, winner: str | None) -> None:
    table = Table({}, {}, dict.fromkeys(holders.split(), {"warrior"}), readings={"warriors": reading})
    assert controller(table, present) == winner


def test_nanotechs_are_worth_3_and_from_6_on_1() -> None:
    assert nanotech_points({"bomb", "astro"}, {"auto": 6, "carto": 5}) == 7
    assert nanotech_points((), {"auto": 9, "carto": 6}) == 2


# Boards laid at random


@pytest.fixture(scope="module", params=range(4))
def laid(request: pytest.FixtureRequest) -> dict[Hex, Tile]:
    return random_board(request.param, 50)


def test_a_random_board_is_the_same_each_time() -> None:
    assert random_board(7, 30) == random_board(7, 30)
    assert random_board(7, 30) != random_board(8, 30)


def test_a_random_board_begins_with_the_ring_and_takes_no_more_than_there_is(laid: dict[Hex, Tile]) -> None:
    order = [at for at in laid if at not in HOME]
    kinds = [laid[at][0] for at in order]
    assert len(order) == 50
    assert set(order[:12]) == set(RING)
    assert Counter(kinds[:12]) == START
    assert Counter(kinds[12:]) <= Counter(CUP)


def test_each_tile_of_a_random_board_was_legal_where_it_was_laid(laid: dict[Hex, Tile]) -> None:
    before: dict[Hex, Tile] = dict(HOME)
    for number, (at, (kind, edges)) in enumerate(list(laid.items())[len(HOME) :]):
        assert why_not(before, at, kind, edges, ring=number < 12) == set()
        before[at] = (kind, edges)


def sides(tiles: Board) -> Iterable[tuple[bool, bool]]:
    """For each edge between two tiles whether a cloud runs over it, seen from the one and from the other."""
    for at in tiles:
        for direction in ROUND:
            if (there := beyond(at, direction)) in tiles:
                yield crossed(tiles, at, direction), crossed(tiles, there, direction + 3)


def test_on_a_random_board_everything_fits(laid: dict[Hex, Tile]) -> None:
    assert all(one == other for one, other in sides(laid))
    assert any(one for one, _ in sides(laid))
    for at, (kind, _) in laid.items():
        near = [each for each in planets(laid) if set(neighbours(at)) & each.footprint]
        assert kind not in MOONS or len(near) == 1
    assert set(costs(laid, (0, 0))) == {at for at in laid if laid[at][0] not in BLOCKED}


def test_on_a_random_board_every_planet_can_be_finished(laid: dict[Hex, Tile]) -> None:
    started = [each for each in planets(laid) if not each.complete]
    assert {at for each in started for at in each.reserved} == reserved(laid)
    for each in started:
        wanted = {(at, each.edges(at)) for at in each.reserved}
        assert placements(laid, each.colour, patterns(each.colour)) == wanted


def test_at_most_three_sectors_make_a_planet_and_one_of_a_colour_is_unfinished(laid: dict[Hex, Tile]) -> None:
    found = planets(laid)
    assert all(len(each.footprint) == 3 for each in found)
    assert max(Counter(each.colour for each in found if not each.complete).values(), default=1) == 1
    assert sum(len(each.sectors) for each in found) == sum(kind in COLOURS for kind, _ in laid.values())
