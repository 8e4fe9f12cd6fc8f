"""Whole records: the list of them and what they come to, two compared, one for other programs, today's verdict."""

import sys
from pathlib import Path
from typing import Annotated

from referee.cli.options import Argument, Folder, Game, Json, Option, Which, at_terminal, opened
from referee.errors import Failed, NotUnderstood
from referee.text import Text


def sessions(sessions: Folder = None, json: Json = False) -> None:
    """The sessions of the folder and how they ended, the last written first."""
    from referee import display, evenings, shelf

    folder = shelf.folder(sessions)
    found = list(evenings.evenings(folder))
    if json:
        display.as_json(evenings.data(found))
    else:
        display.say(*evenings.shown(found, str(folder)))


def stats(sessions: Folder = None, json: Json = False) -> None:
    """What all sessions of the folder come to, by game and by player."""
    from referee import display, evenings, shelf

    found = list(evenings.evenings(shelf.folder(sessions)))
    if json:
        display.as_json(evenings.counted_data(found))
    else:
        display.say(*evenings.counted(found))


def export(
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
    bgstats: Annotated[bool, Option("--bgstats", help="A link that the BG Stats app takes over.")] = False,
) -> None:
    """A session for other programs: the whole record as data, or how it ended as a link."""
    from referee import display, exchange

    if json == bgstats:
        raise NotUnderstood("export.which", nearest=("referee export --json", "referee export --bgstats"))
    session = opened(s, sessions)
    if json:
        display.as_json(exchange.data(session))
        return
    link = exchange.link(exchange.play(session))
    display.as_it_is(link)
    if at_terminal():
        _code(link)


def _code(link: str) -> None:
    """The QR code of a link, or why there is none."""
    from referee import display, exchange

    try:
        lines = exchange.drawn(link)
    except Failed as error:
        display.warn(error.text)
        return
    if display.takes(lines[0]):
        display.as_it_is(*lines, tone="paper")
    else:
        display.warn(Text("export.no-room", {"columns": len(lines[0])}))


def diff(
    a: Annotated[str, Argument(metavar="A", help="A session by its name, or a file.")],
    b: Annotated[str, Argument(metavar="B")],
    sessions: Folder = None,
    json: Json = False,
) -> int:
    """Where two records of one game first differ, and what lies otherwise in the end; 1 if they differ."""
    from referee import comparing, display

    one, other = opened(a, sessions), opened(b, sessions)
    found = comparing.difference(one, other)
    if json:
        display.as_json(comparing.data(one, other, found))
    else:
        display.say(*comparing.shown(one, other, found))
    return 1 if found or comparing.stops(one, other) else 0


def verify(files: Annotated[list[Path], Argument(metavar="FILE…")], json: Json = False) -> int:
    """Judge whole records again; 1 if one of them reads otherwise today."""
    from referee import display, opening, programs, reply
    from referee.session import Session

    failed = 0
    for file in files:
        session = Session.open(str(file.absolute()), file.parent)
        display.speak(opening.folder(session.game.NAME))
        failed += session.stop is not None
        if json:
            display.as_json(programs.verified(session.desk, str(file)))
        else:
            display.say(*reply.verified_shown(session.desk, str(file)))
    return 1 if failed else 0


def demo(
    game: Game,
    name: Annotated[str, Argument(metavar="[NAME]", help="Which of them, such as disputed.")] = "",
    step: Annotated[bool, Option("--step", help="Wait for Return at each turn.")] = False,
) -> int:
    """A shipped game, played through the desk by itself; 1 if a line of it no longer stands."""
    from referee import display, journal, opening, replay, shelf, where

    if step and not at_terminal():
        raise NotUnderstood("demo.terminal", nearest=(f"referee demo {game}",))
    display.speak(opening.folder(game))
    record = journal.read(shelf.example(game, where.examples_folder(), name))
    for scene in replay.played(record.header, record.blocks, replay.tried(record.file), maps=True):
        if step and scene.turn:
            display.warn(Text("demo.step"))
            if not sys.stdin.readline():
                raise EOFError
        display.say(*scene.parts)
        if scene.stops:
            return 1
    return 0
