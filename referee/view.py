"""What is to be seen, before anybody has decided how it looks: neutral parts that display draws as text.

A view is a tuple of parts. Parts are values and can be compared; whoever makes one does not change it afterwards.
Words are a `Text`, which display turns into the reader's language, or a `str`, which is shown literally.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from referee.text import Text

if TYPE_CHECKING:
    from referee.hexes import Hex

Words = Text | str


class Cell(NamedTuple):
    """Words with a `tone` ("pink", "bad", "dim"): a colour where there are any, never the only bearer of a meaning."""

    text: Words
    tone: str = ""


class Command(NamedTuple):
    """What somebody may want to copy: indented, in one line however long it is."""

    text: Words


class Lines(NamedTuple):
    """A list of sentences under a title (which may be empty)."""

    title: Words
    lines: tuple[Words | Cell | Command, ...]


class Table(NamedTuple):
    """Rows of cells under a head; all rows are as long as the head, which may be empty."""

    title: Words
    head: tuple[Words, ...]
    rows: tuple[tuple[Words | Cell, ...], ...]


class Track(NamedTuple):
    """How far something stands on a track: `at` of `steps`."""

    title: Words
    steps: int
    at: int


class SquareMap(NamedTuple):
    """Squares by (column, row) from 0: letters across, numbers down, so (2, 4) is C5. What is missing is no space."""

    title: Words
    columns: int
    rows: int
    cells: Mapping[tuple[int, int], Cell]


class HexMap(NamedTuple):
    """Hexes, each shown with its label seen from the origin. What is missing is no space.

    `standing`: what stands on a hex, apart from what it is; `joined`: the directions in which a hex goes on, as a cloud
    or a planet does over several hexes, whether anything lies there yet or not.
    """

    title: Words
    cells: Mapping["Hex", Cell]
    standing: Mapping["Hex", tuple[Cell, ...]] = {}
    joined: Mapping["Hex", tuple[int, ...]] = {}


Part = Lines | Table | Track | SquareMap | HexMap
View = tuple[Part, ...]


def column_letters(column: int) -> str:
    """The letters over a column, counted from 0."""
    before, place = divmod(column, 26)
    return (column_letters(before - 1) if before else "") + chr(ord("A") + place)
