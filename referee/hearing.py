"""From what a person said to the sentence of the game: who said it, aliases, short answers, near misses."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

from referee import remarks
from referee.ask import OVER, TABLE, Ask, Option
from referee.errors import NotUnderstood
from referee.game import Game
from referee.notation import COMMA, join, split
from referee.position import Player

MOST = 8  # readings, or answers still possible, that a message names


class Heard(NamedTuple):
    """An event and its sentence, as it is shown and stored."""

    event: Any
    sentence: str


def is_remark(event: Any) -> bool:
    """Whether an event may be said at any question of any game."""
    return isinstance(event, remarks.REMARKS)


def is_common(event: Any) -> bool:
    """Whether an event is said alike in every game, whatever its own notation."""
    return isinstance(event, remarks.SENTENCES)


def write(game: Game, event: Any) -> str:
    """The sentence of any event, the game's own or a remark."""
    return remarks.write(event) if is_common(event) else game.write(event)


def read(game: Game, sentence: str, who: str) -> Any:
    """The event of a whole sentence, as a session file holds it. Raises NotUnderstood."""
    words = split(sentence)
    if not words:
        raise NotUnderstood("sentence.empty")
    remark = remarks.VERBS.get(words[0])
    return remark(words, who) if remark else game.parse(words, who)


def hear(game: Game, ask: Ask, text: str, who: str = "") -> Heard:
    """What was said to this question; `who` if it is known from elsewhere.

    A player's name or colour may come first, a verb may be an alias, an answer may be short (`gold`), and every word
    that the question expects may be cut down (`pd c3`). Raises NotUnderstood: with the nearest sentences, with all
    readings of an ambiguous one, or with everybody who may have said it.
    """
    words = split(text.strip())
    if not words:
        raise NotUnderstood("sentence.empty")
    named = speaker(game, ask, words, who)
    events = _meanings(game, ask, *named)
    if not events and named != (who, words) and (events := _meanings(game, ask, who, words)):
        named = who, words  # the name was the answer's, not the speaker's: `Cid bomb auto carto`
    who, words = named
    if len(events) == 1:
        event = _attributed(game, ask, _known(game, ask, events[0]), bool(who))
        return Heard(event, write(game, event))
    if events:
        readings = tuple(write(game, event) for event in events)
        raise NotUnderstood("sentence.ambiguous", nearest=readings[:8], said=text.strip())
    raise _lost(game, _put_to(ask, who), _plain(words), _answerer(ask, who))


def _meanings(game: Game, ask: Ask, who: str, words: tuple[str, ...]) -> list[Any]:
    """The events that `who` may mean by these words; whatever is said in capitals may be meant without."""
    asked, voice = _put_to(ask, who), _answerer(ask, who)
    found = dict.fromkeys(_events(game, asked, words, voice))
    return list(found) or list(dict.fromkeys(_events(game, asked, _plain(words), voice)))


# -- who speaks ----------------------------------------------------------------------------------------------------


def voices(game: Game, ask: Ask) -> Iterator[Ask]:
    """The question as it stands for everybody who may say something to it: those asked first, who may interject too."""
    cards = tuple(game.INTERJECTIONS) if ask.rule != OVER else ()
    beside = TABLE in ask.who and len(ask.who) > 1
    for who in dict.fromkeys((*ask.who, *(ask.pos.names if cards else ()))):
        answers = ask.takes if who in ask.who else ()
        if beside:
            answers = tuple(kind for kind in answers if (kind in game.CHOICES) == (who != TABLE))
        yield ask._replace(who=(who,), takes=(*answers, *(cards if who in ask.pos.names else ())))


def beginnings(game: Game, ask: Ask, text: str) -> Iterator[tuple[str, ...]]:
    """The sentences, as far as they go, that these words may be the beginning of: for completion as people type."""
    words = _said(split(text))
    if not words:
        yield ()
    for start, rest in _starts(game, ask, words) if words else ():
        start, rest = _followed(game, ask, start, rest)
        if not rest:
            yield start.words


def speaker(game: Game, ask: Ask, words: tuple[str, ...], who: str) -> tuple[str, tuple[str, ...]]:
    """Who speaks: the first word, if it is a player and a verb or an answer follows.

    It is no player but a verb (whose name a player may have) if the words with it are a sentence that may be said now.
    """
    said = person(ask.pos.players, words[0]) if len(words) > 1 else ""
    if not said or who not in ("", said) or _is_sentence(game, ask, words):
        return who, words
    if _verb(game, words[1]) or any(_expected(game, _put_to(ask, said), words[1:])):
        return said, words[1:]
    return who, words


def _is_sentence(game: Game, ask: Ask, words: tuple[str, ...]) -> bool:
    """Whether the words as they stand, the verb first, are a whole sentence that the question takes, or a remark."""
    verb, taken = _verb(game, words[0]), (*ask.takes, *game.INTERJECTIONS, *remarks.REMARKS)
    return bool(verb) and any(isinstance(_try(game, (verb, *said[1:]), ""), taken) for said in (words, _plain(words)))


def person(players: Sequence[Player], word: str) -> str:
    """The player of this name or colour, or `table`; "" if it is nobody."""
    wanted = word.casefold()
    for player in players:
        if wanted in (player.name.casefold(), player.colour.casefold()) and wanted:
            return player.name
    return TABLE if wanted == TABLE else ""


def by_name(pos: Any, said: str) -> str:
    """A fact as people say it, its player by name where the colour was named."""
    first, blank, rest = said.partition(" ")
    name = person(pos.players, first) if first not in pos.names else ""
    return f"{name}{blank}{rest}" if name in pos.names else said


def _put_to(ask: Ask, who: str) -> Ask:
    """The question as `who` may answer it: the table, which has no hand and no turn, only if it is asked itself.

    If nobody is named, it is the question as it stands.
    """
    if not who:
        return ask
    takes = () if who == TABLE and TABLE not in ask.who else ask.takes
    return ask._replace(who=(who,), takes=takes)


def interjectors(game: Game, ask: Ask, kind: type) -> tuple[str, ...]:
    """Who may say such an interjection: every player; the table as well, if it is said for all."""
    return (*ask.pos.names, *((TABLE,) if kind in game.TOGETHER else ()))


def _answerer(ask: Ask, who: str) -> str:
    """Who answers when nobody is named: the one who is asked."""
    return who or (ask.who[0] if len(ask.who) == 1 else "")


def _known(game: Game, ask: Ask, event: Any) -> Any:
    """The event with its people by their names, whatever they were called."""
    people = game.PEOPLE.get(type(event), ())
    return event._replace(**{f: person(ask.pos.players, getattr(event, f)) or getattr(event, f) for f in people})


def _attributed(game: Game, ask: Ask, event: Any, named: bool) -> Any:
    """The event as said by somebody. What only the table sees is the table's, whoever says it; a choice is not.

    Raises NotUnderstood if it must be said who speaks.
    """
    if is_remark(event) or event.who in ask.who and (named or isinstance(event, ask.takes)):
        return event
    sentence, answers = write(game, event), isinstance(event, ask.takes)
    if answers and TABLE in ask.who and not (named and type(event) in game.CHOICES):
        return read(game, sentence, _teller(game, ask, type(event)))
    if named or not answers and type(event) not in (*game.INTERJECTIONS, *game.FRAMELESS):
        return event
    people = ask.who if answers else interjectors(game, ask, type(event))
    if event.who in people:
        return event
    if len(people) == 1:
        return game.parse(split(sentence), people[0])
    raise NotUnderstood("sentence.who", nearest=tuple(f"{join((name,))} {sentence}" for name in people), said=sentence)


def _teller(game: Game, ask: Ask, kind: type) -> str:
    """Whose sentence of this kind is, where the table is asked: a choice is the player's who is asked beside it."""
    players = [who for who in ask.who if who != TABLE]
    return players[0] if players and kind in game.CHOICES else TABLE


def _verb(game: Game, word: str) -> str:
    folded = word.casefold()
    folded = game.ALIASES.get(folded, folded)
    return folded if folded in game.VERBS or folded in remarks.VERBS else ""


def _plain(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words)


def _events(game: Game, ask: Ask, words: tuple[str, ...], who: str) -> Iterator[Any]:
    """Everything the words may mean here, the likeliest only.

    That is a sentence that the question takes; else words cut down or left out, as far as the question expects them;
    else any sentence. Raises NotUnderstood for one that the question expects and that lacks its end, and for one word
    with which several verbs begin.
    """
    verb = _verb(game, words[0])
    whole = _try(game, (verb, *words[1:]), who) if verb else None
    if isinstance(whole, (*ask.takes, *game.INTERJECTIONS, *remarks.REMARKS)):
        meant = _meant(game, ask, words, whole, who) if isinstance(whole, ask.takes) else []
        yield from meant or [whole]
        return
    if len(words) == 1 and len(fits := _fitting(game, game.options(ask, ()), words[0])) > 1:
        raise NotUnderstood("sentence.ambiguous", nearest=tuple(join(fit.words) for fit in fits), said=join(words))
    cards = tuple(game.INTERJECTIONS) if who in ask.pos.names else ()
    for asked in (ask, ask._replace(who=(who,), takes=cards)) if cards else (ask,):
        for readings in (game.short(asked, words), _expected(game, asked, words), _begun(game, asked, words)):
            taken = (event for said in readings if isinstance(event := _try(game, said, who), asked.takes))
            if events := list(islice(taken, MOST)):
                yield from events
                return
    if whole is not None:
        yield whole


def _meant(game: Game, ask: Ask, words: tuple[str, ...], whole: Any, who: str) -> list[Any]:
    """What a whole sentence stands for that names what no such game has: names that are cut down, if they fit."""
    if is_common(whole) or not game.strange(ask, whole):
        return []
    fuller = (event for said in _expected(game, ask, words) if isinstance(event := _try(game, said, who), ask.takes))
    return [event for event in islice(fuller, MOST) if not game.strange(ask, event)]


def _try(game: Game, words: tuple[str, ...], who: str) -> Any:
    try:
        if words[0] in remarks.VERBS:
            return remarks.VERBS[words[0]](words, who)
        return game.parse(words, who)
    except NotUnderstood:
        return None


def _lost(game: Game, ask: Ask, words: tuple[str, ...], who: str) -> NotUnderstood:
    """Why nothing was understood: what is wrong with the sentence of that verb, or the nearest verbs.

    Where a single verb is asked for, how it may go on from where the words leave off.
    """
    verb, asked = _verb(game, words[0]), tuple(game.options(ask, ()))
    if len(asked) == 1 and verb not in remarks.VERBS:
        nearest = tuple(join(option.words) for option in islice(_next(game, ask, asked[0], words), MOST))
        return NotUnderstood("sentence.slip", nearest=nearest, said=join(words), asked=ask.text)
    if verb:
        try:
            read(game, join((verb, *words[1:])), who)
        except NotUnderstood as error:
            return error
    from difflib import get_close_matches

    starts = [option.words[0] for option in asked]
    known = (starts, (*game.VERBS, *remarks.VERBS))  # what is asked for comes before what might be
    close = next(filter(None, (get_close_matches(words[0], verbs, n=3, cutoff=0.6) for verbs in known)), None)
    return NotUnderstood("sentence.unknown", nearest=close or starts[:MOST], said=join(words))


def _next(game: Game, ask: Ask, start: Option, words: tuple[str, ...]) -> Iterator[Option]:
    """How the sentence may go on after those of the words that fit; the sentence so far where that is its end."""
    rest = _said(words)[_verb(game, words[0]) == start.words[0] :]
    start, _ = _followed(game, ask, start, rest)
    options = tuple(game.options(ask, start.words))
    while len(options) == 1 and not options[0].whole:
        start, options = options[0], tuple(game.options(ask, options[0].words))
    yield from options or (start,)


# -- words cut down and left out -----------------------------------------------------------------------------------


def _expected(game: Game, ask: Ask, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Whole sentences that the question expects and that these words may be short for."""
    for start, rest in _starts(game, ask, words):
        yield from _filled(game, ask, start, rest)


def _begun(game: Game, ask: Ask, words: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Sentences that begin as the question expects and go on as they were said, to be judged.

    Raises NotUnderstood if one lacks nothing but its end.
    """
    several = len(tuple(game.options(ask, ()))) > 1
    for verb, said in _starts(game, ask, words):
        start, rest = _followed(game, ask, verb, said)
        left_out = bool(said) and said == _said(words)
        if left_out and (_verb(game, said[0]) or (several and start is verb)):
            continue  # a verb is no slot of another, unless that one expects it; a strange word is none of any
        nearest = tuple(join(option.words) for option in islice(game.options(ask, start.words), MOST))
        if nearest and not rest and not start.whole:
            raise NotUnderstood("sentence.unfinished", nearest=nearest, said=join(start.words))
        yield (*start.words, *rest)


def _starts(game: Game, ask: Ask, words: tuple[str, ...]) -> list[tuple[Option, tuple[str, ...]]]:
    """The verbs that are said, each with the words after it; or that may be left out, as none else is asked for."""
    said, verbs = _said(words), tuple(game.options(ask, ()))
    starts = [(verb, said[1:]) for verb in _fitting(game, verbs, said[0])] if said else []
    return starts if starts and len(verbs) > 1 else [*starts, *((verb, said) for verb in verbs)]


def _followed(game: Game, ask: Ask, start: Option, rest: tuple[str, ...]) -> tuple[Option, tuple[str, ...]]:
    """The sentence as far as each of its words fits in one way, and what is left."""
    while rest and len(fits := _fitting(game, game.options(ask, start.words), rest[0])) == 1:
        start, rest = fits[0], rest[1:]
    return start, rest


def _said(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(word for word in words if word != COMMA)


def _filled(game: Game, ask: Ask, said: Option, rest: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The whole sentences that begin with `said` and into whose next slots the rest fits, one word each.

    A slot with one filling may be left out, by whoever does not fill it; where no slot is left, what follows tells what
    the table sees.
    """
    if not rest:
        if said.whole:
            yield said.words
        return
    options = tuple(game.options(ask, said.words))
    filled = False
    for fit in _fitting(game, options, rest[0]):
        for words in _filled(game, ask, fit, rest[1:]):
            filled = True
            yield words
    if filled:
        return
    if len(options) == 1 and len(options[0].words) > len(said.words):
        yield from _filled(game, ask, options[0], rest)
    elif not options and len(said.words) > 1 and not _verb(game, rest[0]):
        yield (*said.words, *rest)


def _fitting(game: Game, options: Iterable[Option], word: str) -> list[Option]:
    """The options that a word may stand for: its own, by nickname or whole; else by first letters; else by initials.

    Among first letters, a word with which all others begin goes before them: `dr` is drill, not drill-arm.
    """
    folded = word.casefold()
    wanted, known = (folded, game.NICKNAMES.get(folded, folded)), [(o.words[-1].casefold(), o) for o in options]
    if whole := [option for last, option in known if last in wanted]:
        return whole
    if starting := [(last, option) for last, option in known if last.startswith(folded)]:
        shortest = min((last for last, _ in starting), key=len)
        shared = all(last.startswith(shortest) for last, _ in starting)
        return [option for last, option in starting if not shared or last == shortest]
    return [option for last, option in known if _initials(last) == folded]


def _initials(word: str) -> str:
    return "".join(part[:1] for part in word.split("-")) if "-" in word else ""
