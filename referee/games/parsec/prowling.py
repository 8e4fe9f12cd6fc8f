"""A monster's turn: where it goes, how it moves, and when it may stop [11.1, 11.2, 11.3]."""

from collections.abc import Iterator

from referee.ask import Ask, Play
from referee.games.parsec import events, routes
from referee.games.parsec.appetites import acting, check_ap, spend, tempted, work
from referee.games.parsec.contested import check_read
from referee.games.parsec.events import Prowl, Rest, Target, Teleport
from referee.games.parsec.goals import WARP, Site
from referee.games.parsec.movement import check_hexes
from referee.games.parsec.position import Position
from referee.games.parsec.targets import (
    aimed,
    astray,
    busy,
    hanging,
    is_target,
    left,
    moved,
    named,
    settled,
    site,
    steps,
    targets,
)
from referee.hexes import Hex, label, neighbours
from referee.text import Text, Value
from referee.verdict import Objection, broken, disputed, waivable

# -- what is asked ------------------------------------------------------------------

AIMS = (Target, events.Eat, events.Capture, events.Crush, Teleport, Rest)  # what needs no target


def prowling(pos: Position) -> Play:
    """[S6.2 to S6.4] Where it goes, and all that it does, until its APs are used or nothing can be done."""
    _, who, name, ap = pos.agenda[0]
    if name not in pos.beasts:
        return pos.pop()
    pos = settled(pos, name)
    if not ap or not _can(pos, name, ap):
        stops = pos.mention("11.1-f", "monster.stops", monster=name, n=ap) if ap else pos
        return stops.pop()
    facts: dict[str, Value] = {"who": who, "monster": name, "n": ap, "hex": label(pos.beasts[name].at)}
    target = pos.beasts[name].target
    if target is None and (sites := targets(pos, name)):
        facts["targets"] = _in_words(pos, sites)
        about = tuple(label(site[0]) for site in sites)
        return (yield Ask("S6.2", (who,), AIMS, pos, Text("ask.target", facts), about))
    if target is not None:
        facts["target"] = named(pos, target)
    text = Text("ask.prowl" if target else "ask.prowl-free", facts)
    return (yield Ask("S6.3", (who,), (Prowl, *AIMS), pos, text))


def _in_words(pos: Position, sites: list[Site]) -> tuple[str, ...]:
    return tuple(named(pos, site[0]) for site in sites)


def _must(pos: Position, name: str, ap: int) -> bool:
    """[11.1-f] Whether it has to go on; what it cannot pay for at its moon or meal makes it stop there [A-92]."""
    if price := work(pos, name):
        return price <= ap
    if pos.beasts[name].target is None:
        return bool(targets(pos, name))
    return _can_move(pos, name, ap)


def _can_move(pos: Position, name: str, ap: int) -> bool:
    leap = pos.kit.monsters[name].teleport
    return any((routes.toll(pos, at) or 0) <= ap for at in steps(pos, name)) or 0 < leap <= ap


def _can(pos: Position, name: str, ap: int) -> bool:
    """Whether anything is left that it must do, or may."""
    free = pos.beasts[name].target is None and _can_move(pos, name, ap)
    return free or _must(pos, name, ap) or tempted(pos, name, ap)


# -- its target ------------------------------------------------------------------

# What hangs on a reading: by its switch the row and the message of the objection.
AIMED = {
    "route": ("11.2-c", "target.measure"),
    "shadow_later": ("11.3-b", "target.from"),
    "machine_moons": ("11.3-a", "target.moons"),
}
ROUTED = {"route": ("11.2-c", "prowl.measure"), "machine_moons": ("11.3-a", "prowl.moons")}


def check_target(pos: Position, event: Target) -> Iterator[Objection]:
    """[11.2-b] What its card names, the nearest or fullest, complete planets first; and what is begun is finished."""
    name, at = acting(pos)[0], event.at
    if busy(pos, name):
        otherwise = _unfinished(pos, name, at)
    else:
        facts: dict[str, Value] = {"monster": name, "hex": label(at), "targets": _in_words(pos, targets(pos, name))}
        otherwise = broken("11.2-b", "target.none" if facts["targets"] else "target.nothing", **facts)
    yield from check_read(pos, lambda table: is_target(table, name, at), hanging(pos, name, AIMED), otherwise)


def _unfinished(pos: Position, name: str, at: Hex) -> Objection:
    """[11.3] It is not done where it is; a Shadow Monster goes on clockwise."""
    facts: dict[str, Value] = {"monster": name, "hex": label(at), "hexes": tuple(map(label, left(pos, name)))}
    round_ = pos.kit.monsters[name].goal == WARP and at in site(pos, name)
    return broken(pos.kit.monsters[name].row, "prowl.clockwise" if round_ else "prowl.unfinished", **facts)


def target(pos: Position, event: Target) -> Position:
    """[11.2-b] It sets out."""
    name, _ = acting(pos)
    facts: dict[str, Value] = {"monster": name, "target": named(pos, event.at)}
    pos = pos.happen(f"{name} for {label(event.at)}", "11.2-b", "monster.bound", **facts)
    return aimed(pos, name, event.at)


# -- its moves ------------------------------------------------------------------


def check_prowl(pos: Position, event: Prowl) -> Iterator[Objection]:
    """[11.1, 11.2] By a shortest route and on foot, as far as its APs reach."""
    name, ap = acting(pos)
    if faults := tuple(check_hexes(pos, event.path, "11.1-c")):
        yield from faults
        return
    start = pos.beasts[name].at
    way = routes.along(pos, start, event.path)
    if not way:
        yield broken("11.2-c", "prowl.nowhere", monster=name, hex=label(event.path[-1]))
        return
    yield from check_ap(pos, price := routes.price(pos, way))
    if price > ap and pos.board.tiles[start].kind == "warp" and event.path[0] not in neighbours(start):
        yield waivable("11.2-f", "prowl.warp", monster=name, hex=label(start))
    rulings = hanging(pos, name, ROUTED, "route")
    yield from check_read(pos, lambda table: astray(table, name, way) is None, rulings, _off_route(pos, name, way))


def _off_route(pos: Position, name: str, way: tuple[Hex, ...]) -> Objection:
    """[11.2-c] Where a way leaves the routes, and which hexes would have kept to them."""
    table, at = astray(pos, name, way) or (pos, way[-1])
    if busy(table, name):
        return _unfinished(table, name, at)
    facts: dict[str, Value] = {"monster": name, "hex": label(at), "hexes": tuple(map(label, steps(table, name)))}
    if table.beasts[name].target is None:
        return broken("11.2-b", "prowl.choose", **facts)
    return broken("11.2-c", "prowl.route", **facts)


def prowl(pos: Position, event: Prowl) -> Position:
    """[11.1-b] It is somewhere else."""
    name, _ = acting(pos)
    way = routes.along(pos, pos.beasts[name].at, event.path) or event.path
    price, hexes = routes.price(pos, way), tuple(map(label, way))
    pos = spend(pos, price)
    facts: dict[str, Value] = {"monster": name, "hexes": hexes, "price": price}
    pos = pos.happen(f"{name} to {hexes[-1]}", "11.1-b", "monster.moves", **facts)
    for to in way:
        pos = settled(moved(pos, name, to), name)
    return pos


def advise_prowl(pos: Position, event: Prowl) -> Iterator[Text]:
    """The route that was meant, and its price, if it was said by its end alone."""
    way = routes.along(pos, pos.beasts[acting(pos)[0]].at, event.path)
    if way and way != event.path:
        yield Text("advice.way", {"hexes": tuple(map(label, way)), "price": routes.price(pos, way)})


def check_teleport(pos: Position, event: Teleport) -> Iterator[Objection]:
    """[11.3-f, A-96] To any space that no black hole affects, when the sector is empty."""
    name, _ = acting(pos)
    leap, at = pos.kit.monsters[name].teleport, event.to
    if not leap:
        yield broken("11.3-f", "teleport.who", monster=name)
        return
    yield from check_hexes(pos, (at,), "11.1-c")
    if pos.board.gravity.get(at, 0):
        yield broken("11.3-f", "teleport.black-hole", hex=label(at))
    if busy(pos, name):
        yield _unfinished(pos, name, at)
    yield from check_ap(pos, leap, "11.3-f")


def teleport(pos: Position, event: Teleport) -> Position:
    """[11.3-f] It is there at once."""
    name, _ = acting(pos)
    leap, at = pos.kit.monsters[name].teleport, label(event.to)
    pos = spend(pos, leap).happen(f"{name} to {at}", "11.3-f", "monster.teleports", monster=name, hex=at, price=leap)
    return moved(pos, name, event.to)


# -- its rest ------------------------------------------------------------------


def check_rest(pos: Position, event: Rest) -> Iterator[Objection]:
    """[11.1-f, A-85] All APs are used, as far as they can be; whether it must act at all is a matter of A-85."""
    name, ap = acting(pos)
    if not _must(pos, name, ap):
        return
    if ap == pos.kit.appetites.get(name):
        yield disputed("11.1-f", "monster.idle", "A-85", pos.reading("activate") == "may", monster=name)
    else:
        yield waivable("11.1-f", "monster.must", monster=name, n=ap)


def rest(pos: Position, event: Rest) -> Position:
    """It does no more this turn; without a target, as its controller likes [11.2-g, A-89]."""
    name, ap = acting(pos)
    rule = "11.1-f" if pos.beasts[name].target else "11.2-g"
    return pos.pop().happen(f"{name} rests", rule, "monster.rests", monster=name, n=ap)
