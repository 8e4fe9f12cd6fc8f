"""Draw and play a Space Tile [5.0]: what is drawn, what cannot be placed, and what a tile sets off once it lies."""

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.ask import TABLE, Ask, Play
from referee.games.parsec import factions
from referee.games.parsec.board import MOON, NEBULA, OPPOSITE, PLANET, Tile, pattern, said
from referee.games.parsec.events import Draw, Impossible, Keep, Place, PlayOn, Put, TakeUp
from referee.games.parsec.kit import Kind
from referee.games.parsec.placement import check
from referee.games.parsec.places import certain, oriented, patterns, placeable, places, setting_up, shapes
from referee.games.parsec.position import Position
from referee.hexes import Hex, label, neighbours
from referee.position import Frame
from referee.text import Text, Value
from referee.verdict import COUNT, UNKNOWN, Objection, broken, disputed

# -- checks ------------------------------------------------------------------


def left(pos: Position) -> Counter[str]:
    """The tiles that may be drawn now: of the start pile or of the cup [3.0-a]."""
    return pos.starting() if setting_up(pos) else pos.cup()


def draws(pos: Position) -> int:
    """[3.0, 7.3] How many tiles are drawn at once: two with a Stellar Cartographer, but for start tiles."""
    return 1 if setting_up(pos) else 1 + pos.power(pos.agenda[0][1], "draws")


def check_draw(pos: Position, kinds: tuple[str, ...]) -> Iterator[Objection]:
    """[1.0, 5.1.5, 7.3] A copy of each must be left; two are drawn with a Stellar Cartographer only."""
    ring = setting_up(pos)
    for kind in dict.fromkeys(kinds):
        there = pos.in_pile(kind) if ring else pos.left_in_cup(kind)
        if there < kinds.count(kind):
            facts: dict[str, Value] = {"kind": kind, "left": max(0, there), "where": "start" if ring else "cup"}
            yield Objection("1.0-b", "draw.none-left", facts, basis=COUNT)
            yield from _check_colour(pos, kind, there + pos.aside.count(kind))
            if kind in pos.aside:
                yield broken("5.2-c", "draw.aside", kind=kind)
    if len(kinds) > draws(pos):
        yield broken("7.3-j", "draw.number", n=draws(pos), said=len(kinds))


def _check_colour(pos: Position, name: str, left: int) -> Iterator[Objection]:
    """[5.1.7-f] With the last sector of a colour its last planet is begun."""
    kind = pos.kit.kinds[name]
    if kind.sort == PLANET and left < 1:
        begun = sum(planet.colour == name for planet in pos.board.planets)
        yield Objection("5.1.7-f", "draw.planets", {"colour": name, "n": begun}, basis=COUNT)


def check_place(pos: Position, event: Place) -> Iterator[Objection]:
    """A tile drawn and laid in one go."""
    yield from check_draw(pos, (event.kind,))
    yield from check(pos, event.kind, event.at, event.edges)


def check_put(pos: Position, event: Put) -> Iterator[Objection]:
    """The tile in hand."""
    yield from check(pos, pos.agenda[0][2], event.at, event.edges)


def check_keep(pos: Position, event: Keep) -> Iterator[Objection]:
    """[7.3, A-29] One of the two drawn, and one that can be placed; there, if somebody says where."""
    kinds = pos.agenda[0][2]
    if event.kind not in kinds:
        yield broken("7.3-j", "draw.keep", kind=event.kind, kinds=kinds)
    elif event.at:
        yield from check(pos, event.kind, event.at, event.edges)
    elif certain(pos, pos.kit.kinds[event.kind]) and not placeable(pos, event.kind):
        yield broken("5.2-a", "tile.nowhere", kind=event.kind)


def check_impossible(pos: Position, event: Impossible) -> Iterator[Objection]:
    """[5.2, A-21] No hex and no direction takes the tile; where one does, it is shown."""
    name = event.kind or "".join(pos.agenda[0][2:3])
    if not name:
        yield Objection("5.2-a", "tile.which", basis=UNKNOWN)
        return
    if event.kind and pos.agenda[0][0] == "lay":
        yield from _check_in_hand(pos, event.kind)
    elif event.kind:
        yield from check_draw(pos, (event.kind,))
    found = places(pos, name)
    if not found:
        return
    facts: dict[str, Value] = {"kind": name, "hex": label(found[0].at), "edges": said(found[0].edges), "n": len(found)}
    if certain(pos, pos.kit.kinds[name]):
        yield broken("5.2-a", "tile.possible", **facts)
    else:
        yield Objection("5.2-a", "tile.shape", facts, basis=UNKNOWN)


def _check_in_hand(pos: Position, kind: str) -> Iterator[Objection]:
    """[4.0] The tile that was drawn comes first."""
    if kind != (drawn := pos.agenda[0][2]):
        yield broken("4.0-b", "tile.in-hand", kind=drawn, said=kind)


def check_take_up(pos: Position, event: TakeUp) -> Iterator[Objection]:
    """[A-109] Outside a jammed ring nothing in the book takes a tile up again."""
    yield disputed("5.1-f", "tile.stays", "A-109", False, hex=label(event.at))


# -- effects ------------------------------------------------------------------


def draw(pos: Position, event: Draw) -> Position:
    """The tiles drawn are in hand; of two, one is chosen."""
    who = pos.agenda[0][1]
    if len(event.kinds) == 2:
        return pos.pop(("keep", who, event.kinds))
    return pos.pop(("lay", who, event.kinds[0]))


def keep(pos: Position, event: Keep) -> Position:
    """[7.3] The other tile goes back unseen."""
    pos = pos.pop(("lay", pos.agenda[0][1], event.kind))
    return put(pos, Put(event.who, event.at, event.edges)) if event.at else pos


def place(pos: Position, event: Place) -> Position:
    """Drawn and laid."""
    return put(pos.pop(("lay", pos.agenda[0][1], event.kind)), Put(event.who, event.at, event.edges))


def put(pos: Position, event: Put) -> Position:
    """The tile lies; what it sets off is to be done next [A-30]."""
    _, who, name = pos.agenda[0]
    edges = oriented(pos, name, event.at, event.edges)
    ring, kind = setting_up(pos), pos.kit.kinds[name]
    pos = pos.put(board=pos.board.lay(event.at, Tile(name, edges)), passed=0)
    if ring:
        pos = pos.put(layers={**pos.layers, event.at: who})
    words = " ".join((label(event.at), "tile", name, *said(edges)))
    pos = pos.happen(words, "3.0-k" if ring else kind.row, "tile.placed", who=who, kind=name, hex=label(event.at))
    if ring:
        return pos.pop()
    return _set_off(factions.placed(pos.pop(), who, name), who, name, event.at)


def _set_off(pos: Position, who: str, name: str, at: Hex) -> Position:
    """[A-30] What the tile brings about at once; only one thing can."""
    kind = pos.kit.kinds[name]
    if kind.sort == NEBULA:
        return _close(pos, who, at)
    if kind.sort == PLANET:
        planet = pos.board.planet_at(at)
        return pos.push(("planet", who)) if pos.board.planets[planet].complete else pos
    if name == "pulsar":
        return irradiate(pos, at)
    frames: dict[str, Frame] = {"empty": ("draw", who), "supernova": ("round", "science", who)}
    if name == "warp" and pos.options.monsters:
        frames["warp"] = ("arrival", who, at)
    return pos.push(frames[name]) if name in frames else pos


def _close(pos: Position, who: str, at: Hex) -> Position:
    """[5.1.6] A nebula closed: from three tiles on, research points for whoever laid the last one."""
    cluster = pos.board.cluster(at)
    if pos.board.open_edges(cluster):
        return pos
    figures, n = pos.kit.scoring, len(cluster)
    key = "tile.nebula" if n >= figures["bonus_tiles"] else "tile.nebula-small"
    pos = pos.happen(f"nebula {label(at)} {n}", "5.1.6-i", key, who=who, hex=label(at), n=n)
    if n < figures["bonus_tiles"]:
        return pos
    return pos.push(("points", who, figures["bonus_rp"], "5.1.6-i"))


def irradiate(pos: Position, at: Hex) -> Position:
    """[5.1.8] Every robot beside a new pulsar is destroyed, and back on Homeworld."""
    for hex in neighbours(at):
        for who, n in pos.robots(hex).items():
            pos = pos.put_robots(who, hex, -n, "5.1.8-a", "pulsar.destroyed")
            pos = pos.change(who, "home", n, "5.1.8-a", "pulsar.home", n=n)
    return pos


def impossible(pos: Position, event: Impossible) -> Position:
    """[5.2] Drawn, and it goes nowhere: the procedure sets it aside."""
    return pos.pop(("lay", pos.agenda[0][1], event.kind)) if event.kind else pos


def set_aside(pos: Position, kinds: tuple[str, ...]) -> Position:
    """[5.2, A-20] Out of the cup until the turn's last placement; by a reading a moon goes back at once."""
    at_once = pos.reading("unplayable_back") == "at_once"
    for kind in kinds:
        sort = pos.kit.kinds[kind].sort
        kept = () if sort == MOON and at_once else (kind,)
        pos = pos.put(aside=(*pos.aside, *kept))
        pos = pos.happen(f"aside {kind}", _REDRAWN.get(sort, "5.2-a"), "tile.aside", kinds=(kind,))
    return pos


_REDRAWN = {MOON: "5.1.5-f", NEBULA: "5.1.6-h"}  # the rows that say it of a sort of tile


def play_on(pos: Position, event: PlayOn) -> Position:
    """[A-31] The table plays on, or holds the final round."""
    pos = pos.pop().put(passed=0)
    return pos if event.on else pos.push(("round", "final", pos.whose))


# -- procedure ------------------------------------------------------------------


def drawing(pos: Position) -> Play:
    """[S1.8, S2.1] A tile is drawn; what it is may be said together with where it goes."""
    who = pos.agenda[0][1]
    ring = setting_up(pos)
    n = pos.starting().total() if ring else pos.in_cup
    if n < 1:
        return pos.pop() if ring else (yield from _empty_cup(pos))
    facts: dict[str, Value] = {"who": who, "n": n}
    key = "ask.start-tile" if ring else "ask.draw-two" if pos.power(who, "draws") else "ask.draw"
    takes = (Draw, Place, Impossible)
    return (yield Ask("S1.8" if ring else "S2.1", (TABLE, who), takes, pos, Text(key, facts), (), "draw"))


def _empty_cup(pos: Position) -> Play:
    """[A-31] No tile is left to draw: step 1 is skipped; after a round of that the table decides how it goes on."""
    if pos.passed < len(pos.names):
        return pos.mention("A-31", "tile.cup-empty").pop()
    return (yield Ask("A-31", (TABLE,), (PlayOn,), pos, Text("ask.play-on")))


def choosing(pos: Position) -> Play:
    """[7.3, A-29] Which of two tiles is laid; one that goes nowhere cannot be chosen."""
    _, who, kinds = pos.agenda[0]
    fit = tuple(kind for kind in dict.fromkeys(kinds) if _fits_somewhere(pos, kind))
    if not fit:
        return set_aside(pos, kinds).pop(("draw", who))
    if len(fit) == 1:
        return pos.pop(("lay", who, fit[0]))
    return (yield Ask("7.3-j", (who,), (Keep,), pos, Text("ask.keep", {"who": who, "kinds": kinds}), fit))


def _fits_somewhere(pos: Position, kind: str) -> bool:
    return placeable(pos, kind) or not shapes(pos, pos.kit.kinds[kind])


def laying(pos: Position) -> Play:
    """[S1.9, S2.3] Where the tile goes; one that goes nowhere is set aside, and another drawn [5.2]."""
    _, who, kind = pos.agenda[0]
    if not _fits_somewhere(pos, kind):
        if pos.power(who, "draws") and not setting_up(pos):
            pos = pos.mention("7.3-j", "tile.other", kind=kind)  # the hidden tile may still be laid
        return set_aside(pos, (kind,)).pop(("draw", who))
    key = "ask.lay-shape" if pos.kit.kinds[kind].sort == NEBULA else "ask.lay"
    rule = "S1.9" if setting_up(pos) else "S2.3"
    return (yield Ask(rule, (who,), (Put, Impossible), pos, Text(key, {"who": who, "kind": kind}), (kind,)))


def returned(pos: Position) -> Position:
    """[5.2] After the turn's last placement what could not be placed goes back into the cup."""
    if pos.aside:
        pos = pos.happen(f"back {' '.join(pos.aside)}", "5.2-b", "tile.back", kinds=pos.aside).put(aside=())
    return pos.pop()


# -- advice ------------------------------------------------------------------


def advise_kept(pos: Position, event: Keep) -> Iterator[Text]:
    """Of a tile that is kept and laid at once, where it will lead."""
    return advise(pos, Place(event.who, event.kind, event.at, event.edges)) if event.at else iter(())


def advise(pos: Position, event: Put | Place) -> Iterator[Text]:
    """Where this will lead: radiation [5.1.8-h], an edge that nothing can close [5.1.6-k], a new pattern [5.1.6-g]."""
    name = event.kind if isinstance(event, Place) else str(pos.agenda[0][2])
    kind = pos.kit.kinds[name]
    edges = oriented(pos, name, event.at, event.edges)
    ship = pos.ships[pos.agenda[0][1]]
    if name == "pulsar" and ship in neighbours(event.at):
        yield Text("advice.leave-now", {"hex": label(ship)})
    if kind.sort != NEBULA:
        return
    known = patterns(pos, kind)
    if len(known) >= kind.shapes and pattern(edges) not in known:
        yield Text("advice.pattern", {"kind": name})
    if setting_up(pos):
        return
    beside = enumerate(neighbours(event.at))
    if faced := [(hex, OPPOSITE[d]) for d, hex in beside if edges >> d & 1 and hex not in pos.board.tiles]:
        left = pos.cup() + Counter(pos.aside) - Counter((name,))
        clouds = [pos.kit.kinds[each] for each in left if pos.kit.kinds[each].sort == NEBULA]
        if shut := tuple(label(hex) for hex, d in faced if not _closable(pos, clouds, hex, d)):
            yield Text("advice.never-closed", {"hexes": shut})


def _closable(pos: Position, clouds: Sequence[Kind], at: Hex, d: int) -> bool:
    """[A-16] Whether one of these nebula tiles could lie on a hex that a nebula edge faces from direction d as well."""
    spot = pos.board.spot(at)
    cloud, closed = spot.cloud | 1 << d, spot.plain | spot.kept
    ways = (edges for kind in clouds for edges in shapes(pos, kind))
    return spot.keeps < 0 and any(edges & cloud == cloud and not edges & closed for edges in ways)
