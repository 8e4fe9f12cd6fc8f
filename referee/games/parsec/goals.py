"""What the goals of monsters mean: the sites that qualify, which come first, and what is left to do there [11.2, 11.3].

A site is what a monster goes for: the sectors of a planet that lie, or for one that seeks a sector, that alone.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.games.parsec import routes
from referee.games.parsec.board import MOON
from referee.games.parsec.position import Beast, Position
from referee.hexes import Hex, parse

Site = tuple[Hex, ...]
WARP = "warp"  # the goal of the monster that goes round its planet, one robot in a sector
SECTOR = "sector"  # the goal of the one that seeks a sector, not a planet

# -- planets ------------------------------------------------------------------


def planet_of(pos: Position, at: Hex) -> int:
    """The planet that has a hex, or whose moon lies there; -1 for none."""
    board = pos.board
    if board.sort(at) != MOON:
        return board.planet_at(at)
    return next((n for n in range(len(board.planets)) if at in board.moons_of(n)), -1)


def sectors(pos: Position, planet: int) -> Site:
    """The sectors of a planet that lie."""
    return tuple(at for at in pos.board.planets[planet].hexes if at in pos.board.tiles)


def moons(pos: Position, planet: int) -> Site:
    """[11.3-a] The moon tiles of a planet that have a moon left."""
    kinds, tiles = pos.kit.kinds, pos.board.tiles
    return tuple(at for at in pos.board.moons_of(planet) if kinds[tiles[at].kind].moons > pos.destroyed(at))


def held(pos: Position, site: Site) -> Site:
    """The sectors of a site on which robots stand."""
    return tuple(at for at in site if pos.robots(at))


def total(pos: Position, site: Site) -> int:
    """All robots on a site."""
    return sum(sum(pos.robots(at).values()) for at in site)


# -- which sites qualify ------------------------------------------------------------------


def planets(pos: Position) -> list[Site]:
    """[11.2] Every planet, begun or complete."""
    return [sectors(pos, n) for n in range(len(pos.board.planets))]


def _done(beast: Beast, site: Site) -> bool:
    return any(at in site for at in beast.visited)


def _mooned(pos: Position, beast: Beast) -> list[Site]:
    """[11.3-a, A-92] Planets with a moon left; by one reading another than the last, if there is one."""
    found = [site for site in planets(pos) if moons(pos, planet_of(pos, site[0]))]
    if pos.reading("machine_moons") == "all":
        return found
    return [site for site in found if not _done(beast._replace(visited=beast.visited[-1:]), site)] or found


def _unvisited(pos: Position, beast: Beast) -> list[Site]:
    """[11.3-b] Planets that it has not emptied yet."""
    return [site for site in planets(pos) if not _done(beast, site)]


def _shared(pos: Position, beast: Beast) -> list[Site]:
    """[11.3-c] Planets with robots of several players, where it has not been."""
    return [site for site in _unvisited(pos, beast) if len(owners(pos, site)) > 1]


def owners(pos: Position, site: Site) -> frozenset[str]:
    """Whose robots are on a site."""
    return frozenset(who for at in site for who in pos.robots(at))


def _peopled(pos: Position, beast: Beast) -> list[Site]:
    """[11.3-e] Planets with robots on them."""
    return [site for site in planets(pos) if total(pos, site)]


def _peopled_sectors(pos: Position, beast: Beast) -> list[Site]:
    """[11.3-f] Sectors with robots on them."""
    return [(at,) for site in planets(pos) for at in held(pos, site)]


# -- which of them come first ------------------------------------------------------------------


def _any(pos: Position, beast: Beast, sites: Sequence[Site]) -> list[Site]:
    return list(sites)


def _most(pos: Position, beast: Beast, sites: Sequence[Site]) -> list[Site]:
    most = max((total(pos, site) for site in sites), default=0)
    return [site for site in sites if total(pos, site) == most]


def _nearest(pos: Position, beast: Beast, sites: Sequence[Site]) -> list[Site]:
    return _near(pos, beast.at, sites)


def _near_warp(pos: Position, beast: Beast, sites: Sequence[Site]) -> list[Site]:
    """[11.3-b, A-93] From the warp where it appeared; by a reading, later ones from where it stands."""
    here = beast.visited and pos.reading("shadow_later") == "here"
    return _near(pos, beast.at if here else beast.warp, sites)


def _near(pos: Position, start: Hex, sites: Sequence[Site]) -> list[Site]:
    """Those with the nearest hex, as a monster goes; none that cannot be reached."""
    far = routes.lengths(pos, start)
    reached = {site: min(far[at] for at in site if at in far) for site in sites if any(at in far for at in site)}
    return [site for site, n in reached.items() if n == min(reached.values())]


# -- what is left to do there ------------------------------------------------------------------


def _robots(pos: Position, beast: Beast, site: Site) -> Site:
    return held(pos, site)


def _moons_first(pos: Position, beast: Beast, site: Site) -> Site:
    """[11.3-a, A-92] One moon tile, or all of them, and then the robots."""
    left = moons(pos, planet_of(pos, site[0]))
    if beast.target in left:
        return (beast.target,)
    if beast.taken and pos.reading("machine_moons") == "one":
        return held(pos, site)
    return left or held(pos, site)


def _clockwise(pos: Position, beast: Beast, site: Site) -> Site:
    """[11.3-b] Any sector first, then the next one clockwise that has robots, round and round."""
    left = held(pos, site)
    if not beast.taken:
        return left
    last, hexes = parse(beast.taken[-1]), pos.board.planets[planet_of(pos, site[0])].hexes[::-1]
    turn = hexes.index(last) + 1 if last in hexes else 0
    return tuple(at for at in (*hexes[turn:], *hexes[:turn]) if at in left)[:1]


def _one_each(pos: Position, beast: Beast, site: Site) -> Site:
    """[11.3-c] One robot of each player."""
    return tuple(at for at in site if pos.robots(at).keys() - set(beast.taken))


class Goal(NamedTuple):
    """What a kind of goal means: the sites that qualify, which of them come first, and the hexes with work left.

    `hangs` are the switches of rulings that decide about them.
    """

    sites: Callable[[Position, Beast], list[Site]]
    first: Callable[[Position, Beast, Sequence[Site]], list[Site]]
    left: Callable[[Position, Beast, Site], Site]
    hangs: tuple[str, ...] = ()


GOALS = {
    "moon": Goal(_mooned, _any, _moons_first, ("machine_moons",)),
    WARP: Goal(_unvisited, _near_warp, _clockwise, ("route", "shadow_later")),
    "shared": Goal(_shared, _nearest, _one_each, ("route",)),
    "most": Goal(_peopled, _most, _robots),
    SECTOR: Goal(_peopled_sectors, _most, _robots),
}
