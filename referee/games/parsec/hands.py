"""The nanotechs that everybody begins with [3.0, 10.1, 10.4].

Cards that are dealt lie in `research` without a point until their owner has said which of them begin completed, and
which on 6 and 4.
"""

from collections import Counter
from collections.abc import Iterator

from referee.ask import TABLE, Ask, Play
from referee.game import Chance
from referee.games.parsec.awaited import check_waiting, done, over, waiting
from referee.games.parsec.events import Begin, Dealt
from referee.games.parsec.position import Position
from referee.games.parsec.research import deck
from referee.games.parsec.settings import CHOSEN
from referee.text import Text, Value
from referee.verdict import COUNT, Objection, broken, disputed


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


# -- questions ------------------------------------------------------------------


def hand(pos: Position) -> Play:
    """[S1.2] Which nanotechs was everybody dealt?"""
    players = waiting(pos, "hand")
    if not players:
        return over(pos, "hand")
    text = Text("ask.hand", {"players": players, "n": dealt(pos)})
    return (yield Ask("S1.2", (TABLE,), (Dealt,), pos, text, players, "hand"))


def choose(pos: Position) -> Play:
    """[S1.3, S1.4] Which cards begin completed, which on 6 and which on 4?"""
    players = waiting(pos, "begin")
    if not players:
        return over(pos, "begin")
    high, low = tracks(pos)
    facts: dict[str, Value] = {"n": completed(pos), "high": high, "low": low}
    facts["hands"] = tuple(Text("hand.lies", {"who": who, "cards": " ".join(pos.research[who])}) for who in players)
    return (yield Ask("S1.3", players, (Begin,), pos, Text("ask.begin", facts)))


# -- checks ------------------------------------------------------------------


def check_dealt(pos: Position, event: Dealt) -> Iterator[Objection]:
    """[3.0, 7.1, 10.1, 10.4] So many cards, all different, each with a copy left in the deck."""
    who, left, n = event.player, deck(pos), len(event.cards)
    yield from check_waiting(pos, "hand", who, "3.0-c", "hand.has")
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


# -- effects ------------------------------------------------------------------


def deal_hand(pos: Position, event: Dealt) -> Position:
    """[3.0] The cards lie face up before their owner."""
    who, cards = event.player, event.cards
    pos = done(pos, "hand", who).put(research={**pos.research, who: cards})
    return pos.happen(f"{who} dealt {' '.join(cards)}", _hand_row(pos), "hand.dealt", who=who, cards=cards)


def begin(pos: Position, event: Begin) -> Position:
    """[3.0, 10.4] Completed cards work at once, the markers stand, and what is not kept goes back."""
    who = event.who
    back = tuple(card for card in pos.research[who] if card not in (*event.completed, *event.research))
    pos = done(pos, "begin", who).put(
        completed={**pos.completed, who: event.completed}, research={**pos.research, who: event.research}
    )
    for card in event.completed:
        pos = pos.happen(f"{who} completed {card}", _row(pos), "begin.completed", who=who, card=card)
    for card, n in zip(event.research, tracks(pos), strict=True):
        pos = pos.change(who, f"research {card}", n, "3.0-d", "begin.marker", card=card)
    if back:
        pos = pos.happen(f"{who} returns {' '.join(back)}", "10.4-a", "begin.returned", who=who, cards=back)
    return pos


# -- without the box ------------------------------------------------------------------


def dealt_hand(pos: Position, chance: Chance) -> tuple[str, ...]:
    """Cards off the deck, which is shuffled for every hand; a second one of a type is drawn again [7.1, A-5]."""
    left = +deck(pos)
    cards = chance.shuffled(f"hand {left.total()}", tuple(left.elements()))
    return tuple(dict.fromkeys(cards))[: dealt(pos)]
