"""How a session begins: from its header to the first question. One reader for sessions, positions and cases."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from referee import rulebook, usual
from referee.ask import TABLE, Ask
from referee.correcting import facts_said, moves
from referee.dealer import Dealer
from referee.desk import Desk
from referee.errors import Damaged, NotUnderstood
from referee.game import Fact, Game, fact_named, fact_names
from referee.hearing import person
from referee.judging import settle
from referee.notation import split
from referee.position import Player
from referee.records import read
from referee.text import Value
from referee.where import tables_folder

# The package of each game. One that lies elsewhere may be put in, as the tests do.
GAMES = {"planetoid": "referee.games.planetoid", "parsec": "referee.games.parsec"}
REFEREE = "referee"
# Keys of a header that are not a game's own form of facts.
PLAIN = frozenset(("format", "game", "referee", "defaults", "begun", "players", "options", "rulings", "box", "practice",
                   "draws", "seed", "facts", "at"))  # fmt: skip


class Tables(Mapping[str, Any]):
    """The tables of a folder by the names of their files; each is read when somebody looks into it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._read:
            self._read[name] = read(self._folder / f"{name}.toml")
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(path.stem for path in self._folder.glob("*.toml")))

    def __len__(self) -> int:
        return sum(1 for _ in self)


def game(name: str) -> Game:
    """The game of this name. Raises NotUnderstood."""
    if name not in GAMES:
        raise NotUnderstood("game.unknown", nearest=tuple(GAMES), game=name)
    return usual.game(GAMES[name])


def folder(name: str) -> Path:
    """Where the tables of a game lie: the rulebook, the figures, the texts."""
    return game(name).TABLES or tables_folder(name)


@cache
def kit(name: str) -> Any:
    """The kit of a game's shipped tables."""
    return game(name).kit(Tables(folder(name)), rulebook.Rulebook(folder(name)))


def taught(name: str, kit: Any, sentences: Iterable[str]) -> Any:
    """The kit with facts of a box, each a `teach` sentence. Raises NotUnderstood."""
    for sentence in sentences:
        words = split(sentence)
        kit = game(name).teach(kit, words[1:] if words[:1] == ("teach",) else words)
    return kit


def players(said: Sequence[str], verbs: Iterable[str] = ()) -> tuple[Player, ...]:
    """The players of NAME or NAME:colour, in seating order. Raises NotUnderstood for names that would mislead.

    A colour is a word of letters; with anything else behind its last colon the whole is a name.
    """
    from unicodedata import normalize

    found: list[Player] = []
    taken: set[str] = {TABLE, REFEREE}
    for word in said:
        name, _, colour = word.rpartition(":")
        player = Player(name, colour) if name and colour.replace("-", "").isalpha() else Player(word)
        for part in player if player.colour else (player.name,):
            key = normalize("NFKC", part).casefold()
            if key in taken or not part or part != part.strip() or not part.isprintable():
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
        key = "player.count" if least < most else "player.exactly"
        raise NotUnderstood(key, rule=play.seating(options), least=least, most=most, n=len(seated))
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
    """The table laid out, then what is told about it; every impossibility is named at once.

    `at` is the step asked, then the player whose turn it is (`2.1 Bea`); both may be left out.
    """
    pos = play.with_facts(play.blank(pos), cast(Any, entered))
    pos = _told(play, pos, facts)
    if faults := tuple(play.faults(pos)):
        raise Damaged("position.faults", faults=faults)
    *step, last = split(at) or ("",)
    who = person(pos.players, last)
    return play.at(pos, " ".join(step if who else (*step, last)), who or pos.names[0])


def _told(play: Game, pos: Any, facts: Iterable[str]) -> Any:
    """One fact after the other, as each may make room for others: their names are taken anew if one is not known yet.

    What a fact takes from another pile depends on how much lies there by then.
    """
    names: Mapping[str, Fact] = {}
    for fact in facts:
        if moves(fact) or not (told := fact_named(names, fact)):
            changes, names = facts_said(play, pos, (fact,)), fact_names(play.facts(pos))
        else:
            changes = dict((told,))
        pos = play.with_facts(pos, changes)
    return pos


def desk(header: Mapping[str, Any]) -> Desk:
    """A desk at the beginning of the session that a header describes."""
    play, ask = opening(header)
    dealer = Dealer(int(header.get("seed", 0))) if header.get("draws") == "referee" else None
    return Desk(play, ask, dealer)
