"""Cases: a table, a sentence said at it, and what the rules say to that. Read and run here, written to be read.

A file `tests/<game>/<chapter>.toml` may begin with a `[table]` that all its cases start from; then come its cases:

    [[case]]
    rule = "T-304"                          # the row (or worked example) that it is about
    given = "Ann has used Drill this turn"  # in words
    table.facts = ["turn used drill"]       # the position: the keys of a session's header (`opening.opening`)
    say = "drill C3"                        # a sentence, or several of which the last is judged; none: the table itself
    verdict = "illegal"                     # legal, open (with `stands`) or illegal; `not understood`
    because = ["T-304"]                     # the rows of all objections, no more and no fewer
    anyway = true                           # the table lets it stand all the same: then this follows
    then = ["Ann solar 2", "C3 tile none"]  # facts that it changed, as they are now

    [[case]]
    but = "it was Precision Drill"          # the neighbour of the last case without `but`: the rest is as there
    table.facts = ["turn used precision-drill"]
    verdict = "legal"

Lists of a table (`facts`, `rulings`, `box`) come after those of the table they start from, so that a later one holds;
any other key takes the place of the earlier. `practice = true` puts the practice box below the table's own `box`.

What else a case may say: `basis`, where an objection does not rest on print: box, count, unknown or a ruling, one
for all objections or a table by row (`basis.T-306 = "A-03"`; several for one row in a list). `ruling`, readings said
with the sentence, as `["A-12=yes"]`. `happens`, entries in their own words, in this order among others, each with its
rule before it or without (`T-303: Ann solar 2`); `never`, entries that do not come. `asks`, the row that asks next and,
if more words follow it, all that it asks about, in this order (in quotes, what has a blank in it). `unchanged`, facts
(with their value or without) that stay; `only = true`, nothing but `then` changes. `advice`, the keys of all advice.
`shows`, further rows and rulings that it is a case of; `example`, the worked example that its figures come from.

A refused sentence must leave the table as it was; that is looked at without being said. It is never let stand
(`anyway`) unless the case says so.
"""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from referee import opening
from referee.ask import Ask
from referee.correcting import facts_said
from referee.desk import Desk
from referee.errors import NotUnderstood, RefereeError
from referee.game import Facts
from referee.judging import settle
from referee.ledger import Entry
from referee.notation import COMMA, split
from referee.verdict import PRINT, Objection
from referee.where import tables_folder

TESTS = Path(__file__).parent
LISTS = ("facts", "rulings", "box")  # of a table: they grow from one table to the next
ABOUT = ("rule", "given", "say", "shows", "example")  # of a case: its neighbours take them over, as they do the table
VERDICTS = ("legal", "open", "illegal", "not understood")


class Case(NamedTuple):
    """A case with everything that it takes over from the table of its file and from the case it stands beside."""

    place: str  # file and number
    rule: str
    table: Mapping[str, Any]
    verdict: str
    given: str = ""
    say: tuple[str, ...] = ()
    but: str = ""
    stands: bool | None = None
    because: tuple[str, ...] = ()
    basis: str | Mapping[str, str | Sequence[str]] = PRINT
    ruling: tuple[str, ...] = ()
    anyway: bool = False
    then: tuple[str, ...] = ()
    unchanged: tuple[str, ...] = ()
    only: bool = False
    happens: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    asks: str = ""
    advice: tuple[str, ...] | None = None
    shows: tuple[str, ...] = ()
    example: str = ""
    beside: "Case | None" = None

    @property
    def rows(self) -> tuple[str, ...]:
        """All that it is a case of."""
        return (self.rule, *self.shows)

    @property
    def passes(self) -> bool:
        """Whether the sentence goes through by the rules and readings in force."""
        return self.verdict == "legal" or bool(self.stands)

    @property
    def reasons(self) -> frozenset[tuple[str, str]]:
        """Every objection as its row and what it rests on."""
        return frozenset((row, basis) for row in self.because for basis in self._bases(row))

    def _bases(self, row: str) -> tuple[str, ...]:
        bases = self.basis if isinstance(self.basis, str) else self.basis.get(row, PRINT)
        return (bases,) if isinstance(bases, str) else tuple(bases)


# -- reading ------------------------------------------------------------------


@cache
def cases(game: str) -> tuple[Case, ...]:
    """Every case of a game, in the order of its files."""
    return tuple(case for path in sorted((TESTS / game).glob("*.toml")) for case in read(path))


def read(path: Path) -> Iterator[Case]:
    """The cases of a file. Raises ValueError for what is no case."""
    written = tomllib.loads(path.read_text("utf-8"))
    start = {"game": path.parent.name, **written.get("table", {})}
    last: tuple[Case, Mapping[str, Any]] | None = None  # the last case without `but`, and how it was written
    for number, raw in enumerate(written["case"], 1):
        place = f"{path.stem} {number}"
        if "but" not in raw:
            case = _case(place, {**raw, "table": _laid(start, raw.get("table", {}))}, None)
            last = case, raw
        elif last is None:
            raise ValueError(f"{place}: beside which case?")
        else:
            taken = {key: last[1][key] for key in ABOUT if key in last[1]}
            case = _case(place, {**taken, **raw, "table": _laid(last[0].table, raw.get("table", {}))}, last[0])
        yield case


def _laid(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """One table on top of the other."""
    grown = {key: (*below.get(key, ()), *above.get(key, ())) for key in LISTS if key in below or key in above}
    return {**below, **above, **grown}


def _case(place: str, raw: Mapping[str, Any], beside: Case | None) -> Case:
    words: dict[str, Any] = {"place": place, "beside": beside, **raw}
    words["say"] = (raw["say"],) if isinstance(raw.get("say"), str) else raw.get("say", ())
    if odd := [*(set(words) - set(Case._fields)), *({"rule", "verdict", "given"} - set(words))]:
        raise ValueError(f"{place}: {', '.join(sorted(odd))}?")
    if words["verdict"] not in VERDICTS or (words["verdict"] == "open") != ("stands" in words):
        raise ValueError(f"{place}: which verdict, and does it stand?")
    fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in words.items()}
    return Case(**fields)


# -- running ------------------------------------------------------------------


def header(case: Case) -> Mapping[str, Any]:
    """The header of the session that begins with the case's table."""
    if not case.table.get("practice"):
        return case.table
    return {**case.table, "box": (*practice_box(str(case.table["game"])), *case.table.get("box", ()))}


@cache
def practice_box(game: str) -> tuple[str, ...]:
    """The sentences of a game's practice box."""
    return tuple(tomllib.loads((tables_folder(game) / "practice.toml").read_text("utf-8"))["box"])


def run(case: Case) -> list[str]:
    """Everything in which the referee says otherwise than the case; nothing if they agree."""
    try:
        desk = opening.desk(header(case))
    except RefereeError as error:
        return list(_refused_table(case, error))
    if not case.say:
        return [*_differs("verdict", case.verdict, "legal"), *_after(case, desk, None, desk.ask.pos.entries)]
    for sentence in case.say[:-1]:
        try:
            said = desk.say(sentence)
        except NotUnderstood as error:
            return [f"{sentence!r} before it is not understood: {error.text.key}"]
        if not said.lines:
            return [f"{sentence!r} before it is refused: {_reasons(said.verdict.objections)}"]
    return list(_judged(case, desk))


def _refused_table(case: Case, error: RefereeError) -> Iterator[str]:
    """A table that cannot be: the rows of its faults are the objections, else the row that the message names.

    Where it names none, nobody could understand what was said.
    """
    if case.say:
        yield f"the table cannot be laid: {error.text}"
        return
    faults, rule = error.text.facts.get("faults", ()), str(error.text.facts.get("rule", ""))
    found = frozenset({(rule or error.text.key, PRINT)})
    if isinstance(faults, tuple) and faults:
        found = _reasons(fault for fault in faults if isinstance(fault, Objection))
    yield from _differs("verdict", case.verdict, "illegal" if rule or faults else "not understood")
    yield from _differs("objections", case.reasons, found)


def _judged(case: Case, desk: Desk) -> Iterator[str]:
    """The verdict on the last sentence, and what it did."""
    before, sentence = desk.ask, case.say[-1]
    try:
        said = desk.say(sentence, rulings=case.ruling, anyway=case.anyway, because="the table lets it stand")
    except NotUnderstood as error:
        yield from _differs("verdict", case.verdict, "not understood")
        yield from _differs("objections", case.reasons, frozenset({(error.text.key, PRINT)}))
        return
    verdict = said.verdict
    yield from _differs("verdict", case.verdict, verdict.kind)
    yield from _differs("objections", case.reasons, _reasons(verdict.objections))
    yield from _differs("stands", case.passes, verdict.stands)
    if not verdict.stands:
        yield from _differs("may be let stand", case.anyway, verdict.waivable)
    advice = tuple(text.key for text in verdict.advice)
    if case.advice is not None:
        yield from _differs("advice", case.advice, advice)
    if said.lines:
        yield from _after(case, desk, before, said.entries)
    else:
        yield from _differs("recorded", case.passes or case.anyway, False)
        if desk.ask is not before:
            yield "a refused sentence changed the table"


def _after(case: Case, desk: Desk, before: Ask | None, entries: Iterable[Entry]) -> Iterator[str]:
    """What changed, what stayed, what happened, and what is asked now."""
    game, after = desk.game, desk.ask
    old, now = game.facts(before.pos) if before else {}, game.facts(after.pos)
    yield from _changed(case, old, now, facts_said(game, after.pos, case.then))
    for said in case.unchanged:
        bare = {key: now[key] for key in now if " ".join(key) == said}
        for key, value in (bare or facts_said(game, after.pos, (said,))).items():
            yield from _differs(f"{' '.join(key)} before", value, old.get(key))
            yield from _differs(f"{' '.join(key)} after", value, now[key])
    told = [(entry.words(), f"{entry.rule}: {entry.words()}") for entry in entries]
    if not _in_order(case.happens, told):
        yield f"expected to happen: {'; '.join(case.happens)}"
        yield f"happened: {'; '.join(ruled for _, ruled in told)}"
    yield from (f"happened, and should not: {ruled}" for words, ruled in told if words in case.never)
    if written := settle(game, after.pos.put(entries=())).pos.entries:
        yield f"before the question is asked again is written: {'; '.join(entry.key for entry in written)}"
    if case.asks:
        rule, *about = (word for word in split(case.asks) if word != COMMA)
        yield from _differs("next question", rule, after.rule)
        if about:
            yield from _differs("asked about", tuple(about), after.about)


def _changed(case: Case, old: Facts, now: Facts, expected: Facts) -> Iterator[str]:
    """The facts of `then` were otherwise before; with `only`, no other fact was."""
    changed = {key: value for key, value in now.items() if old.get(key) != value}
    for key, value in expected.items():
        yield from _differs(" ".join(key), value, changed.get(key, f"{now[key]}, as before"))
    if case.only:
        yield from (f"{' '.join(key)} changed to {changed[key]}" for key in changed if key not in expected)


def _differs(what: str, expected: object, found: object) -> Iterator[str]:
    if expected != found:
        yield f"{what}: expected {_plain(expected)}, found {_plain(found)}"


def _plain(value: object) -> object:
    return sorted(value) if isinstance(value, frozenset) else value


def _reasons(objections: Iterable[Objection]) -> frozenset[tuple[str, str]]:
    return frozenset((objection.rule, objection.basis) for objection in objections)


def _in_order(wanted: Sequence[str], told: Sequence[tuple[str, str]]) -> bool:
    """Whether the entries come in this order, each as its words or as its rule and its words."""
    left = iter(told)
    return all(any(each in ways for ways in left) for each in wanted)
