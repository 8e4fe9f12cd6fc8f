"""PARSEC: exploring space tile by tile, with every optional rule, monsters among them.

This page gives the desk what every game gives it; each name leads to its room.
"""

from referee.games.parsec.entering import at, blank, box, expand, faults, forms
from referee.games.parsec.events import Capture, Dealt, Eat, First, Sworn
from referee.games.parsec.facts import facts, hold, with_facts
from referee.games.parsec.history import history, rest, subjects
from referee.games.parsec.kit import kit, teach
from referee.games.parsec.needs import needed
from referee.games.parsec.options import options
from referee.games.parsec.pad import score
from referee.games.parsec.piles import piles
from referee.games.parsec.results import results
from referee.games.parsec.sentences import ALIASES, NICKNAMES, VERBS, parse, write
from referee.games.parsec.sequence import (
    CHOICES,
    CHORES,
    FRAMELESS,
    INTERJECTIONS,
    STEPS,
    TOGETHER,
    advise,
    check,
    effect,
    game,
    moment,
)
from referee.games.parsec.settings import seating, seats, settings
from referee.games.parsec.settings import written as write_settings
from referee.games.parsec.setup import plays, start, untaught
from referee.games.parsec.telling import deal, join, short, split, strange
from referee.games.parsec.view import status, view

NAME = "parsec"
TITLE = "PARSEC"
TURN = "turn"
SCORE = "vp"
PEOPLE = {First: ("player",), Dealt: ("player",), Sworn: ("player",), Eat: ("player",), Capture: ("player",)}

__all__ = [
    "ALIASES",
    "CHOICES",
    "CHORES",
    "FRAMELESS",
    "INTERJECTIONS",
    "NAME",
    "NICKNAMES",
    "PEOPLE",
    "SCORE",
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
    "moment",
    "needed",
    "options",
    "parse",
    "piles",
    "plays",
    "rest",
    "results",
    "score",
    "seating",
    "seats",
    "settings",
    "short",
    "split",
    "start",
    "status",
    "strange",
    "subjects",
    "teach",
    "untaught",
    "view",
    "with_facts",
    "write",
    "write_settings",
]
