"""The rulebook of a game as a table looks it up: what each rule says, and what each open question may mean.

`rules.toml` and `rulings.toml` of a game's folder become frozen records when somebody asks for one; the defaults, which
every position needs, can be had without the rest. A file with faults is refused, with all of them named.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from referee import finding
from referee.errors import NotUnderstood
from referee.files import told
from referee.pages import Pages
from referee.records import Words, fault, is_words, read, records, refuse, strangers
from referee.text import Reading, Text
from referee.verdict import ASK
from referee.where import tables_folder

STATUSES = ("judged", "open", "done", "advised")
TYPES = {"word": str, "number": int, "list": tuple}

COLUMNS = ("id", "heading", "gist", "source", "words")
WEIGHTS = (8, 4, 2, 4, 1)  # a heading says best what a rule is about; an id or a line is meant when it is said


class Rule(NamedTuple):
    """A row of the rules: `gist` is what it says in our words, `source` where the rulebook says it."""

    id: str
    heading: str
    source: str
    gist: str
    status: str
    modes: Words
    rulings: Words = ()
    words: str = ""


class Step(NamedTuple):
    """A question of the sequence of play: who answers it, and the rules behind it."""

    id: str
    who: str
    gist: str
    modes: Words
    rules: Words = ()
    source: str = ""


class Ruling(NamedTuple):
    """An open question: its readings, the default one, those the referee carries out, and the rules that turn on it."""

    id: str
    question: str
    default: Reading
    printed: bool
    gists: Mapping[str, str]
    why: str
    touches: Words
    modes: Words
    readings: Words = ()
    coded: Words = ()
    switch: str = ""
    type: str = "word"
    note: str = ""

    @property
    def key(self) -> str:
        """The name of this question among a position's house rules: its switch, else its id."""
        return self.switch or self.id

    def read(self, word: Reading) -> Reading:
        """`word` as a reading of this question: one of its words, a number, a list, or `ask`.

        NotUnderstood `ruling.reading` if it is none; `nearest` has the words that would be understood.
        """
        reading = ASK if fold(str(word)) == ASK else _READERS[self.type](self, word)
        if reading is None:
            nearest = (*(each for each in self.readings if each != ASK), ASK)
            raise NotUnderstood("ruling.reading", nearest, ruling=self.id, type=self.type, word=str(word))
        return reading


class Example(NamedTuple):
    """A verdict on a rule: what lies on the table, in words, what is `said` (nothing: the table itself is impossible),
    and all `rules` that object."""

    id: str
    given: str
    verdict: str
    rules: Words
    said: str = ""


class Rulebook:
    """Rules, steps and rulings of one game, by id, in the order of their files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @cached_property
    def rulings(self) -> Mapping[str, Ruling]:
        """The open questions; Damaged if `rulings.toml` has faults."""
        return _read_rulings(self.folder / "rulings.toml")

    @property
    def rules(self) -> Mapping[str, Rule]:
        """The rules; Damaged if `rules.toml` has faults."""
        return self._rows[0]

    @property
    def steps(self) -> Mapping[str, Step]:
        """The questions of the sequence of play; Damaged if `rules.toml` has faults."""
        return self._rows[1]

    @cached_property
    def _rows(self) -> tuple[Mapping[str, Rule], Mapping[str, Step]]:
        return _read_rules(self.folder / "rules.toml", self.rulings)

    @cached_property
    def defaults(self) -> Mapping[str, Reading]:
        """The default reading of every open question, by its key: all that most games ever need of `rulings.toml`."""
        if "rulings" in vars(self):
            return {ruling.key: ruling.default for ruling in self.rulings.values()}
        return _read_defaults(self.folder / "rulings.toml")

    def rule(self, word: str) -> Rule:
        """The rule of that id, in any case; NotUnderstood `rule.unknown` if there is none."""
        for id in self._pages:
            if fold(id) == fold(word):
                return self._rule(id)
        raise _unknown("rule.unknown", word, self._pages)

    def _rule(self, id: str) -> Rule:
        """This rule, whether all have been read or not."""
        return self.rules[id] if "_rows" in vars(self) else self._pages[id]

    @cached_property
    def _pages(self) -> Pages[Rule]:
        return Pages(self.folder / "rules.toml", "rule", Rule)

    def ruling(self, word: str) -> Ruling:
        """The (first) ruling of that id or switch, in any case; NotUnderstood `ruling.unknown` if there is none.

        The bare number of a question in several parts (A-37 for A-37a and the rest) is NotUnderstood `ruling.parts`.
        """
        wanted = fold(word)
        for ruling in self.rulings.values():
            if wanted in (fold(ruling.id), fold(ruling.switch)):
                return ruling
        if parts := [id for id in self.rulings if id[-1].isalpha() and fold(id[:-1]) == wanted]:
            raise NotUnderstood("ruling.parts", nearest=parts, word=word)
        raise _unknown("ruling.unknown", word, (*self.rulings, *self.defaults))

    def sharing(self, key: str) -> tuple[Ruling, ...]:
        """Every ruling that one key of the house rules answers: a shared switch is cited with all their ids."""
        return tuple(ruling for ruling in self.rulings.values() if ruling.key == key)

    def reading(self, ruling: Ruling, word: Reading) -> Reading:
        """`word` as a reading of `ruling`; see `Ruling.read`."""
        return ruling.read(word)

    def chapter(self, word: str) -> tuple[Rule, ...]:
        """The rules of a chapter in order, named by its number or by the id of one of them; none if there is no such.

        That is those of the same hundred (T-2, T-207: from T-201 on) or number (5.1.6, 5.1.6-b: from 5.1.6-a on), or
        all whose number begins so (5: from 5.1-a to 5.3-e).
        """
        wanted = fold(word)
        family = next((_family(id) for id in self._pages if fold(id) == wanted), "")
        if family:
            return tuple(self._rule(id) for id in self._pages if _family(id) == family)
        return tuple(self._rule(id) for id in self._pages if f"{fold(_family(id))}.".startswith(f"{wanted}."))

    def touching(self, id: str) -> tuple[Ruling, ...]:
        """The open questions that this rule turns on."""
        pages = self._questions
        return tuple(pages[each] for each in pages if f'"{id}"' in pages.lines(each).get("touches", ""))

    @cached_property
    def _questions(self) -> Pages[Ruling]:
        return Pages(self.folder / "rulings.toml", "ruling", Ruling)

    @cached_property
    def examples(self) -> Mapping[str, Example]:
        """A sentence that breaks it, for each rule that can be broken, as far as any are told."""
        path = self.folder / "examples.toml"
        return Pages(path, "example", Example) if path.exists() else {}

    def search(self, words: str, limit: int = 3) -> list[Rule]:
        """Up to `limit` rules that have to do with any of `words`, as players say them; the best comes first."""
        ids, shared = tuple(self._pages), tables_folder()
        rows = [[lines.get(column, "") for column in COLUMNS] for lines in map(self._pages.lines, ids)]
        places = finding.ranked(rows, WEIGHTS, words, finding.lexicon(shared, self.folder))
        return [self._rule(ids[place]) for place in places[:limit]]


def load(folder: Path) -> Rulebook:
    """The rulebook in `folder`; Failed if a file is not there, Damaged `tables.faults` with every fault of a file.

    A fault is a Text with `entry` and `field`, and what was `found` there.
    """
    book = Rulebook(folder)
    assert book.rulings is not None  # read now, whatever is wrong with it
    return book


def _read_rulings(path: Path) -> Mapping[str, Ruling]:
    faults: list[Text] = []
    rulings = records(read(path), "ruling", Ruling, faults)
    defaults: dict[str, Reading] = {}
    for ruling in rulings.values():
        faults += _odd_readings(ruling)
        if defaults.setdefault(ruling.key, ruling.default) != ruling.default:
            faults.append(fault("differs", ruling.id, "default", ruling.default))
    refuse(path, faults)
    return rulings


_BRIEF = re.compile(r"^(?:\[\[ruling\]\]|(?:id|switch|default) = .*)$", re.MULTILINE)


def _read_defaults(path: Path) -> Mapping[str, Reading]:
    """The defaults of a file in which each stands on a line of its own; nothing else is read, which is much faster."""
    with told(path):
        lines = _BRIEF.findall(path.read_text("utf-8"))
    rows = tomllib.loads("\n".join(lines)).get("ruling", ())
    return {row.get("switch", row["id"]): _frozen(row["default"]) for row in rows}


def _frozen(value: Any) -> Reading:
    return tuple(value) if isinstance(value, list) else value


def _read_rules(path: Path, rulings: Mapping[str, Ruling]) -> tuple[Mapping[str, Rule], Mapping[str, Step]]:
    tables = read(path)
    faults: list[Text] = []
    rules = records(tables, "rule", Rule, faults)
    steps = records(tables, "step", Step, faults)
    for rule in rules.values():
        faults += strangers(rule.id, "status", (rule.status,), STATUSES)
        faults += strangers(rule.id, "rulings", rule.rulings, rulings)
    for step in steps.values():
        faults += strangers(step.id, "rules", step.rules, rules)
    refuse(path, faults)
    return rules, steps


def _odd_readings(ruling: Ruling) -> Iterator[Text]:
    """What does not fit together within a ruling."""
    kind = TYPES.get(ruling.type)
    if kind is None or not isinstance(ruling.default, kind):
        yield fault("type", ruling.id, "default", ruling.type)
        return
    named = ruling.readings if ruling.type == "word" else (ruling.type,)
    if isinstance(ruling.default, str):
        yield from strangers(ruling.id, "default", (ruling.default,), named)
    yield from strangers(ruling.id, "coded", ruling.coded, named)
    yield from strangers(ruling.id, "gists", ruling.gists, named)
    yield from strangers(ruling.id, "readings", named, ruling.gists)


# Readings as people say them


def _word(ruling: Ruling, word: Reading) -> Reading | None:
    return next((each for each in ruling.readings if fold(each) == fold(str(word))), None)


def _number(ruling: Ruling, word: Reading) -> Reading | None:
    """Any number, unless the readings name those that there are."""
    said = str(word).strip()
    return int(said) if said.isdecimal() and (not ruling.readings or str(int(said)) in ruling.readings) else None


def _list(_: Ruling, word: Reading) -> Reading | None:
    if isinstance(word, tuple):
        return word
    try:
        (value,) = tomllib.loads(f"said = {word}").values()
    except ValueError:  # no TOML, or more than a value
        return None
    return tuple(value) if is_words(value) else None


_READERS = {"word": _word, "number": _number, "list": _list}


# Looking up


def fold(word: str) -> str:
    """Case and joints do not matter: `A-13` is `a13`, `empty_ship` is `Empty ship`."""
    return re.sub(r"[\s_-]+", "", word.casefold())


def _family(id: str) -> str:
    """The id without its last two digits, or without its letter."""
    return re.sub(r"(-?\d{1,2}|-[a-z]+)$", "", id)


def _unknown(key: str, word: str, names: Iterable[str]) -> NotUnderstood:
    import difflib

    folded = {fold(name): name for name in names}
    near = difflib.get_close_matches(fold(word), folded, cutoff=0.5)
    return NotUnderstood(key, [folded[name] for name in near], word=word)
