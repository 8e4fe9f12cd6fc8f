"""A record of an older referee, judged again: every line that reads otherwise today, not only the first.

A record holds no verdicts but what was let stand: a line that goes through now as it did then is not told apart by
today's reasons for it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from referee import blocks as record
from referee.acts import Act, Line, Stop
from referee.blocks import Block
from referee.desk import Desk
from referee.reader import Halt, Reader


class Otherwise(NamedTuple):
    """A line that reads otherwise, as it does once all before it are kept; whether it can be kept itself."""

    stop: Stop
    kept: bool


def otherwise(desk: Desk) -> tuple[Otherwise, ...]:
    """All lines of a record that stops which read otherwise: to its end, or to the first that cannot be kept."""
    if not desk.stop:
        return ()
    copy = Desk(desk.game, desk.opening)
    reader = _Lenient(copy, [*(line.block for line in desk.lines), *desk.rest])
    last = reader.read()
    found = tuple(Otherwise(stop, True) for stop in reader.found)
    return (*found, Otherwise(last, last.text.key in ("record.undo", "record.redo"))) if last else found


def eased(desk: Desk) -> tuple[Line, ...]:
    """The lines that the table once let stand and against which nothing stands today."""
    lines = (line for act in desk.holding for line in act.lines)
    return tuple(line for line in lines if line.block.get("anyway") and line.verdict.kind == "legal")


class _Lenient(Reader):
    """Reads on as if every line that reads otherwise were kept, and notes it."""

    def __init__(self, desk: Desk, blocks: Sequence[Block]) -> None:
        super().__init__(desk, blocks)
        self.found: list[Stop] = []
        self.settled = record.settled(blocks)

    def act(self, number: int) -> tuple[Act, bool]:
        """What a line did, as the record has it. Raises Halt where that cannot be."""
        try:
            return super().act(number)
        except Halt as halt:
            if number in self.settled or number in self.kept:
                raise
            before, self.kept = self.kept, self.kept | {number}
            try:
                act = super().act(number)
            except Halt:
                self.kept = before
                raise halt from None
            self.found.append(halt.stop)
            return act
