"""Records of older referees, judged again: all that reads otherwise is listed; kept, changed or struck, they go on."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from typer.testing import Result

from referee import display, journal, older
from referee.blocks import Block, told
from referee.errors import Failed
from referee.session import Session
from tests import always
from tests.shipped import example
from tests.terminal import POSIX, Terminal

RECORDS = Path(__file__).parent / "records"
SHIPPED = tuple(sorted(file.stem for file in RECORDS.glob("*.[0-9].toml")))
ZERO = "zero"
WHY = "so we played it"

Run = Callable[..., Result]


@pytest.fixture
def old(tmp_path: Path) -> Iterator[Callable[[str], Session]]:
    """Opens a copy of an old record, under a name that a session may have."""

    def opened(name: str) -> Session:
        copy(RECORDS / f"{name}.toml", tmp_path / f"{name.replace('.', '-')}.toml")
        return Session.open(name.replace(".", "-"), tmp_path)

    yield opened
    display.speak()


@pytest.fixture
def run(run: Run, old: Callable[[str], Session]) -> Run:
    """Runs `referee` on a copy of the record written by hand."""
    old(ZERO)
    return lambda *words: run(*words, *(() if words[0] == "verify" else ("-s", ZERO)))


def differs(was: Block, now: Block) -> bool:
    """Whether today's version of a shipped line has another question, or lacks what the old one set off."""
    return was.get("asked") != now.get("asked") or not set(told(was)) <= set(told(now))


def fact(session: Session, who: str, what: str) -> Any:
    return session.game.facts(session.desk.ask.pos)[who, what]


# -- every version that was ever shipped ------------------------------------------------------------------


@pytest.mark.parametrize("name", SHIPPED)
def test_a_version_that_was_shipped_reads_to_its_end_as_far_as_it_is_the_same_or_kept(
    name: str, old: Callable[[str], Session]
) -> None:
    """What reads otherwise is what was written otherwise since; once it is kept the table lies as today's does."""
    session, today = old(name), example(name.partition(".")[0])
    pairs = zip(session.record.blocks, (line.block for line in today.lines), strict=True)
    changed = [n for n, (was, now) in enumerate(pairs, 1) if was.get("say") == now.get("say") and differs(was, now)]
    found = older.otherwise(session.desk)
    assert [each.stop.line for each in found] == changed
    assert all(each.kept for each in found)
    if changed:
        assert session.keep_all(WHY) == tuple(changed)
    assert session.stop is None
    assert session.game.facts(session.desk.ask.pos) == today.game.facts(today.ask.pos)
    always.alike(Session.open(session.name, session.folder).desk.ask, session.desk.ask)


@pytest.mark.parametrize("name", ["planetoid-danger.0", "planetoid-five.0", "planetoid-mixture.0"])
def test_of_some_versions_lines_read_otherwise(name: str, old: Callable[[str], Session]) -> None:
    """Else the test above would show nothing: two rows were renamed, and one line tells less than it did."""
    assert len(SHIPPED) == 13
    assert older.otherwise(old(name).desk)


# -- one of a referee whose ties fall otherwise ------------------------------------------------------------------


def test_it_is_listed_with_its_rule_wherever_it_is_opened(run: Run, tmp_path: Path) -> None:
    before = (tmp_path / "zero.toml").read_bytes()
    verified = run("verify", str(tmp_path / "zero.toml"))
    assert verified.exit_code == 1
    for shown, named in ((verified.stdout, ""), (run("next").stdout, f" -s {ZERO}")):
        words = " ".join(shown.split())
        assert "Line 3 did otherwise when it was written. Then: C5 to B5. Now: C5 to D5." in words
        assert "T-908 Move: blue goes C5 to D5: rock, 1 from the origin." in words
        for way, said in (("keep", "3"), ("change", "3 SENTENCE"), ("strike", "3")):
            assert f"referee {way}{named} {said} --because WHY" in words
        assert "--all" not in words  # one line only
    (told,) = json.loads(run("next", "--json").stdout)["otherwise"]
    assert (told["line"], told["said"], told["keep"]) == (3, "end", True)
    assert [(each["what"], each["rule"]) for each in told["now"]] == [("C5 to D5", "T-908")]
    assert json.loads(run("verify", "--json", str(tmp_path / "zero.toml")).stdout)["otherwise"] == [told]
    assert run("say", "end").exit_code == 1
    assert (tmp_path / "zero.toml").read_bytes() == before


ENDS: Mapping[str, tuple[tuple[str, ...], Mapping[str, str]]] = {
    # The alien stands on the left rock, as the table had it; nobody of its colour has eaten since.
    "kept": (("keep", "3"), {"B5": "blue", "D5": "none", "C5": "blue"}),
    # The turn is not over then: the drill of line 5 belongs to it, and when line 6 ends it, gold lies face-up.
    "changed": (("change", "3", "charge"), {"B1": "blue", "B5": "none", "C5": "blue"}),
    "struck": (("strike", "3"), {"B1": "blue", "B5": "none", "C5": "blue"}),
}


@pytest.mark.parametrize("way", ENDS)
def test_whether_it_is_kept_changed_or_struck_the_game_goes_on(way: str, run: Run, tmp_path: Path) -> None:
    words, lies = ENDS[way]
    assert run(*words, "--because", WHY).exit_code == 0
    session = Session.open(ZERO, tmp_path)
    assert session.stop is None
    assert {at: fact(session, at, "aliens") for at in lies} == lies
    assert run("say", "end").exit_code == 0
    always.sums(Session.open(ZERO, tmp_path).desk)


def test_what_is_not_said_of_keeping_is_asked_for(run: Run, tmp_path: Path) -> None:
    before = (tmp_path / "zero.toml").read_bytes()
    assert run("keep", "--because", WHY).exit_code == 2
    assert run("keep", "3", "--all", "--because", WHY).exit_code == 2
    assert run("keep", "4", "--because", WHY).exit_code == 1
    assert (tmp_path / "zero.toml").read_bytes() == before
    assert run("keep", "--all", "--because", WHY).exit_code == 0
    assert run("keep", "--all", "--because", WHY).exit_code == 1  # there is nothing any more


# -- what cannot be kept, what stands by now ------------------------------------------------------------------


def written(folder: Path, *changes: tuple[str, str]) -> Session:
    """The record written by hand with other words in it."""
    text = (RECORDS / "zero.toml").read_text("utf-8")
    for was, now in changes:
        assert was in text
        text = text.replace(was, now)
    (folder / "zero.toml").write_text(text, "utf-8")
    return Session.open(ZERO, folder)


def test_what_is_not_defined_today_cannot_be_kept_and_is_changed_or_struck(tmp_path: Path) -> None:
    """Everything up to it can be kept in one go; what comes after it is not judged before it is settled."""
    session = written(tmp_path, ("drill A1 ruby", "drill Z9 ruby"), ("C5 to B5", "C5 to A5"))
    found = older.otherwise(session.desk)
    assert [(each.stop.line, each.kept) for each in found] == [(3, True), (5, False)]
    assert session.keep_all(WHY) == (3,)
    assert session.stop is not None
    with pytest.raises(Failed, match=r"keep\.never"):
        session.keep(5, WHY)
    with pytest.raises(Failed, match=r"keep\.never"):
        session.keep_all(WHY)
    display.speak()


def test_a_line_that_is_not_understood_today_cannot_be_kept(tmp_path: Path) -> None:
    session = written(tmp_path, ("drill A1 ruby", "excavate A1 ruby"), ("C5 to B5", "C5 to D5"))
    assert [(each.stop.text.key, each.kept) for each in older.otherwise(session.desk)] == [("record.unread", False)]


def test_what_was_let_stand_and_is_legal_today_is_told(tmp_path: Path, run: Run) -> None:
    written(tmp_path, ('say = "drill A1', 'anyway = true\nbecause = "3.1"\nsay = "drill A1'), ("C5 to B5", "C5 to D5"))
    verified = run("verify", str(tmp_path / "zero.toml"))
    assert verified.exit_code == 0
    assert "Line 5 was let stand; nothing stands against it any more." in verified.stdout


# -- at a prompt ------------------------------------------------------------------


@POSIX
def test_at_a_terminal_the_line_is_settled_by_keys_and_the_game_goes_on(
    tmp_path: Path, old: Callable[[str], Session]
) -> None:
    old(ZERO)
    before = (tmp_path / "zero.toml").read_bytes()
    with Terminal(["play", "-s", ZERO], tmp_path) as terminal:
        terminal.until("T-908  Move: blue goes C5 to D5").until("What is to become of it?").type("down", "enter")
        terminal.until("What was said?").asks().type("clear").enter().until("The record is as it was.")
        assert (tmp_path / "zero.toml").read_bytes() == before
        terminal.until(lambda now: now.text.count("What is to become of it?") == 1).type("enter")
        terminal.until("The reason is kept").asks().enter(WHY).until("Line 3 stays as it is").asks("Ann>")
        terminal.enter("quit")
        assert terminal.exit() == 0
    last = dict(journal.read(tmp_path / "zero.toml").blocks[-1])
    assert last == {"keep": 3, "was": "end", "because": WHY}
