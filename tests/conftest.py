"""What every test stands on: a home of its own, plain output, and the same examples everywhere."""

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("table", deadline=None, derandomize=True)
settings.load_profile("table")


@pytest.fixture(autouse=True)
def _home_of_its_own(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes a person's sessions or box files, and none sees a person's terminal."""
    home: Path = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("REFEREE_HOME", str(home))
    monkeypatch.setenv("HOME", str(home))
    for name in ("COLUMNS", "FORCE_COLOR", "LANGUAGE", "NO_COLOR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
