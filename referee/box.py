"""What a table taught about its own box: `<game>.box.toml` beside the sessions, and the practice box that is ours.

A box is a list of `teach` sentences in the order in which they were said: a later one about the same component takes
the place of an earlier. The file may be written by hand; what is added stands below what was there.
"""

import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from referee.errors import Damaged, Failed
from referee.files import contents, lock, rewrite, told
from referee.records import is_words

KEYS = ("box", "rulings")
HEAD = """\
# What this table's box says and no rulebook prints. What is taught is added at the end of the list; a later sentence
# about the same component takes the place of an earlier. `rulings = ["A-13=yes"]` are the readings of new sessions.

"""
_END = re.compile(r"^(box\s*=\s*\[\s*\n(?:[^\]]|\](?!\s*$))*?)^\]", re.MULTILINE)


class Box(NamedTuple):
    """The sentences of a box, and the group's own readings."""

    sentences: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()


def place(game: str, folder: Path) -> Path:
    """The file of a game's box, there or not."""
    return folder / f"{game}.box.toml"


def read(file: Path) -> Box:
    """The box in this file; an empty one if there is no file. Raises Damaged."""
    return parsed(file, source(file))


def source(file: Path) -> bytes:
    """The bytes of the file; none if it is not there."""
    with told(file):
        return contents(file) if file.exists() else b""


def practice(folder: Path) -> Box:
    """The box that comes with a game's tables, to try it without one; an empty one where nothing has to be taught."""
    file = folder / "practice.toml"
    with told(file):
        return Box(tuple(tomllib.loads(file.read_text("utf-8"))["box"])) if file.exists() else Box()


def add(file: Path, sentences: Sequence[str]) -> None:
    """Adds what is new, under the file's lock; comments and whatever else stands there are kept."""
    with told(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        with lock(file):
            old = source(file)
            before = parsed(file, old)
            new = tuple(sentence for sentence in dict.fromkeys(sentences) if sentence not in before.sentences)
            if new:
                rewrite(file, _added(old.decode(), before, new).encode())


def write(file: Path, source: bytes) -> Box:
    """Puts an edited file in place, if it can be read; Damaged if not, and nothing has changed then."""
    box = parsed(file, source)
    with told(file):
        file.parent.mkdir(parents=True, exist_ok=True)
        with lock(file):
            rewrite(file, source)
    return box


def edited(game: str, source: bytes) -> bytes:
    """What a person makes of a box file in an editor ($VISUAL, $EDITOR); Failed if there is none, or if it fails."""
    import os
    import shlex
    import subprocess
    from tempfile import TemporaryDirectory

    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
    if not editor:
        raise Failed("box.no-editor", game=game)
    with TemporaryDirectory() as folder:
        copy = Path(folder) / f"{game}.box.toml"
        copy.write_bytes(source)
        with told(Path(editor)):
            ended = subprocess.run([*shlex.split(editor), str(copy)], check=False).returncode
        if ended:
            raise Failed("box.editor", editor=editor, code=ended)
        return copy.read_bytes()


def text(box: Box) -> str:
    """A box as a file that people can read."""
    return HEAD + _listed("box", box.sentences) + (_listed("rulings", box.rulings) if box.rulings else "")


def parsed(file: Path, source: bytes) -> Box:
    """The box that these bytes are; Damaged if they are none."""
    try:
        table = tomllib.loads(source.decode("utf-8-sig"))
    except ValueError as error:
        raise Damaged("tables.unreadable", file=str(file), why=str(error)) from error
    for key, value in table.items():
        if key[:1] != "_" and (key not in KEYS or not is_words(value)):
            raise Damaged("box.key", file=str(file), key=key)
    return Box(tuple(table.get("box", ())), tuple(table.get("rulings", ())))


def _added(source: str, before: Box, new: tuple[str, ...]) -> str:
    """The file with these sentences at the end of its list; written anew where no such list stands on lines."""
    whole = before._replace(sentences=before.sentences + new)
    grown = _END.sub(lambda list: _comma(list[1]) + "".join(f"    {_quoted(s)},\n" for s in new) + "]", source, count=1)
    if grown != source and tomllib.loads(grown.removeprefix("\ufeff")).get("box") == list(whole.sentences):
        return grown
    return text(whole)


def _comma(lines: str) -> str:
    """The lines of the list, the last sentence of which may have stood without a comma."""
    return re.sub(r"([\"'])(\s*(?:#[^\n]*)?\n\s*)$", r"\1,\2", lines)


def _listed(key: str, words: Sequence[str]) -> str:
    return f"{key} = [\n" + "".join(f"    {_quoted(word)},\n" for word in words) + "]\n"


def _quoted(word: str) -> str:
    from tomli_w import dumps

    return f"'{word}'" if '"' in word and "'" not in word and word.isprintable() else dumps({"_": word})[4:-1]
