"""The record put right by chance: edits and corrections that go through, whatever they lead to."""

from collections.abc import Sequence
from random import Random

from referee.ask import OVER
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.mending import Mend, Mended, Wanted, mend
from referee.offers import offers
from tests.mending import WHY
from tests.test_rejudge import random_sentence

KINDS = ("before", "before", "change", "strike")


def edit(desk: Desk, rnd: Random, kinds: Sequence[str] = KINDS) -> Mended | None:
    """A random edit of one of these kinds that goes through, with what is struck or let stand for it."""
    line = rnd.choice([line.number for act in desk.holding for line in act.lines] or [1])
    kind, text = rnd.choice(kinds), ""
    if kind != "strike":
        acts = [act for act in desk.holding if any(each.number == line for each in act.lines)]
        there = Desk(desk.game, acts[0].before if acts else desk.ask)
        text = next(filter(None, (_standing(there, rnd) for _ in range(20))), "note")
    want = Wanted((Mend(kind, line, text),), WHY)
    try:
        while not (found := mend(desk, want)).done and not found.refused:
            ways = [offer.wanted for offer in offers(desk, found) if not offer.example]
            if not ways:
                return None
            want = rnd.choice(ways)
    except NotUnderstood:
        return None
    return None if found.refused else found


def _standing(desk: Desk, rnd: Random) -> str:
    said = random_sentence(desk, rnd) if desk.ask.rule != OVER else ""
    try:
        return said if said and desk.judge(said).verdict.stands else ""
    except NotUnderstood:
        return ""


def fix(desk: Desk, rnd: Random) -> str:
    """A random correction that adds up, of one in a pile, alone or from another pile; "" if none was found."""
    facts = desk.game.facts(desk.ask.pos).items()
    piles = [(f"{who} {what}", n) for (who, what), n in facts if isinstance(n, int)]
    for _ in range(30):
        (pile, n), (other, _) = rnd.sample(piles, 2)
        said = f'fix "{pile} {n + rnd.choice((-1, 1))}{rnd.choice(("", f" from {other}"))}"'
        try:
            if desk.judge(said).verdict.stands:
                return said
        except NotUnderstood:
            pass
    return ""
