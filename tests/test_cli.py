"""The command line as people and programs use it: what it says and where, how it exits, what it leaves alone."""

import inspect
import json
import shlex
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import pytest
from typer.testing import CliRunner, Result

import referee
from referee import cli, journal, opening, proof, replay
from referee.cli import plain, reading
from referee.errors import NotUnderstood
from referee.session import Session
from referee.where import examples_folder

NEW = ("new", "planetoid", "kitchen", "--player", "Ann:green", "--option", "difficulty=easy")
DEALT = (*NEW, "--draws", "referee", "--seed", "3")
POOL = "pool drill-arm reroute upgrade-drone repair-bot"
CUSTOM = (*NEW[:-1], "difficulty=custom", "--option", "spawn=green", "--option")
SETUP = ("say", "origin S", "solo-card A front")
EXAMPLE = examples_folder() / "planetoid-solo.toml"

Run = Callable[..., Result]


@pytest.fixture
def dealt(run: Run) -> Run:
    """The same in a session that was just set up, with the practice box and the referee dealing."""
    for call in (DEALT, SETUP):
        assert run(*call).exit_code == 0
    return run


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def data(result: Result) -> Any:
    return json.loads(result.stdout)


# -- beginning ------------------------------------------------------------------


def test_a_session_begins_with_all_that_was_dealt_and_the_first_question(run: Run) -> None:
    result = run(*DEALT)
    assert result.exit_code == 0
    assert "T-802  mega-drill starts damaged." in result.stdout
    assert "1      dealt: pool drill-arm quick-scan expanded-storage auxiliary-drill" in result.stdout
    assert result.stdout.splitlines()[-2:] == [
        "Set-up of Ann's table. [practice box]",
        "Ann: on which edge does the origin card lie? With a middle: N, S, W (T-803)",
    ]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("new", "planetoid"), ("--player is missing.", "--player NAME")),
        (
            ("new", "planetoid", "--player", "Ann"),
            ("--option mode is missing.", "--option mode=basic", "--option mode=five-eight"),
        ),
        (
            ("new", "planetoid", "--player", "Ann", "--option", "mode=solo"),
            ("--option difficulty is missing.", "--option difficulty=easy", "--option difficulty=custom"),
        ),
        ((*NEW, "--draws", "nobody"), ("table", "referee")),
        (("new", "chess", "--player", "Ann"), ("planetoid",)),
        (("new", "planetoid", "--player", "table", "--option", "difficulty=easy"), ("`table` is taken",)),
        ((*NEW[:2], "../kitchen", *NEW[3:]), ("../kitchen",)),
        ((*CUSTOM, "growth=12", "--option", "jobs=3"), ("18, 14, 10, or lower than 10", "not 12. (T-1021)")),
        ((*CUSTOM, "growth=9", "--option", "jobs=2"), ("3, 4, 5, or more than 5, up to 14; not 2. (T-1021)",)),
    ],
)
def test_outside_a_terminal_what_is_missing_is_named_with_what_may_be_said(
    run: Run, tmp_path: Path, words: Sequence[str], named: Sequence[str]
) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert [word for word in named if word not in " ".join(result.stderr.split())] == []


def test_without_a_command_nobody_is_asked_outside_a_terminal(run: Run) -> None:
    result = run()
    assert (result.exit_code, result.stdout) == (2, "")
    assert "referee next" in result.stderr


def test_a_table_that_draws_by_itself_is_asked_for_its_board_and_its_box_is_kept(run: Run, tmp_path: Path) -> None:
    begun = run(*NEW)
    assert "teach board full" in begun.stdout
    assert "practice box" not in begun.stdout
    assert run("say", "teach board full --###--/-#####-/--###--").exit_code == 0
    assert "teach board full" in run("box", "planetoid").stdout
    assert run("new", "planetoid", "again", *NEW[3:]).stdout.count("additional systems") == 1


def test_a_box_is_taught_by_sentences_and_edited_in_a_terminal_only(run: Run, tmp_path: Path) -> None:
    assert run("box", "planetoid", "teach", "bonus", "b01", "solo", "9").exit_code == 0
    taught = run("box", "planetoid", "bonus b02 solo ruby ruby", "teach bonus b03 solo 11")
    assert taught.stdout.splitlines()[-3:] == [
        "teach bonus b01 solo 9", "teach bonus b02 solo ruby ruby", "teach bonus b03 solo 11",
    ]  # fmt: skip
    before = files(tmp_path)
    assert (run("box", "planetoid", "bogus").exit_code, run("box", "planetoid", "edit").exit_code) == (2, 2)
    assert files(tmp_path) == before


def test_the_practice_box_can_be_read_and_not_taught(run: Run, tmp_path: Path) -> None:
    shown = run("box", "planetoid", "--box", "practice").stdout.splitlines()
    assert "practice box" in " ".join(shown[:2])
    assert "teach ability A front top Beacon energy 1 does move-alien" in shown
    assert data(run("box", "planetoid", "--box", "practice", "--json"))["practice"] is True
    taught = run("box", "planetoid", "--box", "practice", "teach bonus b01 solo 9")
    assert (taught.exit_code, run("box", "planetoid", "--box", "own").exit_code) == (2, 0)
    assert run("box", "planetoid", "--box", "ours").exit_code == 2
    assert files(tmp_path) == {}


EDITOR = "import pathlib, sys; file = pathlib.Path(sys.argv[1]); file.write_text(file.read_text().replace({!r}, {!r}))"


def test_an_edited_box_takes_the_old_ones_place_only_if_it_can_be_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def edit(old: str, new: str) -> Result:
        monkeypatch.setenv("VISUAL", shlex.join([sys.executable, "-c", EDITOR.format(old, new)]))
        return run("box", "planetoid", "edit")

    monkeypatch.setattr(reading, "at_terminal", lambda: True)
    run("box", "planetoid", "teach bonus b01 solo 9")
    assert "teach bonus b01 solo 11" in edit("solo 9", "solo 11").stdout
    before = files(tmp_path)
    spoilt = edit("solo", "sola")
    assert (spoilt.exit_code, files(tmp_path)) == (130, before)
    assert "It goes like this: teach bonus" in spoilt.stderr


def test_a_name_is_shown_as_it_is_written_or_refused(run: Run) -> None:
    for name in ("[red] Jörg #1", 'O"Neill', "界"):
        assert name in run("new", "planetoid", "--player", name, *NEW[5:], "--box", "practice").stdout
    refused = run("new", "planetoid", "--player", "\x1b[31mred", *NEW[5:])
    assert refused.exit_code == 2
    assert "^[[31mred" in refused.stderr


@pytest.mark.parametrize(
    ("said", "name", "colour"),
    [
        ("Ann:green", "Ann", "green"),
        ("Ann:the:red", "Ann:the", "red"),
        ("Ann:dark-red", "Ann", "dark-red"),
        ("Ann: the Great", "Ann: the Great", ""),
        ("Ann:", "Ann:", ""),
        ("3:0", "3:0", ""),
        (":green", ":green", ""),
    ],
)
def test_a_colour_is_a_word_behind_the_last_colon(said: str, name: str, colour: str) -> None:
    assert opening.players([said]) == ((name, colour),)


@pytest.mark.parametrize("name", ["", " ", " table", "Ann ", "Table", "ＴＡＢＬＥ", "referee", "red:red", "Ann:table"])
def test_a_name_that_would_mislead_is_refused(name: str) -> None:
    with pytest.raises(NotUnderstood):
        opening.players([name])


# -- saying ------------------------------------------------------------------


def test_what_was_said_stands_above_what_it_set_off_and_the_next_question(dealt: Run) -> None:
    assert dealt("say", "precision-drill", "C6").stdout.splitlines() == [
        "6      Ann: precision-drill C6",
        "T-303  Ann pays 2 for precision-drill: solar is 1.",
        "7      dealt: turn-up C6 rock",
        "T-206  The rock goes into storage, 1 rock there now.",
        "",
        "Turn 1. Bonuses 0 of 3. Pile 1, stacks of 18. 34 face-down. [practice box]",
        "Ann: which system, or end? Solar 1, battery 0. (S-11)",
    ]


def test_the_alien_turn_reads_in_the_order_of_the_rulebook(run: Run) -> None:
    run(*NEW, "--box", "practice")
    run(
        "say",
        "pool drill-arm reroute upgrade-drone repair-bot",
        "origin S",
        "turn-up D7 gold, D6 ruby, C7 rock, E7 rock",
    )
    run("say", "solo-card A front", "jobs b01 b02 b03", "end", "spawn 2", "end")
    assert run("say", "spawn 1 damage shuffle", "damage scan", "end").stdout.splitlines() == [
        "9      table: spawn 1 damage shuffle",
        "T-913  Spawn: one blue alien on D7.",
        "10     Ann: damage scan",
        "T-915  scan takes the damage from spawn.",
        "T-916  Shuffle all spawn cards into a new deck.",
        "T-917  Flip: the origin card shows pink now.",
        "11     Ann: end",
        "T-905  Growth: the pile is worth 2, no stack of 18 is complete.",
        "T-908  Move: pink goes D7 to E7: rock, 1 from the origin.",
        "T-908  Move: pink goes D7 to C7: rock, 1 from the origin.",
        "",
        "Turn 3. Bonuses 0 of 3. Pile 2, stacks of 18. 35 face-down. [practice box]",
        "Draw spawn card 1 of 1: what does it show? Aliens hatch pink. (T-912)",
    ]


def test_an_illegal_sentence_names_every_rule_and_changes_nothing(dealt: Run, tmp_path: Path) -> None:
    before = files(tmp_path)
    result = dealt("say", "drill Z9")
    assert (result.exit_code, result.stdout, files(tmp_path)) == (3, "", before)
    assert result.stderr.startswith("Against the rules: drill Z9\nG-2  Z9 is no space of the board.\n")


def test_a_held_sentence_names_its_ruling_the_readings_and_how_to_settle_it(dealt: Run) -> None:
    held = dealt("say", "scan C6 C7")
    assert held.exit_code == 4
    for told in ("Held, nothing is recorded: scan C6 C7", "(ruling A-12)", "(In force.)",
                 "referee say --ruling A-12=yes 'scan C6 C7'", "referee ruling A-12 yes"):  # fmt: skip
        assert told in held.stderr
    once = dealt("say", "--ruling", "A-12=yes", "scan C6 C7")
    assert "Ann: scan C6 C7 [A-12=yes]" in once.stdout
    assert dealt("undo").exit_code == 0
    assert dealt("say", "scan C6 C7").exit_code == 4
    assert "House rules: A-12=yes." in " ".join(dealt("ruling", "A-12", "yes").stdout.split())
    assert dealt("say", "scan C6 C7").exit_code == 0


def test_a_command_that_settles_something_can_be_copied_whole(dealt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    assert "  referee say --ruling A-12=yes 'scan C6 C7'" in dealt("say", "scan C6 C7").stderr.splitlines()


def test_a_command_to_be_copied_reaches_the_session_that_was_spoken_to(dealt: Run) -> None:
    assert dealt(*NEW[:2], "parlour", *NEW[3:]).exit_code == 0
    for call in ("say", "judge"):
        told = dealt(call, "-s", "kitchen", "scan C6 C7")
        commands = [line for line in (told.stdout + told.stderr).splitlines() if line.startswith("  referee ")]
        assert commands == [
            "  referee say -s kitchen --ruling A-12=yes 'scan C6 C7'", "  referee ruling -s kitchen A-12 yes",
        ]  # fmt: skip


def test_a_count_that_cannot_be_offers_to_undo_an_earlier_slip(run: Run) -> None:
    run(*NEW, "--box", "practice")
    run("say", "pool drill-arm reroute upgrade-drone repair-bot", "origin S")
    run("say", "turn-up D7 diamond, D6 diamond, C7 diamond, E7 diamond", "solo-card A front", "jobs b01 b02 b03")
    census = run("say", "sweep C6 diamond, E6 diamond")
    assert census.exit_code == 3
    assert "T-002  The box holds 5 diamond: board 3, aliens 1; 2 more cannot be." in census.stderr
    assert "referee undo" in census.stderr


def test_a_table_may_let_a_price_stand_that_is_short(dealt: Run) -> None:
    dealt("say", "scan A3 B3")
    short = dealt("say", "precision-drill C6")
    assert short.exit_code == 3
    assert "referee say --anyway --because WHY 'precision-drill C6'" in short.stderr
    assert dealt("say", "--anyway", "precision-drill C6").exit_code == 2
    assert dealt("say", "--anyway", "--because", "late", "precision-drill C6", "end").exit_code == 2
    stands = dealt("say", "--anyway", "--because", "it was late", "precision-drill C6")
    assert "Ann: precision-drill C6 [let stand: it was late]" in stands.stdout
    assert dealt("say", "--anyway", "--because", "why not", "drill D7").exit_code == 3


def test_several_sentences_end_at_the_first_that_fails_and_the_earlier_stay(dealt: Run) -> None:
    result = dealt("say", "drill C6", "drill D7", "end")
    assert result.exit_code == 3
    assert "Ann: drill C6" in result.stdout
    assert "Ann: end" not in dealt("log").stdout
    assert dealt("say", "C5", "end now").exit_code == 2


def test_a_dash_reads_a_sentence_a_line(dealt: Run) -> None:
    result = dealt("say", "-", said="drill C6\n\n  end  \n")
    assert result.exit_code == 0
    assert dealt("log").stdout.count("Ann: ") >= 4
    assert dealt("say", "-", said="\n").exit_code == 2


def test_what_is_not_understood_lists_what_would_be(dealt: Run) -> None:
    result = dealt("say", "precise-drill", "C6")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Not understood: precise-drill c6\n\nPossible:\n  precision-drill\n")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (("say", "note"), "note TEXT"),
        (("say", "teach"), "teach WHAT"),
        (("say", "--ruling", "A-12", "scan C6 C7"), "A-12=yes"),
        (("say", "xyzzy"), "drill"),
    ],
)
def test_what_lacks_a_part_is_told_how_it_goes(dealt: Run, tmp_path: Path, said: Sequence[str], told: str) -> None:
    before = files(tmp_path)
    refused = dealt(*said)
    assert (refused.exit_code, refused.stdout, files(tmp_path)) == (2, "", before)
    assert told in refused.stderr


def test_a_note_and_an_effect_by_hand_are_sentences_too(dealt: Run) -> None:
    assert 'note "what a turn"' in dealt("note", "what a", "turn").stdout
    by_hand = dealt("by-hand", "Ann battery 2", "--card", "Beacon").stdout
    assert "By hand, as Beacon orders: Ann battery is 2." in by_hand
    assert dealt("by-hand", "Ann gold 2", "--card", "Beacon").exit_code == 2


def test_undo_tells_what_nobody_can_forget_and_redo_brings_it_back(dealt: Run) -> None:
    dealt("say", "drill C6", "end")
    undone = dealt("undo", "2").stdout
    assert undone.startswith("Undone: 2 acts.\n6      Ann: drill C6\n")
    assert "What was seen stays seen: C6 rock, C5 gold, B6 rock, spawn s" in undone
    assert undone.endswith("Ann: which system, or end? Solar 3, battery 0. (S-11)\n")
    assert dealt("redo", "2").stdout.startswith("Done again: 2 acts.\n")
    assert dealt("undo", "--turn").exit_code == 0
    assert dealt("undo", "--to", "4").exit_code == 0
    assert dealt("undo", "99").exit_code == 1


# -- looking ------------------------------------------------------------------

READING = (
    *("next", "judge end", "show", "log", "log --transcript", "why", "why Ann", "why Ann solar", "score", "sessions"),
    *("rules planetoid drill", "rulings planetoid", "notation planetoid", "box planetoid", "demo planetoid"),
    *("count --all", "count --audit", "count --all --json", "count --audit --json", "claim Ann 0"),
    "claim Ann 0 --json",
    *("next --json", "judge --json drill C6", "show --json", "log --json", "why --json Ann", "score --json"),
    *("sessions --json", "rules planetoid T-401 --json", "rulings planetoid A-40 --json", "box planetoid --json"),
)


@pytest.mark.parametrize("command", READING)
def test_whoever_looks_leaves_everything_as_it_was(dealt: Run, tmp_path: Path, command: str) -> None:
    before = files(tmp_path)
    result = dealt(*command.split())
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout
    assert files(tmp_path) == before
    if "--json" in command:
        assert data(result)


@pytest.mark.parametrize("command", ["next", "show", "log", "score", "why", "judge end", "say end", "undo", "sessions"])
def test_every_screen_names_the_practice_box(dealt: Run, command: str) -> None:
    assert "practice box" in dealt(*command.split()).stdout


def test_next_lists_few_answers_one_by_one_and_many_verb_by_verb(dealt: Run) -> None:
    many = dealt("next").stdout
    assert "drill             drill C1, or more like it" in many
    assert "mega-drill        no: mega-drill is damaged" in many
    assert "end               end" in many
    dealt("say", "drill D6")
    assert dealt("next").stdout.endswith("You may say:\n  diamond card\n  diamond storage\n")


BARE = "teach board full ###/###/###"


@pytest.mark.parametrize(
    ("said", "rulings", "told"),
    [
        ((), (), ("teach board full --###--/-#####-/--###--",)),
        ((), ("A-07=ask",), ("ruling A-07 0", "ruling A-07 1", "ruling A-07 2")),
        ((BARE, POOL, "origin N", "turn-up B1 rock, A1 rock, C1 rock, B2 rock"), (),
         ("teach origin-card pink pink pink", "teach origin-card blue blue blue")),
        ((BARE, POOL, "origin N", "turn-up B1 rock, A1 rock, C1 rock, B2 rock", "deck ?"), ("Q-1=same",),
         ("teach ability A front top Beacon energy 1 does move-alien",
          'teach ability A front bottom Overhaul diamond 1 text "as the card says"')),
    ],
)  # fmt: skip
def test_what_no_list_can_answer_is_asked_with_the_form_of_its_answer(
    run: Run, said: Sequence[str], rulings: Sequence[str], told: Sequence[str]
) -> None:
    run(*NEW, *(word for ruling in rulings for word in ("--ruling", ruling)))
    if said:
        assert run("say", *said).exit_code == 0
    answers = data(run("next", "--json"))["answers"]
    assert [each["examples"] for each in answers] == [list(told)]
    shown = run("next").stdout.splitlines()
    assert shown[-len(told) - 1 :] == ["It is said like this:", *(f"  {sentence}" for sentence in told)]
    assert "But not:" not in shown


def test_the_ability_that_nobody_told_is_the_one_to_be_taught(run: Run) -> None:
    run(*NEW, "--ruling", "Q-1=same")
    run("say", BARE, POOL, "origin N", "turn-up B1 rock, A1 rock, C1 rock, B2 rock", "deck ?")
    for taught, lacks in (
        ("", ("top", "bottom")),
        ("teach ability A front top Beacon energy 1 does scan", ("bottom",)),
    ):
        assert not taught or run("say", taught).exit_code == 0
        held = run("say", "solo-card A front").stderr.splitlines()
        told = [line.split() for line in held if "'teach ability" in line]
        assert [words[6] for words in told] == list(lacks)


def test_data_has_the_question_and_sentences_that_may_be_said(dealt: Run, tmp_path: Path) -> None:
    asked = data(dealt("next", "--json"))
    assert {key: asked[key] for key in ("session", "game", "practice", "line", "who", "rule")} == {
        "session": "kitchen", "game": "planetoid", "practice": True, "line": 5, "who": ["Ann"], "rule": "S-11",
    }  # fmt: skip
    patterns = [answer for answer in asked["answers"] if "count" in answer]
    # 35 tiles lie face-down, so there are 35 * 34 / 2 pairs to look at or to turn up
    assert [(each["say"], each["count"]) for each in patterns] == [
        ("sweep SPACE TILE, SPACE TILE", 595), ("scan SPACE SPACE", 595),
    ]  # fmt: skip
    assert sum(len(each.get("examples", (1,))) for each in asked["answers"]) <= 200
    desk = Session.open(None, tmp_path).desk
    sentences = [said for each in asked["answers"] for said in each.get("examples", [each["say"]])]
    assert [said for said in sentences if not desk.judge(said).verdict.stands] == []


def test_data_of_a_call_tells_all_that_was_said_and_the_verdict_of_the_last(dealt: Run) -> None:
    told = data(dealt("say", "--json", "drill C6", "scan A3 C7"))
    assert (told["said"], told["say"], told["verdict"], told["stands"]) == (["drill C6"], "scan A3 C7", "open", False)
    assert told["rulings"] == ["A-12"]
    assert told["settle"] == ["A-12=yes"]
    assert told["objections"][0] | {"why": ""} == {"rule": "T-405", "why": "", "basis": "A-12", "stands": False}
    assert told["entries"][0] == {
        "who": "Ann", "what": "solar", "by": -1, "now": 2, "rule": "T-303", "why": "Ann pays 1 for drill: solar is 2.",
    }  # fmt: skip
    assert set(told) >= {"session", "game", "line", "who", "rule", "question", "answers", "advice", "lines"}


def test_data_of_what_is_not_understood_names_the_error(dealt: Run) -> None:
    result = dealt("say", "--json", "end", "endd it")
    assert result.exit_code == 2
    assert data(result)["said"] == ["end"]
    assert "endd" in data(result)["error"]
    assert data(result)["nearest"]


def test_judging_tells_what_would_follow_and_exits_as_saying_would(dealt: Run) -> None:
    dealt("say", "end", "damage scan")
    ahead = dealt("judge", "end")
    assert (ahead.exit_code, ahead.stdout.splitlines()[1]) == (0, "Legal: end")
    assert "T-908  Move: blue goes D7 to D6: diamond, 1 from the origin." in ahead.stdout
    assert "Then: Draw spawn card 1 of 1" in ahead.stdout
    told = data(dealt("judge", "--json", "end"))
    assert [entry["rule"] for entry in told["follows"]["entries"]] == ["T-905", "T-908"]
    assert told["follows"]["rule"] == "T-912"
    assert (dealt("judge", "drill", "Z9").exit_code, dealt("judge", "scan C6 C7").exit_code) == (3, 4)


POSITION = """
game = "planetoid"
players = ["Ann"]
options = ["difficulty=easy"]
rulings = ["Q-1=same"]
board = '''
?  ?  ?
?  Rp D
-  U  -
'''
facts = ["origin at B1 N", "side up pink"]
"""


def test_a_table_is_judged_without_a_session(run: Run, tmp_path: Path) -> None:
    (tmp_path / "table").write_text(POSITION)
    ahead = run("judge", "--from", str(tmp_path / "table"), "end")
    assert ahead.exit_code == 0
    assert "T-903  Consume: the pink alien on B2 eats its rock." in ahead.stdout
    assert run("judge", "--from", str(tmp_path / "table"), "drill A3").exit_code == 3
    assert sorted(file.name for file in tmp_path.iterdir()) == ["table"]


def test_a_table_written_to_a_file_begins_a_session_that_asks_the_same(dealt: Run, tmp_path: Path) -> None:
    dealt("say", "drill C6")
    file = str(tmp_path / "table")
    assert "secrets" in dealt("show", "--position", file).stdout
    assert dealt("show", "--position", file).exit_code == 1
    again = dealt("new", "planetoid", "again", "--from", file)
    assert again.exit_code == 0
    tables = [data(dealt("show", "--json", "-s", name)) for name in ("kitchen", "again")]
    assert tables[0]["table"] == tables[1]["table"]


def test_the_table_is_shown_with_what_systems_and_abilities_cost_and_do(run: Run) -> None:
    run(*DEALT)
    run("say", "origin S")
    before = run("show").stdout.splitlines()
    assert "  B front (Diviner: scan, 1 energy; Deep Bore: drill, 1 diamond)" in before
    assert any(line.split()[:4] == ["quick-scan", "scan", "1", "damage"] for line in before)  # of the pool
    run("say", "solo-card A front")
    shown = run("show").stdout.splitlines()
    assert "mega-drill        drill     3 energy + 1 damage  damaged" in shown
    card = shown.index("Solo card A, front up, diamonds 0")
    assert shown[card + 1 : card + 3] == [
        "  solo-top: Beacon: move-alien, 1 energy",
        "  solo-bottom: Shock Wave: remove-alien, 1 diamond",
    ]


def test_figures_are_the_sum_of_their_changes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "example.toml").write_bytes(EXAMPLE.read_bytes())
    assert "b08 rock: 3 on the table, as these changes add up." in run("why", "-s", "example", "b08").stdout
    desk = Session.open("example", tmp_path).desk
    counters = proof.counters(desk)
    assert len(counters) > 20
    for (who, what), now in counters.items():
        assert sum(entry.by for _, entry in proof.about(desk, f"{who} {what}")) == now


def test_a_march_is_proved_by_its_candidates_and_what_decided(dealt: Run) -> None:
    dealt("say", "end", "damage scan", "end")
    proof = dealt("why", "march").stdout
    assert "Move: blue goes D7 to D6: diamond, 1 from the origin." in proof
    assert "The next one is worth less." in proof
    assert "D6  diamond (5), 1 from the origin" in proof
    assert "C7  ruby (4), 1 from the origin" in proof
    assert "turn-up D7 rock, D6 diamond" in dealt("why", "D6").stdout
    assert dealt("why", "nothing").exit_code == 2


def test_a_space_that_was_only_spoken_of_is_shown_with_the_lines_that_did(dealt: Run) -> None:
    dealt("say", "drill E7")
    told = dealt("why", "e7")
    assert (told.exit_code, told.stdout.splitlines()[1:3]) == (0, ["", "Said about e7:"])
    assert told.stdout.splitlines()[-1] == "6      Ann: drill E7"
    assert data(dealt("why", "E7", "--json"))[-1] == {"line": 6, "who": "Ann", "said": "drill E7"}


def test_the_rule_about_drilling_under_an_alien_is_found_by_its_words(run: Run) -> None:
    found = data(run("rules", "planetoid", "drill", "alien", "--json"))
    assert "T-811" in [rule["id"] for rule in found]
    assert len(found) == 3
    assert {"id", "heading", "gist", "status"} <= set(found[0])


def test_the_log_and_the_transcript_show_a_line_alike(dealt: Run) -> None:
    dealt("say", "drill C6", "end")
    dealt("undo")
    log, transcript = (dealt(*command).stdout.splitlines() for command in (("log",), ("log", "--transcript")))
    assert [line for line in log if line.startswith(("6 ", "7 ", "8 ")) and line not in transcript] == []
    assert "9      Ann: end [undone]" in log
    assert "Undone: one act." in transcript


def test_sessions_are_listed_with_what_can_not_be_read(dealt: Run, tmp_path: Path) -> None:
    (tmp_path / "attic.toml").write_text("game = ")
    listed = dealt("sessions")
    assert (listed.exit_code, "kitchen" in listed.stdout, "attic.toml" in "".join(listed.stdout.split())) == (
        0,
        True,
        True,
    )


# -- records and faults ------------------------------------------------------------------


def stopped(run: Run, folder: Path) -> Path:
    """A session that stops at line 6: its charge was worth more when it was written."""
    run("say", "charge")
    file = folder / "kitchen.toml"
    file.write_text(file.read_text().replace("Ann battery 1", "Ann battery 2"))
    return file


def test_a_record_that_reads_otherwise_is_verified_shown_and_kept_and_said_nothing_to(
    dealt: Run, tmp_path: Path
) -> None:
    file = stopped(dealt, tmp_path)
    assert (dealt("verify", str(EXAMPLE)).exit_code, dealt("verify", str(EXAMPLE), str(file)).exit_code) == (0, 1)
    for command in ("next", "show", "log"):
        assert "line 6" in " ".join(dealt(command).stdout.lower().split()), command
    for change in ("say end", "undo", "redo", "note hm"):
        refused = dealt(*change.split())
        assert (refused.exit_code, refused.stdout) == (1, "")
        assert "line 6" in " ".join(refused.stderr.split())
    assert dealt("keep", "6", "--because", "so it was").exit_code == 0
    assert dealt("say", "end").exit_code == 0


def test_a_damaged_file_is_named_with_its_line_and_left_alone(dealt: Run, tmp_path: Path) -> None:
    file = tmp_path / "kitchen.toml"
    file.write_text(file.read_text() + "\n[[event]]\nasked = S-11\n")
    before = file.read_bytes()
    for command in (("next",), ("say", "end"), ("show",)):
        result = dealt(*command)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "kitchen.toml,line" in "".join(result.stderr.split())  # however long its folder's name
    assert file.read_bytes() == before


def test_a_fault_of_ours_is_one_message_and_no_traceback(dealt: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> NoReturn:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(opening, "desk", broken)
    result = dealt("next")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "ZeroDivisionError: by zero" in " ".join(result.stderr.split())
    assert "Traceback" not in result.stderr
    monkeypatch.setenv("REFEREE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        dealt("next")


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, EOFError])
def test_whoever_breaks_off_is_told_that_nothing_was_recorded(
    dealt: Run, monkeypatch: pytest.MonkeyPatch, interruption: type[BaseException]
) -> None:
    def interrupted(*_: object, **__: object) -> NoReturn:
        raise interruption

    monkeypatch.setattr(Session, "say", interrupted)
    result = dealt("say", "end")
    assert (result.exit_code, result.stderr) == (130, "Left. What was recorded stands; nothing is half recorded.\n")


# -- the demo ------------------------------------------------------------------


def test_a_game_that_is_over_says_how_it_ended_and_how_another_begins(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lost.toml").write_bytes(EXAMPLE.with_stem("planetoid-solo-lost").read_bytes())
    told = run("next", "-s", "lost").stdout.splitlines()
    ended = "The game is over. Lost, every system damaged; score 19."
    assert told[1:4] == [ended, "Another game:", "  referee new planetoid"]
    assert told[4].startswith("Nothing is asked any more.")
    assert "Score so far" not in run("score", "-s", "lost").stdout
    assert data(run("next", "-s", "lost", "--json"))["question"] == ended


def test_the_demo_plays_the_example_to_its_result(run: Run) -> None:
    shown = run("demo", "planetoid").stdout
    assert shown.splitlines()[-1] == "The game is over. Won with score 25."
    assert "Against the rules:" in shown
    assert "Held, nothing is recorded:" in shown


def test_the_demo_of_parsec_shows_the_map_as_every_turn_finds_it(run: Run) -> None:
    shown = run("demo", "parsec").stdout.splitlines()
    assert shown[-1] == "The game is over. Won by Ann."
    assert shown.count("Space") == 1 + 69 + 1  # of the set-up, the turns, and the end


@pytest.mark.parametrize(
    ("game", "slip"),
    [("planetoid", "bonus b02 for 6, 20 in all. Left out."), ("parsec", "blue Q4: 5 VP, 17 in all. Left out.")],
)
def test_the_demo_of_a_dispute_shows_what_stood_in_the_way_and_the_claim_with_its_answer(
    run: Run, game: str, slip: str
) -> None:
    shown = run("demo", game, "disputed").stdout
    assert " is impossible then: " in shown
    assert "To have the record as it was counted:" in shown
    assert "\n> claim " in shown
    assert shown.rstrip().endswith(slip)


def test_a_demo_that_is_not_shipped_is_answered_by_those_that_are(run: Run) -> None:
    result = run("demo", "parsec", "dispute")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "disputed" in result.stderr


def test_the_demo_waits_in_a_terminal_only(run: Run) -> None:
    assert run("demo", "planetoid", "--step").exit_code == 2


def test_one_event_changed_changes_the_demo() -> None:
    played = journal.read(EXAMPLE)
    changed = [dict(block) for block in played.blocks]
    n = next(n for n, block in enumerate(changed) if block.get("say") == "charge")
    changed[n]["say"] = "repair mega-charge"
    as_it_was, otherwise = (list(replay.played(played.header, blocks)) for blocks in (played.blocks, changed))
    assert as_it_was[: n + 1] == otherwise[: n + 1]
    assert as_it_was[n + 1 :] != otherwise[n + 1 :]
    changed[n]["say"] = "mega-charge"  # damaged since the set-up
    assert [scene.stops for scene in replay.played(played.header, changed)][-2:] == [False, True]
    assert not any(scene.stops for scene in as_it_was)


# -- the program ------------------------------------------------------------------

PLAIN = (
    *(
        "next",
        "next --json -s kitchen",
        "show --sessions here --json",
        "log --transcript",
        "why Ann solar",
        "why",
        "play",
    ),
    *("say drill C6", "say - --json", "say --ruling A-1=x --ruling A-2=y end", "say --anyway --because late drill C6"),
    *("undo", "undo 2", "undo --turn", "undo --to 4", "redo 3 -s kitchen", "note what a turn", "ruling A-40 free"),
    *(
        "by-hand Ann --card Beacon",
        "keep 3 --because so",
        "rules planetoid drill alien --json",
        "rulings planetoid A-40",
    ),
    *("verify a.toml b.toml", "box planetoid edit", "sessions", "demo planetoid --step", "judge end --from table.toml"),
    *("stats --json", "export --bgstats -s kitchen", "diff a b"),
    "new planetoid kitchen --player Ann --player Bob:red --option a=b --draws referee --seed 3 --from t.toml --box own",
)
NOT_PLAIN = (
    *(
        "",
        "--help",
        "--version",
        "nxt",
        "next --help",
        "next --jsn",
        "next -s",
        "undo two",
        "undo --to=4",
        "keep 3",
        "rules",
    ),
    *("say", "by-hand Ann", "next now", "say -- -x", "redo 1 2", "ruling A-40", "next -skitchen", "undo -1"),
)


@pytest.mark.parametrize("words", PLAIN)
def test_plain_words_mean_what_typer_makes_of_them(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    typed: list[tuple[object, dict[str, object]]] = []

    def done(command: object, given: dict[str, object]) -> int:
        typed.append((command, given))
        return 0

    monkeypatch.setattr(cli, "done", done)
    assert CliRunner().invoke(cli.app, words.split()).exit_code == 0
    plainly = plain.understood(words.split())
    assert plainly is not None
    command, given = plainly
    defaults = {name: each.default for name, each in inspect.signature(command).parameters.items()}
    assert typed == [(command, {**defaults, **given})]


@pytest.mark.parametrize("words", NOT_PLAIN)
def test_what_is_not_plain_is_left_to_typer(words: str) -> None:
    assert plain.understood(words.split()) is None


HEAVY = {
    *("typer", "rich", "questionary", "prompt_toolkit", "pydantic"),
    *("asyncio", "gettext", "importlib.metadata", "sqlite3"),
}
QUERY = """
import sys
from referee.cli import main
try:
    main()
finally:
    print(*sorted(sys.modules), file=sys.stderr)
"""


@pytest.mark.parametrize("command", ["next", "say end", "judge end", "show", "log", "why", "next --json"])
def test_a_query_loads_only_what_it_needs(dealt: Run, command: str) -> None:
    ended = subprocess.run([sys.executable, "-c", QUERY, *command.split()], capture_output=True, text=True, check=True)
    loaded = set(ended.stderr.split())
    assert "referee.session" in loaded
    assert loaded & {*HEAVY, "referee.prompts", "referee.rejudge", "referee.lookup"} == set()


def test_the_program_runs_as_a_module_and_names_its_version() -> None:
    ended = subprocess.run([sys.executable, "-m", "referee", "--version"], capture_output=True, text=True, check=True)
    assert ended.stdout == f"referee {referee.__version__}\n"


def test_help_names_every_command_without_asking_for_anything(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    names = "new play next say judge undo redo note ruling by-hand keep show log why score rules rulings verify box"
    for name in (*names.split(), "sessions", "stats", "export", "diff", "demo", "notation"):
        assert f"\n  {name} " in result.stdout
        assert run(name, "--help").exit_code == 0
