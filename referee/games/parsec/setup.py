"""Laying the table out [3.0]: what everybody begins with, and the order of its steps.

The steps are `hands.py` (nanotechs), `allegiance.py` (factions) and `ring.py` (start tiles).
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.ask import TABLE, Ask, Play
from referee.errors import Failed
from referee.game import Chance
from referee.games.parsec import allegiance, hands, ring
from referee.games.parsec.board import NEBULA, homeworld
from referee.games.parsec.events import Begin, Bid, Dealt, Draw, Event, First, Offered, Pick, Place, Put, Sworn, TakeUp
from referee.games.parsec.kit import Kit
from referee.games.parsec.position import Options, Position
from referee.games.parsec.settings import CHOSEN
from referee.hexes import ORIGIN, label
from referee.position import Player
from referee.text import Text
from referee.verdict import Objection, broken


def start(kit: Kit, players: tuple[Player, ...], options: Options, house: Mapping[str, Any]) -> Position:
    """[S1.7] The table before anything is dealt; what everybody begins with are entries like all changes."""
    names = tuple(player.name for player in players)
    pos = Position(
        kit=kit,
        players=players,
        house=house,
        options=options,
        agenda=(("first",), ("deck",), ("ring",)),
        board=homeworld(kit.kinds),
        ships=dict.fromkeys(names, ORIGIN),
        first="",
        turn=0,
        completed=dict.fromkeys(names, ()),
        research=dict.fromkeys(names, ()),
        used=frozenset(),
        factions={},
        offered=(),
        bids={},
        layers={},
        aside=(),
        added=(),
        walked=(),
        pulsar="",
        moved=False,
        beasts={},
        gone=frozenset(),
        passed=0,
        result="",
    )
    for who in names:
        pos = _endowed(pos, who)
    return pos


def begun(pos: Position) -> bool:
    """Whether the table is laid out [3.0-n]: the first turn has come."""
    return pos.turn > 0


def plays(pos: Position, who: str) -> bool:
    """[3.0-n] Whether a player has turns: once the table is laid out."""
    return who in pos.names and begun(pos)


def _endowed(pos: Position, who: str) -> Position:
    """[3.0, 10.1, 10.3] Credits, robots aboard, and the ship on the Homeworld space; nobody has a point yet."""
    figures, quick = pos.kit.start, pos.options.quick
    credits = figures["quick_credits" if quick else "credits"]
    pos = pos.change(who, "credits", credits, "10.1-a" if quick else "3.0-f", "setup.credits")
    if pos.options.factions == CHOSEN:
        pos = pos.change(who, "credits", figures["chosen_credits"], "10.3-a", "setup.chosen")
    pos = pos.change(who, "aboard", figures["robots"], "3.0-g", "setup.aboard")
    return pos.happen(f"{who} ship {label(ORIGIN)}", "3.0-h", "setup.ship", who=who, hex=label(ORIGIN))


def untaught(kit: Kit, options: Options) -> Iterator[str]:
    """What of the box the referee cannot deal, or show, because the table has not told it."""
    shapes = (k.name for k in kit.kinds.values() if k.sort == NEBULA and not k.opposite and k.edges not in (1, 6))
    known = {
        "faction": len(kit.factions) >= kit.start["factions"],
        "nebula": all(len(kit.patterns.get(name, ())) >= kit.kinds[name].shapes for name in shapes),
        "monster": not options.monsters or kit.appetites.keys() >= kit.monsters.keys(),
    }
    yield from (what for what, is_known in known.items() if not is_known)


# -- the order of the steps ------------------------------------------------------------------


def first(pos: Position) -> Play:
    """[S0.3] Who is the oldest?"""
    return (yield Ask("S0.3", (TABLE,), (First,), pos, Text("ask.first", {"players": pos.names}), fact="first"))


def deck(pos: Position) -> Position:
    """[S1.1] So many of each type make the nanotech deck; then hands, choices and factions, in turn order."""
    n, types = pos.kit.copies[len(pos.names)], len(pos.kit.nanotechs)
    pos = pos.happen(f"{n} of each nanotech", "3.0-b", "setup.deck", n=n, cards=n * types)
    cards = tuple((step, who) for step in ("hand", "begin") for who in pos.order)
    if pos.options.factions == CHOSEN:
        return pos.pop(*cards, ("offer",), ("bids",), ("picks",))
    return pos.pop(*cards, *(("sworn", who) for who in pos.order))


# -- moments ------------------------------------------------------------------


def moment(ask: Ask, event: Event) -> str:
    """The row that an event at the wrong moment of the set-up breaks, or in the first turn; "" at any other time."""
    pos: Position = ask.pos
    if ask.rule in ("S1.8", "S1.9"):
        return "3.0-l" if isinstance(event, Draw | Place | Put) and _just_laid_empty(pos, event.who) else "3.0-i"
    return _MOMENTS.get(ask.rule, "3.0-n" if pos.turn == 1 and event.who not in (*ask.who, TABLE) else "")


def _just_laid_empty(pos: Position, who: str) -> bool:
    """Whether a player would draw again, after an empty start tile."""
    at, layer = next(reversed(tuple(pos.layers.items())), (ORIGIN, ""))
    return layer == who != ring.layer(pos) and pos.board.tiles[at].kind == "empty"


_MOMENTS = {"S0.3": "3.0-n", "S1.2": "3.0-c", "S1.3": "3.0-d", "S1.5": "3.0-e", "S1.6": "10.3-a", "3.0-o": "3.0-o"}


# -- who begins ------------------------------------------------------------------


def check_first(pos: Position, event: First) -> Iterator[Objection]:
    """[3.0, A-11] Somebody who plays; between equal bids, one of those who made them [A-10]."""
    if event.player not in pos.names:
        yield broken("3.0-n", "setup.nobody", who=event.player, players=pos.names)
    elif pos.agenda[0][0] == "picks" and event.player not in (tied := allegiance.leading(pos)):
        yield broken("10.3-a", "bid.not-tied", who=event.player, players=tied)


def tell_first(pos: Position, event: First) -> Position:
    """[3.0] The oldest begins; or of two equal bids this one is the first [A-10]."""
    if pos.agenda[0][0] == "picks":
        return pos.pop(("picks", event.player))
    pos = pos.put(first=event.player).pop()
    return pos.happen(f"{event.player} first", "3.0-n", "setup.first", who=event.player)


# -- without the box ------------------------------------------------------------------


def deal(ask: Ask, chance: Chance) -> Event:
    """What the table would answer to a question of the set-up. Raises Failed for what nobody can deal.

    The age of people is in no box: the first player named goes for the oldest.
    """
    pos: Position = ask.pos
    if First in ask.takes:
        return First(TABLE, allegiance.leading(pos)[0] if pos.agenda[0][0] == "picks" else pos.names[0])
    if Dealt in ask.takes:
        return Dealt(TABLE, ask.about[0], hands.dealt_hand(pos, chance))
    lacks = frozenset(untaught(pos.kit, pos.options))
    factions = chance.shuffled("factions", tuple(pos.kit.factions))
    if Sworn in ask.takes and "faction" not in lacks:
        left = (faction for faction in factions if faction not in pos.factions.values())
        return Sworn(TABLE, ask.about[0], next(left))
    if Offered in ask.takes and "faction" not in lacks:
        return Offered(TABLE, factions[: len(pos.names) + 1])
    if Draw in ask.takes and "nebula" not in lacks:
        return Draw(TABLE, (_drawn(pos, chance),))
    raise Failed("dealer.unknown", rule=ask.rule)


def _drawn(pos: Position, chance: Chance) -> str:
    """A start tile out of those that lie face down; one that was set aside is not among them [5.2]."""
    left = +pos.starting()
    order: tuple[str, ...] = chance.shuffled(f"start {left.total()}", tuple(left.elements()))
    return order[0]


# -- for the order of play ------------------------------------------------------------------

DOES: dict[str, Callable[[Position], Position]] = {"deck": deck, "ring": ring.laying_out, "again": ring.again}

ASKS: dict[str, Callable[[Position], Play]] = {
    "first": first,
    "hand": hands.hand,
    "begin": hands.choose,
    "sworn": allegiance.swearing,
    "offer": allegiance.offer,
    "bids": allegiance.bids,
    "picks": allegiance.picks,
    "jam": ring.jam,
}

EVENTS: dict[type, tuple[Callable[[Position, Any], Iterator[Objection]], Callable[[Position, Any], Position]]] = {
    First: (check_first, tell_first),
    Dealt: (hands.check_dealt, hands.deal_hand),
    Begin: (hands.check_begin, hands.begin),
    Sworn: (allegiance.check_sworn, allegiance.swear),
    Offered: (allegiance.check_offered, allegiance.lay_open),
    Bid: (allegiance.check_bid, allegiance.bid),
    Pick: (allegiance.check_pick, allegiance.pick),
    TakeUp: (ring.check_take_up, ring.take_up),
}

# The row that an event of the set-up breaks at a wrong moment.
ROWS: dict[type, str] = {
    First: "3.0-n",
    Dealt: "3.0-c",
    Begin: "3.0-d",
    Sworn: "3.0-e",
    **dict.fromkeys((Offered, Bid, Pick), "10.3-a"),
    TakeUp: "5.1-f",
}

ADVICE: dict[type, Callable[[Position, Any], Iterator[Text]]] = dict.fromkeys((Sworn, Pick), allegiance.advise_faction)
