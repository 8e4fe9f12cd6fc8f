"""Where the words of a view stand: parts become lines of pieces, each with its column. Nothing here prints or colours.

All maps and tables are plain text that aligns in any fixed-width font; the order is that of the part, never of a dict.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, zip_longest
from typing import NamedTuple

from referee.text import Text
from referee.view import Cell, Command, HexMap, Lines, Part, SquareMap, Table, Track, Words, column_letters
from referee.words import render

GAP = 2  # columns between the cells of a table
COSY = 16  # a column of sentences is not squeezed below this, the table becomes a list instead
NO_SPACE = "-"
NO_SESSION = ("new", "demo", "box")  # commands that reach no session

# Twins for characters that not every encoding knows. Those of tracks and maps are of one width in every terminal.
TWINS = str.maketrans(
    {"⬢": "#", "⬡": "-", "–": "-", "—": "--", "−": "-", "→": "->", "…": "...", "·": "-", "×": "x", "½": "1/2"}
    | {"≤": "<=", "≥": ">=", "≠": "!=", "‘": "'", "’": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'}
)


class Screen(NamedTuple):
    """How many columns there are, which characters are known, and whether tones become colours.

    `session`: what a command to be copied names its session by, if it is not the one written last.
    """

    width: int = 80
    encoding: str = "utf-8"
    colour: bool = False
    session: str = ""


class Piece(NamedTuple):
    """Words at their place in a line: the column where they begin, counted from 0."""

    column: int
    text: str
    tone: str = ""


Line = Sequence[Piece]  # from left to right


def layout(part: Part | Words, screen: Screen) -> Iterator[Line]:
    """The lines of a part, none wider than the screen but those to be copied."""
    match part:
        case Lines():
            return _lines(part, screen)
        case Table():
            return _table(part, screen)
        case Track():
            return _track(part, screen)
        case SquareMap():
            return _square_map(part, screen)
        case HexMap():
            return _hex_map(part, screen)
    return _paragraphs(_written(part, screen), screen.width)


def columns(text: str) -> int:
    """How wide `text` is on a terminal: an East Asian character takes two columns, an accent on its own none."""
    if text.isascii():
        return len(text)
    from unicodedata import category, east_asian_width

    return sum(0 if category(ch) in ("Mn", "Me") else 1 + (east_asian_width(ch) in "WF") for ch in text)


def fold(text: str, width: int, hang: int = 0) -> list[str]:
    """`text` broken at blanks into lines of at most `width` columns; all but the first leave room to hang by `hang`."""
    if columns(text) <= width:
        return [text]
    folded, room = [""], width
    for word in text.split():
        if folded[-1] and columns(folded[-1]) + 1 + columns(word) > room:
            folded.append("")
            room = width - hang
        folded[-1] += f" {word}" if folded[-1] else word
        while columns(folded[-1]) > room:
            cut = _fitting(folded[-1], room)
            folded[-1:] = [folded[-1][:cut], folded[-1][cut:]]
            room = width - hang
    return folded


def _fitting(word: str, room: int) -> int:
    """How many characters of a word that is too long go into `room` columns, at least one."""
    return next(i for i in range(1, len(word) + 1) if columns(word[: i + 1]) > room)


def _written(words: Words, screen: Screen) -> str:
    """The words in characters that the screen knows: twins for ours, numbers for those of a name."""
    text = render(words)
    try:
        text.encode(screen.encoding)
    except UnicodeEncodeError:
        return text.translate(TWINS).encode(screen.encoding, "backslashreplace").decode(screen.encoding)
    return text


def _cell(item: Words | Cell, screen: Screen) -> tuple[str, str]:
    words, tone = item if isinstance(item, Cell) else (item, "")
    return " ".join(_written(words, screen).split("\n")), tone


def _paragraphs(text: str, width: int, tone: str = "", indent: int = 0) -> Iterator[Line]:
    """One paragraph a line break; what does not fit hangs by two columns below where the paragraph begins."""
    for paragraph in text.split("\n"):
        words = paragraph.lstrip(" ")
        left = min(indent + len(paragraph) - len(words), width // 2)
        for i, folded in enumerate(fold(words, width - left, GAP)):
            yield (Piece(left + GAP * (i > 0), folded, tone),) if folded else ()


def _title(title: Words, screen: Screen) -> Iterator[Line]:
    if title:
        yield from _paragraphs(_written(title, screen), screen.width, "title")


def _lines(part: Lines, screen: Screen) -> Iterator[Line]:
    yield from _title(part.title, screen)
    for item in part.lines:
        if isinstance(item, Command):
            yield (Piece(GAP, _addressed(_written(item.text, screen), screen.session)),)
            continue
        words, tone = item if isinstance(item, Cell) else (item, "")
        yield from _paragraphs(_written(words, screen), screen.width, tone, GAP if part.title else 0)


def _addressed(command: str, session: str) -> str:
    """A command as it reaches the session that is spoken of, if it is for one."""
    name, *rest = command.split(" ", 2)
    if not session or name != "referee" or rest[0] in NO_SESSION:
        return command
    return " ".join((name, rest[0], session, *rest[1:]))


def _track(part: Track, screen: Screen) -> Iterator[Line]:
    said = _written(Text("track.at", {"title": part.title, "at": part.at, "steps": part.steps}), screen)
    done = min(max(part.at, 0), part.steps)
    drawn = _written("⬢" * done + "⬡" * (part.steps - done), screen)
    fits = columns(said) + GAP + columns(drawn) <= screen.width
    yield from _paragraphs(f"{said}{' ' * GAP}{drawn}".rstrip() if fits else said, screen.width)


def _table(part: Table, screen: Screen) -> Iterator[Line]:
    yield from _title(part.title, screen)
    head = [_cell(name, screen) for name in part.head]
    rows = [[_cell(item, screen) for item in row] for row in part.rows]
    texts = [
        list(column) for column in zip_longest(*([text for text, _ in row] for row in (head, *rows)), fillvalue="")
    ]
    widths = _widths(texts, screen.width)
    if not widths:
        yield from _records([name for name, _ in head], rows, screen.width)
        return
    right = [_numbers(column[1:]) for column in texts]
    if head:
        yield from _row(head, widths, right)
        yield from _row([("-" * width, "") for width in widths], widths, right)
    for row in rows:
        yield from _row(row, widths, right)


def _widths(texts: Sequence[Sequence[str]], width: int) -> list[int]:
    """How wide each column may be; nothing if they do not go side by side."""
    widths = [max(map(columns, column)) for column in texts]
    words = [max((columns(word) for text in column for word in text.split()), default=0) for column in texts]
    least = [max(word, min(wanted, COSY)) for word, wanted in zip(words, widths, strict=True)]
    room = width - GAP * (len(widths) - 1)
    while sum(widths) > room:
        loose = [i for i, wanted in enumerate(widths) if wanted > least[i]]
        if not loose:
            return []
        widths[max(loose, key=widths.__getitem__)] -= 1
    return widths


def _numbers(texts: Iterable[str]) -> bool:
    """Whether a column holds nothing but whole numbers, and at least one."""
    told = [text for text in texts if text]
    return bool(told) and all(text.lstrip("+-").isdecimal() for text in told)


def _row(cells: Sequence[tuple[str, str]], widths: Sequence[int], right: Sequence[bool]) -> Iterator[Line]:
    starts = list(accumulate((width + GAP for width in widths), initial=0))
    folded = [fold(text, width) for (text, _), width in zip(cells, widths, strict=False)]
    for line in zip_longest(*folded, fillvalue=""):
        yield [
            Piece(starts[i] + (widths[i] - columns(text) if right[i] else 0), text, cells[i][1])
            for i, text in enumerate(line)
            if text
        ]


def _records(head: Sequence[str], rows: Sequence[Sequence[tuple[str, str]]], width: int) -> Iterator[Line]:
    """A table that is too wide, row by row: one line a cell, with the name of its column."""
    for i, row in enumerate(rows):
        if i:
            yield ()
        for name, (text, tone) in zip(head or [""] * len(row), row, strict=False):
            named = f"{name}: {text}".rstrip() if name else text
            for j, line in enumerate(fold(named, width, GAP)):
                yield (Piece(GAP * (j > 0), line, tone),)


def _square_map(part: SquareMap, screen: Screen) -> Iterator[Line]:
    yield from _title(part.title, screen)
    cells = {at: _cell(cell, screen) for at, cell in part.cells.items()}
    letters = [column_letters(column) for column in range(part.columns)]
    step = 1 + max(map(columns, (NO_SPACE, *letters, *(text for text, _ in cells.values()))))
    margin = GAP + len(str(part.rows))
    fitting = max(1, (screen.width - margin + 1) // step)
    for first in range(0, part.columns, fitting):
        if first:
            yield ()
        strip = range(first, min(first + fitting, part.columns))
        yield [Piece(margin + (column - first) * step, letters[column], "dim") for column in strip]
        for row in range(part.rows):
            number = Piece(margin - GAP - len(str(row + 1)), str(row + 1), "dim")
            spaces = ((column, cells.get((column, row), (NO_SPACE, "dim"))) for column in strip)
            yield [number, *(Piece(margin + (column - first) * step, *space) for column, space in spaces)]


def _hex_map(part: HexMap, screen: Screen) -> Iterator[Line]:
    """Each hex is its label over what it is and what stands there, every other row moved by half a hex."""
    from referee import hexes
    from referee.hexmap import Space, drawn

    yield from _title(part.title, screen)
    spaces = {
        a: Space(
            hexes.label(a),
            _cell(cell, screen),
            [_cell(each, screen) for each in part.standing.get(a, ())],
            part.joined.get(a, ()),
        )
        for a, cell in part.cells.items()
    }
    yield from drawn(spaces, screen.width)
