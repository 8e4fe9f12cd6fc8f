"""What commands take: a type and a note beside it, for Typer and for whoever reads plain words without it."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from referee.errors import NotUnderstood

if TYPE_CHECKING:
    from collections.abc import Mapping

    from referee.desk import Desk
    from referee.session import Session
    from referee.view import Lines


class Given:
    """How something is said on the command line."""

    def __init__(self, *names: str, metavar: str | None = None, help: str | None = None) -> None:
        self.names = names
        self.metavar = metavar
        self.help = help


class Option(Given):
    """Said with a name; by default `--` and the name of the parameter."""


class Argument(Given):
    """Said by itself, in the order of the parameters."""


Which = Annotated[str | None, Option("-s", "--session", metavar="NAME|FILE", help="Default: written last.")]
Folder = Annotated[Path | None, Option("--sessions", metavar="DIR", help="Where the sessions lie.")]
Json = Annotated[bool, Option("--json", help="Answer as data.")]
From = Annotated[Path | None, Option("--from", metavar="POSITION.toml", help="A table of its own; needs no session.")]
Because = Annotated[str, Option("--because", metavar="WHY", help="The reason, for the record.")]
Agreed = Annotated[list[str] | None, Option("--agreed", metavar="NAME", help="Who agreed; repeat for several.")]
Rulings = Annotated[list[str] | None, Option("--ruling", metavar="ID=READING", help="Readings of open rules.")]
Sentence = Annotated[list[str], Argument(metavar="SENTENCE", help="As it is said at the table.")]
Game = Annotated[str, Argument(metavar="GAME")]


def opened(which: str | None, sessions: Path | None) -> "Session":
    """The session meant, read; from here on its game speaks."""
    from referee import display, opening, shelf
    from referee.session import Session

    session = Session.open(which, shelf.folder(sessions))
    display.speak(opening.folder(session.game.NAME))
    display.address(addressed(which, sessions))
    return session


def addressed(which: str | None, sessions: Path | None) -> str:
    """The options that name a session, as they are said on the command line."""
    from shlex import join

    said = (("-s", which), ("--sessions", sessions))
    return join(word for option, value in said if value is not None for word in (option, str(value)))


class Table(NamedTuple):
    """A table that is looked at: of a session, or of a position file, of which not everything was told."""

    desk: "Desk"
    header: "Mapping[str, Any]"
    name: str = ""
    supposed: "tuple[Lines, ...]" = ()
    data: "Mapping[str, Any]" = {}


def table(which: str | None, sessions: Path | None, start: Path | None) -> Table:
    """The table meant, read; from here on its game speaks."""
    if not start:
        session = opened(which, sessions)
        return Table(session.desk, session.header, session.name)
    from referee import beginning, display, opening, positions, shelf, supposing

    source = positions.read(start)
    if which:
        raise NotUnderstood("cli.both", nearest=(f"--from {start}", f"-s {which}"))
    display.speak(opening.folder(str(source.header["game"])))
    header = beginning.with_box(source.header, shelf.folder(sessions))
    laid = positions.lay(source, header)
    return Table(laid.desk, header, "", tuple(supposing.parts(laid)), supposing.data(laid))


def at_terminal() -> bool:
    """Whether somebody can be asked."""
    return sys.stdin.isatty() and sys.stdout.isatty()
