"""A record judged again after it was mended: choices keep their order, facts are found under their questions."""

import random
import tomllib
from typing import Any

import pytest

from referee import opening
from referee.desk import Desk
from referee.where import tables_folder
from tests.mending import again, amended, whole

BOX = tuple(tomllib.loads((tables_folder("planetoid") / "practice.toml").read_text("utf-8"))["box"])
SOLO = {"game": "planetoid", "players": ("Ann:green",), "options": ("mode=solo", "difficulty=easy"), "box": BOX}
BOARD = """
? ? ? ? ?
? ? ? ? ?
? ? ? ? ?
? ? . ? ?
? R .b R ?
"""
TABLE: dict[str, Any] = {**SOLO, "board": BOARD, "facts": ("origin at C5 S", "aliens ruby 1", "game jobs b03 b07 b09")}


def played(*sentences: str) -> Desk:
    desk = opening.desk(TABLE)
    for sentence in sentences:
        assert desk.say(sentence).lines, sentence
    return desk


def random_sentence(desk: Desk, chance: random.Random) -> str:
    words: tuple[str, ...] = ()
    while True:
        ways = list(desk.game.options(desk.ask, words))
        if not ways:
            return ""
        way = chance.choice(ways)
        words = way.words
        if way.whole and chance.random() < 0.7:
            return " ".join(words).replace(" ,", ",")


@pytest.mark.parametrize("seed", range(4))
def test_choices_and_facts_taken_apart_lead_to_the_same_table(seed: int) -> None:
    desk, chance = opening.desk({**SOLO, "draws": "referee", "seed": seed}), random.Random(seed)
    desk.deal()
    for _ in range(120):
        sentence = random_sentence(desk, chance)
        if sentence:
            desk.say(sentence)
    found = whole(desk)
    assert len(desk.acts) > 8
    assert found.ask == desk.ask
    assert (found.stop, found.lacking, found.unused, found.changed) == (None, None, (), ())


def test_a_struck_drill_leaves_its_tiles_to_the_next_one() -> None:
    desk = played("drill A1 ruby, B1 gold, A2 rock", "precision-drill B1")
    found = again(desk, ("strike", 1)).found
    # B1 was turned up by the struck drill; precision-drill takes it face-down now, and the pool knows that it is gold
    assert (found.stop, found.lacking) == (None, None)
    assert desk.game.facts(found.ask.pos)["Ann", "stored gold"] == 1
    assert desk.game.facts(found.ask.pos)["A1", "tile"] == "face-down"
    assert found.unused == ((1, ("tile", "A1")), (1, ("tile", "A2")))


def test_a_forgotten_drill_put_in_front_turns_tiles_up_earlier() -> None:
    desk = played("drill A1 ruby, B1 gold, A2 rock", "end", "spawn 0")
    found = again(desk, ("before", 1, "precision-drill B1 gold")).found
    assert found.stop is None
    facts = desk.game.facts(found.ask.pos)
    assert (facts["Ann", "stored gold"], facts["Ann", "stored ruby"], facts["B1", "tile"]) == (1, 1, "none")


def test_a_choice_that_is_impossible_now_stops_with_its_line_and_reason() -> None:
    desk = played("drill A1 ruby, B1 gold, A2 rock", "repair mega-drill", "quick-ship ruby b03")
    found = again(desk, ("strike", 1))
    assert found.conflict is not None
    assert found.conflict.line == 3
    assert [objection.rule for objection in found.conflict.verdict.objections] == ["T-407"]


def test_a_fact_that_nobody_told_is_asked_and_may_have_been_forgotten() -> None:
    desk = played("drill A1 ruby, B1 gold, A2 rock", "end", "spawn 0")
    drilled = ("change", 1, "drill E1 emerald")
    found = again(desk, drilled).found
    assert found.lacking is not None
    assert (found.ask.rule, found.ask.about, found.lacking.line) == ("T-207", ("D1", "E2"), 2)
    amended(desk, drilled, ("before", 2, "turn-up D1 ?, E2 ?"))
    assert desk.game.facts(desk.ask.pos)["D1", "tile"] == "unknown"
    assert desk.judge("precision-drill D1 ?").verdict.kind == "open"


def test_a_changed_verdict_is_told() -> None:
    desk = played("drill A1 ruby, B1 gold, A2 rock", "charge", "repair mega-charge")
    found = again(desk, ("before", 2, "repair mega-charge"))
    assert found.conflict is not None
    assert found.conflict.line == 3
    # the repair in front has used the system and mended its target; the battery charged meanwhile pays for another
    assert {objection.rule for objection in found.conflict.verdict.objections} == {"T-304", "T-410"}
    assert [changed.line for changed in found.found.changed] == [3]
