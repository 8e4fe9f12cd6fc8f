"""Whoever is killed while writing loses nothing that was acknowledged; two who write at once lose nothing at all.

First the room that writes, slowed down; then the program as it is. `python -m tests.test_kills` kills it 200 times.
"""

import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate, count
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from referee import blocks, journal, opening
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.journal import Block, Record
from referee.session import Session
from tests.cases import practice_box
from tests.test_rejudge import random_sentence

HEADER: Block = {"format": 1, "game": "planetoid"}
# Kills, and how many of them have to come between the first byte of the temporary file and its rename, where half a
# file might arise.
KILLS, IN_THE_WINDOW = 40, 10
FEW, MANY = (8, 2), (200, 50)  # the same of the program, in the suite and by hand

# Says `roll N` and what follows from it until it is killed, and acknowledges each N. Before a file is synced and before
# it is renamed it lingers, so that a random moment is likely to fall in between.
SPEAKER = """
import os, random, sys, time
from pathlib import Path
from referee import journal

def lingering(call):
    def slow(*given):
        time.sleep(random.random() * float(sys.argv[3]))
        return call(*given)
    return slow

os.fsync, os.replace = lingering(os.fsync), lingering(os.replace)
file, who, times = Path(sys.argv[1]), sys.argv[2], int(sys.argv[4])
for _ in range(times):
    with journal.locked(file) as pen:
        record = pen.read()
        number = sum(block["who"] == who for block in record.blocks) + 1
        pen.add(record, [{"who": who, "say": f"roll {number}"}, {"who": "table", "say": "dice 6", "auto": True}])
    print(number, flush=True)
"""
LINGER, FOR_EVER = 0.004, 1_000_000


def speaker(file: Path, who: str, linger: float, times: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", SPEAKER, str(file), who, str(linger), str(times)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def said(record: Record, who: str) -> list[Block]:
    return [block for block in record.blocks if block["who"] == who]


def rolls(who: str, last: int) -> list[Block]:
    return [{"who": who, "say": f"roll {number}"} for number in range(1, last + 1)]


class Kill(NamedTuple):
    """What one kill left: the last acknowledged number, and whether it came between first byte and rename."""

    acknowledged: int
    in_the_window: bool


def kill(file: Path, chance: random.Random) -> Kill:
    """Starts a speaker and kills it at a random moment after its first acknowledgement."""
    with speaker(file, "Ann", LINGER, FOR_EVER) as child:
        assert child.stdout
        first = child.stdout.readline()
        time.sleep(chance.random() * 5 * LINGER)
        child.kill()
        lines = (first + child.stdout.read()).splitlines(keepends=True)
    begun = file.with_name(f".{file.name}.{child.pid}.tmp")
    whole = [int(line) for line in lines if line.endswith("\n")]
    return Kill(whole[-1], begun.exists() and begun.stat().st_size > 0)


def kill_often(file: Path, times: int) -> int:
    """Kills that many speakers of one session, looks at the file after each; how many kills fell in the window."""
    journal.create(file, HEADER)
    chance = random.Random(file.name)
    in_the_window = 0
    for _ in range(times):
        killed = kill(file, chance)
        in_the_window += killed.in_the_window
        record = journal.read(file)
        last = len(said(record, "Ann"))
        assert killed.acknowledged <= last <= killed.acknowledged + 1
        assert said(record, "Ann") == rolls("Ann", last)
        assert len(record.blocks) == 2 * last
        left_over = [name for name in os.listdir(file.parent) if name.startswith(f".{file.name}") and "tmp" in name]
        assert len(left_over) <= 1
    return in_the_window


def test_kills_lose_no_acknowledged_sentence_and_damage_no_file(tmp_path: Path) -> None:
    files = [tmp_path / "kitchen.toml", tmp_path / "cellar.toml"]
    with ThreadPoolExecutor(len(files)) as both:
        in_the_window = sum(both.map(lambda file: kill_often(file, KILLS // len(files)), files))
    assert in_the_window >= IN_THE_WINDOW
    for file in files:
        with journal.locked(file) as pen:
            pen.add(pen.read(), [{"who": "Ann", "say": "end"}])
    assert [name for name in os.listdir(tmp_path) if name.endswith(".tmp")] == []


@pytest.mark.parametrize("linger", [0.0, 0.002])
def test_two_who_speak_at_once_lose_nothing(tmp_path: Path, linger: float) -> None:
    file, times = tmp_path / "kitchen.toml", 60
    journal.create(file, HEADER)
    children = [speaker(file, who, linger, times) for who in ("Ann", "Bob")]
    told = [child.communicate(timeout=60)[0] for child in children]
    assert told == ["".join(f"{number}\n" for number in range(1, times + 1))] * 2
    record = journal.read(file)
    assert [said(record, who) for who in ("Ann", "Bob")] == [rolls(who, times) for who in ("Ann", "Bob")]
    assert len(record.blocks) == 4 * times


# -- the program itself ------------------------------------------------------------------

ACKNOWLEDGED = re.compile(r"\d+ +Ann: .*\n")


class Game(NamedTuple):
    """A game that the referee deals: how it begins, what a person says in it, and the record that it comes to."""

    header: dict[str, Any]
    sentences: tuple[str, ...]
    record: tuple[Block, ...]

    @property
    def ends(self) -> tuple[int, ...]:
        """How many blocks the record has after so many sentences: all of an act, or nothing of it."""
        acts, _ = blocks.acts(self.record)
        return tuple(accumulate(map(len, acts), initial=0))


def game(seed: int) -> Game:
    """A game of sentences that somebody might say, up to its end."""
    header = {"game": "planetoid", "players": ("Ann",), "options": ("mode=solo", "difficulty=hard"), "practice": True}
    header |= {"box": practice_box("planetoid"), "draws": "referee", "seed": seed}
    desk, chance, sentences = opening.desk(header), random.Random(seed), list[str]()
    desk.deal()
    dealt = len(desk.fresh)
    while desk.ask.who:
        sentences += _said(desk, random_sentence(desk, chance))
    return Game(header, tuple(sentences), tuple(map(dict, desk.fresh[dealt:])))


def _said(desk: Desk, sentence: str) -> Iterator[str]:
    """The sentence as the record has it, if it goes through."""
    try:
        lines = desk.say(sentence).lines if sentence else ()
    except NotUnderstood:
        return
    yield from (str(line.block["say"]) for line in lines[:1])


def program(home: Path, sentences: Sequence[str]) -> "subprocess.Popen[str]":
    """`referee say -` at work on these sentences."""
    command = [sys.executable, "-m", "referee", "say", "-s", "kitchen", "-"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    child = subprocess.Popen(command, **pipes, env={**os.environ, "REFEREE_HOME": str(home)})
    assert child.stdin
    child.stdin.write("".join(f"{sentence}\n" for sentence in sentences))
    child.stdin.close()
    return child


def kill_program(home: Path, sentences: Sequence[str], chance: random.Random) -> Kill | None:
    """Kills `referee say -` some time after its first acknowledgements, or as soon as it has begun to write.

    None if it was ready before that.
    """
    with program(home, sentences) as child:
        assert child.stdout
        begun = home / f".kitchen.toml.{child.pid}.tmp"
        told = [child.stdout.readline() for _ in range(chance.randint(1, 12))]
        wait, aimed = time.monotonic() + chance.random() * 0.03, chance.random() < 0.5
        while child.poll() is None and (not _has_begun(begun) if aimed else time.monotonic() < wait):
            pass
        child.kill()
        told.append(child.stdout.read())
    acknowledged = len(ACKNOWLEDGED.findall("".join(told)))
    return Kill(acknowledged, _has_begun(begun)) if child.returncode < 0 else None


def _has_begun(file: Path) -> bool:
    try:
        return os.stat(file).st_size > 0
    except OSError:
        return False


def kill_games(home: Path, times: int) -> list[Kill]:
    """Kills the program that often, game after game, and looks at the record after each."""
    killed: list[Kill] = []
    for seed in count():
        told, file = game(seed), home / "kitchen.toml"
        file.unlink(missing_ok=True)
        before = len(Session.begin("kitchen", home, told.header).record.blocks)
        said = 0
        while said < len(told.sentences):
            if len(killed) == times:
                return killed
            kill = kill_program(home, told.sentences[said:], random.Random(f"{seed} {said}"))
            session = Session.open("kitchen", home)
            record = session.record.blocks[before:]
            assert session.stop is None
            assert record == told.record[: len(record)]
            now = told.ends.index(len(record))
            if kill:
                killed.append(kill)
                assert said + kill.acknowledged <= now <= said + kill.acknowledged + 1
            said = now
    return killed


def tally(killed: Sequence[Kill]) -> str:
    inside, told = sum(kill.in_the_window for kill in killed), sum(kill.acknowledged for kill in killed)
    return f"{len(killed)} kills, {inside} between first byte and rename; {told} sentences acknowledged, none lost"


def test_killing_the_program_loses_no_acknowledged_sentence_and_damages_no_session(tmp_path: Path) -> None:
    times, inside = FEW
    killed = kill_games(tmp_path, times)
    assert len(killed) == times
    assert sum(kill.in_the_window for kill in killed) >= inside


def test_two_programs_that_speak_at_once_lose_nothing(tmp_path: Path) -> None:
    played = game(0)
    before = len(Session.begin("kitchen", tmp_path, played.header).record.blocks)
    notes = tuple(f"note {number}" for number in range(40))
    children = [program(tmp_path, sentences) for sentences in (played.sentences, notes)]
    told = [child.stdout.read() for child in children if child.stdout]
    assert [child.wait(60) for child in children] == [0, 0]
    assert len(ACKNOWLEDGED.findall(told[0])) == len(played.sentences)
    record = journal.read(tmp_path / "kitchen.toml").blocks[before:]
    assert [block["say"] for block in record if blocks.is_note(block)] == list(notes)
    assert [block for block in record if not blocks.is_note(block)] == list(played.record)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        many = kill_games(Path(place), MANY[0])
    print(tally(many))
    sys.exit(sum(kill.in_the_window for kill in many) < MANY[1])
