"""A table check: what people counted, pile by pile, held against what the referee expects there. Nothing changes."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from referee.blocks import Block, told
from referee.errors import NotUnderstood
from referee.game import Fact, Facts, Game, fact_said, facts_near
from referee.hearing import by_name
from referee.ledger import Entry
from referee.remarks import Count
from referee.text import Value
from referee.verdict import Objection

RULE = "count"
NOTED = re.compile(r"(.+): (.+) counted, (.+) expected")  # as the record keeps it

Amount = str | int


class Found(NamedTuple):
    """A pile with what should lie there and what was counted."""

    fact: Fact
    expected: Amount
    counted: Amount

    @property
    def name(self) -> str:
        """The pile as people call it."""
        return called(self.fact)

    @property
    def agrees(self) -> bool:
        return self.expected == self.counted

    @property
    def by(self) -> int:
        """How many were counted more than expected; 0 for what is no number."""
        both = (self.counted, self.expected)
        return both[0] - both[1] if isinstance(both[0], int) and isinstance(both[1], int) else 0


def called(fact: Fact) -> str:
    """A pile or fact as people call it: `Ann credits`, `cup`."""
    return " ".join(filter(None, fact))


def countable(game: Game, pos: Any) -> Facts:
    """Everything that can be counted in public: the piles, then every other fact of the table."""
    secret = game.secret(pos)
    return {fact: value for fact, value in {**game.piles(pos), **game.facts(pos)}.items() if not {*fact} & secret}


def walk(game: Game, pos: Any) -> Facts:
    """The piles as one comes by them on a walk round the table, and what should lie there."""
    secret = game.secret(pos)
    return {fact: value for fact, value in game.piles(pos).items() if not {*fact} & secret}


def found(game: Game, pos: Any, said: Sequence[str]) -> tuple[Found, ...]:
    """What was counted, as people say it: `Ann credits 4`, `red aboard 11`, `cup 31`.

    Raises NotUnderstood for what cannot be counted here, with the nearest piles.
    """
    known = countable(game, pos)
    counted: dict[Fact, Found] = {}
    for each in said:
        fact, value = _told(known, by_name(pos, each))
        if fact in counted:
            raise NotUnderstood("fact.twice", fact=called(fact))
        counted[fact] = Found(fact, known[fact], _amount(game, pos, fact, known[fact], value))
    return tuple(counted.values())


def _told(known: Facts, said: str) -> tuple[Fact, Amount]:
    if told := fact_said(known, said):
        return told
    raise NotUnderstood("count.unknown", nearest=facts_near(known, said), said=said)


def _amount(game: Game, pos: Any, fact: Fact, expected: Amount, value: Amount) -> Amount:
    """The amount as the table keeps it. Raises NotUnderstood for a word where a number belongs, and the like."""
    if isinstance(expected, int):
        if not isinstance(value, int) or value < 0:
            raise NotUnderstood("count.number", pile=called(fact), value=str(value))
        return value
    if fact not in game.facts(pos):
        return value
    return game.facts(game.with_facts(pos, {fact: value}))[fact]


def check(game: Game, pos: Any, event: Count) -> Iterator[Objection]:
    """Whatever was counted is right by the table; only it must be something that can be. Raises NotUnderstood."""
    found(game, pos, event.facts)
    return iter(())


def effect(game: Game, pos: Any, event: Count) -> Any:
    """The same table, with an entry for every pile."""
    return pos.put(entries=(*pos.entries, *map(_entry, found(game, pos, event.facts))))


def _entry(each: Found) -> Entry:
    return _noted(each.name, str(each.counted), str(each.expected), each.by)


def _noted(pile: str, counted: str, expected: str, by: int) -> Entry:
    key = "count.agrees" if counted == expected else "count.more" if by > 0 else "count.fewer" if by < 0 else ""
    facts: dict[str, Value] = {"pile": pile, "counted": counted, "expected": expected, "n": abs(by)}
    words = f"{pile}: {counted} counted, {expected} expected"
    return Entry("", words, 0, None, RULE, key or "count.differs", facts)


def noted(block: Block) -> tuple[Entry, ...]:
    """What a block of the record says was counted, as it was when it was written."""
    return tuple(_noted(*each, _by(*each[1:])) for each in counts(block))


def counts(block: Block) -> Iterator[tuple[str, str, str]]:
    """The piles of a block: each with what was counted, and what was expected."""
    if str(block.get("say", "")).startswith("count "):
        for each in map(NOTED.fullmatch, told(block)):
            if each:
                yield each[1], each[2], each[3]


def _by(counted: str, expected: str) -> int:
    return int(counted) - int(expected) if counted.isdecimal() and expected.isdecimal() else 0
