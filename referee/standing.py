"""How the lines of a record stand: which hold no more and by what, which are let stand by a later line."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee import blocks as record
from referee.blocks import CHANGE, KEEP, STRIKE
from referee.desk import Desk
from referee.text import Text

MARKS = {STRIKE: "mark.struck", CHANGE: "mark.changed", KEEP: "mark.let-stand"}


class Mark(NamedTuple):
    """What a later line did to this one; `gone` if it holds no more."""

    text: Text
    gone: bool = True


def marks(desk: Desk) -> Mapping[int, Mark]:
    """The lines with a mark, by their numbers."""
    mended, holding = dict(_mended(desk)), _holding(desk)
    said = (line for line in desk.lines if _is_said(line.block))
    found = {line.number: Mark(Text("mark.undone")) for line in said if line.number not in holding}
    unasked = {line: Mark(Text("mark.unasked")) for line, _ in desk.unused if line in found and line in _there(desk)}
    return {**found, **unasked, **mended}


def _is_said(block: record.Block) -> bool:
    return bool(record.edit(block)) or ("say" in block and not record.is_note(block))


def _there(desk: Desk) -> frozenset[int]:
    """The lines of all acts that were not undone."""
    return frozenset(line.number for act in desk.acts for line in act.lines)


def _holding(desk: Desk) -> frozenset[int]:
    """The lines that made the table as it lies, and those that mended the record."""
    lines = [line for act in desk.holding for line in act.lines]
    edits = (line.number for act in desk.acts for line in act.lines if record.edit(line.block))
    return frozenset((*(line.number for line in lines), *(n for line in lines for n, _ in line.told or ()), *edits))


def _mended(desk: Desk) -> Iterator[tuple[int, Mark]]:
    """What edits that hold did to other lines, the last of them last."""
    blocks = [line.block for line in desk.lines]
    gone = record.taken_back(blocks)
    for act in desk.acts:
        for line in act.lines:
            if (kind := record.edit(line.block)) in MARKS and line.number not in gone:
                text = Text(MARKS[kind], {"line": line.number})
                yield record.target(line.block), Mark(text, kind != KEEP)
    yield from ((number, Mark(Text("mark.taken-back"))) for number in gone)
