"""What somebody gains, by a round or by a card, and how it comes to them [7.2, 8.0, 9.0]."""

from collections.abc import Iterable
from typing import NamedTuple

from referee.games.parsec.position import Position
from referee.text import NO_FACTS, Facts

RESEARCH = "rp"  # the only unit that is no counter: research points are handed out as soon as they are gained


class Item(NamedTuple):
    """One gain of a player: `n` of a unit (vp, credits, rp, ap), with the rule that gives it, and for what."""

    who: str
    unit: str
    n: int
    rule: str
    key: str
    facts: Facts = NO_FACTS


def enter(pos: Position, items: Iterable[Item]) -> Position:
    """Everything is written down; research points are only told of."""
    for item in items:
        if item.unit == RESEARCH:
            words = f"{item.who} gains {item.n} rp"
            pos = pos.happen(words, item.rule, item.key, who=item.who, n=item.n, **item.facts)
        else:
            pos = pos.change(item.who, item.unit, item.n, item.rule, item.key, n=item.n, **item.facts)
    return pos


def hand_out(pos: Position, items: Iterable[Item], first: str, *final: str) -> Position:
    """[7.2, A-68] The research points among these gains are placed next: `first` begins, then clockwise.

    `final` is what the frames of a final round bear besides.
    """
    due: dict[str, tuple[int, str]] = {}
    for item in items:
        if item.unit == RESEARCH:
            n, rule = due.get(item.who, (0, item.rule))
            due[item.who] = (n + item.n, rule)
    return pos.push(*(("points", who, *due[who], *final) for who in pos.clockwise(first) if who in due))
