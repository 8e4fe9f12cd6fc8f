"""The box: figures of the rulebook, and what this table's cards say (taught, never invented) [8].

What is taught is a sentence, the same in the box file, in the header of a session and at the prompt:

    teach faction drifters game asteroid any controlled 1 vp     when, what, which, how, then what it gives
    teach faction drifters final text "as the card says"         what no such sentence can say is done by hand
    teach faction drifters final none                            the card has no such bonus
    teach monster dragon ap 7
    teach nebula neb3 e ne nw                                    a pattern, as the tile lies
    teach inner plain                                            what is printed on the six spaces round Homeworld
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from referee.errors import NotUnderstood
from referee.hexes import direction
from referee.notation import join, split

GAME, FINAL = "game", "final"  # when a bonus counts [8.0]
THINGS = ("planet", "moon", "mooned", "asteroid", "derelict", "nebula", "nebula-tile", "nanotech", "place", "turn")
HOW = ("present", "controlled", "lost", "any")  # lost: another controls it; any: even without robots there
UNITS = {"vp": "vp", "credits": "credits", "credit": "credits", "rp": "rp", "ap": "ap"}
INSTEAD = "instead"  # of what everybody gets for it
ANY = "any"


class Kind(NamedTuple):
    """A kind of tile: how many there are, what matters when it is laid, and what it costs and gives."""

    name: str
    total: int
    sort: str
    row: str = ""
    closed: str = ""
    eased: bool = False
    start: int = 0
    edges: int = 0
    opposite: bool = False
    derived: bool = False
    shapes: int = 1
    blocked: bool = False
    land: bool = False
    enter: int = 0
    moons: int = 0
    vp: int = 0

    @property
    def cup(self) -> int:
        """How many begin in the cup."""
        return self.total - self.start

    def shows(self, n: int) -> bool:
        """[5.1.6-g] Whether such a tile may have so many solid edges."""
        return n == self.edges or (self.derived and n > 0)


class Hook(NamedTuple):
    """A bonus of a card: when, for what, and what it gives; `text` for what only people can carry out."""

    when: str
    what: str
    which: str = ANY
    how: str = ANY
    gives: tuple[tuple[str, int], ...] = ()
    instead: bool = False
    text: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """What a later sentence about the same bonus takes the place of."""
        return self.when, self.what, self.which, self.how


class Faction(NamedTuple):
    """A faction card; `verified` if all that is known of it was read off it, and not off the rulebook's examples."""

    name: str
    hooks: tuple[Hook, ...] = ()
    verified: bool = True


class Nanotech(NamedTuple):
    """A nanotech: powers, as numbers that its owner adds up, and bonuses in scoring rounds [7.3]."""

    name: str
    title: str
    powers: Mapping[str, int]
    hooks: tuple[Hook, ...]


class Monster(NamedTuple):
    """A monster: robots eaten for each price in APs, and what else it may do for how many [11.3]; 0: cannot.

    `row` is its rule; `goal` what it makes for: a planet with a `moon`, the one next to its `warp`, one `shared`
    or has `most` robots, a `sector`; `captures`: it takes robots away instead of eating them.
    """

    name: str
    row: str
    goal: str
    robots: int
    price: int
    captures: bool = False
    crush: int = 0
    teleport: int = 0


class Kit(NamedTuple):
    """Everything that does not change while a game is played, unless the table teaches it."""

    defaults: Mapping[str, str | int]
    book: Any  # the rulebook: rulings by id or switch, and how their readings are said
    kinds: Mapping[str, Kind]
    start: Mapping[str, int]  # starting values [3.0, 10]
    copies: Mapping[int, int]  # players -> copies of each nanotech
    points: Mapping[str, int]  # Action Points and other prices [6, 7]
    scoring: Mapping[str, int]
    rounds: Mapping[str, tuple[tuple[int, ...], int]]  # variant -> normal rounds, final round [9.0, 10]
    nanotechs: Mapping[str, Nanotech]
    factions: Mapping[str, Faction]
    monsters: Mapping[str, Monster]
    patterns: Mapping[str, tuple[int, ...]] = {}  # kind of nebula -> the patterns that this box was seen to have [G4]
    appetites: Mapping[str, int] = {}  # monster -> APs on its card [11.1]
    inner: str = ""  # what is printed on the inner spaces, if a table has told
    taught: tuple[str, ...] = ()
    practice: bool = False
    totals: Mapping[str, int] = {}  # kind -> tiles of it in the box
    started: Mapping[str, int] = {}  # kind -> how many of them have START on the back


def kit(tables: Mapping[str, Any], book: Any) -> Kit:
    """The kit of the shipped tables (`tables` by file name); nothing of it depends on a table's own box."""
    figures, cards = tables["figures"], tables["cards"]
    kinds = {t["name"]: Kind(**{key: t[key] for key in Kind._fields if key in t}) for t in tables["tiles"]["tile"]}
    return Kit(
        defaults=book.defaults,
        book=book,
        kinds=kinds,
        start=_values(figures["start"]),
        copies={int(players): n for players, n in figures["deck"]["copies"].items()},
        points=_values(figures["points"]),
        scoring=_values(figures["scoring"]),
        rounds={name: (tuple(row["rounds"]), row["final"]) for name, row in figures["rounds"].items()},
        nanotechs={
            n["name"]: Nanotech(n["name"], n["title"], n.get("powers", {}), _hooks(n.get("hooks", ())))
            for n in cards["nanotech"]
        },
        factions={f["name"]: Faction(f["name"], _hooks(f["hooks"]), f["verified"]) for f in cards["faction"]},
        monsters={m["name"]: Monster(**{key: m[key] for key in Monster._fields if key in m}) for m in cards["monster"]},
        totals={name: kind.total for name, kind in kinds.items() if kind.total},
        started={name: kind.start for name, kind in kinds.items() if kind.start},
    )


def _values(rows: Mapping[str, Any]) -> Mapping[str, int]:
    return {name: row["value"] for name, row in rows.items()}


def _hooks(sentences: Iterable[str]) -> tuple[Hook, ...]:
    return tuple(hook(split(sentence)) for sentence in sentences)


# -- teaching ------------------------------------------------------------------

# What sentences and facts name already: a faction of that name could not be told from it.
_TAKEN = frozenset(("table", "referee", "game", "turn", "cup", "monster", "start", "none", "unknown", "?"))
FORM = "teach faction drifters game asteroid any controlled 1 vp"
FORMS = (FORM, "teach faction drifters final none", 'teach faction drifters game text "what the card says"')


def teach(kit: Kit, words: Sequence[str]) -> Kit:
    """The kit with one more fact of the box; `words` is a sentence after `teach`. Raises NotUnderstood."""
    what, *rest = words or ("",)
    if what not in _TEACH:
        raise NotUnderstood("teach.what", nearest=[f"teach {name} …" for name in _TEACH], word=what)
    if what == "faction":  # the sentences of the game know its name in small letters only
        rest[:1] = [name.casefold() for name in rest[:1]]
    key, changes = _TEACH[what](kit, rest)
    others = tuple(sentence for sentence in kit.taught if _key(sentence) != key)
    return kit._replace(taught=(*others, join((what, *rest))), **changes)


def _key(sentence: str) -> tuple[str, ...]:
    words = split(sentence)
    if words[0] == "faction":
        return ("faction", words[1], *hook(words[2:]).key)
    return tuple(words) if words[0] == "nebula" else tuple(words[: {"monster": 2, "inner": 1}[words[0]]])


def _wrong(form: str) -> NotUnderstood:
    return NotUnderstood("teach.form", nearest=[form], form=form)


def _no_bonus() -> NotUnderstood:
    """What bonuses are said like, and every word that one is made of."""
    units = tuple(dict.fromkeys(UNITS.values()))
    return NotUnderstood("teach.bonus", nearest=FORMS, things=THINGS, how=HOW, units=units)


def hook(words: Sequence[str]) -> Hook:
    """The bonus that these words say: when, what, which, how, gives; or when and `text`. Raises NotUnderstood."""
    if len(words) == 3 and words[0] in (GAME, FINAL) and words[1] == "text":
        return Hook(words[0], "text", text=words[2])
    if list(words[1:]) == ["none"] and words[0] in (GAME, FINAL):
        return Hook(words[0], "none")
    said, instead = (words[:-1], True) if words[-1:] == (INSTEAD,) or words[-1:] == [INSTEAD] else (words, False)
    amounts = tuple(zip(said[4::2], said[5::2], strict=False))
    known = len(said) >= 6 and len(said) % 2 == 0 and said[0] in (GAME, FINAL) and said[1] in THINGS and said[3] in HOW
    if not known or not all(n.isdecimal() and unit in UNITS for n, unit in amounts):
        raise _no_bonus()
    return Hook(said[0], said[1], said[2], said[3], tuple((UNITS[unit], int(n)) for n, unit in amounts), instead)


def _faction(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    if len(words) < 3:
        raise _no_bonus()
    name, new = words[0], hook(words[1:])
    if name in _TAKEN or name.split() != [name]:
        raise NotUnderstood("teach.name", name=name)
    if new.which not in (ANY, *kit.kinds):
        raise NotUnderstood("teach.which", nearest=(ANY, *kit.kinds), which=new.which)
    old = kit.factions.get(name, Faction(name))
    read = {split(sentence)[2] for sentence in kit.taught if split(sentence)[:2] == ("faction", name)}
    before = (each for each in old.hooks if each.key != new.key)
    hooks = tuple(each for each in before if each.when != new.when or new.when in read)  # what is read, for examples
    faction = Faction(name, (*hooks, new), all(each.when in (*read, new.when) for each in hooks))
    return ("faction", name, *new.key), {"factions": {**kit.factions, name: faction}}


def _monster(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    if len(words) != 3 or words[0] not in kit.monsters or words[1] != "ap" or not words[2].isdecimal():
        raise _wrong("teach monster dragon ap 7")
    return ("monster", words[0]), {"appetites": {**kit.appetites, words[0]: int(words[2])}}


def _nebula(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    kind = kit.kinds.get(words[0]) if words else None
    edges = {direction(word) for word in words[1:]}
    if (
        kind is None
        or kind.sort != "nebula"
        or None in edges
        or not kind.shows(len(edges))
        or len(words) != len(edges) + 1
    ):
        raise _wrong("teach nebula neb3 e ne nw")
    lies = sum(1 << d for d in edges if d is not None)
    least = min((lies << n | lies >> (6 - n)) & 0b111111 for n in range(6))
    known = kit.patterns.get(kind.name, ())
    if least not in known:
        known = (*known, least)
    return ("nebula", *words), {"patterns": {**kit.patterns, kind.name: known}}


def _inner(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    if list(words) not in (["plain"], ["empty"]):
        raise _wrong("teach inner plain")
    return ("inner",), {"inner": words[0]}


_TEACH = {"faction": _faction, "monster": _monster, "nebula": _nebula, "inner": _inner}
