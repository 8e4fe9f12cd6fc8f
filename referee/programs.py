"""What the referee answers to programs, as data: the question with its answers, a verdict, what came of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee import answers, older, record, ruled
from referee.acts import Line
from referee.ask import Ask
from referee.chores import hints
from referee.desk import Desk, Said
from referee.errors import RefereeError
from referee.game import Game
from referee.ledger import Entry
from referee.reply import disputed, foreseen, head, needs, settling
from referee.standing import Mark, marks
from referee.text import Text, Value
from referee.verdict import UNKNOWN, Objection

MOST = 200  # answers that are listed one by one
COUNTED = 1000  # and that are counted: of a Large Scan over two boards there are millions
EXAMPLES = 5


def stand(desk: Desk, session: str = "") -> dict[str, Any]:
    """The open question as data, the same for every command that answers in JSON; a table without hints gets none."""
    plain: dict[str, Any] = {"session": session, "game": desk.game.NAME, "practice": desk.ask.pos.kit.practice}
    plain |= {"line": len(desk.lines), "status": head(desk), **_asked(desk.game, desk.ask)}
    return {**plain, "stopped": desk.stop.text, "otherwise": otherwise(desk)} if desk.stop else plain


def _asked(game: Game, ask: Ask) -> dict[str, Any]:
    return {"who": ask.who, "rule": ask.rule, "question": ask.text, "answers": tuple(_answers(game, ask))}


def _answers(game: Game, ask: Ask) -> Iterator[dict[str, Any]]:
    """Every sentence, or, verb by verb beginning with the largest, examples and their number until no more than MOST
    are listed; of what no list can be made, or nobody would wait for, examples alone."""
    verbs = list(answers.by_verb(game, ask, COUNTED)) if hints(ask.pos) else []
    listed = {n: len(verb.sentences) for n, verb in enumerate(verbs)}
    for n in sorted(listed, key=lambda n: -listed[n]):
        if sum(listed.values()) <= MOST:
            break
        listed[n] = 1
    for n, verb in enumerate(verbs):
        if listed[n] < len(verb.sentences):
            number = {} if verb.more else {"count": len(verb.sentences)}
            yield {"say": Text(f"form.{verb.verb}"), "examples": verb.sentences[:EXAMPLES], **number}
        else:
            yield from ({"say": said} for said in verb.sentences)
    for told in dict.fromkeys(sentence.split()[0] for sentence in ask.tell):
        yield {"say": Text(f"form.{told}"), "examples": tuple(each for each in ask.tell if each.startswith(told))}


def judged(desk: Desk, said: Said) -> dict[str, Any]:
    """A verdict as data."""
    found = said.verdict
    plain = {"say": said.sentence, "verdict": found.kind, "stands": found.stands, "waivable": found.waivable}
    plain |= {"objections": tuple(map(reason, found.objections)), "needed": needs(desk, said)}
    plain |= {"rulings": found.rulings, "read": tuple(map(ruled.data, ruled.ruled(desk, found, said.rulings)))}
    settle = () if found.stands else tuple(w for r in disputed(desk, said) for w in settling(desk, said, r))
    return {**plain, "advice": found.advice, **({"settle": settle} if settle else {})}


def reason(objection: Objection) -> dict[str, Any]:
    """An objection, and the sentence that tells what is not known."""
    plain = {"rule": objection.rule, "why": Text(objection.key, objection.facts), "basis": objection.basis}
    tell = {"tell": Text(f"tell.{objection.key}", objection.facts)} if objection.basis == UNKNOWN else {}
    return {**plain, "stands": objection.stands, **tell}


def consequence(desk: Desk, after: Ask | None) -> dict[str, Any]:
    """What a sentence would set off, as data."""
    if not after:
        return {}
    entries, asked = foreseen(desk, after)
    return {"follows": {"entries": tuple(map(entry, entries)), "who": after.who, "rule": after.rule, "question": asked}}


def answer(desk: Desk, session: str, spoken: Sequence[Said], failure: RefereeError | None) -> dict[str, Any]:
    """What came of a call's sentences, as data: the verdict is the last one's."""
    recorded = tuple(said for said in spoken if said.lines)
    last = {} if failure or not spoken else judged(desk, spoken[-1]) | _recorded(spoken[-1])
    plain = {**stand(desk, session), **last, "said": tuple(str(said.lines[0].block["say"]) for said in recorded)}
    plain |= {"lines": tuple(line.number for said in recorded for line in said.lines)}
    plain |= {"entries": tuple(entry(each) for said in recorded for each in said.entries)}
    plain |= {"shown": tuple(look for said in recorded for look in said.shown)}
    return {**plain, **(failed(failure) if failure else {})}


def _recorded(said: Said) -> dict[str, Any]:
    """The sentence as it stands in the record for everybody."""
    return {"say": said.lines[0].block["say"]} if said.lines else {}


def entry(entry: Entry) -> dict[str, Any]:
    """A change as data."""
    plain = {"who": entry.who, "what": entry.what, "by": entry.by, "now": entry.now}
    return {**plain, "rule": entry.rule, "why": record.why(entry)}


def line(line: Line, mark: Mark | None) -> dict[str, Any]:
    """A line of the record as data; `mark` is what a later one did to it."""
    told = {"line": line.number, **line.block, "struck": bool(mark and mark.gone)}
    return {**told, **({"mark": mark.text} if mark else {}), "entries": tuple(map(entry, record.did(line)))}


def log(desk: Desk) -> list[dict[str, Any]]:
    """The whole record as data."""
    found = marks(desk)
    return [line(each, found.get(each.number)) for each in desk.shown(desk.lines)]


def header(desk: Desk, header: Mapping[str, Value]) -> dict[str, Value]:
    """How a session began, without the seed, and without facts that were entered while any may be secret."""
    hidden = ("seed", "facts") if desk.game.secret(desk.ask.pos) else ("seed",)
    return {key: value for key, value in header.items() if key not in hidden}


def table(desk: Desk) -> dict[str, dict[str, Any]]:
    """The position without its secrets: who -> what -> value."""
    pos, found = desk.ask.pos, dict[str, dict[str, Any]]()
    secret = desk.game.secret(pos)
    for (who, what), value in desk.game.facts(pos).items():
        if not {who, what} & secret:
            found.setdefault(who, {})[what] = value
    return found


def verified(desk: Desk, file: str) -> dict[str, Any]:
    """Whether a whole record reads today as it was written, as data."""
    eased = tuple(line.number for line in older.eased(desk))
    plain = {"file": file, "lines": len(desk.lines), "agrees": not desk.stop, "eased": eased}
    if not desk.stop:
        return plain
    found = otherwise(desk)
    return {**plain, **{key: found[0][key] for key in ("line", "said", "why", "objections")}, "otherwise": found}


def otherwise(desk: Desk) -> tuple[dict[str, Any], ...]:
    """The lines that read otherwise today, as data."""
    return tuple(
        {
            "line": each.stop.line,
            "said": each.stop.shown,
            "why": each.stop.text,
            "objections": tuple(map(reason, each.stop.verdict.objections)),
            "now": tuple(map(entry, each.stop.now)),
            "keep": each.kept,
        }
        for each in older.otherwise(desk)
    )


def failed(error: RefereeError) -> Mapping[str, Any]:
    """An error as data."""
    return {"error": error.text, "nearest": error.text.facts.get("nearest", ())}
