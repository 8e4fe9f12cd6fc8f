"""A record read: every line judged again as it was said, up to the end or to the first that cannot be read on."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from referee import blocks as record
from referee import hearing
from referee.acts import Act, Line, Stop
from referee.blocks import Block, is_note, rulings_of
from referee.errors import RefereeError
from referee.judging import judge, settle, step_ruled
from referee.text import Text, Value
from referee.verdict import LEGAL, Verdict

if TYPE_CHECKING:
    from referee.desk import Desk
    from referee.rejudge import Rejudged


class Halt(Exception):
    """A record cannot be read on here."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop.text.key)
        self.stop = stop


class Reader:
    """Reads the blocks of a record on a desk that stands at its opening.

    Struck lines are kept and not judged. A line that a `keep` names stays as it is; where a record stops at a line that
    a later one strikes or changes, all between the two is left unread, and the whole is judged again there.
    """

    def __init__(self, desk: "Desk", blocks: Sequence[Block]) -> None:
        self.desk, self.game, self.blocks = desk, desk.game, blocks
        self.kept = record.kept(blocks)
        self.stopped: Stop | None = None  # where lines are left unread

    def read(self) -> Stop | None:
        """All lines, or those up to where the record cannot be read on."""
        holding, beyond, settled = record.living(self.blocks), record.beyond(self.blocks), record.settled(self.blocks)
        for number, block in enumerate(self.blocks, 1):
            if number <= len(self.desk.lines):
                continue  # written in the same breath as an edit
            if number in beyond and number not in self.kept:
                return _beyond(number, block)
            if number not in holding or is_note(block):
                self.desk.lines.append(Line(number, block))
            elif self.stopped and number < settled[self.stopped.line]:
                self._leave(number)
            else:
                try:
                    self.desk.take(*self.act(number))
                except Halt as halt:
                    if number not in settled:
                        return halt.stop
                    self.stopped = halt.stop
                    self._leave(number)
        return None

    def _leave(self, number: int) -> None:
        """A line that holds, unread."""
        line = Line(number, self.blocks[number - 1])
        self.desk.take(Act((line,), self.desk.ask, self.desk.ask, unread=True), bool(line.block.get("auto")))

    def act(self, number: int) -> tuple[Act, bool]:
        """What a line did, or an edit with all of its breath; whether it belongs to the act before. Raises Halt."""
        block, before = self.blocks[number - 1], self.desk.ask
        if record.edit(block):
            return self.mended(number), False
        line, after = self._line(Line(number, block), number in self.kept)
        return Act((line,), before, after), bool(block.get("auto"))

    # -- a line as it was said -------------------------------------------------------------------------------------

    def _line(self, line: Line, kept: bool) -> tuple[Line, Any]:
        """Judge and carry out a block, and hold what it sets off against what the record says."""
        block, ask = line.block, self.desk.ask
        rulings = rulings_of(block)
        try:
            event = hearing.read(self.game, str(block["say"]), str(block.get("who", "")))
            verdict = judge(self.game, self.desk.ruled(rulings), event)
        except RefereeError as error:
            raise self._halt(line, "record.unread", why=error.text) from None
        if not kept and block.get("asked", ask.rule) != ask.rule:
            raise self._halt(line, "record.asked", record=str(block["asked"]), now=ask.rule)
        if not verdict.stands and not ((kept or block.get("anyway")) and verdict.waivable):
            raise self._halt(line, "record.refused", verdict, said=hearing.write(self.game, event))
        after = step_ruled(self.game, ask, event, rulings)
        now = tuple(entry.words() for entry in after.pos.entries)
        if missing := tuple(fact for fact in record.told(block) if fact not in now):
            instead = tuple(fact for fact in now if fact and fact not in record.told(block))
            if not kept:
                raise self._halt(line._replace(entries=after.pos.entries), "record.then", record=missing, now=instead)
            after = self._held(after.pos, missing, instead)
        return line._replace(entries=after.pos.entries, verdict=verdict), after

    def _held(self, pos: Any, told: Sequence[str], now: Sequence[str]) -> Any:
        """The question after what an older version told has its way."""
        return settle(self.game, self.game.hold(pos, told, now))

    def _halt(self, line: Line, key: str, verdict: Verdict = LEGAL, /, **facts: Value) -> Halt:
        """The record cannot be read on at this line."""
        said, number = record.said(line.block), line.number
        if line.veiled(self.game.secret(self.desk.ask.pos)).block != line.block:
            return Halt(Stop(number, said, Text("record.secret", {"line": number}), secret=True))
        now = tuple(entry for entry in line.entries if entry.what and entry.words() not in record.told(line.block))
        return Halt(Stop(number, said, Text(key, {"line": number, **facts}), verdict, now=now))

    # -- a record that was mended ----------------------------------------------------------------------------------

    def mended(self, number: int, found: "Rejudged | None" = None) -> Act:
        """The record up to here, judged again with the edits of one breath; the last of them tells what came of it."""
        from referee import aftermath
        from referee.rejudge import rejudge
        from referee.script import script

        group = [each for each in record.act_of(self.blocks, number) if record.edit(self.blocks[each - 1])]
        lines = tuple(Line(each, self.blocks[each - 1]) for each in group)
        if wrong := tuple(filter(None, map(self._misquoted, lines))):
            raise self._halt(lines[0], "record.mend", why=wrong)
        try:
            past = self.desk.past(self.blocks[: number - 1])
            found = found or rejudge(self.game, past, script(self.game, self.blocks[: group[-1]]))
        except RefereeError as error:
            raise self._halt(lines[0], "record.mend", why=(error.text,)) from None
        if found.stop or found.lacking:
            reason, verdict = (found.stop.text, found.stop.verdict) if found.stop else (found.ask.text, LEGAL)
            raise self._halt(lines[0], "record.mend", verdict, why=(reason,))
        entries = aftermath.entries(self.game, self._before(number), past.unused, found)
        told = (*lines[:-1], lines[-1]._replace(entries=entries))
        act = self._compared(Act(told, self.desk.ask, found.ask, found.acts, found.unused), number)
        stopped, self.stopped = self.stopped, None
        return act._replace(stopped=stopped)

    def _misquoted(self, line: Line) -> Text | None:
        """What a line says of another one that says otherwise, or is not there."""
        named = record.target(line.block)
        there = record.said(self.blocks[named - 1]) if named < line.number else ""
        was = str(line.block.get("was", there))
        facts: dict[str, Value] = {"line": line.number, "named": named, "was": was, "now": there}
        return Text("record.was", facts) if was != there else None

    def _before(self, number: int) -> Any:
        """The table before an edit: of a record that could not be read on, what that record told."""
        if not self.stopped:
            return self.desk.ask.pos
        copy, kept = type(self.desk)(self.game, self.desk.opening), {"keep": self.stopped.line}
        copy.read((*self.blocks[: number - 1], kept))
        return copy.ask.pos

    def _compared(self, act: Act, number: int) -> Act:
        """The act, if it leaves the table as the record says; a kept one leaves it so."""
        now = tuple(filter(None, (entry.words() for line in act.lines for entry in line.entries)))
        told = tuple(fact for line in act.lines for fact in record.told(line.block))
        missing = tuple(fact for fact in told if fact not in now)
        if not missing:
            return act
        instead = tuple(fact for fact in now if fact not in told)
        if number not in self.kept:
            raise self._halt(act.lines[-1], "record.then", record=missing, now=instead)
        after = self._held(act.after.pos.put(entries=()), missing, instead)
        held = Act((act.lines[0]._replace(entries=after.pos.entries),), act.after, after)
        return act._replace(after=after, again=(*(act.again or ()), held))


def _beyond(number: int, block: Block) -> Stop:
    """More acts are taken back, or done again, than there are."""
    act = next(act for act in ("undo", "redo") if act in block)
    return Stop(number, f"{act} {block[act]}", Text(f"record.{act}", {"line": number, "n": block[act]}))
