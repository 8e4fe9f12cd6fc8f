"""The talk at the table: a question, a line or a menu, what came of it, the next question."""

from collections.abc import Iterator, Sequence

from referee import answers, display, hearing, reply
from referee.asides import HELP, QUIT, aside
from referee.ask import OVER, Ask
from referee.chores import hints
from referee.desk import Desk, Said
from referee.errors import Failed, NotUnderstood, Private, RefereeError
from referee.notation import join
from referee.prompts.counting import count, follow
from referee.prompts.marks import marked
from referee.prompts.mending import amend, mends
from referee.prompts.menus import compose
from referee.prompts.settling import settle
from referee.prompts.terminal import BACK, Choice, at_terminal, line, menu, pause, remembered
from referee.prompts.watching import maps, moved
from referee.remarks import Count
from referee.rulebook import Ruling
from referee.session import Session
from referee.slots import slots
from referee.text import Text
from referee.verdict import ASK, COUNT, UNKNOWN, Objection
from referee.view import Cell, Lines, Part, Table, View
from referee.words import render

ONCE, ALWAYS = "once", "always"  # how long a reading holds
WALKS = ("count", "count all")  # round the table, pile by pile


def play(session: Session, step: bool = False) -> None:
    """Asks and listens until the person quits; `step` waits whenever the referee has moved things by itself.

    Where an older record stops, that is settled first. Raises NotUnderstood outside a terminal, with what could be
    said, and Failed if the record stops.
    """
    desk = session.desk
    if session.stop and not at_terminal():
        raise Failed("desk.stopped", line=session.stop.line, why=session.stop.text)
    if not at_terminal():
        verbs = answers.by_verb(desk.game, desk.ask, 1) if hints(desk.ask.pos) else ()
        nearest = (*(verb.sentences[0] for verb in verbs if verb.sentences), *desk.ask.tell)
        raise NotUnderstood("prompt.terminal", nearest=nearest, question=reply.question(desk.ask))
    if settle(session):
        _Talk(session, step).talk()


class _Talk:
    """One sitting: the session, and what is kept from one question to the next."""

    def __init__(self, session: Session, step: bool) -> None:
        self.session = session
        self.step = step
        self.draft = ""  # a line to be mended
        self.waiting = ""  # a sentence that waits until a fact is told
        self.moved = False  # something lies elsewhere than the map on the screen shows, and nobody said so
        self.history = remembered()

    @property
    def ask(self) -> Ask:
        return self.session.desk.ask

    @property
    def view(self) -> View:
        return self.session.game.view(self.ask.pos)

    def talk(self) -> None:
        display.say(*maps(self.view), Lines("", (Cell(Text("prompt.begin"), "dim"),)))
        asked: Ask | None = None
        while True:
            if asked is not self.ask:
                self._show_map()
                display.say(reply.BLANK, *reply.asked(self.session.desk))
            asked, view, told = self.ask, self.view, len(self.session.desk.lines)
            said = self._line()
            if said == QUIT:
                return
            try:
                asked = None if self._answer(said) else asked
            except RefereeError as error:
                self.draft = error.nearest[0] if isinstance(error, Private) else said
                display.warn(*reply.error(error))
            self.moved = self.moved or moved(view, self.view, self.session.desk.lines[told:])

    def _show_map(self) -> None:
        """The map, if the referee moved things, once the turn that did it is over."""
        ask = self.ask
        if self.moved and (ask.rule == OVER or ask.pos.agenda[0][0] == self.session.game.TURN):
            self.moved = False
            display.say(reply.BLANK)
            display.say(*maps(self.view))
            if self.step:
                pause(Text("prompt.go-on"))

    def _line(self) -> str:
        """What is typed, or put together from menus after Enter alone."""
        draft, self.draft = self.draft, ""
        while True:
            if said := line(", ".join(self.ask.who), draft, self._complete, self.history, self._secret):
                return said
            said, draft = compose(self.session.game, self.ask)
            if said:
                return said

    def _complete(self, typed: str) -> Iterator[str]:
        """What the last word may become: words with which something may be said, and asides at the beginning."""
        before, _, last = typed.rpartition(" ")
        if '"' in typed:  # words of somebody's own
            return iter(())
        game, words = self.session.game, dict.fromkeys(() if before.strip() else HELP)
        for voice in hearing.voices(game, self.ask) if hints(self.ask.pos) else ():
            for start in hearing.beginnings(game, voice, before):
                words = dict.fromkeys(slot.word for slot in slots(game, voice, start) if not slot.against) | words
        return (word for word in words if word.casefold().startswith(last.casefold()))

    def _secret(self, typed: str) -> bool:
        """Whether the record will not show what this sentence tells, or it tells what nobody should hear."""
        said = marked(typed)
        try:
            return self.session.desk.secret(said.text, said.rulings, said.anyway)
        except Private:
            return True
        except RefereeError:
            return False

    def _answer(self, said: str) -> bool:
        """Does what was said; whether other things stand before the question now, so that it has to be put again."""
        if said.casefold() in WALKS:
            count(self.session)
            return True
        if mends(said):
            amend(self.session, said)
            return True
        shown = aside(self.session, said)
        if shown is None:
            self._say(said)
            return False
        display.say(*shown)
        return True

    # -- saying --------------------------------------------------------------------------------------------------

    def _say(self, typed: str) -> None:
        """Says a sentence and shows what came of it. What holds it up is settled; a refused one is kept for mending."""
        marks = marked(typed)
        marks.check()
        text, rulings = marks.text, marks.rulings
        said = self.session.say(text, "", *marks[1:])
        while not said.lines:
            display.warn(*_verdict(self.session.desk, said), reply.needed(self.session.desk, said))
            settled = self._settle(said, rulings)
            if settled is None:
                self._keep(said, typed)
                return
            rulings = (*rulings, *settled)
            said = self.session.say(text, "", rulings, *marks[2:])
        self._done(said)

    def _done(self, said: Said) -> None:
        display.say(*reply.done(self.session.desk, said._replace(shown=())))
        if said.shown:
            pause(*said.shown, Text("prompt.clear"))
        if isinstance(said.event, Count):
            follow(self.session, said)
        self.draft, self.waiting = self.waiting if hearing.is_remark(said.event) else "", ""

    def _keep(self, said: Said, typed: str) -> None:
        """The sentence stays to be mended, with the ways on. What lacks a fact waits for the sentence that tells it."""
        display.warn(Lines("", tuple(_ways_on(self.session.desk, said))))
        self.draft = typed
        missing = (reason for reason in said.verdict.objections if reason.basis == UNKNOWN)
        if said.verdict.kind == "open" and (reason := next(missing, None)):
            self.draft, self.waiting = _known(reason), typed

    def _settle(self, said: Said, rulings: tuple[str, ...]) -> tuple[str, ...] | None:
        """The readings for this act only that the table takes, () if it rules from now on, None if it leaves it."""
        disputed = reply.disputed(self.session.desk, said) if said.verdict.kind == "open" else ()
        if not disputed:
            return None
        ruling = disputed[0]
        question = Text("held.question", {"id": ruling.id, "question": ruling.question})
        display.warn(Table(question, (), tuple(ruling.gists.items())))
        readings = sorted(self._readings(said, ruling, rulings), key=lambda reading: not reading[1])
        taken = menu(Text("prompt.ruling"), [*_choices(ruling, readings), Choice(render(Text("prompt.back")), BACK)])
        if taken == BACK:
            return None
        how, word = taken
        if how == ONCE:
            return (word,)
        self._done(self.session.say(join(("ruling", *word.split("=", 1)))))
        return ()

    def _readings(self, said: Said, ruling: Ruling, rulings: tuple[str, ...]) -> Iterator[tuple[str, bool]]:
        """Every reading, and whether it takes this ruling out of the way of the sentence."""
        for name in ruling.readings:
            if name != ASK:
                judged = self.session.desk.judge(said.sentence, said.event.who, (*rulings, f"{ruling.id}={name}"))
                held = (reason for reason in judged.verdict.objections if not reason.stands)
                yield name, all(reason.basis != ruling.id for reason in held)


def _choices(ruling: Ruling, readings: Sequence[tuple[str, bool]]) -> Iterator[Choice]:
    for name, lifts in readings:
        word = f"{ruling.id}={name}"
        if lifts:
            yield Choice(render(Text("prompt.once", {"reading": name})), (ONCE, word))
        yield Choice(render(Text("prompt.always" if lifts else "prompt.against", {"reading": name})), (ALWAYS, word))


def _verdict(desk: Desk, said: Said) -> tuple[Part, ...]:
    kind = "illegal" if said.verdict.kind == "illegal" else "held"
    verdict = Cell(Text(f"verdict.{kind}", {"said": reply.spoken(desk, said)}), "bad")
    return Lines("", (verdict,)), display.why_lines(said.verdict.objections)


def _ways_on(desk: Desk, said: Said) -> Iterator[Text]:
    for reason in said.verdict.objections:
        if reason.basis == UNKNOWN:
            yield Text("prompt.tell", {"sentence": Text(f"tell.{reason.key}", reason.facts)})
    if any(reason.basis == COUNT for reason in said.verdict.objections):
        yield Text("prompt.undo")
    yield from reply.insisted(said)
    if said.verdict.waivable:
        yield Text("prompt.anyway", {"said": reply.spoken(desk, said)})


def _known(reason: Objection) -> str:
    """The sentence that tells a fact, as far as it is known: what only the table knows, nobody writes for it."""
    words = render(Text(f"tell.{reason.key}", reason.facts)).split()
    known = [n for n, word in enumerate(words) if word in map(str, reason.facts.values())]
    return " ".join((*words[: max(known, default=0) + 1], ""))
