"""A session at the table: acts and undoing them, what is recorded and what is not, records that do not read on."""

import tomllib
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from referee import opening
from referee.ask import OVER, TABLE
from referee.blocks import Block
from referee.desk import Desk
from referee.errors import Failed, NotUnderstood
from referee.games.planetoid.events import TurnUp
from referee.notation import join
from referee.text import Text
from referee.where import tables_folder

BOX = tuple(tomllib.loads((tables_folder("planetoid") / "practice.toml").read_text("utf-8"))["box"])
SOLO: dict[str, Any] = {
    "game": "planetoid",
    "players": ("Ann:green",),
    "options": ("mode=solo", "difficulty=easy"),
    "box": BOX,
}
BOARD = """
? ? ? ? ?
? ? ? ? ?
? ? ? ? ?
? ? . ? ?
? R .b R ?
"""
TABLE_LAID: dict[str, Any] = {
    **SOLO,
    "board": BOARD,
    "facts": ("origin at C5 S", "aliens ruby 1", "game jobs b03 b07 b09"),
}
LAST_TILE = """
? R .
. . .
R .b R
"""


def laid(**more: Any) -> Desk:
    """A table in the middle of Ann's turn: 3 solar, a rock on B5 and on D5, one alien; tiles are told by people."""
    return opening.desk({**TABLE_LAID, **more})


def played(*sentences: str) -> Desk:
    desk = laid()
    for sentence in sentences:
        assert desk.say(sentence).lines, sentence
    return desk


def fact(desk: Desk, who: str, what: str) -> str | int:
    return desk.game.facts(desk.ask.pos)[who, what]


def blocks(desk: Desk) -> list[Block]:
    return [line.block for line in desk.lines]


def read(record: Sequence[Block]) -> Desk:
    desk = laid()
    desk.read(record)
    return desk


# -- acts, undo, redo ------------------------------------------------------------------


def test_undo_goes_back_to_the_question_that_the_act_answered_and_strikes_it_in_the_record() -> None:
    desk = played("drill A1 ruby, B1 gold, A2 rock")
    assert (fact(desk, "Ann", "solar"), fact(desk, "Ann", "stored ruby"), fact(desk, "A1", "tile")) == (2, 1, "none")
    (act,) = desk.undo()
    assert (fact(desk, "Ann", "solar"), fact(desk, "Ann", "stored ruby"), fact(desk, "A1", "tile")) == (
        3,
        0,
        "face-down",
    )
    assert desk.ask == act.before == desk.opening
    assert blocks(desk)[-1] == {"undo": 1}


def test_several_acts_are_undone_and_redone_at_once_each_at_its_place() -> None:
    desk = played("drill A1 ruby, B1 gold, A2 rock", "precision-drill E1 emerald")
    asked = [act.before for act in desk.acts] + [desk.ask]
    desk.undo(2)
    assert desk.ask == asked[0]
    desk.redo(2)
    assert desk.ask == asked[2]
    assert [entry.words() for _, entry in desk.entries() if entry.who == "Ann"][-2:] == [
        "Ann solar 0",
        "Ann stored emerald 1",
    ]


def test_more_acts_than_there_are_cannot_be_undone_nor_redone() -> None:
    desk = played("charge")
    with pytest.raises(Failed, match=r"undo\.none"):
        desk.undo(2)
    with pytest.raises(Failed, match=r"redo\.none"):
        desk.redo()
    assert (len(desk.acts), len(desk.lines)) == (1, 1)


def test_a_turn_is_undone_back_to_the_question_of_the_turn_itself() -> None:
    desk = played("drill A1 ruby", "turn-up B1 rock")
    assert desk.ask.rule == "T-207"
    assert desk.acts_since_turn() == 2
    desk.say("turn-up A2 gold")
    assert desk.ask.rule == "S-11"
    desk.say("charge")
    assert desk.acts_since_turn() == 1


def test_acts_after_a_line_are_those_that_would_go_to_keep_it_the_last() -> None:
    desk = played("drill A1 ruby", "turn-up B1 rock, A2 gold", "note well", "charge")
    assert [desk.acts_after(line) for line in (0, 1, 2, 3, 4)] == [3, 2, 1, 1, 0]


def test_a_new_act_empties_what_could_be_redone_and_a_note_does_not() -> None:
    desk = played("charge")
    desk.undo()
    desk.say("note again?")
    assert len(desk.undone) == 1
    desk.say("repair mega-drill")
    assert desk.undone == []
    with pytest.raises(Failed, match=r"redo\.none"):
        desk.redo()


def test_a_note_is_no_act_and_undo_steps_over_it() -> None:
    desk = played("charge", "note a quiet turn")
    desk.undo()
    assert desk.ask == desk.opening
    assert [block.get("say") for block in blocks(desk)] == ["charge", 'note "a quiet turn"', None]
    assert desk.acts == []


def test_a_note_is_kept_letter_by_letter() -> None:
    desk = played('note "well , [red] \\\\ \\"so\\" # ü"')
    assert blocks(desk)[0]["say"] == 'note "well , [red] \\\\ \\"so\\" # ü"'
    assert read(blocks(desk)).stop is None


def test_what_does_not_go_through_is_no_act() -> None:
    desk = laid()
    said = desk.say("drill C4")
    assert [objection.rule for objection in said.verdict.objections] == ["T-401"]
    assert (said.lines, desk.lines, desk.fresh, desk.acts) == ((), [], [], [])
    assert desk.ask is desk.opening
    with pytest.raises(NotUnderstood):
        desk.say("drill")
    assert (desk.lines, desk.ask) == ([], desk.opening)


def test_judging_and_asking_what_would_follow_do_nothing() -> None:
    desk = laid()
    assert desk.judge("charge").verdict.kind == "legal"
    led_to = desk.what_if("charge")
    assert led_to is not None
    assert led_to.pos.count("Ann", "battery") == 1
    assert desk.what_if("drill C4") is None
    assert (desk.ask, desk.lines, fact(desk, "Ann", "battery")) == (desk.opening, [], 0)


# -- a dealt game ------------------------------------------------------------------


def dealt(seed: int) -> dict[str, Any]:
    return {**SOLO, "draws": "referee", "seed": seed}


def random_choices(header: dict[str, Any], rnd: Random) -> Desk:
    """A game in which a person says something random that stands, until it is over."""
    desk = opening.desk(header)
    desk.deal()
    while desk.ask.rule != OVER:
        words: tuple[str, ...] = ()
        whole = False
        while not whole and (options := list(desk.game.options(desk.ask, words))):
            words, whole = rnd.choice(options)
        if whole:
            desk.say(join(words))
    return desk


def test_what_is_dealt_belongs_to_the_act_that_led_to_it() -> None:
    desk = random_choices(dealt(5), Random(5))
    assert all(not line.block.get("auto") for act in desk.acts[1:] for line in act.lines[:1])
    assert all(line.block.get("auto") for act in desk.acts for line in act.lines[1:])
    assert any(len(act.lines) > 1 for act in desk.acts[1:])
    act = next(act for act in reversed(desk.acts) if len(act.lines) > 1)
    desk.undo(len(desk.acts) - desk.acts.index(act))
    assert desk.ask == act.before


@pytest.mark.parametrize("seed", [3, 8])
def test_a_dealt_game_left_after_any_line_and_taken_up_again_ends_as_it_would_have(seed: int) -> None:
    header = dealt(seed)
    whole = random_choices(header, Random(seed))
    record = blocks(whole)
    for lines in range(0, len(record) + 1, 3):
        desk = opening.desk(header)
        desk.read(record[:lines])
        desk.deal()
        while len(desk.lines) < len(record):
            desk.say(str(record[len(desk.lines)]["say"]))
        assert blocks(desk) == record
        assert desk.ask == whole.ask
        assert [len(act.lines) for act in desk.acts] == [len(act.lines) for act in whole.acts]


def test_the_same_seed_deals_the_same_and_what_was_seen_stays_seen() -> None:
    header = dealt(11)
    desk = opening.desk(header)
    desk.deal()
    desk.say("origin S")
    first = [line.block for line in desk.acts[-1].lines]
    desk.undo()
    desk.say("origin S")
    assert [line.block for line in desk.acts[-1].lines] == first


def test_an_answer_of_the_dealer_that_is_refused_is_a_fault_and_nothing_of_the_act_is_recorded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desk = laid(facts=(*TABLE_LAID["facts"], "removed diamond 5"), draws="referee", seed=1)
    monkeypatch.setattr(desk.game, "deal", lambda ask, chance: TurnUp(TABLE, (("A1", "diamond"),)))
    with pytest.raises(Failed, match=r"dealer\.refused"):
        desk.say("drill A1")
    assert desk.ask is desk.opening
    assert (desk.lines, desk.fresh, desk.acts) == ([], [], [])


def test_what_is_dealt_waits_where_a_ruling_must_be_settled_first() -> None:
    facts = ("origin at B3 S", "game jobs b03")
    desk = laid(board=LAST_TILE, facts=facts, rulings=("Q-29=ask",), draws="referee", seed=1)
    desk.say("drill B1")
    assert (desk.ask.rule, desk.ask.who, desk.ask.about) == ("T-207", (TABLE,), ("A1",))
    assert [line.block["say"] for line in desk.lines] == ["drill B1"]
    settled = desk.say("ruling Q-29 immediate")
    assert desk.ask.rule == OVER
    assert [line.block.get("auto", False) for line in settled.lines] == [False, True]
    assert fact(desk, "game", "result") == "lost tiles"


# -- readings, anyway, by hand, teach ------------------------------------------------------------------


def test_a_reading_for_one_act_is_gone_with_the_next() -> None:
    desk = laid()
    held = desk.say("sweep B5, A5 gold")
    assert (held.verdict.kind, held.verdict.rulings, held.lines) == ("open", ("A-29",), ())
    said = desk.say("sweep B5, A5 gold", rulings=("A-29=yes",))
    assert said.lines[0].block["rulings"] == ("A-29=yes",)
    assert (fact(desk, "A5", "tile"), desk.ask.pos.house) == ("gold", {})
    desk.undo()
    assert not desk.say("sweep B5, A5 gold").lines


def test_a_reading_from_now_on_is_an_act_and_can_be_undone() -> None:
    desk = played("ruling A-29 yes")
    assert desk.say("sweep B5, A5 gold").verdict.stands
    desk.undo(2)
    assert not desk.say("sweep B5, A5 gold").lines


def test_the_table_may_let_a_price_short_stand_and_pays_what_is_there() -> None:
    desk = played("precision-drill A1 ruby", "charge")  # 3 solar are spent, 1 battery is charged
    refused = desk.say("scan C1 D1")
    assert ([objection.rule for objection in refused.verdict.objections], refused.lines) == (["T-303"], ())
    said = desk.say("scan C1 D1", anyway=True, because="we forgot the lamp")
    assert said.lines[0].block["anyway"] is True
    assert said.lines[0].block["because"] == "we forgot the lamp"
    assert [entry.words() for entry in said.entries][:2] == ["Ann battery 0", "1 of 2 energy"]
    assert read(blocks(desk)).ask == desk.ask


def test_what_has_no_defined_effect_never_stands() -> None:
    desk = laid()
    for sentence in ("drill C4", "drill A1 ruby, E5 gold", "quick-ship ruby b03"):
        assert not desk.say(sentence, anyway=True, because="please").lines, sentence
    assert (desk.lines, desk.ask) == ([], desk.opening)


def test_an_effect_by_hand_loses_nothing_and_can_be_undone() -> None:
    desk = laid()
    lost = desk.say('by-hand "B5 tile none" card Storm')
    assert [(objection.rule, objection.facts["what"]) for objection in lost.verdict.objections] == [
        ("by-hand", "tiles"),
        ("by-hand", "rock"),
    ]
    done = desk.say('by-hand "B5 tile none", "Ann stored rock 1" card Storm')
    assert [entry.words() for entry in done.entries] == ["Ann stored rock 1", "B5 tile none"]
    assert (fact(desk, "B5", "tile"), fact(desk, "Ann", "stored rock")) == ("none", 1)
    desk.undo()
    assert (fact(desk, "B5", "tile"), fact(desk, "Ann", "stored rock")) == ("rock", 0)


def test_an_effect_by_hand_leaves_a_table_that_can_be() -> None:
    desk = laid()
    assert [objection.rule for objection in desk.say('by-hand "Ann battery 3" card Storm').verdict.objections] == [
        "T-302"
    ]
    swapped = desk.say('by-hand "B5 tile gold" card Storm')
    assert [objection.facts["what"] for objection in swapped.verdict.objections] == ["rock"]
    assert desk.say('by-hand "A1 tile gold" card Lamp').lines
    assert desk.lines[0].block["then"] == "A1 tile gold"


def test_a_component_taught_in_the_middle_of_a_game_counts_from_now_on_and_undo_takes_it_back() -> None:
    desk = played("drill B5, A5 gold, B4 rock", "teach bonus b03 solo rock")
    assert "b03 done" in [entry.words() for entry in desk.say("quick-ship rock b03").entries]
    desk.undo(2)
    assert "b03 done" not in [entry.words() for entry in desk.say("quick-ship rock b03").entries]


def test_no_other_map_is_taught_under_tiles_that_lie() -> None:
    desk = laid()
    said = desk.say("teach board full ###/###/###")
    assert ([objection.rule for objection in said.verdict.objections], said.lines) == (["T-101"], ())
    assert desk.say("teach board full #####/#####/#####/#####/#####").lines


# -- records ------------------------------------------------------------------


GAME = (
    "drill A1 ruby, B1 gold, A2 rock",
    "precision-drill E1 emerald",
    "end",
    "spawn s06",
    "quick-ship ruby b03",
    "end",
)


def spoilt(line: int, **changes: Any) -> list[Block]:
    """The record of a short game with one line changed."""
    record = blocks(played(*GAME))
    record[line - 1] = {**record[line - 1], **changes}
    return record


def test_a_record_reads_as_it_was_played() -> None:
    desk = played(*GAME)
    copy = read(blocks(desk))
    assert copy.stop is None
    assert copy.ask == desk.ask
    assert list(copy.entries()) == list(desk.entries())
    assert copy.fresh == []


@pytest.mark.parametrize(
    ("line", "changes", "key"),
    [
        (1, {"say": "drill A1 ruby, E5 gold"}, "record.refused"),
        (2, {"say": "precision-drill E9 emerald"}, "record.refused"),
        (2, {"say": "precision drill E1"}, "record.unread"),
        (2, {"say": "precision-drill E1 gold"}, "record.then"),
        (3, {"asked": "T-912"}, "record.asked"),
        (4, {"say": "spawn s99"}, "record.refused"),
        (4, {"say": "spawn s03"}, "record.then"),
        (5, {"then": "Ann solar 2; Ann stored ruby 0; b03 ruby 2"}, "record.then"),
        (5, {"say": "quick-ship gold b03"}, "record.refused"),
    ],
)
def test_a_record_with_one_thing_changed_stops_at_that_line(line: int, changes: dict[str, str], key: str) -> None:
    desk = read(spoilt(line, **changes))
    assert desk.stop is not None
    assert (desk.stop.line, desk.stop.text.key, len(desk.lines)) == (line, key, line - 1)
    assert desk.ask == read(spoilt(line)[: line - 1]).ask
    with pytest.raises(Failed, match=r"desk\.stopped"):
        desk.say("charge")
    with pytest.raises(Failed, match=r"desk\.stopped"):
        desk.undo()


def test_what_only_a_newer_version_tells_is_no_difference() -> None:
    record = spoilt(1, then="Ann stored ruby 1")
    assert read(record).stop is None
    record[1] = {key: value for key, value in record[1].items() if key != "then"}
    assert read(record).stop is None


def test_a_line_that_an_older_version_accepted_is_kept_with_what_it_told_then() -> None:
    record = spoilt(5, then="Ann solar 2; Ann stored ruby 0; b03 ruby 2")
    desk = read(record)
    with pytest.raises(NotUnderstood, match=r"because\.missing"):
        desk.keep("")
    desk.keep("accepted under 0.1")
    assert desk.fresh == [{"keep": 5, "was": "quick-ship ruby b03", "because": "accepted under 0.1"}]
    kept = read([*record, *desk.fresh])
    assert kept.stop is None
    assert fact(kept, "b03", "ruby") == 2
    assert len(kept.acts) == len(GAME)
    with pytest.raises(Failed, match=r"keep\.none"):
        kept.keep("again")


def test_struck_lines_are_not_judged_and_can_be_redone_after_reading() -> None:
    desk = played(*GAME[:2])
    desk.undo()
    copy = read(blocks(desk))
    assert copy.ask == desk.ask
    copy.redo()
    desk.redo()
    assert copy.ask == desk.ask
    assert blocks(copy) == blocks(desk)


def test_an_undone_line_that_cannot_be_judged_again_stays_undone() -> None:
    desk = played(*GAME[:2])
    desk.undo()
    record = [dict(block) for block in blocks(desk)]
    record[1]["say"] = "precision-drill C4"
    copy = read(record)
    before = copy.ask
    with pytest.raises(Failed, match=r"redo\.refused"):
        copy.redo()
    assert copy.ask == before
    assert len(copy.acts) == 1


def test_that_nothing_happened_is_told_and_is_no_fact_of_the_record() -> None:
    desk = played("end")
    (line,) = desk.say("spawn s03").lines
    assert [(entry.rule, entry.key) for entry in line.entries][0] == ("T-913", "alien.none-hatches")
    assert line.block["then"] == "blue side up"
    copy = read(blocks(desk))
    assert (copy.stop, copy.ask) == (None, desk.ask)


def test_a_sentence_at_the_wrong_moment_is_told_what_is_asked_and_what_it_is_for() -> None:
    desk = played()
    moments = [each for each in desk.judge("spawn 2").verdict.objections if each.key == "moment.asked"]
    assert [each.facts for each in moments] == [{"asked": desk.ask.text, "verb": "spawn", "gist": Text("gist.spawn")}]
