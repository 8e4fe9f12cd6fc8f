"""The lines of a record as people read them: one way for the log, a demo, transcripts and what was just said."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from referee import blocks, counting, hearing
from referee.acts import Act, Line
from referee.blocks import Block
from referee.desk import Desk
from referee.game import Game
from referee.ledger import Entry
from referee.standing import Mark, marks
from referee.text import Text
from referee.view import Cell, Lines, Part, Table, Words

Row = tuple[Words | Cell, ...]
NO_MARKS: Mapping[int, Mark] = {}
RULE = 5  # columns of a rule's id, so that all lines of a record begin below one another


def why(entry: Entry) -> Text:
    """What changed, and why, in a sentence."""
    return entry.why


def changes(entries: Iterable[Entry]) -> Iterator[Row]:
    """A row a change: its rule, and the sentence. A thing that leaves one place for another is told once.

    What is quiet is left out.
    """
    before: Entry | None = None
    for entry in (each for each in entries if not each.quiet):
        if before and entry.by == -before.by and (entry.key, entry.facts) == (before.key, before.facts):
            before = None
        else:
            yield entry.rule, why(entry)
            before = entry if entry.by else None


def said(line: Line) -> Text:
    """The line itself: who said what, and what marks it."""
    block = line.block
    text = act(block)
    if "rulings" in block:
        text = Text("line.rulings", {"line": text, "rulings": block["rulings"]})
    if "anyway" in block:
        text = Text("line.anyway", {"line": text, "because": block.get("because", "")})
    elif "because" in block and "keep" not in block:
        text = Text("line.because", {"line": text, "because": block["because"]})
    if "agreed" in block:
        text = Text("line.agreed", {"line": text, "who": block["agreed"]})
    return text


def act(block: Block) -> Text:
    """What a block says or does, without its marks."""
    n, was = block.get(blocks.edit(block), 0), block.get("was", "")
    spoken = Text("line.said", {"who": block.get("who", ""), "said": block.get("say", "")})
    match blocks.edit(block):
        case blocks.BEFORE:
            return Text("line.before", {"n": n, "line": spoken})
        case blocks.CHANGE:
            return Text("line.change", {"n": n, "was": was, "line": spoken})
        case blocks.STRIKE:
            return Text("line.strike", {"n": n, "was": was})
        case blocks.KEEP:
            return Text("line.let-stand", {"n": n, "was": was})
    if "say" in block:
        return Text("line.dealt", spoken.facts) if block.get("auto") else spoken
    act = next(act for act in ("undo", "redo", "keep") if act in block)
    return Text(f"line.{act}", {"n": block[act], "was": was, "because": block.get("because", "")})


def rows(lines: Iterable[Line], marks: Mapping[int, Mark] = NO_MARKS) -> Iterator[Row]:
    """The rows of lines: the number and what was said, then each change with its rule; of a struck line none holds."""
    for line in lines:
        mark = marks.get(line.number)
        text = Text("line.marked", {"line": said(line), "mark": mark.text}) if mark else said(line)
        gone = bool(mark and mark.gone)
        yield str(line.number).ljust(RULE), Cell(text, "dim" if gone else "title")
        yield from () if gone else changes(did(line))


def did(line: Line) -> tuple[Entry, ...]:
    """What a line did; of what was counted, what it says itself, for nobody judges it again."""
    return line.entries or counting.noted(line.block)


def log(desk: Desk) -> Iterator[Part]:
    """The whole record: the set-up, every line with what it did, and where it cannot be read on."""
    yield Table("", (), (*changes(desk.laid), *rows(desk.shown(desk.lines), marks(desk))))
    if desk.stop:
        yield Lines("", (desk.stop.text,))


def seen(game: Game, acts: Iterable[Act]) -> tuple[str, ...]:
    """What the table saw in these acts: no undoing makes it unseen."""
    found: dict[str, None] = {}
    lines = (line for act in acts for line in act.lines if "say" in line.block)
    for line in sorted(lines, key=lambda line: line.number):
        event = hearing.read(game, str(line.block["say"]), str(line.block.get("who", "")))
        facts = {} if hearing.is_common(event) else game.split(event)[1]
        found |= dict.fromkeys(_fact(game, thing, fact) for (_, thing), fact in facts.items())
    return tuple(found)


def _fact(game: Game, thing: str, fact: Any) -> str:
    return f"{thing} {fact}" if isinstance(fact, str) else game.write(fact)
