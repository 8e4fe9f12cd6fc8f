"""What a new game still has to be told, asked one by one."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee import beginning, display, opening, reply
from referee.errors import NotUnderstood
from referee.prompts.terminal import BACK, Choice, line, menu
from referee.text import Text

PLAYERS = "--player"


def ask_options(game: str, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a session of this game cannot begin without and nobody has said, as parts of a header; who draws as well."""
    found = dict(said)
    while missing := next(beginning.missing(game, found), None):
        option, values = missing
        if option == PLAYERS:
            found["players"] = _players()
        else:
            key = option.split()[-1]
            found["options"] = (*found.get("options", ()), f"{key}={_value(key, values)}")
    if "draws" not in found:
        found["draws"] = _value("draws", beginning.DRAWS)
    return {key: value for key, value in found.items() if value != said.get(key)}


def _players() -> tuple[str, ...]:
    while True:
        display.say(Text("prompt.players"))
        names = tuple(name.strip() for name in line("").split(",") if name.strip())
        try:
            if opening.players(names):
                return names
        except NotUnderstood as error:
            display.warn(*reply.error(error))


def _value(key: str, values: Sequence[str]) -> str:
    """One of the values, or its first letters; a number may be another one. Enter alone shows them as a menu."""
    question = Text("prompt.option", {"key": key, "values": tuple(values)})
    display.say(question)
    while True:
        typed = line("", complete=lambda text: (value for value in values if value.startswith(text)))
        typed = typed or menu(question, [Choice(value, value) for value in values])
        fits = [value for value in values if value.startswith(typed.casefold())]
        if typed in fits or (not fits and typed.isdecimal()):
            return typed
        if len(fits) == 1:
            return fits[0]
        if typed != BACK:
            display.warn(Text("prompt.value", {"said": typed, "values": tuple(fits or values)}))
