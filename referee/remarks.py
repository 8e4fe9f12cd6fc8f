"""What may be said at any question, whatever the game: notes, rulings, effects by hand, facts of the box.

They are events like any other; the desk judges and applies them, and the question is asked again.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.errors import NotUnderstood
from referee.notation import COMMA, join


class Note(NamedTuple):
    """A remark for the record: `note "what a turn"`. No act: undo steps over it."""

    who: str
    text: str


class Ruling(NamedTuple):
    """The table's reading of a ruling from now on: `ruling A-13 yes`, `ruling growth exact`."""

    who: str
    ruling: str
    reading: str


class ByHand(NamedTuple):
    """An effect that a card orders and no primitive says: `by-hand "Ann battery 2", "C3 aliens none" card Beacon`."""

    who: str
    facts: tuple[str, ...]
    card: str


class Teach(NamedTuple):
    """A fact of this table's box: `teach bonus b01 solo ruby ruby 9`."""

    who: str
    words: tuple[str, ...]


class Fix(NamedTuple):
    """What the record has wrong, as facts of the table: `fix "Ann aboard 11", "Ann robots C4 2 from aboard"`."""

    who: str
    facts: tuple[str, ...]


class Count(NamedTuple):
    """What was counted at the table, pile by pile: `count "Ann credits 4", "cup 31"`. No act, and nothing changes."""

    who: str
    facts: tuple[str, ...]


class Assist(NamedTuple):
    """How much the referee helps from now on, `assist verdicts`; who does a chore, `assist aliens table`."""

    who: str
    what: str
    whose: str = ""


class Tell(NamedTuple):
    """What came of a chore that the table does: `tell "D5 to C3", "Ann points 31"`. It answers a question only."""

    who: str
    facts: tuple[str, ...]


Remark = Note | Ruling | ByHand | Teach | Fix | Count | Assist
REMARKS = (Note, Ruling, ByHand, Teach, Fix, Count, Assist)
SENTENCES = (*REMARKS, Tell)  # all that is said alike in every game


def _note(words: Sequence[str], who: str) -> Note:
    if len(words) < 2:
        raise NotUnderstood("sentence.form", nearest=["note TEXT"], said=join(words), form="note TEXT")
    return Note(who, " ".join(words[1:]))


def _ruling(words: Sequence[str], who: str) -> Ruling:
    if len(words) != 3:
        raise NotUnderstood("sentence.form", nearest=["ruling A-13 yes"], said=join(words), form="ruling A-13 yes")
    return Ruling(who, words[1], words[2])


def _by_hand(words: Sequence[str], who: str) -> ByHand:
    form = 'by-hand "Ann battery 2" card Beacon'
    rest = [word for word in words[1:] if word != COMMA]
    if len(rest) < 3 or rest[-2] != "card":
        raise NotUnderstood("sentence.form", nearest=[form], said=join(words), form=form)
    return ByHand(who, tuple(rest[:-2]), rest[-1])


def _teach(words: Sequence[str], who: str) -> Teach:
    if len(words) < 2:
        raise NotUnderstood("sentence.form", nearest=["teach WHAT …"], said=join(words), form="teach WHAT …")
    return Teach(who, tuple(words[1:]))


def _fix(words: Sequence[str], who: str) -> Fix:
    return Fix(who, _facts(words))


def _count(words: Sequence[str], who: str) -> Count:
    return Count(who, _facts(words))


def _assist(words: Sequence[str], who: str) -> Assist:
    form = "assist verdicts"
    if not 2 <= len(words) <= 3 or tuple(words[2:]) not in ((), ("table",), ("referee",)):
        raise NotUnderstood("sentence.form", nearest=[form, "assist dealing table"], said=join(words), form=form)
    return Assist(who, words[1], *words[2:])


def _tell(words: Sequence[str], who: str) -> Tell:
    return Tell(who, _facts(words))


def _facts(words: Sequence[str]) -> tuple[str, ...]:
    """Facts in quotes; without quotes a fact is all words up to a comma."""
    form, bare = f'{words[0]} "Ann battery 2"', not any(" " in word for word in words[1:])
    said = " ".join(words[1:]).split(f" {COMMA} ") if bare else [word for word in words[1:] if word != COMMA]
    facts = tuple(filter(None, map(str.strip, said)))
    if not facts or not all(" " in fact for fact in facts):
        raise NotUnderstood("sentence.form", nearest=[form], said=join(words), form=form)
    return facts


VERBS: dict[str, Callable[[Sequence[str], str], Remark | Tell]] = {
    "note": _note,
    "ruling": _ruling,
    "by-hand": _by_hand,
    "teach": _teach,
    "fix": _fix,
    "count": _count,
    "assist": _assist,
    "tell": _tell,
}


def write(event: Remark | Tell) -> str:
    """The sentence of a remark; the verb's reader gives the event back."""
    if isinstance(event, Note):
        return join(("note", event.text))
    if isinstance(event, Ruling):
        return join(("ruling", event.ruling, event.reading))
    if isinstance(event, Teach):
        return join(("teach", *event.words))
    if isinstance(event, Assist):
        return join(("assist", event.what, *filter(None, (event.whose,))))
    if isinstance(event, Fix | Count | Tell):
        verb = type(event).__name__.casefold()
        return join((verb, event.facts[0], *(word for fact in event.facts[1:] for word in (COMMA, fact))))
    return join(("by-hand", *event.facts, "card", event.card))
