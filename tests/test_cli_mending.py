"""The dispute desk at the command line: what it says, how it exits, what it writes, and what it leaves alone."""

import json
import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from typer.testing import Result

from referee import journal
from referee.blocks import Block
from referee.counting import called
from referee.session import Session
from referee.where import examples_folder

Run = Callable[..., Result]

PARSEC = examples_folder() / "parsec-example-of-play.toml"
SOLO = examples_folder() / "planetoid-solo.toml"
FORGOTTEN = ("insert", "4", "beam-down 1", "--because", "she said so on her turn", "--agreed", "rudi")
# Gwen has 3 credits. Line 24 takes two of them and line 25 the last, so that a robot more on line 4, for the third,
# leaves line 25 without its price.


@pytest.fixture
def run(run: Run, tmp_path: Path) -> Run:
    """Runs `referee` beside a solo game that ended and `evening`, the example of play of PARSEC without its end."""
    copy(SOLO, tmp_path / "solo.toml")
    (tmp_path / "evening.toml").write_text(PARSEC.read_text("utf-8") + "\n[[event]]\nundo = 1\n", "utf-8")
    (tmp_path / ".last").write_text("evening.toml\n", "utf-8")
    return run


@pytest.fixture
def file(run: Run, tmp_path: Path) -> Path:
    return tmp_path / "evening.toml"


def blocks(file: Path) -> list[Block]:
    return list(journal.read(file).blocks)


def contents(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.suffix != ".lock"}


def told(result: Result) -> str:
    """Everything that was printed, in one line."""
    return " ".join(result.output.split())


def commands(result: Result) -> list[list[str]]:
    """The commands that are offered, as a shell would split them."""
    lines = result.output.splitlines()
    return [shlex.split(line)[1:] for line in lines if line.startswith("  referee ")]


def facts(file: Path) -> dict[str, str | int]:
    """The table as it lies by the record."""
    desk = Session.open(file.stem, file.parent).desk
    return {called(fact): value for fact, value in desk.game.facts(desk.ask.pos).items()}


def differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """What lies otherwise on the table."""
    return {fact: (one.get(fact), other.get(fact)) for fact in {*one, *other} if one.get(fact) != other.get(fact)}


# -- fix ------------------------------------------------------------------


def test_a_fix_tells_old_and_new_why_and_who_agreed_and_undo_takes_it_back(run: Run, file: Path) -> None:
    before = facts(file)
    fixed = run(
        "fix", "gwen robots Q1 2 from aboard", "Gwen credits 2", "--because", "the map shows two", "--agreed", "rudi"
    )
    assert fixed.exit_code == 0
    for said in (
        'table: fix "gwen robots Q1 2 from aboard", "Gwen credits 2" [the map shows two] [agreed: Rudi]',
        "Put right: Gwen credits is 2, not 3.",
        "Put right: Gwen robots Q1 is 2, not 1.",
        "Put right: Gwen aboard is 8, not 9.",
    ):
        assert said in told(fixed)
    assert differences(before, facts(file)) == {
        "Gwen robots Q1": (1, 2), "Gwen aboard": (9, 8), "Gwen credits": (3, 2)
    }  # fmt: skip
    block = blocks(file)[-1]
    assert (block["because"], block["agreed"]) == ("the map shows two", ("Rudi",))
    assert "[the map shows two] [agreed: Rudi]" in told(run("log"))
    assert run("undo").exit_code == 0
    assert facts(file) == before


# -- insert, change, strike ------------------------------------------------------------------


def test_a_forgotten_robot_stops_at_the_line_that_is_impossible_then_and_each_offer_can_be_copied(
    run: Run, file: Path
) -> None:
    before, source = facts(file), file.read_bytes()
    stopped = run(*FORGOTTEN)
    assert (stopped.exit_code, stopped.stdout, file.read_bytes()) == (3, "", source)
    for said in (
        "Line 25 is impossible then: beam-down 1",
        "6.1.1-c Credits in hand: 0.",
        "Nothing was written yet.",
        "Let it stand Then all goes through; 2 things lie otherwise.",
        "Strike it Then line 32 is impossible (7.2-b).",
        "Or leave the record as it is.",
    ):
        assert said in told(stopped)
    offered = {next(word for word in words if word.startswith("--")): words for words in commands(stopped)}
    assert {*offered} == {"--keep", "--strike", "--change", "--insert"}

    struck = run(*offered["--strike"])
    assert (struck.exit_code, file.read_bytes()) == (3, source)
    assert "Line 32 is impossible then" in told(struck)

    kept = run(*offered["--keep"])
    assert kept.exit_code == 0
    assert "Line 25 would be against the rules now (6.1-a, 6.3-b, 6.1.1-c); it stands." in told(kept)
    assert "Gwen aboard: 9 before, 8 now; 1 less." in told(kept)
    assert differences(before, facts(file)) == {"Gwen robots Q1": (1, 2), "Gwen aboard": (9, 8)}
    assert [{key: each.get(key) for key in ("before", "keep")} for each in blocks(file)[49:]] == [
        {"before": 4, "keep": None}, {"before": None, "keep": 25}
    ]  # fmt: skip
    assert file.read_bytes().startswith(source)
    assert "25 Gwen: beam-down 1 [let stand by line 51]" in told(run("log"))
    assert run("undo").exit_code == 0
    assert facts(file) == before


def test_programs_are_told_where_it_stops_and_the_ways_on(run: Run, file: Path) -> None:
    source = file.read_bytes()
    stopped = run(*FORGOTTEN, "--json")
    assert (stopped.exit_code, file.read_bytes()) == (3, source)
    data = json.loads(stopped.stdout)
    assert data["recorded"] is False
    assert (data["stops"]["line"], data["stops"]["said"]) == (25, "beam-down 1")
    assert [each["rule"] for each in data["stops"]["objections"]] == ["6.1-a", "6.3-b", "6.1.1-c"]
    assert [each["example"] for each in data["offers"]] == [False, False, True, True]
    done = json.loads(run(*shlex.split(data["offers"][0]["say"])[1:], "--json").stdout)
    assert (done["recorded"], done["lines"], done["offers"]) == (True, [50, 51], [])
    assert {(each["who"], each["what"], each["by"]) for each in done["entries"] if each["what"]} == {
        ("Gwen", "aboard", -1), ("Gwen", "robots Q1", 1)
    }  # fmt: skip


def test_a_line_said_wrongly_and_one_never_said_stay_in_the_record_marked(run: Run, file: Path) -> None:
    """Line 23 landed 2 robots for 2 of 3 APs: with one robot fewer an AP more and so a credit more is left."""
    before, source = facts(file), file.read_bytes()
    changed = run("change", "23", "beam-down 1", "--because", "it was one")
    assert changed.exit_code == 0
    assert "Gwen: beam-down 1, in place of line 23 (beam-down 2) [it was one]" in told(changed)
    wanted = {"Gwen robots P3": (3, 2), "Gwen aboard": (9, 10), "Gwen credits": (3, 4)}
    assert differences(before, facts(file)) == wanted
    struck = run("strike", "50", "--because", "it was two after all")
    assert struck.exit_code == 0
    assert facts(file) == before
    assert "23 Gwen: beam-down 2 6.3-b" in told(run("log"))
    assert "[taken back]" in told(run("log"))
    gone = run("strike", "23", "--because", "all stayed aboard")
    assert gone.exit_code == 0
    assert "Gwen robots P3: 3 before, 1 now; 2 less." in told(gone)
    assert "23 Gwen: beam-down 2 [struck by line 52]" in told(run("log"))
    assert file.read_bytes().startswith(source)
    why = told(run("why", "52"))
    assert "line 23 is struck (beam-down 2) [all stayed aboard]" in why
    assert "Gwen aboard: 9 before, 11 now; 2 more." in why
    assert "23 Gwen: beam-down 2 [struck by line 52]" in told(run("why", "23"))


def test_what_mends_the_record_without_moving_anything_says_so(run: Run) -> None:
    assert "Nothing on the table has to be changed." in told(
        run("insert", "12", "ruling A-29 returned", "--because", "said")
    )


# -- count, claim, diff ------------------------------------------------------------------


def test_a_count_that_differs_is_recorded_and_the_fix_it_offers_can_be_copied(run: Run, file: Path) -> None:
    counted = run("count", "Gwen credits 2", "cup 72")
    assert counted.exit_code == 1
    assert "Gwen credits: 2 counted, 3 expected, 1 fewer." in told(counted)
    assert blocks(file)[-1]["then"] == "Gwen credits: 2 counted, 3 expected; cup: 72 counted, 72 expected"
    (fix,) = commands(counted)
    assert fix == ["fix", "Gwen credits 2", "--because", "WHY"]
    assert run(*fix).exit_code == 0
    assert run("count", "Gwen", "credits", "2").exit_code == 0


def test_looking_over_the_table_writes_nothing(run: Run, file: Path) -> None:
    source = file.read_bytes()
    listed = run("count", "--all")
    assert listed.exit_code == 0
    assert re.search(r"^Gwen credits +3$", listed.stdout, re.M)
    audit = run("count", "--audit")
    assert audit.exit_code == 0
    right, high = run("claim", "gwen", "3", "credits"), run("claim", "Gwen", "4", "credits")
    assert (right.exit_code, high.exit_code) == (0, 1)
    assert "the claim is 1 too high" in told(high)
    assert "29 Gwen holds derelict S2: 1 credit, 1 in all. Counted twice." in told(high)
    assert run("why", "Gwen", "credits").exit_code == 0
    assert file.read_bytes() == source


def test_a_mended_record_and_the_one_it_was_are_compared(run: Run, file: Path) -> None:
    copy(file, file.with_name("before.toml"))
    assert run("diff", "before", "evening").exit_code == 0
    assert run(*FORGOTTEN, "--keep", "25", "-s", "evening").exit_code == 0
    compared = run("diff", "before", "evening")
    assert compared.exit_code == 1
    assert "The first difference, in before 4 Gwen: end" in told(compared)
    assert "The first difference, in evening 50 Gwen: beam-down 1 [she said so on her turn]" in told(compared)
    assert re.search(r"Gwen +robots Q1 +1 +2$", compared.stdout, re.M)


# -- bad input ------------------------------------------------------------------

WHY = ("--because", "x")
NO_REASON = "Say why: --because WHY."

BAD: Mapping[str, tuple[Sequence[str], int, Sequence[str]]] = {
    "a fact of nothing": (("fix", "Gwen crdits 2", *WHY), 2, ("`Gwen crdits 2` is no fact", "Gwen credits")),
    "no value": (("fix", "Gwen credits", *WHY), 2, ("is no fact of this table.",)),
    "no fact at all": (("fix", *WHY), 2, ("FACT",)),
    "a fact said twice": (("fix", "Gwen vp 2", "gwen vp 3", *WHY), 2, ("Gwen vp is said twice.",)),
    "from nowhere": (("fix", "Gwen vp 2 from moon", *WHY), 2, ("`moon` is no fact of this table.",)),
    "more than there is": (("fix", "Gwen robots Q1 99 from aboard", *WHY), 2, ("Gwen aboard is a number, 0 or more",)),
    "facts that do not add up": (("fix", "Gwen robots Q1 2", *WHY), 3, ("3.0-g Gwen has 16 robots", "it should be 15")),
    "a fix without a reason": (("fix", "Gwen credits 2"), 2, (NO_REASON,)),
    "all of it at once": (
        ("fix", "Gwen crdits 2", "Gwen robbots Q1 2", "--agreed", "Zoe"),
        2,
        (NO_REASON, "Zoe does not play here", "`Gwen crdits 2` is", "`Gwen robbots Q1 2` is"),
    ),
    "no reason and no sum": (("fix", "Gwen robots Q1 2"), 2, (NO_REASON, "3.0-g Gwen has 16 robots")),
    "an edit without a reason": (("insert", "4", "beam-down 1"), 2, (NO_REASON,)),
    "an edit without a sentence": (("insert", "4", *WHY), 2, ("SENTENCE",)),
    "no number": (("strike", "four", *WHY), 2, ("four",)),
    "no such line": (("change", "99", "end", *WHY), 2, ("There is no line 99; the record has 49.",)),
    "before the first line": (("insert", "0", "end", *WHY), 2, ("There is no line 0; the record has 49.",)),
    "a line that was undone": (("strike", "48", *WHY), 2, ("Line 48 does not hold",)),
    "a note": (("strike", "12", *WHY), 2, ("Line 12 does not hold",)),
    "a note put in": (("insert", "4", "note late", *WHY), 2, ("referee note TEXT",)),
    "no sentence": (("insert", "4", "flyy Q1", *WHY), 2, ("Not understood: flyy q1", "fly")),
    "no such ruling": (("insert", "4", "end", *WHY, "--ruling", "FOO=bar"), 2, ("There is no open question `FOO`.",)),
    "no edit besides": (("insert", "4", "beam-down 1", *WHY, "--insert", "foo"), 2, ("not `foo`",)),
    "four faults of an edit": (
        ("strike", "48", "--agreed", "Zoe", "--keep", "77"),
        2,
        (NO_REASON, "Zoe does not play here", "Line 48 does not hold", "There is no line 77"),
    ),
    "against the rules where it stands": (("insert", "4", "fly S5", *WHY), 3, ("Nothing was written yet.", "6.2-b")),
    "nothing to keep": (("keep", "4", *WHY), 1, ("there is nothing to keep",)),
    "nothing to count": (("count", "bananas 3"), 2, ("`bananas 3` is nothing that can be counted",)),
    "no number of it": (("count", "Gwen credits x"), 2, ("is counted by a number, 0 or more, not `x`",)),
    "nobody's claim": (("claim", "Zoe", "3"), 2, ("`Zoe` does not play here.", "Gwen")),
    "a claim of nothing": (("claim", "Gwen", "3", "bananas"), 2, ("Of Gwen no `bananas` is counted.", "credits")),
    "a claim without a number": (("claim", "Gwen", "many"), 2, ("many",)),
    "two games": (("diff", "evening", "solo"), 2, ("evening is a game of PARSEC and solo one of Planetoid",)),
    "no such record": (("diff", "evening", "morning"), 1, ("morning",)),
    "why nothing": (("why", "nonsense"), 2, ("Nothing that happened has to do with `nonsense`.",)),
    "why no line": (("why", "50"), 2, ("Nothing that happened has to do with `50`.",)),
    "before the set-up": (("insert", "1", "drill C3", *WHY, "-s", "solo"), 3, ("T-108", "Asked is: Which")),
}  # fmt: skip


@pytest.mark.parametrize("what", BAD)
def test_bad_input_is_one_message_that_names_every_fault_and_nothing_is_written(
    run: Run, file: Path, what: str
) -> None:
    words, code, named = BAD[what]
    before = contents(file.parent)
    refused = run(*words)
    assert (refused.exit_code, refused.stdout) == (code, "")
    assert [each for each in named if each not in told(refused)] == []
    assert "Traceback" not in refused.output
    assert contents(file.parent) == before


def test_a_record_in_which_a_mended_line_says_something_else_now_is_said_nothing_to(run: Run, file: Path) -> None:
    """Whoever edits the file by hand is told where it no longer fits; the line can be struck, and the rest reads on."""
    assert run("change", "23", "beam-down 1", "--because", "it was one").exit_code == 0
    file.write_text(file.read_text("utf-8").replace('was = "beam-down 2"', 'was = "beam-down 3"'), "utf-8")
    source = file.read_bytes()
    stopped = run("say", "draw green")
    assert (stopped.exit_code, file.read_bytes()) == (1, source)
    assert "line 50" in told(stopped).casefold()
    assert run("verify", str(file)).exit_code == 1
    assert file.read_bytes() == source


def test_a_position_with_three_faults_names_all_three(run: Run, tmp_path: Path) -> None:
    position = tmp_path / "table.position"
    begin = 'game = "parsec"\nplayers = ["Ann:green", "Bea:yellow"]\ntiles = ["M2 brown sw se", "M3 pulsar"]\n'
    position.write_text(begin + 'robots = ["Ann M2 2"]\nfacts = ["Zoe ap 2", "Bea credits -1"]\n', "utf-8")
    judged = run("judge", "--from", str(position), "buy 1")
    assert (judged.exit_code, judged.stdout) == (1, "")
    for fault in (
        "Zoe",
        "Bea credits is a number, 0 or more, not `-1`.",
        "M2: robots of Ann beside a pulsar. (5.1.8-a)",
    ):
        assert fault in told(judged)
