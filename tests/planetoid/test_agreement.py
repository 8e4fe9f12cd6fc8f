"""The referee's searches agree with their slow twins, which know nothing of it, on boards that nobody chose."""

import random
from collections import Counter
from collections.abc import Mapping
from itertools import combinations, permutations
from typing import Any, Literal, NamedTuple, cast, get_args

import pytest

from referee import opening
from referee.desk import Desk
from referee.games.planetoid import geometry, growth, scoring, shipping
from tests.planetoid import twins

KINDS = {"R": "rock", "G": "gold", "E": "emerald", "U": "ruby", "D": "diamond"}
LETTERS = {kind: letter for letter, kind in KINDS.items()} | {"face-down": "?", "none": "."}
COUNTS = {"R": 35, "G": 20, "E": 12, "U": 8, "D": 5}
COLOURS = {"p": "pink", "b": "blue"}

Closest = Literal["origin", "target"]
Covered = Literal["any", "own"]
Counting = Literal["cover", "exact", "floor"]


class Readings(NamedTuple):
    """How a table reads the aliens' march."""

    closest: Closest
    covered: Covered
    distance: twins.Distance
    right: twins.Right

    def said(self) -> list[str]:
        keys = ("closest_alien", "covered_by", "distance", "right")
        return [f"{key}={reading}" for key, reading in zip(keys, self, strict=True)]


class Table(NamedTuple):
    """A board with aliens, what its face-down tiles are, and where the origin card lies: at an outermost line."""

    board: twins.Board
    aliens: twins.Aliens
    kinds: dict[str, str]
    origin: str
    edge: twins.Edge

    def map(self) -> str:
        width, height = size(self.board)
        cells = [[self._cell(geometry.name(x, y)) for x in range(width)] for y in range(height)]
        return "\n".join(" ".join(row) for row in cells)

    def _cell(self, space: str) -> str:
        tokens = "".join(colour for where, colour in self.aliens if where == space)
        return f"{self.board[space]}{tokens}" if space in self.board else "-"


def size(board: twins.Board) -> tuple[int, int]:
    columns, rows = zip(*map(geometry.place, board), strict=True)
    return max(columns) + 1, max(rows) + 1


def outline(board: twins.Board) -> str:
    width, height = size(board)
    return "/".join("".join("#" if geometry.name(x, y) in board else "-" for x in range(width)) for y in range(height))


def random_spaces(chance: random.Random) -> list[str]:
    """A rectangle with corners and holes missing, in one piece."""
    width, height = chance.randint(3, 6), chance.randint(3, 6)
    while True:
        spaces = [geometry.name(x, y) for y in range(height) for x in range(width) if chance.random() < 0.85]
        try:
            twins.steps_from(dict.fromkeys(spaces, "?"), spaces[0])
        except ValueError:
            continue
        return spaces


def random_table(seed: int) -> Table:
    chance = random.Random(seed)
    bag = [kind for kind, n in COUNTS.items() for _ in range(n)]
    chance.shuffle(bag)
    spaces = random_spaces(chance)
    kinds = dict(zip(spaces, bag, strict=False))
    board = {space: chance.choice(("?", kind, kind, ".")) for space, kind in kinds.items()}
    aliens = [(chance.choice(spaces), chance.choice("ppb")) for _ in range(chance.randrange(8))]
    edge = chance.choice(cast(tuple[twins.Edge, ...], get_args(twins.Edge)))
    axis = 1 if edge in "NS" else 0
    outermost = (min if edge in "NW" else max)(geometry.place(space)[axis] for space in spaces)
    origin = chance.choice([space for space in spaces if geometry.place(space)[axis] == outermost])
    return Table(board, aliens, kinds, origin, edge)


def laid(table: Table, at: str, *rulings: str) -> Desk:
    """The table at a step of the alien turn, with pink to act; its end is put off, so that every step is seen."""
    header: dict[str, Any] = {
        "game": "planetoid",
        "players": ["Ann"],
        "options": ["mode=solo", "difficulty=easy"],
        "rulings": ["acting_colour=same", "solo_end=end_of_turn", *rulings],
        "board": table.map(),
        "facts": [f"origin at {table.origin} {table.edge}"],
        "at": at,
    }
    return opening.desk(header)


def aliens_on(desk: Desk) -> Counter[tuple[str, str]]:
    return Counter(desk.ask.pos.aliens)


def named(aliens: twins.Aliens) -> Counter[tuple[str, str]]:
    return Counter((space, COLOURS[colour]) for space, colour in aliens)


def moves(desk: Desk) -> list[tuple[str, str]]:
    told = [entry.what for entry in desk.ask.pos.entries if entry.rule == "T-908"]
    return [(start, goal) for start, _, goal in map(str.split, told)]


EVERY_READING = [
    Readings(closest, covered, distance, right)
    for closest in get_args(Closest)
    for covered in get_args(Covered)
    for distance in get_args(twins.Distance)
    for right in get_args(twins.Right)
]


@pytest.mark.parametrize("seed", range(120))
def test_the_order_of_spaces_from_the_origin(seed: int) -> None:
    table = random_table(seed)
    for distance in get_args(twins.Distance):
        for right in get_args(twins.Right):
            ours = list(geometry.seen_from(outline(table.board), table.origin, table.edge, distance, right))
            assert ours == twins.origin_order(table.board, table.origin, table.edge, distance=distance, right=right), (
                f"{table.map()} {table.origin} {table.edge} {distance} {right}"
            )


@pytest.mark.parametrize("readings", EVERY_READING, ids=str)
@pytest.mark.parametrize("part", range(3))
def test_the_march_under_every_reading(readings: Readings, part: int) -> None:
    """Aliens stand on tiles as well, which only a table entered by hand lets them do [Q-37]."""
    walked = 0
    for seed in range(8):
        table = random_table(1000 * part + seed)
        desk = laid(table, "T-908", *readings.said())
        aliens, wanted = twins.march(table.board, table.aliens, "p", table.origin, table.edge, **readings._asdict())
        assert moves(desk) == wanted, table.map()
        assert aliens_on(desk) == named(aliens)
        walked += len(wanted)
    assert walked > 8


@pytest.mark.parametrize("seed", range(60))
def test_the_meal_and_what_it_turns_up(seed: int) -> None:
    table = random_table(seed)
    desk = laid(table, "T-901")
    board, eaten, turned_up = twins.consume(table.board, table.aliens, "p", table.kinds)
    asked = []
    while desk.ask.rule in ("T-903", "T-904"):
        asked.append((desk.ask.rule, set(desk.ask.about)))
        assert desk.say(" ".join(KINDS[table.kinds[space]] for space in desk.ask.about)).lines
    hidden = {space for space, _ in eaten if table.board[space] == "?"}
    beside = {space for space, _ in turned_up}
    assert asked == [(rule, spaces) for rule, spaces in (("T-903", hidden), ("T-904", beside)) if spaces]
    assert {space: LETTERS[tile] for space, tile in desk.ask.pos.tiles.items()} == board
    assert desk.ask.pos.holding("aliens") == Counter(KINDS[kind] for _, kind in eaten)
    # after the meal every acting alien stands on nothing, so what moves is settled by the board alone
    aliens, _ = twins.march(board, table.aliens, "p", table.origin, table.edge)
    assert aliens_on(desk) == named(aliens)


@pytest.mark.parametrize("seed", range(60))
def test_growth_stacks_by_every_counting(seed: int) -> None:
    chance = random.Random(seed)
    pile, rate = chance.choices("RGEUD", k=chance.randint(1, 9)), chance.randint(5, 18)
    found = growth.stacks(tuple(pile.count(kind) for kind in "RGEUD"), rate)
    for counting in get_args(Counting):
        assert found.by(counting) == twins.growth(pile, rate, counting), f"{pile} {rate} {counting}"
    tiles = Counter(value for group in found.groups for value in group)
    assert tiles <= Counter(twins.VALUE[kind] for kind in pile)
    assert all(sum(group) >= rate for group in found.groups)


@pytest.mark.parametrize("seed", range(20))
def test_the_runs_that_mega_drill_is_offered_are_all_that_it_may_drill(seed: int) -> None:
    table = random_table(seed)
    desk = laid(table, "S-11")
    assert desk.say('by-hand "Ann damage mega-drill 0" card Box').lines
    wanted = {tuple(run) for run in twins.straight_runs(table.board)}
    offered = [desk.game.parse(option.words, "Ann") for option in desk.game.options(desk.ask, ("mega-drill",))]
    assert sorted(event.at for event in offered) == sorted(wanted)  # type: ignore[attr-defined]
    lines = [(one, other) for one, other in permutations(table.board, 2) if geometry.straight((one, other))]
    allowed = {geometry.between(*line) for line in lines if desk.judge(f"mega-drill {'-'.join(line)}").verdict.stands}
    longer = {run for run in wanted if len(run) > 1}
    assert allowed == longer | {run[::-1] for run in longer}


@pytest.mark.parametrize("seed", range(120))
def test_the_middles_of_the_outside_edges(seed: int) -> None:
    board = dict.fromkeys(random_spaces(random.Random(seed)), "?")
    for edge in get_args(twins.Edge):
        ours = geometry.edge_middle(geometry.board(outline(board)), edge)
        assert ours == twins.edge_middle(board, edge), f"{outline(board)} {edge}"


@pytest.mark.parametrize("seed", range(40))
def test_whether_a_job_is_done(seed: int) -> None:
    chance = random.Random(seed)
    number = chance.choice((None, 5, 8, 12))
    symbols = chance.choices("RGEUD", k=chance.randint(0 if number else 1, 3))
    wants = " ".join([*(KINDS[symbol] for symbol in symbols), *([str(number)] if number else [])])
    for _ in range(6):
        tiles = [*chance.choices("RGEUD", k=chance.randint(0, 3)), *symbols[: chance.randint(0, 3)]]
        facts = ["game jobs j1", *(f"j1 {KINDS[kind]} {tiles.count(kind)}" for kind in set(tiles))]
        header = {"game": "planetoid", "players": ["Ann"], "options": ["mode=solo"]}
        desk = opening.desk({**header, "box": [f"teach bonus j1 solo {wants}"], "board": "?", "facts": facts})
        assert shipping.done(desk.ask.pos, "j1") == twins.job_done(symbols, number, tiles), f"{wants}: {tiles}"


def test_a_row_behind_the_origin_is_as_near_as_the_rows_between_say() -> None:
    """The bottom edge, D3 alone, has no middle, so the table named B2: E2 lies in its row, D3 and D1 one row off."""
    order = list(geometry.seen_from("####-/#####/---#-", "B2", "S"))
    assert order == ["B2", "C2", "A2", "B1", "D2", "C1", "A1", "E2", "D3", "D1"]


# -- bonuses of a shipment ------------------------------------------------------------------

FORMS = (
    "R",
    "G",
    "E",
    "U",
    "D",
    "any",
    "any",
    "same*2",
    "same*3",
    "different*2",
    "different*3",
    "value>=6",
    "value>=9",
)


def random_bonuses(chance: random.Random) -> dict[str, str]:
    """Up to four bonuses of up to three slots; a value at most once in each."""
    found = {}
    for n in range(chance.randint(1, 4)):
        slots = chance.choices(FORMS, k=chance.randint(1, 3))
        values = [slot for slot in slots if slot.startswith("value")]
        found[f"x{n}"] = " ".join([slot for slot in slots if slot not in values] + values[:1])
    return found


def fronts(bonuses: Mapping[str, str]) -> list[str]:
    slots = {name: " ".join(f'"{KINDS.get(slot, slot)}"' for slot in wants.split()) for name, wants in bonuses.items()}
    return [f"teach bonus {name} front {wants} points 3" for name, wants in slots.items()]


@pytest.mark.parametrize("seed", range(60))
def test_the_bonuses_that_a_shipment_may_be_said_to_win(seed: int) -> None:
    """Every set of those on display is said with the shipment, and all that is stored may be shipped."""
    chance = random.Random(seed)
    bonuses, stored = random_bonuses(chance), "".join(chance.choices("RRRGGGEEUD", k=chance.randint(1, 5)))
    desk = opening.desk(
        {
            "game": "planetoid",
            "players": ["Ann", "Bea"],
            "options": ["mode=basic"],
            "rulings": ["storage=5"],
            "box": fronts(bonuses),
            "board": "? ? ?",
            "facts": [
                f"game jobs {' '.join(bonuses)}",
                *(f"Ann stored {KINDS[k]} {stored.count(k)}" for k in set(stored)),
            ],
        }
    )
    said = [frozenset(names) for n in range(1, len(bonuses) + 1) for names in combinations(bonuses, n)]
    for tiles in {"".join(sorted(tiles)) for n in range(1, len(stored) + 1) for tiles in combinations(stored, n)}:
        ship = f"ship {' '.join(KINDS[tile] for tile in tiles)} claim"
        stands = {names for names in said if desk.judge(f"{ship} {' '.join(sorted(names))}").verdict.stands}
        assert stands == (wanted := twins.winnable(bonuses, tiles)), f"{bonuses} {tiles}"
        assert desk.judge(f"{ship} none").verdict.stands is not bool(wanted)


# -- the end ------------------------------------------------------------------


class End(NamedTuple):
    """A table of several players that is about to be scored; ties are likely."""

    order: tuple[str, ...]
    saved: dict[str, str]
    stored: dict[str, str]
    won: dict[str, dict[str, int]]  # player -> bonus -> points
    ends: dict[str, int]

    @property
    def held(self) -> dict[str, str]:
        return {who: self.saved[who] + self.stored[who] for who in self.order}

    def facts(self) -> list[str]:
        found = [f"game jobs {' '.join(bonus for won in self.won.values() for bonus in won) or 'none'}"]
        found.append(f"game order {' '.join(self.order)}")
        for who in self.order:
            found += [f"{who} saved {KINDS[k]} {self.saved[who].count(k)}" for k in set(self.saved[who])]
            found += [f"{who} stored {KINDS[k]} {self.stored[who].count(k)}" for k in set(self.stored[who])]
            found += [f"{who} bonuses {' '.join(self.won[who])}"] if self.won[who] else []
        return found

    def box(self) -> list[str]:
        points = {bonus: n for won in self.won.values() for bonus, n in won.items()}
        fronts = [f"teach bonus {bonus} front any points {n}" for bonus, n in points.items()]
        return [*fronts, *(f"teach end-bonus {KINDS[kind]} {n}" for kind, n in self.ends.items())]


def random_end(chance: random.Random) -> End:
    """Few tiles of few kinds, and points that often come to the same."""
    names = ["Ann", "Bea", "Cid", "Dot"][: chance.randint(2, 4)]
    first = chance.randrange(len(names))
    order = (*names[first:], *names[:first])
    bag = 5 * chance.sample("RGEUD", k=chance.randint(2, 3))
    chance.shuffle(bag)
    saved = {who: "".join(bag.pop() for _ in range(chance.randint(0, 2))) for who in order}
    stored = {who: "".join(chance.choices("RRG", k=chance.randint(0, 2))) for who in order}
    bonuses = iter(range(99))
    won = {who: {f"x{next(bonuses)}": chance.randint(1, 2) for _ in range(chance.randint(0, 2))} for who in order}
    return End(order, saved, stored, won, {kind: chance.choice((0, 2, 3)) for kind in "RGEUD"})


@pytest.mark.parametrize("rules", ["basic", "advanced"])
def test_the_final_scoring_and_its_ties(rules: str) -> None:
    decided: set[str] = set()
    for seed in range(240):
        chance = random.Random(seed)
        end = random_end(chance)
        header: dict[str, Any] = {"game": "planetoid", "players": sorted(end.order), "options": [f"mode={rules}"]}
        desk = opening.desk({**header, "box": end.box(), "board": "? ? ?", "facts": end.facts(), "at": "T-704"})
        secret = dict.fromkeys(end.order, 0)
        for n, who in enumerate(end.order if rules == "advanced" else ()):
            whose, worth = chance.choice(end.order), chance.randint(1, 3)
            secret[whose] += worth
            assert desk.say(f"{who} secret s0{n} {whose} {worth}").lines
        shipped = {who: sum(won.values()) for who, won in end.won.items()}
        points = {who: twins.points_of(who, end.held, end.ends, shipped, secret) for who in end.order}
        ranked = twins.places(end.order, points, end.held)
        assert {who: desk.ask.pos.count(who, "points") for who in end.order} == points, end
        assert [rank.who for rank in scoring.standing(desk.ask.pos)] == ranked, end
        assert desk.ask.pos.result == f"won {ranked[0]}"
        decided.update(entry.key for entry in desk.ask.pos.entries if entry.rule == "T-708")
    assert decided == {"end.by-points", "end.by-tiles", "end.by-order"}
