"""The proof of a figure: every change with its line, rule and cause; and from what a decision was made."""

from collections.abc import Iterator, Sequence
from typing import Any

from referee import blocks, display, programs, record, ruled, tracing
from referee.acts import Act, Line
from referee.blocks import rulings_of
from referee.counting import Amount, called, countable
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.game import Fact
from referee.ledger import Entry
from referee.notation import split
from referee.position import Counter
from referee.standing import marks
from referee.text import Text
from referee.view import Cell, Lines, Part, Table, Words

Item = tuple[Line | None, Entry]  # a change and the line that made it; none for what lay there before
TOLD = "told"  # the fact of an entry that another one tells of already


def counters(desk: Desk) -> dict[Counter, int]:
    """Every counter that ever changed, in the order of its first change, with where it stands."""
    pos, secret = desk.ask.pos, desk.game.secret(desk.ask.pos)
    changed = dict.fromkeys((entry.who, entry.what) for _, entry in desk.entries() if entry.counts)
    return {(who, what): pos.count(who, what) for who, what in changed if not {who, what} & secret}


def about(desk: Desk, words: str) -> tuple[Item, ...]:
    """What has to do with these words: a figure (`Ann battery`), whose it is, a space, a line, a kind of happening.

    Nothing of a thing that was only spoken of. Raises NotUnderstood for any other words, with what may be asked.
    """
    folded, asked = words.casefold(), desk.game.facts(desk.ask.pos)
    if fact := figure(desk, words):
        return proof(desk, fact)
    everything = [item for item in desk.entries() if not item[1].hidden(desk.game.secret(desk.ask.pos))]
    meant = line(desk, words)
    for fits in (_is_line,) if meant else (_is_whose, _is_about):
        if chosen := tuple(item for item in everything if fits(item, folded)):
            return chosen
    if who := next((who for who, what in asked if called((who, what)).casefold() == folded), ""):
        return about(desk, who)
    if meant or any(_told(desk, words)):
        return ()
    nearest = tuple(dict.fromkeys(f"{who} {what}" for who, what in counters(desk)))
    raise NotUnderstood("why.nothing", nearest=nearest[:8], words=words)


def _is_whose(item: Item, words: str) -> bool:
    return item[1].now is not None and item[1].who.casefold() == words


def _is_line(item: Item, words: str) -> bool:
    return item[0] is not None and str(item[0].number) == words


def _is_about(item: Item, words: str) -> bool:
    """A happening at that space or of that kind: `E4`, `march`, `pile`."""
    entry = item[1]
    kinds = entry.key.replace("-", ".").split(".")
    return words in entry.what.casefold().split() or any(kind.startswith(words) for kind in kinds)


# -- a figure ------------------------------------------------------------------


def figure(desk: Desk, words: str) -> Fact | None:
    """The pile, fact or counter of this name that everybody may know."""
    folded, secret = words.casefold(), desk.game.secret(desk.ask.pos)
    changed = ((entry.who, entry.what) for _, entry in desk.entries() if entry.now is not None)
    known = (*countable(desk.game, desk.ask.pos), *changed)
    return next((fact for fact in known if called(fact).casefold() == folded and not {*fact} & secret), None)


def stands(desk: Desk, fact: Fact) -> Amount:
    """What a figure comes to on the table."""
    return countable(desk.game, desk.ask.pos).get(fact, desk.ask.pos.count(*fact))


def proof(desk: Desk, fact: Fact) -> tuple[Item, ...]:
    """Every change of a figure: as it was written down, but for what is secret; of all else, act by act."""
    found = tuple(each for each in desk.entries() if each[1].now is not None and each[1][:2] == fact)
    secret = desk.game.secret(desk.ask.pos)
    return tuple(each for each in found if not each[1].hidden(secret)) if found else tuple(_followed(desk, fact))


def _followed(desk: Desk, fact: Fact) -> Iterator[Item]:
    """What a figure was when the game began, then every act that changed it, with what tells of it there."""
    began = tracing.amount(desk, fact)(desk.opening.pos)
    yield None, Entry(*fact, began if isinstance(began, int) else 0, began, "", "figure.began")
    for change in tracing.changes(desk, fact):
        line = desk.shown((tracing.teller(change.act, fact),))[0]
        rule, cause = _cause(desk, change.act, fact)
        key = "figure.counted" if isinstance(change.now, int) else "figure.became"
        yield line, Entry(*fact, change.by, change.now, rule, key, {TOLD: cause, "was": change.was})


def _cause(desk: Desk, act: Act, fact: Fact) -> tuple[str, Text]:
    """What tells of a change, and its rule: what was written down about it in the same act, else what was said."""
    secret, (who, what) = desk.game.secret(desk.ask.pos), fact
    told = [e for line in act.lines for e in line.entries if not e.hidden(secret) and not e.quiet]
    last, owner = {*what.split()[-1:]}, {who} - {*desk.ask.pos.names}
    for words in filter(None, (last | {who}, owner, last)):
        for entry in told:
            if words <= {entry.who, *entry.words().split()}:
                return entry.rule, record.why(entry)
    line = desk.shown((tracing.teller(act, fact),))[0]
    return str(line.block.get("asked", "")), record.said(line)


# -- what is shown ------------------------------------------------------------------


def overview(desk: Desk) -> Iterator[Part]:
    """Every counter with where it stands, and how to ask on."""
    rows = tuple((who, what, str(now)) for (who, what), now in counters(desk).items())
    yield Table("", (Text("why.who"), Text("why.what"), Text("why.now")), rows)
    yield Lines("", (Text("why.ask"),))


def parts(desk: Desk, words: str) -> Iterator[Part]:
    """The changes one below the other, the lines that told of it, then the sums that lie on the table."""
    chosen = about(desk, words)
    if said := line(desk, words):
        yield from _recorded(desk, said, bool(chosen))
    yield from table(chosen)
    yield Lines("", tuple(_sums(desk, chosen)))
    if told := tuple(record.rows(line._replace(entries=()) for line in _told(desk, words))):
        yield Table(Text("why.told", {"words": words}), (), told)


def table(chosen: Sequence[Item]) -> Iterator[Part]:
    """Changes one below the other, each with its line, rule and cause, and what its decision was made from."""
    several = len({(entry.who, entry.what) for _, entry in chosen if entry.counts}) > 1
    rows: list[tuple[Words | Cell, ...]] = []
    before: Line | None = None
    for line, entry in chosen:
        of = called((entry.who, entry.what)) if several and entry.counts else ""
        by = f"{entry.by:+d}" if entry.counts else ""
        rows.append((str(line.number) if line else "", of, by, entry.rule, record.why(entry)))
        if line and line is not before and "anyway" in line.block:
            rows.append(("", "", "", "", Cell(_let_stand(line), "dim")))
        before = line
        rows += (("", "", "", "", Cell(detail, "dim")) for detail in details(entry))
    if rows:
        head = (Text("why.line"), Text("why.of"), Text("why.by"), Text("why.rule"), Text("why.cause"))
        yield Table("", head if several else (*head[:1], *head[2:]), tuple(_slim(row, several) for row in rows))


def _let_stand(line: Line) -> Text:
    """That the table let a line stand, and against which rules; never why, for a line may tell what lies face-down."""
    return Text("why.let-stand", {"line": line.number, "rules": _against(line)})


def _against(line: Line) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.rule for each in line.verdict.objections if not each.stands))


def _slim(row: tuple[Words | Cell, ...], several: bool) -> tuple[Words | Cell, ...]:
    return row if several else (*row[:1], *row[2:])


def _told(desk: Desk, words: str) -> Iterator[Line]:
    """The lines that hold and name this thing of the table (`E4`): what it is was said there."""
    folded = words.casefold()
    if any(who.casefold() == folded for who, _ in desk.game.facts(desk.ask.pos)):
        for act in desk.holding:
            lines = desk.shown(act.lines)
            yield from (line for line in lines if folded in split(str(line.block["say"]).casefold()))


def _sums(desk: Desk, chosen: tuple[Item, ...]) -> Iterator[Text]:
    counted = dict.fromkeys((entry.who, entry.what) for _, entry in chosen if entry.counts)
    for who, what in counted:
        changes, now = [entry.by for _, entry in chosen if entry[:2] == (who, what)], stands(desk, (who, what))
        key = "why.sum" if sum(changes) == now else "why.part"
        yield Text(key, {"what": called((who, what)), "n": now, "sum": sum(changes)})


def line(desk: Desk, words: str) -> Line | None:
    """The line of the record that has this number, unless a figure or a player is called so."""
    if not words.isdecimal() or not 0 < int(words) <= len(desk.lines) or figure(desk, words):
        return None
    return None if words in desk.ask.pos.names else desk.lines[int(words) - 1]


def _recorded(desk: Desk, line: Line, proved: bool) -> Iterator[Part]:
    """The line itself, what a later one did to it, and why it stood although something spoke against it.

    What it did is left out where it is `proved` change by change; of a line that mends the record it is told.
    """
    held = next((each for act in desk.holding for each in act.lines if each.number == line.number), line)
    let_stand = blocks.marked(held.block) if "anyway" in held.block else {}
    (seen,) = desk.shown((line._replace(block={**line.block, **let_stand}),))
    entries = () if proved and not blocks.edit(line.block) else seen.entries
    yield Table("", (), tuple(record.rows((seen._replace(entries=entries),), marks(desk))))
    if held.verdict.objections and desk.shown((held,))[0].block == held.block:
        yield display.why_lines(held.verdict.objections)
        once = rulings_of(held.block)
        yield Lines("", tuple(map(ruled.told, ruled.ruled(desk, held.verdict, once, held.number))))


def details(entry: Entry) -> Iterator[Text]:
    """What a decision was made from: a reason by itself, and of a fact that is a list of records one line a record."""
    yield from (value for name, value in entry.facts.items() if isinstance(value, Text) and name != TOLD)
    for name, value in entry.facts.items():
        for each in value if isinstance(value, tuple) else ():
            if isinstance(each, tuple) and hasattr(each, "_asdict"):
                yield Text(f"{entry.key}-{name}", each._asdict())


def data(desk: Desk, words: str) -> list[dict[str, Any]]:
    """The changes as data, then the lines that told of it, or the line that is meant; without words, every counter."""
    if not words:
        return [{"who": who, "what": what, "now": now} for (who, what), now in counters(desk).items()]
    told = [
        {"line": each.number, "who": each.block.get("who", ""), "said": each.block["say"]}
        for each in _told(desk, words)
    ]
    if meant := line(desk, words):
        (seen,) = desk.shown((meant,))
        told.append(programs.line(seen, marks(desk).get(seen.number)))
    return [*map(plain, about(desk, words)), *told]


def plain(item: Item) -> dict[str, Any]:
    """A change as data, with the facts of its decision."""
    line, entry = item
    told: dict[str, Any] = {"line": line.number if line else None, "who": entry.who, "what": entry.what, "by": entry.by}
    told |= {"now": entry.now, "rule": entry.rule, "why": record.why(entry), "facts": entry.facts}
    return {**told, "against": _against(line)} if line and "anyway" in line.block else told
