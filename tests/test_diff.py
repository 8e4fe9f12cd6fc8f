"""Two records of one game: the first line that tells something else, then what lies otherwise; secrets stay secret."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee import cli, display, opening
from referee.comparing import difference
from referee.session import Session
from referee.where import examples_folder
from tests.mending import wanted
from tests.terminal import begun
from tests.test_toy import HEADER, SCRIPT

Run = Callable[..., Result]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs `referee` in a folder of sessions of its own, where Eddy is known."""
    monkeypatch.setitem(opening.GAMES, "toy", "tests.toy")
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path))
    yield lambda *words: CliRunner().invoke(cli.app, words, catch_exceptions=False)
    display.speak()


def kept(folder: Path, name: str, *said: str, **header: Any) -> Session:
    """A record of Eddy."""
    session = Session.begin(name, folder, {**HEADER, **header})
    for sentence in said:
        assert session.say(sentence).lines, sentence
    return session


def told(result: Result) -> str:
    return " ".join(result.stdout.split())


def data(run: Run, *words: str) -> Any:
    return json.loads(run("diff", *words, "--json").stdout)


def test_records_that_tell_the_same_are_said_to_and_nothing_else(run: Run, tmp_path: Path) -> None:
    kept(tmp_path, "left", *SCRIPT)
    kept(tmp_path, "right", *SCRIPT, begun="2026-12-02")
    result = run("diff", "left", "right")
    assert (result.exit_code, result.stdout, result.stderr) == (0, "The records tell the same: left, right.\n", "")
    assert data(run, "left", "right")["same"] is True


def test_notes_and_acts_that_were_undone_are_no_difference(run: Run, tmp_path: Path) -> None:
    kept(tmp_path, "left", *SCRIPT[:6])
    right = kept(tmp_path, "right", *SCRIPT[:3], "row L1", "note wrong")
    right.undo()
    for sentence in SCRIPT[3:6]:
        right.say(sentence)
    assert run("diff", "left", "right").exit_code == 0


def test_the_first_line_that_tells_something_else_is_named_with_what_it_did_then_the_facts(
    run: Run, tmp_path: Path
) -> None:
    """One has heard a 4, the other a 5: from then on Ann has one shell more and the pool one less."""
    kept(tmp_path, "left", *SCRIPT[:3], "row M0", "roll 4", "swap green", "Cid no")
    kept(tmp_path, "right", *SCRIPT[:3], "note here", "row M0", "roll 5", "swap green", "Cid no")
    result = run("diff", "left", "right")
    assert result.exit_code == 1
    lines = [line for line in result.stdout.splitlines() if line]
    assert lines[0] == "The first difference, in left"
    assert lines[1] == "5      table: roll 4"
    second = lines.index("The first difference, in right")
    assert lines[second + 1] == "6      table: roll 5"
    facts = lines.index("What lies otherwise in the end")
    assert sorted(line.split() for line in lines[facts + 3 :]) == [
        ["Ann", "shells", "4", "5"],
        ["pool", "shells", "26", "25"],
    ]
    found = data(run, "left", "right")
    assert [line["line"] for line in found["first"]] == [5, 6]
    assert {(f["who"], f["what"]): (f["a"], f["b"]) for f in found["facts"]} == {
        ("Ann", "shells"): (4, 5),
        ("pool", "shells"): (26, 25),
    }


def test_a_record_that_goes_on_differs_where_the_other_ends(run: Run, tmp_path: Path) -> None:
    kept(tmp_path, "left", *SCRIPT[:3])
    kept(tmp_path, "right", *SCRIPT[:4])
    result = run("diff", "left", "right")
    assert result.exit_code == 1
    assert "The first difference, in left The record has ended by then." in told(result)
    assert "The first difference, in right 4 Ann: row M0" in told(result)
    assert data(run, "left", "right")["first"][0] is None


def test_a_fact_that_only_one_table_knows_differs_if_there_is_anything(run: Run, tmp_path: Path) -> None:
    """On P5 lies a tile in the end, on which nobody stands: no robots there are as many as none."""
    whole = (examples_folder() / "parsec-disputed.toml").read_text("utf-8").split("[[event]]")
    for name, events in (("whole", whole), ("half", whole[:25])):
        (tmp_path / f"{name}.toml").write_text("[[event]]".join(events), "utf-8")
    facts = {(each["who"], each["what"]): (each["a"], each["b"]) for each in data(run, "half", "whole")["facts"]}
    assert facts["P5", "tile"] == ("none", '"blue sw se"')
    assert [fact for fact in facts if fact[1] == "robots P5"] == []


def test_different_ways_to_one_table_are_said_to_end_alike(run: Run, tmp_path: Path) -> None:
    """Whoever hides first does not matter in the end."""
    kept(tmp_path, "left", "Bea hide sun", "Ann hide moon", "Cid hide star")
    kept(tmp_path, "right", "Ann hide moon", "Bea hide sun", "Cid hide star")
    result = run("diff", "left", "right")
    assert result.exit_code == 1
    assert told(result).endswith("In the end both tables are alike.")


def test_a_line_that_did_something_else_differs_though_it_says_the_same(run: Run, tmp_path: Path) -> None:
    """Two tables entered with 0 and 1 shells: the same four make 4 and 5."""
    for name, shells in {"left": 0, "right": 1}.items():
        facts = (f"Ann shells {shells}", f"pool shells {30 - shells}")
        kept(tmp_path, name, "Ann row M0", "roll 4", facts=facts)
    assert run("diff", "left", "right").exit_code == 1
    first = data(run, "left", "right")["first"]
    assert [(line["line"], line["say"]) for line in first] == [(2, "roll 4"), (2, "roll 4")]
    assert [line["entries"][1]["now"] for line in first] == [4, 5]


def test_another_set_up_is_told(run: Run, tmp_path: Path) -> None:
    for name, ruling in {"left": "E-1=yes", "right": "E-1=no"}.items():
        kept(tmp_path, name, *SCRIPT[:3], rulings=(ruling,))
    result = run("diff", "left", "right")
    assert result.exit_code == 1
    assert result.stdout.startswith("Begun otherwise\n")
    assert "rulings E-1=yes E-1=no" in told(result)
    assert data(run, "left", "right")["first"] is None
    assert data(run, "left", "right")["begun"] == {"rulings": [["E-1=yes"], ["E-1=no"]]}


def test_what_is_secret_is_said_to_differ_and_not_told(run: Run, tmp_path: Path) -> None:
    kept(tmp_path, "left", "Bea hide sun", "Ann hide moon", "Cid hide star")
    kept(tmp_path, "right", "Bea hide star", "Ann hide moon", "Cid hide sun")
    for words in (("left", "right"), ("left", "right", "--json")):
        result = run("diff", *words)
        assert result.exit_code == 1
        assert [charm for charm in ("sun", "moon", "star") if charm in result.stdout] == []
    assert told(run("diff", "left", "right")).endswith("They also differ in what is secret now.")
    found = data(run, "left", "right")
    assert (found["secret"], found["facts"]) == (True, [])
    assert [line["say"] for line in found["first"]] == ["hide …", "hide …"]


def test_saved_tiles_of_planetoid_are_not_told_either(run: Run, tmp_path: Path) -> None:
    """Two tables that were entered: the one has a ruby saved, the other a diamond."""
    table = {"game": "planetoid", "players": ("Ann", "Bea"), "options": ("mode=basic",), "practice": True}
    table |= {"board": "? ? ?\n? ? ?\n? ? ?"}
    for name, kind in {"left": "ruby", "right": "diamond"}.items():
        Session.begin(name, tmp_path, {**table, "facts": (f"Ann saved {kind} 1",)})
    for words in (("left", "right"), ("left", "right", "--json")):
        result = run("diff", *words)
        assert result.exit_code == 1
        assert [kind for kind in ("ruby", "diamond") if kind in result.stdout] == []
    assert "secret" in run("diff", "left", "right").stdout


def test_what_was_mended_in_the_past_is_the_game_as_it_should_have_been(run: Run, tmp_path: Path) -> None:
    """A change of line 5 leaves nothing of what it said before."""
    kept(tmp_path, "straight", *SCRIPT[:4], "roll 5", *SCRIPT[5:7])
    kept(tmp_path, "mended", *SCRIPT[:7])
    changed = run("change", "5", "roll 5", "--because", "misheard", "-s", "mended")
    assert changed.exit_code == 0, changed.output
    assert run("diff", "straight", "mended").exit_code == 0


def test_a_record_that_stops_is_compared_up_to_there(run: Run, tmp_path: Path) -> None:
    kept(tmp_path, "left", *SCRIPT[:5])
    file = kept(tmp_path, "right", *SCRIPT[:5]).record.file
    file.write_text(file.read_text("utf-8").replace("Ann shells 4", "Ann shells 3"), "utf-8")
    result = run("diff", "left", "right")
    assert result.exit_code == 1
    assert told(result).startswith("right cannot be read beyond line 5; it is compared up to there.")
    assert run("diff", "right", "right").exit_code == 1
    assert data(run, "right", "right")["facts"] == []


def test_records_of_one_name_are_told_apart_by_their_files(run: Run, tmp_path: Path) -> None:
    (tmp_path / "attic").mkdir()
    kept(tmp_path, "evening", *SCRIPT[:3])
    other = kept(tmp_path / "attic", "evening", *SCRIPT[:4])
    result = run("diff", "evening", str(other.record.file))
    assert result.exit_code == 1
    for name in (f"{tmp_path.name}/evening", "attic/evening"):
        assert f"The first difference, in {name}" in told(result)


def test_two_games_are_refused_in_one_message(run: Run, tmp_path: Path) -> None:
    begun(tmp_path)
    kept(tmp_path, "water", *SCRIPT)
    result = run("diff", "kitchen", "water")
    assert (result.exit_code, result.stdout) == (2, "")
    assert " ".join(result.stderr.split()) == (
        "kitchen is a game of Planetoid and water one of Eddy: they cannot be compared."
    )


def test_a_record_that_is_not_there_is_named(run: Run, tmp_path: Path) -> None:
    kept(tmp_path, "left")
    result = run("diff", "left", "lft")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "lft" in result.stderr


def test_comparing_writes_nothing(run: Run, tmp_path: Path) -> None:
    for name in ("planetoid-solo", "planetoid-solo-lost"):
        (tmp_path / f"{name}.toml").write_bytes((examples_folder() / f"{name}.toml").read_bytes())
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    assert run("diff", "planetoid-solo", "planetoid-solo-lost").exit_code == 1
    assert run("diff", "planetoid-solo", "planetoid-solo-lost", "--json").exit_code == 1
    assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    ("name", "edit"),
    [
        ("parsec-example-of-play", ("before", 4, "ruling A-29 returned")),
        ("planetoid-solo", ("before", 8, "ruling A-12 yes")),
        ("planetoid-basic", ("before", 8, "ruling A-13 no")),
    ],
)
def test_a_record_mended_and_mended_back_tells_the_same(name: str, edit: tuple[str, int, str], tmp_path: Path) -> None:
    """Though from there on a tile that was drawn stands in a line of its own; where it is struck, that is told."""
    copy(examples_folder() / f"{name}.toml", tmp_path / "straight.toml")
    copy(examples_folder() / f"{name}.toml", tmp_path / "mended.toml")
    straight, mended = (Session.open(each, tmp_path) for each in ("straight", "mended"))
    (ruled,) = mended.mend(wanted(edit)).lines
    first = difference(straight, mended).first
    assert first is not None
    assert [line and line.number for line in first] == [edit[1], ruled.number]
    assert mended.mend(wanted(("strike", ruled.number))).done
    assert not difference(straight, mended)
