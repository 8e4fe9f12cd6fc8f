"""What monsters do to robots and moons: eating, capturing, destroying moons, and the ransom [11.1 to 11.3].

What a monster does is paid from its own APs, the last word of its frame on the agenda.
"""

from collections.abc import Iterator

from referee.ask import TABLE
from referee.games.parsec.board import MOON, NEBULA
from referee.games.parsec.contested import check_read
from referee.games.parsec.events import Capture, Crush, Eat, Ransom
from referee.games.parsec.goals import WARP, moons, planet_of, sectors
from referee.games.parsec.position import Beast, Position
from referee.games.parsec.targets import aimed, busy, hanging, is_target, left, site, targets
from referee.hexes import ORIGIN, Hex, label
from referee.verdict import Objection, broken, disputed, waivable

# -- Action Points of a monster ------------------------------------------------------------------


def acting(pos: Position) -> tuple[str, int]:
    """The monster under way, and the APs that it has left."""
    _, _, name, ap = pos.agenda[0]
    return name, ap


def check_ap(pos: Position, price: int, *rows: str) -> Iterator[Objection]:
    """[11.1-a] Whether the monster's own APs pay for it; `rows` are those that print the price."""
    name, ap = acting(pos)
    if price > ap:
        for row in ("11.1-a", *rows):
            yield waivable(row, "monster.ap", monster=name, price=price, n=ap)


def spend(pos: Position, price: int) -> Position:
    """[11.1-a] The APs are used; of a price let stand short, what is there."""
    frame, who, name, ap = pos.agenda[0]
    if price > ap:
        pos = pos.happen(f"{ap} of {price} paid", "11.1-a", "monster.part", monster=name, paid=ap, price=price)
    return pos.pop((frame, who, name, max(0, ap - price)))


def meal(pos: Position, name: str, robots: int) -> int:
    """[11.1-d, 11.3, A-95] The APs for so many robots."""
    monster = pos.kit.monsters[name]
    return -(-robots // monster.robots) * monster.price


# -- eating ------------------------------------------------------------------


def check_eat(pos: Position, event: Eat) -> Iterator[Objection]:
    """[11.1, 11.3] Robots that are there, at their price, where and in the order that suits this monster."""
    name, _ = acting(pos)
    if pos.kit.monsters[name].captures:
        yield broken(pos.kit.monsters[name].row, "eat.captures", monster=name)
        return
    if pos.beasts[name].at == ORIGIN:
        yield broken("11.1-d", "eat.homeworld", monster=name)
        return
    yield from _check_here(pos, event.player, event.robots)
    yield from check_ap(pos, meal(pos, name, event.robots), "11.1-d")
    yield from _check_where(pos, event.robots)


def _check_here(pos: Position, who: str, robots: int) -> Iterator[Objection]:
    """[11.1-d] So many robots of a player stand where the monster is."""
    at = pos.beasts[acting(pos)[0]].at
    here = pos.robots(at).get(who, 0)
    if robots > here:
        yield broken("11.1-d", "eat.fewer" if here else "eat.nobody", hex=label(at), who=who, n=here)


def _check_where(pos: Position, robots: int = 1) -> Iterator[Objection]:
    """[11.2-d, 11.3] At its target in its own order; on the way by the reading of A-91."""
    name, _ = acting(pos)
    at, row = pos.beasts[name].at, pos.kit.monsters[name].row
    hexes = tuple(map(label, left(_bitten(pos, name), name)))
    rulings = hanging(pos, name, {"snacks": ("11.2-d", "eat.snack"), "machine_moons": (row, "eat.moons")}, "snacks")
    key = "eat.moon-first" if pos.kit.monsters[name].crush else "eat.clockwise"
    otherwise = broken(row, key, monster=name, hex=label(at), hexes=hexes)
    yield from check_read(pos, lambda table: _may_take(table, name, robots), rulings, otherwise)


def _bitten(pos: Position, name: str) -> Position:
    """[11.3-b] The table after a robot was eaten, for a monster that goes round its planet."""
    beast = pos.beasts[name]
    if pos.kit.monsters[name].goal != WARP or beast.at not in site(pos, name):
        return pos
    return _noted(pos, name, beast._replace(taken=(label(beast.at),)))


def _may_take(pos: Position, name: str, robots: int) -> bool:
    """Whether the monster may take so many robots at once where it stands."""
    at, there = pos.beasts[name].at, site(pos, name)
    if at in there:
        return at in left(pos, name) and (robots == 1 or not _turns(pos, name))
    if pos.kit.monsters[name].captures and _visited(pos, pos.beasts[name]):
        return False
    if not there and not targets(pos, name):
        return True  # nothing to go for: its controller decides [11.2-g]
    return _refuge(pos, at) or pos.reading("snacks") == "any"


def _turns(pos: Position, name: str) -> bool:
    """[11.3-b] Whether it must go on to another sector after each robot."""
    elsewhere = [at for at in site(pos, name) if at != pos.beasts[name].at and pos.robots(at)]
    return pos.kit.monsters[name].goal == WARP and bool(elsewhere)


def _refuge(pos: Position, at: Hex) -> bool:
    """[11.2-d] Asteroid fields and nebulas: what is printed about eating on the way names no other tile."""
    return pos.board.sort(at) == NEBULA or pos.board.tiles[at].kind == "asteroid"


def eat(pos: Position, event: Eat) -> Position:
    """[11.1-d, A-98] The robots are back on Homeworld."""
    name, _ = acting(pos)
    beast, n = pos.beasts[name], event.robots
    pos = spend(pos, meal(pos, name, n))
    rule = "11.2-e" if event.player == event.who else "11.1-d"
    pos = pos.put_robots(event.player, beast.at, -n, rule, "eat.eaten", monster=name)
    pos = pos.change(event.player, "home", n, rule, "eat.home", n=n)
    return _bitten(pos, name)


def _noted(pos: Position, name: str, beast: Beast) -> Position:
    return pos.put(beasts={**pos.beasts, name: beast})


# -- capturing ------------------------------------------------------------------


def check_capture(pos: Position, event: Capture) -> Iterator[Objection]:
    """[11.3-c] One robot of each player, once on every planet."""
    name, _ = acting(pos)
    beast, monster = pos.beasts[name], pos.kit.monsters[name]
    if not monster.captures:
        yield broken("11.3-c", "capture.who", monster=name)
        return
    yield from _check_here(pos, event.player, 1)
    yield from check_ap(pos, monster.price, monster.row)
    at_work = beast.at in site(pos, name)
    if (at_work and event.player in beast.taken) or (not at_work and _visited(pos, beast)):
        yield broken(monster.row, "capture.twice", who=event.player, hex=label(beast.at))
    elif not at_work:
        yield from _check_where(pos)


def _visited(pos: Position, beast: Beast) -> bool:
    planet = pos.board.planet_at(beast.at)
    return planet >= 0 and any(at in beast.visited for at in sectors(pos, planet))


def capture(pos: Position, event: Capture) -> Position:
    """[11.3-c] The robot is held until it is ransomed or freed."""
    name, _ = acting(pos)
    beast, who = pos.beasts[name], event.player
    pos = spend(pos, pos.kit.monsters[name].price)
    pos = pos.put_robots(who, beast.at, -1, "11.3-c", "capture.taken", monster=name)
    pos = pos.change(who, "held", 1, "11.3-c", "capture.held", monster=name)
    return _noted(pos, name, beast._replace(taken=(*beast.taken, who))) if beast.at in site(pos, name) else pos


# -- moons ------------------------------------------------------------------


def check_crush(pos: Position, event: Crush) -> Iterator[Objection]:
    """[11.3-a, A-92] The moon on which it stands, if that is one of its target."""
    name, _ = acting(pos)
    at, monster = pos.beasts[name].at, pos.kit.monsters[name]
    if not monster.crush:
        yield broken("11.3-a", "crush.who", monster=name)
        return
    planet = planet_of(pos, at)
    if pos.board.sort(at) != MOON or at not in moons(pos, planet):
        yield broken("11.3-a", "crush.nothing", hex=label(at))
        return
    yield from check_ap(pos, monster.crush, "11.3-a")
    otherwise = broken("11.3-a", "crush.other", monster=name, hex=label(at))
    rulings = {"machine_moons": ("11.3-a", "crush.second")}
    yield from check_read(pos, lambda table: is_target(table, name, at), rulings, otherwise)


def crush(pos: Position, event: Crush) -> Position:
    """[11.3-a] A moon is destroyed; the tile stays, and keeps other planets away [A-69]."""
    name, _ = acting(pos)
    at = pos.beasts[name].at
    pos = spend(pos, pos.kit.monsters[name].crush)
    pos = pos.change(TABLE, f"destroyed {label(at)}", 1, "11.3-a", "crush.done", monster=name, hex=label(at))
    planet = planet_of(pos, at)
    pos = aimed(pos, name, at if at in moons(pos, planet) else sectors(pos, planet)[0])
    return _noted(pos, name, pos.beasts[name]._replace(taken=(label(at),)))


# -- what it must do, and what it may ------------------------------------------------------------------


def work(pos: Position, name: str) -> int:
    """The APs for the least that it has to do where it stands; 0 if there is nothing."""
    at = pos.beasts[name].at
    if at not in left(pos, name):
        return 0
    return pos.kit.monsters[name].crush if pos.board.sort(at) == MOON else meal(pos, name, 1)


def tempted(pos: Position, name: str, ap: int) -> bool:
    """[11.2-d] Whether it may take robots where it stands, though it need not."""
    at = pos.beasts[name].at
    return ap >= meal(pos, name, 1) and bool(pos.robots(at)) and not busy(pos, name) and _may_take(pos, name, 1)


# -- the ransom ------------------------------------------------------------------


def check_ransom(pos: Position, event: Ransom) -> Iterator[Objection]:
    """[11.3-d, A-94] Captured robots, 3 credits each, when their owner spends APs."""
    who, price = event.who, event.robots * pos.kit.points["ransom"]
    if event.robots > pos.count(who, "held"):
        yield broken("11.3-d", "ransom.held", n=pos.count(who, "held"), said=event.robots)
    if price > pos.count(who, "credits"):
        yield waivable("11.3-d", "ransom.price", price=price, credits=pos.count(who, "credits"))
    if pos.agenda[0] != ("actions", who):
        yield disputed("11.3-d", "ransom.when", "A-94", pos.reading("ransom_time") == "any_time")


def ransom(pos: Position, event: Ransom) -> Position:
    """[11.3-d, A-47] Paid to the bank; no AP, and not against the limit of credits."""
    who, n = event.who, event.robots
    price, there = n * pos.kit.points["ransom"], pos.count(who, "credits")
    if price > there:
        pos = pos.happen(f"{there} of {price} paid", "11.3-d", "ransom.part", paid=there, price=price)
    pos = pos.change(who, "credits", -min(price, there), "11.3-d", "ransom.paid", n=n)
    return released(pos, who, n, "11.3-d")


def released(pos: Position, who: str, n: int, rule: str) -> Position:
    """[11.3-d] Captured robots are on Homeworld again."""
    pos = pos.change(who, "held", -n, rule, "ransom.released", n=n)
    return pos.change(who, "home", n, rule, "ransom.home", n=n)
