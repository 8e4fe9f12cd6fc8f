"""Tables of several players, in every mode and number, dealt by the referee, and what anybody may say at them."""

import tomllib
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from referee.ask import TABLE, Ask
from referee.desk import Desk
from referee.notation import join
from referee.where import tables_folder

BOX: tuple[str, ...] = tuple(tomllib.loads((tables_folder("planetoid") / "practice.toml").read_text("utf-8"))["box"])
NAMES = ("Ann", "Bea", "Cid", "Dot", "Eve", "Fay", "Gus", "Hal")
KINDS = ("rock", "gold", "emerald", "ruby", "diamond")
SHIPPING = ("ship", "quick-ship", "ship-all", "return-and-refit")
TRIES = 400  # sentences from the menu, of which one at least should stand


class Mode(NamedTuple):
    """What is played, and with how many."""

    options: str
    players: tuple[int, ...]
    tiles: int  # in the boxes, as the rulebook counts them


MODES = {
    "basic": Mode("mode=basic", (2, 3, 4), 80),
    "advanced": Mode("mode=advanced", (2, 3, 4), 80),
    "danger": Mode("mode=danger difficulty=medium", (2, 3, 4), 80),
    "moon-basic": Mode("mode=moon-basic", (2,), 26),
    "moon-advanced": Mode("mode=moon-advanced", (2,), 26),
    "five-eight": Mode("mode=five-eight", (3, 4, 5, 6, 7, 8), 160),
    "five-eight apart": Mode("mode=five-eight tiles=separate", (3, 5), 160),
    "large and small": Mode("mode=advanced board=full+moon", (2, 4), 106),
    "basic, large and small": Mode("mode=basic board=full+moon", (2, 3), 106),
    "majors on large and small": Mode("mode=advanced board=full+moon majors=yes", (6,), 106),
    "danger on the moon": Mode("mode=danger board=moon difficulty=hard", (2,), 26),
    "danger with majors": Mode("mode=danger board=full+full majors=yes difficulty=easy", (3, 5), 160),
}
EVERY = tuple((mode, n) for mode, each in MODES.items() for n in each.players)


def header(mode: str, players: int, seed: int, **more: Any) -> dict[str, Any]:
    """A game of that mode with the practice box."""
    said = {"game": "planetoid", "players": NAMES[:players], "options": tuple(MODES[mode].options.split())}
    return {**said, "box": BOX, "practice": True, "draws": "referee", "seed": seed, **more}


def menu(rnd: Random, desk: Desk) -> str:
    """One random way through what the menu offers, said by one of those asked; "" for a way that leads nowhere."""
    ask = desk.ask
    who = rnd.choice(ask.who)
    words, voice = tuple[str, ...](), ask._replace(who=(who,))
    while options := list(desk.game.options(voice, words)):
        words, whole = rnd.choice(_likely(rnd, voice, options) if not words else options)
        if whole and (rnd.random() < 0.7 or not list(desk.game.options(voice, words))):
            return join(words if len(ask.who) == 1 else (who, *words))
    return ""


def _likely(rnd: Random, ask: Ask, options: list[Any]) -> list[Any]:
    """Of the verbs, now and then those only that bring the game on: tiles leave the board, and storage."""
    ships = [option for option in options if option.words[0] in SHIPPING]
    on = [option for option in options if "drill" in option.words[0] or option.words[0] in ("sweep", "end")]
    if ships and ask.pos.stored(ask.who[0]).total() > 1 and rnd.random() < 0.5:
        return ships
    return on if on and rnd.random() < 0.6 else options


def answers(rnd: Random, desk: Desk) -> Iterator[str]:
    """Sentences for the open question, one of which goes through."""
    for _ in range(TRIES):
        if said := menu(rnd, desk):
            yield said
    raise AssertionError(f"no way on at {desk.ask.rule}: {desk.ask.text}")


def answer(rnd: Random, desk: Desk) -> str:
    """A sentence that goes through."""
    return next(said for said in answers(rnd, desk) if desk.judge(said).verdict.stands)


def laid(desk: Desk, rnd: Random) -> Desk:
    """The same table after its set-up, at the first turn."""
    desk.deal()
    while not desk.ask.pos.agenda or desk.ask.pos.agenda[0][0] != desk.game.TURN:
        assert desk.say(answer(rnd, desk)).lines
    return desk


def dealt_by(desk: Desk) -> bool:
    """Whether the table is asked for nothing, because the referee deals."""
    return desk.ask.who != (TABLE,)
