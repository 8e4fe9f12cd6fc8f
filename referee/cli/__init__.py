"""The command line: each command a few lines on a session. The only room that reads the clock.

A command, and every room that it needs, is loaded when it is called. Typer explains the commands and takes whatever a
shell may say; plain words, as programs and quick fingers give them, are understood without it in half the time.
"""

import os
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from referee import __version__
from referee.errors import RefereeError
from referee.text import Text

Command = Callable[..., int | None]  # gives its exit code, or nothing if all is well

INTERRUPTED, FAULT = 130, 1  # exit codes
COMMANDS = {
    **dict.fromkeys(("new", "play", "next", "say", "judge"), "playing"),
    **dict.fromkeys(
        ("undo", "redo", "note", "ruling", "assist", "by-hand", "fix", "insert", "change", "strike", "keep"), "mending"
    ),
    **dict.fromkeys(("show", "log", "why", "score"), "looking"),
    **dict.fromkeys(("count", "claim"), "checking"),
    **dict.fromkeys(("rules", "rulings", "notation", "box"), "reading"),
    **dict.fromkeys(("sessions", "stats", "export", "diff", "verify", "demo"), "filing"),
}


def main() -> None:
    """Runs `referee`."""
    from referee import display
    from referee.cli import plain

    display.ready()
    if plainly := plain.understood(sys.argv[1:]):
        sys.exit(done(*plainly))
    from referee.cli.typed import app

    app()


def __getattr__(name: str) -> Any:
    """`app`, the command line for Typer, which is loaded for whoever asks for it."""
    if name != "app":
        raise AttributeError(name)
    return import_module("referee.cli.typed").app


def command(name: str) -> Command:
    """The command of this name."""
    found: Command = getattr(import_module(f"referee.cli.{COMMANDS[name]}"), name.replace("-", "_"))
    return found


def done(command: Command, given: Mapping[str, Any]) -> int:
    """The exit code of a command. No person sees a traceback, unless REFEREE_DEBUG asks for one."""
    from referee import display

    try:
        return command(**given) or 0
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
