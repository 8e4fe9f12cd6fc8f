"""How a game of PARSEC ended for each who played [9.7]."""

from referee.games.parsec import scoring
from referee.games.parsec.position import BROKEN_OFF, Position
from referee.results import Result


def results(pos: Position) -> tuple[Result, ...]:
    """Everybody from first to last, with a shared place for equals; nobody as long as the game is not decided."""
    if pos.result in ("", BROKEN_OFF):
        return ()
    ranks = scoring.ranking(pos)
    places = {rank.worth: n for n, rank in reversed(list(enumerate(ranks, 1)))}
    return tuple(_result(pos, rank, places[rank.worth]) for rank in ranks)


def _result(pos: Position, rank: scoring.Rank, place: int) -> Result:
    """[8.0] A player's role is the faction."""
    who = rank.who
    return Result(who, place, place == 1, who == pos.first, rank.vp, pos.factions.get(who, ""))
