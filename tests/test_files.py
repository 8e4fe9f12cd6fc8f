"""Files are old or new, never half; and what the system refuses becomes something that a person can read."""

import errno
import os
import resource
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee import files
from referee.errors import Failed

NOBODY = 65534
OLD, NEW = b"old\n" * 2_000, b"old\n" * 2_000 + b"new\n"


@pytest.fixture
def everyones() -> Iterator[Path]:
    """A folder that anybody may look into, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)
        yield Path(name)


@pytest.fixture
def file(everyones: Path) -> Path:
    """A file that anybody may write to."""
    file = everyones / "kitchen.toml"
    file.write_bytes(OLD)
    file.chmod(0o666)
    return file


def put(file: Path, data: bytes) -> None:
    with files.told(file), files.lock(file):
        files.rewrite(file, data)


def left_over(folder: Path) -> list[str]:
    return sorted(name for name in os.listdir(folder) if name.endswith(".tmp"))


def in_a_child(work: Callable[[], object]) -> str:
    """What becomes of `work` in a process of its own, one without root's powers: the key of a Failed, or "done"."""
    receive, send = os.pipe()
    if child := os.fork():
        os.close(send)
        with open(receive) as pipe:
            told = pipe.read()
        os.waitpid(child, 0)
        return told
    told = "crashed"
    try:
        if os.geteuid() == 0:
            os.setuid(NOBODY)
        work()
        told = "done"
    except Failed as failed:
        told = failed.text.key
    finally:
        os.write(send, told.encode())
        os._exit(0)


def test_a_rewritten_file_holds_the_new_bytes_and_keeps_its_mode(file: Path) -> None:
    file.chmod(0o640)
    put(file, NEW)
    assert file.read_bytes() == NEW
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert left_over(file.parent) == []


def test_who_may_write_may_write(file: Path) -> None:
    file.parent.chmod(0o777)
    assert in_a_child(lambda: put(file, NEW)) == "done"
    assert file.read_bytes() == NEW


def test_a_folder_that_may_not_be_written_to_is_told_and_nothing_changes(file: Path) -> None:
    file.parent.chmod(0o555)
    assert in_a_child(lambda: put(file, NEW)) == "files.refused"
    assert file.read_bytes() == OLD
    assert os.listdir(file.parent) == [file.name]


def look_for_writing(file: Path) -> None:
    with files.told(file):
        files.contents(file, writable=True)


def test_a_read_only_file_is_told_before_anything_is_written_beside_it(file: Path) -> None:
    file.chmod(0o444)
    assert in_a_child(lambda: look_for_writing(file)) == "files.refused"


def test_a_file_that_may_not_be_read_is_told(file: Path) -> None:
    file.chmod(0o000)
    assert in_a_child(lambda: look_for_writing(file)) == "files.refused"


def fill(file: Path) -> None:
    """A disk that takes the first 4,096 bytes of a file and no more."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, 4_096))
    put(file, NEW)


def test_a_disk_that_is_full_half_way_is_told_and_the_old_file_is_whole(file: Path) -> None:
    file.parent.chmod(0o777)
    assert in_a_child(lambda: fill(file)) == "files.full"
    assert file.read_bytes() == OLD
    assert left_over(file.parent) == []


@pytest.mark.parametrize(
    ("number", "key"),
    [
        (errno.ENOSPC, "files.full"),
        (errno.EDQUOT, "files.full"),
        (errno.EROFS, "files.refused"),
        (errno.EIO, "files.system"),
    ],
)
def test_what_the_disk_says_at_the_last_moment_is_told_and_the_old_file_is_whole(
    file: Path, monkeypatch: pytest.MonkeyPatch, number: int, key: str
) -> None:
    def fails(_: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(Failed) as failed:
        put(file, NEW)
    assert failed.value.text == (key, {"file": str(file), "why": os.strerror(number)})
    assert file.read_bytes() == OLD
    assert left_over(file.parent) == []


def test_ctrl_c_between_write_and_rename_leaves_the_old_file_and_no_other(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        put(file, NEW)
    assert file.read_bytes() == OLD
    assert left_over(file.parent) == []


def test_a_missing_file_a_missing_folder_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    keys = []
    for name in ("none", "none/none", "file/none", "."):
        with pytest.raises(Failed) as failed, files.told(tmp_path / name):
            files.contents(tmp_path / name)
        keys.append(failed.value.text.key)
    assert keys == ["files.missing", "files.missing", "files.missing", "files.directory"]


def test_what_a_killed_process_left_is_swept_and_nothing_else(tmp_path: Path) -> None:
    ours = [".kitchen.toml.123.tmp", ".kitchen.toml.4.tmp"]
    others = [".kitchen.toml.5.toml.123.tmp", ".cellar.toml.123.tmp", "kitchen.toml.123.tmp", ".kitchen.toml.x.tmp"]
    for name in (*ours, *others):
        (tmp_path / name).write_bytes(b"half")
    put(tmp_path / "kitchen.toml", NEW)
    assert left_over(tmp_path) == sorted(others)


def test_a_name_with_the_signs_of_a_pattern_sweeps_only_its_own(tmp_path: Path) -> None:
    (tmp_path / ".a[b]+.toml.1.tmp").write_bytes(b"half")
    (tmp_path / ".abb.toml.1.tmp").write_bytes(b"half")
    put(tmp_path / "a[b]+.toml", NEW)
    assert left_over(tmp_path) == [".abb.toml.1.tmp"]


def test_a_name_that_another_program_keeps_busy_is_tried_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tries, replace = [], os.replace

    def busy_twice(here: Path, there: Path) -> None:
        tries.append(here)
        if len(tries) < 3:
            raise PermissionError(errno.EACCES, "busy")
        replace(here, there)

    monkeypatch.setattr(os, "replace", busy_twice)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    put(file, NEW)
    assert file.read_bytes() == NEW
    assert len(tries) == 3


def test_a_name_that_stays_busy_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(*_: object) -> None:
        raise PermissionError(errno.EACCES, "busy")

    monkeypatch.setattr(os, "replace", busy)
    monkeypatch.setattr(time, "sleep", lambda _: None)
    with pytest.raises(Failed) as failed:
        put(file, NEW)
    assert failed.value.text.key == "files.refused"
    assert file.read_bytes() == OLD
    assert left_over(file.parent) == []
