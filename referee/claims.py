"""A player's own total against the referee's: line by line, and what single item would explain the difference."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from referee import proof, record
from referee.counting import countable
from referee.desk import Desk
from referee.errors import Failed, NotUnderstood
from referee.hearing import person
from referee.ledger import Entry
from referee.proof import Item
from referee.text import Text, Value
from referee.view import Cell, Lines, Part, Table

EACH = "each"  # the fact of an entry that counts several alike: how much one of them is


class Claim(NamedTuple):
    """What somebody says a figure comes to, and the items of which it is made; `what` is empty for the game's score."""

    who: str
    what: str
    value: int
    items: tuple[Item, ...]

    @property
    def total(self) -> int:
        """What the items come to."""
        return sum(entry.by for _, entry in self.items)

    @property
    def by(self) -> int:
        """How much the claim is too high; below nothing, too low."""
        return self.value - self.total


def claim(desk: Desk, who: str, value: int, what: str = "") -> Claim:
    """The claim of a player, who may be called by colour. Raises NotUnderstood, and Failed for what is secret now."""
    name = person(desk.ask.pos.players, who)
    if name not in desk.ask.pos.names:
        raise NotUnderstood("claimed.who", nearest=desk.ask.pos.names, who=who)
    if not what:
        return Claim(name, "", value, _score(desk, name))
    fact = proof.figure(desk, f"{name} {what}")
    if fact is None or not isinstance(proof.stands(desk, fact), int):
        raise _unknown(desk, name, what)
    return Claim(name, fact[1], value, proof.proof(desk, fact))


def _score(desk: Desk, who: str) -> tuple[Item, ...]:
    """What stands on the score track by the record, and what lies on the table to be counted."""
    secret = desk.game.secret(desk.ask.pos)
    lying = desk.game.tally(desk.ask.pos, who)
    tally = tuple(lying or ())
    track = tuple(each for each in desk.entries() if each[1].counts and each[1][:2] == (who, desk.game.SCORE))
    if any(entry.hidden(secret) for entry in (*tally, *(entry for _, entry in track))):
        raise Failed("claimed.secret")
    if lying is None and not track and (who, desk.game.SCORE) not in countable(desk.game, desk.ask.pos):
        raise _unknown(desk, who, desk.game.SCORE)
    return (*track, *((None, entry) for entry in tally if entry.by))


def _unknown(desk: Desk, who: str, what: str) -> NotUnderstood:
    known = countable(desk.game, desk.ask.pos).items()
    mine = tuple(fact[1] for fact, value in known if fact[0] == who and fact[1] and isinstance(value, int))
    return NotUnderstood("claimed.what", nearest=mine[:12], who=who, what=what)


# -- what explains a difference ------------------------------------------------------------------


class Slip(NamedTuple):
    """An item that explains a difference by itself: left out, counted twice; or paid, and counted as if it were won."""

    found: Item
    how: str


def slips(said: Claim) -> Iterator[Slip]:
    """Every single item that explains the difference."""
    for item in said.items if said.by else ():
        entry = item[1]
        each = entry.facts.get(EACH)
        yield from (Slip(item, how) for how, by in _ways(entry.by).items() if by == said.by)
        if isinstance(each, int) and abs(each) < abs(entry.by):
            yield from (Slip(item, f"one-{how}") for how, by in _ways(each).items() if by == said.by)


def _ways(by: int) -> dict[str, int]:
    """How much too high a total is with an item counted otherwise."""
    return {"left-out": -by, "doubled": by, **({"won": -2 * by} if by < 0 else {})}


def swapped(said: Claim) -> bool:
    """Whether the figures of the total stand in another order in what was said, as 34 for 43."""
    return bool(said.by) and sorted(str(said.value)) == sorted(str(said.total))


# -- what is shown ------------------------------------------------------------------


def parts(desk: Desk, said: Claim) -> Iterator[Part]:
    """Every item, what they come to, and the slips that would explain the difference."""
    yield from proof.table(said.items)
    key = "claimed.agrees" if not said.by else "claimed.more" if said.by > 0 else "claimed.fewer"
    facts: dict[str, Value] = {"who": said.who, "value": said.value, "total": said.total, "n": abs(said.by)}
    told = Text(key, {**facts, "what": said.what or Text("claimed.score")})
    yield Lines("", (Cell(told, "bad" if said.by else "good"),))
    rows = tuple((str(line.number) if line else "", _told(entry, how)) for (line, entry), how in slips(said))
    yield Table(Text("claimed.slips") if rows else "", (), rows)
    if swapped(said):
        yield Lines("", (Text("claimed.swapped"),))
    elif said.by and not rows:
        yield Lines("", (Text("claimed.unexplained"),))


def _told(entry: Entry, how: str) -> Text:
    return Text(f"claimed.{how}", {"cause": record.why(entry)})


def data(said: Claim) -> dict[str, Any]:
    """It as data."""
    plain: dict[str, Any] = {"who": said.who, "what": said.what, "claimed": said.value, "total": said.total}
    plain |= {"by": said.by, "items": tuple(map(proof.plain, said.items))}
    found = tuple({**proof.plain(each), "how": how} for each, how in slips(said))
    return {**plain, "slips": found, "swapped": swapped(said)}
