"""Two records of one game: where they first differ, and what lies otherwise on their tables."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from referee import aftermath, hearing, programs, record
from referee.acts import Key, Line
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.game import Fact, Facts
from referee.script import parted
from referee.session import Session
from referee.standing import marks
from referee.text import Text, Value
from referee.view import Lines, Part, Table, Words

BESIDE = frozenset(("format", "referee", "defaults", "begun", "draws"))  # of a header: no part of the game
CHOICES, CHANGES = ("choices", ""), ("changes", "")

Pair = tuple[Any, Any]


class Difference(NamedTuple):
    """How two records differ: in the set-up by key, in the first event (None: the record has ended), in the facts.

    `secret` if they differ in facts that nobody may be told now.
    """

    begun: tuple[tuple[str, Pair], ...]
    first: tuple[Line | None, Line | None] | None
    facts: tuple[tuple[Fact, Pair], ...]
    secret: bool

    def __bool__(self) -> bool:
        return any(self)


def difference(one: Session, other: Session) -> Difference:
    """How two records differ. Raises NotUnderstood for those of two games."""
    if one.game.NAME != other.game.NAME:
        raise NotUnderstood("diff.games", a=one.name, b=other.name, game=one.game.TITLE, other=other.game.TITLE)
    facts, secret = _facts(one.desk, other.desk)
    return Difference(_begun(one, other), _first(one.desk, other.desk), facts, secret)


def _begun(one: Session, other: Session) -> tuple[tuple[str, Pair], ...]:
    ours, theirs = (programs.header(session.desk, session.header) for session in (one, other))
    pairs = ((key, (ours.get(key), theirs.get(key))) for key in dict.fromkeys((*ours, *theirs)) if key not in BESIDE)
    return tuple((key, pair) for key, pair in pairs if pair[0] != pair[1])


def _first(one: Desk, other: Desk) -> tuple[Line | None, Line | None] | None:
    """The first lines that hold and do not tell the same: somebody said something else, or it did something else.

    What was seen is told in the line of a choice or, once a record was mended, in one of its own.
    """
    ours, theirs = _told(one), _told(other)
    pairs = (_parting(ours.get(of, ()), theirs.get(of, ())) for of in dict.fromkeys((*ours, *theirs)))
    first = min(filter(None, pairs), key=lambda pair: min(told.place for told in pair if told), default=None)
    return first and (first[0] and first[0].line, first[1] and first[1].line)


class Statement(NamedTuple):
    """Something that a line tells, and where that stands among those that hold."""

    place: int
    line: Line
    what: Any


def _parting(
    ours: Sequence[Statement], theirs: Sequence[Statement]
) -> tuple[Statement | None, Statement | None] | None:
    """The first two that are not the same."""
    for one, other in zip_longest(ours, theirs):
        if one is None or other is None or one.what != other.what:
            return one, other
    return None


def _told(desk: Desk) -> Mapping[Key, Sequence[Statement]]:
    """What was decided and what came of it, each in its order; what was seen, each by its question."""
    found: dict[Key, list[Statement]] = {CHOICES: [], CHANGES: []}
    for place, line in enumerate(line for act in desk.holding for line in act.lines):
        event = hearing.read(desk.game, str(line.block["say"]), str(line.block.get("who", "")))
        choice, seen = parted(desk.game, event)
        told = [(CHOICES, choice)] if choice is not None else []
        told += [*seen.items(), *((CHANGES, words) for entry in line.entries if (words := entry.words()))]
        for of, what in told:
            found.setdefault(of, []).append(Statement(place, line, what))
    return found


def _facts(one: Desk, other: Desk) -> tuple[tuple[tuple[Fact, Pair], ...], bool]:
    """The facts that are otherwise in the end, and whether there are more that are secret."""
    names = one.game.secret(one.ask.pos) | other.game.secret(other.ask.pos)
    ours, theirs = one.game.facts(one.ask.pos), other.game.facts(other.ask.pos)
    found = [(fact, _both(ours, theirs, fact)) for fact in dict.fromkeys((*ours, *theirs))]
    found = [(fact, pair) for fact, pair in found if pair[0] != pair[1]]
    told = tuple((fact, pair) for fact, pair in found if names.isdisjoint(fact))
    return told, len(told) < len(found)


def _both(ours: Facts, theirs: Facts, fact: Fact) -> Pair:
    """A fact at both tables; one that knows nothing of it has none of it."""
    none = aftermath.nothing(ours, theirs, fact)
    return ours.get(fact, none), theirs.get(fact, none)


# -- as people read it ------------------------------------------------------------------


def shown(one: Session, other: Session, found: Difference) -> Iterator[Part]:
    """The set-up, the first event and the facts that differ; or that nothing does."""
    names = _names(one, other)
    yield Lines("", stops(one, other))
    if not found:
        yield Lines("", (Text("diff.same", {"names": names}),))
    if found.begun:
        yield Table(Text("diff.begun"), ("", *names), tuple((key, *map(_value, pair)) for key, pair in found.begun))
    if found.first:
        for session, name, line in zip((one, other), names, found.first, strict=True):
            yield _event(session, name, line)
    if found.facts:
        rows = tuple((*fact, *map(_value, pair)) for fact, pair in found.facts)
        yield Table(Text("diff.facts"), (Text("diff.who"), Text("diff.what"), *names), rows)
    if found.secret:
        yield Lines("", (Text("diff.secret"),))
    if found and not found.facts and not found.secret:
        yield Lines("", (Text("diff.same-table"),))


def stops(one: Session, other: Session) -> tuple[Text, ...]:
    """Which of the records cannot be read on, and are compared only so far."""
    named = dict(zip(_names(one, other), (one.stop, other.stop), strict=True))
    return tuple(Text("diff.stops", {"name": name, "line": stop.line}) for name, stop in named.items() if stop)


def _names(one: Session, other: Session) -> tuple[str, str]:
    """The sessions by name, and by their folders if they have the same."""
    if one.name != other.name:
        return one.name, other.name
    here, there = (f"{session.record.file.parent.name}/{session.name}" for session in (one, other))
    return here, there


def _event(session: Session, name: str, line: Line | None) -> Part:
    title = Text("diff.first", {"name": name})
    if line is None:
        return Lines(title, (Text("diff.ended"),))
    return Table(title, (), tuple(record.rows(session.desk.shown((line,)))))


def _value(value: Value | None) -> Words:
    if value is None:
        return Text("diff.nothing")
    return Text("diff.listed", {"values": value}) if isinstance(value, tuple) else str(value)


# -- as data ------------------------------------------------------------------


def data(one: Session, other: Session, found: Difference) -> dict[str, Any]:
    """The same as data."""
    plain: dict[str, Any] = {"a": one.name, "b": other.name, "game": one.game.NAME, "same": not found}
    plain |= {"stops": stops(one, other), "begun": dict(found.begun)}
    first = found.first and tuple(map(_line, (one, other), found.first))
    facts = [{"who": who, "what": what, "a": pair[0], "b": pair[1]} for (who, what), pair in found.facts]
    return {**plain, "first": first, "facts": facts, "secret": found.secret}


def _line(session: Session, line: Line | None) -> dict[str, Any] | None:
    if line is None:
        return None
    (seen,) = session.desk.shown((line,))
    return programs.line(seen, marks(session.desk).get(line.number))
