"""How much the referee helps, and the chores that a table does by hand: asked, held against the rules, let stand."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

from referee import journal, opening
from referee.ask import TABLE
from referee.blocks import rulings_of, told
from referee.desk import Desk
from referee.notation import COMMA, split
from referee.remarks import Tell, write
from referee.session import Session
from referee.text import Text
from referee.where import examples_folder
from referee.words import render
from tests import always
from tests.mending import read
from tests.shipped import example
from tests.terminal import POSIX, Terminal, begun
from tests.test_rejudge import TABLE as EDDY

PLAYED = (
    ("planetoid-solo", ("aliens",)),
    ("planetoid-danger", ("aliens", "scoring")),
    ("parsec-scoring-rounds", ("scoring",)),
)


Run = Callable[..., Result]
MARCH = ("end", "spawn 0", "end")  # then blue goes from C5 to the right one of two rocks, D5 [T-906, T-908]


def by_hand(name: str, chores: Sequence[str]) -> Desk:
    """The beginning of a shipped game whose table does these chores."""
    header = journal.read(examples_folder() / f"{name}.toml").header
    return opening.desk({**header, "draws": "table", "by-hand": tuple(chores)})


def tell(desk: Desk, then: Sequence[str]) -> str:
    """What is asked of a chore, as the shipped record tells it: of each fact how it ends."""
    asked = dict.fromkeys(word.removesuffix("?") for word in split(desk.ask.tell[0])[1:] if word != COMMA)
    found = ([fact for fact in then if fact.startswith(start)] for start in asked)
    facts = [fact for each in found for fact in (each if " to " in each[0] else each[-1:])]
    return write(Tell(TABLE, tuple(facts)))


@pytest.mark.parametrize(("name", "chores"), PLAYED)
def test_a_game_whose_table_does_chores_comes_to_the_same_as_the_shipped_one(name: str, chores: Sequence[str]) -> None:
    """What is told is what the shipped record set off: that was held against a sheet worked by hand."""
    desk, shipped, n = by_hand(name, chores), example(name), 0
    for line in (line for act in shipped.holding for line in act.lines):
        block, then = line.block, told(line.block)
        who = str(block.get("who", ""))
        spoken, waived, why = str(block["say"]), bool(block.get("anyway")), str(block.get("because", ""))
        assert desk.say(spoken, "" if who == TABLE else who, rulings_of(block), waived, why).lines, block
        while Tell in desk.ask.takes:
            n += 1
            assert desk.ask.who == (TABLE,)
            always.asks_the_same(desk.game, desk.ask)
            always.facts_come_back(desk.game, desk.ask)
            assert desk.say(tell(desk, then)).lines, (line.number, desk.ask.tell, then)
    assert n > 3
    assert desk.game.facts(desk.ask.pos) == shipped.game.facts(shipped.ask.pos)
    always.sums(desk)
    always.alike(read(desk).ask, desk.ask)
    end = desk.ask
    desk.undo(len(desk.acts))
    desk.redo(len(desk.undone))
    always.alike(desk.ask, end)


# -- what the table has otherwise ------------------------------------------------------------------


@pytest.fixture
def march(run: Run, tmp_path: Path) -> Session:
    """A small table that moves its aliens by hand, and an alien to be moved."""
    session = Session.begin("kitchen", tmp_path, {**EDDY, "by-hand": ("aliens",)})
    for sentence in MARCH:
        assert session.say(sentence).lines
    return session


def keys(said: Any) -> list[tuple[str, str, bool]]:
    return [(each.rule, each.key, each.waivable) for each in said.verdict.objections]


@pytest.mark.parametrize(
    ("told", "objections"),
    [
        ("C5 to B5", [("T-908", "tell.otherwise", True)]),
        ("C5 to Z9", [("T-908", "tell.otherwise", False)]),
        ("A1 to B5", [("T-908", "tell.strange", False), ("T-908", "tell.left-out", False)]),
        ("C5 to D5, aliens rock 1", [("T-908", "tell.strange", False)]),
    ],
)
def test_every_difference_is_told_with_its_rule(
    march: Session, told: str, objections: list[tuple[str, str, bool]]
) -> None:
    assert march.desk.ask.tell == ('tell "C5 to ?"',)
    assert keys(march.say(f"tell {told}")) == objections
    assert (march.line, Tell in march.desk.ask.takes) == (3, True)


def test_what_the_table_has_otherwise_may_stand_and_the_game_goes_on_from_there(
    march: Session, run: Run, tmp_path: Path
) -> None:
    refused = run("say", "tell C5 to B5")
    assert refused.exit_code == 3
    assert "T-908  You have C5 to B5, the rules C5 to D5: Move: blue goes C5 to D5" in refused.stderr
    assert run("say", "--anyway", "--because", "we like it", "tell C5 to B5").exit_code == 0
    session = Session.open("kitchen", tmp_path)
    block = dict(session.record.blocks[-1])
    assert block == {
        "asked": "T-908",
        "who": "table",
        "say": 'tell "C5 to B5"',
        "anyway": True,
        "because": "we like it",
        "then": "pile 4; C5 to B5",
    }
    facts = session.game.facts(session.desk.ask.pos)
    assert (facts["B5", "aliens"], facts["D5", "aliens"]) == ("blue", "none")
    assert "[let stand: we like it]" in run("log").stdout
    assert "C5 to B5, as the table has it; by the rules C5 to D5." in run("log").stdout
    after = session.desk.ask
    session.undo()
    always.alike(session.desk.ask, march.desk.ask)
    session.redo()
    always.alike(session.desk.ask, after)

    # The rock under it is eaten in its next turn: one rock more in the pile, none on the board [T-903].
    for sentence in ("spawn 0", "end", "spawn 0", "end"):
        assert session.say(sentence).lines, sentence
    assert session.desk.ask.tell == ('tell "aliens rock ?"',)
    wrong = session.say("tell aliens rock 60", anyway=True, because="so many, we say")
    assert not wrong.lines
    assert {each.basis for each in wrong.verdict.objections} >= {"count"}  # the box holds no more of them
    assert session.say("tell aliens rock 1").lines
    always.sums(session.desk)
    always.alike(Session.open("kitchen", tmp_path).desk.ask, session.desk.ask)


def test_what_the_table_told_is_judged_again_where_the_record_is_mended(
    march: Session, run: Run, tmp_path: Path
) -> None:
    """A forgotten drill turned up gold at B1: there the alien would have gone [T-906]."""
    assert march.say("tell C5 to D5").lines
    for words in (("log", "--transcript"), ("why", "march"), ("why", "4"), ("export", "--json"), ("stats",)):
        assert run(*words).exit_code == 0, words
    drill = ("insert", "3", "drill A1 ruby, B1 gold, A2 rock", "--because", "we forgot")
    stopped = run(*drill)
    assert stopped.exit_code == 3
    assert "You have C5 to D5, the rules C5 to B1" in " ".join(stopped.stderr.split())
    for settled, stands in ((("--keep", "4"), "D5"), (("--change", "4 tell C5 to B1"), "B1")):
        assert run(*drill, *settled).exit_code == 0
        session = Session.open("kitchen", tmp_path)
        facts = session.game.facts(session.desk.ask.pos)
        assert {at: facts[at, "aliens"] for at in ("B1", "D5")} == {"B1": "none", "D5": "none", stands: "blue"}
        always.sums(session.desk)
        assert run("undo").exit_code == 0
    assert run("verify", str(tmp_path / "kitchen.toml")).exit_code == 0


def test_points_may_stand_as_the_table_counted_them() -> None:
    desk, shipped = by_hand("parsec-scoring-rounds", ("scoring",)), example("parsec-scoring-rounds")
    lines = (line for act in shipped.holding for line in act.lines)
    while Tell not in desk.ask.takes:
        block = next(lines).block
        assert desk.say(str(block["say"]), "" if block["who"] == TABLE else str(block["who"])).lines
    facts = split(tell(desk, told(block)))[1::2]
    who, what, points = facts[0].split()[0], facts[0].split()[1], int(facts[0].split()[-1])
    wrong = write(Tell(TABLE, (f"{who} {what} {points - 1}", *facts[1:])))
    refused = desk.say(wrong)
    assert [each[1:] for each in keys(refused)] == [("tell.otherwise", True)]
    assert "., " not in render(Text("tell.otherwise", refused.verdict.objections[0].facts))
    assert desk.say(wrong, anyway=True, because="one by hand").lines
    assert desk.game.facts(desk.ask.pos)[who, what] == points - 1
    always.sums(desk)
    always.alike(read(desk).ask, desk.ask)


def test_a_scoring_is_asked_about_by_the_rule_of_what_is_scored_first() -> None:
    """The seventh planet of a quick game: Nora, two robots to one, controls green M2 [9.1-c]; the rest comes after."""
    desk = by_hand("parsec-disputed", ("scoring",))
    assert desk.say("place blue P5").lines
    assert (desk.ask.takes, desk.ask.rule) == ((Tell,), "9.1-c")


def test_two_aliens_that_changed_places_lie_as_the_rules_have_them() -> None:
    """Tokens of a colour are alike: which of them goes where nobody can see."""
    board = EDDY["board"].replace("? R .b R ?", ".b R .b R ?")
    desk = opening.desk({**EDDY, "board": board, "by-hand": ("aliens",)})
    for sentence in MARCH:
        assert desk.say(sentence).lines
    assert desk.ask.tell == ('tell "C5 to ?", "A5 to ?"',)  # the nearest to the origin goes first [T-908]
    assert desk.say("tell C5 to B5, A5 to D5").verdict.kind == "legal"
    assert desk.game.facts(desk.ask.pos)["D5", "aliens"] == "blue"


def test_a_chore_changes_hands_in_the_middle_of_it(march: Session, run: Run, tmp_path: Path) -> None:
    assert run("assist", "aliens", "referee").exit_code == 0
    session = Session.open("kitchen", tmp_path)
    assert (session.desk.ask.rule, session.game.facts(session.desk.ask.pos)["D5", "aliens"]) == ("T-912", "blue")
    assert run("undo").exit_code == 0
    always.alike(Session.open("kitchen", tmp_path).desk.ask, march.desk.ask)
    assert run("assist", "aliens", "nobody").exit_code == 2
    assert run("assist", "weather", "table").exit_code == 2
    assert run("tell", "C5 to D5").exit_code == 2  # it is a sentence, not a command


def test_a_table_that_deals_by_hand_is_asked_until_it_hands_that_over(run: Run, tmp_path: Path) -> None:
    session = begun(tmp_path, **{"by-hand": ("dealing",)})
    assert (session.line, session.desk.ask.who) == (0, (TABLE,))
    assert session.say("assist dealing referee").lines[1:]  # dealt in the same breath
    assert session.desk.ask.who == ("Ann",)
    always.alike(Session.open("kitchen", tmp_path).desk.ask, session.desk.ask)


# -- how much help ------------------------------------------------------------------

BARRED = "precision-drill C7"  # said twice in a turn it is against T-304, and its energy is gone [T-303]
NEW = ("new", "planetoid", "kitchen", "--player", "Ann", "--option", "mode=solo", "--option", "difficulty=easy")


def test_a_table_without_hints_is_judged_all_the_same(run: Run, tmp_path: Path) -> None:
    begun(tmp_path, "origin S", "solo-card A front", assist="verdicts")
    shown = run("next").stdout
    assert "drill C" not in shown
    assert "`referee notation planetoid`" in shown
    assert json.loads(run("next", "--json").stdout)["answers"] == []
    assert run("say", BARRED).exit_code == 0
    judged = json.loads(run("judge", "--json", BARRED).stdout)
    assert (judged["verdict"], judged["needed"], judged["advice"]) == ("illegal", [], [])
    assert "T-304" in [each["rule"] for each in judged["objections"]]
    assert run("assist", "full").exit_code == 0
    assert "drill" in run("next").stdout
    assert json.loads(run("judge", "--json", BARRED).stdout)["needed"] != []
    assert run("undo").exit_code == 0
    assert "verdicts only" in run("next").stdout


def test_a_learning_game_tells_and_lets_stand_what_has_an_effect(run: Run, tmp_path: Path) -> None:
    begun(tmp_path, "origin S", "solo-card A front", assist="follow")
    assert run("say", BARRED).exit_code == 0
    taught = run("say", "precision-drill E7")
    assert taught.exit_code == 0
    assert "T-304" in taught.stdout
    block = dict(Session.open("kitchen", tmp_path).record.blocks[-1])
    assert (block["anyway"], block["because"]) == (True, "a learning game")
    undefined = run("say", "precision-drill Z9")
    assert undefined.exit_code == 3
    assert "It cannot be let stand" in undefined.stderr
    assert run("fix", "Ann battery 1").exit_code == 2  # a correction wants a reason here too


def test_a_table_that_is_written_down_keeps_its_help(run: Run, tmp_path: Path) -> None:
    begun(tmp_path, "origin S", "solo-card A front", "assist follow", "assist aliens table")
    file = tmp_path / "table.toml"
    assert run("show", "--position", str(file)).exit_code == 0
    assert run("new", "planetoid", "attic", "--from", str(file)).exit_code == 0
    pos = Session.open("attic", tmp_path).desk.ask.pos
    assert (pos.assist, pos.by_hand) == ("follow", ("aliens",))


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("--assist", "some"), ("`some` is no kind of help", "verdicts")),
        (("--by-hand", "aliens,weather"), ("no such chore here: weather", "dealing")),
    ],
)
def test_help_that_is_none_begins_no_session(words: Sequence[str], named: Sequence[str], run: Run) -> None:
    refused = run(*NEW, *words)
    assert refused.exit_code == 2
    assert all(each in " ".join(refused.stderr.split()) for each in named)


@POSIX
def test_at_a_terminal_a_table_without_hints_moves_its_aliens(march: Session, run: Run, tmp_path: Path) -> None:
    march.say("assist verdicts")
    with Terminal(["play"], tmp_path) as terminal:
        terminal.until("T-908)").asks("table>").type("dr", "tab").type("clear").enter()
        terminal.until("quit")
        assert "tell" not in terminal.text.partition("Choose")[2]
        terminal.type("esc").asks("table>").enter("tell c5 to b5").until("T-908  You have c5 to b5")
        terminal.until(lambda now: now.cursor == "table> tell c5 to b5").type("clear").enter("tell c5 to d5")
        terminal.until("T-912").asks("table>").enter("quit")
        assert terminal.exit() == 0
    assert dict(journal.read(tmp_path / "kitchen.toml").blocks[-1])["say"] == 'tell "c5 to d5"'
