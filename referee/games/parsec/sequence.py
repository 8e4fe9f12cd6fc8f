"""The order of play [4.0], and which chapter judges and carries out what is said."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.ask import OVER, TABLE, Ask, Play
from referee.game import Chore
from referee.games.parsec import (
    actions,
    events,
    monsters,
    movement,
    placing,
    research,
    ring,
    scoring,
    setup,
    transport,
    ways,
)
from referee.games.parsec.events import Event
from referee.games.parsec.places import setting_up
from referee.games.parsec.position import BROKEN_OFF, Position
from referee.games.parsec.readings import check_decided
from referee.text import Text
from referee.undecided import Outcome
from referee.verdict import Objection

# -- the order of play ------------------------------------------------------------------


def game(pos: Position) -> Play:
    """Do what is due, innermost first, until a question has to be asked."""
    while pos.agenda:
        step = pos.agenda[0][0]
        pos = DOES[step](pos) if step in DOES else (yield from ASKS[step](pos))
    return pos


def over(pos: Position) -> Play:
    """The game is over; remarks are still taken."""
    won, _, who = pos.result.partition(" ")
    text = Text("ask.won", {"who": tuple(who.split(", "))}) if won == "won" else Text("ask.broken-off")
    return (yield Ask(OVER, (), (), pos, text))


DOES: dict[str, Callable[[Position], Position]] = {
    "begin-turn": actions.begin_turn,
    "return": placing.returned,
    "ready": actions.ready,
    "turn-over": actions.turn_over,
    **setup.DOES,
    **scoring.DOES,
}

ASKS: dict[str, Callable[[Position], Play]] = {
    "turn": placing.drawing,
    "draw": placing.drawing,
    "keep": placing.choosing,
    "lay": placing.laying,
    "points": research.points,
    "card": research.card_drawn,
    "actions": actions.acting,
    "over": over,
    **setup.ASKS,
    **scoring.ASKS,
    **monsters.ASKS,
}

STEPS: Mapping[str, Callable[[Position], Position | Play]] = {**DOES, **ASKS}

# What a table may do by hand: the scoring rounds. Monsters are moved by their players anyhow.
SCORED = ("vp", "credits")
CHORES = {"scoring": Chore(dict.fromkeys(("score", "points"), "ask.scored"), lambda entry: entry.what in SCORED)}

LAID = (events.Put, events.Place)


# -- checks and effects ------------------------------------------------------------------

Check = Callable[[Position, Any], Iterator[Objection]]
Effect = Callable[[Position, Any], Position]


def _nothing(pos: Position, event: Event) -> Iterator[Objection]:
    return iter(())


EVENTS: dict[type, tuple[Check, Effect]] = {
    events.Draw: (lambda pos, e: placing.check_draw(pos, e.kinds), placing.draw),
    events.Keep: (placing.check_keep, placing.keep),
    events.Put: (placing.check_put, placing.put),
    events.Place: (placing.check_place, placing.place),
    events.Impossible: (placing.check_impossible, placing.impossible),
    events.PlayOn: (_nothing, placing.play_on),
    events.Allot: (research.check_allot, research.allot),
    events.NewCard: (research.check_new, research.begin_card),
    events.Card: (research.check_card, research.take_card),
    events.Fly: (movement.check_fly, movement.fly),
    events.Jump: (movement.check_jump, movement.jump),
    events.BeamDown: (transport.check_beam_down, transport.beam_down),
    events.BeamUp: (transport.check_beam_up, transport.beam_up),
    events.Walk: (transport.check_walk, transport.walk),
    events.Buy: (actions.check_buy, actions.buy),
    events.Bomb: (actions.check_bomb, actions.bomb),
    events.Save: (actions.check_save, lambda pos, e: pos),
    events.End: (actions.check_end, actions.end),
    events.BreakOff: (_nothing, lambda pos, e: _break_off(pos, e)),
    **setup.EVENTS,
    **scoring.EVENTS,
    **monsters.EVENTS,
}

# What needs no question to stand open: a table may let it stand at a wrong moment.
FRAMELESS = frozenset((events.Fly, events.Jump, events.BeamDown, events.BeamUp, events.Walk, events.Buy))
INTERJECTIONS = (events.BreakOff, events.Ransom, events.ScoreNow, events.TakeUp)
TOGETHER = (events.BreakOff,)
CHOICES = frozenset((events.Place, events.Impossible))


def check(ask: Ask, event: Event) -> Iterator[Objection]:
    """Every objection to an event that this question takes."""
    yield from _check(ask, event)
    if ask.pos.house:
        yield from check_decided(ask, event, _outcome)


def _check(ask: Ask, event: Event) -> Iterator[Objection]:
    pos = _with_ap(ask.pos, event)
    yield from (found := tuple(EVENTS[type(event)][0](pos, event)))
    if isinstance(event, LAID) and setting_up(pos):
        yield from ring.check_laid(pos, event)
    if all(objection.stands for objection in found):
        yield from _check_kept_ap(pos, event)


def _with_ap(pos: Position, event: Event) -> Position:
    """[6.1] An action before its time, if a table lets it stand, is paid out of the free APs of the turn as well."""
    return actions.deal_ap(pos, event.who) if type(event) in FRAMELESS and event.who == pos.whose else pos


def _check_kept_ap(pos: Position, event: Event) -> Iterator[Objection]:
    """[5.1.8-f, A-42] By a strict reading nothing may be spent that the way off a pulsar's neighbourhood needs."""
    if pos.house and pos.reading("pulsar_keep") == "strict" and isinstance(event, events.Action):
        for text in actions.advise_spending(pos, event, spending(pos, event)):
            yield Objection("5.1.8-f", "pulsar.keep", text.facts, basis="A-42")


def _outcome(ask: Ask, event: Event) -> Outcome:
    judged = tuple(_check(ask, event))
    through = all(objection.stands for objection in judged)
    return judged, next(game(effect(ask.pos, event))) if through else None


def effect(pos: Position, event: Event) -> Position:
    """The table after the event, which must be legal or stand; what is still to be done lies on the agenda."""
    return EVENTS[type(event)][1](_with_ap(pos, event), event)


def _break_off(pos: Position, event: events.BreakOff) -> Position:
    """The table ends the game; nobody has won."""
    pos = pos.put(result=BROKEN_OFF, agenda=(("over",),))
    return pos.happen(BROKEN_OFF, "S7", "end.broken-off", because=event.because)


# -- moments ------------------------------------------------------------------


def moment(ask: Ask, event: Event) -> str:
    """The rule that forbids an event while this question stands open."""
    pos: Position = ask.pos
    if ask.rule == OVER:
        return "9.6-d"
    if row := setup.moment(ask, event) or setup.ROWS.get(type(event), ""):
        return row
    if row := UNASKED.get(type(event), ""):
        return row
    if pos.whose and isinstance(event, TILES | events.Action) and event.who not in (pos.whose, TABLE):
        return "4.0-c"
    if isinstance(event, TILES):
        return _placing(ask, event)
    if isinstance(event, monsters.PROWLING) or ask.rule in monsters.STEPS:
        return monsters.moment(ask, event)
    return _acting(ask, event) if isinstance(event, events.Action) else "4.0-a"


TILES = events.Draw | events.Put | events.Place | events.Impossible
# The row that an answer breaks where nobody asks for it.
UNASKED = {
    events.Allot: "7.2-b",
    events.NewCard: "7.2-c",
    events.Card: "7.1-b",
    events.Keep: "7.3-j",
    events.Done: "8.0-a",
}


def _placing(ask: Ask, event: events.Draw | events.Put | events.Place | events.Impossible) -> str:
    """Why no tile is drawn or laid now, or not this one."""
    pos = ask.pos
    if ask.rule == "S2.3":
        return "5.2-c" if isinstance(event, events.Place) and event.kind in pos.aside else "4.0-b"
    if ask.rule == "S2.9":
        if isinstance(event, events.Draw):
            return "5.1.4-a"
        return "7.3-j" if pos.power(event.who, "draws") and event.who in ask.who else "4.0-a"
    return "4.0-a"


def _acting(ask: Ask, event: events.Action) -> str:
    """Why no APs are spent now: a tile comes first, then monsters."""
    pos = ask.pos
    if isinstance(event, events.Bomb) and ask.rule != "S2.9":
        return "4.0-a"
    if ask.rule == "S2.1" and pos.agenda[0][0] == "draw":
        return "5.1.4-a"
    return "4.0-b" if ask.rule == "S2.3" else "4.0-a"


# -- advice ------------------------------------------------------------------


def spending(pos: Position, event: events.Action) -> int:
    """[5.1.8-f] The APs that an action would spend."""
    points = pos.kit.points
    if isinstance(event, events.Fly):
        start = pos.ships[event.who]
        return movement.fly_price(pos, event.who, start, movement.route(pos, event.who, start, event.path) or ())
    if isinstance(event, events.Jump):
        return points["jump"]
    if isinstance(event, events.BeamDown):
        return transport.down_price(pos, event.who, event.robots)
    if isinstance(event, events.BeamUp):
        return points["beam_up"]
    if isinstance(event, events.Buy):
        return event.points * points["research"]
    if isinstance(event, events.Bomb):
        return points["bomb"]
    if isinstance(event, events.Walk):
        way = movement.route(pos, event.who, event.path[0], event.path[1:])
        return ways.price(pos, event.who, way or ())
    return 0


def advise(pos: Position, event: Event) -> Iterator[Text]:
    """Where this will lead; it stops nothing."""
    if isinstance(event, events.Action):
        yield from actions.advise_spending(pos, event, spending(pos, event))
    if given := ADVICE.get(type(event)):
        yield from given(pos, event)


ADVICE: dict[type, Callable[[Position, Any], Iterator[Text]]] = {
    events.Put: lambda pos, e: _advise_tile(pos, e),
    events.Place: lambda pos, e: _advise_tile(pos, e),
    events.Keep: placing.advise_kept,
    events.Fly: movement.advise_fly,
    events.Walk: transport.advise_walk,
    events.Buy: actions.advise_buy,
    events.Bomb: actions.advise_bomb,
    **setup.ADVICE,
    **monsters.ADVICE,
}


def _advise_tile(pos: Position, event: events.Put | events.Place) -> Iterator[Text]:
    yield from placing.advise(pos, event)
    if setting_up(pos):
        yield from ring.advise_laid(pos, event)
