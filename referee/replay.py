"""A record played once more through a desk, an act at a time, as the table saw it: demos and transcripts.

What was said and left no line is told by the sheet beside an example: sentences that were refused, and claims.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee import checking, claims, counting, hearing, mended, mending, opening, record, reply
from referee.acts import Line
from referee.blocks import Block, edit, marked, rulings_of
from referee.desk import Desk
from referee.errors import RefereeError
from referee.judging import judge
from referee.reader import Halt, Reader
from referee.records import read
from referee.remarks import Count
from referee.text import Text
from referee.view import Cell, HexMap, Lines, Part, SquareMap, Table


class Claimed(NamedTuple):
    """What somebody said a figure comes to; `what` is empty for the game's score."""

    who: str
    value: int
    what: str = ""


Tried = str | Claimed  # a sentence that was refused, or a claim
NONE_TRIED: Mapping[int, Sequence[Tried]] = {}


class Scene(NamedTuple):
    """An act as it is shown; `turn` if a new turn begins with it, `stops` if the record cannot be played on."""

    parts: tuple[Part, ...]
    turn: bool = False
    stops: bool = False


def played(
    header: Mapping[str, Any],
    blocks: Sequence[Block],
    tried: Mapping[int, Sequence[Tried]] = NONE_TRIED,
    maps: bool = False,
) -> Iterator[Scene]:
    """The scenes of a record: the question, what was said, what came of it; what was undone is played as well.

    `tried` is what was said before a line and is not recorded; it is answered. With `maps` the board is shown as every
    turn finds it, and in the end. Where a line no longer stands, the last scene says so.
    """
    desk = opening.desk({**header, "draws": "table"})
    yield Scene((Table("", (), tuple(record.changes(desk.laid))),))
    turn: Any = None
    for number, block in enumerate(blocks, 1):
        if number <= len(desk.lines):
            continue  # written in the same breath as the one that mended the record
        begins, turn = _turn(desk) != turn, _turn(desk)
        head = (*_headed(desk), *(_board(desk) if maps else ())) if begins else ()
        before = head if block.get("auto") else (*head, *_asked(desk))
        for each in tried.get(number, ()):
            yield Scene((*before, *_tried(desk, each)), begins)
            before, begins = tuple(_asked(desk)), False
        parts, goes_on = _mended(desk, blocks, number) if edit(block) else _line(desk, block, number)
        yield Scene((*before, *parts), begins, not goes_on)
        if not goes_on:
            return
    yield Scene((*(_board(desk) if maps else ()), reply.BLANK, *reply.stands(desk)))
    for each in tried.get(len(blocks) + 1, ()):
        yield Scene((reply.BLANK, *_tried(desk, each)))


def tried(example: Path) -> dict[int, list[Tried]]:
    """What was said before each line of an example and is not in it: `refused` and `claimed` of the sheet beside it."""
    file = example.with_suffix(".sheet.toml")
    sheet: Mapping[str, Any] = read(file) if file.exists() else {}
    found: dict[int, list[Tried]] = {}
    for refused in sheet.get("refused", ()):
        found.setdefault(refused["line"], []).append(refused["say"])
    for claimed in sheet.get("claimed", ()):
        said = Claimed(claimed["who"], claimed["value"], claimed.get("what", ""))
        found.setdefault(claimed["line"], []).append(said)
    return found


def _turn(desk: Desk) -> Any:
    return desk.game.status(desk.ask.pos).facts.get("turn")


def _headed(desk: Desk) -> Iterator[Part]:
    yield Lines("", ("", "", Cell(reply.head(desk), "dim")))


def _board(desk: Desk) -> Iterator[Part]:
    """The maps of the table, without all that stands beside them."""
    return (part for part in desk.game.view(desk.ask.pos) if isinstance(part, HexMap | SquareMap))


def _asked(desk: Desk) -> Iterator[Part]:
    yield Lines("", ("", Cell(reply.question(desk.ask), "title")))


def _tried(desk: Desk, said: Tried) -> Iterator[Part]:
    words = said if isinstance(said, str) else f"claim {said.who} {said.value} {said.what}".rstrip()
    yield Lines("", (Text("replay.tried", {"said": words}),))
    try:
        yield from reply.verdict(desk, desk.judge(said)) if isinstance(said, str) else _answered(desk, said)
    except RefereeError as error:
        yield from reply.error(error)


def _answered(desk: Desk, said: Claimed) -> Iterator[Part]:
    return claims.parts(desk, claims.claim(desk, said.who, said.value, said.what))


def _line(desk: Desk, block: Block, number: int) -> tuple[tuple[Part, ...], bool]:
    """One line played: what it shows, and whether the record goes on."""
    read = desk.shown((Line(number, block),))[0].block
    if "undo" in block:
        return tuple(reply.undone(desk.game, desk.undo(int(str(block["undo"]))), "undo.done")), True
    if "redo" in block:
        return tuple(reply.undone(desk.game, desk.redo(int(str(block["redo"]))), "redo.done")), True
    if "say" not in block:
        desk.lines.append(Line(number, block))
        return (Lines("", (record.act(read),)),), True
    marks = marked(block)
    event = hearing.read(desk.game, str(block["say"]), str(block.get("who", "")))
    verdict = judge(desk.game, desk.ruled(rulings_of(block)), event)
    refused = not verdict.stands and not (block.get("anyway") and verdict.waivable)
    if refused and read != block:
        return (Lines("", (Text("record.secret", {"line": number}),)),), False
    if refused:
        return tuple(reply.verdict(desk, desk.judge(str(block["say"]), str(block.get("who", ""))))), False
    line = desk.add(event, verdict) if block.get("auto") else desk.act(event, verdict, marks)[0]
    return (Table("", (), tuple(record.rows(desk.shown((line,))))), *_counted(desk, event)), True


def _counted(desk: Desk, event: Any) -> Iterator[Part]:
    """What a table check led to."""
    if isinstance(event, Count):
        yield from checking.counted(desk, counting.found(desk.game, desk.ask.pos, event.facts))


def _mended(desk: Desk, blocks: Sequence[Block], number: int) -> tuple[tuple[Part, ...], bool]:
    """The record mended: all of one breath at once, what stood in its way, and whether it goes on."""
    try:
        act, _ = Reader(desk, blocks).act(number)
    except Halt as halt:
        return (Lines("", (halt.stop.text,)),), False
    settled = tuple(_settled(desk, [line.block for line in act.lines]))
    desk.take(act)
    return (*settled, Table("", (), tuple(record.rows(desk.shown(act.lines))))), True


def _settled(desk: Desk, breath: Sequence[Block]) -> Iterator[Part]:
    """The lines that the first edits of a breath made impossible, each of which a later one of it settles."""
    for edits in range(1, len(breath)):
        try:
            found = mending.mend(desk, mending.wanted(breath[:edits]))
        except RefereeError:
            continue  # what was told in the same breath is not known yet
        if found.conflict:
            yield from mended.waits(found)
