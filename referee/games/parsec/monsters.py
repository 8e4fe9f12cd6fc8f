"""Space Monsters [11.0 to 11.4]: how they come and leave, and which acts; what it does then is in `prowling.py`."""

from collections.abc import Callable, Iterator
from typing import Any

from referee.ask import TABLE, Ask, Play
from referee.games.parsec import appetites, events, prowling
from referee.games.parsec.events import Activate, Arrival, Event, Prowl
from referee.games.parsec.position import Beast, Position
from referee.games.parsec.targets import reviewed
from referee.hexes import label
from referee.remarks import Teach
from referee.text import Text, Value
from referee.verdict import COUNT, Objection, broken

# -- how they come ------------------------------------------------------------------


def arriving(pos: Position) -> Play:
    """[S2.5] Which monster the new warp brings."""
    _, who, at = pos.agenda[0]
    text = Text("ask.arrival", {"who": who, "hex": label(at), "monsters": tuple(_unused(pos))})
    return (yield Ask("S2.5", (TABLE,), (Arrival,), pos, text, (), "arrival"))


def _unused(pos: Position) -> Iterator[str]:
    return (name for name in pos.kit.monsters if name not in pos.beasts and name not in pos.gone)


def check_arrival(pos: Position, event: Arrival) -> Iterator[Objection]:
    """[11.0, 1.0] One that has not come yet."""
    if event.monster not in _unused(pos):
        yield broken("11.0-a", "monster.used", monster=event.monster)
        yield Objection("1.0-b", "monster.none-left", {"monster": event.monster}, basis=COUNT)


def arrive(pos: Position, event: Arrival) -> Position:
    """[11.0-a, A-88] It stands on the new warp; who laid that controls it, from the next turn on [11.0-c]."""
    _, who, at = pos.agenda[0]
    beast = Beast(at, who, at, pos.turn)
    pos = pos.pop().put(beasts={**pos.beasts, event.monster: beast})
    facts: dict[str, Value] = {"monster": event.monster, "who": who, "hex": label(at)}
    return pos.happen(f"{event.monster} at {label(at)} of {who}", "11.0-a", "monster.arrives", **facts)


# -- which of them acts ------------------------------------------------------------------


def activating(pos: Position) -> Play:
    """[S2.8, 11.0-c, A-97] Every monster that came in an earlier turn acts; of several the player says which first."""
    _, who, *acted = pos.agenda[0]
    due = tuple(name for name in pos.beasts_of(who) if pos.beasts[name].since < pos.turn and name not in acted)
    if not due:
        return pos.pop()
    if len(due) == 1:
        return activate(pos, Activate(who, due[0]))
    return (yield Ask("S2.8", (who,), (Activate,), pos, Text("ask.activate", {"who": who, "monsters": due}), due))


def check_activate(pos: Position, event: Activate) -> Iterator[Objection]:
    """[11.0, 11.2] One's own, that did not come this turn and has not acted yet."""
    beast = pos.beasts.get(event.monster)
    if beast is None or beast.owner != event.who:
        yield broken("11.0-a", "monster.foreign", monster=event.monster, who=event.who)
    elif beast.since >= pos.turn:
        yield broken("11.0-c", "monster.new", monster=event.monster)
    elif event.monster in pos.agenda[0][2:]:
        yield broken("11.1-a", "monster.acted", monster=event.monster)


def activate(pos: Position, event: Activate) -> Position:
    """It acts next; what it was going for may have ceased to be a target."""
    _, who, *acted = pos.agenda[0]
    pos = reviewed(pos, event.monster)
    return pos.pop(("wake", who, event.monster), ("monsters", who, *acted, event.monster))


def waking(pos: Position) -> Play:
    """[S6.1, 11.1-a, A-84] It has the APs of its card, which the table is asked for once."""
    _, who, name = pos.agenda[0]
    if name not in pos.kit.appetites:
        tell = (f"teach monster {name} ap 7",)
        text = Text("ask.appetite", {"monster": name, "tell": tell})
        return (yield Ask("S6.1", (TABLE,), (Teach,), pos, text, (name,), "appetite", tell))
    return pos.pop(("prowl", who, name, pos.kit.appetites[name]))


# -- how they leave ------------------------------------------------------------------


def leave(pos: Position, kind: str) -> Position:
    """[11.4-a] After a scoring round all monsters are gone; after a science round by the reading of A-86."""
    if kind == "science" and pos.reading("monsters_leave") == "numbered":
        return pos
    key = "monster.leaves-science" if kind == "science" else "monster.leaves"
    for name in pos.beasts:
        pos = _gone(pos, name, "11.4-a", key)
    return pos


def slain(pos: Position, who: str, name: str) -> Position:
    """[7.3-l, A-100] The bomb has destroyed a monster; the player is rewarded."""
    pos = _gone(pos, name, "7.3-l", "monster.slain")
    return pos.change(who, "vp", pos.kit.scoring["slayer_vp"], "7.3-l", "monster.slayer", monster=name)


def _gone(pos: Position, name: str, rule: str, key: str) -> Position:
    """For the rest of the game; robots that it held are free [11.3-d]."""
    beasts = {other: beast for other, beast in pos.beasts.items() if other != name}
    pos = pos.put(beasts=beasts, gone=pos.gone | {name}).happen(f"{name} gone", rule, key, monster=name)
    if pos.kit.monsters[name].captures:
        for who in pos.names:
            pos = appetites.released(pos, who, pos.count(who, "held"), "11.3-d")
    return pos


# -- moments ------------------------------------------------------------------

PROWLING: tuple[type, ...] = (*events.Prowling.__args__, Arrival)
STEPS = frozenset(("S2.8", "S6.1", "S6.2", "S6.3"))  # the questions of a monster's turn


def moment(ask: Ask, event: Event) -> str:
    """The rule that forbids an event of monsters now, or any other while a monster acts."""
    pos = ask.pos
    if isinstance(event, Arrival):
        return "11.0-a"
    if isinstance(event, Prowl) and ask.rule == "S6.2":
        return "11.2-b"
    mine = [pos.beasts[name].since for name in pos.beasts_of(event.who)]
    return "11.0-c" if isinstance(event, PROWLING) and mine and min(mine) >= pos.turn else "4.0-a"


# -- what the order of play needs ------------------------------------------------------------------

ASKS: dict[str, Callable[[Position], Play]] = {
    "arrival": arriving,
    "monsters": activating,
    "wake": waking,
    "prowl": prowling.prowling,
}
EVENTS: dict[type, tuple[Callable[[Position, Any], Iterator[Objection]], Callable[[Position, Any], Position]]] = {
    Arrival: (check_arrival, arrive),
    Activate: (check_activate, activate),
    events.Target: (prowling.check_target, prowling.target),
    Prowl: (prowling.check_prowl, prowling.prowl),
    events.Eat: (appetites.check_eat, appetites.eat),
    events.Capture: (appetites.check_capture, appetites.capture),
    events.Crush: (appetites.check_crush, appetites.crush),
    events.Teleport: (prowling.check_teleport, prowling.teleport),
    events.Rest: (prowling.check_rest, prowling.rest),
    events.Ransom: (appetites.check_ransom, appetites.ransom),
}
ADVICE: dict[type, Callable[[Position, Any], Iterator[Text]]] = {Prowl: prowling.advise_prowl}
