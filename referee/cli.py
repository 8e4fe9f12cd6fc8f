"""The command line: each command a few lines on a session. The only room that reads the clock.

Rooms are imported in the commands that need them: a question is answered before a prompt library would have loaded.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee import __version__
from referee.errors import NotUnderstood, RefereeError
from referee.text import Text

if TYPE_CHECKING:
    from referee.session import Session

INTERRUPTED, FAULT = 130, 1  # exit codes

app = typer.Typer(
    name="referee",
    help="A referee for the table: asks for what only people see, judges by the printed rules, keeps every count.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Which = Annotated[str | None, typer.Option("-s", "--session", metavar="NAME|FILE", help="Default: written last.")]
Folder = Annotated[Path | None, typer.Option("--sessions", metavar="DIR", help="Where the sessions lie.")]
Json = Annotated[bool, typer.Option("--json", help="Answer as data.")]
Because = Annotated[str, typer.Option("--because", metavar="WHY", help="The reason, for the record.")]
Rulings = Annotated[list[str] | None, typer.Option("--ruling", metavar="ID=READING", help="Readings of open rules.")]
Sentence = Annotated[list[str], typer.Argument(metavar="SENTENCE", help="As it is said at the table.")]
Game = Annotated[str, typer.Argument(metavar="GAME")]


def main() -> None:
    """Runs `referee`."""
    from referee import display

    display.ready()
    app()


def command(function: Callable[..., int | None]) -> Callable[..., None]:
    """A command of this name: what it gives is its exit code, and whatever goes wrong is told in a sentence."""

    @wraps(function)
    def told(**given: Any) -> None:
        raise typer.Exit(_done(function, given))

    name = function.__name__.rstrip("_").replace("_", "-")
    app.command(name)(told)
    return told


def _done(function: Callable[..., int | None], given: Mapping[str, Any]) -> int:
    """The exit code of a command. No person sees a traceback, unless REFEREE_DEBUG asks for one."""
    from referee import display

    try:
        return function(**given) or 0
    except RefereeError as error:
        from referee import reply

        display.warn(*reply.error(error))
        return error.exit
    except (KeyboardInterrupt, EOFError):
        display.warn(Text("cli.interrupted"))
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("REFEREE_DEBUG"):
            raise
        display.warn(Text("cli.fault", {"version": __version__, "fault": f"{type(error).__name__}: {error}"}))
        return FAULT


def _version(asked: bool) -> None:
    if asked:
        from referee import display

        display.say(f"referee {__version__}")
        raise typer.Exit


def _session(which: str | None, sessions: Path | None) -> "Session":
    from referee import display, opening, shelf
    from referee.session import Session

    session = Session.open(which, shelf.folder(sessions))
    display.speak(opening.folder(session.game.NAME))
    return session


def _is_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


# -- playing ------------------------------------------------------------------


@app.callback(invoke_without_command=True)
def _begin_or_go_on(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Which one.")] = False,
) -> None:
    """Without a command: goes on with the last session, or offers to begin one."""
    if context.invoked_subcommand is None:
        raise typer.Exit(_done(_go_on, {"s": None, "sessions": None}))


def _go_on(s: str | None, sessions: Path | None) -> int:
    from referee import opening, prompts, shelf

    if not _is_terminal():
        raise NotUnderstood("cli.terminal", nearest=("referee next", "referee say SENTENCE", "referee new GAME"))
    if s is None and not shelf.names(shelf.folder(sessions)):
        session = _begin(next(iter(opening.GAMES)), None, {}, sessions)
    else:
        session = _session(s, sessions)
    prompts.play(session)
    return 0


@command
def new(
    game: Game,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="Of the session; default: the game's.")] = None,
    player: Annotated[list[str] | None, typer.Option(metavar="NAME[:COLOUR]", help="In seating order.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="KEY=VALUE", help="Options of the game.")] = None,
    ruling: Rulings = None,
    draws: Annotated[str | None, typer.Option(metavar="table|referee", help="Who draws and rolls.")] = None,
    seed: Annotated[int | None, typer.Option(help="Of the referee's draws.")] = None,
    start: Annotated[Path | None, typer.Option("--from", metavar="POSITION.toml", help="A table under way.")] = None,
    box: Annotated[str | None, typer.Option(metavar="own|practice", help="Whose cards and boards.")] = None,
    sessions: Folder = None,
) -> None:
    """Begin a session; asks for what is missing, in a terminal only."""
    from referee import display, positions, reply

    said: dict[str, Any] = positions.read(start) if start else {}
    said |= {"players": player} if player else {}
    said |= {"options": (*said.get("options", ()), *option)} if option else {}
    said |= {"rulings": (*said.get("rulings", ()), *ruling)} if ruling else {}
    said |= {key: value for key, value in (("draws", draws), ("seed", seed), ("from", box)) if value is not None}
    session = _begin(game, name, said, sessions)
    display.say(Text("new.begun", {"session": session.name, "file": str(session.record.file)}))
    display.say(*reply.begun(session.desk), reply.BLANK, *reply.asked(session.desk))


def _begin(game: str, name: str | None, said: Mapping[str, Any], sessions: Path | None) -> "Session":
    """A new session of what was said, and, in a terminal, of what is asked for."""
    from datetime import date

    from referee import beginning, display, opening, shelf
    from referee.session import Session

    folder = shelf.folder(sessions)
    display.speak(opening.folder(game))
    if _is_terminal() and any(beginning.missing(game, said)):
        from referee import prompts

        said = {**said, **prompts.ask_options(game, said)}
    head = beginning.header(game, {**said, "begun": date.today().isoformat()}, folder)
    return Session.begin(name or beginning.name(game, folder), folder, head)


@command
def play(s: Which = None, sessions: Folder = None) -> int:
    """Answer questions one after the other at a prompt."""
    return _go_on(s, sessions)


@command
def next_(s: Which = None, sessions: Folder = None, json: Json = False) -> None:
    """The open question: who is asked what, by which rule, and what may be said."""
    from referee import display, reply

    session = _session(s, sessions)
    if json:
        display.as_json(reply.stand(session.desk, session.name))
    else:
        display.say(*reply.asked(session.desk), *reply.to_say(session.desk))


@command
def say(
    sentence: Sentence,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
    ruling: Rulings = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="The table lets it stand.")] = False,
    because: Because = "",
) -> int:
    """Answer: say what was done or seen. An argument with a blank is a sentence, else all are one; - reads lines."""
    how = {"rulings": tuple(ruling or ()), "anyway": anyway, "because": because}
    sentences = _sentences(sentence)
    if anyway and (len(sentences) != 1 or not because):
        raise NotUnderstood("say.anyway")
    return _say(_session(s, sessions), sentences, json, **how)


def _sentences(words: list[str]) -> tuple[str, ...]:
    if words == ["-"]:
        return tuple(line for line in map(str.strip, sys.stdin) if line)
    return tuple(words) if any(" " in word for word in words) else (" ".join(words),)


def _say(session: "Session", sentences: Iterable[str], json: bool = False, **how: Any) -> int:
    """Say one sentence after the other; the first that fails ends it, the earlier ones stay."""
    from referee import display, reply

    sentences, spoken, failure = tuple(sentences), [], None
    for text in sentences:
        try:
            spoken.append(session.say(text, whole=len(sentences) > 1, **how))
        except RefereeError as error:
            failure = error
        if not json and not failure:
            (display.say if spoken[-1].lines else display.warn)(*reply.said(session.desk, spoken[-1]))
        if failure or not spoken[-1].lines:
            break
    if json:
        display.as_json(reply.answer(session.desk, session.name, spoken, failure))
    if failure:
        raise failure
    if not json:
        (display.say if spoken[-1].lines else display.warn)(reply.BLANK, *reply.asked(session.desk))
    return reply.code(spoken[-1])


@command
def judge(
    sentence: Sentence,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
    ruling: Rulings = None,
    start: Annotated[Path | None, typer.Option("--from", metavar="POSITION.toml", help="Needs no session.")] = None,
) -> int:
    """The verdict alone, and what would follow; nothing is recorded."""
    from referee import display, reply

    desk, name = _desk(start) if start else (session := _session(s, sessions)).desk, "" if start else session.name
    rulings = tuple(ruling or ())
    said = desk.judge(" ".join(sentence), "", rulings)
    after = desk.what_if(" ".join(sentence), "", rulings)
    if json:
        display.as_json({**reply.stand(desk, name), **reply.judged(desk, said), **reply.consequence(after)})
    else:
        display.say(reply.head(desk), *reply.verdict(desk, said), *reply.follows(after))
    return reply.code(said)


def _desk(position: Path) -> Any:
    from referee import display, opening, positions

    header = positions.read(position)
    display.speak(opening.folder(str(header["game"])))
    return opening.desk(header)


@command
def undo(
    n: Annotated[int, typer.Argument(metavar="N", help="How many acts.")] = 1,
    turn: Annotated[bool, typer.Option("--turn", help="Back to the last question of the turn itself.")] = False,
    to: Annotated[int | None, typer.Option(metavar="LINE", help="Keep this line as the last.")] = None,
    s: Which = None,
    sessions: Folder = None,
) -> None:
    """Take back the last act; it stays in the record, struck."""
    from referee import display, reply

    session = _session(s, sessions)
    acts = session.undo_turn() if turn else session.undo(n) if to is None else session.undo_to(to)
    display.say(*reply.undone(session.game, acts, "undo.done"), reply.BLANK, *reply.asked(session.desk))


@command
def redo(
    n: Annotated[int, typer.Argument(metavar="N", help="How many acts.")] = 1,
    s: Which = None,
    sessions: Folder = None,
) -> None:
    """Do again what was undone last."""
    from referee import display, reply

    session = _session(s, sessions)
    acts = session.redo(n)
    display.say(*reply.undone(session.game, acts, "redo.done"), reply.BLANK, *reply.asked(session.desk))


@command
def note(text: Annotated[list[str], typer.Argument(metavar="TEXT")], s: Which = None, sessions: Folder = None) -> int:
    """A remark for the record."""
    from referee.notation import join

    return _say(_session(s, sessions), (join(("note", " ".join(text))),))


@command
def ruling(
    id_: Annotated[str, typer.Argument(metavar="ID", help="Its id or key.")],
    reading: Annotated[str, typer.Argument(metavar="READING")],
    s: Which = None,
    sessions: Folder = None,
) -> int:
    """How this table reads an open rule from now on."""
    from referee.notation import join

    return _say(_session(s, sessions), (join(("ruling", id_, reading)),))


@command
def by_hand(
    fact: Annotated[list[str], typer.Argument(metavar="FACT", help='Such as "Ann battery 2".')],
    card: Annotated[str, typer.Option(metavar="NAME", help="Which card orders it.")],
    s: Which = None,
    sessions: Folder = None,
) -> int:
    """An effect that a card orders and no sentence says."""
    from referee.notation import join

    return _say(_session(s, sessions), (join(("by-hand", *fact, "card", card)),))


@command
def keep(
    line: Annotated[int, typer.Argument(metavar="LINE")],
    because: Because,
    s: Which = None,
    sessions: Folder = None,
) -> None:
    """A line that an older version accepted stays as it is."""
    from referee import display, reply

    session = _session(s, sessions)
    session.keep(line, because)
    display.say(Text("keep.done", {"line": line}), *reply.asked(session.desk))


# -- looking ------------------------------------------------------------------


@command
def show(
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
    position: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the table to a file for --from.")] = None,
) -> None:
    """The table as the referee sees it."""
    from referee import display, positions, reply

    session = _session(s, sessions)
    desk = session.desk
    if position:
        positions.write(position, desk, session.header)
        display.say(Text("position.written", {"file": str(position)}))
    elif json:
        display.as_json({**reply.stand(desk, session.name), "table": reply.table(desk)})
    else:
        display.say(*reply.asked(desk), *desk.game.view(desk.ask.pos))


@command
def log(
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
    transcript: Annotated[bool, typer.Option("--transcript", help="As it was played, with questions.")] = False,
) -> None:
    """The record: what was said, and what it did."""
    from referee import display, record, replay, reply

    session = _session(s, sessions)
    if json:
        display.as_json(
            [reply.line(line, record.struck(session.desk)) for line in session.desk.shown(session.desk.lines)]
        )
    elif transcript:
        for scene in replay.played(session.header, session.record.blocks):
            display.say(*scene.parts)
    else:
        display.say(reply.head(session.desk), *record.log(session.desk))


@command
def why(
    what: Annotated[list[str] | None, typer.Argument(metavar="[WHO [WHAT]]", help="Or a space, or a line.")] = None,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
) -> None:
    """The proof of a figure: every change with its line, rule and cause; for a march, what was chosen from."""
    from referee import display, proof, reply

    desk, words = _session(s, sessions).desk, " ".join(what or ())
    if json:
        display.as_json(proof.data(desk, words))
    else:
        display.say(reply.head(desk), *(proof.parts(desk, words) if words else proof.overview(desk)))


@command
def score(s: Which = None, sessions: Folder = None, json: Json = False) -> None:
    """What a scoring would give now."""
    from referee import display, reply

    session = _session(s, sessions)
    pos = session.desk.ask.pos
    if json:
        display.as_json({**reply.stand(session.desk, session.name), "score": session.game.score(pos)})
    else:
        display.say(reply.head(session.desk), *session.game.score(pos))


@command
def rules(
    game: Game,
    words: Annotated[list[str] | None, typer.Argument(metavar="[ID|WORDS]")] = None,
    json: Json = False,
) -> None:
    """Look up a rule by its id or by what it is about, in our words."""
    from referee import display, lookup, opening

    display.speak(opening.folder(game))
    book = opening.kit(game).book
    found = lookup.rules(book, " ".join(words or ()))
    if json:
        display.as_json([lookup.rule(rule) for rule in found])
    else:
        display.say(*lookup.rules_shown(book, found))


@command
def rulings(game: Game, id_: Annotated[str | None, typer.Argument(metavar="[ID]")] = None, json: Json = False) -> None:
    """Where the rulebook is silent or can be read in two ways: the readings, and the one in use."""
    from referee import display, lookup, opening

    display.speak(opening.folder(game))
    book = opening.kit(game).book
    found = (book.ruling(id_),) if id_ else tuple(book.rulings.values())
    if json:
        display.as_json([lookup.ruling(ruling) for ruling in found])
    else:
        display.say(*lookup.rulings_shown(found))


@command
def notation(game: Game, json: Json = False) -> None:
    """The sentences of a game."""
    from referee import display, lookup, opening

    display.speak(opening.folder(game))
    play = opening.game(game)
    if json:
        display.as_json(lookup.notation(play))
    else:
        display.say(*lookup.notation_shown(play))


# -- files ------------------------------------------------------------------


@command
def verify(files: Annotated[list[Path], typer.Argument(metavar="FILE…")], json: Json = False) -> int:
    """Judge whole records again; 1 if one of them reads otherwise today."""
    from referee import display, opening, reply
    from referee.session import Session

    failed = 0
    for file in files:
        session = Session.open(str(file.absolute()), file.parent)
        display.speak(opening.folder(session.game.NAME))
        failed += session.stop is not None
        if json:
            display.as_json(reply.verified(session.desk, str(file)))
        else:
            display.say(*reply.verified_shown(session.desk, str(file)))
    return 1 if failed else 0


@command
def sessions(sessions: Folder = None, json: Json = False) -> None:
    """The sessions of the folder, the last written first."""
    from referee import display, reply, shelf
    from referee.session import listed

    found = list(listed(shelf.folder(sessions)))
    if json:
        display.as_json(found)
    else:
        display.say(*reply.sessions(found, str(shelf.folder(sessions))))


@command
def box(
    game: Game,
    what: Annotated[list[str] | None, typer.Argument(metavar="[edit|SENTENCE…]")] = None,
    sessions: Folder = None,
    json: Json = False,
) -> None:
    """What was taught from this table's box: read it, edit it, or teach more."""
    from referee import box, display, opening, shelf

    display.speak(opening.folder(game))
    file = box.place(game, shelf.folder(sessions))
    if what == ["edit"]:
        if not _is_terminal():
            raise NotUnderstood("box.terminal", nearest=(f"referee box {game} SENTENCE",))
        source = box.edited(game, box.source(file))
        opening.taught(game, opening.kit(game), box.parsed(file, source).sentences)
        box.write(file, source)
    elif what:
        sentences = (" ".join(what),) if what[0] == "teach" else tuple(what)
        opening.taught(game, opening.kit(game), sentences)
        box.add(file, sentences)
    found = box.read(file)
    if json:
        display.as_json({"file": str(file), **found._asdict()})
    else:
        display.say(Text("box.file", {"file": str(file), "n": len(found.sentences)}), *found.sentences, *found.rulings)


@command
def demo(
    game: Game,
    step: Annotated[bool, typer.Option("--step", help="Wait for Return at each turn.")] = False,
) -> None:
    """A shipped game, played through the desk by itself."""
    from referee import display, journal, opening, replay, shelf, where

    if step and not _is_terminal():
        raise NotUnderstood("demo.terminal", nearest=(f"referee demo {game}",))
    display.speak(opening.folder(game))
    record = journal.read(shelf.example(game, where.examples_folder()))
    for scene in replay.played(record.header, record.blocks, replay.tried(record.file)):
        if step and scene.turn:
            display.warn(Text("demo.step"))
            if not sys.stdin.readline():
                raise EOFError
        display.say(*scene.parts)
