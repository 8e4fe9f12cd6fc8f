"""The kinds of faults that programs like this one have had: the table of them in README.md, and tests of their own.

Of each kind the table names the tests that would fail if it came in, or says why it does not apply here.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from referee import beginning, journal, opening
from referee.ask import TABLE
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.opening import GAMES
from referee.session import Session
from referee.where import examples_folder
from tests import always
from tests.cases import cases
from tests.mending import read
from tests.shipped import example, own
from tests.test_rejudge import TABLE as SOLO
from tests.test_reports import questions

TESTS = Path(__file__).parent
CLASSES = 60
REPORTS = (2, 5, 6, 8, 11, 12, 14, 16, 17, 20)
ROW = re.compile(r"\| *(\d+) *\|([^|]+)\|([^|]+)\|")
TEST = re.compile(r"`([\w/]+\.py)::(\w+)`")
CASES = re.compile(r"`cases (\w+) ([\w.-]+)`")
NONE = "does not apply: "


# -- the table ------------------------------------------------------------------


class Fault(NamedTuple):
    """A row of the table: the kind, and what holds it."""

    number: int
    kind: str
    held: str


def faults(title: str) -> list[Fault]:
    """The rows below a heading of README.md."""
    part = (TESTS / "README.md").read_text("utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]
    return [Fault(int(number), kind.strip(), held.strip()) for number, kind, held in ROW.findall(part)]


@cache
def defined(file: str) -> frozenset[str]:
    """The tests of a file."""
    path = TESTS / file
    return frozenset(re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.M)) if path.is_file() else frozenset()


@pytest.mark.parametrize(
    ("title", "numbers"), [("Kinds of faults", range(1, CLASSES + 1)), ("Public reports", REPORTS)]
)
def test_every_kind_of_fault_is_held_by_tests_that_are_there_or_said_not_to_apply(
    title: str, numbers: Iterator[int]
) -> None:
    found = faults(title)
    assert [fault.number for fault in found] == list(numbers)
    assert [fault for fault in found if not fault.kind or not (held_by(fault) or fault.held.startswith(NONE))] == []
    assert [(fault.number, name) for fault in found for name, there in held_by(fault) if not there] == []


def held_by(fault: Fault) -> list[tuple[str, bool]]:
    """The tests that a row names, and whether they are there."""
    tests = [(name, name in defined(file)) for file, name in TEST.findall(fault.held)]
    of = CASES.findall(fault.held)
    return [*tests, *((f"{game} {rule}", any(rule in case.rows for case in cases(game))) for game, rule in of)]


# -- undo ------------------------------------------------------------------


def test_more_than_a_thousand_acts_are_undone_to_the_first_and_done_again_also_after_reading() -> None:
    desk = opening.desk(SOLO)
    said = [desk.judge(f"ruling A-12 {reading}") for reading in ("yes", "no")]
    for n in range(1001):
        desk.act(said[n % 2].event, said[n % 2].verdict)
    asked, first = desk.ask, desk.opening
    assert len(desk.acts) == 1001
    desk.undo(1001)
    always.alike(desk.ask, first)
    copy = read(desk)
    always.alike(copy.ask, first)
    for each in (desk, copy):
        each.redo(1001)
        always.alike(each.ask, asked)


# -- save and resume ------------------------------------------------------------------


def test_nothing_of_one_session_gets_into_another(tmp_path: Path) -> None:
    """Neither players, options, rulings nor anything that was said; both stay open by name."""
    said: Mapping[str, Any] = {
        "players": ("Ann:green",),
        "options": ("mode=solo", "difficulty=hard"),
        "from": "practice",
    }
    head = beginning.header("planetoid", {**said, "rulings": ("A-12=yes",), "draws": "referee", "seed": 3}, tmp_path)
    odd = Session.begin("odd", tmp_path, head)
    odd.say("origin S")
    plain = beginning.header("planetoid", {**said, "options": ("mode=solo", "difficulty=easy")}, tmp_path)
    fresh = Session.begin("fresh", tmp_path, plain)
    assert fresh.desk.ask.pos.house == {}
    assert (fresh.desk.dealer, fresh.desk.lines) == (None, [])
    assert "hard" not in fresh.record.source.decode()
    always.alike(Session.open("odd", tmp_path).desk.ask, odd.desk.ask)
    always.alike(Session.open("fresh", tmp_path).desk.ask, fresh.desk.ask)


@pytest.mark.parametrize("name", ["planetoid-solo-lost", "parsec-example-of-play"])
def test_a_record_reads_the_same_whatever_the_seed_is(name: str) -> None:
    """What was drawn and rolled stands in the record; nothing is thrown anew."""
    found = journal.read(examples_folder() / f"{name}.toml")
    desk = opening.desk({**found.header, "draws": "referee", "seed": 987})
    desk.read(found.blocks)
    assert desk.stop is None
    always.alike(desk.ask, example(name).ask)


# -- purity ------------------------------------------------------------------


@pytest.mark.parametrize("name", ["planetoid-solo-lost", "parsec-example-of-play"])
def test_a_note_between_any_two_lines_changes_nothing(name: str) -> None:
    desk = own(name)
    copy = Desk(desk.game, desk.opening)
    for act in desk.holding:
        assert copy.say("note wait").lines
        for line in act.lines:
            said = copy.judge(str(line.block["say"]), str(line.block["who"]))
            marks = {"rulings": line.block["rulings"]} if "rulings" in line.block else {}
            copy.act(said.event, said.verdict, marks)
    always.alike(copy.ask, desk.ask)


# -- legality ------------------------------------------------------------------


def test_what_a_question_must_have_is_not_passed_over_by_ending_the_turn() -> None:
    """Wherever `end` is no answer it is refused, by a rule of the book, whoever says it."""
    tried = set[str]()
    for (game, rule), (desk, ask) in questions().items():
        there, book = Desk(desk.game, ask), ask.pos.kit.book
        for who in ask.pos.names:
            said = there.judge(f"{who} end")
            if not isinstance(said.event, ask.takes):
                assert said.verdict.kind == "illegal", (rule, said)
                assert all(each.rule in {*book.rules, *book.steps} for each in said.verdict.objections)
                tried.add(f"{game} {rule}")
    assert len(tried) > 12


# -- text ------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_no_input_that_is_refused_changes_anything(game: str) -> None:
    """Words of the notation and of the table in any order, in any number, and what no notation has."""
    rnd, asked = Random(game), [found for (of, _), found in questions().items() if of == game]
    strange = ('"', "\\", "1", "-1", "99999999999", "", ",", "A-12=yes", "none", "?", "…", "\x00", "Z99", TABLE)
    refused = 0
    for _ in range(250):
        desk, ask = rnd.choice(asked)
        there = Desk(desk.game, ask)
        facts = [
            str(value)
            for fact in rnd.sample(list(desk.game.facts(ask.pos).items()), 3)
            for value in (*fact[0], fact[1])
        ]
        words = rnd.choices((*desk.game.VERBS, *ask.pos.names, *facts, *strange), k=rnd.randint(1, 6))
        before = always.table(ask.pos)
        try:
            if there.say(" ".join(words)).lines:
                continue
        except NotUnderstood:
            pass
        refused += 1
        assert (there.ask, there.lines, there.fresh, there.acts) == (ask, [], [], [])
        assert always.table(ask.pos) == before
    assert refused > 120
