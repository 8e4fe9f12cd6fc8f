"""Ask, judge, do: the three joined, for any game and every remark. Nothing here remembers anything."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from referee import remarks
from referee.ask import OVER, Ask, Event
from referee.errors import NotUnderstood
from referee.game import Game, fact_said
from referee.ledger import Entry
from referee.remarks import ByHand, Ruling, Teach
from referee.text import Text, Value
from referee.verdict import COUNT, Objection, Verdict


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
    elif isinstance(event, ByHand) and (hidden := _face_down(game, pos, event)):
        yield Objection("by-hand", "by-hand.secret", {"facts": hidden})
    elif isinstance(event, Teach | ByHand):
        after, before = _effect(game, pos, event), tuple(game.faults(pos))
        faults = tuple(fault for fault in game.faults(after) if fault not in before)
        yield from faults
        if isinstance(event, ByHand):
            yield from _check_sums(game, pos, after, {fault.facts.get("what") for fault in faults})


def _face_down(game: Game, pos: Any, event: ByHand) -> tuple[str, ...]:
    """The facts that are secret now: no word is said of what they are, so none of what they would become."""
    secret = game.secret(pos)
    return tuple(f"{who} {what}" for who, what in facts_said(game, pos, event.facts) if {who, what} & secret)


def _check_sums(game: Game, before: Any, after: Any, named: Collection[Value | None]) -> Iterator[Objection]:
    """Of nothing there may be less than before, nor more than the box holds; `named` was objected to already."""
    held = game.box(before)
    for what, (box, found) in game.box(after).items():
        if what not in named and not held[what][1] <= found <= max(box, held[what][1]):
            facts: dict[str, Value] = {"what": what, "before": held[what][1], "after": found, "box": box}
            yield Objection("by-hand", "by-hand.sum", facts, basis=COUNT)


def _effect(game: Game, pos: Any, event: Any) -> Any:
    if not isinstance(event, remarks.REMARKS):
        return game.effect(pos, event)
    if isinstance(event, Ruling):
        return pos.put(house={**pos.house, **reading(pos, event.ruling, event.reading)})
    if isinstance(event, Teach):
        return pos.put(kit=game.teach(pos.kit, event.words))
    if isinstance(event, ByHand):
        return by_hand(game, pos, event)
    return pos


def reading(pos: Any, word: str, reading: str) -> Mapping[str, Any]:
    """A reading as the position keeps it: under the ruling's switch, else its id. Raises NotUnderstood."""
    book = pos.kit.book
    ruling = book.ruling(word)
    return {ruling.key: book.reading(ruling, reading)}


def facts_said(game: Game, pos: Any, said: Sequence[str]) -> Mapping[tuple[str, str], str | int]:
    """Facts as people write them, `Ann battery 2`: the longest start that is a fact of the table, then its value.

    Raises NotUnderstood, with the nearest facts.
    """
    known = game.facts(pos)
    found = {}
    for fact in said:
        if not (told := fact_said(known, fact)):
            from difflib import get_close_matches

            names = {f"{who} {what}".casefold(): f"{who} {what}" for who, what in known}
            near = get_close_matches(fact.casefold(), names, n=4, cutoff=0.4)
            raise NotUnderstood("fact.unknown", nearest=[names[name] for name in near], fact=fact)
        found[told[0]] = told[1]
    return found


def by_hand(game: Game, pos: Any, event: ByHand) -> Any:
    """The facts hold now; every change has its entry, with the card that ordered it."""
    before, changes = game.facts(pos), facts_said(game, pos, event.facts)
    after, card = game.with_facts(pos, changes), event.card
    counted = after.entries[len(pos.entries) :]
    entries = [entry._replace(rule="by-hand", key="by-hand.counter", facts={"card": card}) for entry in counted]
    entries += [
        Entry("", f"{who} {what} {value}", 0, None, "by-hand", "by-hand.fact", {"card": card, "fact": what})
        for (who, what), value in changes.items()
        if value != before[who, what] and (who, what) not in {entry[:2] for entry in counted}
    ]
    return after.put(entries=(*pos.entries, *entries))
