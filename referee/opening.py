"""How a session begins: from its header to the first question. One reader for sessions, positions and cases."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, cast

from referee import rulebook
from referee.ask import TABLE, Ask
from referee.dealer import Dealer
from referee.desk import Desk
from referee.errors import Damaged, NotUnderstood
from referee.game import Game
from referee.judging import facts_said, settle
from referee.notation import split
from referee.position import Player
from referee.text import Value
from referee.where import tables_folder

GAMES = {"planetoid": "referee.games.planetoid"}
REFEREE = "referee"
# Keys of a header that are not a game's own form of facts.
PLAIN = frozenset(("format", "game", "referee", "defaults", "begun", "players", "options", "rulings", "box", "practice",
                   "draws", "seed", "facts", "at"))  # fmt: skip


def game(name: str) -> Game:
    """The game of this name. Raises NotUnderstood."""
    if name not in GAMES:
        raise NotUnderstood("game.unknown", nearest=tuple(GAMES), game=name)
    return cast(Game, import_module(GAMES[name]))


@cache
def kit(name: str) -> Any:
    """The kit of a game's shipped tables."""
    import tomllib

    folder = tables_folder(name)
    names = ("tiles", "systems", "solo")
    files = {n: tomllib.loads((folder / f"{n}.toml").read_text("utf-8")) for n in names}
    return game(name).kit(files, rulebook.load(folder))


def taught(name: str, kit: Any, sentences: Iterable[str]) -> Any:
    """The kit with facts of a box, each a `teach` sentence. Raises NotUnderstood."""
    for sentence in sentences:
        words = split(sentence)
        kit = game(name).teach(kit, words[1:] if words[:1] == ("teach",) else words)
    return kit


def players(said: Sequence[str], verbs: Iterable[str] = ()) -> tuple[Player, ...]:
    """The players of NAME or NAME:colour, in seating order. Raises NotUnderstood for names that would mislead."""
    found: list[Player] = []
    taken: set[str] = {TABLE, REFEREE}
    for word in said:
        name, colon, colour = word.rpartition(":")
        player = Player(name, colour) if colon and name else Player(word)
        for part in filter(None, player):
            key = unicodedata.normalize("NFKC", part).casefold()
            if key in taken or not part.strip() or not part.isprintable():
                raise NotUnderstood("player.taken" if key in taken else "player.name", name=part)
            taken.add(key)
        found.append(player)
    return tuple(found)


def opening(header: Mapping[str, Any]) -> tuple[Game, Ask]:
    """The game of a header and its first question. Raises NotUnderstood, with everything that is wrong named first."""
    name = str(header["game"])
    play, box = game(name), tuple(header.get("box", ()))
    forms = {key: value for key, value in header.items() if key not in PLAIN}
    entered: dict[tuple[str, str], str | int] = {}
    for key, value in forms.items():
        more, facts = play.expand(key, value)
        box += more
        entered |= facts
    full = taught(name, kit(name), box)
    if header.get("practice"):
        full = full._replace(practice=True)
    options = play.settings(dict(word.split("=", 1) for word in header.get("options", ())), full)
    seated = players(header.get("players", ()))
    least, most = play.seats(options)
    if not least <= len(seated) <= most:
        raise NotUnderstood("player.count", least=least, most=most, n=len(seated))
    house = {}
    for word in header.get("rulings", ()):
        id, _, reading = word.partition("=")
        ruling = full.book.ruling(id)
        house[ruling.key] = full.book.reading(ruling, reading)
    pos = play.start(full, seated, options, house)
    if entered or "facts" in header or "at" in header:
        pos = _enter(play, pos, entered, tuple(header.get("facts", ())), str(header.get("at", "")))
    return play, settle(play, pos)


def _enter(play: Game, pos: Any, entered: Mapping[tuple[str, str], Value], facts: Sequence[str], at: str) -> Any:
    """The table laid out, then what is told about it; every impossibility is named at once."""
    pos = play.with_facts(play.blank(pos), cast(Any, entered))
    for fact in facts:
        pos = play.with_facts(pos, facts_said(play, pos, (fact,)))
    if faults := tuple(play.faults(pos)):
        raise Damaged("position.faults", faults=faults)
    return play.at(pos, at, pos.names[0])


def desk(header: Mapping[str, Any]) -> Desk:
    """A desk at the beginning of the session that a header describes."""
    play, ask = opening(header)
    dealer = Dealer(int(header.get("seed", 0))) if header.get("draws") == "referee" else None
    return Desk(play, ask, dealer)
