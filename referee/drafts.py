"""Tables that are being told at the prompt: each is kept among the sessions, as a position file, until it is whole."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from referee.files import lock, remove, rewrite, told
from referee.journal import toml
from referee.records import read as read_toml

ENDING = ".position.toml"


def place(game: str, folder: Path) -> Path:
    """Where the table of a game is kept, there or not."""
    return folder / f".{game}{ENDING}"


def begun(games: tuple[str, ...], folder: Path) -> tuple[str, ...]:
    """The games of which a table has been begun."""
    return tuple(game for game in games if place(game, folder).exists())


def read(game: str, folder: Path) -> dict[str, Any]:
    """What has been told so far; nothing, if no table was begun. Raises Damaged."""
    file = place(game, folder)
    return read_toml(file) if file.exists() else {}


def keep(game: str, folder: Path, said: Mapping[str, Any]) -> None:
    """What has been told so far, to go on from next time."""
    file = place(game, folder)
    plain = {key: tuple(value) if isinstance(value, list) else value for key, value in said.items()}
    with told(file):
        folder.mkdir(parents=True, exist_ok=True)
        with lock(file):
            rewrite(file, toml(plain).encode())


def drop(game: str, folder: Path) -> None:
    """The table is whole, or given up."""
    file = place(game, folder)
    with told(file):
        remove(file)
