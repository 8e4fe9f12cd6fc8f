"""Where lines go: the only file that prints. Data goes to standard output, errors and prompts to standard error.

The words and their order never depend on the stream. It decides how wide the lines are, which characters are known and
whether tones become colours, which only ever repeat what the words say.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TextIO

from referee.layout import Line, Piece, Screen, columns, layout
from referee.text import Facts, Text
from referee.verdict import CERTAIN, UNKNOWN
from referee.view import Part, Table, Words
from referee.words import literal as literal
from referee.words import render as render
from referee.words import speak as speak

NARROW, USUAL, WIDE = 40, 80, 120  # columns

# What a terminal is told, for each tone that a game may name. Rock and white keep the colour of the terminal.
TONES = {"title": "1", "dim": "2", "bad": "31", "good": "32"} | {
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "94",
    "purple": "35",
    "pink": "95",
    "brown": "33",
    "gold": "93",
    "emerald": "32",
    "ruby": "91",
    "diamond": "96",
    "paper": "97;40",
}


class Reason(Protocol):
    """What an objection shows of itself."""

    @property
    def rule(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def facts(self) -> Facts: ...
    @property
    def basis(self) -> str: ...


def say(*parts: Part | Words) -> None:
    """Data, to standard output: sentences line by line, the parts of a view set apart by empty lines."""
    _write(sys.stdout, lambda stream: lines(screen(stream), *parts))


def warn(*parts: Part | Words) -> None:
    """Errors and prompts, to standard error; drawn as `say` does."""
    _write(sys.stderr, lambda stream: lines(screen(stream), *parts))


def as_json(thing: Any) -> None:
    """One JSON value, to standard output; see `plain`. It is never folded and always ASCII."""
    from json import dumps

    _write(sys.stdout, lambda _: [dumps(plain(thing), indent=2)])


def as_it_is(*lines: str, tone: str = "") -> None:
    """Lines to be taken over as they stand, to standard output: they are neither moved nor folded."""
    _write(sys.stdout, lambda stream: [_painted([Piece(0, line, tone)], screen(stream).colour) for line in lines])


def takes(line: str) -> bool:
    """Whether standard output has room for a line that is not folded, and knows its characters."""
    width, encoding = _columns(sys.stdout, os.environ), screen(sys.stdout).encoding
    return columns(line) <= width and line.encode(encoding, "ignore").decode(encoding) == line


def ready() -> None:
    """To be called before anybody prints: no character that a terminal does not know is worth a crash."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace")


def why_lines(objections: Iterable[Reason]) -> Table:
    """The objections one below the other: the rule, then the sentence, then the ruling that it rests on."""
    return Table("", (), tuple((objection.rule, why(objection)) for objection in objections))


def why(objection: Reason) -> Text:
    """What an objection says, with the ruling that it rests on."""
    text = Text(objection.key, objection.facts)
    if objection.basis in CERTAIN or objection.basis == UNKNOWN:
        return text
    return Text("why.ruling", {"why": text, "ruling": objection.basis})


def plain(thing: Any) -> Any:
    """`thing` in what JSON knows: messages become sentences, records and mappings objects, sets sorted lists."""
    if isinstance(thing, Text):
        return render(thing)
    if isinstance(thing, tuple) and hasattr(thing, "_asdict"):
        return plain(thing._asdict())
    if isinstance(thing, Mapping):
        return {str(name): plain(value) for name, value in thing.items()}
    if isinstance(thing, set | frozenset):
        return sorted(plain(each) for each in thing)
    if isinstance(thing, list | tuple):
        return [plain(each) for each in thing]
    return thing


def lines(on: Screen, *parts: Part | Words) -> list[str]:
    """The parts as they stand on a screen, an empty line before and after each that has a title."""
    drawn: list[Line] = []
    close = True
    for part in parts:
        shown, was_close = list(layout(part, on)), close
        close = isinstance(part, Text | str) or not part.title
        if drawn and shown and not (close and was_close):
            drawn.append(())
        drawn.extend(shown)
    return [_painted(line, on.colour) for line in drawn]


def _painted(line: Line, colour: bool) -> str:
    painted, at = "", 0
    for column, text, tone in line:
        sgr = TONES.get(tone) if colour else None
        painted += " " * (column - at) + (f"\x1b[{sgr}m{text}\x1b[0m" if sgr else text)
        at = column + columns(text)
    return painted


_session = [""]


def address(session: str) -> None:
    """Commands that are shown from now on name their session so; "" for the one written last, which needs no name."""
    _session[:] = [session]


def screen(stream: TextIO, environ: Mapping[str, str] = os.environ) -> Screen:
    """The screen behind a stream: colours on a terminal only, elsewhere 80 columns unless COLUMNS says otherwise."""
    colour = stream.isatty() and not environ.get("NO_COLOR") and environ.get("TERM") != "dumb"
    return Screen(_width(stream, environ), getattr(stream, "encoding", None) or "utf-8", colour, *_session)


def _width(stream: TextIO, environ: Mapping[str, str]) -> int:
    return min(max(_columns(stream, environ), NARROW), WIDE)


def _columns(stream: TextIO, environ: Mapping[str, str]) -> int:
    """How many columns there are, as the terminal or COLUMNS says."""
    told = environ.get("COLUMNS", "")
    width = int(told) if told.isdecimal() and len(told) < 6 else 0
    if not width and stream.isatty():
        try:
            width = os.get_terminal_size(stream.fileno()).columns
        except OSError:
            width = USUAL
    return width or USUAL


def _write(stream: TextIO | None, made: Callable[[TextIO], Iterable[str]]) -> None:
    if stream is None:  # the program was started with this stream closed
        return
    try:
        stream.write("".join(f"{line}\n" for line in made(stream)))
        stream.flush()
    except BrokenPipeError:  # the reader has seen enough (`| head`): what follows goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
