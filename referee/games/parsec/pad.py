"""The score pad: what a round would bring now, line by line; when the game is over, who has what [9.1 to 9.7]."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from referee.games.parsec import factions, scoring
from referee.games.parsec.factions import FACTION
from referee.games.parsec.gains import Item
from referee.games.parsec.kit import FINAL, GAME
from referee.games.parsec.position import BROKEN_OFF, Position
from referee.games.parsec.worth import NORMAL, STEPS, lines
from referee.text import Facts, Text
from referee.view import Cell, Lines, Table, View, Words

Row = tuple[Words | Cell, ...]
_UNITS: Mapping[str, str] = {"vp": "score.vp", "credits": "score.credits", "rp": "score.rp", "ap": "score.ap"}
_FOR: Mapping[str, str] = {  # what a line is headed, by the message of its gains
    "planet.control": "score.control",
    "planet.there": "score.there",
    "planet.there-final": "score.there",
    "planet.moon": "score.moon",
    "site.asteroid": "score.site",
    "site.asteroid-final": "score.site",
    "site.derelict": "score.site",
    "site.derelict-rp": "score.site",
    "site.derelict-final": "score.site",
    "site.nebula": "score.nebula",
    "round.nanotech": "score.nanotech",
    "round.half-done": "score.half-done",
}


def score(pos: Position) -> View:
    """What a normal round and the final one would bring as the table stands; after the end, the result."""
    if pos.result == BROKEN_OFF:
        return (Lines(Text("score.result"), (Text("score.broken-off"),)),)
    if pos.result:
        return (_result(pos),)
    return (_round(pos, NORMAL), _round(pos, FINAL), *_notes(pos))


def _round(pos: Position, kind: str) -> Table:
    """A round as if it were held now: a row for each line, then what it comes to."""
    first = pos.order[0]
    items = tuple(item for step in STEPS[kind] for line in lines(pos, kind, step, first) for item in line.items)
    rows = (*(_row(pos, group) for group in _alike(items)), *_totals(pos, items))
    title = Text("score.final" if kind == FINAL else "score.normal", {"n": pos.board.complete})
    return Table(title, (Text("score.for"), Text("score.rule"), *pos.order), rows)


def _alike(items: Sequence[Item]) -> Iterable[Sequence[Item]]:
    """The gains that stand in one row: by one rule, for one thing, by one card."""
    groups: dict[tuple[object, ...], list[Item]] = {}
    for item in items:
        group = (item.rule, _heading(item).key, item.facts["thing"], str(item.facts.get("card")))
        groups.setdefault(group, []).append(item)
    return groups.values()


def _heading(item: Item) -> Text:
    return Text(_FOR.get(item.key, "score.card"), item.facts)


def _row(pos: Position, group: Sequence[Item]) -> Row:
    return _heading(group[0]), group[0].rule, *(_gains(group, who) for who in pos.order)


def _gains(items: Iterable[Item], who: str) -> Words:
    """What a player gains by these, unit by unit."""
    sums = Counter[str]()
    for item in items:
        sums[item.unit] += item.n if item.who == who else 0
    told = tuple(Text(key, {"n": sums[unit]}) for unit, key in _UNITS.items() if sums[unit])
    return Text("score.gains", {"gains": told}) if told else ""


def _totals(pos: Position, items: Sequence[Item]) -> Iterator[Row]:
    """What it comes to, and the points that everybody would have then."""
    yield _bold(Text("score.in-all"), "", *(_gains(items, who) for who in pos.order))
    vp = {who: sum(item.n for item in items if (item.who, item.unit) == (who, "vp")) for who in pos.order}
    then = (Text("score.vp", {"n": pos.count(who, "vp") + vp[who]}) for who in pos.order)
    yield _bold(Text("score.then"), "", *then)


def _bold(*cells: Words) -> Row:
    return tuple(Cell(cell, "title") for cell in cells)


def _notes(pos: Position) -> Iterator[Lines]:
    """What the pad cannot know: bonuses that nobody has told or read, or that are carried out by hand."""
    notes: list[Text] = []
    for who in pos.order:
        facts: Facts = {"who": who, "card": pos.factions.get(who, ""), "rule": FACTION}
        if any(not factions.told(pos, who, when) for when in (GAME, FINAL)):
            notes.append(Text("score.untold", facts))
        elif not factions.read(pos, who):
            notes.append(Text("score.unread", facts))
        said = (text for when in (GAME, FINAL) for text in factions.texts(pos, who, when))
        notes += [Text("score.by-hand", {"who": who, "text": text, "rule": FACTION}) for text in said]
    notes.append(Text("score.research", {"rule": "9.6-c"}))
    yield Lines(Text("score.notes"), tuple(notes))


def _result(pos: Position) -> Table:
    """[9.7] The players from first to last; who share a place have as many points and credits."""
    ranks = scoring.ranking(pos)
    place = {rank.worth: n for n, rank in reversed(list(enumerate(ranks, 1)))}
    rows = tuple((str(place[rank.worth]), rank.who, str(rank.vp), str(rank.credits)) for rank in ranks)
    head = (Text("score.place"), Text("score.who"), Text("score.points"), Text("score.money"))
    return Table(Text("score.result"), head, rows)
