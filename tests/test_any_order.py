"""Fix, insert, change, strike, undo and redo in any order: the record is whole, the table that of a straight game."""

from collections.abc import Iterator
from functools import cache
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee import journal, opening
from referee.desk import Desk
from referee.journal import Record
from referee.where import examples_folder
from tests import always, bychance
from tests.mending import blocks, holds

TOY = {"game": "toy", "players": ("Ann:red", "Bea:blue", "Cid:green")}
HIDDEN = ("Bea hide sun", "Ann hide moon", "Cid hide star")
PLAYED = ("row M0", "roll 4", "swap green", "Cid no", "row 1M", "roll 6")
STEPS = ("fix", "before", "change", "strike", "undo", "redo")
steps = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 999)), min_size=3, max_size=7)


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(opening.GAMES, "toy", "tests.toy")


@cache
def record(name: str) -> Record:
    return journal.read(examples_folder() / f"{name}.toml")


def example(name: str, lines: int) -> Desk:
    desk = opening.desk(record(name).header)
    desk.read(record(name).blocks[:lines])
    assert desk.stop is None
    return desk


def eddy() -> Desk:
    desk = opening.desk(TOY)
    for sentence in (*HIDDEN, *PLAYED):
        assert desk.say(sentence).lines
    return desk


def take(desk: Desk, step: str, rnd: Random) -> bool:
    """One step, whatever it is done to; whether anything could be done."""
    if step == "undo" and desk.acts:
        desk.undo(rnd.randint(1, min(3, len(desk.acts))))
    elif step == "redo" and desk.undone:
        desk.redo(rnd.randint(1, len(desk.undone)))
    elif step == "fix" and (said := bychance.fix(desk, rnd)):
        assert desk.say(said, because="counted").lines
    elif step in ("before", "change", "strike") and (found := bychance.edit(desk, rnd, (step,))):
        desk.amend(found.blocks, found.found)
    else:
        return False
    return True


def mended(desk: Desk, steps: list[tuple[str, int]], file: Path) -> None:
    """All steps, each of which leaves a whole record; what a file holds of it in the end is the same."""
    before = len(desk.lines)
    for step, seed in steps:
        if take(desk, step, Random(seed)):
            holds(desk)
    assert len(desk.lines) >= before
    journal.create(file, {"format": 1, "game": desk.game.NAME, "referee": "0", "defaults": 1, "players": ("Ann",)})
    with journal.locked(file) as pen:
        pen.add(pen.read(), blocks(desk))
    copy = Desk(desk.game, desk.opening)
    copy.read(journal.read(file).blocks)
    always.alike(copy.ask, desk.ask)
    assert blocks(copy) == blocks(desk)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Names of files, one after the other."""
    folder = tmp_path_factory.mktemp("records")
    return (folder / f"{n}.toml" for n in count())


@settings(max_examples=12)
@given(steps=steps)
def test_a_record_of_eddy_may_be_mended_in_any_order(files: Iterator[Path], steps: list[tuple[str, int]]) -> None:
    mended(eddy(), steps, next(files))


@settings(max_examples=10)
@given(lines=st.integers(4, 18), steps=steps)
def test_a_record_of_planetoid_may_be_mended_in_any_order(
    files: Iterator[Path], lines: int, steps: list[tuple[str, int]]
) -> None:
    mended(example("planetoid-disputed", lines), steps, next(files))


@settings(max_examples=7)
@given(lines=st.integers(3, 12), steps=steps)
def test_a_record_of_parsec_may_be_mended_in_any_order(
    files: Iterator[Path], lines: int, steps: list[tuple[str, int]]
) -> None:
    mended(example("parsec-disputed", lines), steps, next(files))
