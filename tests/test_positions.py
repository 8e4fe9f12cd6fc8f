"""Tables entered from a file: short to write, every fault with its line, nothing of the past taken for granted."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from typer.testing import CliRunner

from referee import cli, display, opening, positions
from referee.desk import Desk
from referee.errors import Damaged
from referee.lines import lines
from referee.prompts.entering import enter
from referee.session import Session
from referee.where import tables_folder
from referee.words import render
from tests.terminal import POSIX, Terminal

Run = Callable[..., Any]

PLANETOID = '''\
game = "planetoid"
players = ["Ann:green"]
options = ["difficulty=easy"]
board = """
-  ?  G   -
?  R  ?   ?
E  .  E   .
-  .b ?   -
"""
facts = """
origin at B4 S
side up blue
Ann solar 1, stored gold 1, ruby 1
turn number 6, used precision-drill
"""
'''
PARSEC = '''\
game = "parsec"
players = ["Ann:green", "Bea:red"]
tiles = """
M2 green e ne, L3 green, M3 green, L2 moon
Q1 brown sw se, R1 brown, R2 brown
K0 blue ne nw, J1 blue, K1 neb1 e, K2 neb1 w, 2M warp
"""

facts = [
    "Ann ship K0, robots M2 2, Q1 1, K0 1, credits 2",
    "Ann completed sensors, research thrusters 8 transporters 5, faction safari", # both on one line
    "Bea ship Q1, robots M3 1, R2 2, K1 1, credits 4",
    "Bea completed warrior, research auto 7, faction tidal", "game turn 17",
]
'''
LONG = {
    PLANETOID: (
        *("origin at B4 S", "side up blue", "Ann solar 1", "Ann stored gold 1", "Ann stored ruby 1"),
        *("turn number 6", "turn used precision-drill"),
    ),
    PARSEC: (
        *("Ann ship K0", "Ann robots M2 2", "Ann robots Q1 1", "Ann robots K0 1", "Ann aboard 11", "Ann credits 2"),
        *("Ann completed sensors", 'Ann research "thrusters 8 transporters 5"', "Ann faction safari"),
        *("Bea ship Q1", "Bea robots M3 1", "Bea robots R2 2", "Bea robots K1 1", "Bea aboard 11", "Bea credits 4"),
        *("Bea completed warrior", 'Bea research "auto 7"', "Bea faction tidal", "game turn 17"),
    ),
}
LOOKS = ("judge", "end"), ("next",), ("score",), ("show",)
WARRIOR, SENSORS = "completed warrior", "completed sensors"
ALONE = ("origin at B4 S\nside up blue\n", ""), (".b", ". ")
TOGETHER = ('"Ann:green"', '"Ann", "Bea"'), *ALONE
FIVE = ('"Ann:green"', '"Ann", "Bea", "Cat", "Dan", "Eve"'), *ALONE
MIDST = ("K0 1, credits 2", "K0 1, credits 2, ap 2"), ('"game turn 17",\n]', '"game turn 17",\n]\nat = "S2.9 Ann"')
GAMES = pytest.mark.parametrize("text", [PLANETOID, PARSEC], ids=("planetoid", "parsec"))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs `referee` with these words in a folder of its own, without sessions."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "120")
    yield lambda *words: CliRunner().invoke(cli.app, words, catch_exceptions=False)
    display.speak()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def game(text: str) -> str:
    return "planetoid" if text.startswith('game = "planetoid"') else "parsec"


def laid(file: Path, text: str) -> positions.Laid:
    file.write_text(text, "utf-8")
    return positions.lay(positions.read(file))


def faults(file: Path, text: str) -> list[str]:
    """What is wrong with a position, in words."""
    display.speak(game(text))
    with pytest.raises(Damaged) as refused:
        laid(file, text)
    told: Any = refused.value.text.facts["faults"]
    assert refused.value.exit == 1
    return [render(fault) for fault in told]


def swapped(text: str, *pairs: tuple[str, str]) -> str:
    """A position with some words changed for others, each of which stands there once."""
    for old, new in pairs:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


# -- short forms ------------------------------------------------------------------


@GAMES
def test_several_facts_of_one_thing_on_a_line_say_what_single_ones_say(text: str, file: Path) -> None:
    short = laid(file, text)
    head = {**positions.read(file).header, "facts": LONG[text]}
    assert short.desk.ask == opening.desk(head).ask


def test_a_list_may_be_a_text_and_things_in_places_a_table(file: Path) -> None:
    as_lines = laid(file, PARSEC).desk.ask
    tiles = PARSEC.partition('tiles = """\n')[2].partition('"""')[0].replace("\n", ", ").strip(", ").split(", ")
    pairs = (tile.partition(" ") for tile in tiles)
    table = "\n[tiles]\n" + "".join(f'{at} = "{tile}"\n' for at, _, tile in pairs)
    text = PARSEC.replace('players = ["Ann:green", "Bea:red"]', 'players = "Ann:green, Bea:red"')
    text = text[: text.index("tiles = ")] + text[text.index("facts = ") :] + table
    assert laid(file, text).desk.ask == as_lines


def test_what_a_line_leaves_out_is_as_before_in_the_same_line_only(file: Path) -> None:
    facts = laid(file, PARSEC).desk.game.facts(laid(file, PARSEC).desk.ask.pos)
    assert (facts["Ann", "robots Q1"], facts["Bea", "robots R2"], facts["Bea", "credits"]) == (1, 2, 4)
    assert any("`Q1 1`" in fault for fault in faults(file, swapped(PARSEC, ("M2 2, Q1 1", 'M2 2", "Q1 1'))))


def test_one_fact_may_be_taken_from_another_pile(file: Path) -> None:
    taken = "robots M2 2 from aboard, Q1 1 from aboard, K0 1 from aboard"
    found = laid(file, swapped(PARSEC, ("robots M2 2, Q1 1, K0 1", taken)))
    assert found.desk.ask.pos.count("Ann", "aboard") == 15 - 2 - 1 - 1
    assert set(found.rest) == {("Bea", "aboard")}


def test_a_name_with_a_comma_is_no_list(file: Path) -> None:
    text = PLANETOID.replace("Ann:green", "Ann, the elder").replace("Ann solar 1, stored gold 1, ruby 1", "")
    lone = text.replace("turn number 6, used precision-drill", "Ann, the elder stored gold 1")
    assert laid(file, lone).desk.ask.pos.count("Ann, the elder", "stored gold") == 1


# -- what is wrong, and where ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "old", "new", "line", "says"),
    [
        (PLANETOID, "difficulty=easy", "difficulty=mild", 3, "mild"),
        (PLANETOID, "difficulty=easy", "easy", 3, "KEY=VALUE"),
        (PLANETOID, '"Ann:green"', '"Ann", "Ann"', 2, "taken"),
        (PLANETOID, "E  .  E", "E  Q  E", 7, "B3: `Q`"),
        (PLANETOID, "-  .b", "-  .z", 8, "B4: `.z`"),
        (PLANETOID, "B4 S", "B9 S", 11, "`B9 S`"),
        (PLANETOID, "side up", "sides up", 12, "side up"),
        (PLANETOID, "gold 1, ruby 1", "gold 1, ruby 9", 13, "T-002"),
        (PLANETOID, "used precision-drill", "used hammer", 14, "hammer"),
        (PLANETOID, "facts", "fact", 10, "`fact`"),
        (PLANETOID, 'game = "planetoid"', 'game = "planetoid"\nseed = "three"', 2, "seed"),
        (PARSEC, "Q1 brown", "N1 brown", 5, "N1"),
        (PARSEC, "L2 moon", "L2 mooon", 4, "mooon"),
        (PARSEC, "K2 neb1 w", "K2 neb1 se", 6, "K2"),
        (PARSEC, "Q1 1, K0 1", "Q1 1, K0 many", 10, "many"),
        (PARSEC, "ship Q1", "ship Z9", 12, "6.2-b"),
        (PARSEC, "auto 7", "auto 17", 13, "7.2-a"),
        (PARSEC, "credits 4", "credits 4, aboard 12", 12, "3.0-g"),
        (PARSEC, '"game turn 17"', '"game turn 17"]\nrulings = ["A-999=yes"', 14, "A-999"),
        (PARSEC, '"game turn 17",\n]', '"game turn 17",\n]\nat = "S9.9"', 15, "S9.9"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_line(text: str, old: str, new: str, line: int, says: str, file: Path) -> None:
    found = faults(file, swapped(text, (old, new)))
    assert any(f"Line {line}:" in fault and says in fault for fault in found), found


def test_what_cannot_be_together_is_named_with_every_line_that_has_to_do_with_it(file: Path) -> None:
    (found,) = faults(file, swapped(PARSEC, ("robots M3 1, R2 2", "robots M2 1, R2 2")))
    assert found.startswith("Lines 10, 12: M2: robots of Ann, Bea")
    (found,) = faults(file, swapped(PLANETOID, ("E  .  E   .", "E  U  U   U"), ("ruby 1", "ruby 1\naliens ruby 5")))
    assert found.startswith("Lines 7, 13, 14: The box holds 8 ruby")


@pytest.mark.parametrize(
    ("text", "pairs", "lines"),
    [
        (PLANETOID, (("E  .  E", "E  Q  E"), ("B4 S", "B9 S"), ("gold 1, ruby 1", "gold 1, ruby 9")), {7, 11, 13}),
        (PARSEC, (("L2 moon", "L2 mooon"), ("auto 7", "auto 17"), ("credits 4", "credits 4, aboard 12")), {4, 12, 13}),
        (PLANETOID, (("difficulty=easy", "mild"), ("E  .  E", "E  Q  E"), ('"Ann:green"', '"Ann:Ann"')), {2, 3, 7}),
    ],
)
def test_three_faults_are_named_at_once(
    text: str, pairs: tuple[tuple[str, str], ...], lines: set[int], run: Run, file: Path
) -> None:
    file.write_text(swapped(text, *pairs), "utf-8")
    for words in (*(LOOKS if lines == {7, 11, 13} else LOOKS[1:2]), ("new", game(text))):
        said = run(*words, "--from", str(file))
        assert said.exit_code == 1, words
        assert lines <= {n for n in range(20) if f"Line {n}: " in said.stderr}, said.stderr
        assert "Traceback" not in said.output
    assert not (file.parent / "home").exists()


def test_where_a_key_and_each_of_its_texts_stand() -> None:
    texts = 'a = [\n "one", # "no"\n  \'two\', "th\\"ree",\n]\nb = """\nx\n\ny"""\nc = "z"\n'
    found = lines(f'{texts}\n[d]\ne = "1"\nf = "2"\n')
    assert found.keys == {"a": 1, "b": 5, "c": 9, "d": 11}
    assert found.texts == {"a": [2, 3, 3], "b": [6, 8], "c": [9], "d": [12, 13]}
    assert [found.of("a", 2), found.of("a", 7), found.of("none")] == [3, 1, 1]


def test_no_toml_and_a_session_are_told_apart(run: Run, file: Path) -> None:
    for text, says in (("game = [", "no TOML"), ("players = []", "which game"), ('game = "chess"', "chess")):
        file.write_text(text, "utf-8")
        said = run("next", "--from", str(file))
        assert (said.exit_code, says in said.stderr) == (2 if "chess" in text else 1, True), said.stderr
    assert run("next", "--from", str(file.parent / "nowhere")).exit_code == 1


# -- what was not told ------------------------------------------------------------------


def test_what_was_left_out_is_said_with_what_it_was_taken_as(run: Run, file: Path) -> None:
    file.write_text(PARSEC, "utf-8")
    shown = run("judge", "--from", str(file), "draw brown").stdout
    assert "taken as what is left: Ann aboard 11, Bea aboard 11" in shown
    assert "  Ann, Bea: bomb unused; nothing for home, held, vp, ap, spent, robots\n" in shown
    answer = json.loads(run("score", "--json", "--from", str(file)).stdout)
    assert answer["rest"] == ["Ann aboard 11", "Bea aboard 11"]
    assert {"Ann vp 0", "game first Ann", "Bea bomb unused"} <= {*answer["supposed"]}
    assert not {"Ann credits 2", "Bea ship Q1"} & {*answer["supposed"]}


def test_nothing_is_said_of_what_lies_face_down(file: Path) -> None:
    text = swapped(PLANETOID, *TOGETHER, ("difficulty=easy", "mode=advanced"), ("Ann solar 1, ", "Ann "))
    supposed = laid(file, text).supposed
    assert ("Bea", "battery") in supposed
    assert not [what for _, what in supposed if what.startswith("saved") or what == "bonuses"]


PAST = [
    (PLANETOID, (("number 6, used precision-drill", "number 6"),), "turn used"),
    (PLANETOID, (("ruby 1", "ruby 1, installed reroute"),), "turn fresh"),
    (PLANETOID, (*FIVE, ("difficulty=easy", "mode=five-eight")), "game majors"),
    (PARSEC, ((SENSORS, "completed bomb"),), "Ann bomb"),
    (PARSEC, ((WARRIOR, "completed sensors bomb"),), "Bea bomb"),
    (PARSEC, MIDST, "Ann spent"),
    (PARSEC, (*MIDST, (SENSORS, "completed auto")), "turn walked"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "pairs", "fact"), PAST, ids=[past[2] for past in PAST])
def test_what_no_table_shows_is_asked_for_by_name_and_never_assumed(
    text: str, pairs: tuple[tuple[str, str], ...], fact: str, file: Path
) -> None:
    text = swapped(text, *pairs)
    asked = [fault for fault in faults(file, text) if fault.startswith("Not told:") and f"such as: {fact}" in fault]
    assert len(asked) == 1
    tell = asked[0].partition("such as: ")[2]
    told = text.replace('facts = """\n', f'facts = """\n{tell}\n').replace("facts = [\n", f'facts = [\n"{tell}",\n')
    assert not [fault for fault in (faults(file, told) if _refused(file, told) else ()) if f"such as: {fact}" in fault]


def _refused(file: Path, text: str) -> bool:
    try:
        laid(file, text)
    except Damaged:
        return True
    return False


def test_points_are_asked_for_once_a_round_was_scored(file: Path) -> None:
    text = swapped(PARSEC, ("K1 neb1 e, K2 neb1 w, 2M warp\n", "1J blue, 2M warp\n"), ("K1 1, ", ""))
    found = faults(file, text)
    assert [fault.partition("such as: ")[2] for fault in found] == ["Ann vp 0", "Bea vp 0"]


# -- commands ------------------------------------------------------------------


@GAMES
def test_a_table_of_its_own_is_looked_at_as_one_of_a_session(text: str, run: Run, file: Path) -> None:
    file.write_text(text, "utf-8")
    assert run("new", game(text), "kitchen", "--from", str(file)).exit_code == 0
    before = (file.parent / "home" / "kitchen.toml").read_bytes()
    for words in LOOKS:
        alone, session = (run(*words, *rest) for rest in (("--from", str(file)), ("-s", "kitchen")))
        assert alone.exit_code == session.exit_code
        assert alone.stdout.startswith(session.stdout.rstrip("\n"))
    as_data = [json.loads(run("score", "--json", *rest).stdout) for rest in (("--from", str(file)), ("-s", "kitchen"))]
    assert [as_data[0][key] for key in ("question", "answers", "score")] == [
        as_data[1][key] for key in ("question", "answers", "score")
    ]
    assert (file.parent / "home" / "kitchen.toml").read_bytes() == before
    both = run("next", "--from", str(file), "-s", "kitchen")
    assert (both.exit_code, "one of them" in both.stderr) == (2, True)


def test_a_table_of_its_own_knows_what_this_table_taught_of_its_box(run: Run, file: Path) -> None:
    file.write_text(swapped(PLANETOID, ("side up blue", "side up blue\ngame jobs b01")), "utf-8")
    assert "b01" in run("next", "--from", str(file)).stderr
    assert run("box", "planetoid", "teach bonus b01 solo ruby ruby 9").exit_code == 0
    assert "b01" in run("show", "--from", str(file)).stdout


@GAMES
def test_a_session_begun_from_short_forms_is_read_again_as_it_was(text: str, run: Run, file: Path) -> None:
    file.write_text(text, "utf-8")
    shown = run("new", game(text), "kitchen", "--from", str(file))
    assert "Not told, and taken as" in shown.stdout
    desk: Desk = Session.open("kitchen", file.parent / "home").desk
    assert (desk.ask, desk.stop) == (laid(file, text).desk.ask, None)


def test_a_small_moon_is_entered_and_its_session_read_again(run: Run, file: Path) -> None:
    text = swapped(PLANETOID, *TOGETHER, ("board =", "moon ="), ("difficulty=easy", "mode=moon-basic"))
    text = text[: text.index("facts")].replace("G", "R")
    file.write_text(text, "utf-8")
    assert run("new", "planetoid", "kitchen", "--from", str(file)).exit_code == 0
    assert run("next").exit_code == 0


@GAMES
def test_what_is_written_of_a_table_tells_its_past_too(text: str, run: Run, file: Path) -> None:
    if game(text) == "parsec":
        text = swapped(text, (SENSORS, "completed bomb, bomb used"))
    file.write_text(text, "utf-8")
    again = file.with_name("again.toml")
    assert run("show", "--from", str(file), "--position", str(again)).exit_code == 0
    assert ("bomb used" if game(text) == "parsec" else "turn used precision-drill") in again.read_text("utf-8")
    assert laid(file, again.read_text("utf-8")).desk.ask.pos == laid(file, text).desk.ask.pos


@pytest.mark.parametrize("name", opening.GAMES)
def test_in_a_pipe_it_is_said_how_a_file_is_written_and_that_file_is_one(name: str, run: Run) -> None:
    shipped = tables_folder(name) / "position.toml"
    for words in (("new", name, "--from"), ("new", "--from", "--player", "Zoe")):
        said = run(*words)
        assert said.exit_code == 2
        assert shipped.read_text("utf-8") in said.stdout
        assert "in a terminal only" in said.stderr
    assert run("next", "--from", str(shipped)).exit_code == 0
    assert run("new", "--from", str(shipped)).exit_code == 0  # the file says which game it is
    assert run("new").exit_code == 2


# -- told piece by piece ------------------------------------------------------------------


def draft(terminal: Terminal, text: str) -> Terminal:
    """Waits until the cursor stands behind these words."""
    return terminal.until(lambda now: now.cursor == text)


@POSIX
def test_a_table_is_told_piece_by_piece_interrupted_and_gone_on_with(tmp_path: Path) -> None:
    with Terminal(["new", "planetoid", "--from"], tmp_path) as terminal:
        terminal.until("Who plays?").asks(">").enter("Ann:green").until("mode?").asks(">").enter("solo")
        terminal.until("difficulty?").asks(">").enter("easy").until("Who draws").asks(">").enter("table")
        terminal.asks("options>").enter().asks("board>")
        terminal.enter("-  ?  G   -").asks("board>").enter("?  R  ?   ?").asks("board>")
        draft(terminal.enter("E Q E .").until("B3: `Q` is no cell"), "board> E Q E .")  # said where it stands
        terminal.type("clear").enter("E  .  E   .").asks("board>").type("\x03")
        assert terminal.exit() == 130
        assert "referee new planetoid --from" in terminal.scroll
    assert not (tmp_path / "planetoid.toml").exists()

    with Terminal(["new", "--from"], tmp_path) as terminal:
        terminal.until("that was begun").until("?  R  ?   ?").asks("board>")
        terminal.enter("-  .b ?   -").asks("board>").enter().until("Ann: solar 3").asks("Ann>")
        draft(terminal.enter("solar 1, batery 2").until("Ann battery"), "Ann> solar 1, batery 2")
        terminal.type("clear").enter("solar 1").asks("Ann>").enter("stored ruby 9").asks("Ann>").enter()
        draft(terminal.until("T-002").until("T-311"), "Ann> Ann solar 1").enter()
        draft(terminal, "Ann> Ann stored ruby 9").type("clear").enter("stored ruby 1").asks("Ann>").enter()
        draft(terminal.asks("game>").type("b", "ack", "enter"), "Ann> Ann solar 1").enter()
        draft(terminal, "Ann> Ann stored ruby 1").enter().asks("Ann>").enter()
        terminal.asks("game>").enter().asks("turn>").enter("number 6").asks("turn>").enter()
        terminal.asks("origin>").enter("at B4 S").asks("origin>").enter()
        terminal.asks("side>").enter("up blue").asks("side>").enter()
        for subject in ("aliens", "card", "deck", "pool", "removed"):
            terminal.asks(f"{subject}>").enter()
        terminal.asks("at>").enter().until("by which systems?")  # no table shows it
        draft(terminal, "turn> turn used").enter("precision-drill").until("Solar 1, battery 0.")
        assert terminal.exit() == 0
    session = Session.open("planetoid", tmp_path)
    pos = session.desk.ask.pos
    assert (pos.count("Ann", "stored ruby"), pos.turn, pos.used, pos.side) == (1, 6, {"precision-drill"}, "blue")
    assert not [each.name for each in tmp_path.iterdir() if "position" in each.name]


def test_whoever_quits_goes_on_at_the_same_line_and_no_other(tmp_path: Path) -> None:
    def told(*typed: str) -> str:
        with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
            pipe.send_text("".join(f"{each}\r" for each in typed))
            return enter(None, tmp_path)

    kept = tmp_path / ".planetoid.position.toml"
    assert told("pl", "Ann", "solo", "easy", "table", "", "R .", "quit") == ""
    before = positions.read(kept).header
    assert (before["board"], before["options"]) == ("R .", ["mode=solo", "difficulty=easy"])
    assert told("quit") == ""
    assert positions.read(kept).header == before
    assert told(". ?", "", "solar 1", "quit") == ""
    assert (positions.read(kept).header["board"], positions.read(kept).header["facts"]) == ("R .\n. ?", ["Ann solar 1"])
    with pytest.raises(EOFError):
        told("anew", "Bea", "QUIT")
    assert positions.read(kept).header == {"game": "planetoid", "players": ["Bea"]}


@POSIX
def test_a_table_of_the_other_game_may_be_begun_anew_and_goes_back_to_what_is_wrong(tmp_path: Path) -> None:
    with Terminal(["new", "parsec", "midway", "--from", "--draws", "table"], tmp_path) as terminal:
        terminal.until("Who plays?").asks(">").enter("Zoe, Yan").until("Who draws").asks(">").enter("table")
        terminal.asks("options>").enter("anew").until("Who plays?").asks(">").enter("Ann, Bea").until("Who draws").asks(
            ">"
        ).enter("table")
        draft(terminal.asks("options>").enter("quick=maybe").until("quick cannot be"), "options> quick=maybe")
        terminal.type("clear").enter().asks("tiles>").enter("K0 empty, 2M asteroid").asks("tiles>").enter()
        terminal.asks("Ann>").enter("ship 9Z").asks("Ann>").enter().until("6.2-b")
        draft(terminal, "Ann> Ann ship 9Z").enter().asks("Ann>").enter().asks("Bea>").enter("completed bomb").asks(
            "Bea>"
        ).enter()
        for subject in ("game", "turn", "cup", "at"):
            terminal.asks(f"{subject}>").enter()
        draft(terminal.until("Is it used or unused?"), "Bea> Bea bomb").enter("used")
        draft(terminal.until("6.2-b"), "Ann> Ann ship 9Z").type("clear").enter("ship K0").asks("Ann>").enter()
        draft(terminal, "Bea>").enter()
        for subject in ("game", "turn", "cup", "at"):
            terminal.asks(f"{subject}>").enter()
        terminal.until("draw a tile")
        assert terminal.exit() == 0
