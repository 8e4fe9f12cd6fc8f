"""Questions and what may be said to them: the words that the desk and every game share."""

from collections.abc import Generator, Iterable
from typing import Any, NamedTuple, Protocol

from referee.text import Text

TABLE = "table"  # who answers for what only the table can see
OVER = "over"  # the question of a finished game


class Event(Protocol):
    """A parsed sentence: a NamedTuple whose first field is `who` said it."""

    @property
    def who(self) -> str: ...


class Ask(NamedTuple):
    """A question that the rules put.

    `rule` is the row that asks; `who` may answer (any of them); `takes` are the kinds of event that answer it; `about`
    are the things asked about, in a stable order; `fact` names under what their facts are found again ("tile": the kind
    of a tile stays what it is, whichever rule asks); `pos` is the settled position; `text` is the question in words.
    Where no list of answers can be made (what a board looks like), `tell` shows how one is said.
    """

    rule: str
    who: tuple[str, ...]
    takes: tuple[type, ...]
    pos: Any  # the game's own Position
    text: Text
    about: tuple[str, ...] = ()
    fact: str = ""
    tell: tuple[str, ...] = ()  # sentences, as examples

    @property
    def key(self) -> tuple[tuple[str, str], ...]:
        """Under which the answers are found again: (fact or rule, thing) for each thing, or the one without a thing."""
        name = self.fact or self.rule
        return tuple((name, thing) for thing in self.about) or ((name, ""),)


# A procedure reads down the rulebook: it yields a question and is sent the position after the answer. Nothing survives
# a yield except that position, so the desk may as well start a new one from it: both ask the same (amnesia).
Play = Generator[Ask, Any, Any]


class Option(NamedTuple):
    """One way to go on with a sentence: the `words` so far with one slot more; `whole` if it may stop here."""

    words: tuple[str, ...]
    whole: bool = False


Options = Iterable[Option]
