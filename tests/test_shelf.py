"""Where sessions lie, and that no name leads out of there."""

import os
from pathlib import Path

import pytest

from referee import shelf
from referee.errors import Failed, NotUnderstood


def lay(folder: Path, *names: str) -> None:
    """Files of these names, each a second newer than the one before it."""
    for second, name in enumerate(names):
        (folder / name).write_text("")
        os.utime(folder / name, (second, second))


def key_of(name: str) -> str:
    """The file that a name leads to, or why it is refused."""
    try:
        return str(shelf.place(name, Path("shelf")))
    except NotUnderstood as refused:
        return refused.text.key


@pytest.mark.parametrize(
    "name", ["kitchen", "Tante Käthes Küche", "2026-12-01", "a.b", "[red]", "it's #3", "con-tiki", "日曜"]
)
def test_a_name_is_a_file_of_the_folder(name: str) -> None:
    assert key_of(name) == str(Path("shelf") / f"{name}.toml")


def test_the_ending_may_be_said() -> None:
    assert key_of("kitchen.toml") == str(Path("shelf") / "kitchen.toml")


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            " ",
            ".",
            "..",
            ".last",
            ".toml",
            "../kitchen",
            "a/b",
            "/etc/passwd",
            "a\\b",
            "c:kitchen",
            "kitchen ",
            " kitchen",
        ),
        *(
            "a\nb",
            "a\x00b",
            "\x1b[31mred",
            "a\x7f",
            "a\u202eb",
            "a\u2028b",
            "caf\udce9",
            "what?",
            "a*",
            'say "hi"',
            "a|b",
            "<a>",
        ),
        "planetoid.box",
    ],
)
def test_a_name_that_could_lead_elsewhere_or_upset_a_terminal_is_refused(name: str) -> None:
    assert key_of(name) == "shelf.name"


@pytest.mark.parametrize("name", ["con", "NUL", "nul.toml", "nul.2026", "Aux ", "com1", "LPT9.x", "com²", "conin$"])
def test_a_name_that_windows_keeps_for_itself_is_refused_everywhere(name: str) -> None:
    assert key_of(name) == "shelf.reserved"


def test_a_name_is_at_most_200_bytes_long() -> None:
    assert key_of("ü" * 100) == str(Path("shelf") / ("ü" * 100 + ".toml"))
    assert key_of("ü" * 100 + "x") == "shelf.long"


def test_sessions_are_listed_the_last_changed_first_and_nothing_else_is(tmp_path: Path) -> None:
    lay(tmp_path, "old.toml", "planetoid.box.toml", "new.toml", ".hidden.toml", "notes.txt", ".old.toml.lock")
    (tmp_path / "examples.toml").mkdir()
    assert shelf.names(tmp_path) == ("new", "old")


def test_a_folder_that_is_not_there_has_no_sessions(tmp_path: Path) -> None:
    assert shelf.names(tmp_path / "none") == ()


def test_a_session_is_found_by_name_with_or_without_ending(tmp_path: Path) -> None:
    lay(tmp_path, "kitchen.toml")
    assert shelf.find("kitchen", tmp_path) == shelf.find("kitchen.toml", tmp_path) == tmp_path / "kitchen.toml"


def test_a_session_is_found_by_its_path_wherever_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shelf").mkdir()
    lay(tmp_path, "kitchen.toml")
    monkeypatch.chdir(tmp_path)
    assert shelf.find("./kitchen.toml", Path("shelf")) == Path("kitchen.toml")
    assert shelf.find("kitchen.toml", Path("shelf")) == Path("kitchen.toml")
    with pytest.raises(Failed):
        shelf.find("kitchen", Path("shelf"))


def test_an_unknown_name_is_answered_with_the_nearest(tmp_path: Path) -> None:
    lay(tmp_path, "kitchen.toml", "cellar.toml")
    with pytest.raises(Failed) as failed:
        shelf.find("kichten", tmp_path)
    assert failed.value.text == ("shelf.unknown", {"name": "kichten", "nearest": ("kitchen",), "folder": str(tmp_path)})


@pytest.mark.parametrize("path", ["./none.toml", "none/none", "./a\x00b", "./" + "x" * 5_000])
def test_a_path_that_leads_nowhere_is_a_file_that_is_not_there(tmp_path: Path, path: str) -> None:
    with pytest.raises(Failed) as failed:
        shelf.find(path, tmp_path)
    assert failed.value.text == ("files.missing", {"file": path})


def test_the_last_one_written_is_found_without_a_name(tmp_path: Path) -> None:
    lay(tmp_path, "kitchen.toml", "cellar.toml")
    for name in ("cellar.toml", "kitchen.toml"):
        shelf.remember(tmp_path / name, tmp_path)
        assert shelf.find(None, tmp_path) == tmp_path / name
    assert (tmp_path / ".last").read_text() == "kitchen.toml\n"


def test_a_session_from_elsewhere_is_remembered_too_in_a_folder_made_for_it(tmp_path: Path) -> None:
    lay(tmp_path, "Küche.toml")
    shelf.remember(tmp_path / "Küche.toml", tmp_path / "new" / "shelf")
    assert shelf.find(None, tmp_path / "new" / "shelf") == tmp_path / "Küche.toml"


def test_a_folder_that_cannot_be_made_is_no_reason_to_fail(tmp_path: Path) -> None:
    lay(tmp_path, "kitchen.toml", "file")
    shelf.remember(tmp_path / "kitchen.toml", tmp_path / "file")
    assert (tmp_path / "file").read_text() == ""


@pytest.mark.parametrize("mark", [None, b"", b"\n", b"gone.toml\n", b"a\0b\n", b"\xff\xfe\n"])
def test_without_a_last_one_the_sessions_are_named(tmp_path: Path, mark: bytes | None) -> None:
    lay(tmp_path, "kitchen.toml")
    if mark is not None:
        (tmp_path / ".last").write_bytes(mark)
    with pytest.raises(Failed) as failed:
        shelf.find(None, tmp_path)
    assert failed.value.text == ("shelf.none-last", {"names": ("kitchen",), "folder": str(tmp_path)})


def test_the_folder_is_the_one_given_then_the_variable_then_here_then_the_persons_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("REFEREE_HOME", "home")
    (tmp_path / "sessions").mkdir()
    assert shelf.folder(Path("given")) == Path("given")
    assert shelf.folder() == Path("home")
    monkeypatch.setenv("REFEREE_HOME", "")
    assert shelf.folder() == Path("sessions")
    (tmp_path / "sessions").rmdir()
    own = shelf.folder()
    assert own.name == "referee"
    assert own.is_absolute()
    assert list(tmp_path.iterdir()) == []
