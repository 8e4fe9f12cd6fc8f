"""What a round brings: against the slow twins on boards laid at random, and what the cards may say."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Literal

import pytest

from referee.games.parsec import pad, worth
from referee.games.parsec.board import Tile, bits, board
from referee.games.parsec.gains import Item, hand_out
from referee.games.parsec.kit import Kit, kit, teach
from referee.games.parsec.position import Options, Position
from referee.games.parsec.sequence import game
from referee.hexes import ORIGIN, Hex, label
from referee.notation import split
from referee.opening import Tables
from referee.position import Player
from referee.rulebook import Rulebook
from referee.text import Text
from referee.view import Cell, Table
from referee.where import tables_folder
from tests.parsec import twins

KIT = kit(Tables(tables_folder("parsec")), Rulebook(tables_folder("parsec")))
NAMES = ("Ann", "Bea", "Cid", "Dan")
SCORING = ("irobots", "warrior", "bomb", "carto")
Round = Literal["normal", "science", "final"]
BOARDS, TABLES = 4, 50
Robots = Mapping[str, Mapping[twins.Hex, int]]


def table(tiles: twins.Board, robots: Robots, taught: Iterable[str] = (), **fields: object) -> Position:
    """A table with these tiles and robots, and what else of the position is told."""
    box: Kit = KIT
    for sentence in taught:
        box = teach(box, split(sentence)[1:])
    laid = ((Hex(*at), Tile(kind, bits(edges))) for at, (kind, edges) in tiles.items())
    counters = {(who, f"robots {label(Hex(*at))}"): n for who, where in robots.items() for at, n in where.items() if n}
    told = {"options": Options(), "first": NAMES[0], "turn": 1, "beasts": {}, "gone": frozenset(), "result": ""}
    told |= {"completed": {}, "research": {}, "factions": {}, "ships": dict.fromkeys(robots, ORIGIN)}
    players = tuple(Player(who) for who in robots)
    told |= {"kit": box, "players": players, "board": board(box.kinds, laid), "counters": counters}
    return Position(**{**told, **fields})


def items(pos: Position, kind: str) -> list[Item]:
    found = (line for step in worth.STEPS[kind] for line in worth.lines(pos, kind, step, pos.order[0]))
    return [item for line in found for item in line.items]


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
        pos = table(tiles, robots, completed=completed, factions=cards, house=house)
        gone = {("table", f"destroyed {label(Hex(*at))}"): n for at, n in destroyed.items()}
        pos = pos.put(counters={**pos.counters, **gone})
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


@pytest.mark.parametrize("seed", range(BOARDS))
def test_a_final_round_brings_what_the_score_pad_shows(seed: int) -> None:
    chance, tiles = random.Random(seed), laid(seed)
    pos = table(tiles, landed(chance, tiles), completed={"Ann": ("irobots", "warrior")}, factions={"Bea": "tidal"})
    shown, gained_then = pad.score(pos)[1], gained(pos, "final")
    after = next(game(pos.put(agenda=(("round", "final", "Ann"),)))).pos
    for who in pos.order:
        assert after.count(who, "vp") == gained_then[who]["vp"]
        assert after.count(who, "credits") == 0
    assert isinstance(shown, Table)
    last = [cell.text for cell in shown.rows[-1][2:] if isinstance(cell, Cell)]
    assert [text.facts["n"] for text in last if isinstance(text, Text)] == [after.count(who, "vp") for who in pos.order]
    assert after.result.startswith("won ")
    assert pad.score(after)[0] != shown


# -- figures of the ledger ------------------------------------------------------------------


def chain(length: int) -> twins.Board:
    """A closed nebula of so many tiles in a row."""
    ends = {(0, 9): ("neb1", frozenset((0,))), (length - 1, 9): ("neb1", frozenset((3,)))}
    return {**ends, **{(q, 9): ("nebT", frozenset((0, 3))) for q in range(1, length - 1)}}


@pytest.mark.parametrize(("length", "each"), [(2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)])  # W6
def test_a_closed_nebula_pays_half_its_tiles_to_everybody_in_it_once(length: int, each: int) -> None:
    robots = {"Ann": {(0, 9): 3}, "Bea": {(1, 9): 1}, "Cid": {}}
    for kind in worth.STEPS:
        paid = gained(table(chain(length), robots), kind)
        assert (paid["Ann"], paid["Bea"], paid["Cid"]) == (Counter(rp=each), Counter(rp=each), Counter())


def test_research_points_of_a_step_are_handed_out_together_clockwise_from_the_player_whose_turn_it_is() -> None:
    sites = {(3, 0): ("derelict", frozenset[int]()), (4, 0): ("derelict", frozenset[int]())}
    pos = table(sites, {"Ann": {}, "Bea": {(3, 0): 1}, "Cid": {(4, 0): 1}})
    found = [item for line in worth.lines(pos, "normal", "sites", "Cid") for item in line.items]
    assert hand_out(pos, found + found, "Cid").agenda == (("points", "Cid", 2, "9.3-a"), ("points", "Bea", 2, "9.3-a"))
    assert hand_out(pos, found, "Ann", "final").agenda[0] == ("points", "Bea", 1, "9.3-a", "final")
