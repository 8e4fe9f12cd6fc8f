"""Every message has its sentence, every sentence its message, and the facts fit: what people read is never a key."""

import ast
import re
from collections.abc import Iterator, Mapping, Sequence, Set
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any, NamedTuple

import pytest

import referee
from referee import answers, asides, box, lookup, opening, proof, record, reply, words
from referee.ask import OVER
from referee.desk import Desk
from referee.errors import RefereeError
from referee.text import Text
from referee.where import tables_folder

PACKAGE = Path(referee.__file__).parent
GAME = PACKAGE / "games" / "planetoid"
SHARED, PLANETOID = tables_folder(), tables_folder("planetoid")
KEY = re.compile(r"[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+")
NO_KEYS = re.compile(r"referee\..*|.*\.toml")
WHOLE = {"census"}  # keys of one word

# Keys that are put together, and everything that they come to.
VERBS = tuple(lookup.verbs(opening.game("planetoid")))
RESULTS = ("won", "lost-tiles", "lost-damage")
DECIDED = ("points", "tiles", "order")
FAMILIES: Mapping[str, Sequence[str]] = {
    "end.{}": RESULTS,
    "end.by-{}": (*DECIDED, "only"),
    "form.{}": VERBS,
    "gist.{}": VERBS,
    "help.{}": asides.HELP,
    "journal.type-{}": ("int", "str", "bool", "list", "date"),
    "line.{}": ("undo", "redo", "keep", "strike", "change"),
    "march.{}": ("only", "value", "face-up", "steps", "row", "right", "column"),
    "price.{}": ("energy", "diamond", "damage"),
    "people.{}": ("player", "solar", "battery", "stored", "saved", "won"),
    "people.apart-{}": ("installed", "damaged", "both"),
    "record.{}": ("undo", "redo"),
    "result.{}": (*RESULTS, "broken-off"),
    "sessions.{}": ("session", "game", "players", "lines", "begun", "box"),
    "state.{}": ("ready", "used", "damaged", "category"),
    "tables.{}": ("field", "shape", "missing", "twice", "stranger", "type", "differs"),
    "tell.{}": (
        "bonuses.unknown",
        "pool.guessed",
        "jobs.unknown",
        "spawn.unknown",
        "card.untold",
        "origin.no-middle",
        "told.needed",
    ),
    "trigger.{}": ("tiles", "bonuses"),
    "verdict.{}": ("legal", "open", "illegal", "held"),
    "view.by-{}": DECIDED,
    "view.score-{}": ("tiles", "bonus", "end"),
    "view.wants-{}": ("symbols", "value", "both", "any", "same", "different", "worth"),
    "{}-{}": ("alien.marches-candidates",),
}
ENTRY = {"who", "what", "by", "now", "rule"}  # what every change tells besides its own facts
# What makes a message, and the facts that it adds.
MAKERS: Mapping[str, Set[str]] = {
    **dict.fromkeys(("Text", "Objection", "broken", "waivable", "disputed", "refusal"), frozenset[str]()),
    **dict.fromkeys(("Failed", "NotUnderstood", "Damaged"), frozenset[str]()),
    **dict.fromkeys(("change", "mark", "Entry"), ENTRY),
    **dict.fromkeys(("happen", "mention"), ENTRY - {"by", "now"}),
    "_Halt": {"line"},
    "undone": {"n"},
}
LATER = {"journal.py": {"line"}}  # facts that are added where the message is finished
NO_FACTS = {"basis", "stands", "waivable", "needed"}


class Use(NamedTuple):
    """A key where the code names it, with the names of its facts as far as they can be read off there."""

    place: str
    key: str
    facts: frozenset[str] | None


def sources(folder: Path = PACKAGE) -> list[Path]:
    return sorted(folder.rglob("*.py"))


def is_key(value: object) -> bool:
    return isinstance(value, str) and (value in WHOLE or bool(KEY.fullmatch(value)) and not NO_KEYS.fullmatch(value))


def constants(source: Path) -> Iterator[Use]:
    """Every key that stands in a file, its documentation left out."""
    tree = ast.parse(source.read_text("utf-8"))
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    called = dict(calls(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documentation and is_key(node.value):
            yield Use(f"{source.name}:{node.lineno}", str(node.value), called.get(id(node)))


def calls(tree: ast.AST) -> Iterator[tuple[int, frozenset[str] | None]]:
    """For each constant that is an argument of a call: the names of the facts that go with it, None if unknown."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and (name := called(call)) in MAKERS:
            for n, argument in enumerate(call.args):
                for node in ast.walk(argument) if isinstance(argument, ast.IfExp) else (argument,):
                    yield id(node), facts_of(call, call.args[n + 1 :], MAKERS[name])


def called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def facts_of(call: ast.Call, after: Sequence[ast.expr], given: Set[str]) -> frozenset[str] | None:
    """The names of the facts of a call, as far as keywords and a mapping written out name all of them."""
    found = set(given)
    for keyword in call.keywords:
        if keyword.arg is None:
            return None
        found |= {keyword.arg} - NO_FACTS
    for argument in after:
        if isinstance(argument, ast.Dict):
            if not all(isinstance(key, ast.Constant) for key in argument.keys):
                return None
            found |= {str(key.value) for key in argument.keys if isinstance(key, ast.Constant)}
        elif not isinstance(argument, ast.Constant) and called(call) in ("Text", "Objection", "Entry"):
            return None
    return frozenset(found)


def families(source: Path) -> Iterator[str]:
    """The keys of a file that are put together, `{}` for what is put in."""
    for node in ast.walk(ast.parse(source.read_text("utf-8"))):
        if isinstance(node, ast.Call) and called(node) in ("Text", "happen"):
            for argument in node.args:
                if isinstance(argument, ast.JoinedStr):
                    parts = (v.value if isinstance(v, ast.Constant) else "{}" for v in argument.values)
                    if " " not in (family := "".join(map(str, parts))) and family != "{}":
                        yield family


def templates(*folders: Path) -> dict[str, Any]:
    return {key: template for folder in reversed(folders) for key, template in words._templates(folder).items()}


def members() -> set[str]:
    return {
        member if "." in member and family != "tell.{}" else family.format(member) if "{}" in family else member
        for family, parts in FAMILIES.items()
        for member in parts
    }


USES = [use for source in sources() for use in constants(source)]


def test_the_keys_that_are_put_together_are_the_ones_listed_here() -> None:
    assert {family for source in sources() for family in families(source)} == set(FAMILIES)


def test_every_key_of_the_code_has_a_sentence() -> None:
    both, shared = templates(PLANETOID, SHARED), templates(SHARED)
    missing = [use[:2] for use in USES if use.key not in (both if "planetoid" in str(use.place) else both | shared)]
    assert missing == []
    assert members() - set(both) == set()


def test_the_shared_rooms_need_no_sentence_of_a_game() -> None:
    rooms = [source for source in sources() if GAME not in source.parents]
    known = templates(SHARED)
    assert [use[:2] for source in rooms for use in constants(source) if use.key not in known] == []


@pytest.mark.parametrize("folder", [SHARED, PLANETOID], ids=["shared", "planetoid"])
def test_no_sentence_is_without_a_message(folder: Path) -> None:
    used = {use.key for use in USES} | members()
    assert [key for key in templates(folder) if key not in used] == []


def test_the_facts_of_every_message_fill_its_sentence() -> None:
    told = [use for use in USES if use.facts is not None and use.key in templates(PLANETOID, SHARED)]
    assert len(told) > 200
    assert [(use.place, use.key, lacking) for use in told if (lacking := lacks(use))] == []


def test_what_has_a_form_of_its_own_for_one_tells_how_many() -> None:
    known = templates(PLANETOID, SHARED)
    told = [use for use in USES if use.facts is not None and use.key in known and known[use.key].one]
    assert len(told) > 10
    assert [(use.place, use.key) for use in told if "n" not in (use.facts or ())] == []


def lacks(use: Use) -> Set[str]:
    """The facts that the sentence of a message names and the code does not tell."""
    source = Path(use.place.partition(":")[0])
    folders = (PLANETOID, SHARED) if (GAME / source).exists() else (SHARED,)
    template = templates(*folders)[use.key]
    return names(template.other) - (use.facts or frozenset()) - LATER.get(source.name, set())


def names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


# -- what a game comes to ------------------------------------------------------------------


def texts(thing: Any) -> Iterator[Text]:
    """Every message in a part of a screen, and those that it quotes."""
    if isinstance(thing, Text):
        yield thing
        yield from texts(thing.facts)
    elif isinstance(thing, Mapping):
        for value in thing.values():
            yield from texts(value)
    elif isinstance(thing, tuple | list):
        for value in thing:
            yield from texts(value)


def unfilled(parts: Any) -> Iterator[tuple[str, set[str]]]:
    """The messages that would be shown as keys, with what they lack."""
    known = templates(PLANETOID, SHARED)
    for text in texts(parts):
        template = known.get(text.key)
        lacking = names(template.other) - set(text.facts) if template else {"a sentence"}
        if lacking:
            yield text.key, lacking


MODES = (
    ("mode=solo", "difficulty=easy"),
    ("mode=solo", "difficulty=medium"),
    ("mode=solo", "difficulty=hard"),
    ("mode=basic",),
    ("mode=advanced",),
    ("mode=danger", "difficulty=medium"),
    ("mode=moon-basic",),
    ("mode=moon-advanced",),
    ("mode=five-eight",),
    ("mode=five-eight", "board=full+moon"),
    ("mode=five-eight", "tiles=separate", "aliens=danger", "difficulty=hard"),
)
NAMES = ("Ann:green", "Bea:red", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")


SMALL = ("board full ###/###/###", "board moon -#-/###/-#-")


def table(rnd: Random, options: Sequence[str]) -> Desk:
    """A game dealt by the referee, some of the box untold; often on boards so small that it comes to an end."""
    play, kit = opening.game("planetoid"), opening.kit("planetoid")
    least, most = play.seats(play.settings(dict(word.split("=") for word in options), kit))
    told = [s for s in box.practice(PLANETOID).sentences if rnd.random() > 0.02 or "board" in s]
    told += [f"teach {board}" for board in SMALL if rnd.random() < 0.7]
    head = {"players": NAMES[: rnd.randint(least, most)], "options": options, "box": told}
    return opening.desk({**head, "game": "planetoid", "draws": "referee", "seed": rnd.randrange(9999)})


def sentence(desk: Desk, rnd: Random) -> str:
    """Something that might be said, sensible or not."""
    verb = rnd.choice((*desk.game.VERBS, "end", "drill"))
    found = [verb.sentences for verb in answers.by_verb(desk.game, desk.ask, 9) if verb.sentences]
    if rnd.random() < 0.7:
        return rnd.choice(rnd.choice(found) if found else box.practice(PLANETOID).sentences)
    board = "" if "+" not in desk.ask.pos.options.board else rnd.choice(("1:", "2:", ""))
    space = [f"{board}{rnd.choice('ABCDEFGH')}{rnd.randint(1, 8)}" for _ in range(3)]
    kind, job = rnd.choice(("rock", "ruby", "diamond")), rnd.choice(("b01", "b09", "card", "b99"))
    who, other = rnd.choice(("", "", "Bea ")), rnd.choice(("Ann", "Bea", "Zoe"))
    rest = ("", space[0], " ".join(space), f"{space[0]} {kind}", f"{kind} {job}", "scan", other)
    more = (
        f"{kind} claim {job}",
        f"{job} b02 none",
        f"s0{rnd.randint(1, 3)} {other} 4",
        f"{other} {rnd.randint(0, 4)}",
    )
    return f"{who}{verb} {rnd.choice((*rest, *more))}".strip()


@pytest.mark.parametrize("options", MODES, ids=" ".join)
def test_whatever_is_said_in_a_game_nobody_is_shown_a_key(options: Sequence[str]) -> None:
    rnd, found, heard = Random("".join(options)), set[Any](), 0
    desk = table(rnd, options)
    found |= set(unfilled([*reply.begun(desk, "kitchen", "kitchen.toml"), *reply.asked(desk)]))
    desk.deal()
    for _ in range(150):
        try:
            said = desk.say(sentence(desk, rnd))
        except RefereeError as error:
            parts: list[Any] = list(reply.error(error))
        else:
            heard += bool(said.lines)
            parts = [*reply.said(desk, said), *reply.asked(desk)]
        if desk.ask.rule == OVER:
            parts += everything(desk)
            desk.undo(min(len(desk.acts), 5))
        found |= {(key, *lacking) for key, lacking in unfilled(parts)}
    assert found | {(key, *lacking) for key, lacking in unfilled(everything(desk))} == set()
    assert heard > 20


def everything(desk: Desk) -> Iterator[Any]:
    """All that may be looked at."""
    yield from (*reply.to_say(desk), *record.log(desk), *desk.game.view(desk.ask.pos), *desk.game.score(desk.ask.pos))
    yield from proof.overview(desk)
    for who, what in list(proof.counters(desk))[:9]:
        yield from proof.parts(desk, f"{who} {what}")
