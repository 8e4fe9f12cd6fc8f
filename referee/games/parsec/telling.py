"""Facts within sentences: what a choice tells besides, short answers, and answers when no box is there."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.ask import TABLE, Ask
from referee.game import Chance
from referee.games.parsec import pointing, setup
from referee.games.parsec.events import Arrival, Card, Dealt, Draw, Event, First, Impossible, Offered, Place, Put, Sworn
from referee.games.parsec.placement import setting_up
from referee.games.parsec.placing import draws, left
from referee.games.parsec.position import Position
from referee.games.parsec.research import deck, drawable

Key = tuple[str, str]
FACTS: Mapping[type, str] = {First: "first", Offered: "offer", Draw: "draw", Arrival: "arrival", Card: "card"}
OF_PLAYERS: Mapping[type, str] = {Dealt: "hand", Sworn: "faction"}


def split(event: Event) -> tuple[Event | None, Mapping[Key, Any]]:
    """The choice that a sentence holds, and the facts, each under the key by which its question finds it again.

    That a tile drawn can be placed nowhere tells what was drawn; the rest follows from the table [5.2].
    """
    if isinstance(event, Place):
        return Put(event.who, event.at, event.edges), _drawn(event.kind)
    if isinstance(event, Impossible) and event.kind:
        return None, _drawn(event.kind)
    if isinstance(event, Dealt | Sworn):
        return None, {(OF_PLAYERS[type(event)], event.player): event}
    if fact := FACTS.get(type(event)):
        return None, {(fact, ""): event}
    return event, {}


def _drawn(kind: str) -> Mapping[Key, Draw]:
    return {(FACTS[Draw], ""): Draw(TABLE, (kind,))}


def join(ask: Ask, facts: Mapping[Key, Any]) -> Event | None:
    """The answer that these facts make to a question."""
    return next((facts[key] for key in ask.key if key in facts), None)


def short(ask: Ask, words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """What short answers may mean: hexes that are pointed at, tiles drawn without a verb."""
    return pointing.sentences(ask, words)


# -- without the box ------------------------------------------------------------------


def deal(ask: Ask, chance: Chance) -> Event:
    """What the table would answer, if the shuffles of `chance` lay on it. Raises Failed for what nobody can deal."""
    pos: Position = ask.pos
    if Card in ask.takes:
        return Card(TABLE, _card(pos, pos.agenda[0][1], chance))
    if Arrival in ask.takes:
        return Arrival(TABLE, _monster(pos, chance))
    if Draw in ask.takes and not setting_up(pos) and "nebula" not in setup.untaught(pos.kit, pos.options):
        return Draw(TABLE, _tiles(pos, chance))
    return setup.deal(ask, chance)


def _tiles(pos: Position, chance: Chance) -> tuple[str, ...]:
    """Out of the cup, one or with a Stellar Cartographer two [7.3].

    The cup is mixed for every draw: it is another one once tiles have gone back, and they must not come up next.
    """
    cup = +left(pos)
    order: tuple[str, ...] = chance.shuffled(f"cup {pos.turn} {cup.total()}", tuple(cup.elements()))
    return order[: draws(pos)]


def _card(pos: Position, who: str, chance: Chance) -> str:
    """Off the deck of nanotechs, which is mixed whenever one comes up that the player has already [7.1, A-12]."""
    there, types = deck(pos), drawable(pos, who)
    cards = tuple(card for card in types for _ in range(there[card]))
    return str(chance.shuffled(f"card {there.total()}", cards)[0])


def _monster(pos: Position, chance: Chance) -> str:
    """[11.0] One that has not come yet."""
    order = chance.shuffled("monsters", tuple(pos.kit.monsters))
    return str(next(name for name in order if name not in pos.beasts and name not in pos.gone))
