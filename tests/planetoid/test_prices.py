"""Prices of all systems together, where a single case would show one only."""

from referee import opening
from referee.games.planetoid import may
from tests.cases import practice_box

ADDITIONAL = "drill-arm booster-drill reroute quick-scan upgrade-drone expanded-storage repair-bot auxiliary-drill"
BOTTOM = ("mega-drill", "large-scan", "return-and-refit", "mega-charge")


def usable(*facts: str) -> set[str]:
    """The systems that a player who has them all, undamaged, may use."""
    header = {
        "game": "planetoid",
        "players": ["Ann"],
        "options": ["mode=solo", "difficulty=easy"],
        "box": practice_box("planetoid"),
        "facts": [f"Ann installed {ADDITIONAL}", *(f"Ann damage {system} 0" for system in BOTTOM), *facts],
    }
    pos = opening.desk(header).ask.pos
    return {system for system in pos.systems("Ann") if not list(may(pos, "Ann", system))}


def test_without_any_energy_only_quick_scan_can_be_used() -> None:
    assert usable("Ann solar 0") == {"quick-scan"}


def test_one_energy_pays_for_the_systems_that_cost_one() -> None:
    ones = {"drill", "sweep", "quick-ship", "repair", "charge", "reroute", "upgrade-drone", "auxiliary-drill"}
    assert usable("Ann solar 1") == {"quick-scan", *ones}


def test_three_energy_pay_for_every_system_but_the_passive_one() -> None:
    assert len(usable("Ann solar 3")) == 19
    assert "expanded-storage" not in usable("Ann solar 3")
