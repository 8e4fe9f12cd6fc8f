"""What is agreed before a game: the optional rules [10, 11], each by itself, so that any of them can be mixed [A-9]."""

from collections.abc import Mapping
from typing import Any

from referee.errors import NotUnderstood
from referee.games.parsec.kit import Kit
from referee.games.parsec.position import Options

CHOSEN = "chosen"
SWITCH, DEAL = ("no", "yes"), ("dealt", CHOSEN)
VALUES = {"quick": SWITCH, "even": SWITCH, "factions": DEAL, "nanotechs": DEAL, "monsters": SWITCH}


def settings(said: Mapping[str, str], kit: Kit) -> Options:
    """[S0.2] The options said as KEY=VALUE; what is not said is played by the standard rules. Raises NotUnderstood."""
    for key, value in said.items():
        if key not in VALUES:
            raise NotUnderstood("option.key", nearest=tuple(VALUES), key=key)
        if value not in VALUES[key]:
            raise NotUnderstood("option.value", nearest=VALUES[key], key=key, value=value)
    words: dict[str, Any] = {key: value == "yes" if VALUES[key] is SWITCH else value for key, value in said.items()}
    return Options(**words)


def written(options: Options) -> tuple[str, ...]:
    """The options as a session keeps them, all of them."""
    return tuple(f"{key}={_word(value)}" for key, value in options._asdict().items())


def _word(value: bool | str) -> str:
    return SWITCH[value] if isinstance(value, bool) else value


def seats(options: Options) -> tuple[int, int]:
    """[1.0, 2.0] Fewest and most players, whatever the options."""
    return 2, 6


def seating(options: Options) -> str:
    """The row that says so."""
    return "1.0-a"
