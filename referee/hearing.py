"""From what a person said to the sentence of the game: who said it, aliases, short answers, near misses."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from referee import remarks
from referee.ask import TABLE, Ask
from referee.errors import NotUnderstood
from referee.game import Game
from referee.notation import join, split
from referee.position import Player


class Heard(NamedTuple):
    """An event and its sentence, as it is shown and stored."""

    event: Any
    sentence: str


def is_remark(event: Any) -> bool:
    """Whether an event may be said at any question of any game."""
    return isinstance(event, remarks.REMARKS)


def write(game: Game, event: Any) -> str:
    """The sentence of any event, the game's own or a remark."""
    return remarks.write(event) if isinstance(event, remarks.REMARKS) else game.write(event)


def read(game: Game, sentence: str, who: str) -> Any:
    """The event of a whole sentence, as a session file holds it. Raises NotUnderstood."""
    words = split(sentence)
    if not words:
        raise NotUnderstood("sentence.empty")
    remark = remarks.VERBS.get(words[0])
    return remark(words, who) if remark else game.parse(words, who)


def hear(game: Game, ask: Ask, text: str, who: str = "") -> Heard:
    """What was said to this question; `who` if it is known from elsewhere.

    A player's name or colour may come first, a verb may be an alias, an answer may be short (`gold`). Raises
    NotUnderstood: with the nearest sentences, or with all readings of an ambiguous one.
    """
    words = split(text.strip())
    if not words:
        raise NotUnderstood("sentence.empty")
    who, words = _speaker(game, ask, words, who)
    found = dict.fromkeys(_events(game, ask, words, _answerer(ask, who)))
    events = list(found) or list(dict.fromkeys(_events(game, ask, _plain(words), _answerer(ask, who))))
    if len(events) == 1:
        return Heard(events[0], write(game, events[0]))
    if events:
        readings = tuple(write(game, event) for event in events)
        raise NotUnderstood("sentence.ambiguous", nearest=readings[:8], said=text.strip())
    raise _lost(game, ask, _plain(words), _answerer(ask, who))


def _speaker(game: Game, ask: Ask, words: tuple[str, ...], who: str) -> tuple[str, tuple[str, ...]]:
    """Who speaks: the first word, if it is a player and a verb or an answer follows."""
    said = person(ask.pos.players, words[0]) if len(words) > 1 else ""
    if said and (not who or who == said) and _verb(game, words[1]):
        return said, words[1:]
    return who, words


def person(players: Sequence[Player], word: str) -> str:
    """The player of this name or colour, or `table`; "" if it is nobody."""
    wanted = word.casefold()
    for player in players:
        if wanted in (player.name.casefold(), player.colour.casefold()) and wanted:
            return player.name
    return TABLE if wanted == TABLE else ""


def _answerer(ask: Ask, who: str) -> str:
    """Who answers when nobody is named: the one who is asked. What only the table sees, anybody may say."""
    if ask.who == (TABLE,):
        return TABLE
    return who or (ask.who[0] if len(ask.who) == 1 else "")


def _verb(game: Game, word: str) -> str:
    folded = word.casefold()
    folded = game.ALIASES.get(folded, folded)
    return folded if folded in game.VERBS or folded in remarks.VERBS else ""


def _plain(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words)


def _events(game: Game, ask: Ask, words: tuple[str, ...], who: str) -> Iterator[Any]:
    """Everything the words may mean here: a sentence that the question takes, else short answers, else any sentence."""
    verb = _verb(game, words[0])
    whole = _try(game, (verb, *words[1:]), who) if verb else None
    if whole is not None and (isinstance(whole, (*ask.takes, *remarks.REMARKS))):
        yield whole
        return
    short = [event for said in game.short(ask, words) if (event := _try(game, said, who)) is not None]
    taken = [event for event in short if isinstance(event, ask.takes)]
    yield from taken or ([whole] if whole is not None else [])


def _try(game: Game, words: tuple[str, ...], who: str) -> Any:
    try:
        if words[0] in remarks.VERBS:
            return remarks.VERBS[words[0]](words, who)
        return game.parse(words, who)
    except NotUnderstood:
        return None


def _lost(game: Game, ask: Ask, words: tuple[str, ...], who: str) -> NotUnderstood:
    """Why nothing was understood: what is wrong with the sentence of that verb, or the nearest verbs."""
    if verb := _verb(game, words[0]):
        try:
            read(game, join((verb, *words[1:])), who)
        except NotUnderstood as error:
            return error
    from difflib import get_close_matches

    verbs = (*game.VERBS, *remarks.VERBS)
    nearest = get_close_matches(words[0], verbs, n=3, cutoff=0.6)
    starts = [option.words[0] for option in game.options(ask, ()) if option.words]
    return NotUnderstood("sentence.unknown", nearest=nearest or starts[:8], said=join(words))
