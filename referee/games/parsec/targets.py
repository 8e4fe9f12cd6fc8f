"""A monster and its target: what it may go for, where its routes lead, and when it is done there [11.2, 11.3]."""

from collections.abc import Mapping

from referee.games.parsec import routes
from referee.games.parsec.board import MOON
from referee.games.parsec.contested import Hung
from referee.games.parsec.goals import GOALS, SECTOR, Site, moons, owners, planet_of, sectors
from referee.games.parsec.position import Position
from referee.hexes import Hex, label, neighbours
from referee.text import Value


def targets(pos: Position, name: str) -> list[Site]:
    """[11.2-b, A-90] What it may go for: of the sites that qualify those of complete planets first."""
    goal, beast = GOALS[pos.kit.monsters[name].goal], pos.beasts[name]
    sites = goal.sites(pos, beast)
    whole = [site for site in sites if pos.board.planets[planet_of(pos, site[0])].complete]
    return goal.first(pos, beast, whole or sites)


def hanging(pos: Position, name: str, rulings: Mapping[str, Hung], *further: str) -> Mapping[str, Hung]:
    """Of these rulings those on which the goal of the monster hangs, and `further` ones."""
    hangs = (*GOALS[pos.kit.monsters[name].goal].hangs, *further)
    return {switch: hung for switch, hung in rulings.items() if switch in hangs}


def site(pos: Position, name: str) -> Site:
    """What it has set out for; nothing if it has no target, or there is none where it was told."""
    target = pos.beasts[name].target
    planet = planet_of(pos, target) if target is not None and target in pos.board.tiles else -1
    if target is None or planet < 0:
        return ()
    return (target,) if pos.kit.monsters[name].goal == SECTOR else sectors(pos, planet)


def left(pos: Position, name: str) -> Site:
    """The hexes where it still has something to do at its target."""
    there = site(pos, name)
    return GOALS[pos.kit.monsters[name].goal].left(pos, pos.beasts[name], there) if there else ()


def begun(pos: Position, name: str) -> bool:
    """Whether it is at its target: from then on it stays until it is done there."""
    beast, there = pos.beasts[name], site(pos, name)
    if pos.kit.monsters[name].crush:
        return bool(beast.taken) or beast.at in left(pos, name)
    if pos.kit.monsters[name].captures and not beast.taken:
        return beast.at in there and len(owners(pos, there)) > 1
    return beast.at in there


def busy(pos: Position, name: str) -> bool:
    """Whether it is at its target and not done there."""
    return begun(pos, name) and bool(left(pos, name))


def is_target(pos: Position, name: str, at: Hex) -> bool:
    """[11.2-b] Whether a hex names a target: a sector, for a monster that destroys moons one of those as well.

    At its target it may still name where it goes next there.
    """
    if busy(pos, name):
        return at in left(pos, name)
    sites = targets(pos, name)
    if pos.kit.monsters[name].crush and pos.board.sort(at) == MOON:
        planet = planet_of(pos, at)
        return planet >= 0 and at in moons(pos, planet) and sectors(pos, planet) in sites
    return any(at in site for site in sites)


def steps(pos: Position, name: str) -> Site:
    """[11.2-c] Where it may go from where it stands, by the readings in force; anywhere if it has nothing to go for."""
    beast = pos.beasts[name]
    if beast.target is None:
        return () if targets(pos, name) else tuple(at for at in neighbours(beast.at) if routes.toll(pos, at))
    work = left(pos, name)
    if begun(pos, name):
        return tuple(dict.fromkeys(step for at in work for step in routes.steps(pos, beast.at, (at,))))
    return routes.steps(pos, beast.at, work if pos.kit.monsters[name].crush else site(pos, name))


def astray(pos: Position, name: str, way: Site) -> tuple[Position, Hex] | None:
    """[11.2-c] Where a way leaves the routes that are open to it: the table then, and the hex; None if it does not."""
    for to in way:
        if to not in steps(pos, name):
            return pos, to
        pos = settled(moved(pos, name, to), name)
    return None


# -- changes ------------------------------------------------------------------


def moved(pos: Position, name: str, to: Hex) -> Position:
    """The monster stands somewhere else."""
    return pos.put(beasts={**pos.beasts, name: pos.beasts[name]._replace(at=to)})


def aimed(pos: Position, name: str, at: Hex | None) -> Position:
    """The monster has another target, and begins anew there; or none."""
    beast = pos.beasts[name]
    same = at and beast.target and planet_of(pos, at) == planet_of(pos, beast.target)
    return pos.put(beasts={**pos.beasts, name: beast._replace(target=at, taken=beast.taken if same else ())})


def settled(pos: Position, name: str) -> Position:
    """[11.2, 11.3] What is done with is done with; and where only one target is left, it is the next."""
    while (after := _settled(pos, name)) is not pos:
        pos = after
    return pos


def _settled(pos: Position, name: str) -> Position:
    beast = pos.beasts[name]
    if beast.target is None:
        found = targets(pos, name)
        if len(found) != 1:
            return pos
        facts: dict[str, Value] = {"monster": name, "target": named(pos, found[0][0])}
        pos = pos.happen(f"{name} for {label(found[0][0])}", "11.2-b", "monster.bound", **facts)
        return aimed(pos, name, found[0][0])
    if not site(pos, name) or (begun(pos, name) and not left(pos, name)):
        return _finished(pos, name)
    return pos


def _finished(pos: Position, name: str) -> Position:
    beast, there = pos.beasts[name], site(pos, name)
    if there:
        row, facts = pos.kit.monsters[name].row, {"monster": name, "target": named(pos, there[0])}
        pos = pos.happen(f"{name} done {label(there[0])}", row, "monster.done", **facts)
        beast = beast._replace(visited=(*beast.visited, there[0]))
    return pos.put(beasts={**pos.beasts, name: beast._replace(target=None, taken=())})


def reviewed(pos: Position, name: str) -> Position:
    """[11.2-b] Before it acts: what has ceased to be a target before the monster came there is none."""
    target = pos.beasts[name].target
    if target is None or begun(pos, name) or is_target(pos, name, target):
        return pos
    return aimed(pos, name, None)


def named(pos: Position, at: Hex) -> str:
    """A target in words: `green K3`."""
    return f"{pos.board.tiles[at].kind} {label(at)}"
