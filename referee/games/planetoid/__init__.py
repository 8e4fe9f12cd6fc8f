"""Planetoid: basic and advanced rules, alone against the aliens or with others, and every variant.

This page gives the desk what every game gives it; each name leads to its room.
"""

from collections.abc import Mapping
from typing import Any

from referee.games.planetoid import settings as _settings
from referee.games.planetoid.bonuses import SHIPPED, TAKEN
from referee.games.planetoid.entering import at, blank, box, expand, faults, forms
from referee.games.planetoid.events import Peek, Scan
from referee.games.planetoid.facts import facts, hold, with_facts
from referee.games.planetoid.history import history, subjects
from referee.games.planetoid.kit import kit, teach
from referee.games.planetoid.needs import needed
from referee.games.planetoid.options import options
from referee.games.planetoid.piles import piles
from referee.games.planetoid.position import Options, Position
from referee.games.planetoid.results import results
from referee.games.planetoid.sentences import ALIASES, NICKNAMES, VERBS, parse, write
from referee.games.planetoid.sequence import (
    CHORES,
    FRAMELESS,
    INTERJECTIONS,
    STEPS,
    TOGETHER,
    advise,
    check,
    effect,
    game,
    may,
    moment,
)
from referee.games.planetoid.settings import missing, seating, seats
from referee.games.planetoid.settings import written as write_settings
from referee.games.planetoid.setup import plays, start, untaught
from referee.games.planetoid.tally import tally
from referee.games.planetoid.telling import deal, join, look, short, split
from referee.games.planetoid.view import scored as score
from referee.games.planetoid.view import status, view

NAME = "planetoid"
TITLE = "Planetoid"
TURN = "turn"
PEOPLE = {Scan: ("opponent",), Peek: ("whose",)}


def settings(said: Mapping[str, str], kit: Any) -> Options:
    """The options of a game, from KEY=VALUE words. Raises NotUnderstood."""
    return _settings.settings(said, kit.levels, kit.limits["box_jobs"])


def secret(pos: Position) -> frozenset[str]:
    """[T-005] What lies face-down until the scoring: saved tiles, bonuses, what was shipped and what it won.

    What a scan showed is never known to the referee [T-003]. Alone at the table nobody has secrets; a game that was
    broken off turns nothing up.
    """
    if pos.alone or pos.scoring or pos.result.startswith("won"):
        return frozenset()
    return frozenset((*(f"saved {kind}" for kind in pos.kit.values), "bonuses", SHIPPED, TAKEN))


__all__ = [
    "CHORES",
    "ALIASES",
    "FRAMELESS",
    "INTERJECTIONS",
    "NAME",
    "NICKNAMES",
    "PEOPLE",
    "STEPS",
    "TITLE",
    "TOGETHER",
    "TURN",
    "VERBS",
    "advise",
    "at",
    "blank",
    "box",
    "check",
    "deal",
    "effect",
    "expand",
    "facts",
    "faults",
    "forms",
    "game",
    "history",
    "hold",
    "join",
    "kit",
    "look",
    "may",
    "missing",
    "moment",
    "needed",
    "options",
    "parse",
    "piles",
    "plays",
    "results",
    "score",
    "seating",
    "seats",
    "secret",
    "settings",
    "short",
    "split",
    "start",
    "status",
    "subjects",
    "tally",
    "teach",
    "untaught",
    "view",
    "with_facts",
    "write",
    "write_settings",
]
