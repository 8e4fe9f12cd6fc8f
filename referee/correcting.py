"""Facts said of a table under way: what they change, what must be said with them, what stands against them, what holds.

Two remarks change facts: an effect by hand, which a card orders, and a fix of what the record has wrong.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee.ask import Ask
from referee.errors import NotUnderstood, Several
from referee.game import Fact, Facts, Game, fact_said, facts_near
from referee.hearing import by_name, person
from referee.ledger import Entry
from referee.remarks import ByHand, Fix
from referee.text import Value
from referee.verdict import COUNT, Objection

FROM = re.compile(r"(.+) (\d+) from (.+)")  # `Ann robots C4 2 from aboard`: what is there in the end, and from where


class Words(NamedTuple):
    """How a remark speaks: its rule, what it does to a counter and to any other fact, what stands against it."""

    rule: str
    counter: str
    fact: str
    sum: str
    secret: str


BY_HAND = Words("by-hand", "by-hand.counter", "by-hand.fact", "by-hand.sum", "by-hand.secret")
FIX = Words("fix", "fix.counter", "fix.fact", "fix.sum", "fix.secret")
TELL = Words("tell", "tell.counter", "tell.fact", "tell.sum", "")
AUDIT = Words("box", "", "", "audit.sum", "")  # tells of nothing: it only counts


def _words(event: ByHand | Fix) -> Words:
    return BY_HAND if isinstance(event, ByHand) else FIX


# -- what is said ------------------------------------------------------------------


def facts_said(game: Game, pos: Any, said: Sequence[str]) -> Facts:
    """Facts as people write them, `Ann battery 2`: the longest start that is a fact of the table, then its value.

    `2 from aboard` takes what is lacking from another pile, or gives it what is over. Raises NotUnderstood, with
    everything that is no such fact, and the nearest, and with every value that the others cannot have.
    """
    known, found, moved = game.facts(pos), dict[Fact, str | int](), dict[Fact, int]()
    faults: list[NotUnderstood] = []
    for fact in said:
        try:
            told, value, pile = _told(pos, known, fact)
            if told in found or told in moved or pile in found:
                raise NotUnderstood("fact.twice", fact=" ".join(pile if pile in found else told))
            if pile:
                moved[pile] = moved.get(pile, 0) + int(value) - int(known[told])
            found[told] = value
        except NotUnderstood as fault:
            faults.append(fault)
    if faults:
        raise Several((*faults, *_refused(game, pos, found)))
    return {**found, **{pile: int(known[pile]) - n for pile, n in moved.items()}}


def moves(said: str) -> bool:
    """Whether what is said of a pile is taken from another."""
    return bool(FROM.fullmatch(said))


def _told(pos: Any, known: Facts, said: str) -> tuple[Fact, str | int, Fact | None]:
    """A fact, its value, and the pile that pays for it, if there is one. Raises NotUnderstood."""
    said = by_name(pos, said)
    taken = FROM.fullmatch(said)
    fact, value = _known(known, f"{taken[1]} {taken[2]}" if taken else said)
    if not taken:
        return fact, value, None
    piles = {f"{who} {what}".casefold(): (who, what) for who, what in known}
    named = by_name(pos, taken[3]).casefold()
    pile = piles.get(f"{fact[0].casefold()} {named}", piles.get(named))
    if pile is None:
        raise _unknown(known, taken[3])
    if pile == fact or not all(isinstance(each, int) for each in (known[pile], known[fact], value)):
        raise NotUnderstood("fact.from", fact=" ".join(fact), pile=" ".join(pile))
    return fact, value, pile


def _known(known: Facts, said: str) -> tuple[Fact, str | int]:
    if told := fact_said(known, said):
        return told
    raise _unknown(known, said)


def _unknown(known: Facts, said: str) -> NotUnderstood:
    return NotUnderstood("fact.unknown", nearest=facts_near(known, said), fact=said)


# -- what is said with it ------------------------------------------------------------------


def agreeing(ask: Ask, said: Sequence[str]) -> tuple[str, ...]:
    """The players who agreed to something, by their names. Raises NotUnderstood for whoever does not play."""
    people = tuple(dict.fromkeys(person(ask.pos.players, name) or name for name in said))
    if strangers := tuple(name for name in people if name not in ask.pos.names):
        raise NotUnderstood("agreed.nobody", nearest=ask.pos.names, who=strangers)
    return people


def unsaid(ask: Ask, because: str, agreed: Sequence[str]) -> Iterator[NotUnderstood]:
    """What is missing where a record is put right: why it is, and people who play among those who agreed."""
    if not because:
        yield NotUnderstood("because.missing")
    try:
        agreeing(ask, agreed)
    except NotUnderstood as error:
        yield error


# -- what stands against it, and what it does ------------------------------------------------------------------


def check(game: Game, pos: Any, event: ByHand | Fix) -> Iterator[Objection]:
    """What is told must leave a possible table, on which nothing got lost; what lies face-down is not told at all."""
    speaks, changes, secret = _words(event), facts_said(game, pos, event.facts), game.secret(pos)
    if hidden := tuple(f"{who} {what}" for who, what in changes if {who, what} & secret):
        yield Objection(speaks.rule, speaks.secret, {"facts": hidden})
        return
    yield from check_table(game, pos, effect(game, pos, event), speaks)


def check_table(game: Game, before: Any, after: Any, speaks: Words) -> Iterator[Objection]:
    """What is impossible afterwards and was not before, and what got lost on the way."""
    known = tuple(game.faults(before))
    faults = tuple(fault for fault in game.faults(after) if fault not in known)
    yield from faults
    yield from check_sums(game, before, after, speaks, {fault.facts.get("what") for fault in faults})


def check_sums(
    game: Game, before: Any, after: Any, speaks: Words, named: Collection[Value | None] = ()
) -> Iterator[Objection]:
    """Of nothing there may be less than before, nor more than the box holds or was there; `named` is objected to."""
    held = game.box(before)
    for what, (box, found) in game.box(after).items():
        if what not in named and not held[what][1] <= found <= max(box, held[what][1]):
            facts: dict[str, Value] = {"what": what, "before": held[what][1], "after": found, "box": box}
            yield Objection(speaks.rule, speaks.sum, facts, basis=COUNT)


def effect(game: Game, pos: Any, event: ByHand | Fix) -> Any:
    """The facts hold now; every change has its entry: by which card, or what was there before."""
    before, changes, speaks = game.facts(pos), facts_said(game, pos, event.facts), _words(event)
    card: Mapping[str, Value] = {"card": event.card} if isinstance(event, ByHand) else {}
    after = _told_of(game, pos, changes)
    entries, counted = [], set[Fact]()
    for entry in after.entries[len(pos.entries) :]:
        counted.add((entry.who, entry.what))
        facts = {"of": f"{entry.who} {entry.what}", "was": _was(entry, before), **card}
        entries.append(entry._replace(rule=speaks.rule, key=speaks.counter, facts=facts))
    for (who, what), now in changes.items():
        if now != (was := before[who, what]) and (who, what) not in counted:
            facts = {"fact": what, "of": f"{who} {what}", "was": was, "now": now, **card}
            entries.append(Entry("", f"{who} {what} {now}", 0, None, speaks.rule, speaks.fact, facts))
    return after.put(entries=(*pos.entries, *entries))


def _was(entry: Entry, before: Facts) -> str | int:
    return entry.now - entry.by if isinstance(entry.now, int) else before.get((entry.who, entry.what), "")


def _told_of(game: Game, pos: Any, changes: Facts) -> Any:
    """The table with these facts. Raises NotUnderstood, with every value that its fact cannot have."""
    try:
        return game.with_facts(pos, changes)
    except NotUnderstood as fault:
        raise Several(tuple(_refused(game, pos, changes)) or (fault,)) from None


def _refused(game: Game, pos: Any, changes: Facts) -> Iterator[NotUnderstood]:
    for fact, value in changes.items():
        try:
            game.with_facts(pos, {fact: value})
        except NotUnderstood as fault:
            yield fault
