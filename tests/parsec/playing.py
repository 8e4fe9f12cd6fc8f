"""What is said on a walk through PARSEC: with a purpose, so that rare things come about; by slip; and by the way.

Nothing here asks the game what is legal: it is said, and the desk judges.
"""

import tomllib
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from referee import opening, undecided
from referee.ask import TABLE, Ask
from referee.hexes import Hex, distance, label
from referee.notation import join, quote, split
from referee.where import tables_folder
from tests.parsec import counting, twins

NAME = "parsec"
BOX: tuple[str, ...] = tuple(tomllib.loads((tables_folder(NAME) / "practice.toml").read_text("utf-8"))["box"])
FACTIONS = tuple(dict.fromkeys(split(sentence)[2] for sentence in BOX if split(sentence)[1] == "faction"))
CARDS = ("astro", "auto", "irobots", "sensors", "thrusters", "transporters", "carto", "bomb", "warrior")
MONSTERS = ("machine", "shadow", "slaver", "amoeba", "dragon")
KINDS = tuple(counting.TOTALS)
EDGES = ("e", "ne", "nw", "w", "sw", "se")
Words = tuple[str, ...]
LAND = {*twins.COLOURS, *twins.CLOUDS, "asteroid", "derelict"}  # where robots can be landed
Purpose = tuple[str, set[str]]

# -- on purpose ------------------------------------------------------------------


def answer(rnd: Random, ask: Ask) -> str:
    """Something to the purpose; "" where any answer from the menu does."""
    if said := _needed(rnd, ask):
        return said
    purpose = PURPOSES.get(ask.rule)
    if not purpose or rnd.random() < 0.25:
        return ""
    who = next(name for name in reversed(ask.who) if name != TABLE or len(ask.who) == 1)
    verb, liked = purpose(rnd, ask.pos, who)
    if verb == "draw":
        return join((verb, *rnd.sample(sorted(liked), min(len(liked), rnd.choice((1, 1, 2))))))
    verbs = [option for option in opening.game(NAME).options(ask, ()) if option.words == (verb,)]
    return menu(rnd, ask._replace(who=(who,)), (verb,), liked) if verbs else ""


def menu(rnd: Random, ask: Ask, words: Words = (), liked: Container[str] = ()) -> str:
    """A sentence that begins so, as the menu goes on with it; a word that is liked comes before any other."""
    whole = bool(words)
    while options := list(opening.game(NAME).options(ask, words)):
        words, whole = rnd.choice([each for each in options if each.words[-1] in liked] or options)
        if whole and rnd.random() < 0.6:
            break
    return join(words) if whole else ""


def _needed(rnd: Random, ask: Ask) -> str:
    """What no menu has: facts of the box, and what a table has to settle before it goes on."""
    pos = ask.pos
    if (unsettled := list(undecided.undecided(pos))) and rnd.random() < 0.05:
        ruling = pos.kit.book.ruling(rnd.choice(unsettled).id)
        return f"ruling {ruling.id} {ruling.default}"
    if ask.rule == "S2.9" and not pos.budget(ask.who[0]) and _in_radiation(pos, ask.who[0]):
        return rnd.choice(("", "ruling A-43 let_stay"))
    if ask.fact == "appetite":
        return f"teach monster {ask.about[0]} ap {rnd.randint(3, 12)}"
    if ask.rule == "3.0-o" and not ask.about:
        return "ruling A-4 cup"
    if ask.rule in ("S1.5", "S1.6") and len(pos.kit.factions) < len(FACTIONS) and ask.fact != "first":
        return rnd.choice([sentence for sentence in BOX if sentence.startswith("teach faction ")])
    if ask.rule == "8.0-a":
        return _card(rnd, ask)
    return ""


def _in_radiation(pos: Any, who: str) -> bool:
    """Whether a ship, or a robot on its way, is where it must not end its turn."""
    return any(at in _beside(_of(pos, {"pulsar"})) for at in (pos.ships[who], *pos.walked))


def _card(rnd: Random, ask: Ask) -> str:
    """What a faction card says at that time; `done` when it has been told."""
    _, _, when = ask.pos.agenda[0]
    start = ["teach", "faction", ask.about[0], when]
    told = [sentence for sentence in BOX if split(sentence)[:4] == tuple(start)]
    return rnd.choice((*told, "done", join((*start, "none"))))


# -- purposes: a verb, and the words that are liked with it ------------------------------------------------------------


def _labels(hexes: Iterable[Hex]) -> set[str]:
    return set(map(label, hexes))


def _beside(hexes: Iterable[Hex]) -> set[Hex]:
    return {Hex(*near) for at in hexes for near in twins.neighbours(at)}


def _of(pos: Any, kinds: Container[str]) -> set[Hex]:
    """Where tiles of these kinds lie."""
    return {at for at, tile in pos.board.tiles.items() if tile.kind in kinds}


def _held(pos: Any) -> dict[Hex, str]:
    """Where robots stand, and whose."""
    return {at: who for who in pos.names for at in counting.standing(pos, who)}


def _draw(rnd: Random, pos: Any, who: str) -> Purpose:
    """Kinds of tile of which some are left: more often than chance has it those that bring a game on."""
    left = [kind for kind, n in (pos.cup() if pos.turn else pos.starting()).items() if n > 0]
    on = [kind for kind in left if kind in twins.COLOURS]
    rare = [kind for kind in left if kind in {"pulsar", "black-hole", "warp", "supernova", "neb1"}]
    return "draw", set(rnd.choice((left, on or left, on or left, rare or left)))


def _lay(rnd: Random, pos: Any, who: str) -> Purpose:
    """Where a tile changes most: two clouds become one, robots and ships come to harm; or beside what is blocked."""
    spots, kind = pos.board.spots, pos.agenda[0][2]
    joining = [at for at, spot in spots.items() if spot.cloud.bit_count() > 1]
    clouds = joining if joining and rnd.random() < 0.6 else [at for at, spot in spots.items() if spot.cloud]
    harmed = _beside(_held(pos)) if rnd.random() < 0.6 else _beside(pos.ships.values())
    if kind in ("pulsar", "black-hole") and rnd.random() < 0.8:
        return "place", _labels(harmed)
    return "place", _labels(clouds if kind in twins.CLOUDS else rnd.choice((harmed, _beside(_of(pos, twins.BLOCKED)))))


def _act(rnd: Random, pos: Any, who: str) -> Purpose:
    """Robots are landed where they can be; else the ship goes where there is something to do."""
    at, held = pos.ships[who], _held(pos)
    kind = pos.board.tiles[at].kind
    if kind in LAND and held.get(at, who) == who and pos.robots(at).get(who, 0) < 3 and rnd.random() < 0.5:
        return "beam-down", {"1", "2", "3"}
    weights = {"fly": 8, "buy": 1, "beam-up": 1, "walk": 3, "end": 9 - min(pos.count(who, "ap"), 5)}
    weights |= {"jump": 20} if kind == "warp" else {}
    weights |= {"bomb": 9} if kind in twins.COLOURS or any(beast.at == at for beast in pos.beasts.values()) else {}
    weights |= {"ransom": 9} if pos.count(who, "held") else {}
    verb = rnd.choices(list(weights), list(weights.values()))[0]
    liked = {"buy": {"1"}, "ransom": {"1"}, "jump": _labels(_beside(_of(pos, {"pulsar", "supernova"})))}
    return verb, liked.get(verb) or _sights(rnd, pos, at)


def _sights(rnd: Random, pos: Any, at: Hex) -> set[str]:
    """The nearest of what may be worth a way: sites, those next to others, warps, monsters, robots, radiation."""
    held = _held(pos)
    sites = {hex for hex in _of(pos, LAND) if hex not in held}
    beasts, shared = [beast.at for beast in pos.beasts.values()], sites & _beside(held)
    radiation = _beside(_of(pos, {"pulsar"}))
    wanted = rnd.choice((sites, sites, shared, shared, _of(pos, {"warp"}), beasts, held, radiation, {Hex(0, 0)}))
    return _labels(sorted(wanted, key=lambda hex: distance(hex, at))[:5])


def _hunt(rnd: Random, pos: Any, who: str) -> Purpose:
    """A monster feeds, or goes on."""
    return rnd.choice(("eat", "eat", "capture", "crush", "prowl", "prowl", "teleport", "target")), {"1", "2"}


PURPOSES: dict[str, Callable[[Random, Any, str], Purpose]] = {
    "S1.9": _lay,
    "S2.1": _draw,
    "S2.3": _lay,
    "S2.9": _act,
    "S6.3": _hunt,
}

# -- what nobody would say on purpose ------------------------------------------------------------------

FORMS: dict[str, Words] = {
    "first": ("{p}", "Zoe"),
    "dealt": ("{p} {c} {c} {c}", "{p} {c} {c} {c} {c}", "{p} {c} {c} {c} {c} {c}", "{p} {c}", "Zoe {c} {c} {c}"),
    "start": ("{c} research {c} {c}", "{c} {c} research {c} {c}", "research {c} {c}", "{c} research {c}"),
    "faction": ("{p} {f}", "{p} nobody", "Zoe {f}"),
    "factions": ("{f} {f} {f}", "{f} {f} {f} {f}", "{f} {f} {f} {f} {f}", "{f} nobody {f}"),
    "bid": ("{n}", "9", "14"),
    "pick": ("{f}", "nobody"),
    "draw": ("{k}", "{k} {k}", "{k} {k} {k}"),
    "keep": ("{k}",),
    "place": ("{h}", "{h} {e}", "{k} {h}", "{k} {h} {e}", "{k} {h} {e}", "a", "{k} b {e}", "ne of {p}"),
    "impossible": ("", "{k}"),
    "take-up": ("{t}",),
    "monster": ("{m}",),
    "allot": ("{c} {n}", "{c} {n}, {c} {n}", "{c} {n}, {c} {n}, {c} {n}"),
    "new-card": ("", "{c}"),
    "card": ("{c}",),
    "fly": ("{t}", "{h}", "{t} {t}", "ne", "e se e", "w w w w w w"),
    "jump": ("{t}", "{h}"),
    "beam-down": ("{n}", "16", "{n} {t}"),
    "beam-up": ("", "{n}", "all"),
    "buy": ("{n}",),
    "walk": ("{s} {t}", "{t} {t}", "{s} {t} {t}", "{s} ne", "home {t}"),
    "bomb": ("planet", "{m}", "{t}"),
    "ransom": ("{n}",),
    "save": ("{n}",),
    "end": ("",),
    "done": ("",),
    "score-now": ("planet {t}", "nebula {t}", "round", "planet {h}"),
    "activate": ("{m}",),
    "target": ("{t}",),
    "prowl": ("{t}", "{h}", "{t} {t}", "e", "sw w"),
    "eat": ("{p} {n}",),
    "capture": ("{p}",),
    "crush": ("",),
    "teleport": ("{t}",),
    "rest": ("",),
    "play-on": ("yes", "no"),
}

MONSTROUS = ("activate", "target", "prowl", "eat", "capture", "crush", "teleport", "rest", "ransom")


def stray(rnd: Random, ask: Ask) -> str:
    """A sentence that nobody would say on purpose, of anybody; now and then it is even legal."""
    chance, who = rnd.random(), ""
    if chance < 0.0004:
        return f'{quote(rnd.choice(ask.pos.names))} break-off "the last train"'
    if chance < 0.3:
        who = f"{quote(rnd.choice(ask.pos.names))} "
    asked = [option.words[0] for option in opening.game(NAME).options(ask, ())]
    more = (*("score-now",) * 4, *(MONSTROUS * 2 if ask.pos.beasts else ()))
    verb = rnd.choice(asked if asked and rnd.random() < 0.6 else [*FORMS, *more])
    return who + f"{verb} {filled(rnd, ask, rnd.choice(FORMS[verb]))}".strip()


def filled(rnd: Random, ask: Ask, form: str) -> str:
    """A form with its slots filled at random: hexes near and far, tiles and cards that there are or are not."""
    for slot, words in SLOTS.items():
        while slot in form:
            form = form.replace(slot, rnd.choice(words(rnd, ask)), 1)
    return form


def _kinds(rnd: Random, ask: Ask) -> Sequence[str]:
    """Any kind of tile; the one in hand as often as not, or one that was set aside."""
    match ask.pos.agenda:
        case (("lay", _, kind), *_) if rnd.random() < 0.5:
            return (kind,)
    return ask.pos.aside if ask.pos.aside and rnd.random() < 0.4 else KINDS


def _anywhere(rnd: Random, ask: Ask) -> Sequence[str]:
    """A hex where most tiles must not lie: kept, faced by a cloud, beside a moon or what is blocked; else any."""
    board = ask.pos.board
    shy = [at for at, spot in board.spots.items() if spot.keeps >= 0 or spot.cloud or spot.moons or spot.blocked]
    if shy and rnd.random() < 0.6:
        return [label(at) for at in shy]
    far = Hex(rnd.randint(-9, 9), rnd.randint(-9, 9))
    return [label(far)] if rnd.random() < 0.1 else [label(at) for at in (*board.spots, *board.tiles)]


def _tiles(rnd: Random, ask: Ask) -> Sequence[str]:
    """A tile, as often as not one next to a ship or a monster."""
    pos, tiles = ask.pos, list(ask.pos.board.tiles)
    stands = [*pos.ships.values(), *(beast.at for beast in pos.beasts.values())]
    near = [at for at in tiles if any(distance(at, there) <= 2 for there in stands)]
    return [label(at) for at in (near if near and rnd.random() < 0.6 else tiles)]


def _edges(rnd: Random) -> Sequence[str]:
    """Two edges side by side, as often as not; else any number of them anywhere."""
    if rnd.random() < 0.5:
        d = rnd.randrange(len(EDGES))
        return EDGES[d], EDGES[d - 1]
    return rnd.sample(EDGES, rnd.randint(1, 4))


def _robots(rnd: Random, ask: Ask) -> Sequence[str]:
    """Where somebody's robots stand."""
    return [label(at) for name in ask.pos.names for at in counting.standing(ask.pos, name)] or ["home"]


def _cards(rnd: Random, ask: Ask) -> Sequence[str]:
    """A card of somebody's, or any."""
    held = [card for cards in ask.pos.research.values() for card in cards]
    return held if held and rnd.random() < 0.7 else CARDS


SLOTS: dict[str, Callable[[Random, Ask], Sequence[str]]] = {
    "{h}": _anywhere,
    "{t}": _tiles,
    "{s}": _robots,
    "{k}": _kinds,
    "{e}": lambda rnd, ask: [" ".join(_edges(rnd))],
    "{p}": lambda rnd, ask: list(map(quote, ask.pos.names)),
    "{c}": _cards,
    "{f}": lambda rnd, ask: [*ask.pos.offered, *FACTIONS],
    "{m}": lambda rnd, ask: [*ask.pos.beasts, *MONSTERS],
    "{n}": lambda rnd, ask: "1112345",
}

# -- by the way ------------------------------------------------------------------

TEACH = (
    *BOX,
    *("teach inner empty", "teach monster dragon ap 3", "teach monster machine ap 12", "teach nebula neb3 e nw sw"),
    *("teach faction drifters game asteroid any controlled 1 vp", "teach faction safari game none"),
    *("teach faction hermit final planet any lost 1 credit 1 rp 2 ap", 'teach faction wright game text "sing"'),
)


def remark(rnd: Random, ask: Ask, rulings: Sequence[Any]) -> str:
    """Something that may be said at any question, a note apart."""
    chance = rnd.random()
    if chance < 0.35:
        ruling = rnd.choice(rulings)
        return f"ruling {ruling.id} {reading(rnd, ruling)}"
    if chance < 0.55:
        return rnd.choice(TEACH)
    facts = list(_moved(rnd, ask.pos)) if chance < 0.8 else list(_otherwise(rnd, ask.pos))
    return f"by-hand {', '.join(map(quote, facts))} card Comet"


def reading(rnd: Random, ruling: Any) -> str:
    """A reading that the referee carries out; now and then any that may be said, or `ask`."""
    chance = rnd.random()
    if chance < 0.05:
        return "ask"
    return str(rnd.choice(ruling.coded if ruling.coded and chance < 0.95 else ruling.readings))


def _moved(rnd: Random, pos: Any) -> Iterator[str]:
    """What a card might order: money, points, robots from here to there, a ship elsewhere, a bomb mended."""
    who, n = rnd.choice(pos.names), rnd.randint(0, 3)
    match rnd.randrange(6):
        case 0:
            yield f"{who} credits {rnd.choice((0, n, 12))}"
        case 1:
            yield f"{who} vp {pos.count(who, 'vp') + n}"
        case 2:
            n = min(n, pos.count(who, "aboard"))
            yield f"{who} aboard {pos.count(who, 'aboard') - n}"
            yield f"{who} home {pos.count(who, 'home') + n}"
        case 3:
            yield f"{who} ship {label(rnd.choice(list(pos.board.tiles)))}"
        case 4:
            yield f"{who} bomb {rnd.choice(('used', 'unused'))}"
        case 5:
            yield f"{who} ap {n}"


def _otherwise(rnd: Random, pos: Any) -> Iterator[str]:
    """Any fact of the table as another of its kind is; most tables cannot be so."""
    facts = {fact: value for fact, value in opening.game(NAME).facts(pos).items() if fact != ("game", "result")}
    who, what = rnd.choice(list(facts))
    alike = [value for (_, other), value in facts.items() if other.split()[0] == what.split()[0]]
    yield f"{who} {what} {rnd.choice(alike)}"
