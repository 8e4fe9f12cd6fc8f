"""What the table is worth in a round: who controls what, and every gain line by line [9.1 to 9.6].

Nothing here changes anything. A round scores what the table shows, group by group; of each thing everybody gets what
the rules print, then what the own cards add [8.0].
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from referee.games.parsec import factions
from referee.games.parsec.board import planet_name
from referee.games.parsec.factions import Thing
from referee.games.parsec.gains import Item
from referee.games.parsec.kit import FINAL, GAME
from referee.games.parsec.position import Position
from referee.hexes import label
from referee.text import Facts

NORMAL, SCIENCE = "normal", "science"
# [9.0, 9.5, 9.6] What each kind of round scores, in this order.
STEPS: Mapping[str, tuple[str, ...]] = {
    NORMAL: ("planets", "sites", "nebulas", "nanotechs"),
    SCIENCE: ("sites", "nebulas"),
    FINAL: ("planets", "sites", "nebulas", "nanotechs"),
}


class Control(NamedTuple):
    """Who controls a planet ("" for nobody), whose robots are there, and by which rule."""

    who: str
    present: tuple[str, ...]
    rule: str
    key: str


class Line(NamedTuple):
    """Everything that is gained for one thing; of a planet, who controls it."""

    thing: Thing
    items: tuple[Item, ...]
    control: Control | None = None


# -- control ------------------------------------------------------------------


def control(pos: Position, planet: int) -> Control:
    """[9.1, 7.3-k] Whoever has strictly the most robots; in a tie, Warrior Robots that nobody else there has."""
    robots = pos.on_planet(planet)
    present = tuple(who for who in pos.order if who in robots)
    if not present:
        return Control("", (), "9.1-e", "planet.empty")
    leaders = tuple(who for who in present if robots[who] == max(robots.values()))
    if len(leaders) == 1:
        return Control(leaders[0], present, "9.1-b", "planet.most")
    won = {"present": _sole_warrior(pos, present, leaders), "leaders": _sole_warrior(pos, leaders, leaders)}
    who = won[str(pos.reading("warriors"))]
    key = "planet.warriors" if who else "planet.tie"
    if len(set(won.values())) > 1:
        return Control(who, present, "A-65", key)
    return Control(who, present, "7.3-k" if any(pos.power(each, "warrior") for each in leaders) else "9.1-d", key)


def _sole_warrior(pos: Position, compared: tuple[str, ...], leaders: tuple[str, ...]) -> str:
    """[7.3-k, A-65] The one of those compared who has Warrior Robots, if among those tied; "" if there is none."""
    warriors = [who for who in compared if pos.power(who, "warrior")]
    return warriors[0] if len(warriors) == 1 and warriors[0] in leaders else ""


# -- what scores ------------------------------------------------------------------


def lines(pos: Position, kind: str, step: str, first: str) -> Iterator[Line]:
    """Every line of a step of a round as the table stands; of each thing the player `first` gains first [A-68]."""
    when = FINAL if kind == FINAL else GAME
    turns = pos.clockwise(first)
    held = {who: factions.bonuses(pos, who, when) for who in turns}
    for line in _SCORED[step](pos, when):
        thing = line.thing
        items = [item for item in line.items if not factions.replaced(held[item.who], item.who, thing)]
        items += [item for who in turns for item in factions.gains(held[who], who, thing)]
        yield line._replace(items=tuple(sorted(items, key=lambda item: turns.index(item.who))))


def _planets(pos: Position, when: str) -> Iterator[Line]:
    """[9.1] Every complete planet, and its moons [9.1.1]."""
    for n, planet in enumerate(pos.board.planets):
        if planet.complete:
            ruled, name, colour = control(pos, n), planet_name(pos.board, n), planet.colour
            stands = _standing(ruled)
            yield Line(Thing("planet", name, frozenset((colour,)), 1, stands), _planet(pos, when, n, ruled), ruled)
            if pos.moons(n):
                yield Line(Thing("mooned", name, frozenset((colour,)), 1, stands), ())
            yield from _moons(pos, n, ruled.who, stands)


def _standing(ruled: Control) -> Mapping[str, frozenset[str]]:
    """How the players stand on a planet; in a tie nobody has lost it."""
    present, controlled = frozenset(ruled.present), frozenset({ruled.who} - {""})
    return {"present": present, "controlled": controlled, "lost": present - controlled if controlled else frozenset()}


def _planet(pos: Position, when: str, planet: int, ruled: Control) -> tuple[Item, ...]:
    """[9.1, 9.6] The value to the controller, 1 credit to everybody else there; in the final round 1 VP."""
    figures, name = pos.kit.scoring, planet_name(pos.board, planet)
    items = []
    for who in ruled.present:
        if who == ruled.who:
            value = pos.kit.kinds[pos.board.planets[planet].colour].vp
            items.append(Item(who, "vp", value, "9.1-c", "planet.control", {"thing": name}))
        elif when == FINAL:
            items.append(Item(who, "vp", figures["present_vp"], "9.6-a", "planet.there-final", {"thing": name}))
        else:
            rule = "9.1-c" if ruled.who else "9.1-d"
            items.append(Item(who, "credits", figures["present_credit"], rule, "planet.there", {"thing": name}))
    return tuple(items)


def _moons(pos: Position, planet: int, who: str, stands: Mapping[str, frozenset[str]]) -> Iterator[Line]:
    """[9.1.1] A point to the controller for each moon that is left, two for a double one."""
    colour = pos.board.planets[planet].colour
    for at in pos.board.moons_of(planet):
        kind = pos.kit.kinds[pos.board.tiles[at].kind]
        name, n = f"{kind.name} {label(at)}", kind.moons - pos.destroyed(at)
        if n > 0:
            worth = n * pos.kit.scoring["moon_vp"]
            items = (Item(who, "vp", worth, "9.1.1-a", "planet.moon", {"thing": name}),) if who else ()
            yield Line(Thing("moon", name, frozenset((colour, kind.name)), n, stands), items)


def _sites(pos: Position, when: str) -> Iterator[Line]:
    """[9.2, 9.3] Every asteroid field and derelict with robots on it, which is control [6.3.3, 5.1.3]."""
    for at, tile in sorted(pos.board.tiles.items()):
        if tile.kind in _PAID:
            for who in pos.robots(at):
                name = f"{tile.kind} {label(at)}"
                stands = dict.fromkeys(("present", "controlled"), frozenset((who,)))
                paid = _PAID[tile.kind][when]
                items = (Item(who, unit, pos.kit.scoring[n], rule, key, {"thing": name}) for unit, n, rule, key in paid)
                yield Line(Thing(tile.kind, name, frozenset((tile.kind,)), 1, stands), tuple(items))


# [9.2, 9.3, 9.6] What a site gives: unit, how many (by the name of the figure), the rule and the message.
_RESEARCH = ("rp", "derelict_rp", "9.3-a", "site.derelict-rp")
_PAID: Mapping[str, Mapping[str, tuple[tuple[str, str, str, str], ...]]] = {
    "asteroid": {
        GAME: (("credits", "asteroid_credits", "9.2-a", "site.asteroid"),),
        FINAL: (("vp", "asteroid_vp", "9.6-a", "site.asteroid-final"),),
    },
    "derelict": {
        GAME: (("credits", "derelict_credits", "9.3-a", "site.derelict"), _RESEARCH),
        FINAL: (("vp", "derelict_vp", "9.6-a", "site.derelict-final"), _RESEARCH),
    },
}


def _nebulas(pos: Position, when: str) -> Iterator[Line]:
    """[9.4] Every complete nebula: a research point for each two tiles to everybody in it, once."""
    for cluster in pos.board.clusters:
        if pos.board.open_edges(cluster):
            continue
        name, n = f"nebula {label(min(cluster))}", len(cluster) // pos.kit.scoring["nebula_tiles"]
        there = {who for at in cluster for who in pos.robots(at)}
        stands = dict.fromkeys(("present", "controlled"), frozenset(there))
        kinds = Counter(pos.board.tiles[at].kind for at in sorted(cluster))
        facts: Facts = {"thing": name, "tiles": len(cluster)}
        items = tuple(Item(who, "rp", n, "9.4-a", "site.nebula", facts) for who in pos.order if who in there)
        yield Line(Thing("nebula", name, frozenset(kinds), 1, stands), items)
        for kind, k in kinds.items():
            yield Line(Thing("nebula-tile", f"{kind} of {name}", frozenset((kind,)), k, stands), ())


def _nanotechs(pos: Position, when: str) -> Iterator[Line]:
    """[9.6] In the final round every completed nanotech scores, and every one under research that is far enough."""
    figures = pos.kit.scoring
    for who in pos.order:
        stands = dict.fromkeys(("present", "controlled"), frozenset((who,)))
        for card in pos.completed.get(who, ()):
            item = Item(who, "vp", figures["nanotech_vp"], "9.6-c", "round.nanotech", {"thing": card})
            yield Line(Thing("nanotech", card, frozenset(), 1, stands), (item,) if when == FINAL else ())
        for card in pos.research.get(who, ()) if when == FINAL else ():
            points = pos.count(who, f"research {card}")
            if points >= figures["half_done"]:
                facts: Facts = {"thing": card, "points": points}
                item = Item(who, "vp", figures["half_done_vp"], "9.6-c", "round.half-done", facts)
                yield Line(Thing("half-done", card), (item,))


_SCORED: Mapping[str, Callable[[Position, str], Iterator[Line]]] = {
    "planets": _planets,
    "sites": _sites,
    "nebulas": _nebulas,
    "nanotechs": _nanotechs,
}
