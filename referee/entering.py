"""A table that is told, line by line: what the lines say, everything that is wrong with it, and what follows."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from referee.correcting import facts_said, moves
from referee.errors import Damaged, NotUnderstood, RefereeError, Several
from referee.game import Fact, Facts, Game, fact_named, fact_names
from referee.hearing import person
from referee.notation import split
from referee.text import Text
from referee.verdict import Objection

Place = tuple[str, int]  # a key of a header, and which of the texts that stand there
EVERYWHERE: Place = ("", 0)
Blame = Mapping[Place, tuple[Objection, ...]]  # what would be wrong if nothing had been told at a place

_PART = re.compile(r'(?:"(?:\\.|[^"\\])*"|[^,])+')  # of a line: up to a comma that stands in no quotes


class Line(NamedTuple):
    """What somebody has told, and where: facts that a form of the game holds, or words."""

    place: Place
    said: Facts | NotUnderstood | str


class Fault(NamedTuple):
    """Something that is wrong with what was told, and where, if it lies in one place."""

    what: RefereeError | Objection
    place: Place = EVERYWHERE

    @property
    def text(self) -> Text:
        """It in words."""
        return Text(self.what.key, self.what.facts) if isinstance(self.what, Objection) else self.what.text


class Faults(list[Fault]):
    """Everything that is wrong, as it is found."""

    @contextmanager
    def at(self, key: str, n: int = 0) -> Iterator[None]:
        """Around work on what stands under a key: what is not understood there, or impossible, is noted."""
        try:
            yield
        except Several as error:
            self += (Fault(each, (key, n)) for each in error.found)
        except RefereeError as error:
            objections = error.text.facts.get("faults", ()) if isinstance(error, Damaged) else ()
            self += (Fault(each, (key, n)) for each in _objections(objections) or (error,))

    def refuse(self) -> None:
        """Raises what was found: the one thing that is not understood, or all together."""
        found = [fault.what for fault in self]
        errors = [what for what in found if isinstance(what, RefereeError)]
        if found and errors == found[:1] == found:
            raise errors[0]
        texts = tuple(what if isinstance(what, Objection) else what.text for what in found)
        if found and len(errors) == len(found):
            raise NotUnderstood("fact.faults", faults=texts)
        if found:
            raise Damaged("position.faults", faults=texts)


def _objections(found: Any) -> tuple[Objection, ...]:
    return tuple(each for each in found if isinstance(each, Objection))


class Step(NamedTuple):
    """What one thing that was told has changed."""

    place: Place
    facts: Facts


# -- what lines say ------------------------------------------------------------------


def parts(line: str) -> list[str]:
    """The things that a line tells, one after the other: `Ann credits 2, aboard 11`."""
    return [part for part in map(str.strip, _PART.findall(line)) if part]


def tell(game: Game, pos: Any, lines: Sequence[Line], found: Faults) -> tuple[Any, list[Step]]:
    """The table after everything that was told, and what each thing has changed; the faults go to `found`.

    One thing after the other, as each may make room for others: a tile those that join it, robots a place to stand on.
    """
    teller = _Teller(game, pos)
    for line in lines:
        for said in _things(pos.names, line.said) if isinstance(line.said, str) else (line.said,):
            with found.at(*line.place):
                teller.tell(line.place, said)
        teller.before = ()
    return teller.pos, teller.steps


def _things(names: Sequence[str], line: str) -> list[str]:
    """The things of a line; one only where a name holds the comma that would set them apart."""
    return [line] if any("," in name for name in names) else parts(line) or [line]


class _Teller:
    """The table so far; the facts that it knows by name, as they were when somebody last had to look them up."""

    def __init__(self, game: Game, pos: Any) -> None:
        self.game = game
        self.pos = pos
        self.names: Mapping[str, Fact] = {}
        self.before: tuple[str, ...] = ()  # the name of the fact that was told before in the same line, in words
        self.steps: list[Step] = []

    def tell(self, place: Place, said: Facts | NotUnderstood | str) -> None:
        """One thing more. Raises NotUnderstood."""
        if isinstance(said, NotUnderstood):
            raise said
        facts = said if isinstance(said, Mapping) else self._read(said)
        self.pos = self.game.with_facts(self.pos, facts)
        self.steps.append(Step(place, facts))

    def _read(self, said: str) -> Facts:
        """What a thing says; what it leaves out of the fact's name is as in the thing before."""
        whole = [" ".join((*self.before[:n], said)) for n in range(max(1, len(self.before)))]
        facts = self._moved(whole) if moves(said) else dict((self._named(whole) or self._known_now(whole),))
        self.before = tuple(" ".join(next(iter(facts))).split())
        return facts

    def _named(self, whole: Sequence[str]) -> tuple[Fact, str | int] | None:
        return next((told for each in whole if (told := fact_named(self.names, each))), None)

    def _known_now(self, whole: Sequence[str]) -> tuple[Fact, str | int]:
        self.names = fact_names(self.game.facts(self.pos))
        if told := self._named(whole):
            return told
        ((fact, value),) = facts_said(self.game, self.pos, (whole[min(1, len(whole) - 1)],)).items()
        return fact, value

    def _moved(self, whole: Sequence[str]) -> Facts:
        """What a pile has now, and what is left of the one that it is taken from."""
        for each in whole[:-1]:
            try:
                return facts_said(self.game, self.pos, (each,))
            except NotUnderstood:
                continue
        return facts_said(self.game, self.pos, whole[-1:])


# -- the table that they make ------------------------------------------------------------------


class Entered(NamedTuple):
    """A table that was told: what changed on the way to it, and what only follows from that."""

    pos: Any
    blank: Any  # as it was before anything was told
    steps: tuple[Step, ...] = ()
    rest: Facts = {}

    @property
    def told(self) -> frozenset[Fact]:
        """Every fact that somebody has told."""
        return frozenset(fact for step in self.steps for fact in step.facts)


def enter(game: Game, pos: Any, lines: Sequence[Line], at: str, found: Faults) -> Entered:
    """The table laid out, then what is told about it, then the step that is asked; the faults go to `found`.

    `at` is the step, then the player whose turn it is (`2.1 Bea`); both may be left out.
    """
    blank = game.blank(pos)
    pos, steps = tell(game, blank, lines, found)
    entered = Entered(pos, blank, tuple(steps))
    rest = game.rest(pos, entered.told)
    pos = game.with_facts(pos, rest)
    found += map(Fault, game.faults(pos))
    with found.at("at"):
        pos = asked(game, pos, at)
    return entered._replace(pos=pos, rest=rest)


def asked(game: Game, pos: Any, at: str) -> Any:
    """The table at a step. Raises NotUnderstood, or Damaged for a table at which it cannot be asked."""
    *step, last = split(at) or ("",)
    who = person(pos.players, last)
    return game.at(pos, " ".join(step if who else (*step, last)), who or pos.names[0])


def untold(game: Game, entered: Entered) -> Iterator[tuple[Fact, Objection]]:
    """The facts of the past that the table turns on and nobody told, each with what is not known without it."""
    return ((fact, what) for fact, what in game.history(entered.pos) if fact not in entered.told)


def blamed(game: Game, entered: Entered) -> Blame:
    """Every place where something was told, and what would be wrong with the table without it."""
    there = dict.fromkeys(step.place for step in entered.steps)
    return {place: _without(game, entered, place) for place in there}


def places(blame: Blame, fault: Fault) -> tuple[Place, ...]:
    """Where a fault lies; else where the things were told without which it would not be there, or not as it is."""
    if fault.place != EVERYWHERE:
        return (fault.place,)
    return tuple(place for place, wrong in blame.items() if fault.what not in wrong)


def _without(game: Game, entered: Entered, place: Place) -> tuple[Objection, ...]:
    """The faults of the table if nothing had been told there. Facts that nobody could tell then are left out too."""
    pos, told = entered.blank, set[Fact]()
    for step in entered.steps:
        if step.place != place:
            try:
                pos = game.with_facts(pos, step.facts)
            except NotUnderstood:
                continue
            told |= set(step.facts)
    return tuple(game.faults(game.with_facts(pos, game.rest(pos, told))))
