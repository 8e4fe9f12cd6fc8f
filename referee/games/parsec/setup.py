"""Laying the table out [3.0], with the options that change it [10.1, 10.3, 10.4]; the ring of start tiles is `ring.py`.

The questions to several people are open for all of them at once, in any order: no rule asks for one. Cards that are
dealt lie in `research` without a point until their owner has said which of them begin completed, and which on 6 and 4.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.ask import TABLE, Ask, Play
from referee.errors import Failed
from referee.game import Chance
from referee.games.parsec import ring
from referee.games.parsec.board import NEBULA, homeworld
from referee.games.parsec.events import Begin, Bid, Dealt, Draw, Event, First, Offered, Pick, Place, Put, Sworn, TakeUp
from referee.games.parsec.kit import FORM, Kit
from referee.games.parsec.position import Options, Position
from referee.games.parsec.research import deck as undealt
from referee.hexes import ORIGIN, label
from referee.position import Player
from referee.text import Text, Value
from referee.verdict import COUNT, UNKNOWN, Objection, broken, disputed

CHOSEN = "chosen"


def start(kit: Kit, players: tuple[Player, ...], options: Options, house: Mapping[str, Any]) -> Position:
    """[S1.7] The table before anything is dealt; what everybody begins with are entries like all changes."""
    pos = Position(
        kit=kit,
        players=players,
        house=house,
        options=options,
        agenda=(("first",), ("deck",), ("ring",)),
        board=homeworld(kit.kinds),
        ships=dict.fromkeys((player.name for player in players), ORIGIN),
        first="",
        turn=0,
        completed={},
        research={},
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
    for who in pos.names:
        pos = _endowed(pos, who)
    return pos


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


# -- what is asked ------------------------------------------------------------------


def waiting(pos: Position, what: str) -> tuple[str, ...]:
    """For whom a step of the set-up is still to be done, in turn order."""
    return tuple(frame[1] for frame in pos.agenda if frame[0] == what)


def dealt(pos: Position) -> int:
    """[3.0, 10.1, 10.4, A-9] How many nanotechs everybody is dealt."""
    if pos.options.nanotechs == CHOSEN:
        return pos.kit.start["chosen_dealt"]
    return pos.kit.start["quick_dealt" if pos.options.quick else "dealt"]


def completed(pos: Position) -> int:
    """[3.0, 10.1] How many of them begin completed."""
    return pos.kit.start["quick_completed" if pos.options.quick else "completed"]


def tracks(pos: Position) -> tuple[int, int]:
    """[3.0, A-8] Where the markers of the two researched cards begin."""
    return pos.kit.start["first_track"], pos.kit.start["second_track"]


def _row(pos: Position) -> str:
    """The row that says how many cards begin completed."""
    return "10.1-a" if pos.options.quick else "3.0-d"


def _hand_row(pos: Position) -> str:
    """The row that says how many cards are dealt."""
    return "10.4-a" if pos.options.nanotechs == CHOSEN else "10.1-a" if pos.options.quick else "3.0-c"


def first(pos: Position) -> Play:
    """[S0.3] Who is the oldest?"""
    return (yield Ask("S0.3", (TABLE,), (First,), pos, Text("ask.first", {"players": pos.names}), fact="first"))


def deck(pos: Position) -> Position:
    """[S1.1] So many of each type make the nanotech deck; then hands, choices and factions, in turn order."""
    n, types = pos.kit.copies[len(pos.names)], len(pos.kit.nanotechs)
    pos = pos.happen(f"{n} of each nanotech", "3.0-b", "setup.deck", n=n, cards=n * types)
    hands = tuple((step, who) for step in ("hand", "begin") for who in pos.order)
    if pos.options.factions == CHOSEN:
        return pos.pop(*hands, ("offer",), ("bids",), ("picks",))
    return pos.pop(*hands, *(("sworn", who) for who in pos.order))


def hand(pos: Position) -> Play:
    """[S1.2] Which nanotechs was everybody dealt?"""
    players = waiting(pos, "hand")
    text = Text("ask.hand", {"players": players, "n": dealt(pos)})
    return (yield Ask("S1.2", (TABLE,), (Dealt,), pos, text, players, "hand"))


def choose(pos: Position) -> Play:
    """[S1.3, S1.4] Which cards begin completed, which on 6 and which on 4?"""
    players = waiting(pos, "begin")
    high, low = tracks(pos)
    facts: dict[str, Value] = {"n": completed(pos), "high": high, "low": low}
    facts["hands"] = tuple(Text("hand.lies", {"who": who, "cards": " ".join(pos.research[who])}) for who in players)
    return (yield Ask("S1.3", players, (Begin,), pos, Text("ask.begin", facts)))


def swearing(pos: Position) -> Play:
    """[S1.5] Which faction was everybody dealt?"""
    players = waiting(pos, "sworn")
    text = Text("ask.faction", {"players": players})
    return (yield Ask("S1.5", (TABLE,), (Sworn,), pos, text, players, "faction", _teaching(pos)))


def _teaching(pos: Position) -> tuple[str, ...]:
    """How a card is told that the referee does not know; nothing where it knows them all."""
    return () if len(pos.kit.factions) >= pos.kit.start["factions"] else (FORM,)


def offer(pos: Position) -> Play:
    """[S1.6] Which factions lie open to be bid for, one more than there are players?"""
    text = Text("ask.offer", {"n": len(pos.names) + 1})
    return (yield Ask("S1.6", (TABLE,), (Offered,), pos, text, (), "offer", _teaching(pos)))


def bids(pos: Position) -> Play:
    """[S1.6] What did everybody bid? All bids are revealed together, and all are paid [A-10]."""
    if players := tuple(who for who in pos.order if who not in pos.bids):
        return (yield Ask("S1.6", players, (Bid,), pos, Text("ask.bids", {"players": players})))
    for who in pos.order:
        pos = pos.change(who, "credits", -pos.bids[who], "10.3-a", "bid.paid")
    return pos.pop()


def picks(pos: Position) -> Play:
    """[S1.6] The highest bid picks first; the table says which of two equal ones, if neither is the oldest's [A-10]."""
    _, *told = pos.agenda[0]
    tied = told or leading(pos)
    if not tied:
        pos = pos.happen(f"back {' '.join(pos.offered)}", "10.3-a", "faction.back", factions=pos.offered)
        return pos.put(offered=()).pop()
    if len(tied) > 1:
        text = Text("ask.tied", {"players": tuple(tied), "n": pos.bids[tied[0]]})
        return (yield Ask("S1.6", (TABLE,), (First,), pos, text, fact="first"))
    text = Text("ask.pick", {"who": tied[0], "factions": pos.offered})
    return (yield Ask("S1.6", tuple(tied), (Pick,), pos, text))


def leading(pos: Position) -> tuple[str, ...]:
    """Who has the highest bid of those that have not picked; of equal bids the oldest player's goes first."""
    left = [who for who in pos.order if who not in pos.factions]
    best = tuple(who for who in left if pos.bids[who] == max(pos.bids[name] for name in left))
    return best[:1] if pos.first in best else best


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


# -- checks ------------------------------------------------------------------


def check_first(pos: Position, event: First) -> Iterator[Objection]:
    """[3.0, A-11] Somebody who plays; between equal bids, one of those who made them [A-10]."""
    if event.player not in pos.names:
        yield broken("3.0-n", "setup.nobody", who=event.player, players=pos.names)
    elif pos.agenda[0][0] == "picks" and event.player not in (tied := leading(pos)):
        yield broken("10.3-a", "bid.not-tied", who=event.player, players=tied)


def check_dealt(pos: Position, event: Dealt) -> Iterator[Objection]:
    """[3.0, 7.1, 10.1, 10.4] So many cards, all different, each with a copy left in the deck."""
    who, left, n = event.player, undealt(pos), len(event.cards)
    yield from _check_waiting(pos, "hand", who, "3.0-c", "hand.has")
    wanted = min(dealt(pos), sum(copies > 0 for copies in left.values()))
    if n != wanted:
        yield broken(_hand_row(pos), "hand.number", n=wanted, said=n)
    for card, copies in Counter(event.cards).items():
        if card not in left:
            yield broken("3.0-b", "hand.unknown", card=card, cards=tuple(left))
            continue
        if copies > 1:
            yield broken("3.0-c", "hand.twice", who=who, card=card)
        if left[card] < 1:
            for rule in ("3.0-b", "1.0-b"):
                yield Objection(rule, "hand.copies", {"card": card, "n": pos.kit.copies[len(pos.names)]}, basis=COUNT)


def _check_waiting(pos: Position, what: str, who: str, rule: str, key: str) -> Iterator[Objection]:
    """The table tells it of somebody who plays, and of whom it is not known yet."""
    if who not in pos.names:
        yield broken(rule, "setup.nobody", who=who, players=pos.names)
    elif who not in waiting(pos, what):
        yield broken(rule, key, who=who)


def check_begin(pos: Position, event: Begin) -> Iterator[Objection]:
    """[3.0, 10.1, 10.4] Cards of one's own, each once: so many completed, one marker on 6 and one on 4 [A-6]."""
    hand, cards = pos.research[event.who], (*event.completed, *event.research)
    for card, n in Counter(cards).items():
        if card not in hand:
            yield broken("3.0-d", "begin.not-dealt", card=card, cards=hand)
        elif n > 1:
            yield broken("3.0-d", "begin.twice", card=card)
    yield from _check_numbers(pos, event)
    for card in event.completed:
        if card in hand and pos.kit.nanotechs[card].powers.get("bomb"):
            yield disputed("3.0-d", "begin.bomb", "A-6", pos.reading("start_bomb") == "any", card=card)


def _check_numbers(pos: Position, event: Begin) -> Iterator[Objection]:
    n, high, low = completed(pos), *tracks(pos)
    said, keep = len(event.completed) + len(event.research), n + len(tracks(pos))
    if pos.options.nanotechs == CHOSEN and said != keep:
        yield broken("10.4-a", "begin.keep", n=keep, said=said)
        return
    if len(event.completed) != n:
        yield broken(_row(pos), "begin.completed-number", n=n, said=len(event.completed))
    if len(event.research) != len(tracks(pos)):
        yield broken("3.0-d", "begin.markers", high=high, low=low, said=len(event.research))


def check_sworn(pos: Position, event: Sworn) -> Iterator[Objection]:
    """[3.0, 8.0] One faction each, and none twice; what its card says must have been told."""
    yield from _check_waiting(pos, "sworn", event.player, "3.0-e", "faction.has")
    yield from _check_faction(pos, event.faction)


def _check_faction(pos: Position, faction: str) -> Iterator[Objection]:
    owner = next((who for who, sworn in pos.factions.items() if sworn == faction), "")
    if owner:
        yield broken("3.0-e", "faction.taken", faction=faction, who=owner)
        yield Objection("1.0-b", "faction.taken", {"faction": faction, "who": owner}, basis=COUNT)
    elif faction not in pos.kit.factions:
        facts: dict[str, Value] = {"faction": faction, "factions": tuple(pos.kit.factions)}
        yield Objection("3.0-e", "faction.unknown", facts, basis=UNKNOWN)


def check_offered(pos: Position, event: Offered) -> Iterator[Objection]:
    """[10.3] One faction more than there are players, each once."""
    n = len(pos.names) + 1
    if len(event.factions) != n:
        yield broken("10.3-a", "faction.number", n=n, said=len(event.factions))
    for faction, times in Counter(event.factions).items():
        if times > 1:
            yield Objection("1.0-b", "faction.twice", {"faction": faction}, basis=COUNT)
        yield from _check_faction(pos, faction)


def check_bid(pos: Position, event: Bid) -> Iterator[Objection]:
    """[10.3] Nobody bids more than they own."""
    if event.credits > (owned := pos.count(event.who, "credits")):
        yield broken("10.3-a", "bid.short", n=owned, said=event.credits)


def check_pick(pos: Position, event: Pick) -> Iterator[Objection]:
    """[10.3, 3.0] One of the factions that lie open."""
    if event.faction not in pos.offered:
        yield broken("10.3-a", "faction.closed", faction=event.faction, factions=pos.offered)
        yield from (why for why in _check_faction(pos, event.faction) if why.rule == "3.0-e" and why.basis != UNKNOWN)


# -- advice ------------------------------------------------------------------


def advise_faction(pos: Position, event: Sworn | Pick) -> Iterator[Text]:
    """[8] What the examples of the rulebook show of a card counts until somebody has read the card."""
    if not pos.kit.factions[event.faction].verified:
        yield Text("faction.unread", {"faction": event.faction})


# -- effects ------------------------------------------------------------------


def tell_first(pos: Position, event: First) -> Position:
    """[3.0] The oldest begins; or of two equal bids this one is the first [A-10]."""
    if pos.agenda[0][0] == "picks":
        return pos.pop(("picks", event.player))
    pos = pos.put(first=event.player).pop()
    return pos.happen(f"{event.player} first", "3.0-n", "setup.first", who=event.player)


def _done(pos: Position, what: str, who: str) -> Position:
    return pos.put(agenda=tuple(frame for frame in pos.agenda if frame != (what, who)))


def deal_hand(pos: Position, event: Dealt) -> Position:
    """[3.0] The cards lie face up before their owner."""
    who, cards = event.player, event.cards
    pos = _done(pos, "hand", who).put(research={**pos.research, who: cards})
    return pos.happen(f"{who} dealt {' '.join(cards)}", _hand_row(pos), "hand.dealt", who=who, cards=cards)


def begin(pos: Position, event: Begin) -> Position:
    """[3.0, 10.4] Completed cards work at once, the markers stand, and what is not kept goes back."""
    who = event.who
    back = tuple(card for card in pos.research[who] if card not in (*event.completed, *event.research))
    pos = _done(pos, "begin", who).put(
        completed={**pos.completed, who: event.completed}, research={**pos.research, who: event.research}
    )
    for card in event.completed:
        pos = pos.happen(f"{who} completed {card}", _row(pos), "begin.completed", who=who, card=card)
    for card, n in zip(event.research, tracks(pos), strict=True):
        pos = pos.change(who, f"research {card}", n, "3.0-d", "begin.marker", card=card)
    if back:
        pos = pos.happen(f"{who} returns {' '.join(back)}", "10.4-a", "begin.returned", who=who, cards=back)
    return pos


def swear(pos: Position, event: Sworn) -> Position:
    """[3.0] The faction card lies open before its owner."""
    return _sworn(_done(pos, "sworn", event.player), event.player, event.faction, "3.0-e")


def _sworn(pos: Position, who: str, faction: str, rule: str) -> Position:
    pos = pos.put(factions={**pos.factions, who: faction})
    return pos.happen(f"{who} faction {faction}", rule, "faction.sworn", who=who, faction=faction)


def lay_open(pos: Position, event: Offered) -> Position:
    """[10.3] These factions may be picked."""
    pos = pos.pop().put(offered=event.factions)
    return pos.happen(f"open {' '.join(event.factions)}", "10.3-a", "faction.open", factions=event.factions)


def bid(pos: Position, event: Bid) -> Position:
    """[10.3] So much was bid; it is paid when all have told."""
    pos = pos.put(bids={**pos.bids, event.who: event.credits})
    return pos.happen(f"{event.who} bids {event.credits}", "10.3-a", "bid.made", who=event.who, n=event.credits)


def pick(pos: Position, event: Pick) -> Position:
    """[10.3] The card is the player's; the others are still open."""
    left = tuple(faction for faction in pos.offered if faction != event.faction)
    return _sworn(pos.pop(("picks",)).put(offered=left), event.who, event.faction, "10.3-a")


# -- without the box ------------------------------------------------------------------


def deal(ask: Ask, chance: Chance) -> Event:
    """What the table would answer to a question of the set-up. Raises Failed for what nobody can deal.

    The age of people is in no box: the first player named goes for the oldest.
    """
    pos: Position = ask.pos
    if First in ask.takes:
        return First(TABLE, leading(pos)[0] if pos.agenda[0][0] == "picks" else pos.names[0])
    if Dealt in ask.takes:
        return Dealt(TABLE, ask.about[0], _dealt_hand(pos, chance))
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


def _dealt_hand(pos: Position, chance: Chance) -> tuple[str, ...]:
    """Cards off the deck, which is shuffled for every hand; a second one of a type is drawn again [7.1, A-5]."""
    left = +undealt(pos)
    cards = chance.shuffled(f"hand {left.total()}", tuple(left.elements()))
    return tuple(dict.fromkeys(cards))[: dealt(pos)]


def _drawn(pos: Position, chance: Chance) -> str:
    """A start tile out of those that lie face down; one that was set aside is not among them [5.2]."""
    left = +pos.starting()
    order: tuple[str, ...] = chance.shuffled(f"start {left.total()}", tuple(left.elements()))
    return order[0]


# -- for the order of play ------------------------------------------------------------------

DOES: dict[str, Callable[[Position], Position]] = {"deck": deck, "ring": ring.laying_out, "again": ring.again}

ASKS: dict[str, Callable[[Position], Play]] = {
    "first": first,
    "hand": hand,
    "begin": choose,
    "sworn": swearing,
    "offer": offer,
    "bids": bids,
    "picks": picks,
    "jam": ring.jam,
}

EVENTS: dict[type, tuple[Callable[[Position, Any], Iterator[Objection]], Callable[[Position, Any], Position]]] = {
    First: (check_first, tell_first),
    Dealt: (check_dealt, deal_hand),
    Begin: (check_begin, begin),
    Sworn: (check_sworn, swear),
    Offered: (check_offered, lay_open),
    Bid: (check_bid, bid),
    Pick: (check_pick, pick),
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

ADVICE: dict[type, Callable[[Position, Any], Iterator[Text]]] = {Sworn: advise_faction, Pick: advise_faction}
check_ring, advise_ring = ring.check_laid, ring.advise_laid
