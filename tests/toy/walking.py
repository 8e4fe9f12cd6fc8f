"""How a walk plays the toy: three at the table, dice thrown by the referee or told, gusts at any moment."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from referee import opening
from referee.ask import Ask
from referee.desk import Desk
from tests import toy

NAME = toy.NAME
SHELLS = 30
SILENT: Mapping[str, tuple[str, ...]] = {"points are counted in the view, and change nothing": ("4.2",)}


def header(rnd: Random) -> dict[str, Any]:
    """Dice by the referee or by the table; two boats in one hex as the table likes."""
    opening.GAMES.setdefault(NAME, toy.__name__)
    return {
        "game": NAME,
        "players": ["Ann:red", "Bea:blue", "Cid:green"],
        "rulings": [f"E-1={rnd.choice(('yes', 'no'))}"] if rnd.random() < 0.5 else [],
        "draws": rnd.choice(("referee", "table")),
        "seed": rnd.randrange(1_000_000),
    }


def spoilt(rnd: Random, header: dict[str, Any]) -> dict[str, Any]:
    """Too few at the table, or a boat on land."""
    wrong: list[dict[str, Any]] = [{"players": ["Ann"]}, {"facts": ["Ann boat Z9"]}, {"at": "nowhere"}]
    return {**header, **rnd.choice(wrong)}


def rules() -> Iterator[str]:
    book = opening.kit(NAME).book
    yield from (*book.rules, *book.rulings)


def answer(rnd: Random, ask: Ask) -> str:
    return ""


def richer(rnd: Random, ask: Ask, words: tuple[str, ...]) -> tuple[str, ...]:
    return words


def stray(rnd: Random, ask: Ask) -> str:
    """Anybody says anything."""
    words = (*toy.WATER, "Z9", "yes", "no", "3", "7", "Ann", "blue", "sun", "rock", "none")
    return f"{rnd.choice(ask.pos.names)} {rnd.choice(list(toy.VERBS))} {rnd.choice(words)}"


def remark(rnd: Random, ask: Ask) -> str:
    """Shells by hand, kept or lost; a reading."""
    if rnd.random() < 0.3:
        return f"ruling E-1 {rnd.choice(('yes', 'no', 'ask'))}"
    who, n = rnd.choice(ask.pos.names), rnd.randint(0, 2)
    shells = ask.pos.count(who, "shells"), ask.pos.count("pool", "shells")
    return f'by-hand "{who} shells {shells[0] + n}", "pool shells {shells[1] - rnd.choice((n, n, 0))}" card Tide'


def entered(rnd: Random, header: dict[str, Any], ask: Ask) -> dict[str, Any] | None:
    """The same table, told as facts, at somebody's turn."""
    if ask.rule != "2.1":
        return None
    facts = [f"{who} {what} {value}" for (who, what), value in toy.facts(ask.pos).items()]
    house = [f"{key}={value}" for key, value in ask.pos.house.items()]
    return {**header, "facts": facts, "rulings": house, "at": ask.who[0]}


def conserved(desk: Desk) -> None:
    """Thirty shells, wherever they lie."""
    counters = desk.ask.pos.counters
    assert sum(n for (_, what), n in counters.items() if what == "shells") == SHELLS


def watch(rnd: Random, before: Ask, after: Ask) -> None:
    """A throw moves shells from the pool to one boat."""
    entries = [entry for entry in after.pos.entries if entry.key == "shells.gathered"]
    assert sum(entry.by for entry in entries) == 0
