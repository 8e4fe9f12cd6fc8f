"""The parts of a view are values."""

import pytest

from referee.hexes import ORIGIN, Hex
from referee.text import Text
from referee.view import Cell, HexMap, Lines, Part, SquareMap, Table, Track, column_letters

PARTS: list[Part] = [
    Lines("Jobs", ("two gold", Cell(Text("job.done"), "good"))),
    Table("Score", ("Player", "Points"), (("Ann", Cell("12")),)),
    Track("Battery", 2, 1),
    SquareMap("Board", 2, 1, {(0, 0): Cell("?"), (1, 0): Cell("R")}),
    HexMap("Space", {ORIGIN: Cell("home"), Hex(1, 0): Cell("warp")}, {ORIGIN: (Cell("G"),)}, {ORIGIN: (0,)}),
]


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_a_part_equals_another_with_the_same_contents_and_none_with_others(part: Part) -> None:
    assert part == part._replace()
    assert part != part._replace(title="Something else")
    assert [part == other for other in PARTS].count(True) == 1


@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_a_part_cannot_be_changed(part: Part) -> None:
    with pytest.raises(AttributeError):
        part.title = "Something else"  # type: ignore[misc]


def test_a_map_does_not_depend_on_the_order_in_which_its_cells_were_found() -> None:
    cells = {(0, 0): Cell("?"), (1, 0): Cell("R")}
    assert SquareMap("", 2, 1, cells) == SquareMap("", 2, 1, dict(reversed(cells.items())))


def test_a_cell_has_no_tone_unless_one_is_given() -> None:
    assert Cell("R") == Cell("R", "")


@pytest.mark.parametrize(("column", "letters"), [(0, "A"), (2, "C"), (25, "Z"), (26, "AA"), (51, "AZ"), (702, "AAA")])
def test_columns_are_lettered_as_in_a_spreadsheet(column: int, letters: str) -> None:
    assert column_letters(column) == letters
