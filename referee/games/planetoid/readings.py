"""Which rules an event sets going: what a table has not decided about them holds it [undecided.py]."""

from collections.abc import Iterator

from referee import undecided
from referee.ask import Ask
from referee.games.planetoid.events import Act, Claim, Drill, End, Event, Secret, Ship
from referee.games.planetoid.position import Position
from referee.undecided import Judge
from referee.verdict import Objection, Question

ALIENS = frozenset(f"T-{n}" for n in range(901, 919))
SETUP = frozenset(("T-107", "T-802", "T-804", "T-1001"))
BASIC = frozenset(f"T-{n}" for n in range(201, 217))
SHIPPING = frozenset(f"T-{n}" for n in range(601, 610))
SCORING = frozenset((*(f"T-{n}" for n in range(704, 710)), "T-1038"))
ROUND = frozenset(("T-703", "T-1035", "T-1036", "T-1037"))


def check_decided(ask: Ask, event: Event, outcome: Judge) -> Iterator[Objection]:
    """An objection for every open question on which the event rests; `outcome` says what it comes to."""
    return undecided.check_decided(ask, event, outcome, _touches)


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
