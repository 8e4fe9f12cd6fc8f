"""Hexes: where they lie, how far apart, and what they are called at the table.

The hexes stand on a point, so each has neighbours to the east and the west but none straight to the north. Rows then
run level, as lines of text do, and a map needs nothing but every other row moved by half a hex.
"""

import re
from functools import cache
from typing import NamedTuple

_LETTERS = "ABCDEFGHJKLMPQRSTUVWXYZ"  # no I and O, in print like 1 and 0; no N, aloud like M
_HOME = _LETTERS.index("M")
_LABEL = re.compile(rf"([1-9]\d{{0,8}})?([{_LETTERS}]{{1,8}})(0|[1-9]\d{{0,8}})?", re.ASCII | re.IGNORECASE)


class Hex(NamedTuple):
    """A hex by its axial coordinates: `q` counts eastwards, `r` rows downwards; with `s` the three add up to 0."""

    q: int
    r: int

    @property
    def s(self) -> int:
        """The third coordinate."""
        return -self.q - self.r


ORIGIN = Hex(0, 0)

# Counter-clockwise; the opposite of direction d is d + 3.
COMPASS = ("east", "north-east", "north-west", "west", "south-west", "south-east")
DIRECTIONS = (Hex(1, 0), Hex(1, -1), Hex(0, -1), Hex(-1, 0), Hex(-1, 1), Hex(0, 1))
_BEARINGS = {name.replace("-", ""): d for d, name in enumerate(COMPASS)} | {
    "".join(part[0] for part in name.split("-")): d for d, name in enumerate(COMPASS)
}


def add(a: Hex, b: Hex) -> Hex:
    """`a` moved by the way from the origin to `b`."""
    return Hex(a.q + b.q, a.r + b.r)


def subtract(a: Hex, b: Hex) -> Hex:
    """The way from `b` to `a`, as a hex seen from the origin."""
    return Hex(a.q - b.q, a.r - b.r)


def scale(a: Hex, n: int) -> Hex:
    """The way from the origin to `a`, `n` times."""
    return Hex(a.q * n, a.r * n)


def neighbour(a: Hex, direction: int) -> Hex:
    """The hex beside `a` in a direction, 0 to 5 counter-clockwise from the east; further numbers go round again."""
    return add(a, DIRECTIONS[direction % 6])


@cache  # asked for the same few hexes of one table all game long
def neighbours(a: Hex) -> tuple[Hex, ...]:
    """The six hexes beside `a`, in the order of `DIRECTIONS`."""
    return tuple(add(a, step) for step in DIRECTIONS)


def distance(a: Hex, b: Hex) -> int:
    """How many steps from `a` to `b`."""
    q, r = a.q - b.q, a.r - b.r
    return max(abs(q), abs(r), abs(q + r))


def rotate(a: Hex, steps: int = 1) -> Hex:
    """`a` turned about the origin by `steps` times 60 degrees, counter-clockwise."""
    for _ in range(steps % 6):
        a = Hex(-a.s, -a.q)
    return a


def reflect(a: Hex) -> Hex:
    """`a` in a mirror that swaps east and west; with `rotate` it gives the other five mirrors."""
    return Hex(a.s, a.r)


def ring(centre: Hex, radius: int) -> tuple[Hex, ...]:
    """The hexes at that distance, counter-clockwise from the east: 6 times the radius, or the centre alone."""
    if radius == 0:
        return (centre,)
    corners = ((add(centre, scale(corner, radius)), d) for d, corner in enumerate(DIRECTIONS))
    return tuple(add(corner, scale(DIRECTIONS[(d + 2) % 6], i)) for corner, d in corners for i in range(radius))


def line(a: Hex, b: Hex) -> tuple[Hex, ...]:
    """The hexes under a straight line from the middle of `a` to the middle of `b`, both included.

    Where it runs along the side between two hexes it always takes the same one, whichever end it starts from.
    """
    steps = distance(a, b)
    return tuple(_nearest(a, b, i / steps) for i in range(steps)) + (b,)


def _nearest(a: Hex, b: Hex, part: float) -> Hex:
    q = a.q + (b.q - a.q) * part + 1e-6  # off the side between two hexes, towards the same one from both ends
    r = a.r + (b.r - a.r) * part + 2e-6
    s = -q - r
    whole_q, whole_r, whole_s = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s - s)
    if off_q > off_r and off_q > off_s:
        whole_q = -whole_r - whole_s
    elif off_r > off_s:
        whole_r = -whole_q - whole_s
    return Hex(whole_q, whole_r)


def direction(word: str) -> int | None:
    """The direction that a word names (`north-east`, `northeast`, `NE`), or None."""
    return _BEARINGS.get(word.casefold().replace("-", ""))


@cache  # as above
def label(a: Hex, centre: Hex = ORIGIN) -> str:
    """What `a` is called, seen from the centre: a letter for the row, a number for the place in it.

    The centre lies in row M; L is the row to the north, P the row to the south, and so on to A and Z, then LZ and PA.
    The number counts outwards from the middle and stands on the side where the hex lies: `3M` is the third to the west
    in row M, `M3` the third to the east, `M0` the centre. Nothing but the centre matters, so a name never changes and
    none is given twice; up to 99 places and 264 rows from the centre it has at most four characters.
    """
    q, r = subtract(a, centre)
    halves = 2 * q + r  # half hexes to the east of the middle: even in every other row, the middle one is 0
    number = (abs(halves) + 1) // 2
    return f"{number}{_row(r)}" if halves < 0 else f"{_row(r)}{number}"


def parse(word: str, centre: Hex = ORIGIN) -> Hex | None:
    """The hex of that label, in capitals or not, or None if no hex is called so; `parse(label(a)) == a`."""
    found = _LABEL.fullmatch(word)
    if not found:
        return None
    west, row, east = found.groups()
    r = _rows(row.upper())
    halves = 2 * int(east or 0) - 2 * int(west or 0)
    halves += r % 2 if halves < 0 else -(r % 2)
    a = add(Hex((halves - r) // 2, r), centre)
    return a if label(a, centre) == word.upper() else None


def _row(r: int) -> str:
    """Row names are numbers of base 23 whose digits run from A = -11 over M = 0 to Z = 11: no two rows share one."""
    block, place = divmod(r + _HOME, len(_LETTERS))
    return (_row(block) if block else "") + _LETTERS[place]


def _rows(row: str) -> int:
    rows = 0
    for letter in row:
        rows = rows * len(_LETTERS) + _LETTERS.index(letter) - _HOME
    return rows
