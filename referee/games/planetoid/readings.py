"""Open questions that a table has not settled: it wants to be asked, or reads them as nothing here can carry out.

What rests on such a question does not stand. Where the referee knows every reading, it tries all of them: an event that
each judges alike, tells alike and brings to the same table rests on none. Where it does not, all events are held that a
rule in doubt could touch.
"""

from collections.abc import Callable, Iterator

from referee.ask import Ask
from referee.games.planetoid.events import Act, Claim, Drill, End, Event, Secret, Ship
from referee.games.planetoid.position import Position
from referee.text import Reading
from referee.verdict import ASK, Objection, Question, disputed

Outcome = tuple[tuple[Objection, ...], Ask | None]  # how an event is judged, and the question that it leads to

ALIENS = frozenset(f"T-{n}" for n in range(901, 919))
SETUP = frozenset(("T-107", "T-802", "T-804", "T-1001"))
BASIC = frozenset(f"T-{n}" for n in range(201, 217))
SHIPPING = frozenset(f"T-{n}" for n in range(601, 610))
SCORING = frozenset((*(f"T-{n}" for n in range(704, 710)), "T-1038"))
ROUND = frozenset(("T-703", "T-1035", "T-1036", "T-1037"))


def undecided(pos: Position) -> Iterator[Question]:
    """The rulings of this game that the table's own readings leave open."""
    for key, reading in pos.house.items():
        for ruling in pos.kit.book.sharing(key):
            open_ = reading not in ruling.coded and (ruling.type == "word" or reading == ASK)
            if open_ and not pos.modes.isdisjoint(ruling.modes):
                yield ruling


def check_decided(ask: Ask, event: Event, outcome: Callable[[Ask, Event], Outcome]) -> Iterator[Objection]:
    """An objection for every open question on which the event rests; `outcome` says what it comes to."""
    for ruling in undecided(ask.pos):
        if _differs(ask, event, ruling, outcome) if len(ruling.coded) > 1 else _touches(ask.pos, event, ruling):
            yield disputed(ruling.id, "ruling.undecided", ruling.id, False, ruling=ruling.id, readings=ruling.coded)


def _differs(ask: Ask, event: Event, ruling: Question, outcome: Callable[[Ask, Event], Outcome]) -> bool:
    """Whether two readings judge the event otherwise, or bring it to different tables."""
    first, *others = (_under(ask, event, ruling.key, reading, outcome) for reading in ruling.coded)
    return any(other != first for other in others)


def _under(
    ask: Ask, event: Event, key: str, reading: Reading, outcome: Callable[[Ask, Event], Outcome]
) -> tuple[object, ...]:
    """What comes of the event under a reading: how it is judged, what is then asked, and all that is told meanwhile."""
    house = ask.pos.house
    judged, after = outcome(ask._replace(pos=ask.pos.put(house={**house, key: reading}, entries=())), event)
    reasons = tuple((objection.rule, objection.key, objection.stands) for objection in judged)
    if after is None:
        return (reasons,)
    told = tuple(entry.words() for entry in after.pos.entries)
    return reasons, told, after._replace(pos=after.pos.put(house=house))


def _touches(pos: Position, event: Event, ruling: Question) -> bool:
    return not rows(pos, event).isdisjoint(ruling.touches)


def _after_turn(pos: Position) -> frozenset[str]:
    """The rules of what comes when a turn is over: the next one, the aliens, or the scoring."""
    if pos.alone:
        return ALIENS | {"T-819"}
    return ROUND.union(ALIENS if pos.options.aliens == "danger" else (), SCORING if pos.trigger else ())


def rows(pos: Position, event: Event) -> frozenset[str]:
    """The rules that an event sets going: those of the systems in it, or those of the aliens' turn."""
    if isinstance(event, End):
        return _after_turn(pos) | {"T-308"}
    if isinstance(event, Secret):
        return SCORING
    if isinstance(event, Claim):
        return SHIPPING | {"T-702"}
    if not isinstance(event, Act):
        return frozenset()
    if pos.basic:
        return BASIC | {"T-701"} | (SHIPPING if isinstance(event, Ship) else frozenset())
    found = {"T-307", "T-819" if pos.alone else "T-701", *(("T-811", "T-311") if isinstance(event, Drill) else ())}
    if isinstance(event, Ship) and not pos.alone:
        found |= SHIPPING
    if event.system in pos.kit.systems:
        found.add(pos.kit.systems[event.system].rule)
    inner = getattr(event, "inner", None)
    return frozenset(found).union(rows(pos, inner) if inner else ())
