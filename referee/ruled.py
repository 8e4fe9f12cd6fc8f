"""How a table reads the open questions that a verdict rests on: which reading is in force, who chose it, and when."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from referee import hearing
from referee.acts import Line
from referee.desk import Desk
from referee.remarks import Ruling as Said
from referee.rulebook import Ruling
from referee.text import Text, Value
from referee.verdict import ASK, Verdict

DEFAULT, BEGUN, SAID, ONCE = "default", "begun", "said", "once"


class Ruled(NamedTuple):
    """A ruling with the reading in force: the default, chosen when the game began, said at a line, or for one act."""

    ruling: Ruling
    reading: str
    how: str
    who: str = ""
    line: int = 0

    @property
    def others(self) -> tuple[str, ...]:
        """The other readings that there are."""
        return tuple(name for name in self.ruling.gists if name not in (self.reading, ASK))


def ruled(desk: Desk, verdict: Verdict, once: Sequence[str] = (), before: int = 0) -> tuple[Ruled, ...]:
    """Every ruling that a verdict rests on; `once`: readings of that act only, said as `A-13=yes`.

    `before`: as it was read at that line of the record; 0: as it is now.
    """
    book = desk.ask.pos.kit.book
    return tuple(_ruled(desk, book.ruling(id), once, before) for id in verdict.rulings)


def _ruled(desk: Desk, ruling: Ruling, once: Sequence[str], before: int) -> Ruled:
    book, key = desk.ask.pos.kit.book, ruling.key
    for said in once:
        word, _, reading = said.partition("=")
        if book.ruling(word).key == key:
            return Ruled(ruling, str(ruling.read(reading)), ONCE)
    for line, event in reversed(_said(desk, before)):
        if book.ruling(event.ruling).key == key:
            return Ruled(ruling, str(ruling.read(event.reading)), SAID, event.who, line.number)
    began = desk.opening.pos
    return Ruled(ruling, str(began.reading(key)), BEGUN if key in began.house else DEFAULT)


def _said(desk: Desk, before: int) -> list[tuple[Line, Said]]:
    """What was ruled while the game was under way and holds, up to that line."""
    found: list[tuple[Line, Said]] = []
    for line in (line for act in desk.holding for line in act.lines):
        if line.number == before:
            break
        if str(line.block.get("say", "")).startswith("ruling "):
            event: Any = hearing.read(desk.game, str(line.block["say"]), str(line.block.get("who", "")))
            found.append((line, event))
    return found


def chosen(found: Ruled) -> Text:
    """Which reading, who chose it, and when."""
    facts: dict[str, Value] = {"id": found.ruling.id, "reading": found.reading, "who": found.who, "line": found.line}
    return Text(f"ruled.{found.how}", facts)


def told(found: Ruled) -> Text:
    """That, and the other readings."""
    return Text("ruled.others", {"ruled": chosen(found), "others": found.others}) if found.others else chosen(found)


def explained(desk: Desk, found: Ruled, before: int) -> int:
    """The first line before that one which rested on the ruling since it is read as it is; 0 if none did."""
    if found.how == ONCE:
        return 0
    rested = (line for line in desk.lines[found.line : before - 1] if found.ruling.id in line.verdict.rulings)
    return next((line.number for line in rested), 0)


def again(found: Ruled, line: int) -> Text:
    """Which reading, and the line at which all was said about it."""
    return Text("ruled.again", {"id": found.ruling.id, "reading": found.reading, "line": line})


def data(found: Ruled) -> dict[str, Any]:
    """It as data."""
    ruling, said = found.ruling, {"who": found.who, "line": found.line} if found.how == SAID else {}
    plain = {"ruling": ruling.id, "question": ruling.question, "reading": found.reading, "readings": ruling.gists}
    return {**plain, "chosen": found.how, **said}
