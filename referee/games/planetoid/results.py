"""How a game of Planetoid ended for each who played [T-708, T-819, T-820]."""

from referee.games.planetoid import scoring, solo
from referee.games.planetoid.position import BROKEN_OFF, Position
from referee.results import Result


def results(pos: Position) -> tuple[Result, ...]:
    """Everybody from first to last, whoever left the game behind all others; nobody as long as it is not decided."""
    if pos.result in ("", BROKEN_OFF):
        return ()
    if pos.alone:
        who, won = pos.names[0], pos.result == "won"
        return (Result(who, 1 if won else 2, won, True, solo.score(pos, who)),)
    ranks = enumerate(scoring.standing(pos), 1)
    placed = (Result(rank.who, n, n == 1, rank.who == pos.order[0], rank.points) for n, rank in ranks)
    left = (Result(who, len(pos.order) + 1, False, False) for who in pos.names if who not in pos.order)
    return (*placed, *left)
