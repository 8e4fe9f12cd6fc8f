"""Monsters: their routes and targets against slow twins, and whole turns of theirs played at random."""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Literal

import pytest

from referee.games.parsec import events, routes, targets
from referee.games.parsec.position import Beast, Position
from referee.games.parsec.sequence import check, effect, game
from referee.hexes import Hex, neighbours
from tests.parsec import twins
from tests.parsec.test_scoring import BOARDS, laid, landed, table

ROBOTS = 15
TURNS = 3
OTHERWISE = {"route": "hexes", "snacks": "sites", "machine_moons": "all", "shadow_later": "here"}
APPETITES = {"machine": 9, "shadow": 6, "slaver": 7, "amoeba": 5, "dragon": 8}
MEASURES: tuple[Literal["ap", "hexes"], ...] = ("ap", "hexes")


def monstrous(seed: int, chance: random.Random, house: Mapping[str, str]) -> Position:
    """A table with robots landed at random; everybody has 15 of them, and nothing is to be done."""
    tiles = laid(seed)
    pos = table(tiles, landed(chance, tiles), agenda=(), house=house)
    for who in pos.names:
        pos = pos.change(who, "aboard", ROBOTS - sum(pos.standing(who).values()), "3.0-g", "setup.aboard")
    return pos.put(kit=pos.kit._replace(appetites=APPETITES), entries=())


def with_monster(pos: Position, name: str, at: Hex, warp: Hex) -> Position:
    return pos.put(beasts={name: Beast(at, pos.names[0], warp, 0)})


def entered(tiles: twins.Board) -> list[twins.Hex]:
    return sorted(at for at, (kind, _) in tiles.items() if kind not in twins.BLOCKED)


# -- routes ------------------------------------------------------------------


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("seed", range(BOARDS))
def test_the_steps_of_a_shortest_route_are_those_of_the_twin(seed: int, measure: Literal["ap", "hexes"]) -> None:
    chance, tiles = random.Random(seed), laid(seed)
    pos = table(tiles, {"Ann": {}}, house={"route": measure})
    for _ in range(8):
        start, goals = chance.choice(entered(tiles)), chance.sample(entered(tiles), chance.randint(1, 3))
        found = routes.steps(pos, Hex(*start), [Hex(*goal) for goal in goals])
        assert set(found) == twins.first_steps(tiles, start, goals, measure), (start, goals)


@pytest.mark.parametrize("seed", range(BOARDS))
def test_a_route_said_by_its_end_costs_no_more_than_any_other(seed: int) -> None:
    chance, tiles = random.Random(seed), laid(seed)
    pos = table(tiles, {"Ann": {}}, house={})
    for _ in range(10):
        start, goal = chance.sample(entered(tiles), 2)
        way = routes.along(pos, Hex(*start), (Hex(*goal),))
        assert way
        assert way[-1] == goal
        assert all(to in neighbours(at) for at, to in zip((Hex(*start), *way[:-1]), way, strict=True))
        assert routes.price(pos, way) == tolls(tiles, start)[goal]


def tolls(tiles: twins.Board, start: twins.Hex) -> dict[twins.Hex, int]:
    """The least APs of a monster to every space: 1 for each, and 1 more for each black hole beside it."""
    least, todo = {start: 0}, [start]
    while todo:
        at = todo.pop()
        for there in twins.neighbours(at):
            if there in tiles and tiles[there][0] not in twins.BLOCKED:
                spent = least[at] + 1 + twins.pull(tiles, there)
                if spent < least.get(there, spent + 1):
                    least[there] = spent
                    todo.append(there)
    return least


# -- targets ------------------------------------------------------------------

Site = frozenset[twins.Hex]


def wanted(pos: Position, tiles: twins.Board, name: str, at: twins.Hex) -> set[Site]:
    """What a monster that came through `at` just now may go for, planet by planet."""
    robots = {who: pos.standing(who) for who in pos.names}
    on: dict[twins.Hex, int] = {at: n for where in robots.values() for at, n in where.items()}
    far = tolls(tiles, at)
    worth: dict[Site, tuple[bool, int]] = {}
    for planet in twins.planets(tiles):
        there = frozenset(planet.sectors)
        around = {moon for sector in there for moon in twins.neighbours(sector) if moon in tiles}
        close = -min((far[sector] for sector in there if sector in far), default=99)
        if name == "machine" and any(tiles[moon][0] in twins.MOONS for moon in around):
            worth[there] = planet.complete, 0
        elif name == "shadow" or (name == "slaver" and sum(bool(there & set(where)) for where in robots.values()) > 1):
            worth[there] = planet.complete, close
        elif name == "amoeba" and any(sector in on for sector in there):
            worth[there] = planet.complete, sum(on.get(sector, 0) for sector in there)
        elif name == "dragon":
            worth |= {frozenset((sector,)): (planet.complete, on[sector]) for sector in there if sector in on}
    return {there for there, rank in worth.items() if rank == max(worth.values())}


@pytest.mark.parametrize("name", APPETITES)
@pytest.mark.parametrize("seed", range(BOARDS))
def test_its_targets_are_what_its_card_names_complete_planets_first(seed: int, name: str) -> None:
    chance, tiles = random.Random(seed), laid(seed)
    for _ in range(5):
        at = Hex(*chance.choice(entered(tiles)))
        pos = with_monster(monstrous(seed, chance, {}), name, at, at)
        assert {frozenset(site) for site in targets.targets(pos, name)} == wanted(pos, tiles, name, at)


# -- turns played at random ------------------------------------------------------------------


def thinkable(pos: Position, name: str) -> Iterator[events.Prowling]:
    """Everything that somebody might say of the monster."""
    who, at = pos.names[0], pos.beasts[name].at
    yield from (events.Prowl(who, (to,)) for to in neighbours(at))
    yield from (events.Target(who, to) for to in pos.board.tiles if pos.board.sort(to) == "moon")
    yield from (events.Target(who, planet.hexes[0]) for planet in pos.board.planets)
    yield from (events.Eat(who, player, n) for player, robots in pos.robots(at).items() for n in range(1, robots + 1))
    yield from (events.Capture(who, player) for player in pos.names)
    yield from (events.Crush(who), events.Rest(who))
    yield from (events.Teleport(who, to) for to in islice(pos.board.tiles, 0, None, 9))


def possible(pos: Position, name: str) -> list[events.Prowling]:
    """What stands of it at the question that is asked."""
    ask = next(game(pos))
    said = (event for event in thinkable(ask.pos, name) if isinstance(event, ask.takes))
    return [event for event in said if all(objection.stands for objection in check(ask, event))]


def moved_on(before: Position, after: Position) -> bool:
    """Whether AP were spent or the monster's turn is over; a target named again is neither."""
    return not after.agenda or before.agenda[0][3] > after.agenda[0][3]


def settled(pos: Position) -> Position:
    """The table at the next question."""
    settled: Position
    try:
        settled = next(game(pos)).pos
    except StopIteration as end:
        settled = end.value
    return settled


@pytest.mark.parametrize("name", APPETITES)
@pytest.mark.parametrize("seed", [0])
@pytest.mark.parametrize("house", [{}, OTHERWISE], ids=["defaults", "otherwise"])
def test_a_monster_always_has_something_to_do_or_its_turn_ends(seed: int, name: str, house: Mapping[str, str]) -> None:
    chance, done = random.Random(f"{seed} {name}"), Counter[type]()
    pos = monstrous(seed, chance, house)
    at = Hex(*chance.choice(entered(laid(seed))))
    pos = with_monster(pos, name, at, at)
    for _ in range(TURNS):
        pos = settled(pos.put(agenda=(("monsters", pos.names[0]),), turn=pos.turn + 1))
        while pos.agenda:
            said = possible(pos, name)
            acts = [event for event in said if not isinstance(event, events.Target | events.Rest)]
            assert acts or any(isinstance(event, events.Target) for event in said)
            event = chance.choice(acts or said)
            done[type(event)] += 1
            after = settled(effect(pos, event))
            assert isinstance(event, events.Target) or moved_on(pos, after)
            assert {who: conserved(after, who) for who in after.names} == dict.fromkeys(after.names, ROBOTS)
            assert settled(after.put(entries=())) == after  # nothing is done twice
            pos = after
    assert sum(done.values()) > 2 * TURNS


def conserved(pos: Position, who: str) -> int:
    """[L7] Every robot of a player, wherever it is."""
    return sum(pos.count(who, what) for what in ("aboard", "home", "held")) + sum(pos.standing(who).values())
