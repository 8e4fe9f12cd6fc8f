"""Research Points and nanotechs [7.0 to 7.2]: points are handed out at once, or they are lost [A-58, A-59]."""

from collections import Counter
from collections.abc import Iterator

from referee.ask import TABLE, Ask, Play
from referee.games.parsec.events import Allot, Card, NewCard
from referee.games.parsec.position import Position
from referee.position import Frame
from referee.text import Text, Value
from referee.verdict import COUNT, Objection, broken

FINAL = "final"  # of a frame: points of the final round, which begin nothing new [9.6]

# -- what there is ------------------------------------------------------------------


def deck(pos: Position) -> Counter[str]:
    """[3.0] The nanotech cards left, by type: those of this number of players that nobody holds."""
    copies = pos.kit.copies[len(pos.names)]
    held = [card for cards in (*pos.completed.values(), *pos.research.values()) for card in cards]
    return Counter({card: copies - held.count(card) for card in pos.kit.nanotechs})


def owned(pos: Position, who: str) -> tuple[str, ...]:
    """[7.1] Every nanotech of a player, completed or under research."""
    return (*pos.completed.get(who, ()), *pos.research.get(who, ()))


def drawable(pos: Position, who: str) -> tuple[str, ...]:
    """[7.1, A-60] The types that a player could still draw."""
    left, mine = deck(pos), owned(pos, who)
    return tuple(card for card in pos.kit.nanotechs if left[card] > 0 and card not in mine)


def has_slot(pos: Position, who: str) -> bool:
    """[7.2] Whether fewer cards than two are under research, and one could be begun."""
    slots = pos.kit.points["under_research"]
    return len(pos.research.get(who, ())) < slots and bool(drawable(pos, who))


def room(pos: Position, who: str, card: str) -> int:
    """[7.2] The points that a card still takes."""
    return pos.kit.points["track"] - pos.count(who, f"research {card}")


def can_take(pos: Position, who: str) -> int:
    """[A-58] The points that a player's cards could take now, begun ones among them."""
    cards = sum(room(pos, who, card) for card in pos.research.get(who, ()))
    return cards + pos.kit.points["track"] * len(drawable(pos, who))


# -- checks ------------------------------------------------------------------


def check_allot(pos: Position, event: Allot) -> Iterator[Objection]:
    """[7.2] Whole points on cards under research, all of them, unless a card is completed and another can be begun."""
    _, who, n, *_ = pos.agenda[0]
    points = Counter[str]()
    for card, k in event.points:
        points[card] += k
    mine = pos.research.get(who, ())
    for card in points:
        if card not in mine:
            yield broken("7.2-b", "points.card", card=card, cards=mine)
    for card in mine:
        if points[card] > room(pos, who, card):
            yield broken("7.2-a", "points.track", card=card, n=room(pos, who, card), said=points[card])
    if points.total() > n or (points.total() < n and not _may_keep(pos, who, points)):
        yield broken("7.2-b", "points.number", n=n, said=points.total())


def _may_keep(pos: Position, who: str, points: Counter[str]) -> bool:
    """Whether points may be left for a card not begun yet, or that no card could take."""
    mine = pos.research.get(who, ())
    done = [card for card in mine if points[card] >= room(pos, who, card)]
    if len(done) == len(mine):
        return True
    slots = pos.kit.points["under_research"] - len(mine) + len(done)
    return slots > 0 and not _ends(pos, who)


def check_new(pos: Position, event: NewCard) -> Iterator[Objection]:
    """[7.1, 7.2, 9.6] A slot is free, the card comes from the top of the deck, and the game goes on."""
    who = pos.agenda[0][1]
    if event.card:
        yield broken("7.1-b", "card.blind", card=event.card)
    if FINAL in pos.agenda[0]:
        yield broken("9.6-b", "card.final")
    if len(pos.research.get(who, ())) >= pos.kit.points["under_research"]:
        yield broken("7.2-e", "card.slots", cards=pos.research[who])


def check_card(pos: Position, event: Card) -> Iterator[Objection]:
    """[7.1, 3.0] A type that the player has not, and of which a copy is left."""
    who = pos.agenda[0][1]
    if event.card in owned(pos, who):
        yield broken("7.1-a", "card.twice", card=event.card, who=who)
    if deck(pos)[event.card] < 1:
        copies = pos.kit.copies[len(pos.names)]
        for rule in ("3.0-b", "1.0-b"):
            yield Objection(rule, "card.copies", {"card": event.card, "n": copies}, basis=COUNT)


# -- effects ------------------------------------------------------------------


def allot(pos: Position, event: Allot) -> Position:
    """[7.2] The markers advance; what is left is handed out next."""
    frame = pos.agenda[0]
    _, who, n, rule, *_ = frame
    for card, k in event.points:
        pos = advance(pos, who, card, k, rule)
    return pos.pop(*_rest(frame, n - sum(k for _, k in event.points)))


def _rest(frame: Frame, n: int) -> tuple[Frame, ...]:
    return ((*frame[:2], n, *frame[3:]),) if n > 0 else ()


def advance(pos: Position, who: str, card: str, n: int, rule: str) -> Position:
    """[7.2] A card's marker moves; at the end of its track the card is completed and works from now on."""
    pos = pos.change(who, f"research {card}", n, rule, "points.placed", card=card, n=n)
    track = pos.kit.points["track"]
    if pos.count(who, f"research {card}") < track:
        return pos
    pos = pos.change(who, f"research {card}", -pos.count(who, f"research {card}"), "7.2-a", "points.marker", card=card)
    others = tuple(each for each in pos.research[who] if each != card)
    done = (*pos.completed.get(who, ()), card)
    pos = pos.put(completed={**pos.completed, who: done}, research={**pos.research, who: others})
    pos = pos.happen(f"{who} completed {card}", "7.2-a", "card.completed", who=who, card=card)
    return _at_once(pos, who, card)


def _at_once(pos: Position, who: str, card: str) -> Position:
    """[7.2, A-46] A free AP more in the turn under way, if its APs have been dealt out."""
    more = pos.kit.nanotechs[card].powers.get("free-ap", 0)
    spending = pos.whose == who and not any(frame[0] == "ready" for frame in pos.agenda)
    if more and spending and pos.reading("thrusters_now") == "same_turn":
        return pos.change(who, "ap", more, "A-46", "turn.ap")
    return pos


def begin_card(pos: Position, event: NewCard) -> Position:
    """[7.2] The deck is turned to."""
    return pos.push(("card", pos.agenda[0][1]))


def take_card(pos: Position, event: Card) -> Position:
    """[7.2] The card comes under research with one of the points that are left."""
    who = pos.agenda[0][1]
    pos = pos.pop()
    frame = pos.agenda[0]
    pos = pos.put(research={**pos.research, who: (*pos.research.get(who, ()), event.card)})
    pos = pos.happen(f"{who} researches {event.card}", "7.2-c", "card.begun", who=who, card=event.card)
    pos = pos.change(who, f"research {event.card}", 1, "7.2-c", "points.first", card=event.card)
    return pos.pop(*_rest(frame, frame[2] - 1))


# -- procedure ------------------------------------------------------------------


def _ends(pos: Position, who: str) -> bool:
    """Whether no card can be begun any more, even when others are completed [7.1, 9.6]."""
    return FINAL in pos.agenda[0] or not drawable(pos, who)


def points(pos: Position) -> Play:
    """[7.2] Points gained: on the cards under research, on a new one, or lost; asked only where there is a choice."""
    _, who, n, rule, *final = pos.agenda[0]
    cards = pos.research.get(who, ())
    new = has_slot(pos, who) and not final
    if not cards and not new:
        return pos.happen(f"{who} {n} lost", "7.2-f", "points.lost", who=who, n=n).pop()
    if not cards:
        return begin_card(pos, NewCard(who))
    if not new and (len(cards) == 1 or (n >= sum(room(pos, who, card) for card in cards) and _ends(pos, who))):
        return allot(pos, Allot(who, tuple((card, min(n, room(pos, who, card))) for card in cards)))
    facts: dict[str, Value] = {
        "who": who,
        "n": n,
        "cards": tuple(f"{c} {pos.count(who, f'research {c}')}" for c in cards),
    }
    key = "ask.points-new" if new else "ask.points"
    return (yield Ask("S5.2" if new else "S5.1", (who,), (Allot, NewCard), pos, Text(key, facts), cards))


def card_drawn(pos: Position) -> Play:
    """[S5.3] Which card came up; one that the player has already is drawn again [A-12]."""
    who = pos.agenda[0][1]
    return (yield Ask("S5.3", (TABLE,), (Card,), pos, Text("ask.card", {"who": who}), (), "card"))
