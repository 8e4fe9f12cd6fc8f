"""A player's own total against the referee's: sheets worked by hand say who is right, and which slip explains it."""

import json
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee import claims, cli, display, opening
from referee.claims import Claim, claim
from referee.desk import Desk
from referee.errors import Failed, NotUnderstood
from referee.layout import Screen
from referee.proof import counters
from referee.where import examples_folder
from tests import toy, transcripts
from tests.shipped import example

EXAMPLES = transcripts.examples()


@cache
def sheet(name: str) -> dict[str, Any]:
    return tomllib.loads((examples_folder() / f"{name}.sheet.toml").read_text("utf-8"))


def scores(name: str) -> dict[str, int]:
    """What everybody has in the end, worked by hand; nothing of a game that did not end."""
    read = sheet(name)
    if "score" in read:
        return {example(name).ask.pos.names[0]: read["score"]}
    points = {who: lines["total"] for who, lines in read.get("points", {}).items()}
    return points or {who: has["vp"] for who, has in read.get("final", {}).items() if "vp" in has}


def told(desk: Desk, said: Claim) -> list[str]:
    """What is shown below the items, in the words of the game."""
    display.speak(opening.folder(desk.game.NAME))
    lines = display.lines(Screen(width=120), *claims.parts(desk, said))
    display.speak()
    return lines


def explained(said: Claim) -> list[tuple[str, int]]:
    """Every slip: how, and what the item brought."""
    return [(slip.how, slip.found[1].by) for slip in claims.slips(said)]


# -- who is right ------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_whoever_claims_what_the_sheet_says_is_right(name: str) -> None:
    desk = example(name)
    for who, score in scores(name).items():
        said = claim(desk, who, score)
        assert (said.total, said.by, explained(said)) == (score, 0, [])
        assert told(desk, said)[-1] == f"{who} says {score} points, and so it is."


def test_the_sheets_have_scores_of_every_kind_of_game() -> None:
    assert sum(bool(scores(name)) for name in EXAMPLES) > 8


@pytest.mark.parametrize(
    ("name", "who", "value", "slips"),
    [
        # alone: b14 2+2+3, b08 1+2+1+1+2, b03 5+4+2 = 25
        ("planetoid-solo", "Ann", 20, [("left-out", 5)]),  # the diamond
        ("planetoid-solo", "Ann", 29, [("doubled", 4), ("doubled", 4), ("doubled", 4)]),  # two gold twice, the ruby
        ("planetoid-solo", "Ann", 28, [("doubled", 3), ("doubled", 3)]),  # the emerald of b14, the rocks of b08
        ("planetoid-solo", "Ann", 24, [("one-left-out", 3)]),  # one of three rocks
        # rock 1, gold 2, emerald 9 (three), ruby 4, b14 5, most emeralds 4, s06 3 = 28
        ("planetoid-danger", "Hana", 24, [("left-out", 4), ("left-out", 4)]),
        ("planetoid-danger", "Hana", 31, [("doubled", 3), ("one-doubled", 9)]),
        ("planetoid-danger", "Hana", 19, [("left-out", 9)]),
        ("planetoid-danger", "Hana", 18, []),
        # 29 = 8 + 11 + 10
        ("parsec-scoring-rounds", "Yara", 92, []),
    ],
)
def test_a_claim_that_is_wrong_by_one_item_is_explained_by_every_item_that_would_do(
    name: str, who: str, value: int, slips: list[tuple[str, int]]
) -> None:
    said = claim(example(name), who, value)
    assert sorted(explained(said)) == sorted(slips)
    shown = told(example(name), said)
    assert any(f"{who} says {value} points. The record comes to {said.total}" in line for line in shown)
    assert ("No single item explains it." in shown) == (not slips and value != 92)


def test_the_same_figures_in_another_order_are_told_so() -> None:
    shown = told(example("parsec-scoring-rounds"), claim(example("parsec-scoring-rounds"), "Yara", 92))
    assert shown[-1] == "The same figures in another order: perhaps a slip of the pen."


def test_any_counter_may_be_claimed_and_the_player_called_by_colour() -> None:
    desk = example("parsec-safari-club")  # Gwen's credits: 5, and 3, and 8
    said = claim(desk, "Gwen", 16, "credits")
    assert (said.total, said.by) == (sheet("parsec-safari-club")["final"]["Gwen"]["credits"], 0)
    solo = example("planetoid-solo")
    assert claim(solo, "green", 0, "Solar").by == 0
    assert claim(solo, "GREEN", 25).by == 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_item_left_out_or_counted_twice_is_found_and_none_that_would_not_do(name: str) -> None:
    """Of a counter of every example: whatever single item is counted otherwise, it is among those that are named."""
    desk, rnd = example(name), Random(name)
    names = [(who, what) for (who, what), _ in counters(desk).items() if who in desk.ask.pos.names]
    for who, what in rnd.sample(names, 4):
        right = claim(desk, who, 0, what)
        for found in right.items:
            by = found[1].by
            for how, value in (("left-out", right.total - by), ("doubled", right.total + by)):
                said = claim(desk, who, value, what)
                assert (how, found) in [(slip.how, slip.found) for slip in claims.slips(said)]
                for slip in claims.slips(said):
                    entry = slip.found[1]
                    each = int(str(entry.facts["each"])) if slip.how.startswith("one-") else entry.by
                    ways = {"left-out": -each, "doubled": each, "won": -2 * each}
                    assert right.total + ways[slip.how.removeprefix("one-")] == value
                    assert each < 0 or not slip.how.endswith("won")


# -- what is secret, and what is not understood ------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name.startswith("planetoid") and "solo" not in name])
def test_before_the_scoring_nobody_is_told_what_lies_face_down_not_even_who_has_nothing(name: str) -> None:
    for part in (8, 2):
        desk = example(name, len(example(name).lines) // part)
        for who in desk.ask.pos.names:
            with pytest.raises(Failed) as refused:
                claim(desk, who, 1)
            assert refused.value.text == ("claimed.secret", {})
            with pytest.raises(NotUnderstood):
                claim(desk, who, 1, "saved ruby")


def test_what_is_no_claim_is_answered_by_what_might_be_one() -> None:
    desk = example("planetoid-solo")
    with pytest.raises(NotUnderstood) as unknown:
        claim(desk, "Zoe", 1)
    assert unknown.value.nearest == ("Ann",)
    with pytest.raises(NotUnderstood) as no_counter:
        claim(desk, "Ann", 1, "luck")
    assert "battery" in no_counter.value.nearest
    with pytest.raises(NotUnderstood):
        claim(desk, "Ann", 1, "installed")  # a word, and no number


def test_a_game_that_keeps_no_score_has_its_counters_claimed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(opening.GAMES, "toy", "tests.toy")
    assert toy.NAME == "toy"
    desk = opening.desk({"game": "toy", "players": ("Ann:red", "Bea:blue", "Cid:green")})
    for sentence in ("Bea hide sun", "Ann hide moon", "Cid hide star", "row M0", "roll 4"):
        assert desk.say(sentence).lines
    assert claim(desk, "red", 4, "shells").by == 0
    assert explained(claim(desk, "Ann", 0, "shells")) == [("left-out", 4)]
    with pytest.raises(NotUnderstood) as no_score:
        claim(desk, "Ann", 4)
    assert "shells" in no_score.value.nearest


# -- at the command line ------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path))
    for name in ("planetoid-solo", "planetoid-danger"):
        (tmp_path / f"{name}.toml").write_bytes((examples_folder() / f"{name}.toml").read_bytes())
    yield tmp_path
    display.speak()


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.app, words, catch_exceptions=False)


def test_a_claim_is_judged_line_by_line_and_the_record_is_left_as_it_was(home: Path) -> None:
    before = {file.name: file.read_bytes() for file in home.iterdir()}
    right = run("claim", "-s", "planetoid-solo", "Ann", "25")
    assert right.exit_code == 0
    assert "      +5  T-820  One diamond at b03 counts 5, 25 in all.\n" in right.stdout
    wrong = run("claim", "-s", "planetoid-solo", "green", "20")
    assert wrong.exit_code == 1
    assert "Ann says 20 points. The record comes to 25: the claim is 5 too low.\n" in wrong.stdout
    assert wrong.stdout.endswith("  One diamond at b03 counts 5, 25 in all. Left out.\n")
    told = json.loads(run("claim", "-s", "planetoid-danger", "Hana", "31", "--json").stdout)
    assert [told[key] for key in ("who", "claimed", "total", "by", "swapped")] == ["Hana", 31, 28, 3, False]
    assert sum(item["by"] for item in told["items"]) == 28
    assert sorted(slip["how"] for slip in told["slips"]) == ["doubled", "one-doubled"]
    assert {file.name: file.read_bytes() for file in home.iterdir()} == before


@pytest.mark.parametrize(
    "words", [("Zoe", "3"), ("Ann", "many"), ("Ann", "3", "luck"), ("Ann",), ("Ann", "2", "deck", "cards")]
)
def test_what_is_no_claim_is_one_message_and_no_traceback(home: Path, words: tuple[str, ...]) -> None:
    result = run("claim", "-s", "planetoid-solo", *words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr
