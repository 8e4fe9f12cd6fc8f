"""A table file as pages: the lines of every entry, and an entry as a record, without reading all the others."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

from referee.errors import Damaged
from referee.files import told
from referee.records import records, refuse
from referee.text import Text

_Record = TypeVar("_Record", bound=NamedTuple)

_HEAD = re.compile(r"^\[\[(\w+)\]\]$", re.MULTILINE)
_ID = re.compile(r'^id = "(.*)"$', re.MULTILINE)
_LINE = re.compile(r"^(\w+) = (.*)$", re.MULTILINE)


class Pages(Mapping[str, _Record]):
    """The entries `[[name]]` of a file by their `id`, in its order; Failed if the system does not give it.

    Head, id and whatever is looked for stand on a line of their own, and no value looks like a head: Damaged
    `tables.pages` if there are entries of another form. One with faults is Damaged when somebody turns to it.
    """

    def __init__(self, path: Path, name: str, kind: type[_Record]) -> None:
        with told(path):
            first, *parts = _HEAD.split(path.read_text("utf-8"))
        if re.search(rf"^{name}\b", first, re.MULTILINE):
            raise Damaged("tables.pages", file=str(path), name=name)
        entries = (text for head, text in zip(parts[::2], parts[1::2], strict=True) if head == name)
        self._texts = {found[1]: text for text in entries if (found := _ID.search(text))}
        self._path = path
        self._kind = kind

    def __getitem__(self, id: str) -> _Record:
        faults: list[Text] = []
        found = records({"": [tomllib.loads(self._texts[id])]}, "", self._kind, faults)
        refuse(self._path, faults)
        return found[id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def lines(self, id: str) -> dict[str, str]:
        """What is written behind each key of an entry, quotes and all."""
        return dict(_LINE.findall(self._texts[id]))
