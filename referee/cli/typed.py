"""The commands as Typer has them: help, usage errors, and every way in which a shell may say an option."""

from collections.abc import Iterator, Mapping
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, get_args

import typer
from typer.core import TyperGroup

from referee import __version__, cli
from referee.cli import COMMANDS, Command
from referee.cli.options import Option

SETTINGS: Mapping[str, Any] = {
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "add_completion": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


class Commands(TyperGroup):
    """The commands by name, each made when somebody asks for it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, list(_asked(args)))

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in COMMANDS:
            return None
        single = typer.Typer(**SETTINGS)
        single.command(cmd_name)(_told(cli.command(cmd_name)))
        return typer.main.get_command(single)


def _asked(words: list[str]) -> Iterator[str]:
    """What was typed; where a table to begin from has no file, `-` stands for it: it is asked for."""
    for word, after in zip(words, (*words[1:], "--"), strict=False):
        yield word
        if words[0] == "new" and word == "--from" and after.startswith("--"):
            yield "-"


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
        raise typer.Exit(cli.done(cli.command("play"), {}))


def _told(command: Command) -> Any:
    """A function that Typer can call: what the command takes in Typer's words, its exit code as Typer wants it."""

    @wraps(command)
    def told(**given: Any) -> None:
        raise typer.Exit(cli.done(command, given))

    taken = signature(command)
    parameters = [parameter.replace(annotation=_said(parameter)) for parameter in taken.parameters.values()]
    told.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    setattr(told, "__signature__", taken.replace(parameters=parameters, return_annotation=None))  # noqa: B010
    return told


def _said(parameter: Parameter) -> Any:
    """The type of a parameter with Typer's note in the place of ours."""
    kind, note = get_args(parameter.annotation)
    made = typer.Option if isinstance(note, Option) else typer.Argument
    return Annotated[kind, made(*note.names, metavar=note.metavar, help=note.help)]
