"""How a walk plays PARSEC: two to six at the table, every mixture of options, and readings that all have their turn.

Nothing here asks the game what is legal: the walk says it (`playing.py`), and the desk judges. What must hold is
counted in `counting.py`.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Any

from referee import opening
from referee.ask import OVER, Ask
from referee.desk import Desk
from referee.hexes import label, neighbours
from referee.notation import join
from tests import always
from tests.parsec import counting, playing, seeing, twins
from tests.parsec.playing import BOX, CARDS, KINDS, MONSTERS, NAME

PEOPLE = ("Ann:green", "Bea Lee", "Jörg [red]:blue", "fly:pink", 'O"Neill', "K4:white", "dragon:red", "taken:black")
OPTIONS = {"quick": "yes", "even": "yes", "factions": "chosen", "nanotechs": "chosen", "monsters": "yes"}
MIXTURES = tuple(mixture for n in range(len(OPTIONS) + 1) for mixture in combinations(OPTIONS, n))
EVERY = "all"  # the mode in which every game is another mixture
LACKS = ("inner", "nebula", "monster", "faction")
SET_UP = ("S0.3", "S1.2", "S1.3", "S1.5", "S1.6", "S1.8", "3.0-o")
Changes = dict[tuple[str, str], str | int]


class Ways:
    """What the walk has to know of the game; `mode` is `plain`, a mixture of options (`quick+monsters`), or `all`."""

    NAME = NAME

    def __init__(self, mode: str = EVERY, *players: int) -> None:
        said = tuple(option for option in OPTIONS if option in mode.split("+"))
        if mode not in ("", EVERY, "plain", "+".join(said)):
            raise ValueError(f"{mode}: all, plain, or some of {'+'.join(OPTIONS)} in this order")
        self.mixtures = MIXTURES if mode in ("", EVERY) else (said,)
        self.players = players or (2, 3, 4, 5, 6)
        self._tables: list[tuple[tuple[str, ...], int]] = []  # at which no game was played yet
        self._due: list[str] = []  # readings that no game was played under yet
        self.seen = Counter[str]()  # rows that nothing is written of
        self._tried: Ask | None = None  # the question at which everything was tried last

    # -- set-ups ------------------------------------------------------------------

    def header(self, rnd: Random) -> dict[str, Any]:
        """A game of any number of players, with any box, under any readings, dealt by the referee or told."""
        if not self._tables:
            self._tables = [(mixture, n) for mixture in self.mixtures for n in self.players]
            rnd.shuffle(self._tables)
        mixture, players = self._tables.pop()
        box, draws = _box(rnd)
        return {
            "game": NAME,
            "players": rnd.sample(PEOPLE, players),
            "options": [f"{option}={OPTIONS[option]}" for option in mixture],
            "rulings": list(self._rulings(rnd)),
            "box": box,
            "practice": True,
            "draws": draws,
            "seed": rnd.randrange(1_000_000),
        }

    def _rulings(self, rnd: Random) -> Iterator[str]:
        """Half of the games by the defaults, half under other readings; all of them have their turn."""
        for _ in range(rnd.choice((0, 4))):
            if not self._due:
                self._due = [f"{each.id}={word}" for each in self._book_rulings() for word in _others(each)]
                rnd.shuffle(self._due)
            yield self._due.pop()

    def _book_rulings(self) -> list[Any]:
        return [each for each in opening.kit(NAME).book.rulings.values() if self._applies(each.modes)]

    def _applies(self, modes: tuple[str, ...]) -> bool:
        return "game" in modes or any(set(modes) & set(mixture) for mixture in self.mixtures)

    def rules(self) -> Iterator[str]:
        """Every rule and ruling that such games touch."""
        yield from (rule.id for rule in opening.kit(NAME).book.rules.values() if self._applies(rule.modes))
        yield from (ruling.id for ruling in self._book_rulings())

    def spoilt(self, rnd: Random, header: dict[str, Any]) -> dict[str, Any]:
        """The header with something wrong in it."""
        few, options = header["players"], header["options"]
        wrong: list[dict[str, Any]] = [
            {"players": few[:1]},
            {"players": [f"P{n}" for n in range(7)]},
            {"players": [*few[:-1], few[0]]},
            {"players": ["table", *few[1:]]},
            {"options": [*options, "quick=perhaps"]},
            {"options": [*options, "aliens=solo"]},
            {"rulings": ["A-13=never"]},
            {"rulings": ["A-110=yes"]},
            {"facts": [f"M2 tile {rnd.choice(('neb1 w', 'gold e nw', 'moon', 'neb3 e'))}"]},
            {"facts": ["M4 tile empty"]},
            {"facts": ['cup aside "neb6 neb6"']},
            {"players": ["Ann", "Bea"], "facts": rnd.choice(IMPOSSIBLE)},
            {"at": rnd.choice(("S3", "S2.3", "S6.3 dragon 4"))},
        ]
        return {**header, **rnd.choice(wrong)}

    # -- tables that no game came to ------------------------------------------------------------------

    def entered(self, rnd: Random, header: dict[str, Any], ask: Ask) -> dict[str, Any] | None:
        """The header of a game that begins where this one stands, every fact of its table told; or near there."""
        pos, step = ask.pos, _moment(ask)
        if not step or pos.result or rnd.random() < 0.85:
            return None
        facts: Changes = dict(opening.game(NAME).facts(pos))
        if pos.turn and rnd.random() < 0.6:
            elsewhere, steps = rnd.choice(ELSEWHERE)
            facts |= elsewhere(rnd, pos)
            step = rnd.choice((step, *steps)).format(kind=rnd.choice(KINDS), other=rnd.choice(KINDS))
        told = [f"{who} {what} {value}" for (who, what), value in facts.items()]
        house = [f"{key}={value}" for key, value in pos.house.items()]
        box = [f"teach {sentence}" for sentence in pos.kit.taught]
        at = join((*step.split(), pos.whose or pos.names[0]))
        return {**header, "rulings": house, "box": box, "facts": told, "at": at}

    # -- saying ------------------------------------------------------------------

    def answer(self, rnd: Random, ask: Ask) -> str:
        return playing.answer(rnd, ask)

    def richer(self, rnd: Random, ask: Ask, words: tuple[str, ...]) -> tuple[str, ...]:
        return words

    def stray(self, rnd: Random, ask: Ask) -> str:
        return playing.stray(rnd, ask)

    def remark(self, rnd: Random, ask: Ask) -> str:
        return playing.remark(rnd, ask, self._book_rulings())

    # -- what must hold ------------------------------------------------------------------

    def conserved(self, desk: Desk) -> None:
        """The counts, and what else is quickly tried, or at every fourth line; at the end all rounds of the game."""
        if desk.ask is self._tried:
            return
        self._tried = desk.ask
        counting.conserved(desk)
        always.asks_the_same(desk.game, desk.ask)
        if len(desk.lines) % 4 == 0:
            always.facts_come_back(desk.game, desk.ask)
            always.adds_up(desk)
        if desk.ask.rule == OVER:
            for held in counting.rounds(desk):
                counting.scored(held)

    def watch(self, rnd: Random, before: Ask, after: Ask) -> None:
        counting.watch(before.pos, after.pos)
        self.seen.update(seeing.seen(before.pos, after.pos))

    @property
    def SILENT(self) -> Mapping[str, tuple[str, ...]]:
        """Why rows never show: it lies in their nature, or nothing is written where they were seen."""
        seen = {f"nothing is written of it; seen {n} times": self._times(n) for n in self.seen.values()}
        return {**SILENT, **seen}

    def _times(self, n: int) -> tuple[str, ...]:
        return tuple(row for row, times in self.seen.items() if times == n)


def _box(rnd: Random) -> tuple[list[str], str]:
    """The practice box, or it without something that the table then has to tell."""
    if rnd.random() < 0.5:
        return list(BOX), "referee"
    lacks = rnd.sample(LACKS, rnd.randint(0, 2))
    return [sentence for sentence in BOX if sentence.split()[1] not in lacks], "table"


def _others(ruling: Any) -> tuple[str, ...]:
    """The readings of a ruling that are not its default; `ask` where there is none."""
    return tuple(word for word in ruling.readings if word != ruling.default) or ("ask",)


# -- entering ------------------------------------------------------------------


def _moment(ask: Ask) -> str:
    """The step that a table entered at this question names; "" where none says it."""
    pos, whose = ask.pos, ask.pos.whose
    match pos.agenda:
        case (("lay", _, kind), *_):
            return f"{ask.rule} {kind}"
        case (("keep", _, kinds), *_):
            return join(("7.3-j", *kinds))
        case (("arrival", _, at), *_):
            return f"S2.5 {label(at)}"
        case (("prowl", _, name, ap), *_):
            return f"S6.3 {name} {ap}"
        case (("points", who, n, *_), *_) if who == whose:
            return f"{ask.rule} {n}"
        case (("card", _), ("points", who, n, *_), *_) if who == whose:
            return f"S5.3 {n}"
        case ((("turn" | "draw" | "monsters" | "actions"), *_), *_):
            return ask.rule
    return ask.rule if ask.rule in SET_UP else ""


def _purse(rnd: Random, pos: Any) -> Changes:
    """Rich and poor."""
    return {(who, "credits"): rnd.choice((0, 1, 30)) for who in pos.names}


def _words(words: Sequence[str]) -> str:
    """The value of a fact that is several words."""
    return join((join(words),)) if words else "none"


def _new_to(pos: Any, who: str) -> list[str]:
    """The nanotechs that a player has not, and that somebody could still draw."""
    held = [*pos.completed.values(), *pos.research.values()]
    given = Counter(card for cards in held for card in cards)
    mine = (*pos.completed.get(who, ()), *pos.research.get(who, ()))
    return [card for card in CARDS if card not in mine and given[card] < counting.COPIES[len(pos.names)]]


def _learned(rnd: Random, pos: Any) -> Changes:
    """One knows almost everything, and hardly a card is left."""
    who = rnd.choice(pos.names)
    new = _new_to(pos, who)
    more = rnd.sample(new, rnd.randint(0, len(new)))
    points = [word for card in pos.research.get(who, ()) for word in (card, str(rnd.randint(6, 9)))]
    return {(who, "completed"): _words([*pos.completed.get(who, ()), *more]), (who, "research"): _words(points)}


def _away(rnd: Random, pos: Any) -> Changes:
    """Ships anywhere, in radiation where there is some."""
    tiles = counting.lying(pos)
    enter = [at for at, kind in tiles.items() if kind not in twins.BLOCKED]
    near = [at for at in enter if pos.beside_pulsar(at)]
    found: Changes = {(who, "ship"): label(rnd.choice(near or enter)) for who in pos.names}
    return {**found, ("turn", "pulsar"): rnd.choice(("bound", "laid", "stuck", "none")), ("turn", "moved"): "no"}


def _emptied(rnd: Random, pos: Any) -> Changes:
    """Nothing in the cup, and nobody has laid a tile for a while [A-31]."""
    aside = (*pos.aside, *(+pos.cup()).elements())
    return {("cup", "aside"): _words(aside), ("game", "passed"): rnd.randint(0, len(pos.names))}


def _held(rnd: Random, pos: Any) -> Changes:
    """Robots in the hold of a Slaver Ship, or at home."""
    found: Changes = {}
    for who in pos.names:
        what, n = "held" if "slaver" in pos.beasts else "home", min(3, pos.count(who, "aboard"))
        found |= {(who, "aboard"): pos.count(who, "aboard") - n, (who, what): pos.count(who, what) + n}
    return found


def _strayed(rnd: Random, pos: Any) -> Changes:
    """A robot that has walked where none is landed: onto a warp, into empty space, to a moon."""
    who, kinds = pos.whose, rnd.choice((("warp",), ("empty", "moon", "double-moon", "inner")))
    free = [at for at, tile in pos.board.tiles.items() if tile.kind in kinds and not pos.robots(at)]
    if not free or not pos.count(who, "aboard") or "auto" not in _new_to(pos, who):
        return {}
    found: Changes = {(who, "completed"): _words((*pos.completed.get(who, ()), "auto"))}
    return {**found, (who, "aboard"): pos.count(who, "aboard") - 1, (who, f"robots {label(rnd.choice(free))}"): 1}


def _spent(rnd: Random, pos: Any) -> Changes:
    """In the midst of spending."""
    return {(pos.whose, "ap"): rnd.randint(0, 2), (pos.whose, "spent"): rnd.randint(0, 5)}


def _haunted(rnd: Random, pos: Any) -> Changes:
    """Every monster that came is back, where it came from and somebody's."""
    warps = [at for at, tile in pos.board.tiles.items() if tile.kind == "warp" and at not in pos.layers]
    if not pos.options.monsters or not warps or pos.turn < 2:
        return {}
    names = rnd.sample(MONSTERS, len(warps))
    found: Changes = {("monster", name): "none" for name in MONSTERS}
    found |= {(who, "held"): 0 for who in pos.names}
    found |= {(who, "home"): pos.count(who, "home") + pos.count(who, "held") for who in pos.names}
    for name, at in zip(names, warps, strict=True):
        words = ("at", label(at), "of", rnd.choice((pos.whose, rnd.choice(pos.names))), "from", label(at), "since", "1")
        found["monster", name] = _words(words)
    return found


def _joined(rnd: Random, pos: Any) -> Changes:
    """Robots of one player in two nebulas that the next tile may join."""
    spots = ((at, spot) for at, spot in pos.board.spots.items() if spot.cloud.bit_count() > 1)
    pairs = [[near for d, near in enumerate(neighbours(at)) if spot.cloud >> d & 1][:2] for at, spot in spots]
    apart = [pair for pair in pairs if pair[0] not in pos.board.cluster(pair[1])]
    who, free = pos.whose, [pair for pair in apart if not any(pos.robots(at) or pos.beside_pulsar(at) for at in pair)]
    if not free or pos.count(who, "aboard") < 2:
        return {}
    robots: Changes = {(who, f"robots {label(at)}"): 1 for at in rnd.choice(free)}
    return {**robots, (who, "aboard"): pos.count(who, "aboard") - 2}


# What is changed, and at which steps the game may go on then.
ELSEWHERE: tuple[tuple[Callable[[Random, Any], Changes], tuple[str, ...]], ...] = (
    (_purse, ("S2.1", "S2.3 {kind}", "7.3-j {kind} {other}", "S2.7")),
    (_learned, ("S5.1 3", "S5.2 4", "S5.3 2", "S5.2 30")),
    (_away, ("S2.1", "S2.9")),
    (_emptied, ("S2.1",)),
    (_held, ("S2.9", "S2.1")),
    (_strayed, ("S2.9",)),
    (_spent, ("S2.9",)),
    (_haunted, ("S2.7", "S6.2")),
    (_joined, ("S2.3 neb2", "S2.3 neb3", "S2.3 neb4", "S2.3 nebL")),
)

IMPOSSIBLE = (
    ["Ann aboard 14"],
    ['Ann completed "bomb astro"', 'Ann research "bomb 6 auto 4"'],
    ['Ann research "auto 6 carto 4 bomb 1"', "Ann completed astro"],
    ['Ann research "auto 12"'],
    ["Ann bomb used"],
    ["Ann spent 7"],
    ["Ann faction safari", "Bea faction safari"],
    ["Ann ship M4"],
    ["Ann completed bomb", "Bea completed bomb", 'Bea research "astro 6 bomb 2"'],
)

SILENT: dict[str, tuple[str, ...]] = {
    "counted at every question, and nothing is written of it": ("3.0-a", "5.3-d"),
    "allowed, so that there is nothing to object to": ("6.2-a",),
    "advice, which stops nothing": ("5.1.6-k", "6.4-b"),
    "advice, and more than that by a reading of A-3 alone": ("3.0-m",),
    "it can be read in one way, and nothing is objected by it": ("A-35", "A-37"),
    "no planet has room for a moon, or nebulas meet that somebody is on both of: so rare that the cases have it": (
        *("5.1.5-f", "6.3.4-c"),
    ),
    "the round is written, and what it scores, by the rows of both": ("9.0-c", "10.2-a"),
    "who controls a monster is asked; what it does is written by the row of that": ("11.2-a",),
}
