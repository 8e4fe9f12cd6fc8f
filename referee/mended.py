"""What came of mending a record, as parts of a screen or as data: what it did, or where it waits and the ways on."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee import display, programs, record
from referee.blocks import KEEP
from referee.desk import Desk
from referee.mending import Mended, Wanted
from referee.offers import Offer, offers
from referee.reply import HELD, ILLEGAL
from referee.text import Facts, Text
from referee.view import Cell, Command, Lines, Part, Table

Typed = Callable[[Wanted], str]  # how people say what they want


def code(mended: Mended) -> int:
    """The exit code: 0 if it was written, else illegal or held."""
    if mended.done:
        return 0
    return ILLEGAL if mended.found.stop and mended.found.stop.verdict.kind == "illegal" else HELD


def parts(desk: Desk, mended: Mended, typed: Typed) -> Iterator[Part]:
    """What was written, with all that it did; else why not, and each way on as it is said."""
    if mended.done:
        yield from done(desk, mended)
        return
    yield from reasons(mended)
    ways = tuple(offers(desk, mended))
    for offer in ways:
        then = Text("offer.words") if offer.example else offer.then
        yield Lines(offer.text, (*((then,) if then else ()), Command(typed(offer.wanted))))
    yield Lines("", (Text("offer.leave"),) if ways else ())


def done(desk: Desk, mended: Mended) -> Iterator[Part]:
    """The lines that mend the record, and what the table has to move, take back or pay."""
    lines = desk.shown(mended.lines)
    yield Table("", (), tuple(record.rows(lines)))
    if not any(entry.what for line in lines for entry in line.entries):
        yield Lines("", (Text("mend.same"),))


def reasons(mended: Mended) -> Iterator[Part]:
    """Where it waits, and why; nothing was written."""
    yield from waits(mended)
    yield Lines("", (Text("mend.nothing"), *_no_way(mended)))


def waits(mended: Mended) -> Iterator[Part]:
    """The line that is impossible, with all that stands against it; or the fact that nobody has told."""
    stop = mended.found.stop
    if stop:
        key = "mend.refused" if mended.refused else "mend.conflict"
        yield Lines("", (Cell(stop.text if stop.secret else Text(key, {"line": stop.line, "said": stop.said}), "bad"),))
        yield display.why_lines(() if stop.secret else stop.verdict.objections)
    elif lacking := mended.found.lacking:
        facts: Facts = {"line": lacking.line, "asked": mended.found.ask.text, "rule": mended.found.ask.rule}
        yield Lines("", (Cell(Text("mend.lacking", facts), "bad"),))


def _no_way(mended: Mended) -> Sequence[Text]:
    """That something cannot be let stand, of whoever wanted it to."""
    stop = mended.found.stop
    insisted = stop and any((each.kind, each.line) == (KEEP, stop.line) for each in mended.wanted.mends)
    insisted = insisted or (mended.refused and mended.wanted.anyway)
    barred = stop.verdict.barred if insisted and stop else ()
    return (Text("verdict.no-anyway", {"rules": barred}),) if barred else ()


# -- as data ------------------------------------------------------------------


def data(desk: Desk, mended: Mended, session: str, typed: Typed) -> dict[str, Any]:
    """What came of it, for programs; the question is the one that is open now."""
    found, lines = mended.found, desk.shown(mended.lines)
    plain: dict[str, Any] = {**programs.stand(desk, session), "recorded": mended.done}
    plain["lines"] = tuple(line.number for line in lines)
    plain["said"] = tuple(str(line.block["say"]) for line in lines if "say" in line.block)
    plain["entries"] = tuple(programs.entry(entry) for line in lines for entry in line.entries)
    if stop := found.stop:
        told = () if stop.secret else stop.verdict.objections
        reasons = tuple(map(programs.reason, told))
        plain["stops"] = {"line": stop.line, "said": stop.shown, "why": stop.text, "objections": reasons}
    if found.lacking:
        ask = found.ask
        plain["lacks"] = {"line": found.lacking.line, "rule": ask.rule, "question": ask.text, "about": ask.about}
    ways = () if mended.done else offers(desk, mended)
    return {**plain, "offers": tuple(_offer(offer, typed) for offer in ways)}


def _offer(offer: Offer, typed: Typed) -> dict[str, Any]:
    told = {"what": offer.text, "say": typed(offer.wanted), "example": offer.example}
    return {**told, **({"then": offer.then} if offer.then else {})}
