"""What lies on the table, as a value: fields, counters, marks, and the agenda of what is still to be done.

Every game's position is a `Position` or derives from it. Nothing is ever changed in place: `put`, `change`, `mark`,
`happen`, `mention`, `push` and `pop` return a new position. `entries` is the paper slip of the act under way: the desk
empties it before each step and collects it afterwards; it is no part of the table and is not compared.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, NoReturn, Self

from referee.ledger import Entry
from referee.text import Value

Frame = tuple[Any, ...]  # ("drill", "A5"): what is under way, then its arguments
Counter = tuple[str, str]  # (who, what), of a mark as well


class Player(NamedTuple):
    """A person at the table; the colour is an alias of the name."""

    name: str
    colour: str = ""


class Position:
    """The table at a glance; a game with more than counters and marks derives a class and annotates its fields."""

    kit: Any
    players: tuple[Player, ...]
    agenda: tuple[Frame, ...]
    options: Any
    counters: Mapping[Counter, int]
    marks: Mapping[Counter, str]
    told: Mapping[str, str]
    house: Mapping[str, str | int]
    entries: tuple[Entry, ...]
    assist: str = "full"  # how much the referee helps
    by_hand: tuple[str, ...] = ()  # chores of the referee that the table does

    def __init__(self, **fields: Any) -> None:
        blank: dict[str, Any] = {"agenda": (), "options": (), "counters": {}, "marks": {}, "told": {}, "house": {}}
        self.__dict__.update({**blank, "entries": (), **fields})

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a position does not change: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and type(self) is type(other) and self._compared() == other._compared()

    __hash__ = None  # type: ignore[assignment]  # positions hold mappings

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in self._compared().items() if k != 'kit')})"

    def _compared(self) -> dict[str, Any]:
        return {**self.__dict__, "entries": ()}

    def put(self, **changes: Any) -> Self:
        """The same table with these fields changed."""
        new = object.__new__(type(self))
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    def count(self, who: str, what: str) -> int:
        """How much of `what` lies with `who`; a counter that never changed is 0."""
        return self.counters.get((who, what), 0)

    def change(self, who: str, what: str, by: int, rule: str, key: str, /, **facts: Value) -> Self:
        """The counter changed `by`, with its entry: the only verb that alters counters. By nothing: no entry."""
        if not by:
            return self
        now = self.counters.get((who, what), 0) + by
        counters = {**self.counters, (who, what): now}
        if not now:
            del counters[who, what]
        return self.put(counters=counters, entries=(*self.entries, Entry(who, what, by, now, rule, key, facts)))

    def mark(self, who: str, what: str, now: str, rule: str, key: str, /, **facts: Value) -> Self:
        """What is a word and no number (where a boat lies) is `now` this, with its entry; the same again: no entry."""
        if self.marks.get((who, what)) == now:
            return self
        marks = {**self.marks, (who, what): now}
        return self.put(marks=marks, entries=(*self.entries, Entry(who, what, 0, now, rule, key, facts)))

    def happen(self, what: str, rule: str, key: str, /, **facts: Value) -> Self:
        """The same table with an entry for something that is no counter (`what` in the words of the notation)."""
        return self.put(entries=(*self.entries, Entry("", what, 0, None, rule, key, facts)))

    def mention(self, rule: str, key: str, /, **facts: Value) -> Self:
        """The same table with an entry for people's eyes only: that nothing happened is no fact of the record."""
        return self.happen("", rule, key, **facts)

    def push(self, *frames: Frame) -> Self:
        """Do these first, in the order given."""
        return self.put(agenda=(*frames, *self.agenda))

    def pop(self, *instead: Frame) -> Self:
        """The innermost frame is done; do `instead` in its place."""
        return self.put(agenda=(*instead, *self.agenda[1:]))

    def reading(self, switch: str) -> str | int:
        """The reading in force: the table's, else the default of this session's set."""
        reading = self.house.get(switch)
        return self.kit.defaults[switch] if reading is None else reading

    @property
    def names(self) -> tuple[str, ...]:
        """The players in seating order."""
        return tuple(player.name for player in self.players)
