"""Chores: what the referee does by itself, and a table may do instead, told and held against the rules.

The question stands before the chore, on the table as it lay: what the rules make of it is worked out anew whenever it
is needed, so that nothing has to be remembered. What the table made of it otherwise may be let stand as far as an older
record's word is taken for it (`hold`).
"""

from collections.abc import Generator, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, NamedTuple

from referee.ask import OVER, TABLE, Ask
from referee.correcting import TELL, check_table
from referee.errors import NotUnderstood
from referee.game import Chore, Game
from referee.ledger import Entry
from referee.remarks import Assist, Tell, write
from referee.text import Facts, Text, Value
from referee.verdict import Objection, broken

DEALING = "dealing"  # the chore of every game: to draw, roll and turn over
FULL, VERDICTS, FOLLOW = "full", "verdicts", "follow"
LEVELS = (FULL, VERDICTS, FOLLOW)
REFEREE = "referee"
LEARNING = "a learning game"  # why something is let stand where nobody says why
OPEN = "?"  # what the table has to say


def names(game: Game) -> tuple[str, ...]:
    """What a table may do by hand."""
    return (*game.CHORES, DEALING)


# -- who does what ------------------------------------------------------------------


def hints(pos: Any) -> bool:
    """Whether a table is told what may be said, what a refused sentence would take, and where a legal one leads."""
    return bool(pos.assist != VERDICTS)


def began(game: Game, level: str, by_hand: Sequence[str]) -> Mapping[str, Any]:
    """What a position bears of how much the referee helps. Raises NotUnderstood, with what may be said."""
    if level not in LEVELS:
        raise NotUnderstood("assist.level", nearest=LEVELS, said=level)
    if strange := tuple(name for name in by_hand if name not in names(game)):
        raise NotUnderstood("assist.chore", nearest=names(game), said=strange)
    return _unusual({"assist": level, "by_hand": tuple(dict.fromkeys(by_hand))})


def header(pos: Any) -> Mapping[str, Value]:
    """How much the referee helps at a table, as the header of a file says it."""
    return _unusual({"assist": pos.assist, "by-hand": pos.by_hand})


def _unusual(helps: Mapping[str, Value]) -> Mapping[str, Value]:
    """What is otherwise than at a table that says nothing of it."""
    return {key: value for key, value in helps.items() if value not in (FULL, ())}


def assisted(game: Game, pos: Any, event: Assist) -> Any:
    """The table with that much help from now on. Raises NotUnderstood, with what may be said."""
    if not event.whose:
        if event.what not in LEVELS:
            ways = (*LEVELS, *(f"{name} table" for name in names(game)))
            raise NotUnderstood("assist.level", nearest=[f"assist {way}" for way in ways], said=event.what)
        return pos.put(assist=event.what)
    if event.what not in names(game):
        raise NotUnderstood("assist.chore", nearest=names(game), said=event.what)
    others = tuple(name for name in pos.by_hand if name != event.what)
    return pos.put(by_hand=others if event.whose == REFEREE else (*others, event.what))


# -- the question ------------------------------------------------------------------


def settle(game: Game, pos: Any) -> Ask:
    """What is asked next, where the table does chores: the rules' own question, or what came of a chore."""
    while pos.agenda:
        if (chore := _chore(game, pos)) and (found := _put(game, pos, chore)):
            return found
        done = _done(game, pos)
        if isinstance(done, Ask):
            return done
        pos = done
    return Ask(OVER, (), (), pos, Text("ask.over"))


def _chore(game: Game, pos: Any) -> Chore | None:
    """The chore that is due, if the table does it."""
    mine = (game.CHORES[name] for name in pos.by_hand if name in game.CHORES)
    return next((chore for chore in mine if pos.agenda and pos.agenda[0][0] in chore.frames), None)


def _put(game: Game, pos: Any, chore: Chore) -> Ask | None:
    """The question what came of it, if there is anything to be told."""
    told = _told(game, _after(game, pos, chore), chore)
    if not told:
        return None
    rule = next(iter(told.values()))[0].rule
    example = Tell(TABLE, tuple(f"{_start(words)} {OPEN}" for words in told))
    return Ask(rule, (TABLE,), (Tell,), pos, Text(chore.frames[pos.agenda[0][0]]), tell=(write(example),))


def _done(game: Game, pos: Any) -> Any:
    """The innermost frame done: what it asks, or the table after it."""
    found = game.STEPS[pos.agenda[0][0]](pos)
    if not isinstance(found, Generator):
        return found
    try:
        return next(found)
    except StopIteration as end:
        return end.value


def _after(game: Game, pos: Any, chore: Chore) -> Any:
    """The table after the chore as the rules have it, or up to what is asked in the middle of it."""
    pos = pos.put(entries=())
    while pos.agenda and pos.agenda[0][0] in chore.frames:
        done = _done(game, pos)
        if isinstance(done, Ask):
            break
        pos = done
    return pos


def _told(game: Game, after: Any, chore: Chore) -> Mapping[str, Sequence[Entry]]:
    """What the table has to tell, in the words of the record, with all that led to it; of a counter, how it ends."""
    secret, found = game.secret(after), dict[tuple[str, str], list[Entry]]()
    for entry in after.entries:
        if entry.what and not entry.quiet and not entry.hidden(secret) and chore.tells(entry):
            found.setdefault((entry.who, entry.what), []).append(entry)
    return {entries[-1].words(): entries for entries in found.values()}


# -- the answer ------------------------------------------------------------------


class Held(NamedTuple):
    """What was told against what the rules make of it: what differs, each with the fact that it stands for."""

    after: Any
    told: Mapping[str, Sequence[Entry]]
    otherwise: Mapping[str, str]  # as it was told -> as the rules have it; "" for what they know nothing of
    left_out: tuple[str, ...]


def _held(game: Game, pos: Any, event: Tell) -> Held:
    chore = _chore(game, pos)
    after = _after(game, pos, chore) if chore else pos
    told = _told(game, after, chore) if chore else {}
    said = {fact.casefold() for fact in event.facts}
    open_, known = [words for words in told if words.casefold() not in said], {words.casefold() for words in told}
    otherwise = dict[str, str]()
    for fact in (fact for fact in event.facts if fact.casefold() not in known):
        otherwise[fact] = next((words for words in open_ if _start(words).casefold() == _start(fact).casefold()), "")
        open_ = [words for words in open_ if words != otherwise[fact]]
    return Held(after, told, otherwise, tuple(open_))


def _start(words: str) -> str:
    """What a fact is about: all but its last word."""
    return words.rpartition(" ")[0]


def check(game: Game, ask: Ask, event: Tell) -> Iterator[Objection]:
    """Every difference, with the rule that has it otherwise; it may be let stand where the table is still one.

    Where all of it together leaves the table as the rules do (two aliens changed places), there is none.
    """
    held = _held(game, ask.pos, event)
    wrong = tuple(_differences(game, ask, held))
    after = _let_stand(game, held) if wrong and all(each.waivable for each in wrong) else held.after
    if after != held.after or not all(each.waivable for each in wrong):
        yield from wrong
        yield from check_table(game, held.after, after, TELL)


def _differences(game: Game, ask: Ask, held: Held) -> Iterator[Objection]:
    for fact, words in held.otherwise.items():
        if not words:
            yield broken(ask.rule, "tell.strange", fact=fact)
            continue
        *_, last = causes = held.told[words]
        facts: Facts = {"fact": fact, "rules": words, "causes": _in_turn(causes)}
        yield Objection(last.rule, "tell.otherwise", facts, waivable=_hold(game, held.after, fact, words) != held.after)
    for words in held.left_out:
        *_, last = causes = held.told[words]
        yield broken(last.rule, "tell.left-out", rules=words, causes=_in_turn(causes))


def _in_turn(causes: Sequence[Entry]) -> Text:
    """What led to a fact, one sentence after the other."""
    return reduce(lambda before, after: Text("list.then", {"before": before, "after": after}), (e.why for e in causes))


def _hold(game: Game, pos: Any, fact: str, words: str) -> Any:
    """The table as it was told, in the place of what the rules have."""
    return game.hold(pos, (fact,), (words,))


def effect(game: Game, pos: Any, event: Tell) -> Any:
    """The chore done by the rules; what the table has otherwise is as the table says."""
    held = _held(game, pos, event)
    after = _let_stand(game, held) if any(held.otherwise.values()) else held.after
    return after.put(entries=(*pos.entries, *after.entries))


def _let_stand(game: Game, held: Held) -> Any:
    """The table as it was told. What the rules made happen gives way to what did; a counter is put right behind it."""
    otherwise, pos = {words: fact for fact, words in held.otherwise.items() if words}, held.after.put(entries=())
    for words, fact in otherwise.items():
        pos = _hold(game, pos, fact, words)
    entries = [_instead(entry, otherwise.get(entry.words(), "")) for entry in held.after.entries]
    put_right = (entry._replace(rule=TELL.rule, key=TELL.counter) for entry in pos.entries)
    return pos.put(entries=(*entries, *put_right))


def _instead(entry: Entry, fact: str) -> Entry:
    """What happened, as the table has it."""
    if not fact or entry.now is not None:
        return entry
    return entry._replace(what=fact, key=TELL.fact, facts={"rules": entry.what})
