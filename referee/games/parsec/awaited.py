"""For whom a step of the set-up is still to be done: such a step is asked of all of them at once, in any order."""

from collections.abc import Callable, Iterator, Mapping

from referee.games.parsec.position import Position
from referee.verdict import Objection, broken

# What shows that a step is done for a player, even if it was told as a fact of the table.
_DONE: Mapping[str, Callable[[Position, str], bool]] = {
    "hand": lambda pos, who: bool(pos.research.get(who) or pos.completed.get(who)),
    "begin": lambda pos, who: bool(pos.completed.get(who)),
    "sworn": lambda pos, who: who in pos.factions,
}


def awaits(pos: Position, what: str, who: str) -> bool:
    """Whether nothing on the table shows yet that a step is done for this player."""
    return not _DONE[what](pos, who)


def waiting(pos: Position, what: str) -> tuple[str, ...]:
    """For whom a step of the set-up is still to be done, in turn order."""
    return tuple(frame[1] for frame in pos.agenda if frame[0] == what and awaits(pos, what, frame[1]))


def over(pos: Position, what: str) -> Position:
    """The step is done for everybody."""
    return pos.put(agenda=tuple(frame for frame in pos.agenda if frame[0] != what))


def done(pos: Position, what: str, who: str) -> Position:
    """The step is done for this player."""
    return pos.put(agenda=tuple(frame for frame in pos.agenda if frame != (what, who)))


def check_waiting(pos: Position, what: str, who: str, rule: str, key: str) -> Iterator[Objection]:
    """The table tells it of somebody who plays, and of whom it is not known yet."""
    if who not in pos.names:
        yield broken(rule, "setup.nobody", who=who, players=pos.names)
    elif who not in waiting(pos, what):
        yield broken(rule, key, who=who)
