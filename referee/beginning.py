"""What a new session needs: what still has to be said, whose box is used, what it is called."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from referee import box, opening, shelf
from referee.errors import NotUnderstood

DRAWS = ("table", "referee")
OWN, PRACTICE = "own", "practice"
BOX, BOXES = "--box", (OWN, PRACTICE)
# What is said of a table not laid out yet.
NEW = ("game", "players", "options", "rulings", "draws", "seed", "assist", "by-hand", "begun")
Missing = tuple[str, tuple[str, ...]]  # an option of `new` as it is written, and what may be said for it


def missing(game: str, said: Mapping[str, Any], folder: Path) -> Iterator[Missing]:
    """The options that a session cannot begin without, in the order in which they are asked."""
    if not said.get("players"):
        yield "--player", ("NAME", "NAME:COLOUR")
    for key, values in opening.game(game).missing(opening.options(said)):
        yield f"--option {key}", values
    if any(untaught(game, said, folder)):
        yield BOX, BOXES


def untaught(game: str, said: Mapping[str, Any], folder: Path) -> Iterable[str]:
    """What a table has not taught of its own box, from which the referee is to deal as far as anybody has said.

    Nothing of a box of which it has taught nothing at all, and nothing where a position says what lies on the table.
    """
    own = box.read(box.place(game, folder)).sentences
    if said.get("draws") != "referee" or not own or set(said) - set(NEW):
        return ()
    play, kit = opening.game(game), opening.taught(game, opening.kit(game), own)
    return play.untaught(kit, play.settings(opening.options(said), kit))


def header(game: str, said: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Everything that the session of a game needs. `from` is whose box: own or practice; a position may hold its own.

    Without a box of its own a table whose draws are the referee's takes the practice box. Raises NotUnderstood, with
    what may be said, if something is missing.
    """
    for option, values in missing(game, said, folder):
        lacks, key = tuple(untaught(game, said, folder)), "new.untaught" if option == BOX else "new.missing"
        raise NotUnderstood(key, nearest=tuple(_spelt(option, value) for value in values), option=option, lacks=lacks)
    check("--draws", said.get("draws", "table"), DRAWS)
    check(BOX, said.get("from", "own"), BOXES)
    check("GAME", said.get("game", game), (game,))
    head = {**said, "game": game, "draws": said.get("draws", "table")}
    whose = head.pop("from", "")
    own, practice = box.read(box.place(game, folder)), box.practice(opening.folder(game))
    boxless = not own.sentences and not head.get("box") and head["draws"] == "referee"
    if practice.sentences and (whose == "practice" or boxless):
        return {**head, "box": practice.sentences, "practice": True}
    if "box" not in head:
        head["box"] = own.sentences
    return {**head, "rulings": tuple(dict.fromkeys((*own.rulings, *head.get("rulings", ()))))}


def with_box(said: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
    """A table that is only looked at, with what this table has taught of its box, if it does not bring a box along."""
    own = box.read(box.place(str(said["game"]), folder)).sentences
    return said if "box" in said or not own else {**said, "box": own}


def check(option: str, value: str, values: tuple[str, ...]) -> None:
    """Raises NotUnderstood, with the values that an option may have, for another one."""
    if value not in values:
        raise NotUnderstood("option.value", nearest=values, key=option, value=value)


def _spelt(option: str, value: str) -> str:
    return f"{option}{'=' if ' ' in option else ' '}{value}"


def name(game: str, folder: Path) -> str:
    """A name that no session of the folder has: the game's, with a number from the second on."""
    n, free = 1, game
    while shelf.place(free, folder).exists():
        n, free = n + 1, f"{game}-{n + 1}"
    return free
