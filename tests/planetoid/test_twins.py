"""The twins against the worked examples W-01 to W-08, W-11, W-12, W-15 to W-18 and W-31, and counts made by hand."""

import random
from collections.abc import Iterator
from typing import Literal

import pytest

from tests.planetoid.twins import (
    VALUE,
    Aliens,
    Board,
    Edge,
    bonus_met,
    consume,
    edge_middle,
    growth,
    job_done,
    march,
    most_of,
    neighbours,
    origin_order,
    parse_board,
    places,
    points_of,
    straight_runs,
    winnable,
)

SQUARE = "? ? ? ? ?\n" * 5
ROUND = """
    - - ? ? ? - -
    - ? ? ? ? ? -
    ? ? ? ? ? ? ?
    ? ? ? ? ? ? ?
    ? ? ? ? ? ? ?
    - ? ? ? ? ? -
    - - ? ? ? - -
"""
HOLED = """
    ? ? ? ? ?
    ? ? - ? ?
    ? ? . ? ?
"""
WHOLE_TURN = """
    ? ?  ? ?  ?
    ? ?  ? ?  ?
    ? ?  D R  ?
    ? Rb . Gp ?
    ? .  . Ep ?
"""
RUBIES = """
    ? ? ?     ? ?
    ? ? ?     ? ?
    ? ? U     ? ?
    ? U R     U ?
    U R .pppp G U
"""
COVERED_DIAMOND = """
    - ?  ?    ? -
    ? ?  ?    ? ?
    ? .  Db   . ?
    ? .  .    . R
    - R  .ppp G -
"""
ONLY_FACE_DOWN = """
    - ? ?    ?  -
    ? ? ?    ?  ?
    ? . Db   .  ?
    ? . .    .  ?
    - . .ppp Gb -
"""
TOO_MANY_ALIENS = """
    . .  ?  .  .
    . .  .  .  .
    . .p Rb .p .
    . .  .  .  .
    . Gp .p .  .
"""
LAST_FACE_DOWN = """
    . . G  . .
    . . ?b R .
    . . ?  . .
    . . .  . .
    . . .p . .
"""
FIRST_TURNS = """
    ? ? ?  ? ?
    ? ? ?  ? ?
    ? ? ?  ? ?
    ? ? R  ? ?
    ? G .b E ?
"""


def landed(aliens: Aliens, colour: str) -> list[str]:
    return sorted(space for space, token in aliens if token == colour)


def play(
    board: Board, aliens: Aliens, colour: str, kinds: dict[str, str], *, moved: list[tuple[str, str]]
) -> tuple[Board, Aliens]:
    board, _, _ = consume(board, aliens, colour, kinds)
    aliens, moves = march(board, aliens, colour, "C5", "S")
    assert moves == moved
    return board, aliens


def test_a_cell_names_its_tile_and_every_alien_on_it() -> None:
    board, aliens = parse_board("? - .pp\nRb D Gp")
    assert board == {"A1": "?", "C1": ".", "A2": "R", "B2": "D", "C2": "G"}
    assert aliens == [("C1", "p"), ("C1", "p"), ("A2", "b"), ("C2", "p")]


@pytest.mark.parametrize("text", ["X", "?q", "-b", "? ?\n?"])
def test_a_board_outside_the_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="cell|rows"):
        parse_board(text)


def test_w01_a_square_board_is_ordered_from_the_bottom_edge() -> None:
    board, _ = parse_board(SQUARE)
    assert (
        " ".join(origin_order(board, "C5", "S"))
        == "C5 D5 B5 C4 E5 A5 D4 B4 C3 E4 A4 D3 B3 C2 E3 A3 D2 B2 C1 E2 A2 D1 B1 E1 A1"
    )


@pytest.mark.parametrize(
    ("origin", "edge", "first_nine"),
    [
        ("C1", "N", "C1 B1 D1 C2 A1 E1 B2 D2 C3"),
        ("A3", "W", "A3 A4 A2 B3 A5 A1 B4 B2 C3"),
        ("E3", "E", "E3 E2 E4 D3 E1 E5 D2 D4 C3"),
    ],
)
def test_w02_each_other_edge_turns_the_order_with_it(origin: str, edge: Edge, first_nine: str) -> None:
    board, _ = parse_board(SQUARE)
    assert " ".join(origin_order(board, origin, edge)[:9]) == first_nine


def test_steps_lead_round_a_hole_and_right_comes_before_middle_before_left() -> None:
    board, _ = parse_board(HOLED)
    assert " ".join(origin_order(board, "C3", "S")) == "C3 D3 B3 E3 A3 D2 B2 E2 A2 D1 B1 E1 C1 A1"


def test_counted_as_the_crow_flies_a_hole_is_no_detour() -> None:
    board, _ = parse_board(HOLED)
    assert " ".join(origin_order(board, "C3", "S", distance="manhattan")) == "C3 D3 B3 E3 A3 D2 B2 C1 E2 A2 D1 B1 E1 A1"


def test_mirrored_sides_swap_right_and_left_alone() -> None:
    board, _ = parse_board(HOLED)
    assert " ".join(origin_order(board, "C3", "S", right="mirrored")) == "C3 B3 D3 A3 E3 B2 D2 A2 E2 B1 D1 A1 C1 E1"


@pytest.mark.parametrize(("text", "origin"), [("? - ?\n. - ?", "A2"), ("? ? ?\n- ? -", "A1")])
def test_a_space_out_of_reach_or_behind_the_origin_has_no_rank(text: str, origin: str) -> None:
    board, _ = parse_board(text)
    with pytest.raises(ValueError, match="reached|behind"):
        origin_order(board, origin, "S")


def test_w03_two_pink_aliens_eat_turn_up_and_take_the_two_best_tiles() -> None:
    board, aliens = parse_board(WHOLE_TURN)
    board, eaten, turned_up = consume(board, aliens, "p", {"E4": "U", "E5": "R"})
    assert eaten == [("D4", "G"), ("D5", "E")]
    assert turned_up == [("E4", "U"), ("E5", "R")]
    pile = ["E"] + [kind for _, kind in eaten]
    assert (sum(VALUE[kind] for kind in pile), growth(pile, 18, "cover")) == (8, 0)

    aliens, moves = march(board, aliens, "p", "C5", "S")
    assert moves == [("D5", "C3"), ("D4", "E4")]
    after_board, after_aliens = parse_board("""
        ? ?  ?  ? ?
        ? ?  ?  ? ?
        ? ?  Dp R ?
        ? Rb .  . Up
        ? .  .  . R
    """)
    assert (board, sorted(aliens)) == (after_board, sorted(after_aliens))


def test_w04_among_equal_rubies_the_nearer_row_and_then_the_right_side_come_first() -> None:
    board, aliens = parse_board(RUBIES)
    aliens, moves = march(board, aliens, "p", "C5", "S")
    assert moves == [("C5", "E5"), ("C5", "A5"), ("C5", "D4"), ("C5", "B4")]
    assert landed(aliens, "p") == ["A5", "B4", "D4", "E5"]


def test_w04_mirrored_takes_the_left_side_first() -> None:
    board, aliens = parse_board(RUBIES)
    _, moves = march(board, aliens, "p", "C5", "S", right="mirrored")
    assert [to for _, to in moves] == ["A5", "E5", "B4", "D4"]


def test_w05_a_tile_under_the_other_colour_is_passed_over() -> None:
    board, aliens = parse_board(COVERED_DIAMOND)
    aliens, moves = march(board, aliens, "p", "C5", "S")
    assert [to for _, to in moves] == ["D5", "B5", "E4"]
    assert landed(aliens, "b") == ["C3"]


def test_w05_with_only_own_aliens_covering_the_diamond_is_taken_too() -> None:
    board, aliens = parse_board(COVERED_DIAMOND)
    aliens, moves = march(board, aliens, "p", "C5", "S", covered="own")
    assert [to for _, to in moves] == ["C3", "D5", "B5"]
    assert landed(aliens, "b") == ["C3"]


def test_w06_with_nothing_face_up_free_the_face_down_tiles_are_taken_in_order() -> None:
    board, aliens = parse_board(ONLY_FACE_DOWN)
    _, moves = march(board, aliens, "p", "C5", "S")
    assert [to for _, to in moves] == ["E4", "A4", "C2"]


@pytest.mark.parametrize(("closest", "mover"), [("origin", "C5"), ("target", "D3")])
def test_w07_of_too_many_aliens_one_moves_and_the_rest_stay(closest: Literal["origin", "target"], mover: str) -> None:
    board, aliens = parse_board(TOO_MANY_ALIENS)
    board, eaten, turned_up = consume(board, aliens, "p", {})
    assert (eaten, turned_up) == ([("B5", "G")], [])
    assert growth("EG", 10, "cover") == 0

    after, moves = march(board, aliens, "p", "C5", "S", closest=closest)
    assert moves == [(mover, "C1")]
    assert landed(after, "p") == sorted({"B3", "B5", "C5", "D3"} - {mover} | {"C1"})
    assert landed(after, "b") == ["C3"]


@pytest.mark.parametrize(
    ("pile", "rate", "value", "cover_exact_floor"),
    [
        ("UUUUU", 10, 20, (1, 0, 2)),
        ("UUUUUU", 10, 24, (2, 0, 2)),
        ("DDDD", 14, 20, (1, 0, 1)),
        ("DDDU", 18, 19, (1, 0, 1)),
        ("DDUU", 18, 18, (1, 1, 1)),
        ("EEEEEEE", 10, 21, (1, 0, 2)),
        ("EEEEEEER", 10, 22, (2, 1, 2)),
        ("DDDDUU", 14, 28, (2, 2, 2)),
        ("DUEGRDUEGR", 10, 30, (3, 3, 3)),
        ("GGGGGGG", 14, 14, (1, 1, 1)),
        ("RRRRRRRRR", 10, 9, (0, 0, 0)),
    ],
)
def test_w08_stacks_are_counted_three_ways(
    pile: str, rate: int, value: int, cover_exact_floor: tuple[int, int, int]
) -> None:
    assert sum(VALUE[kind] for kind in pile) == value
    counts = growth(pile, rate, "cover"), growth(pile, rate, "exact"), growth(pile, rate, "floor")
    assert counts == cover_exact_floor


def partitions(tiles: list[int]) -> Iterator[list[list[int]]]:
    """Every way to lay tiles in groups."""
    if not tiles:
        yield []
        return
    for groups in partitions(tiles[1:]):
        yield [[tiles[0]], *groups]
        for at, group in enumerate(groups):
            yield [*groups[:at], [tiles[0], *group], *groups[at + 1 :]]


def test_the_stacks_of_small_piles_are_the_most_that_any_grouping_shows() -> None:
    draw = random.Random(7)
    for _ in range(60):
        pile = draw.choices("RGEUD", k=draw.randint(0, 7))
        rate = draw.choice([3, 5, 7, 10])
        sums = [[sum(group) for group in groups] for groups in partitions([VALUE[kind] for kind in pile])]
        assert growth(pile, rate, "cover") == max(sum(total >= rate for total in totals) for totals in sums)
        assert growth(pile, rate, "exact") == max(sum(total == rate for total in totals) for totals in sums)


def test_a_face_down_tile_under_an_alien_is_turned_up_by_a_meal_beside_it() -> None:
    board, aliens = parse_board("Gp ?b ?")
    board, eaten, turned_up = consume(board, aliens, "p", {"B1": "U"})
    assert board == {"A1": ".", "B1": "U", "C1": "?"}
    assert (eaten, turned_up) == ([("A1", "G")], [("B1", "U")])


def test_two_neighbouring_meals_turn_up_only_what_nobody_ate() -> None:
    board, aliens = parse_board("?p ?p ?")
    board, eaten, turned_up = consume(board, aliens, "p", {"A1": "R", "B1": "D", "C1": "E"})
    assert (eaten, turned_up) == ([("A1", "R"), ("B1", "D")], [("C1", "E")])
    assert board == {"A1": ".", "B1": ".", "C1": "E"}


def test_two_aliens_on_one_tile_share_a_single_meal() -> None:
    board, aliens = parse_board("Gpp")
    assert consume(board, aliens, "p", {}) == ({"A1": "."}, [("A1", "G")], [])


def test_an_alien_on_an_empty_space_turns_nothing_up() -> None:
    board, aliens = parse_board("? .p ?")
    assert consume(board, aliens, "p", {}) == (board, [], [])


def test_an_alien_that_did_not_eat_leaves_its_own_tile_for_another() -> None:
    board, aliens = parse_board("R Dp .")
    after, _ = march(board, aliens, "p", "C1", "S")
    assert after == [("A1", "p")]


def test_w11_eating_the_last_face_down_tile_leaves_none() -> None:
    board, aliens = parse_board(LAST_FACE_DOWN)
    board, eaten, turned_up = consume(board, aliens, "b", {"C2": "D", "C3": "R"})
    assert (eaten, turned_up) == ([("C2", "D")], [("C3", "R")])
    assert "?" not in board.values()
    _, moves = march(board, aliens, "b", "C5", "S")
    assert moves == [("C2", "C1")]


def test_w12_from_setup_the_face_up_colour_acts() -> None:
    board, aliens = parse_board(FIRST_TURNS)
    board, aliens = play(board, aliens, "p", {}, moved=[])
    aliens = [*aliens, ("C5", "p")]
    board, aliens = play(board, aliens, "b", {}, moved=[("C5", "D5")])
    aliens = [*aliens, ("C5", "b")]
    board, aliens = play(board, aliens, "p", {}, moved=[("C5", "B5")])
    aliens = [*aliens, ("C5", "p")]
    board, aliens = play(board, aliens, "b", {"E5": "R", "D4": "D"}, moved=[("C5", "D4"), ("D5", "C4")])
    assert landed(aliens, "b") == ["C4", "D4"]
    assert landed(aliens, "p") == ["B5", "C5"]


def test_w12_from_setup_the_other_colour_acts() -> None:
    board, aliens = parse_board(FIRST_TURNS)
    board, aliens = play(board, aliens, "b", {}, moved=[("C5", "D5")])
    aliens = [*aliens, ("C5", "p")]
    board, aliens = play(board, aliens, "p", {}, moved=[("C5", "B5")])
    aliens = [*aliens, ("C5", "b")]
    board, eaten, turned_up = consume(board, aliens, "b", {"E5": "R", "D4": "D"})
    assert (eaten, turned_up) == ([("D5", "E")], [("D4", "D"), ("E5", "R")])
    pile = ["U"] + [kind for _, kind in eaten]
    assert (sum(VALUE[kind] for kind in pile), growth(pile, 18, "cover")) == (7, 0)
    aliens, moves = march(board, aliens, "b", "C5", "S")
    assert moves == [("C5", "D4"), ("D5", "C4")]
    assert landed(aliens, "b") == ["C4", "D4"]
    assert landed(aliens, "p") == ["B5"]


@pytest.mark.parametrize(
    ("symbols", "number", "tiles", "done"),
    [
        ("DE", 12, "DE", False),
        ("DE", 12, "DEU", True),
        ("", 10, "UU", False),
        ("", 10, "UUG", True),
        ("DE", 12, "DDE", True),
        ("DE", 12, "UUU", False),
        ("DD", None, "DE", False),
        ("DD", None, "DED", True),
    ],
)
def test_w16_a_job_wants_its_symbols_and_its_number(symbols: str, number: int | None, tiles: str, done: bool) -> None:
    assert job_done(symbols, number, tiles) is done


@pytest.mark.parametrize(("edge", "middle"), [("N", "D1"), ("E", "G4"), ("S", "D7"), ("W", "A4")])
def test_w31_the_round_board_of_37_has_a_middle_on_each_edge(edge: Edge, middle: str) -> None:
    board, _ = parse_board(ROUND)
    assert (len(board), edge_middle(board, edge)) == (37, middle)


def test_w31_the_middle_of_the_east_edge_has_three_neighbours() -> None:
    board, _ = parse_board(ROUND)
    assert sorted(neighbours(board, "G4")) == ["F4", "G3", "G5"]


@pytest.mark.parametrize(
    "text",
    [
        "- ? ? ? ? -\n? ? ? ? ? ?",  # four wide
        "- ? -\n? ? ?",  # one wide
        "? - ?\n? ? ?",  # broken
        "? ? ?\n? - ?\n? ? ?",  # nothing inward of the middle
    ],
)
def test_w31_an_edge_without_a_plain_middle_has_none(text: str) -> None:
    board, _ = parse_board(text)
    assert edge_middle(board, "N") is None


def test_a_run_may_cross_an_empty_space_but_must_hold_a_tile() -> None:
    board, _ = parse_board("? ? D . G")
    assert straight_runs(board) == {
        ("A1",),
        ("B1",),
        ("C1",),
        ("E1",),
        ("A1", "B1"),
        ("B1", "C1"),
        ("C1", "D1"),
        ("D1", "E1"),
        ("A1", "B1", "C1"),
        ("B1", "C1", "D1"),
        ("C1", "D1", "E1"),
    }


def test_a_run_stops_where_no_space_is_printed_and_never_turns() -> None:
    board, _ = parse_board("? - G\n. . U")
    assert straight_runs(board, limit=2) == {("A1",), ("C1",), ("C2",), ("A1", "A2"), ("C1", "C2"), ("B2", "C2")}


X = {"X1": "R R R", "X2": "G G", "X3": "R G E", "X4": "D"}


@pytest.mark.parametrize(
    ("moved", "sets"),
    [
        ("RRRG", ["X1"]),
        ("RGGE", ["X2", "X3"]),
        ("RGGGE", ["X2", "X3", "X2 X3"]),
        ("RR", []),
        ("R", []),
        ("D", ["X4"]),
    ],
)
def test_w15_the_sets_of_bonuses_that_a_shipment_wins(moved: str, sets: list[str]) -> None:
    assert winnable(X, moved) == {frozenset(names.split()) for names in sets}


def test_w15_a_bonus_that_was_taken_is_won_no_more() -> None:
    assert winnable({name: slots for name, slots in X.items() if name != "X1"}, "RRR") == set()


@pytest.mark.parametrize(
    ("slots", "tiles", "met"),
    [
        ("any any", "RG", True),
        ("any any", "R", False),
        ("same*3", "RRGR", True),
        ("same*3", "RRGG", False),
        ("different*4", "RGEU", True),
        ("different*4", "RGEER", False),
        ("value>=9", "DU", True),
        ("value>=9", "DE", False),
        ("same*2 same*2", "RRGG", True),
        ("same*2 same*2", "RRRG", False),
        ("any any value>=4", "D", False),
        ("R value>=6", "RD", True),
        ("R value>=6", "DD", False),
    ],
)
def test_every_form_of_a_slot(slots: str, tiles: str, met: bool) -> None:
    assert bonus_met(slots, tiles) is met


W17 = {"A": "RRRRRRRGGGEEU", "B": "RRRRRRRGGGGEE"}


def test_w17_a_tie_for_the_most_goes_to_nobody() -> None:
    assert {kind: most_of(kind, W17) for kind in "RGEUD"} == {"R": None, "G": "B", "E": None, "U": "A", "D": None}


def test_w17_tile_points_and_an_end_bonus_each() -> None:
    nothing, ends = dict.fromkeys(W17, 0), {"G": 3, "U": 4}
    assert [points_of(who, W17, {}, nothing, nothing) for who in W17] == [23, 21]
    assert [points_of(who, W17, ends, nothing, nothing) for who in W17] == [27, 24]


def test_w18_points_then_fewest_tiles_then_the_latest_turn() -> None:
    points = {"A": 41, "B": 38, "C": 41, "D": 41}
    held = {"A": "R" * 15, "B": "R" * 9, "C": "R" * 13, "D": "R" * 13}
    assert places("ABCD", points, held) == ["D", "C", "A", "B"]
