"""What may be said to a question: sentences that would go through, found by walking what the game offers."""

from collections.abc import Iterator
from itertools import chain, islice
from typing import Any, NamedTuple

from referee.ask import TABLE, Ask
from referee.errors import NotUnderstood
from referee.game import Game
from referee.hearing import voices, write
from referee.judging import objections
from referee.notation import join
from referee.verdict import Objection


class Verb(NamedTuple):
    """What one person may say with one verb: the first sentences that stand, or why none does; `more` if there are."""

    voice: Ask  # the question as it stands for who says it
    verb: str
    name: str = ""  # of who says it, where that must be said
    sentences: tuple[str, ...] = ()
    more: bool = False
    refused: tuple[Objection, ...] = ()


def by_verb(game: Game, ask: Ask, most: int, in_all: bool = False) -> Iterator[Verb]:
    """For everybody who may say something, every verb that may be said, each with at most so many sentences.

    `in_all`: so many for all verbs together; those for which none is left have one as an example.
    """
    for voice in voices(game, ask):
        plain = voice.who == ask.who or (TABLE in ask.who and voice.who[0] in ask.who)
        name = "" if plain else f"{join(voice.who)} "
        for verb in dict.fromkeys(option.words[0] for option in game.options(voice, ())):
            found = tuple(name + sentence for sentence in islice(standing(game, voice, verb), most + 1))
            refused = () if found else _refusal(game, voice, verb)
            yield Verb(voice, verb, name, found[:most], len(found) > most, refused)
            most = max(most - len(found), 1) if in_all else most


def standing(game: Game, ask: Ask, verb: str) -> Iterator[str]:
    """The sentences with this verb that would go through, each once, for the one person asked."""
    events = _events(game, ask, verb)
    first = next(events, None)
    if first is None or _barred(game, ask, first, verb):
        return
    seen: set[str] = set()
    for event in chain((first,), events):
        sentence = write(game, event)
        if sentence not in seen and all(o.stands for o in objections(game, ask, event)):
            yield sentence
        seen.add(sentence)


def _refusal(game: Game, ask: Ask, verb: str) -> tuple[Objection, ...]:
    """Why nothing may be said with a verb: what bars it, else what stands against the first sentence."""
    first = next(_events(game, ask, verb), None)
    if first is None:
        return tuple(o for o in game.may(ask.pos, ask.who[0], verb) if not o.stands)
    return _barred(game, ask, first, verb) or objections(game, ask, first)


def _barred(game: Game, ask: Ask, first: Any, verb: str) -> tuple[Objection, ...]:
    """What stands against the verb whatever is said with it, as it stands against the first sentence."""
    against = objections(game, ask, first)
    return tuple(o for o in game.may(ask.pos, ask.who[0], verb) if not o.stands and o in against) if against else ()


def _events(game: Game, ask: Ask, verb: str) -> Iterator[Any]:
    """The events of all whole sentences with this verb."""
    if any(option.whole for option in game.options(ask, ()) if option.words == (verb,)):
        yield from _event(game, ask, (verb,))
    yield from _further(game, ask, (verb,))


def _further(game: Game, ask: Ask, words: tuple[str, ...]) -> Iterator[Any]:
    for option in game.options(ask, words):
        if option.whole:
            yield from _event(game, ask, option.words)
        if len(option.words) > len(words):
            yield from _further(game, ask, option.words)


def _event(game: Game, ask: Ask, words: tuple[str, ...]) -> Iterator[Any]:
    try:
        yield game.parse(words, ask.who[0])
    except NotUnderstood:
        return
