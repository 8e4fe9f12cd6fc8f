"""Planetoid's rules and rulings are all there and fit together, and a table finds what it asks for."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.errors import Damaged, Failed, NotUnderstood
from referee.rulebook import STATUSES, Rule, Rulebook, Ruling, Step, load
from referee.text import Reading
from referee.verdict import ASK
from referee.where import tables_folder

BOOK = load(tables_folder("planetoid"))
ALL: tuple[Rule | Step | Ruling, ...] = (*BOOK.rules.values(), *BOOK.steps.values(), *BOOK.rulings.values())
MODES = {"basic", "advanced", "solo", "danger", "moon", "five-eight"}

# First and last row of each chapter.
ROWS = {
    **{"T-001": "T-010", "T-101": "T-110", "T-201": "T-216", "T-301": "T-313", "T-401": "T-412", "T-501": "T-509"},
    **{"T-601": "T-609", "T-701": "T-709", "T-801": "T-820", "T-901": "T-918", "T-1001": "T-1006"},
    **{"T-1011": "T-1014", "T-1021": "T-1022", "T-1031": "T-1040", "G-1": "G-4"},
}
STEPS = {
    **{"P-01": "P-07", "B-01": "B-10", "V-01": "V-03", "V-10": "V-14", "S-01": "S-19", "D-01": "D-05"},
    **{"F-01": "F-08", "M-01": "M-02", "X-01": "X-03", "E-01": "E-04"},
}
QUESTIONS = {"Q-1": "Q-37", "A-01": "A-51"}

OPEN = {"T-008", "T-210", "T-306", "T-504"}
ADVISED = {"T-105", "T-110", "T-202"}
PRINTED = {"Q-3", "Q-8", "Q-10", "Q-16", "Q-17", "Q-18", "Q-20", "Q-21", "Q-31", "Q-34", "Q-36", "A-02"}

# Every switch with its readings, the default first.
SWITCHES = {
    "acting_colour": "ask same opposite",
    "closest_alien": "origin target",
    "covered_by": "any own",
    "reveal_on_move": "no yes",
    "drilled_alien": "stays removed",
    "occupied_damage": "tile alien",
    "growth": "cover exact floor",
    "distance": "path manhattan",
    "right": "inward mirrored",
    "solo_end": "immediate end_of_turn",
    "category_limit": "on off",
    "storage": "4",
    "start_battery": "0 1 2",
    "charge_same_turn": "yes no",
    "aux_mix": "both one_kind",
    "overflow_time": "at_once after_reveal",
    "aux_anchor": "latest any",
    "scan_any": "no yes",
    "empty_ship": "no yes",
    "claim": "at_least_one optional maximum",
    "reroute": "flat plus flat_with_damage",
    "expanded_damaged": "no_new works drop",
    "mega_gap": "counts skips",
    "mega_reveal": "taken line",
    "booster": "together one_by_one",
    "install_same_turn": "yes no",
    "secret_keep": "1 2",
    "secret_scope": "everyone owner",
    "sweep_any": "no yes",
    "split_cost": "yes no",
    "peek_own": "no yes",
    "moon_bonuses": "keep redraw",
    "minor_order": "left_first major_first",
    "minor_solar": "set add",
    "final_majors": "cycle all_others",
    "solo_score": "plain card",
    "danger_start_damage": "no yes",
    "job_overfill": "free needed_only",
    "all_damaged": "all board_only",
    "flip_damage": "stay clear",
    "notes": "no solo",
    "reroute_scope": "board solo_too",
}


def counted(spans: dict[str, str]) -> Iterator[str]:
    """Every id of the spans, from the first to the last of each."""
    for first, last in spans.items():
        prefix, start = first.split("-")
        for number in range(int(start), int(last.split("-")[1]) + 1):
            yield f"{prefix}-{number:0{len(start)}}"


def whole(id: str) -> str:
    """The question that a part belongs to: A-37 for A-37b."""
    return id.rstrip("abcdefg")


def refusal(book: Rulebook, word: str) -> NotUnderstood:
    with pytest.raises(NotUnderstood) as refused:
        book.ruling(word)
    return refused.value


# Everything is there


def test_every_row_of_the_rules_is_there_and_no_other() -> None:
    assert sorted(BOOK.rules) == sorted(counted(ROWS))
    assert len(BOOK.rules) == 152


def test_every_step_of_play_is_there_and_no_other() -> None:
    assert sorted(BOOK.steps) == sorted(counted(STEPS))
    assert len(BOOK.steps) == 66


def test_every_open_question_is_there_and_no_other() -> None:
    assert {whole(id) for id in BOOK.rulings} == set(counted(QUESTIONS))
    assert len(BOOK.rulings) == 37 + 51 + 1 + 6  # A-23 has two parts, A-37 seven


def test_every_switch_is_there_with_its_readings() -> None:
    switches = {ruling.switch: ruling for ruling in BOOK.rulings.values() if ruling.switch}
    assert {key: " ".join(ruling.readings) or str(ruling.default) for key, ruling in switches.items()} == SWITCHES
    assert {key: str(BOOK.defaults[key]) for key in switches} == {
        key: text.split()[0] for key, text in SWITCHES.items()
    }


def test_no_id_is_used_for_two_things() -> None:
    ids = [*BOOK.rules, *BOOK.steps, *BOOK.rulings, *SWITCHES]
    assert len(ids) == len(set(ids))


# Everything fits


def test_rules_name_rulings_that_touch_them() -> None:
    named = {(rule.id, id) for rule in BOOK.rules.values() for id in rule.rulings}
    assert named <= {(id, ruling.id) for ruling in BOOK.rulings.values() for id in ruling.touches}


def test_rulings_and_steps_name_rules_that_exist() -> None:
    touched = {id for ruling in BOOK.rulings.values() for id in ruling.touches}
    asked = {id for step in BOOK.steps.values() for id in step.rules}
    assert touched | asked <= set(BOOK.rules)
    assert all(ruling.touches for ruling in BOOK.rulings.values())


def test_ids_in_running_text_exist() -> None:
    known = {*BOOK.rules, *BOOK.steps, *BOOK.rulings}
    texts = [text for r in BOOK.rulings.values() for text in (r.question, r.why, r.note, *r.gists.values())]
    texts += [row.gist for row in ALL if not isinstance(row, Ruling)]
    assert {id for text in texts for id in re.findall(r"\b[A-Z]-\d+[a-z]?", text)} <= known


def test_modes_are_modes_of_the_game() -> None:
    for row in ALL:
        assert set(row.modes) <= MODES, row.id
        assert row.modes, row.id


def test_a_ruling_matters_only_in_modes_of_the_rules_that_it_touches() -> None:
    for ruling in BOOK.rulings.values():
        assert set(ruling.modes) <= {mode for id in ruling.touches for mode in BOOK.rules[id].modes}, ruling.id


def test_statuses_are_as_the_refusals_make_them() -> None:
    by_status = {status: {rule.id for rule in BOOK.rules.values() if rule.status == status} for status in STATUSES}
    assert by_status["open"] == OPEN
    assert by_status["advised"] == ADVISED
    assert sum(map(len, by_status.values())) == len(BOOK.rules)


def test_an_open_rule_names_the_ruling_it_rests_on() -> None:
    assert all(BOOK.rules[id].rulings for id in OPEN)


def test_every_rule_says_where_it_is_printed_or_that_it_is_not() -> None:
    lines = r"l\.\d+(-\d+)?"
    for rule in BOOK.rules.values():
        assert re.fullmatch(rf"({lines}(, {lines})*|silent)(, (partly )?(inferred|implied|ruling))?", rule.source), (
            rule.id
        )


def test_printed_answers_are_those_with_a_line_behind_them() -> None:
    assert {ruling.id for ruling in BOOK.rulings.values() if ruling.printed} == PRINTED


@pytest.mark.parametrize("ruling", BOOK.rulings.values(), ids=lambda ruling: ruling.id)
def test_the_default_of_a_ruling_is_one_of_its_readings_and_carried_out(ruling: Ruling) -> None:
    assert BOOK.reading(ruling, ruling.default) == ruling.default
    assert ruling.type == "number" or ruling.default in ruling.coded


def test_solo_carries_out_every_reading_that_has_a_switch() -> None:
    solo = [r for r in BOOK.rulings.values() if "solo" in r.modes and r.switch and r.type == "word"]
    assert [r.id for r in solo if r.coded != r.readings] == ["A-48"]  # private notes: nothing to carry out
    assert len(solo) == 10 + 18  # of the aliens' turn, of the rest


# Readings


@pytest.mark.parametrize(
    ("ruling", "word", "reading"),
    [
        ("A-13", "yes", "yes"),
        ("empty_ship", "Yes", "yes"),
        ("A-10", "at-once", "at_once"),
        ("A-10", "after reveal", "after_reveal"),
        ("a06", "5", 5),
        ("STORAGE", 5, 5),
        ("Q-15", "ask", ASK),
        ("storage", "Ask", ASK),
        ("acting-colour", "ask", ASK),
    ],
)
def test_a_reading_is_understood_as_people_write_it(ruling: str, word: Reading, reading: Reading) -> None:
    assert BOOK.reading(BOOK.ruling(ruling), word) == reading


@pytest.mark.parametrize(
    ("ruling", "word", "nearest"),
    [
        ("A-13", "maybe", ("no", "yes", ASK)),
        ("Q-1", "pink", ("same", "opposite", ASK)),
        ("A-06", "four", (ASK,)),
        ("A-06", "-1", (ASK,)),
        ("A-07", "3", ("0", "1", "2", ASK)),
    ],
)
def test_any_other_reading_is_refused_with_those_there_are(ruling: str, word: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(NotUnderstood) as refused:
        BOOK.reading(BOOK.ruling(ruling), word)
    assert refused.value.text.key == "ruling.reading"
    assert refused.value.text.facts["word"] == word
    assert refused.value.nearest == nearest


def test_a_position_knows_a_question_by_its_switch_or_by_its_id() -> None:
    assert BOOK.ruling("A-13").key == "empty_ship"
    assert BOOK.ruling("Q-4").key == "Q-4"
    assert BOOK.defaults["empty_ship"] == "no"
    assert BOOK.defaults["Q-4"] == "stay"


def test_a_shared_switch_is_cited_with_both_questions() -> None:
    assert [ruling.id for ruling in BOOK.sharing("solo_end")] == ["Q-29", "A-41"]
    assert BOOK.ruling("solo_end").id == "Q-29"


def test_an_unknown_ruling_is_refused_with_the_nearest_there_are() -> None:
    refused = refusal(BOOK, "empty_shop")
    assert refused.text.key == "ruling.unknown"
    assert refused.nearest[0] == "empty_ship"


def test_a_question_in_parts_is_not_answered_as_a_whole() -> None:
    refused = refusal(BOOK, "A-23")
    assert refused.text.key == "ruling.parts"
    assert refused.nearest == ("A-23a", "A-23b")


# Looking up


def test_rules_are_found_by_id_in_any_case() -> None:
    assert BOOK.rule("t-811") is BOOK.rules["T-811"]
    with pytest.raises(NotUnderstood) as refused:
        BOOK.rule("T-911a")
    assert refused.value.nearest[0] == "T-911"


@pytest.mark.parametrize(
    ("id", "rows"),
    [
        ("T-001", {"T-001": "T-010"}),
        ("t-207", {"T-201": "T-216"}),
        ("T-1012", {"T-1001": "T-1006", "T-1011": "T-1014", "T-1021": "T-1022", "T-1031": "T-1040"}),
        ("G-3", {"G-1": "G-4"}),
    ],
)
def test_a_chapter_is_its_hundred_in_order(id: str, rows: dict[str, str]) -> None:
    assert [rule.id for rule in BOOK.chapter(id)] == list(counted(rows))


@pytest.mark.parametrize(
    ("words", "id"),
    [
        ("drill alien", "T-811"),
        ("may I drill a tile with an alien on it?", "T-811"),
        ("tie", "T-708"),
        ("ship nothing", "T-210"),
        ("runner", "T-311"),
        ("store", "T-208"),
        ("mega drill empty spaces", "T-403"),
        ("repairing", "T-410"),
        ("flip the card", "T-917"),
        ("two systems of one category", "T-305"),
        ("gold small moon", "T-1013"),
        ("T-207", "T-207"),
        ("l.133", "T-803"),
    ],
)
def test_words_find_their_rule_among_the_first_three(words: str, id: str) -> None:
    assert id in [rule.id for rule in BOOK.search(words)]


@pytest.mark.parametrize("words", ["", "?!", '"', "xyzzy"])
def test_words_that_stand_nowhere_find_nothing(words: str) -> None:
    assert BOOK.search(words) == []


def test_words_that_stand_everywhere_are_passed_over_unless_there_are_no_others() -> None:
    assert BOOK.search("what is the sweep") == BOOK.search("sweep")
    assert BOOK.search("the") != []


def test_as_many_rules_are_found_as_are_wanted() -> None:
    assert [len(BOOK.search("drill", limit)) for limit in (1, 3, 20)] == [1, 3, 20]


def test_rules_are_found_without_a_full_text_index_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    assert BOOK.search("precision")[0].id == "T-402"
    assert BOOK.search("xyzzy") == []


# Files

RULING = """
[[ruling]]
id = "A-1"
switch = "cut"
question = "Who cuts?"
readings = ["left", "right"]
default = "left"
printed = false
gists = { left = "The left neighbour.", right = "The right neighbour." }
why = "Custom."
touches = ["T-1"]
modes = ["basic"]
coded = ["left"]
"""
RULE = """
[[rule]]
id = "T-1"
heading = "Start"
source = "l.1"
gist = "Cut the cards."
status = "judged"
modes = ["basic"]
"""


def lay(folder: Path, rulings: str, rules: str = RULE) -> Path:
    (folder / "rulings.toml").write_text(rulings, encoding="utf-8")
    (folder / "rules.toml").write_text(rules, encoding="utf-8")
    return folder


def faults(damaged: pytest.ExceptionInfo[Damaged]) -> list[tuple[object, ...]]:
    """Message, entry, field and finding of every fault."""
    told = damaged.value.text.facts["faults"]
    assert isinstance(told, tuple)
    return [(key, *facts.values()) for key, facts in told]  # type: ignore[misc, union-attr, str-unpack]


def test_rules_are_not_read_before_somebody_asks(tmp_path: Path) -> None:
    (tmp_path / "rulings.toml").write_text(RULING, encoding="utf-8")
    book = load(tmp_path)
    assert book.defaults == {"cut": "left"}
    with pytest.raises(Failed) as failed:
        _ = book.rules
    assert failed.value.text.key == "files.missing"


def test_a_ruling_may_be_a_number_or_a_list(tmp_path: Path) -> None:
    rest = 'question = "?"\nprinted = false\nwhy = ""\ntouches = []\nmodes = []\n'
    number = f'[[ruling]]\nid = "N"\ntype = "number"\ndefault = 3\ngists = {{ number = "So many." }}\n{rest}'
    several = f'[[ruling]]\nid = "L"\ntype = "list"\ndefault = ["a"]\ngists = {{ list = "These." }}\n{rest}'
    book = load(lay(tmp_path, number + several))
    assert book.defaults == {"N": 3, "L": ("a",)}
    assert book.reading(book.ruling("N"), "12") == 12
    assert book.reading(book.ruling("L"), '["b", "c"]') == ("b", "c")
    for word in ("b", "[1]", "[", '["a"]\nx = 1'):
        with pytest.raises(NotUnderstood):
            book.reading(book.ruling("L"), word)


def test_all_faults_of_the_rulings_are_told_at_once(tmp_path: Path) -> None:
    second = RULING.replace('"A-1"', '"A-2"').replace('default = "left"', 'default = "right"')
    third = RULING.replace('"A-1"', '"A-3"').replace("cut", "deal").replace('"left", "right"', '"left"')
    fourth = RULING.replace('id = "A-1"\n', "").replace("false", '"no"').replace("why", "because")
    with pytest.raises(Damaged) as damaged:
        load(lay(tmp_path, RULING + second + third + fourth + RULING))
    assert damaged.value.text.key == "tables.faults"
    assert damaged.value.text.facts["file"] == str(tmp_path / "rulings.toml")
    assert sorted(faults(damaged), key=str) == [
        ("tables.differs", "A-2", "default", "right"),
        ("tables.field", "ruling 4", "because", "Custom."),
        ("tables.missing", "ruling 4", "id", ""),
        ("tables.missing", "ruling 4", "why", ""),
        ("tables.shape", "ruling 4", "printed", "no"),
        ("tables.stranger", "A-3", "gists", "right"),
        ("tables.twice", "A-1", "id", "A-1"),
    ]


def test_all_faults_of_the_rules_are_told_at_once(tmp_path: Path) -> None:
    rule = RULE.replace("judged", "doubtful") + 'rulings = ["A-1", "A-9"]\n'
    step = '[[step]]\nid = "P-1"\nwho = "table"\ngist = "Who begins?"\nmodes = ["basic"]\nrules = ["T-1", "T-7"]\n'
    with pytest.raises(Damaged) as damaged:
        _ = load(lay(tmp_path, RULING, rule + step)).rules
    assert faults(damaged) == [
        ("tables.stranger", "T-1", "status", "doubtful"),
        ("tables.stranger", "T-1", "rulings", "A-9"),
        ("tables.stranger", "P-1", "rules", "T-7"),
    ]


@pytest.mark.parametrize("text", ["[[ruling", "id = ", "\0"])
def test_a_file_that_is_no_toml_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(Damaged) as damaged:
        load(lay(tmp_path, text))
    assert damaged.value.text.key == "tables.unreadable"
    assert damaged.value.text.facts["file"] == str(tmp_path / "rulings.toml")


def test_reading_the_rulings_loads_no_database() -> None:
    program = (
        "import sys; from referee import rulebook, where; rulebook.load(where.tables_folder('planetoid')).defaults;"
        "sys.exit('sqlite3' in sys.modules or 'difflib' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in tables_folder().glob("*/rulings.toml")), ids=lambda each: each.name
)
def test_the_defaults_alone_are_those_of_the_whole_file(folder: Path) -> None:
    assert Rulebook(folder).defaults == load(folder).defaults
