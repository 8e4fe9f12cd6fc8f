"""`referee` in a real terminal: turns played by keys, refusals, ways back, and leaving at any moment."""

import re
import signal
from pathlib import Path

import pytest

from referee import journal
from tests.terminal import POSIX, Terminal, begun

pytestmark = POSIX

SETUP = ("origin S", "solo-card A front")
DRAWN = ("pool drill-arm reroute upgrade-drone repair-bot", "origin S")


def said(home: Path) -> list[str]:
    """What people said, line by line of the record."""
    blocks = journal.read(home / "kitchen.toml").blocks
    return [str(block.get("say", dict(block))) for block in blocks if not block.get("auto")]


def file(home: Path) -> bytes:
    return (home / "kitchen.toml").read_bytes()


def test_three_turns_dealt_by_the_referee(tmp_path: Path) -> None:
    begun(tmp_path)
    with Terminal(["play"], tmp_path) as terminal:
        terminal.asks("Ann>").enter("s").until("T-808")
        terminal.enter("a f").until("S-11)").asks("Ann>")
        assert "practice box" in terminal.text

        # A menu, slot by slot: the damaged bottom systems are grey, each with its rule.
        terminal.type("enter").until("quit")
        assert any("- mega-drill (T-307" in line for line in terminal.lines)
        terminal.type("prec", "enter").until("precision-drill ...")
        terminal.type("c7", "enter").until("Ann: precision-drill C7").asks("Ann>")

        # A typed sentence, then the same again: refused with every rule, and kept for mending.
        terminal.enter("d e7").until("Ann: drill E7").asks("Ann>")
        terminal.enter("d c6").until("Against the rules: drill C6")
        assert any(line.startswith("T-304") for line in terminal.lines)
        assert any(line.startswith("T-303") for line in terminal.lines)
        terminal.until(lambda now: now.cursor == "Ann> d c6")

        terminal.type("clear").enter("e").until("T-915").asks("Ann>")
        terminal.enter("sc").until("Turn 2").asks("Ann>")
        terminal.enter("p f7").until("T-206").enter("e").until("damage from s05")
        terminal.asks("Ann>").enter("q").until("Turn 3").asks("Ann>").enter("charge").until("Ann: charge").enter("quit")
        assert terminal.exit() == 0
    acts = [
        "precision-drill C7",
        "drill E7",
        "end",
        "damage scan",
        "precision-drill F7",
        "end",
        "damage quick-ship",
        "charge",
    ]
    assert said(tmp_path) == [*SETUP, *acts]


def test_three_turns_with_draws_by_the_table(tmp_path: Path) -> None:
    begun(tmp_path, *DRAWN, draws="table")
    with Terminal(["play"], tmp_path) as terminal:
        terminal.asks("table>").enter("rrgg").until("T-808")
        terminal.enter("b f").until("T-809").asks("table>")
        terminal.enter("b14 b08 b03").until("Turn 1").asks("Ann>")
        terminal.enter("d c7 g").until("Ann: drill C7 gold").asks("table>")
        terminal.enter("er").until("turn-up C6 emerald, B7 rock").asks("Ann>")
        terminal.enter("e").until("T-912").asks("table>")

        # The card by menu: its name is known from the box.
        terminal.type("enter").until("s01").type("s01", "enter").until("spawn s01")
        terminal.until("Turn 2").asks("Ann>").enter("p c6").until("Ann: precision-drill C6").enter("e")
        terminal.until("T-912").asks("table>").enter("1").until("spawn 1").until("Turn 3").asks("Ann>")
        terminal.enter("d b7").until("drill B7").asks("table>").enter("quit")
        assert terminal.exit() == 0
    acts = ["drill C7 gold", "turn-up C6 emerald, B7 rock", "end", "spawn s01", "precision-drill C6", "end", "spawn 1"]
    assert said(tmp_path)[2:] == [
        "turn-up D7 rock, D6 rock, C7 gold, E7 gold",
        "solo-card B front",
        "jobs b14 b08 b03",
        *acts,
        "drill B7",
    ]


def test_a_system_used_this_turn_is_grey_with_its_rule(tmp_path: Path) -> None:
    begun(tmp_path, *SETUP, "drill E7")
    with Terminal(["play"], tmp_path, (80, 40)) as terminal:
        terminal.asks("Ann>").type("enter").until("quit")
        assert any("- drill (T-304 " in line for line in terminal.lines)
        assert any(line.strip() == "> precision-drill" for line in terminal.lines)


def test_back_leads_from_slot_to_slot_to_the_line(tmp_path: Path) -> None:
    begun(tmp_path, *SETUP)
    before = file(tmp_path)
    with Terminal(["play"], tmp_path) as terminal:
        terminal.asks("Ann>").type("enter").until("Choose").type("sweep", "enter").until("sweep ...")
        terminal.type("c3", "enter").until("sweep C3 ...")
        terminal.type("esc").until("sweep ...").until(lambda now: "sweep C3 ..." not in now.text)
        terminal.type("< b", "enter").until("Choose").type("esc").asks("Ann>")
        terminal.type("up").enter("quit")
        assert terminal.exit() == 0
    assert file(tmp_path) == before


def test_undo_and_redo_and_the_same_question_next_time(tmp_path: Path) -> None:
    begun(tmp_path, *SETUP, "precision-drill C7")
    with Terminal(["play"], tmp_path) as terminal:
        terminal.asks("Ann>").enter("undo").until("Solar 3").asks("Ann>").enter("redo").until("Solar 1").asks("Ann>")
        terminal.enter("d d6").until("T-813").asks("Ann>").enter("quit")
        assert terminal.exit() == 0
    with Terminal([], tmp_path) as terminal:
        terminal.until("T-813").asks("Ann>").enter("c").until("diamond card").enter("quit")
        assert terminal.exit() == 0


@pytest.mark.parametrize("keys", [("\x03",), ("d c3", "\x03"), ("\x04",), ("enter", "\x03"), ("enter", "dr", "\x04")])
def test_leaving_by_force_records_nothing_and_says_so(tmp_path: Path, keys: tuple[str, ...]) -> None:
    begun(tmp_path, *SETUP)
    before = file(tmp_path)
    with Terminal(["play"], tmp_path) as terminal:
        terminal.asks("Ann>")
        for key in keys:
            terminal.type(key)
            if key == "enter":
                terminal.until("Choose")
        assert terminal.exit() == 130
        assert "Traceback" not in terminal.text
    assert file(tmp_path) == before


def test_a_terminal_that_is_closed_leaves_the_game_where_it_was(tmp_path: Path) -> None:
    begun(tmp_path, *SETUP)
    before = file(tmp_path)
    with Terminal(["play"], tmp_path) as terminal:
        terminal.asks("Ann>").type("d c3")
        terminal.child.kill(signal.SIGHUP)
        assert terminal.exit() != 0
    assert file(tmp_path) == before
    with Terminal(["play"], tmp_path) as terminal:
        terminal.until("S-11").asks("Ann>")


def test_what_a_scan_shows_is_on_the_screen_once(tmp_path: Path) -> None:
    begun(tmp_path, *SETUP)
    with Terminal(["play"], tmp_path) as terminal:
        terminal.asks("Ann>").enter("sc c3 d4").until("C3 diamond, D4 emerald")
        terminal.type("enter").asks("Ann>")
        assert "C3 diamond" not in terminal.text
    assert b"emerald" not in file(tmp_path).partition(b"scan C3 D4")[2]


def test_the_map_comes_before_the_question_when_the_aliens_have_moved(tmp_path: Path) -> None:
    begun(tmp_path, *DRAWN, "rrgg", "solo-card B front", "jobs b14 b08 b03", draws="table")
    with Terminal(["play"], tmp_path) as terminal:
        terminal.asks("Ann>").enter("e").until("T-912").asks("table>")
        terminal.enter("1").until("Turn 2").asks("Ann>")
        assert terminal.text.index("spawn 1") < terminal.text.index("[.pb]") < terminal.text.index("Turn 2")
        terminal.enter("c").until("charge").until("Solar 2").asks("Ann>")
        assert terminal.text.count("[.pb]") == 1


@pytest.mark.parametrize("size", [(40, 24), (40, 12), (80, 24), (120, 30)])
def test_a_small_window_shows_the_question_and_cuts_nothing_but_reasons(tmp_path: Path, size: tuple[int, int]) -> None:
    begun(tmp_path, *SETUP)
    with Terminal(["play"], tmp_path, size) as terminal:
        terminal.asks("Ann>").until("S-11)").type("enter").until("Choose").until("- mega-drill (T-307")
        terminal.type("mega").until("/ mega").type("esc").asks("Ann>")
        terminal.enter("mega-drill c3").until("T-307").until(lambda now: now.cursor == "Ann> mega-drill c3")
        terminal.type("clear").enter("quit")
        assert terminal.exit() == 0


def test_tab_completes_what_may_be_said(tmp_path: Path) -> None:
    begun(tmp_path, *SETUP)
    with Terminal(["play"], tmp_path) as terminal:
        terminal.asks("Ann>").type("prec", "tab").until("Ann> precision-drill").type(" b", "tab").until("B7")
        assert "B1" not in terminal.text
        terminal.type("clear").enter("quit")
        assert terminal.exit() == 0


def test_without_colours_nothing_is_coloured(tmp_path: Path) -> None:
    begun(tmp_path, *SETUP)
    with Terminal(["play"], tmp_path, environ={"NO_COLOR": "1"}) as terminal:
        terminal.asks("Ann>").type("enter").until("quit").type("esc").asks("Ann>").enter("drill d5").until("G-2")
        drawn = {(char.fg, char.bg) for line in terminal.screen.buffer.values() for char in line.values()}
    assert drawn == {("default", "default")}


FIRST = (("pl", "Who plays?"), ("Ann:green", "Which mode?"), ("solo", "Which difficulty?"), ("easy", "Who draws"))


@pytest.mark.parametrize("answers", [0, 1, 2, 4])
def test_a_first_evening_is_left_at_any_question_and_its_menu(tmp_path: Path, answers: int) -> None:
    for opened in (False, True) if answers != 1 else (False,):
        with Terminal([], tmp_path) as terminal:
            terminal.until("Which game?").asks(">")
            for answer, question in FIRST[:answers]:
                terminal.enter(answer).until(question).asks(">")
            if opened:
                terminal.type("enter").until("Choose")
            assert terminal.type("\x04").exit() == 130
    assert list(tmp_path.glob("*.toml")) == []


def test_a_first_evening_begins_with_nothing_but_referee(tmp_path: Path) -> None:
    with Terminal([], tmp_path, (120, 50)) as terminal:
        terminal.asks(">").enter("planet").until("Who plays?").asks(">").enter("Ann:green")
        terminal.until("mode").asks(">").enter("so").until("difficulty").asks(">").enter("ea").until("draws").asks(">")
        terminal.enter("ref").until("T-803").asks("Ann>")
        assert f"Session planetoid, kept in {tmp_path / 'planetoid.toml'}" in " ".join(terminal.text.split())
        assert terminal.enter("quit").exit() == 0
    with Terminal([], tmp_path) as terminal:
        terminal.until("T-803").asks("Ann>")


@pytest.mark.parametrize("size", [(80, 24), (50, 8)])
def test_three_people_play_and_nobody_reads_what_another_saw_or_shipped(tmp_path: Path, size: tuple[int, int]) -> None:
    """Neither on the screen, nor scrolled back, nor with the arrow keys, nor after it was taken back."""
    begun(tmp_path, players=("Ann:green", "Bea:blue", "Cid:red"), options=("mode=basic",))
    with Terminal(["play"], tmp_path, size) as terminal:

        def done(line: str) -> str:
            terminal.enter(line).until(lambda now: f"> {line}" in now.scroll).until(lambda now: now.cursor[-1:] == ">")
            return " ".join(terminal.scroll.split())

        secrets = ["c1 ruby"]
        terminal.asks("Cid>").enter("scan c1 ruby").until("yours alone").asks("Cid> scan C1")
        terminal.type("clear")
        for who, spaces in (("Cid", "C1 D1"), ("Ann", "E1 B2"), ("Bea", "C2 D2")):
            shown = " ".join(terminal.asks(f"{who}>").enter(f"scan {spaces}").until("away with it)").text.split())
            looked = re.search(rf"For {who} alone, once: (\w\d \w+), (\w\d \w+)", shown)
            assert looked
            assert [tile.split()[0] for tile in looked.groups()] == spaces.split()
            secrets += [f"For {who} alone", *looked.groups()]
            terminal.enter().asks(f"{who}>").enter("end")
        terminal.asks("Cid>")
        stored = re.findall(r"The (\w+) goes into storage", done("drill d7"))
        secrets.append(f"ship {stored[0]}")
        for who, drill in (("Ann", "drill a4"), ("Bea", "drill g4"), ("Cid", "")):
            terminal.enter("end").asks(f"{who}>")
            assert not drill or drill in done(drill)
        terminal.enter(f"ship {stored[0]}").until(lambda now: "Cid: ship …" in now.scroll).asks("Cid>")
        lines = ("undo", "redo", "log", "why Cid", "show")
        for line in lines:
            done(line)
        for line in (*lines[::-1], "end", "drill g4"):  # back along what was typed; the shipment is passed over
            recalled = f"Cid> {line}"
            terminal.type("up").until(recalled).asks(recalled)
        terminal.type("clear").enter("quit")
        assert terminal.exit() == 0
    read = " ".join(terminal.scroll.split())
    assert "A look at C1, D1, for your eyes only." in read
    assert read.count("Cid: ship …") >= 3
    assert [words for words in secrets if words in read] == []


def test_a_first_evening_may_be_another_game_s(tmp_path: Path) -> None:
    with Terminal([], tmp_path, (120, 50)) as terminal:
        terminal.asks(">").enter("parsec").until("Who plays?").asks(">").enter("Ann:green, Bea")
        terminal.until("draws").asks(">").enter("ref").until("S1.3").asks("Ann, Bea>")
