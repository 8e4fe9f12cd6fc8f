"""A session is its file: written before anything is acknowledged, read anew if another has written meanwhile."""

import errno
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NoReturn

import pytest

from referee import beginning, box, display, journal, opening, positions, proof, record
from referee.errors import Damaged, Failed, NotUnderstood
from referee.layout import Screen
from referee.session import Session, header

SAID = {"players": ("Ann:green",), "options": ("mode=solo", "difficulty=easy"), "begun": "2026-12-01"}
SETUP = ("origin S", "solo-card A front")
POOL = "pool drill-arm quick-scan expanded-storage auxiliary-drill"


def begin(folder: Path, *sentences: str, **said: Any) -> Session:
    """A table of the practice box, dealt by the referee unless told otherwise, after these sentences."""
    told = {**SAID, "draws": "referee", "seed": 3, "from": "practice", **said}
    session = Session.begin("kitchen", folder, beginning.header("planetoid", told, folder))
    for sentence in sentences:
        assert session.say(sentence).lines, sentence
    return session


def on_disk(session: Session) -> list[Mapping[str, Any]]:
    return list(journal.read(session.record.file).blocks)


# -- beginning ------------------------------------------------------------------


def test_a_header_says_everything_that_the_session_needs(tmp_path: Path) -> None:
    head = begin(tmp_path).header
    wanted = (
        "format",
        "game",
        "referee",
        "defaults",
        "begun",
        "players",
        "options",
        "draws",
        "seed",
        "practice",
        "box",
    )
    assert tuple(head) == wanted
    assert head["options"] == ("rules=advanced", "aliens=solo", "board=full", "difficulty=easy")
    assert head["box"] == box.practice(opening.folder("planetoid")).sentences


def test_what_was_not_said_is_left_out_of_a_header() -> None:
    assert set(header({**SAID, "game": "planetoid"})) == {
        "format", "game", "referee", "defaults", "begun", "players", "options"
    }  # fmt: skip


def test_the_referee_deals_up_to_the_first_question_to_a_person(tmp_path: Path) -> None:
    session = begin(tmp_path)
    assert [block["say"] for block in on_disk(session)] == [POOL]
    assert session.desk.ask.who == ("Ann",)


def test_what_cannot_begin_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(NotUnderstood):
        begin(tmp_path, options=("difficulty=none",))
    with pytest.raises(NotUnderstood):
        begin(tmp_path, players=("Ann", "Bob"))
    assert os.listdir(tmp_path) == []


def test_a_session_replays_where_nobody_saw_the_box(tmp_path: Path) -> None:
    session = begin(tmp_path / "here", *SETUP, "drill D6")
    there = tmp_path / "there" / "kitchen.toml"
    there.parent.mkdir()
    there.write_bytes(session.record.file.read_bytes())
    again = Session.open(str(there), there.parent)
    assert (again.stop, again.desk.ask) == (None, session.desk.ask)


@pytest.mark.parametrize(
    ("said", "option"),
    [
        ({"players": ()}, "--player"),
        ({"options": ()}, "--option mode"),
        ({"options": ("mode=solo",)}, "--option difficulty"),
        ({"options": ("mode=danger",)}, "--option difficulty"),
        ({"options": ("difficulty=custom", "growth=18", "jobs=3")}, "--option spawn"),
    ],
)
def test_a_missing_option_is_named_with_what_may_be_said(tmp_path: Path, said: Any, option: str) -> None:
    with pytest.raises(NotUnderstood) as missing:
        begin(tmp_path, **said)
    assert missing.value.text.facts["option"] == option
    assert missing.value.nearest
    assert all(word.startswith(option) for word in missing.value.nearest)


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ({"options": ("difficulty",)}, "option.form"),
        ({"options": ("difficulty=easy", "difficulty=hard")}, "option.twice"),
        ({"draws": "nobody"}, "option.value"),
        ({"from": "elsewhere"}, "option.value"),
    ],
)
def test_options_that_mean_nothing_are_refused(tmp_path: Path, said: Any, key: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        begin(tmp_path, **said)
    assert refused.value.text.key == key


def test_sessions_without_a_name_get_the_games_name_and_a_number(tmp_path: Path) -> None:
    assert beginning.name("planetoid", tmp_path) == "planetoid"
    for name in ("planetoid", "planetoid-2"):
        (tmp_path / f"{name}.toml").touch()
    assert beginning.name("planetoid", tmp_path) == "planetoid-3"


# -- whose box ------------------------------------------------------------------


def test_a_table_without_a_box_file_is_asked_and_the_referee_takes_the_practice_box(tmp_path: Path) -> None:
    asked = beginning.header("planetoid", {**SAID, "draws": "table"}, tmp_path)
    dealt = beginning.header("planetoid", {**SAID, "draws": "referee"}, tmp_path)
    assert (asked["box"], asked.get("practice", False)) == ((), False)
    assert (dealt["box"], dealt["practice"]) == (box.practice(opening.folder("planetoid")).sentences, True)


def test_a_box_file_and_the_readings_of_its_group_are_copied_into_the_session(tmp_path: Path) -> None:
    box.write(tmp_path / "planetoid.box.toml", b'box = ["teach bonus b01 solo 9"]\nrulings = ["A-40=needed_only"]\n')
    said = {**SAID, "draws": "referee", "from": "own", "rulings": ("A-12=yes",)}
    head = beginning.header("planetoid", said, tmp_path)
    assert (head["box"], head["rulings"]) == (("teach bonus b01 solo 9",), ("A-40=needed_only", "A-12=yes"))
    assert "practice" not in head


def test_a_box_half_told_is_dealt_from_only_if_that_is_said(tmp_path: Path) -> None:
    own, practice = tmp_path / "planetoid.box.toml", box.practice(opening.folder("planetoid")).sentences
    lacking = tuple(sentence for sentence in practice if "spawn s12" not in sentence and " A " not in sentence)
    box.add(own, lacking[:-3])
    with pytest.raises(NotUnderstood) as refused:
        beginning.header("planetoid", {**SAID, "draws": "referee"}, tmp_path)
    assert (refused.value.text.key, refused.value.nearest) == ("new.untaught", ("--box own", "--box practice"))
    assert refused.value.text.facts["lacks"] == ("spawn", "ability")
    assert beginning.header("planetoid", {**SAID, "draws": "table"}, tmp_path)["box"] == lacking[:-3]
    box.add(own, practice)
    assert "practice" not in beginning.header("planetoid", {**SAID, "draws": "referee"}, tmp_path)


def test_from_a_box_half_told_the_referee_deals_what_it_knows_and_asks_for_the_rest(tmp_path: Path) -> None:
    practice = box.practice(opening.folder("planetoid")).sentences
    box.add(tmp_path / "planetoid.box.toml", [s for s in practice if "b14" not in s and "s12" not in s])
    session = begin(tmp_path, "origin S", "deck 7", "solo-card A front", **{"from": "own"})
    assert session.desk.ask.rule == "T-809"
    assert session.say("jobs b01 b02 b03").lines
    assert session.say("end").lines
    assert session.desk.ask.rule == "T-912"


def test_what_is_taught_at_the_table_is_kept_in_its_box_file(tmp_path: Path) -> None:
    board = 'teach board full "--###--/-#####-/--###--"'
    session = begin(tmp_path, draws="table", **{"from": "own"})
    assert session.say(board).lines
    assert box.read(tmp_path / "planetoid.box.toml").sentences == (board,)
    assert [block["say"] for block in on_disk(session)] == [board]


def test_the_practice_box_is_not_taken_for_a_tables_own(tmp_path: Path) -> None:
    assert begin(tmp_path).say("teach bonus b01 solo 9").lines
    assert not (tmp_path / "planetoid.box.toml").exists()


OWN = """\
# from the attic
box = [
    "teach bonus b01 solo 9", # torn
    # not yet: b02
    "teach bonus b03 solo 11"  # no comma
]
rulings = ["A-40=needed_only"]
_mine = 3
"""


def test_teaching_adds_below_what_was_there_and_keeps_every_comment(tmp_path: Path) -> None:
    file = tmp_path / "planetoid.box.toml"
    file.write_text(OWN)
    box.add(file, ("teach bonus b04 solo ruby", "teach bonus b01 solo 9", 'teach board full "###"'))
    assert file.read_text() == OWN.replace(
        '11"  # no comma\n', '11",  # no comma\n    "teach bonus b04 solo ruby",\n    \'teach board full "###"\',\n'
    )
    assert box.read(file).rulings == ("A-40=needed_only",)


@pytest.mark.parametrize("text", ["", 'box = ["teach bonus b01 solo 9"]\n', 'box = []\nrulings = ["A-12=yes"]'])
def test_a_list_of_any_form_takes_more_sentences(tmp_path: Path, text: str) -> None:
    file = tmp_path / "planetoid.box.toml"
    file.write_text(text)
    before = box.read(file)
    box.add(file, ("teach bonus b04 solo ruby",))
    assert box.read(file) == before._replace(sentences=(*before.sentences, "teach bonus b04 solo ruby"))


@pytest.mark.parametrize("text", ["box = 3", "box = [3]", "cards = []", "box = ["])
def test_a_box_file_that_is_none_is_damage_and_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "planetoid.box.toml"
    file.write_text(text)
    with pytest.raises(Damaged):
        box.add(file, ("teach bonus b04 solo ruby",))
    assert file.read_text() == text


# -- saying ------------------------------------------------------------------


def test_an_act_is_in_the_file_once_it_is_acknowledged(tmp_path: Path) -> None:
    session = begin(tmp_path)
    said = session.say("origin S")
    assert [line.block for line in said.lines] == on_disk(session)[1:]
    assert len(said.lines) == 2


def test_what_does_not_go_through_changes_no_byte(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP)
    before = session.record.file.read_bytes(), session.desk.ask
    assert not session.say("drill D7").lines
    with pytest.raises(NotUnderstood):
        session.say("drill a hole")
    assert (session.record.file.read_bytes(), session.desk.ask) == before


def test_what_another_process_wrote_is_read_first(tmp_path: Path) -> None:
    one = begin(tmp_path)
    other = Session.open("kitchen", tmp_path)
    assert other.say("origin S").lines
    assert one.say("solo-card A front").lines
    assert [block["say"] for block in on_disk(one) if "auto" not in block] == list(SETUP)
    assert other.undo()[0].lines[0].block["say"] == "solo-card A front"


def test_on_a_full_disk_nothing_was_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> NoReturn:
        raise OSError(errno.ENOSPC, "No space left on device")

    session = begin(tmp_path)
    before = session.record.file.read_bytes(), session.desk.ask
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(Failed) as failed:
            session.say("origin S")
    assert failed.value.text.key == "files.full"
    assert (session.record.file.read_bytes(), session.desk.ask) == before
    assert session.say("origin S").lines


def test_among_several_sentences_each_is_said_whole(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP)
    with pytest.raises(NotUnderstood) as short:
        session.say("C3", whole=True)
    assert short.value.text.key in ("say.short", "sentence.ambiguous")
    assert session.say("Ann drill C3", whole=True).lines
    assert session.say("pass", whole=True).sentence == "end"


# -- undo ------------------------------------------------------------------


def test_undo_never_strikes_what_the_dealer_laid_out(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP)
    assert len(session.undo(2)) == 2
    for strike in (session.undo, session.undo_turn, lambda: session.undo_to(1)):
        with pytest.raises(Failed):
            strike()
    assert session.desk.ask.rule == "T-803"


def test_without_a_turn_behind_it_undo_takes_nothing_of_the_set_up(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP)
    before = session.record
    with pytest.raises(Failed) as failed:
        session.undo_turn()
    assert (failed.value.text.key, session.record) == ("undo.no-turn", before)


def test_undo_goes_back_to_the_turn_or_to_a_line(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP, "drill D6")
    asked = session.desk.acts[-1].before
    assert session.say("diamond card").lines
    assert len(session.undo_turn()) == 2
    assert session.desk.ask == asked
    session.redo(2)
    assert [act.lines[0].number for act in session.undo_to(3)] == [7, 6, 4]
    with pytest.raises(NotUnderstood):
        session.undo_to(99)


@pytest.mark.parametrize("number", [0, -1])
def test_no_act_and_fewer_are_no_number_of_acts(tmp_path: Path, number: int) -> None:
    session = begin(tmp_path, *SETUP, "charge")
    for change in (session.undo, session.redo):
        with pytest.raises(NotUnderstood) as refused:
            change(number)
        assert (refused.value.text.key, refused.value.text.facts["n"]) == ("undo.number", number)


def test_after_the_last_line_nothing_can_be_undone(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP, "charge")
    with pytest.raises(Failed) as failed:
        session.undo_to(session.line)
    assert failed.value.text == ("undo.after", {"line": session.line})


@pytest.mark.parametrize("act", ["undo", "redo"])
def test_a_record_that_takes_back_more_than_there_is_stops_there(tmp_path: Path, act: str) -> None:
    session = begin(tmp_path, *SETUP)
    file, line = session.record.file, session.line + 1
    file.write_text(f"{file.read_text()}\n[[event]]\n{act} = 99\n")
    spoilt = Session.open("kitchen", tmp_path)
    assert spoilt.stop is not None
    assert (spoilt.stop.line, spoilt.stop.said, spoilt.stop.text.key) == (line, f"{act} 99", f"record.{act}")
    spoilt.keep(line, "so it was")
    assert Session.open("kitchen", tmp_path).stop is None


def test_a_record_that_reads_to_its_end_has_nothing_to_keep(tmp_path: Path) -> None:
    with pytest.raises(Failed) as failed:
        begin(tmp_path, *SETUP).keep(3, "so it was")
    assert failed.value.text.key == "keep.none"


def test_undo_and_redo_stand_in_the_file(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP)
    session.undo(2)
    session.redo()
    assert on_disk(session)[-2:] == [{"undo": 2}, {"redo": 1}]
    assert Session.open("kitchen", tmp_path).desk.ask == session.desk.ask


def test_what_an_undone_line_set_off_stands_in_no_log(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP, "drill D6")
    session.undo()
    again = Session.open("kitchen", tmp_path)
    display.speak("planetoid")
    log, reread = (display.lines(Screen(), *record.log(each.desk)) for each in (session, again))
    assert log == reread
    assert "6      Ann: drill D6 [undone]" in log
    assert not any("pays 1 for drill" in line for line in log)


def test_what_a_sentence_says_itself_is_told_by_why_alone() -> None:
    """The tiles of two boards kept apart are counted for each [T-1032]; the drill told them already."""
    desk = opening.desk({
        "game": "planetoid", "players": ("Ann", "Ben", "Cid"), "options": ("mode=five-eight", "tiles=separate"),
        "box": box.practice(opening.folder("planetoid")).sentences, "board-1": "? ?\n? ?", "board-2": "? ?\n? ?",
    })  # fmt: skip
    desk.say("drill 1:A1 ruby, 1:B1 gold, 1:A2 rock")
    display.speak("planetoid")
    log, why = (" ".join(display.lines(Screen(), *each)) for each in (record.log(desk), proof.parts(desk, "board 1")))
    assert "The ruby goes into storage" in log
    assert "counts for board 1" not in log
    assert "The ruby of 1:A1 counts for board 1" in why
    assert "The gold of 1:B1 counts for board 1" in why


# -- records that read otherwise ------------------------------------------------------------------


def mended(session: Session, old: str, new: str) -> Session:
    file = session.record.file
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    return Session.open("kitchen", file.parent)


def test_a_record_that_stops_is_read_and_not_written_until_its_line_is_settled(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP, "charge")
    old = mended(session, "Ann battery 1", "Ann battery 2")
    assert old.stop is not None
    assert (old.stop.line, old.stop.text.key) == (6, "record.then")
    assert len(old.desk.lines) == 5
    before = old.record.file.read_bytes()
    for change in (
        lambda: old.say("end"),
        old.undo,
        old.redo,
        lambda: old.keep(3, "so it was"),
        lambda: old.keep(6, ""),
    ):
        with pytest.raises((Failed, NotUnderstood)):
            change()
    assert old.record.file.read_bytes() == before
    old.keep(6, "so it was")
    assert Session.open("kitchen", tmp_path).stop is None
    assert on_disk(old)[-1] == {"keep": 6, "was": "charge", "because": "so it was"}
    assert old.desk.ask.pos.count("Ann", "battery") == 2
    assert old.say("end").lines


def test_a_header_that_cannot_begin_is_damage_with_its_file(tmp_path: Path) -> None:
    with pytest.raises(Damaged) as damaged:
        mended(begin(tmp_path), "difficulty=easy", "difficulty=none")
    assert damaged.value.text.facts["file"] == str(tmp_path / "kitchen.toml")


# -- positions ------------------------------------------------------------------


def test_a_table_written_as_facts_is_the_same_table(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP, "drill C6", "end", "damage scan")
    positions.write(tmp_path / "table", session.desk, session.header)
    entered = positions.lay(positions.read(tmp_path / "table")).desk
    assert entered.game.facts(entered.ask.pos) == session.game.facts(session.desk.ask.pos)
    assert (entered.ask.rule, entered.ask.pos.agenda) == (session.desk.ask.rule, session.desk.ask.pos.agenda)


def test_a_moment_that_facts_cannot_say_is_no_position(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP, "drill D6")
    assert session.desk.ask.rule == "T-813"
    with pytest.raises(Failed) as failed:
        positions.write(tmp_path / "table", session.desk, session.header)
    assert failed.value.text.key == "position.moment"
    assert not (tmp_path / "table").exists()


def test_a_position_never_takes_the_place_of_a_file_and_a_session_is_none(tmp_path: Path) -> None:
    session = begin(tmp_path, *SETUP)
    for wrong, key in (
        (lambda: positions.write(session.record.file, session.desk, session.header), "position.exists"),
        (lambda: positions.read(session.record.file), "position.session"),
    ):
        with pytest.raises(Failed) as failed:
            wrong()
        assert failed.value.text.key == key
