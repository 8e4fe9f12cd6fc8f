"""Facts told of a table, one after the other: what each says, and the table where it holds.

Each function takes who or what the fact is about, its name, and its value as it was said. It raises NotUnderstood for a
value that the fact cannot have; what the rules make impossible is for `faults.py`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import permutations

from referee.ask import TABLE
from referee.errors import NotUnderstood
from referee.games.parsec.board import ALL, PLANET, RING, Board, Tile, bits, board, first_edge, footprint
from referee.games.parsec.kit import Kind
from referee.games.parsec.position import BROKEN_OFF, NONE, Beast, Position
from referee.games.parsec.sentences import kind_said
from referee.hexes import ORIGIN, Hex, direction, distance, label, parse
from referee.notation import join, split

COUNTED = ("aboard", "home", "held", "credits", "vp", "ap", "spent")  # what a player has of, in numbers
ROBOTS = "robots"  # where all robots of a player are, the rest aboard: a position file says it so
UNKNOWN = "unknown"  # of a table being entered: whether anything was done yet with the turn's Action Points
STEP = ("turn", "moved")  # the mark, and the fact, that says so
NOBODY = "nobody"  # who laid a start tile, if nobody has told
PULSAR = ("bound", "laid", "stuck")
BEAST = "at K4 of Ann from M9 since 7 target K3 visited L4 taken Bea"


# -- words ------------------------------------------------------------------


def _words(value: str) -> tuple[str, ...]:
    """The words of a value, in quotes or not; none of `none`."""
    words = split(value)
    words = split(words[0]) if len(words) == 1 and " " in words[0] else words
    return () if words == (NONE,) else words


def _counter(pos: Position, who: str, what: str, n: int) -> Position:
    return pos.change(who, what, n - pos.count(who, what), "facts", "fact.entered")


def _number(who: str, what: str, value: str) -> int:
    if not value.isdecimal():
        raise NotUnderstood("fact.number", who=who, what=what, value=value)
    return int(value)


def _hex(word: str) -> Hex:
    at = parse(word)
    if at is None:
        raise NotUnderstood("fact.hex", value=word)
    return at


# -- tiles ------------------------------------------------------------------


def _tile(pos: Position, at_word: str, what: str, value: str) -> Position:
    """A tile laid or taken away; in the ring it is a start tile as long as one of its kind is left [3.0]."""
    at, words = _hex(at_word), _words(value)
    if distance(at, ORIGIN) < 2:
        raise NotUnderstood("fact.home", hex=label(at))
    tile = _read_tile(pos.kit.kinds, at_word, words) if words else None
    if pos.board.tiles.get(at) == tile:
        return pos
    bare = pos.put(board=pos.board.lift(at)) if at in pos.board.tiles else pos
    others = {hex: who for hex, who in pos.layers.items() if hex != at}
    if tile is None:
        return bare.put(layers=others)
    start = at in RING and bare.put(layers=others).starting()[tile.kind] > 0
    layers = {**others, at: pos.layers.get(at, "")} if start else others
    return bare.put(board=_oriented(bare.board.lay(at, tile)), layers=layers)


def _read_tile(kinds: Mapping[str, Kind], at: str, words: Sequence[str]) -> Tile:
    """A kind, and which way its solid edges point; where that is not said, 0, if there is a choice."""
    kind, edges = kinds.get(kind_said(words[0]) or ""), [direction(word) for word in words[1:]]
    if kind is None or None in edges or (edges and not kind.edges):
        known = [name for name, each in kinds.items() if each.total]
        raise NotUnderstood("fact.tile", nearest=known, hex=at, value=" ".join(words))
    solid = bits(d for d in edges if d is not None)
    return Tile(kind.name, solid or (ALL if kind.edges == len(range(6)) else 0))


def _oriented(laid: Board) -> Board:
    """[G3] A sector whose edges nobody told lies as another sector of its planet shows."""
    sectors = {at: tile for at, tile in laid.tiles.items() if laid.kinds[tile.kind].sort == PLANET}
    if all(tile.edges for tile in sectors.values()):
        return laid
    shown = {
        (hex, tile.kind): edges
        for at, tile in sectors.items()
        if first_edge(tile.edges) >= 0
        for hex, edges in footprint(at, tile.edges)
    }
    lie = ((at, tile._replace(edges=tile.edges or shown.get((at, tile.kind), 0))) for at, tile in laid.tiles.items())
    return board(laid.kinds, lie)


def _ring(pos: Position, who: str, what: str, value: str) -> Position:
    """Who laid the start tiles, in their order: hex and player by turns."""
    words = _words(value)
    laid, names = words[::2], words[1::2]
    if len(laid) != len(names) or set(laid) - set(map(label, RING)) or set(names) - {*pos.names, NOBODY}:
        raise NotUnderstood("fact.ring", value=value)
    who_laid = zip(map(_hex, laid), names, strict=True)
    return pos.put(layers={at: name if name in pos.names else "" for at, name in who_laid})


def _kinds(pos: Position, who: str, what: str, value: str) -> Position:
    """Tiles beside the cup, or start tiles that went into it."""
    words, known = _words(value), [name for name, kind in pos.kit.kinds.items() if kind.total]
    if strange := [word for word in words if word not in known]:
        raise NotUnderstood("fact.tiles", nearest=known, value=" ".join(strange))
    return pos.put(aside=words) if what == "aside" else pos.put(added=words)


def _destroyed(pos: Position, at: str, what: str, value: str) -> Position:
    return _counter(pos, TABLE, f"destroyed {label(_hex(at))}", _number(at, what, value))


# -- what a player has ------------------------------------------------------------------


def _counted(pos: Position, who: str, what: str, value: str) -> Position:
    """A number; with Action Points told, or credits spent for them, the step in which they are spent has begun."""
    pos = _counter(pos, who, what, _number(who, what, value))
    return pos.put(marks=_begun(pos)) if what in ("ap", "spent") else pos


def _begun(pos: Position) -> Mapping[tuple[str, str], str]:
    return {mark: said for mark, said in pos.marks.items() if mark != STEP}


def _robots(pos: Position, who: str, what: str, value: str) -> Position:
    """The robots on a tile; or (`robots` alone) where all are that are not aboard: `K4 2 L5 home 1`, L5 with one."""
    if what != ROBOTS:
        return _counter(pos, who, what, _number(who, what, value))
    said = dict[str, int]()
    words = _words(value)
    for word, after in zip(words, (*words[1:], ""), strict=False):
        if not word.isdecimal():
            place = word if word in ("home", "held") else f"robots {label(_hex(word))}"
            said[place] = said.get(place, 0) + (int(after) if after.isdecimal() else 1)
    there = {f"robots {label(at)}": 0 for at in pos.standing(who)} | {"home": 0, "held": 0}
    aboard = max(0, pos.kit.start["robots"] - sum(said.values()))
    for place, n in {**there, **said, "aboard": aboard}.items():
        pos = _counter(pos, who, place, n)
    return pos


def _ship(pos: Position, who: str, what: str, value: str) -> Position:
    return pos.put(ships={**pos.ships, who: _hex(value)})


def _cards(pos: Position, words: Sequence[str]) -> None:
    if strange := [word for word in words if word not in pos.kit.nanotechs]:
        raise NotUnderstood("fact.cards", nearest=tuple(pos.kit.nanotechs), value=" ".join(strange))


def _completed(pos: Position, who: str, what: str, value: str) -> Position:
    cards = _words(value)
    _cards(pos, cards)
    return pos if pos.completed.get(who, ()) == cards else pos.put(completed={**pos.completed, who: cards})


def _research(pos: Position, who: str, what: str, value: str) -> Position:
    """The cards under research, each followed by its points."""
    words = _words(value)
    cards, points = words[::2], words[1::2]
    _cards(pos, cards)
    if len(cards) != len(points):
        raise NotUnderstood("fact.research", nearest=["auto 6 carto 4"], value=value)
    before = pos.research.get(who, ())
    now = {card: _number(who, card, n) for card, n in zip(cards, points, strict=True)}
    for card in dict.fromkeys((*before, *cards)):
        pos = _counter(pos, who, f"research {card}", now.get(card, 0))
    return pos if before == cards else pos.put(research={**pos.research, who: cards})


def _faction(pos: Position, who: str, what: str, value: str) -> Position:
    names = split(value)
    others = {name: faction for name, faction in pos.factions.items() if name != who}
    if len(names) != 1:
        raise NotUnderstood("fact.faction", nearest=tuple(pos.kit.factions), value=value)
    return pos.put(factions=others if names == (NONE,) else {**others, who: names[0]})


def _bomb(pos: Position, who: str, what: str, value: str) -> Position:
    if value not in ("used", "unused"):
        raise NotUnderstood("fact.bomb", nearest=("used", "unused"), value=value)
    return pos.put(used=pos.used | {who} if value == "used" else pos.used - {who})


def _bid(pos: Position, who: str, what: str, value: str) -> Position:
    others = {name: bid for name, bid in pos.bids.items() if name != who}
    return pos.put(bids=others if value == NONE else {**others, who: _number(who, what, value)})


# -- what is nobody's own ------------------------------------------------------------------


def _offered(pos: Position, who: str, what: str, value: str) -> Position:
    return pos.put(offered=_words(value))


def _first(pos: Position, who: str, what: str, value: str) -> Position:
    said = " ".join(split(value))
    if said not in (*pos.names, NONE):
        raise NotUnderstood("fact.players", nearest=pos.names, value=value)
    return pos.put(first=said if said in pos.names else "")


def _counting(pos: Position, who: str, what: str, value: str) -> Position:
    return pos.put(**{what: _number(who, what, value)})


def _walked(pos: Position, who: str, what: str, value: str) -> Position:
    return pos.put(walked=tuple(_hex(word) for word in _words(value)))


def _pulsar(pos: Position, who: str, what: str, value: str) -> Position:
    if value not in (*PULSAR, NONE):
        raise NotUnderstood("fact.pulsar", nearest=(*PULSAR, NONE), value=value)
    return pos.put(pulsar="" if value == NONE else value)


def _moved(pos: Position, who: str, what: str, value: str) -> Position:
    if value not in ("yes", "no", UNKNOWN):
        raise NotUnderstood("fact.yes-no", nearest=("yes", "no"), what=what, value=value)
    marks = {**_begun(pos), STEP: UNKNOWN} if value == UNKNOWN else _begun(pos)
    return pos.put(moved=value == "yes", marks=marks)


def _result(pos: Position, who: str, what: str, value: str) -> Position:
    """A game that has a result is over."""
    words = split(value)
    said = words[0] if len(words) == 1 else value
    if said == NONE:
        return pos.put(result="")
    if said != BROKEN_OFF and said not in _victories(pos.names):
        known = (*(f"won {name}" for name in pos.names), BROKEN_OFF, NONE)
        raise NotUnderstood("fact.result", nearest=known, value=said)
    return pos.put(result=said, agenda=(("over",),))


def _victories(names: Sequence[str]) -> Iterator[str]:
    """Every way in which players may win, alone or together [9.7]."""
    together = (some for n in range(1, len(names) + 1) for some in permutations(names, n))
    return (f"won {', '.join(some)}" for some in together)


def _monster(pos: Position, who: str, name: str, value: str) -> Position:
    """A monster on the board, gone, or still to come."""
    words = _words(value)
    beasts = {other: beast for other, beast in pos.beasts.items() if other != name}
    if words in ((), ("gone",)):
        return pos.put(beasts=beasts, gone=pos.gone | {name} if words else pos.gone - {name})
    return pos.put(beasts={**beasts, name: _beast(pos, words)}, gone=pos.gone - {name})


def _beast(pos: Position, words: Sequence[str]) -> Beast:
    if words[:7:2] != ("at", "of", "from", "since") or len(words) < 8 or words[3] not in pos.names:
        raise NotUnderstood("fact.monster", nearest=[BEAST], value=join(words), form=BEAST)
    more: dict[str, list[str]] = {"target": [], "visited": [], "taken": []}
    part = ""
    for word in words[8:]:
        if part != "taken" and word in more:
            part = word
        elif not part:
            raise NotUnderstood("fact.monster", nearest=[BEAST], value=join(words), form=BEAST)
        else:
            more[part].append(word)
    return Beast(
        at=_hex(words[1]),
        owner=words[3],
        warp=_hex(words[5]),
        since=_number("monster", "since", words[7]),
        target=_hex(more["target"][0]) if more["target"] else None,
        visited=tuple(map(_hex, more["visited"])),
        taken=tuple(more["taken"]),
    )


SETS: Mapping[str, Callable[[Position, str, str, str], Position]] = {
    "tile": _tile,
    "ring": _ring,
    "aside": _kinds,
    "added": _kinds,
    "destroyed": _destroyed,
    **dict.fromkeys(COUNTED, _counted),
    "robots": _robots,
    "ship": _ship,
    "completed": _completed,
    "research": _research,
    "faction": _faction,
    "bomb": _bomb,
    "bid": _bid,
    "offered": _offered,
    "first": _first,
    "turn": _counting,
    "passed": _counting,
    "walked": _walked,
    "pulsar": _pulsar,
    "moved": _moved,
    "result": _result,
    "monster": _monster,
}
OF_A_PLAYER = frozenset((*COUNTED, ROBOTS, "ship", "completed", "research", "faction", "bomb", "bid"))
