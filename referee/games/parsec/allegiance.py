"""Which faction everybody plays for: dealt [3.0], or bid for and chosen [10.3]."""

from collections import Counter
from collections.abc import Iterator

from referee.ask import TABLE, Ask, Play
from referee.games.parsec.awaited import check_waiting, done, over, waiting
from referee.games.parsec.events import Bid, First, Offered, Pick, Sworn
from referee.games.parsec.kit import FORM
from referee.games.parsec.position import Position
from referee.text import Text, Value
from referee.verdict import COUNT, UNKNOWN, Objection, broken

# -- questions ------------------------------------------------------------------


def swearing(pos: Position) -> Play:
    """[S1.5] Which faction was everybody dealt?"""
    players = waiting(pos, "sworn")
    if not players:
        return over(pos, "sworn")
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


# -- checks and advice ------------------------------------------------------------------


def check_sworn(pos: Position, event: Sworn) -> Iterator[Objection]:
    """[3.0, 8.0] One faction each, and none twice; what its card says must have been told."""
    yield from check_waiting(pos, "sworn", event.player, "3.0-e", "faction.has")
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


def advise_faction(pos: Position, event: Sworn | Pick) -> Iterator[Text]:
    """[8] What the examples of the rulebook show of a card counts until somebody has read the card."""
    if not pos.kit.factions[event.faction].verified:
        yield Text("faction.unread", {"faction": event.faction})


# -- effects ------------------------------------------------------------------


def swear(pos: Position, event: Sworn) -> Position:
    """[3.0] The faction card lies open before its owner."""
    return _sworn(done(pos, "sworn", event.player), event.player, event.faction, "3.0-e")


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
