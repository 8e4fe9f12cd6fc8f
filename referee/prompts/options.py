"""What a new game still has to be told, asked one by one."""

from collections.abc import Mapping, Sequence
from typing import Any

from referee import beginning, display, opening, reply
from referee.errors import NotUnderstood
from referee.prompts.terminal import BACK, Choice, line, menu
from referee.text import Text

PLAYERS, DRAWS = "--player", "draws"


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
    if DRAWS not in found:
        found[DRAWS] = _value(DRAWS, beginning.DRAWS)
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
    display.say(Text("prompt.draws" if key == DRAWS else "prompt.option", {"key": key, "values": tuple(values)}))
    while True:
        typed = line("", complete=lambda text: (value for value in values if value.startswith(text)))
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
