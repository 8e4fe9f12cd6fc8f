"""Everything that is impossible at a table, each with the rule that makes it so: tiles, robots, cards, monsters."""

from collections import Counter
from collections.abc import Iterator

from referee.games.parsec import census, laid
from referee.games.parsec.paying import credit_limit
from referee.games.parsec.position import BROKEN_OFF, Position
from referee.games.parsec.scoring import ranking
from referee.hexes import ORIGIN, Hex, label, parse
from referee.verdict import COUNT, UNKNOWN, Objection, broken


def faults(pos: Position) -> Iterator[Objection]:
    """Every fault of the table, all at once; what nobody has told, and must be known, is one too."""
    yield from census.faults(pos)
    yield from laid.faults(pos)
    for at in dict.fromkeys(_stood_on(pos)):
        yield from _robot_faults(pos, at)
    for who in pos.names:
        yield from _ship_faults(pos, who)
        yield from _sector_faults(pos, who)
        yield from _card_faults(pos, who)
    for faction, n in Counter(pos.factions.values()).items():
        if n > 1:
            yield broken("3.0-e", "fault.faction", faction=faction, n=n)
    if pos.options.monsters:
        yield from _monster_faults(pos)
    yield from early_faults(pos)
    yield from _end_faults(pos)


def early_faults(pos: Position) -> Iterator[Objection]:
    """[3.0, 10.3] What is impossible only as long as the table is laid out."""
    for who in pos.names:
        yield from _bid_faults(pos, who)
        yield from _start_faults(pos, who)


# -- robots and ships


def _stood_on(pos: Position) -> Iterator[Hex]:
    """Every hex with robots, tile or not."""
    words = (what.removeprefix("robots ") for _, what in pos.counters if what.startswith("robots "))
    return (at for word in words if (at := parse(word)) is not None)


def _robot_faults(pos: Position, at: Hex) -> Iterator[Objection]:
    """[5.1.8, 6.3.1, 6.3.2] One player's robots, on a tile that takes them, beside no pulsar.

    A robot that walks this turn may still be on its way past a pulsar, or past others [7.3]; and one that walked there
    in an earlier turn may have been let stay [5.1.8-g, A-43].
    """
    there = tuple(pos.robots(at))
    if strangers := tuple(who for who in there if not _may_stand(pos, who, at)):
        tile = pos.board.tiles[at].kind if at in pos.board.tiles else ""
        key = "fault.robots-tile" if tile else "fault.robots-nowhere"
        yield broken("6.3.2-a", key, hex=label(at), who=strangers, tile=tile)
    if at in pos.walked:
        return
    if len(there) > 1:
        yield broken("6.3.1-b", "fault.robots-shared", hex=label(at), who=there)
    if pos.beside_pulsar(at) and (landed := tuple(who for who in there if not pos.power(who, "walkers"))):
        yield broken("5.1.8-a", "fault.robots-pulsar", hex=label(at), who=landed)


def _may_stand(pos: Position, who: str, at: Hex) -> bool:
    """[6.3.2, 7.3, A-51, A-54] Whether robots can have been landed there, or walked there by a player who has them."""
    if at not in pos.board.tiles:
        return False
    kind = pos.kit.kinds[pos.board.tiles[at].kind]
    landed = kind.land or (kind.name == "inner" and pos.kit.inner != "empty")
    return landed or (pos.power(who, "walkers") > 0 and not kind.blocked)


def _ship_faults(pos: Position, who: str) -> Iterator[Objection]:
    """[6.2, 6.1.1] The ship is where it can be, and no more credits were spent than may be."""
    at, spent, limit = pos.ships[who], pos.count(who, "spent"), credit_limit(pos, who)
    if at not in pos.board.tiles:
        yield broken("6.2-b", "fault.ship-nowhere", who=who, hex=label(at))
    elif pos.kit.kinds[tile := pos.board.tiles[at].kind].blocked:
        yield broken("6.2-c", "fault.ship-blocked", who=who, hex=label(at), tile=tile)
    if spent > limit:
        yield Objection("6.1.1-b", "fault.spent", {"who": who, "n": spent, "limit": limit}, basis=COUNT)


def _sector_faults(pos: Position, who: str) -> Iterator[Objection]:
    """[6.3.5, A-53] On two sectors of a planet no robots can have been landed; they may have walked there."""
    if pos.power(who, "walkers"):
        return
    for planet in pos.board.planets:
        stood = tuple(label(hex) for hex in planet.hexes if pos.robots(hex).get(who))
        if len(stood) > 1:
            yield broken("6.3.5-a", "fault.sectors", who=who, colour=planet.colour, hexes=stood)


def _bid_faults(pos: Position, who: str) -> Iterator[Objection]:
    """[10.3] A bid that is still to be paid is not more than its player owns."""
    bid, owned = pos.bids.get(who, 0), pos.count(who, "credits")
    if ("bids",) in pos.agenda and bid > owned:
        yield Objection("10.3-a", "fault.bid", {"who": who, "n": bid, "owned": owned}, basis=COUNT)


def _start_faults(pos: Position, who: str) -> Iterator[Objection]:
    """[3.0] As long as start tiles are laid, and taken up again, ships are on Homeworld and robots on no tile."""
    if ("ring",) not in pos.agenda:
        return
    if (at := pos.ships[who]) != ORIGIN:
        yield broken("3.0-h", "fault.ship-left", who=who, hex=label(at))
    if landed := tuple(map(label, pos.standing(who))):
        yield broken("3.0-g", "fault.robots-left", who=who, hexes=landed)


# -- cards


def _card_faults(pos: Position, who: str) -> Iterator[Objection]:
    """[7.1, 7.2, 7.3] No nanotech twice, two under research, none of them finished; a bomb used was one's own."""
    research, completed = pos.research.get(who, ()), pos.completed.get(who, ())
    for card, n in Counter((*completed, *research)).items():
        if n > 1:
            yield broken("7.1-a", "fault.twice", who=who, card=card)
    if len(research) > (limit := pos.kit.points["under_research"]) and not undecided(pos, who):
        yield broken("7.2-e", "fault.research", who=who, cards=research, limit=limit)
    for card in research:
        if (n := pos.count(who, f"research {card}")) >= (track := pos.kit.points["track"]):
            yield broken("7.2-a", "fault.track", who=who, card=card, n=n, limit=track)
    if who in pos.used and not pos.power(who, "bomb"):
        yield broken("7.3-o", "fault.bomb", who=who)


def undecided(pos: Position, who: str) -> bool:
    """[S1.2] Whether a player's cards are those just dealt, of which none is completed and none has a point yet."""
    cards = pos.research.get(who, ())
    return bool(cards) and not pos.completed.get(who) and not any(pos.count(who, f"research {card}") for card in cards)


# -- monsters


def _monster_faults(pos: Position) -> Iterator[Objection]:
    """[11.0 to 11.3] Each came with a warp of its own, is where it can be, and holds and destroys what there is."""
    yield from _arrival_faults(pos)
    for name, beast in pos.beasts.items():
        tile = pos.board.tiles.get(beast.at)
        if tile is None or pos.kit.kinds[tile.kind].blocked:
            yield broken("11.1-c", "fault.monster-tile", monster=name, hex=label(beast.at))
        if beast.since > pos.turn:
            yield broken("11.0-c", "fault.monster-turn", monster=name, n=beast.since, turn=pos.turn)
    holds = any(pos.kit.monsters[name].captures for name in pos.beasts)
    for who in pos.names:
        if (n := pos.count(who, "held")) and not holds:
            yield broken("11.3-d", "fault.held", who=who, n=n)
    for at, tile in pos.board.tiles.items():
        if (n := pos.destroyed(at)) > (moons := pos.kit.kinds[tile.kind].moons):
            yield Objection("11.3-a", "fault.destroyed", {"hex": label(at), "n": n, "limit": moons}, basis=COUNT)


def _arrival_faults(pos: Position) -> Iterator[Objection]:
    """[11.0] Each monster on the board came with a warp of its own out of the cup, and no more have come than those."""
    warps = _warps(pos)
    for name, beast in pos.beasts.items():
        if beast.warp not in warps or sum(other.warp == beast.warp for other in pos.beasts.values()) > 1:
            yield broken("11.0-a", "fault.monster-warp", monster=name, hex=label(beast.warp))
    yield from (fault for fault in arrivals(pos) if fault.basis == COUNT)


def arrivals(pos: Position) -> Iterator[Objection]:
    """[11.0] As many monsters have come as warps, without one that is just arriving; the table tells which."""
    due = len(_warps(pos)) - sum(frame[0] == "arrival" for frame in pos.agenda)
    came = len(pos.beasts) + len(pos.gone)
    if came > due:
        yield Objection("11.0-a", "fault.monsters", {"n": came, "limit": due}, basis=COUNT)
    elif came < due:
        left = tuple(name for name in pos.kit.monsters if name not in pos.beasts and name not in pos.gone)
        yield Objection("11.0-a", "fault.monsters-untold", {"n": due - came, "monsters": left}, basis=UNKNOWN)


def _warps(pos: Position) -> tuple[Hex, ...]:
    """The warps that came out of the cup."""
    return tuple(at for at, tile in pos.board.tiles.items() if tile.kind == "warp" and at not in pos.layers)


# -- the end


def _end_faults(pos: Position) -> Iterator[Objection]:
    """[9.6, 9.7] The game is over with the last planet, and those have won who have the most."""
    if pos.result and pos.result != BROKEN_OFF:
        ranks = ranking(pos)
        best = [rank.who for rank in ranks if rank.worth == ranks[0].worth]
        if sorted(pos.result.removeprefix("won ").split(", ")) != sorted(", ".join(best).split(", ")):
            yield broken("9.7-a", "fault.winner", who=tuple(best), result=pos.result)
    elif not pos.result and not pos.agenda and pos.board.complete >= (last := pos.schedule[1]):
        yield broken("9.6-d", "fault.over", n=pos.board.complete, limit=last)
