"""Whole records: the list of them, today's verdict on them, a shipped one played."""

import sys
from pathlib import Path
from typing import Annotated

from referee.cli.options import Argument, Folder, Game, Json, Option, at_terminal
from referee.errors import NotUnderstood
from referee.text import Text


def sessions(sessions: Folder = None, json: Json = False) -> None:
    """The sessions of the folder, the last written first."""
    from referee import display, reply, shelf
    from referee.session import listed

    found = list(listed(shelf.folder(sessions)))
    if json:
        display.as_json(found)
    else:
        display.say(*reply.sessions(found, str(shelf.folder(sessions))))


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
    step: Annotated[bool, Option("--step", help="Wait for Return at each turn.")] = False,
) -> int:
    """A shipped game, played through the desk by itself; 1 if a line of it no longer stands."""
    from referee import display, journal, opening, replay, shelf, where

    if step and not at_terminal():
        raise NotUnderstood("demo.terminal", nearest=(f"referee demo {game}",))
    display.speak(opening.folder(game))
    record = journal.read(shelf.example(game, where.examples_folder()))
    for scene in replay.played(record.header, record.blocks, replay.tried(record.file)):
        if step and scene.turn:
            display.warn(Text("demo.step"))
            if not sys.stdin.readline():
                raise EOFError
        display.say(*scene.parts)
        if scene.stops:
            return 1
    return 0
