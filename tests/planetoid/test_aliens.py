"""What no case can hold: orders and counts as printed, the last token, and games under readings left open."""

import random
import tomllib
from typing import Any

import pytest

from referee import opening
from referee.desk import Desk
from referee.games.planetoid import geometry, growth
from referee.where import tables_folder
from tests.planetoid.test_agreement import random_table

BOX = tuple(tomllib.loads((tables_folder("planetoid") / "practice.toml").read_text("utf-8"))["box"])
SOLO: dict[str, Any] = {
    "game": "planetoid",
    "players": ("Ann",),
    "options": ("mode=solo", "difficulty=hard"),
    "box": BOX,
}
SQUARE = "/".join(["#####"] * 5)


@pytest.mark.parametrize(
    ("origin", "edge", "order"),
    [
        ("C5", "S", "C5 D5 B5 C4 E5 A5 D4 B4 C3 E4 A4 D3 B3 C2 E3 A3 D2 B2 C1 E2 A2 D1 B1 E1 A1"),  # W-01
        ("C1", "N", "C1 B1 D1 C2 A1 E1 B2 D2 C3"),  # W-02
        ("A3", "W", "A3 A4 A2 B3 A5 A1 B4 B2 C3"),
        ("E3", "E", "E3 E2 E4 D3 E1 E5 D2 D4 C3"),
    ],
)
def test_spaces_are_ordered_from_the_origin(origin: str, edge: str, order: str) -> None:
    spaces = order.split()
    assert list(geometry.seen_from(SQUARE, origin, edge))[: len(spaces)] == spaces


@pytest.mark.parametrize(
    ("pile", "rate", "value", "cover", "exact", "floor"),
    [  # W-08
        ("UUUUU", 10, 20, 1, 0, 2),
        ("UUUUUU", 10, 24, 2, 0, 2),
        ("DDDD", 14, 20, 1, 0, 1),
        ("DDDU", 18, 19, 1, 0, 1),
        ("DDUU", 18, 18, 1, 1, 1),
        ("EEEEEEE", 10, 21, 1, 0, 2),
        ("EEEEEEER", 10, 22, 2, 1, 2),
        ("DDDDUU", 14, 28, 2, 2, 2),
        ("DUEGRDUEGR", 10, 30, 3, 3, 3),
        ("GGGGGGG", 14, 14, 1, 1, 1),
        ("RRRRRRRRR", 10, 9, 0, 0, 0),
    ],
)
def test_a_pile_makes_so_many_stacks(pile: str, rate: int, value: int, cover: int, exact: int, floor: int) -> None:
    tiles = tuple(pile.count(kind) for kind in "RGEUD")
    found = growth.stacks(tiles, rate)
    assert (growth.worth(tiles), found.cover, found.exact, found.floor) == (value, cover, exact, floor)


def entered(*facts: str, at: str, **more: Any) -> Desk:
    board = "\n".join(["? ? ? ? ?"] * 4 + ["? ? . ? ?"])
    return opening.desk({**SOLO, "board": board, "facts": ("origin at C5 S", *facts), "at": at, **more})


def test_no_more_aliens_hatch_than_the_box_holds() -> None:
    """[Q-22] 48 tokens: 30 and 17 are on the board, and two icons come up."""
    crowd = [f"A1 aliens {' '.join(['pink'] * 30)}", f"B1 aliens {' '.join(['blue'] * 17)}"]
    desk = entered(*crowd, at="T-912")
    said = desk.say("spawn 2")
    assert [entry.what for entry in said.entries][:2] == ["1 pink C5", "no alien left"]
    desk = entered(*crowd, "C5 aliens pink", at="T-912")
    said = desk.say("spawn 2")
    assert [(entry.what, entry.rule) for entry in said.entries][0] == ("no alien left", "Q-22")
    assert sum(desk.ask.pos.aliens.values()) == 48


def test_a_table_with_more_aliens_than_the_box_holds_is_none() -> None:
    with pytest.raises(Exception, match="position") as fault:
        entered(f"A1 aliens {' '.join(['pink'] * 49)}", at="T-912")
    assert [objection.rule for objection in fault.value.text.facts["faults"]] == ["Q-22"]  # type: ignore[attr-defined]


# -- readings left open ------------------------------------------------------------------


def rulings(many: bool) -> list[Any]:
    """The rulings of the game against the aliens that the referee reads in several ways, or in one."""
    book = opening.kit("planetoid").book
    solo = [r for r in book.rulings.values() if "solo" in r.modes and r.type == "word" and "ask" not in r.coded]
    return [ruling for ruling in solo if (len(ruling.coded) > 1) == many]


def random_sentence(desk: Desk, chance: random.Random) -> str:
    words: tuple[str, ...] = ()
    while ways := list(desk.game.options(desk.ask, words)):
        way = chance.choice(ways)
        words = way.words
        if way.whole and chance.random() < 0.7:
            return " ".join(words).replace(" ,", ",")
    return ""


def busy(seed: int) -> dict[str, Any]:
    """A random board full of aliens, and a player who has everything that a ruling may turn on."""
    table, chance = random_table(seed), random.Random(seed)
    card, jobs = chance.choice(("A front", "A back", "B front", "B back")), "b01 b02 b03 b04 b10"
    facts = [f"origin at {table.origin} {table.edge}", f"card up {card}", "card diamond 1", f"game jobs {jobs}"]
    facts += ["Ann installed drill-arm booster-drill reroute expanded-storage", "pool repair-bot 1", "Ann battery 2"]
    facts += ["Ann stored rock 2", "Ann stored gold 2", "aliens ruby 3", "aliens emerald 3", "aliens gold 2"]
    damaged = chance.sample(["scan", "repair", "charge", "solo-top", "expanded-storage", "sweep", "ship-all"], 3)
    facts += [f"Ann damage {system} 0" for system in ("mega-drill", "return-and-refit", "large-scan")]
    facts += [f"Ann damage {system} 1" for system in damaged]
    box = [sentence for sentence in BOX if not sentence.startswith("teach board")]
    return {**SOLO, "box": box, "board": table.map(), "facts": facts, "at": chance.choice(("S-11", "S-11", "T-908"))}


def played(header: dict[str, Any], seed: int, sentences: int) -> Desk:
    """A game in which everybody answers at random."""
    desk, chance = opening.desk(header), random.Random(seed)
    for _ in range(sentences):
        if said := random_sentence(desk, chance):
            desk.say(said)
    return desk


@pytest.mark.parametrize("ruling", rulings(many=True), ids=lambda ruling: ruling.id)
def test_what_goes_through_under_an_open_reading_is_the_same_under_each(ruling: Any) -> None:
    """What was recorded while the table wanted to be asked can be read by every reading, and leads to one table."""
    recorded = 0
    for seed in range(6):
        header = busy(seed)
        desk = played({**header, "rulings": [f"{ruling.key}=ask"]}, seed, 60)
        recorded += len(desk.lines)
        for reading in ruling.coded:
            again = opening.desk({**header, "rulings": [f"{ruling.key}={reading}"]})
            again.read([line.block for line in desk.lines])
            assert again.stop is None
            assert again.ask.pos.put(house={}) == desk.ask.pos.put(house={})
    assert recorded > 30


@pytest.mark.parametrize("ruling", rulings(many=False), ids=lambda ruling: ruling.id)
def test_an_open_reading_of_a_ruling_with_one_way_to_go_holds_all_that_may_rest_on_it(ruling: Any) -> None:
    """Nothing fails, and what touches the aliens' turn holds the end of the player's."""
    desk = entered(at="S-11", rulings=(f"{ruling.id}=ask",))
    held = desk.judge("end").verdict
    touched = any(row.startswith("T-9") or row in ("T-308", "T-819") for row in ruling.touches)
    assert (ruling.id in held.rulings) == touched
    assert held.stands != touched
