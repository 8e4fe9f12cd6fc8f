"""The walk in small: a fixed sample in which everything that must hold is tried at every question."""

from importlib import import_module
from pathlib import Path

import pytest

from referee import opening
from tests.planetoid.together import MODES
from tests.walk import Walk, Ways, ways_of


@pytest.mark.parametrize("seed", range(4))
def test_at_every_question_of_random_play_everything_holds(seed: int, tmp_path: Path) -> None:
    walk = Walk(import_module("tests.planetoid.walking"), seed, tmp_path)
    walk.go(150)
    assert walk.events >= 150
    assert walk.fired["asked"]["S-11"]
    assert walk.fired["objected"]["T-303"]


@pytest.mark.parametrize("seed", range(3))
def test_at_every_question_of_a_parsec_set_up_everything_holds(seed: int, tmp_path: Path) -> None:
    walk = Walk(ways_of("parsec", "all"), seed, tmp_path)
    walk.go(60)
    assert walk.events >= 60
    assert walk.fired["asked"]["S1.9"]
    assert any(walk.fired["objected"][f"3.0-{letter}"] for letter in "cdeijl")


@pytest.mark.parametrize("mode", ["plain", "quick+monsters"])
def test_through_many_turns_of_parsec_everything_holds(mode: str, tmp_path: Path) -> None:
    walk = Walk(ways_of("parsec", mode), 4, tmp_path, share=0.02)
    walk.go(200)
    assert walk.events >= 200
    assert walk.fired["asked"]["S2.9"] > 30
    assert walk.fired["objected"]["6.2-d"]


def test_the_toy_is_walked_through_as_any_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(opening.GAMES, "toy", "tests.toy")
    walk = Walk(import_module("tests.toy.walking"), 1, tmp_path)
    walk.go(150)
    assert walk.events >= 150
    assert walk.fired["wrote"]["4.1"]


@pytest.mark.parametrize("mode", ["", *MODES])
def test_every_reason_for_silence_is_given_to_a_rule_of_the_book_and_to_none_twice(mode: str) -> None:
    check_silent(ways_of("planetoid", mode), "planetoid")


@pytest.mark.parametrize("mode", ["all", "plain", "monsters"])
def test_so_it_is_with_parsec(mode: str) -> None:
    check_silent(ways_of("parsec", mode), "parsec")


def check_silent(ways: Ways, game: str) -> None:
    book = opening.kit(game).book
    listed = [rule for rules in ways.SILENT.values() for rule in rules]
    assert len(listed) == len(set(listed))
    assert set(listed) <= {*book.rules, *(ruling.id for ruling in book.rulings.values())}
    assert set(listed) & set(ways.rules())
