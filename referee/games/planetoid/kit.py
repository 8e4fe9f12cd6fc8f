"""The box: figures of the rulebook, and what this table's cards and boards say (taught, never invented) [9].

What is taught is a sentence, the same in the box file, in the header of a session and at the prompt:

    teach board full --###--/-#####-/--###--
    teach origin-card pink pink pink                 the side, who consumes, who moves
    teach category reroute scan
    teach price booster-drill energy 2 damage 0      where a tile says otherwise than the rulebook [A-20]
    teach bonus b01 solo ruby ruby 9                 symbols, then the number if one is printed
    teach bonus b01 front ruby ruby any points 6     slots, as in matching.py, then what it is worth
    teach end-bonus ruby 4                           the points of an end-of-game bonus
    teach spawn s05 green+yellow 2 damage shuffle    levels, alien icons, then what else it shows
    teach ability A front top Beacon energy 1 does move-alien
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from referee.errors import NotUnderstood
from referee.games.planetoid import geometry
from referee.games.planetoid.matching import Need, need
from referee.notation import join, split

COLOURS = ("pink", "blue")
LEVELS = ("green", "yellow", "red")
SLOTS = ("solo-top", "solo-bottom")
CATEGORIES = ("drill", "scan", "ship", "utility")
# What an ability may do without a hand: the act of a system of that name, or one alien token moved or taken away.
PRIMITIVES = (
    "move-alien",
    "remove-alien",
    "sweep",
    "scan",
    "repair",
    "charge",
    "drill",
    "precision-drill",
    "quick-ship",
)


class System(NamedTuple):
    """A system of the player board or of the pool [1.5, 1.6]: its price in energy and damage, and what it does.

    `rule` is its row of the rules; `verified` whether a table has looked at its category.
    """

    name: str
    category: str
    act: str
    energy: int
    damage: int
    amount: int
    base: bool
    bottom: bool
    passive: bool
    rule: str
    verified: bool


class Level(NamedTuple):
    """A difficulty [T-806]: growth rate, number of jobs, colours of the spawn cards kept."""

    growth: int
    jobs: int
    spawn: tuple[str, ...]


class Job(NamedTuple):
    """The solo side of a shipping bonus [T-818]: symbols, and the value that all its tiles must reach (0: none)."""

    symbols: tuple[str, ...]
    number: int


class Bonus(NamedTuple):
    """The front of a shipping bonus [T-606]: what a shipment must hold, and its points."""

    wants: Need
    points: int


class Card(NamedTuple):
    """A spawn card: levels whose symbol it bears, alien icons, and whether it damages and shuffles."""

    levels: tuple[str, ...]
    icons: int
    damage: bool
    shuffle: bool


class Ability(NamedTuple):
    """One ability of a solo card [T-816]: its price, and either a primitive (`does`) or words for people (`text`)."""

    name: str
    energy: int
    diamond: int
    damage: int
    does: str
    text: str


class Kit(NamedTuple):
    """Everything that does not change while a game is played, unless the table teaches it."""

    defaults: Mapping[str, str | int]
    book: Any  # the rulebook: rulings by id or switch, and how their readings are said
    values: Mapping[str, int]  # kind -> value, in rising order
    counts: Mapping[str, int]  # kind -> tiles in the box
    moon: Mapping[str, int]  # kind -> tiles of the Small Moon [T-1012]
    systems: Mapping[str, System]
    levels: Mapping[str, Level]
    limits: Mapping[str, int]
    boards: Mapping[str, str]
    origin_card: Mapping[str, tuple[str, str]]
    jobs: Mapping[str, Job]
    bonuses: Mapping[str, Bonus]
    end_points: Mapping[str, int]  # kind -> points of its end-of-game bonus
    spawn: Mapping[str, Card]
    abilities: Mapping[tuple[str, str, str], Ability]
    base: tuple[str, ...]  # the systems of the player board, in its order
    additional: tuple[str, ...]  # those of the pool
    taught: tuple[str, ...] = ()
    practice: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(self.values)


def kit(tables: Mapping[str, Any], book: Any) -> Kit:
    """The kit of the shipped tables (`tables` by file name); nothing of it depends on a table's own box."""
    systems = {
        s["name"]: System(
            s["name"],
            s["category"],
            s["act"],
            s["energy"],
            s["damage"],
            s.get("amount", 0),
            s["base"],
            s.get("bottom", False),
            s.get("passive", False),
            s["source"],
            s["verified"],
        )
        for s in tables["systems"]["system"]
    }
    solo = tables["solo"]
    return Kit(
        defaults=book.defaults,
        book=book,
        values={t["name"]: t["value"] for t in tables["tiles"]["tile"]},
        counts={t["name"]: t["count"] for t in tables["tiles"]["tile"]},
        moon={t["name"]: t["moon"] for t in tables["tiles"]["tile"]},
        systems=systems,
        levels={n: Level(v["growth"], v["jobs"], tuple(v["spawn"])) for n, v in solo["levels"].items()},
        limits={n: v if isinstance(v, int) else v["value"] for n, v in solo["limits"].items()},
        boards={},
        origin_card={},
        jobs={},
        bonuses={},
        end_points={},
        spawn={},
        abilities={},
        base=tuple(s.name for s in systems.values() if s.base),
        additional=tuple(s.name for s in systems.values() if not s.base),
    )


def teach(kit: Kit, words: Sequence[str]) -> Kit:
    """The kit with one more fact of the box; `words` is a sentence after `teach`.

    A later sentence about the same component takes the place of the earlier. Raises NotUnderstood.
    """
    what, *rest = words or ("",)
    if what not in _TEACH:
        raise NotUnderstood("teach.what", nearest=[f"teach {name} …" for name in _TEACH], word=what)
    key, changes = _TEACH[what](kit, rest)
    others = tuple(s for s in kit.taught if not s.startswith(what) or _key(s) != key)
    return kit._replace(taught=(*others, join(words)), **changes)


def _key(sentence: str) -> tuple[str, ...]:
    words = split(sentence)
    return tuple(words[: {"ability": 4, "bonus": 3}.get(words[0], 2)])


# What sentences and facts name already: a component of that name could not be told from it.
_TAKEN = frozenset(
    ("aliens", "card", "deck", "game", "origin", "pool", "removed", "side", "table", "turn")
    + ("battery", "face-down", "install", "none", "to", "unknown", "?")
)


def _free(name: str) -> str:
    """The name of a component: one word that names nothing else. Raises NotUnderstood."""
    if name.casefold() in _TAKEN or name.split() != [name]:
        raise NotUnderstood("teach.name", name=name)
    return name


def _wrong(form: str) -> NotUnderstood:
    return NotUnderstood("teach.form", nearest=[form], form=form)


def _board(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    if len(words) != 2 or words[0] not in ("full", "moon"):
        raise _wrong("teach board full --###--/-#####-/--###--")
    limit = sum((kit.moon if words[0] == "moon" else kit.counts).values())
    faults = geometry.outline_faults(words[1], limit)
    if faults:
        raise NotUnderstood(faults[0], rule="G-2", limit=limit)
    return ("board", words[0]), {"boards": {**kit.boards, words[0]: words[1]}}


def _origin_card(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    if len(words) != 3 or set(words) - set(COLOURS):
        raise _wrong("teach origin-card pink pink pink")
    side, eats, moves = words
    return ("origin-card", side), {"origin_card": {**kit.origin_card, side: (eats, moves)}}


def _category(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    if len(words) != 2 or words[0] not in kit.additional or words[1] not in CATEGORIES:
        raise _wrong("teach category reroute scan")
    system = kit.systems[words[0]]._replace(category=words[1], verified=True)
    return ("category", system.name), {"systems": {**kit.systems, system.name: system}}


def _price(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    name, energy, damage = words[:1], words[1:3], words[3:]
    known = name and name[0] in kit.systems and energy[:1] == ["energy"] and damage[:1] == ["damage"]
    if not known or len(words) != 5 or not energy[1].isdecimal() or damage[1] not in ("0", "1"):
        raise _wrong("teach price booster-drill energy 2 damage 0")
    system = kit.systems[name[0]]._replace(energy=int(energy[1]), damage=int(damage[1]))
    return ("price", system.name), {"systems": {**kit.systems, system.name: system}}


def _bonus(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    form = "teach bonus b01 solo ruby ruby 9"
    if words[1:2] == ["front"]:
        return _front(kit, words)
    if len(words) < 3 or words[1] != "solo":
        raise _wrong(form)
    number = int(words[-1]) if words[-1].isdecimal() else 0
    symbols = tuple(words[2:-1] if number else words[2:])
    if set(symbols) - set(kit.kinds):
        raise _wrong(form)
    return ("bonus", words[0], "solo"), {"jobs": {**kit.jobs, _free(words[0]): Job(symbols, number)}}


def _front(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    if len(words) < 5 or words[-2] != "points" or not words[-1].isdecimal():
        raise _wrong("teach bonus b01 front ruby ruby any points 6")
    wants = need(words[2:-2], kit.kinds)
    if wants is None:
        raise _wrong("teach bonus b01 front same*3 points 6")
    bonus = Bonus(wants, int(words[-1]))
    return ("bonus", words[0], "front"), {"bonuses": {**kit.bonuses, _free(words[0]): bonus}}


def _end_bonus(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    if len(words) != 2 or words[0] not in kit.kinds or not words[1].isdecimal():
        raise _wrong("teach end-bonus ruby 4")
    return ("end-bonus", words[0]), {"end_points": {**kit.end_points, words[0]: int(words[1])}}


def _spawn(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    form = "teach spawn s05 green+yellow 2 damage shuffle"
    shown = len(words) > 2 and words[2] in ("0", "1", "2") and not set(words[3:]) - {"damage", "shuffle"}
    if not shown or words[0].isdecimal():  # a number tells what a card shows
        raise _wrong(form)
    levels = tuple(words[1].split("+"))
    if set(levels) - set(LEVELS):
        raise _wrong(form)
    card = Card(levels, int(words[2]), "damage" in words[3:], "shuffle" in words[3:])
    return ("spawn", words[0]), {"spawn": {**kit.spawn, _free(words[0]): card}}


def _ability(kit: Kit, words: Sequence[str]) -> tuple[tuple[str, ...], dict[str, Any]]:
    form = "teach ability A front top Beacon energy 1 does move-alien"
    if len(words) < 8 or len(words) % 2 or words[1] not in ("front", "back") or words[2] not in ("top", "bottom"):
        raise _wrong(form)
    facts = dict(zip(words[4::2], words[5::2], strict=False))
    prices = {cost: facts.get(cost, "0") for cost in ("energy", "diamond", "damage")}
    known = set(facts) <= {*prices, "does", "text"} and ("does" in facts) != ("text" in facts)
    if not known or not all(price.isdecimal() for price in prices.values()):
        raise _wrong(form)
    if facts.get("does", PRIMITIVES[0]) not in PRIMITIVES:
        raise NotUnderstood("teach.does", nearest=PRIMITIVES, does=facts["does"])
    energy, diamond, damage = (int(price) for price in prices.values())
    ability = Ability(words[3], energy, diamond, damage, facts.get("does", ""), facts.get("text", ""))
    place = (_free(words[0]), words[1], f"solo-{words[2]}")
    return ("ability", *words[:3]), {"abilities": {**kit.abilities, place: ability}}


_TEACH = {
    "board": _board,
    "origin-card": _origin_card,
    "category": _category,
    "price": _price,
    "bonus": _bonus,
    "end-bonus": _end_bonus,
    "spawn": _spawn,
    "ability": _ability,
}


def kept(kit: Kit, colours: Sequence[str]) -> tuple[str, ...]:
    """The spawn cards of the box that a difficulty keeps [T-807]: those that bear a symbol of its colours."""
    return tuple(name for name, card in kit.spawn.items() if keeps(card, colours))


def keeps(card: Card, colours: Sequence[str]) -> bool:
    """Whether a spawn card bears a symbol of these colours."""
    return any(level in colours for level in card.levels)


def lacking(symbols: Sequence[str], tiles: Mapping[str, int]) -> Counter[str]:
    """The symbols of a job that no tile on it serves yet."""
    return Counter(symbols) - Counter(tiles)
