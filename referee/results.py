"""How a game ended for each who played: what the list of sessions, statistics and other programs tell of it."""

from typing import NamedTuple


class Result(NamedTuple):
    """A player's place, 1 the first; `points` if any were counted, `role` if the game gives one.

    Alone against a game, whoever loses to it comes second.
    """

    who: str
    rank: int
    winner: bool
    started: bool
    points: int | None = None
    role: str = ""
