"""The PARSEC table as people see it: drawn by hand once, then looked at for what must never be lost."""

import re
from collections.abc import Iterator
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from referee import display, opening, words
from referee.desk import Desk
from referee.games.parsec.board import Tile, board
from referee.games.parsec.chart import initials
from referee.hexes import DIRECTIONS, ORIGIN, Hex, label, scale
from referee.layout import Screen
from referee.position import Player
from referee.text import Text
from referee.view import Cell, HexMap, Lines, Table
from tests.parsec import twins
from tests.parsec.test_facts import table

GAME = opening.game("parsec")
HEAD: dict[str, Any] = {
    "game": "parsec",
    "players": ("Ann:green", "Bea:yellow", "Cid:red"),
    "tiles": ["M2 empty", "L2 neb1 e", "M3 black-hole", "P2 brown e se", "P3 brown w sw", "P4 moon"],
    "robots": ["Ann P3 2", "Bea L2 1 home 1"],
    "facts": ["Ann ship M2", 'Ann completed "bomb auto"', "Ann bomb used", 'Ann research "carto 4"', "game turn 7"],
}
# Two sectors of a planet, whose third hex is kept; a nebula that is open to the east; all ships and robots.
SCREEN = r"""
    Space
         1L    L1    L2    L3
          o     o   neb1==(neb)
                     y1
      1M    M0    M1    M2    M3
       o   HOME    o     .   hole
            Y R          G
            y1
         1P    P1    P2    P3    P4
          o     o   brown=brown moon
                           g2
                       \Q2 /
                       (bro)

    Ships G Ann, Y Bea, R Cid; in small letters robots, with their number.
    = / \ where planets and nebulas go on; in brackets, what has to lie there.
    Tiles: . empty, o Homeworld, aster(oid), (black) hole, derel(ict), (double)
      moons, puls(ar), (super)nova.

    Row by row
      L2 neb1 e (Bea 1 robot)
      M0 homeworld (Bea's ship, Cid's ship, Bea 1 robot), M2 empty (Ann's ship), M3
        black-hole
      P2 brown e se, P3 brown w sw (Ann 2 robots), P4 moon

    Planets, 0 complete
    planet    lacks  moons  robots  control
    --------  -----  -----  ------  -------
    brown P2  Q2         1  Ann 2   Ann

    Nebulas
    nebula  tiles  open to  robots
    ------  -----  -------  ------
    L2          1  L3       Bea 1

    Players in turn order
    player  ship  APs  credits  VPs  aboard  home  robots
    ------  ----  ---  -------  ---  ------  ----  -------
    G Ann   M2      5        3    0      13     0  2 on P3
    Y Bea   M0      0        3    0      13     1  1 on L2
    R Cid   M0      0        3    0      15     0  none

    Nanotechs and factions
    player  completed          under research  faction
    ------  -----------------  --------------  -------
    Ann     bomb (used), auto  carto 4
    Bea     none               none
    Cid     none               none
"""


@pytest.fixture(autouse=True)
def _spoken() -> Iterator[None]:
    display.speak("parsec")
    yield
    display.speak()


def desk(step: str, **head: Any) -> Desk:
    return opening.desk({**HEAD, "at": step, **head})


def shown(pos: Any, width: int = 80) -> str:
    return "\n".join(display.lines(Screen(width), *GAME.view(pos)))


def drawn(pos: Any) -> HexMap:
    return next(part for part in GAME.view(pos) if isinstance(part, HexMap))


def rows(pos: Any, title: str) -> list[list[str]]:
    """The cells of a table, as they read."""
    found = next(p for p in GAME.view(pos) if isinstance(p, Table) and words.render(p.title).startswith(title))
    return [[words.render(cell.text if isinstance(cell, Cell) else cell) for cell in row] for row in found.rows]


def in_words(pos: Any) -> str:
    """The map row by row."""
    found = next(p for p in GAME.view(pos) if isinstance(p, Lines) and words.render(p.title) == "Row by row")
    return "\n".join(words.render(line) for line in found.lines if isinstance(line, Text))


# -- whole screens ------------------------------------------------------------------


def test_a_table_with_a_bit_of_everything() -> None:
    assert shown(desk("S2.9 Ann").ask.pos).startswith(dedent(SCREEN).strip("\n") + "\n\nTiles left\n")


@pytest.mark.parametrize(
    ("step", "facts", "line"),
    [
        ("S2.9 Ann", (), "Turn 7: Ann, 5+3 APs. Planets 0, next round at 3. Cup 90."),
        ("S2.1 Bea", (), "Turn 7: Bea. Planets 0, next round at 3. Cup 90."),
        ("S2.1 Bea", ("cup aside moon",), "Turn 7: Bea. Planets 0, next round at 3. Cup 89."),
    ],
)
def test_turn_player_means_and_what_is_left_stand_in_one_line(step: str, facts: tuple[str, ...], line: str) -> None:
    pos = desk(step, facts=[*HEAD["facts"], *facts]).ask.pos
    assert words.render(GAME.status(pos)) == line


def test_a_table_that_is_laid_out_counts_its_start_tiles() -> None:
    fresh = opening.desk({"game": "parsec", "players": ("Ann", "Bea")})
    assert words.render(GAME.status(fresh.ask.pos)) == "Set-up of the table: 12 start tiles left."
    ring = desk("S1.8 Ann", tiles=["M2 empty"], robots=[], facts=["game turn 0"]).ask.pos
    assert words.render(GAME.status(ring)) == "Set-up of the table: 11 start tiles left."
    last = ring.put(
        added=("asteroid", "asteroid", "empty", "empty", "empty", "empty", "neb1", "neb2", "brown", "green")
    )
    assert words.render(GAME.status(last)) == "Set-up of the table: one start tile left."


def test_a_game_that_is_over_says_after_which_turn() -> None:
    over = desk("S2.9 Ann")
    over.say('Ann break-off "the last train"')
    assert words.render(GAME.status(over.ask.pos)) == "Over after turn 7. Planets 0."
    assert "brown=brown" in shown(over.ask.pos)


def test_what_is_set_aside_and_what_is_left_is_told_by_kind() -> None:
    pos = desk("S2.1 Bea", facts=[*HEAD["facts"], "cup aside moon"]).ask.pos
    left = shown(pos).partition("\nTiles left\n")[2].replace("\n    ", " ")
    assert "Cup 89: 4 asteroid, 3 black-hole, 4 derelict, 14 empty, 2 moon, 2 double-moon," in left
    assert "Set aside: moon" in left


# -- where the tile in hand may lie ------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["moon", "empty", "asteroid", "pulsar", "brown", "blue", "neb1", "neb3"])
def test_the_tile_in_hand_has_a_letter_wherever_it_may_lie_row_by_row(kind: str) -> None:
    hand = desk("S2.1 Bea")
    hand.say(f"draw {kind}")
    tiles = {
        (2, 0): "empty",
        (2, -1): "neb1 0",
        (3, 0): "black-hole",
        (1, 1): "brown 0 5",
        (2, 1): "brown 3 4",
        (3, 1): "moon",
    }
    lies = {at: (tile.split()[0], frozenset(map(int, tile.split()[1:]))) for at, tile in tiles.items()}
    spots = {at for at, _ in twins.placements({**twins.HOME, **lies}, kind, twins.patterns(kind))}
    expected = [Hex(*at) for at in sorted(spots, key=lambda at: (at[1], at[0]))]
    lettered = {at: cell.text for at, cell in drawn(hand.ask.pos).cells.items() if str(cell.text).startswith("[")}
    assert sorted(lettered, key=lambda at: (at.r, at.q)) == expected
    assert [lettered[at] for at in expected] == [
        f"[{letter}]" for letter in "abcdefghijklmnopqrstuvwxyz"[: len(expected)]
    ]
    told = [f"{str(lettered[at])[1:-1]} {label(at)}" for at in expected]
    assert f"Where {kind} may lie: {', '.join(told)}." in shown(hand.ask.pos, 120).replace("\n  ", " ")


def test_a_letter_of_the_map_is_understood_as_its_hex() -> None:
    hand = desk("S2.1 Bea")
    hand.say("draw asteroid")
    at = next(at for at, cell in drawn(hand.ask.pos).cells.items() if cell.text == "[c]")
    hand.say("place c")
    assert hand.ask.pos.board.tiles[at] == Tile("asteroid")


def test_no_letter_stands_on_the_map_while_no_tile_is_in_hand() -> None:
    assert "[" not in shown(desk("S2.1 Bea").ask.pos)


# -- whatever lies there ------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_nothing_of_a_table_is_lost(seed: int) -> None:
    pos = table(seed)
    said = in_words(pos)
    for at, tile in pos.board.tiles.items():
        assert tile.kind == "inner" or len(re.findall(rf"\b{label(at)} {tile.kind}\b", said)) == 1
    there = drawn(pos)
    assert there.cells.keys() >= pos.board.tiles.keys()
    for who, row in zip(pos.order, rows(pos, "Players"), strict=True):
        assert row[0].endswith(f" {who}")
        assert row[1] == label(pos.ships[who])
        robots = [int(n) for n in re.findall(r"(\d+) on ", row[-1])]
        assert sum(map(int, row[5:-1])) + sum(robots) == 15
        on_the_map = [str(cell.text) for cells in there.standing.values() for cell in cells]
        mark = row[0][0]
        assert on_the_map.count(mark) == 1
        marked = sum(int(word[1:]) for word in on_the_map if re.fullmatch(rf"{mark.lower()}\d+", word))
        assert marked == sum(robots) + int(row[6])
        named = re.findall(rf"[(,] ?{re.escape(who)} (\d+) robot", said)
        assert sum(map(int, named)) == marked
    for beast in pos.beasts:
        assert f"monster {beast}" in said
        assert any(f"!{beast[:4]}" == cell.text for cell in there.standing[pos.beasts[beast].at])


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("seed", range(3))
def test_a_table_stays_within_the_screen_and_shows_every_tile(seed: int, width: int) -> None:
    pos = table(seed)
    screen = shown(pos, width).splitlines()
    assert max(map(len, screen)) <= width
    named = re.split(r"[^\w]+", "\n".join(screen[: screen.index("Row by row")]))
    assert {label(at) for at in pos.board.tiles} <= set(named)


@pytest.mark.parametrize("d", range(6))
def test_all_93_tiles_in_a_line_are_drawn(d: int) -> None:
    pos, chance = table(0), Random(d)
    kinds = list({"neb6": 30, "empty": 30, "warp": 33}.items())
    tiles = [Tile(kind, 0b111111 if kind == "neb6" else 0) for kind, n in kinds for _ in range(n)]
    chance.shuffle(tiles)
    line = {scale(DIRECTIONS[d], n): tile for n, tile in enumerate(tiles, 1)}
    pos = pos.put(board=board(pos.kit.kinds, {ORIGIN: Tile("homeworld"), **line}.items()), beasts={}, counters={})
    pos = pos.put(ships=dict.fromkeys(pos.names, ORIGIN))
    screen = shown(pos).splitlines()
    assert max(map(len, screen)) <= 80
    drawing = "\n".join(screen[: screen.index("Row by row")])
    assert [len(re.findall(rf"\b{kind}\b", drawing)) for kind in ("neb6", "warp")] == [30, 33]


# -- whose letter ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "marks"),
    [
        (("Ann:green", "Bea:red"), "GR"),
        (("Ann", "Bea"), "AB"),
        (("Ann:blue", "Bea:black", "Bob:brown"), "BLR"),
        (("Aa", "AA2", "aAa"), "ABC"),
        (("界", "Ö"), "AB"),
    ],
)
def test_every_player_has_a_letter_of_the_colour_or_else_of_the_name(players: tuple[str, ...], marks: str) -> None:
    people = tuple(Player(name, colour) for name, _, colour in (each.partition(":") for each in players))
    assert "".join(initials(table(0).put(players=people)).values()) == marks


def test_a_row_of_printed_hexes_alone_is_no_row() -> None:
    """Before the first start tile only Homeworld's row has anything to tell."""
    begun = opening.desk({"game": "parsec", "players": ["Ann", "Bea"]})
    assert in_words(begun.ask.pos) == "M0 homeworld (Ann's ship, Bea's ship)"
