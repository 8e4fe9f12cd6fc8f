"""A session at the table: it settles positions, hears, judges, steps, undoes, redoes, and re-reads a record.

The desk keeps settled positions only: `settle` runs a game to its first question. An *act* is what a person said with
everything written in the same breath. The desk writes no file: what has to be written stands in `fresh`.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee import hearing, remarks
from referee.ask import OVER, TABLE, Ask, Event
from referee.dealer import Dealer
from referee.errors import Failed, NotUnderstood, RefereeError
from referee.game import Game
from referee.ledger import Entry
from referee.remarks import ByHand, Note, Ruling, Teach
from referee.text import NO_FACTS, Text, Value
from referee.verdict import COUNT, Objection, Verdict

Block = Mapping[str, Value]

# -- ask, judge, do: the three joined ------------------------------------------------------------------


def settle(game: Game, pos: Any) -> Ask:
    """What the rules ask in this position, after all that they do by themselves."""
    try:
        return next(game.game(pos))
    except StopIteration as end:
        return Ask(OVER, (), (), end.value, Text("ask.over"))


def step(game: Game, ask: Ask, event: Any) -> Ask:
    """The next question after an event that is legal or stands; `ask.pos.entries` of the result are its changes."""
    pos = ask.pos.put(entries=())
    return settle(game, _effect(game, pos, event))


def judge(game: Game, ask: Ask, event: Any) -> Verdict:
    """Every objection to an event at this question, and advice."""
    if isinstance(event, remarks.REMARKS):
        return Verdict(tuple(_check_remark(game, ask.pos, event)))
    objections = tuple(_check_moment(game, ask, event))
    if not objections or type(event) in game.FRAMELESS:
        objections += tuple(game.check(ask, event))
    return Verdict(objections, tuple(game.advise(ask.pos, event)) if not objections else ())


def _check_moment(game: Game, ask: Ask, event: Event) -> Iterator[Objection]:
    """Whether this question takes such an event, and from this person."""
    if not isinstance(event, ask.takes):
        asked = "" if ask.rule == OVER else ask.text.key
        yield Objection(ask.rule, "moment.over" if ask.rule == OVER else "moment.asked", {"asked": asked},
                        waivable=type(event) in game.FRAMELESS and ask.rule != OVER)  # fmt: skip
    elif event.who not in ask.who:
        yield Objection(ask.rule, "moment.who", {"who": event.who, "asked": ask.who})


def _check_remark(game: Game, pos: Any, event: Any) -> Iterator[Objection]:
    """A reading must exist; effects by hand must leave a possible table, on which everything adds up."""
    if isinstance(event, Ruling):
        _reading(pos, event.ruling, event.reading)
    if isinstance(event, Teach):
        game.teach(pos.kit, event.words)
    if isinstance(event, ByHand):
        after = game.with_facts(pos, facts_said(game, pos, event.facts))
        before = set(game.faults(pos))
        yield from (fault for fault in game.faults(after) if fault not in before)
        held = game.box(pos)
        for what, (box, found) in game.box(after).items():
            if found != held[what][1]:
                facts: dict[str, Value] = {"what": what, "before": held[what][1], "after": found, "box": box}
                yield Objection("by-hand", "by-hand.sum", facts, basis=COUNT)


def _effect(game: Game, pos: Any, event: Any) -> Any:
    if isinstance(event, Ruling):
        return pos.put(house={**pos.house, **_reading(pos, event.ruling, event.reading)})
    if isinstance(event, Teach):
        return pos.put(kit=game.teach(pos.kit, event.words))
    if isinstance(event, ByHand):
        return by_hand(game, pos, event)
    return pos if isinstance(event, Note) else game.effect(pos, event)


def _reading(pos: Any, word: str, reading: str) -> Mapping[str, Any]:
    """A reading as the position keeps it: under the ruling's switch, else its id. Raises NotUnderstood."""
    book = pos.kit.book
    ruling = book.ruling(word)
    return {ruling.key: book.reading(ruling, reading)}


def facts_said(game: Game, pos: Any, said: Sequence[str]) -> Mapping[tuple[str, str], str | int]:
    """Facts as people write them, `Ann battery 2`: the longest start that is a fact of the table, then its value.

    Raises NotUnderstood, with the nearest facts.
    """
    known = {f"{who} {what}".strip().casefold(): (who, what) for who, what in game.facts(pos)}
    found = {}
    for fact in said:
        words = fact.split()
        for n in range(len(words) - 1, 0, -1):
            key = known.get(" ".join(words[:n]).casefold())
            if key:
                value = " ".join(words[n:])
                found[key] = int(value) if value.lstrip("-").isdecimal() else value
                break
        else:
            from difflib import get_close_matches

            raise NotUnderstood(
                "fact.unknown", nearest=get_close_matches(fact.casefold(), known, n=4, cutoff=0.4), fact=fact
            )
    return found


def by_hand(game: Game, pos: Any, event: ByHand) -> Any:
    """The facts hold now; each changed counter has its entry, by the card."""
    before, changes = game.facts(pos), facts_said(game, pos, event.facts)
    after = game.with_facts(pos, changes)
    for (who, what), value in changes.items():
        if value != before[who, what]:
            entry = Entry(who, what, 0, None, "by-hand", "by-hand.fact", {"card": event.card, "value": value})
            after = after.put(entries=(*after.entries, entry))
    return after


# -- a session ------------------------------------------------------------------


class Line(NamedTuple):
    """A block of the record with what it did: its changes, and how it was judged."""

    number: int
    block: Block
    entries: tuple[Entry, ...] = ()
    verdict: Verdict = Verdict()


class Act(NamedTuple):
    """What a person said with all written in the same breath: its lines, the questions before and after."""

    lines: tuple[Line, ...]
    before: Ask
    after: Ask


class Stop(NamedTuple):
    """Where a record cannot be read on: the line, and why."""

    line: int
    text: Text
    verdict: Verdict = Verdict()


class Said(NamedTuple):
    """What came of a sentence: recorded if `lines` is not empty."""

    sentence: str
    event: Any
    verdict: Verdict
    lines: tuple[Line, ...] = ()
    shown: tuple[Text, ...] = ()  # private looks, shown once and stored nowhere

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

    # -- saying ----------------------------------------------------------------------------------------------------

    def judge(self, text: str, who: str = "", rulings: Sequence[str] = ()) -> Said:
        """The verdict on a sentence, nothing done. Raises NotUnderstood."""
        ask = self.ruled(rulings)
        event, sentence = hearing.hear(self.game, ask, text, who)
        return Said(sentence, self._named(event), judge(self.game, ask, self._named(event)))

    def what_if(self, text: str, who: str = "", rulings: Sequence[str] = ()) -> Ask | None:
        """The question that a sentence would lead to, its changes among `entries`; None if it would not go through."""
        said = self.judge(text, who, rulings)
        return step(self.game, self.ruled(rulings), said.event) if said.verdict.stands else None

    def say(
        self, text: str, who: str = "", rulings: Sequence[str] = (), anyway: bool = False, because: str = ""
    ) -> Said:
        """Hear, judge and, if it stands, do. What is recorded must be written (`fresh`) before it is acknowledged."""
        self._check_open()
        said = self.judge(text, who, rulings)
        if not said.verdict.stands and not (anyway and said.verdict.waivable):
            return said
        marks: dict[str, Value] = {"rulings": tuple(rulings)} if rulings else {}
        if anyway and not said.verdict.stands:
            marks |= {"anyway": True, "because": because}
        shown = self._look(said.event)
        return said._replace(lines=self.act(said.event, said.verdict, marks), shown=shown)

    def act(self, event: Any, verdict: Verdict, marks: Mapping[str, Value] = NO_FACTS) -> tuple[Line, ...]:
        """Carry out an event that was judged, and what the dealer says to it: an act, and its lines."""
        before = self.ask
        lines = (self._do(event, verdict, marks), *self._deal())
        self._close(before, lines)
        return lines

    def add(self, event: Any, verdict: Verdict) -> Line:
        """Carry out an event in the same breath as the last act; before the first act, as an act of its own."""
        before, line = self.ask, self._do(event, verdict, NO_FACTS, auto=bool(self.acts))
        if self.acts:
            last = self.acts[-1]
            self.acts[-1] = Act((*last.lines, line), last.before, self.ask)
        else:
            self._close(before, (line,))
        return line

    def _do(self, event: Any, verdict: Verdict, marks: Mapping[str, Value], auto: bool = False) -> Line:
        """Carry an event out and write its block down."""
        asked = self.ruled(tuple(marks.get("rulings", ())))  # type: ignore[arg-type]  # a tuple of words
        house, before = self.ask.pos.house, self.ask
        after = step(self.game, asked, event)
        if asked.pos.house is not house:
            entries = after.pos.entries
            after = settle(self.game, after.pos.put(house=house))
            after = after._replace(pos=after.pos.put(entries=entries))
        block: dict[str, Value] = {"asked": before.rule, "who": event.who, "say": hearing.write(self.game, event)}
        block |= {"auto": True} if auto else {}
        block |= marks
        if then := "; ".join(entry.words() for entry in after.pos.entries):
            block["then"] = then
        line = self._write(block, after.pos.entries, verdict)
        self.ask = after
        return line

    def _write(self, block: Block, entries: tuple[Entry, ...] = (), verdict: Verdict = Verdict()) -> Line:  # noqa: B008
        line = Line(len(self.lines) + 1, block, entries, verdict)
        self.lines.append(line)
        self.fresh.append(block)
        return line

    def _close(self, before: Ask, lines: Sequence[Line]) -> None:
        """The act is over; a note is none, and leaves redo as it is."""
        if not _is_note(lines[0].block):
            self.acts.append(Act(tuple(lines), before, self.ask))
            self.undone.clear()

    def _deal(self) -> list[Line]:
        """While only the table could answer and no box is there, the dealer does. Its answers are judged like any."""
        lines: list[Line] = []
        while self.dealer and self.ask.who == (TABLE,):
            event = self.game.deal(self.ask, self.dealer)
            verdict = judge(self.game, self.ask, event)
            if not verdict.stands:
                raise Failed("dealer.refused", said=self.game.write(event), rule=verdict.objections[0].rule)
            lines.append(self._do(event, verdict, {}, auto=True))
        return lines

    def deal(self) -> tuple[Line, ...]:
        """What the dealer has to say before the first question to a person; an act of its own."""
        before, lines = self.ask, self._deal()
        if lines:
            self._close(before, lines)
        return tuple(lines)

    def _look(self, event: Any) -> tuple[Text, ...]:
        look = self.game.look(self.ask, event, self.dealer) if self.dealer else None
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
            word, _, reading = said.partition("=")
            house |= _reading(pos, word, reading)
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
        """How many acts go back to the last question whose innermost frame is the turn itself."""
        for n, act in enumerate(reversed(self.acts), 1):
            if act.before.pos.agenda and act.before.pos.agenda[0][0] == self.game.TURN:
                return n
        return len(self.acts)

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
            lines = tuple(self.read_line(line) for line in act.lines)
            act = Act(lines, before, self.ask)
        self.acts.append(act)
        self.ask = act.after
        return act

    # -- reading a record ------------------------------------------------------------------------------------------

    def read(self, blocks: Sequence[Block]) -> None:
        """Judge a record line by line, up to its end or to the first line that cannot be read on (`stop`).

        Struck lines are kept and not judged; a line that a `keep` names is taken as it stands.
        """
        kept = {block["keep"] for block in blocks if "keep" in block}
        living = _living(blocks)
        current: list[Line] = []
        before = self.ask
        for number, block in enumerate(blocks, 1):
            line = Line(number, block)
            if number in living and "say" in block:
                if not block.get("auto") and current:
                    self._end_read(before, current)
                    current, before = [], self.ask
                try:
                    line = self.read_line(line, number in kept)
                except _Halt as halt:
                    self.stop = halt.stop
                    break
                if not _is_note(block):
                    current.append(line)
            self.lines.append(line)
        if current:
            self._end_read(before, current)
        self.undone = [self._unread(lines) for lines in _struck(blocks, self.lines)]

    def _end_read(self, before: Ask, lines: Sequence[Line]) -> None:
        self.acts.append(Act(tuple(lines), before, self.ask))

    def _unread(self, lines: Sequence[Line]) -> Act:
        return Act(tuple(lines), self.ask, self.ask._replace(rule=_UNREAD))

    def read_line(self, line: Line, kept: bool = False) -> Line:
        """Judge and carry out one block of a record, and hold what it set off against what the record says."""
        block, number = line.block, line.number
        asked = self.ruled(tuple(block.get("rulings", ())))  # type: ignore[arg-type]  # a tuple of words
        try:
            event = hearing.read(self.game, str(block["say"]), str(block.get("who", "")))
            verdict = judge(self.game, asked, event)
        except RefereeError as error:
            raise _Halt(Stop(number, Text("record.unread", {"line": number, "why": error.text}))) from None
        if not kept:
            self._check_line(line, event, verdict)
        house, after = self.ask.pos.house, step(self.game, asked, event)
        entries = after.pos.entries
        if asked.pos.house is not house:
            after = settle(self.game, after.pos.put(house=house))
        then, now = _then(block), tuple(entry.words() for entry in entries)
        if missing := [fact for fact in then if fact not in now]:
            if not kept:
                facts: dict[str, Value] = {"line": number, "record": tuple(missing), "now": now}
                raise _Halt(Stop(number, Text("record.then", facts)))
            pos = self.game.hold(after.pos, missing, [fact for fact in now if fact not in then])
            after = settle(self.game, pos)
        self.ask = after
        return line._replace(entries=entries, verdict=verdict)

    def _check_line(self, line: Line, event: Event, verdict: Verdict) -> None:
        block, number = line.block, line.number
        if block.get("asked", self.ask.rule) != self.ask.rule:
            facts: dict[str, Value] = {"line": number, "record": block["asked"], "now": self.ask.rule}
            raise _Halt(Stop(number, Text("record.asked", facts)))
        if not verdict.stands and not (block.get("anyway") and verdict.waivable):
            said = hearing.write(self.game, event)
            raise _Halt(Stop(number, Text("record.refused", {"line": number, "said": said}), verdict))

    def keep(self, line: int, because: str) -> None:
        """A line that an older version accepted stays as it is; the record is then read on."""
        if not self.stop or self.stop.line != line:
            raise Failed("keep.line", line=line, stop=self.stop.line if self.stop else 0)
        if not because:
            raise NotUnderstood("because.missing")

    # -- looking back ----------------------------------------------------------------------------------------------

    def entries(self) -> Iterator[tuple[Line | None, Entry]]:
        """Every change that holds, with the line that made it (None: before the first line)."""
        for entry in self.opening.pos.entries:
            yield None, entry
        for act in self.acts:
            for line in act.lines:
                for entry in line.entries:
                    yield line, entry


_UNREAD = "unread"


class _Halt(Exception):
    """A record cannot be read on here."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop.text.key)
        self.stop = stop


def _is_note(block: Block) -> bool:
    return str(block.get("say", "")).startswith("note ")


def _then(block: Block) -> tuple[str, ...]:
    then = str(block.get("then", ""))
    return tuple(then.split("; ")) if then else ()


def _walk(blocks: Sequence[Block]) -> tuple[list[list[int]], list[list[int]]]:
    """The acts that hold and those that can be done again, each as the numbers of its lines."""
    acts: list[list[int]] = []
    undone: list[list[int]] = []
    for number, block in enumerate(blocks, 1):
        if "undo" in block:
            for _ in range(min(int(str(block["undo"])), len(acts))):
                undone.append(acts.pop())
        elif "redo" in block:
            for _ in range(min(int(str(block["redo"])), len(undone))):
                acts.append(undone.pop())
        elif block.get("auto") and acts:
            acts[-1].append(number)
        elif "say" in block and not _is_note(block):
            acts.append([number])
            undone = []
    return acts, undone


def _living(blocks: Sequence[Block]) -> frozenset[int]:
    """The lines that are to be judged: acts that hold, and notes."""
    notes = (number for number, block in enumerate(blocks, 1) if _is_note(block))
    return frozenset((*(number for act in _walk(blocks)[0] for number in act), *notes))


def _struck(blocks: Sequence[Block], lines: Sequence[Line]) -> list[list[Line]]:
    return [[lines[number - 1] for number in act] for act in _walk(blocks)[1] if act[-1] <= len(lines)]
