"""A map of hexes as lines of text: rows run level, every other one moved by half a hex; a wide map goes on in strips.

Each hex is a box of columns with its label, what it is, and what stands on it. Where a hex goes on into its neighbour
the side between the two is drawn, also if nothing lies there yet: `=` to the east and west, a stroke to the others.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest
from typing import NamedTuple

from referee.hexes import Hex
from referee.layout import Line, Piece, columns

Word = tuple[str, str]  # with its tone
EAST, NORTH_EAST, NORTH_WEST, WEST, SOUTH_WEST, SOUTH_EAST = range(6)
JOINT, RISING, FALLING = "=", "/", "\\"


class Space(NamedTuple):
    """A hex in words: its label, what it is, what stands on it; and the directions in which it goes on."""

    label: str
    what: Word
    standing: Sequence[Word] = ()
    joined: Collection[int] = ()


Row = Sequence[tuple[int, Space]]  # each space with the column where its box begins


def drawn(spaces: Mapping[Hex, Space], width: int) -> Iterator[Line]:
    """The map within `width` columns, as far as a single hex fits; what lies too far east goes on below."""
    half = _half(spaces.values())
    margin = int(any(space.joined for space in spaces.values()))  # for joints that lead off the map
    fitting = max(1, (width - 2 * margin - 2 * half + 1) // half + 1)
    rest = sorted(spaces, key=lambda a: (a.r, a.q))
    while rest:
        west = min(map(_halves, rest))
        strip = [a for a in rest if _halves(a) - west < fitting]
        rows = groupby(strip, lambda a: a.r)
        placed = {r: [(margin + (_halves(a) - west) * half, spaces[a]) for a in row] for r, row in rows}
        yield from _strip(placed, half)
        rest = [a for a in rest if _halves(a) - west >= fitting]
        if rest:
            yield ()


def _half(spaces: Iterable[Space]) -> int:
    """Half a hex in columns: in a whole one there is room for every word and a gap, and for strokes by the label."""
    half = 1
    for label, what, standing, joined in spaces:
        widest = max(columns(text) for text in (label, *(text for text, _ in (what, *standing))))
        half = max(half, widest // 2 + 1, *((columns(label) + 4) // 2,) if joined else ())
    return half


def _halves(a: Hex) -> int:
    """How many half hexes `a` lies to the east."""
    return 2 * a.q + a.r


def _strip(rows: Mapping[int, Row], half: int) -> Iterator[Line]:
    """Row by row; an empty line where rows are missing."""
    before: Row = ()
    for r in range(min(rows), max(rows) + 2):
        row = rows.get(r, ())
        strokes = {piece.column: piece for piece in (*_strokes_below(before, half), *_strokes_above(row, half))}
        labels = [Piece(column + _pad(space.label, half), space.label, "dim") for column, space in row]
        if labels or strokes or before and r <= max(rows):
            yield sorted((*labels, *strokes.values()))
        if row:
            yield from _words(row, half)
        before = row


def _strokes_below(row: Row, half: int) -> Iterator[Piece]:
    """The sides that lead on to the south, beside the middle."""
    for column, space in row:
        if SOUTH_WEST in space.joined:
            yield Piece(column + half - 2, RISING, space.what[1])
        if SOUTH_EAST in space.joined:
            yield Piece(column + half, FALLING, space.what[1])


def _strokes_above(row: Row, half: int) -> Iterator[Piece]:
    """The sides that lead on to the north, at both ends of the box: where those of the hexes to the north are."""
    for column, space in row:
        if NORTH_WEST in space.joined:
            yield Piece(column, FALLING, space.what[1])
        if NORTH_EAST in space.joined:
            yield Piece(column + 2 * half - 2, RISING, space.what[1])


def _words(row: Row, half: int) -> Iterator[Line]:
    """What each hex of a row is, with its sides to the east and west; then what stands there."""
    yield sorted(piece for n in range(len(row)) for piece in _level(row, n, half))
    stacks = [list(_stacked(column, space.standing, half)) for column, space in row]
    for line in zip_longest(*stacks, fillvalue=()):
        yield [piece for pieces in line for piece in pieces]


def _level(row: Row, n: int, half: int) -> Iterator[Piece]:
    column, space = row[n]
    text, tone = space.what
    start = column + _pad(text, half)
    end, box = start + columns(text), column + 2 * half - 1
    if text:
        yield Piece(start, text, tone)
    if EAST in space.joined:
        yield Piece(end, JOINT * (box + 1 - end), tone)
    if WEST in space.joined:
        met = n > 0 and row[n - 1][0] + 2 * half == column and EAST in row[n - 1][1].joined
        yield Piece(column - (not met), JOINT * (start - column + (not met)), tone)


def _stacked(column: int, standing: Sequence[Word], half: int) -> Iterator[list[Piece]]:
    """As many words in a line as the box has room for."""
    lines: list[list[Word]] = []
    for word in standing:
        if lines and columns(" ".join(text for text, _ in (*lines[-1], word))) < 2 * half:
            lines[-1].append(word)
        else:
            lines.append([word])
    for line in lines:
        at = column + _pad(" ".join(text for text, _ in line), half)
        pieces = []
        for text, tone in line:
            pieces.append(Piece(at, text, tone))
            at += columns(text) + 1
        yield pieces


def _pad(text: str, half: int) -> int:
    """How far into the box a text begins that stands in its middle."""
    return max(0, (2 * half - 1 - columns(text)) // 2)
