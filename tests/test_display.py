"""What people see: whole screens, at 40, 80 and 120 columns, with and without colours and characters beyond ASCII."""

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from textwrap import dedent

import pexpect
import pytest

from referee import display
from referee.display import as_json, lines, plain, say, screen, warn, why_lines
from referee.hexes import DIRECTIONS, ORIGIN, Hex, label, ring, scale
from referee.layout import Screen, columns, fold
from referee.text import Text
from referee.verdict import BOX, COUNT, UNKNOWN, Objection, broken, disputed
from referee.view import Cell, Command, HexMap, Lines, Part, SquareMap, Table, Track, Words

ASCII = Screen(encoding="ascii")
WIDTHS = (40, 80, 120)


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("COLUMNS", "NO_COLOR", "TERM", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    yield
    display.speak()


def shown(*parts: Part | Words, on: Screen | int = 80) -> str:
    return "\n".join(lines(Screen(on) if isinstance(on, int) else on, *parts))


def drawing(text: str) -> str:
    return dedent(text).strip("\n")


# Tables

SCORE = Table(
    "Score",
    ("Player", "Points", "Where they come from"),
    (
        ("Ann", Cell("12", "good"), "two gold tiles for the first bonus and the emerald that was left in storage"),
        ("[red]", "-3", "a claim that did not hold"),
    ),
)

SCORE_120 = """
    Score
    Player  Points  Where they come from
    ------  ------  ---------------------------------------------------------------------------
    Ann         12  two gold tiles for the first bonus and the emerald that was left in storage
    [red]       -3  a claim that did not hold
"""
SCORE_80 = """
    Score
    Player  Points  Where they come from
    ------  ------  ----------------------------------------------------------------
    Ann         12  two gold tiles for the first bonus and the emerald that was left
                    in storage
    [red]       -3  a claim that did not hold
"""
SCORE_40 = """
    Score
    Player  Points  Where they come from
    ------  ------  ------------------------
    Ann         12  two gold tiles for the
                    first bonus and the
                    emerald that was left in
                    storage
    [red]       -3  a claim that did not
                    hold
"""


@pytest.mark.parametrize(("width", "expected"), [(40, SCORE_40), (80, SCORE_80), (120, SCORE_120)])
def test_a_table_breaks_its_sentences_where_the_screen_ends(width: int, expected: str) -> None:
    assert shown(SCORE, on=width) == drawing(expected)


def test_a_table_too_wide_for_the_screen_becomes_a_list_of_its_rows() -> None:
    table = Table(
        "Systems",
        ("System", "Energy", "Damage", "Where it stands", "State"),
        (
            ("Mega Drill", "3", "1", "on the right of the board", "damaged"),
            ("Reroute", "1", "0", "below the board", ""),
        ),
    )
    assert shown(table, on=40) == drawing(
        """
        Systems
        System: Mega Drill
        Energy: 3
        Damage: 1
        Where it stands: on the right of the
          board
        State: damaged

        System: Reroute
        Energy: 1
        Damage: 0
        Where it stands: below the board
        State:
        """
    )


def test_a_table_of_nothing_is_its_head() -> None:
    assert shown(Table("Score", ("Player", "Points"), ())) == "Score\nPlayer  Points\n------  ------"
    assert shown(Table("", (), ())) == ""


def test_columns_align_under_names_that_take_more_or_less_room_than_they_have_letters() -> None:
    table = Table("", ("Player", "Points"), (("界界", "1"), ("Jürgen", "10"), ("e\u0301e\u0301", "-5")))
    assert shown(table) == "\n".join(
        ["Player  Points", "------  ------", "界界         1", "Jürgen      10", "e\u0301e\u0301          -5"]
    )


# Objections


def test_objections_name_their_rules_and_hang_their_sentences(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("toy")
    (folder / "texts.toml").write_text(
        dedent("""
            [drill]
            empty = "There is no tile at {at}."
            full = "Storage holds {n}, and all of it is full; the tile that leaves has to be named in the same breath."
            [ship]
            nothing = "Nothing would be shipped."
        """),
        encoding="utf-8",
    )
    display.speak(folder)
    objections = (
        broken("T-205", "drill.empty", at="C3"),
        Objection("T-1208", "drill.full", {"n": 4}, COUNT),
        Objection("T-206", "drill.empty", {"at": "[red]\x1b"}, BOX),
        disputed("T-311", "ship.nothing", "A-13", False),
        Objection("T-312", "ship.nothing", {}, UNKNOWN),
    )
    assert shown(why_lines(objections)) == drawing(
        """
        T-205   There is no tile at C3.
        T-1208  Storage holds 4, and all of it is full; the tile that leaves has to be
                named in the same breath.
        T-206   There is no tile at [red]^[.
        T-311   Nothing would be shipped. (ruling A-13)
        T-312   Nothing would be shipped.
        """
    )
    assert shown("Refused:", why_lines(objections[:1]), on=40) == "Refused:\nT-205  There is no tile at C3."
    assert shown(why_lines(())) == ""


# Tracks


def test_a_track_says_how_far_it_has_come_and_draws_it() -> None:
    track = Track("Battery", 3, 1)
    assert shown(track) == "Battery: 1 of 3  ⬢⬡⬡"
    assert shown(track, on=ASCII) == "Battery: 1 of 3  #--"


@pytest.mark.parametrize(
    ("track", "line"),
    [
        (Track("VP", 100, 57), "VP: 57 of 100"),  # too long to be drawn
        (Track("Over", 2, 3), "Over: 3 of 2  ##"),
        (Track("Under", 2, -1), "Under: -1 of 2  --"),
        (Track("[red]", 0, 0), "[red]: 0 of 0"),
    ],
)
def test_the_number_counts_more_than_the_drawing(track: Track, line: str) -> None:
    assert shown(track, on=ASCII._replace(width=40)) == line


# Square maps

BOARD = SquareMap(
    "Board",
    4,
    3,
    {
        (1, 0): Cell("?"),
        (2, 0): Cell("R", "rock"),
        (0, 1): Cell("?b", "blue"),
        (1, 1): Cell(".pp", "pink"),
        (2, 1): Cell("."),
        (3, 1): Cell("U", "ruby"),
        (1, 2): Cell("?"),
    },
)

BOARD_DRAWN = """
    Board
       A   B   C   D
    1  -   ?   R   -
    2  ?b  .pp .   U
    3  -   ?   -   -
"""


@pytest.mark.parametrize("on", [Screen(40), Screen(80), Screen(120), ASCII])
def test_a_board_has_letters_across_numbers_down_and_a_dash_where_there_is_no_space(on: Screen) -> None:
    assert shown(BOARD, on=on) == drawing(BOARD_DRAWN)


def test_a_board_of_single_letters_is_close_and_its_numbers_align() -> None:
    board = SquareMap("", 2, 10, {(0, row): Cell("?") for row in range(10)} | {(1, 9): Cell("G")})
    assert shown(board).splitlines()[:3] == ["    A B", " 1  ? -", " 2  ? -"]
    assert shown(board).splitlines()[-2:] == [" 9  ? -", "10  ? G"]


def test_a_board_too_wide_for_the_screen_goes_on_below() -> None:
    board = SquareMap("Board", 12, 1, {(column, 0): Cell(f"t{column}") for column in range(12)})
    assert shown(board, on=40) == drawing(
        """
        Board
           A   B   C   D   E   F   G   H   I
        1  t0  t1  t2  t3  t4  t5  t6  t7  t8

           J   K   L
        1  t9  t10 t11
        """
    )


# Hex maps

FLOWER = HexMap(
    "Space",
    {
        **{a: Cell("home", "good") for a in (ORIGIN, *ring(ORIGIN, 1))},
        Hex(2, 0): Cell("warp"),
        Hex(1, 1): Cell("neb1"),
        Hex(2, -2): Cell("a"),
        Hex(-2, 2): Cell("bp"),
    },
)

FLOWER_DRAWN = """
    Space
                 K1
                  a
        1L    L1
       home  home
     1M    M0    M1    M2
    home  home  home  warp
        1P    P1    P2
       home  home  neb1
     1Q
     bp
"""


@pytest.mark.parametrize("on", [Screen(40), Screen(80), Screen(120), ASCII])
def test_a_hex_map_shows_each_hex_under_its_label_and_every_other_row_half_a_hex_further(on: Screen) -> None:
    assert shown(FLOWER, on=on) == drawing(FLOWER_DRAWN)


# A planet of three hexes, one still free; a cloud that leads off the map to the east, north-west and south-east.
JOINED = HexMap(
    "",
    {
        ORIGIN: Cell("brown", "brown"),
        Hex(1, 0): Cell("brown", "brown"),
        Hex(1, -1): Cell("(bro)", "dim"),
        Hex(2, 0): Cell("cloud", "pink"),
    },
    {ORIGIN: (Cell("G", "green"),), Hex(1, 0): (Cell("G"), Cell("Y"), Cell("y12"), Cell("!drag"))},
    {ORIGIN: (0, 1), Hex(1, 0): (2, 3), Hex(2, 0): (0, 2, 5)},
)

JOINED_DRAWN = """
        L1
       (bro)
     M0 / \\M1   \\M2
    brown=brown cloud=
      G    G Y
           y12
          !drag
                   \\
"""


@pytest.mark.parametrize("on", [Screen(40), Screen(80), Screen(120), ASCII])
def test_sides_that_go_on_are_drawn_and_what_stands_on_a_hex_is_stacked(on: Screen) -> None:
    assert shown(JOINED, on=on) == "\n".join(f" {line}" for line in drawing(JOINED_DRAWN).splitlines())


def test_what_stands_on_a_hex_and_the_sides_of_a_tile_have_their_own_tones() -> None:
    bright = shown(JOINED, on=Screen(colour=True))
    assert "\x1b[32mG\x1b[0m" in bright
    assert "\x1b[95m=\x1b[0m" in bright


@pytest.mark.parametrize("d", range(6))
def test_two_hexes_that_go_on_into_each_other_are_joined_by_one_stroke_like_one_that_goes_on_alone(d: int) -> None:
    cells = dict.fromkeys((ORIGIN, DIRECTIONS[d]), Cell("brown"))
    alone = shown(HexMap("", cells, joined={ORIGIN: (d,)}))
    both = shown(HexMap("", cells, joined={ORIGIN: (d,), DIRECTIONS[d]: ((d + 3) % 6,)}))
    assert alone == both
    assert sum(map(both.count, "=/\\")) == 1


@pytest.mark.parametrize("centre", [ORIGIN, Hex(-14, 14), Hex(25, -12), Hex(-100, 0), scale(Hex(1, -1), 120)])
def test_every_side_of_a_hex_is_drawn_whatever_it_is_called(centre: Hex) -> None:
    drawn = shown(HexMap("", {centre: Cell("neb6")}, joined={centre: tuple(range(6))}))
    above, middle, below = drawn.splitlines()
    name = label(centre)
    assert re.fullmatch(rf" +\\ ?{name} ?/", above), drawn
    assert re.fullmatch(r"=+neb6=+", middle.strip()), drawn
    assert below.split() == ["/", "\\"]
    assert above.index("\\") + above.index("/") == below.index("/") + below.index("\\")


def test_missing_rows_of_hexes_leave_an_empty_line() -> None:
    assert shown(HexMap("", {ORIGIN: Cell("a"), Hex(-1, 2): Cell("b")})) == "M0\n a\n\nQ0\n b"
    assert shown(HexMap("", {})) == ""


def test_a_line_of_93_hexes_goes_on_below_and_shows_each_once() -> None:
    tiles = HexMap("", {scale(DIRECTIONS[0], n): Cell("neb") for n in range(1, 94)})
    drawn = shown(tiles, on=40).splitlines()
    assert drawn[:3] == ["M1  M2  M3  M4  M5  M6  M7  M8  M9  M10", "neb neb neb neb neb neb neb neb neb neb", ""]
    assert " ".join(drawn[::3]).split() == [f"M{n}" for n in range(1, 94)]
    assert drawn[-2:] == ["M91 M92 M93", "neb neb neb"]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("d", range(6))
def test_a_long_table_in_any_direction_stays_within_the_screen_and_loses_nothing(width: int, d: int) -> None:
    tiles = dict.fromkeys(a for n in range(96) for a in (scale(DIRECTIONS[d], n), Hex(n, -1)))
    standing = dict.fromkeys(tiles, (Cell("G"), Cell("g15"), Cell("!drag")))
    everywhere = HexMap("", dict.fromkeys(tiles, Cell("emp")), standing, dict.fromkeys(tiles, tuple(range(6))))
    drawn = shown(everywhere, on=width)
    assert max(map(len, drawn.splitlines())) <= width
    words = re.split(r"[=/\\\s]+", drawn)
    assert [words.count(word) for word in ("emp", "G", "g15", "!drag")] == [len(tiles)] * 4
    assert {label(a) for a in tiles} <= set(words)


# Sentences


def test_sentences_follow_each_other_and_titled_parts_stand_apart() -> None:
    parts = ("Ann", "drills", Track("Battery", 1, 0), Lines("Jobs", ("two gold", "", "a ruby")), "Done")
    assert shown(*parts, on=ASCII) == drawing(
        """
        Ann
        drills

        Battery: 0 of 1  -

        Jobs
          two gold

          a ruby

        Done
        """
    )


LONG = "a sentence that is longer than forty columns and goes on below"


def test_what_does_not_fit_hangs_below_its_beginning() -> None:
    assert shown(Lines("Notes", (LONG,)), "  " + LONG, LONG, on=40) == drawing(
        """
        Notes
          a sentence that is longer than forty
            columns and goes on below

          a sentence that is longer than forty
            columns and goes on below
        a sentence that is longer than forty
          columns and goes on below
        """
    )


def test_what_is_to_be_copied_stays_in_one_line() -> None:
    assert shown(Lines("", ("Say:", Command(LONG))), Lines("Say", (Command(LONG),)), on=40).splitlines() == [
        "Say:", f"  {LONG}", "", "Say", f"  {LONG}",
    ]  # fmt: skip


def test_a_word_longer_than_the_screen_is_cut() -> None:
    assert shown("see " + "x" * 90, on=40).splitlines() == ["see", "  " + "x" * 38, "  " + "x" * 38, "  " + "x" * 14]


def test_wide_characters_are_cut_by_the_room_they_take() -> None:
    assert fold("界" * 5, 4) == ["界界", "界界", "界"]
    assert (columns("界"), columns("ü"), columns("e\u0301"), columns("⬢")) == (2, 1, 1, 1)


@pytest.mark.parametrize("name", ["[red]", "#x", "Jürgen", "\x1b[31mAnn\x1b[0m", "a\nb", "{at}"])
def test_a_name_stands_literally_wherever_it_stands(name: str) -> None:
    visible = name.replace("\x1b", "^[").replace("\n", "^J")
    parts = (name, Lines(name, (name,)), Table(name, (name,), ((name,),)), Track(name, 1, 1))
    drawn = shown(*parts)
    assert drawn.count(visible) == 7
    assert shown(SquareMap("", 1, 1, {(0, 0): Cell(name)})).endswith(f"1  {visible}")
    assert shown(HexMap("", {ORIGIN: Cell(name)})).split("\n")[1:] == [visible]
    assert visible in shown(HexMap("", {ORIGIN: Cell("")}, {ORIGIN: (Cell(name),)}))
    assert "\x1b" not in drawn


def test_an_encoding_without_a_character_gets_its_twin_or_its_number() -> None:
    assert shown("A → B, 3 × 4 ≥ 12 …", "Jürgen", "„界“", on=ASCII) == 'A -> B, 3 x 4 >= 12 ...\nJ\\xfcrgen\n"\\u754c"'
    assert shown("Jürgen → ", on=Screen(encoding="cp1252")) == "Jürgen -> "
    assert shown("Jürgen → ") == "Jürgen → "


# Streams


class Terminal(io.StringIO):
    """A terminal of unknown size."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def test_a_terminal_has_colours_and_a_pipe_has_none() -> None:
    assert screen(Terminal(), {}) == Screen(80, "utf-8", True)
    assert screen(io.StringIO(), {}) == Screen(80, "utf-8", False)


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"NO_COLOR": "true"}, {"TERM": "dumb"}])
def test_no_color_and_a_dumb_terminal_have_no_colours(environ: dict[str, str]) -> None:
    assert not screen(Terminal(), environ).colour


def test_an_empty_no_color_asks_for_nothing() -> None:
    assert screen(Terminal(), {"NO_COLOR": ""}).colour


@pytest.mark.parametrize(
    ("told", "width"),
    [("100", 100), ("7", 40), ("500", 120), ("0", 80), ("", 80), ("wide", 80), ("-5", 80), ("9" * 9999, 80)],
)
def test_columns_decides_the_width_between_40_and_120(told: str, width: int) -> None:
    assert screen(io.StringIO(), {"COLUMNS": told}).width == width


def test_colours_only_repeat_what_the_words_say() -> None:
    bright = shown(BOARD, FLOWER, SCORE, on=Screen(80, colour=True))
    assert "\x1b[95m.pp\x1b[0m" in bright
    assert "\x1b[1mBoard\x1b[0m" in bright
    plain_text = bright
    for sgr in ("0", *display.TONES.values()):
        plain_text = plain_text.replace(f"\x1b[{sgr}m", "")
    assert plain_text == shown(BOARD, FLOWER, SCORE)


def test_a_tone_that_no_colour_belongs_to_is_no_fault() -> None:
    assert shown(Lines("", (Cell("x", "ultraviolet"),)), on=Screen(colour=True)) == "x"


def test_data_goes_to_standard_output_and_errors_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    say("It is Ann's turn.", Track("Battery", 2, 0))
    warn("Refused:")
    assert capsys.readouterr() == ("It is Ann's turn.\n\nBattery: 0 of 2  ⬡⬡\n", "Refused:\n")


def test_a_closed_stream_is_no_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    say("nobody hears this")
    warn("somebody hears this")
    assert capsys.readouterr().err == "somebody hears this\n"


def python(program: str, **environ: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", program]
    return subprocess.run(command, env=environ, capture_output=True, timeout=30, check=False)


def test_a_pipe_in_ascii_gets_the_same_map_with_twins() -> None:
    program = (
        "from referee.display import *; from referee.view import *; ready(); say('Jürgen', Track('Battery', 2, 1))"
    )
    done = python(program, PYTHONIOENCODING="ascii")
    assert (done.stdout, done.stderr) == (b"J\\xfcrgen\n\nBattery: 1 of 2  #-\n", b"")


def test_no_character_printed_by_anybody_is_worth_a_crash_once_ready() -> None:
    done = python("from referee.display import ready; ready(); print('⬢')", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stdout) == (0, b"?\n")


def test_a_reader_that_goes_away_is_no_fault() -> None:
    program = f"""
        {sys.executable} -c "
from referee.display import say
for n in range(20000):
    say(str(n))
" | head -n 1
    """
    done = subprocess.run(["bash", "-c", program], capture_output=True, timeout=30, check=False)
    assert (done.stdout, done.stderr) == (b"0\n", b"")


def test_a_real_terminal_tells_its_width_and_gets_colours() -> None:
    program = f"from referee.display import *; from referee.view import *; say(Lines('Notes', ('{LONG}',)))"
    seen = _on_a_terminal(program, 48)
    assert seen == "\x1b[1mNotes\x1b[0m\n  a sentence that is longer than forty columns\n    and goes on below\n"


def _on_a_terminal(program: str, width: int) -> str:
    child = pexpect.spawn(
        sys.executable, ["-c", program], dimensions=(24, width), env={"TERM": "xterm"}, encoding="utf-8", timeout=30
    )
    child.expect(pexpect.EOF)
    return str(child.before).replace("\r\n", "\n")


def test_nothing_heavy_is_imported_before_it_is_needed() -> None:
    heavy = ("rich", "gettext", "tomllib", "json", "unicodedata", "dataclasses", "questionary", "typer")
    done = python(f"import sys, referee.display; print(*sorted(set({heavy}) & set(sys.modules)))")
    assert done.stdout.strip() == b""
    done = python(f"import sys; from referee.display import say; say('x'); print(*set({heavy}) & set(sys.modules))")
    assert done.stdout.split() == [b"x"]


# JSON


def test_json_has_sentences_for_messages_and_objects_for_records(capsys: pytest.CaptureFixture[str]) -> None:
    thing = {
        "line": 3,
        "stands": False,
        "answers": ("a", "b"),
        "at": Hex(1, 2),
        "kinds": {"rock", "gold"},
        "none": None,
    }
    as_json(thing | {"why": Text("word.yes"), "name": "Jürgen \x1b[31m " + "x" * 200})
    out = capsys.readouterr().out
    assert json.loads(out) == {
        "line": 3,
        "stands": False,
        "answers": ["a", "b"],
        "at": {"q": 1, "r": 2},
        "kinds": ["gold", "rock"],
        "none": None,
        "why": "yes",
        "name": "Jürgen \x1b[31m " + "x" * 200,
    }
    assert out.isascii()
    assert "\x1b" not in out


def test_json_of_an_objection_has_its_fields() -> None:
    assert plain(broken("T-205", "drill.empty", at="C3")) == {
        "rule": "T-205",
        "key": "drill.empty",
        "facts": {"at": "C3"},
        "basis": "print",
        "waivable": False,
        "stands": False,
    }
