"""The order of play, and which chapter judges and carries out what is said."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from referee.ask import OVER, Ask, Play
from referee.game import Chore
from referee.games.planetoid import (
    aliens,
    bonuses,
    drilling,
    energy,
    events,
    rounds,
    scanning,
    scoring,
    setup,
    shipping,
    solo,
    turns,
    upkeep,
)
from referee.games.planetoid.census import check_told
from referee.games.planetoid.events import Act, End, Event, Mend
from referee.games.planetoid.kit import PRIMITIVES, SLOTS
from referee.games.planetoid.position import Position
from referee.games.planetoid.readings import check_decided
from referee.games.planetoid.sentences import write
from referee.text import Text, Value
from referee.undecided import Outcome
from referee.verdict import Objection, broken, unasked

# -- the order of play ------------------------------------------------------------------


def game(pos: Position) -> Play:
    """Do what is due, innermost first, until a question has to be asked."""
    while pos.agenda:
        step = pos.agenda[0][0]
        pos = DOES[step](pos) if step in DOES else (yield from ASKS[step](pos))
    return pos


def turn(pos: Position) -> Play:
    """[S-11, V-11, F-05, B-01] What the player does, as long as the player likes [T-308]."""
    who = pos.agenda[0][1]
    while pos.agenda and pos.agenda[0] == ("turn", who):
        facts: dict[str, Value] = {"who": who, "solar": pos.count(who, "solar"), "battery": pos.count(who, "battery")}
        key = "ask.turn" if not pos.basic else "ask.turn-on" if pos.used & turns.FREE else "ask.turn-basic"
        pos = yield Ask(turn_row(pos), (who,), _taken(pos), pos, Text(key, facts))
    return pos


def turn_row(pos: Position) -> str:
    """The step of the sequence of play that asks for a turn."""
    return "S-11" if pos.alone else "B-01" if pos.basic else "F-05" if pos.minor else "V-11"


def _taken(pos: Position) -> tuple[type, ...]:
    """The kinds of event that a turn takes: every act, for its own row says best why it cannot be used."""
    return (*ACTS, End, *((Mend,) if pos.options.aliens == "danger" else ()))


def over(pos: Position) -> Play:
    """The game is over; remarks are still taken."""
    if pos.alone:
        return (yield Ask(OVER, (), (), pos, Text("ask.over", {"result": solo.result(pos)})))
    won, _, who = pos.result.partition(" ")
    text = Text("ask.won", {"who": who}) if won == "won" else Text("ask.broken-off")
    return (yield Ask(OVER, (), (), pos, text))


def swept(pos: Position) -> Play:
    """[T-404] The tiles chosen for Sweep are turned up."""
    pos = yield from drilling.see(pos, "T-404", pos.agenda[0][1])
    return pos.pop()


DOES: dict[str, Callable[[Position], Position]] = {
    "round": rounds.round_,
    "start": rounds.begin,
    "minor": rounds.begin,
    "major": rounds.had_major,
    "turn-over": rounds.turn_over,
    "round-over": rounds.round_over,
    "unshipped": scoring.unshipped,
    "final": scoring.final,
    "winner": scoring.winner,
    "aliens": aliens.alien_turn,
    "growth": aliens.grow,
    "cards": aliens.cards,
    "shuffle": aliens.shuffled,
    "flip": aliens.flip,
    "ends": lambda pos: solo.ends(pos) if pos.alone else rounds.ends(pos),
}

ASKS: dict[str, Callable[[Position], Play]] = {
    "readings": setup.readings,
    "board": setup.board,
    "pool": setup.pool,
    "origin": setup.origin,
    "first-tiles": setup.first_tiles,
    "origin-card": setup.origin_card,
    "deck": setup.deck,
    "solo-card": setup.solo_card,
    "jobs": setup.jobs,
    "numbers": setup.numbers,
    "bonuses": setup.bonuses,
    "claim": bonuses.claiming,
    "secrets": scoring.secrets,
    "end-points": scoring.end_points,
    "turn": turn,
    "take": drilling.take,
    "hit": solo.hit,
    "hits": solo.hits,
    "stow": drilling.stow,
    "overflow": drilling.overflow,
    "reveal": drilling.reveal,
    "second": drilling.second,
    "sweep": swept,
    "by-hand": solo.by_hand_due,
    "consume": aliens.consume,
    "exposed": aliens.exposed,
    "march": aliens.march,
    "uncover": aliens.uncover,
    "draw": aliens.draw,
    "over": over,
}

STEPS: Mapping[str, Callable[[Position], Position | Play]] = {**DOES, **ASKS}

# What a table may do by hand: what the aliens eat, how they multiply and where they march; the last counting.
CHORES = {
    "aliens": Chore(
        {"consume": "ask.eaten", "exposed": "ask.eaten", "growth": "ask.marched", "march": "ask.marched"},
        lambda entry: entry.counts or entry.key == "alien.marches",
    ),
    "scoring": Chore({"final": "ask.scored"}, lambda entry: entry.counts),
}


# -- checks ------------------------------------------------------------------

Check = Callable[[Position, Any], Iterator[Objection]]
Effect = Callable[[Position, Any], Position]

# The act of a system: what it may be used on, and what it then does. Price and damage are energy.py's.
ACTS: dict[type, tuple[Check, Effect]] = {
    events.Drill: (drilling.check_drill, drilling.drill),
    events.Sweep: (scanning.check_sweep, scanning.sweep),
    events.Scan: (scanning.check_scan, scanning.scan),
    events.Ship: (
        lambda pos, e: (shipping if pos.alone else bonuses).check_ship(pos, e),
        lambda pos, e: (shipping if pos.alone else bonuses).ship(pos, e),
    ),
    events.Use: (upkeep.check_use, upkeep.use),
    events.Alien: (solo.check_alien, solo.move_alien),
    events.Flip: (solo.check_flip, solo.flip),
    events.Reroute: (upkeep.check_reroute, lambda pos, event: _act(pos, event.inner)),
    events.Ability: (solo.check_ability, lambda pos, event: _ability(pos, event)),
}
BASIC = (events.Scan, events.Drill, events.Ship)  # the basic actions; what they do is turns.py's
FRAMELESS = frozenset(ACTS)  # these need no question to stand open: a table may let them stand at a wrong moment
USES = {"flip-card": SLOTS[1]}  # the system that a verb uses, where it is called otherwise [T-815]
NEEDED = frozenset(("T-206", "T-903", "T-906"))  # here the kind of a tile counts at once: nobody may have forgotten it

INTERJECTIONS = (events.Peek, events.Leave, events.BreakOff)  # what may be said at any question
TOGETHER = (events.BreakOff,)

# Answers that only the question under way explains.
ANSWERS: dict[type, tuple[Check, Effect]] = {
    events.Second: (drilling.check_second, drilling.drill_again),
    events.Discard: (lambda pos, e: _check_discard(pos, e), drilling.discard),
    events.Diamond: (lambda pos, e: iter(()), drilling.stow_diamond),
    events.Damage: (solo.check_damage, solo.damage),
    events.Spawn: (aliens.check_spawn, aliens.spawn),
    events.Origin: (setup.check_origin, setup.lay_origin),
    events.Draw: (setup.check_draw, setup.draw),
    events.Done: (lambda pos, e: iter(()), lambda pos, e: pos.pop()),
    events.End: (lambda pos, e: turns.check_end(pos) if pos.basic else iter(()), lambda pos, e: pos.pop()),
    events.Claim: (bonuses.check_claim, bonuses.claim),
    events.Mend: (rounds.check_mend, rounds.mend),
    events.Secret: (scoring.check_secret, scoring.play_secret),
    events.Peek: (bonuses.check_peek, lambda pos, e: pos),
    events.Leave: (rounds.check_leave, rounds.leave),
    events.BreakOff: (rounds.check_leave, rounds.break_off),
    events.TurnUp: (lambda pos, e: iter(()), lambda pos, e: drilling.turn_up(pos, e.told)),
}


def check(ask: Ask, event: Event) -> Iterator[Objection]:
    """Every objection to an event that this question takes."""
    yield from _check(ask, event)
    if ask.pos.house:
        yield from check_decided(ask, event, _outcome)


def _check(ask: Ask, event: Event) -> Iterator[Objection]:
    """Every objection under the readings in force."""
    pos = ask.pos
    if isinstance(event, events.TurnUp):
        needed = ask.about if ask.rule in NEEDED else pos.origin[:1] if ask.rule == "T-804" else ()
        yield from check_told(pos, event.told, ask.about, needed, ask.rule)
    elif isinstance(event, events.Draw) and not setup.is_due(ask, event.what):
        yield unasked(moment(ask, event), ask.text, write(event))
    elif type(event) in ANSWERS or not isinstance(event, Act):
        yield from ANSWERS[type(event)][0](pos, event)
    elif pos.basic:
        yield from turns.check(pos, event) if isinstance(event, BASIC) else turns.may(pos, event.who, event.system)
    else:
        yield from _may_use(pos, event.who, event.system, event)
        if event.system not in turns.BASIC_ONLY:
            yield from _check_act(pos, event)


def _check_act(pos: Position, event: Act) -> Iterator[Objection]:
    """What a system may be used on; in Reroute and in an ability, what the system in it may.

    An ability that drills is no Drill of the board: what it may take is said by the plain rule [T-205].
    """
    yield from ACTS[type(event)][0](pos, event)
    inner = event.inner if isinstance(event, events.Reroute | events.Ability) else None
    if inner and (inner.system in pos.systems(event.who) or isinstance(inner, events.Alien)):
        for objection in _check_act(pos, inner):
            plain = isinstance(event, events.Ability) and objection.rule in ("T-401", "T-402")
            yield objection._replace(rule="T-205") if plain else objection


def _outcome(ask: Ask, event: Event) -> Outcome:
    judged = tuple(_check(ask, event))
    through = all(objection.stands for objection in judged)
    return judged, next(game(effect(ask.pos, event))) if through else None


def may(pos: Position, who: str, verb: str) -> Iterator[Objection]:
    """[T-303 to T-310] Whether the player may say the verb at all: known before anything is said about targets.

    The system that it uses decides; nothing bars a verb that uses none.
    """
    system = USES.get(verb, verb)
    if pos.basic and (verb in turns.VERBS or system in pos.kit.systems):
        yield from turns.may(pos, who, verb)
    elif system in pos.kit.systems or system in (*SLOTS, *PRIMITIVES, *turns.BASIC_ONLY):
        yield from _may_use(pos, who, system)


def _may_use(pos: Position, who: str, system: str, event: Act | None = None) -> Iterator[Objection]:
    if system in turns.BASIC_ONLY:
        yield broken("T-105", "basic.only", action=system)
        return
    costs, ruling, battery = _price(pos, who, system, event), "", event.battery if event else None
    if system == "reroute" and costs != energy.price(pos, system):
        ruling = "A-15"
    yield from energy.check_use(pos, who, system, battery, costs, ruling)


def _price(pos: Position, who: str, system: str, event: Act | None) -> energy.Price:
    if system not in pos.systems(who):
        return 0, 0, 0
    if isinstance(event, events.Reroute) and event.inner.system in pos.systems(who):
        return energy.reroute_price(pos, event.inner.system)
    return energy.price(pos, system)


def moment(ask: Ask, event: Event) -> str:
    """The rule that forbids an event while this question stands open: the one that asks, or a plainer one."""
    pos, asked = ask.pos, isinstance(event, ask.takes)
    if ask.rule == OVER:
        return "T-819" if pos.alone else "T-703"
    if ask.rule == turn_row(pos) and asked:
        return rounds.not_due(pos, event.who)
    if isinstance(event, events.Secret) and len(pos.secrets.get(event.who, ())) >= scoring.DEALT:
        return "T-109"
    if asked and not isinstance(event, events.Discard):
        return ask.rule
    plain: dict[type, str] = {
        events.Discard: "T-010",
        events.Claim: "T-607" if pos.scoring else "T-601",
        events.Secret: "T-109" if pos.basic else "T-004",
        Mend: "T-1005",
    }
    if type(event) in plain:
        return plain[type(event)]
    if ask.rule[:1] == "T":
        return ask.rule
    if isinstance(event, events.Spawn | events.TurnUp):
        return _aliens_row(pos, event)
    return setup.row(pos, event) or turn_row(pos)


def _aliens_row(pos: Position, event: Event) -> str:
    """Why the aliens do not come just now: it is not their turn, or the game has none."""
    if pos.options.aliens == "none":
        return "T-1001" if isinstance(event, events.Spawn) else "T-207"
    return "T-901" if pos.alone else "T-1002"


def _check_discard(pos: Position, event: events.Discard) -> Iterator[Objection]:
    """[T-209] One of the stored tiles or the new one."""
    if not pos.stored(event.who)[event.kind]:
        yield broken("T-209", "discard.not-stored", kind=event.kind, kinds=tuple(pos.stored(event.who)))


# -- effects ------------------------------------------------------------------


def effect(pos: Position, event: Event) -> Position:
    """The table after the event, which must be legal or stand; what is still to be done lies on the agenda."""
    if type(event) in ANSWERS or not isinstance(event, Act):
        return ANSWERS[type(event)][1](pos, event)
    if pos.basic and isinstance(event, BASIC):
        return turns.act(pos, event)
    costs = _price(pos, event.who, event.system, event)
    pos = energy.pay(pos, event.who, event.system, event.battery, costs)
    return _act(pos.push(("ends", "act")), event)


def _act(pos: Position, event: Act) -> Position:
    return ACTS[type(event)][1](pos, event)


def _ability(pos: Position, event: events.Ability) -> Position:
    return _act(pos, event.inner) if event.inner else solo.by_hand(pos, event)


def advise(pos: Position, event: Event) -> Iterator[Text]:
    """Where this will lead; it stops nothing."""
    given = ADVICE.get(type(event))
    return given(pos, event) if given else iter(())


ADVICE: dict[type, Callable[[Position, Any], Iterator[Text]]] = {
    events.Ship: lambda pos, e: (shipping if pos.alone else bonuses).advise_ship(pos, e),
    events.Use: upkeep.advise_use,
    events.Origin: setup.advise_origin,
    events.Reroute: lambda pos, e: advise(pos, e.inner),
    events.Ability: lambda pos, e: advise(pos, e.inner),
}
