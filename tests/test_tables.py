"""The printed totals add up, and the practice box holds every form of component. Figures here are the rulebook's."""

import shlex
import tomllib
from collections import Counter
from typing import Any

import pytest

from referee.where import tables_folder

Rows = list[dict[str, Any]]


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((tables_folder("planetoid") / f"{name}.toml").read_text(encoding="utf-8"))


TILES: Rows = read("tiles")["tile"]
SYSTEMS: Rows = read("systems")["system"]
SOLO = read("solo")
PRACTICE = read("practice")
KINDS = {tile["name"]: tile for tile in TILES}
LEVELS = {"easy": {"green"}, "medium": {"green", "yellow"}, "hard": {"green", "yellow", "red"}}


def taught(fact: str) -> list[list[str]]:
    """The words behind `teach FACT` of each such sentence of the practice box."""
    sentences = [shlex.split(sentence) for sentence in PRACTICE["box"]]
    return [words[2:] for words in sentences if words[:2] == ["teach", fact]]


def names(systems: Rows) -> set[str]:
    return {system["name"] for system in systems}


def test_the_box_holds_80_tiles_worth_168() -> None:
    assert sum(tile["count"] for tile in TILES) == 80
    assert sum(tile["count"] * tile["value"] for tile in TILES) == 168


@pytest.mark.parametrize(
    ("letter", "name", "value", "count", "moon"),
    [
        ("R", "rock", 1, 35, 13),
        ("G", "gold", 2, 20, 0),
        ("E", "emerald", 3, 12, 8),
        ("U", "ruby", 4, 8, 0),
        ("D", "diamond", 5, 5, 5),
    ],
)
def test_each_kind_of_tile_has_its_printed_value_and_number(
    letter: str, name: str, value: int, count: int, moon: int
) -> None:
    tile = KINDS[name]
    assert (tile["letter"], tile["value"], tile["count"], tile["moon"]) == (letter, value, count, moon)


def test_the_moon_plays_with_26_tiles_all_of_them_from_the_box() -> None:
    assert sum(tile["moon"] for tile in TILES) == 26
    assert all(tile["moon"] <= tile["count"] for tile in TILES)


def test_there_are_20_systems_with_names_of_their_own_12_of_them_on_every_board() -> None:
    assert len(names(SYSTEMS)) == len(SYSTEMS) == 20
    assert sum(system["base"] for system in SYSTEMS) == 12


def test_each_category_has_three_base_systems_and_two_additional_ones() -> None:
    counted = Counter((system["category"], system["base"]) for system in SYSTEMS)
    assert counted == {
        (c, base): 3 if base else 2 for c in ("drill", "scan", "ship", "utility") for base in (True, False)
    }


def test_the_four_base_systems_with_a_damage_cost_close_their_categories() -> None:
    base = [system for system in SYSTEMS if system["base"]]
    last = {system["category"]: system["name"] for system in base}
    bottom = names([system for system in base if system["bottom"]])
    assert bottom == set(last.values()) == names([system for system in base if system["damage"]])
    assert bottom == {"mega-drill", "large-scan", "return-and-refit", "mega-charge"}


@pytest.mark.parametrize(
    ("name", "energy", "damage"),
    [
        ("drill", 1, 0),
        ("precision-drill", 2, 0),
        ("mega-drill", 3, 1),
        ("sweep", 1, 0),
        ("scan", 2, 0),
        ("large-scan", 3, 1),
        ("quick-ship", 1, 0),
        ("ship-all", 2, 0),
        ("return-and-refit", 3, 1),
        ("repair", 1, 0),
        ("charge", 1, 0),
        ("mega-charge", 2, 1),
        ("drill-arm", 2, 0),
        ("booster-drill", 2, 1),
        ("reroute", 1, 0),
        ("quick-scan", 0, 1),
        ("upgrade-drone", 1, 0),
        ("expanded-storage", 0, 0),
        ("repair-bot", 2, 0),
        ("auxiliary-drill", 1, 1),
    ],
)
def test_a_system_costs_what_is_printed(name: str, energy: int, damage: int) -> None:
    (system,) = (system for system in SYSTEMS if system["name"] == name)
    assert (system["energy"], system["damage"]) == (energy, damage)


def test_only_expanded_storage_is_passive() -> None:
    assert names([system for system in SYSTEMS if system["passive"]]) == {"expanded-storage"}


def test_an_inferred_category_is_not_yet_verified() -> None:
    assert all(system["verified"] is not system["inferred"] for system in SYSTEMS)


@pytest.mark.parametrize(("level", "growth", "jobs"), [("easy", 18, 3), ("medium", 14, 4), ("hard", 10, 5)])
def test_a_level_sets_growth_jobs_and_spawn_symbols(level: str, growth: int, jobs: int) -> None:
    row = SOLO["levels"][level]
    assert (row["growth"], row["jobs"], set(row["spawn"])) == (growth, jobs, LEVELS[level])


@pytest.mark.parametrize(
    ("limit", "figure"),
    [
        ("storage", 4),
        ("solar", 3),
        ("batteries", 2),
        ("system_damage", 1),
        ("card_diamonds", 2),
        ("alien_tokens", 48),
        ("box_jobs", 14),
        ("spawn_cards", 12),
        ("spawn_icons", 2),
        ("spawn_draw", 1),
        ("system_cards", 2),
        ("start_tiles", 3),
    ],
)
def test_a_limit_is_the_printed_one(limit: str, figure: int) -> None:
    assert SOLO["limits"][limit] == figure


def test_every_figure_names_its_source() -> None:
    assert all(row["source"] for row in [*TILES, *SYSTEMS, *SOLO["levels"].values()])
    assert SOLO["sources"].keys() == SOLO["limits"].keys() >= SOLO["verified"].keys()


def test_every_source_is_a_rule_or_a_ruling() -> None:
    known = {row["id"] for row in [*read("rules")["rule"], *read("rulings")["ruling"]]}
    rows: Rows = [*TILES, *SYSTEMS, *SOLO["levels"].values()]
    named = {source for row in rows for source in row["source"].split(", ")} | set(SOLO["sources"].values())
    assert named - known == set()


# -- the practice box ------------------------------------------------------------


def practice_board(name: str = "full") -> set[tuple[int, int]]:
    (picture,) = (picture for which, picture in taught("board") if which == name)
    return {(row, column) for row, line in enumerate(picture.split("/")) for column, c in enumerate(line) if c == "#"}


def beside(space: tuple[int, int]) -> set[tuple[int, int]]:
    row, column = space
    return {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)}


def test_the_practice_box_says_that_it_is_one() -> None:
    assert PRACTICE["practice"] is True
    assert "ours" in PRACTICE["about"]


def test_the_practice_box_teaches_facts_of_the_known_forms_only() -> None:
    forms = ("board", "origin-card", "category", "bonus", "end-bonus", "spawn", "ability")
    assert sum(len(taught(form)) for form in forms) == len(PRACTICE["box"])


@pytest.mark.parametrize(("name", "spaces"), [("full", 39), ("moon", 21)])
def test_each_practice_board_lies_in_one_piece(name: str, spaces: int) -> None:
    board = practice_board(name)
    reached = {min(board)}
    while more := {n for space in reached for n in beside(space) & board} - reached:
        reached |= more
    assert len(board) == spaces
    assert reached == board


def test_the_practice_moon_has_a_tile_for_each_space_and_looks_the_same_from_all_four_sides() -> None:
    board = practice_board("moon")
    side = max(row for row, _ in board)
    assert len(board) <= sum(tile["moon"] for tile in TILES)
    assert {(column, side - row) for row, column in board} == board


def test_three_edges_of_the_practice_board_have_a_middle_with_three_neighbours() -> None:
    board = practice_board()
    north, south, west = (0, 3), (6, 3), (3, 0)
    assert [column for row, column in sorted(board) if row == 0] == [2, 3, 4]
    assert [column for row, column in sorted(board) if row == 6] == [1, 2, 3, 4, 5]
    assert [row for row, column in sorted(board) if column == 0] == [2, 3, 4]
    assert [len(beside(middle) & board) for middle in (north, south, west)] == [3, 3, 3]


def test_the_east_edge_of_the_practice_board_has_no_middle() -> None:
    assert [row for row, column in sorted(practice_board()) if column == 6] == [2, 3, 4, 5]


def test_the_practice_board_has_one_hole() -> None:
    board = practice_board()
    inside = {(row, column) for row in range(7) for column in range(7)} - board
    assert [space for space in sorted(inside) if beside(space) <= board] == [(4, 3)]


def test_the_practice_origin_card_names_two_colours_on_each_side() -> None:
    assert [side for side, _, _ in taught("origin-card")] == ["pink", "blue"]
    assert {colour for words in taught("origin-card") for colour in words} == {"pink", "blue"}


def test_the_practice_box_puts_two_additional_systems_in_each_category() -> None:
    categories = dict(taught("category"))
    assert categories.keys() == names([system for system in SYSTEMS if not system["base"]])
    assert Counter(categories.values()) == {"drill": 2, "scan": 2, "ship": 2, "utility": 2}


def bonuses(side: str) -> list[list[str]]:
    """The name of each shipping bonus and what stands on this side of it."""
    return [[name, *words] for name, shown, *words in taught("bonus") if shown == side]


@pytest.mark.parametrize("side", ["solo", "front"])
def test_the_practice_box_has_14_bonuses_with_two_sides(side: str) -> None:
    assert [words[0] for words in bonuses(side)] == [f"b{n:02}" for n in range(1, 15)]
    assert len(taught("bonus")) == 28


def test_the_solo_sides_of_the_practice_bonuses_have_every_form() -> None:
    forms = Counter((words[1] in KINDS, words[-1].isdigit()) for words in bonuses("solo"))
    assert forms == {(True, False): 6, (False, True): 3, (True, True): 5}


def test_all_practice_bonuses_together_can_be_served_from_one_box() -> None:
    symbols = Counter(word for words in bonuses("solo") for word in words[1:] if not word.isdigit())
    assert symbols == {"rock": 8, "gold": 8, "emerald": 6, "ruby": 4, "diamond": 2}
    assert all(KINDS[kind]["count"] >= number for kind, number in symbols.items())


def test_the_fronts_of_the_practice_bonuses_have_every_form_and_points() -> None:
    slots = {word if word in KINDS else word.rstrip("0123456789") for words in bonuses("front") for word in words[1:-2]}
    assert slots == {*KINDS, "any", "same*", "different*", "value>="}
    assert all(words[-2] == "points" and int(words[-1]) > 0 for words in bonuses("front"))


def test_a_practice_bonus_asks_for_no_more_tiles_than_fit_into_storage() -> None:
    wanted = {
        words[0]: sum(int(slot.partition("*")[2] or 1) for slot in words[1:-2] if ">=" not in slot)
        for words in bonuses("front")
    }
    assert max(wanted.values()) == SOLO["limits"]["storage"]


def test_some_practice_bonuses_are_out_of_reach_on_the_moon_and_most_are_not() -> None:
    missing = {name for name, tile in KINDS.items() if not tile["moon"]}
    out = [words[0] for words in bonuses("front") if missing & set(words)]
    assert missing == {"gold", "ruby"}
    assert out == ["b01", "b04", "b06", "b11", "b14"]


def test_the_practice_box_has_an_end_of_game_bonus_for_each_kind() -> None:
    assert [kind for kind, _ in taught("end-bonus")] == list(KINDS)
    assert all(int(points) > 0 for _, points in taught("end-bonus"))


def test_the_practice_box_has_12_spawn_cards_of_every_form() -> None:
    cards = taught("spawn")
    assert [words[0] for words in cards] == [f"s{n:02}" for n in range(1, 13)]
    assert {words[2] for words in cards} == {"0", "1", "2"}
    forms = {(words[2], *words[3:]) for words in cards}
    assert forms >= {("0",), ("1",), ("2",), ("0", "damage"), ("0", "shuffle"), ("2", "damage", "shuffle")}


@pytest.mark.parametrize(("level", "kept"), [("easy", 7), ("medium", 11), ("hard", 12)])
def test_a_level_keeps_its_practice_spawn_cards(level: str, kept: int) -> None:
    assert sum(bool(set(words[1].split("+")) & LEVELS[level]) for words in taught("spawn")) == kept


def test_each_side_of_a_practice_solo_card_has_one_ability_for_energy_and_one_for_a_diamond() -> None:
    places = [(card, side, slot) for card, side, slot, *_ in taught("ability")]
    paid = Counter((card, side, cost) for card, side, _, _, cost, *_ in taught("ability"))
    assert len(set(places)) == len(places) == 8
    assert paid == {
        (card, side, cost): 1 for card in "AB" for side in ("front", "back") for cost in ("energy", "diamond")
    }


def test_practice_abilities_do_what_the_referee_knows_or_are_carried_out_by_hand() -> None:
    effects = [tuple(words[-2:]) for words in taught("ability")]
    verbs = {verb for how, verb in effects if how == "does"}
    assert verbs == {"move-alien", "remove-alien", "sweep", "scan", "drill", "precision-drill", "quick-ship"}
    assert [how for how, _ in effects].count("text") == 1
