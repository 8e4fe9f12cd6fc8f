"""How a session begins: from its header to the first question. One reader for sessions, positions and cases."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from referee import rulebook, usual
from referee.ask import TABLE, Ask
from referee.chores import FULL, began
from referee.dealer import Dealer
from referee.desk import Desk
from referee.entering import EVERYWHERE, Blame, Entered, Fault, Faults, Line, blamed, enter
from referee.errors import NotUnderstood
from referee.game import Game
from referee.judging import settle
from referee.notation import split
from referee.position import Player
from referee.records import read
from referee.text import Reading
from referee.where import tables_folder

# The package of each game. One that lies elsewhere may be put in, as the tests do.
GAMES = {"planetoid": "referee.games.planetoid", "parsec": "referee.games.parsec"}
REFEREE = "referee"
# Keys of a header that are not a game's own form of facts.
PLAIN = frozenset(("format", "game", "referee", "defaults", "begun", "players", "options", "rulings", "box", "practice",
                   "draws", "seed", "assist", "by-hand", "facts", "at"))  # fmt: skip


# Keys without which no table can be laid. A form that is none may hold the board.
LAID_BY = frozenset(("box", "options", "players", "rulings"))


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


def options(said: Mapping[str, Any]) -> dict[str, str]:
    """The options said as KEY=VALUE. Raises NotUnderstood for other words, and for a key said twice."""
    found: dict[str, str] = {}
    for word in said.get("options", ()):
        key, equals, value = word.partition("=")
        if not equals:
            raise NotUnderstood("option.form", said=word)
        if found.setdefault(key, value) != value:
            raise NotUnderstood("option.twice", key=key)
    return found


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


class Opened(NamedTuple):
    """A game of which a header tells, as far as it goes: the table, if one can be laid, and what is wrong with it."""

    game: Game
    entered: Entered | None
    faults: Faults

    @property
    def blame(self) -> Blame:
        """Every place with what would be wrong but for what was told there, if anything lies in no one place."""
        lost = any(fault.place == EVERYWHERE for fault in self.faults)
        return blamed(self.game, self.entered) if lost and self.entered else {}


def opening(header: Mapping[str, Any]) -> tuple[Game, Ask]:
    """The game of a header and its first question. Raises NotUnderstood or Damaged, with everything that is wrong."""
    play, entered, faults = opened(header)
    faults.refuse()
    assert entered  # there is none of a header with faults only
    return play, settle(play, entered.pos)


def opened(header: Mapping[str, Any]) -> Opened:
    """The game of a header, with everything that is wrong. Raises NotUnderstood for a game that is none."""
    play, found = game(str(header["game"])), Faults()
    lines, box = _forms(play, header, found)
    full = kit(play.NAME)
    with found.at("box"):
        full = taught(play.NAME, full, (*header.get("box", ()), *box))
    if header.get("practice"):
        full = full._replace(practice=True)
    with found.at("options"):
        said = play.settings(options(header), full)
    with found.at("players"):
        seated = players(header.get("players", ()))
    house = _house(full, header, found)
    if not {"options", "players"} & {fault.place[0] for fault in found}:
        with found.at("players"):
            _check_seats(play, said, len(seated))
    if any(fault.place[0] in LAID_BY for fault in found):
        found += (Fault(line.said, line.place) for line in lines if isinstance(line.said, NotUnderstood))
        return Opened(play, None, found)
    pos = play.start(full, seated, said, house)
    with found.at("assist"):
        pos = pos.put(**began(play, str(header.get("assist", FULL)), header.get("by-hand", ())))
    if not (lines or "facts" in header or "at" in header):
        return Opened(play, Entered(pos, pos), found)
    lines += (Line(("facts", n), fact) for n, fact in enumerate(header.get("facts", ())))
    return Opened(play, enter(play, pos, lines, str(header.get("at", "")), found), found)


def _forms(play: Game, header: Mapping[str, Any], found: Faults) -> tuple[list[Line], tuple[str, ...]]:
    """What a header says in forms of the game's own: facts, and sentences of the box."""
    lines, box = list[Line](), tuple[str, ...]()
    for key in (key for key in header if key not in PLAIN):
        with found.at(key):
            more, told = play.expand(key, header[key])
            box += more
            lines += (Line((key, n), facts) for n, facts in enumerate(told))
    return lines, box


def _house(full: Any, header: Mapping[str, Any], found: Faults) -> dict[str, Reading]:
    house = dict[str, Reading]()
    for n, word in enumerate(header.get("rulings", ())):
        id, _, reading = word.partition("=")
        with found.at("rulings", n):
            ruling = full.book.ruling(id)
            house[ruling.key] = full.book.reading(ruling, reading)
    return house


def _check_seats(play: Game, said: Any, n: int) -> None:
    least, most = play.seats(said)
    if not least <= n <= most:
        key = "player.count" if least < most else "player.exactly"
        raise NotUnderstood(key, rule=play.seating(said), least=least, most=most, n=n)


def desk(header: Mapping[str, Any]) -> Desk:
    """A desk at the beginning of the session that a header describes."""
    return seated(*opening(header), header)


def seated(play: Game, ask: Ask, header: Mapping[str, Any]) -> Desk:
    """A desk at this question; where the draws are the referee's, with a dealer."""
    dealer = Dealer(int(header.get("seed", 0))) if header.get("draws") == "referee" else None
    return Desk(play, ask, dealer)
