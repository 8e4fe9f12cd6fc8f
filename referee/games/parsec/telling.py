"""Facts within sentences: what a choice tells besides, short answers, and answers when no box is there."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from referee.ask import TABLE, Ask
from referee.game import Chance
from referee.games.parsec import pointing, setup
from referee.games.parsec.events import (
    Activate,
    Allot,
    Arrival,
    Begin,
    Bomb,
    Card,
    Dealt,
    Draw,
    Event,
    First,
    Impossible,
    NewCard,
    Offered,
    Pick,
    Place,
    Put,
    Sworn,
)
from referee.games.parsec.places import setting_up
from referee.games.parsec.placing import draws, left
from referee.games.parsec.position import Position
from referee.games.parsec.research import deck, drawable
from referee.games.parsec.sentences import hex_said

Key = tuple[str, str]
FACTS: Mapping[type, str] = {First: "first", Offered: "offer", Draw: "draw", Arrival: "arrival", Card: "card"}
WHOLE_PLANET = "planet"  # what a bomb may be meant for besides
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


NAMED: Mapping[type, Callable[[Any], Iterable[str | None]]] = {
    Dealt: lambda event: event.cards,
    Begin: lambda event: (*event.completed, *event.research),
    Allot: lambda event: (card for card, _ in event.points),
    NewCard: lambda event: (event.card,),
    Card: lambda event: (event.card,),
    Sworn: lambda event: (event.faction,),
    Offered: lambda event: event.factions,
    Pick: lambda event: (event.faction,),
    Arrival: lambda event: (event.monster,),
    Activate: lambda event: (event.monster,),
    Bomb: lambda event: () if event.target == WHOLE_PLANET or hex_said(event.target) else (event.target,),
}


def strange(ask: Ask, event: Event) -> bool:
    """Whether a sentence names a nanotech, a faction or a monster that there is not."""
    kit = ask.pos.kit
    names = NAMED[type(event)](event) if type(event) in NAMED else ()
    return not {*kit.nanotechs, *kit.factions, *kit.monsters}.issuperset(filter(None, names))


# -- without the box ------------------------------------------------------------------


def deal(ask: Ask, chance: Chance) -> Event:
    """What the table would answer, if the shuffles of `chance` lay on it. Raises Failed for what nobody can deal."""
    pos: Position = ask.pos
    if Card in ask.takes and (cards := _cards(pos, chance)):
        return Card(TABLE, cards[0])
    if Arrival in ask.takes and (monsters := _monsters(pos, chance)):
        return Arrival(TABLE, monsters[0])
    if Draw in ask.takes and not setting_up(pos) and "nebula" not in setup.untaught(pos.kit, pos.options):
        return Draw(TABLE, _tiles(pos, chance)[: draws(pos)])
    return setup.deal(ask, chance)


def _tiles(pos: Position, chance: Chance) -> tuple[str, ...]:
    """The cup, as its tiles would come up [5.1].

    It is mixed for every draw: it is another one once tiles have gone back, and they must not come up next.
    """
    cup = +left(pos)
    return chance.shuffled(f"cup {pos.turn} {cup.total()}", tuple(cup.elements()))


def _cards(pos: Position, chance: Chance) -> tuple[str, ...]:
    """The deck without what the player has already, mixed again whenever such a card comes up [7.1, A-12]."""
    there = deck(pos)
    cards = tuple(card for card in drawable(pos, pos.agenda[0][1]) for _ in range(there[card]))
    return chance.shuffled(f"card {there.total()}", cards)


def _monsters(pos: Position, chance: Chance) -> Sequence[str]:
    """[11.0] Those that have not come yet."""
    order = chance.shuffled("monsters", tuple(pos.kit.monsters))
    return [name for name in order if name not in pos.beasts and name not in pos.gone]
