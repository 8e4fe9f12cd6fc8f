"""Plain words: a command, its options each by a name of theirs, their values, its arguments. All else is Typer's."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import UnionType
from typing import Any

from referee.cli import COMMANDS, Command, command
from referee.cli.options import Option

READ: dict[Any, Callable[[str], Any]] = {str: str, Path: Path, int: int}


def understood(words: Sequence[str]) -> tuple[Command, dict[str, Any]] | None:
    """The command and what it is given, if the words leave no doubt; else nothing."""
    if not words or words[0] not in COMMANDS:
        return None
    found = command(words[0])
    try:
        return found, _given(found, iter(words[1:]))
    except (LookupError, ValueError):  # not as plain as it seemed
        return None


def _given(command: Command, words: Iterator[str]) -> dict[str, Any]:
    """What the words give to the parameters. LookupError or ValueError if they are not plain."""
    named, bare = _parameters(command)
    given: dict[str, Any] = {}
    rest: list[str] = []
    for word in words:
        if word in named:
            name, kind, many = named[word]
            value = True if kind is bool else READ[kind](_value(words))
            given[name] = [*given.get(name, ()), value] if many else value
        elif word.startswith("-") and word != "-":
            raise LookupError(word)
        else:
            rest.append(word)
    for name, kind, many in bare:
        if rest:
            given[name] = [READ[kind](rest.pop(0)) for _ in range(len(rest) if many else 1)]
            given[name] = given[name] if many else given[name][0]
    if rest or not _needed(command) <= set(given):
        raise LookupError(rest)
    return given


def _value(words: Iterator[str]) -> str:
    word = next(words, "-")
    if word.startswith("-"):
        raise LookupError(word)
    return word


Parameter = tuple[str, Any, bool]  # its name, the type of one value, whether it takes many


def _parameters(command: Command) -> tuple[dict[str, Parameter], list[Parameter]]:
    """Those that are said by a name, by each of their names; and those that are said by themselves, in order."""
    named: dict[str, Parameter] = {}
    bare: list[Parameter] = []
    for name, hint in command.__annotations__.items():
        if name == "return":
            continue
        kind, note = hint.__origin__, hint.__metadata__[0]
        kind = kind.__args__[0] if isinstance(kind, UnionType) else kind
        many = getattr(kind, "__origin__", None) is list
        parameter = (name, kind.__args__[0] if many else kind, many)
        if isinstance(note, Option):
            named |= dict.fromkeys(note.names or (f"--{name.replace('_', '-')}",), parameter)
        else:
            bare.append(parameter)
    return named, bare


def _needed(command: Any) -> set[str]:
    """The parameters without a default."""
    code = command.__code__
    names = code.co_varnames[: code.co_argcount]
    return set(names[: len(names) - len(command.__defaults__ or ())])
