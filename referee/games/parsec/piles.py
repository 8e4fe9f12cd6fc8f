"""What can be counted at a table, pile by pile, and how much of it should lie there."""

from collections import Counter

from referee.games.parsec.facts import Facts, facts
from referee.games.parsec.position import Position
from referee.games.parsec.research import deck
from referee.hexes import ORIGIN, label

OF_A_PLAYER = ("ship", "aboard", "home", "credits", "vp", "completed", "research")


def piles(pos: Position) -> Facts:
    """Every pile in the order of a walk round the table: (who, what) -> how much; some have no `what`, as the cup."""
    told = facts(pos)
    found: dict[tuple[str, str], str | int] = {("cup", ""): pos.in_cup}
    if start := pos.starting().total():
        found["start tiles", ""] = start
    lying = Counter(tile.kind for tile in pos.board.tiles.values() if pos.kit.kinds[tile.kind].total)
    found["tiles", ""] = lying.total()
    found |= {("tiles", kind): lying[kind] for kind, each in pos.kit.kinds.items() if each.total and lying[kind]}
    counted = (*OF_A_PLAYER, *(("held",) if pos.options.monsters else ()))
    for who in pos.order:
        found |= {(who, what): told[who, what] for what in counted}
        found |= {(who, f"robots {label(at)}"): n for at, n in pos.standing(who).items() if at != ORIGIN}
    found["deck", ""] = deck(pos).total()
    if pos.options.monsters:
        found |= {fact: value for fact, value in told.items() if fact[1] == "destroyed"}
        found |= {(name, "at"): label(beast.at) for name, beast in pos.beasts.items()}
    return found
