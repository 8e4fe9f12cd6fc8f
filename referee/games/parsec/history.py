"""What has happened and no table shows, where the table that is entered turns on it; and what follows from the rest."""

from collections.abc import Collection, Iterator

from referee.games.parsec.census import robots
from referee.games.parsec.facts import Fact, Facts
from referee.games.parsec.paying import free_ap
from referee.games.parsec.position import Position
from referee.games.parsec.retelling import ROBOTS
from referee.verdict import UNKNOWN, Objection


def subjects(pos: Position) -> tuple[str, ...]:
    """The players, then what is nobody's own; the board has its tiles."""
    return (*pos.names, "game", "turn", "cup", *(("monster",) if pos.options.monsters else ()))


def rest(pos: Position, told: Collection[Fact]) -> Facts:
    """[3.0, L7] Robots nobody told of are aboard, if some of a player were told and those aboard not counted."""
    found = dict[Fact, int]()
    for who in pos.names:
        some = any(owner == who and (what in ("home", "held") or what.startswith(ROBOTS)) for owner, what in told)
        if some and (who, "aboard") not in told:
            left = pos.kit.start["robots"] - robots(pos, who) + pos.count(who, "aboard")
            found[who, "aboard"] = max(0, left)
    return found


def history(pos: Position) -> Iterator[tuple[Fact, Objection]]:
    """The facts that must be told, each with what is not known without it."""
    if pos.result:
        return
    for who in pos.names:
        if pos.power(who, "bomb"):
            yield (who, "bomb"), Objection("7.3-o", "history.bomb", {"who": who}, basis=UNKNOWN)
        if pos.board.complete >= pos.schedule[0][0]:
            yield (who, "vp"), Objection("9.0-a", "history.vp", {"who": who, "n": pos.board.complete}, basis=UNKNOWN)
    if pos.agenda and pos.agenda[0][0] == "actions":
        yield from _spending(pos, str(pos.agenda[0][1]))


def _spending(pos: Position, who: str) -> Iterator[tuple[Fact, Objection]]:
    """[6.1, 6.1.1, 7.3, 5.1.8] What was done with the Action Points of a turn under way."""
    if not (pos.walked or pos.moved or pos.count(who, "spent") or pos.count(who, "ap") != free_ap(pos, who)):
        return
    yield (who, "ap"), Objection("6.1-a", "history.ap", {"who": who}, basis=UNKNOWN)
    yield (who, "spent"), Objection("6.1.1-b", "history.spent", {"who": who}, basis=UNKNOWN)
    if pos.power(who, "walkers") and pos.standing(who):
        yield ("turn", "walked"), Objection("7.3-e", "history.walked", {"who": who}, basis=UNKNOWN)
    if pos.pulsar:
        yield ("turn", "moved"), Objection("5.1.8-d", "history.moved", {"who": who}, basis=UNKNOWN)
