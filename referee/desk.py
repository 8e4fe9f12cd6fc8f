"""A session at the table: it settles positions, hears, judges, steps, undoes, redoes, and re-reads a record.

The desk keeps settled positions only: `settle` runs a game to its first question. An *act* is what a person said with
everything written in the same breath. The desk writes no file: what has to be written stands in `fresh`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from referee import blocks as record
from referee import chores, hearing
from referee.acts import Act, Line, Stop, Told
from referee.ask import TABLE, Ask
from referee.blocks import Block, is_note, rulings_of
from referee.correcting import agreeing, unsaid
from referee.dealer import Dealer
from referee.errors import Failed, NotUnderstood, RefereeError
from referee.game import Game
from referee.judging import judge, ruled, step, step_ruled
from referee.ledger import Entry
from referee.reader import Halt, Reader
from referee.remarks import Fix
from referee.text import NO_FACTS, Text, Value
from referee.verdict import LEGAL, Objection, Verdict

if TYPE_CHECKING:
    from referee.rejudge import Past, Rejudged

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
        self.rest: tuple[Block, ...] = ()  # of a record that stops: the blocks from there on

    # -- saying ----------------------------------------------------------------------------------------------------

    def judge(self, text: str, who: str = "", rulings: Sequence[str] = ()) -> Said:
        """The verdict on a sentence, nothing done. Raises NotUnderstood."""
        return self._judged(self._heard(text, who, rulings))

    def _heard(self, text: str, who: str, rulings: Sequence[str]) -> Said:
        """What was said, not judged yet. Raises NotUnderstood."""
        heard, sentence = hearing.hear(self.game, self.ruled(rulings), text, who)
        return Said(sentence, self._named(heard), LEGAL, rulings=tuple(rulings))

    def _judged(self, said: Said) -> Said:
        """The same with its verdict. Raises NotUnderstood."""
        return said._replace(verdict=judge(self.game, self.ruled(said.rulings), said.event))

    def what_if(self, text: str, who: str = "", rulings: Sequence[str] = ()) -> Ask | None:
        """The question that a sentence would lead to, its changes among `entries`; None if it would not go through."""
        said = self.judge(text, who, rulings)
        return step(self.game, self.ruled(rulings), said.event) if said.verdict.stands else None

    def secret(self, text: str, rulings: Sequence[str] = (), anyway: bool = False) -> bool:
        """Whether a sentence would go through and tell something that the record does not show now."""
        said, names = self.judge(text, "", rulings), self.game.secret(self.ask.pos)
        if not names or not (said.verdict.stands or ((anyway or self.follows) and said.verdict.waivable)):
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
        """Hear, judge and, if it stands, do. What is recorded must be written (`fresh`) before it is acknowledged.

        In a learning game whatever can be let stand is.
        """
        self._check_open()
        said, anyway = self._heard(text, who, rulings), anyway or self.follows
        if isinstance(said.event, Fix):
            self._check_fix(said, tuple(unsaid(self.ask, because, agreed)))
        said = self._judged(said)
        if not said.verdict.stands and not (anyway and said.verdict.waivable):
            return said._replace(insisted=anyway)
        marks: dict[str, Value] = {"rulings": tuple(rulings)} if rulings else {}
        if waived := anyway and not said.verdict.stands:
            marks |= {"anyway": True}
        if waived or isinstance(said.event, Fix):
            people = agreeing(self.ask, agreed)
            marks |= {"because": because or chores.LEARNING, **({"agreed": people} if people else {})}
        shown = self._look(said.event)
        return said._replace(lines=self.shown(self.act(said.event, said.verdict, marks)), shown=shown)

    def _check_fix(self, said: Said, lacking: Sequence[NotUnderstood]) -> None:
        """Nothing is put right without a reason. Raises NotUnderstood, with all that is wrong with the facts too."""
        if not lacking:
            return
        nearest = tuple(near for error in lacking for near in error.nearest)
        wrong: tuple[Text | Objection, ...]
        try:
            wrong = self._judged(said).verdict.objections
        except NotUnderstood as error:
            wrong, nearest = error.texts, (*nearest, *error.nearest)
        if not wrong and len(lacking) == 1:
            raise lacking[0]
        raise NotUnderstood("fix.faults", nearest, faults=(*(error.text for error in lacking), *wrong))

    @property
    def follows(self) -> bool:
        """Whether this is a learning game, in which whatever can be let stand is."""
        return bool(self.ask.pos.assist == chores.FOLLOW)

    def act(self, event: Any, verdict: Verdict, marks: Mapping[str, Value] = NO_FACTS) -> tuple[Line, ...]:
        """Carry out an event that was judged, and what the dealer says to it: an act, and its lines."""
        before = self.ask
        with self._whole():
            lines = (self._do(event, verdict, marks), *self._deal())
        if done := lines[is_note(lines[0].block) :]:
            self._file(Act(done, before, self.ask))
            self.undone.clear()
        return lines

    def add(self, event: Any, verdict: Verdict) -> Line:
        """Carry out an event in the same breath as the last act; before the first act, as an act of its own."""
        before, line = self.ask, self._do(event, verdict, NO_FACTS, auto=bool(self.acts))
        self._file(Act((line,), before, self.ask), same_breath=True)
        return line

    def _file(self, act: Act, same_breath: bool = False) -> None:
        """An act of its own, or the end of the last one."""
        self.acts.append(self.acts.pop().longer(act) if same_breath and self.acts else act)

    def amend(self, blocks: Sequence[Block], found: "Rejudged | None" = None) -> tuple[Line, ...]:
        """Mend the record by the edits of one breath, with what the dealer says then: its lines.

        `found` is what came of judging it again, if that was done. A record that stops has to be read anew with the
        new blocks in it.
        """
        if self.stop:
            return self._settle(blocks)
        number = len(self.lines) + 1
        with self._whole():
            act = Reader(self, [*(line.block for line in self.lines), *blocks]).mended(number, found)
            written = tuple(self._write(*line[1:4]) for line in act.told.lines)
            act = act._replace(lines=written)
            before, self.ask = act.after, act.after
            dealt = tuple(self._deal())
        self._file(act.longer(Act(dealt, before, self.ask)) if dealt else act)
        self.undone.clear()
        return (*written, *dealt)

    def _settle(self, blocks: Sequence[Block]) -> tuple[Line, ...]:
        """The lines that mend a record where it stops; what they do shows when it is read anew."""
        copy = Desk(self.game, self.opening)
        copy.read([*(line.block for line in self.lines), *self.rest, *blocks])
        if copy.stop:
            raise Failed("desk.stopped", line=copy.stop.line, why=copy.stop.text)
        written = copy.acts[-1].told.lines
        self.fresh += [line.block for line in written]
        return written

    def past(self, blocks: Sequence[Block]) -> "Past":
        """What is judged again when a record of these blocks is mended."""
        from referee.rejudge import Past
        from referee.script import script

        return Past(self.opening, self.holding, self.unused, script(self.game, blocks))

    def _do(self, event: Any, verdict: Verdict, marks: Mapping[str, Value], auto: bool = False) -> Line:
        """Carry an event out and write its block down."""
        after = step_ruled(self.game, self.ask, event, rulings_of(marks))
        block: dict[str, Value] = {"asked": self.ask.rule, "who": event.who, "say": hearing.write(self.game, event)}
        block |= {"auto": True} if auto else {}
        block |= marks
        if then := "; ".join(filter(None, (entry.words() for entry in after.pos.entries))):
            block["then"] = then
        line = self._write(block, after.pos.entries, verdict)
        self.ask = after
        return line

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
        while (dealer := self._dealing) and TABLE in self.ask.who:
            try:
                event = self.game.deal(self.ask, dealer)
            except Failed:
                break
            verdict = judge(self.game, self.ask, event)
            if verdict.kind == "illegal":
                raise Failed("dealer.refused", said=self.game.write(event), rule=verdict.objections[0].rule)
            if not verdict.stands:
                break
            lines.append(self._do(event, verdict, {}, auto=True))
        return lines

    @property
    def _dealing(self) -> Dealer | None:
        """Who deals, unless the table does."""
        return None if chores.DEALING in self.ask.pos.by_hand else self.dealer

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
            self._file(Act(lines, before, self.ask), same_breath=True)
        return lines

    def _look(self, event: Any) -> tuple[Text, ...]:
        look = self.game.look(self.ask, event, self._dealing)
        return (look,) if look else ()

    def _named(self, event: Any) -> Any:
        """Remarks are the table's unless a player is named."""
        return event if event.who else event._replace(who=TABLE)

    def ruled(self, rulings: Sequence[str]) -> Ask:
        """The question under readings that hold for one act only, said as `A-13=yes`."""
        return ruled(self.ask, rulings)

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
        there = {line.number for act in self.acts for line in act.lines}
        self.stop = next((act.stopped for act in struck if act.stopped and act.stopped.line in there), None)
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
        if act.unread:
            before, acts = self.ask, [*self.acts]
            try:
                act = self._reread(act)
            except Halt as halt:
                self.ask, self.acts = before, acts
                raise Failed("redo.refused", line=halt.stop.line, why=halt.stop.text) from None
            for line in act.lines:
                self.lines[line.number - 1] = line
        else:
            self.acts.append(act)
        self.ask, self.stop = act.after, None
        return act

    # -- reading a record ------------------------------------------------------------------------------------------

    def read(self, blocks: Sequence[Block]) -> None:
        """Judge a record line by line, up to its end or to the first line that cannot be read on (`stop`)."""
        self.stop = Reader(self, blocks).read()
        self.rest = tuple(blocks[len(self.lines) :])
        undone = record.acts(blocks)[1] if not self.stop else []
        self.undone = [self._unread([self.lines[number - 1] for number in lines]) for lines in undone]

    def take(self, act: Act, same_breath: bool = False) -> None:
        """An act that was read, or more of the last one."""
        self.lines += act.lines
        self.ask = act.after
        self._file(act, same_breath)
        self.undone.clear()

    def _reread(self, act: Act) -> Act:
        """An act of a record, judged for the first time. Raises Halt."""
        reader, found = Reader(self, [line.block for line in self.lines]), Act((), self.ask, self.ask)
        for line in act.lines:
            if line.number not in (each.number for each in found.lines):
                more, _ = reader.act(line.number)
                found = found.longer(more) if found.lines else more
                self.ask = found.after
        self.acts.append(found)
        return found

    def _unread(self, lines: Sequence[Line]) -> Act:
        """An undone act of a record: it is judged if it is done again."""
        return Act(tuple(lines), self.ask, self.ask, unread=True)

    def keep(self, because: str, *stops: Stop) -> None:
        """The line at which reading stopped stays as an older version accepted it, or all these lines.

        The record has to be read again, with the new block in it. Raises NotUnderstood without a reason, Failed if
        nothing stopped.
        """
        if not self.stop:
            raise Failed("keep.none")
        if not because:
            raise NotUnderstood("because.missing")
        for stop in stops or (self.stop,):
            self._write({"keep": stop.line, "was": stop.said, "because": because})

    # -- looking back ----------------------------------------------------------------------------------------------

    def shown(self, lines: Iterable[Line]) -> tuple[Line, ...]:
        """These lines as everybody may see them: without what is secret now."""
        secret = self.game.secret(self.ask.pos)
        return tuple(line.veiled(secret, self._quotes_secret(line)) for line in lines) if secret else tuple(lines)

    def _quotes_secret(self, line: Line) -> bool:
        """Whether a line that names another quotes what that may not show; of one that was not read nobody knows."""
        if "was" not in line.block:
            return False
        named = self.lines[record.target(line.block) - 1 :][:1]
        return not named or self.shown(named)[0].block != named[0].block

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
            found = [*act.again] if act.again is not None else found if act.unread else [*found, act]
        return tuple(found)

    @property
    def unused(self) -> tuple[Told, ...]:
        """The facts that nothing asked for when the record was mended last."""
        return next((act.unused for act in reversed(self.acts) if act.again is not None), ())

    def entries(self) -> Iterator[tuple[Line | None, Entry]]:
        """Every change that holds, with the line that made it (None: before the first line)."""
        for entry in self.opening.pos.entries:
            yield None, entry
        for act in self.holding:
            for line in act.lines:
                for entry in line.entries:
                    yield line, entry
