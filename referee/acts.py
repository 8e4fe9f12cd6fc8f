"""What a record holds once it is judged: its lines, the acts that they make, and where it cannot be read on."""

from collections.abc import Collection
from typing import NamedTuple

from referee import blocks as record
from referee.ask import Ask
from referee.blocks import Block
from referee.ledger import Entry
from referee.text import Text
from referee.verdict import LEGAL, Verdict


class Line(NamedTuple):
    """A block of the record with what it did: its changes, and how it was judged."""

    number: int
    block: Block
    entries: tuple[Entry, ...] = ()
    verdict: Verdict = LEGAL

    def veiled(self, secret: Collection[str]) -> "Line":
        """The line without anything of these names; what it names of other lines may be of them."""
        if not secret:
            return self
        seen = tuple(entry for entry in self.entries if not entry.hidden(secret))
        told = len(seen) < len(self.entries) or record.tells(self.block, secret) or "was" in self.block
        return self._replace(block=record.veiled(self.block) if told else self.block, entries=seen)


class Act(NamedTuple):
    """What a person said with all written in the same breath: its lines, the questions before and after.

    Where the record was mended, `again` are the acts that hold since then, in place of all before and of this one.
    """

    lines: tuple[Line, ...]
    before: Ask
    after: Ask
    again: "tuple[Act, ...] | None" = None


class Stop(NamedTuple):
    """Where a record cannot be read on: the line, and why; of what is `secret` neither reasons nor facts are told."""

    line: int
    said: str
    text: Text
    verdict: Verdict = LEGAL
    secret: bool = False

    @property
    def shown(self) -> str:
        """What the line says, as everybody may read it."""
        return record.veil(self.said) if self.secret else self.said
