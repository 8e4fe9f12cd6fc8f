"""Mending the record at the prompt: what is not said is asked, and each way on is a line of a menu."""

from referee import display, mended, record
from referee.asides import MENDING
from referee.blocks import CHANGE, STRIKE, is_note
from referee.mending import Mend, Mended, Wanted, mend
from referee.offers import WORDS, Offer, offers
from referee.prompts.marks import reason, reasoned
from referee.prompts.terminal import BACK, GAP, Choice, line, menu
from referee.session import Session
from referee.standing import marks
from referee.text import Text
from referee.words import render

SHOWN = 20  # lines of the record from which one is chosen
AGAIN = "again"


def mends(typed: str) -> bool:
    """Whether a line that was typed mends the record."""
    return typed.partition(" ")[0].casefold() in MENDING


def amend(session: Session, typed: str) -> None:
    """`insert 41 fly K4 because we forgot`, up to its end or until people give it up. Raises what mending raises."""
    wanted = _wanted(session, typed)
    while wanted:
        found = mend(session.desk, wanted)
        if found.done:
            display.say(*mended.done(session.desk, session.mend(wanted)))
            return
        display.warn(*mended.reasons(found))
        wanted = _way_on(session, found)
    display.say(Text("mend.left"))


# -- what is wanted ------------------------------------------------------------------


def _wanted(session: Session, typed: str) -> Wanted | None:
    """What was typed, and what is asked because it was not: the line, the sentence, the reason. None: given up."""
    text, because, agreed = reasoned(typed)
    verb, _, rest = text.strip().partition(" ")
    number, _, sentence = rest.strip().partition(" ")
    kind = MENDING[verb.casefold()]
    at = int(number) if number.isdecimal() else _chosen_line(session, verb.casefold())
    if at and kind != STRIKE:
        sentence = sentence.strip() or _asked(Text("prompt.sentence"), _was(session, at) if kind == CHANGE else "")
    if not at or not (sentence or kind == STRIKE):
        return None
    if not because:
        because, agreed = reason(_asked(Text("prompt.why")), session.desk.ask.pos.players)
    return Wanted((Mend(kind, at, sentence),), because, agreed) if because else None


def _chosen_line(session: Session, verb: str) -> int:
    """The line that is meant, among the last ones that hold, the newest first; 0 for none."""
    desk, gone = session.desk, {number for number, mark in marks(session.desk).items() if mark.gone}
    said = (each for each in desk.lines if "say" in each.block and not is_note(each.block) and each.number not in gone)
    lines = desk.shown(said)
    choices = [Choice(f"{each.number}  {render(record.said(each))}", each.number) for each in lines[-SHOWN:]]
    chosen = menu(Text("prompt.line", {"verb": verb}), [*reversed(choices), *_back()])
    return 0 if chosen == BACK else int(chosen)


def _asked(question: Text, draft: str = "") -> str:
    """What is typed; "" if nothing is."""
    display.say(question)
    return line("", draft)


def _was(session: Session, number: int) -> str:
    """What a line says, to be mended; nothing of one that tells a secret."""
    lines = session.desk.shown(session.desk.lines[number - 1 : number])
    return next((str(each.block["say"]) for each in lines if each == session.desk.lines[number - 1]), "")


# -- the ways on ------------------------------------------------------------------


def _way_on(session: Session, found: Mended) -> Wanted | None:
    """What is wanted besides, or instead; None to leave the record as it was."""
    choices = [Choice(_title(offer), offer) for offer in offers(session.desk, found)]
    if found.refused:
        choices.append(Choice(render(Text("prompt.otherwise")), AGAIN))
    chosen = menu(Text("prompt.way"), [*choices, GAP, Choice(render(Text("prompt.give-up")), BACK)])
    if chosen == BACK:
        return None
    if isinstance(chosen, Offer):
        return _filled(session, found, chosen) if chosen.example else chosen.wanted
    at = found.refused.line - found.number if found.refused else 0
    return _with(found.wanted, at, found.wanted.mends[at].text) or found.wanted


def _title(offer: Offer) -> str:
    return " - ".join(render(text) for text in (offer.text, offer.then) if text)


def _filled(session: Session, found: Mended, offer: Offer) -> Wanted:
    """An offer with the words that were for people to say; without any, what was wanted before."""
    draft = "" if offer.mend.text == WORDS else offer.mend.text
    draft = _was(session, offer.mend.line) if offer.mend.kind == CHANGE else draft
    return _with(offer.wanted, len(offer.wanted.mends) - 1, draft) or found.wanted


def _with(wanted: Wanted, at: int, draft: str) -> Wanted | None:
    """What is wanted, with another sentence in one of its edits."""
    if not (said := _asked(Text("prompt.sentence"), draft)):
        return None
    mends = [*wanted.mends]
    mends[at] = mends[at]._replace(text=said)
    return wanted._replace(mends=tuple(mends))


def _back() -> tuple[Choice, ...]:
    return GAP, Choice(render(Text("prompt.back")), BACK)
