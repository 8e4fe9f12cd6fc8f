"""What has happened and no table shows, where the table that is entered turns on it; and about what it is asked."""

from collections.abc import Iterator

from referee.games.planetoid.facts import Fact
from referee.games.planetoid.position import Position
from referee.games.planetoid.rounds import MINOR
from referee.games.planetoid.turns import FREE
from referee.verdict import UNKNOWN, Objection

NOBODYS = ("game", "turn", "origin", "side", "aliens", "card", "deck", "pool", "removed")  # subjects, of no player


def subjects(pos: Position) -> tuple[str, ...]:
    """The players, then what lies beside the board; the board has its map."""
    alien = ("origin", "side", "aliens", "deck")
    left_out = {*(alien if pos.options.aliens == "none" else ()), *(() if pos.alone else ("card", "removed"))}
    left_out |= {"pool"} if pos.basic else set()
    return (*pos.names, *(who for who in NOBODYS if who not in left_out), *(pos.jobs if pos.alone else ()))


def history(pos: Position) -> Iterator[tuple[Fact, Objection]]:
    """The facts that must be told, each with what is not known without it."""
    if pos.result or not pos.agenda:
        return
    if pos.agenda[0][0] == "turn" and (who := pos.whose):
        yield from _turn(pos, who)
    if pos.options.aliens != "none" and pos.kit.spawn and pos.turn > 1:
        yield ("deck", "drawn"), Objection("T-912", "history.drawn", basis=UNKNOWN)
    if pos.options.majors == "yes":
        yield ("game", "majors"), Objection("T-1035", "history.majors", basis=UNKNOWN)


def _turn(pos: Position, who: str) -> Iterator[tuple[Fact, Objection]]:
    """[T-304, T-509, T-214] What was done in the turn under way, of which the energy that is left shows the beginning.

    Of a basic turn nothing shows that it has begun.
    """
    full = MINOR if pos.minor else pos.kit.limits["solar"]
    begun = not pos.basic and pos.count(who, "solar") < full
    if begun:
        yield ("turn", "used"), Objection("T-304", "history.used", {"who": who}, basis=UNKNOWN)
    if (begun or pos.used) and pos.installed.get(who):
        yield ("turn", "fresh"), Objection("T-509", "history.fresh", {"who": who}, basis=UNKNOWN)
    if pos.basic and "drill" in pos.used & FREE:
        yield ("turn", "drilled"), Objection("T-214", "history.drilled", {"who": who}, basis=UNKNOWN)
