"""A table that asks in its own words finds the rule: written from the rulebook, before the words of the rows were."""

import tomllib
from pathlib import Path

from referee.rulebook import load
from referee.where import tables_folder

BOOK = load(tables_folder("parsec"))
QUESTIONS = tomllib.loads((Path(__file__).parents[1] / "questions" / "parsec.toml").read_text("utf-8"))["question"]


def test_every_wanted_row_is_a_rule() -> None:
    assert len(QUESTIONS) == 25
    assert [id for question in QUESTIONS for id in question["wants"] if id not in BOOK.rules] == []


def test_nine_questions_of_ten_find_a_wanted_row_among_the_first_three() -> None:
    found = {question["said"]: [rule.id for rule in BOOK.search(question["said"])] for question in QUESTIONS}
    missed = [f"{q['said']} {found[q['said']]}" for q in QUESTIONS if not set(q["wants"]) & set(found[q["said"]])]
    assert len(missed) <= len(QUESTIONS) // 10, "\n".join(missed)
