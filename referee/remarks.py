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


Remark = Note | Ruling | ByHand | Teach
REMARKS = (Note, Ruling, ByHand, Teach)


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


VERBS: dict[str, Callable[[Sequence[str], str], Remark]] = {
    "note": _note,
    "ruling": _ruling,
    "by-hand": _by_hand,
    "teach": _teach,
}


def write(event: Remark) -> str:
    """The sentence of a remark; the verb's reader gives the event back."""
    if isinstance(event, Note):
        return join(("note", event.text))
    if isinstance(event, Ruling):
        return join(("ruling", event.ruling, event.reading))
    if isinstance(event, Teach):
        return join(("teach", *event.words))
    return join(("by-hand", *event.facts, "card", event.card))
