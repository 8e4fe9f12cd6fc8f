"""Why, and why not: every figure is proven by its changes, every refusal says what it would take, and every verdict
that rests on a ruling names its readings, who chose one, and when."""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from string import Formatter
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee import blocks, cli, counting, display, journal, opening, proof, record, words
from referee.desk import Desk
from referee.errors import NotUnderstood, RefereeError
from referee.layout import Screen
from referee.verdict import Objection
from referee.where import examples_folder, tables_folder
from tests import transcripts
from tests.cases import Case, cases, header
from tests.mending import again
from tests.shipped import example, own

EXAMPLES = transcripts.examples()
GAMES = ("planetoid", "parsec")
COUNTED = re.compile(r"(.+) (-?\d+)")  # a fact of the record that is a number
REMARKS = {"", "by-hand", "fix", "facts", "keep"}  # what changes a figure without a rule of the book

NEW = ("new", "planetoid", "--player", "Ann:green", "--option", "difficulty=easy", "--draws", "referee")

Run = Callable[..., Result]


def public(desk: Desk) -> dict[tuple[str, str], Any]:
    """Every pile and every fact that everybody may know."""
    secret = desk.game.secret(desk.ask.pos)
    known = {**desk.game.facts(desk.ask.pos), **desk.game.piles(desk.ask.pos)}
    return {fact: value for fact, value in known.items() if not {*fact} & secret}


def some(desk: Desk, name: str) -> list[tuple[str, str]]:
    """A few of them, others in every example: the longer the record, the fewer."""
    return Random(name).sample(list(public(desk)), 3 + 600 // len(desk.lines))


def seen(*parts: Any) -> str:
    return "\n".join(display.lines(Screen(width=200), *parts))


# -- why ------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_counter_at_the_end_of_every_example_is_the_sum_of_its_proof(name: str) -> None:
    desk = example(name)
    counters = proof.counters(desk)
    assert len(counters) > 10
    for (who, what), now in counters.items():
        found = proof.about(desk, f"{who} {what}")
        assert sum(entry.by for _, entry in found) == now == desk.ask.pos.count(who, what)
        assert seen(*proof.parts(desk, f"{who} {what}")).count("as these changes add up") == 1


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_counter_agrees_with_what_the_record_alone_tells_last(name: str) -> None:
    """The `then` of the lines that hold, read as words and by nothing that judges."""
    lines, told = journal.read(examples_folder() / f"{name}.toml").blocks, dict[str, int]()
    for number in sorted(blocks.living(lines)):
        for fact in map(COUNTED.fullmatch, str(lines[number - 1].get("then", "")).split("; ")):
            if fact:
                told[fact[1]] = int(fact[2])
    desk = example(name)
    counters = {f"{who} {what}": now for (who, what), now in proof.counters(desk).items()}
    changed = {f"{entry.who} {entry.what}" for line, entry in desk.entries() if line and entry.counts}
    assert len(changed & counters.keys()) > 5
    assert {what: told.get(what) for what in changed & counters.keys()} == {
        what: counters[what] for what in changed & counters.keys()
    }


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("part", [3, 1])
def test_piles_and_facts_are_proven_from_how_they_began_to_what_they_are(name: str, part: int) -> None:
    """In mid-game, where much is face-down, and at the end."""
    desk = example(name, len(example(name).lines) // part)
    secret = desk.game.secret(desk.ask.pos)
    for who, what in some(desk, f"{name} {part}"):
        value = public(desk)[who, what]
        found = proof.about(desk, " ".join(filter(None, (who, what))))
        changes = [entry for _, entry in found if (entry.who, entry.what) == (who, what)]
        hidden = any(entry.hidden(secret) for _, entry in desk.entries() if (entry.who, entry.what) == (who, what))
        if isinstance(value, int):
            assert hidden or sum(entry.by for entry in changes) == value, (who, what)
        elif changes:
            assert changes[-1].now == value, (who, what)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_change_names_its_line_its_rule_and_its_cause(name: str) -> None:
    desk = example(name)
    display.speak(opening.folder(desk.game.NAME))
    book = desk.ask.pos.kit.book
    rules = {*book.rules, *book.steps, *book.rulings, *REMARKS}
    numbers = {line.number for act in desk.holding for line in act.lines}
    for who, what in some(desk, name):
        for line, entry in proof.about(desk, " ".join(filter(None, (who, what)))):
            assert line is None or line.number in numbers
            assert entry.rule in rules, entry
            assert entry.key not in words.render(record.why(entry)), entry
    display.speak()


def test_a_figure_that_nobody_writes_down_is_followed_act_by_act() -> None:
    """Planetoid's example: the pool's four copies, the face-down tiles, a space with its aliens."""
    desk = example("planetoid-solo", 36)
    display.speak("planetoid")
    pool = seen(*proof.parts(desk, "pool reroute"))
    assert "1  +1  T-108  table: pool drill-arm reroute expanded-storage auxiliary-drill" in pool
    tiles = seen(*proof.parts(desk, "board face-down"))
    assert "+39         When the game began: 39." in tiles
    assert tiles.endswith("board face-down: 29 on the table, as these changes add up.")
    aliens = seen(*proof.parts(desk, "D6 aliens"))
    assert "T-908  Move: blue goes D7 to D6: emerald, 1 from the origin. (blue now, none before.)" in aliens
    display.speak()


# -- why not ------------------------------------------------------------------


@cache
def refused(game: str, sentence: str = "") -> tuple[tuple[Case, Desk, Objection], ...]:
    """Everything that stands against a sentence in the cases of a game, or against any."""
    found: list[tuple[Case, Desk, Objection]] = []
    for case in (case for case in cases(game) if case.say and sentence in ("", case.say[-1])):
        try:
            desk = opening.desk(header(case))
            for earlier in case.say[:-1]:
                desk.say(earlier)
            said = desk.judge(case.say[-1], rulings=case.ruling)
        except RefereeError:
            continue
        found += [(case, desk, each) for each in said.verdict.objections if not each.stands]
    return tuple(found)


# What the ledgers print: Mega Drill costs 3 energy; a research point costs 3 APs; 15 robots; and so on.
NEEDED = [
    ("planetoid", "mega-drill C3-D4", "energy.short", "2 more energy"),  # 3, with 1 there
    ("planetoid", "mega-drill C4-C4", "energy.short", "3 more energy"),
    ("planetoid", "mega-drill C3-C3", "system.damage-taken", "mega-drill repaired first"),
    ("planetoid", "drill A1 E1", "drill.one", "one fewer to be named"),
    ("planetoid", "jobs b01 b02 b03", "jobs.number", "one more to be named"),
    ("planetoid", "precision-drill A1", "system.category", "a later turn, or a system that is no drill system"),
    ("planetoid", "end", "free.owed", "a free action first"),
    ("parsec", "buy 4", "price.short", "2 more APs"),  # 12, with 5 free and 5 for credits
    ("parsec", "beam-down 3", "beam.aboard", "one more robot aboard"),  # 2 are
    ("parsec", "beam-up", "beam.nobody", "one more robot on M3"),
    ("parsec", "place green H0 e ne", "place.kept", "on H0 a blue sector"),  # the other colour
    ("parsec", "place blue H0 e ne", "place.turned", "the edges sw, se"),
    ("parsec", "ransom 2", "ransom.price", "one more credit"),  # 3 each, with 5
    ("parsec", "prowl M6", "monster.ap", "2 more APs for the dragon"),
    ("parsec", "score-now round", "round.none", "one more planet complete"),  # 6, and the first round comes with 7
    ("parsec", "jump K1", "jump.no-warp", "the ship on a Space Warp"),
]


@pytest.mark.parametrize(("game", "sentence", "key", "needed"), NEEDED, ids=lambda part: part)
def test_a_refusal_says_what_it_would_take(game: str, sentence: str, key: str, needed: str) -> None:
    told = [(desk, each) for _, desk, each in refused(game, sentence) if each.key == key]
    assert told
    display.speak(game)
    found = {words.render(need) for desk, each in told if (need := desk.game.needed(desk.ask, each))}
    assert needed in found
    display.speak()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_needed_is_told_in_words_whatever_is_refused(game: str) -> None:
    """Every template is filled, and a need is a number above nothing."""
    texts = {**words._templates(tables_folder()), **words._templates(tables_folder(game))}
    told = 0
    for _, desk, each in refused(game):
        if need := desk.game.needed(desk.ask, each):
            told += 1
            fields = {name for _, name, _, _ in Formatter().parse(texts[need.key].other) if name}
            assert fields <= set(need.facts), need
            assert need.facts.get("n", 1) != 0
    assert told > 50


COUNTERS = [  # which counter a need is about: with so many more the objection falls, with one fewer it does not
    ("planetoid", "energy.short", "solar"),
    ("planetoid", "aux.no-energy", "battery"),
    ("parsec", "price.short", "ap"),
    ("parsec", "beam.aboard", "aboard"),
    ("parsec", "ransom.price", "credits"),
]


@pytest.mark.parametrize(("game", "key", "what"), COUNTERS)
def test_with_as_much_as_is_needed_the_objection_falls_and_with_less_it_stays(game: str, key: str, what: str) -> None:
    tried = 0
    for case, desk, each in refused(game):
        if each.key != key:
            continue
        need, who = desk.game.needed(desk.ask, each), desk.judge(case.say[-1], rulings=case.ruling).event.who
        assert need
        n = int(str(need.facts["n"]))
        for more, falls in ((n - 1, False), (n, True)):
            pos = desk.game.with_facts(desk.ask.pos, {(who, what): desk.ask.pos.count(who, what) + more})
            copy = Desk(desk.game, desk.ask._replace(pos=pos))
            left = {each.key for each in copy.judge(case.say[-1], rulings=case.ruling).verdict.objections}
            assert (key not in left) == falls, (case.place, more)
        tried += 1
    assert tried


@pytest.fixture
def run(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs `referee` in a folder of its own; a table of the practice box is under way there."""
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path))

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(cli.app, arguments, catch_exceptions=False)

    begin = (
        "new",
        "planetoid",
        "kitchen",
        "--player",
        "Ann:green",
        "--option",
        "difficulty=easy",
        "--draws",
        "referee",
    )
    assert run(*begin, "--seed", "4").exit_code == 0
    assert run("say", "origin S", "solo-card A front").exit_code == 0
    yield run
    display.speak()


def test_judging_what_is_not_offered_names_everything_against_it_and_what_it_would_take(run: Run) -> None:
    run("say", "drill E7")
    assert "mega-drill" not in {said["say"] for said in json.loads(run("next", "--json").stdout)["answers"]}
    judged = run("judge", "mega-drill D6-E6")
    assert judged.exit_code == 3
    assert "T-307  mega-drill is damaged" in judged.stdout
    assert "T-303  mega-drill costs 3; there are 2 solar" in judged.stdout
    assert "Needed: mega-drill repaired first, 1 more energy.\n" in judged.stdout
    told = json.loads(run("judge", "mega-drill D6-E6", "--json").stdout)
    assert [each["rule"] for each in told["objections"]] == ["T-307", "T-303"]
    assert told["needed"] == ["mega-drill repaired first", "1 more energy"]
    assert "Needed: mega-drill repaired first, 1 more energy." in run("say", "mega-drill D6-E6").stderr


def test_next_names_the_first_reason_for_every_verb_that_is_not_offered(run: Run) -> None:
    run("say", "drill E7")
    told = run("next").stdout
    assert re.search(r"mega-drill +no: mega-drill is damaged, and cannot take the damage", told)


# -- rulings ------------------------------------------------------------------

READINGS = (
    "A-29: May Sweep name an open tile, and what if too few tiles are left for a",
    "no   Sweep turns",
    "yes  Sweep",
)


def test_a_verdict_on_a_ruling_names_its_readings_and_that_nobody_chose_one(run: Run) -> None:
    run("say", "drill E7")
    judged = run("judge", "sweep E6 D5")
    assert judged.exit_code in (3, 4)
    judged = run("judge", "sweep F6 E6")
    assert judged.exit_code == 4
    assert [each for each in READINGS if each not in judged.stdout] == []
    assert "A-29 is read as no, the default.\n" in judged.stdout
    read = json.loads(run("judge", "sweep F6 E6", "--json").stdout)["read"][0]
    assert [read[key] for key in ("ruling", "reading", "chosen")] == ["A-29", "no", "default"]
    assert list(read["readings"]) == ["no", "yes"]


def test_a_ruling_of_the_table_is_named_with_who_chose_it_and_at_which_line(run: Run) -> None:
    run("say", "drill E7")
    assert run("ruling", "A-29", "yes").exit_code == 0
    line = json.loads(run("next", "--json").stdout)["line"]
    judged = run("judge", "sweep F6 E6")
    assert judged.exit_code == 0
    assert "Goes through: sweep F6, E6" in judged.stdout
    assert [each for each in READINGS if each not in judged.stdout] == []
    assert re.search(rf"A-29 is read as yes, as \w+ said at line {line}\.\n", judged.stdout)
    read = json.loads(run("judge", "sweep F6 E6", "--json").stdout)["read"][0]
    assert (read["reading"], read["chosen"], read["line"]) == ("yes", "said", line)

    said = run("say", "sweep F6 E6").stdout
    assert re.search(rf"A-29 is read as yes, as \w+ said at line {line}\. Other readings: no\.\n", said)
    why = run("why", str(line + 1)).stdout
    assert "T-404  E6 lies face-up already. (ruling A-29)" in why
    assert f"said at line {line}" in why

    run("undo", "2")
    assert "A-29 is read as no, the default." in run("judge", "sweep F6 E6").stdout


def test_a_reading_for_one_sentence_and_one_of_the_beginning_are_told_apart(run: Run) -> None:
    run("say", "drill E7")
    once = run("judge", "--ruling", "A-29=yes", "sweep F6 E6")
    assert once.exit_code == 0
    assert "A-29 is read as yes, for this sentence only.\n" in once.stdout
    run(*NEW[:2], "other", *NEW[2:], "--seed", "4", "--ruling", "A-29=yes")
    run("say", "origin S", "solo-card A front", "drill E7")
    assert "A-29 is read as yes, as was said when the game began.\n" in run("judge", "sweep F6 E6").stdout


def test_a_line_that_stood_by_a_ruling_keeps_the_reading_of_its_time(run: Run) -> None:
    run("say", "drill E7")
    run("say", "--ruling", "A-29=yes", "sweep F6 E6")
    line = json.loads(run("next", "--json").stdout)["line"] - 1
    run("ruling", "A-29", "no")
    why = run("why", str(line)).stdout
    assert "A-29 is read as yes, for this sentence only." in why


def test_a_proof_as_data_has_the_changes_of_the_screen() -> None:
    desk = example("parsec-example-of-play")
    for fact in list(counting.walk(desk.game, desk.ask.pos))[:20]:
        name = counting.called(fact)
        rows = proof.data(desk, name)
        assert [row["by"] for row in rows if "by" in row] == [entry.by for _, entry in proof.about(desk, name)]


# -- a line of the record ------------------------------------------------------------------


def shown(desk: Desk, words: str) -> str:
    display.speak(opening.folder(desk.game.NAME))
    text = " ".join(seen(*proof.parts(desk, words)).split())
    display.speak()
    return text


def test_every_line_of_a_record_is_proved_by_its_number_also_one_that_mends_it_or_does_not_hold() -> None:
    desk = amended_example()
    assert "25 Gwen: beam-down 1 [let stand: we forgot] [let stand by line 51] 6.1-a It costs 1; 0" in shown(desk, "25")
    assert "50 Gwen: beam-down 1, before line 4 [we forgot]" in shown(desk, "50")
    assert "51 line 25 is let stand (beam-down 1)" in shown(desk, "51")
    assert "mend Gwen aboard: 9 before, 8 now; 1 less." in shown(desk, "51")
    assert "48 Gwen: break-off" in shown(desk, "48")
    assert "[undone]" in shown(desk, "48")
    assert shown(desk, "49") == "49 undo 1"
    assert shown(desk, "12").startswith("12 table: note")
    assert "Turn 12" not in shown(desk, "12")
    desk.amend(again(desk, ("strike", 50)).blocks)
    assert "52 line 50 is struck (beam-down 1)" in shown(desk, "52")
    assert "mend Gwen aboard: 8 before, 9 now; 1 more." in shown(desk, "52")
    assert "[taken back]" in shown(desk, "51")
    (row,) = proof.data(desk, "52")
    assert (row["line"], row["strike"], row["struck"]) == (52, 50, False)
    with pytest.raises(NotUnderstood, match=r"why\.nothing"):
        proof.data(desk, "53")


def test_a_proof_marks_what_a_table_let_stand_with_the_rules_against_it() -> None:
    desk = amended_example()
    told = "The table let line 25 stand, against 6.1-a, 6.3-b, 6.1.1-c."
    assert shown(desk, "Gwen aboard").count(told) == 1
    assert shown(desk, "Rudi aboard").count("let line") == 0
    rows = {row["line"]: row.get("against") for row in proof.data(desk, "Gwen aboard")}
    assert rows == {None: None, 3: None, 50: None, 23: None, 25: ("6.1-a", "6.3-b", "6.1.1-c")}


def amended_example() -> Desk:
    """The example of play in which Gwen's robot was forgotten, so that nothing is left to pay for a later one."""
    desk = own("parsec-example-of-play")
    desk.undo()
    desk.amend(again(desk, ("before", 4, "beam-down 1"), ("keep", 25)).blocks)
    return desk
