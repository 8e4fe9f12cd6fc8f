"""Every way in which the referee says no. None of these prints; display renders `text`, cli exits with `exit`."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from referee.text import Text, Value

_Thing = TypeVar("_Thing")
_Read = TypeVar("_Read")


class RefereeError(Exception):
    """Something a person should read: `text` is the message, `exit` the exit code of the command."""

    exit = 1

    def __init__(self, key: str, /, **facts: Value) -> None:
        super().__init__(key, facts)
        self.text = Text(key, facts)


class Failed(RefereeError):
    """A file, a look-up or a difference: the command could not do what it was for."""


class Damaged(RefereeError):
    """A file that cannot be trusted; `file` and `line` stand among the facts and the file is left untouched."""


class NotUnderstood(RefereeError):
    """No sentence of the game, or more than one: `nearest` lists sentences that would be understood."""

    exit = 2

    def __init__(self, key: str, /, nearest: Sequence[str] = (), **facts: Value) -> None:
        super().__init__(key, nearest=tuple(nearest), **facts)
        self.nearest = tuple(nearest)

    @property
    def texts(self) -> tuple[Text, ...]:
        """The message; of several faults, that of each."""
        faults = self.text.facts.get("faults")
        return tuple(each for each in faults if isinstance(each, Text)) if isinstance(faults, tuple) else (self.text,)


class Several(NotUnderstood):
    """Several things were not understood; with one only, it says what that one says."""

    def __init__(self, found: Sequence[NotUnderstood]) -> None:
        if len(found) == 1:
            facts = {name: fact for name, fact in found[0].text.facts.items() if name != "nearest"}
            super().__init__(found[0].text.key, found[0].nearest, **facts)
        else:
            nearest = tuple(dict.fromkeys(near for error in found for near in error.nearest))
            super().__init__("fact.faults", nearest, faults=tuple(error.text for error in found))
        self.found = tuple(found)


def each(read: Callable[[_Thing], _Read], things: Iterable[_Thing]) -> list[_Read]:
    """What `read` makes of each. Raises Several, with all that it does not understand."""
    made, found = list[_Read](), list[NotUnderstood]()
    for thing in tried(read, things):
        if isinstance(thing, NotUnderstood):
            found.append(thing)
        else:
            made.append(thing)
    if found:
        raise Several(found)
    return made


def tried(read: Callable[[_Thing], _Read], things: Iterable[_Thing]) -> Iterator[_Read | NotUnderstood]:
    """What `read` makes of each, or what it does not understand."""
    for thing in things:
        try:
            yield read(thing)
        except NotUnderstood as error:
            yield error


class Private(NotUnderstood):
    """Something was said that is the speaker's alone: it is not repeated, and no screen keeps it."""
