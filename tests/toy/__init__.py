"""Eddy, a game for three that is sold nowhere: seven hexes of water, a boat each, and shells to be had for a die."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from referee import hexes, position
from referee.ask import TABLE, Ask
from referee.game import Chance, Facts
from referee.position import Player
from referee.results import Result
from referee.text import Text
from referee.usual import Asks, miscounted
from referee.verdict import Objection, broken, disputed, waivable
from referee.view import Cell, HexMap, Table, View, Words

NAME, TITLE, TABLES = "toy", "Eddy", Path(__file__).parent / "tables"
WATER = {hexes.label(at): at for radius in (0, 1) for at in hexes.ring(hexes.ORIGIN, radius)}


class Position(position.Position):
    throws: int  # of the die


class Place(str):
    """A hex by its label, in capitals."""

    def __new__(cls, word: str) -> "Place":
        return super().__new__(cls, word.upper())


class Hide(NamedTuple):
    who: str
    charm: str


class Row(NamedTuple):
    who: str
    to: Place


class Swap(NamedTuple):
    who: str
    whom: str


class Answer(NamedTuple):
    who: str
    word: str


class Roll(NamedTuple):
    who: str
    pips: int


class Gust(NamedTuple):
    who: str
    to: Place


VERBS = {"hide": Hide, "row": Row, "swap": Swap, "answer": Answer, "roll": Roll, "gust": Gust}
RULES = {Hide: "1.2", Row: "2.2", Roll: "2.3", Swap: "2.4", Answer: "2.4", Gust: "3.1"}
INTERJECTIONS = (Gust,)
FRAMELESS = (Row,)
PEOPLE = {Swap: ("whom",)}


def seats(options: Any) -> tuple[int, int]:
    return 3, 3


def seating(options: Any) -> str:
    return "1.1"


def start(kit: Any, players: tuple[Player, ...], options: Any, house: Mapping[str, Any]) -> Position:
    pieces, names = kit.tables["pieces"], tuple(player.name for player in players)
    pos = Position(kit=kit, players=players, house=house, throws=0, agenda=(("hide", *names), ("turn", names[0])))
    for who, harbour in zip(names, pieces["harbours"], strict=True):
        pos = pos.mark(who, "boat", harbour, "1.1", "boat.start").mark(who, "charm", "none", "1.1", "charm.start")
        pos = pos.change(who, "gust", 1, "1.1", "gust.start")
    return pos.change("pool", "shells", pieces["shells"], "1.1", "shells.start")


def plays(pos: Position, who: str) -> bool:
    """[1.2] Once every charm is hidden."""
    return who in pos.names and pos.agenda[:1] != () and pos.agenda[0][0] != "hide"


def swap(pos: Position) -> Position:
    """[2.4] The boats change places, and both gather."""
    _, a, b = pos.agenda[0]
    moved = pos.mark(a, "boat", pos.marks[b, "boat"], "2.4", "boat.swaps")
    return moved.mark(b, "boat", pos.marks[a, "boat"], "2.4", "boat.swaps").pop(("gather", a), ("gather", b))


def onward(pos: Position) -> Position:
    """[4.1] The next turn, until somebody has enough."""
    who, names, enough = pos.agenda[0][1], pos.names, pos.kit.tables["pieces"]["enough"]
    if any(pos.count(each, "shells") >= enough for each in names):
        return pos.put(agenda=()).happen("game over", "4.1", "over.enough", n=enough)
    return pos.pop(("turn", names[(names.index(who) + 1) % len(names)]))


STEPS = {
    "hide": Asks("1.2", "ask.hide", (Hide,)),
    "turn": Asks("2.1", "ask.turn", (Row, Swap)),
    "gather": Asks("2.3", "ask.gather", (Roll,), fact="roll"),
    "consent": Asks("2.4", "ask.consent", (Answer,)),
    "swap": swap,
    "onward": onward,
}


def slot(ask: Ask, words: tuple[str, ...]) -> Iterable[str]:
    return sayable(ask.pos, ask.who[0], VERBS[words[0]])


def sayable(pos: Position, who: str, kind: type) -> Iterable[str]:
    """What may follow the verb."""
    if kind in (Row, Gust):
        return (to for to, at in WATER.items() if hexes.distance(WATER[pos.marks[who, "boat"]], at) == 1)
    charms: Iterable[str] = pos.kit.tables["pieces"]["charms"]
    others = (name for name in pos.names if name != who)
    return {Hide: charms, Swap: others, Answer: ("yes", "no"), Roll: "123456"}[kind]


def check(ask: Ask, event: Any) -> Iterator[Objection]:
    rule, (who, word) = RULES[type(event)], event
    if isinstance(event, Gust) and not ask.pos.count(who, "gust"):
        yield broken(rule, "gust.spent", who=who)
    if isinstance(event, Row | Gust):
        yield from check_way(ask.pos, event, rule)
    elif str(word) not in (may := tuple(sayable(ask.pos, who, type(event)))):
        yield broken(rule, "word.none", said=str(word), may=may)


def check_way(pos: Position, event: Row | Gust, rule: str) -> Iterator[Objection]:
    """[2.2, 3.1] One hex at a time; whether two boats may lie in one is for the table to say."""
    here = WATER[pos.marks[event.who, "boat"]]
    if event.to not in WATER:
        yield broken(rule, "way.none", to=event.to)
    elif (steps := hexes.distance(here, WATER[event.to])) != 1:
        yield waivable(rule, "way.far", to=event.to, n=steps)
    elif event.to in (pos.marks[who, "boat"] for who in pos.names):
        yield disputed("2.2", "way.shared", "E-1", pos.reading("sharing") == "yes", to=event.to)


def effect(pos: Position, event: Any) -> Position:
    match event:
        case Hide(who, charm):
            waiting = tuple(name for name in pos.agenda[0][1:] if name != who)
            return pos.mark(who, "charm", charm, "1.2", "charm.hidden").pop(*([("hide", *waiting)] if waiting else []))
        case Row(who, to):
            rowed, due = pos.mark(who, "boat", to, "2.2", "boat.rows"), pos.agenda[0] == ("turn", who)
            return rowed.pop(("gather", who), ("onward", who)) if due else rowed.push(("gather", who))
        case Swap(who, whom):
            return pos.pop(("consent", whom), ("swap", who, whom), ("onward", who))
        case Answer(_, word):
            return pos.put(agenda=pos.agenda[1 if word == "yes" else 2 :])
        case Gust(who, to):
            pos = pos.change(who, "gust", -1, "3.1", "gust.used").mark(who, "boat", to, "3.1", "boat.blown")
            return pos.push(("gather", who))
    who, n = pos.agenda[0][1], min(event.pips, pos.count("pool", "shells"))
    pos = pos.change("pool", "shells", -n, "2.3", "shells.gathered").change(who, "shells", n, "2.3", "shells.gathered")
    return pos.put(throws=pos.throws + 1).pop()


def deal(ask: Ask, chance: Chance) -> Roll:
    return Roll(TABLE, chance.rolled(f"throw {ask.pos.throws}", 6))


def facts(pos: Position) -> Facts:
    counted = [(who, what) for who in pos.names for what in ("shells", "gust")]
    return {**{(who, what): pos.count(who, what) for who, what in [*counted, ("pool", "shells")]}, **pos.marks}


def box(pos: Position) -> Mapping[str, tuple[int, int]]:
    return {
        "shells": (pos.kit.tables["pieces"]["shells"], sum(pos.count(who, "shells") for who in ("pool", *pos.names)))
    }


def faults(pos: Position) -> Iterator[Objection]:
    yield from miscounted(pos, box(pos))
    yield from (
        broken("1.1", "way.none", to=at) for (_, what), at in pos.marks.items() if what == "boat" and at not in WATER
    )


def secret(pos: Position) -> frozenset[str]:
    """[1.2] Charms lie face-down until the game is over."""
    return frozenset({"charm"} if pos.agenda else ())


def view(pos: Position) -> View:
    boats = {at: "".join(who[0] for who in pos.names if pos.marks[who, "boat"] == at) for at in WATER}
    return HexMap(Text("view.water"), {WATER[at]: Cell(boats[at] or ".") for at in WATER}), *score(pos)


def score(pos: Position) -> View:
    """[4.2] A shell counts 1, a charm what it is worth once it is seen."""
    head = ("who", "shells", "gust", "charm", "points")
    rows: list[tuple[Words, ...]] = []
    for who in pos.names:
        shown = Text("view.hidden") if secret(pos) else pos.marks[who, "charm"]
        rows.append((who, str(pos.count(who, "shells")), str(pos.count(who, "gust")), shown, str(points(pos, who))))
    return (Table(Text("view.held"), tuple(Text(f"view.{name}") for name in head), tuple(rows)),)


def points(pos: Position, who: str) -> int:
    """[4.2] What somebody has, as far as it is seen."""
    charm, worth = "none" if secret(pos) else pos.marks[who, "charm"], {"none": 0, **pos.kit.tables["pieces"]["charms"]}
    return pos.count(who, "shells") + int(worth[charm])


def results(pos: Position) -> tuple[Result, ...]:
    """[4.2] The most points win; equals share a place."""
    held = {who: points(pos, who) for who in pos.names}
    ranks = {who: 1 + sum(n > held[who] for n in held.values()) for who in held} if not pos.agenda else {}
    placed = sorted(ranks, key=ranks.__getitem__)
    first = pos.names[0]
    return tuple(
        Result(who, ranks[who], ranks[who] == 1, who == first, held[who], pos.marks[who, "charm"]) for who in placed
    )
