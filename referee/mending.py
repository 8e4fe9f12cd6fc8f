"""What people say of lines long past: each is heard where it stands, and everything after it is judged again.

Nothing is changed here: `mend` tells what would come of it, as often as people like; the session writes it down once
the end is reached.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from referee import blocks as record
from referee import hearing
from referee.acts import Line, Stop
from referee.ask import TABLE
from referee.blocks import BEFORE, CHANGE, KEEP, Block
from referee.correcting import unsaid
from referee.desk import Desk
from referee.errors import Failed, NotUnderstood, RefereeError
from referee.notation import quote
from referee.rejudge import Rejudged, rejudge
from referee.script import Edit, Item, edited, found, script
from referee.text import Text, Value


class Mend(NamedTuple):
    """What is to be done to a line: a sentence put in before it or said in its place; to strike it, or let it stand."""

    kind: str
    line: int
    text: str = ""


class Wanted(NamedTuple):
    """Edits of one breath, the first of which led to the others; why, who agreed, how the first sentence is said."""

    mends: tuple[Mend, ...]
    because: str = ""
    agreed: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    anyway: bool = False

    def besides(self, *mends: Mend) -> "Wanted":
        """The same with more edits."""
        return self._replace(mends=(*self.mends, *mends))

    def without(self, mend: Mend) -> "Wanted":
        """The same without one of them, if it is there."""
        return self._replace(mends=tuple(each for each in self.mends if each != mend))


def wanted(breath: Sequence[Block]) -> Wanted:
    """What people wanted who made the edits of one breath."""
    first, told = breath[0], record.marked(breath[0])
    agreed, mends = told.get("agreed", ()), tuple(map(_mend, breath))
    people = tuple(map(str, agreed)) if isinstance(agreed, tuple) else ()
    return Wanted(mends, str(told.get("because", "")), people, record.rulings_of(first), bool(told.get("anyway")))


def _mend(block: Block) -> Mend:
    who, said = str(block.get("who", TABLE)), str(block.get("say", ""))
    return Mend(record.edit(block), record.target(block), said if who == TABLE else f"{quote(who)} {said}")


class Mended(NamedTuple):
    """What comes of edits: the blocks that would be written, and the record judged again, up to where it cannot go on.

    `number` is that of the first block; what is refused there or beyond was said for the first time.
    """

    wanted: Wanted
    number: int
    blocks: tuple[Block, ...]
    found: Rejudged
    lines: tuple[Line, ...] = ()  # as they were written

    @property
    def done(self) -> bool:
        """Whether the end was reached."""
        return not self.found.stop and not self.found.lacking

    @property
    def refused(self) -> Stop | None:
        """What was said now and is against the rules where it stands."""
        stop = self.found.stop
        return stop if stop and stop.line >= self.number else None

    @property
    def conflict(self) -> Stop | None:
        """A later line that is impossible now."""
        return None if self.refused else self.found.stop


def mend(desk: Desk, wanted: Wanted) -> Mended:
    """What would come of edits. Raises NotUnderstood, with everything that is wrong with them."""
    blocks = [*(line.block for line in desk.lines), *desk.rest]
    known = dict.fromkeys(hearing.person(desk.ask.pos.players, name) or name for name in wanted.agreed)
    wanted = wanted._replace(agreed=tuple(known))
    new = [_bare(blocks, mend, wanted, first=not n) for n, mend in enumerate(wanted.mends)]
    items = _edited(desk, blocks, wanted, new)
    number = len(blocks) + 1
    again = rejudge(desk.game, desk.past(blocks), items, desk.dealer, number + len(new))
    again = again._replace(stop=_veiled(desk, again.stop))
    heard = [_said(desk, block, again.heard.get(number + n)) for n, block in enumerate(new)]
    if any(map(record.is_note, heard)):
        raise NotUnderstood("mend.note", nearest=("referee note TEXT",))
    dealt = [_said(desk, {BEFORE: line, "auto": True}, event) for line, event in again.dealt]
    return Mended(wanted, number, (*heard, *dealt), again)


def _veiled(desk: Desk, stop: Stop | None) -> Stop | None:
    """Where a line tells what is secret, neither what it says nor why it is impossible."""
    if not stop or stop.line > len(desk.lines):
        return stop
    line = desk.lines[stop.line - 1]
    hidden = desk.shown((line,))[0].block != line.block
    return Stop(stop.line, stop.said, Text("mend.secret", {"line": stop.line}), stop.verdict, True) if hidden else stop


# -- the blocks ------------------------------------------------------------------


def _bare(blocks: Sequence[Block], mend: Mend, wanted: Wanted, first: bool) -> Block:
    """The block of an edit without its sentence; why it is done is said once, and of what is let stand."""
    block: dict[str, Value] = {mend.kind: mend.line}
    if mend.kind != BEFORE and 0 < mend.line <= len(blocks):
        block["was"] = record.said(blocks[mend.line - 1])
    if first or mend.kind == KEEP:
        block["because"] = wanted.because
    if not first:
        return {**block, "auto": True}
    told: dict[str, Value] = {"agreed": wanted.agreed, "rulings": wanted.rulings, "anyway": wanted.anyway}
    return {**block, **{key: value for key, value in told.items() if value}}


def _said(desk: Desk, block: Block, event: Any) -> Block:
    """The block with the sentence, as it was heard."""
    if event is None:
        return block
    (kind, line), *rest = block.items()
    return {kind: line, "who": event.who, "say": hearing.write(desk.game, event), **dict(rest)}


# -- the script ------------------------------------------------------------------


def _edited(desk: Desk, blocks: Sequence[Block], wanted: Wanted, new: Sequence[Block]) -> Sequence[Item]:
    """The script of the record with the edits. Raises NotUnderstood."""
    faults = list(_unsaid(desk, wanted))
    struck = [mend.line for mend in wanted.mends if _takes_back(blocks, mend)]
    items: Sequence[Item] = ()
    try:
        items = script(desk.game, blocks, struck)
    except RefereeError as error:
        faults.append(error.text)
    for n, (mend, block) in enumerate(zip(wanted.mends, new, strict=True), len(blocks) + 1):
        if not 0 < mend.line <= len(blocks) + (mend.kind == BEFORE):
            faults.append(Text("mend.line", {"line": mend.line, "lines": len(blocks)}))
        elif not _takes_back(blocks, mend):
            try:
                items = edited(items, _edit(items, n, mend, block))
            except RefereeError as error:
                faults.append(error.text)
    if faults:
        raise NotUnderstood("mend.faults", faults=tuple(faults))
    return items


def _unsaid(desk: Desk, wanted: Wanted) -> Iterator[Text]:
    """What is missing besides the edits."""
    yield from (error.text for error in unsaid(desk.ask, wanted.because, wanted.agreed))
    yield from (Text("mend.empty", {"line": mend.line}) for mend in wanted.mends if _lacks_words(mend))


def _lacks_words(mend: Mend) -> bool:
    return mend.kind in (BEFORE, CHANGE) and not mend.text.strip()


def _takes_back(blocks: Sequence[Block], mend: Mend) -> bool:
    """Whether an edit strikes one that was made before."""
    return record.takes_back([*blocks, {mend.kind: mend.line}], len(blocks) + 1) if mend.line > 0 else False


def _edit(items: Sequence[Item], number: int, mend: Mend, block: Block) -> Edit:
    """The edit, with what is still to be heard. Raises Failed if there is nothing to be done to that line."""
    edit = Edit(mend.kind, mend.line, Item(number, mend.line, marks=record.marked(block), text=mend.text))
    at = found(items, edit)
    choice = items[at].choice if at < len(items) else None
    if mend.kind == KEEP and choice is None:
        raise Failed("mend.tells", line=mend.line)
    return edit._replace(item=edit.item._replace(who=choice.who)) if choice is not None else edit
