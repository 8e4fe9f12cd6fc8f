"""A table that is entered: from tiles and facts to a position, and from a step to what is to be done next."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from referee.ask import TABLE
from referee.errors import Damaged, NotUnderstood, tried
from referee.game import Told
from referee.games.parsec.actions import begin_turn
from referee.games.parsec.awaited import awaits
from referee.games.parsec.board import RING
from referee.games.parsec.census import box
from referee.games.parsec.events import Activate, NewCard
from referee.games.parsec.facts import Facts
from referee.games.parsec.faults import arrivals, early_faults, faults, undecided
from referee.games.parsec.monsters import check_activate
from referee.games.parsec.placing import check_draw
from referee.games.parsec.position import NONE, Options, Position
from referee.games.parsec.research import check_new
from referee.games.parsec.retelling import ROBOTS, STEP, UNKNOWN
from referee.games.parsec.ring import layer
from referee.games.parsec.sentences import kind_said
from referee.hexes import label, parse
from referee.notation import join, split
from referee.position import Frame
from referee.text import Text
from referee.verdict import UNKNOWN as UNTOLD
from referee.verdict import Objection, broken

__all__ = ["at", "blank", "box", "expand", "faults", "forms"]

Frames = tuple[Frame, ...]


# -- forms of a position file ------------------------------------------------------------------


def expand(key: str, value: Any) -> tuple[tuple[str, ...], Told]:
    """What a position file says in forms of its own: no sentences of the box, and the facts of each text.

    `tiles`: `["K4 brown e ne", "K5 empty"]`, or a table from hex to tile; in any order, and of the three sectors of a
    planet one is enough to show how the others lie. `ring`: the twelve start tiles as they lie, counter-clockwise from
    the east, `none` where none lies. `robots`: `["Ann K4 2 L5 home 3"]`, where a player's are; the rest are aboard.
    """
    if key not in _FORMS:
        raise NotUnderstood("position.key", nearest=tuple(_FORMS), key=key)
    said = [f"{name} {tile}" for name, tile in value.items()] if isinstance(value, Mapping) else value
    if not isinstance(said, list | tuple) or not all(isinstance(text, str) and split(text) for text in said):
        raise NotUnderstood("position.list", key=key)
    if key == "ring" and len(said) != len(RING):
        raise NotUnderstood("position.ring", n=len(RING), said=len(said))
    return (), tuple(tried(_FORMS[key], enumerate(map(split, said))))


def forms(options: Options) -> Mapping[str, Text]:
    """What is best told in a form of its own: the tiles."""
    return {"tiles": Text("enter.tiles")}


def _tile(told: tuple[int, Sequence[str]]) -> Facts:
    at, *tile = told[1]
    hex = parse(at)
    if hex is None:
        raise NotUnderstood("fact.hex", value=at)
    return {(label(hex), "tile"): join(tile) or NONE}


def _start_tile(told: tuple[int, Sequence[str]]) -> Facts:
    return {(label(RING[told[0]]), "tile"): join(told[1])}


def _robots(told: tuple[int, Sequence[str]]) -> Facts:
    who, *places = told[1]
    return {(who, ROBOTS): join(places) or NONE}


# Each reads the text of a thing, and which of them it is.
_FORMS: Mapping[str, Callable[[tuple[int, Sequence[str]]], Facts]] = {
    "tiles": _tile,
    "ring": _start_tile,
    "robots": _robots,
}


def blank(pos: Position) -> Position:
    """A table just laid out, for a position to be entered on: the Homeworld tile, all robots aboard, the first turn.

    Nothing says yet whether the turn's Action Points are being spent.
    """
    return pos.put(agenda=(), first=pos.names[0], turn=1, marks={STEP: UNKNOWN})


# -- the step to be done next ------------------------------------------------------------------

DRAWING = ("S2.1", "S2.3", "7.3-j", "S2.5")  # steps of a turn before which no ship can have moved
IN_TURN = (
    "S2.1",
    "S2.3 TILE",
    "7.3-j TILE TILE",
    "S2.5 HEX",
    "S2.7",
    "S2.8",
    "S2.9",
    "S5.1 NUMBER",
    "S5.2 NUMBER",
    "S5.3 NUMBER",
    "S6.1",
    "S6.2",
    "S6.3 MONSTER NUMBER",
)
SETTING_UP = ("S0.3", "S1.2", "S1.3", "S1.5", "S1.6", "S1.8", "S1.9 TILE", "3.0-o")


def at(pos: Position, step: str, who: str) -> Position:
    """The table with this step to be done next, by default the first of the player's turn; with a result there is none.

    What is in hand follows the step, as in `IN_TURN`: `S2.3 brown`, `S6.3 dragon 4`. The Action Points of step 4 are
    dealt out unless somebody has told how many are left. Raises Damaged for a table at which the step cannot be asked.
    """
    fresh = STEP in pos.marks
    pos = pos.put(marks={mark: word for mark, word in pos.marks.items() if mark != STEP})
    name, *hand = split(step) or ("S2.1",)
    if pos.result:
        return pos
    if not any(form.startswith(f"{name} ") for form in (*IN_TURN, *SETTING_UP)):
        hand = [word for word in hand if word not in (TABLE, *pos.names)]  # others who are asked
    if any(name == form.partition(" ")[0] for form in SETTING_UP):
        return _setting_up(pos, name, hand)
    return _in_turn(pos, (name, *hand), who if who in pos.names else pos.whose or pos.order[0], fresh)


def _in_turn(pos: Position, step: Sequence[str], who: str, fresh: bool) -> Position:
    """A turn is under way [S2]: the step, then the rest of the turn."""
    begun = begin_turn(pos.put(agenda=(("begin-turn", who),)))
    frames = _frames(pos, _from(begun.agenda), step, fresh)
    if not frames:
        raise NotUnderstood("position.at", nearest=(*SETTING_UP, *IN_TURN), step=join(step))
    pos = pos.put(agenda=frames, pulsar=begun.pulsar if step[0] in DRAWING else pos.pulsar)
    return _possible(pos, (*_step_faults(pos, who), *_hand_faults(pos)))


def _possible(pos: Position, faults: Sequence[Objection]) -> Position:
    """The table, if nothing is wrong with it. Raises Damaged."""
    if faults:
        raise Damaged("position.faults", faults=tuple(faults))
    return pos


def _from(turn: Frames) -> Mapping[str, Frames]:
    """The rest of a turn from each of its frames on, without what a card gives as it begins."""
    rest = {str(frame[0]): turn[n:] for n, frame in enumerate(turn)}
    return {str(frame[0]): rest[str(frame[0])] for frame in rest["turn"]}


def _frames(pos: Position, rest: Mapping[str, Frames], step: Sequence[str], fresh: bool) -> Frames:
    """What is to be done at a step of a turn; nothing for what is none."""
    who, spend = rest["turn"][0][1], rest["ready" if fresh else "actions"]
    match step:
        case ["S2.1"]:
            return (("draw", who), *rest["return"]) if pos.aside else rest["turn"]
        case ["S2.3", kind] if kind_said(kind):
            return (("lay", who, kind_said(kind)), *rest["return"])
        case ["7.3-j", one, other] if kind_said(one) and kind_said(other):
            return (("keep", who, (kind_said(one), kind_said(other))), *rest["return"])
        case ["S2.5", hex] if parse(hex):
            return (("arrival", who, parse(hex)), *rest["return"])
        case ["S2.7"]:
            return rest["return"] if fresh else spend
        case ["S2.9"]:
            return spend
        case ["S5.1" | "S5.2" | "S5.3", n] if n.isdecimal():
            drawn = (("card", who),) if step[0] == "S5.3" else ()
            return (*drawn, ("points", who, int(n), "7.2-b"), *spend)
    return _prowling(pos, rest, step)


def _prowling(pos: Position, rest: Mapping[str, Frames], step: Sequence[str]) -> Frames:
    """What is to be done when a monster acts [S6]."""
    who = rest["turn"][0][1]
    match step:
        case ["S2.8" | "S6.1" | "S6.2"]:
            return rest["monsters"]
        case ["S6.3", monster, ap] if ap.isdecimal() and monster in pos.beasts:
            return (("prowl", who, monster, int(ap)), ("monsters", who, monster), *rest["ready"])
    return ()


def _step_faults(pos: Position, who: str) -> Iterator[Objection]:
    """What cannot be at a step of a turn: hands undecided, and what nobody has told of the turns before.

    That is which monsters have come [11.0], and since when a ship is beside a pulsar [5.1.8].
    """
    for name in pos.names:
        if undecided(pos, name) and len(pos.research[name]) > pos.kit.points["under_research"]:
            yield broken("3.0-d", "fault.undecided", who=name, cards=pos.research[name])
    if not pos.pulsar and not pos.moved and pos.beside_pulsar(pos.ships[who]):
        yield Objection("5.1.8-e", "fault.pulsar", {"who": who, "hex": label(pos.ships[who])}, basis=UNTOLD)
    if pos.options.monsters:
        yield from arrivals(pos)


def _hand_faults(pos: Position) -> Iterator[Objection]:
    """What is said to be in hand, or under way, and cannot be: a tile, a card, a monster."""
    match pos.agenda[0]:
        case ("lay", _, kind):
            yield from check_draw(pos, (kind,))
        case ("keep", _, kinds):
            yield from check_draw(pos, kinds)
        case ("card", who):
            yield from check_new(pos, NewCard(who))
        case ("prowl", who, name, _):
            yield from check_activate(pos.pop(("monsters", who)), Activate(who, name))


def _setting_up(pos: Position, name: str, hand: Sequence[str]) -> Position:
    """A table that is still being laid out [S0, S1]: what nobody has told of it yet is asked."""
    laid = {hex: who or pos.order[n % len(pos.order)] for n, (hex, who) in enumerate(pos.layers.items())}
    pos = pos.put(turn=0, layers=laid)
    if name == "S0.3":
        return pos.put(first="", agenda=(("first",), ("deck",), ("ring",)))
    frames = _cards(pos, name)
    if name == "S1.9" and len(hand) == 1 and (kind := kind_said(hand[0])):
        frames = (("lay", layer(pos), kind),)
    elif name == "S1.8" and pos.aside:
        frames = (("draw", layer(pos)),)
    elif hand or name == "S1.9":
        raise NotUnderstood("position.at", nearest=SETTING_UP, step=join((name, *hand)))
    pos = pos.put(agenda=(*frames, ("ring",)))
    return _possible(pos, (*_hand_faults(pos), *early_faults(pos)))


def _cards(pos: Position, name: str) -> Frames:
    """The cards that are still to be dealt and chosen, in turn order, from this step on."""
    steps = ("hand", "begin", "sworn")
    hands, begins, factions = (tuple[Frame, ...]((s, who) for who in pos.order if awaits(pos, s, who)) for s in steps)
    if pos.options.factions == "chosen":
        offer = () if pos.offered or pos.factions else (("offer",),)
        factions = (*offer, *(() if len(pos.bids) == len(pos.names) else (("bids",),)), ("picks",))
    rest: dict[str, Frames] = {"S1.2": (*hands, *begins, *factions), "S1.3": (*hands, *begins, *factions)}
    return {**rest, "S1.5": factions, "S1.6": factions}.get(name, ())
