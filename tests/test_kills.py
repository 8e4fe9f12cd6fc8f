"""Whoever is killed while writing loses nothing that was acknowledged; two who write at once lose nothing at all."""

import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

from referee import journal
from referee.journal import Block, Record

HEADER: Block = {"format": 1, "game": "planetoid"}
KILLS = 200
IN_THE_WINDOW = 50  # kills between the first byte of the temporary file and its rename: where half a file might arise

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


def test_200_kills_lose_no_acknowledged_sentence_and_damage_no_file(tmp_path: Path) -> None:
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
    file, times = tmp_path / "kitchen.toml", 150
    journal.create(file, HEADER)
    children = [speaker(file, who, linger, times) for who in ("Ann", "Bob")]
    told = [child.communicate(timeout=60)[0] for child in children]
    assert told == ["".join(f"{number}\n" for number in range(1, times + 1))] * 2
    record = journal.read(file)
    assert [said(record, who) for who in ("Ann", "Bob")] == [rolls(who, times) for who in ("Ann", "Bob")]
    assert len(record.blocks) == 4 * times
