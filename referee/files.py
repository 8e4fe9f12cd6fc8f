"""Files that are either old or new, never half: read whole, written whole under a lock, put in place in one rename."""

import errno
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from referee.errors import Failed

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_REASONS = {
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), "files.missing"),
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), "files.refused"),
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "files.full"),
    errno.EISDIR: "files.directory",
}


@contextmanager
def told(file: Path) -> Iterator[None]:
    """Around work on `file`: what the system says about it becomes a Failed that a person can read."""
    try:
        yield
    except OSError as error:
        key = _REASONS.get(error.errno or 0, "files.system")
        place = error.filename if key == "files.system" and error.filename else file
        raise Failed(key, file=str(place), why=error.strerror or "") from error


def contents(file: Path, writable: bool = False) -> bytes:
    """All bytes of the file; OSError if it cannot be read, or if it is to be `writable` and is not."""
    with open(file, "r+b" if writable else "rb") as opened:
        return opened.read()


@contextmanager
def lock(file: Path) -> Iterator[None]:
    """Alone with this file, after whoever was. The lock is a file of its own: a rename would carry a lock away."""
    with open(_beside(file, "lock"), "ab") as opened:
        if sys.platform == "win32":
            opened.seek(0)
            msvcrt.locking(opened.fileno(), msvcrt.LK_LOCK, 1)
        else:
            fcntl.flock(opened, fcntl.LOCK_EX)
        _sweep(file)
        yield


def remove(file: Path) -> None:
    """The file is gone, if it was there, and so is its lock."""
    for each in (file, _beside(file, "lock")):
        with suppress(FileNotFoundError):
            os.unlink(each)


def rewrite(file: Path, data: bytes) -> None:
    """Puts all of `data` in place of the file, under its lock; whenever this is interrupted, the old file is whole."""
    temporary = _beside(file, f"{os.getpid()}.tmp")
    try:
        with open(temporary, "xb") as opened:
            opened.write(data)
            opened.flush()
            os.fsync(opened.fileno())
        if os.path.exists(file):
            os.chmod(temporary, os.stat(file).st_mode)
        _rename(temporary, file)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    if sys.platform != "win32":
        _sync_folder(file.parent)


def _beside(file: Path, ending: str) -> Path:
    return file.with_name(f".{file.name.lstrip('.')}.{ending}")


def _sweep(file: Path) -> None:
    """Removes what killed processes left unfinished: while we hold the lock, no living one has a temporary file."""
    stale = re.compile(re.escape(_beside(file, "").name) + r"\d+\.tmp")
    for name in os.listdir(file.parent):
        if stale.fullmatch(name):
            with suppress(OSError):
                os.unlink(file.parent / name)


def _rename(temporary: Path, file: Path) -> None:
    """Where a reader keeps the name busy for a moment (Windows), tries again for a second."""
    for _ in range(20):
        with suppress(PermissionError):
            return os.replace(temporary, file)
        time.sleep(0.05)
    return os.replace(temporary, file)


def _sync_folder(folder: Path) -> None:
    """Makes the rename last; a file system that cannot do so for folders (some network ones) has to be trusted."""
    with suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
