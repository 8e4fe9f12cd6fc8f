"""Every way in which the referee says no. None of these prints; display renders `text`, cli exits with `exit`."""

from collections.abc import Sequence

from referee.text import Text, Value


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


class Private(NotUnderstood):
    """Something was said that is the speaker's alone: it is not repeated, and no screen keeps it."""


class NotAllowed(RefereeError):
    """Refused: at least one objection rests on print, on a confirmed component or on a count."""

    exit = 3


class NotDecided(RefereeError):
    """Held: the sentence waits for a ruling or for a fact; nothing was recorded."""

    exit = 4
