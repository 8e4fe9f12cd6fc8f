"""Whole games of several players, in every mode and number: what must hold at every question, and at the end."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import opening, positions
from referee.ask import OVER
from referee.desk import Desk
from referee.session import Session
from tests import always
from tests.mending import whole
from tests.planetoid.together import EVERY, MODES, answer, header, laid
from tests.planetoid.walking_together import Ways
from tests.walk import Walk


@pytest.mark.parametrize(("mode", "players"), EVERY[::2], ids=str)
def test_at_every_question_of_random_play_everything_holds(mode: str, players: int, tmp_path: Path) -> None:
    walk = Walk(Ways(mode, players), players, tmp_path, share=0.12)
    walk.go(40)
    assert walk.events >= 40
    assert walk.fired["asked"]["B-01"] + walk.fired["asked"]["V-11"]


# -- dealt games to their end ------------------------------------------------------------------


def played(head: dict[str, Any], rnd: Random, acts: int = 2000) -> Desk:
    """A dealt game, to its end or for so many acts."""
    desk = laid(opening.desk(head), rnd)
    while desk.ask.rule != OVER and len(desk.acts) < acts:
        assert desk.say(answer(rnd, desk)).lines
    return desk


@pytest.mark.parametrize(
    ("mode", "players"), [each for each in EVERY if each[1] not in (4, 6, 7) or each[0] == "danger"], ids=str
)
def test_a_dealt_game_comes_to_its_end_and_can_be_judged_again(mode: str, players: int) -> None:
    """Its counts are those of the boxes, its turns are equal; taken apart, its choices and facts lead there again."""
    head = header(mode, players, seed=players)
    rnd = Random(f"end {mode} {players}")
    desk = played(head, rnd)
    pos = desk.ask.pos
    assert pos.result == f"won {pos.result[4:]}"
    assert pos.result[4:] in pos.names
    Ways(mode).conserved(desk)
    Ways(mode).watch(rnd, desk.acts[-1].before, desk.ask)
    always.sums(desk)
    found = whole(desk)
    assert (found.stop, found.lacking, found.unused, found.changed) == (None, None, (), ())
    always.alike(found.ask, desk.ask)


@pytest.mark.parametrize("mode", MODES)
def test_a_table_written_down_in_the_middle_goes_on_as_it_would_have(mode: str) -> None:
    """Facts and moment as a position file keeps them; then both tables hear the same until the end."""
    players, rnd = MODES[mode].players[0], Random(f"middle {mode}")
    head = header(mode, players, seed=9)
    desk = played(head, rnd, acts=25)
    while desk.ask.pos.agenda[0][0] != "turn":
        assert desk.say(answer(rnd, desk)).lines
    other = opening.desk({**head, "facts": positions.facts(desk), "at": positions.moment(desk)})
    always.alike(other.ask, desk.ask)
    for _ in range(60):
        if desk.ask.rule != OVER:
            said = answer(rnd, desk)
            assert desk.say(said).lines
            assert other.say(said).lines
            always.alike(other.ask, desk.ask)


@pytest.mark.parametrize("mode", MODES)
def test_an_evening_that_is_broken_off_after_every_act_goes_on(mode: str, tmp_path: Path) -> None:
    """The session is closed and opened again between acts, and what was undone can be done again."""
    rnd = Random(f"evening {mode}")
    session = Session.begin("kitchen", tmp_path, header(mode, MODES[mode].players[-1], seed=2))
    always.goes_on_after_every_act(session, tmp_path, rnd, answer, 12)


@pytest.mark.parametrize(
    ("mode", "said", "near"),
    [("five-eight", "C3", ("1:C3", "2:C3")), ("large and small", "G3", ("1:G3",)), ("basic", "2:C3", ("C3",))],
)
def test_a_space_said_as_on_another_number_of_boards_is_told_by_its_name_here(
    mode: str, said: str, near: tuple[str, ...]
) -> None:
    """The large practice board has columns A to G, the small one A to E."""
    desk = laid(opening.desk(header(mode, 4, seed=1)), Random(1))
    (reason,) = (each for each in desk.judge(f"drill {said}").verdict.objections if each.rule == "G-2")
    assert (reason.key, reason.facts["near"]) == ("space.near", near)


# -- leaving ------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "players"), [each for each in EVERY if each[1] in (3, 5)], ids=str)
def test_whoever_leaves_is_asked_nothing_more_and_the_others_play_on(mode: str, players: int) -> None:
    rnd = Random(f"leave {mode} {players}")
    desk = played(header(mode, players, seed=1), rnd, acts=rnd.randint(10, 40))
    gone = rnd.choice(desk.ask.pos.order)
    assert desk.say(f"{gone} leave").lines
    while desk.ask.rule != OVER:
        assert gone not in desk.ask.who
        assert desk.say(answer(rnd, desk)).lines
    pos = desk.ask.pos
    assert gone not in pos.order
    assert pos.result[4:] in pos.order
    assert pos.count(gone, "points") == 0
    Ways(mode).conserved(desk)


@pytest.mark.parametrize("mode", MODES)
def test_when_all_but_one_have_left_or_the_table_stops_nobody_wins(mode: str) -> None:
    rnd, players = Random(f"break off {mode}"), MODES[mode].players[-1]
    desk = played(header(mode, players, seed=6), rnd, acts=rnd.randint(players + 2, 30))
    leavers = rnd.sample(desk.ask.pos.order, players - 1)
    for who in leavers:
        assert desk.say(f"{who} leave").lines
    assert (desk.ask.rule, desk.ask.pos.result) == (OVER, "broken off")
    assert not desk.judge(f"{leavers[0]} leave").verdict.stands
    desk.undo(len(leavers))
    assert desk.say(f'{leavers[0]} break-off "the last train"').lines
    assert (desk.ask.rule, desk.ask.pos.result) == (OVER, "broken off")
    assert not any(desk.ask.pos.count(who, "points") for who in desk.ask.pos.names)
