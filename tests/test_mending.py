"""The record put right: facts that were wrong, lines forgotten, said wrongly or never said; each is judged again."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import display, mended, opening, record
from referee.blocks import Block
from referee.desk import Desk
from referee.errors import Failed, NotUnderstood, RefereeError
from referee.layout import Screen
from referee.mending import Mend, Mended, Wanted, mend
from referee.offers import offers
from referee.session import Session
from referee.standing import marks
from referee.text import Text
from referee.view import Lines
from tests import always, bychance
from tests.mending import WHY, again, amended, blocks, holds, read, wanted, whole
from tests.shipped import own
from tests.test_rejudge import TABLE

TOY: Mapping[str, Any] = {"game": "toy", "players": ("Ann:red", "Bea:blue", "Cid:green")}
HIDDEN = ("Bea hide sun", "Ann hide moon", "Cid hide star")
EXAMPLES = ("planetoid-solo", "planetoid-mixture", "parsec-example-of-play")


@pytest.fixture(autouse=True)
def _known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(opening.GAMES, "toy", "tests.toy")
    yield
    display.speak()


def played(header: Mapping[str, Any], *sentences: str) -> Desk:
    desk = opening.desk(header)
    for sentence in sentences:
        assert desk.say(sentence).lines, sentence
    return desk


def toy(*sentences: str) -> Desk:
    return played(TOY, *HIDDEN, *sentences)


def solo(*sentences: str) -> Desk:
    return played(TABLE, *sentences)


def fact(desk: Desk, who: str, what: str) -> str | int:
    return desk.game.facts(desk.ask.pos)[who, what]


def faults(error: RefereeError) -> list[str]:
    found = error.text.facts["faults"]
    assert isinstance(found, tuple)
    return [text.key for text in found if isinstance(text, Text)]


def told(desk: Desk, line: int) -> list[str]:
    """What a line sets off, in the words of the record."""
    return [words for entry in desk.lines[line - 1].entries if (words := entry.words())]


# -- fix ------------------------------------------------------------------


def test_a_fix_takes_from_a_pile_what_the_other_gains_and_keeps_old_and_new() -> None:
    desk = toy("row M0", "roll 4")
    said = desk.say("fix Ann shells 3 from pool shells", because="one fell", agreed=("red", "Bea"))
    changes = {(each.who, each.what): (each.facts["was"], each.now) for each in said.entries}
    assert changes == {("Ann", "shells"): (4, 3), ("pool", "shells"): (26, 27)}
    block = desk.lines[-1].block
    assert (block["because"], block["agreed"]) == ("one fell", ("Ann", "Bea"))
    assert block["say"] == 'fix "Ann shells 3 from pool shells"'
    assert read(desk).ask == desk.ask
    desk.undo()
    assert fact(desk, "Ann", "shells") == 4
    desk.redo()
    assert fact(desk, "pool", "shells") == 27


def test_a_fix_knows_people_by_their_colours_before_a_pile_too() -> None:
    desk = toy("row M0", "roll 4")
    assert desk.say('fix "red shells 3", "pool shells 27"', because="one fell").lines
    assert desk.say('fix "Blue shells 1 from red shells"', because="it was hers").lines
    assert (fact(desk, "Ann", "shells"), fact(desk, "Bea", "shells")) == (2, 1)
    assert read(desk).ask == desk.ask


def test_a_fix_that_does_not_add_up_is_refused_with_the_sums() -> None:
    desk = solo("drill A1 ruby, B1 gold, A2 rock")
    lost = desk.say('fix "B5 tile none"', because="gone")
    assert not lost.lines
    sums = {o.facts["what"]: (o.facts["before"], o.facts["after"]) for o in lost.verdict.objections}
    assert sums["rock"] == (3, 2)
    assert not desk.say('fix "Ann battery 3"', because="three").lines  # two is the most [T-302]
    assert desk.say('fix "B5 tile none", "Ann stored rock 1"', because="drilled").lines


def test_one_message_names_every_fact_that_is_none() -> None:
    desk = solo()
    with pytest.raises(NotUnderstood) as caught:
        desk.say('fix "Ann batery 2", "Ann soler 1"', because="count")
    assert faults(caught.value) == ["fact.unknown", "fact.unknown"]
    with pytest.raises(NotUnderstood) as caught:
        desk.say('fix "B5 tile nose", "Ann battery x"', because="count")
    assert faults(caught.value) == ["fact.tile", "fact.number"]
    with pytest.raises(NotUnderstood) as caught:
        desk.say('fix "Ann batery 2", "B5 tile nose", "Ann solar -1"', because="count")
    assert faults(caught.value) == ["fact.unknown", "fact.tile", "fact.number"]
    with pytest.raises(NotUnderstood, match=r"because\.missing"):
        desk.say("fix Ann battery 2")
    with pytest.raises(NotUnderstood, match=r"agreed\.nobody"):
        desk.say("fix Ann battery 2", because="count", agreed=("Zoe",))
    assert (desk.lines, desk.fresh) == ([], [])


def test_nothing_that_lies_face_down_is_put_right() -> None:
    said = toy().say("fix Ann charm sun", because="she showed it")
    assert [objection.key for objection in said.verdict.objections] == ["fix.secret"]


def test_robots_stay_sixteen_whatever_is_put_right() -> None:
    desk = own("parsec-example-of-play")
    desk.undo()  # the end of the example
    before = fact(desk, "Gwen", "aboard")
    refused = desk.say("fix Gwen robots Q1 2", because="two stand there")
    assert "3.0-g" in [objection.rule for objection in refused.verdict.objections]
    assert desk.say("fix Gwen robots Q1 2 from aboard", because="two stand there").lines
    assert (fact(desk, "Gwen", "robots Q1"), fact(desk, "Gwen", "aboard")) == (2, int(before) - 1)


# -- a line put in, changed, struck ------------------------------------------------------------------


def test_a_die_that_was_read_wrongly_changes_what_everybody_has_to_give_back() -> None:
    desk = toy("row M0", "roll 4", "swap green", "Cid no")
    amended(desk, ("change", 5, "roll 2"))
    assert told(desk, 8) == ["Ann shells 2", "pool shells 28"]  # 2 of 30 gathered instead of 4
    assert dict(desk.lines[7].block) == {
        "change": 5,
        "who": "table",
        "say": "roll 2",
        "was": "roll 4",
        "because": WHY,
        "then": "Ann shells 2; pool shells 28",
    }


def test_a_fix_in_the_past_holds_for_all_that_comes_after() -> None:
    desk = toy("row M0", "roll 4", "swap green", "Cid no", "row 1M", "roll 6")
    amended(desk, ("before", 6, "fix Ann shells 1 from pool shells"))
    assert (fact(desk, "Ann", "shells"), fact(desk, "Cid", "shells"), fact(desk, "pool", "shells")) == (1, 6, 23)


def test_a_ruling_put_in_reads_all_later_lines_otherwise() -> None:
    desk = solo("sweep A1 rock, B1 rock")
    held = again(desk, ("before", 1, "sweep B5, A5 gold"))
    assert held.refused is not None
    assert held.refused.verdict.kind == "open"
    found = amended(desk, ("before", 1, "ruling A-29 yes"))
    assert found.found.changed == ()
    assert desk.ask.pos.house["sweep_open"] == "yes" if "sweep_open" in desk.ask.pos.house else desk.ask.pos.house


def test_a_line_taken_out_is_marked_and_its_undoing_brings_it_back() -> None:
    desk = solo("drill A1 ruby, B1 gold, A2 rock", "charge")
    asked = desk.ask
    amended(desk, ("strike", 1))
    assert (fact(desk, "Ann", "stored ruby"), fact(desk, "A1", "tile")) == (0, "face-down")
    found = marks(desk)
    assert (found[1].text, found[1].gone) == (Text("mark.struck", {"line": 3}), True)
    assert len(desk.lines) == 3
    desk.undo()
    assert desk.ask == asked
    assert marks(desk)[3].text == Text("mark.undone")
    desk.redo()
    assert fact(desk, "Ann", "stored ruby") == 0
    assert desk.acts_after(2) == 1
    assert read(desk).ask == desk.ask


def test_a_mended_line_is_mended_again_by_either_number() -> None:
    one, other = (toy("row M0", "roll 4", "swap green", "Cid no") for _ in range(2))
    for desk, line in ((one, 5), (other, 8)):
        amended(desk, ("change", 5, "roll 2"))
        amended(desk, ("change", line, "roll 3"))
        assert (fact(desk, "Ann", "shells"), fact(desk, "pool", "shells")) == (3, 27)
        assert read(desk).ask == desk.ask


def test_what_mended_the_record_is_taken_back_by_striking_it() -> None:
    desk = solo("drill A1 ruby, B1 gold, A2 rock", "repair mega-drill", "quick-ship ruby b03")
    asked = desk.ask
    amended(desk, ("strike", 1), ("strike", 3))
    assert desk.ask != asked
    amended(desk, ("strike", 4))
    always.alike(desk.ask, asked)
    assert {line: mark.text.key for line, mark in marks(desk).items()} == {4: "mark.taken-back", 5: "mark.taken-back"}
    assert read(desk).ask == desk.ask


# -- where it cannot go on ------------------------------------------------------------------


def settled(desk: Desk, found: Mended) -> dict[str, Wanted]:
    return {offer.text.key: offer.wanted for offer in offers(desk, found)}


def test_a_robot_that_was_forgotten_leaves_a_later_one_without_a_price() -> None:
    """Gwen has 3 credits; the robot of line 4 costs one, flying on line 24 two, so that line 25 cannot be paid."""
    desk = own("parsec-example-of-play")
    desk.undo()
    assert fact(desk, "Gwen", "credits") == 3
    before = (int(fact(desk, "Gwen", "aboard")), int(fact(desk, "Gwen", "robots Q1")))
    found = again(desk, ("before", 4, "beam-down 1"))
    assert found.conflict is not None
    assert (found.conflict.line, found.conflict.said, found.conflict.verdict.kind) == (25, "beam-down 1", "illegal")
    ways = settled(desk, found)
    assert set(ways) == {"offer.keep", "offer.strike", "offer.change", "offer.before"}
    assert len(desk.lines) == 49

    amended(desk, ("before", 4, "beam-down 1"), ("keep", 25))
    # the robot of line 25 is not paid for, so that the same 3 credits come in at the science round
    assert (fact(desk, "Gwen", "aboard"), fact(desk, "Gwen", "robots Q1")) == (before[0] - 1, before[1] + 1)
    assert (fact(desk, "Gwen", "credits"), fact(desk, "Gwen", "robots S2")) == (3, 1)
    assert any(each.key == "mend.illegal" and each.facts["line"] == 25 for each in desk.lines[-1].entries)
    assert read(desk).ask == desk.ask


def test_what_has_no_defined_effect_is_not_offered_to_stand_nor_let_stand() -> None:
    desk = solo("drill A1 ruby, B1 gold, A2 rock", "repair mega-drill", "quick-ship ruby b03")
    found = again(desk, ("strike", 1))
    assert "offer.keep" not in settled(desk, found)
    kept = again(desk, ("strike", 1), ("keep", 3))
    assert kept.conflict is not None
    told = [text for part in mended.reasons(kept) for text in getattr(part, "lines", ()) if isinstance(text, Text)]
    assert [text.facts["rules"] for text in told if text.key == "verdict.no-anyway"] == [("T-407",)]  # no ruby is there
    assert settled(desk, kept)["offer.strike"].mends == (Mend("strike", 1), Mend("strike", 3))


def test_the_record_may_be_left_as_it_is_where_there_are_ways_on() -> None:
    """What is wrong by itself has no way on, so that nothing is left to choose from."""
    desk = solo("drill A1 ruby, B1 gold, A2 rock", "repair mega-drill", "quick-ship ruby b03")
    for mends, ways in ((("strike", 1), True), (("before", 2, "repair scan"), False)):
        parts = [*mended.parts(desk, again(desk, mends), repr)]
        assert (parts[-1] == Lines("", (Text("offer.leave"),))) is ways


def test_an_offer_tells_what_it_would_do() -> None:
    desk = solo("drill A1 ruby, B1 gold, A2 rock", "repair mega-drill", "quick-ship ruby b03")
    strike = next(o for o in offers(desk, again(desk, ("strike", 1))) if o.text.key == "offer.strike")
    assert strike.then is not None
    assert strike.then.key == "offer.ends"
    before = desk.game.facts(desk.ask.pos)
    amended(desk, ("strike", 1), ("strike", 3))
    after = desk.game.facts(desk.ask.pos)
    assert strike.then.facts["n"] == sum(before[each] != after[each] for each in before)


def test_a_fact_that_nobody_told_is_named_with_the_sentence_that_tells_it() -> None:
    desk = solo("drill A1 ruby, B1 gold, A2 rock", "end", "spawn 0")
    ways = settled(desk, again(desk, ("change", 1, "drill E1 emerald")))
    assert set(ways) == {"offer.tell", "offer.untold"}
    assert ways["offer.untold"].mends[-1] == Mend("before", 2, "turn-up D1 ?, E2 ?")
    found = mend(desk, ways["offer.untold"])
    assert found.done


def test_what_is_refused_where_it_stands_may_be_let_stand_there() -> None:
    desk = solo("precision-drill A1 ruby", "charge", "end", "spawn 0")
    found = again(desk, ("before", 3, "scan C1 D1"))
    assert found.refused is not None
    assert [objection.rule for objection in found.refused.verdict.objections] == ["T-303"]
    assert set(settled(desk, found)) == {"offer.anyway"}
    amended(desk, ("before", 3, "scan C1 D1"), anyway=True)
    assert "1 of 2 energy" in [entry.words() for _, entry in desk.entries()]
    assert read(desk).ask == desk.ask


# -- bad input ------------------------------------------------------------------


def test_one_message_names_everything_that_is_wrong_with_an_edit_and_nothing_is_written() -> None:
    desk = solo("charge", "note well")
    nothing = Wanted((Mend("strike", 2), Mend("strike", 9), Mend("before", 0, "charge")), "", ("Zoe",))
    with pytest.raises(NotUnderstood) as caught:
        mend(desk, nothing)
    assert faults(caught.value) == ["because.missing", "agreed.nobody", "mend.gone", "mend.line", "mend.line"]
    with pytest.raises(NotUnderstood, match=r"mend\.note"):
        again(desk, ("before", 1, "note early"))
    with pytest.raises(NotUnderstood) as caught:
        again(solo("drill A1 ruby", "turn-up B1 rock, A2 gold"), ("keep", 2))
    assert faults(caught.value) == ["mend.tells"]


def test_nothing_of_the_game_goes_before_the_set_up() -> None:
    found = again(played(TOY, *HIDDEN, "row M0"), ("before", 1, "Ann row M0"))
    assert found.refused is not None
    assert [objection.rule for objection in found.refused.verdict.objections] == ["1.2"]


def spoilt(desk: Desk, line: int, **changes: Any) -> list[Block]:
    found = blocks(desk)
    found[line - 1] = {**found[line - 1], **changes}
    return found


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"was": "roll 5"}, "record.mend"),
        ({"change": 7}, "record.mend"),
        ({"say": "roll 9"}, "record.mend"),
        ({"then": "Ann shells 3; pool shells 28"}, "record.then"),
    ],
)
def test_a_record_whose_mending_no_longer_fits_stops_there(changes: dict[str, Any], key: str) -> None:
    desk = toy("row M0", "roll 4", "swap green", "Cid no")
    amended(desk, ("change", 5, "roll 2"))
    stopped = read(desk, spoilt(desk, 8, **changes)).stop
    assert stopped is not None
    assert stopped.line == 8
    assert stopped.text.key in (key, "record.secret")


# -- where an old record stops ------------------------------------------------------------------


def test_a_line_at_which_a_record_stops_is_struck_or_changed_and_the_rest_is_judged_again(tmp_path: Path) -> None:
    record = [dict(line.block) for line in solo("drill A1 ruby, B1 gold, A2 rock", "charge").lines]
    record[0]["then"] = "Ann solar 1"
    desk = read(solo(), record)
    assert desk.stop is not None
    with pytest.raises(Failed, match=r"desk\.stopped"):
        desk.say("charge")
    for edit, ruby in ((("strike", 1), 0), (("change", 1, "drill A1 gold, B1 gold, A2 rock"), 0)):
        lines = desk.amend(again(desk, edit).blocks)
        assert [line.number for line in lines] == [3]
        whole_ = read(solo(), [*record, *(line.block for line in lines)])
        assert whole_.stop is None
        assert (fact(whole_, "Ann", "stored ruby"), fact(whole_, "Ann", "battery")) == (ruby, 1)
        whole_.undo()
        with pytest.raises(Failed, match=r"desk\.stopped"):
            whole_.redo()


# -- sessions, logs, transcripts ------------------------------------------------------------------


def test_a_session_is_mended_on_disk_and_reads_so(tmp_path: Path) -> None:
    session = Session.begin("eddy", tmp_path, TOY)
    for sentence in (*HIDDEN, "row M0", "roll 4", "swap green", "Cid no"):
        session.say(sentence)
    source = session.record.source
    assert not session.mend(wanted(("strike", 6))).done
    assert session.record.source == source
    found = session.mend(wanted(("strike", 6), ("strike", 7)))
    assert [line.number for line in found.lines] == [8, 9]
    copy = Session.open("eddy", tmp_path)
    assert copy.stop is None
    always.alike(copy.desk.ask, session.desk.ask)
    assert copy.record.blocks[8]["auto"] is True


def test_the_log_shows_what_was_mended_and_the_transcript_plays_it() -> None:
    from referee import replay

    display.speak(opening.folder("toy"))
    desk = toy("row M0", "roll 4", "swap green", "Cid no")
    amended(desk, ("change", 5, "roll 2"), agreed=("Bea",))
    log = " ".join(" ".join(display.lines(Screen(), *record.log(desk))).split())
    assert "roll 4 [changed by line 8]" in log
    assert "roll 2, in place of line 5 (roll 4) [we forgot] [agreed: Bea]" in log
    assert "Ann shells: 4 before, 2 now; 2 less." in log
    scenes = list(replay.played(TOY, blocks(desk)))
    assert not any(scene.stops for scene in scenes)
    shown = " ".join(display.lines(Screen(), *(part for scene in scenes for part in scene.parts)))
    assert "roll 2, in place of line 5" in shown


# -- properties ------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_all_of_an_example_judged_again_comes_to_the_same_table(name: str) -> None:
    desk = own(name)
    found = whole(desk)
    assert (found.stop, found.lacking, found.unused, found.changed) == (None, None, (), ())
    always.alike(found.ask, desk.ask)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", EXAMPLES)
def test_edits_at_random_lines_read_as_they_were_made_and_can_be_taken_back(name: str, seed: int) -> None:
    rnd = Random(f"{name} {seed}")
    for _ in range(3):
        desk = own(name)
        asked, entries = desk.ask, list(desk.entries())
        if not (found := bychance.edit(desk, rnd)):
            continue
        desk.amend(found.blocks, found.found)
        holds(desk)
        desk.undo()
        assert (desk.ask, list(desk.entries())) == (asked, entries)
        desk.redo()
        holds(desk)
        amended(desk, ("strike", found.number))
        always.alike(desk.ask, asked)
        holds(desk)
