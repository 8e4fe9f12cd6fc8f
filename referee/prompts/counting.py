"""A walk round the table: pile by pile what was counted, then the correction that it leads to."""

from collections.abc import Iterator

from referee import checking, counting, display, reply, tracing
from referee.blocks import is_note
from referee.counting import Amount, called
from referee.desk import Desk, Said
from referee.errors import NotUnderstood
from referee.game import Fact
from referee.prompts.marks import reason
from referee.prompts.terminal import BACK, Choice, line, menu
from referee.remarks import Count, Fix, write
from referee.session import Session
from referee.text import Text
from referee.words import render

STOP, SKIP = "stop", "?"


def count(session: Session) -> bool:
    """Asks for every pile that was not counted since the last act; whether what was counted is what was expected.

    Whoever breaks off has counted so far: that is recorded, and the next walk goes on from there.
    """
    counted: list[str] = []
    display.say(Text("count.walk", {"n": len(list(_left(session.desk)))}))
    try:
        for fact, expected in _left(session.desk):
            if (amount := _asked(session.desk, fact, expected)) == STOP:
                break
            counted += [f"{called(fact)} {amount}"] if amount != SKIP else []
    except (KeyboardInterrupt, EOFError):
        _record(session, counted)
        raise
    return not counted or follow(session, _record(session, counted))


def _left(desk: Desk) -> Iterator[tuple[Fact, Amount]]:
    """The piles that are still to be counted, since the last act, and what should lie there."""
    done = set[str]()
    for each in reversed(desk.lines):
        if not is_note(each.block):
            break
        done |= {pile for pile, _, _ in counting.counts(each.block)}
    piles = counting.walk(desk.game, desk.ask.pos).items()
    return ((fact, expected) for fact, expected in piles if called(fact) not in done)


def _asked(desk: Desk, fact: Fact, expected: Amount) -> Amount:
    """What somebody counts: Enter alone says that it is what is expected."""
    name = called(fact)
    while True:
        typed = line(f"{name} {expected}", complete=lambda text: (w for w in (STOP, SKIP) if w.startswith(text)))
        if typed in (STOP, SKIP):
            return typed
        try:
            (found,) = counting.found(desk.game, desk.ask.pos, (f"{name} {typed or expected}",))
        except NotUnderstood as error:
            display.warn(*reply.error(error))
        else:
            return found.counted


def _record(session: Session, counted: list[str]) -> Said | None:
    """What was counted goes into the record."""
    if not counted:
        return None
    said = session.say(write(Count("", tuple(counted))))
    display.say(*reply.said(session.desk, said))
    return said


def follow(session: Session, said: Said | None) -> bool:
    """What a count leads to: where the difference may come from, and a correction, if somebody takes it."""
    if said is None:
        return True
    desk = session.desk
    found = counting.found(desk.game, desk.ask.pos, said.event.facts)
    wrong = tuple(each for each in found if not each.agrees)
    display.say(*checking.explained(desk, wrong))
    if not (fixes := tracing.fixes(desk, wrong)):
        display.say(*checking.ways(desk, wrong))
    elif fix := _chosen(fixes):
        _put_right(session, fix)
    return not wrong


def _chosen(fixes: tuple[Fix, ...]) -> Fix | None:
    choices = [Choice(write(fix), fix) for fix in fixes]
    taken = menu(Text("count.offer"), [*choices, Choice(render(Text("count.leave")), BACK)])
    return None if taken == BACK else taken


def _put_right(session: Session, fix: Fix) -> None:
    """The correction, once somebody has said why; nothing without a reason."""
    display.say(Text("count.why", {"said": write(fix)}))
    because, agreed = reason(line(render(Text("count.because"))), session.desk.ask.pos.players)
    if because:
        display.say(*reply.said(session.desk, session.say(write(fix), because=because, agreed=agreed)))
