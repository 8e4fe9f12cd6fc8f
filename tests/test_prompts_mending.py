"""The record put right at the prompt: what is asked because it was not typed, and every way on that a menu offers."""

from collections.abc import Callable
from pathlib import Path

import pytest
from prompt_toolkit.input import PipeInput

from referee import prompts
from referee.session import Session
from tests.test_rejudge import TABLE

ENTER, ESC, DOWN, CLEAR = "\r", "\x1b", "\x1b[B", "\x15"
QUIT = "quit\r"
DRILL, CHARGE, REPAIR = "drill A1 ruby, B1 gold, A2 rock", "charge", "repair mega-drill"

Play = Callable[..., list[dict[str, object]]]


@pytest.fixture
def play(tmp_path: Path, pipe: PipeInput) -> Play:
    """Plays on after these lines with these keys; what is written then, without what is shown alone."""

    def play(said: tuple[str, ...], *keys: str) -> list[dict[str, object]]:
        session = Session.begin("kitchen", tmp_path, TABLE)
        for sentence in said:
            assert session.say(sentence).lines, sentence
        pipe.send_text("".join((*keys, QUIT)))
        prompts.play(session)
        copy = Session.open("kitchen", tmp_path)
        assert copy.stop is None
        kept = ("before", "change", "strike", "keep", "say", "because", "agreed", "anyway")
        return [{key: block[key] for key in kept if key in block} for block in copy.record.blocks[len(said) :]]

    return play


def test_all_of_it_may_be_typed_in_one_line(play: Play) -> None:
    assert play((DRILL, CHARGE), "strike 2 because not done agreed green\r") == [
        {"strike": 2, "because": "not done", "agreed": ("Ann",)}
    ]


def test_what_was_not_typed_is_asked_and_a_changed_line_is_mended_from_what_it_said(play: Play) -> None:
    """The newest of the lines is the first of the menu; the next one down is the drill."""
    written = play(
        (DRILL, CHARGE), "change\r", DOWN, ENTER, *["\x7f"] * len("ruby, B1 gold, A2 rock"), "gold\r", "misread\r"
    )
    assert written == [{"change": 1, "say": "drill A1 gold", "because": "misread"}]


@pytest.mark.parametrize(
    "keys",
    [
        ("insert\r", ESC),  # no line
        ("insert 2\r", ENTER),  # no sentence
        ("insert 2 charge\r", ENTER),  # no reason
        ("change 2\r", CLEAR, ENTER),
        ("strike 1 because x\r", ESC),  # no way on
        ("insert 1 note early because x\r", CLEAR),  # what may not be
        ("insert 99 charge because x\r", CLEAR),
        ("strike 2 because x agreed Zoe\r", CLEAR),
        ("insert 1 chrage because x\r", CLEAR),
    ],
)
def test_whoever_gives_it_up_leaves_the_record_as_it_was(play: Play, keys: tuple[str, ...]) -> None:
    assert play((DRILL, REPAIR, "quick-ship ruby b03"), *keys) == []


def test_a_line_that_is_impossible_then_is_struck_by_menu(play: Play) -> None:
    """Without the drill there is no ruby to be shipped on line 3: that is struck, the first of the ways."""
    assert play((DRILL, REPAIR, "quick-ship ruby b03"), "strike 1 because not done\r", ENTER) == [
        {"strike": 1, "because": "not done"},
        {"strike": 3},
    ]


def test_a_line_that_is_impossible_then_is_said_otherwise_from_what_it_said(play: Play) -> None:
    changed = play(
        (DRILL, REPAIR, "quick-ship ruby b03"),
        *("change 1 drill A1 gold because misread\r", DOWN, ENTER),  # strike it, change it
        *(*["\x7f"] * len("ruby b03"), "gold b03\r"),
    )
    assert changed == [
        {"change": 1, "say": "drill A1 gold", "because": "misread"},
        {"change": 3, "say": "quick-ship gold b03"},
    ]


def test_what_is_refused_where_it_stands_is_let_stand_though_the_line_of_the_menu_is_a_long_one(play: Play) -> None:
    """Precision Drill takes 2 of 3 solar, so that only one is left for a scan of two, and Charge takes that."""
    said = ("precision-drill A1 ruby", CHARGE)
    assert play(said, "insert 3 scan C1 D1 because seen\r", ENTER) == [
        {"before": 3, "say": "scan C1 D1", "because": "seen", "anyway": True}
    ]


def test_a_fact_that_nobody_told_is_asked_for_with_an_example(play: Play) -> None:
    written = play(
        (DRILL, "end", "spawn 0"),
        *("change 1 drill E1 emerald because misread\r", ENTER, CLEAR, "turn-up D1 rock, E2 rock\r"),
    )
    assert written == [
        {"change": 1, "say": "drill E1 emerald", "because": "misread"},
        {"before": 2, "say": "turn-up D1 rock, E2 rock"},
    ]
