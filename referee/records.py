"""Tables written by hand become frozen records; whatever is wrong with a file is found before it is refused."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard, TypeVar

from referee.errors import Damaged
from referee.files import told
from referee.text import Reading, Text

Words = tuple[str, ...]

_Record = TypeVar("_Record", bound=NamedTuple)


def is_words(value: object) -> TypeGuard[list[str]]:
    """Whether a TOML value is a list of strings."""
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


# What a value must look like to become a field of this type.
SHAPES: Mapping[Any, Callable[[Any], bool]] = {
    str: lambda value: isinstance(value, str),
    bool: lambda value: isinstance(value, bool),
    Words: is_words,
    Mapping[str, str]: lambda value: isinstance(value, dict) and is_words(list(value.values())),
    Reading: lambda value: type(value) in (str, int) or is_words(value),
}


def read(path: Path) -> dict[str, Any]:
    """The tables of a TOML file; Failed if the system does not give it, Damaged `tables.unreadable` if it is none."""
    with told(path):
        source = path.read_bytes()
    return parsed(path, source)


def parsed(path: Path, source: bytes) -> dict[str, Any]:
    """The tables of what stands in a file; Damaged `tables.unreadable` if it is no TOML."""
    try:
        return tomllib.loads(source.decode("utf-8-sig"))
    except ValueError as error:  # no TOML, or no UTF-8
        raise Damaged("tables.unreadable", file=str(path), why=str(error)) from error


def records(tables: Mapping[str, Any], name: str, kind: type[_Record], faults: list[Text]) -> dict[str, _Record]:
    """The entries `[[name]]` as records of `kind`, by their `id`; those with faults are left out and told in `faults`.

    The annotations of `kind` say which fields there are and what shape they have, its defaults which may be missing.
    """
    found: dict[str, _Record] = {}
    for place, raw in enumerate(tables.get(name, ()), 1):
        entry = str(raw.get("id", f"{name} {place}"))
        if odd := list(_odd(entry, raw, kind)):
            faults += odd
        elif entry in found:
            faults.append(fault("twice", entry, "id", entry))
        else:
            fields = {**kind._field_defaults, **raw}
            found[entry] = kind._make(tuple(v) if type(v := fields[name]) is list else v for name in kind._fields)
    return found


def fault(what: str, entry: str, field: str, found: object) -> Text:
    """The message `tables.<what>` about a field of an entry and what was found there."""
    return Text(f"tables.{what}", {"entry": entry, "field": field, "found": str(found)})


def strangers(entry: str, field: str, words: Iterable[str], known: Iterable[str]) -> Iterator[Text]:
    """A fault for each of the words that is not among the known ones."""
    return (fault("stranger", entry, field, word) for word in words if word not in known)


def refuse(path: Path, faults: Sequence[Text]) -> None:
    """Damaged `tables.faults` if there are any."""
    if faults:
        raise Damaged("tables.faults", file=str(path), faults=tuple(faults))


def _odd(entry: str, raw: Mapping[str, Any], kind: type[NamedTuple]) -> Iterator[Text]:
    shapes = kind.__annotations__
    for name, value in raw.items():
        if name not in shapes:
            yield fault("field", entry, name, value)
        elif not SHAPES[shapes[name]](value):
            yield fault("shape", entry, name, value)
    for name in shapes:
        if name not in raw and name not in kind._field_defaults:
            yield fault("missing", entry, name, "")
