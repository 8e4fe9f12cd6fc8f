"""What an act that is refused would take, objection by objection."""

from collections.abc import Callable, Mapping

from referee import needs
from referee.ask import Ask
from referee.needs import Lack, less, number
from referee.text import Facts, Text
from referee.verdict import Objection


def needed(ask: Ask, objection: Objection) -> Text | None:
    """What would have to be there for this objection to fall, as far as its facts tell."""
    return needs.needed(objection, LACKING, NEEDS)


def _over_the_box(facts: Facts) -> int:
    """[T-002] How many of a kind that were told must be something else: the places say `b02 1`."""
    places = facts["places"]
    known = sum(int(str(place).rpartition(" ")[2]) for place in places) if isinstance(places, tuple) else 0
    return known + number(facts["said"]) - number(facts["box"])


def _but(n: int) -> Callable[[Facts], int]:
    """How many were said too few: below nothing, too many."""
    return lambda facts: n - number(facts["said"])


# How many of what is lacking; where it is below nothing, so many are too many.
LACKING: Mapping[str, Lack] = {
    "energy.short": ("need.energy", less("energy", "solar", "battery")),
    "aux.no-energy": ("need.energy", lambda facts: 1),
    "ship.not-stored": ("need.stored", lambda facts: number(facts["short"])),
    "ship.all": ("need.with-it", lambda facts: number(facts["left"])),
    "scan.all": ("need.more", less("n", "said")),
    "repair.more": ("need.more", less("n", "said")),
    "bonuses.number": ("need.more", less("wanted", "said")),
    "jobs.number": ("need.more", less("wanted", "said")),
    "run.length": ("need.more", less("limit", "said")),
    "spawn.icons": ("need.more", less("limit", "said")),
    "drill.one": ("need.more", _but(1)),
    "ship.one": ("need.more", _but(1)),
    "install.one": ("need.more", _but(1)),
    "mend.two": ("need.more", _but(2)),
    "census": ("need.told", _over_the_box),
}
NEEDS: Mapping[str, str] = {
    **dict.fromkeys(("system.used", "free.used", "aux.mixed", "install.same-turn"), "need.later-turn"),
    "mend.whole-turn": "need.later-turn",
    "system.category": "need.other-category",
    "aux.just-charged": "need.earlier-energy",
    "energy.minor-short": "need.major",
    "energy.no-split": "need.whole",
    **dict.fromkeys(("system.damaged", "system.damage-taken", "reroute.damaged"), "need.repaired"),
    "system.not-installed": "need.installed",
    "free.owed": "need.free-action",
    "aux.drill-first": "need.drill",
    "aux.anchor": "need.beside",
    "card.full": "need.room",
    "card.no-diamond": "need.diamond",
    "tile.face-up": "need.face-down",
    **dict.fromkeys(("booster.face-down", "booster.turned-up"), "need.face-up"),
    "mend.not-all": "need.damaged",
    "origin.not-middle": "need.middle",
}
