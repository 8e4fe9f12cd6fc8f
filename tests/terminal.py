"""A table to sit down at, and a real terminal: keys go in, and what stands on the screen can be read."""

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any

import pexpect
import pyte
import pytest

from referee import beginning
from referee.session import Session

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX only")  # of a test
PATIENCE = 20.0  # seconds until a screen that never comes is given up
KEYS = {"up": "\x1b[A", "down": "\x1b[B", "enter": "\r", "esc": "\x1b", "tab": "\t", "back": "\x7f", "clear": "\x15"}


def begun(folder: Path, *said: str, **header: Any) -> Session:
    """A session of the practice box, dealt by the referee unless told otherwise, after these sentences."""
    told = {"players": ("Ann:green",), "options": ("mode=solo", "difficulty=easy"), "draws": "referee", "seed": 3}
    head = beginning.header("planetoid", {**told, "from": "practice", **header}, folder)
    session = Session.begin("kitchen", folder, head)
    for sentence in said:
        assert session.say(sentence).lines, sentence
    return session


def _hearing() -> None:
    """Whoever runs the tests may have been told not to mind a closed terminal; the program is to mind it."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Terminal:
    """`with Terminal(["play"], home) as terminal:` runs `referee play`; leaving it closes the terminal."""

    def __init__(
        self,
        arguments: Sequence[str],
        home: Path,
        size: tuple[int, int] = (80, 24),
        environ: Mapping[str, str] | None = None,
    ) -> None:
        columns, rows = size
        self.screen = pyte.HistoryScreen(columns, rows, history=10_000)
        self.stream = pyte.ByteStream(self.screen)
        told = {"REFEREE_HOME": str(home), "HOME": str(home), "TERM": "xterm", "PATH": os.environ["PATH"]}
        command = [sys.executable, "-m", "referee", *arguments]
        self.raw = b""
        self.child: pexpect.spawn[bytes] = pexpect.spawn(
            command[0],
            command[1:],
            dimensions=(rows, columns),
            env={**told, **(environ or {})},
            timeout=PATIENCE,
            preexec_fn=_hearing,
        )

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.child.close(force=True)

    @property
    def lines(self) -> list[str]:
        """The screen, line by line."""
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        """The screen without the empty lines below."""
        return "\n".join(self.lines).rstrip()

    @property
    def scroll(self) -> str:
        """The screen, and above it all that has left it at the top."""
        gone = ("".join(line[x].data for x in range(self.screen.columns)).rstrip() for line in self.screen.history.top)
        return "\n".join((*gone, self.text))

    @property
    def cursor(self) -> str:
        """The line in which the cursor stands."""
        return self.lines[self.screen.cursor.y]

    def type(self, *keys: str) -> "Terminal":
        """Strikes keys, by name or as letters."""
        for key in keys:
            self.child.send(KEYS.get(key, key))
        return self

    def enter(self, text: str = "") -> "Terminal":
        """Types a line."""
        return self.type(text, "enter") if text else self.type("enter")

    def until(self, seen: str | Callable[["Terminal"], object]) -> "Terminal":
        """Waits until words stand on the screen."""
        there = (lambda terminal: seen in terminal.text) if isinstance(seen, str) else seen
        end = time.monotonic() + PATIENCE
        while not there(self):
            assert time.monotonic() < end, f"never seen: {seen}\n{self.text}"
            self._read(0.05)
        return self

    def asks(self, mark: str = ">") -> "Terminal":
        """Waits until the cursor stands behind a prompt."""
        return self.until(lambda terminal: terminal.cursor.rstrip().endswith(mark))

    def exit(self) -> int:
        """Waits until the program ends; its exit code."""
        end = time.monotonic() + PATIENCE
        while self._read(0.05):
            assert time.monotonic() < end, self.text
        self.child.close()
        status = self.child.exitstatus
        return -int(self.child.signalstatus or 0) if status is None else int(status)

    def _read(self, seconds: float) -> bool:
        """Draws what comes within this time; whether the program still runs. A terminal tells where its cursor is."""
        try:
            data: bytes = self.child.read_nonblocking(65536, seconds)
        except pexpect.TIMEOUT:
            return True
        except pexpect.EOF:
            return False
        self.raw += data
        self.stream.feed(data)
        if b"\x1b[6n" in data:
            self.child.send(f"\x1b[{self.screen.cursor.y + 1};{self.screen.cursor.x + 1}R")
        return True
