"""The record taken back and mended; and what may be said at any question."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from referee.cli.options import (
    Agreed,
    Argument,
    Because,
    Folder,
    Json,
    Option,
    Rulings,
    Sentence,
    Which,
    addressed,
    opened,
)
from referee.cli.playing import heard, sentences
from referee.errors import NotUnderstood
from referee.text import Text

if TYPE_CHECKING:
    from referee.mending import Mend, Wanted

Line = Annotated[int, Argument(metavar="LINE", help="The number of a line, as `referee log` shows it.")]
Anyway = Annotated[bool, Option("--anyway", help="The table lets the sentence stand.")]
Inserted = Annotated[list[str] | None, Option("--insert", metavar="'LINE SENTENCE'", help="Put in besides.")]
Changed = Annotated[list[str] | None, Option("--change", metavar="'LINE SENTENCE'", help="Said otherwise besides.")]
Struck = Annotated[list[int] | None, Option("--strike", metavar="LINE", help="Struck besides.")]
Kept = Annotated[list[int] | None, Option("--keep", metavar="LINE", help="Let stand, against the rules.")]


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


def assist(
    what: Annotated[str, Argument(metavar="full|verdicts|follow|CHORE", help="Or what the table is to do.")],
    whose: Annotated[str, Argument(metavar="table|referee", help="Who does that chore.")] = "",
    s: Which = None,
    sessions: Folder = None,
) -> int:
    """How much the referee helps from now on, or who does one of its chores."""
    from referee.notation import join

    return heard(opened(s, sessions), (join(("assist", what, *filter(None, (whose,)))),))


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


def insert(
    line: Line,
    sentence: Sentence,
    because: Because = "",
    agreed: Agreed = None,
    ruling: Rulings = None,
    anyway: Anyway = False,
    insert: Inserted = None,
    change: Changed = None,
    strike: Struck = None,
    keep: Kept = None,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
) -> int:
    """Put a forgotten sentence in before a line; everything after it is judged again."""
    from referee.blocks import BEFORE
    from referee.mending import Mend, Wanted

    said = tuple(Mend(BEFORE, line, text) for text in sentences(sentence))
    wanted = Wanted(said, because, tuple(agreed or ()), tuple(ruling or ()), anyway)
    return _mend(wanted.besides(*_besides(insert, change, strike, keep)), s, sessions, json)


def change(
    line: Line,
    sentence: Sentence,
    because: Because = "",
    agreed: Agreed = None,
    ruling: Rulings = None,
    anyway: Anyway = False,
    insert: Inserted = None,
    change: Changed = None,
    strike: Struck = None,
    keep: Kept = None,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
) -> int:
    """Say another sentence in the place of a line; everything after it is judged again."""
    from referee.blocks import CHANGE
    from referee.mending import Mend, Wanted

    said = (Mend(CHANGE, line, " ".join(sentence)),)
    wanted = Wanted(said, because, tuple(agreed or ()), tuple(ruling or ()), anyway)
    return _mend(wanted.besides(*_besides(insert, change, strike, keep)), s, sessions, json)


def strike(
    line: Line,
    because: Because = "",
    agreed: Agreed = None,
    insert: Inserted = None,
    change: Changed = None,
    strike: Struck = None,
    keep: Kept = None,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
) -> int:
    """Take a line out, which stays in the record, struck; everything after it is judged again."""
    from referee.blocks import STRIKE
    from referee.mending import Mend, Wanted

    wanted = Wanted((Mend(STRIKE, line),), because, tuple(agreed or ()))
    return _mend(wanted.besides(*_besides(insert, change, strike, keep)), s, sessions, json)


def _besides(
    insert: list[str] | None, change: list[str] | None, strike: list[int] | None, keep: list[int] | None
) -> "Iterator[Mend]":
    """What else is to be done to the record, so that it reads to its end."""
    from referee.blocks import BEFORE, CHANGE, KEEP, STRIKE
    from referee.mending import Mend

    for kind, said in ((BEFORE, insert), (CHANGE, change)):
        for line, _, text in (each.partition(" ") for each in said or ()):
            if not line.isdecimal():
                raise NotUnderstood("mend.option", said=f"{line} {text}".strip())
            yield Mend(kind, int(line), text)
    yield from (Mend(kind, line) for kind, lines in ((STRIKE, strike), (KEEP, keep)) for line in lines or ())


def _mend(wanted: "Wanted", s: str | None, sessions: Path | None, json: bool) -> int:
    """Mend the record, or say where that stops and how it may go on."""
    from referee import display, mended, reply

    session = opened(s, sessions)
    found = session.mend(wanted)

    if json:
        named = addressed(s, sessions)
        display.as_json(mended.data(session.desk, found, session.name, lambda one: f"{_typed(one)} {named}".strip()))
    else:
        say = display.say if found.done else display.warn
        say(*mended.parts(session.desk, found, _typed), reply.BLANK, *reply.asked(session.desk))
    return mended.code(found)


def _typed(wanted: "Wanted") -> str:
    """The command, to be copied; where it is shown, it is told which session it is for."""
    from shlex import join

    from referee.blocks import BEFORE, CHANGE, KEEP, STRIKE

    first, *rest = wanted.mends
    words = ["referee", {BEFORE: "insert"}.get(first.kind, first.kind), str(first.line), *filter(None, (first.text,))]
    options = {BEFORE: "--insert", CHANGE: "--change", STRIKE: "--strike", KEEP: "--keep"}
    said = [(options[each.kind], f"{each.line} {each.text}".strip()) for each in rest]
    said += [("--ruling", each) for each in wanted.rulings]
    said += [("--because", wanted.because), *(("--agreed", name) for name in wanted.agreed)]
    anyway = ["--anyway"] if wanted.anyway else []
    return join([*words, *anyway, *(word for pair in said for word in pair)])


def keep(
    because: Because,
    line: Annotated[int | None, Argument(metavar="LINE", help="Where the record stops.")] = None,
    all_: Annotated[bool, Option("--all", help="Every line that reads otherwise today.")] = False,
    s: Which = None,
    sessions: Folder = None,
) -> None:
    """A line that an older version accepted stays as it is, or all of them."""
    from referee import display, reply
    from referee.view import Lines

    if all_ == (line is not None):
        ways = ("referee keep LINE --because WHY", "referee keep --all --because WHY")
        raise NotUnderstood("keep.which", nearest=ways)
    session = opened(s, sessions)
    lines = session.keep_all(because) if line is None else session.keep(line, because)
    kept = tuple(Text("keep.done", {"line": each}) for each in lines)
    display.say(Lines("", kept), *reply.asked(session.desk))
