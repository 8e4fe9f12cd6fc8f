"""What the referee deals: no tile that the box has not left, whatever the table has been told, and a look holds."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from referee import opening
from referee.ask import OVER
from referee.dealer import Dealer
from referee.desk import Desk
from referee.games.planetoid.telling import dealt
from tests.planetoid.together import BOX, answer

# 14 tiles that nobody has seen. The box: 35 rock, 20 gold, 12 emerald, 8 ruby, 5 diamond.
BOARD = """
? ? ? ? ?
? ? ? ? ?
? ? R ? ?
"""
HEAD: dict[str, Any] = {"game": "planetoid", "players": ("Ann", "Bea", "Cid"), "box": BOX, "draws": "referee"}


def table(*removed: str, seed: int = 1) -> Desk:
    """A table that was entered in the middle of a game, with these tiles out of it."""
    facts = ("game jobs b01 b03", *(f"removed {tiles}" for tiles in removed))
    return opening.desk({**HEAD, "options": ("mode=basic",), "board": BOARD, "seed": seed, "facts": facts})


def lies(desk: Desk, seed: int) -> dict[str, str]:
    return dict(dealt(desk.ask.pos, Dealer(seed)))


@pytest.mark.parametrize("seed", range(10))
def test_no_more_of_a_kind_are_dealt_than_are_left(seed: int) -> None:
    found = lies(table("rock 34", "gold 19", "diamond 5"), seed)
    assert len(found) == 14
    assert Counter(found.values()) <= Counter({"gold": 1, "emerald": 12, "ruby": 8})


@pytest.mark.parametrize("seed", range(10))
def test_where_no_more_are_left_than_lie_there_all_are_dealt(seed: int) -> None:
    found = lies(table("rock 34", "gold 20", "emerald 6", "diamond 5"), seed)
    assert Counter(found.values()) == {"emerald": 6, "ruby": 8}


@pytest.mark.parametrize("seed", range(10))
def test_a_tile_turned_up_as_it_was_dealt_leaves_the_others_as_they_were(seed: int) -> None:
    desk = table("rock 34", "gold 18", "emerald 6", "diamond 4")
    pos, found = desk.ask.pos, lies(desk, seed)
    for space in Random(seed).sample(sorted(found), len(found)):
        pos = desk.game.with_facts(pos, {(space, "tile"): found.pop(space)})
        assert dealt(pos, Dealer(seed)) == found


@pytest.mark.parametrize("seed", range(6))
def test_a_table_that_was_entered_is_dealt_at_to_its_end(seed: int) -> None:
    """What the dealer says is judged as everything is, and none of it is refused."""
    desk, rnd = table("rock 34", "gold 18", "emerald 6", "diamond 4", seed=seed), Random(seed)
    while desk.ask.rule != OVER:
        assert desk.say(answer(rnd, desk)).lines


def test_what_somebody_told_ahead_is_dealt_nowhere_else() -> None:
    """Of the one ruby left it was said that it lies on B1; the drill turns A1 up first."""
    for seed in range(30):
        desk = table("ruby 7", seed=seed)
        assert desk.say("drill A1, B1 ruby").lines
        assert desk.game.facts(desk.ask.pos)["Ann", "stored ruby"] == 0


@pytest.mark.parametrize("seed", range(10))
def test_each_of_two_boards_is_dealt_its_own_tiles(seed: int) -> None:
    """The first board has gold and emeralds left; what lies on the second does not depend on that."""
    facts = [fact for n in ("rock 34", "ruby 8", "diamond 5") for fact in (f"removed {n}", f"board 1 {n}")]
    facts[1] = "board 1 rock 35"  # with the one that lies there
    head = {**HEAD, "options": ("mode=five-eight", "tiles=separate"), "board-1": BOARD, "board-2": BOARD}
    found = lies(opening.desk({**head, "facts": facts}), seed)
    fresh = lies(opening.desk({**head, "facts": ()}), seed)
    assert {kind for space, kind in found.items() if space.startswith("1:")} <= {"gold", "emerald"}
    assert [found[space] for space in found if space.startswith("2:")] == [fresh[s] for s in fresh if s[:2] == "2:"]
