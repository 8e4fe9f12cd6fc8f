"""The next word of a sentence: what it may be, and what stands against it. Menus and completion walk along these."""

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from referee.ask import Ask, Option
from referee.errors import NotUnderstood
from referee.game import Game
from referee.judging import judge
from referee.notation import COMMA
from referee.verdict import CERTAIN, Objection

TRIED = 200  # sentences that are tried before a word counts as possible


class Slot(NamedTuple):
    """A sentence with one word more; `against` is why no sentence that begins so would go through, if none would."""

    option: Option
    word: str
    against: tuple[Objection, ...] = ()


def slots(game: Game, ask: Ask, words: tuple[str, ...] = ()) -> tuple[Slot, ...]:
    """Every next word of the sentence of the one person asked; where there is no choice, the words after it."""
    options = tuple(game.options(ask, words))
    while len(options) == 1 and not options[0].whole and options[0].words != words:
        words = options[0].words
        options = tuple(game.options(ask, words))
    return tuple(Slot(option, _last(option, words), _against(game, ask, option)) for option in options)


def _last(option: Option, words: tuple[str, ...]) -> str:
    return " ".join(word for word in option.words[len(words) :] if word != COMMA)


def _against(game: Game, ask: Ask, option: Option) -> tuple[Objection, ...]:
    """What stands against all sentences that begin so: what bars the verb, else what the first of them breaks."""
    first: tuple[Objection, ...] = ()
    for words in islice(_sentences(game, ask, option), TRIED):
        try:
            verdict = judge(game, ask, game.parse(words, ask.who[0]))
        except NotUnderstood:
            continue
        if verdict.kind != "illegal":
            return ()
        if not first:
            first = verdict.objections
            if barred := tuple(o for o in game.may(ask.pos, ask.who[0], words[0]) if o.basis in CERTAIN and o in first):
                return barred
    return first


def _sentences(game: Game, ask: Ask, option: Option) -> Iterator[tuple[str, ...]]:
    """The whole sentences that begin so; if there are none, the words as they stand."""
    found = _whole(game, ask, option)
    first = next(found, option.words)
    yield first
    yield from found


def _whole(game: Game, ask: Ask, option: Option) -> Iterator[tuple[str, ...]]:
    if option.whole:
        yield option.words
    for further in game.options(ask, option.words):
        if further.words != option.words:
            yield from _whole(game, ask, further)
