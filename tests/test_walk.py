"""The walk in small: a fixed sample in which everything that must hold is tried at every question."""

from importlib import import_module
from pathlib import Path

import pytest

from referee import opening
from tests.planetoid.together import MODES
from tests.walk import Walk, ways_of


@pytest.mark.parametrize("seed", range(4))
def test_at_every_question_of_random_play_everything_holds(seed: int, tmp_path: Path) -> None:
    walk = Walk(import_module("tests.planetoid.walking"), seed, tmp_path)
    walk.go(150)
    assert walk.events >= 150
    assert walk.fired["asked"]["S-11"]
    assert walk.fired["objected"]["T-303"]


def test_the_toy_is_walked_through_as_any_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(opening.GAMES, "toy", "tests.toy")
    walk = Walk(import_module("tests.toy.walking"), 1, tmp_path)
    walk.go(150)
    assert walk.events >= 150
    assert walk.fired["wrote"]["4.1"]


@pytest.mark.parametrize("mode", ["", *MODES])
def test_every_reason_for_silence_is_given_to_a_rule_of_the_book_and_to_none_twice(mode: str) -> None:
    ways, book = ways_of("planetoid", mode), opening.kit("planetoid").book
    listed = [rule for rules in ways.SILENT.values() for rule in rules]
    assert len(listed) == len(set(listed))
    assert set(listed) <= {*book.rules, *(ruling.id for ruling in book.rulings.values())}
    assert set(listed) & set(ways.rules())
