"""Position files: a table entered by its facts, written from a session and read by `--from`."""

from pathlib import Path
from typing import Any

from referee.desk import Desk
from referee.errors import Failed, NotUnderstood
from referee.files import rewrite, told
from referee.journal import toml
from referee.judging import settle
from referee.notation import join
from referee.records import read as read_toml

NOTHING = (0, "none")  # what a fact says that a bare table does not know at all
CARRIED = ("format", "game", "referee", "defaults", "players", "options", "box", "practice")


def read(file: Path) -> dict[str, Any]:
    """The header of a position file, with its facts. Raises Damaged, or Failed for a session."""
    found = read_toml(file)
    if "event" in found:
        raise Failed("position.session", file=str(file))
    if "game" not in found:
        raise Failed("position.game", file=str(file))
    return {key: value for key, value in found.items() if key[:1] != "_"}


def write(file: Path, desk: Desk, header: Any) -> None:
    """The table as it lies, secrets too, in a file of its own. Raises Failed for a moment that facts cannot say."""
    carried = {key: header[key] for key in CARRIED if key in header}
    house = tuple(f"{key}={reading}" for key, reading in desk.ask.pos.house.items())
    text = toml({**carried, **({"rulings": house} if house else {}), "facts": facts(desk), "at": moment(desk)})
    with told(file):
        if file.exists():
            raise Failed("position.exists", file=str(file))
        rewrite(file, text.encode())


def facts(desk: Desk) -> tuple[str, ...]:
    """The facts of the table that differ from one just laid out, as people write them."""
    pos, play = desk.ask.pos, desk.game
    blank = play.facts(play.blank(play.start(pos.kit, pos.players, pos.options, pos.house)))
    told = ((fact, value, blank.get(fact)) for fact, value in play.facts(pos).items())
    found = (
        (fact, value)
        for fact, value, before in told
        if value != before and (before is not None or value not in NOTHING)
    )
    return tuple(f"{who} {what} {value}".strip() for (who, what), value in found)


def moment(desk: Desk) -> str:
    """The step that is asked (and whose turn it is, of several), if a table entered by its facts can be asked it."""
    ask = desk.ask
    try:
        entered = settle(desk.game, desk.game.at(ask.pos, ask.rule, ask.who[0] if ask.who else ""))
    except NotUnderstood as error:
        raise Failed("position.moment", rule=ask.rule, nearest=error.nearest) from None
    if (entered.rule, entered.pos.agenda) != (ask.rule, ask.pos.agenda):
        raise Failed("position.moment", rule=ask.rule, nearest=())
    return join((ask.rule, *(ask.who if len(ask.pos.names) > 1 else ())))
