"""For whom a step of the set-up is still to be done: such a step is asked of all of them at once, in any order."""

from collections.abc import Iterator

from referee.games.parsec.position import Position
from referee.verdict import Objection, broken


def waiting(pos: Position, what: str) -> tuple[str, ...]:
    """For whom a step of the set-up is still to be done, in turn order."""
    return tuple(frame[1] for frame in pos.agenda if frame[0] == what)


def done(pos: Position, what: str, who: str) -> Position:
    """The step is done for this player."""
    return pos.put(agenda=tuple(frame for frame in pos.agenda if frame != (what, who)))


def check_waiting(pos: Position, what: str, who: str, rule: str, key: str) -> Iterator[Objection]:
    """The table tells it of somebody who plays, and of whom it is not known yet."""
    if who not in pos.names:
        yield broken(rule, "setup.nobody", who=who, players=pos.names)
    elif who not in waiting(pos, what):
        yield broken(rule, key, who=who)
