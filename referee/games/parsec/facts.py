"""The table as facts that people can say, and back; what each of them says is read in `retelling.py`."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from referee.ask import TABLE
from referee.errors import NotUnderstood
from referee.game import fact_said
from referee.games.parsec.board import MOON, Tile, said
from referee.games.parsec.position import NONE, Beast, Position
from referee.games.parsec.retelling import COUNTED, NOBODY, OF_A_PLAYER, SETS, STEP
from referee.hexes import ORIGIN, Hex, label, ring
from referee.notation import join

Fact = tuple[str, str]
Facts = Mapping[Fact, str | int]

HORIZON = 11  # a tile may be told of this far from Homeworld before those that join it: rows A to Z


# -- the table as facts ------------------------------------------------------------------


def facts(pos: Position) -> Facts:
    """Every fact of the table, zeros and nones included: (who, what) -> value.

    A fact told back in this order finds what it needs: a tile those that join it, robots the tile they stand on.
    """
    found: dict[Fact, str | int] = {}
    found |= {(label(at), "tile"): tile for at, tile in _tiles(pos)}
    found |= {(label(at), "tile"): NONE for at in _free(pos)}
    found["game", "ring"] = _value(word for at, who in pos.layers.items() for word in (label(at), who or NOBODY))
    found["cup", "aside"] = _value(pos.aside)
    found["cup", "added"] = _value(pos.added)
    robots = [f"robots {label(at)}" for at in pos.board.tiles if at != ORIGIN and _stands(pos, at)]
    for who in pos.names:
        found |= {(who, what): pos.count(who, what) for what in (*COUNTED, *robots)}
        found |= _player(pos, who)
    found |= _general(pos)
    return {**found, **_monsters(pos)} if pos.options.monsters else found


def _tiles(pos: Position) -> Iterator[tuple[Hex, str]]:
    """The tiles beyond Homeworld, in the order in which they were laid."""
    kinds = pos.kit.kinds
    return ((at, _shown(tile)) for at, tile in pos.board.tiles.items() if kinds[tile.kind].total)


@cache  # of the few ways in which tiles lie
def _shown(tile: Tile) -> str:
    return _value((tile.kind, *said(tile.edges)))


def _free(pos: Position) -> Iterator[Hex]:
    """The hexes where a tile may be told of: beside the others; on a table being entered, anywhere near."""
    near = pos.board.spots if STEP not in pos.marks else dict.fromkeys((*_horizon(), *pos.board.spots))
    return (at for at in near if at not in pos.board.tiles)


@cache
def _horizon() -> tuple[Hex, ...]:
    return tuple(at for radius in range(2, HORIZON + 1) for at in ring(ORIGIN, radius))


def _stands(pos: Position, at: Hex) -> bool:
    """Whether robots can stand on a tile, or do."""
    return not pos.kit.kinds[pos.board.tiles[at].kind].blocked or bool(pos.robots(at))


def _player(pos: Position, who: str) -> Facts:
    """What a player has that is no number of things."""
    found: dict[Fact, str | int] = {(who, "ship"): label(pos.ships[who])}
    found[who, "completed"] = _value(pos.completed.get(who, ()))
    points = ((card, str(pos.count(who, f"research {card}"))) for card in pos.research.get(who, ()))
    found[who, "research"] = _value(word for card in points for word in card)
    found[who, "faction"] = _value((pos.factions[who],) if who in pos.factions else ())
    found[who, "bomb"] = "used" if who in pos.used else "unused"
    if pos.options.factions == "chosen":
        found[who, "bid"] = pos.bids.get(who, NONE)
    return found


def _general(pos: Position) -> Facts:
    """What is nobody's own."""
    found: dict[Fact, str | int] = {}
    if pos.options.factions == "chosen":
        found["game", "offered"] = _value(pos.offered)
    found["game", "first"] = _value((pos.first,) if pos.first else ())
    found["game", "turn"] = pos.turn
    found["game", "passed"] = pos.passed
    found["turn", "walked"] = _value(map(label, pos.walked))
    found["turn", "pulsar"] = pos.pulsar or NONE
    found[STEP] = pos.marks.get(STEP, "yes" if pos.moved else "no")
    found["game", "result"] = _value((pos.result,) if pos.result else ())
    return found


def _monsters(pos: Position) -> Facts:
    """Monsters, and the moons that one of them destroys."""
    found: dict[Fact, str | int] = {}
    for name in pos.kit.monsters:
        beast = pos.beasts.get(name)
        found["monster", name] = _said(beast) if beast else "gone" if name in pos.gone else NONE
    moons = (at for at in pos.board.tiles if pos.board.sort(at) == MOON)
    return {**found, **{(label(at), "destroyed"): pos.destroyed(at) for at in moons}}


def _said(beast: Beast) -> str:
    """A monster in words, as `BEAST` shows."""
    words = ["at", label(beast.at), "of", beast.owner, "from", label(beast.warp), "since", str(beast.since)]
    words += ["target", label(beast.target)] if beast.target else []
    words += ["visited", *map(label, beast.visited)] if beast.visited else []
    return _value((*words, "taken", *beast.taken) if beast.taken else words)


def _value(words: Iterable[str]) -> str:
    """The value of a fact as people write it: `none` without words, in quotes with several."""
    said = tuple(words)
    return NONE if not said else join(said) if len(said) == 1 else join((join(said),))


# -- and back ------------------------------------------------------------------


def with_facts(pos: Position, changes: Facts) -> Position:
    """The table with these facts changed. Raises NotUnderstood for a value that the fact cannot have."""
    for (who, what), value in changes.items():
        pos = _set(pos, who, what, str(value))
    return pos


def _set(pos: Position, who: str, what: str, value: str) -> Position:
    if what in OF_A_PLAYER and who not in pos.names:
        raise NotUnderstood("fact.unknown", nearest=pos.names, fact=f"{who} {what}")
    kind = "monster" if what in pos.kit.monsters else what.partition(" ")[0]
    return SETS[kind](pos, who, what, value)


# -- as an older record tells it ------------------------------------------------------------------


def hold(pos: Position, old: Sequence[str], new: Sequence[str]) -> Position:
    """The table as an older record tells it: counters and facts as it says; what is neither, nobody can say again."""
    for each in old:
        name, _, last = each.rpartition(" ")
        counters = {" ".join(fact): fact for fact in _counters(pos)}
        owner = next((who for who in pos.names if name == f"{who} completed"), "")
        if name in counters and last.isdecimal():
            who, what = counters[name]
            pos = pos.change(who, what, int(last) - pos.count(who, what), "keep", "fact.kept")
        elif owner and last in pos.kit.nanotechs:
            pos = _complete(pos, owner, last)
        elif found := fact_said(facts(pos), each):
            pos = with_facts(pos, dict((found,)))
    return pos


def _complete(pos: Position, who: str, card: str) -> Position:
    """A nanotech is completed, besides those that were."""
    done, under = pos.completed.get(who, ()), pos.research.get(who, ())
    research = {**pos.research, who: tuple(each for each in under if each != card)}
    return pos if card in done else pos.put(completed={**pos.completed, who: (*done, card)}, research=research)


def _counters(pos: Position) -> frozenset[Fact]:
    """Everything that is counted: what is now, and what could be."""
    known = ((who, f"research {card}") for who, cards in pos.research.items() for card in cards)
    counted = ((who, what) for who, what in facts(pos) if what in COUNTED or what.startswith("robots "))
    moons = ((TABLE, f"destroyed {label(at)}") for at in pos.board.tiles if pos.board.sort(at) == MOON)
    return frozenset((*pos.counters, *known, *counted, *moons))
