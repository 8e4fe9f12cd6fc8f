"""The table check: what people count against what the record expects, where a difference comes from, what mends it."""

import json
import re
from collections.abc import Iterator
from itertools import islice, pairwise
from pathlib import Path
from random import Random

import pytest
from prompt_toolkit.input import PipeInput
from typer.testing import CliRunner, Result

from referee import checking, cli, counting, display, journal, opening, prompts, record, tracing
from referee.counting import Found, called
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.layout import Screen
from referee.remarks import Count, write
from referee.session import Session
from referee.tracing import NOT_BACK, NOT_DONE, OTHER_WAY, OTHERWISE, PART, TWICE
from tests import always, transcripts
from tests.cases import cases, header
from tests.shipped import example
from tests.terminal import POSIX, Terminal, begun

EXAMPLES = transcripts.examples()
TOY = {"game": "toy", "players": ("Ann:red", "Bea:blue", "Cid:green")}
HIDDEN = ("Bea hide sun", "Ann hide moon", "Cid hide star")
ENTER, DOWN, CTRL_D = "\r", "\x1b[B", "\x04"


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(opening.GAMES, "toy", "tests.toy")
    display.speak(opening.folder("toy"))
    yield
    display.speak()


def toy(*sentences: str) -> Desk:
    """The toy after these sentences; whoever gathers gets so many shells."""
    desk = opening.desk(TOY)
    for sentence in (*HIDDEN, *sentences):
        assert desk.say(sentence).lines, sentence
    return desk


def reread(desk: Desk) -> Desk:
    """The desk as its record is read again."""
    copy = Desk(desk.game, desk.opening, desk.dealer)
    copy.read([line.block for line in desk.lines])
    assert copy.stop is None
    return copy


def found(desk: Desk, *said: str) -> tuple[Found, ...]:
    return counting.found(desk.game, desk.ask.pos, said)


def explained(desk: Desk, said: str) -> list[tuple[int, str]]:
    """The lines that may explain what was counted, and how."""
    (each,) = found(desk, said)
    return [(possible.line.number, possible.how) for possible in tracing.possible(desk, each)]


def log(desk: Desk) -> list[str]:
    return display.lines(Screen(width=200), *record.log(desk))


# -- what was counted ------------------------------------------------------------------


def test_what_agrees_and_what_differs_goes_into_the_record_beside_what_was_expected() -> None:
    desk = toy("row M0", "roll 4")  # Ann has 4 of 30
    said = desk.say('count "Ann shells 5", "pool shells 26", "red gust 0"')
    assert said.verdict.stands
    assert desk.fresh[-1] == {
        "asked": "2.1",
        "who": "Bea",
        "say": 'count "Ann shells 5", "pool shells 26", "red gust 0"',
        "then": "Ann shells: 5 counted, 4 expected; pool shells: 26 counted, 26 expected; "
        "Ann gust: 0 counted, 1 expected",
    }
    assert log(desk)[-3:] == [
        "count  Ann shells: 5 counted, 4 expected, 1 more.",
        "count  pool shells: 26, as expected.",
        "count  Ann gust: 0 counted, 1 expected, 1 fewer.",
    ]
    assert log(reread(desk)) == log(desk)
    assert desk.game.facts(desk.ask.pos)["Ann", "shells"] == 4


def test_words_may_stand_without_quotes_and_facts_that_are_words_are_counted_too() -> None:
    desk = toy("row M0", "roll 4")
    assert [each.agrees for each in found(desk, "Ann boat M0", "Bea boat M0")] == [True, False]
    said = desk.say("count Ann shells 4, pool shells 26")
    assert said.event == Count("Bea", ("Ann shells 4", "pool shells 26"))
    assert desk.say("count green boat 1P").lines[0].entries[0].key == "count.agrees"


@pytest.mark.parametrize(
    ("said", "key"),
    [
        ("Ann luck 3", "count.unknown"),
        ("Ann shells many", "count.number"),
        ("Ann shells -1", "count.number"),
        ("Ann charm moon", "count.unknown"),  # it lies face-down
    ],
)
def test_what_cannot_be_counted_is_not_understood_and_nothing_is_recorded(said: str, key: str) -> None:
    desk = toy("row M0", "roll 4")
    lines = len(desk.lines)
    with pytest.raises(NotUnderstood) as refused:
        desk.say(write(Count("", (said,))))
    assert refused.value.text.key == key
    assert len(desk.lines) == lines
    with pytest.raises(NotUnderstood):
        desk.say('count "Ann shells 4", "red shells 4"')  # one pile, twice


def test_a_count_is_no_act() -> None:
    desk = toy("row M0", "roll 4")
    desk.undo()
    asked = desk.ask
    assert desk.say("count pool shells 30").lines  # a look at the table takes nothing back, nor what could come back
    assert (desk.ask, len(desk.undone)) == (asked, 1)
    desk.redo()
    desk.say("count pool shells 26")
    desk.undo()  # of the roll, not of the count
    assert desk.game.facts(desk.ask.pos)["pool", "shells"] == 30
    copy = reread(desk)
    assert (copy.ask, log(copy)) == (desk.ask, log(desk))
    assert "count  pool shells: 26, as expected." in log(copy)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_pile_of_every_example_agrees_with_itself_and_a_count_changes_nothing(name: str) -> None:
    desk = reread(example(name, len(example(name).lines) // 2))
    desk.dealer = None
    before = always.table(desk.ask.pos)
    piles = counting.walk(desk.game, desk.ask.pos)
    assert len(piles) > 10
    said = write(Count("", tuple(f"{called(fact)} {value}" for fact, value in piles.items())))
    entries = desk.say(said).lines[0].entries
    assert {entry.key for entry in entries} == {"count.agrees"}
    assert len(entries) == len(piles)
    assert always.table(desk.ask.pos) == before
    assert log(reread(desk)) == log(desk)


@pytest.mark.parametrize("name", EXAMPLES)
def test_no_pile_tells_what_is_secret(name: str) -> None:
    desk = example(name, len(example(name).lines) // 2)
    secret = desk.game.secret(desk.ask.pos)
    for fact in (*counting.walk(desk.game, desk.ask.pos), *counting.countable(desk.game, desk.ask.pos)):
        assert not {*fact} & secret


# -- where a difference may come from ------------------------------------------------------------------


def test_the_last_event_that_changed_it_by_the_difference_is_named_and_so_is_every_other() -> None:
    desk = toy("row M0", "roll 4", "Bea row L1", "roll 2", "Cid row P1", "roll 4")
    assert explained(desk, "pool shells 24") == [(5, NOT_DONE), (7, OTHER_WAY), (9, NOT_DONE)]  # 20 by the record
    assert explained(desk, "pool shells 22") == [(7, NOT_DONE)]
    assert explained(desk, "pool shells 16") == [(5, TWICE), (9, TWICE)]
    assert explained(desk, "pool shells 21") == []


def test_what_was_undone_and_perhaps_not_taken_back_is_named() -> None:
    desk = toy("row M0", "roll 4")
    desk.undo()
    assert explained(desk, "Ann shells 4") == [(5, NOT_BACK)]
    assert explained(reread(desk), "Ann shells 4") == [(5, NOT_BACK)]
    desk.redo()
    assert explained(desk, "Ann shells 8") == [(5, TWICE)]


def test_nothing_before_the_pile_was_last_counted_right_is_named() -> None:
    desk = toy("row M0", "roll 4")
    desk.say("count pool shells 26")
    desk.say("Bea row L1")
    desk.say("roll 4")
    assert explained(desk, "pool shells 26") == [(8, NOT_DONE)]


def test_nothing_after_the_first_count_that_had_the_same_difference_is_named() -> None:
    desk = toy("row M0", "roll 4")
    desk.say("count pool shells 30")  # as if nobody had taken any
    desk.say("Bea row L1")
    desk.say("roll 4")
    assert explained(desk, "pool shells 26") == [(5, NOT_DONE)]  # and not line 8, which took as many


def test_no_difference_outlives_the_moment_when_the_pile_is_set_anew() -> None:
    """Planetoid's solar energy is full again with every turn: only what was paid since then counts."""
    desk = example("planetoid-solo", 39)
    began = max(n for n, line in enumerate(desk.lines, 1) if any(e.key == "energy.recharged" for e in line.entries))
    paid = [change for change in tracing.changes(desk, ("Ann", "solar")) if change.by == -1]
    assert any(change.act.lines[0].number < began for change in paid)
    named = [line for line, _ in explained(desk, "Ann solar 2")]  # 1 by the record
    assert named == [change.act.lines[0].number for change in paid if change.act.lines[0].number > began]
    assert len(named) == 2


def test_a_price_that_was_let_stand_short_may_have_been_paid_in_full() -> None:
    """Five credits a turn become Action Points: of the 12 for four research points 10 can be raised [6.1.1, 6.4]."""
    (case, *_) = (case for case in cases("parsec") if case.say == ("buy 4",))
    facts = (*header(case).get("facts", ()), "Ann ap 5", "Ann credits 9")
    desk = opening.desk({**header(case), "facts": facts})
    assert desk.say("buy 4", anyway=True, because="we let it stand").lines
    assert desk.ask.pos.count("Ann", "credits") == 4
    assert explained(desk, "Ann credits 2") == [(1, PART)]


def test_what_was_told_wrongly_is_traced_to_the_line_that_told_it_last() -> None:
    before, after = (example("planetoid-disputed", lines) for lines in (9, 10))  # line 10 puts C4 right
    assert explained(before, "C4 tile emerald") == [(5, OTHERWISE)]
    assert explained(before, "C4 tile face-down") == [(5, NOT_DONE)]
    assert explained(before, "C3 tile rock") == []
    assert explained(after, "C4 tile diamond") == [(10, OTHERWISE)]


@pytest.mark.parametrize("name", [name for name in EXAMPLES if name.startswith("parsec")])
def test_whichever_act_was_not_carried_out_at_the_table_it_is_among_the_possible_ones(name: str) -> None:
    """Nothing sets credits, points or robots anew: the difference that any single act leaves is followed to it.

    Not where the table could not have gone on with it, because less than nothing would have lain there later.
    """
    desk, rnd, tried = example(name), Random(name), 0
    figures = [fact for fact in desk.game.facts(desk.ask.pos) if fact[1] in ("credits", "vp", "aboard")]
    for fact in rnd.sample(figures, 3):
        for change in tracing.changes(desk, fact):
            expected = tracing.amount(desk, fact)(desk.ask.pos)
            assert isinstance(expected, int)
            later = [act.after.pos for act in desk.holding[desk.holding.index(change.act) :]]
            if min(pos.count(*fact) for pos in later) >= change.by:
                possible = tracing.possible(desk, Found(fact, expected, expected - change.by))
                numbers = {each.line.number for each in possible if each.how == NOT_DONE}
                assert numbers & {line.number for line in change.act.lines}, (fact, change.by)
                tried += 1
    assert tried


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_line_that_is_named_explains_the_difference(name: str) -> None:
    """Held against the table before and after each act, which is counted here again by itself."""
    desk, rnd = example(name, len(example(name).lines) * 2 // 3), Random(name)
    acts = {line.number: act for act in desk.holding for line in act.lines}
    numbers = [(fact, n) for fact, n in counting.walk(desk.game, desk.ask.pos).items() if isinstance(n, int)]
    for fact, n in rnd.sample(numbers, 3):
        for by in (-2, -1, 1, 2):
            for each in tracing.possible(desk, Found(fact, n, n + by)) if n + by >= 0 else ():
                if each.how in (NOT_DONE, TWICE):
                    act = acts[each.line.number]
                    was, now = (int(tracing.amount(desk, fact)(ask.pos)) for ask in (act.before, act.after))
                    assert now - was == (-by if each.how == NOT_DONE else by)


def test_a_long_list_shows_the_earliest_and_the_last_ones() -> None:
    ways = (("Ann", "M0", "1L"), ("Bea", "L1", "M1"), ("Cid", "P1", "1P"))
    desk = toy(*(said for n in (1, 2, 1) for way in ways for said in (f"{way[0]} row {way[n]}", "roll 1")))
    rolls = [n for n, line in enumerate(desk.lines, 1) if str(line.block["say"]).startswith("roll")]
    assert len(rolls) == 9
    shown = display.lines(Screen(width=200), *checking.counted(desk, found(desk, "pool shells 22")))  # 21 by the record
    assert [int(line.split()[0]) for line in shown if "perhaps not carried out" in line] == [rolls[0], *rolls[-5:]]
    assert any("… and 3 more between them" in line for line in shown)


# -- what mends it ------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_correction_that_is_offered_goes_through_and_leaves_the_table_as_it_was_counted(name: str) -> None:
    """Whatever pile is off by one: nothing that must add up is lost by the correction."""
    rnd, offered = Random(name), 0
    desk = reread(example(name, len(example(name).lines) * 2 // 3))
    desk.dealer = None
    numbers = [(fact, n) for fact, n in counting.walk(desk.game, desk.ask.pos).items() if isinstance(n, int)]
    rnd.shuffle(numbers)
    for fact, n in numbers:
        if offered > 3:
            break
        said = f"{called(fact)} {n + 1}"
        for fix in tracing.fixes(desk, found(desk, said)):
            offered += 1
            box = desk.game.box(desk.ask.pos)
            assert desk.say(write(fix), because="we counted").lines
            assert found(desk, said)[0].agrees
            after = desk.game.box(desk.ask.pos)
            assert [what for what in box if not box[what][1] <= after[what][1] <= max(box[what])] == []
            always.sums(desk)
            desk.undo()
    assert offered


def test_a_correction_names_first_what_a_line_would_explain() -> None:
    """Two robots of Yara's were beamed down, to M3 and to L4; twelve are counted aboard and not eleven."""
    desk = example("parsec-example-of-play", 36)
    (each,) = found(desk, "Yara aboard 12")
    lines = {possible.line.number for possible in tracing.possible(desk, each)}
    beamed = [
        line.number for line in desk.lines if line.block.get("say") == "beam-down 1" and line.block["who"] == "Yara"
    ]
    assert lines == set(beamed)
    offered = [fix.facts for fix in tracing.fixes(desk, (each,))]
    assert offered[:2] == [("Yara aboard 12", "Yara robots M3 0"), ("Yara aboard 12", "Yara robots L4 0")]


def test_two_piles_that_differ_by_as_much_are_mended_together() -> None:
    desk = toy("row M0", "roll 4")
    both = found(desk, "Ann shells 3", "pool shells 27")
    (fix,) = tracing.fixes(desk, both)
    assert fix.facts == ("Ann shells 3", "pool shells 27")
    alone = tracing.fixes(desk, both[:1])
    assert alone[0].facts == ("Ann shells 3", "pool shells 27")
    assert [each.facts[1] for each in alone[1:]] == ["Bea shells 1", "Cid shells 1"]


def test_what_is_a_sum_of_facts_is_not_mended_by_itself() -> None:
    desk = example("planetoid-solo", 36)
    display.speak("planetoid")
    shown = "\n".join(display.lines(Screen(width=200), *checking.counted(desk, found(desk, "board face-down 30"))))
    assert "Some piles are sums: board face-down." in shown
    assert "referee fix" not in shown


# -- the box ------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_after_every_act_of_every_example_the_box_adds_up(name: str) -> None:
    assert tracing.first_break(example(name)) is None


def test_the_first_line_after_which_the_box_no_longer_adds_up_is_named() -> None:
    """A line that an older version accepted is kept: five shells from nowhere."""
    desk = toy("row M0", "roll 4", "Bea row L1", "roll 2", "Cid row P1")
    old = [dict(line.block) for line in desk.lines]
    old[4]["then"] = "pool shells 26; Ann shells 9"
    copy = Desk(desk.game, desk.opening)
    copy.read(old)
    assert copy.stop
    kept = Desk(desk.game, desk.opening)
    kept.read([*old, {"keep": 5, "was": "roll 4", "because": "so it was"}])
    assert kept.stop is None
    broken = tracing.first_break(kept)
    assert broken
    assert broken.line
    assert broken.line.number == 5
    shown = "\n".join(display.lines(Screen(width=200), *checking.audit(kept, broken)))
    assert "It no longer adds up after line 5 (table: roll 4):" in shown
    assert "shells: 30 were found before, 35 are now, and the box holds 30." in shown
    assert checking.audited(kept, broken)["agrees"] is False


# -- at the command line ------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path))
    begun(tmp_path, "origin S", "solo-card A front", "precision-drill C7")
    yield tmp_path
    display.speak()


def run(*words: str) -> Result:
    return CliRunner().invoke(cli.app, words, catch_exceptions=False)


def kitchen(home: Path) -> bytes:
    return (home / "kitchen.toml").read_bytes()


def test_the_piles_are_listed_and_the_box_is_audited_without_a_word_in_the_record(home: Path) -> None:
    before = {file.name: file.read_bytes() for file in home.iterdir()}
    for words in (("count", "--all"), ("count",)):
        listed = run(*words)
        assert (listed.exit_code, listed.stderr) == (0, "")
        assert re.search(r"^Ann solar +1$", listed.stdout, re.MULTILINE)
        assert 'referee count "board face-down' in listed.stdout
    piles = json.loads(run("count", "--all", "--json").stdout)["piles"]
    assert {"pile": "Ann solar", "expected": 1} in piles
    audit = run("count", "--audit")
    assert audit.exit_code == 0
    assert "everything added up" in audit.stdout
    assert json.loads(run("count", "--audit", "--json").stdout)["agrees"] is True
    assert {file.name: file.read_bytes() for file in home.iterdir()} == before


def test_a_count_is_one_block_and_its_difference_leads_to_a_line_and_a_correction(home: Path) -> None:
    blocks = kitchen(home).count(b"[[event]]")
    right = run("count", "Ann solar 1", "Ann battery 0")
    assert right.exit_code == 0
    assert right.stdout.endswith("count  Ann solar: 1, as expected.\ncount  Ann battery: 0, as expected.\n")
    wrong = run("count", "green solar 3")
    assert wrong.exit_code == 1
    assert "count  Ann solar: 3 counted, 1 expected, 2 more.\n" in wrong.stdout
    assert (
        "Ann: precision-drill C7: perhaps not carried out at the table.\n" not in wrong.stdout
    )  # it was counted right
    assert kitchen(home).count(b"[[event]]") == blocks + 2
    assert wrong.stdout.endswith("  referee fix 'Ann solar 3' --because WHY\n")
    assert run("fix", "Ann solar 3", "--because", "we counted").exit_code == 0
    assert run("count", "Ann solar 3").exit_code == 0
    told = json.loads(run("count", "Ann solar 1", "--json").stdout)
    assert told["counted"][0] | {"possible": []} == {
        "pile": "Ann solar",
        "expected": 3,
        "counted": 1,
        "by": -2,
        "possible": [],
    }
    assert told["fix"] == ['fix "Ann solar 1"']


def test_a_count_of_a_fresh_record_names_the_line(home: Path) -> None:
    told = json.loads(run("count", "Ann", "solar", "3", "--json").stdout)
    drilled = json.loads(run("log", "--json").stdout)
    (line,) = (each["line"] for each in drilled if each.get("say") == "precision-drill C7")
    possible = {"line": line, "who": "Ann", "said": "precision-drill C7", "how": "not-done"}
    assert told["counted"][0]["possible"] == [possible]


@pytest.mark.parametrize("pile", ["Ann luck 3", "Ann solar none", "Ann solar", "solar"])
def test_what_is_no_count_is_one_message_and_leaves_the_record_alone(home: Path, pile: str) -> None:
    before = kitchen(home)
    result = run("count", pile)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr
    assert kitchen(home) == before


# -- the walk round the table ------------------------------------------------------------------


def counted(session: Session) -> list[tuple[str, str, str]]:
    """Every pile that was counted, with the counted and the expected."""
    return [each for block in session.record.blocks for each in counting.counts(block)]


def walked(session: Session) -> list[str]:
    return [called(fact) for fact in counting.walk(session.game, session.desk.ask.pos)]


def test_a_walk_asks_pile_by_pile_and_enter_says_that_it_is_so(tmp_path: Path, pipe: PipeInput) -> None:
    session = begun(tmp_path, "origin S", "solo-card A front")
    pipe.send_text(ENTER * len(walked(session)))
    assert prompts.count(session)
    assert [pile for pile, *_ in counted(session)] == walked(session)
    assert all(said == expected for _, said, expected in counted(session))


def test_a_walk_that_is_broken_off_keeps_what_was_counted_and_goes_on_later(tmp_path: Path, pipe: PipeInput) -> None:
    session = begun(tmp_path, "origin S", "solo-card A front")
    piles = walked(session)
    pipe.send_text(ENTER * 3 + CTRL_D)
    with pytest.raises(EOFError):
        prompts.count(session)
    assert [pile for pile, *_ in counted(session)] == piles[:3]
    pipe.send_text(ENTER + "stop" + ENTER)
    assert prompts.count(session)
    assert [pile for pile, *_ in counted(session)] == piles[:4]
    pipe.send_text("?" + ENTER + "many" + ENTER + ENTER + "stop" + ENTER)  # left out; not understood, asked again
    assert prompts.count(session)
    assert [pile for pile, *_ in counted(session)] == [*piles[:4], piles[5]]
    session.say("precision-drill C7")
    pipe.send_text("stop" + ENTER)
    assert prompts.count(session)  # after an act everything is counted anew, and nothing was
    assert len(counted(session)) == 5


def test_a_difference_leads_into_a_correction_for_whoever_takes_it(tmp_path: Path, pipe: PipeInput) -> None:
    session = begun(tmp_path, "origin S", "solo-card A front", "precision-drill C7")
    pipe.send_text("count Ann solar 3\r" + ENTER + "we forgot to pay\r" + "quit\r")
    prompts.play(session)
    assert [block.get("say") for block in session.record.blocks[-2:]] == ['count "Ann solar 3"', 'fix "Ann solar 3"']
    assert session.record.blocks[-1]["because"] == "we forgot to pay"
    assert session.desk.ask.pos.count("Ann", "solar") == 3


def test_whoever_leaves_a_difference_leaves_it(tmp_path: Path, pipe: PipeInput) -> None:
    session = begun(tmp_path, "origin S", "solo-card A front", "precision-drill C7")
    pipe.send_text("count Ann solar 3\r" + DOWN + ENTER + "count Ann solar 2\r" + ENTER + ENTER + "quit\r")
    prompts.play(session)
    assert session.desk.ask.pos.count("Ann", "solar") == 1
    assert [block.get("say") for block in session.record.blocks[-2:]] == ['count "Ann solar 3"', 'count "Ann solar 2"']


@POSIX
def test_in_a_real_terminal_a_table_check_ends_in_a_correction(tmp_path: Path) -> None:
    desk = begun(tmp_path, "origin S", "solo-card A front", "precision-drill C7").desk
    piles = [f"{called(fact)} {value}" for fact, value in counting.walk(desk.game, desk.ask.pos).items()]
    with Terminal(["play"], tmp_path) as terminal:
        terminal.asks("Ann>").enter("count")
        for pile, following in islice(pairwise(piles), piles.index("Ann solar 1")):
            terminal.asks(f"{pile}>").enter().asks(f"{following}>")
        terminal.enter("2").asks("Ann battery 0>").enter("stop").until("Put it right?")
        assert "Ann solar: 2 counted, 1 expected, 1 more." in terminal.scroll
        terminal.type("enter").asks("because>").enter("one was not paid").until("Put right: Ann solar is 2, not 1.")
        terminal.asks("Ann>").enter("claim Ann 2 solar").until("Ann says 2 solar, and so it is.")
        terminal.asks("Ann>").enter("audit").until("everything added up").asks("Ann>").enter("quit")
        assert terminal.exit() == 0
    blocks = journal.read(tmp_path / "kitchen.toml").blocks
    assert blocks[-1]["say"] == 'fix "Ann solar 2"'
    assert str(blocks[-2]["say"]).startswith('count "board face-down')
