"""What the box holds, and how much of it is where [1.0, 3.0]: at every table it must add up."""

from collections import Counter
from collections.abc import Iterator, Mapping

from referee.games.parsec.position import Position
from referee.games.parsec.research import deck
from referee.text import Value
from referee.verdict import COUNT, Objection


def box(pos: Position) -> Mapping[str, tuple[int, int]]:
    """What must add up: component -> (how many there are, how many are found, the cup and the deck included)."""
    lie, cup, pile = lying(pos), pos.cup(), pos.starting()
    found = {
        name: (kind.total, lie[name] + max(0, cup[name]) + max(0, pile[name]))
        for name, kind in pos.kit.kinds.items()
        if kind.total
    }
    copies, left = pos.kit.copies[len(pos.names)], deck(pos)
    found |= {card: (copies, copies + max(0, -left[card])) for card in pos.kit.nanotechs}
    for who in pos.names:
        found[f"{who} robots"] = (pos.kit.start["robots"], robots(pos, who))
        markers = sum(pos.count(who, f"research {card}") > 0 for card in pos.research.get(who, ()))
        slots = pos.kit.points["under_research"]
        found[f"{who} markers"] = (slots, max(slots, markers))
    return found


def lying(pos: Position) -> Counter[str]:
    """The tiles on the table and beside the cup, by kind."""
    return Counter([tile.kind for tile in pos.board.tiles.values()] + list(pos.aside))


def robots(pos: Position, who: str) -> int:
    """[L7] All robots of a player: aboard, on tiles, on Homeworld, held by the Slaver Ship."""
    return sum(pos.count(who, what) for what in ("aboard", "home", "held")) + sum(pos.standing(who).values())


def faults(pos: Position) -> Iterator[Objection]:
    """More of anything than there is; robots fewer as well, for none of them ever leaves the game."""
    yield from _tile_faults(pos)
    copies = pos.kit.copies[len(pos.names)]
    for card, left in deck(pos).items():
        if left < 0:
            yield _counted("3.0-b", "fault.copies", what=card, n=copies - left, limit=copies)
    for who in pos.names:
        if (n := robots(pos, who)) != (limit := pos.kit.start["robots"]):
            yield _counted("3.0-g", "fault.robots", what=f"{who} robots", who=who, n=n, limit=limit)
    for (who, what), n in pos.counters.items():
        if n < 0:
            yield _counted("facts", "fault.negative", who=who, what=what, n=n)


def _tile_faults(pos: Position) -> Iterator[Objection]:
    """[1.0-b, 3.0-a] Of no kind lie more tiles than began in the cup, nor more start tiles than there are."""
    lie, cup, pile = lying(pos), pos.cup(), pos.starting()
    for kind in pos.kit.kinds.values():
        if kind.total and lie[kind.name] > kind.total:
            yield _counted("1.0-b", "fault.tiles", what=kind.name, n=lie[kind.name], limit=kind.total)
        elif kind.total and cup[kind.name] < 0:
            yield _counted("1.0-b", "fault.cup", what=kind.name, n=kind.cup - cup[kind.name], limit=kind.cup)
        elif pile[kind.name] < 0:
            yield _counted("1.0-b", "fault.pile", what=kind.name, n=kind.start - pile[kind.name], limit=kind.start)


def _counted(rule: str, key: str, /, **facts: Value) -> Objection:
    return Objection(rule, key, facts, basis=COUNT)
