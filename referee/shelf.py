"""Where sessions lie, by which names, and which was written last."""

import os
import re
from contextlib import suppress
from pathlib import Path

from referee.errors import Failed, NotUnderstood
from referee.files import contents, lock, rewrite, told

SUFFIX = ".toml"
BOX = ".box"  # GAME.box.toml is what a table taught about its box, not a session
LONGEST = 200  # bytes; a file system takes 255, and the lock and temporary files need some

_UNFIT = re.compile(r'^\.|[<>:"/\\|?*]|\.box$')
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)", re.IGNORECASE)


def folder(explicit: Path | None = None) -> Path:
    """The sessions folder: the one given, else REFEREE_HOME, else ./sessions if it is there, else the user's own."""
    if explicit:
        return explicit
    if home := os.environ.get("REFEREE_HOME"):
        return Path(home)
    if os.path.isdir("sessions"):
        return Path("sessions")
    from platformdirs import user_data_path

    return user_data_path("referee", appauthor=False)


def names(folder: Path) -> tuple[str, ...]:
    """The sessions of a folder, the last changed first; none if there is no such folder."""
    with told(folder):
        found = [file for file in folder.glob("*" + SUFFIX) if _is_session(file)]
        found.sort(key=lambda file: (-file.stat().st_mtime_ns, file.name))
    return tuple(file.stem for file in found)


def place(name: str, folder: Path) -> Path:
    """The file of a session called `name`, there or not; NotUnderstood if that cannot be a file of this folder."""
    name = name.removesuffix(SUFFIX)
    if _RESERVED.match(name):
        raise NotUnderstood("shelf.reserved", name=name)
    if not name.isprintable() or not name or name != name.strip() or _UNFIT.search(name):
        raise NotUnderstood("shelf.name", name=name)
    if len(name.encode()) > LONGEST:
        raise NotUnderstood("shelf.long", name=name, most=LONGEST)
    return folder / (name + SUFFIX)


def find(session: str | None, folder: Path) -> Path:
    """The file of a session that is there: by its name in `folder`, by its path, or (None) the last one written."""
    if session is None:
        return _last(folder)
    is_path = any(sign in session for sign in (os.sep, os.altsep) if sign)
    is_path = is_path or session.endswith(SUFFIX) and os.path.isfile(session)
    file = Path(session) if is_path else place(session, folder)
    if is_path and not os.path.exists(file):
        raise Failed("files.missing", file=session)
    if not os.path.exists(file):
        from difflib import get_close_matches

        nearest = get_close_matches(file.stem, names(folder), n=3, cutoff=0.5)
        raise Failed("shelf.unknown", name=session, nearest=tuple(nearest), folder=str(folder))
    return file


def example(game: str, folder: Path, name: str = "") -> Path:
    """The example session of a game that has this name, `solo` for GAME-solo; else the one that is shown first,
    with the fewest people. Raises Failed if the game has none, and NotUnderstood for another name."""
    files = (file for file in folder.glob(f"{game}-*{SUFFIX}") if "." not in file.stem)
    found = {file.stem.removeprefix(f"{game}-"): file for file in files}
    names = sorted(found, key=lambda each: (each not in ("solo", "two"), each))
    if not names:
        raise Failed("shelf.no-example", game=game)
    chosen = (name or names[0]).casefold().removeprefix(f"{game}-")
    if chosen not in found:
        raise NotUnderstood("shelf.which-example", nearest=names, game=game, name=name)
    return found[chosen]


def remember(file: Path, folder: Path) -> None:
    """Notes that `file` was written last. A mere convenience: what was said is recorded, whatever becomes of this."""
    mark = Path(os.path.realpath(folder)) / ".last"
    said = os.fsencode(file.name if file.parent == mark.parent else file) + b"\n"
    with suppress(OSError):
        if os.path.exists(mark) and contents(mark) == said:
            return
        mark.parent.mkdir(parents=True, exist_ok=True)
        with lock(mark):
            rewrite(mark, said)


def _is_session(file: Path) -> bool:
    return not file.name.startswith(".") and not file.stem.endswith(BOX) and file.is_file()


def _last(folder: Path) -> Path:
    mark = folder / ".last"
    with told(mark):
        said = os.fsdecode(contents(mark)).removesuffix("\n") if os.path.exists(mark) else ""
    if said and os.path.exists(folder / said):
        return folder / said
    raise Failed("shelf.none-last", names=names(folder), folder=str(folder))
