"""The proof of a figure: every change with its line, rule and cause; and from what a decision was made."""

from collections.abc import Iterator
from typing import Any

from referee import record
from referee.acts import Line
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.ledger import Entry
from referee.notation import split
from referee.position import Counter
from referee.text import Text
from referee.view import Cell, Lines, Part, Table, Words

Found = tuple[Line | None, Entry]


def counters(desk: Desk) -> dict[Counter, int]:
    """Every counter that ever changed, in the order of its first change, with where it stands."""
    pos, secret = desk.ask.pos, desk.game.secret(desk.ask.pos)
    changed = dict.fromkeys((entry.who, entry.what) for _, entry in desk.entries() if entry.counts)
    return {(who, what): pos.count(who, what) for who, what in changed if not {who, what} & secret}


def about(desk: Desk, words: str) -> tuple[Found, ...]:
    """What has to do with these words: a counter (`Ann battery`), whose it is, a space, a line, a kind of happening.

    Nothing of a thing that was only spoken of. Raises NotUnderstood for any other words, with what may be asked.
    """
    folded, asked = words.casefold(), desk.game.facts(desk.ask.pos)
    everything = [found for found in desk.entries() if not found[1].hidden(desk.game.secret(desk.ask.pos))]
    for fits in (_is_counter, _is_whose, _is_line, _is_about):
        if chosen := tuple(found for found in everything if fits(found, folded)):
            return chosen
    if fact := next((who for who, what in asked if f"{who} {what}".casefold() == folded), ""):
        return about(desk, fact)
    if any(_told(desk, words)):
        return ()
    nearest = tuple(dict.fromkeys(f"{who} {what}" for who, what in counters(desk)))
    raise NotUnderstood("why.nothing", nearest=nearest[:8], words=words)


def _is_counter(found: Found, words: str) -> bool:
    entry = found[1]
    return entry.now is not None and f"{entry.who} {entry.what}".casefold() == words


def _is_whose(found: Found, words: str) -> bool:
    return found[1].now is not None and found[1].who.casefold() == words


def _is_line(found: Found, words: str) -> bool:
    return found[0] is not None and str(found[0].number) == words


def _is_about(found: Found, words: str) -> bool:
    """A happening at that space or of that kind: `E4`, `march`, `pile`."""
    entry = found[1]
    kinds = entry.key.replace("-", ".").split(".")
    return words in entry.what.casefold().split() or any(kind.startswith(words) for kind in kinds)


def overview(desk: Desk) -> Iterator[Part]:
    """Every counter with where it stands, and how to ask on."""
    rows = tuple((who, what, str(now)) for (who, what), now in counters(desk).items())
    yield Table("", (Text("why.who"), Text("why.what"), Text("why.now")), rows)
    yield Lines("", (Text("why.ask"),))


def parts(desk: Desk, words: str) -> Iterator[Part]:
    """The changes one below the other, the lines that told of it, then the sums that lie on the table."""
    chosen = about(desk, words)
    several = len({(entry.who, entry.what) for _, entry in chosen if entry.counts}) > 1
    rows: list[tuple[Words | Cell, ...]] = []
    for line, entry in chosen:
        of = f"{entry.who} {entry.what}" if several and entry.counts else ""
        by = f"{entry.by:+d}" if entry.counts else ""
        rows.append((str(line.number) if line else "", of, by, entry.rule, record.why(entry)))
        rows += (("", "", "", "", Cell(detail, "dim")) for detail in details(entry))
    if rows:
        head = (Text("why.line"), Text("why.of"), Text("why.by"), Text("why.rule"), Text("why.cause"))
        yield Table("", head if several else (*head[:1], *head[2:]), tuple(_slim(row, several) for row in rows))
    yield Lines("", tuple(_sums(desk, chosen)))
    if told := tuple(record.rows(line._replace(entries=()) for line in _told(desk, words))):
        yield Table(Text("why.told", {"words": words}), (), told)


def _slim(row: tuple[Words | Cell, ...], several: bool) -> tuple[Words | Cell, ...]:
    return row if several else (*row[:1], *row[2:])


def _told(desk: Desk, words: str) -> Iterator[Line]:
    """The lines that hold and name this thing of the table (`E4`): what it is was said there."""
    folded = words.casefold()
    if any(who.casefold() == folded for who, _ in desk.game.facts(desk.ask.pos)):
        for act in desk.holding:
            lines = desk.shown(act.lines)
            yield from (line for line in lines if folded in split(str(line.block["say"]).casefold()))


def _sums(desk: Desk, chosen: tuple[Found, ...]) -> Iterator[Text]:
    counted = dict.fromkeys((entry.who, entry.what) for _, entry in chosen if entry.counts)
    for who, what in counted:
        changes = [entry.by for _, entry in chosen if (entry.who, entry.what) == (who, what)]
        key = "why.sum" if sum(changes) == desk.ask.pos.count(who, what) else "why.part"
        yield Text(key, {"who": who, "what": what, "n": desk.ask.pos.count(who, what), "sum": sum(changes)})


def details(entry: Entry) -> Iterator[Text]:
    """What a decision was made from: a reason by itself, and of a fact that is a list of records one line a record."""
    yield from (value for value in entry.facts.values() if isinstance(value, Text))
    for name, value in entry.facts.items():
        for each in value if isinstance(value, tuple) else ():
            if isinstance(each, tuple) and hasattr(each, "_asdict"):
                yield Text(f"{entry.key}-{name}", each._asdict())


def data(desk: Desk, words: str) -> list[dict[str, Any]]:
    """The changes as data, then the lines that told of it; without words, every counter."""
    if words:
        said = ((line.number, line.block) for line in _told(desk, words))
        told = ({"line": number, "who": block.get("who", ""), "said": block["say"]} for number, block in said)
        return [*map(plain, about(desk, words)), *told]
    return [{"who": who, "what": what, "now": now} for (who, what), now in counters(desk).items()]


def plain(found: Found) -> dict[str, Any]:
    """A change as data, with the facts of its decision."""
    line, entry = found
    told = {"line": line.number if line else None, "who": entry.who, "what": entry.what, "by": entry.by}
    return {**told, "now": entry.now, "rule": entry.rule, "why": record.why(entry), "facts": entry.facts}
