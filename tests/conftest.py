"""What every test stands on: a home of its own, plain output, the same examples everywhere, one way to run it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from typer.testing import CliRunner, Result

from referee import cli, display
from referee.prompts import talk

settings.register_profile("table", deadline=None, derandomize=True)
settings.load_profile("table")


@pytest.fixture(autouse=True)
def _home_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes a person's sessions or box files, and none sees a person's terminal."""
    home: Path = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("REFEREE_HOME", str(home))
    monkeypatch.setenv("HOME", str(home))
    display.address("")
    for name in ("COLUMNS", "FORCE_COLOR", "LANGUAGE", "NO_COLOR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Result]]:
    """Runs `referee` with these words, in a folder of sessions of its own."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path))
    monkeypatch.delenv("REFEREE_DEBUG", raising=False)

    def run(*words: str, said: str = "") -> Result:
        return CliRunner().invoke(cli.app, words, input=said, catch_exceptions=False)

    yield run
    display.speak()


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[PipeInput]:
    """Keys that are struck, as if at a terminal."""
    monkeypatch.setattr(talk, "at_terminal", lambda: True)
    display.speak("planetoid")
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe
    display.speak()
