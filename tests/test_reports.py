"""Public reports of other programs, each tried on its whole kind: every bonus, every count, every prompt.

The numbers are those of the reports in `tests/README.md`, which names the tests that hold the rest of a kind.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain as joined
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from referee import opening, record, rulebook
from referee.ask import OVER, TABLE, Ask
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.games.parsec import worth
from referee.hearing import hear
from referee.hexes import label, neighbours, parse
from referee.notation import split
from referee.verdict import COUNT
from referee.where import tables_folder
from tests.parsec import twins
from tests.parsec.test_scoring import chain, gained, table
from tests.shipped import example
from tests.test_rejudge import TABLE as SOLO

GAMES = ("parsec", "planetoid")
WHOLE = tuple(f"Ann damage {system} 0" for system in ("mega-drill", "large-scan", "mega-charge", "return-and-refit"))
PARSEC: Mapping[str, Any] = {"game": "parsec", "players": ("Ann:green", "Bea:yellow", "Cid:red"), "at": "S2.9 Ann"}


def at(header: Mapping[str, Any], *sentences: str, **more: Any) -> Desk:
    """A table under way at which this was said."""
    desk = opening.desk({**header, **more})
    for sentence in sentences:
        assert desk.say(sentence).lines, sentence
    return desk


def facts(desk: Desk) -> dict[str, str | int]:
    return {" ".join(filter(None, fact)): value for fact, value in desk.game.facts(desk.ask.pos).items()}


def against(desk: Desk, sentence: str) -> set[str]:
    """The rules that a sentence breaks; it is said, and must leave the table and the record as they were."""
    before, lines = facts(desk), len(desk.lines)
    said = desk.say(sentence)
    assert said.lines == (), sentence
    assert (facts(desk), len(desk.lines)) == (before, lines)
    return {each.rule for each in said.verdict.objections if not each.stands}


def around(name: str) -> list[str]:
    """The six hexes beside one."""
    at = parse(name)
    assert at is not None
    return [label(each) for each in neighbours(at)]


# -- 2: the same key means something else after an undo ------------------------------------------------------

SHORT = ("planetoid-solo", "planetoid-basic", "planetoid-moon", "parsec-example-of-play", "parsec-scoring-rounds")


@cache
def questions() -> Mapping[tuple[str, str], tuple[Desk, Ask]]:
    """Every question that short examples put: the first of each rule and kind of game."""
    found: dict[tuple[str, str], tuple[Desk, Ask]] = {}
    for name in SHORT:
        desk = example(name)
        for act in desk.holding:
            if act.before.rule != OVER:
                found.setdefault((desk.game.NAME, act.before.rule), (desk, act.before))
    return found


def test_at_no_question_a_digit_stands_for_the_place_of_an_answer_in_a_list() -> None:
    """So it cannot come to mean another answer when the list has changed: it is a number that is said, or nothing."""
    assert len(questions()) >= 20
    for (_, rule), (desk, ask) in questions().items():
        for digit, who in product("1234", (ask.who[0], ask.who[-1])):
            said = heard(desk, ask, digit, who)
            assert not said or digit in split(said), (rule, said)
    assert heard(*questions()["planetoid", "T-912"], "2", TABLE) == "spawn 2"


def heard(desk: Desk, ask: Ask, text: str, who: str) -> str:
    """The sentence for which this is short; "" if it is none."""
    try:
        return hear(desk.game, ask, text, "" if who == TABLE else who).sentence
    except NotUnderstood:
        return ""


# -- 5: rounding ------------------------------------------------------------------


@pytest.mark.parametrize("kind", worth.STEPS)
def test_two_nebulas_are_halved_each_by_itself_and_open_ones_are_worth_nothing(kind: str) -> None:
    """[9.4] Half the tiles of each that is closed, rounded down: of 3 and 5 tiles 1 and 2, not 4."""
    for one, other in combinations(range(2, 10), 2):
        tiles = {**chain(one), **{(q, r + 5): tile for (q, r), tile in chain(other).items()}}
        robots = {"Ann": {(0, 9): 1, (0, 14): 2}, "Bea": {(1, 14): 1}}
        both = gained(table(tiles, robots), kind)
        assert (both["Ann"]["rp"], both["Bea"]["rp"]) == (one // 2 + other // 2, other // 2)
        open_ = gained(table({at: tile for at, tile in tiles.items() if at != (other - 1, 14)}, robots), kind)
        assert (open_["Ann"]["rp"], open_["Bea"]["rp"]) == (one // 2, 0)


# -- 6: ties ------------------------------------------------------------------

PLANET: twins.Board = {
    (0, 9): ("brown", frozenset((0, 5))),
    (1, 9): ("brown", frozenset((3, 4))),
    (0, 10): ("brown", frozenset((1, 2))),
}
WHO = ("Ann", "Bea", "Cid")


@pytest.mark.parametrize("kind", ["normal", "final"])
def test_every_tie_for_a_planet_with_all_warriors_that_may_undo_it(kind: str) -> None:
    """[9.1, 7.3] Most robots; of those tied the only one there with Warrior Robots; else nobody, and 1 for each."""
    for robots, n in product(product(range(4), repeat=3), range(8)):
        warriors = [who for bit, who in enumerate(WHO) if n & 1 << bit]
        there = {who: n for who, n in zip(WHO, robots, strict=True) if n}
        tied = [who for who in there if there[who] == max(there.values())]
        holders = [who for who in there if who in warriors]
        winners = tied if len(tied) == 1 else [who for who in tied if [who] == holders]
        laid = {who: {at: there.get(who, 0)} for who, at in zip(WHO, PLANET, strict=True)}
        pos = table(PLANET, laid, completed={who: ("warrior",) for who in warriors})
        found = gained(pos, kind)
        unit = "vp" if kind == "final" else "credits"
        nanotech = {who: 3 if kind == "final" and who in warriors else 0 for who in WHO}
        for who in WHO:
            if who in winners:
                assert found[who]["vp"] > 1 + nanotech[who]
            else:
                assert found[who][unit] == int(who in there) + nanotech[who], (robots, warriors, who, found)


# -- 8: a trigger that comes later, or twice ------------------------------------------------------------------

FIELDS = ("L2 asteroid", "M2 asteroid", "2M derelict", "L3 asteroid")


def test_wherever_a_pulsar_is_laid_all_robots_beside_it_go_home_at_once_and_once() -> None:
    """[5.1.8] Also those of whoever lays it, before any AP; undone and done again they are as many."""
    robots = ("Ann L2 1 2M 2", "Bea M2 2", "Cid L3 1")
    header = {**PARSEC, "tiles": FIELDS, "robots": robots, "at": "S2.1 Ann"}
    asked = at(header, "draw pulsar")
    spots = [option.words[-1] for option in asked.game.options(asked.ask, ("place",))]
    tried = home = 0
    for spot in spots:
        desk = at(header, "draw pulsar")
        before, beside = facts(desk), set(around(spot))
        if not desk.say(f"place {spot}").lines:
            continue
        now, tried = facts(desk), tried + 1
        for who in WHO:
            gone = sum(int(before.get(f"{who} robots {each}", 0)) for each in beside)
            home += gone
            assert int(now[f"{who} home"]) == int(before[f"{who} home"]) + gone, (spot, who)
            assert all(not now.get(f"{who} robots {each}") for each in beside)
        desk.undo()
        assert facts(desk) == before
        desk.redo()
        assert facts(desk) == now
    assert min(tried, home) > 5


# -- 11: more pieces than the box holds ------------------------------------------------------------------


def test_no_kind_of_tile_is_drawn_from_a_cup_that_has_none_left() -> None:
    """[1.0-b] 105 tiles, 12 of them with START; with all of a kind set aside, one more is refused by the count."""
    kit = opening.kit("parsec")
    assert (sum(kit.totals.values()), sum(kit.started.values())) == (105, 12)
    for kind, n in ((kind, total - kit.started.get(kind, 0)) for kind, total in kit.totals.items()):
        for left in (0, 1) if n else ():
            aside = " ".join([kind] * (n - left)) or "none"
            desk = at({**PARSEC, "facts": (f'cup aside "{aside}"',), "at": "S2.1 Ann"})
            objections = desk.judge(f"draw {kind}").verdict.objections
            refused = [each for each in objections if each.basis == COUNT]
            assert bool(refused) is not bool(left), (kind, left)


def test_no_kind_of_tile_turns_up_more_often_than_the_box_holds() -> None:
    """[T-002] 35 rocks, 20 gold, 12 emeralds, 8 rubies and 5 diamonds."""
    totals = {"rock": 35, "gold": 20, "emerald": 12, "ruby": 8, "diamond": 5}
    assert sum(totals.values()) == 80
    known = Counter({"rock": 2, "ruby": 1})  # on the board, and eaten
    for kind, n in totals.items():
        for left in (0, 1):
            gone = (f"removed {kind} {n - known[kind] - left}",)
            desk = at({**SOLO, "facts": (*SOLO["facts"], *gone)})
            found = {(each.rule, each.basis) for each in desk.judge(f"precision-drill A1 {kind}").verdict.objections}
            assert found == (set() if left else {("T-002", COUNT)}), (kind, left)


# -- 12: a rule that nobody printed ------------------------------------------------------------------


def rules_named(game: str) -> Iterator[tuple[str, str]]:
    """The rules that a game's rooms name when they object, with the room."""
    for room in sorted(Path(opening.game.__globals__["__file__"]).parent.glob(f"games/{game}/*.py")):
        for call in (node for node in ast.walk(ast.parse(room.read_text("utf-8"))) if isinstance(node, ast.Call)):
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            if name in ("broken", "waivable", "disputed", "unasked", "Objection") and call.args:
                yield from ((rule, room.name) for rule in literals(call.args[0]))


def literals(node: ast.expr) -> Iterator[str]:
    """What a word comes to that is written out, both ways of a choice."""
    if isinstance(node, ast.Constant):
        yield str(node.value)
    elif isinstance(node, ast.IfExp):
        yield from joined(literals(node.body), literals(node.orelse))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_by_which_a_game_objects_stands_in_its_book(game: str) -> None:
    book = rulebook.load(tables_folder(game))
    known = {*book.rules, *book.rulings, *book.steps}
    named = list(rules_named(game))
    assert len(named) > 50
    assert [(rule, room) for rule, room in named if rule not in known] == []


@pytest.mark.parametrize("centre", ["M5", "L4"])
def test_a_hole_may_be_closed_on_all_sides(centre: str) -> None:
    """[5.1] No rule forbids to enclose a hex."""
    ring = around(centre)
    base = ["M2 empty", "M3 empty", "L2 empty", "L3 empty", "M4 empty"]
    laid = [tile for tile in base if tile.split()[0] not in (centre, *ring)]
    tiles = [*laid, *(f"{each} empty" for each in ring[:5])]
    desk = at(PARSEC, tiles=tiles, at="S2.1 Ann")
    assert desk.judge(f"place empty {ring[5]}").verdict.objections == ()


# -- 14: a duty dodged ------------------------------------------------------------------


@pytest.mark.parametrize(
    "acts", [(), ("buy 1", "allot auto 1"), ("fly M1", "fly M2"), ("fly L2", "fly L3"), ("note tired",)]
)
def test_whatever_is_done_before_nobody_ends_the_turn_beside_a_pulsar_who_can_leave(acts: Sequence[str]) -> None:
    """[5.1.8] Of 5 APs one brings her there, and 3 buy a research point."""
    told = ("Ann ship M1", "Ann ap 5", "Ann credits 0", "Ann research auto 6 carto 4")
    desk = at(PARSEC, "fly M2", *acts, tiles=("M2 empty", "M3 pulsar", "L2 empty", "L3 empty"), facts=told)
    assert against(desk, "end") & {"5.1.8-d", "5.1.8-e"}


FULL = ("Ann stored rock 4",)
DRILLS = {
    "drill A1 gold, B1 rock, A2 rock": (),
    "precision-drill A1 gold": (),
    "mega-drill A1-A1, A1 gold, B1 rock, A2 rock": (),
    "drill-arm A1 gold, B1 rock, A2 rock": ("drill-arm",),
    "auxiliary-drill A1 gold, B1 rock, A2 rock": ("auxiliary-drill",),
}


@pytest.mark.parametrize("drill", DRILLS)
def test_whatever_fills_the_storage_too_full_a_tile_is_discarded_before_anything_else(drill: str) -> None:
    """[T-208] Four tiles at most."""
    systems = tuple(f"Ann installed {system}" for system in DRILLS[drill])
    told = (*SOLO["facts"], *FULL, *systems, "Ann battery 2", *WHOLE)
    desk = at({**SOLO, "facts": told}, drill)
    assert desk.ask.rule == "T-208"
    assert against(desk, "end")
    assert against(desk, "charge")
    assert desk.say("discard rock").lines
    assert sum(int(n) for fact, n in facts(desk).items() if fact.startswith("Ann stored ")) == 4


# -- 16: more than there is ------------------------------------------------------------------

TOO_MUCH = ("Ann ship M3", "Ann ap 5", "Ann credits 0", "Ann research auto 6 carto 4")


@pytest.mark.parametrize(
    ("told", "sentence"),
    [
        (("Ann aboard 3", "Ann home 12"), "beam-down 4"),
        (("Ann robots M3 2", "Ann aboard 13"), "beam-up 3"),
        ((), "buy 2"),
        ((), "buy 3"),
        (("Ann ap 1",), "buy 1"),
        (("Ann ap 1",), "beam-down 2"),
        (("Ann ap 1",), "fly M2 M1"),
    ],
)
def test_nothing_is_done_of_what_is_more_than_there_is(told: Sequence[str], sentence: str) -> None:
    desk = at(PARSEC, tiles=("M2 empty", "M3 derelict", "L2 asteroid"), facts=(*TOO_MUCH, *told))
    assert against(desk, sentence)


@pytest.mark.parametrize("n", [0, 1, 2])
def test_batteries_that_are_charged_hold_two_and_undo_gives_back_what_was_there(n: int) -> None:
    """[T-302] Mega Charge brings two, of which those go in that find room."""
    told = (*SOLO["facts"], f"Ann battery {n}", *WHOLE)
    desk = at({**SOLO, "facts": told})
    before = facts(desk)
    assert desk.say("mega-charge").lines
    assert facts(desk)["Ann battery"] == 2
    desk.undo()
    assert facts(desk) == before


def test_no_tile_is_shipped_that_is_not_stored() -> None:
    desk = at({**SOLO, "facts": (*SOLO["facts"], "Ann stored ruby 1", *WHOLE)})
    assert against(desk, "quick-ship gold b03")
    assert against(desk, "ship-all ruby b03, ruby b03")
    assert desk.say("quick-ship ruby b03").lines


# -- 20: a secret in the open ------------------------------------------------------------------


def test_an_undo_says_that_a_scan_was_seen_and_never_what() -> None:
    """Two scans of tiles that the dealer has laid; nothing of the record, an undo or a redo tells their kinds."""
    desk = opening.desk({**SOLO, "draws": "referee", "seed": 5})
    looks = [desk.say(sentence).shown for sentence in ("scan A1 B1", "charge")]
    assert [len(look) for look in looks] == [1, 0]
    struck = desk.undo(2)
    seen = record.seen(desk.game, struck)
    told = " ".join((*seen, *(str(dict(line.block)) for line in desk.lines)))
    for space in ("A1", "B1"):
        assert not any(f"{space} {kind}" in told for kind in ("rock", "gold", "emerald", "ruby", "diamond"))
    assert "scan A1 B1" in told
    desk.redo(2)
    assert facts(desk)["A1 tile"] == "face-down"
