"""What a game is spared: the contract of `game.py` as most games would write it. A game's own names come first.

The usual game has no options and no box to be taught. Its table is counters and marks, its sentences are a verb and
one word for each field of the event, its procedure is a table of steps. `Asks` and `miscounted` are for games to use.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, cast

from referee.ask import TABLE, Ask, Event, Option, Play
from referee.errors import Failed, NotUnderstood
from referee.game import Chance, Chore, Fact, Facts, Game, Told, fact_said
from referee.ledger import Entry
from referee.notation import COMMA, join
from referee.results import Result
from referee.text import Text
from referee.verdict import COUNT, Objection
from referee.view import View


class Kit(NamedTuple):
    """The usual kit: the rulebook, and the game's other tables by the names of their files."""

    book: Any
    tables: Mapping[str, Any]
    practice: bool = False

    @property
    def defaults(self) -> Mapping[str, Any]:
        """The default reading of every open question."""
        return cast(Mapping[str, Any], self.book.defaults)


class Asks(NamedTuple):
    """A step that puts a question to everybody whom its frame names, or (`fact`) about them to the table."""

    rule: str
    key: str
    takes: tuple[type, ...]
    fact: str = ""

    def __call__(self, pos: Any) -> Ask:
        who = pos.agenda[0][1:]
        text = Text(self.key, {"who": who})
        return Ask(self.rule, (TABLE,) if self.fact else who, self.takes, pos, text, fact=self.fact)


def miscounted(pos: Any, box: Mapping[str, tuple[int, int]]) -> Iterator[Objection]:
    """The faults of any table: a counter below nothing, a sum that is not what the box holds."""
    for (who, what), n in pos.counters.items():
        if n < 0:
            yield Objection("facts", "fault.negative", {"who": who, "what": what, "n": n}, basis=COUNT)
    for what, (held, found) in box.items():
        if held != found:
            yield Objection("facts", "fault.box", {"what": what, "box": held, "found": found}, basis=COUNT)


class Usual(Game):
    """Everything that a game need not give; see `Game` for what each name is for."""

    TABLES: Path | None = None
    ALIASES: Mapping[str, str] = {}
    NICKNAMES: Mapping[str, str] = {}
    FRAMELESS: Collection[type] = frozenset()
    INTERJECTIONS: Collection[type] = frozenset()
    TOGETHER: Collection[type] = frozenset()
    CHOICES: Collection[type] = frozenset()
    PEOPLE: Mapping[type, tuple[str, ...]] = {}
    STEPS: Mapping[str, Callable[[Any], Any]] = {}
    CHORES: Mapping[str, Chore] = {}
    TURN = "turn"
    SCORE = "points"

    # -- before the game ------------------------------------------------------------------

    def settings(self, said: Mapping[str, str], kit: Any) -> Any:
        """No options: nothing may be said. Raises NotUnderstood."""
        for key in said:
            raise NotUnderstood("option.key", key=key)
        return ()

    def write_settings(self, options: Any) -> tuple[str, ...]:
        return ()

    def seating(self, options: Any) -> str:
        return ""

    def missing(self, said: Mapping[str, str]) -> Iterable[tuple[str, tuple[str, ...]]]:
        return ()

    def kit(self, tables: Mapping[str, Any], book: Any) -> Any:
        return Kit(book, tables)

    def teach(self, kit: Any, words: Sequence[str]) -> Any:
        """A rulebook that prints everything: nothing is to be taught. Raises NotUnderstood."""
        raise NotUnderstood("teach.what", word=join(words[:1]))

    def untaught(self, kit: Any, options: Any) -> Iterable[str]:
        return ()

    # -- ask, judge, do ------------------------------------------------------------------

    def game(self, pos: Any) -> Play:
        """Innermost frame first: its step gives a question, or the table after what is done without one."""
        while pos.agenda:
            done = self.STEPS[pos.agenda[0][0]](pos)
            pos = (yield done) if isinstance(done, Ask) else done
        return pos

    def may(self, pos: Any, who: str, verb: str) -> Iterator[Objection]:
        return iter(())

    def plays(self, pos: Any, who: str) -> bool:
        """No set-up that asks anything, and nobody leaves: every player does."""
        return who in pos.names

    def moment(self, ask: Ask, event: Any) -> str:
        return ask.rule

    def advise(self, pos: Any, event: Any) -> Iterator[Text]:
        return iter(())

    def needed(self, ask: Ask, objection: Objection) -> Text | None:
        return None

    # -- the notation ------------------------------------------------------------------

    def parse(self, words: Sequence[str], who: str) -> Event:
        """The verb's kind of event: one word for each field after `who`, as the field's type makes of it.

        A type that cannot make anything of it raises ValueError. Raises NotUnderstood.
        """
        kind = self._kinds.get(words[0])
        if kind is None:
            raise NotUnderstood("sentence.verb", nearest=tuple(self._kinds), word=words[0])
        said, fields = [word for word in words[1:] if word != COMMA], kind._fields[1:]
        try:
            values = [kind.__annotations__[field](word) for field, word in zip(fields, said, strict=True)]
        except ValueError:  # too many words, too few, or a wrong one
            form = join((words[0], *(field.upper() for field in fields)))
            raise NotUnderstood("sentence.form", nearest=[form], said=join(words), form=form) from None
        return cast(Event, kind(who, *values))

    def write(self, event: Any) -> str:
        verb = next(verb for verb, kind in self._kinds.items() if kind is type(event))
        return join((verb, *(str(value) for value in event[1:])))

    @property
    def _kinds(self) -> Mapping[str, Any]:
        """The usual VERBS are a mapping from each verb to its kind of event."""
        return cast(Mapping[str, Any], self.VERBS)

    def options(self, ask: Ask, words: tuple[str, ...]) -> Iterator[Option]:
        """The verbs of the events that the question takes, then what `slot` has for each further word."""
        if not words:
            kinds = ((verb, kind) for verb, kind in self._kinds.items() if kind in ask.takes)
            yield from (Option((verb,), len(kind._fields) == 1) for verb, kind in kinds)
        elif len(words) < (full := len(self._kinds[words[0]]._fields)):
            yield from (Option((*words, word), len(words) + 1 == full) for word in self.slot(ask, words))

    def slot(self, ask: Ask, words: tuple[str, ...]) -> Iterable[str]:
        return ()

    def strange(self, ask: Ask, event: Any) -> bool:
        return False

    def short(self, ask: Ask, words: Sequence[str]) -> Iterable[tuple[str, ...]]:
        return ()

    def split(self, event: Any) -> tuple[Any | None, Mapping[tuple[str, str], Any]]:
        """What the table tells is a fact as a whole, found again under its verb: its question says `fact=verb`."""
        if event.who != TABLE:
            return event, {}
        return None, {(self.write(event).split()[0], ""): event}

    def join(self, ask: Ask, facts: Mapping[tuple[str, str], Any]) -> Event | None:
        return next((facts[key] for key in ask.key if key in facts), None)

    # -- the table as facts ------------------------------------------------------------------

    def facts(self, pos: Any) -> Facts:
        return {**pos.counters, **pos.marks}

    def with_facts(self, pos: Any, changes: Facts) -> Any:
        """Marks take any word, all else is a number of 0 or more. Raises NotUnderstood."""
        for (who, what), value in changes.items():
            if (who, what) in pos.marks:
                pos = pos.mark(who, what, str(value), "facts", "fact.entered")
            elif isinstance(value, int) and value >= 0:
                pos = pos.change(who, what, value - pos.count(who, what), "facts", "fact.entered")
            else:
                raise NotUnderstood("fact.number", who=who, what=what, value=str(value))
        return pos

    def expand(self, key: str, value: Any) -> tuple[tuple[str, ...], Told]:
        """No form of its own. Raises NotUnderstood."""
        raise NotUnderstood("position.key", key=key)

    def forms(self, options: Any) -> Mapping[str, Text]:
        return {}

    def subjects(self, pos: Any) -> Iterable[str]:
        """Everybody and everything that facts are about."""
        return dict.fromkeys(who for who, _ in self.facts(pos))

    def rest(self, pos: Any, told: Collection[Fact]) -> Facts:
        return {}

    def history(self, pos: Any) -> Iterable[tuple[Fact, Objection]]:
        return ()

    def blank(self, pos: Any) -> Any:
        """As it was laid out; what is entered comes on top."""
        return pos

    def at(self, pos: Any, step: str, who: str) -> Any:
        """The turn of `who`, in a game whose turn leaves the next one behind; no other step. Raises NotUnderstood."""
        turn = pos.put(agenda=((self.TURN, who),))
        rule = next(self.game(turn)).rule
        if step not in ("", rule):
            raise NotUnderstood("position.at", nearest=(rule,), step=step)
        return turn

    def piles(self, pos: Any) -> Facts:
        """Whatever is a number."""
        return {fact: value for fact, value in self.facts(pos).items() if isinstance(value, int)}

    def faults(self, pos: Any) -> Iterator[Objection]:
        return miscounted(pos, self.box(pos))

    def box(self, pos: Any) -> Mapping[str, tuple[int, int]]:
        return {}

    def hold(self, pos: Any, old: Sequence[str], new: Sequence[str]) -> Any:
        """Counters and marks as the older record tells them."""
        for fact in old:
            if found := fact_said(self.facts(pos), fact):
                pos = self.with_facts(pos, dict((found,)))
        return pos

    # -- what is shown ------------------------------------------------------------------

    def secret(self, pos: Any) -> frozenset[str]:
        return frozenset()

    def status(self, pos: Any) -> Text:
        return Text("status.usual", {"title": self.TITLE})

    def score(self, pos: Any) -> View:
        return ()

    def tally(self, pos: Any, who: str) -> Iterable[Entry] | None:
        return None

    def results(self, pos: Any) -> tuple[Result, ...]:
        return ()

    def look(self, ask: Ask, event: Any, chance: Chance | None) -> Text | None:
        return None

    # -- without the box ------------------------------------------------------------------

    def deal(self, ask: Ask, chance: Chance) -> Event:
        """Nothing is drawn or thrown. Raises Failed."""
        raise Failed("dealer.unknown", rule=ask.rule)


CONTRACT = (*Game.__annotations__, *(name for name in vars(Game) if not name.startswith("_")))


@cache
def game(package: str) -> Game:
    """The game that a package gives, with the usual where it gives nothing. TypeError names what it must give."""
    given = vars(import_module(package))
    if lacking := [name for name in CONTRACT if name not in given and name not in vars(Usual)]:
        raise TypeError(f"{package} is no game yet: it lacks {', '.join(lacking)}")
    own = {
        name: staticmethod(given[name]) if callable(given[name]) else given[name] for name in CONTRACT if name in given
    }
    return cast(Game, type(package, (Usual,), own)())
