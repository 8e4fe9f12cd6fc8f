"""Prices of all systems together, where a single case would show one only."""

from referee import opening
from referee.games.planetoid import may
from referee.games.planetoid.position import Position
from tests.cases import practice_box

ADDITIONAL = "drill-arm booster-drill reroute quick-scan upgrade-drone expanded-storage repair-bot auxiliary-drill"
BOTTOM = ("mega-drill", "large-scan", "return-and-refit", "mega-charge")


def table(*facts: str) -> Position:
    """The table of a player who has all systems, undamaged."""
    header = {
        "game": "planetoid",
        "players": ["Ann"],
        "options": ["mode=solo", "difficulty=easy"],
        "box": practice_box("planetoid"),
        "facts": [f"Ann installed {ADDITIONAL}", *(f"Ann damage {system} 0" for system in BOTTOM), *facts],
    }
    pos: Position = opening.desk(header).ask.pos
    return pos


def usable(*facts: str) -> set[str]:
    """The systems that she may use."""
    pos = table(*facts)
    return {system for system in pos.systems("Ann") if not list(may(pos, "Ann", system))}


def test_without_any_energy_only_quick_scan_can_be_used() -> None:
    assert usable("Ann solar 0") == {"quick-scan"}


def test_one_energy_pays_for_the_systems_that_cost_one() -> None:
    ones = {"drill", "sweep", "quick-ship", "repair", "charge", "reroute", "upgrade-drone", "auxiliary-drill"}
    assert usable("Ann solar 1") == {"quick-scan", *ones}


def test_three_energy_pay_for_every_system_but_the_passive_one() -> None:
    assert len(usable("Ann solar 3")) == 19
    assert "expanded-storage" not in usable("Ann solar 3")


def test_a_verb_is_barred_by_what_bars_the_system_that_it_uses() -> None:
    without, with_one = table("card up A front"), table("card up A front", "card diamond 1")
    assert [o.rule for o in may(without, "Ann", "flip-card")] == ["T-814"]
    assert list(may(with_one, "Ann", "flip-card")) == []
    assert [o.rule for o in may(without, "Ann", "move-alien")] == ["T-310"]


def test_nothing_bars_a_verb_that_uses_no_system() -> None:
    for verb in ("end", "turn-up", "damage", "discard", "spawn", "solo-card", "jobs"):
        assert list(may(table("Ann solar 0"), "Ann", verb)) == []
