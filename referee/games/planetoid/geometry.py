"""The board: a square grid of any shape, and the order in which the aliens see it [2.1 to 2.5].

Spaces are named by column letter and row number from the top, `C5`. A map is written row by row, `#` for a printed
space and `-` for none: `--###--/-#####-`. Two boards are two maps joined by `|`, their spaces `1:C5` and `2:C5`; those
of one are never next to those of the other [T-1031].
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from string import ascii_uppercase
from typing import NamedTuple

EDGES = {"N": (0, 1), "E": (-1, 0), "S": (0, -1), "W": (1, 0)}  # the edge where the origin card lies -> the way inward
_STEPS = ((0, -1), (-1, 0), (1, 0), (0, 1))  # in reading order
RIGHT, MIDDLE, LEFT = 0, 1, 2


def name(column: int, row: int, board: str = "") -> str:
    """The space in this column and row, both counted from 0; `board` is "", or `1:` or `2:` if there are two."""
    return f"{board}{chr(ord('A') + column)}{row + 1}"


def place(space: str) -> tuple[int, int]:
    """Column and row of a space, both counted from 0."""
    at = space.rpartition(":")[2]
    return ord(at[0]) - ord("A"), int(at[1:]) - 1


def board_of(space: str) -> str:
    """Which board a space is of: "" if there is one, else `1:` or `2:`."""
    return space[:2] if ":" in space else ""


class Board(NamedTuple):
    """The printed spaces in reading order, each with its neighbours [T-007] in reading order."""

    outline: str
    around: Mapping[str, tuple[str, ...]]
    parts: tuple["Board", ...] = ()  # of two boards, each for itself

    def __hash__(self) -> int:
        return hash(self.outline)

    @property
    def spaces(self) -> tuple[str, ...]:
        return tuple(self.around)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        rows = self.outline.replace("|", "/").split("/")
        return max(map(len, rows)), len(rows)


@lru_cache(maxsize=32)
def board(outline: str) -> Board:
    """The board of a map, or the two of two maps."""
    if "|" not in outline:
        return _board(outline, "")
    parts = tuple(_board(part, f"{n}:") for n, part in enumerate(outline.split("|"), 1))
    return Board(outline, {space: near for part in parts for space, near in part.around.items()}, parts)


def _board(outline: str, which: str) -> Board:
    there = {(x, y) for y, row in enumerate(outline.split("/")) for x, mark in enumerate(row) if mark == "#"}
    ordered = sorted(there, key=lambda at: (at[1], at[0]))
    near = {(x, y): [(x + dx, y + dy) for dx, dy in _STEPS if (x + dx, y + dy) in there] for x, y in ordered}
    return Board(outline, {name(*at, which): tuple(name(*n, which) for n in near[at]) for at in ordered})


def outline_faults(outline: str, limit: int) -> list[str]:
    """Message keys of all that is wrong with a map [2.2]: marks, letters for columns, number of spaces, parts apart."""
    if set(outline) - set("#-/"):
        return ["map.marks"]
    if max(map(len, outline.split("/"))) > len(ascii_uppercase):
        return ["map.wide"]
    around = board(outline).around
    if not 1 <= len(around) <= limit:
        return ["map.size"]
    seen, edge = set(), [next(iter(around))]
    while edge:
        space = edge.pop()
        if space not in seen:
            seen.add(space)
            edge.extend(around[space])
    return [] if len(seen) == len(around) else ["map.parts"]


@lru_cache(maxsize=64)
def edge_middle(board: Board, edge: str) -> str | None:
    """The middle of an outside edge [G-4]: of an unbroken run of odd length >= 3, with exactly 3 neighbours."""
    axis = 1 if edge in "NS" else 0
    extreme = (min if edge in "NW" else max)(place(s)[axis] for s in board.around)
    line = sorted((s for s in board.around if place(s)[axis] == extreme), key=lambda s: place(s)[1 - axis])
    ends = [place(s)[1 - axis] for s in (line[0], line[-1])]
    if len(line) < 3 or len(line) % 2 == 0 or ends[1] - ends[0] != len(line) - 1:
        return None
    middle = line[len(line) // 2]
    return middle if len(board.around[middle]) == 3 else None


def edge_behind(inward: str) -> str:
    """The edge where the card lies if one looks from it in this direction: inward W lies at E."""
    return {"N": "S", "S": "N", "E": "W", "W": "E"}[inward]


def outermost(board: Board, space: str, edge: str) -> bool:
    """Whether no printed space lies between this one and that edge of the table."""
    (dx, dy), (x, y) = EDGES[edge], place(space)
    columns, rows = board.size
    ways = range(1, max(columns, rows))
    return not any(name(x - dx * n, y - dy * n, board_of(space)) in board.around for n in ways)


class Seen(NamedTuple):
    """A space as seen from the origin: steps to it, rows into the board, steps to the right (negative: left)."""

    steps: int
    depth: int
    right: int

    @property
    def side(self) -> int:
        return RIGHT if self.right > 0 else MIDDLE if self.right == 0 else LEFT

    @property
    def key(self) -> tuple[int, int, int, int, int]:
        """Smaller is nearer [2.5]: fewer steps, then the nearer row, then the right side, then the nearer column.

        Rows lie behind the origin only if a table names one that is no middle of an edge. Such a row is as near as
        its number of rows says; of two rows equally near, which no line of the rulebook tells apart, the smaller depth
        comes first as everywhere else: it is the one nearer the card.
        """
        return self.steps, abs(self.depth), self.depth, self.side, abs(self.right)


@lru_cache(maxsize=256)
def steps_from(board_outline: str, start: str, distance: str = "path") -> Mapping[str, int]:
    """Steps from a space to every space that can be reached from it [2.4].

    `distance` path counts them over printed spaces, manhattan as though the board had no hole [Q-27].
    """
    around = board(board_outline).around
    steps, ring = {start: 0}, [start]
    for space in ring:
        for n in around[space]:
            if n not in steps:
                steps[n] = steps[space] + 1
                ring.append(n)
    if distance == "path":
        return steps
    x0, y0 = place(start)
    return {space: abs(x - x0) + abs(y - y0) for space in steps for x, y in [place(space)]}


@lru_cache(maxsize=64)
def seen_from(
    board_outline: str, origin: str, edge: str, distance: str = "path", right: str = "inward"
) -> Mapping[str, Seen]:
    """Every reachable space as seen from the origin [2.3, 2.4], nearest first [T-907].

    `distance` as in `steps_from`; `right` inward looks from the origin card onto the board, mirrored back at it [Q-28].
    """
    (dx, dy), (x0, y0) = EDGES[edge], place(origin)
    turn = 1 if right == "inward" else -1
    seen = {}
    for space, steps in steps_from(board_outline, origin, distance).items():
        x, y = place(space)
        depth, aside = (x - x0) * dx + (y - y0) * dy, ((y - y0) * dx - (x - x0) * dy) * turn
        seen[space] = Seen(steps, depth, aside)
    return dict(sorted(seen.items(), key=lambda item: item[1].key))


@lru_cache(maxsize=64)
def ranks(board_outline: str, origin: str, edge: str, distance: str, right: str) -> Mapping[str, int]:
    """The place of every space in origin order [2.5], 0 the origin itself."""
    return {space: n for n, space in enumerate(seen_from(board_outline, origin, edge, distance, right))}


def straight(spaces: Collection[str]) -> bool:
    """Whether the spaces lie in one row or one column of one board."""
    if len({board_of(space) for space in spaces}) > 1:
        return False
    columns, rows = zip(*map(place, spaces), strict=True)
    return len(set(columns)) == 1 or len(set(rows)) == 1


def between(first: str, last: str) -> tuple[str, ...]:
    """The straight run from `first` to `last`, both counted; the two alone if they lie in no line."""
    (x0, y0), (x1, y1) = place(first), place(last)
    if (x0 != x1 and y0 != y1) or board_of(first) != board_of(last):
        return first, last
    step = (x1 > x0) - (x1 < x0), (y1 > y0) - (y1 < y0)
    length = max(abs(x1 - x0), abs(y1 - y0))
    return tuple(name(x0 + step[0] * n, y0 + step[1] * n, board_of(first)) for n in range(length + 1))
