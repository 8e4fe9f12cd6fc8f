"""What the referee answers, as parts of a screen: the question, a verdict, what came of it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from referee import answers, display, older, record, ruled
from referee.acts import Act
from referee.ask import OVER, TABLE, Ask
from referee.chores import FULL, hints
from referee.desk import Desk, Said
from referee.errors import NotUnderstood, RefereeError
from referee.game import Game
from referee.hearing import hear
from referee.ledger import Entry
from referee.notation import join
from referee.remarks import Fix
from referee.rulebook import Rulebook, Ruling
from referee.ruled import Ruled
from referee.text import Facts, Text
from referee.verdict import ASK, CERTAIN, COUNT, UNKNOWN, Objection
from referee.view import Cell, Command, Lines, Part, Table, Words
from referee.words import render

SHOWN = 24  # answers that a screen lists one by one
ILLEGAL, HELD = 3, 4  # exit codes
BLANK = Lines("", ("",))  # an empty line between parts that have no title


def code(said: Said) -> int:
    """The exit code of a verdict: 0, illegal or held."""
    if said.lines or said.verdict.stands:
        return 0
    return ILLEGAL if said.verdict.kind == "illegal" else HELD


# -- where the game stands ------------------------------------------------------------------


def head(desk: Desk) -> Text:
    """One line above a question: turn, round and what is left, house rules, and whether the box is for practice."""
    pos = desk.ask.pos
    line = desk.game.status(pos)
    if house := tuple(f"{_cited(pos.kit.book, key)}={reading}" for key, reading in pos.house.items()):
        line = Text("head.house", {"head": line, "rulings": house})
    if pos.by_hand:
        line = Text("head.by-hand", {"head": line, "chores": pos.by_hand})
    if pos.assist != FULL:
        line = Text(f"head.{pos.assist}", {"head": line})
    return Text("head.practice", {"head": line}) if pos.kit.practice else line


def _cited(book: Rulebook, key: str) -> str:
    """The rulings that a key of the house rules answers, by their ids."""
    return "/".join(ruling.id for ruling in book.sharing(key))


def question(ask: Ask) -> Text:
    """The open question with the rule that asks."""
    return ask.text if ask.rule == OVER else Text("question.open", {"asked": ask.text, "rule": ask.rule})


def asked(desk: Desk) -> Iterator[Part]:
    """What stands below every answer: where the game stands; when it is over, how another begins."""
    yield from stands(desk)
    if desk.ask.rule == OVER and not desk.stop:
        yield Lines("", _way("over.again", (f"referee new {desk.game.NAME}",)))


def stands(desk: Desk) -> Iterator[Part]:
    """The line above the question, the question; or where the record stops."""
    open_ = Cell(question(desk.ask), "title")
    if desk.stop:
        open_ = Cell(Text("desk.stopped", {"line": desk.stop.line, "why": desk.stop.text}), "bad")
    yield Lines("", (Cell(head(desk), "dim"), open_))


def to_say(desk: Desk) -> Iterator[Part]:
    """The answers to the open question: all of them if they are few, else one line a verb."""
    if desk.stop:
        yield from stopped(desk)
        return
    if desk.ask.rule == OVER:
        yield Lines("", (Text("over.still"),))
        return
    listed = hints(desk.ask.pos)
    found = answers.by_verb(desk.game, desk.ask, SHOWN, in_all=True) if listed else ()
    verbs = tuple(verb for verb in found if verb.sentences or verb.refused or not desk.ask.tell)
    title = Text("next.answers")
    if not any(verb.more for verb in verbs) and sum(len(verb.sentences) for verb in verbs) <= SHOWN:
        if sentences := tuple(sentence for verb in verbs for sentence in verb.sentences):
            yield Lines(title, tuple(map(Command, sentences)))
        title, verbs = Text("next.not"), tuple(verb for verb in verbs if not verb.sentences)
    if verbs:
        yield Table(title, (), tuple(_verb(verb) for verb in verbs))
    if not listed:
        yield Lines("", (Text("next.unlisted", {"game": desk.game.NAME}),))
    if desk.ask.tell:
        yield Lines(Text("next.tell"), tuple(map(Command, desk.ask.tell)))


def _verb(verb: answers.Verb) -> tuple[Words | Cell, Words | Cell]:
    if verb.refused:
        first = verb.refused[0]
        return verb.name + verb.verb, Cell(Text("next.refused", {"why": display.why(first), "rule": first.rule}), "dim")
    if not verb.sentences:
        return verb.name + verb.verb, Cell(Text("next.nothing"), "dim")
    key = "next.more" if verb.more else "next.few" if len(verb.sentences) > 1 else "next.one"
    return verb.name + verb.verb, Text(key, {"n": len(verb.sentences), "example": verb.sentences[0]})


# -- verdicts ------------------------------------------------------------------


def verdict(desk: Desk, said: Said) -> Iterator[Part]:
    """The verdict on a sentence, every reason with its rule, and the ways out of a refusal."""
    kind = said.verdict.kind if said.verdict.stands or said.verdict.kind == "illegal" else "held"
    tone = "good" if said.verdict.stands else "bad"
    yield Lines("", (Cell(Text(f"verdict.{kind}", {"said": spoken(desk, said)}), tone),))
    yield display.why_lines(said.verdict.objections)
    yield needed(desk, said)
    yield Lines("", said.verdict.advice)
    held = () if said.verdict.stands else disputed(desk, said)
    for found in ruled.ruled(desk, said.verdict, said.rulings):
        yield from _readings(found)
        if found.ruling in held:
            yield Lines("", tuple(_settled(desk, said, found.ruling)))
    if not said.verdict.stands:
        yield Lines("", tuple(_ways_out(desk, said)))


def spoken(desk: Desk, said: Said) -> str:
    """The sentence as it has to be said: with a name, unless it would be taken from the same person without one."""
    try:
        heard, _ = hear(desk.game, desk.ruled(said.rulings), said.sentence)
    except NotUnderstood:
        heard = None
    plain = said.event.who == TABLE or heard == said.event
    return said.sentence if plain else f"{join((said.event.who,))} {said.sentence}"


def needs(desk: Desk, said: Said) -> tuple[Text, ...]:
    """What would have to be there for what stands against a sentence to fall, each once."""
    if not hints(desk.ask.pos):
        return ()
    ask = desk.ruled(said.rulings)
    against = (reason for reason in said.verdict.objections if not reason.stands)
    found = (need for reason in against if (need := desk.game.needed(ask, reason)))
    return tuple({render(need): need for need in found}.values())


def needed(desk: Desk, said: Said) -> Lines:
    """It in one line."""
    found = needs(desk, said)
    return Lines("", (Text("verdict.needed", {"needs": found}),) if found else ())


def disputed(desk: Desk, said: Said) -> tuple[Ruling, ...]:
    """The rulings that hold a sentence up."""
    ids = dict.fromkeys(o.basis for o in said.verdict.objections if not o.stands and _is_ruling(o))
    return tuple(desk.ask.pos.kit.book.ruling(id) for id in ids)


def _is_ruling(objection: Objection) -> bool:
    return objection.basis not in CERTAIN and objection.basis != UNKNOWN


def settling(desk: Desk, said: Said, ruling: Ruling) -> tuple[str, ...]:
    """The readings of a ruling under which the sentence would go through, as `--ruling` takes them."""
    names = (reading for reading in ruling.readings if reading != ASK)
    found = (f"{ruling.id}={name}" for name in names)
    return tuple(word for word in found if desk.judge(said.sentence, said.event.who, (word,)).verdict.stands)


def _readings(found: Ruled) -> Iterator[Part]:
    """What is in question, the readings with the one in force, and who chose it when."""
    ruling = found.ruling
    rows = tuple(_reading(name, gist, name == found.reading) for name, gist in ruling.gists.items())
    yield Table(Text("held.question", {"id": ruling.id, "question": ruling.question}), (), rows)
    yield Lines("", (ruled.chosen(found),))


def _settled(desk: Desk, said: Said, ruling: Ruling) -> Iterator[Words | Command]:
    """How the question is settled, so that the sentence goes through."""
    words = settling(desk, said, ruling)
    once = (f"referee say --ruling {word} {_shell(spoken(desk, said))}" for word in words)
    always = (f"referee {join(('ruling', *word.split('=', 1)))}" for word in words)
    yield from (*_way("held.once", once), *_way("held.always", always))


def _reading(name: str, gist: str, in_force: bool) -> tuple[Words | Cell, ...]:
    return name, Text("held.in-force", {"gist": gist}) if in_force else gist


def insisted(said: Said) -> Iterator[Text]:
    """That a sentence cannot be let stand, of whoever wanted it to."""
    if said.insisted and not said.verdict.waivable:
        illegal = said.verdict.kind == "illegal"
        yield Text("verdict.no-anyway", {"rules": said.verdict.barred}) if illegal else Text("verdict.to-settle")


def _ways_out(desk: Desk, said: Said) -> Iterator[Words | Command]:
    reasons = said.verdict.objections
    unknown = (Text(f"tell.{reason.key}", reason.facts) for reason in reasons if reason.basis == UNKNOWN)
    yield from _way("way.tell", (f"referee say {_shell(display.render(sentence))}" for sentence in unknown))
    if any(reason.basis == COUNT for reason in reasons) and not isinstance(said.event, Fix):
        yield from _way("way.undo", ("referee undo",))
    yield from insisted(said)
    if said.verdict.waivable:
        yield from _way("way.anyway", (f"referee say --anyway --because WHY {_shell(spoken(desk, said))}",))


def _way(key: str, commands: Iterable[str]) -> tuple[Words | Command, ...]:
    """What may be done, and below it how it is said in a shell; nothing if there is no way to."""
    found = tuple(map(Command, dict.fromkeys(commands)))
    return (Text(key), *found) if found else ()


def _shell(sentence: str) -> str:
    from shlex import quote

    return quote(sentence)


def follows(desk: Desk, after: Ask | None) -> Iterator[Part]:
    """What a sentence would set off, as far as anybody may know, and what would be asked then."""
    if after:
        entries, asked = foreseen(desk, after)
        rows = tuple(record.changes(entries))
        yield Table(Text("judge.follows") if rows else "", (), rows)
        yield Lines("", (Text("judge.asked", {"question": question(after._replace(text=asked))}),))


def foreseen(desk: Desk, after: Ask) -> tuple[tuple[Entry, ...], Text]:
    """What would come: nothing that is secret now, and no word of what would bring it to light."""
    secret = desk.game.secret(desk.ask.pos)
    if secret and not desk.game.secret(after.pos):
        return (), Text("judge.secret")
    return tuple(each for each in after.pos.entries if not each.hidden(secret)), after.text


# -- what was done ------------------------------------------------------------------


def begun(desk: Desk, session: str, file: str) -> Iterator[Part]:
    """What a new session is called and where it is kept; what lies on its table: the set-up, and what was dealt."""
    yield Lines("", (Text("new.begun", {"session": session, "file": file}),))
    if desk.ask.pos.kit.practice:
        yield Lines("", (Text("new.practice"),))
    yield Table("", (), (*record.changes(desk.laid), *record.rows(desk.shown(desk.lines))))


def said(desk: Desk, said: Said) -> Iterator[Part]:
    """What came of a sentence."""
    return done(desk, said) if said.lines else verdict(desk, said)


def done(desk: Desk, said: Said) -> Iterator[Part]:
    """What was recorded, with everything it set off, and what is shown once."""
    yield Table("", (), tuple(record.rows(said.lines)))
    yield Lines("", (*said.verdict.advice, *(Cell(look, "title") for look in said.shown)))
    if said.verdict.objections:
        yield from _why(desk, said)


def _why(desk: Desk, said: Said) -> Iterator[Part]:
    """What stands against a sentence that is done; a question that an earlier line explained is only named again."""
    found = ruled.ruled(desk, said.verdict, said.rulings)
    first = {each.ruling.id: ruled.explained(desk, each, said.lines[0].number) for each in found}
    again = {id for id, line in first.items() if line and said.verdict.stands}
    yield display.why_lines(reason for reason in said.verdict.objections if reason.basis not in again)
    told = (ruled.again(each, first[each.ruling.id]) if each.ruling.id in again else ruled.told(each) for each in found)
    yield Lines("", tuple(told))


def undone(game: Game, acts: Sequence[Act], key: str) -> Iterator[Part]:
    """Which lines were struck (or hold again), and what nobody can forget."""
    lines = [line.veiled(game.secret(act.before.pos)) for act in acts for line in act.lines]
    yield Lines("", (Text(key, {"n": len(acts)}),))
    yield Table(
        "",
        (),
        tuple(
            (str(line.number).ljust(record.RULE), record.said(line))
            for line in sorted(lines, key=lambda line: line.number)
        ),
    )
    if any(act.again is not None for act in acts):
        yield Table("", (), tuple(record.changes(_moved(game, acts, back=key == "undo.done"))))
    if key == "undo.done" and (seen := record.seen(game, acts)):
        yield Lines("", (Text("undo.seen", {"seen": seen}),))


def _moved(game: Game, acts: Sequence[Act], back: bool) -> Iterator[Entry]:
    """What lies otherwise once acts were undone, the newest first, or done again."""
    from referee.aftermath import differences

    before, after = (acts[0].after, acts[-1].before) if back else (acts[0].before, acts[-1].after)
    secret = game.secret(after.pos)
    lies = differences(game.facts(before.pos), game.facts(after.pos))
    return (entry for entry in lies if not entry.hidden(secret))


def verified_shown(desk: Desk, file: str) -> Iterator[Part]:
    """Whether a whole record reads today as it was written; else all that reads otherwise."""
    facts: Facts = {"file": file, "n": len(desk.lines)}
    yield Lines("", (Text("verify.stops" if desk.stop else "verify.agrees", facts),))
    yield Lines("", tuple(Text("verify.eased", {"line": line.number}) for line in older.eased(desk)))
    if desk.stop:
        yield from stopped(desk)


def stopped(desk: Desk) -> Iterator[Part]:
    """Each line that reads otherwise today, and by which rule; the ways on from the first of them."""
    found = older.otherwise(desk)
    for stop in (each.stop for each in found):
        yield Lines("", (Cell(stop.text, "bad"),))
        yield display.why_lines(stop.verdict.objections)
        yield Table("", (), tuple(record.changes(stop.now)))
    if not all(each.kept for each in found):
        yield Lines("", (Text("stop.unjudged", {"line": found[-1].stop.line}),))
    yield Lines("", tuple(_settling(found)))


def _settling(found: Sequence[older.Otherwise]) -> Iterator[Words | Command]:
    line, several = found[0].stop.line, len(found) > 1
    if found[0].kept:
        yield from _way("stop.keep", (f"referee keep {line} --because WHY",))
    if several and found[0].kept:
        yield from _way("stop.keep-all", ("referee keep --all --because WHY",))
    yield from _way("stop.change", (f"referee change {line} SENTENCE --because WHY",))
    yield from _way("stop.strike", (f"referee strike {line} --because WHY",))


# -- what went wrong ------------------------------------------------------------------


def error(error: RefereeError) -> Iterator[Part]:
    """What a person should read about an error: the message, every fault, and what would be understood."""
    yield Lines("", (Cell(error.text, "bad"),))
    told = error.text.facts.get("faults", ())
    faults: tuple[Any, ...] = told if isinstance(told, tuple) else ()
    yield Lines("", tuple(fault for fault in faults if isinstance(fault, Text)))
    yield display.why_lines(fault for fault in faults if isinstance(fault, Objection))
    nearest = error.text.facts.get("nearest", ())
    if nearest and isinstance(nearest, tuple):
        yield Lines(Text("error.nearest"), tuple(Command(str(each)) for each in nearest))
