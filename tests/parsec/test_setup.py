"""Options as they are said and kept, what a table has to teach of its box, and the practice box that has it all."""

import tomllib
from collections import Counter
from collections.abc import Iterable

import pytest

from referee.errors import NotUnderstood
from referee.games.parsec import setup
from referee.games.parsec.kit import ANY, HOW, INSTEAD, THINGS, UNITS, Hook, Kit, kit, teach
from referee.games.parsec.position import Options
from referee.games.parsec.settings import seats, settings, written
from referee.notation import split
from referee.opening import Tables, game
from referee.position import Player
from referee.rulebook import Rulebook
from referee.where import tables_folder

FOLDER = tables_folder("parsec")
KIT = kit(Tables(FOLDER), Rulebook(FOLDER))
PRACTICE = tomllib.loads((FOLDER / "practice.toml").read_text("utf-8"))
SHIPPED = ("safari", "tidal", "ccc")  # factions that the rulebook shows in its examples
MONSTERS = Options(monsters=True)


def taught(sentences: Iterable[str]) -> Kit:
    """The shipped box with these sentences taught."""
    box = KIT
    for sentence in sentences:
        box = teach(box, split(sentence)[1:])
    return box


# -- options ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "options"),
    [
        ({}, Options()),
        ({"quick": "yes"}, Options(quick=True)),
        ({"quick": "no", "even": "yes"}, Options(even=True)),
        ({"factions": "chosen", "nanotechs": "chosen"}, Options(factions="chosen", nanotechs="chosen")),
        ({"monsters": "yes", "nanotechs": "dealt"}, Options(monsters=True)),
    ],
)
def test_what_is_said_of_the_options_holds_and_is_read_back_as_it_was_written(
    said: dict[str, str], options: Options
) -> None:
    assert settings(said, KIT) == options
    assert settings(dict(word.split("=") for word in written(options)), KIT) == options


@pytest.mark.parametrize("said", [{"quick": "maybe"}, {"factions": "yes"}, {"mode": "solo"}])
def test_no_other_option_is_understood(said: dict[str, str]) -> None:
    with pytest.raises(NotUnderstood) as unknown:
        settings(said, KIT)
    assert unknown.value.nearest


def test_two_to_six_play_and_nothing_must_be_said_of_options() -> None:
    assert seats(Options()) == seats(Options(quick=True, monsters=True)) == (2, 6)
    assert not [*game("parsec").missing({})]


# -- the box ------------------------------------------------------------------


def test_a_table_that_has_taught_nothing_lacks_faction_cards_nebula_patterns_and_the_aps_of_monsters() -> None:
    assert [*setup.untaught(KIT, Options())] == ["faction", "nebula"]
    assert [*setup.untaught(KIT, MONSTERS)] == ["faction", "nebula", "monster"]


@pytest.mark.parametrize(
    ("left_out", "lacks"),
    [
        ("teach faction hermit", ["faction"]),
        ("teach nebula neb4 e ne w sw", ["nebula"]),
        ("teach nebula neb2", ["nebula"]),
        ("teach monster slaver", ["monster"]),
        ("teach inner", []),
        ("nothing", []),
    ],
)
def test_one_card_or_pattern_too_few_cannot_be_dealt(left_out: str, lacks: list[str]) -> None:
    told = [sentence for sentence in PRACTICE["box"] if not sentence.startswith(left_out)]
    assert [*setup.untaught(taught(told), MONSTERS)] == lacks


def test_a_card_told_bonus_by_bonus_keeps_all_of_them_and_loses_what_the_examples_showed() -> None:
    told = ["game asteroid any controlled 1 vp", "game derelict any controlled 1 vp", "final none"]
    box = taught(f"teach faction safari {words}" for words in told)
    assert box.factions["safari"].hooks == (
        Hook("game", "asteroid", ANY, "controlled", (("vp", 1),)),
        Hook("game", "derelict", ANY, "controlled", (("vp", 1),)),
        Hook("final", "none"),
    )
    assert box.factions["safari"].verified
    assert not taught([f"teach faction safari {told[0]}"]).factions["safari"].verified  # its final bonus is an example
    assert taught([f"teach faction herders {told[0]}"]).factions["herders"].verified  # of this one there is none


# -- the practice box ------------------------------------------------------------------


def hooks() -> list[Hook]:
    box = taught(PRACTICE["box"])
    return [hook for faction in box.factions.values() for hook in faction.hooks]


def test_the_practice_box_says_that_it_is_one() -> None:
    assert PRACTICE["practice"] is True
    assert "ours" in PRACTICE["about"]


def test_the_practice_box_has_nine_factions_all_of_them_read_for_both_times() -> None:
    factions = taught(PRACTICE["box"]).factions
    assert len(factions) == KIT.start["factions"] == 9
    assert all(faction.verified for faction in factions.values())
    assert all({hook.when for hook in faction.hooks} == {"game", "final"} for faction in factions.values())


def test_the_three_cards_of_the_examples_are_in_the_practice_box_as_they_are_there() -> None:
    factions = taught(PRACTICE["box"]).factions
    assert {name: factions[name].hooks for name in SHIPPED} == {name: KIT.factions[name].hooks for name in SHIPPED}


def test_the_practice_cards_have_every_form() -> None:
    assert {hook.what for hook in hooks()} == {*THINGS, "text", "none"}
    assert {hook.how for hook in hooks() if hook.gives} == set(HOW)
    assert {unit for hook in hooks() for unit, _ in hook.gives} == set(UNITS.values())
    assert {hook.when for hook in hooks() if hook.instead} == {"game", "final"}
    assert any(len(hook.gives) > 1 for hook in hooks())
    assert INSTEAD in " ".join(PRACTICE["box"])


def test_the_practice_box_knows_every_monster_and_every_pattern_of_a_nebula_that_the_rulebook_leaves_open() -> None:
    box = taught(PRACTICE["box"])
    assert box.appetites.keys() == KIT.monsters.keys()
    assert Counter({name: len(known) for name, known in box.patterns.items()}) == {
        "neb2": 1, "nebL": 1, "neb3": 1, "neb4": 2,
    }  # fmt: skip


# -- the start ------------------------------------------------------------------


def test_what_everybody_begins_with_is_entered_line_by_line() -> None:
    pos = setup.start(KIT, (Player("Ann"), Player("Bea")), Options(factions="chosen"), {})
    sums = Counter[tuple[str, str]]()
    for entry in pos.entries:
        sums[entry.who, entry.what] += entry.by or 0
    assert {key: n for key, n in sums.items() if key[0]} == pos.counters
    assert pos.counters == {(who, what): n for who in ("Ann", "Bea") for what, n in (("credits", 8), ("aboard", 15))}
