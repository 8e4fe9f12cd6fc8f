"""Sentences of the table: every event is written and read back, and understood however short people make it."""

from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import hearing, hexes, opening, remarks
from referee.ask import Option
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.games.parsec import events, sentences
from referee.games.parsec.board import bits
from referee.games.parsec.events import Event, Place, Put
from referee.games.parsec.places import spots
from referee.hexes import Hex
from referee.notation import join, split
from referee.where import tables_folder

TABLES = opening.Tables(tables_folder("parsec"))
TEXTS, BOX = TABLES["texts"], TABLES["practice"]["box"]
NUMBERS = st.integers(1, 99)
HEXES = st.builds(Hex, st.integers(-12, 12), st.integers(-12, 12))
WAYS = st.lists(HEXES, min_size=1, max_size=5).map(tuple)
EDGES = st.integers(0, 63)
KINDS = st.sampled_from(sorted(set(sentences.KINDS.values())))
CARDS = st.sampled_from(
    ("astro", "auto", "irobots", "sensors", "thrusters", "transporters", "carto", "bomb", "warrior")
)
HANDS = st.lists(CARDS, min_size=1, max_size=5).map(tuple)
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1).filter(lambda s: s != ",")
WORDS = st.text("abcxyz09-", min_size=1)
PEOPLE = NAMES | st.just("Ann of the hill")

OF = {
    events.First: (PEOPLE,),
    events.Dealt: (PEOPLE, HANDS),
    events.Begin: (HANDS | st.just(()), HANDS | st.just(())),
    events.Sworn: (PEOPLE, WORDS),
    events.Offered: (st.lists(WORDS, min_size=1).map(tuple),),
    events.Bid: (st.integers(0, 99),),
    events.Pick: (WORDS,),
    events.Draw: (st.lists(KINDS, min_size=1, max_size=2).map(tuple),),
    events.Keep: (KINDS, HEXES, EDGES),
    events.Put: (HEXES, EDGES),
    events.Place: (KINDS, HEXES, EDGES),
    events.Impossible: (KINDS | st.just(""),),
    events.TakeUp: (HEXES,),
    events.Arrival: (WORDS,),
    events.Allot: (st.lists(st.tuples(CARDS, st.integers(0, 12)), min_size=1, max_size=3).map(tuple),),
    events.NewCard: (CARDS | st.just(""),),
    events.Card: (CARDS,),
    events.Fly: (WAYS,),
    events.Jump: (HEXES,),
    events.BeamDown: (NUMBERS, HEXES | st.none()),
    events.BeamUp: (st.integers(0, 99),),
    events.Buy: (NUMBERS,),
    events.Walk: (st.lists(HEXES, min_size=2, max_size=5).map(tuple),),
    events.Bomb: (st.sampled_from(("planet", "dragon")) | HEXES.map(hexes.label),),
    events.Ransom: (NUMBERS,),
    events.Save: (NUMBERS,),
    events.End: (),
    events.Done: (),
    events.ScoreNow: (st.sampled_from(("planet", "nebula", "round")), HEXES | st.none()),
    events.Activate: (WORDS,),
    events.Activate: (WORDS,),
    events.Target: (HEXES,),
    events.Prowl: (WAYS,),
    events.Eat: (PEOPLE, NUMBERS),
    events.Capture: (PEOPLE,),
    events.Crush: (),
    events.Teleport: (HEXES,),
    events.Rest: (),
    events.BreakOff: (PEOPLE,),
    events.PlayOn: (st.booleans(),),
}
EVENTS = st.one_of(*(st.builds(kind, st.just("Ann"), *slots) for kind, slots in OF.items()))


def read(sentence: str) -> Event:
    return sentences.parse(split(sentence), "Ann")


# -- written and read ------------------------------------------------------------------


def test_every_event_is_written_here() -> None:
    assert set(get_args(events.Event)) == set(OF) == set(sentences._WRITE)


@given(EVENTS)
def test_what_is_written_is_read_as_the_same(event: Any) -> None:
    assert read(sentences.write(event)) == event


@given(EVENTS)
def test_commas_are_optional(event: Any) -> None:
    bare = [word for word in split(sentences.write(event)) if word != ","]
    assert sentences.parse(bare, "Ann") == event


@given(EVENTS)
def test_a_sentence_begins_with_one_of_the_verbs(event: Any) -> None:
    assert split(sentences.write(event))[0] in sentences.VERBS


def refused(*words: str) -> NotUnderstood | None:
    try:
        sentences.parse(words, "Ann")
    except NotUnderstood as error:
        return error
    return None


@pytest.mark.parametrize("verb", sentences.VERBS)
def test_whoever_gets_a_verb_wrong_is_shown_how_it_goes(verb: str) -> None:
    error = refused(verb) or refused(verb, *"?????")
    assert error
    form = error.nearest[0]
    assert sentences.write(read(form)) == form
    assert split(form)[0] == verb


@pytest.mark.parametrize(
    ("said", "event"),
    [
        ("place K2 e ne", Put("Ann", Hex(3, -2), 0b11)),
        ("place k2 NE East", Put("Ann", Hex(3, -2), 0b11)),
        ("place brown K2 e ne", Place("Ann", "brown", Hex(3, -2), 0b11)),
        ("place NEBL 2m north-west southeast", Place("Ann", "nebL", Hex(-2, 0), 0b100100)),
        ("place nebula1 M2 w", Place("Ann", "neb1", Hex(2, 0), 0b1000)),
        ("place w M2", Place("Ann", "warp", Hex(2, 0))),
        ("place bh L2", Place("Ann", "black-hole", Hex(2, -1))),
        ("draw brown, pulsar", events.Draw("Ann", ("brown", "pulsar"))),
        ("impossible", events.Impossible("Ann")),
        ("impossible DM", events.Impossible("Ann", "double-moon")),
        ("fly home", events.Fly("Ann", (Hex(0, 0),))),
        ("beam-up", events.BeamUp("Ann", 0)),
        ("beam-up all", events.BeamUp("Ann", 0)),
        ("beam-down 2 k2", events.BeamDown("Ann", 2, Hex(3, -2))),
        ("allot auto 2, carto 1", events.Allot("Ann", (("auto", 2), ("carto", 1)))),
        ("allot Auto 2 Carto 1", events.Allot("Ann", (("auto", 2), ("carto", 1)))),
        ("start bomb research auto carto", events.Begin("Ann", ("bomb",), ("auto", "carto"))),
        ("start bomb astro research auto", events.Begin("Ann", ("bomb", "astro"), ("auto",))),
        ("bomb K2", events.Bomb("Ann", "K2")),
        ("bomb k2", events.Bomb("Ann", "K2")),
        ("bomb Planet", events.Bomb("Ann", "planet")),
        ("score-now round", events.ScoreNow("Ann", "round")),
        ('dealt "Ann Lee" Bomb', events.Dealt("Ann", "Ann Lee", ("bomb",))),
        ("break-off the last train", events.BreakOff("Ann", "the last train")),
        ("play-on no", events.PlayOn("Ann", False)),
    ],
)
def test_what_is_said_is_read_so(said: str, event: Event) -> None:
    assert read(said) == event


@pytest.mark.parametrize(
    "said",
    [
        "place",
        "place brown",
        "place brown brown",
        "place e",
        "place brown d e ne",
        "place K2 e up",
        "place K2 e K3",
        "draw",
        "draw inner",
        "keep brown pulsar",
        "impossible moon K2",
        "fly",
        "fly K2 north",
        "walk K2",
        "jump K2 K3",
        "beam-down",
        "beam-down 0",
        "beam-down two",
        "beam-down 2 K2 K3",
        "beam-up 0",
        "buy 12345678",
        "bid",
        "bid -1",
        "allot",
        "allot auto",
        "allot auto 2 carto",
        "allot 2 auto",
        "start bomb auto carto",
        "dealt Ann",
        "faction Ann",
        "end now",
        "play-on",
        "play-on perhaps",
        "score-now moon",
        "eat Ann",
        "take-up",
    ],
)
def test_what_is_no_sentence_is_answered_with_one(said: str) -> None:
    error = refused(*split(said))
    assert error
    assert error.text.key == "sentence.form"


def test_a_strange_verb_is_answered_with_the_verbs() -> None:
    error = refused("sail", "K2")
    assert error
    assert error.nearest == tuple(sentences.VERBS)


# -- the words ------------------------------------------------------------------


def test_the_kinds_that_can_be_said_are_those_that_can_be_drawn() -> None:
    assert set(sentences.KINDS.values()) == opening.kit("parsec").kinds.keys() - {"homeworld", "inner"}


def test_no_word_for_a_kind_is_a_hex() -> None:
    assert [word for word in sentences.KINDS if hexes.parse(word)] == []


def test_every_kind_has_a_word_of_two_letters_at_most() -> None:
    shortest = [min((w for w, k in sentences.KINDS.items() if k == kind), key=len) for kind in sentences.KINDS.values()]
    assert [word for word in shortest if len(word) > 2] == []


def test_the_verbs_have_their_form_and_their_gist() -> None:
    gists = [verb for verb in TEXTS["gist"] if verb not in remarks.VERBS]
    assert list(TEXTS["form"]) == gists == list(sentences.VERBS)
    assert [verb for verb, form in TEXTS["form"].items() if form.split()[0] != verb] == []


def test_an_alias_is_no_verb_and_leads_to_one() -> None:
    assert set(sentences.ALIASES) & set(sentences.VERBS) == set()
    assert set(sentences.ALIASES.values()) <= set(sentences.VERBS)


def directions() -> Iterator[tuple[str, int]]:
    for d, name in enumerate(hexes.COMPASS):
        short = "".join(part[0] for part in name.split("-"))
        yield from ((word, d) for word in (name, name.replace("-", ""), short, short.upper()))


@pytest.mark.parametrize(("word", "d"), tuple(directions()))
def test_an_edge_is_said_by_its_direction(word: str, d: int) -> None:
    assert read(f"place K2 {word}") == Put("Ann", Hex(3, -2), bits((d,)))


# -- said at a table ------------------------------------------------------------------

# Beside Homeworld lies one empty tile, at M2. Free hexes beside tiles, as they are read off the map: eleven of the
# ring, and three beyond M2.
SPOTS = ("1K", "K0", "K1", "2L", "L2", "L3", "2M", "M3", "2P", "P2", "P3", "1Q", "Q0", "Q1")


def table(at: str, *facts: str, **header: Any) -> Desk:
    """A table of Ann's and Bea's at a step of Ann's turn; Ann's ship is at M1."""
    said = {"players": ["Ann:green", "Bea:yellow"], "box": BOX, "practice": True, "tiles": ["M2 empty"]}
    return opening.desk({"game": "parsec", **said, **header, "facts": ("Ann ship M1", *facts), "at": f"{at} Ann"})


def taken_for(desk: Desk, text: str) -> str:
    return hearing.hear(desk.game, desk.ask, text).sentence


def offered(desk: Desk, *words: str, who: str = "Ann") -> list[str]:
    """Every whole sentence that goes on so."""
    ask, found = desk.ask._replace(who=(who,)), list[str]()
    for option in desk.game.options(ask, words):
        found += [join(option.words)] if option.whole else []
        found += offered(desk, *option.words, who=who) if option.words != words else []
    return found


def test_the_map_is_read_like_a_page() -> None:
    letters = spots(table("S2.3 empty").ask.pos, "empty")
    assert [(letter, hexes.label(at)) for letter, at in letters] == list(zip("abcdefghijklmn", SPOTS, strict=True))


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("place d", "place 2L"),
        ("d", "place 2L"),
        ("D", "place 2L"),
        ("p h", "place M3"),
        ("put f", "place L3"),
        ("l3", "place L3"),
        ("place empty L3", "place L3"),
        ("place e L3", "place L3"),
        ("empty f", "place L3"),
        ("place north-east of M2", "place L3"),
        ("place ne of m2", "place L3"),
        ("NE of M2", "place L3"),
        ("place se of green", "place P2"),
        ("place se of Ann", "place P2"),
        ("place e of empty", "place M3"),
        ("place sw of Bea", "place 1P"),
        ("place w of home", "place 1M"),
    ],
)
def test_a_hex_is_named_by_its_letter_or_by_the_way_to_it(typed: str, sentence: str) -> None:
    assert taken_for(table("S2.3 empty"), typed) == sentence


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("place e ne nw", "place L2 ne nw"),
        ("e ne nw", "place L2 ne nw"),
        ("p L2 nw ne", "place L2 ne nw"),
        ("ne of M1 e ne", "place L2 e ne"),
        ("neb2 ne of M1 e ne", "place L2 e ne"),
        ("n2 L2 e ne", "place L2 e ne"),
    ],
)
def test_edges_follow_the_hex_however_it_is_named(typed: str, sentence: str) -> None:
    assert taken_for(table("S2.3 neb2"), typed) == sentence


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("gold", "draw gold"),
        ("e", "draw empty"),
        ("p", "draw pulsar"),
        ("nl", "draw nebL"),
        ("draw NEBL", "draw nebL"),
        ("d o", "draw gold"),
        ("dr gold", "draw gold"),
        ("place e f", "place empty L3"),
        ("place empty ne of M2", "place empty L3"),
        ("p n2 L2 e ne", "place neb2 L2 e ne"),
        ("neb2 e e ne", "place neb2 L2 e ne"),
        ("b L2 e ne", "place brown L2 e ne"),
        ("green se of green e se", "place green P2 e se"),
        ("impossible m", "impossible moon"),
    ],
)
def test_what_is_drawn_is_said_with_its_place_or_without(typed: str, sentence: str) -> None:
    desk = table("S2.1")
    assert taken_for(desk, typed) == sentence
    heard = hearing.hear(desk.game, desk.ask, typed).event
    assert heard.who == ("Ann" if type(heard) in desk.game.CHOICES else "table")


def test_whoever_does_not_say_which_tile_can_lie_nowhere_is_asked() -> None:
    verdict = table("S2.1").judge("impossible").verdict
    assert (verdict.kind, verdict.stands, verdict.objections[0].key) == ("open", False, "tile.which")


@pytest.mark.parametrize(("tile", "key"), [("neb2", "edges.unsaid"), ("brown", "sector.unsaid")])
@pytest.mark.parametrize("at", ["M3", "2M"])
def test_a_way_to_say_the_edges_is_shown_that_may_be_taken(tile: str, key: str, at: str) -> None:
    desk = table(f"S2.3 {tile}")
    (reason,) = desk.judge(f"place {at}").verdict.objections
    assert reason.key == key
    group, name = key.split(".")
    shown = str(TEXTS["tell"][group][name]).format_map(reason.facts)
    assert shown.startswith(f"place {tile} {at} ")
    assert desk.judge(shown).verdict.kind == "legal"


@pytest.mark.parametrize(
    ("at", "typed", "sentence"),
    [
        ("S5.1 2", "allot ca 2", "allot carto 2"),
        ("S5.1 2", "allot ca 1, au 1", "allot carto 1, auto 1"),
        ("S5.1 2", "allot bomb 2", "allot bomb 2"),
        ("S5.1 2", "allot xyz 2", "allot xyz 2"),
        ("S2.9", "bomb pl", "bomb planet"),
        ("S2.9", "bomb k4", "bomb K4"),
        ("S2.9", "bomb xyz", "bomb xyz"),
    ],
)
def test_a_card_that_is_cut_down_is_no_strange_card(at: str, typed: str, sentence: str) -> None:
    """A card that there is not, and none that is cut down, is heard as it was said: the rules tell which there are."""
    desk = table(at, "Ann completed bomb", 'Ann research "carto 2 auto 4"', 'M2 tile "brown e ne"', "Ann ship M2")
    assert taken_for(desk, typed) == sentence


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("bea car sens irob", "dealt Bea carto sensors irobots"),
        ("dealt bea car sens irob", "dealt Bea carto sensors irobots"),
        ("Cid bomb warrior transp", "dealt Cid bomb warrior transporters"),  # though `bomb` is a verb as well
    ],
)
def test_a_hand_is_told_in_the_order_in_which_it_lies(typed: str, sentence: str) -> None:
    desk = opening.desk({"game": "parsec", "players": ["Ann", "Bea", "Cid"]})
    assert desk.say("first Ann").lines
    assert taken_for(desk, typed) == sentence


def test_two_tiles_are_named_by_whoever_draws_two() -> None:
    desk = table("S2.1", "Ann completed carto")
    assert taken_for(desk, "brown pulsar") == "draw brown pulsar"
    assert taken_for(desk, "d b") == "draw brown"
    with pytest.raises(NotUnderstood) as refused:
        hearing.hear(desk.game, desk.ask, "empty d")
    assert refused.value.nearest == ("draw empty derelict", "place empty 2L")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("fly ne", "fly L2"),
        ("f e ne", "fly M2 L3"),
        ("fly w w", "fly M0 1M"),
        ("move home", "fly M0"),
        ("fly e of green", "fly M2"),
        ("fly west of 1m", "fly 2M"),
        ("bd 2", "beam-down 2"),
        ("down 2", "beam-down 2"),
        ("walk M2 w nw", "walk M2 M1 L1"),
        ("walk w nw", "walk M2 M1 L1"),
        ("pass", "end"),
        ("save 2", "save 2"),
        ("score-now round", "score-now round"),
    ],
)
def test_ways_are_said_by_hexes_or_directions(typed: str, sentence: str) -> None:
    desk = table("S2.9", "Ann completed auto", "Ann aboard 14", "Ann robots M2 1", "Ann ap 5")
    assert taken_for(desk, typed) == sentence


# -- offered ------------------------------------------------------------------


def test_a_plain_tile_is_offered_every_spot_once() -> None:
    assert offered(table("S2.3 empty")) == [f"place {spot}" for spot in SPOTS]


def test_edges_are_offered_where_they_make_a_difference() -> None:
    desk = table("S2.3 neb2")
    assert offered(desk, "place", "M3") == ["place M3 e ne", "place M3 e se", "place M3 ne nw", "place M3 sw se"]
    assert offered(desk, "place", "L2") == ["place L2 e ne", "place L2 ne nw"]


def test_edges_are_not_asked_for_where_the_table_leaves_one_way() -> None:
    desk = table("S2.3 neb1", tiles=["M2 empty", "2M neb1 w"])
    assert offered(desk, "place", "3M") == []
    assert "place 3M" in offered(desk)


def test_at_the_draw_the_table_tells_and_the_player_lays() -> None:
    desk = table("S2.1")
    voices = {voice.who: tuple(desk.game.options(voice, ())) for voice in hearing.voices(desk.game, desk.ask)}
    assert voices == {("table",): (Option(("draw",)),), ("Ann",): (Option(("place",)),), ("Bea",): ()}
    assert offered(desk, "draw") == [
        f"draw {kind}" for kind in opening.kit("parsec").kinds if kind in sentences.PLAIN | sentences.NEBULAS
    ]
    assert offered(desk, "place", "empty") == [f"place empty {spot}" for spot in SPOTS]


def test_verbs_are_offered_to_whom_they_may_serve() -> None:
    def verbs(*facts: str) -> list[str]:
        desk = table("S2.9", *facts)
        return [option.words[0] for option in desk.game.options(desk.ask, ())]

    assert verbs() == ["fly", "beam-down", "buy", "end"]
    assert verbs("Ann completed auto") == ["fly", "beam-down", "buy", "end"]
    walking = ("Ann completed auto", "Ann aboard 13", "Ann home 2")
    assert verbs(*walking) == ["fly", "beam-down", "buy", "walk", "end"]
    assert verbs(*walking, "Ann ship M0") == ["fly", "beam-down", "beam-up", "buy", "walk", "end"]
    assert verbs("Ann completed bomb") == ["fly", "beam-down", "buy", "end"]
    aimed = ("Ann completed bomb", "L2 tile brown e ne", "Ann ship L2")
    assert verbs(*aimed) == ["fly", "beam-down", "buy", "bomb", "end"]
    assert verbs(*aimed, "Ann bomb used") == ["fly", "beam-down", "buy", "end"]


def test_a_ship_is_offered_the_hexes_beside_it_then_what_it_can_pay() -> None:
    desk = table("S2.9", "Ann ap 2", "Ann credits 0")
    assert offered(desk, "fly") == [f"fly {at}" for at in ("L1", "M0", "M2", "P1", "1L", "1M", "1P")]


@pytest.mark.parametrize(
    ("options", "hand", "number"),
    [
        ((), "auto carto bomb", 3 * 2),
        (("quick=yes",), "auto carto bomb astro", 6 * 2),
        (("nanotechs=chosen",), "auto carto bomb astro sensors", 5 * 4 * 3),
        (("quick=yes", "nanotechs=chosen"), "auto carto bomb astro sensors", 10 * 3 * 2),
    ],
)
def test_a_hand_is_offered_in_every_way_to_begin_with_it(options: tuple[str, ...], hand: str, number: int) -> None:
    desk = begun(*options)
    desk.say(f"dealt Ann {hand}")
    desk.say(f"dealt Bea {hand}")
    found = offered(desk, "start")
    assert len(found) == len(set(found)) == number
    assert all(desk.judge(sentence, "Ann").verdict.stands for sentence in found)


def begun(*options: str) -> Desk:
    """A table at which the cards are to be dealt."""
    desk = opening.desk({"game": "parsec", "players": ["Ann:green", "Bea"], "options": options, "box": BOX})
    desk.say("first Ann")
    return desk


def test_hands_are_offered_for_whoever_waits_for_one() -> None:
    desk = begun()
    assert len(offered(desk, who="table")) == 2 * 504  # three of nine, in any order
    desk.say("dealt Bea auto carto bomb")
    assert len(offered(desk, who="table")) == 504


def test_factions_lie_open_in_any_order_and_are_bid_for() -> None:
    desk = begun("factions=chosen")
    for sentence in ("dealt Ann auto carto bomb", "dealt Bea auto carto bomb"):
        desk.say(sentence)
    for who in ("Ann", "Bea"):
        desk.say(f"{who} start auto research carto bomb")
    assert len(offered(desk, who="table")) == 504  # three of nine, in any order
    desk.say("factions safari tidal ccc")
    assert offered(desk) == [f"bid {n}" for n in range(9)]  # 3 + 5 credits


def test_a_faction_is_the_same_in_capitals_and_in_small_letters() -> None:
    desk = table("S2.1")
    for sentence in ("teach faction Nomads final none", "teach faction nomads game turn any any 1 ap"):
        assert desk.say(sentence).lines
    assert len(desk.ask.pos.kit.factions["nomads"].hooks) == 2
    assert "Nomads" not in desk.ask.pos.kit.factions
    assert read("faction Bea NOMADS") == events.Sworn("Ann", "Bea", "nomads")


def test_points_are_offered_in_every_way_to_hand_them_out() -> None:
    desk = table("S5.1 2", "Ann completed bomb", 'Ann research "auto 6 carto 4"')
    standing = {said for said in offered(desk) if desk.judge(said).verdict.stands}
    assert standing == {"allot auto 2", "allot auto 1, carto 1", "allot carto 2"}


@pytest.mark.parametrize("typed", ["carto 1", "c 1", "1", "allot 1"])
def test_a_card_that_stands_alone_is_said_or_left_out_and_not_said_twice(typed: str) -> None:
    desk = table("S5.1 1", "Ann completed bomb", 'Ann research "carto 4"')
    assert taken_for(desk, typed) == "allot carto 1"


@pytest.mark.parametrize("at", ["S2.9", "S5.1 2", "S2.3 empty"])
def test_the_table_has_no_ship_and_no_cards_to_answer_with(at: str) -> None:
    desk = table(at, "Ann completed bomb", 'Ann research "auto 6 carto 4"')
    for typed in ("table 1", "table m2"):
        with pytest.raises(NotUnderstood):
            hearing.hear(desk.game, desk.ask, typed)


def test_everything_that_is_offered_can_be_said() -> None:
    for step in ("S2.1", "S2.3 brown", "S2.3 neb3", "S2.9"):
        desk = table(step, "Ann completed bomb auto carto", "Ann aboard 13", "Ann home 2")
        for voice in hearing.voices(desk.game, desk.ask):
            for sentence in offered(desk, who=voice.who[0]):
                assert isinstance(desk.game.parse(split(sentence), voice.who[0]), desk.ask.takes)


# -- monsters ------------------------------------------------------------------


def hunting(name: str, hex: str, target: str = "", *facts: str) -> Desk:
    """A monster of Ann's that acts. Three robots of Bea's are on the asteroids of L2, one is on the planet of K2, K3
    and J3, whose moon is at L3."""
    tiles = ["M2 empty", "M3 warp", "L2 asteroid", "L3 moon", "K2 brown e ne", "K3 brown nw w", "J3 brown sw se"]
    beast = f'monster {name} "at {hex} of Ann from M3 since 1{target}"'
    robots = ("Bea robots L2 3", "Bea robots K3 1", "Bea aboard 11", "game turn 5")
    return table(f"S6.3 {name} 6", beast, *robots, *facts, tiles=tiles, options=("monsters=yes",))


@pytest.mark.parametrize(
    ("name", "hex", "verbs"),
    [
        ("dragon", "L2", ["prowl", "eat", "teleport", "rest"]),
        ("dragon", "M3", ["prowl", "teleport", "rest"]),
        ("machine", "L3", ["prowl", "crush", "rest"]),
        ("machine", "L2", ["prowl", "eat", "rest"]),
        ("slaver", "L2", ["prowl", "capture", "rest"]),
        ("amoeba", "K3", ["prowl", "eat", "rest"]),
        ("shadow", "M3", ["prowl", "rest"]),
    ],
)
def test_a_monster_is_offered_what_it_can_do(name: str, hex: str, verbs: list[str]) -> None:
    desk = hunting(name, hex)
    assert [option.words[0] for option in desk.game.options(desk.ask, ())] == verbs


def test_a_monster_is_offered_robots_and_hexes() -> None:
    desk = hunting("dragon", "L2")
    assert offered(desk, "eat") == ["eat Bea 3", "eat Bea 2", "eat Bea 1"]
    assert offered(desk, "prowl") == ["prowl K2", "prowl L1", "prowl L3", "prowl M1", "prowl M2"]
    assert len(offered(desk, "teleport")) == 7 + 7  # Homeworld's hexes, and the tiles


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("prowl w", "prowl L1"),
        ("pr ne ne", "prowl K2 J3"),
        ("prowl w of dragon", "prowl L1"),
        ("prowl w of m3", "prowl M2"),
        ("eat 2", "eat Bea 2"),
        ("eat yellow 2", "eat Bea 2"),
        ("teleport ne of M2", "teleport L3"),
        ("teleport se of green", "teleport P2"),
        ("te home", "teleport M0"),
    ],
)
def test_a_monster_moves_by_hexes_or_directions(typed: str, sentence: str) -> None:
    assert taken_for(hunting("dragon", "L2"), typed) == sentence


@pytest.mark.parametrize("said", ["drifters", "drifters game moons any any 1 vp", "drifters game moon any any 1 pie"])
def test_whoever_teaches_a_card_wrong_is_told_how_each_kind_of_bonus_goes(said: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        opening.taught("parsec", opening.kit("parsec"), (f"teach faction {said}",))
    assert refused.value.text.key == "teach.bonus"
    assert len(refused.value.nearest) == 3
    for sentence in refused.value.nearest:
        assert "drifters" in opening.taught("parsec", opening.kit("parsec"), (sentence,)).factions
