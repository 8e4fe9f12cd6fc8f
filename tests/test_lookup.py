"""A table that asks in its own words finds the rule, with what bears on it, and can read its chapter."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee import cli, finding, lookup
from referee.opening import GAMES
from referee.pages import Pages
from referee.rulebook import Example, Rule, Rulebook, Ruling, load
from referee.where import tables_folder
from tests import examples, toy
from tests.cases import cases

QUESTIONS = Path(__file__).parent / "questions"
BOOKS = {game: load(tables_folder(game)) for game in GAMES}


def questions(game: str) -> list[dict[str, Any]]:
    """What was written from the rulebook before the words of the rows were, with the rows of which any answers it."""
    found: list[dict[str, Any]] = tomllib.loads((QUESTIONS / f"{game}.toml").read_text("utf-8"))["question"]
    return found


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.app, words, catch_exceptions=False)


def told(*words: str) -> str:
    return " ".join(run(*words).stdout.split())


# -- in the words of the table ------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_questions_and_every_wanted_row_is_a_rule(game: str) -> None:
    asked = questions(game)
    assert len({each["said"] for each in asked}) == 25
    assert [id for each in asked for id in each["wants"] if id not in BOOKS[game].rules] == []


@pytest.mark.parametrize("game", GAMES)
def test_nine_questions_of_ten_find_a_wanted_row_among_the_first_three(game: str) -> None:
    found = {each["said"]: [rule.id for rule in BOOKS[game].search(each["said"], 3)] for each in questions(game)}
    missed = [f"{q['said']} {found[q['said']]}" for q in questions(game) if not set(q["wants"]) & set(found[q["said"]])]
    assert len(missed) <= len(found) // 10, "\n".join(missed)


@pytest.mark.parametrize("game", GAMES)
def test_no_question_stands_among_the_synonyms(game: str) -> None:
    phrases = finding.lexicon(tables_folder(), tables_folder(game)).also
    assert [phrase for phrase in phrases if len(phrase.split()) > 3] == []


def test_a_phrase_is_known_in_any_of_its_forms_and_only_as_a_whole() -> None:
    rows = [["the alien"], ["a drill"], ["a ship"]]
    words = finding.Lexicon(frozenset({"the"}), {"dig up": "drill", "sail": "ship vessel"})
    assert finding.ranked(rows, [1], "may I go sailing", words) == [2]
    assert finding.ranked(rows, [1], "digging up", words) == [1]
    assert finding.ranked(rows, [1], "up the dig", words) == []


@pytest.mark.parametrize(
    ("words", "wanted"),
    [("where does the alien go", "T-908"), ("the aliens go where", "T-908"), ("battery full", "T-302")],
)
def test_an_idle_word_and_a_small_one_say_something_beside_another(words: str, wanted: str) -> None:
    assert wanted in [rule.id for rule in lookup.rules(lookup.book("planetoid"), words).told]


def test_a_phrase_of_two_lexicons_has_the_words_of_both(tmp_path: Path) -> None:
    for folder, words in {"ours": "one", "theirs": "two"}.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / finding.FILE).write_text(f'idle = ["{words}"]\n\n[also]\n"a b" = "{words}"\n')
    found = finding.lexicon(tmp_path / "ours", tmp_path / "nobody's", tmp_path / "theirs")
    assert found.idle == {"one", "two"}
    assert {phrase: words.split() for phrase, words in found.also.items()} == {"a b": ["one", "two"]}


# -- with what bears on it ------------------------------------------------------------------


def test_a_rule_is_told_with_heading_words_status_open_questions_and_a_verdict() -> None:
    shown = told("rules", "planetoid", "may", "I", "ship", "nothing")
    assert "T-210 Basic Turns: Ship (open) You ship as many of your stored tiles as you like, at least one." in shown
    assert "A-13: " in shown
    assert "Default: no." in shown
    assert "For example: Ann ships nothing; `ship` is held (T-210)." in shown


def test_a_verdict_against_the_rules_and_an_impossible_table_are_told_as_such() -> None:
    assert "`Ann end` is against the rules (4.0-a)." in told("rules", "parsec", "4.0-a")
    assert "five sit down to a basic game; such a table is impossible (T-001)." in told("rules", "planetoid", "t001")


@pytest.mark.parametrize("game", GAMES)
def test_every_question_that_touches_a_rule_is_told_with_it(game: str) -> None:
    book, alone = BOOKS[game], Rulebook(tables_folder(game))
    for id in book.rules:
        assert alone.touching(id) == tuple(ruling for ruling in book.rulings.values() if id in ruling.touches)


@pytest.mark.parametrize("game", GAMES)
def test_the_examples_are_those_of_the_cases(game: str) -> None:
    assert examples.file(game).read_text("utf-8") == examples.text(game), "python -m tests.examples"


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_that_is_judged_has_a_verdict_as_one_of_its_cases_has_it(game: str) -> None:
    judged = {id for id, rule in BOOKS[game].rules.items() if rule.status == "judged"}
    shown = BOOKS[game].examples
    assert judged - set(shown) == set()
    known = {(case.verdict, case.because) for case in cases(game)}
    assert [id for id, each in shown.items() if (each.verdict, each.rules) not in known or id not in each.rules] == []


# -- by number ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "number", "first", "last"),
    [
        ("planetoid", "T-2", "T-201", "T-216"),
        ("planetoid", "t207", "T-201", "T-216"),
        ("planetoid", "T-10", "T-1001", "T-1040"),
        ("planetoid", "G", "G-1", "G-4"),
        ("parsec", "5.1.7", "5.1.7-a", "5.1.7-g"),
        ("parsec", "5.1.7-c", "5.1.7-a", "5.1.7-g"),
        ("parsec", "5", "5.1-a", "5.3-e"),
        ("parsec", "10", "10.1-a", "10.4-a"),
    ],
)
def test_a_number_is_a_chapter_in_order(game: str, number: str, first: str, last: str) -> None:
    ids = list(BOOKS[game].rules)
    found = [rule["id"] for rule in json.loads(run("rules", game, number, "--json").stdout)]
    assert found == ids[ids.index(first) : ids.index(last) + 1]


def test_an_id_is_told_in_full_above_its_chapter_and_a_number_lists_the_chapter_alone() -> None:
    by_id, by_number = (run("rules", "parsec", word).stdout for word in ("5.1.7-e", "5.1.7"))
    assert by_id.startswith("5.1.7-e  5.1.7 Planet Sectors  (done)\n")
    assert by_id.partition("Its chapter\n")[2] == by_number


def test_nothing_of_that_name_is_said_with_what_comes_near() -> None:
    unknown = run("rules", "planetoid", "T-2071")
    assert (unknown.exit_code, unknown.stdout, "T-207" in unknown.stderr) == (2, "", True)
    strange = run("rules", "../parsec", "moon")
    assert (strange.exit_code, strange.stdout, "planetoid" in strange.stderr) == (2, "", True)


# -- without reading everything ------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("file", "name", "kind"), [("rules", "rule", Rule), ("rulings", "ruling", Ruling)])
def test_a_page_holds_what_the_whole_file_does(game: str, file: str, name: str, kind: type[Any]) -> None:
    pages = Pages(tables_folder(game) / f"{file}.toml", name, kind)
    assert dict(pages) == getattr(BOOKS[game], file)


@pytest.mark.parametrize("game", GAMES)
def test_examples_are_pages_too(game: str) -> None:
    whole = tomllib.loads(examples.file(game).read_text("utf-8"))["example"]
    assert [each.id for each in BOOKS[game].examples.values()] == [each["id"] for each in whole]
    assert all(isinstance(each, Example) for each in BOOKS[game].examples.values())


@pytest.mark.parametrize("words", ["robots tile", "T-207"])
def test_looking_up_loads_neither_the_game_nor_its_desk(words: str) -> None:
    program = (
        "import sys; from referee.cli import main\n"
        "try: main()\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )  # fmt: skip
    call = [sys.executable, "-c", program, "rules", "planetoid", *words.split()]
    loaded = set(subprocess.run(call, capture_output=True, text=True, check=True).stderr.split())
    heavy = {"referee.desk", "referee.opening", "referee.games", "typer", "rich", "difflib", "gettext", "asyncio"}
    assert "referee.lookup" in loaded
    assert loaded & heavy == set()


def test_the_rules_of_a_game_from_elsewhere_lie_in_its_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", "tests.toy")
    assert lookup.book("toy").folder == toy.TABLES
    assert json.loads(run("rules", "toy", "charm", "--json").stdout)[0]["example"] is None
