"""What a game gives the desk. A package below `referee/games` that holds these names is a game.

It must have NAME, TITLE, VERBS, seats, start, check, effect, view, STEPS or `game`, and `slot` or `options`; the rest
is in `usual.py` as most games would write it. Nothing here is imported by a game at run time; it is the page to read
when adding one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from referee.ask import Ask, Event, Option, Play
from referee.errors import NotUnderstood
from referee.ledger import Entry
from referee.position import Player, Position
from referee.results import Result
from referee.text import Reading, Text
from referee.verdict import Objection
from referee.view import View

Fact = tuple[str, str]  # (who, what)
Facts = Mapping[Fact, str | int]
Told = tuple[Facts | NotUnderstood, ...]  # facts that were told line by line


class Chore(NamedTuple):
    """What the referee does by itself and a table may do instead: the frames that it consists of.

    Each names the question to the table for the case that the table's part begins there; `tells` says which changes
    the table then has to tell, in the words of the record.
    """

    frames: Mapping[str, str]
    tells: Callable[[Entry], bool]


class Chance(Protocol):
    """Draws and dice when no box is there; the same seed and name always give the same."""

    def shuffled(self, name: str, items: Sequence[Any]) -> tuple[Any, ...]: ...
    def rolled(self, name: str, sides: int) -> int: ...


class Game(Protocol):
    """The contract. `who` is a player's name or `table`; positions and asks are the game's own."""

    NAME: str
    TITLE: str
    VERBS: Collection[str]  # the verbs of its notation
    ALIASES: Mapping[str, str]  # other words for a verb
    NICKNAMES: Mapping[str, str]  # short words for what stands in a slot: u for ruby
    PEOPLE: Mapping[type, tuple[str, ...]]  # fields of events that name a player, who may be called by colour as well
    FRAMELESS: Collection[type]  # events whose effect needs no question: a table may let them stand at a wrong moment
    INTERJECTIONS: Collection[type]  # events that any player may say at any question, which is then asked again
    TOGETHER: Collection[type]  # those of them that the table may say as well, for all who sit at it
    CHOICES: Collection[type]  # events that a player decides, where the table is asked for what it sees as well
    TURN: str  # the kind of frame that is a player's turn
    STEPS: Mapping[str, Callable[[Any], Any]]  # kind of frame -> its question, or the table after it
    CHORES: Mapping[str, Chore]  # what a table may do by hand, by its name; the frames stand in STEPS
    SCORE: str  # the counter of a player that is the score
    TABLES: Path | None  # the folder of its tables, if it is not tables/<name>

    # before the game
    def settings(self, said: Mapping[str, str], kit: Any) -> Any: ...  # orthogonal; raises NotUnderstood
    def write_settings(self, options: Any) -> tuple[str, ...]: ...
    def missing(
        self, said: Mapping[str, str]
    ) -> Iterable[tuple[str, tuple[str, ...]]]: ...  # options still to be asked
    def seats(self, options: Any) -> tuple[int, int]: ...  # fewest and most players
    def seating(self, options: Any) -> str: ...  # the rule that says how many may play
    def kit(self, tables: Mapping[str, Any], book: Any) -> Any: ...  # the shipped figures; `book` is its rulebook
    def teach(self, kit: Any, words: Sequence[str]) -> Any: ...  # the kit with a fact of the box; raises NotUnderstood
    def untaught(self, kit: Any, options: Any) -> Iterable[str]: ...  # what the referee cannot deal: nobody told it
    def start(self, kit: Any, players: tuple[Player, ...], options: Any, house: Mapping[str, Reading]) -> Position: ...

    # ask, judge, do
    def game(self, pos: Any) -> Play: ...
    def may(self, pos: Any, who: str, verb: str) -> Iterator[Objection]: ...
    def check(self, ask: Ask, event: Any) -> Iterator[Objection]: ...
    def plays(self, pos: Any, who: str) -> bool: ...  # whether they have turns, by now and still, to act in
    def moment(self, ask: Ask, event: Any) -> str: ...  # the rule that forbids an event while this question stands open
    def advise(self, pos: Any, event: Any) -> Iterator[Text]: ...
    def needed(self, ask: Ask, objection: Objection) -> Text | None: ...  # what would have to be there for it to fall
    def effect(self, pos: Any, event: Any) -> Any: ...

    # the notation
    def parse(self, words: Sequence[str], who: str) -> Event: ...
    def write(self, event: Any) -> str: ...
    def short(
        self, ask: Ask, words: Sequence[str]
    ) -> Iterable[tuple[str, ...]]: ...  # sentences a short answer may mean
    def strange(self, ask: Ask, event: Any) -> bool: ...  # whether it names what no such game has: cut down, maybe
    def options(self, ask: Ask, words: tuple[str, ...]) -> Iterator[Option]: ...  # how a sentence may go on
    def slot(self, ask: Ask, words: tuple[str, ...]) -> Iterable[str]: ...  # its next word: for the usual options
    def split(self, event: Any) -> tuple[Any | None, Mapping[tuple[str, str], Any]]: ...  # the choice, and facts by key
    def join(self, ask: Ask, facts: Mapping[tuple[str, str], Any]) -> Event | None: ...  # the answer that facts make

    # the table as facts
    def facts(self, pos: Any) -> Facts: ...
    def with_facts(self, pos: Any, changes: Facts) -> Any: ...  # raises NotUnderstood
    def expand(
        self, key: str, value: Any
    ) -> tuple[tuple[str, ...], Told]: ...  # a form of its own: box, and line by line facts, or what is wrong
    def forms(self, options: Any) -> Mapping[str, Text]: ...  # those asked for before the facts, each in words
    def subjects(self, pos: Any) -> Iterable[str]: ...  # who or what the other facts are asked about, in this order
    def rest(self, pos: Any, told: Collection[Fact]) -> Facts: ...  # counts nobody told that follow from those told
    def history(self, pos: Any) -> Iterable[tuple[Fact, Objection]]: ...  # what no table shows and this one turns on
    def blank(self, pos: Any) -> Any: ...  # a table just laid out, for facts to be entered on
    def at(self, pos: Any, step: str, who: str) -> Any: ...  # the agenda that asks this step
    def piles(self, pos: Any) -> Facts: ...  # what can be counted, in the order of a walk: facts, and sums of facts
    def faults(self, pos: Any) -> Iterator[Objection]: ...
    def box(self, pos: Any) -> Mapping[str, tuple[int, int]]: ...  # what must add up: component -> (in the box, found)
    def hold(
        self, pos: Any, old: Sequence[str], new: Sequence[str]
    ) -> Any: ...  # happenings as an older record tells them

    # what is shown
    def secret(self, pos: Any) -> frozenset[str]: ...  # who or what of facts and entries: left out of all that is shown
    def view(self, pos: Any) -> View: ...
    def status(self, pos: Any) -> Text: ...  # turn, round and what is left, in one line
    def score(self, pos: Any) -> View: ...
    def tally(self, pos: Any, who: str) -> Iterable[Entry] | None: ...  # what counts and is not on the track yet
    def results(self, pos: Any) -> tuple[Result, ...]: ...  # how it ended for each; none as long as it has not
    def look(self, ask: Ask, event: Any, chance: Chance | None) -> Text | None: ...  # what a private look shows

    # without the box
    def deal(self, ask: Ask, chance: Chance) -> Event: ...


def fact_said(known: Iterable[Fact], said: str) -> tuple[Fact, str | int] | None:
    """A fact as people write it, `Ann battery 2`: the longest start that is among the known ones, then its value."""
    return fact_named(fact_names(known), said)


def fact_names(known: Iterable[Fact]) -> Mapping[str, Fact]:
    """What facts are called where people write them."""
    return {f"{who} {what}".strip().casefold(): (who, what) for who, what in known}


def fact_named(names: Mapping[str, Fact], said: str) -> tuple[Fact, str | int] | None:
    """A fact as people write it, by the names that facts have."""
    words = said.split()
    for n in range(len(words) - 1, 0, -1):
        if fact := names.get(" ".join(words[:n]).casefold()):
            value = " ".join(words[n:])
            return fact, int(value) if value.lstrip("-").isdecimal() else value
    return None


def facts_near(known: Iterable[Fact], said: str) -> list[str]:
    """The facts whose names are most like what was said, the nearest first."""
    from difflib import get_close_matches

    names = fact_names(known)
    near = get_close_matches(said.casefold(), names, n=4, cutoff=0.4)
    return [" ".join(filter(None, names[name])) for name in near]
