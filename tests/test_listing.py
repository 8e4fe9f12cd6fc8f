"""What still lacks a case: every row, every step, every ruling with all its readings, every worked example.

A judged row wants a case that breaks it and a neighbour that passes; an open one a case for each reading that the
referee carries out; one that is simply done a case that shows what it does. What only people can keep wants none.
A step wants a case in which it is asked, or that says that it is one of it; a ruling a case for each coded reading.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import pytest

from referee import rulebook
from referee.notation import split
from referee.opening import GAMES
from referee.rulebook import Rule, Rulebook, Ruling
from referee.text import Reading
from referee.where import tables_folder
from tests.cases import TESTS, Case, cases

# The worked examples of each ledger, by the names that it uses.
EXAMPLES = {
    "planetoid": tuple(f"W-{n:02}" for n in range(1, 32)),
    "parsec": (
        *("W1", "W2", "W3", "W4", "W6"),
        *(f"W4 {turn} {who}" for turn in ("T1", "T2") for who in ("Green", "Red", "Yellow")),
        *(f"W5 {letter} {how}" for letter in "ABDEF" for how in ("wrong", "right")),
        *(f"W5 {letter}" for letter in ("C", "G", "H", "I", "J", "K", "K2", "L", "L2", "L3", "L4", "L5")),
    ),
}

every_game = pytest.mark.parametrize("game", GAMES)


def missing(book: Rulebook, given: Sequence[Case]) -> Iterator[str]:
    """What has no case yet, a line each."""
    for rule in book.rules.values():
        yield from (f"{rule.id} ({rule.status}): {what}" for what in _WANTED[rule.status](book, rule, given))
    for ruling in book.rulings.values():
        yield from (f"{ruling.id}: read as {each}" for each in _unread(book, ruling, given))
    named = {row for case in given for row in case.rows} | {split(case.asks)[0] for case in given if case.asks}
    yield from (f"{step}: a case of it" for step in book.steps if step not in named)


# -- by the status of a row ------------------------------------------------------------------


def _judged(book: Rulebook, rule: Rule, given: Sequence[Case]) -> Iterator[str]:
    if not any(_breaks(case, rule) for case in given):
        yield "a case that breaks it"
    if not any(case.passes and case.beside and _breaks(case.beside, rule) for case in given):
        yield "a neighbour that passes"


def _open(book: Rulebook, rule: Rule, given: Sequence[Case]) -> Iterator[str]:
    about = [case for case in given if case.verdict == "open" and rule.id in (*case.rows, *case.because)]
    for ruling in map(book.ruling, rule.rulings):
        yield from (f"an open case with {ruling.id} read as {each}" for each in _unread(book, ruling, about))


def _done(book: Rulebook, rule: Rule, given: Sequence[Case]) -> Iterator[str]:
    if not any(rule.id in case.rows and (case.then or case.happens) for case in given):
        yield "a case that shows it"


def _advised(book: Rulebook, rule: Rule, given: Sequence[Case]) -> Iterator[str]:
    yield from ()


_WANTED = {"judged": _judged, "open": _open, "done": _done, "advised": _advised}


def _breaks(case: Case, rule: Rule) -> bool:
    return case.verdict == "illegal" and rule.id in case.because


# -- readings ------------------------------------------------------------------


def _unread(book: Rulebook, ruling: Ruling, given: Iterable[Case]) -> Iterator[Reading]:
    """Readings that the referee carries out and that no case about the ruling is judged by."""
    tried = {_house(book, case).get(ruling.key, ruling.default) for case in given if _about(book, case, ruling)}
    wanted = ruling.coded if ruling.type == "word" else (ruling.default,)
    return (reading for reading in wanted if reading not in tried)


def _about(book: Rulebook, case: Case, ruling: Ruling) -> bool:
    """Whether a case is about a ruling: it says so, an objection rests on it, or its table has a reading of it."""
    rests = {basis for _, basis in case.reasons}
    return ruling.id in rests or ruling.id in case.rows or ruling.key in _house(book, case)


def _house(book: Rulebook, case: Case) -> Mapping[str, Reading]:
    """The readings that a case names, by key."""
    said = (word.split("=", 1) for word in (*case.table.get("rulings", ()), *case.ruling))
    named = ((book.ruling(word), reading) for word, reading in said)
    return {ruling.key: ruling.read(reading) for ruling, reading in named}


@every_game
def test_every_row_every_step_and_every_reading_has_its_cases(game: str) -> None:
    book = rulebook.load(tables_folder(game))
    lacking = sorted(set(missing(book, cases(game))))
    assert not lacking, "no case for\n" + "\n".join(lacking)


@every_game
def test_every_worked_example_is_a_case_or_a_test(game: str) -> None:
    tested = "".join(path.read_text("utf-8") for path in (TESTS / game).glob("test_*.py"))
    known = {case.example for case in cases(game)}
    assert [example for example in EXAMPLES[game] if example not in known and f"# {example}" not in tested] == []


@every_game
def test_every_case_names_rows_and_rulings_that_can_be_looked_up(game: str) -> None:
    book = rulebook.load(tables_folder(game))
    known = {*book.rules, *book.steps, *book.rulings}
    named = [(case.place, row) for case in cases(game) for row in (*case.rows, *_cited(case))]
    assert [f"{place}: {row}" for place, row in named if row not in known] == []


def _cited(case: Case) -> tuple[str, ...]:
    """The rows of the objections; of what is not understood there are none, only a message."""
    return () if case.verdict == "not understood" else case.because
