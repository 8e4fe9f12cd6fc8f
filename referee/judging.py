"""Ask, judge, do: the three joined, for any game and every remark. Nothing here remembers anything."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee import chores, correcting, counting, hearing, remarks
from referee.ask import OVER, Ask, Event
from referee.errors import NotUnderstood
from referee.game import Game
from referee.remarks import Assist, ByHand, Count, Fix, Ruling, Teach, Tell
from referee.text import Facts, Text
from referee.verdict import Objection, Verdict, unasked


def settle(game: Game, pos: Any) -> Ask:
    """What the rules ask in this position, after all that they do by themselves; of what the table does, what came."""
    if pos.by_hand:
        return chores.settle(game, pos)
    try:
        return next(game.game(pos))
    except StopIteration as end:
        return Ask(OVER, (), (), end.value, Text("ask.over"))


def step(game: Game, ask: Ask, event: Any) -> Ask:
    """The next question after an event that is legal or stands; `ask.pos.entries` of the result are its changes."""
    pos = ask.pos.put(entries=())
    return settle(game, _effect(game, pos, event))


def ruled(ask: Ask, rulings: Sequence[str]) -> Ask:
    """The question under readings that hold for one act only, said as `A-13=yes`. Raises NotUnderstood."""
    if not rulings:
        return ask
    pos, house = ask.pos, dict(ask.pos.house)
    for said in rulings:
        word, equals, said_as = said.partition("=")
        if not equals:
            ruling = pos.kit.book.ruling(word)
            raise NotUnderstood("ruling.form", nearest=[f"{ruling.id}={name}" for name in ruling.gists], said=said)
        house |= reading(pos, word, said_as)
    return ask._replace(pos=pos.put(house=house))


def step_ruled(game: Game, ask: Ask, event: Any, rulings: Sequence[str]) -> Ask:
    """The question after an event said under readings of its own; the table's are in force again."""
    if not rulings:
        return step(game, ask, event)
    after = step(game, ruled(ask, rulings), event)
    return settle(game, after.pos.put(house=ask.pos.house))


def judge(game: Game, ask: Ask, event: Any) -> Verdict:
    """Every objection to an event at this question, and advice."""
    found = Verdict(objections(game, ask, event))
    advised = found.stands and chores.hints(ask.pos) and not hearing.is_common(event)
    return found._replace(advice=tuple(game.advise(ask.pos, event))) if advised else found


def objections(game: Game, ask: Ask, event: Any) -> tuple[Objection, ...]:
    """Every objection to an event at this question; where many are tried, advice would take as long again."""
    if isinstance(event, remarks.REMARKS):
        return tuple(_check_remark(game, ask.pos, event))
    found = tuple(_check_moment(game, ask, event))
    if isinstance(event, Tell):
        return found or tuple(chores.check(game, ask, event))
    return found if found and not _free(game, ask, event) else (*found, *game.check(ask, event))


def _check_moment(game: Game, ask: Ask, event: Event) -> Iterator[Objection]:
    """Whether this question takes such an event, and from this person; until it is over anybody may interject."""
    over = ask.rule == OVER
    if type(event) in game.INTERJECTIONS and event.who in hearing.interjectors(game, ask, type(event)) and not over:
        return
    if not isinstance(event, ask.takes):
        if over:
            yield Objection(game.moment(ask, event), "moment.over", {"asked": ask.text})
        else:
            yield unasked(game.moment(ask, event), ask.text, hearing.write(game, event), _free(game, ask, event))
    elif event.who not in ask.who:
        facts: Facts = {"who": event.who, "asked": ask.who}
        yield Objection(game.moment(ask, event), "moment.who", facts, waivable=_free(game, ask, event))


def _free(game: Game, ask: Ask, event: Event) -> bool:
    """Whether its effect needs no question to stand open, only somebody who has turns."""
    return type(event) in game.FRAMELESS and game.plays(ask.pos, event.who)


def _check_remark(game: Game, pos: Any, event: Any) -> Iterator[Objection]:
    """A reading must exist; it, facts of the box and effects by hand must leave a possible table, with nothing lost."""
    if isinstance(event, ByHand | Fix):
        yield from correcting.check(game, pos, event)
    elif isinstance(event, Count):
        yield from counting.check(game, pos, event)
    elif isinstance(event, Assist):
        chores.assisted(game, pos, event)
    elif isinstance(event, Ruling | Teach):
        before = tuple(game.faults(pos))
        yield from (fault for fault in game.faults(_effect(game, pos, event)) if fault not in before)


def _effect(game: Game, pos: Any, event: Any) -> Any:
    if isinstance(event, Tell):
        return chores.effect(game, pos, event)
    if not isinstance(event, remarks.REMARKS):
        return game.effect(pos, event)
    if isinstance(event, Assist):
        return chores.assisted(game, pos, event)
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
