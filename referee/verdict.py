"""What a verdict rests on. Checks yield objections; a verdict is all of them, and what follows from them."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from referee.text import NO_FACTS, Facts, Text, Value

PRINT, BOX, COUNT, UNKNOWN = "print", "box", "count", "unknown"
CERTAIN = frozenset((PRINT, BOX, COUNT))
ASK = "ask"  # the reading of a table that wants to be asked


class Question(Protocol):
    """An open question of a rulebook, as far as a game looks into it; `coded` are the readings that it carries out."""

    @property
    def id(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def question(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def readings(self) -> tuple[str, ...]: ...
    @property
    def coded(self) -> tuple[str, ...]: ...
    @property
    def modes(self) -> tuple[str, ...]: ...
    @property
    def touches(self) -> tuple[str, ...]: ...


class Objection(NamedTuple):
    """One reason against a sentence.

    `basis` is print, box (a component confirmed at the table), count, unknown (a fact nobody has told) or the id of a
    ruling; `stands` says that the reading in force lets the sentence through all the same; `waivable` that the table
    may let it stand although it is against the rules, because its effect is defined.
    """

    rule: str
    key: str
    facts: Facts = NO_FACTS
    basis: str = PRINT
    waivable: bool = False
    stands: bool = False


def broken(rule: str, key: str, /, **facts: Value) -> Objection:
    """An objection that rests on print and can never be waived: the effect would be undefined."""
    return Objection(rule, key, facts)


def waivable(rule: str, key: str, /, **facts: Value) -> Objection:
    """An objection that rests on print and that a table may waive (`--anyway`)."""
    return Objection(rule, key, facts, waivable=True)


def disputed(rule: str, key: str, ruling: str, stands: bool, /, **facts: Value) -> Objection:
    """An objection that rests on a ruling alone; `stands` if the reading in force lets the sentence through.

    It is not waived but settled, by a reading.
    """
    return Objection(rule, key, facts, basis=ruling, stands=stands)


def unasked(rule: str, asked: Text, sentence: str, free: bool = False) -> Objection:
    """The sentence is no answer to what is `asked`; it is told what its verb says instead. `free`: it may be waived."""
    verb = sentence.partition(" ")[0]
    return Objection(rule, "moment.asked", {"asked": asked, "verb": verb, "gist": Text(f"gist.{verb}")}, waivable=free)


class Verdict(NamedTuple):
    """All objections to a sentence, and advice that stops nothing."""

    objections: tuple[Objection, ...] = ()
    advice: tuple[Text, ...] = ()

    @property
    def kind(self) -> str:
        """legal, open or illegal, by what the objections rest on."""
        if not self.objections:
            return "legal"
        return "illegal" if any(o.basis in CERTAIN for o in self.objections) else "open"

    @property
    def stands(self) -> bool:
        """Whether the sentence goes through under the readings in force; nothing illegal ever does."""
        return all(o.stands for o in self.objections)

    @property
    def waivable(self) -> bool:
        """Whether a table may let it stand all the same."""
        return not self.barred

    @property
    def barred(self) -> tuple[str, ...]:
        """The rules that no table can let be broken: what would come of it is not defined."""
        return tuple(dict.fromkeys(o.rule for o in self.objections if not o.waivable and not o.stands))

    @property
    def rulings(self) -> tuple[str, ...]:
        """The rulings that the verdict rests on, each once."""
        named = (o.basis for o in self.objections if o.basis not in CERTAIN and o.basis != UNKNOWN)
        return tuple(dict.fromkeys(named))


def verdict(objections: Iterable[Objection], advice: Iterable[Text] = ()) -> Verdict:
    """The verdict of these objections."""
    return Verdict(tuple(objections), tuple(advice))


LEGAL = Verdict()
