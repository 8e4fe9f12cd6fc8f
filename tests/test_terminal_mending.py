"""The record put right in a real terminal, by keys alone: a forgotten robot with what it makes impossible, a count."""

from pathlib import Path

import pytest

from referee import counting, journal
from referee.blocks import Block
from referee.counting import called
from referee.remarks import Count, write
from referee.session import Session
from referee.where import examples_folder
from tests.terminal import POSIX, Terminal

pytestmark = POSIX


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A folder with the example of play of PARSEC without its end."""
    source = (examples_folder() / "parsec-example-of-play.toml").read_text("utf-8")
    (tmp_path / "evening.toml").write_text(source + "\n[[event]]\nundo = 1\n", "utf-8")
    (tmp_path / ".last").write_text("evening.toml\n", "utf-8")
    return tmp_path


def record(home: Path) -> tuple[Block, ...]:
    return journal.read(home / "evening.toml").blocks


def counted_but(home: Path, *left: str) -> None:
    """All piles but these were counted, so that a walk round the table asks for these alone."""
    session = Session.open("evening", home)
    piles = counting.walk(session.game, session.desk.ask.pos).items()
    session.say(write(Count("", tuple(f"{called(fact)} {n}" for fact, n in piles if called(fact) not in left))))


def test_a_forgotten_robot_is_put_in_and_the_line_that_it_makes_impossible_let_stand(home: Path) -> None:
    """Gwen's last credit paid for a robot on line 25; if it paid for one before, line 25 has no price."""
    source = (home / "evening.toml").read_bytes()
    with Terminal(["play"], home, (100, 40)) as terminal:
        terminal.asks(">").enter("insert").until("Which line?")
        assert "48  Gwen: break-off" not in terminal.text
        terminal.type("25  gwen").until("25  Gwen: beam-down 1").type("enter")
        terminal.asks(">").enter("beam-down 1").asks(">").enter("she said so agreed Rudi")
        terminal.until("Line 25 is impossible then: beam-down 1").until("6.1.1-c  Credits in hand: 0.")
        terminal.until("Let it stand").until("Give it up")
        assert (home / "evening.toml").read_bytes() == source
        terminal.type("enter").until("Line 25 would be against the rules now").asks(">").enter("quit")
        assert terminal.exit() == 0
    put_in, kept = record(home)[-2:]
    assert (put_in["before"], put_in["say"]) == (25, "beam-down 1")
    assert (put_in["because"], put_in["agreed"]) == ("she said so", ("Rudi",))
    assert (kept["keep"], kept["auto"]) == (25, True)


def test_a_table_check_ends_in_a_fix_of_two_piles_at_once(home: Path) -> None:
    """Robots stay sixteen: what is missing aboard stands on the map, and the fix that is offered says both."""
    counted_but(home, "Gwen aboard", "Gwen credits", "Gwen robots Q1")
    with Terminal(["play"], home, (100, 40)) as terminal:
        terminal.asks(">").enter("count").asks("Gwen aboard 9>").enter("8")
        terminal.asks("Gwen credits 3>").enter().asks("Gwen robots Q1 1>").enter("2").until("Put it right?")
        assert "Gwen aboard: 8 counted, 9 expected, 1 fewer." in terminal.scroll
        assert "Gwen robots Q1: 2 counted, 1 expected, 1 more." in terminal.scroll
        terminal.type("enter").asks("because>").enter("one was missed agreed gwen").until(
            "Put right: Gwen robots Q1 is 2, not 1."
        )
        terminal.asks("table, Gwen>").enter("count Gwen aboard 8").until("Gwen aboard: 8, as expected.")
        terminal.asks(">").enter("quit")
        assert terminal.exit() == 0
    *_, fix, count = record(home)
    assert fix["say"] == 'fix "Gwen aboard 8", "Gwen robots Q1 2"'
    assert (fix["because"], fix["agreed"]) == ("one was missed", ("Gwen",))
    assert count["then"] == "Gwen aboard: 8 counted, 8 expected"
