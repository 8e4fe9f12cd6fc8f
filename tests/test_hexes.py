"""Hexes are found again under every name, from every side."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.hexes import (
    COMPASS,
    DIRECTIONS,
    ORIGIN,
    Hex,
    add,
    direction,
    distance,
    label,
    line,
    neighbour,
    neighbours,
    parse,
    reflect,
    ring,
    rotate,
    scale,
    subtract,
)

near = st.integers(-40, 40)
hexes = st.builds(Hex, near, near)


@given(hexes)
def test_the_three_coordinates_add_up_to_nothing(a: Hex) -> None:
    assert a.q + a.r + a.s == 0


def test_the_directions_run_counter_clockwise_from_the_east() -> None:
    assert dict(zip(COMPASS, DIRECTIONS, strict=True)) == {
        "east": (1, 0),
        "north-east": (1, -1),
        "north-west": (0, -1),
        "west": (-1, 0),
        "south-west": (-1, 1),
        "south-east": (0, 1),
    }


@given(hexes, st.integers(0, 5))
def test_whoever_lies_north_east_of_me_has_me_south_west(a: Hex, d: int) -> None:
    assert neighbour(neighbour(a, d), d + 3) == a


@given(hexes)
def test_six_different_neighbours_lie_one_step_away_and_each_touches_the_next(a: Hex) -> None:
    around = neighbours(a)
    assert len(set(around)) == 6
    assert {distance(a, b) for b in around} == {1}
    assert {distance(around[i], around[i - 1]) for i in range(6)} == {1}


@given(hexes, hexes)
def test_a_neighbour_of_mine_has_me_for_a_neighbour(a: Hex, b: Hex) -> None:
    assert (b in neighbours(a)) == (a in neighbours(b)) == (distance(a, b) == 1)


@given(hexes, hexes, hexes)
def test_a_detour_is_never_shorter(a: Hex, b: Hex, c: Hex) -> None:
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@pytest.mark.parametrize(("a", "steps"), [(Hex(3, 0), 3), (Hex(2, -5), 5), (Hex(-1, -1), 2), (Hex(4, -2), 4)])
def test_the_distance_is_the_number_of_steps_walked(a: Hex, steps: int) -> None:
    seen, edge = {ORIGIN}, {ORIGIN}
    walked = 0
    while a not in seen:
        edge = {c for b in edge for c in neighbours(b)} - seen
        seen |= edge
        walked += 1
    assert walked == distance(ORIGIN, a) == steps


@given(hexes, hexes)
def test_what_is_added_can_be_taken_away(a: Hex, b: Hex) -> None:
    assert subtract(add(a, b), b) == a


@given(hexes)
def test_six_turns_and_two_mirrors_change_nothing(a: Hex) -> None:
    assert rotate(a, 6) == a
    assert rotate(rotate(a, 2), -2) == a
    assert reflect(reflect(a)) == a


def test_a_turn_takes_each_direction_to_the_next() -> None:
    assert [rotate(d) for d in DIRECTIONS] == [*DIRECTIONS[1:], DIRECTIONS[0]]


def test_the_mirror_swaps_east_and_west() -> None:
    mirrored = [COMPASS[DIRECTIONS.index(reflect(d))] for d in DIRECTIONS]
    assert mirrored == ["west", "north-west", "north-east", "east", "south-east", "south-west"]


@given(hexes, hexes, st.integers(0, 5))
def test_turns_and_mirrors_keep_every_distance(a: Hex, b: Hex, steps: int) -> None:
    assert distance(rotate(a, steps), rotate(b, steps)) == distance(reflect(a), reflect(b)) == distance(a, b)


def test_the_second_ring_is_the_twelve_hexes_two_steps_away() -> None:
    spokes = [(2, 0), (2, -2), (0, -2), (-2, 0), (-2, 2), (0, 2)]
    between = [(2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1)]
    assert ring(ORIGIN, 2) == tuple(Hex(*at) for pair in zip(spokes, between, strict=True) for at in pair)


@given(hexes, st.integers(1, 12))
def test_a_ring_goes_once_round_in_steps_of_one(a: Hex, radius: int) -> None:
    around = ring(a, radius)
    assert len(set(around)) == len(around) == 6 * radius
    assert {distance(a, b) for b in around} == {radius}
    assert {distance(around[i], around[i - 1]) for i in range(len(around))} == {1}


def test_a_ring_of_no_radius_is_its_centre() -> None:
    assert ring(Hex(3, 4), 0) == (Hex(3, 4),)


@given(hexes, hexes)
def test_a_line_takes_single_steps_and_is_the_same_from_both_ends(a: Hex, b: Hex) -> None:
    under = line(a, b)
    assert under[0] == a
    assert under[-1] == b
    assert len(under) == distance(a, b) + 1
    assert {distance(c, d) for c, d in zip(under, under[1:], strict=False)} <= {1}
    assert under == line(b, a)[::-1]


def test_a_line_along_a_row_stays_in_it() -> None:
    assert line(Hex(-1, 2), Hex(2, 2)) == (Hex(-1, 2), Hex(0, 2), Hex(1, 2), Hex(2, 2))
    assert line(ORIGIN, scale(Hex(1, -1), 3)) == (Hex(0, 0), Hex(1, -1), Hex(2, -2), Hex(3, -3))


@pytest.mark.parametrize("word", ["north-east", "North-East", "northeast", "NE", "ne"])
def test_a_direction_is_known_by_its_long_and_its_short_name(word: str) -> None:
    assert direction(word) == 1


@pytest.mark.parametrize("word", ["north", "n", "", "up", "north-north-east", "green"])
def test_there_is_no_other_direction(word: str) -> None:
    assert direction(word) is None


def test_every_direction_is_found_under_its_own_name() -> None:
    assert [direction(name) for name in COMPASS] == [0, 1, 2, 3, 4, 5]
    assert [direction(short) for short in ("E", "NE", "NW", "W", "SW", "SE")] == [0, 1, 2, 3, 4, 5]


# Drawn by hand: rows from the north to the south, each read from the west to the east.
FLOWER = {
    -2: "1K K0 K1",
    -1: "2L 1L L1 L2",
    0: "2M 1M M0 M1 M2",
    1: "2P 1P P1 P2",
    2: "1Q Q0 Q1",
}


def test_the_labels_of_the_two_inner_rings_read_like_the_drawing() -> None:
    inner = {ORIGIN, *ring(ORIGIN, 1), *ring(ORIGIN, 2)}
    rows = {r: " ".join(label(a) for a in sorted(inner) if a.r == r) for r in range(-2, 3)}
    assert rows == FLOWER


@pytest.mark.parametrize(
    ("a", "name"),
    [
        (Hex(5, -11), "1A"),  # eleven rows north lies the first letter, eleven rows south the last
        (Hex(6, -12), "LZ0"),
        (Hex(0, 11), "Z6"),
        (Hex(-6, 12), "PA0"),
        (Hex(95, 0), "M95"),
        (Hex(-95, 0), "95M"),
        (Hex(0, -95), "48HJ"),  # -95 is -4 times 23 and 3 less than nothing: H is -4, J is -3
        (Hex(-95, 95), "48SR"),  # 95 is 4 times 23 and 3: S is 4, R is 3
    ],
)
def test_far_rows_have_two_letters(a: Hex, name: str) -> None:
    assert label(a) == name


def test_the_label_of_the_mirrored_hex_has_the_number_on_the_other_side() -> None:
    assert (label(Hex(6, 1)), label(reflect(Hex(6, 1)))) == ("P7", "7P")


@pytest.mark.parametrize("d", range(6))
def test_a_line_of_93_tiles_in_any_direction_has_93_short_names(d: int) -> None:
    tiles = [scale(DIRECTIONS[d], n) for n in range(3, 96)]
    names = [label(tile) for tile in tiles]
    assert len(set(names)) == 93
    assert max(map(len, names)) <= 4
    assert [parse(name) for name in names] == tiles


def test_no_two_hexes_within_95_steps_share_a_name_and_none_is_longer_than_four() -> None:
    table = [a for radius in range(96) for a in ring(ORIGIN, radius)]
    names = {label(a): a for a in table}
    assert len(names) == len(table) == 1 + 3 * 95 * 96
    assert max(map(len, names)) == 4
    assert all(parse(name) == a for name, a in names.items())


@given(st.builds(Hex, st.integers(), st.integers()).filter(lambda a: distance(a, ORIGIN) < 10**8), hexes)
def test_a_label_read_back_is_the_same_hex_from_any_centre(a: Hex, centre: Hex) -> None:
    assert parse(label(a, centre), centre) == parse(label(a, centre).lower(), centre) == a


def test_a_label_depends_on_the_centre_and_nothing_else() -> None:
    assert label(Hex(5, 5), Hex(4, 5)) == label(Hex(1, 0)) == "M1"


@pytest.mark.parametrize(
    "word",
    [
        "",
        "M",
        "7",
        "0M",
        "M00",
        "M07",
        "L0",
        "3M3",
        "MM3",
        "I3",
        "N3",
        "O3",
        "ß1",
        "M²",
        "C3 ",
        "9" * 5000 + "M",
        "A" * 5000 + "1",
    ],
)
def test_what_is_no_label_is_none(word: str) -> None:
    assert parse(word) is None
