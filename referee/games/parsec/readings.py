"""Which rules an event sets going: what a table has not decided about them holds it [undecided.py]."""

from collections.abc import Iterator

from referee import undecided
from referee.ask import Ask
from referee.games.parsec import events
from referee.games.parsec.events import Event
from referee.games.parsec.position import Position
from referee.undecided import Judge
from referee.verdict import Objection, Question

# The chapters of the rules that an event may set going, as the beginnings of their rows.
PLACING = ("5.", "11.0")
CHAPTERS: dict[type, tuple[str, ...]] = {
    **dict.fromkeys((events.First, events.Dealt, events.Begin, events.Sworn), ("3.0", "10.1", "10.4")),
    **dict.fromkeys((events.Offered, events.Bid, events.Pick), ("10.3",)),
    **dict.fromkeys((events.Draw, events.Put, events.Place, events.Impossible, events.Keep), PLACING),
    **dict.fromkeys((events.Allot, events.NewCard, events.Card), ("7.1", "7.2", "9.6-b")),
    events.Fly: ("6.2", "6.1", "5.1.8"),
    events.Jump: ("6.2", "6.1", "5.1.8"),
    events.BeamDown: ("6.3", "6.1", "5.1.8"),
    events.BeamUp: ("6.3", "6.1"),
    events.Walk: ("7.3-b", "7.3-c", "7.3-d", "7.3-e", "7.3-q", "6.1", "5.1.8"),
    events.Buy: ("6.4", "6.1", "7.2"),
    events.Bomb: ("6.5", "7.3-l", "7.3-m", "7.3-n", "7.3-o", "7.3-p"),
    events.Ransom: ("11.3-d",),
    events.End: ("5.1.8", "6.1.2", "4.0"),
    **dict.fromkeys(events.Prowling.__args__, ("11.1", "11.2", "11.3")),
}


def check_decided(ask: Ask, event: Event, outcome: Judge) -> Iterator[Objection]:
    """An objection for every open question on which the event rests; `outcome` says what it comes to."""

    def touches(pos: Position, event: Event, ruling: Question) -> bool:
        chapters = CHAPTERS.get(type(event), ())
        if chapters and any(row.startswith(chapters) for row in ruling.touches):
            return True
        return not _fired(*outcome(ask._replace(pos=pos.put(entries=())), event)).isdisjoint(ruling.touches)

    return undecided.check_decided(ask, event, outcome, touches)


def _fired(judged: tuple[Objection, ...], after: Ask | None) -> set[str]:
    """The rows that an event is judged by, and those by which everything came that it set off."""
    changes = after.pos.entries if after else ()
    return {objection.rule for objection in judged}.union(entry.rule for entry in changes)
