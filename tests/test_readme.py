"""README.md is no promise but a page that was tried out: its commands, its transcripts, its sentences, its game.

A block says behind its language what it is. `console kitchen` is a transcript: whatever follows a `$` is run in a
folder called kitchen, and what stands below must come. `toml kitchen/FILE` is put there before; `toml excerpt
kitchen/FILE` is looked for in a file that the commands above it left. `text says` holds sentences that must be
understood, `text heard` what may be typed, and the sentence that is heard; both are Planetoid's unless a game is
named. `python -m tests.test_readme` writes the transcripts anew; then they have to be read.
"""

import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from referee import box, hearing, opening, remarks
from referee.ask import OVER
from referee.cli import app
from referee.desk import Desk
from referee.notation import split

CHECKOUT = Path(__file__).parent.parent
README = CHECKOUT / "README.md"
PLAY = "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/referee demo planetoid"
TEST = "python3 -m venv .venv && .venv/bin/pip install -q -e '.[test]' && .venv/bin/python -m pytest -q"
OTHERWISE = ("uv run referee demo planetoid", "pipx install .", "uv tool install .")
EXITS = {"Against the rules": 3, "Held, nothing is recorded": 4, "Not understood": 2}  # 0 for all else
EXITS |= {"Nothing was written yet.": 3, "To have the record as it was counted": 1}
EXITS["It would come to that with one item counted otherwise"] = 1
HOME, FOLD = "/home/ann/referee", "\n  "  # where the sessions of the page lie; how a long line is broken
EXITS["slips.toml tells of a table that cannot be, for 4 reasons"] = 1
PLACE = re.compile(rf"kept in\s+(\S+(?:{FOLD}\S+)*)")
BLOCK = re.compile(r"^```(\w+) ?(.*)\n((?s:.*?))^```$", re.MULTILINE)
SAYS = {"planetoid": "says", "parsec": "says parsec"}  # what the sentences of each game are marked with
RING = ("K0", "1K", "2L", "2M", "2P", "1Q", "Q0", "Q1", "P2")  # the start tiles of a table of PARSEC
CODE = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w./-]*(?:/|\.(?:py|toml|md))|LICENSE|\.ci/run")


class Block(NamedTuple):
    """A fenced block: its language, what is said behind it, and its text; `at` is where the text begins."""

    language: str
    mark: str
    text: str
    at: int


class Call(NamedTuple):
    """A command of a transcript and what it answers."""

    command: str
    answer: str


@cache
def page() -> str:
    return README.read_text("utf-8")


def blocks(language: str) -> list[Block]:
    found = (Block(match[1], match[2], match[3], match.start(3)) for match in BLOCK.finditer(page()))
    return [block for block in found if block.language == language]


def folders() -> list[str]:
    """The folders in which transcripts are played, in the order of the page."""
    return list(dict.fromkeys(block.mark for block in blocks("console") if block.mark))


def calls(text: str) -> list[Call]:
    """The commands of a transcript, each with the lines below it."""
    starts = [match.start() for match in re.finditer(r"^\$ ", text, re.MULTILINE)]
    parts = [text[start:end] for start, end in pairwise((*starts, len(text)))]
    return [Call(command[2:], answer.rstrip("\n")) for command, _, answer in (part.partition("\n") for part in parts)]


def run(command: str, folder: Path) -> str:
    """What a command says in this folder, to somebody who has the program and nothing else. Its exit code must fit."""
    program, *words = shlex.split(command)
    assert program == "referee", command
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(CHECKOUT)}
    done = subprocess.run(
        [sys.executable, "-m", "referee", *words],
        cwd=folder,
        env=env,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    answer = PLACE.sub(_at_home, done.stdout.rstrip("\n"))
    assert done.returncode == max((EXITS.get(line.partition(":")[0], 0) for line in answer.splitlines()), default=0)
    return answer


def _at_home(place: re.Match[str]) -> str:
    return f"kept in {HOME}/sessions/{Path(place[1].replace(FOLD, '')).name}"


def played(name: str, folder: Path) -> Iterator[tuple[Block, list[Call]]]:
    """The transcripts of a folder with what is answered today; files of the page are put there or looked for."""
    (folder / "sessions").mkdir()
    for block in sorted((*blocks("console"), *blocks("toml")), key=lambda block: block.at):
        if block.language == "console" and block.mark == name:
            yield block, [Call(call.command, run(call.command, folder)) for call in calls(block.text)]
        elif block.mark.startswith(f"{name}/"):
            (folder / block.mark.partition("/")[2]).write_text(block.text, "utf-8")
        elif block.mark.startswith(f"excerpt {name}/"):
            check_excerpt(block.text, (folder / block.mark.partition("/")[2]).read_text("utf-8"))


def check_excerpt(excerpt: str, whole: str) -> None:
    """Every paragraph stands in the file, in this order; the day on which a session began is any day."""
    at, whole = 0, re.sub(r"(?m)^begun = .*", "begun = 2026-12-01", whole)
    for paragraph in excerpt.strip().split("\n\n"):
        found = whole.find(paragraph, at)
        assert found >= at, paragraph
        at = found + len(paragraph)


def rows(mark: str) -> list[tuple[str, str]]:
    """The rows of the blocks of this mark: a sentence, and what stands beside it."""
    lines = (line for block in blocks("text") if block.mark == mark for line in block.text.splitlines() if line)
    found = (re.split(r" {2,}", line, maxsplit=1) for line in lines)
    return [(sentence, beside) for sentence, beside in found]


def said() -> list[tuple[str, str]]:
    """Every sentence of the page with its game."""
    return [(game, sentence) for game, mark in SAYS.items() for sentence, _ in rows(mark)]


def commands() -> dict[str, set[str]]:
    """The commands of the program, each with its options."""
    group: Any = get_command(app)
    found = {name: group.get_command(None, name) for name in group.list_commands(None)}
    return {name: {"--help", *(spelt for given in found[name].params for spelt in given.opts)} for name in found}


def code() -> Iterator[str]:
    """Everything on the page that is set as code, commands of transcripts included."""
    yield from CODE.findall(BLOCK.sub("", page()))
    yield from (call.command for block in blocks("console") for call in calls(block.text))


def named() -> list[list[str]]:
    """The words after `referee` of every command that the page names."""
    said = (re.fullmatch(r"(?:.*bin/|uv run )?referee (.+)", text) for text in code())
    return [shlex.split(match[1], comments=True) for match in said if match]


def dealt() -> Desk:
    """A game of the practice box, in the middle of its first turn."""
    taught = box.practice(opening.folder("planetoid")).sentences
    header = {"game": "planetoid", "players": ["Ann:green"], "options": ["difficulty=easy"], "box": taught}
    desk = opening.desk({**header, "practice": True, "draws": "referee", "seed": 4})
    desk.deal()
    for sentence in ("origin S", "solo-card A front"):
        assert desk.say(sentence).lines, sentence
    return desk


def spaced(step: str) -> Desk:
    """A table of PARSEC at a step of Ann's turn, with a ring of empty space."""
    tiles = [f"{hex} empty" for hex in (*RING, "M2", "L2")]
    header = {"game": "parsec", "players": ["Ann:green", "Bea:red"], "tiles": tiles}
    return opening.desk({**header, "facts": ["game turn 1"], "at": f"{step} Ann"})


def drawing() -> Desk:
    return spaced("S2.1")


def flying() -> Desk:
    return spaced("S2.9")


# -- commands ------------------------------------------------------------------


def test_the_two_commands_stand_there_to_be_copied() -> None:
    for command in (PLAY, TEST):
        assert f"```sh\n{command}\n```\n" in page()


def test_the_other_ways_to_install_stand_beside_them() -> None:
    assert [command for command in OTHERWISE if f"`{command}`" not in page()] == []


@pytest.mark.parametrize("name", folders())
def test_a_transcript_comes_out_line_by_line_as_it_stands_there(name: str, tmp_path: Path) -> None:
    scenes = list(played(name, tmp_path))
    assert sum(len(answered) for _, answered in scenes) > 1
    for block, answered in scenes:
        assert answered == calls(block.text)


def test_every_command_is_named_and_every_command_named_is_there() -> None:
    assert {words[0] for words in named() if words[0].isidentifier() or "-" in words[0][1:]} == set(commands())


def test_every_option_named_with_a_command_is_one_of_its_options() -> None:
    said = [(words[0], word) for words in named() for word in words[1:] if re.fullmatch(r"--?[a-z]+", word)]
    known = commands()
    assert len(said) > 20
    assert [(command, option) for command, option in said if option not in known[command]] == []


@pytest.mark.parametrize("command", sorted(commands()))
def test_every_command_explains_itself(command: str) -> None:
    shown = CliRunner().invoke(app, [command, "--help"])
    assert shown.exit_code == 0
    assert f" {command} " in shown.output


def test_every_room_stands_in_the_house() -> None:
    house = page().partition("\n## The house\n")[2].partition("\n## ")[0]
    rooms = {f"`{room.name}`" for room in (CHECKOUT / "referee").glob("*.py") if room.name[0] != "_"}
    assert sorted(room for room in rooms if house.count(room) != 1) == []


def test_every_chapter_that_is_pointed_to_is_there() -> None:
    titles = re.findall(r"^##+ (.+)$", page(), re.MULTILINE)
    there = {re.sub(r"[^\w -]", "", title).lower().replace(" ", "-") for title in titles}
    named = re.findall(r"\]\(#([^)]+)\)", page())
    assert len(named) > 12
    assert set(named) <= there


def test_every_file_that_is_named_is_there() -> None:
    house = page().partition("## The house")[2]
    files = [word for word in CODE.findall(house) if FILE.fullmatch(word) and "<" not in word]
    places = (CHECKOUT, CHECKOUT / "referee")
    assert len(files) > 30
    assert [file for file in files if not any((place / file).exists() for place in places)] == []


# -- sentences ------------------------------------------------------------------


@pytest.mark.parametrize(("game", "sentence"), said())
def test_every_sentence_is_understood(game: str, sentence: str) -> None:
    play = opening.game(game)
    event = hearing.read(play, sentence, "Ann")
    assert hearing.read(play, hearing.write(play, event), "Ann") == event


@pytest.mark.parametrize("game", SAYS)
def test_every_verb_has_its_sentence(game: str) -> None:
    """What may be said at any question stands there once, with the sentences of the first game."""
    verbs = {sentence.split()[0] for sentence, _ in rows(SAYS[game])}
    assert {*opening.game(game).VERBS} <= verbs <= {*opening.game(game).VERBS, *remarks.VERBS}
    assert {*remarks.VERBS} <= {sentence.split()[0] for _, sentence in said()}


@pytest.mark.parametrize(
    ("table", "typed", "sentence"),
    [(table, *row) for table in ("heard", "heard parsec draw", "heard parsec turn") for row in rows(table)],
)
def test_what_is_typed_is_heard_as_the_page_says(table: str, typed: str, sentence: str) -> None:
    desk = {"heard": dealt, "heard parsec draw": drawing, "heard parsec turn": flying}[table]()
    assert hearing.hear(desk.game, desk.ask, typed).sentence == sentence


@pytest.mark.parametrize(("game", "sentence"), [each for each in said() if each[1].startswith("teach ")])
def test_what_the_page_teaches_can_be_learnt(game: str, sentence: str) -> None:
    kit = opening.taught(game, opening.kit(game), (sentence,))
    assert [split(each) for each in kit.taught] == [split(sentence)[1:]]


def test_the_factions_of_the_practice_box_are_the_ones_named() -> None:
    named = page().partition("The practice box has six factions of ours besides: ")[2].partition(".")[0]
    known = opening.kit("parsec").factions
    taught = map(split, box.practice(opening.folder("parsec")).sentences)
    assert {words[2] for words in taught if words[1] == "faction"} - {*known} == {*CODE.findall(named)}


def test_the_abilities_of_the_practice_box_stand_there_as_they_are() -> None:
    table = page().partition("| side | upper | lower |")[2].partition("\n\n")[0]
    taught = map(split, box.practice(opening.folder("planetoid")).sentences)
    abilities = [words for words in taught if words[1] == "ability"]
    lines = {f"{words[2]} {words[3]}" for words in abilities}
    assert len(abilities) == 2 * len(lines) == 8
    for _, _, card, side, place, name, *rest in abilities:
        row = next(line for line in table.splitlines() if line.startswith(f"| {card} {side} |"))
        cell = row.split("|")[2 if place == "top" else 3]
        assert name in cell
        assert ("does" not in rest) or f"`{rest[-1]}`" in cell
        assert ("diamond" in rest) == ("a diamond" in cell)


def test_what_the_page_says_about_data_is_in_the_data(tmp_path: Path) -> None:
    begun = "referee new planetoid --player Ann --option difficulty=easy --draws referee --seed 4"
    for command in (begun, "referee say 'origin S' 'solo-card A front'"):
        assert "T-301" in run(command, tmp_path) or command == begun
    told = page().partition("### As data")[2].partition("\n#")[0]
    keys = [key for key in CODE.findall(told) if key.isidentifier() and key not in commands()]
    answer = json.loads(run("referee say --json drill E7", tmp_path))
    held = {*answer, *answer["entries"][0], *answer["answers"][0], "examples", "count"}
    assert len(keys) > 12
    assert [key for key in keys if key not in held] == []


# -- a game ------------------------------------------------------------------


def test_the_game_of_the_page_on_adding_a_game_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = next(block.text for block in blocks("python"))
    (tmp_path / "twenty").mkdir()
    whole = f"{source}\nfrom pathlib import Path\nTABLES = Path(__file__).parent\n"
    (tmp_path / "twenty" / "__init__.py").write_text(whole, "utf-8")
    for name, text in {"rules": "", "rulings": "", "texts": "", "figures": "enough = 20"}.items():
        (tmp_path / "twenty" / f"{name}.toml").write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(opening.GAMES, "twenty", "twenty")
    desk = opening.desk({"game": "twenty", "players": ("Ann", "Bea"), "draws": "referee", "seed": 1})
    desk.deal()
    assert desk.ask.rule == OVER
    assert max(desk.ask.pos.counters.values()) >= 20


if __name__ == "__main__":
    text, due = page(), list[tuple[Block, list[Call]]]()
    for each in folders():
        with tempfile.TemporaryDirectory() as place:
            due += played(each, Path(place))
    for block, answered in sorted(due, key=lambda scene: -scene[0].at):
        anew = "\n\n".join(f"$ {call.command}\n{call.answer}".rstrip() for call in answered) + "\n"
        text = text[: block.at] + anew + text[block.at + len(block.text) :]
    README.write_text(text, "utf-8")
