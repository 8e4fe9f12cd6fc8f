"""A session file gives back what was written, keeps what is the reader's, and damage has a file and a line."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee import journal, shelf
from referee.errors import Damaged, Failed
from referee.journal import Block, Record
from referee.text import Text, Value

HEADER: Mapping[str, Value] = {
    "format": 1,
    "game": "planetoid",
    "referee": "0.1.0",
    "defaults": 1,
    "begun": "2026-12-01",
    "players": ("Ann:green",),
    "options": ("rules=advanced", "aliens=solo"),
}
HEADER_AS_WRITTEN = """\
format = 1
game = "planetoid"
referee = "0.1.0"
defaults = 1
begun = 2026-12-01
players = ["Ann:green"]
options = ["rules=advanced", "aliens=solo"]
"""
DRILL: Block = {"asked": "T-401", "who": "Ann", "say": "drill C3 ruby", "then": "energy 4"}
DRILL_AS_WRITTEN = """
[[event]]
asked = "T-401"
who = "Ann"
say = "drill C3 ruby"
then = "energy 4"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A session that has just begun."""
    journal.create(tmp_path / "kitchen.toml", HEADER)
    return tmp_path / "kitchen.toml"


def add(file: Path, *blocks: Block) -> Record:
    with journal.locked(file) as pen:
        return pen.add(pen.read(), blocks)


def write(file: Path, text: str) -> Path:
    file.write_bytes(text.encode())
    return file


def faults(file: Path, text: str) -> list[tuple[str, Mapping[str, Value]]]:
    """The faults found in a file that holds this text, which they leave as it is."""
    before = write(file, text).read_bytes()
    with pytest.raises(Damaged) as damaged:
        journal.read(file)
    assert file.read_bytes() == before
    key, facts = damaged.value.text
    found = facts["faults"]
    assert isinstance(found, tuple)
    texts = [fault for fault in found if isinstance(fault, Text)]
    assert len(texts) == len(found)
    assert (key, facts["file"], facts["line"]) == ("journal.damaged", str(file), texts[0].facts["line"])
    return [(fault.key.removeprefix("journal."), fault.facts) for fault in texts]


# What is written


def test_a_session_begins_with_a_header_that_people_can_read(file: Path) -> None:
    assert file.read_text() == HEADER_AS_WRITTEN
    assert journal.read(file) == Record(file, HEADER, (), HEADER_AS_WRITTEN.encode())


def test_an_act_is_added_below_what_was_there(file: Path) -> None:
    record = add(file, DRILL, {**DRILL, "auto": True})
    assert file.read_text() == HEADER_AS_WRITTEN + DRILL_AS_WRITTEN + DRILL_AS_WRITTEN + "auto = true\n"
    assert record == journal.read(file)
    assert record.blocks == (DRILL, {**DRILL, "auto": True})


def test_a_list_stands_on_one_line_as_long_as_it_is_short(file: Path) -> None:
    add(file, {"say": "end", "rulings": ("A-13=yes", "Q-15=no")})
    assert 'rulings = ["A-13=yes", "Q-15=no"]\n' in file.read_text()
    long = tuple(f"energy {n} 4" for n in range(40))
    other = file.with_name("cellar.toml")
    record = journal.create(other, {**HEADER, "facts": long})
    assert record.header["facts"] == long
    assert max(map(len, other.read_text().splitlines())) <= 100


def test_a_session_that_is_there_is_not_begun_again(file: Path) -> None:
    add(file, DRILL)
    before = file.read_bytes()
    with pytest.raises(Failed) as failed:
        journal.create(file, HEADER)
    assert failed.value.text == ("journal.exists", {"name": "kitchen", "file": str(file)})
    assert file.read_bytes() == before


def test_the_folder_is_made_for_the_first_session_which_is_then_the_last(tmp_path: Path) -> None:
    file = tmp_path / "new" / "shelf" / "kitchen.toml"
    journal.create(file, HEADER)
    assert shelf.find(None, file.parent) == file


def test_the_last_session_is_the_last_one_added_to(file: Path) -> None:
    journal.create(file.with_name("cellar.toml"), HEADER)
    with journal.locked(file, file.parent) as pen:
        pen.read()
        assert shelf.find(None, file.parent).stem == "cellar"
        pen.add(pen.read(), [DRILL])
    assert shelf.find(None, file.parent) == file


words = st.text() | st.text("\"\\\n\r\t\b#[]='\x00\x1b\x7f\x85\u2028äß ", max_size=12)
blocks = st.fixed_dictionaries(
    {"asked": words, "who": words, "say": words},
    optional={
        **dict.fromkeys(("then", "because"), words),
        **dict.fromkeys(("auto", "anyway"), st.booleans()),
        "rulings": st.lists(words, max_size=4).map(tuple),
        "before": st.integers(1, 10**6),
    },
)


@given(st.lists(st.lists(blocks, min_size=1, max_size=3), max_size=4), words, st.integers())
@example([[{"asked": "", "who": "[red]", "say": '"""\n[[event]]\nsay = "no"\n'}]], "'''#\n", -1)
@example([[{"asked": "\\", "who": 'Ann "the # drill"', "say": "\x1b[31mrot\x1b[0m"}]], "\ufeff", 0)
def test_whatever_is_said_is_read_back(acts: list[list[Block]], name: str, seed: int) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder, "kitchen.toml")
        header = {**HEADER, "players": (name, name), "draws": name, "seed": seed}
        record = journal.create(file, header)
        for act in acts:
            with journal.locked(file) as pen:
                record = pen.add(record, act)
        assert journal.read(file) == record
        assert record.header == header
        assert record.blocks == tuple(block for act in acts for block in act)
        lines = file.read_bytes().decode().split("\n")
        starts = [record.line(line) for line in range(1, len(record.blocks) + 1)]
        assert [n for n, text in enumerate(lines, 1) if text == "[[event]]"] == starts


def test_what_no_text_file_can_hold_is_refused(file: Path) -> None:
    before = file.read_bytes()
    with pytest.raises(Failed) as failed:
        add(file, {**DRILL, "say": "note caf\udce9"})
    assert failed.value.text == ("journal.unwritable", {"text": "note caf\udce9"})
    assert file.read_bytes() == before


@pytest.mark.parametrize("block", [{"say": "end", "facts": {"energy": 4}}, {"say": "end", "_mine": "x"}])
def test_a_block_that_would_not_be_read_back_as_it_is_is_refused(file: Path, block: Block) -> None:
    before = file.read_bytes()
    with pytest.raises(Failed) as failed:
        add(file, block)
    assert failed.value.text.key == "journal.unwritable"
    assert file.read_bytes() == before


# What is the reader's


BY_HAND = """\
# our third evening
format   = 1
game = 'planetoid'   # the small box
_table = { room = "kitchen", lamp = 2.5 }

[[ event ]]          # Ann thought long
say = \"\"\"
note a line, and
[[event]]
say = 3
\"\"\"
_at = 21:30:00
  [event._mood]
  say = 3

    [[event]]
who = "Ann"
_said = '''
[[event]]
'''
say = "end" """


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
@pytest.mark.parametrize("stop", ["", "\n", "\n\n# to be continued", "\n[_mine]\nsay = 3\n"])
def test_a_file_edited_by_hand_is_kept_byte_for_byte(tmp_path: Path, ending: str, start: str, stop: str) -> None:
    file = write(tmp_path / "kitchen.toml", start + (BY_HAND + stop).replace("\n", ending))
    before = file.read_bytes()
    record = journal.read(file)
    assert record.header == {"format": 1, "game": "planetoid"}
    assert record.blocks == ({"say": "note a line, and\n[[event]]\nsay = 3\n"}, {"who": "Ann", "say": "end"})
    assert [record.line(1), record.line(1, "say"), record.line(2), record.line(2, "say")] == [6, 7, 16, 21]
    add(file, DRILL)
    after = file.read_bytes()
    assert after.startswith(before)
    assert after.count(b"\r\n") == (after.count(b"\n") if ending == "\r\n" else 0)
    assert journal.read(file).blocks == (*record.blocks, DRILL)


def test_adding_through_a_link_changes_the_file_it_leads_to(file: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to(file)
    add(link, DRILL)
    assert link.is_symlink()
    assert journal.read(file).blocks == (DRILL,)


def test_a_file_edited_while_a_sentence_was_judged_is_not_written_over(file: Path) -> None:
    with journal.locked(file) as pen:
        record = pen.read()
        edited = write(file, file.read_text() + "# by hand\n").read_bytes()
        with pytest.raises(Failed) as failed:
            pen.add(record, [DRILL])
        assert failed.value.text == ("journal.changed", {"file": str(file)})
        assert file.read_bytes() == edited
        pen.add(pen.read(record), [DRILL])
    assert file.read_bytes() == edited + DRILL_AS_WRITTEN.encode()


def test_a_record_that_has_not_changed_is_not_read_anew(file: Path) -> None:
    record = journal.read(file)
    assert journal.read(file, record) is record
    add(file, DRILL)
    assert journal.read(file, record).blocks == (DRILL,)


def test_reading_leaves_nothing_behind(file: Path) -> None:
    folder, shelf_before = file.parent, sorted(os.listdir(file.parent))
    before = file.stat()
    journal.read(file)
    shelf.find(None, folder)
    shelf.names(folder)
    assert (file.stat().st_mtime_ns, sorted(os.listdir(folder))) == (before.st_mtime_ns, shelf_before)


def test_a_session_that_is_not_there_leaves_no_lock_behind(tmp_path: Path) -> None:
    with pytest.raises(Failed) as failed, journal.locked(tmp_path / "none.toml"):
        pass
    assert failed.value.text.key == "files.missing"
    assert list(tmp_path.iterdir()) == []


def test_a_session_that_vanished_meanwhile_is_told(file: Path) -> None:
    with journal.locked(file) as pen:
        record = pen.read()
        file.unlink()
        with pytest.raises(Failed) as failed:
            pen.add(record, [DRILL])
    assert failed.value.text.key == "files.missing"
    assert not file.exists()


def test_a_folder_is_no_session(tmp_path: Path) -> None:
    with pytest.raises(Failed) as failed:
        journal.read(tmp_path)
    assert failed.value.text.key == "files.directory"


def test_an_ordinary_file_is_not_searched_for_lines(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add(file, DRILL, DRILL)
    monkeypatch.setattr(journal, "_marks", None)
    assert journal.read(file).blocks == (DRILL, DRILL)


def test_reading_loads_only_what_reading_needs(file: Path) -> None:
    add(file, DRILL)
    script = "import sys; from referee import journal; journal.read(journal.Path(sys.argv[1])); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", script, file], capture_output=True, text=True, check=True)
    loaded = set(ran.stdout.split())
    assert {"referee.journal", "tomllib"} <= loaded
    assert loaded.isdisjoint({"tomli_w", "platformdirs", "difflib", "questionary", "typer", "rich", "asyncio"})


# What the writer of TOML would do on its own


def test_short_tables_are_never_put_on_one_line(file: Path) -> None:
    for _ in range(3):
        add(file, {"undo": 1})
    assert file.read_text() == HEADER_AS_WRITTEN + "\n[[event]]\nundo = 1\n" * 3


@pytest.mark.parametrize(
    "text",
    [
        "event = []",
        'event = [{ say = "end" }]',
        'event = [{ say = """\n[[event]]\n""" }]',
        "event = 3",
        '[event]\nsay = "end"',
        'event = [\n  { say = "end" },\n  3,\n]',
    ],
)
def test_events_to_which_none_could_be_added_are_damage(tmp_path: Path, text: str) -> None:
    header = 'format = 1\ngame = "planetoid"\n'
    assert [key for key, _ in faults(tmp_path / "kitchen.toml", header + text)] == ["inline"]


# Damage


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("format = 1\ngame = planetoid\n", 2),
        ('format = 1\ngame = "planetoid', 2),
        ('format = 1\r\ngame = "planetoid"\r\nplayers = [\r\n"Ann"\r\n', 4),
        ('format = 1\n_a = "\x85\u2028"\n\x0c\n', 3),
        ("format = 1\nformat = 1\n", 2),
        ("format = 1\n_deep = " + "[" * 5_000, 2),
        ("format = " + "9" * 5_000 + "\n", 1),
        ("\0" * 200, 1),
        ('game = "a"\n_x = "\\ud800"\n', 2),
    ],
)
def test_what_is_no_toml_is_named_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    [(key, facts)] = faults(tmp_path / "kitchen.toml", text)
    assert (key, facts["line"]) == ("syntax", line)


def test_what_is_no_text_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "kitchen.toml"
    file.write_bytes(b'format = 1\n_room = "K\xfcche"\n')
    with pytest.raises(Damaged) as damaged:
        journal.read(file)
    assert damaged.value.text.facts["faults"] == (Text("journal.encoding", {"line": 2}),)


@pytest.mark.parametrize("text", ["", "# nothing\n", "[project]\nname = 'x'\n", "format = 1\n", 'game = "planetoid"\n'])
def test_a_file_of_another_kind_is_called_so_and_nothing_more(tmp_path: Path, text: str) -> None:
    assert faults(tmp_path / "kitchen.toml", text) == [("foreign", {"line": 1})]


def test_a_file_of_a_newer_referee_is_called_so_and_nothing_more(tmp_path: Path) -> None:
    text = 'game = "planetoid"\nformat = 2\nnovelty = 1\n[[happening]]\n'
    assert faults(tmp_path / "kitchen.toml", text) == [("newer", {"line": 2, "format": 2, "most": 1})]


def test_every_fault_of_a_file_is_named_in_the_order_of_its_lines(tmp_path: Path) -> None:
    text = """\
format = 1
game = 7
begun = "yesterday"
players = "Ann"
option = []
seed = 0

[[event]]
sya = "end"

[[event]]
say = "end"
who = 3
undo = 1

[[event]]
undo = 0

[[event]]
strike = 2
auto = "yes"
was = "end"
rulings = ["A-13=yes", 4]
"""
    assert faults(tmp_path / "kitchen.toml", text) == [
        ("type-str", {"line": 2, "key": "game"}),
        ("type-date", {"line": 3, "key": "begun"}),
        ("type-list", {"line": 4, "key": "players"}),
        ("key", {"line": 5, "key": "option", "nearest": ("options",)}),
        ("acts", {"line": 8, "acts": ()}),
        ("key", {"line": 9, "key": "sya", "nearest": ("say",)}),
        ("acts", {"line": 11, "acts": ("say", "undo")}),
        ("type-str", {"line": 13, "key": "who"}),
        ("number", {"line": 17, "key": "undo", "value": 0}),
        ("type-bool", {"line": 21, "key": "auto"}),
        ("type-list", {"line": 23, "key": "rulings"}),
    ]


@pytest.mark.parametrize(
    "block",
    [
        *({"say": "end"}, {"undo": 3}, {"redo": 1}, {"strike": 2, "was": "end"}, {"keep": 2, "was": "end"}),
        *({"before": 2, "who": "Ann", "say": "end"}, {"change": 2, "was": "end", "say": "drill C3"}),
    ],
)
def test_each_form_of_a_block_is_kept(file: Path, block: Block) -> None:
    add(file, block)
    assert journal.read(file).blocks == (block,)


@pytest.mark.parametrize(
    "keys", [["before"], ["change"], ["undo", "redo"], ["strike", "say"], ["keep", "change", "say"]]
)
def test_a_block_is_one_act(tmp_path: Path, keys: Sequence[str]) -> None:
    block = "".join(f'{key} = "end"\n' if key == "say" else f"{key} = 1\n" for key in keys)
    text = f'format = 1\ngame = "planetoid"\n[[event]]\n{block}'
    assert faults(tmp_path / "kitchen.toml", text) == [("acts", {"line": 3, "acts": tuple(sorted(keys))})]


def test_a_file_cut_short_anywhere_reads_as_less_or_is_damage(file: Path) -> None:
    add(file, DRILL, DRILL)
    whole = file.read_bytes()
    seen: set[int | str] = set()
    for cut in range(len(whole)):
        file.write_bytes(whole[:cut])
        try:
            seen.add(len(journal.read(file).blocks))
        except Damaged as damaged:
            seen.add(damaged.text.key)
    assert seen == {0, 1, 2, "journal.damaged"}
