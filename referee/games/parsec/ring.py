"""The ring of start tiles round the Homeworld tile [3.0]: whose turn it is, and whether the ring can still be filled.

No rule keeps a table from laying a sector or a nebula so that no start tile can ever lie beside it. So the referee
looks ahead and says so [A-3]; where it comes to that all the same, a tile is taken up and laid again [A-4].
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations

from referee.ask import TABLE, Ask, Play
from referee.games.parsec import placing
from referee.games.parsec.board import NEBULA, PLANET, RING, Tile, bits, facing, said
from referee.games.parsec.events import Place, Put, TakeUp
from referee.games.parsec.placement import check
from referee.games.parsec.places import Lie, oriented, placeable, places, setting_up, turns_at
from referee.games.parsec.position import Position
from referee.hexes import Hex, label, neighbours
from referee.text import Text, Value
from referee.verdict import Objection, disputed

# -- looking ahead ------------------------------------------------------------------


def whole(pos: Position, left: Counter[str]) -> bool:
    """Whether these start tiles can fill the free hexes of the ring, in whatever order they come up.

    Where a hex is kept or faced, only what it demands may lie there; a tile without solid edges fits anywhere else.
    """
    needy = _needy(pos)
    solid = [kind for kind in left if left[kind] > 0 and pos.kit.kinds[kind].sort in (NEBULA, PLANET)]
    if needy:
        at, kinds = needy[0], pos.kit.kinds
        tries = ((kind, Lie(at, edges)) for kind in solid for edges in turns_at(pos, kinds[kind], at))
    elif solid:
        tries = ((solid[0], lie) for lie in sorted(places(pos, solid[0]), key=_inwards))
    else:
        return True
    return any(whole(_with(pos, kind, lie), left - Counter((kind,))) for kind, lie in tries)


def _needy(pos: Position) -> list[Hex]:
    """The free hexes of the ring that not every tile may lie on: kept for a planet, or faced by a nebula edge."""
    spots = pos.board.spots
    return [at for at in RING if at in spots and (spots[at].cloud or spots[at].keeps >= 0)]


def _inwards(lie: Lie) -> int:
    """How many hexes of the ring the solid edges of a tile point at."""
    return (lie.edges & _INWARDS[lie.at]).bit_count()


_INWARDS = {at: bits(d for d, hex in enumerate(neighbours(at)) if hex in RING) for at in RING}


def _with(pos: Position, kind: str, lie: Lie) -> Position:
    return pos.put(board=pos.board.lay(lie.at, Tile(kind, lie.edges)))


def pile(pos: Position) -> Counter[str]:
    """The start tiles that do not lie yet, those set aside among them."""
    return pos.starting() + Counter(pos.aside)


def keeping(pos: Position, kind: str) -> Iterator[Lie]:
    """The ways to lay a start tile after which the ring can still be filled."""
    rest = pile(pos) - Counter((kind,))
    return (lie for lie in sorted(places(pos, kind), key=_inwards) if whole(_with(pos, kind, lie), rest))


def spoilt(pos: Position, kind: str, lie: Lie) -> Text | None:
    """[3.0-m] Why the ring cannot be filled after this tile, and how else it may be laid; None if the ring can be.

    A ring that no placement of the tile keeps whole was spoilt before: nothing is said again.
    """
    after = _with(pos, kind, lie)
    if whole(after, pile(pos) - Counter((kind,))) or not (better := next(keeping(pos, kind), None)):
        return None
    facts: dict[str, Value] = {"causes": _causes(after, kind), "better": sentence(kind, better)}
    return Text("ring.spoilt", facts)


def _causes(pos: Position, kind: str) -> tuple[Text, ...]:
    """The hexes that start tiles cannot fill, each with what keeps or faces it; else the kinds without room."""
    left = pile(pos) - Counter((kind,))
    filled = {lie.at for name in left for lie in places(pos, name)}
    needy = _needy(pos)
    if hexes := [at for at in needy if at not in filled] or needy:
        return tuple(_cause(pos, at) for at in hexes)
    return tuple(Text("ring.no-room", {"kind": name}) for name in left if not placeable(pos, name))


def _cause(pos: Position, at: Hex) -> Text:
    spot = pos.board.spots[at]
    if spot.keeps >= 0:
        return Text("ring.kept", {"hex": label(at), "colour": pos.board.planets[spot.keeps].colour})
    clouds = tuple(label(hex) for d, hex in enumerate(neighbours(at)) if spot.cloud >> d & 1)
    return Text("ring.faced", {"hex": label(at), "tiles": clouds})


def sentence(kind: str, lie: Lie) -> str:
    """A placement as it is said."""
    return " ".join(("place", kind, label(lie.at), *said(lie.edges)))


# -- checks and advice ------------------------------------------------------------------


def check_laid(pos: Position, event: Put | Place) -> Iterator[Objection]:
    """[A-3, A-4] By a house rule a tile may not spoil the ring; one that was taken up must not."""
    if not setting_up(pos):
        return
    relaid = pos.agenda[1:2] == (("again",),)
    if not relaid and pos.reading("ring_care") != "strict":
        return
    if why := _spoils(pos, event):
        if relaid:
            yield Objection("3.0-o", "jam.again", why.facts, basis="A-4", waivable=True)
        else:
            yield disputed("3.0-m", why.key, "A-3", False, **why.facts)


def advise_laid(pos: Position, event: Put | Place) -> Iterator[Text]:
    """[3.0-m] Where a start tile leads."""
    if setting_up(pos) and pos.reading("ring_care") == "advice" and (why := _spoils(pos, event)):
        yield why


def _spoils(pos: Position, event: Put | Place) -> Text | None:
    """How a tile that may be laid so spoils the ring."""
    kind = event.kind if isinstance(event, Place) else str(pos.agenda[0][2])
    lie = Lie(event.at, oriented(pos, kind, event.at, event.edges))
    return None if any(not why.stands for why in check(pos, kind, event.at, lie.edges)) else spoilt(pos, kind, lie)


def check_take_up(pos: Position, event: TakeUp) -> Iterator[Objection]:
    """[5.1-f, 3.0-o] Nothing in the book takes a tile up again, but for a jammed ring, and there those in the way."""
    if pos.agenda[0] != ("jam",) or event.at not in pos.layers:
        yield from placing.check_take_up(pos, event)
        return
    tiles = take_ups(pos)
    facts: dict[str, Value] = {"tile": _told(pos, event.at), "tiles": tuple(_told(pos, at) for at in tiles)}
    if event.at in tiles:
        yield disputed("3.0-o", "jam.take-up", "A-4", pos.reading("ring_jam") == "take_up", **facts)
    else:
        yield Objection("3.0-o", "jam.other" if tiles else "jam.useless", facts, basis="A-4", waivable=True)


# -- a jammed ring ------------------------------------------------------------------


def jammed(pos: Position) -> bool:
    """[3.0-o] Whether none of the start tiles left fits on any free hex of the ring."""
    return not any(placeable(pos, kind) for kind in pile(pos))


def take_ups(pos: Position) -> tuple[Hex, ...]:
    """[A-4] The start tiles which, laid again, let the ring be filled; none: no one or two of them do.

    One of those that are in the way is enough for most jams, the newest first; else several of them, else any others.
    """
    newest = tuple(reversed(tuple(pos.layers)))
    way = [at for at in newest if _in_the_way(pos, at)]
    blocking = (some for n in range(1, len(way) + 1) for some in combinations(way, n))
    return next((some for some in chain(blocking, zip(newest), combinations(newest, 2)) if _frees(pos, some)), ())


def _in_the_way(pos: Position, at: Hex) -> bool:
    """Whether a tile keeps or faces a free hex of the ring."""
    return any(hex not in pos.board.tiles for hex in facing(pos.board.tiles[at].edges, at) if hex in RING)


def _frees(pos: Position, some: Iterable[Hex]) -> bool:
    for at in some:
        pos = _lifted(pos, at)
    return whole(pos, pile(pos))


def _lifted(pos: Position, at: Hex) -> Position:
    layers = {hex: who for hex, who in pos.layers.items() if hex != at}
    return pos.put(board=pos.board.lift(at), layers=layers)


def take_up(pos: Position, event: TakeUp) -> Position:
    """[A-4] Whoever laid the tile takes it up, to lay it again; all others stay, and the turns go on from there."""
    who, kind, at = pos.layers[event.at], pos.board.tiles[event.at].kind, pos.agenda.index(("ring",))
    agenda = (*pos.agenda[:at], ("lay", who, kind), ("again",), *pos.agenda[at:])
    pos = _lifted(pos, event.at).put(agenda=agenda)
    return pos.happen(f"{label(event.at)} tile none", "3.0-o", "jam.taken-up", who=who, kind=kind, hex=label(event.at))


def _into_the_cup(pos: Position) -> Position:
    """[A-4] By a reading the free hexes stay open for the cup, and the start tiles that do not fit go into it."""
    kinds = tuple(pile(pos).elements())
    pos = pos.put(added=(*pos.added, *kinds)).pop()
    return pos.happen(f"cup {' '.join(kinds)}", "3.0-o", "jam.cup", kinds=kinds)


# -- procedure ------------------------------------------------------------------


def laying_out(pos: Position) -> Position:
    """[S1.8, S1.9, 3.0-i, 3.0-n] Clockwise from the oldest, one start tile each, until all lie; then the first turn."""
    if not pile(pos):
        return pos.pop(("begin-turn", pos.first))
    if pos.aside:
        return pos.push(("return",))
    return pos.push(("jam",) if jammed(pos) else ("draw", layer(pos)))


def jam(pos: Position) -> Play:
    """[3.0-o, A-4] What is taken up, until the ring can be filled."""
    if whole(pos, pile(pos)):
        return pos.pop()
    if pos.reading("ring_jam") == "cup" and pos.agenda[1] == ("ring",):
        return _into_the_cup(pos)
    tiles = take_ups(pos)
    facts: dict[str, Value] = {
        "kinds": tuple(pile(pos)),
        "tiles": tuple(_told(pos, at) for at in tiles),
        "n": len(tiles),
    }
    text = Text("ask.jam" if tiles else "ask.jam-table", facts)
    return (yield Ask("3.0-o", (TABLE,), (TakeUp,), pos, text, tuple(map(label, tiles))))


def _told(pos: Position, at: Hex) -> Text:
    return Text("jam.tile", {"hex": label(at), "kind": pos.board.tiles[at].kind, "who": pos.layers[at]})


def layer(pos: Position) -> str:
    """[3.0-i] Whose turn it is to lay a start tile."""
    return pos.order[len(pos.layers) % len(pos.order)]


def again(pos: Position) -> Position:
    """[A-4] The tile that was taken up lies again."""
    return pos.pop()
