"""What is dealt without a box: by the seed, out of what is left, and nothing that a table could not have answered."""

from collections import Counter
from typing import Any

import pytest

from referee import opening
from referee.dealer import Dealer
from referee.desk import Desk
from referee.errors import Failed
from referee.games.parsec.events import Draw, Put
from referee.games.parsec.position import Position
from referee.where import tables_folder
from tests.mending import again

NAMES = ["Ann:green", "Bea:yellow", "Cid:red"]
BOX = opening.Tables(tables_folder("parsec"))["practice"]["box"]
TILES = ["M2 empty", "L2 asteroid", "2L empty"]


def dealt(seed: int, *options: str, **header: Any) -> Desk:
    """A table whose draws are the referee's, at its first question to somebody."""
    said = {"players": NAMES, "options": options, "box": BOX, "practice": True, "draws": "referee", "seed": seed}
    desk = opening.desk({"game": "parsec", **said, **header})
    desk.deal()
    return desk


def at(step: str, *facts: str, seed: int = 0, **header: Any) -> Desk:
    """The same at a step of Ann's turn, with nothing dealt yet."""
    said = {"players": NAMES, "box": BOX, "practice": True, "tiles": TILES, "facts": facts, "at": f"{step} Ann"}
    return opening.desk({"game": "parsec", **said, "draws": "referee", "seed": seed, **header})


def dealer_says(desk: Desk, seed: int, **ask: Any) -> Any:
    return desk.game.deal(desk.ask._replace(**ask), Dealer(seed))


def said(desk: Desk) -> list[str]:
    return [str(line.block["say"]) for line in desk.lines]


# -- set-up ------------------------------------------------------------------


def test_the_same_seed_deals_the_same_set_up_and_another_one_another() -> None:
    assert said(dealt(3)) == said(dealt(3))
    assert len({tuple(said(dealt(seed))) for seed in range(5)}) == 5


def test_everybody_gets_three_cards_and_the_first_player_begins() -> None:
    lines = said(dealt(1))
    assert lines[0] == "first Ann"
    hands = [line.split()[1:] for line in lines if line.startswith("dealt")]
    assert [hand[0] for hand in hands] == ["Ann", "Bea", "Cid"]
    assert [len(set(hand[1:])) for hand in hands] == [3, 3, 3]


@pytest.mark.parametrize(
    ("options", "number"), [((), 3), (("quick=yes",), 4), (("nanotechs=chosen",), 5), (("factions=chosen",), 3)]
)
def test_hands_are_as_large_as_the_options_make_them(options: tuple[str, ...], number: int) -> None:
    hands = [line.split()[2:] for line in said(dealt(1, *options)) if line.startswith("dealt")]
    assert [len(hand) for hand in hands] == [number] * 3


# -- the cup ------------------------------------------------------------------


def test_a_tile_comes_out_of_the_cup_and_lies_where_it_is_put() -> None:
    desk = at("S2.1", seed=4)
    event = dealer_says(desk, 4)
    assert isinstance(event, Draw)
    assert len(event.kinds) == 1
    desk.deal()
    assert said(desk)[0] == f"draw {event.kinds[0]}"


def test_with_a_stellar_cartographer_two_tiles_come_up() -> None:
    desk = at("S2.1", "Ann completed carto")
    assert {len(dealer_says(desk, seed).kinds) for seed in range(99)} == {2}


def test_every_kind_comes_up_as_often_as_it_is_in_the_cup() -> None:
    """Of 93 tiles in a full cup 14 are empty, 13 have one nebula edge, 11 are brown, one has six edges [C2]."""
    desk = at("S2.1", tiles=[])
    times = Counter(dealer_says(desk, seed).kinds[0] for seed in range(2000))
    for kind, n in {"empty": 14, "neb1": 13, "brown": 11, "green": 8, "neb6": 1}.items():
        assert abs(times[kind] - 2000 * n / 93) < 60, kind
    assert sum(times.values()) == 2000


def test_a_tile_set_aside_or_on_the_table_does_not_come_up() -> None:
    desk = at("S2.1", 'cup aside "neb6 gold gold gold"')
    drawn = {dealer_says(desk, seed).kinds[0] for seed in range(400)}
    assert drawn & {"neb6", "gold"} == set()
    assert "nebT" in drawn


def test_what_went_back_comes_up_next_no_more_often_than_anything_else() -> None:
    """One tile of the two that were drawn has been laid, here set aside; the other one is back among those 92."""
    desk, again = at("S2.1", "Ann completed carto", tiles=[]), 0
    pos: Position = desk.ask.pos
    for seed in range(500):
        laid, back = dealer_says(desk, seed).kinds
        later = pos.put(turn=pos.turn + 1, aside=(laid,), agenda=(("turn", "Bea"),))
        again += dealer_says(desk, seed, pos=later).kinds == (back,)
    assert again < 90  # were it on top, 500


def test_nobody_deals_nebulas_of_which_nobody_knows_how_they_look() -> None:
    shapeless = tuple(sentence for sentence in BOX if "nebula neb3" not in sentence)
    with pytest.raises(Failed):
        dealer_says(at("S2.1", box=shapeless), 0)


# -- cards and monsters ------------------------------------------------------------------


def test_a_new_card_is_none_that_the_player_has_nor_one_that_is_gone() -> None:
    """With three players the deck has two of each type: both bombs are out, and Ann has the cards named."""
    cards = ("Ann completed auto", 'Ann research "carto 4"', "Bea completed bomb", "Cid completed bomb")
    desk = at("S5.3 1", *cards)
    drawn = {dealer_says(desk, seed).card for seed in range(200)}
    assert drawn == {"astro", "irobots", "sensors", "thrusters", "transporters", "warrior"}


def test_a_card_of_which_two_are_left_comes_up_twice_as_often() -> None:
    desk = at("S5.3 1", 'Ann completed "auto carto bomb warrior irobots sensors astro"', "Bea completed thrusters")
    times = Counter(dealer_says(desk, seed).card for seed in range(900))
    assert set(times) == {"thrusters", "transporters"}
    assert abs(times["transporters"] - 600) < 60


def test_a_monster_is_one_that_has_not_come_yet() -> None:
    facts = ('monster dragon "at M3 of Bea from M3 since 1"', "monster slaver gone")
    desk = at("S2.1", *facts, options=("monsters=yes",), tiles=["M2 empty", "M3 warp", "L3 warp"], draws="table")
    desk.say("place warp P3")
    assert desk.ask.rule == "S2.5"
    drawn = {dealer_says(desk, seed).monster for seed in range(60)}
    assert drawn == {"machine", "shadow", "amoeba"}


# -- choices and facts ------------------------------------------------------------------


@pytest.mark.parametrize(
    "sentence",
    ["first Bea", "dealt Bea auto carto bomb", "faction Bea safari", "factions a b c d", "draw gold", "card bomb"],
)
def test_what_the_table_tells_is_found_again_by_its_question(sentence: str) -> None:
    desk = at("S2.1")
    event = desk.game.parse(sentence.split(), "table")
    choice, facts = desk.game.split(event)
    assert choice is None
    ((name, thing),) = facts
    question = desk.ask._replace(fact=name, about=(thing,) if thing else ())
    assert desk.game.join(question, facts) == event


def test_a_tile_drawn_and_laid_in_one_is_a_fact_and_a_choice() -> None:
    desk = at("S2.1", draws="table")
    desk.say("place empty M3")
    (line, *_) = desk.lines
    choice, facts = desk.game.split(desk.game.parse(str(line.block["say"]).split(), str(line.block["who"])))
    assert isinstance(choice, Put)
    assert choice.who == "Ann"
    assert facts == {("draw", ""): Draw("table", ("empty",))}


def test_a_tile_that_nobody_could_lay_is_a_fact_alone() -> None:
    desk = at("S2.1")
    assert desk.game.split(desk.game.parse(("impossible", "moon"), "Ann")) == (
        None,
        {("draw", ""): Draw("table", ("moon",))},
    )


def test_a_tile_laid_elsewhere_afterwards_is_still_the_tile_that_was_drawn() -> None:
    header = {"players": NAMES, "box": BOX, "tiles": TILES, "at": "S2.1 Ann", "game": "parsec"}
    desk = opening.desk(header)
    for sentence in ("place empty M3", "draw derelict", "place P2", "end"):
        assert desk.say(sentence).lines, sentence
    found = again(desk, ("change", 1, "place empty 2M")).found
    tiles = desk.game.facts(found.ask.pos)
    assert (tiles["M3", "tile"], tiles["2M", "tile"], tiles["P2", "tile"]) == ("none", "empty", "derelict")
    assert found.unused == ()
