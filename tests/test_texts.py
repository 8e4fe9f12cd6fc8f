"""Every message has its sentence, every sentence its message, and the facts fit: what people read is never a key."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache
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
from referee.games.parsec.sentences import PLAIN
from referee.text import Text
from referee.verdict import UNKNOWN
from referee.where import tables_folder

PACKAGE = Path(referee.__file__).parent
SHARED = "shared"  # the rooms of every game
GAMES = tuple(opening.GAMES)
SCOPES = (SHARED, *GAMES)
KEY = re.compile(r"[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+")
NO_KEYS = re.compile(r"referee\..*|.*\.toml")
WHOLE = {"census"}  # keys of one word

# Keys that are put together, and everything that they come to. What is put in may be a whole key; how a sentence of a
# game goes (form, gist) and what tells a fact that nobody has told (tell) is read off the game.
RESULTS = ("won", "lost-tiles", "lost-damage")
DECIDED = ("points", "tiles", "order")
FAMILIES: Mapping[str, Mapping[str, Sequence[str]]] = {
    SHARED: {
        "form.{}": (),
        "gist.{}": (),
        "head.{}": ("verdicts", "follow"),
        "help.{}": asides.HELP,
        "journal.type-{}": ("int", "str", "bool", "list", "date"),
        "line.{}": ("undo", "redo", "keep"),
        "record.{}": ("undo", "redo"),
        "stop.{}": ("keep", "keep-all", "change", "strike"),
        "ruled.{}": ("default", "begun", "said", "once"),
        "possible.{}": ("not-done", "otherwise", "twice", "other-way", "part", "not-back"),
        "claimed.{}": ("left-out", "doubled", "won", "one-left-out", "one-doubled", "one-won"),
        "tables.{}": ("field", "shape", "missing", "twice", "stranger", "type", "differs"),
        "tell.{}": (),
        "verdict.{}": ("legal", "open", "illegal", "held"),
        "{}-{}": (),
    },
    "planetoid": {
        "end.{}": RESULTS,
        "end.by-{}": (*DECIDED, "only"),
        "march.{}": ("only", "value", "face-up", "steps", "row", "right", "column"),
        "price.{}": ("energy", "diamond", "damage"),
        "people.{}": ("player", "solar", "battery", "stored", "saved", "won"),
        "people.apart-{}": ("installed", "damaged", "both"),
        "result.{}": (*RESULTS, "broken-off"),
        "state.{}": ("ready", "used", "damaged", "category"),
        "trigger.{}": ("tiles", "bonuses"),
        "view.by-{}": DECIDED,
        "view.score-{}": ("tiles", "bonus", "end"),
        "view.wants-{}": ("symbols", "value", "both", "any", "same", "different", "worth"),
    },
    "parsec": {
        "people.{}": (
            *("player", "ship", "ap", "credits", "vp", "aboard", "home", "held", "tiles"),
            *("completed", "research", "faction", "monster", "at", "owner", "warp", "since", "target"),
        ),
        "view.{}": ("planet", "lacks", "moons", "robots-there", "control", "nebula", "size", "open"),
    },
}
BY_HAND: Mapping[str, Sequence[str]] = {"planetoid": ("alien.marches-candidates",)}  # put together of two keys
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

    room: Path
    line: int
    key: str
    facts: frozenset[str] | None

    def __str__(self) -> str:
        return f"{self.room.relative_to(PACKAGE)}:{self.line} {self.key}"


@cache
def rooms(scope: str) -> tuple[Path, ...]:
    """The files of a game, or those of no game."""
    if scope != SHARED:
        return tuple(sorted((PACKAGE / "games" / scope).rglob("*.py")))
    theirs = {room for name in GAMES for room in rooms(name)}
    return tuple(sorted(set(PACKAGE.rglob("*.py")) - theirs))


def is_key(value: object) -> bool:
    return isinstance(value, str) and (value in WHOLE or bool(KEY.fullmatch(value)) and not NO_KEYS.fullmatch(value))


def constants(room: Path) -> Iterator[Use]:
    """Every key that stands in a file, its documentation left out."""
    tree = ast.parse(room.read_text("utf-8"))
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    made = dict(calls(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and id(node) not in documentation and is_key(node.value):
            yield Use(room, node.lineno, str(node.value), made.get(id(node)))


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


def families(room: Path) -> Iterator[str]:
    """The keys of a file that are put together, `{}` for what is put in."""
    for node in ast.walk(ast.parse(room.read_text("utf-8"))):
        if isinstance(node, ast.Call) and called(node) in ("Text", "happen"):
            for argument in node.args:
                if isinstance(argument, ast.JoinedStr):
                    parts = (v.value if isinstance(v, ast.Constant) else "{}" for v in argument.values)
                    if " " not in (family := "".join(map(str, parts))) and family != "{}":
                        yield family


def untold(room: Path) -> Iterator[str]:
    """The keys of what is objected because nobody has told a fact."""
    tree = ast.parse(room.read_text("utf-8"))
    imported = [alias for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names]
    called_so = {alias.asname or alias.name for alias in imported if alias.name == "UNKNOWN"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) == "Objection":
            basis = next((k.value for k in node.keywords if k.arg == "basis"), None)
            if getattr(basis, "id", "") in called_so or getattr(basis, "value", "") == UNKNOWN:
                yield from (str(arg.value) for arg in node.args if isinstance(arg, ast.Constant) and is_key(arg.value))


@cache
def uses(scope: str) -> tuple[Use, ...]:
    return tuple(use for room in rooms(scope) for use in constants(room))


@cache
def members(scope: str) -> frozenset[str]:
    """The keys that are put together in the rooms of a scope, or in the shared ones for its sake."""
    found = {family.format(part) for family, parts in FAMILIES[scope].items() for part in parts}
    if scope == SHARED:
        return frozenset(found)
    found |= {f"{about}.{verb}" for about in ("form", "gist") for verb in lookup.verbs(opening.game(scope))}
    found |= {f"tell.{key}" for room in rooms(scope) for key in untold(room)}
    return frozenset((*found, *BY_HAND.get(scope, ())))


@cache
def templates(scope: str) -> Mapping[str, Any]:
    """The sentences that a scope knows: its own on top of the shared ones."""
    return {**words._templates(tables_folder()), **own(scope)}


def own(scope: str) -> Mapping[str, Any]:
    return words._templates(tables_folder() if scope == SHARED else tables_folder(scope))


@pytest.mark.parametrize("scope", SCOPES)
def test_the_keys_that_are_put_together_are_the_ones_listed_here(scope: str) -> None:
    assert {family for room in rooms(scope) for family in families(room)} == set(FAMILIES[scope])


@pytest.mark.parametrize("scope", SCOPES)
def test_every_key_of_the_code_has_a_sentence(scope: str) -> None:
    """Those of the shared rooms need none of a game."""
    known = templates(scope)
    assert [str(use) for use in uses(scope) if use.key not in known] == []
    assert members(scope) - set(known) == set()


@pytest.mark.parametrize("scope", SCOPES)
def test_no_sentence_is_without_a_message(scope: str) -> None:
    scopes = SCOPES if scope == SHARED else (SHARED, scope)
    used = {use.key for each in scopes for use in uses(each)} | {key for each in scopes for key in members(each)}
    assert [key for key in own(scope) if key not in used] == []


@pytest.mark.parametrize("scope", SCOPES)
def test_the_facts_of_every_message_fill_its_sentence(scope: str) -> None:
    told = [use for use in uses(scope) if use.facts is not None and use.key in templates(scope)]
    assert len(told) > 100
    assert [(str(use), lacking) for use in told if (lacking := lacks(use, scope))] == []


@pytest.mark.parametrize("scope", SCOPES)
def test_what_has_a_form_of_its_own_for_one_tells_how_many(scope: str) -> None:
    known = templates(scope)
    told = [use for use in uses(scope) if use.facts is not None and use.key in known and known[use.key].one]
    assert told
    assert [str(use) for use in told if "n" not in (use.facts or ())] == []


def lacks(use: Use, scope: str) -> Set[str]:
    """The facts that the sentence of a message names and the code does not tell."""
    sentence = templates(scope)[use.key].other
    return names(sentence) - (use.facts or frozenset()) - LATER.get(use.room.name, set())


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


def unfilled(game: str, parts: Any) -> Iterator[tuple[str, ...]]:
    """The messages that would be shown as keys, with what they lack."""
    known = templates(game)
    for text in texts(parts):
        template = known.get(text.key)
        lacking = names(template.other) - set(text.facts) if template else {"a sentence"}
        if lacking:
            yield text.key, *sorted(lacking)


PLANETOID = (
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
PARSEC = (
    (),
    ("monsters=yes",),
    ("quick=yes", "factions=chosen"),
    ("even=yes", "nanotechs=chosen", "monsters=yes"),
    ("quick=yes", "even=yes", "factions=chosen", "nanotechs=chosen", "monsters=yes"),
)
MODES = [("planetoid", mode) for mode in PLANETOID] + [("parsec", mode) for mode in PARSEC]
PEOPLE = ("Ann:green", "Bea:red", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal")
SMALL = ("board full ###/###/###", "board moon -#-/###/-#-")  # so that a game comes to an end


def table(rnd: Random, game: str, options: Sequence[str]) -> Desk:
    """A game dealt by the referee, some of the box untold; often on boards so small that it comes to an end."""
    play, kit = opening.game(game), opening.kit(game)
    least, most = play.seats(play.settings(dict(word.split("=") for word in options), kit))
    told = [s for s in box.practice(tables_folder(game)).sentences if rnd.random() > 0.02 or "board" in s]
    told += [f"teach {board}" for board in SMALL if game == "planetoid" and rnd.random() < 0.7]
    head = {"players": PEOPLE[: rnd.randint(least, most)], "options": options, "box": told}
    return opening.desk({**head, "game": game, "draws": "referee", "seed": rnd.randrange(9999)})


def sentence(desk: Desk, rnd: Random) -> str:
    """Something that might be said, sensible or not."""
    verb = rnd.choice((*desk.game.VERBS, *OFTEN[desk.game.NAME]))
    found = [verb.sentences for verb in answers.by_verb(desk.game, desk.ask, 9) if verb.sentences]
    if rnd.random() < 0.7:
        taught = box.practice(tables_folder(desk.game.NAME)).sentences
        return rnd.choice(rnd.choice(found) if found else taught)
    who = rnd.choice(("", "", "Bea "))
    return f"{who}{verb} {rnd.choice(REST[desk.game.NAME](desk, rnd))}".strip()


def rest_planetoid(desk: Desk, rnd: Random) -> Sequence[str]:
    """What may follow a verb."""
    board = "" if "+" not in desk.ask.pos.options.board else rnd.choice(("1:", "2:", ""))
    space = [f"{board}{rnd.choice('ABCDEFGH')}{rnd.randint(1, 8)}" for _ in range(3)]
    kind, job = rnd.choice(("rock", "ruby", "diamond")), rnd.choice(("b01", "b09", "card", "b99"))
    other = rnd.choice(("Ann", "Bea", "Zoe"))
    rest = ("", space[0], " ".join(space), f"{space[0]} {kind}", f"{kind} {job}", "scan", other)
    more = (
        f"{kind} claim {job}",
        f"{job} b02 none",
        f"s0{rnd.randint(1, 3)} {other} 4",
        f"{other} {rnd.randint(0, 4)}",
    )
    return (*rest, *more)


def rest_parsec(desk: Desk, rnd: Random) -> Sequence[str]:
    """What may follow a verb."""
    hexes = [f"{rnd.choice('HJKLMPQR')}{rnd.randint(0, 4)}" for _ in range(3)]
    kind, card = rnd.choice((*PLAIN, "neb1", "neb2")), rnd.choice(("bomb", "auto", "carto", "nothing"))
    other, n = rnd.choice(("Ann", "Bea", "Zoe")), rnd.randint(1, 9)
    edges = rnd.choice(("", "e", "e ne", "nw w sw", "w e"))
    rest = ("", str(n), hexes[0], " ".join(hexes), f"{kind} {hexes[0]} {edges}", f"{hexes[0]} {edges}", kind, card)
    more = (
        f"{card} {n}",
        f"{card} 1, auto {n}",
        f"{card} research carto auto",
        f"{other} {card} auto",
        f"{other} {n}",
        f"{n} {hexes[0]}",
        f"planet {hexes[0]}",
        f"nebula {hexes[0]}",
        rnd.choice(("planet", "round", "dragon", "slaver", "safari", "safari tidal ccc", "all", "yes", "a", "carto b")),
    )
    return (*rest, *more)


OFTEN: Mapping[str, Sequence[str]] = {
    "planetoid": ("end", "drill"),
    "parsec": ("place", "place", "place", "end", "fly", "beam-down", "walk", "allot"),
}
REST: Mapping[str, Callable[[Desk, Random], Sequence[str]]] = {"planetoid": rest_planetoid, "parsec": rest_parsec}


@pytest.mark.parametrize(("game", "options"), MODES, ids=lambda part: " ".join(part) if type(part) is tuple else part)
def test_whatever_is_said_in_a_game_nobody_is_shown_a_key(game: str, options: Sequence[str]) -> None:
    rnd, found, heard = Random("".join(options)), set[Any](), 0
    desk = table(rnd, game, options)
    found |= set(unfilled(game, [*reply.begun(desk, "kitchen", "kitchen.toml"), *reply.asked(desk)]))
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
        found |= set(unfilled(game, parts))
    assert found | set(unfilled(game, list(everything(desk)))) == set()
    assert heard > 20


def everything(desk: Desk) -> Iterator[Any]:
    """All that may be looked at."""
    yield from (*reply.to_say(desk), *record.log(desk), *desk.game.view(desk.ask.pos), *desk.game.score(desk.ask.pos))
    yield desk.game.status(desk.ask.pos)
    yield from proof.overview(desk)
    for who, what in list(proof.counters(desk))[:9]:
        yield from proof.parts(desk, f"{who} {what}")
