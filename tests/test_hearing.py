"""What people type and what it is taken for: whole sentences, words cut down or left out, near misses."""

import tomllib
from typing import Any

import pytest

from referee import hearing, opening
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.where import tables_folder

SETUP = ("drill-arm reroute upgrade-drone repair-bot", "origin S", "turn-up D7 rock, D6 gold, C7 ruby, E7 gold")
CHOSEN = ("solo-card A front", "jobs b01 b02 b03")


def practice(*sentences: str, **header: Any) -> Desk:
    """A table of the practice box after these sentences."""
    box = tomllib.loads((tables_folder("planetoid") / "practice.toml").read_text(encoding="utf-8"))["box"]
    said = {"players": ["Ann:green"], "options": ["mode=solo", "difficulty=easy"], "box": box, "practice": True}
    desk = opening.desk({"game": "planetoid", **said, **header})
    for sentence in sentences:
        assert desk.say(sentence).lines, sentence
    return desk


def taken_for(desk: Desk, text: str) -> str:
    return hearing.hear(desk.game, desk.ask, text).sentence


def not_understood(desk: Desk, text: str) -> tuple[str, tuple[str, ...]]:
    with pytest.raises(NotUnderstood) as refused:
        hearing.hear(desk.game, desk.ask, text)
    return refused.value.text.key, refused.value.nearest


TURN = practice(*SETUP, *CHOSEN)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("drill C3 ruby, D3 gold", "drill C3 ruby, D3 gold"),
        ("dr c3 u", "drill C3 ruby"),
        ("d c3", "drill C3"),
        ("D C3 U D3 G", "drill C3 ruby, D3 gold"),
        ("pd c3", "precision-drill C3"),
        ("md c3-e3", "mega-drill C3-D3-E3"),
        ("sc c3 d4", "scan C3 D4"),
        ("ls c3 c4 c5 c6", "large-scan C3 C4 C5 C6"),
        ("rep mega-d", "repair mega-drill"),
        ("mc", "mega-charge"),
        ("e", "end"),
        ("pass", "end"),
        ("green d c3", "drill C3"),
        ("Ann end", "end"),
        ("fc", "flip-card"),
        ("st move b d7 c6", "solo-top move-alien blue D7 C6"),
        ('note "What a turn"', 'note "What a turn"'),
    ],
)
def test_in_a_turn_verbs_and_their_slots_may_be_cut_down(typed: str, sentence: str) -> None:
    assert taken_for(TURN, typed) == sentence


@pytest.mark.parametrize(
    ("typed", "readings"),
    [
        ("r", ("return-and-refit", "repair")),
        ("s", ("sweep", "scan", "ship-all", "solo-top", "solo-bottom")),
        ("rep meg", ("repair mega-drill", "repair mega-charge")),
        ("c3", ("drill C3", "precision-drill C3", "mega-drill C3", "solo-top move-alien blue D7 C3")),
    ],
)
def test_what_may_mean_several_things_is_said_back_with_all_of_them(typed: str, readings: tuple[str, ...]) -> None:
    assert not_understood(TURN, typed) == ("sentence.ambiguous", readings)


@pytest.mark.parametrize(
    ("typed", "key", "nearest"),
    [
        ("rep", "sentence.unfinished", "repair mega-drill"),
        ("st", "sentence.unfinished", "solo-top move-alien"),
        ("sc c3", "sentence.unfinished", "scan C3 D3"),
        ("drlil c3", "sentence.unknown", "drill"),
        ("xyzzy", "sentence.unknown", "drill"),
        ("swep xx", "sentence.unknown", "sweep"),
        ("xyzzy C3", "sentence.unknown", "drill"),
        ("drill xx", "sentence.form", "drill C3 ruby, D3 gold"),
        ("repair foo", "sentence.form", "repair scan"),
        ("scan C3 ruby", "scan.private", "scan C3"),
    ],
)
def test_what_is_not_understood_comes_back_with_the_nearest(typed: str, key: str, nearest: str) -> None:
    found, offered = not_understood(TURN, typed)
    assert (found, offered[0]) == (key, nearest)


def test_a_place_without_a_tile_is_understood_so_that_it_can_be_refused() -> None:
    assert taken_for(TURN, "d c9") == "drill C9"


def test_a_verb_with_which_others_begin_goes_before_them() -> None:
    arm = practice(
        *SETUP, *CHOSEN, 'by-hand "Ann installed drill-arm", "pool drill-arm 0" card Beacon', options=["mode=solo"]
    )
    assert taken_for(arm, "d c3") == "drill C3"
    assert taken_for(arm, "da c3") == "drill-arm C3"
    assert not_understood(arm, "drill-")[0] == "sentence.unfinished"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("u r g e", "turn-up D7 ruby, D6 rock, C7 gold, E7 emerald"),
        ("urge", "turn-up D7 ruby, D6 rock, C7 gold, E7 emerald"),
        ("ruby rock", "turn-up D7 ruby, D6 rock"),
        ("e7 u d7 r", "turn-up E7 ruby, D7 rock"),
    ],
)
def test_tiles_asked_about_are_told_in_their_order_or_by_name(typed: str, sentence: str) -> None:
    assert taken_for(practice(*SETUP[:2]), typed) == sentence


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("drill", "drill C3 ruby", "drill C3 ruby"),
        ("Drill", "drill drill C3", "drill C3"),
        ("repair", "repair Mega-Drill", "repair mega-drill"),
        ("repair", "repair drill C3", "drill C3"),
        ("scan", "scan C3 D4", "scan C3 D4"),
        ("scan", "scan end", "end"),
        ("by-hand", 'by-hand "by-hand battery 1" card Beacon', 'by-hand "by-hand battery 1" card Beacon'),
    ],
)
def test_a_player_called_like_a_verb_is_told_from_it(name: str, typed: str, sentence: str) -> None:
    assert taken_for(practice(*SETUP, *CHOSEN, players=[name]), typed) == sentence


def test_set_up_is_told_by_first_letters() -> None:
    assert taken_for(practice(), "da re ud rb") == f"pool {SETUP[0]}"
    assert taken_for(practice(*SETUP[:1]), "s") == "origin S"
    card = practice(*SETUP)
    assert taken_for(card, "a f") == "solo-card A front"
    assert not_understood(card, "a") == ("sentence.unfinished", ("solo-card A front", "solo-card A back"))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("2", "spawn 2"), ("2d", "spawn 2 damage"), ("1ds", "spawn 1 damage shuffle"), ("0 s", "spawn 0 shuffle"),
     ("s06", "spawn s06"), ("spawn 1 d", "spawn 1 damage")],
)  # fmt: skip
def test_a_spawn_card_is_told_by_what_it_shows(typed: str, sentence: str) -> None:
    assert taken_for(practice(*SETUP, *CHOSEN, "end"), typed) == sentence


def test_a_damage_is_told_by_the_system_alone() -> None:
    hurt = practice(*SETUP, *CHOSEN, "end", "0d")
    assert hurt.ask.about[0] == "drill"
    assert taken_for(hurt, "d") == "damage drill"
    assert taken_for(hurt, "sc") == "damage scan"
    assert taken_for(hurt, "scan") == "damage scan"
    assert not_understood(hurt, "s")[0] == "sentence.ambiguous"


@pytest.mark.parametrize("system", ["sweep", "mega-charge", "charge", "large-scan"])
def test_a_system_that_cannot_take_the_damage_is_understood_so_that_it_can_be_refused(system: str) -> None:
    hurt = practice(*SETUP, *CHOSEN, 'by-hand "Ann damage sweep 1", "Ann damage charge 1" card x', "end", "0d")
    assert taken_for(hurt, system) == f"damage {system}"
    assert [reason.rule for reason in hurt.judge(system).verdict.objections] == ["T-915", "T-812"]
    assert taken_for(hurt, "end") == "end"


@pytest.mark.parametrize("typed", ["foo", "damage foo", "mega"])
def test_a_slip_where_one_thing_is_asked_names_the_question_and_the_ways_to_answer(typed: str) -> None:
    hurt = practice(*SETUP, *CHOSEN, "end", "0d")
    assert not_understood(hurt, typed) == ("sentence.slip", tuple(f"damage {system}" for system in hurt.ask.about[:8]))


@pytest.mark.parametrize("typed", ["foo", "turn-up foo", "d7 rubi", "turn-up D7 blue"])
def test_a_slip_about_tiles_names_the_spaces_and_the_kinds(typed: str) -> None:
    asked = practice(*SETUP[:2])
    key, nearest = not_understood(asked, typed)
    assert (key, nearest) == ("sentence.slip", tuple(f"turn-up D7 {kind}" for kind in asked.ask.pos.kit.values))
    with pytest.raises(NotUnderstood) as refused:
        hearing.hear(asked.game, asked.ask, typed)
    assert refused.value.text.facts["asked"] == asked.ask.text


def test_a_tile_too_many_is_told_by_its_letter() -> None:
    facts = ["Ann stored rock 2", "Ann stored ruby 2", "C3 tile ruby", "aliens rock 1", "D7 tile none"]
    full = practice("drill C3", facts=facts, at="S-11")
    assert full.ask.about
    assert taken_for(full, "r") == "discard rock"
    assert taken_for(full, "u") == "discard ruby"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("start carto research auto thrusters", "start carto research auto thrusters"),
        ("start thr res carto auto", "start thrusters research carto auto"),
        ("start thr ca au", "start thrusters research carto auto"),
        ("thr ca au", "start thrusters research carto auto"),
    ],
)
def test_a_word_that_fits_a_slot_is_what_fills_it(typed: str, sentence: str) -> None:
    """The last card has one filling, so it may be left out; said all the same, it is no further card."""
    desk = opening.desk({"game": "parsec", "players": ["Ann", "Bea"]})
    for told in ("first Ann", "dealt Ann thrusters carto auto", "dealt Bea auto transporters warrior"):
        assert desk.say(told).lines, told
    assert hearing.hear(desk.game, desk.ask, typed, "Ann").sentence == sentence
