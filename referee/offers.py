"""Where mending a record comes to a line that is impossible now, or to a fact that nobody told: the ways to go on."""

from collections.abc import Iterator
from typing import NamedTuple

from referee import aftermath, answers
from referee.ask import TABLE, Ask
from referee.blocks import BEFORE, CHANGE, KEEP, STRIKE
from referee.desk import Desk
from referee.errors import RefereeError
from referee.judging import judge
from referee.mending import Mend, Mended, Wanted, mend
from referee.notation import COMMA, join, split
from referee.text import Text
from referee.verdict import ASK, CERTAIN, LEGAL, UNKNOWN, Verdict

UNTOLD = "?"  # a fact that nobody remembers, where a game takes it
WORDS = "..."  # for people to say
EXAMPLES = 24  # sentences among which one is sought that tells everything asked


class Offer(NamedTuple):
    """A way to go on: what is wanted then, and what it comes to. Of an `example` the words are for people to say."""

    text: Text
    wanted: Wanted
    example: bool = False
    then: Text | None = None

    @property
    def mend(self) -> Mend:
        """The edit that it adds."""
        return self.wanted.mends[-1]


def offers(desk: Desk, mended: Mended) -> tuple[Offer, ...]:
    """The ways on, each with what it would do; giving up is always one and does nothing."""
    ways = _telling if mended.found.lacking else _insisting if mended.refused else _settling
    return tuple(offer if offer.example else _foreseen(desk, offer) for offer in ways(desk, mended))


def _settling(desk: Desk, mended: Mended) -> Iterator[Offer]:
    """What may be done about a line that is impossible now."""
    if not (stop := mended.conflict):
        return
    line, besides = stop.line, mended.wanted.without(Mend(KEEP, stop.line)).besides
    for ruling, reading, text in _readings(desk, stop.verdict):
        yield Offer(text, besides(Mend(BEFORE, line, join(("ruling", ruling, reading)))))
    if stop.verdict.waivable:
        yield Offer(Text("offer.keep"), besides(Mend(KEEP, line)))
    yield Offer(Text("offer.strike"), besides(Mend(STRIKE, line)))
    yield Offer(Text("offer.change"), besides(Mend(CHANGE, line, WORDS)), example=True)
    asked = Text("offer.before", {"asked": mended.found.ask.text})
    yield Offer(asked, besides(Mend(BEFORE, line, WORDS)), example=True)


def _insisting(desk: Desk, mended: Mended) -> Iterator[Offer]:
    """How a sentence that was said now goes through where it stands."""
    wanted, verdict = mended.wanted, mended.refused.verdict if mended.refused else LEGAL
    for ruling, reading, text in _readings(desk, verdict):
        yield Offer(text, wanted._replace(rulings=(*wanted.rulings, f"{ruling}={reading}")))
    if verdict.waivable and mended.refused and mended.refused.line == mended.number:
        yield Offer(Text("offer.anyway"), wanted._replace(anyway=True))


def _readings(desk: Desk, verdict: Verdict) -> Iterator[tuple[str, str, Text]]:
    """Of what is only held: the readings of the open rules that it rests on."""
    book = desk.ask.pos.kit.book
    held = (o.basis for o in verdict.objections if not o.stands and o.basis not in CERTAIN and o.basis != UNKNOWN)
    for ruling in (book.ruling(id) for id in (dict.fromkeys(held) if verdict.kind == "open" else ())):
        for reading in (reading for reading in ruling.readings if reading != ASK):
            facts = {"ruling": ruling.id, "reading": reading, "gist": ruling.gists[reading]}
            yield ruling.id, reading, Text("offer.ruling", facts)


def _telling(desk: Desk, mended: Mended) -> Iterator[Offer]:
    """How a fact is told that nobody has told, by an example; and that nobody remembers it, where that will do."""
    ask, line = mended.found.ask._replace(who=(TABLE,)), mended.found.lacking.line if mended.found.lacking else 0
    found = [sentence for verb in answers.by_verb(desk.game, ask, EXAMPLES) for sentence in verb.sentences]
    example = next(iter(ask.tell), max(found, key=lambda said: len({*split(said)} & {*ask.about}), default=WORDS))
    yield Offer(Text("offer.tell"), mended.wanted.besides(Mend(BEFORE, line, example)), example=True)
    verb, *words = split(example)
    untold = " ".join((verb, *(word if word in (*ask.about, COMMA) else UNTOLD for word in words))).replace(" ,", COMMA)
    if _would_do(desk, ask, untold):
        yield Offer(Text("offer.untold"), mended.wanted.besides(Mend(BEFORE, line, untold)))


def _would_do(desk: Desk, ask: Ask, sentence: str) -> bool:
    try:
        return judge(desk.game, ask, desk.game.parse(split(sentence), TABLE)).stands
    except RefereeError:
        return False


def _foreseen(desk: Desk, offer: Offer) -> Offer:
    try:
        return offer._replace(then=outcome(desk, mend(desk, offer.wanted)))
    except RefereeError as error:
        return offer._replace(then=error.text)


def outcome(desk: Desk, mended: Mended) -> Text:
    """What edits come to, in a sentence."""
    if stop := mended.found.stop:
        rules = tuple(dict.fromkeys(reason.rule for reason in stop.verdict.objections))
        return Text("offer.stops", {"line": stop.line, "rules": rules})
    if mended.found.lacking:
        return Text("offer.lacks", {"asked": mended.found.ask.text})
    game, secret = desk.game, desk.game.secret(desk.ask.pos)
    lies = aftermath.differences(game.facts(desk.ask.pos), game.facts(mended.found.ask.pos))
    return Text("offer.ends", {"n": sum(not entry.hidden(secret) for entry in lies)})
