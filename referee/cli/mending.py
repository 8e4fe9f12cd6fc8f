"""Taking back, and what may be said at any question."""

from typing import Annotated

from referee.cli.options import Agreed, Argument, Because, Folder, Json, Option, Which, opened
from referee.cli.playing import heard
from referee.text import Text


def undo(
    n: Annotated[int, Argument(metavar="N", help="How many acts.")] = 1,
    turn: Annotated[bool, Option("--turn", help="Back to the last question of the turn itself.")] = False,
    to: Annotated[int | None, Option(metavar="LINE", help="Keep this line as the last.")] = None,
    s: Which = None,
    sessions: Folder = None,
) -> None:
    """Take back the last act; it stays in the record, struck."""
    from referee import display, reply

    session = opened(s, sessions)
    acts = session.undo_turn() if turn else session.undo(n) if to is None else session.undo_to(to)
    display.say(*reply.undone(session.game, acts, "undo.done"), reply.BLANK, *reply.asked(session.desk))


def redo(
    n: Annotated[int, Argument(metavar="N", help="How many acts.")] = 1,
    s: Which = None,
    sessions: Folder = None,
) -> None:
    """Do again what was undone last."""
    from referee import display, reply

    session = opened(s, sessions)
    acts = session.redo(n)
    display.say(*reply.undone(session.game, acts, "redo.done"), reply.BLANK, *reply.asked(session.desk))


def note(text: Annotated[list[str], Argument(metavar="TEXT")], s: Which = None, sessions: Folder = None) -> int:
    """A remark for the record."""
    from referee.notation import join

    return heard(opened(s, sessions), (join(("note", " ".join(text))),))


def ruling(
    id_: Annotated[str, Argument(metavar="ID", help="Its id or key.")],
    reading: Annotated[str, Argument(metavar="READING")],
    s: Which = None,
    sessions: Folder = None,
) -> int:
    """How this table reads an open rule from now on."""
    from referee.notation import join

    return heard(opened(s, sessions), (join(("ruling", id_, reading)),))


def by_hand(
    fact: Annotated[list[str], Argument(metavar="FACT", help='Such as "Ann battery 2".')],
    card: Annotated[str, Option(metavar="NAME", help="Which card orders it.")],
    s: Which = None,
    sessions: Folder = None,
) -> int:
    """An effect that a card orders and no sentence says."""
    from referee.notation import join

    return heard(opened(s, sessions), (join(("by-hand", *fact, "card", card)),))


def fix(
    fact: Annotated[list[str], Argument(metavar="FACT", help='Such as "Ann battery 2".')],
    because: Because = "",
    agreed: Agreed = None,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
) -> int:
    """Put right what the record has wrong, several facts at once where they must add up."""
    from referee.notation import join

    facts = fact if any(" " in word for word in fact) else [" ".join(fact)]
    how = {"because": because, "agreed": tuple(agreed or ())}
    return heard(opened(s, sessions), (join(("fix", *facts)),), json, **how)


def keep(
    line: Annotated[int, Argument(metavar="LINE")],
    because: Because,
    s: Which = None,
    sessions: Folder = None,
) -> None:
    """A line that an older version accepted stays as it is."""
    from referee import display, reply

    session = opened(s, sessions)
    session.keep(line, because)
    display.say(Text("keep.done", {"line": line}), *reply.asked(session.desk))
