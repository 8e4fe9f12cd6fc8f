"""What the evenings of a folder come to: how each ended, counts by game and player, and a game handed to others."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote

import pytest
from typer.testing import CliRunner
from typer.testing import Result as Ended

from referee import cli, display, exchange, journal, opening
from referee.cli import filing
from referee.desk import Desk
from referee.results import Result
from referee.session import Session
from referee.where import examples_folder
from tests import cases, sheets, transcripts
from tests.terminal import Terminal, begun
from tests.test_toy import HEADER, SCRIPT

Run = Callable[..., Ended]
ALL = transcripts.examples()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs `referee` in a folder of sessions of its own, where Eddy is known."""
    monkeypatch.setitem(opening.GAMES, "toy", "tests.toy")
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "120")
    yield lambda *words: CliRunner().invoke(cli.app, words, catch_exceptions=False)
    display.speak()


def copied(folder: Path, *names: str) -> None:
    for name in names:
        (folder / f"{name}.toml").write_bytes((examples_folder() / f"{name}.toml").read_bytes())


def kept(folder: Path, name: str, *said: str, **header: Any) -> Session:
    """A record of Eddy."""
    session = Session.begin(name, folder, {**HEADER, **header})
    for sentence in said:
        assert session.say(sentence).lines, sentence
    return session


def data(result: Ended) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def rows(result: Ended, title: str = "") -> list[list[str]]:
    """The rows of a table by its title, without the head."""
    lines = result.stdout.splitlines()
    at = lines.index(title) + 3 if title else 3
    found = lines[at:]
    return [line.split() for line in found[: found.index("") if "" in found else None]]


def read(name: str, lines: int | None = None) -> Desk:
    record = journal.read(examples_folder() / f"{name}.toml")
    desk = opening.desk(record.header)
    desk.read(record.blocks[:lines])
    return desk


def results(desk: Desk) -> tuple[Result, ...]:
    return desk.game.results(desk.ask.pos)


# -- how a game ended ------------------------------------------------------------------


@pytest.mark.parametrize("name", ALL)
def test_results_are_those_of_the_sheet(name: str) -> None:
    """Who won, the ranking and the points were worked out by hand; whoever left stands behind them."""
    desk = read(name)
    sheet = sheets.read(examples_folder() / f"{name}.sheet.toml", desk.game.NAME, desk.ask.pos.names)
    found = results(desk)
    won = {each.who for each in found if each.winner}
    if sheet.points:
        assert tuple(each.who for each in found[: len(sheet.ranking)]) == sheet.ranking
        points = {who: lines["total"] for who, lines in sheet.points.items()}
        assert {each.who: each.points for each in found if each.points is not None} == points
        assert won == {sheet.result.removeprefix("won ")}
    elif len(desk.ask.pos.names) == 1:
        assert [(each.winner, each.points, each.started) for each in found] == [
            (sheet.result == "won", sheet.score, True)
        ]
    else:
        assert won == set(sheet.result.removeprefix("won ").split(", ")) - {"broken off"}
    assert {each.who for each in found} in ({*desk.ask.pos.names}, set())


@pytest.mark.parametrize("name", ALL)
def test_before_the_end_nobody_has_a_result(name: str) -> None:
    blocks = journal.read(examples_folder() / f"{name}.toml").blocks
    assert results(read(name, len(blocks) // 2)) == ()


def test_equals_share_a_place_and_the_next_one_is_left_out() -> None:
    """9 points and 4 credits each for Ann and Bea, 8 points for Cid."""
    (case,) = (case for case in cases.cases("parsec") if case.happens == ("9.7-a: won Ann, Bea",))
    desk = opening.desk(cases.header(case))
    for sentence in case.say:
        assert desk.say(sentence).lines
    found = {each.who: (each.rank, each.winner, each.points) for each in results(desk)}
    assert found == {"Ann": (1, True, 9), "Bea": (1, True, 9), "Cid": (3, False, 8)}


def test_one_player_began_and_a_faction_is_a_role() -> None:
    """The safari club: Yara is the oldest."""
    found = {each.who: each for each in results(read("parsec-safari-club"))}
    assert {who: each.role for who, each in found.items()} == {"Gwen": "safari", "Rudi": "ccc", "Yara": "tidal"}
    assert [who for who, each in found.items() if each.started] == ["Yara"]


def test_whoever_left_comes_last_and_has_no_points() -> None:
    """Noa left the game of five."""
    noa = results(read("planetoid-five"))[-1]
    assert noa == Result("Noa", 5, winner=False, started=False, points=None)


# -- the list ------------------------------------------------------------------


def test_sessions_are_listed_with_date_game_players_line_and_result(run: Run, tmp_path: Path) -> None:
    copied(tmp_path, "planetoid-solo", "planetoid-solo-lost", "planetoid-basic", "parsec-example-of-play")
    kept(tmp_path, "water", *SCRIPT, begun="2026-11-30")
    kept(tmp_path, "again", *SCRIPT[:3])
    found = {row["session"]: row for row in data(run("sessions", "--json"))}
    assert {name: row["result"] for name, row in found.items()} == {
        "planetoid-solo": "won, 25",
        "planetoid-solo-lost": "lost, 19",
        "planetoid-basic": "Ann won: Ann 35, Bea 27, Cem 19",
        "parsec-example-of-play": "over",
        "water": "Ann won: Ann 12, Bea 9, Cid 6",
        "again": "",
    }
    shown = " ".join(run("sessions").stdout.split())
    assert "water 2026-11-30 toy Ann, Bea, Cid 17 Ann won: Ann 12, Bea 9, Cid 6" in shown
    assert "planetoid-solo 2026-12-01 planetoid [practice box] Ann 72 won, 25" in shown


def test_the_list_says_what_cannot_be_read_or_not_to_its_end(run: Run, tmp_path: Path) -> None:
    file = kept(tmp_path, "water", *SCRIPT).record.file
    file.write_text(file.read_text("utf-8").replace("Ann shells 4", "Ann shells 3"), "utf-8")
    (tmp_path / "attic.toml").write_text("game = ")
    (tmp_path / "chess.toml").write_text('format = 1\ngame = "chess"\n')
    result = run("sessions")
    assert "cannot be read beyond line 5" in " ".join(result.stdout.split())
    found = {row["session"]: row for row in data(run("sessions", "--json"))}
    assert found["water"]["stops"] == 5
    assert list(found["attic"]) == ["session", "error"]
    assert "attic.toml, line 1" in found["attic"]["error"]
    assert "chess" in found["chess"]["error"]
    assert [name for name in ("attic.toml", "chess.toml") if name not in result.stdout] == []


def test_an_empty_folder_has_no_sessions_and_no_counts(run: Run) -> None:
    assert data(run("sessions", "--json")) == []
    assert data(run("stats", "--json")) == {"games": [], "players": [], "unread": []}


# -- the counts ------------------------------------------------------------------


def test_games_wins_and_points_are_counted_by_player_and_game(run: Run, tmp_path: Path) -> None:
    """Eddy as the script goes: 12, 9 and 6 points; with charms exchanged Ann has 13, Bea 8. The third is not over."""
    kept(tmp_path, "one", *SCRIPT)
    kept(tmp_path, "two", "Bea hide moon", "Ann hide sun", *SCRIPT[2:])
    kept(tmp_path, "three", *SCRIPT[:3])
    copied(tmp_path, "planetoid-solo")
    (tmp_path / "attic.toml").write_text("game = ")
    result = run("stats")
    assert rows(result, "By player") == [
        ["Ann", "planetoid", "1", "1", "1", "25", "25"],
        ["Ann", "toy", "3", "2", "2", "12.5", "13"],
        ["Bea", "toy", "3", "2", "0", "8.5", "9"],
        ["Cid", "toy", "3", "2", "0", "6", "6"],
    ]
    assert [row[:3] for row in rows(result, "By game")] == [["planetoid", "1", "1"], ["toy", "3", "2"]]
    assert "attic.toml, line 1" in result.stdout
    found = data(run("stats", "--json"))
    assert found["players"][1] == {
        "player": "Ann", "game": "toy", "games": 3, "decided": 2, "wins": 2, "points": 12.5, "best": 13
    }  # fmt: skip
    assert [each["session"] for each in found["unread"]] == ["attic"]


def test_what_a_record_tells_of_the_play_is_counted(run: Run, tmp_path: Path) -> None:
    """Seven acts hold: three charms, a far row let stand, its die, a fix and a ruling. Another die was undone."""
    session = kept(tmp_path, "water", *SCRIPT[:3], "note we begin")
    assert session.say("row P1", anyway=True, because="the wind").lines
    session.say("roll 2")
    session.undo()
    session.say("roll 3")
    session.say('fix "Ann shells 4" "pool shells 26"', because="it was a four")
    session.say("ruling E-1 yes")
    (row,) = data(run("stats", "--json"))["games"]
    assert row == {
        **{"game": "toy", "games": 1, "over": 0, "acts": 7.0, "let_stand": 1},
        **{"corrected": 1, "undone": 1, "rulings": 1},
    }


def test_a_redone_act_is_not_undone_and_a_line_mended_in_the_past_is_corrected(run: Run, tmp_path: Path) -> None:
    session = kept(tmp_path, "water", *SCRIPT[:5])
    session.undo()
    session.redo()
    assert run("change", "5", "roll 5", "--because", "misheard", "-s", "water").exit_code == 0
    (row,) = data(run("stats", "--json"))["games"]
    assert (row["acts"], row["undone"], row["corrected"]) == (5.0, 0, 1)


def test_a_line_put_in_is_an_act_and_one_struck_is_none(run: Run, tmp_path: Path) -> None:
    kept(tmp_path, "water", *SCRIPT[:5])
    assert run("insert", "4", "ruling E-1 yes", "--because", "forgotten", "-s", "water").exit_code == 0
    (row,) = data(run("stats", "--json"))["games"]
    assert (row["acts"], row["corrected"], row["rulings"]) == (6.0, 1, 1)
    assert run("strike", "6", "--because", "never said", "-s", "water").exit_code == 0
    (row,) = data(run("stats", "--json"))["games"]
    assert (row["acts"], row["corrected"], row["rulings"]) == (5.0, 2, 0)


def test_a_house_rule_and_a_reading_for_one_sentence_are_rulings(run: Run, tmp_path: Path) -> None:
    session = kept(tmp_path, "water", *SCRIPT[:5], rulings=("E-1=no",))
    assert session.say("Bea row M0", rulings=("E-1=yes",)).lines
    (row,) = data(run("stats", "--json"))["games"]
    assert row["rulings"] == 2


# -- for other programs ------------------------------------------------------------------


def test_a_whole_record_is_exported_as_data(run: Run, tmp_path: Path) -> None:
    kept(tmp_path, "water", *SCRIPT, seed=5, draws="table")
    found = data(run("export", "--json", "-s", "water"))
    assert [line["say"] for line in found["lines"][:5]] == ["hide sun", "hide moon", "hide star", "row M0", "roll 4"]
    assert [line["line"] for line in found["lines"]] == list(range(1, len(SCRIPT) + 1))
    assert found["table"]["Ann"]["shells"] == 10
    assert (found["game"], found["players"], found["over"]) == ("toy", ["Ann:red", "Bea:blue", "Cid:green"], True)
    assert found["results"][0] == {
        **{"who": "Ann", "rank": 1, "winner": True, "started": True},
        **{"points": 12, "role": "moon"},
    }
    assert "seed" not in found


def test_secrets_are_not_exported(run: Run, tmp_path: Path) -> None:
    kept(tmp_path, "water", *SCRIPT[:4])
    exported = run("export", "--json", "-s", "water").stdout
    assert [charm for charm in ("sun", "moon", "star") if charm in exported] == []
    table = {"game": "planetoid", "players": ("Ann", "Bea"), "options": ("mode=basic",), "practice": True}
    board = {"board": "? ? ?\n? ? ?\n? ? ?", "facts": ("Ann saved ruby 1",), "draws": "referee", "seed": 77}
    Session.begin("space", tmp_path, {**table, **board})
    entered = run("export", "--json", "-s", "space")
    assert [word for word in ("saved", "77") if word in entered.stdout] == []
    assert {"facts", "seed"} & set(data(entered)) == set()


@pytest.mark.parametrize("words", [("export",), ("export", "--json", "--bgstats")])
def test_an_export_says_as_what(run: Run, words: Sequence[str]) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert [way for way in ("referee export --json", "referee export --bgstats") if way not in result.stderr] == []


def play(result: Ended) -> Any:
    """What the link hands over."""
    assert result.exit_code == 0, result.output
    (line,) = result.stdout.splitlines()
    address, equals, told = line.partition("?data=")
    assert (address, equals) == ("https://app.bgstatsapp.com/createPlay.html", "?data=")
    assert set(told) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.!~*'()%")
    return json.loads(unquote(told, errors="strict"))


def test_bg_stats_is_given_a_play_as_it_wants_it(run: Run, tmp_path: Path) -> None:
    """The basic example, of 5 December: Ann has 35 points, Bea, who began, 27, Cem 19."""
    copied(tmp_path, "planetoid-basic")
    found = play(run("export", "--bgstats", "-s", "planetoid-basic"))
    players = found.pop("players")
    assert found == {
        "sourceName": "referee",
        "sourcePlayId": "2026-12-05 planetoid-basic",
        "playDate": "2026-12-05 00:00:00",
        "game": {"name": "Planetoid", "sourceGameId": "planetoid", "highestWins": True, "noPoints": False},
    }
    head = ("name", "sourcePlayerId", "startPlayer", "winner", "rank", "score", "role")
    assert players == [
        dict(zip(head, ("Ann", "Ann", False, True, 1, 35, ""), strict=True)),
        dict(zip(head, ("Bea", "Bea", True, False, 2, 27, ""), strict=True)),
        dict(zip(head, ("Cem", "Cem", False, False, 3, 19, ""), strict=True)),
    ]


@pytest.mark.parametrize("name", [name for name in ALL if name != "parsec-example-of-play"])
def test_every_player_says_who_won_and_who_began(run: Run, tmp_path: Path, name: str) -> None:
    copied(tmp_path, name)
    players = play(run("export", "--bgstats", "-s", name))["players"]
    assert all(type(each["winner"]) is bool and type(each["startPlayer"]) is bool for each in players)
    assert sum(each["startPlayer"] for each in players) == 1
    assert len(players) == len(read(name).ask.pos.names)


def test_names_arrive_as_they_are(run: Run, tmp_path: Path) -> None:
    copied(tmp_path, "planetoid-solo-lost")
    file = tmp_path / "planetoid-solo-lost.toml"
    file.write_text(file.read_text("utf-8").replace("Zoë", "Zoë & Ü+%?"), "utf-8")
    assert play(run("export", "--bgstats", "-s", "planetoid-solo-lost"))["players"][0]["name"] == "Zoë & Ü+%?"


def test_a_game_that_is_not_decided_or_has_no_date_is_not_handed_over(run: Run, tmp_path: Path) -> None:
    copied(tmp_path, "parsec-example-of-play")
    kept(tmp_path, "young", *SCRIPT[:3])
    kept(tmp_path, "undated", *SCRIPT)
    for name, why in {"parsec-example-of-play": "won or lost", "young": "won or lost", "undated": "begun"}.items():
        result = run("export", "--bgstats", "-s", name)
        assert (result.exit_code, result.stdout) == (1, "")
        assert why in result.stderr


# -- the code for a phone ------------------------------------------------------------------


def modules(lines: Sequence[str]) -> list[list[bool]]:
    """What is drawn, module by module: dark or not."""
    dark: list[list[bool]] = []
    for line in lines:
        dark.append([char in " ▄" for char in line])
        dark.append([char in " ▀" for char in line])
    return dark


def bordered(matrix: Sequence[Sequence[int]]) -> list[list[bool]]:
    width = len(matrix) + 4
    light = [[False] * width] * 2
    return [*light, *([False, False, *map(bool, row), False, False] for row in matrix), *light]


def test_a_code_is_drawn_module_by_module_with_light_around(monkeypatch: pytest.MonkeyPatch) -> None:
    matrix = [[1, 0, 1], [0, 1, 1], [1, 1, 0]]
    monkeypatch.setitem(sys.modules, "segno", SimpleNamespace(make=lambda *_, **__: SimpleNamespace(matrix=matrix)))
    assert modules(exchange.drawn("x"))[:7] == bordered(matrix)


def test_a_real_code_is_drawn_as_segno_makes_it() -> None:
    segno = pytest.importorskip("segno")
    link = exchange.LINK + "%7B" * 200
    matrix = segno.make(link, error="l", micro=False, boost_error=False).matrix
    assert modules(exchange.drawn(link))[: len(matrix) + 4] == bordered(matrix)


def test_in_a_terminal_that_has_room_the_code_stands_below_the_link(tmp_path: Path) -> None:
    pytest.importorskip("segno")
    copied(tmp_path, "planetoid-solo")
    with Terminal(["export", "--bgstats", "-s", "planetoid-solo"], tmp_path, size=(140, 70)) as terminal:
        assert terminal.exit() == 0
        lines = [line for line in terminal.text.splitlines() if line]
    link = "".join(line for line in lines if not set(line) & set("▀▄█"))
    assert link.startswith("https://app.bgstatsapp.com/createPlay.html?data=")
    drawn = [line for line in lines if set(line) & set("▀▄█")]
    assert [line.ljust(len(drawn[0])) for line in drawn] == [line.ljust(len(drawn[0])) for line in exchange.drawn(link)]


def test_without_room_or_without_segno_the_link_alone_is_printed_and_it_is_said_why(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copied(tmp_path, "planetoid-solo")
    monkeypatch.setattr(filing, "at_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    matrix = [[1] * 60] * 60
    monkeypatch.setitem(sys.modules, "segno", SimpleNamespace(make=lambda *_, **__: SimpleNamespace(matrix=matrix)))
    narrow = run("export", "--bgstats", "-s", "planetoid-solo")
    assert (len(narrow.stdout.splitlines()), "64 columns" in " ".join(narrow.stderr.split())) == (1, True)
    monkeypatch.setenv("COLUMNS", "64")
    assert len(run("export", "--bgstats", "-s", "planetoid-solo").stdout.splitlines()) == 1 + 32
    monkeypatch.setitem(sys.modules, "segno", None)
    without = run("export", "--bgstats", "-s", "planetoid-solo")
    assert (without.exit_code, len(without.stdout.splitlines())) == (0, 1)
    assert "pip install 'referee[qr]'" in " ".join(without.stderr.split())


# -- quietly ------------------------------------------------------------------


def test_looking_back_writes_nothing(run: Run, tmp_path: Path) -> None:
    copied(tmp_path, "planetoid-solo", "planetoid-basic")
    begun(tmp_path)
    before = {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()}
    for words in ("sessions", "sessions --json", "stats", "stats --json", "export --json", "export --bgstats"):
        assert run(*words.split()).exit_code in (0, 1)
    assert run("export", "--bgstats", "-s", "planetoid-solo").exit_code == 0
    assert {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in tmp_path.iterdir()} == before


def test_a_link_is_made_without_a_network(tmp_path: Path) -> None:
    copied(tmp_path, "planetoid-solo")
    program = (
        "import sys; from referee.cli import main\n"
        "try: main()\n"
        "finally: print(*sys.modules, file=sys.stderr)"
    )  # fmt: skip
    words = ["export", "--bgstats", "-s", str(tmp_path / "planetoid-solo.toml")]
    ended = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    assert {"socket", "http.client", "urllib.request", "ssl"} & set(ended.stderr.split()) == set()
