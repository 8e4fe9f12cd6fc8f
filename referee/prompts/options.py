"""What a new game still has to be told, asked one by one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from referee import beginning, display, opening, reply
from referee.asides import QUIT
from referee.errors import NotUnderstood
from referee.prompts.terminal import BACK, Choice, line, menu
from referee.text import Text

Keep = Callable[[Mapping[str, Any]], None]

PLAYERS, DRAWS = "--player", "--draws"


def ask_game() -> str:
    """Which of the games is played."""
    games = tuple(opening.GAMES)
    return _value(Text("prompt.game", {"values": games}), games)


def ask_options(game: str, said: Mapping[str, Any], folder: Path, keep: Keep | None = None) -> dict[str, Any]:
    """What a session of this game cannot begin without and nobody has said, as parts of a header; who draws as well.

    `keep` is told all that is known, after each answer.
    """
    found = dict(said)
    while missing := next(_missing(game, found, folder), None):
        option, values = missing
        if option == PLAYERS:
            found["players"] = _players()
        elif option == DRAWS:
            found["draws"] = _value(Text("prompt.draws", {"values": values}), values)
        elif option == beginning.BOX:
            lacks = tuple(beginning.untaught(game, found, folder))
            found["from"] = _value(Text("prompt.box", {"lacks": lacks, "values": values}), values)
        else:
            key = option.split()[-1]
            value = _value(Text("prompt.option", {"key": key, "values": values}), values)
            found["options"] = (*found.get("options", ()), f"{key}={value}")
        if keep:
            keep(found)
    return {key: value for key, value in found.items() if value != said.get(key)}


def _missing(game: str, said: Mapping[str, Any], folder: Path) -> Iterator[beginning.Missing]:
    """What is missing; then who draws, and what that makes missing."""
    yield from beginning.missing(game, said, folder)
    if "draws" not in said:
        yield DRAWS, beginning.DRAWS


def _players() -> tuple[str, ...]:
    while True:
        display.say(Text("prompt.players"))
        names = tuple(name.strip() for name in _typed().split(",") if name.strip())
        try:
            if opening.players(names):
                return names
        except NotUnderstood as error:
            display.warn(*reply.error(error))


def _value(question: Text, values: Sequence[str]) -> str:
    """One of the values, or its first letters; a number may be another one. Enter alone shows them as a menu."""
    display.say(question)
    while True:
        typed = _typed(values)
        if not typed and (chosen := menu(Text("prompt.choose"), [Choice(value, value) for value in values])) != BACK:
            display.say(Text("prompt.chosen", {"value": chosen}))
            return str(chosen)
        fits = [value for value in values if value.startswith(typed.casefold())] if typed else []
        if typed in fits or (not fits and typed.isdecimal()):
            return typed
        if len(fits) == 1:
            return fits[0]
        if typed:
            display.warn(Text("prompt.value", {"said": typed, "values": tuple(fits or values)}))


def _typed(values: Sequence[str] = ()) -> str:
    """What is typed. `quit` leaves, as Ctrl-D does: raises EOFError."""
    typed = line("", complete=lambda text: (value for value in values if value.startswith(text)))
    if typed.casefold() == QUIT:
        raise EOFError
    return typed
