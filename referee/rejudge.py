"""A record judged again: the choices in their order, the table's facts wherever their questions now arise.

After a line was put in, changed or struck, or a rule was mended, questions come in another order than they did. A
choice (drill C3) is replayed in its turn; a fact (C3 is a ruby) lies in a pool under the key of its question and is
taken from there when something asks for it.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee import hearing
from referee.acts import Line, Stop
from referee.ask import TABLE, Ask
from referee.blocks import marked
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.game import Game
from referee.judging import judge
from referee.notation import join, split
from referee.text import Text
from referee.verdict import Verdict

Key = tuple[str, str]


class Choice(NamedTuple):
    """What a person decided, without what only the table saw; `line` is where it stands in the record."""

    line: int
    event: Any
    marks: Mapping[str, Any]
    verdict: Verdict


class Pool:
    """The table's facts: one for each thing (the kind of a tile), or in their order (cards, dice)."""

    def __init__(self) -> None:
        self._facts: dict[Key, deque[tuple[int, Any]]] = {}

    def put(self, line: int, key: Key, fact: Any) -> None:
        self._facts.setdefault(key, deque()).append((line, fact))

    def offer(self) -> Mapping[Key, Any]:
        """The next fact under every key."""
        return {key: facts[0][1] for key, facts in self._facts.items() if facts}

    def line(self, key: Key) -> int:
        """Where the next fact under this key stands in the record."""
        return self._facts[key][0][0]

    def take(self, key: Key) -> None:
        """The fact under this key has been told."""
        self._facts[key].popleft()

    def left(self) -> tuple[tuple[int, Key], ...]:
        """Facts that nothing asked for, with their lines in the record."""
        return tuple(sorted((line, key) for key, facts in self._facts.items() for line, _ in facts))


class Changed(NamedTuple):
    """A line whose verdict is another now."""

    line: int
    sentence: str
    before: Verdict
    now: Verdict


class Rejudged(NamedTuple):
    """The desk after all that could be replayed, and what the table has to know.

    `asked` is a question whose fact nobody has told (replaying waits there); `stop` a choice that is impossible now;
    `rest` what could not be replayed yet; `unused` facts that nothing asks for any more, by line and key.
    """

    desk: Desk
    changed: tuple[Changed, ...]
    unused: tuple[tuple[int, Key], ...]
    asked: Ask | None
    stop: Stop | None
    rest: tuple[Choice, ...]


def taken_apart(game: Game, lines: Sequence[Line]) -> tuple[list[Choice], Pool]:
    """The choices and the facts of the lines of a record that hold."""
    choices, pool = [], Pool()
    for line in lines:
        event = hearing.read(game, str(line.block["say"]), str(line.block.get("who", "")))
        choice, facts = (event, {}) if hearing.is_remark(event) else game.split(event)
        for key, fact in facts.items():
            pool.put(line.number, key, fact)
        if choice is not None:
            marks = marked(line.block)
            choices.append(Choice(line.number, choice, marks, line.verdict))
    return choices, pool


def living(desk: Desk) -> list[Line]:
    """The lines of a desk that hold, notes left out."""
    return [line for act in desk.acts for line in act.lines]


def rejudge(desk: Desk, choices: Sequence[Choice], pool: Pool) -> Rejudged:
    """Replay choices and facts on a desk that stands at its opening; nothing is dealt."""
    changed: list[Changed] = []
    rest = deque(choices)
    while True:
        if asked := _tell(desk, pool, rest[0] if rest else None):
            return Rejudged(desk, tuple(changed), pool.left(), asked, None, tuple(rest))
        if not rest:
            return Rejudged(desk, tuple(changed), pool.left(), None, None, ())
        choice = rest[0]
        sentence, verdict = hearing.write(desk.game, choice.event), _verdict(desk, choice)
        if verdict.objections != choice.verdict.objections:
            changed.append(Changed(choice.line, sentence, choice.verdict, verdict))
        if not verdict.stands and not (choice.marks.get("anyway") and verdict.waivable):
            stop = Stop(
                choice.line, sentence, Text("rejudge.impossible", {"line": choice.line, "said": sentence}), verdict
            )
            return Rejudged(desk, tuple(changed), pool.left(), None, stop, tuple(rest))
        desk.act(choice.event, verdict, choice.marks)
        rest.popleft()


def _verdict(desk: Desk, choice: Choice) -> Verdict:
    return judge(desk.game, desk.ruled(choice.marks.get("rulings", ())), choice.event)


def _tell(desk: Desk, pool: Pool, then: Choice | None) -> Ask | None:
    """Answer from the pool whatever asks for facts; the first question that it cannot answer, if there is one.

    A question to a person is no matter of facts, unless the pool holds its answer. What was said before a fact and may
    be said at any question (`then`) is not made to wait for it.
    """
    while True:
        event = desk.game.join(desk.ask, pool.offer())
        if then and _at_any_moment(desk.game, then.event) and _later(desk.game, event, pool, then.line):
            return None
        if event is None:
            return desk.ask if desk.ask.fact and TABLE in desk.ask.who else None
        verdict = judge(desk.game, desk.ask, event)
        if not verdict.stands:
            return desk.ask
        for key in _keys(desk.game, event):
            pool.take(key)
        desk.add(event, verdict)


def _at_any_moment(game: Game, event: Any) -> bool:
    return hearing.is_remark(event) or type(event) in game.INTERJECTIONS


def _later(game: Game, event: Any, pool: Pool, line: int) -> bool:
    """Whether the facts of an answer, if there is one, were told after that line."""
    return event is None or all(pool.line(key) > line for key in _keys(game, event))


def _keys(game: Game, event: Any) -> Iterator[Key]:
    return iter(game.split(event)[1])


def edited(
    desk: Desk,
    strike: Sequence[int] = (),
    before: Mapping[int, str] | None = None,
    change: Mapping[int, str] | None = None,
) -> tuple[list[Choice], Pool]:
    """The choices and facts of a desk's record with lines struck, put in before a line, or changed.

    What a struck choice turned up is still true; of a struck line that tells facts only, the facts go.
    New sentences are heard in the notation, `who` first if it is not who said the line. Raises NotUnderstood.
    """
    lines = living(desk)
    deciding = {choice.line for choice in taken_apart(desk.game, lines)[0]}
    kept = [line for line in lines if line.number not in strike or line.number in deciding]
    choices, pool = taken_apart(desk.game, kept)
    choices = [choice for choice in choices if choice.line not in strike]
    for number, sentence in (change or {}).items():
        choices = [_heard(desk, choice, sentence, pool) if choice.line == number else choice for choice in choices]
    for number, sentence in (before or {}).items():
        at = next((n for n, choice in enumerate(choices) if choice.line >= number), len(choices))
        if at == len(choices) and number > len(desk.lines) + 1:
            raise NotUnderstood("rejudge.line", line=number, lines=len(desk.lines))
        like = choices[at] if at < len(choices) else Choice(number, None, {}, Verdict())
        choices.insert(at, _heard(desk, like, sentence, pool))
    return choices, pool


def _heard(desk: Desk, choice: Choice, sentence: str, pool: Pool) -> Choice:
    """The choice that a new sentence makes; facts that it tells go to the pool."""
    who = choice.event.who if choice.event is not None else desk.ask.pos.names[0]
    said, words = hearing.speaker(desk.game, desk.ask, split(sentence), "")
    event = hearing.read(desk.game, join(words), said or who)
    bare, facts = desk.game.split(event)
    for key, fact in facts.items():
        pool.put(choice.line, key, fact)
    return Choice(choice.line, bare, {}, Verdict())
