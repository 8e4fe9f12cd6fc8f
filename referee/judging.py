"""Ask, judge, do: the three joined, for any game and every remark. Nothing here remembers anything."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee import correcting, counting, remarks
from referee.ask import OVER, Ask, Event
from referee.game import Game
from referee.remarks import ByHand, Count, Fix, Ruling, Teach
from referee.text import Text
from referee.verdict import Objection, Verdict


def settle(game: Game, pos: Any) -> Ask:
    """What the rules ask in this position, after all that they do by themselves."""
    try:
        return next(game.game(pos))
    except StopIteration as end:
        return Ask(OVER, (), (), end.value, Text("ask.over"))


def step(game: Game, ask: Ask, event: Any) -> Ask:
    """The next question after an event that is legal or stands; `ask.pos.entries` of the result are its changes."""
    pos = ask.pos.put(entries=())
    return settle(game, _effect(game, pos, event))


def judge(game: Game, ask: Ask, event: Any) -> Verdict:
    """Every objection to an event at this question, and advice."""
    if isinstance(event, remarks.REMARKS):
        return Verdict(tuple(_check_remark(game, ask.pos, event)))
    objections = tuple(_check_moment(game, ask, event))
    if not objections or type(event) in game.FRAMELESS:
        objections += tuple(game.check(ask, event))
    return Verdict(objections, tuple(game.advise(ask.pos, event)) if not objections else ())


def _check_moment(game: Game, ask: Ask, event: Event) -> Iterator[Objection]:
    """Whether this question takes such an event, and from this person; any player may interject until it is over."""
    over = ask.rule == OVER
    if type(event) in game.INTERJECTIONS and event.who in ask.pos.names and not over:
        return
    if not isinstance(event, ask.takes):
        key, free = "moment.over" if over else "moment.asked", type(event) in game.FRAMELESS and not over
        yield Objection(game.moment(ask, event), key, {"asked": ask.text}, waivable=free)
    elif event.who not in ask.who:
        yield Objection(game.moment(ask, event), "moment.who", {"who": event.who, "asked": ask.who})


def _check_remark(game: Game, pos: Any, event: Any) -> Iterator[Objection]:
    """A reading must exist; facts of the box and effects by hand must leave a possible table, with nothing lost."""
    if isinstance(event, Ruling):
        reading(pos, event.ruling, event.reading)
    elif isinstance(event, ByHand | Fix):
        yield from correcting.check(game, pos, event)
    elif isinstance(event, Count):
        yield from counting.check(game, pos, event)
    elif isinstance(event, Teach):
        before = tuple(game.faults(pos))
        yield from (fault for fault in game.faults(_effect(game, pos, event)) if fault not in before)


def _effect(game: Game, pos: Any, event: Any) -> Any:
    if not isinstance(event, remarks.REMARKS):
        return game.effect(pos, event)
    if isinstance(event, Ruling):
        return pos.put(house={**pos.house, **reading(pos, event.ruling, event.reading)})
    if isinstance(event, Teach):
        return pos.put(kit=game.teach(pos.kit, event.words))
    if isinstance(event, ByHand | Fix):
        return correcting.effect(game, pos, event)
    if isinstance(event, Count):
        return counting.effect(game, pos, event)
    return pos


def reading(pos: Any, word: str, reading: str) -> Mapping[str, Any]:
    """A reading as the position keeps it: under the ruling's switch, else its id. Raises NotUnderstood."""
    book = pos.kit.book
    ruling = book.ruling(word)
    return {ruling.key: book.reading(ruling, reading)}
