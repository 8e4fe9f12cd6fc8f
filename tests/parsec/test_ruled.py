"""A question of the rulebook is explained where a line first rests on it; after that it is only named."""

from referee import display, opening, reply
from referee.desk import Desk
from referee.layout import Screen

HEADER = {
    "game": "parsec",
    "players": ["Ann:green", "Bea:yellow"],
    "tiles": ["M2 empty", "L2 empty", "L3 neb1 e", "K1 empty", "P2 empty"],
}
WHY = "5.1.6-e  M3 begins another nebula, while one could be extended, on L4 for one."


def said(desk: Desk, sentence: str) -> list[str]:
    """What the referee answers, line by line."""
    display.speak(opening.folder("parsec"))
    return display.lines(Screen(width=120), *reply.said(desk, desk.say(sentence)))


def test_the_second_new_nebula_names_the_ruling_and_the_line_that_explains_it() -> None:
    desk = opening.desk(HEADER)
    first = said(desk, "place neb1 M3 e")
    assert first[-2:] == [f"{WHY} (ruling A-13)", "A-13 is read as free, the default. Other readings: must."]
    said(desk, "end")
    again = said(desk, "place neb1 K2 ne")
    assert again[-1] == "A-13 is read as free, as at line 1."
    assert not any("begins another nebula" in line for line in again)
    assert desk.lines[-1].verdict.rulings == ("A-13",)


def test_it_is_explained_again_when_the_table_has_said_how_it_reads_it() -> None:
    desk = opening.desk(HEADER)
    for sentence in ("place neb1 K2 ne", "end", "ruling A-13 free"):
        desk.say(sentence)
    lines = said(desk, "place neb1 M3 e")
    assert lines[-2:] == [
        f"{WHY} (ruling A-13)",
        "A-13 is read as free, as table said at line 3. Other readings: must.",
    ]
