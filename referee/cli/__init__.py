"""The command line: each command a few lines on a session. The only room that reads the clock.

A command, and every room that it needs, is loaded when it is called: a question is answered before a prompt library
would have loaded.
"""

import os
from collections.abc import Callable, Mapping
from functools import wraps
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from referee import __version__
from referee.errors import RefereeError
from referee.text import Text

INTERRUPTED, FAULT = 130, 1  # exit codes
COMMANDS = {
    **dict.fromkeys(("new", "play", "next", "say", "judge"), "playing"),
    **dict.fromkeys(("undo", "redo", "note", "ruling", "by-hand", "keep"), "mending"),
    **dict.fromkeys(("show", "log", "why", "score"), "looking"),
    **dict.fromkeys(("rules", "rulings", "notation", "box"), "reading"),
    **dict.fromkeys(("sessions", "verify", "demo"), "filing"),
}
SETTINGS: Mapping[str, Any] = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "add_completion": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


def main() -> None:
    """Runs `referee`."""
    from referee import display

    display.ready()
    app()


class Commands(TyperGroup):
    """The commands by name, each made when somebody asks for it."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        room = import_module(f"referee.cli.{COMMANDS[cmd_name]}")
        single = typer.Typer(**SETTINGS)
        single.command(cmd_name)(_told(getattr(room, cmd_name.replace("-", "_"))))
        return typer.main.get_command(single)


app = typer.Typer(
    cls=Commands,
    help="A referee for the table: asks for what only people see, judges by the printed rules, keeps every count.",
    **SETTINGS,
)


@app.callback(invoke_without_command=True)
def _begin_or_go_on(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", is_eager=True, help="Which one this is.")] = False,
) -> None:
    """Without a command: goes on with the last session, or offers to begin one."""
    if version:
        from referee import display

        display.say(f"referee {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        from referee.cli.playing import play

        _told(play)()


def _told(command: Callable[..., int | None]) -> Callable[..., None]:
    """The command with its exit code, and with whatever goes wrong told in a sentence."""

    @wraps(command)
    def told(**given: Any) -> None:
        raise typer.Exit(_done(command, given))

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
