"""Sentences of the table: every event is written and read back, and understood however short people make it."""

import tomllib
from collections.abc import Iterator
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee import hexes
from referee.errors import NotUnderstood
from referee.games.parsec import events, sentences
from referee.games.parsec.board import bits
from referee.games.parsec.events import Event, Place, Put
from referee.games.parsec.kit import Kit, kit
from referee.hexes import Hex
from referee.notation import split
from referee.opening import Tables
from referee.where import tables_folder

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
    events.Keep: (KINDS,),
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


def box() -> Kit:
    class Book:
        defaults: dict[str, str] = {}

    return kit(Tables(tables_folder("parsec")), Book())


def test_the_kinds_that_can_be_said_are_those_of_the_box() -> None:
    assert set(sentences.KINDS.values()) == {name for name, kind in box().kinds.items() if kind.count}


def test_no_word_for_a_kind_is_a_hex() -> None:
    assert [word for word in sentences.KINDS if hexes.parse(word)] == []


def test_every_kind_has_a_word_of_two_letters_at_most() -> None:
    shortest = [min((w for w, k in sentences.KINDS.items() if k == kind), key=len) for kind in sentences.KINDS.values()]
    assert [word for word in shortest if len(word) > 2] == []


def test_the_verbs_have_their_form_and_their_gist() -> None:
    texts = tomllib.loads((tables_folder("parsec") / "texts.toml").read_text("utf-8"))
    assert list(texts["form"]) == list(texts["gist"]) == list(sentences.VERBS)
    assert [verb for verb, form in texts["form"].items() if form.split()[0] != verb] == []


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
