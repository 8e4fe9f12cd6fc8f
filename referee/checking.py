"""What comes of a table check: where a difference may come from, and the correction that it leads to; the audit."""

from collections.abc import Iterator, Sequence
from typing import Any

from referee import display, record, tracing
from referee.counting import Found, called, walk
from referee.desk import Desk
from referee.remarks import Count, Fix, write
from referee.text import Text
from referee.tracing import Break, Possible
from referee.view import Cell, Command, Lines, Part, Table, Words

SHOWN = 6  # lines that may explain a difference: the earliest, and the last ones


def counted(desk: Desk, counted: Sequence[Found]) -> Iterator[Part]:
    """Of everything that differs where it may come from, then what would put it right."""
    wrong = tuple(each for each in counted if not each.agrees)
    yield from (*explained(desk, wrong), *ways(desk, wrong))


def explained(desk: Desk, wrong: Sequence[Found]) -> Iterator[Part]:
    """Where each difference may come from."""
    for each in wrong:
        rows = tuple(_rows(desk, tracing.possible(desk, each)))
        yield Table(Text("count.possible", {"pile": each.name}) if rows else "", (), rows)
        yield Lines("", () if rows else (Text("count.untraced", {"pile": each.name}),))


def ways(desk: Desk, wrong: Sequence[Found]) -> Iterator[Part]:
    """What would put it right."""
    if wrong:
        yield Lines("", tuple(_ways(desk, wrong)))


def _rows(desk: Desk, found: Sequence[Possible]) -> Iterator[tuple[Words | Cell, ...]]:
    left_out = max(0, len(found) - SHOWN)
    for n, each in enumerate(found):
        if n == 1 and left_out:
            yield "", Text("count.between", {"n": left_out})
        if not 0 < n <= left_out:
            yield str(each.line.number).ljust(record.RULE), _explained(desk, each)


def _explained(desk: Desk, each: Possible) -> Text:
    """What may have gone otherwise at the table."""
    said = record.said(desk.shown((each.line,))[0])
    return Text(f"possible.{each.how}", {"said": said, "paid": each.paid, "price": each.price})


def _ways(desk: Desk, wrong: Sequence[Found]) -> Iterator[Words | Command]:
    """The corrections to choose from, as a shell takes them; where there is none, why."""
    if fixes := tracing.fixes(desk, wrong):
        yield Text("count.fix", {"n": len(fixes)})
        yield from map(Command, map(command, fixes))
    elif reasons := tracing.against(desk, wrong):
        yield Text("count.no-fix")
        yield from map(display.why, reasons)
    named = tracing.facts(desk, wrong)
    if sums := tuple(each.name for each in wrong if each not in named):
        yield Text("count.sums", {"piles": sums})


def command(fix: Fix) -> str:
    """A correction as a shell takes it."""
    from shlex import quote

    return f"referee fix {' '.join(map(quote, fix.facts))} --because WHY"


def piles(desk: Desk) -> Iterator[Part]:
    """Every pile of the table with what should lie there, and how a count is said."""
    expected = walk(desk.game, desk.ask.pos)
    rows = tuple((called(fact), str(value)) for fact, value in expected.items())
    yield Table("", (Text("count.pile"), Text("count.expected")), rows)
    example = next(iter(expected.items()), None)
    if example:
        said = Count("", (f"{called(example[0])} {example[1]}",))
        yield Lines(Text("count.say"), (Command(f"referee {write(said)}"),))


def listed(desk: Desk) -> list[dict[str, Any]]:
    """The piles as data."""
    expected = walk(desk.game, desk.ask.pos).items()
    return [{"pile": called(fact), "expected": value} for fact, value in expected]


def data(desk: Desk, counted: Sequence[Found]) -> list[dict[str, Any]]:
    """What was counted as data, with the lines that may explain a difference."""
    return [{**_pile(each), "possible": tuple(_possible(desk, each))} for each in counted]


def _pile(each: Found) -> dict[str, Any]:
    return {"pile": each.name, "expected": each.expected, "counted": each.counted, "by": each.by}


def _possible(desk: Desk, found: Found) -> Iterator[dict[str, Any]]:
    for each in () if found.agrees else tracing.possible(desk, found):
        said = desk.shown((each.line,))[0].block
        yield {"line": each.line.number, "who": said.get("who", ""), "said": said.get("say", ""), "how": each.how}


def fixes(desk: Desk, counted: Sequence[Found]) -> tuple[str, ...]:
    """The corrections to choose from, as sentences."""
    return tuple(write(fix) for fix in tracing.fixes(desk, counted))


# -- the box ------------------------------------------------------------------


def audit(desk: Desk, found: Break | None) -> Iterator[Part]:
    """What the box holds and how much of it was found; or the first line after which that no longer adds up."""
    if not found:
        rows = tuple((what, str(box), str(n)) for what, (box, n) in desk.game.box(desk.ask.pos).items())
        yield Lines("", (Text("audit.holds", {"n": len(desk.holding)}),))
        yield Table("", (Text("audit.what"), Text("audit.box"), Text("audit.found")), rows)
        return
    if found.line is None:
        yield Lines("", (Cell(Text("audit.began"), "bad"),))
    else:
        said = record.said(desk.shown((found.line,))[0])
        yield Lines("", (Cell(Text("audit.breaks", {"line": found.line.number, "said": said}), "bad"),))
    yield display.why_lines(found.objections)


def audited(desk: Desk, found: Break | None) -> dict[str, Any]:
    """It as data."""
    box = {what: {"box": n, "found": lie} for what, (n, lie) in desk.game.box(desk.ask.pos).items()}
    if not found:
        return {"agrees": True, "box": box}
    reasons = tuple({"rule": each.rule, "why": display.why(each)} for each in found.objections)
    return {"agrees": False, "line": found.line.number if found.line else None, "objections": reasons, "box": box}
