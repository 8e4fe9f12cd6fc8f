"""Every kind of question at the prompt, answered by keys through a pipe; the screens are in test_terminal.py."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from prompt_toolkit.input import PipeInput

from referee import box, opening, prompts
from referee.errors import NotUnderstood
from referee.prompts import terminal
from referee.prompts.marks import reason
from referee.session import Session
from tests import keys
from tests.terminal import begun

ENTER, ESC, DOWN, UP, CTRL_C, CTRL_D, CLEAR = "\r", "\x1b", "\x1b[B", "\x1b[A", "\x03", "\x04", "\x15"
TAB = "\t"
QUIT = "quit\r"
SETUP = ("origin S", "solo-card A front")
EXAMPLE = Path(__file__).parent.parent / "sessions" / "examples" / "planetoid-solo.toml"

Say = Callable[..., Session]


@pytest.fixture
def at(tmp_path: Path) -> Say:
    """A table of the practice box, dealt by the referee unless told otherwise, after these sentences."""

    return partial(begun, tmp_path)


def spoken(session: Session) -> list[str]:
    """What people said, in the words of the record; what was undone stays in it."""
    return [str(block.get("say", block)) for block in session.record.blocks if not block.get("auto")]


def play(session: Session, pipe: PipeInput, *keys: str) -> list[str]:
    """Strikes keys until the prompt is left; what is said meanwhile."""
    before = len(spoken(session))
    pipe.send_text("".join(keys))
    prompts.play(session)
    return spoken(session)[before:]


def test_a_line_is_heard_however_short(at: Say, pipe: PipeInput) -> None:
    assert play(at(), pipe, "s\r", "a f\r", "p c7\r", "e\r", QUIT) == [*SETUP, "precision-drill C7", "end"]


def test_tiles_are_told_in_their_order_when_the_table_draws(at: Say, pipe: PipeInput) -> None:
    session = at("pool drill-arm reroute upgrade-drone repair-bot", draws="table")
    said = play(session, pipe, "s\r", "rugg\r", "a f\r", "b01 b02 b03\r", "d c3 u\r", "r g e r\r", "e\r", "1d\r", QUIT)
    assert said == [
        "origin S",
        "turn-up D7 rock, D6 ruby, C7 gold, E7 gold",
        "solo-card A front",
        "jobs b01 b02 b03",
        "drill C3 ruby",
        "turn-up C2 rock, B3 gold, D3 emerald, C4 rock",
        "end",
        "spawn 1 damage",
    ]


def test_enter_alone_opens_a_menu_that_goes_slot_by_slot(at: Say, pipe: PipeInput) -> None:
    assert play(at(*SETUP), pipe, ENTER, "sweep", ENTER, "c3", ENTER, "d4", ENTER, QUIT) == ["sweep C3, D4"]


def test_what_may_not_be_said_cannot_be_taken(at: Say, pipe: PipeInput) -> None:
    session = at(*SETUP, "drill C3", "diamond card")
    assert play(session, pipe, ENTER, ENTER, "e1", ENTER, QUIT) == ["precision-drill E1"]


def test_a_narrowed_menu_takes_nothing_that_is_grey(at: Say, pipe: PipeInput) -> None:
    session = at(*SETUP)
    # The filter leaves mega-drill (damaged) before mega-charge (damaged): Enter has nothing to take.
    assert play(session, pipe, ENTER, "mega", ENTER, ESC, QUIT) == []


def test_a_filter_that_fits_nothing_takes_nothing(at: Say, pipe: PipeInput) -> None:
    assert play(at(*SETUP), pipe, ENTER, "xyz", ENTER, ESC, QUIT) == []


def test_arrows_pass_over_what_is_grey_in_a_narrowed_menu(at: Say, pipe: PipeInput) -> None:
    # ship: quick-ship is grey with nothing stored, ship-all is not.
    assert play(at(*SETUP), pipe, ENTER, "ship", DOWN, ENTER, QUIT) == ["ship-all"]


def test_back_goes_to_the_slot_before_and_at_last_to_the_line(at: Say, pipe: PipeInput) -> None:
    said = play(at(*SETUP), pipe, ENTER, "sweep", ENTER, "c3", ENTER, ESC, "d4", ENTER, "back", ENTER, ESC, ESC, QUIT)
    assert said == []


def test_from_a_menu_typing_goes_on_with_what_was_chosen(at: Say, pipe: PipeInput) -> None:
    assert play(at(*SETUP), pipe, ENTER, "sweep", ENTER, "type", ENTER, "c3 d4\r", QUIT) == ["sweep C3, D4"]


def test_where_no_list_can_be_made_the_menu_begins_the_sentence(at: Say, pipe: PipeInput) -> None:
    untaught = at(draws="table", box=(), practice=False, **{"from": "own"})
    assert play(untaught, pipe, ENTER, ENTER, "###/###/###\r", QUIT) == ['teach board full "###/###/###"']


def test_the_menu_offers_to_undo_and_to_quit(at: Say, pipe: PipeInput) -> None:
    session = at(*SETUP, "precision-drill C7")
    assert play(session, pipe, ENTER, "undo", ENTER, ENTER, "quit", ENTER) == ["{'undo': 1}"]


def test_tab_completes_as_far_as_words_are_clear(at: Say, pipe: PipeInput) -> None:
    typed = ("prec", TAB, " c7", ENTER, 'note "so', TAB, ' far"', ENTER)
    assert play(at(*SETUP), pipe, *typed, QUIT) == ["precision-drill C7", 'note "so far"']


def test_a_refused_sentence_is_kept_for_mending(at: Say, pipe: PipeInput, capsys: pytest.CaptureFixture[str]) -> None:
    assert play(at(*SETUP), pipe, "p d5\r", "\x7f3\r", QUIT) == ["precision-drill D3"]
    assert "G-2" in capsys.readouterr().err


def test_a_sentence_not_understood_is_kept_for_mending(at: Say, pipe: PipeInput) -> None:
    assert play(at(*SETUP), pipe, "foo d3\r", CLEAR, "p d3\r", QUIT) == ["precision-drill D3"]


def test_a_sentence_without_its_end_names_what_may_follow(
    at: Say, pipe: PipeInput, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(at(*SETUP), pipe, "rep\r", " large\r", QUIT) == ["repair large-scan"]
    assert "repair mega-drill" in capsys.readouterr().err


HELD = "scan C7 C3"  # C7 lies face-up


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ((ENTER,), [HELD]),
        ((DOWN, ENTER), ["ruling A-12 yes", HELD]),
        ((DOWN, DOWN, ENTER, ESC), ["ruling A-12 no"]),
        ((UP, ENTER), []),
        ((ESC,), []),
    ],
)
def test_a_held_sentence_offers_the_readings_of_its_ruling(
    at: Say, pipe: PipeInput, keys: tuple[str, ...], said: list[str]
) -> None:
    away = (ENTER,) if HELD in said else (CLEAR,)  # what was seen, or the sentence kept for mending
    session = at(*SETUP)
    assert play(session, pipe, f"{HELD}\r", *keys, *away, QUIT) == said
    rulings = next((block.get("rulings") for block in session.record.blocks if block.get("say") == HELD), None)
    assert rulings == (("A-12=yes",) if said == [HELD] else None)


def test_what_lacks_a_fact_waits_until_it_is_told(at: Say, pipe: PipeInput) -> None:
    session = at("pool drill-arm reroute upgrade-drone repair-bot", draws="table")
    told = ("solo ruby\r", ENTER)  # after `teach bonus b99`, which is known
    said = play(session, pipe, "s\r", "rugg\r", "a f\r", "b01 b02 b99\r", *told, QUIT)
    assert said[-2:] == ["teach bonus b99 solo ruby", "jobs b01 b02 b99"]


def test_asides_are_typed_as_words(at: Say, pipe: PipeInput, capsys: pytest.CaptureFixture[str]) -> None:
    session = at(*SETUP)
    typed = ("show", "score", "log", "next", "why Ann solar", "rules drill alien", "judge mega-drill C3", "help", "?")
    assert play(session, pipe, *(f"{word}\r" for word in typed), QUIT) == []
    told = capsys.readouterr()
    assert told.err == ""
    for seen in ("T-301", "T-811", "T-307", "solo-card A front", "note TEXT", "by-hand FACT"):
        assert seen in told.out


def test_acts_are_undone_and_done_again(at: Say, pipe: PipeInput) -> None:
    session = at(*SETUP)
    said = play(session, pipe, "p c7\r", "c\r", "undo 2\r", "redo\r", "e\r", "undo turn\r", "undo to 4\r", QUIT)
    undone = ["{'undo': 2}", "{'redo': 1}", "end", "{'undo': 1}", "{'undo': 1}"]
    assert said == ["precision-drill C7", "charge", *undone]


def test_an_undo_that_is_not_understood_names_its_forms(
    at: Say, pipe: PipeInput, capsys: pytest.CaptureFixture[str]
) -> None:
    assert play(at(*SETUP), pipe, "undo everything\r", CLEAR, QUIT) == []
    assert "undo turn" in capsys.readouterr().err


def test_a_table_lets_stand_what_the_rules_refuse_and_says_why(at: Say, pipe: PipeInput) -> None:
    session = at(*SETUP, "precision-drill C7", "drill E7")
    assert play(session, pipe, "drill C6\r", CLEAR, "anyway drill C6 because we forgot\r", QUIT) == ["drill C6"]
    marks = next(block for block in session.record.blocks if block.get("say") == "drill C6")
    assert (marks["anyway"], marks["because"]) == (True, "we forgot")


def test_a_table_that_gives_no_reason_lets_nothing_stand(
    at: Say, pipe: PipeInput, capsys: pytest.CaptureFixture[str]
) -> None:
    session = at(*SETUP, "precision-drill C7", "drill E7")
    assert play(session, pipe, "anyway drill C6\r", CLEAR, QUIT) == []
    assert "anyway drill C6 because ..." in capsys.readouterr().err


def test_a_reading_for_one_act_may_be_typed(at: Say, pipe: PipeInput) -> None:
    session = at(*SETUP)
    play(session, pipe, "under A-12=no p c7\r", QUIT)
    block = next(block for block in session.record.blocks if block.get("say") == "precision-drill C7")
    assert block["rulings"] == ("A-12=no",)


def test_what_a_scan_shows_is_not_written_down(at: Say, pipe: PipeInput, capsys: pytest.CaptureFixture[str]) -> None:
    session = at(*SETUP)
    assert play(session, pipe, "sc c3 d4\r", ENTER, QUIT) == ["scan C3 D4"]
    assert "diamond" not in capsys.readouterr().out.partition("scan C3 D4")[2]
    assert "diamond" not in str(session.record.blocks[-1])


@pytest.mark.parametrize(("key", "left"), [(CTRL_C, KeyboardInterrupt), (CTRL_D, EOFError)])
def test_leaving_by_force_records_nothing(at: Say, pipe: PipeInput, key: str, left: type[BaseException]) -> None:
    session = at(*SETUP)
    before = session.record.file.read_bytes()
    for struck in ((key,), ("drill c3", CLEAR, key), (ENTER, CTRL_C)):
        pipe.send_text("".join(struck))
        with pytest.raises((left, KeyboardInterrupt)):
            prompts.play(session)
    assert session.record.file.read_bytes() == before


def test_step_by_step_the_map_waits_for_enter_when_the_aliens_have_moved(at: Say, pipe: PipeInput) -> None:
    session = at(
        "pool drill-arm reroute upgrade-drone repair-bot", "origin S", "rugg", "a f", "b01 b02 b03", draws="table"
    )
    pipe.send_text("".join(("e\r", "1\r", "this is read by nobody\r", "c\r", QUIT)))
    prompts.play(session, step=True)
    assert spoken(session)[-3:] == ["end", "spawn 1", "charge"]


def test_when_the_game_is_over_the_record_can_still_be_looked_at(
    tmp_path: Path, pipe: PipeInput, capsys: pytest.CaptureFixture[str]
) -> None:
    over = tmp_path / "over.toml"
    over.write_bytes(EXAMPLE.read_bytes())
    session = Session.open("over", tmp_path)
    assert play(session, pipe, "score\r", ENTER, UP, ENTER) == []
    assert play(session, pipe, ENTER, DOWN, ENTER, QUIT) == ["{'undo': 1}"]
    assert "25" in capsys.readouterr().out


def test_outside_a_terminal_nobody_is_asked(at: Say) -> None:
    session = at(*SETUP)
    with pytest.raises(NotUnderstood) as refused:
        prompts.play(session)
    assert refused.value.exit == 2
    assert "precision-drill C1" in refused.value.nearest


def test_a_new_game_asks_for_what_it_misses(pipe: PipeInput, tmp_path: Path) -> None:
    pipe.send_text("".join(("Ann:green\r", "so\r", "ha\r", "ref\r")))
    assert prompts.ask_options("planetoid", {}, tmp_path) == {
        "players": ("Ann:green",),
        "options": ("mode=solo", "difficulty=hard"),
        "draws": "referee",
    }


def test_a_new_game_without_aliens_is_asked_for_no_difficulty(pipe: PipeInput, tmp_path: Path) -> None:
    pipe.send_text("".join(("Ann, Bea\r", "ba\r", "ref\r")))
    assert prompts.ask_options("planetoid", {}, tmp_path)["options"] == ("mode=basic",)


def test_a_new_game_asks_again_for_what_may_not_be(
    pipe: PipeInput, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = ("table\r", "Ann\r", "solo\r", "brutal\r", "custom\r", "12\r", ENTER, DOWN, ENTER, "green\r")
    pipe.send_text("".join(typed))
    found = prompts.ask_options("planetoid", {"draws": "table"}, tmp_path)
    assert found["options"] == ("mode=solo", "difficulty=custom", "growth=12", "jobs=4", "spawn=green")
    assert "brutal" in capsys.readouterr().err


def test_a_new_game_dealt_from_a_box_half_told_asks_which_box(
    pipe: PipeInput, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box.add(tmp_path / "planetoid.box.toml", ("teach bonus b01 solo 9",))
    pipe.send_text("".join(("Ann\r", "solo\r", "easy\r", "referee\r", "pr\r")))
    assert prompts.ask_options("planetoid", {}, tmp_path)["from"] == "practice"
    assert "board, origin-card, spawn, bonus, ability" in " ".join(capsys.readouterr().out.split())
    pipe.send_text("".join(("Ann\r", "solo\r", "easy\r", "table\r")))
    assert "from" not in prompts.ask_options("planetoid", {}, tmp_path)


def test_a_long_reason_is_cut_to_the_width_of_the_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    choice = terminal._line(terminal.Choice("mega-drill", None, "T-307 " + "x" * 100))
    assert choice.disabled == "T-307 " + "x" * 12 + "..."
    assert len(f"   - {choice.title} ({choice.disabled})") == 39


def test_the_median_act_of_a_game_takes_at_most_12_keys() -> None:
    struck = sorted(act.keys for act in keys.acts(EXAMPLE))
    assert len(struck) > 60
    assert struck[len(struck) // 2] <= 12


@pytest.mark.parametrize(
    ("typed", "because", "agreed"),
    [
        ("we forgot", "we forgot", ()),
        ("we forgot agreed Ann, green", "we forgot", ("Ann", "green")),
        ("we all agreed on it", "we all agreed on it", ()),
        ("", "", ()),
    ],
)
def test_whoever_is_asked_why_may_say_who_agreed(typed: str, because: str, agreed: tuple[str, ...]) -> None:
    assert reason(typed, opening.players(["Ann:green"])) == (because, agreed)
