"""What a record holds once it is judged: its lines, the acts that they make, and where it cannot be read on."""

from collections.abc import Collection
from typing import NamedTuple

from referee import blocks as record
from referee.ask import Ask
from referee.blocks import Block
from referee.ledger import Entry
from referee.text import Text
from referee.verdict import LEGAL, Verdict

Key = tuple[str, str]  # under which a fact is found: what it is about, and the thing, if there is one
Told = tuple[int, Key]  # a fact by the line that told it


class Line(NamedTuple):
    """A block of the record with what it did: its changes, and how it was judged.

    Of a line that was judged again, `told` are the facts that it consists of: none for a choice.
    """

    number: int
    block: Block
    entries: tuple[Entry, ...] = ()
    verdict: Verdict = LEGAL
    told: tuple[Told, ...] | None = None

    def veiled(self, secret: Collection[str], quotes: bool = True) -> "Line":
        """The line without anything of these names; what it `quotes` of another line may be of them, if it does."""
        if not secret:
            return self
        seen = tuple(entry for entry in self.entries if not entry.hidden(secret))
        told = len(seen) < len(self.entries) or record.tells(self.block, secret)
        told = told or (quotes and "was" in self.block)
        return self._replace(block=record.veiled(self.block) if told else self.block, entries=seen)


class Act(NamedTuple):
    """What a person said with all written in the same breath: its lines, the questions before and after.

    Where the record was mended, `again` are the acts that hold since then, in place of all before and of this one, and
    `unused` are facts that nothing asked for; `stopped` is where the record could not be read on before. What is
    `unread` has not been judged: it was undone, or comes after such a stop.
    """

    lines: tuple[Line, ...]
    before: Ask
    after: Ask
    again: "tuple[Act, ...] | None" = None
    unused: tuple[Told, ...] = ()
    stopped: "Stop | None" = None
    unread: bool = False

    @property
    def told(self) -> "Act":
        """The act with what it set off written down in its last line."""
        last = self.lines[-1]
        then = "; ".join(filter(None, (entry.words() for entry in last.entries)))
        block = {**last.block, **({"then": then} if then else {})}
        return self._replace(lines=(*self.lines[:-1], last._replace(block=block)))

    def longer(self, more: "Act") -> "Act":
        """The act with more that was written in the same breath."""
        again = self.again
        if again is not None:
            again = (*again[:-1], again[-1].longer(more)) if again else (more,)
        return self._replace(lines=(*self.lines, *more.lines), after=more.after, again=again)


class Stop(NamedTuple):
    """Where a record cannot be read on: the line, and why; of what is `secret` neither reasons nor facts are told.

    `now` is what the line does today and did not do when it was written.
    """

    line: int
    said: str
    text: Text
    verdict: Verdict = LEGAL
    secret: bool = False
    now: tuple[Entry, ...] = ()

    @property
    def shown(self) -> str:
        """What the line says, as everybody may read it."""
        return record.veil(self.said) if self.secret else self.said
