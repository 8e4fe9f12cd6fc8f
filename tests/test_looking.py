"""Whoever only looks leaves the session's file byte for byte as it was, at every question of every example.

At each question one command is tried, the next one in turn, those that take long only now and then; the file holds what
was said by then, so that whatever would be written could be written. In long examples it is mostly one of the looks on
which commands stand.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from referee import cli, display, journal, opening, proof, reply
from referee.desk import Desk
from referee.journal import Record
from referee.session import Session
from referee.where import examples_folder
from tests import transcripts
from tests.shipped import example

NAMES = transcripts.examples()
LONG, SELDOM, APART = 100, 16, 197  # of an example with more lines a command is tried at questions so far apart
BEGINS = re.compile(rb"\n\[\[event\]\]\n")

Command = tuple[str, Mapping[str, Any]]
QUICK: tuple[Command, ...] = (
    ("judge", {"sentence": ["end"]}),
    ("why", {}),
    ("score", {}),
    ("claim", {"who": "NAME", "value": 3}),
    ("count", {}),
    ("judge", {"sentence": ["note", "look"]}),
    ("claim", {"who": "NAME", "value": 3, "json": True}),
)
SLOW: tuple[Command, ...] = (
    ("next", {}),
    ("show", {}),
    ("log", {}),
    ("why", {"what": ["LINE"]}),
    ("next", {"json": True}),
    ("log", {"json": True}),
    ("export", {"json": True}),
    ("show", {"json": True}),
    ("judge", {"sentence": ["end"], "json": True}),
    ("score", {"json": True}),
    ("count", {"json": True}),
    ("why", {"what": ["LINE"], "json": True}),
)
WHOLE = (
    *("next", "show", "log", "log --transcript", "why", "score", "judge end", "count", "count --audit", "claim NAME 3"),
    *("sessions", "stats", "sessions --json", "stats --json", "export --json", "export --bgstats", "verify FILE"),
    *("diff SESSION SESSION", "rules GAME tile", "rulings GAME", "notation GAME", "box GAME", "demo GAME disputed"),
)
WRITING = {"new", "play", "say", "assist", "note", "ruling", "by-hand"}  # and what takes back or puts right
WRITING |= {"undo", "redo", "fix", "insert", "change", "strike", "keep"}
LOOKS: tuple[Callable[[Desk], Any], ...] = (
    reply.asked,
    lambda desk: desk.judge("end"),
    proof.overview,
    lambda desk: desk.what_if("note look"),
    lambda desk: desk.judge("note look"),
)


@pytest.fixture(autouse=True)
def _silent() -> Iterator[None]:
    yield
    display.speak()


def questions(name: str) -> Iterator[tuple[Desk, Record]]:
    """The desk at every question of an example, and the record that led there."""
    whole, record = example(name), journal.read(examples_folder() / f"{name}.toml")
    ends = [*(match.start() for match in BEGINS.finditer(record.source)), len(record.source)]
    for acts in range(len(whole.acts) + 1):
        desk = Desk(whole.game, whole.opening)
        desk.acts = whole.acts[:acts]
        desk.ask = desk.acts[-1].after if acts else whole.opening
        lines = desk.acts[-1].lines[-1].number if acts else 0
        desk.lines = whole.lines[:lines]
        yield desk, record._replace(blocks=record.blocks[:lines], source=record.source[: ends[lines]])


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    """The files of a folder, and when each was written."""
    return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in folder.iterdir()}


def given(desk: Desk, said: Mapping[str, Any]) -> dict[str, Any]:
    """What a command is given at this question."""
    words = {"NAME": desk.ask.pos.names[0], "LINE": str(len(desk.lines))}
    return {
        key: [words.get(each, each) for each in value] if isinstance(value, list) else words.get(value, value)
        for key, value in said.items()
    }


@pytest.mark.parametrize("name", NAMES)
def test_at_every_question_whoever_looks_leaves_the_file_as_it_was(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REFEREE_DEBUG", "1")
    quick, slow, looks = cycle(QUICK), cycle(SLOW), cycle(LOOKS)
    long, file = len(example(name).lines) > LONG, tmp_path / f"{name}.toml"
    display.speak(opening.folder(example(name).game.NAME))
    for n, (desk, record) in enumerate(questions(name)):
        if long and n % APART:
            found = next(looks)(desk)
            deque(found if isinstance(found, Iterator) else (), maxlen=0)
        else:
            file.write_bytes(record.source)
            before, session = files(tmp_path), Session(record._replace(file=file), tmp_path, desk)
            monkeypatch.setattr(Session, "open", lambda *_, session=session: session)
            command, said = next(slow if long or n % SELDOM == SELDOM - 1 else quick)
            cli.done(cli.command(command), given(desk, said))
            assert files(tmp_path) == before
            assert (session.desk, session.record.file) == (desk, file)
        assert desk.fresh == []  # all that would be written comes from here
    assert files(tmp_path) == before


@pytest.mark.parametrize("game", ["planetoid", "parsec"])
def test_no_command_that_looks_writes_anything_in_the_folder(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"{game}-disputed"
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path))
    monkeypatch.setenv("REFEREE_DEBUG", "1")
    (tmp_path / f"{name}.toml").write_bytes((examples_folder() / f"{name}.toml").read_bytes())
    words = {"NAME": example(name).ask.pos.names[0], "SESSION": name, "GAME": game, "FILE": f"{tmp_path}/{name}.toml"}
    before = files(tmp_path)
    for command in WHOLE:
        said = CliRunner().invoke(cli.app, [words.get(word, word) for word in command.split()], catch_exceptions=False)
        assert said.stdout or said.stderr, command
        assert files(tmp_path) == before, command


def test_every_command_either_writes_or_is_tried() -> None:
    assert {command.split()[0] for command in WHOLE} == cli.COMMANDS.keys() - WRITING
