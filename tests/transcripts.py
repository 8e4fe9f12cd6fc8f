"""Transcripts of the example sessions: how each reads when it is played again, with what was tried in vain.

`python -m tests.transcripts` writes them anew beside the sessions; each then has to be read against its sheet.
"""

from collections.abc import Iterator
from pathlib import Path

from referee import display, journal, opening, replay
from referee.layout import Screen
from referee.where import examples_folder

PLAIN = Screen(width=80)


def examples() -> list[str]:
    """The example sessions by name."""
    return sorted(path.stem for path in examples_folder().glob("*.toml") if not path.stem.endswith(".sheet"))


def played(file: Path) -> Iterator[str]:
    """The lines of a session's transcript, as a plain screen shows them."""
    record = journal.read(file)
    display.speak(opening.folder(str(record.header["game"])))
    for scene in replay.played(record.header, record.blocks, replay.tried(file)):
        yield from display.lines(PLAIN, *scene.parts)


if __name__ == "__main__":
    for name in examples():
        text = "".join(f"{line}\n" for line in played(examples_folder() / f"{name}.toml"))
        (examples_folder() / f"{name}.txt").write_text(text, "utf-8")
