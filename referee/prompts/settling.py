"""An older record at the prompt: lines that read otherwise today are kept, changed or struck, one after the other."""

from referee import display, older, reply
from referee.errors import RefereeError
from referee.prompts.mending import amend
from referee.prompts.terminal import BACK, GAP, Choice, line, menu
from referee.session import Session
from referee.text import Text
from referee.words import render

KEEP, KEEP_ALL, CHANGE, STRIKE = "keep", "keep-all", "change", "strike"


def settle(session: Session) -> bool:
    """Up to the end of the record; whether it was reached, or people leave it as it is."""
    while session.stop:
        display.say(*reply.stopped(session.desk))
        way = _way(session)
        if way == BACK:
            return False
        try:
            _go(session, way)
        except RefereeError as error:
            display.warn(*reply.error(error))
    return True


def _way(session: Session) -> str:
    found = older.otherwise(session.desk)
    keeps = ((KEEP, KEEP_ALL) if len(found) > 1 else (KEEP,)) if found[0].kept else ()
    choices = [Choice(render(Text(f"stop.{way}")).rstrip(":"), way) for way in (*keeps, CHANGE, STRIKE)]
    title = Text("prompt.settle", {"line": found[0].stop.line, "said": found[0].stop.shown})
    return str(menu(title, [*choices, GAP, Choice(render(Text("prompt.leave-so")), BACK)]))


def _go(session: Session, way: str) -> None:
    """Do it, with what is asked for it. Raises what keeping and mending raise."""
    at = session.stop.line if session.stop else 0
    if way in (CHANGE, STRIKE):
        amend(session, f"{way} {at}")
        return
    display.say(Text("prompt.why"))
    because = line("")
    lines = session.keep_all(because) if way == KEEP_ALL else session.keep(at, because)
    display.say(*(Text("keep.done", {"line": each}) for each in lines))
