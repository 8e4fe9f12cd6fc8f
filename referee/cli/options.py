"""What many commands take, and how they come to a session."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from referee.session import Session

Which = Annotated[str | None, typer.Option("-s", "--session", metavar="NAME|FILE", help="Default: written last.")]
Folder = Annotated[Path | None, typer.Option("--sessions", metavar="DIR", help="Where the sessions lie.")]
Json = Annotated[bool, typer.Option("--json", help="Answer as data.")]
Because = Annotated[str, typer.Option("--because", metavar="WHY", help="The reason, for the record.")]
Rulings = Annotated[list[str] | None, typer.Option("--ruling", metavar="ID=READING", help="Readings of open rules.")]
Sentence = Annotated[list[str], typer.Argument(metavar="SENTENCE", help="As it is said at the table.")]
Game = Annotated[str, typer.Argument(metavar="GAME")]


def opened(which: str | None, sessions: Path | None) -> "Session":
    from referee import display, opening, shelf
    from referee.session import Session

    session = Session.open(which, shelf.folder(sessions))
    display.speak(opening.folder(session.game.NAME))
    return session


def at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()
