"""A session at the table: it settles positions, hears, judges, steps, undoes, redoes, and re-reads a record.

The desk keeps settled positions only: `settle` runs a game to its first question. An *act* is what a person said with
everything written in the same breath. The desk writes no file: what has to be written stands in `fresh`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from referee import blocks as record
from referee import hearing
from referee.acts import Act, Line, Stop
from referee.ask import TABLE, Ask
from referee.blocks import Block, is_note
from referee.dealer import Dealer
from referee.errors import Failed, NotUnderstood, RefereeError
from referee.game import Game
from referee.judging import judge, reading, settle, step
from referee.ledger import Entry
from referee.remarks import Fix
from referee.text import NO_FACTS, Text, Value
from referee.verdict import LEGAL, Verdict

# -- a session ------------------------------------------------------------------


class Said(NamedTuple):
    """What came of a sentence: recorded if `lines` is not empty, which leave out what is secret."""

    sentence: str
    event: Any
    verdict: Verdict
    lines: tuple[Line, ...] = ()
    shown: tuple[Text, ...] = ()  # private looks, shown once and stored nowhere
    insisted: bool = False  # the table would have let it stand
    rulings: tuple[str, ...] = ()  # readings of this sentence only, as `A-13=yes`

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for line in self.lines for entry in line.entries)


def reasons(ask: Ask, because: str, agreed: Sequence[str]) -> dict[str, Value]:
    """Why the table has it so, and who agreed, as a block keeps it. Raises NotUnderstood for whoever does not play."""
    people = tuple(dict.fromkeys(hearing.person(ask.pos.players, name) or name for name in agreed))
    if strangers := tuple(name for name in people if name not in ask.pos.names):
        raise NotUnderstood("agreed.nobody", nearest=ask.pos.names, who=strangers)
    return {"because": because, **({"agreed": people} if people else {})}


class Desk:
    """One session in memory. `begin` a new one or `load` a record; then `say`, `judge`, `undo`, `redo`."""

    def __init__(self, game: Game, opening: Ask, dealer: Dealer | None = None) -> None:
        self.game = game
        self.opening = opening
        self.ask = opening
        self.dealer = dealer
        self.lines: list[Line] = []  # the whole record, struck lines included
        self.acts: list[Act] = []
        self.undone: list[Act] = []
        self.fresh: list[Block] = []  # blocks not yet written
        self.stop: Stop | None = None

    # -- saying ----------------------------------------------------------------------------------------------------

    def judge(self, text: str, who: str = "", rulings: Sequence[str] = ()) -> Said:
        """The verdict on a sentence, nothing done. Raises NotUnderstood."""
        ask = self.ruled(rulings)
        heard, sentence = hearing.hear(self.game, ask, text, who)
        event = self._named(heard)
        return Said(sentence, event, judge(self.game, ask, event), rulings=tuple(rulings))

    def what_if(self, text: str, who: str = "", rulings: Sequence[str] = ()) -> Ask | None:
        """The question that a sentence would lead to, its changes among `entries`; None if it would not go through."""
        said = self.judge(text, who, rulings)
        return step(self.game, self.ruled(rulings), said.event) if said.verdict.stands else None

    def secret(self, text: str, rulings: Sequence[str] = (), anyway: bool = False) -> bool:
        """Whether a sentence would go through and tell something that the record does not show now."""
        said, names = self.judge(text, "", rulings), self.game.secret(self.ask.pos)
        if not names or not (said.verdict.stands or (anyway and said.verdict.waivable)):
            return False
        after = step(self.game, self.ruled(rulings), said.event)
        return any(entry.hidden(names) for entry in after.pos.entries)

    def say(
        self,
        text: str,
        who: str = "",
        rulings: Sequence[str] = (),
        anyway: bool = False,
        because: str = "",
        agreed: Sequence[str] = (),
    ) -> Said:
        """Hear, judge and, if it stands, do. What is recorded must be written (`fresh`) before it is acknowledged."""
        self._check_open()
        said = self.judge(text, who, rulings)
        if isinstance(said.event, Fix) and not because:
            raise NotUnderstood("because.missing")
        if not said.verdict.stands and not (anyway and said.verdict.waivable):
            return said._replace(insisted=anyway)
        marks: dict[str, Value] = {"rulings": tuple(rulings)} if rulings else {}
        if waived := anyway and not said.verdict.stands:
            marks |= {"anyway": True}
        if waived or isinstance(said.event, Fix):
            marks |= reasons(self.ask, because, agreed)
        shown = self._look(said.event)
        return said._replace(lines=self.shown(self.act(said.event, said.verdict, marks)), shown=shown)

    def act(self, event: Any, verdict: Verdict, marks: Mapping[str, Value] = NO_FACTS) -> tuple[Line, ...]:
        """Carry out an event that was judged, and what the dealer says to it: an act, and its lines."""
        before = self.ask
        with self._whole():
            lines = (self._do(event, verdict, marks), *self._deal())
        if done := lines[is_note(lines[0].block) :]:
            self._file(before, done)
            self.undone.clear()
        return lines

    def add(self, event: Any, verdict: Verdict) -> Line:
        """Carry out an event in the same breath as the last act; before the first act, as an act of its own."""
        before, line = self.ask, self._do(event, verdict, NO_FACTS, auto=bool(self.acts))
        self._file(before, (line,), same_breath=True)
        return line

    def _file(self, before: Ask, lines: tuple[Line, ...], same_breath: bool = False) -> None:
        """These lines led here from `before`: an act of their own, or the end of the last one."""
        if same_breath and self.acts:
            last = self.acts.pop()
            before, lines = last.before, (*last.lines, *lines)
        self.acts.append(Act(lines, before, self.ask))

    def _do(self, event: Any, verdict: Verdict, marks: Mapping[str, Value], auto: bool = False) -> Line:
        """Carry an event out and write its block down."""
        asked = self.ruled(tuple(marks.get("rulings", ())))  # type: ignore[arg-type]  # a tuple of words
        after = self._step(asked, event)
        block: dict[str, Value] = {"asked": asked.rule, "who": event.who, "say": hearing.write(self.game, event)}
        block |= {"auto": True} if auto else {}
        block |= marks
        if then := "; ".join(filter(None, (entry.words() for entry in after.pos.entries))):
            block["then"] = then
        line = self._write(block, after.pos.entries, verdict)
        self.ask = after
        return line

    def _step(self, asked: Ask, event: Any) -> Ask:
        """The question after an event; if it was said under readings of its own, the table's are in force again."""
        after = step(self.game, asked, event)
        return after if asked is self.ask else settle(self.game, after.pos.put(house=self.ask.pos.house))

    def _write(self, block: Block, entries: tuple[Entry, ...] = (), verdict: Verdict = LEGAL) -> Line:
        line = Line(len(self.lines) + 1, block, entries, verdict)
        self.lines.append(line)
        self.fresh.append(block)
        return line

    def _deal(self) -> list[Line]:
        """While the table could answer and no box is there, the dealer does. Its answers are judged like any.

        One that is held waits for people to settle its ruling, and what nobody can deal waits for them to say it.
        Raises Failed for one that is refused.
        """
        lines: list[Line] = []
        while self.dealer and TABLE in self.ask.who:
            try:
                event = self.game.deal(self.ask, self.dealer)
            except Failed:
                break
            verdict = judge(self.game, self.ask, event)
            if verdict.kind == "illegal":
                raise Failed("dealer.refused", said=self.game.write(event), rule=verdict.objections[0].rule)
            if not verdict.stands:
                break
            lines.append(self._do(event, verdict, {}, auto=True))
        return lines

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """All of an act or nothing of it: what fails on the way leaves the desk as it was."""
        ask, lines, fresh = self.ask, len(self.lines), len(self.fresh)
        try:
            yield
        except RefereeError:
            del self.lines[lines:], self.fresh[fresh:]
            self.ask = ask
            raise

    def deal(self) -> tuple[Line, ...]:
        """What the dealer has to say before a person is asked: the end of the last act, or an act of its own."""
        before = self.ask
        with self._whole():
            lines = tuple(self._deal())
        if lines:
            self._file(before, lines, same_breath=True)
        return lines

    def _look(self, event: Any) -> tuple[Text, ...]:
        look = self.game.look(self.ask, event, self.dealer)
        return (look,) if look else ()

    def _named(self, event: Any) -> Any:
        """Remarks are the table's unless a player is named."""
        return event if event.who else event._replace(who=TABLE)

    def ruled(self, rulings: Sequence[str]) -> Ask:
        """The question under readings that hold for one act only, said as `A-13=yes`."""
        if not rulings:
            return self.ask
        pos, house = self.ask.pos, dict(self.ask.pos.house)
        for said in rulings:
            word, equals, said_as = said.partition("=")
            if not equals:
                ruling = pos.kit.book.ruling(word)
                raise NotUnderstood("ruling.form", nearest=[f"{ruling.id}={name}" for name in ruling.gists], said=said)
            house |= reading(pos, word, said_as)
        return self.ask._replace(pos=pos.put(house=house))

    def _check_open(self) -> None:
        if self.stop:
            raise Failed("desk.stopped", line=self.stop.line, why=self.stop.text)

    # -- undo and redo ---------------------------------------------------------------------------------------------

    def undo(self, acts: int = 1) -> tuple[Act, ...]:
        """Strike the last acts, newest first; they stay in the record. Raises Failed if there are not so many."""
        self._check_open()
        if not 0 < acts <= len(self.acts):
            raise Failed("undo.none", acts=len(self.acts))
        struck = tuple(self.acts.pop() for _ in range(acts))
        self.undone += struck
        self.ask = struck[-1].before
        self._write({"undo": acts})
        return struck

    def acts_since_turn(self) -> int:
        """How many acts go back to the last question whose innermost frame is the turn itself; 0 if there was none."""
        for n, act in enumerate(reversed(self.acts), 1):
            if act.before.pos.agenda and act.before.pos.agenda[0][0] == self.game.TURN:
                return n
        return 0

    def acts_after(self, line: int) -> int:
        """How many acts came after this line of the record."""
        return sum(act.lines[0].number > line for act in self.acts)

    def redo(self, acts: int = 1) -> tuple[Act, ...]:
        """Do again what was undone last. Raises Failed if there is nothing."""
        self._check_open()
        if not 0 < acts <= len(self.undone):
            raise Failed("redo.none", acts=len(self.undone))
        done = tuple(self._again(self.undone.pop()) for _ in range(acts))
        self._write({"redo": acts})
        return done

    def _again(self, act: Act) -> Act:
        """The act at its place again; one of a reloaded record has not been judged yet."""
        if act.after.rule == _UNREAD:
            before = self.ask
            try:
                lines = tuple(self._reread(line) for line in act.lines)
            except _Halt as halt:
                self.ask = before
                raise Failed("redo.refused", line=halt.stop.line, why=halt.stop.text) from None
            for line in lines:
                self.lines[line.number - 1] = line
            act = Act(lines, before, self.ask)
        self.acts.append(act)
        self.ask = act.after
        return act

    # -- reading a record ------------------------------------------------------------------------------------------

    def read(self, blocks: Sequence[Block]) -> None:
        """Judge a record line by line, up to its end or to the first line that cannot be read on (`stop`).

        Struck lines are kept and not judged; a line that a `keep` names stays as it is.
        """
        kept, holding, beyond = record.kept(blocks), record.living(blocks), record.beyond(blocks)
        for number, block in enumerate(blocks, 1):
            line, before = Line(number, block), self.ask
            if number in beyond and number not in kept:
                act = next(act for act in ("undo", "redo") if act in block)
                self.stop = Stop(
                    number, f"{act} {block[act]}", Text(f"record.{act}", {"line": number, "n": block[act]})
                )
                return
            if number in holding and not is_note(block):
                try:
                    line = self._reread(line, number in kept)
                except _Halt as halt:
                    self.stop = halt.stop
                    return
                self._file(before, (line,), same_breath=bool(block.get("auto")))
            self.lines.append(line)
        undone = record.acts(blocks)[1]
        self.undone = [self._unread([self.lines[number - 1] for number in lines]) for lines in undone]

    def _unread(self, lines: Sequence[Line]) -> Act:
        """An undone act of a record: it is judged if it is done again."""
        return Act(tuple(lines), self.ask, self.ask._replace(rule=_UNREAD))

    def _reread(self, line: Line, kept: bool = False) -> Line:
        """Judge and carry out one block of a record, and hold what it sets off against what the record says."""
        block = line.block
        asked = self.ruled(tuple(block.get("rulings", ())))  # type: ignore[arg-type]  # a tuple of words
        try:
            event = hearing.read(self.game, str(block["say"]), str(block.get("who", "")))
            verdict = judge(self.game, asked, event)
        except RefereeError as error:
            raise self._halt(line, "record.unread", why=error.text) from None
        if not kept and block.get("asked", self.ask.rule) != self.ask.rule:
            raise self._halt(line, "record.asked", record=str(block["asked"]), now=self.ask.rule)
        if not verdict.stands and not ((kept or block.get("anyway")) and verdict.waivable):
            raise self._halt(line, "record.refused", verdict, said=hearing.write(self.game, event))
        after = self._step(asked, event)
        now = tuple(entry.words() for entry in after.pos.entries)
        if missing := tuple(fact for fact in record.told(block) if fact not in now):
            if not kept:
                raise self._halt(line._replace(entries=after.pos.entries), "record.then", record=missing, now=now)
            pos = self.game.hold(after.pos, missing, [fact for fact in now if fact not in record.told(block)])
            after = settle(self.game, pos)
        self.ask = after
        return line._replace(entries=after.pos.entries, verdict=verdict)

    def _halt(self, line: Line, key: str, verdict: Verdict = LEGAL, /, **facts: Value) -> "_Halt":
        """A record cannot be read on at this line."""
        said, number = str(line.block["say"]), line.number
        if line.veiled(self.game.secret(self.ask.pos)).block != line.block:
            return _Halt(Stop(number, said, Text("record.secret", {"line": number}), secret=True))
        return _Halt(Stop(number, said, Text(key, {"line": number, **facts}), verdict))

    def keep(self, because: str) -> Line:
        """The line at which reading stopped stays as an older version accepted it.

        The record has to be read again, with the new block in it. Raises NotUnderstood without a reason, Failed if
        nothing stopped.
        """
        if not self.stop:
            raise Failed("keep.none")
        if not because:
            raise NotUnderstood("because.missing")
        return self._write({"keep": self.stop.line, "was": self.stop.said, "because": because})

    # -- looking back ----------------------------------------------------------------------------------------------

    def shown(self, lines: Iterable[Line]) -> tuple[Line, ...]:
        """These lines as everybody may see them: without what is secret now."""
        secret = self.game.secret(self.ask.pos)
        return tuple(line.veiled(secret) for line in lines)

    @property
    def laid(self) -> tuple[Entry, ...]:
        """What lay on the table at the first question, as everybody may see it."""
        secret = self.game.secret(self.ask.pos)
        return tuple(entry for entry in self.opening.pos.entries if not entry.hidden(secret))

    @property
    def holding(self) -> tuple[Act, ...]:
        """The acts that made the table as it lies: of a record that was mended, those that were judged again."""
        found: list[Act] = []
        for act in self.acts:
            found = [*act.again] if act.again is not None else [*found, act]
        return tuple(found)

    def entries(self) -> Iterator[tuple[Line | None, Entry]]:
        """Every change that holds, with the line that made it (None: before the first line)."""
        for entry in self.opening.pos.entries:
            yield None, entry
        for act in self.holding:
            for line in act.lines:
                for entry in line.entries:
                    yield line, entry


_UNREAD = "unread"


class _Halt(Exception):
    """A record cannot be read on here."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop.text.key)
        self.stop = stop
