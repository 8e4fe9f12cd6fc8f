"""The example sessions: each is read line by line to its end, and every turn left on the table what its sheet says."""

import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee import journal, opening
from referee.ask import OVER, Ask
from referee.blocks import Block, act_of, edit, living, marked
from referee.claims import claim, slips
from referee.desk import Desk
from referee.games.parsec import scoring as parsec_scoring
from referee.games.planetoid import scoring
from referee.journal import Record
from referee.mending import mend, wanted
from referee.records import read as read_tables
from referee.where import examples_folder, tables_folder
from tests import always, sheets, transcripts
from tests.planetoid import twins
from tests.sheets import Claimed, Conflict, Gains, Refused, Round, Sheet

NAMES = transcripts.examples()
TURNS = ("S-11", "B-01", "V-11", "F-05")
AFTERWARDS = ("end", "secret")  # what is still said when the last turn is played
LONG, STRIDE = 100, 47  # of an example with more lines some questions are tried in full, so far apart
BEGUN = ("round.normal", "round.science", "round.final")  # what tells that a round of PARSEC begins


@cache
def record(name: str) -> Record:
    return journal.read(examples_folder() / f"{name}.toml")


@cache
def sheet(name: str) -> Sheet:
    players = opening.desk(record(name).header).ask.pos.names
    return sheets.read(examples_folder() / f"{name}.sheet.toml", game(name), players)


def game(name: str) -> str:
    """The game of an example."""
    return str(record(name).header["game"])


def read(name: str, lines: int | None = None) -> Desk:
    """A desk that has read the record, or as many lines of it."""
    desk = opening.desk(record(name).header)
    desk.read(record(name).blocks[:lines])
    return desk


@cache
def finished(name: str) -> Desk:
    """A desk that has read the whole record, to be looked at only."""
    return read(name)


@cache
def questions(name: str) -> dict[int, Ask]:
    """The question after each act that holds, by its last line."""
    return {act.lines[-1].number: act.after for act in finished(name).acts}


def after(name: str, line: int) -> Ask:
    """The question after a line of the record."""
    return questions(name).get(line) or read(name, line).ask


REFUSED = [(name, refused) for name in NAMES for refused in sheet(name).refused]
CONFLICTS = [(name, found) for name in NAMES for found in sheet(name).conflicts]
CLAIMED = [(name, said) for name in NAMES for said in sheet(name).claimed]
PLANETOID, PARSEC = ([name for name in NAMES if game(name) == played] for played in ("planetoid", "parsec"))
TOGETHER = [name for name in PLANETOID if sheet(name).points]
ALONE = [name for name in PLANETOID if name not in TOGETHER]
ALIENS = [name for name in NAMES if any(state.phase == "aliens" for state in sheet(name).states)]


# -- what a session comes to ------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_read_without_a_stop_and_ends_as_its_sheet_says(name: str) -> None:
    desk = read(name)
    assert desk.stop is None
    assert desk.ask.rule == OVER
    assert str(desk.game.facts(desk.ask.pos)["game", "result"]).strip('"') == sheet(name).result


@pytest.mark.parametrize("name", ALONE)
def test_alone_the_score_is_what_the_sheet_says(name: str) -> None:
    end = [entry.words() for _, entry in read(name).entries()][-2:]
    assert end == [sheet(name).result, f"score {sheet(name).score}"]


@pytest.mark.parametrize("name", TOGETHER)
def test_with_others_every_line_of_the_scores_is_what_the_sheet_says(name: str) -> None:
    desk = read(name)
    found: dict[str, dict[str, int]] = {who: {} for who in sheet(name).points}
    for _, entry in desk.entries():
        if entry.what == "points":
            end = "end " if entry.key == "score.end" else ""
            found[entry.who][f"{end}{entry.facts.get('what') or entry.facts['card']}"] = entry.by
    for who, lines in found.items():
        lines["total"] = int(desk.game.facts(desk.ask.pos)[who, "points"])
    assert found == sheet(name).points
    for lines in found.values():
        assert lines["total"] == sum(lines.values()) - lines["total"]


@pytest.mark.parametrize("name", TOGETHER)
def test_with_others_the_ranking_is_that_of_the_sheet(name: str) -> None:
    desk = read(name)
    last = [entry for _, entry in desk.entries()][-1]
    assert (last.words(), last.key) == (sheet(name).result, f"end.by-{sheet(name).decided}")
    assert tuple(rank.who for rank in scoring.standing(desk.ask.pos)) == sheet(name).ranking


@pytest.mark.parametrize("name", TOGETHER)
def test_bonuses_that_nobody_can_win_are_told(name: str) -> None:
    told = [entry.facts["bonuses"] for _, entry in read(name).entries() if entry.key == "bonuses.impossible"]
    assert told == [sheet(name).impossible] * bool(sheet(name).impossible)


@pytest.mark.parametrize("name", NAMES)
def test_every_turn_left_on_the_table_what_the_sheet_says(name: str) -> None:
    facts_of = finished(name).game.facts
    for state in sheet(name).states:
        facts = facts_of(after(name, state.after).pos)
        known = {fact: 0 for fact in facts if fact[1].startswith(("damage ", "robots "))} | state.facts
        differ = {fact: (value, facts.get(fact)) for fact, value in known.items() if facts.get(fact) != value}
        assert differ == {}, f"{state.phase}, turn {state.turn}, line {state.after}: the sheet, and the table"


@pytest.mark.parametrize("name", ALIENS)
def test_what_the_aliens_have_eaten_is_worth_what_the_sheet_says(name: str) -> None:
    piles = {
        line.number: int(entry.what.removeprefix("pile "))
        for line, entry in read(name).entries()
        if line and entry.what.startswith("pile ")
    }
    turns = [state for state in sheet(name).states if state.phase == "aliens"]
    counted = [max((line for line in piles if line <= state.after), default=0) for state in turns]
    assert sorted(piles) == sorted(set(counted))
    for state, line, before in zip(turns, counted, [0, *counted], strict=False):
        if line > before:  # the last turn may end before the pile is counted
            assert piles[line] == state.value
        held = {kind: int(state.facts["aliens", kind]) for kind in sheets.KINDS.values()}
        assert state.value == sum(worth * held[sheets.KINDS[letter]] for letter, worth in twins.VALUE.items())


@pytest.mark.parametrize("name", PLANETOID)
def test_the_sheet_has_every_turn_of_the_session(name: str) -> None:
    blocks, states = record(name).blocks, sheet(name).states
    held = ((line, blocks[line - 1]) for line in sorted(living(blocks)))
    said = {line: str(block["say"]).split()[0] for line, block in held if not edit(block)}
    ends = [line - (verb == "end") for line, verb in said.items() if verb in ("end", "mend")]
    turns = [state.after for state in states if state.phase == "player"]
    assert turns[: len(ends)] == ends
    assert [state.turn for state in states if state.phase == "player"] == list(range(1, len(turns) + 1))
    for state in states:
        if state.phase == "aliens":
            assert read(name, state.after).ask.rule in (*TURNS, OVER, "T-709")
            assert read(name, state.after - 1).ask.rule not in TURNS
    assert {verb for line, verb in said.items() if line > states[-1].after} <= set(AFTERWARDS)


# -- the rounds of PARSEC ------------------------------------------------------------------


ROUNDS = [(name, each) for name in PARSEC for each in sheet(name).rounds]


@pytest.mark.parametrize("name", PARSEC)
def test_the_sheet_has_every_turn_and_every_round_of_a_game_of_parsec(name: str) -> None:
    blocks, whole = record(name).blocks, sheet(name)
    ends = [line - 1 for line in sorted(living(blocks)) if blocks[line - 1].get("say") == "end"]
    told = [state.after for state in whole.states]
    assert set(ends) <= set(told) or not whole.whole
    held = [(line.number, entry.words()) for line, entry in finished(name).entries() if line and entry.key in BEGUN]
    assert set(held) <= {(each.begun, f"{each.kind} round") for each in whole.rounds}


@pytest.mark.parametrize(("name", "held"), ROUNDS, ids=[f"{name} {held.begun} {held.kind}" for name, held in ROUNDS])
def test_every_line_of_a_round_is_what_the_sheet_says(name: str, held: Round) -> None:
    desk = finished(name) if held.after in questions(name) else read(name, held.after)  # a round may be undone later
    entries = [entry for line, entry in desk.entries() if line and held.begun <= line.number <= held.after]
    assert [entry.words() for entry in entries if entry.key in BEGUN] == [f"{held.kind} round"]
    found: Counter[tuple[str, str, str]] = Counter()
    for entry in entries:
        if thing := entry.facts.get("thing"):
            who, unit = (entry.who, entry.what) if entry.counts else (str(entry.facts["who"]), "rp")
            found[str(thing), who, unit] += entry.by if entry.counts else int(str(entry.facts["n"]))
    assert found == {(thing, *gain): n for thing, gains in held.lines.items() for gain, n in each_gain(gains)}
    total: Counter[tuple[str, str]] = Counter()
    for (_, who, unit), count in found.items():
        total[who, unit] += count
    assert total == dict(each_gain(held.total))


def each_gain(gains: Gains) -> Iterator[tuple[tuple[str, str], int]]:
    """Who gains what, and how many."""
    return (((who, unit), n) for who, units in gains.items() for unit, n in units.items())


@pytest.mark.parametrize("name", [name for name in PARSEC if sheet(name).ranking])
def test_what_everybody_has_in_the_end_is_what_the_sheet_says(name: str) -> None:
    ranks = parsec_scoring.ranking(finished(name).ask.pos)
    assert {rank.who: {"vp": rank.vp, "credits": rank.credits} for rank in ranks} == sheet(name).final
    assert tuple(rank.who for rank in ranks) == sheet(name).ranking
    assert parsec_scoring.decided(ranks) == sheet(name).decided


@pytest.mark.parametrize(("name", "refused"), REFUSED, ids=[f"{name} {r.line} {r.say}" for name, r in REFUSED])
def test_what_was_tried_in_vain_is_refused_for_these_reasons_and_changes_nothing(name: str, refused: Refused) -> None:
    desk = read(name, refused.line - 1)
    before = desk.ask, len(desk.lines), len(desk.acts), dict(desk.game.facts(desk.ask.pos))
    said = desk.say(refused.say, because="tried")
    assert (said.verdict.kind, said.verdict.stands, said.lines) == (refused.verdict, False, ())
    assert sorted(objection.rule for objection in said.verdict.objections) == sorted(refused.rules)
    assert said.verdict.rulings == refused.rulings
    assert (desk.ask, len(desk.lines), len(desk.acts), dict(desk.game.facts(desk.ask.pos))) == before


@pytest.mark.parametrize(("name", "found"), CONFLICTS, ids=[f"{name} {found.line}" for name, found in CONFLICTS])
def test_what_was_put_in_makes_a_later_line_impossible_for_these_reasons(name: str, found: Conflict) -> None:
    desk = read(name, found.line - 1)
    before = desk.ask, len(desk.lines)
    stop = mend(desk, wanted(record(name).blocks[found.line - 1 : found.line])).conflict
    assert stop
    assert (stop.line, stop.verdict.kind) == (found.at, found.verdict)
    assert sorted(objection.rule for objection in stop.verdict.objections) == sorted(found.rules)
    assert (desk.ask, len(desk.lines)) == before


@pytest.mark.parametrize(("name", "said"), CLAIMED, ids=[f"{name} {c.who} {c.value}" for name, c in CLAIMED])
def test_a_claim_is_answered_by_what_the_sheet_says_and_explained_by_one_item(name: str, said: Claimed) -> None:
    found = claim(read(name, said.line - 1), said.who, said.value, said.what)
    explained = tuple(f"{slip.how} {slip.found[1].by}" for slip in slips(found))
    assert (found.total, explained) == (said.total, said.slips)


@pytest.mark.parametrize("played", ["planetoid", "parsec"])
def test_of_each_game_one_evening_has_every_kind_of_dispute(played: str) -> None:
    """A fix of several facts with its reason and who agreed, a count that led to it, an edit with a conflict that was
    settled, a ruling in mid-game, an act let stand, and a claim."""
    name = f"{played}-disputed"
    blocks, whole = record(name).blocks, sheet(name)
    said = {str(block["say"]).split()[0]: block for block in blocks if not edit(block)}
    assert {"count", "fix", "ruling"} <= said.keys()
    assert {"because", "agreed"} <= said["fix"].keys()
    assert "," in str(said["fix"]["say"])
    assert any(block.get("anyway") and block.get("because") for block in blocks)
    assert whole.claimed
    assert whole.conflicts
    for found in whole.conflicts:
        assert [edit(blocks[line - 1]) for line in act_of(blocks, found.line)] == ["before", "strike"]
        assert blocks[found.line]["strike"] == found.at


# -- the record ------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_record_written_once_more_and_read_again_is_the_same(name: str, tmp_path: Path) -> None:
    file, blocks = tmp_path / "copy.toml", record(name).blocks
    journal.create(file, record(name).header)
    with journal.locked(file) as pen:
        copy = pen.add(pen.read(), blocks)
    assert (copy.header, copy.blocks) == (record(name).header, blocks)
    assert journal.read(file).blocks == blocks
    desk = read(name)
    again = opening.desk(copy.header)
    again.read(copy.blocks)
    assert again.ask == desk.ask
    assert [entry for _, entry in again.entries()] == [entry for _, entry in desk.entries()]


@pytest.mark.parametrize("name", NAMES)
def test_the_same_said_again_writes_the_same_record(name: str) -> None:
    desk, blocks = opening.desk(record(name).header), record(name).blocks
    desk.deal()
    for number, block in enumerate(blocks, 1):
        if "undo" in block:
            desk.undo(int(str(block["undo"])))
        elif "redo" in block:
            desk.redo(int(str(block["redo"])))
        elif edit(block) and not block.get("auto"):
            breath = [blocks[line - 1] for line in act_of(blocks, number)]
            desk.amend(mend(desk, wanted(breath)).blocks)
        elif not block.get("auto"):
            marks: dict[str, Any] = marked(block)
            desk.say(str(block["say"]), str(block["who"]), **marks)
    assert desk.fresh == list(blocks)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_reads_as_its_transcript(name: str) -> None:
    written = (examples_folder() / f"{name}.txt").read_text("utf-8").splitlines()
    played = list(transcripts.played(examples_folder() / f"{name}.toml"))
    for number, (line, now) in enumerate(zip(written, played, strict=False), 1):
        assert line == now, f"line {number}"
    assert len(written) == len(played)


@pytest.mark.parametrize("name", NAMES)
def test_what_always_holds_holds_at_every_question_of_an_example(name: str) -> None:
    blocks = record(name).blocks
    for lines in range(1, len(blocks) + 1, 1 if len(blocks) <= LONG else STRIDE):
        if not _goes_on(blocks[lines:]):
            always.holds(read(name, lines), blocks[:lines])


def _goes_on(rest: Sequence[Block]) -> bool:
    """Whether what comes next is an edit of the same breath: without it the record cannot be read."""
    return bool(rest and rest[0].get("auto") and edit(rest[0]))


@pytest.mark.parametrize("name", [name for name in NAMES if len(record(name).blocks) > LONG])
def test_a_long_example_is_asked_the_same_by_a_fresh_procedure_at_every_question_and_rewinds(name: str) -> None:
    for ask in questions(name).values():
        always.asks_the_same(finished(name).game, ask)
    always.rewinds(read(name))


# -- one figure broken ------------------------------------------------------------------


SYSTEMS = "drill precision-drill mega-drill sweep scan large-scan quick-ship ship-all return-and-refit repair charge"
FIGURES = [
    *(("systems", ("system", name, "energy"), +1) for name in (*SYSTEMS.split(), "mega-charge")),
    *(("systems", ("system", name, "damage"), -1) for name in ("mega-drill", "large-scan", "mega-charge")),
    *(("systems", ("system", name, "amount"), -1) for name in ("sweep", "scan", "large-scan")),
    ("systems", ("system", "mega-drill", "amount"), -2),
    *(("systems", ("system", name, "amount"), +1) for name in ("charge", "repair")),
    *(("tiles", ("tile", name, "value"), by) for name, by in (("gold", 1), ("emerald", -1), ("ruby", -1), ("rock", 1))),
    ("tiles", ("tile", "diamond", "count"), -3),
    ("solo", ("levels", "easy", "growth"), -1),
    ("solo", ("levels", "easy", "growth"), +5),
    ("solo", ("levels", "easy", "jobs"), +1),
    *(("solo", ("limits", name), +1) for name in ("solar", "batteries", "spawn_draw")),
]
FIGURES_TOGETHER = [
    ("planetoid-basic", "tiles", ("tile", "emerald", "value"), +1),
    ("planetoid-basic", "solo", ("limits", "display"), +1),
    ("planetoid-moon", "tiles", ("tile", "rock", "moon"), -1),
    ("planetoid-moon", "tiles", ("tile", "gold", "moon"), +1),
    ("planetoid-advanced", "systems", ("system", "drill-arm", "energy"), +1),
    ("planetoid-advanced", "systems", ("system", "return-and-refit", "damage"), -1),
    ("planetoid-danger", "systems", ("system", "drill", "energy"), -1),
    ("planetoid-danger", "solo", ("limits", "spawn_draw"), +1),
    ("planetoid-five", "systems", ("system", "quick-ship", "energy"), +1),
    ("planetoid-five", "solo", ("limits", "display"), -1),
    ("planetoid-mixture", "tiles", ("tile", "diamond", "moon"), -3),
]
FIGURES_PARSEC: list[tuple[str, str, tuple[str | int, ...], int | str]] = [
    *(
        ("parsec-example-of-play", "figures", ("points", name, "value"), +1)
        for name in ("free_ap", "black_hole", "jump", "beam_down")
    ),
    ("parsec-example-of-play", "figures", ("points", "credit_limit", "value"), -4),
    ("parsec-example-of-play", "figures", ("points", "track", "value"), -1),
    ("parsec-example-of-play", "figures", ("scoring", "asteroid_credits", "value"), +1),  # 3, as the example has it
    ("parsec-example-of-play", "figures", ("scoring", "bonus_rp", "value"), -1),
    ("parsec-example-of-play", "figures", ("scoring", "bonus_tiles", "value"), +2),
    *(
        ("parsec-example-of-play", "tiles", ("tile", kind, "enter"), +1)
        for kind in ("empty", "neb1", "neb2", "warp", "green", "blue", "derelict")
    ),
    ("parsec-example-of-play", "tiles", ("tile", "pulsar", "total"), -2),
    ("parsec-example-of-play", "cards", ("nanotech", "carto", "powers", "draws"), -1),
    ("parsec-example-of-play", "cards", ("nanotech", "astro", "powers", "credit-limit"), -4),
    *(
        ("parsec-scoring-rounds", "figures", ("scoring", name, "value"), +1)
        for name in (
            *("present_credit", "present_vp", "moon_vp", "asteroid_credits", "asteroid_vp"),
            *("derelict_credits", "derelict_rp", "derelict_vp", "nebula_tiles", "nanotech_vp", "half_done_vp"),
        )
    ),
    ("parsec-scoring-rounds", "figures", ("scoring", "half_done", "value"), +1),
    ("parsec-scoring-rounds", "figures", ("rounds", "quick", "rounds", 1), +1),
    ("parsec-scoring-rounds", "figures", ("rounds", "quick", "final"), +1),
    *(("parsec-scoring-rounds", "tiles", ("tile", colour, "vp"), +1) for colour in ("brown", "green", "blue")),
    *(("parsec-scoring-rounds", "tiles", ("tile", kind, "moons"), +1) for kind in ("moon", "double-moon")),
    ("parsec-scoring-rounds", "cards", ("nanotech", "warrior", "powers", "warrior"), -1),
    ("parsec-scoring-rounds", "cards", ("nanotech", "irobots", "hooks", 0), "game planet any controlled 2 vp"),
    ("parsec-scoring-rounds", "cards", ("nanotech", "irobots", "hooks", 1), "final planet any present 1 vp"),
    ("parsec-scoring-rounds", "cards", ("faction", "tidal", "hooks", 0), "game moon any controlled 1 vp 1 rp"),
    ("parsec-scoring-rounds", "cards", ("faction", "tidal", "hooks", 1), "final moon any controlled 3 vp instead"),
    ("parsec-scoring-rounds", "cards", ("faction", "tidal", "hooks", 2), "final mooned any controlled 2 rp"),
    ("parsec-scoring-rounds", "cards", ("faction", "ccc", "hooks", 0), "game planet any present 2 vp 1 credit"),
    ("parsec-scoring-rounds", "cards", ("faction", "ccc", "hooks", 1), "final planet blue controlled 2 vp"),
    ("parsec-safari-club", "cards", ("faction", "safari", "hooks", 0), "game planet green controlled 1 vp 2 credits"),
    ("parsec-safari-club", "cards", ("faction", "safari", "hooks", 1), "final planet green present 2 vp"),
    ("parsec-safari-club", "cards", ("nanotech", "thrusters", "powers", "free-ap"), -1),
    ("parsec-safari-club", "figures", ("scoring", "derelict_credits", "value"), +1),
]


@pytest.fixture
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of every game's tables, which the referee takes for its own."""
    for played in ("planetoid", "parsec"):
        shutil.copytree(tables_folder(played), tmp_path / played)
    monkeypatch.setattr(opening, "folder", lambda name: tmp_path / name)
    opening.kit.cache_clear()
    yield tmp_path
    opening.kit.cache_clear()


def broken(file: Path, place: tuple[str | int, ...], by: int | str) -> None:
    """The figure at this place of a table is another now; of words, other words stand there."""
    raw: dict[str, Any] = read_tables(file)
    at: Any = raw
    for step in place[:-1]:
        at = next(each for each in at if each["name"] == step) if isinstance(at, list) else at[step]
    at[place[-1]] = by if isinstance(by, str) else at[place[-1]] + by
    file.write_bytes(tomli_w.dumps(raw).encode())


@pytest.mark.parametrize(("file", "place", "by"), FIGURES, ids=[f"{' '.join(p)} {by:+}" for _, p, by in FIGURES])
def test_one_figure_broken_in_the_tables_is_found_by_the_first_example(
    file: str, place: tuple[str, ...], by: int, tables: Path
) -> None:
    found("planetoid-solo", file, place, by, tables)


@pytest.mark.parametrize(
    ("name", "file", "place", "by"),
    [*FIGURES_TOGETHER, *FIGURES_PARSEC],
    ids=lambda value: " ".join(map(str, value)) if isinstance(value, tuple) else str(value),
)
def test_one_figure_broken_in_the_tables_is_found_by_an_example_with_several_players(
    name: str, file: str, place: tuple[str | int, ...], by: int | str, tables: Path
) -> None:
    found(name, file, place, by, tables)


def found(name: str, file: str, place: tuple[str | int, ...], by: int | str, tables: Path) -> None:
    """With another figure at this place the example stops or tells other facts, and reads otherwise."""
    right, example = read(name), examples_folder() / f"{name}.toml"
    broken(tables / game(name) / f"{file}.toml", place, by)
    opening.kit.cache_clear()
    desk = read(name)
    facts = [entry.words() for _, entry in desk.entries()]
    assert desk.stop or facts != [entry.words() for _, entry in right.entries()]
    assert list(transcripts.played(example)) != example.with_suffix(".txt").read_text("utf-8").splitlines()
