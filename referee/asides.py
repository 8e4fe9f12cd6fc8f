"""What may be said at the prompt besides sentences of the game: looking things up, taking things back."""

from collections.abc import Callable, Iterator, Mapping

from referee import checking, claims, lookup, proof, record, reply, tracing
from referee.blocks import BEFORE, CHANGE, STRIKE
from referee.errors import NotUnderstood
from referee.notation import split
from referee.session import Session
from referee.text import Text
from referee.view import Lines, Part, Table

Aside = Callable[[Session, str], Iterator[Part]]

QUIT = "quit"
UNDER, ANYWAY, BECAUSE = "under", "anyway", " because "  # `under A-13=yes drill C3`, `anyway drill C3 because …`
FIX, AGREED = "fix", " agreed "  # `fix Ann battery 2 because we miscounted agreed Ann, Bea`
MENDING = {"insert": BEFORE, "change": CHANGE, "strike": STRIKE}  # `insert 41 drill C3 because we forgot`
OFFERED = ("undo", "show", "why", "help", QUIT)  # what every menu offers


def aside(session: Session, text: str) -> Iterator[Part] | None:
    """What to show for an aside, None if the text is none. Raises what the desk raises."""
    word, _, rest = text.strip().partition(" ")
    found = ASIDES.get(word.casefold())
    return found(session, rest.strip()) if found else None


def _undo(session: Session, rest: str) -> Iterator[Part]:
    match rest.split():
        case []:
            acts = session.undo()
        case ["turn"]:
            acts = session.undo_turn()
        case ["to", line] if line.isdecimal():
            acts = session.undo_to(int(line))
        case [number] if number.isdecimal():
            acts = session.undo(int(number))
        case _:
            raise NotUnderstood("aside.undo", nearest=("undo", "undo 2", "undo turn", "undo to 12"), said=rest)
    return reply.undone(session.game, acts, "undo.done")


def _redo(session: Session, rest: str) -> Iterator[Part]:
    if rest and not rest.isdecimal():
        raise NotUnderstood("aside.redo", nearest=("redo", "redo 2"), said=rest)
    return reply.undone(session.game, session.redo(int(rest or 1)), "redo.done")


def _show(session: Session, rest: str) -> Iterator[Part]:
    return iter(session.game.view(session.desk.ask.pos))


def _log(session: Session, rest: str) -> Iterator[Part]:
    return record.log(session.desk)


def _score(session: Session, rest: str) -> Iterator[Part]:
    return iter(session.game.score(session.desk.ask.pos))


def _next(session: Session, rest: str) -> Iterator[Part]:
    return reply.to_say(session.desk)


def _judge(session: Session, rest: str) -> Iterator[Part]:
    said = session.desk.judge(rest)
    yield from reply.verdict(session.desk, said)
    yield from reply.follows(session.desk, session.desk.what_if(rest))


def _rules(session: Session, rest: str) -> Iterator[Part]:
    book = session.desk.ask.pos.kit.book
    return lookup.rules_shown(book, lookup.rules(book, rest))


def _rulings(session: Session, rest: str) -> Iterator[Part]:
    book = session.desk.ask.pos.kit.book
    return lookup.rulings_shown((book.ruling(rest),) if rest else tuple(book.rulings.values()))


def _why(session: Session, rest: str) -> Iterator[Part]:
    return proof.parts(session.desk, rest) if rest else proof.overview(session.desk)


def _claim(session: Session, rest: str) -> Iterator[Part]:
    match split(rest):
        case [who, value, *what] if value.isdecimal():
            said = claims.claim(session.desk, who, int(value), " ".join(what))
        case _:
            raise NotUnderstood("aside.claim", nearest=("claim WHO VALUE", "claim WHO VALUE WHAT"), said=rest)
    return claims.parts(session.desk, said)


def _audit(session: Session, rest: str) -> Iterator[Part]:
    return checking.audit(session.desk, tracing.first_break(session.desk))


def _help(session: Session, rest: str) -> Iterator[Part]:
    yield from reply.to_say(session.desk)
    yield lookup.remarks_shown()
    yield Table(Text("help.title"), (), tuple((word, Text(f"help.{word}")) for word in HELP))
    yield Lines("", (Text("help.keys"),))


ASIDES: Mapping[str, Aside] = {
    "undo": _undo,
    "redo": _redo,
    "show": _show,
    "log": _log,
    "why": _why,
    "score": _score,
    "next": _next,
    "judge": _judge,
    "claim": _claim,
    "audit": _audit,
    "rules": _rules,
    "rulings": _rulings,
    "help": _help,
    "?": _help,
}
HELP = (
    *("undo", "redo", "show", "next", "why", "log", "score", "rules", "rulings", "judge", UNDER, ANYWAY),
    *(FIX, *MENDING, "count", "claim", "audit", "help", QUIT),
)
