"""What an act that is refused would take, told from the facts of an objection: for games to say in tables."""

from collections.abc import Callable, Mapping

from referee.text import Facts, Text, Value
from referee.verdict import Objection

FEWER = "need.fewer"  # where something is not lacking, but too much of it was said

Lack = tuple[str, Callable[[Facts], int]]  # the message, and how much is lacking


def needed(objection: Objection, lacking: Mapping[str, Lack], needs: Mapping[str, str]) -> Text | None:
    """What would have to be there for this objection to fall; None where nothing would do, or its own words say it.

    By the key of the objection: `lacking` tells how many of what (below nothing: so many too many), `needs` the message
    that is filled by the facts as they are.
    """
    key, facts = objection.key, objection.facts
    if key in lacking:
        message, lacks = lacking[key]
        n = lacks(facts)
        return Text(FEWER if n < 0 else message, {**facts, "n": abs(n)}) if n else None
    return Text(needs[key], facts) if key in needs else None


def number(value: Value) -> int:
    """A fact that is a number; of any other, nothing."""
    return value if isinstance(value, int) else 0


def less(many: str, *few: str) -> Callable[[Facts], int]:
    """By how much the first of these facts is more than the others together."""
    return lambda facts: number(facts[many]) - sum(number(facts[name]) for name in few)
