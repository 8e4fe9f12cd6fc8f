"""Changes as they are written down: who had what changed by how much, by which rule and why."""

from collections.abc import Collection
from typing import NamedTuple

from referee.text import NO_FACTS, Facts, Text, Value


class Entry(NamedTuple):
    """A counter: `who`'s `what` changed `by` and stands at `now`. A mark: it is the word `now`.

    A happening: `what` in words, `now` None; without words it is told, and no fact of the record.
    """

    who: str
    what: str
    by: int
    now: int | str | None
    rule: str
    key: str
    facts: Facts = NO_FACTS

    def words(self) -> str:
        """The fact as `then` keeps it in a session file: `Ann battery 2`, `D5 to C3`."""
        return self.what if self.now is None else f"{self.who} {self.what} {self.now}"

    @property
    def why(self) -> Text:
        """What changed, and why, in a sentence."""
        counted: dict[str, Value] = {} if self.now is None else {"by": self.by, "now": self.now}
        return Text(self.key, {"who": self.who, "what": self.what, "rule": self.rule, **counted, **self.facts})

    @property
    def quiet(self) -> bool:
        """Whether the sentence that led to it says as much: then it stands in the record, and `why` alone tells it."""
        return self.key.startswith("quiet.")

    @property
    def counts(self) -> bool:
        """Whether it is a change of a counter."""
        return isinstance(self.now, int)

    def hidden(self, secret: Collection[str]) -> bool:
        """Whether it tells of something that has one of these names, or is itself of a kind that has one."""
        return not {self.who, self.what, self.key, self.facts.get("fact")}.isdisjoint(secret)
