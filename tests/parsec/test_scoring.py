"""What a round brings: against the slow twins on boards laid at random, and what the cards may say."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

import pytest

from referee.games.parsec import factions, kit, worth
from referee.games.parsec.board import Tile, bits, board
from referee.games.parsec.gains import Item
from referee.games.parsec.kit import Kit
from referee.games.parsec.position import Options, Position
from referee.hexes import Hex, label, parse
from referee.notation import split
from referee.opening import Tables
from referee.position import Player
from referee.rulebook import Rulebook
from referee.where import tables_folder
from tests.parsec import twins

KIT = kit.kit(Tables(tables_folder("parsec")), Rulebook(tables_folder("parsec")))
NAMES = ("Ann", "Bea", "Cid", "Dan")
SCORING = ("irobots", "warrior", "bomb", "carto")
Round = Literal["normal", "science", "final"]
BOARDS, TABLES = 4, 50
Robots = Mapping[str, Mapping[twins.Hex, int]]


def table(tiles: twins.Board, robots: Robots, taught: Iterable[str] = (), **fields: object) -> Position:
    """A table with these tiles and robots, and what else of the position is told."""
    box: Kit = KIT
    for sentence in taught:
        box = kit.teach(box, split(sentence)[1:])
    laid = ((Hex(*at), Tile(kind, bits(edges))) for at, (kind, edges) in tiles.items())
    counters = {(who, f"robots {label(Hex(*at))}"): n for who, where in robots.items() for at, n in where.items() if n}
    told = {"options": Options(), "first": NAMES[0], "turn": 1, "completed": {}, "research": {}, "factions": {}}
    players = tuple(Player(who) for who in robots)
    return Position(**{**told, "kit": box, "players": players, "board": board(box.kinds, laid), **fields}).put(
        counters={**counters, **fields.get("counters", {})}  # type: ignore[dict-item]
    )


def items(pos: Position, kind: str) -> list[Item]:
    return [item for step in worth.STEPS[kind] for line in worth.lines(pos, kind, step, pos.order[0]) for item in line.items]


def gained(pos: Position, kind: str) -> dict[str, Counter[str]]:
    """What everybody gains in a round, by unit."""
    found: dict[str, Counter[str]] = {who: Counter() for who in pos.order}
    for item in items(pos, kind):
        found[item.who][item.unit] += item.n
    return found


# -- against the twins ------------------------------------------------------------------


def landed(chance: random.Random, tiles: twins.Board) -> dict[str, dict[twins.Hex, int]]:
    """Robots where they may stand by the rules: one player a tile, one sector a planet, one tile a nebula."""
    robots: dict[str, dict[twins.Hex, int]] = {who: {} for who in NAMES[: chance.randint(2, 4)]}
    whole = [planet.footprint for planet in twins.planets(tiles)] + [frozenset(c) for c in twins.clusters(tiles)]
    spaces = [at for at, (kind, _) in tiles.items() if kind in (*twins.COLOURS, *twins.CLOUDS, "asteroid", "derelict")]
    for at in chance.sample(spaces, len(spaces)):
        who = chance.choice(list(robots))
        near = next((group for group in whole if at in group), frozenset((at,)))
        if chance.random() < 0.8 and not near & robots[who].keys():
            robots[who][at] = chance.randint(1, 2)
    return robots


@cache
def laid(seed: int) -> twins.Board:
    """A board well under way; laying it takes a second."""
    return twins.random_board(seed, 80)


@pytest.mark.parametrize("seed", range(BOARDS))
def test_random_tables_score_as_the_twins_have_it(seed: int) -> None:
    chance, tiles = random.Random(seed), laid(seed)
    for _ in range(TABLES):
        robots = landed(chance, tiles)
        completed = {who: tuple(chance.sample(SCORING, chance.randint(0, 3))) for who in robots}
        cards = dict(zip(chance.sample(list(robots), len(robots)), ("safari", "tidal", "ccc"), strict=False))
        moons = [at for at, (kind, _) in tiles.items() if kind in twins.MOONS and chance.random() < 0.3]
        destroyed = {at: chance.randint(1, twins.MOONS[tiles[at][0]]) for at in moons}
        house = {"warriors": chance.choice(("present", "leaders")), "tidal_final": chance.choice(("instead", "added"))}
        gone = {("table", f"destroyed {label(Hex(*at))}"): n for at, n in destroyed.items()}
        pos = table(tiles, robots, completed=completed, factions=cards, house=house, counters=gone)
        twin = twins.Table(tiles, robots, completed, cards, destroyed, house)
        assert gained(pos, "normal") == twins.scoring_round(twin, "normal")
        assert gained(pos, "science") == twins.scoring_round(twin, "science")
        final = twins.scoring_round(twin, "final")
        for who in robots:
            final[who] += Counter(vp=twins.nanotech_points(completed[who], {}))
        assert gained(pos, "final") == final


def test_those_tables_have_planets_ties_and_nebulas_enough_to_tell() -> None:
    found: Counter[str] = Counter()
    for seed in range(BOARDS):
        chance, tiles = random.Random(seed), laid(seed)
        for _ in range(TABLES):
            pos = table(tiles, landed(chance, tiles))
            found.update(line.control.key for line in worth.lines(pos, "normal", "planets", "Ann") if line.control)
            found.update(item.key for item in items(pos, "normal"))
    assert min(found[key] for key in ("planet.most", "planet.tie", "planet.moon", "site.nebula")) > 50
