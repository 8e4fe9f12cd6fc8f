"""Whole games of PARSEC, dealt by the referee and played by the menu: what must hold at their end, and on the way."""

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
from tests.parsec import counting, playing
from tests.parsec.walking import OPTIONS

NAMES = ("Ann", "Bea", "Cid", "Dot", "Eve", "Fay")
TABLES = [("quick+monsters", 2), ("plain", 3), ("even+factions", 4), ("monsters+nanotechs", 5), ("+".join(OPTIONS), 6)]
every_table = pytest.mark.parametrize(("mode", "players"), TABLES, ids=str)


def header(mode: str, players: int, **more: Any) -> dict[str, Any]:
    """A dealt game of so many with the practice box, and the options of that name."""
    options = tuple(f"{option}={OPTIONS[option]}" for option in mode.split("+") if option in OPTIONS)
    said = {"game": "parsec", "players": NAMES[:players], "options": options, "box": playing.BOX, "practice": True}
    return {**said, "draws": "referee", "seed": players, **more}


def answer(rnd: Random, desk: Desk) -> str:
    """A sentence that goes through."""
    while True:
        who = rnd.choice(desk.ask.who)
        said = playing.answer(rnd, desk.ask) or playing.menu(rnd, desk.ask._replace(who=(who,)))
        said = said if len(desk.ask.who) == 1 else f"{who} {said}"
        if said and desk.judge(said).verdict.stands:
            return said


def played(desk: Desk, rnd: Random, acts: int = 2000) -> Desk:
    """The game, to its end or for so many acts more."""
    desk.deal()
    wanted = len(desk.acts) + acts
    while desk.ask.rule != OVER and len(desk.acts) < wanted:
        assert desk.say(answer(rnd, desk)).lines
    return desk


@every_table
def test_a_dealt_game_comes_to_its_end_and_can_be_judged_again(mode: str, players: int) -> None:
    """Its pieces are those of the box, its rounds those of the twin; said again, its choices and facts lead there."""
    head = header(mode, players)
    desk = played(opening.desk(head), Random(f"end {mode}"))
    assert desk.ask.pos.result.startswith("won ")
    counting.conserved(desk)
    always.sums(desk)
    held = list(counting.rounds(desk))
    assert [one.kind for one in held].count("final") == 1
    for one in held:
        counting.scored(one)
    found = whole(desk)
    assert (found.stop, found.lacking, found.unused, found.changed, found.heard) == (None, None, (), (), {})
    always.alike(found.ask, desk.ask)


@every_table
def test_a_table_written_down_in_the_middle_goes_on_as_it_would_have(mode: str, players: int) -> None:
    """Facts and moment as a position file keeps them; then both tables hear the same for a while."""
    rnd, head = Random(f"middle {mode}"), header(mode, players)
    desk = played(opening.desk(head), rnd, acts=120)
    while desk.ask.rule != "S2.9":
        assert desk.say(answer(rnd, desk)).lines
    rulings = [f"{switch}={reading}" for switch, reading in desk.ask.pos.house.items()]
    at = {"rulings": rulings, "facts": positions.facts(desk), "at": positions.moment(desk)}
    other = opening.desk({**head, **at})
    always.alike(other.ask, desk.ask)
    for _ in range(40):
        if desk.ask.rule != OVER:
            said = answer(rnd, desk)
            assert desk.say(said).lines
            assert other.say(said).lines
            always.alike(other.ask, desk.ask)


@every_table
def test_an_evening_that_is_broken_off_after_every_act_goes_on(mode: str, players: int, tmp_path: Path) -> None:
    """The session is closed and opened again between acts, and what was undone can be done again."""
    rnd = Random(f"evening {mode}")
    session = Session.begin("kitchen", tmp_path, header(mode, players))
    always.goes_on_after_every_act(session, tmp_path, rnd, answer, 25)
