"""Session <-> TOML: the only writer of session files. It knows no game and judges nothing.

A file is a header and one `[[event]]` block for each thing said. A line of the record is the ordinal of a block, 1 for
the first; lines of the *file* are for messages about damage. Reading takes no lock and writes nothing; writing keeps
the old bytes as they are, a reader's comments and `_` keys with them.
"""

import os
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from referee.errors import Damaged, Failed
from referee.files import contents, lock, rewrite, told
from referee.shelf import remember
from referee.text import Text, Value

Block = Mapping[str, Value]

FORMAT = 1
LINE = 100  # columns; a longer list stands on several lines

# What may stand in a file, as which type of TOML; lists hold strings. Keys that begin with _ are the reader's own. The
# forms in which games take a table stand here as well: a file is read before its game is known.
GAMES_OWN: Mapping[str, type] = {
    **dict.fromkeys(("board", "moon", "board-1", "board-2", "moon-2"), str),
    **dict.fromkeys(("tiles", "ring", "robots"), list),
}
HEADER: Mapping[str, type] = {
    **dict.fromkeys(("format", "defaults", "seed"), int),
    **dict.fromkeys(("game", "referee", "draws", "assist", "at"), str),
    **dict.fromkeys(("players", "options", "rulings", "by-hand", "box", "facts"), list),
    **GAMES_OWN,
    "practice": bool,
    "begun": date,
}
BLOCK: Mapping[str, type] = {
    **dict.fromkeys(("asked", "who", "say", "then", "because", "was"), str),
    **dict.fromkeys(("undo", "redo", "before", "change", "strike", "keep"), int),
    **dict.fromkeys(("auto", "anyway"), bool),
    **dict.fromkeys(("rulings", "agreed"), list),
}
ACTS = frozenset(("say", "undo", "redo", "before", "change", "strike", "keep"))
FORMS = [{"say"}, {"undo"}, {"redo"}, {"before", "say"}, {"change", "say"}, {"strike"}, {"keep"}]


class Record(NamedTuple):
    """What a session file holds; `source` are its bytes, by which a writer sees whether it has changed since.

    Lists are tuples, dates are text in ISO form, and what is the reader's own is left out.
    """

    file: Path
    header: Mapping[str, Value]
    blocks: tuple[Block, ...]
    source: bytes

    def line(self, block: int, key: str = "") -> int:
        """The line of the file on which this block (0: the header) begins, or on which its `key` stands."""
        return _line(_marks(self.source.decode("utf-8-sig")), block, key)


class Pen:
    """What `locked` gives: as long as it is held, no other referee writes to this session."""

    def __init__(self, file: Path, folder: Path | None) -> None:
        self._file = file
        self._folder = folder

    def read(self, known: Record | None = None) -> Record:
        """The record as it now stands in the file; `known` itself if that has not changed."""
        return read(self._file, known)

    def add(self, record: Record, blocks: Sequence[Block]) -> Record:
        """Writes all blocks of an act at once and gives the longer record; once this returns, they are kept.

        `record` is what they were judged against: if the file holds anything else by now, nothing is written.
        """
        if not blocks:
            return record
        new = "".join("\n[[event]]\n" + toml(block) for block in blocks)
        added = tuple(map(_plain, tomllib.loads(new).get("event", ())))
        if added != tuple(map(dict, blocks)):
            raise Failed("journal.unwritable", text=new)
        joint = "" if record.source.endswith(b"\n") else "\n"
        ending = "\r\n" if b"\r\n" in record.source else "\n"
        source = record.source + (joint + new).replace("\n", ending).encode()
        with told(self._file):
            if contents(self._file, writable=True) != record.source:
                raise Failed("journal.changed", file=str(self._file))
            rewrite(self._file, source)
        if self._folder:
            remember(self._file, self._folder)
        return record._replace(blocks=record.blocks + added, source=source)


def read(file: Path, known: Record | None = None) -> Record:
    """The record in this file; `known` itself if the file still holds its bytes. Damaged names every fault found."""
    with told(file):
        source = contents(file)
    return known if known and source == known.source else _record(file, source)


def create(file: Path, header: Mapping[str, Value]) -> Record:
    """Begins a session in a new file, making its folder if need be. `begun` is a date in ISO form."""
    file = Path(os.path.realpath(file))
    source = toml(header).encode()
    record = _record(file, source)
    with told(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        with lock(file):
            if os.path.lexists(file):
                raise Failed("journal.exists", name=file.stem, file=str(file))
            rewrite(file, source)
    remember(file, file.parent)
    return record


@contextmanager
def locked(file: Path, folder: Path | None = None) -> Iterator[Pen]:
    """The pen for this session, after whoever holds it; `folder`, if given, remembers it as the last one written."""
    file = Path(os.path.realpath(file))
    with ExitStack() as held:
        with told(file):
            contents(file)  # a file that is not there leaves no lock behind
            held.enter_context(lock(file))
        yield Pen(file, folder)


# Reading


def _record(file: Path, source: bytes) -> Record:
    try:
        text = source.decode("utf-8-sig")
        header = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _damaged(file, [_unreadable(source, error)]) from error
    events = header.pop("event", None)
    if faults := list(_faults(header, events, text)):
        marks = _marks(text)
        placed = sorted(((_line(marks, block, key), fault) for block, key, fault in faults), key=lambda found: found[0])
        raise _damaged(file, [Text(key, {"line": line, **facts}) for line, (key, facts) in placed])
    return Record(file, _plain(header), tuple(map(_plain, events or ())), source)


def _damaged(file: Path, faults: list[Text]) -> Damaged:
    return Damaged("journal.damaged", file=str(file), line=faults[0].facts["line"], faults=tuple(faults))


def _unreadable(source: bytes, error: Exception) -> Text:
    """No text in UTF-8, or no TOML: where it first goes wrong."""
    if isinstance(error, UnicodeDecodeError):
        return Text("journal.encoding", {"line": source.count(b"\n", 0, error.start) + 1})
    why, _, where = str(error).partition(" (at ")
    found = re.match(r"line (\d+)", where)
    return Text("journal.syntax", {"line": int(found[1]) if found else source.rstrip().count(b"\n") + 1, "why": why})


Fault = tuple[int, str, Text]  # block (0: the header), key, what is wrong


def _faults(header: Mapping[str, Any], events: Any, text: str) -> Iterator[Fault]:
    form = header.get("format")
    if form is None or "game" not in header:
        yield 0, "", Text("journal.foreign")
    elif type(form) is int and form > FORMAT:
        yield 0, "format", Text("journal.newer", {"format": form, "most": FORMAT})
    else:
        yield from _odd(0, header, HEADER)
        yield from _odd_events(events, text)


def misfits(header: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
    """The keys of a header that are none, or that hold something of another type, each with what is wrong."""
    return ((key, fault) for _, key, fault in _odd(0, header, HEADER))


def _odd_events(events: Any, text: str) -> Iterator[Fault]:
    if events is None:
        return
    if not isinstance(events, list) or not _stand_in_blocks(len(events), text):
        yield 0, "event", Text("journal.inline")
        return
    for block, event in enumerate(events, 1):
        yield from _odd(block, event, BLOCK)
        acts = ACTS.intersection(event)
        if acts not in FORMS:
            yield block, "", Text("journal.acts", {"acts": tuple(sorted(acts))})


def _odd(block: int, table: Mapping[str, Any], known: Mapping[str, type]) -> Iterator[Fault]:
    """Keys that are not `known`, values that are not of their type, numbers too low to mean anything."""
    for key, value in table.items():
        kind = known.get(key)
        if kind is None:
            if not key.startswith("_"):
                yield block, key, Text("journal.key", {"key": key, "nearest": _nearest(key, known)})
        elif not _fits(value, kind):
            yield block, key, Text(f"journal.type-{kind.__name__}", {"key": key})
        elif kind is int and value < 1 and key != "seed":
            yield block, key, Text("journal.number", {"key": key, "value": value})


def _fits(value: Any, kind: type) -> bool:
    if isinstance(value, list):
        return kind is list and all(type(item) is str for item in value)
    return type(value) is kind


def _nearest(key: str, known: Mapping[str, type]) -> tuple[str, ...]:
    from difflib import get_close_matches

    return tuple(get_close_matches(key, known, n=1))


def _stand_in_blocks(count: int, text: str) -> bool:
    """Whether each event has an `[[event]]` of its own: to an inline array nothing could be added.

    Without strings of several lines, a line that begins so is a header: seen at once. Else the marks are exact.
    """
    if '"""' not in text and "'''" not in text and text.count("\n[[event]]") == count > 0:
        return True
    return len(_marks(text)) - 1 == count > 0


def _plain(table: Mapping[str, Any]) -> dict[str, Value]:
    return {
        key: tuple(value) if isinstance(value, list) else value.isoformat() if isinstance(value, date) else value
        for key, value in table.items()
        if key[:1] != "_"
    }


_MARK = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'|#[^\n]*|"
    r"^[ \t]*(?:(\[\[[ \t]*event[ \t]*\]\])|([\w-]+)[ \t]*=)",
    re.MULTILINE | re.DOTALL,
)


def _marks(text: str) -> list[dict[str, int]]:
    """For the header and each block: the line of every key, and under "" the line on which it begins."""
    marks: list[dict[str, int]] = [{"": 1}]
    line, seen = 1, 0
    for mark in _MARK.finditer(text):
        if not mark.lastindex:
            continue  # a string or a comment: matched so that nothing inside it counts
        line += text.count("\n", seen, mark.start())
        seen = mark.start()
        if mark[1]:
            marks.append({"": line})
        else:
            marks[-1].setdefault(mark[2], line)
    return marks


def _line(marks: list[dict[str, int]], block: int, key: str) -> int:
    return marks[block].get(key, marks[block][""])


# Writing


def toml(table: Mapping[str, Value]) -> str:
    """The lines of a flat table of words, numbers and lists; Failed for what no file in UTF-8 can hold."""
    lines = {key: _entry(key, value) for key, value in table.items()}
    for key, line in lines.items():
        try:
            line.encode()
        except UnicodeEncodeError as error:
            raise Failed("journal.unwritable", text=str(table[key])) from error
    return "".join(lines.values())


def _entry(key: str, value: Value) -> str:
    from tomli_w import dumps

    if HEADER.get(key) is date:
        return dumps({key: date.fromisoformat(str(value))})
    whole = dumps({key: value}, multiline_strings=HEADER.get(key) is str)
    if not isinstance(value, tuple):
        return whole
    line = f"{key} = [{', '.join(dumps({'_': item})[4:-1] for item in value)}]\n"
    return line if len(line) <= LINE else whole
