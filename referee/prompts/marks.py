"""What may stand round a sentence at the prompt: `under A-13=yes drill C3`, `anyway drill C3 because we forgot`."""

from collections.abc import Sequence
from typing import NamedTuple

from referee.asides import AGREED, ANYWAY, BECAUSE, FIX, UNDER
from referee.errors import NotUnderstood
from referee.hearing import person
from referee.position import Player


class Marked(NamedTuple):
    """A sentence, the readings under which it is said, whether the table lets it stand, why, and who agreed."""

    text: str
    rulings: tuple[str, ...] = ()
    anyway: bool = False
    because: str = ""
    agreed: tuple[str, ...] = ()

    def check(self) -> None:
        """Raises NotUnderstood, with what is lacking, where a reason is needed."""
        if not self.because and (self.anyway or self.text.startswith(FIX)):
            before = f"{ANYWAY} " if self.anyway else ""
            raise NotUnderstood("prompt.because", nearest=(f"{before}{self.text}{BECAUSE}...",))


def marked(typed: str) -> Marked:
    """What was typed, taken apart."""
    first, _, rest = typed.partition(" ")
    if first == UNDER:
        reading, _, text = rest.strip().partition(" ")
        return Marked(text, (reading,))
    if first not in (ANYWAY, FIX):
        return Marked(typed)
    text, because, agreed = reasoned(rest if first == ANYWAY else typed)
    return Marked(text, (), first == ANYWAY, because, agreed)


def reasoned(typed: str) -> tuple[str, str, tuple[str, ...]]:
    """What was said, why, and who agreed: `… because we forgot agreed Ann, Bea`."""
    text, _, rest = typed.partition(BECAUSE)
    return text, *_agreed(rest)


def reason(typed: str, players: Sequence[Player]) -> tuple[str, tuple[str, ...]]:
    """Why, and who agreed, where the reason is asked: `we forgot agreed Ann`; `we agreed on it` is all of it reason."""
    because, agreed = _agreed(typed)
    return (because, agreed) if all(person(players, name) for name in agreed) else (typed, ())


def _agreed(typed: str) -> tuple[str, tuple[str, ...]]:
    because, _, names = typed.partition(AGREED)
    return because.strip(), tuple(filter(None, map(str.strip, names.split(","))))
