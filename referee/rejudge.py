"""A record judged again: the choices in their order, the table's facts wherever their questions now arise.

After a line was put in, changed or struck, questions come in another order than they did. A choice (`drill C3`) is
said again in its turn; a fact (C3 is a ruby) lies in a pool under the key of its question and is taken from there when
something asks for it.
"""

from bisect import insort
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from referee import chores, hearing
from referee.acts import Act, Key, Line, Stop, Told
from referee.ask import TABLE, Ask
from referee.blocks import marked, rulings_of
from referee.dealer import Dealer
from referee.errors import Failed, NotUnderstood
from referee.game import Game
from referee.judging import judge, ruled, step_ruled
from referee.script import Item, parted
from referee.text import Text, Value
from referee.verdict import LEGAL, Verdict


class Pool:
    """The table's facts: one for each thing (the kind of a tile), or in their order (cards, dice).

    What nothing asked for when the record was mended before comes after all others of its key.
    """

    def __init__(self, unused: Collection[Told]) -> None:
        self.next: dict[Key, Any] = {}  # the next fact under every key
        self._unused = unused
        self._facts: dict[Key, list[tuple[bool, int, int, Any]]] = {}

    def put(self, at: int, line: int, key: Key, fact: Any) -> None:
        """A fact of the line that stands at this place of the script."""
        found = (line, key) in self._unused, at, line, fact
        insort(facts := self._facts.setdefault(key, []), found, key=lambda each: each[:3])
        self.next[key] = facts[0][3]

    def take(self, key: Key) -> None:
        """The next fact under this key has been told."""
        del self._facts[key][0], self.next[key]
        if facts := self._facts[key]:
            self.next[key] = facts[0][3]

    def place(self, key: Key) -> int:
        """At which place of the script the next fact under this key was told."""
        return self._facts[key][0][1]

    def line(self, key: Key) -> int:
        """By which line of the record it was told."""
        return self._facts[key][0][2]

    def left(self) -> tuple[Told, ...]:
        """Facts that nothing asked for."""
        return tuple(sorted((each[2], key) for key, facts in self._facts.items() for each in facts))


class Changed(NamedTuple):
    """A line whose verdict is another now."""

    line: int
    before: Verdict
    now: Verdict


class Rejudged(NamedTuple):
    """The table after all that could be said again, and what people have to know.

    `stop` is a line that is impossible now. `lacking` is the line that waits because the open question asks for a fact
    that nobody has told. `unused` are facts that nothing asks for any more, `heard` what was said for the first time,
    by its line, and `dealt` what the dealer added, each with the line in front of which it came.

    All is as if that had been in the record from the start.
    """

    ask: Ask
    acts: tuple[Act, ...]
    changed: tuple[Changed, ...]
    unused: tuple[Told, ...]
    heard: Mapping[int, Any]
    dealt: tuple[tuple[int, Any], ...]
    stop: Stop | None = None
    lacking: Item | None = None


class Past(NamedTuple):
    """What is judged again: the first question, the acts that hold, facts unused so far, and the script of it all."""

    opening: Ask
    acts: tuple[Act, ...]
    unused: tuple[Told, ...]
    items: Sequence[Item]


def rejudge(game: Game, past: Past, items: Sequence[Item], dealer: Dealer | None = None, number: int = 0) -> Rejudged:
    """Say the lines of a script in the place of those of the past, from the first on that is another.

    What the dealer adds gets line numbers from `number` on. Raises NotUnderstood for what is said for the first time,
    and Failed if the dealer is refused.
    """
    heard, dealt = dict[int, Any](), list[tuple[int, Any]]()
    pairs = enumerate(zip(past.items, items, strict=False))
    first = next((at for at, (old, new) in pairs if old != new), min(len(past.items), len(items)))
    before = {item.line for item in items[:first]}
    stays = tuple(takewhile(lambda act: before.issuperset(_made_of(act)), past.acts))
    while True:
        again = _Again(game, past._replace(acts=stays), items, _verdicts(past.acts))
        again.heard, again.dealt, again.dealer, again.number = heard, dealt, dealer, number
        found = again.said()
        if not again.revised:
            return found
        items = again.revised  # facts that were told on the way belong into the pool from the start


def _made_of(act: Act) -> set[int]:
    """The lines of the record that an act consists of, also after it was judged again."""
    return {number for line in act.lines for number in ([told for told, _ in line.told or ()] or (line.number,))}


def _verdicts(acts: Iterable[Act]) -> dict[int, Verdict]:
    """How the choices of these acts were judged, by their lines."""
    return {line.number: line.verdict for act in acts for line in act.lines if not line.told}


class _Again:
    """A record on the way to its end."""

    def __init__(self, game: Game, past: Past, items: Sequence[Item], before: Mapping[int, Verdict]) -> None:
        self.game, self.before, self.items = game, before, items
        self.acts = [*past.acts]
        self.ask = self.acts[-1].after if self.acts else past.opening
        self.pool = Pool(past.unused)
        self.changed: list[Changed] = []
        self.rest: list[tuple[int, Item]] = []  # what is still to be said, the next one last
        self.revised: list[Item] = []  # the script with what was told on the way
        self.heard: dict[int, Any] = {}
        self.dealt: list[tuple[int, Any]] = []
        self.dealer: Dealer | None = None
        self.number = 0  # of the first line that the dealer adds
        self._take_up(items)

    def _take_up(self, items: Sequence[Item]) -> None:
        """The choices that are not said and the facts that are not told by the acts that stay."""
        lines = [line for act in self.acts for line in act.lines]
        decided, whole = ({each.number for each in lines if not each.told}, {e.number for e in lines if e.told is None})
        told = {each for line in lines for each in line.told or ()}
        for at, item in enumerate(items):
            for key, fact in item.facts.items() if item.line not in whole else ():
                if (item.line, key) not in told:
                    self.pool.put(at, item.line, key, fact)
            if (item.text or item.choice is not None) and item.line not in decided:
                self.rest.append((at, item))
        self.rest.reverse()

    def said(self) -> Rejudged:
        """All of it, or up to where it cannot go on."""
        stop, lacking = None, None
        while not stop and not lacking and not self.revised:
            event, following = self.game.join(self.ask, self.pool.next), self.rest[-1] if self.rest else None
            if following and self._goes_first(*following, event):
                stop = self._decide(*following)
            elif event is not None:
                stop = self._tell(event)
            elif not following:
                break
            elif self._asks_for_facts(following[1]):
                lacking = None if self._deal(*following) else following[1]
            else:
                stop = self._decide(*following)
        said = tuple(self.acts), tuple(self.changed), self.pool.left(), self.heard, tuple(self.dealt)
        return Rejudged(self.ask, *said, stop, lacking)

    # -- in which order ------------------------------------------------------------------------------------------

    def _goes_first(self, at: int, item: Item, event: Any) -> bool:
        """Whether a line comes before the facts that answer the open question, if there are any.

        What may be said at any question, or is heard for the first time, is not made to wait for later facts.
        """
        free = item.text or hearing.is_remark(item.choice) or type(item.choice) in self.game.INTERJECTIONS
        return bool(free) and (event is None or all(self.pool.place(key) > at for key in self._keys(event)))

    def _asks_for_facts(self, item: Item) -> bool:
        """Whether the open question waits for what only the table sees; of a player asked as well, a choice will do."""
        choice, ask = item.choice, self.ask
        answered = choice is not None and choice.who in ask.who and isinstance(choice, ask.takes)
        return bool(self.ask.fact) and TABLE in self.ask.who and not answered

    def _keys(self, event: Any) -> tuple[Key, ...]:
        return tuple(parted(self.game, event)[1])

    # -- choices ------------------------------------------------------------------------------------------

    def _decide(self, at: int, item: Item) -> Stop | None:
        """Say a line, or hear what it says; the next one follows then."""
        if item.text:
            return self._hear(at, item)
        rulings = rulings_of(item.marks)
        verdict = judge(self.game, ruled(self.ask, rulings), item.choice)
        if item.line in self.before and _differ(self.before[item.line], verdict):
            self.changed.append(Changed(item.line, self.before[item.line], verdict))
        if stop := self._impossible(item, item.choice, verdict):
            return stop
        self.rest.pop()
        after = step_ruled(self.game, self.ask, item.choice, rulings)
        line = Line(item.line, self._block(item.choice, item.marks), after.pos.entries, verdict, ())
        self.acts.append(Act((line,), self.ask, after))
        self.ask = after
        return None

    def _hear(self, at: int, item: Item) -> Stop | None:
        """What is said for the first time, at its place: it must go through as a whole."""
        event = self._heard(item)
        verdict = judge(self.game, ruled(self.ask, rulings_of(item.marks)), event)
        if stop := self._impossible(item, event, verdict):
            return stop
        self.heard[item.line] = event
        choice, facts = parted(self.game, event)
        item = item._replace(choice=choice, facts={**item.facts, **facts}, text="")
        self.rest[-1] = (at, item)
        if facts:
            self.revised = [*self.items[:at], item, *self.items[at + 1 :]]
        return None

    def _heard(self, item: Item) -> Any:
        """The event, said by whom the question asks; else by who said the line whose place it takes."""
        try:
            event = hearing.hear(self.game, self.ask, item.text).event
        except NotUnderstood as error:
            if error.text.key != "sentence.who" or not item.who:
                raise
            event = hearing.hear(self.game, self.ask, item.text, item.who).event
        return event if event.who else event._replace(who=TABLE)

    def _impossible(self, item: Item, event: Any, verdict: Verdict) -> Stop | None:
        waived = (item.marks.get("anyway") or item.marks.get("kept")) and verdict.waivable
        if verdict.stands or waived:
            return None
        return self._stop(item.line, event, verdict)

    def _stop(self, line: int, event: Any, verdict: Verdict) -> Stop:
        said = hearing.write(self.game, event)
        return Stop(line, said, Text("rejudge.impossible", {"line": line, "said": said}), verdict)

    def _block(self, event: Any, marks: Mapping[str, Value]) -> dict[str, Value]:
        said = {"asked": self.ask.rule, "who": event.who, "say": hearing.write(self.game, event)}
        return {**said, **marked(marks)}

    # -- facts ------------------------------------------------------------------------------------------

    def _tell(self, event: Any) -> Stop | None:
        """What is in the pool answers the open question."""
        told = tuple((self.pool.line(key), key) for key in self._keys(event))
        verdict = judge(self.game, self.ask, event)
        if not verdict.stands:
            return self._stop(told[0][0], event, verdict)
        for _, key in told:
            self.pool.take(key)
        self._add(told[0][0], event, verdict, told)
        return None

    def _add(self, number: int, event: Any, verdict: Verdict, told: tuple[Told, ...]) -> None:
        """Facts belong to what led to their question; before anybody spoke, to nothing."""
        before, after = self.ask, step_ruled(self.game, self.ask, event, ())
        lines: tuple[Line, ...] = (Line(number, self._block(event, {}), after.pos.entries, verdict, told),)
        if self.acts:
            last = self.acts.pop()
            before, lines = last.before, (*last.lines, *lines)
        self.acts.append(Act(lines, before, after))
        self.ask = after

    def _deal(self, at: int, item: Item) -> bool:
        """The dealer answers in front of a line, if there is one and it can. Raises Failed if it is refused."""
        try:
            by_hand = chores.DEALING in self.ask.pos.by_hand
            event = self.game.deal(self.ask, self.dealer) if self.dealer and not by_hand else None
        except Failed:
            event = None
        verdict = judge(self.game, self.ask, event) if event is not None else LEGAL
        if verdict.kind == "illegal":
            raise Failed("dealer.refused", said=self.game.write(event), rule=verdict.objections[0].rule)
        if event is None or not verdict.stands:
            return False
        told = Item(self.number + len(self.dealt), item.place, *parted(self.game, event))
        self.dealt.append((item.line, event))
        self.revised = [*self.items[:at], told, *self.items[at:]]
        return True


def _differ(one: Verdict, other: Verdict) -> bool:
    return _rests_on(one) != _rests_on(other)


def _rests_on(verdict: Verdict) -> frozenset[tuple[str, str, bool]]:
    return frozenset((each.rule, each.basis, each.stands) for each in verdict.objections)
