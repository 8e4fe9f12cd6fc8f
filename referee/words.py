"""Messages become words: a template is looked up, translated and filled with facts. Nothing here prints."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, reduce
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.text import Text, Value
from referee.where import tables_folder

if TYPE_CHECKING:
    from gettext import NullTranslations

FILE = "texts.toml"
_HEAD = re.compile(r"^\[([\w.-]+)\].*\n?", re.MULTILINE)  # of a table
DOMAIN = "referee"  # the catalogues of translations are tables/locale/<language>/LC_MESSAGES/referee.mo


class _Template(NamedTuple):
    """A sentence in English; `one` is how it reads where the fact `n` is 1, if that is different."""

    other: str
    one: str = ""


_spoken: list[Path] = []


def speak(*whose: str | Path) -> None:
    """Whose words are heard before the shared ones, the first first: games by name, or folders with a texts.toml."""
    _spoken[:] = [tables_folder(each) if isinstance(each, str) else each for each in whose]


def render(text: Text | str) -> str:
    """The message in the reader's language; a str is shown literally.

    A template that is missing or does not fit its facts is no reason to fall silent: the key and the facts are shown.
    """
    if isinstance(text, str):
        return literal(text)
    facts = {name: _shown(value) for name, value in text.facts.items()}
    for sentence in _sentences(text):
        try:
            return sentence.format_map(facts)
        except (LookupError, ValueError, AttributeError):  # it does not fit: a slip of whoever wrote or translated it
            continue
    told = ", ".join(f"{name}={value}" for name, value in facts.items())
    return f"{literal(text.key)} ({told})" if told else literal(text.key)


def literal(text: str) -> str:
    """`text` with everything visible: ESC becomes ^[, any other character that leaves no mark becomes its number."""
    return text if text.isprintable() else "".join(ch if ch.isprintable() else _visible(ch) for ch in text)


def _visible(ch: str) -> str:
    return "^" + chr(ord(ch) ^ 64) if ord(ch) < 32 or ch == "\x7f" else ascii(ch)[1:-1]


def _shown(value: Value) -> str:
    """A fact in words."""
    if isinstance(value, Text):
        return render(value)
    if isinstance(value, bool):
        return render(Text("word.yes" if value else "word.no"))
    if isinstance(value, Mapping):
        return _listed(Text("list.named", {"name": name, "value": each}) for name, each in value.items())
    if isinstance(value, tuple):
        return _listed(value)
    return literal(str(value))


def _listed(values: Iterable[Value], joint: str = "list.more") -> str:
    """The values one after the other; what belongs together, a list within a list, stands joined."""
    shown = [_listed(v, "list.with") if type(v) is tuple else _shown(v) for v in values] or [render(Text("list.none"))]
    return reduce(lambda before, after: render(Text(joint, {"before": before, "after": after})), shown)


def _sentences(text: Text) -> Iterator[str]:
    """The sentences that may say it, the best first: translated, then in English."""
    found = (_templates(folder).get(text.key) for folder in (*_spoken, tables_folder()))
    template = next(filter(None, found), None)
    if not template:
        return
    n = text.facts.get("n")
    for catalogue in _catalogues():
        if template.one and isinstance(n, int):
            yield catalogue.ngettext(template.one, template.other, n)
        else:
            yield catalogue.gettext(template.other)
    yield template.one if template.one and n == 1 else template.other


@cache
def _catalogues() -> tuple["NullTranslations", ...]:
    """The reader's language, if there is a catalogue of it that can be read."""
    folder = tables_folder("locale")
    if not folder.is_dir():
        return ()
    from gettext import translation

    try:
        return (translation(DOMAIN, folder, fallback=True),)
    except Exception:  # whatever is wrong with a file of somebody else's, English can still be read
        return ()


@cache
def _templates(folder: Path) -> "_Templates":
    """The templates of the texts.toml in a folder; none if there is no such file or it cannot be read."""
    try:
        return _Templates((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return _Templates("")


class _Templates(Mapping[str, _Template]):
    """Templates by their dotted keys. Most answers need a few, so a table is read when one of its keys is asked for."""

    def __init__(self, text: str) -> None:
        first, *tables = _HEAD.split(text)
        self._unread = {"": first, **dict(zip(tables[::2], tables[1::2], strict=True))}
        self._found: dict[str, _Template] = {}

    def __getitem__(self, key: str) -> _Template:
        table = key
        while table:
            table = table.rpartition(".")[0]
            self._read(table)
        return self._found[key]

    def __iter__(self) -> Iterator[str]:
        for table in tuple(self._unread):
            self._read(table)
        return iter(self._found)

    def __len__(self) -> int:
        return len(tuple(iter(self)))

    def _read(self, table: str) -> None:
        """One that cannot be read has nothing in it."""
        import tomllib

        if text := self._unread.pop(table, ""):
            with suppress(ValueError):
                self._found |= _flat(tomllib.loads(text), f"{table}." if table else "")


def _flat(tree: Mapping[str, Any], path: str) -> Iterator[tuple[str, _Template]]:
    for name, branch in tree.items():
        if not isinstance(branch, Mapping):
            yield path + name, _Template(str(branch))
        elif {"other"} <= branch.keys() <= {"one", "other"}:
            yield path + name, _Template(**branch)
        else:
            yield from _flat(branch, f"{path}{name}.")
