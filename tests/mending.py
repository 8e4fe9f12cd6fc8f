"""A record mended in a test: what would come of it, and what holds of every record afterwards."""

from collections.abc import Sequence
from typing import Any

from referee.blocks import Block
from referee.desk import Desk
from referee.mending import Mend, Mended, Wanted, mend
from referee.rejudge import Rejudged, rejudge
from tests import always

WHY = "we forgot"


def blocks(desk: Desk) -> list[Block]:
    return [line.block for line in desk.lines]


def wanted(*mends: tuple[Any, ...], **how: Any) -> Wanted:
    """Edits as (kind, line, sentence)."""
    return Wanted(tuple(Mend(*each) for each in mends), WHY, **how)


def again(desk: Desk, *mends: tuple[Any, ...], **how: Any) -> Mended:
    """What would come of these edits."""
    return mend(desk, wanted(*mends, **how))


def amended(desk: Desk, *mends: tuple[Any, ...], **how: Any) -> Mended:
    """The desk's record mended; every edit must go through."""
    found = again(desk, *mends, **how)
    assert found.done, (found.found.stop, found.found.lacking)
    desk.amend(found.blocks, found.found)
    return found


def whole(desk: Desk) -> Rejudged:
    """All that holds, said again from the first question, of a record that was never mended."""
    past = desk.past(blocks(desk))
    return rejudge(desk.game, past._replace(acts=(), items=()), past.items)


def read(desk: Desk, record: Sequence[Block] | None = None) -> Desk:
    """A fresh desk that has read the record of this one."""
    copy = Desk(desk.game, desk.opening)
    copy.read(blocks(desk) if record is None else record)
    return copy


def holds(desk: Desk) -> None:
    """Sums are totals, the record reads as it is, and a straight game of what holds ends at the same table."""
    always.sums(desk)
    copy = read(desk)
    assert copy.stop is None
    always.alike(copy.ask, desk.ask)
    assert list(copy.entries()) == list(desk.entries())
    assert (len(copy.acts), len(copy.undone)) == (len(desk.acts), len(desk.undone))
    straight = read(desk, [line.block for act in desk.holding for line in act.lines])
    assert straight.stop is None
    always.alike(straight.ask, desk.ask)
