"""A game of the tests' own shows that the shared rooms know none: what is asked of many, said at any moment, hidden."""

import json
import re
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from typer.testing import CliRunner

import referee
from referee import answers, display, opening, prompts, reply, usual, words
from referee.ask import OVER, TABLE, Ask
from referee.cli import app
from referee.desk import Desk
from referee.errors import Damaged, NotUnderstood
from referee.game import Game
from referee.judging import settle
from referee.layout import Screen
from referee.prompts import talk
from referee.session import Session
from referee.view import Part
from tests import always, toy
from tests.cases import Case, cases, run
from tests.mending import again, whole

HEADER: dict[str, Any] = {"game": "toy", "players": ("Ann:red", "Bea:blue", "Cid:green")}
# 5 points of 10 in three turns, worked out by hand: a gust while consent is asked, another inside what consent set off.
SCRIPT = (
    *("Bea hide sun", "Ann hide moon", "Cid hide star"),
    *("row M0", "roll 4"),
    *("swap green", "Cid no"),
    *("swap Ann", "Bea gust L1", "6", "yes", "roll 3", "Cid gust 1M", "2", "5"),
    *("row P1", "roll 1"),
)
END = """\
The water
  1L  L1
   .   B
1M  M0  M1
 C   .   .
  1P  P1
   .   A

What is held
player  shells  gusts  charm  points
------  ------  -----  -----  ------
Ann         10      1  moon       12
Bea          6      0  sun         9
Cid          5      0  star        6"""
START = """\
The water
  1L  L1
   A   .
1M  M0  M1
 .   .   B
  1P  P1
   C   .

What is held
player  shells  gusts  charm   points
------  ------  -----  ------  ------
Ann          0      1  hidden       0
Bea          0      1  hidden       0
Cid          0      1  hidden       0"""
DOWN = "\x1b[B"
CHARMS = re.compile(r"\b(sun|moon|star)\b")


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game is known to the rooms for as long as a test takes, and its words are spoken."""
    monkeypatch.setitem(opening.GAMES, "toy", "tests.toy")
    display.speak(opening.folder("toy"))
    yield
    display.speak()


def played(*sentences: str, **header: Any) -> Desk:
    desk = opening.desk({**HEADER, **header})
    for sentence in sentences:
        assert desk.say(sentence).lines, sentence
    return desk


def prefixes() -> list[tuple[str, ...]]:
    """The script as far as each of its questions, the last of which is the end."""
    return [SCRIPT[:n] for n in range(len(SCRIPT) + 1)]


def seen(*parts: Part) -> str:
    return "\n".join(display.lines(Screen(), *parts))


def view(desk: Desk) -> str:
    return seen(*desk.game.view(desk.ask.pos))


def put(ask: Ask) -> tuple[Any, ...]:
    """The question as people hear it."""
    return ask.rule, ask.who, ask.takes, ask.text, ask.pos.agenda


# -- whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("toy"), ids=lambda case: case.place)
def test_the_toy_is_judged_as_its_cases_say(case: Case) -> None:
    assert run(case) == []


def test_a_game_from_the_first_question_to_the_last_ends_as_worked_out_by_hand() -> None:
    desk = played()
    assert view(desk) == START
    asked = []
    for sentence in SCRIPT:
        asked.append(desk.ask.rule)
        assert desk.say(sentence).lines, sentence
    assert asked == [*["1.2"] * 3, "2.1", "2.3", "2.1", "2.4", "2.1", "2.4", "2.3", "2.4", *["2.3"] * 4, "2.1", "2.3"]
    assert (desk.ask.rule, view(desk)) == (OVER, END)
    assert desk.game.facts(desk.ask.pos)["pool", "shells"] == 9  # 30 without 10, 6 and 5


def test_at_every_question_the_game_can_be_left_undone_redone_and_taken_up_again(tmp_path: Path) -> None:
    session = Session.begin("evening", tmp_path, HEADER)
    for sentence in SCRIPT:
        before = session.desk.ask
        assert session.say(sentence).lines, sentence
        after = session.desk.ask
        session.undo()
        assert session.desk.ask == before
        session.redo()
        assert session.desk.ask == after
        session = Session.open("evening", tmp_path)
        assert (session.stop, session.desk.ask) == (None, after)
        always.holds(session.desk, session.record.blocks)
    assert view(session.desk) == END


def test_the_question_is_the_same_for_a_procedure_begun_anew_and_for_one_that_went_on() -> None:
    desk = played()
    play, asked = desk.game.game(desk.ask.pos), desk.ask
    assert next(play) == asked
    for sentence in SCRIPT[:-1]:
        event = desk.judge(sentence).event
        asked = play.send(desk.game.effect(asked.pos.put(entries=()), event))
        desk.say(sentence)
        assert asked == desk.ask
        assert settle(desk.game, asked.pos) == asked


@pytest.mark.parametrize("seed", range(12))
def test_dealt_games_of_random_answers_hold_at_every_question(seed: int, tmp_path: Path) -> None:
    session, chance = Session.begin("dealt", tmp_path, {**HEADER, "draws": "referee", "seed": seed}), Random(seed)
    while session.desk.ask.rule != OVER and session.line < 90:
        verbs = list(answers.by_verb(session.game, session.desk.ask, 9))
        sentence = chance.choice([sentence for verb in verbs for sentence in verb.sentences])
        assert session.say(sentence).lines, sentence
        assert session.desk.ask.who != (TABLE,)
        always.holds(session.desk, session.record.blocks)
    assert session.line >= 7  # three charms, and two throws at least with what led to them
    assert Session.open("dealt", tmp_path).desk.ask == session.desk.ask


def test_the_same_seed_throws_the_same_dice_and_another_seed_others() -> None:
    sentences = ("Ann hide sun", "Bea hide sun", "Cid hide sun", "row M0", "row L1", "row 1M")

    def thrown(seed: int) -> list[Any]:
        desk = played(*sentences, draws="referee", seed=seed)
        return [line.block["say"] for line in desk.lines if line.block["who"] == TABLE]

    assert len(thrown(1)) == 3
    assert thrown(1) == thrown(1)
    assert len({tuple(thrown(seed)) for seed in range(9)}) > 1


# -- a question open to several ------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_several_people_may_answer_in_any_order_and_it_comes_to_the_same(order: tuple[int, ...]) -> None:
    said = ("Ann hide moon", "Bea hide sun", "Cid hide star")
    desk, other = played(*said), played(*(said[n] for n in order))
    assert other.ask == desk.ask
    assert view(other) == view(desk)


def test_where_several_are_asked_it_must_be_said_who_answers() -> None:
    desk = played("Bea hide sun")
    for text in ("hide moon", "moon", "mo"):
        with pytest.raises(NotUnderstood) as refused:
            desk.say(text)
        assert (refused.value.text.key, refused.value.nearest) == ("sentence.who", ("Ann hide moon", "Cid hide moon"))
    assert desk.judge("hide moon", who="Cid").event == toy.Hide("Cid", "moon")
    assert desk.judge("green mo").event == toy.Hide("Cid", "moon")


def test_everybody_has_objections_of_their_own() -> None:
    desk = played("Bea hide sun")
    verdicts = {who: desk.judge(f"{who} hide star").verdict for who in ("Ann", "Bea", "Cid")}
    assert {who: [o.key for o in verdict.objections] for who, verdict in verdicts.items()} == {
        "Ann": [],
        "Bea": ["moment.who"],
        "Cid": [],
    }
    assert verdicts["Bea"].objections[0].facts == {"who": "Bea", "asked": ("Ann", "Cid")}


def test_what_the_table_sees_anybody_may_say() -> None:
    desk = played(*SCRIPT[:4])
    for text in ("roll 4", "4", "Bea roll 4", "green 4", "table roll 4"):
        assert desk.judge(text).event == toy.Roll(TABLE, 4)
    assert desk.say("Cid roll 4").lines[0].block["who"] == TABLE


def test_a_player_is_called_by_name_or_colour_within_a_sentence_too() -> None:
    desk = played(*SCRIPT[:5])
    for text in ("swap Cid", "swap cid", "swap green", "blue swap GREEN"):
        assert desk.judge(text).sentence == "swap Cid"


# -- consent, and what opens within ----------------------------------------------------------------------------------


def test_another_player_is_asked_for_consent_and_nobody_else_can_give_it() -> None:
    desk = played(*SCRIPT[:5], "swap Cid")
    assert (desk.ask.rule, desk.ask.who) == ("2.4", ("Cid",))
    refused = desk.say("Bea yes")
    assert (refused.lines, [o.key for o in refused.verdict.objections]) == ((), ["moment.who"])


def test_consent_refused_leaves_the_boats_and_consent_given_swaps_them() -> None:
    before = played(*SCRIPT[:5], "swap Cid")
    refused, given = played(*SCRIPT[:5], "swap Cid", "no"), played(*SCRIPT[:5], "swap Cid", "yes")
    assert refused.ask.pos.marks == before.ask.pos.marks
    assert (refused.ask.rule, refused.ask.who) == ("2.1", ("Cid",))
    assert (given.ask.pos.marks["Bea", "boat"], given.ask.pos.marks["Cid", "boat"]) == ("1P", "M1")
    assert [entry.words() for entry in given.acts[-1].lines[0].entries] == ["Bea boat 1P", "Cid boat M1"]


def test_an_effect_may_open_inside_an_effect() -> None:
    desk = played(*SCRIPT[: SCRIPT.index("Cid gust 1M") + 1])
    assert desk.ask.pos.agenda == (("gather", "Cid"), ("gather", "Ann"), ("onward", "Cid"))


# -- a card at any moment ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sentences", prefixes()[:-1], ids=len)
def test_a_card_may_be_played_at_every_question_which_is_then_asked_again(sentences: tuple[str, ...]) -> None:
    desk = played(*sentences)
    asked, cards = desk.ask, [verb for verb in answers.by_verb(desk.game, desk.ask, 9) if verb.verb == "gust"]
    offered = {verb.voice.who[0] for verb in cards if verb.sentences}
    assert offered == {who for who in asked.pos.names if asked.pos.count(who, "gust")}
    for verb in cards:
        for sentence in verb.sentences:
            assert desk.say(sentence).lines, sentence
            assert (desk.ask.rule, desk.ask.pos.agenda[0]) == ("2.3", ("gather", *verb.voice.who))
            assert desk.say("roll 1").lines
            assert put(desk.ask) == put(asked)
            desk.undo(2)
            assert desk.ask == asked


def test_a_card_is_judged_by_the_game_whoever_is_asked() -> None:
    desk = played(*SCRIPT[:12])
    assert [o.key for o in desk.judge("Bea gust M0").verdict.objections] == ["gust.spent", "way.shared"]
    assert [o.key for o in desk.judge("Ann gust 1L").verdict.objections] == ["way.far"]
    with pytest.raises(NotUnderstood, match="sentence.who"):
        desk.judge("gust M0")
    over = played(*SCRIPT)
    assert [o.key for o in over.judge("Ann gust M0").verdict.objections] == ["moment.over"]


def test_no_card_is_offered_when_the_game_is_over() -> None:
    assert list(answers.by_verb(toy_game(), played(*SCRIPT).ask, 9)) == []


def test_a_turn_is_undone_back_to_its_question_with_the_cards_played_meanwhile() -> None:
    desk = played(*SCRIPT[:10])
    assert desk.acts_since_turn() == 3  # a swap asked for, a gust, its throw
    desk.undo(3)
    assert (desk.ask.rule, desk.ask.who) == ("2.1", ("Cid",))


def test_remarks_go_between_as_in_any_game() -> None:
    desk = played(*SCRIPT[:4])
    asked = desk.ask
    assert desk.say('Cid note "a fine throw"').lines[0].block["who"] == "Cid"
    assert desk.ask == asked
    desk.say("ruling sharing yes")
    assert (put(desk.ask), desk.ask.pos.house) == (put(asked), {"sharing": "yes"})
    refused = desk.say('by-hand "Bea boat P1", "Bea shells 3" card Storm')
    assert [(o.rule, o.key) for o in refused.verdict.objections] == [("facts", "fault.box")]
    done = desk.say('by-hand "Bea boat P1", "Bea shells 3", "pool shells 27" card Storm')
    assert [entry.words() for entry in done.entries] == ["Bea boat P1", "Bea shells 3", "pool shells 27"]
    assert put(desk.ask) == put(asked)


def test_a_held_sentence_waits_for_a_reading() -> None:
    desk = played(*SCRIPT[:5])
    held = desk.say("row M0")
    assert (held.lines, held.verdict.kind, held.verdict.rulings) == ((), "open", ("E-1",))
    assert desk.say("row M0", rulings=("E-1=yes",)).lines[0].block["rulings"] == ("E-1=yes",)
    assert desk.ask.pos.house == {}


def test_the_table_may_let_a_long_way_stand_but_no_hex_that_is_none() -> None:
    desk = played(*SCRIPT[:3])
    assert desk.say("row M1", anyway=True, because="the tide").lines[0].block["because"] == "the tide"
    assert desk.ask.pos.marks["Ann", "boat"] == "M1"
    assert played(*SCRIPT[:3]).say("row Z9", anyway=True, because="the tide").lines == ()


def test_what_needs_no_question_may_be_let_stand_at_a_wrong_moment_of_a_game_that_has_begun() -> None:
    """While charms are hidden there is no turn that a boat could row in; while Bea is asked for hers there is."""
    early = played(*SCRIPT[:1])
    refused = early.say("Ann row M1", anyway=True, because="she could not wait")
    assert (refused.lines, [o.key for o in refused.verdict.objections]) == ((), ["moment.asked"])
    assert not refused.verdict.waivable
    desk = played(*SCRIPT[:3], "swap Bea")
    assert desk.say("Ann row P1", anyway=True, because="she could not wait").lines
    assert desk.ask.pos.marks["Ann", "boat"] == "P1"
    assert desk.ask.pos.agenda[:2] == (("gather", "Ann"), ("consent", "Bea"))


def test_a_sentence_that_is_not_the_answer_of_whoever_is_asked_is_shown_with_its_name() -> None:
    desk = played(*SCRIPT[:3], "swap Bea")  # asked is Bea, whether she agrees
    for said, shown in (("red row P1", "Ann row P1"), ("yes", "answer yes"), ("note hello", "note hello")):
        assert reply.spoken(desk, desk.judge(said)) == shown
    refused = display.lines(Screen(width=80), *reply.verdict(desk, desk.judge("Ann row P1")))
    assert "  referee say --anyway --because WHY 'Ann row P1'" in refused


# -- judged again ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sentences", prefixes(), ids=len)
def test_a_record_taken_apart_and_judged_again_comes_to_the_same_table(sentences: tuple[str, ...]) -> None:
    desk = played(*sentences)
    found = whole(desk)
    assert found.ask == desk.ask
    assert (found.stop, found.lacking, found.unused, found.changed) == (None, None, (), ())


def test_dice_keep_their_order_when_a_line_is_put_in_before_them() -> None:
    desk = played(*SCRIPT[:5])
    found = again(desk, ("before", 4, "Bea gust L1")).found
    # The throw of 4 was the first and is the gust's now; the boat that rowed waits for another.
    assert desk.game.facts(found.ask.pos)["Bea", "shells"] == 4
    assert (found.stop, found.lacking) == (None, None)
    assert found.ask.pos.agenda[0] == ("gather", "Ann")


def test_a_struck_card_leaves_its_throw_to_the_next() -> None:
    found = again(played(*SCRIPT[:10]), ("strike", 9)).found
    assert (found.stop, found.lacking, found.unused) == (None, None, ((10, ("roll", "")),))
    assert found.ask.rule == "2.4"


def test_a_kept_line_holds_what_its_record_says() -> None:
    blocks: list[dict[str, Any]] = [dict(line.block) for line in played(*SCRIPT[:5]).lines]
    blocks[4]["then"] = "pool shells 25; Ann shells 5"
    stopped, kept = played(), played()
    stopped.read(blocks)
    assert stopped.stop is not None
    assert (stopped.stop.line, stopped.stop.text.key) == (5, "record.then")
    kept.read([*blocks, {"keep": 5, "was": "roll 4", "because": "an older die"}])
    assert kept.stop is None
    assert (kept.ask.pos.count("Ann", "shells"), kept.ask.pos.count("pool", "shells")) == (5, 25)


# -- hidden ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sentences", prefixes()[3:-1], ids=len)
def test_until_the_end_no_view_log_proof_or_data_tells_what_is_hidden(
    sentences: tuple[str, ...], tmp_path: Path
) -> None:
    session = Session.begin("hidden", tmp_path, HEADER)
    for sentence in sentences:
        session.say(sentence)
    assert "moon" in session.record.source.decode()
    commands = ["show", "show --json", "log", "log --json", "log --transcript", "why", "why --json", "why Ann", "score"]
    commands += ["score --json", "next", "next --json", "why 2", "undo", "log", "redo"]
    for command in commands:
        told = CliRunner().invoke(app, [*command.split(), "--sessions", str(tmp_path)])
        assert CHARMS.findall(told.output) == [], command
    assert CHARMS.findall(view(session.desk)) == []


def test_what_was_just_hidden_is_not_said_back(tmp_path: Path) -> None:
    Session.begin("hidden", tmp_path, HEADER)
    told = CliRunner().invoke(app, ["say", "--json", "Ann hide moon", "--sessions", str(tmp_path)])
    found = json.loads(told.output)
    assert (found["say"], found["said"], found["entries"]) == ("hide …", ["hide …"], [])


def test_at_the_end_everything_is_shown(tmp_path: Path) -> None:
    session = Session.begin("over", tmp_path, HEADER)
    for sentence in SCRIPT:
        session.say(sentence)
    told = CliRunner().invoke(app, ["log", "--sessions", str(tmp_path)])
    assert sorted(CHARMS.findall(told.output)) == ["moon", "star", "sun"]
    table = json.loads(CliRunner().invoke(app, ["show", "--json", "--sessions", str(tmp_path)]).output)["table"]
    assert table["Ann"] == {"shells": 10, "gust": 1, "boat": "P1", "charm": "moon"}


# -- positions -------------------------------------------------------------------------------------------------------


def test_a_position_is_entered_by_its_facts_and_whose_turn_it_is() -> None:
    facts = ("Ann boat M0", "Cid shells 9", "pool shells 21", "Bea gust 0")
    desk = played(facts=facts, at="2.1 Cid")
    assert (desk.ask.rule, desk.ask.who, desk.ask.pos.count("Cid", "shells")) == ("2.1", ("Cid",), 9)
    assert played(facts=facts, at="green").ask == desk.ask
    assert desk.say("row 1M").lines
    assert desk.say("1").lines
    assert desk.ask.rule == OVER


def test_every_fault_of_an_entered_position_is_named_and_no_other_step_can_be_entered() -> None:
    with pytest.raises(Damaged) as refused:
        played(facts=("Ann boat Z9", "Ann shells 4"))
    faults: Any = refused.value.text.facts["faults"]
    assert [fault.key for fault in faults] == ["fault.box", "way.none"]
    with pytest.raises(NotUnderstood) as unknown:
        played(at="2.4")
    assert (unknown.value.text.key, unknown.value.nearest) == ("position.at", ("2.1",))


def test_positions_are_equal_if_the_tables_are_and_the_kits_too() -> None:
    pos = played().ask.pos
    assert pos == played().ask.pos
    assert pos != pos.put(kit=pos.kit._replace(practice=True))
    assert pos == pos.put(entries=())
    assert pos != pos.mark("Ann", "boat", "M0", "2.2", "boat.rows")


# -- at the prompt ---------------------------------------------------------------------------------------------------


@pytest.fixture
def pipe(monkeypatch: pytest.MonkeyPatch) -> Iterator[PipeInput]:
    """Keys that are struck, as if at a terminal."""
    monkeypatch.setattr(talk, "at_terminal", lambda: True)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def struck(session: Session, pipe: PipeInput, *keys: str) -> list[str]:
    """What stands in the record after these keys that did not before."""
    before = session.line
    pipe.send_text("".join(keys))
    prompts.play(session)
    return [f"{block.get('who')} {block.get('say')}" for block in session.record.blocks[before:]]


def test_a_game_is_played_at_the_prompt_left_and_taken_up_again(tmp_path: Path, pipe: PipeInput) -> None:
    session = Session.begin("prompt", tmp_path, HEADER)
    struck(session, pipe, *(f"{sentence}\r" for sentence in SCRIPT[:9]), "quit\r")
    session = Session.open("prompt", tmp_path)
    struck(session, pipe, *(f"{sentence}\r" for sentence in SCRIPT[9:]), "quit\r")
    assert view(Session.open("prompt", tmp_path).desk) == END


def test_a_menu_asks_first_who_says_something(tmp_path: Path, pipe: PipeInput) -> None:
    session = Session.begin("menu", tmp_path, HEADER)
    # Enter opens the menu: the second person's second charm; then the third one's gust to the second hex beside it
    chosen = struck(session, pipe, "\r", DOWN, "\r", "\r", DOWN, "\r", "quit\r")
    assert chosen == ["Bea hide moon"]
    assert struck(session, pipe, "\r", DOWN, "\r", DOWN, "\r", DOWN, "\r", "quit\r") == ["Cid gust 1M"]


# -- what a game gives -----------------------------------------------------------------------------------------------


def toy_game() -> Game:
    return opening.game("toy")


def test_no_shared_room_names_a_game_but_in_the_list_of_games() -> None:
    rooms, names = Path(referee.__file__).parent, re.compile("|".join(opening.GAMES), re.IGNORECASE)
    shared = [room for room in sorted(rooms.rglob("*.py")) if room.relative_to(rooms).parts[0] != "games"]
    listed = re.compile(r'"(\w+)": "referee\.games\.\1"')
    sources = {room.name: listed.sub("", room.read_text(encoding="utf-8")) for room in shared}
    assert len(shared) > 20
    assert [
        (name, line) for name, source in sources.items() for line in source.splitlines() if names.search(line)
    ] == []


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ({"options": ("speed=high",)}, "option.key"),
        ({"box": ("teach charm cloud 5",)}, "teach.what"),
        ({"board": "? ? ?"}, "position.key"),
        ({"facts": ("Ann shells many",)}, "fact.number"),
        ({"facts": ("Ann sail red",)}, "fact.unknown"),
        ({"players": ("Ann", "Bea")}, "player.exactly"),
    ],
)
def test_what_a_game_does_not_have_is_refused_with_a_sentence(header: dict[str, Any], key: str) -> None:
    with pytest.raises(NotUnderstood) as refused:
        played(**header)
    assert refused.value.text.key == key
    assert "{" not in words.render(refused.value.text)
    assert key not in words.render(refused.value.text)


@pytest.mark.parametrize(
    ("said", "key", "nearest"),
    [
        ("row", "sentence.unfinished", ("row M0", "row L1", "row 1M")),
        ("row M0 M1", "sentence.form", ("row TO",)),
        ("gust", "sentence.unfinished", ("gust M0", "gust L1", "gust 1M")),
        ("roll many", "sentence.form", ("roll PIPS",)),
        ("sail M0", "sentence.unknown", ("row", "swap")),
    ],
)
def test_what_is_not_understood_names_what_would_be(said: str, key: str, nearest: tuple[str, ...]) -> None:
    with pytest.raises(NotUnderstood) as refused:
        played(*SCRIPT[:3]).say(said)
    assert (refused.value.text.key, refused.value.nearest) == (key, nearest)


def test_a_package_that_lacks_something_is_told_what() -> None:
    with pytest.raises(TypeError, match="tests.keys is no game yet: it lacks NAME, TITLE, VERBS, seats"):
        usual.game("tests.keys")
