"""Open questions that a table has not settled: it wants to be asked, or reads them as nothing here can carry out.

What rests on such a question does not stand. Where the referee knows every reading, it tries all of them: an event that
each judges alike, tells alike and brings to the same table rests on none. Where it does not, all events are held that a
rule in doubt could touch; which those are, each game says.
"""

from collections.abc import Callable, Iterator
from typing import Any

from referee.ask import Ask
from referee.text import Reading
from referee.verdict import ASK, Objection, Question, disputed

Outcome = tuple[tuple[Objection, ...], Ask | None]  # how an event is judged, and the question that it leads to
Judge = Callable[[Ask, Any], Outcome]
Touches = Callable[[Any, Any, Question], bool]  # position, event: whether a rule in doubt could touch it


def undecided(pos: Any) -> Iterator[Question]:
    """The rulings of this game that the table's own readings leave open; `pos.modes` are the kinds of game it is."""
    for key, reading in pos.house.items():
        for ruling in pos.kit.book.sharing(key):
            open_ = reading not in ruling.coded and (ruling.type == "word" or reading == ASK)
            if open_ and not pos.modes.isdisjoint(ruling.modes):
                yield ruling


def check_decided(ask: Ask, event: Any, outcome: Judge, touches: Touches) -> Iterator[Objection]:
    """An objection for every open question on which the event rests; `outcome` says what it comes to."""
    for ruling in undecided(ask.pos):
        if _differs(ask, event, ruling, outcome) if len(ruling.coded) > 1 else touches(ask.pos, event, ruling):
            yield disputed(ruling.id, "ruling.undecided", ruling.id, False, ruling=ruling.id, readings=ruling.coded)


def _differs(ask: Ask, event: Any, ruling: Question, outcome: Judge) -> bool:
    """Whether two readings judge the event otherwise, or bring it to different tables."""
    first, *others = (_under(ask, event, ruling.key, reading, outcome) for reading in ruling.coded)
    return any(other != first for other in others)


def _under(ask: Ask, event: Any, key: str, reading: Reading, outcome: Judge) -> tuple[object, ...]:
    """What comes of the event under a reading: how it is judged, what is then asked, and all that is told meanwhile."""
    house = ask.pos.house
    judged, after = outcome(ask._replace(pos=ask.pos.put(house={**house, key: reading}, entries=())), event)
    reasons = tuple((objection.rule, objection.key, objection.stands) for objection in judged)
    if after is None:
        return (reasons,)
    told = tuple(entry.words() for entry in after.pos.entries)
    return reasons, told, after._replace(pos=after.pos.put(house=house))
