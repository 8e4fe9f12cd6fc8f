"""Whole commands: how long they take in units of bare Python, and how much memory a query takes at its peak."""

import os
import pty
import signal
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from referee import journal, opening, session
from referee.ask import OVER
from referee.desk import Desk
from referee.where import tables_folder
from tests.bench import rates
from tests.bench.paired import Figure

EVENTS, YOUNG = 300, 12  # events of a long evening, acts of a game just begun
PROMPT = b"Ann>"
MEBIBYTE = 1024  # ru_maxrss counts in KiB
BARE = "python -c pass"
ASKED = ("Can two players have robots on the same tile?", "May I use a damaged system?")
QUIET = ("scan", "large-scan", "charge", "repair")

# -- a long evening ------------------------------------------------------------------


def evening(seed: int) -> Desk:
    """A game after 300 events: a table that lets systems be used again and again, and seldom ends a turn."""
    for rnd in map(Random, count(seed)):
        desk = opening.desk(HEADER)
        desk.deal()
        while len(desk.lines) < EVENTS and desk.ask.rule != OVER:
            said = rates.choice(rnd, desk.game, desk.ask)
            chance = 0.35 if said == "end" else 0.02
            if said.startswith(QUIET) or (said and (desk.ask.rule != "S-11" or rnd.random() < chance)):
                desk.say(said, anyway=True, because="a long evening")
        if desk.ask.rule != OVER:
            return desk
    raise AssertionError("count never ends")


def _header() -> dict[str, Any]:
    """A game on a board of 72 spaces, with spawn cards that do no damage."""
    box = tomllib.loads((tables_folder("planetoid") / "practice.toml").read_text("utf-8"))["box"]
    harmless = (said.replace(" damage", "") if " spawn " in said else said for said in box[1:])
    return {
        "game": "planetoid",
        "players": ("Ann:green",),
        "options": ("mode=solo", "difficulty=easy"),
        "box": (f"teach board full {'/'.join(['#########'] * 8)}", *harmless),
        "practice": True,
        "draws": "referee",
        "seed": 7,
    }


HEADER = _header()


def kept(desk: Desk, acts: int, folder: Path) -> Path:
    """The game as a session file after so many acts, the last one written in its folder."""
    record = journal.create(folder / "evening.toml", session.header(HEADER))
    with journal.locked(record.file, folder) as pen:
        pen.add(record, [line.block for act in desk.acts[:acts] for line in act.lines])
    return folder


# -- starting a command ------------------------------------------------------------------


def taken(command: tuple[str, ...], home: Path) -> tuple[float, float]:
    """Milliseconds from start to end of a command, and its peak memory in MiB. Raises RuntimeError if it fails."""
    nothing = os.open(os.devnull, os.O_RDWR)
    ways = [(os.POSIX_SPAWN_DUP2, nothing, stream) for stream in (0, 1, 2)]
    began = perf_counter()
    child = os.posix_spawn(command[0], command, environ(home), file_actions=ways)
    _, status, used = os.wait4(child, 0)
    passed = perf_counter() - began
    os.close(nothing)
    if status:
        raise RuntimeError(f"{command} failed")
    return passed * 1000, used.ru_maxrss / MEBIBYTE


def prompted(command: tuple[str, ...], home: Path, prompt: bytes) -> float:
    """Milliseconds until a command on a terminal of its own shows its first prompt."""
    began = perf_counter()
    child, terminal = pty.fork()
    if not child:
        os.execve(command[0], command, environ(home))
    shown = b""
    while prompt not in shown:
        shown += os.read(terminal, 65536)
    passed = perf_counter() - began
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(terminal)
    return passed * 1000


def environ(home: Path) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(home), "REFEREE_HOME": str(home), "TERM": "xterm"}


# -- the figures ------------------------------------------------------------------


@contextmanager
def figures(seed: int) -> Iterator[list[Figure]]:
    """Commands on a session of 300 events and on a young one, for as long as their folders last."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as nursery:
        desk = evening(seed)
        home, young = kept(desk, len(desk.acts), Path(folder)), kept(desk, YOUNG, Path(nursery))
        python, referee = (sys.executable, "-c", "pass"), (sys.executable, "-m", "referee")
        look_up = (*referee, "rules")
        times = [
            (BARE, partial(_time, python, home), "", 0),
            ("referee --help", partial(_time, (*referee, "--help"), home), BARE, 7),
            (f"referee next, {EVENTS} events", partial(_time, (*referee, "next"), home), BARE, 9),
            (f"referee show, {EVENTS} events", partial(_time, (*referee, "show"), home), BARE, 10),
            ("referee rules parsec, in words", partial(_time, (*look_up, "parsec", ASKED[0]), home), BARE, 10),
            ("referee rules planetoid, in words", partial(_time, (*look_up, "planetoid", ASKED[1]), home), BARE, 10),
            ("referee play, first prompt", partial(prompted, (*referee, "play"), young, PROMPT), BARE, 15),
            (f"referee play, {EVENTS} events", partial(prompted, (*referee, "play"), home, PROMPT), BARE, 0),
        ]
        yield [Figure(name, measure, unit, 0, most) for name, measure, unit, most in times]


@contextmanager
def memory(seed: int) -> Iterator[list[Figure]]:
    """The peak of a query, against a MiB as the unit."""
    with TemporaryDirectory() as folder:
        desk = evening(seed)
        home = kept(desk, len(desk.acts), Path(folder))
        query = (sys.executable, "-m", "referee", "next")
        yield [Figure("MiB", lambda: 1), Figure("referee next, at its peak", partial(_peak, query, home), "MiB", 0, 40)]


def _time(command: tuple[str, ...], home: Path) -> float:
    return taken(command, home)[0]


def _peak(command: tuple[str, ...], home: Path) -> float:
    return taken(command, home)[1]
