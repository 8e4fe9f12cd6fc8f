"""What no import contract can say about the house: who prints, who knows the time, what a game may touch."""

import ast
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import pytest

import referee
from referee import where

PACKAGE = Path(referee.__file__).parent
CHECKOUT = PACKAGE.parent
PRINTERS = {"display", "cli"}
CLOCK = {"now", "today", "utcnow", "time", "time_ns", "monotonic", "perf_counter"}
OUTSIDE_WORLD = {
    *("datetime", "time", "random", "secrets", "uuid", "os", "io", "pathlib", "shutil", "tempfile", "tomllib", "json"),
    *("sqlite3", "subprocess", "socket", "sys", "threading", "asyncio", "locale", "gettext"),
}


def rooms(folder: str = "") -> list[Path]:
    return sorted((PACKAGE / folder).rglob("*.py"))


def name_of(room: Path) -> str:
    """The first word of a room's address inside the package: `display` for display.py and for display/maps.py."""
    return room.relative_to(PACKAGE).with_suffix("").parts[0]


def nodes(room: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(room.read_text(encoding="utf-8")))


def found(room: Path, node: ast.AST) -> str:
    return f"{room.relative_to(PACKAGE)}:{getattr(node, 'lineno', 0)}"


def imported(node: ast.AST) -> set[str]:
    """The top-level names that an import statement brings in."""
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    if isinstance(node, ast.ImportFrom):
        return {(node.module or "").partition(".")[0]}
    return set()


def prints(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="print")):
            return True
        case ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr" | "__stdout__" | "__stderr__"):
            return True
        case ast.Attribute(value=ast.Name(id="typer"), attr="echo" | "secho"):
            return True
        case ast.ImportFrom(module="sys", names=names):
            return bool({alias.name for alias in names} & {"stdout", "stderr"})
    return False


def reads_the_clock(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in CLOCK
        case ast.ImportFrom(module="time"):
            return True
    return False


def touches_a_file(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="open" | "input" | "exec" | "eval" | "__import__")):
            return True
        case ast.Attribute(attr="read_text" | "read_bytes" | "write_text" | "write_bytes"):
            return True
    return False


def test_only_display_prints() -> None:
    silent = [room for room in rooms() if name_of(room) not in PRINTERS]
    assert silent
    assert [found(room, node) for room in silent for node in nodes(room) if prints(node)] == []


def test_only_the_command_line_reads_the_clock() -> None:
    timeless = [room for room in rooms() if name_of(room) != "cli"]
    assert timeless
    assert [found(room, node) for room in timeless for node in nodes(room) if reads_the_clock(node)] == []


def test_a_game_knows_no_clock_no_chance_and_no_file() -> None:
    games = rooms("games")
    assert games
    assert [found(room, node) for room in games for node in nodes(room) if imported(node) & OUTSIDE_WORLD] == []
    assert [found(room, node) for room in games for node in nodes(room) if touches_a_file(node)] == []


def test_rich_is_imported_only_when_something_is_drawn() -> None:
    at_once = [
        found(room, node)
        for room in rooms()
        for node in ast.parse(room.read_text(encoding="utf-8")).body
        if "rich" in imported(node)
    ]
    assert at_once == []


@pytest.mark.parametrize(
    ("source", "rule"),
    [
        ("print('hello')", prints),
        ("import sys; sys.stdout.write('hello')", prints),
        ("from sys import stderr", prints),
        ("typer.echo('hello')", prints),
        ("datetime.now()", reads_the_clock),
        ("from time import monotonic", reads_the_clock),
        ("open('box.toml')", touches_a_file),
        ("folder.joinpath('x').read_text()", touches_a_file),
    ],
)
def test_the_watch_on_the_house_sees_what_it_should(source: str, rule: Callable[[ast.AST], bool]) -> None:
    assert any(rule(node) for node in ast.walk(ast.parse(source)))


def test_the_version_is_the_one_of_the_installed_package() -> None:
    assert version("referee") == referee.__version__


def test_the_extra_test_and_the_group_dev_are_one_list() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["optional-dependencies"]["test"] == project["dependency-groups"]["dev"]


def test_data_is_found_in_the_package_once_installed_and_beside_it_in_a_checkout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert where.tables_folder("planetoid") == CHECKOUT / "tables" / "planetoid"
    assert where.examples_folder() == CHECKOUT / "sessions" / "examples"
    for name in ("tables", "examples"):
        (tmp_path / "data" / name).mkdir(parents=True)
    monkeypatch.setattr(where, "_PACKAGE", tmp_path)
    assert where.tables_folder("planetoid") == tmp_path / "data" / "tables" / "planetoid"
    assert where.examples_folder() == tmp_path / "data" / "examples"
