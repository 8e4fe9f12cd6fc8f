"""What an act that is refused would take, objection by objection."""

from collections.abc import Mapping

from referee import needs
from referee.ask import Ask
from referee.needs import Lack, less, number
from referee.text import Facts, Text
from referee.verdict import Objection


def needed(ask: Ask, objection: Objection) -> Text | None:
    """What would have to be there for this objection to fall, as far as its facts tell."""
    return needs.needed(objection, LACKING, NEEDS)


def _to_come(facts: Facts) -> int:
    """[9.0] How many planets more bring the next round; none, if no round is to come."""
    return max(0, number(facts["next"]) - number(facts["n"]))


# How many of what is lacking; where it is below nothing, so many are too many.
LACKING: Mapping[str, Lack] = {
    "price.short": ("need.ap", less("price", "raise")),
    **dict.fromkeys(("pulsar.move-ends", "pulsar.keep"), ("need.ap", less("price", "left"))),
    "monster.ap": ("need.monster-ap", less("price", "n")),
    "ransom.price": ("need.credits", less("price", "credits")),
    "beam.aboard": ("need.aboard", less("said", "n")),
    "beam.here": ("need.robots", less("said", "n")),
    "beam.nobody": ("need.robots", lambda facts: max(1, number(facts["said"]))),
    "walk.nobody": ("need.robots", lambda facts: 1),
    **dict.fromkeys(("round.none", "round.held"), ("need.planets", _to_come)),
    **dict.fromkeys(
        ("points.track", "points.number", "hand.number", "faction.number"), ("need.more", less("n", "said"))
    ),
    **dict.fromkeys(("begin.completed-number", "begin.keep", "draw.number"), ("need.more", less("n", "said"))),
    "bid.short": ("need.credits", less("said", "n")),
    "ransom.held": ("need.more", lambda facts: less("n", "said")(facts) if facts["n"] else 0),  # nobody: nothing helps
}
NEEDS: Mapping[str, str] = {
    **dict.fromkeys(("place.kept", "moon.kept"), "need.sector"),
    "place.turned": "need.edges",
    "place.faced": "need.nebula",
    "place.alone": "need.beside",
    **dict.fromkeys(("moon.none", "moon.planned"), "need.planet"),
    "nebula.extend": "need.extended",
    "sector.finish": "need.finished",
    "robots.held": "need.gone",
    **dict.fromkeys(("robots.cluster", "robots.sector"), "need.beamed-up"),
    "walk.nanotech": "need.walker",
    "walk.one": "need.same-robot",
    "bomb.built": "need.bomb",
    "bomb.monster": "need.ship",
    "bomb.planet": "need.ship-planet",
    "jump.no-warp": "need.warp",
    "move.no-tile": "need.tile",
    "card.slots": "need.slot",
    "planet.unfinished": "need.sectors",
    "site.open": "need.closed",
    "eat.moon-first": "need.moon-first",
    "monster.new": "need.later-turn",
    "monster.acted": "need.later-turn",
    "monster.must": "need.spent",
    **dict.fromkeys(("pulsar.end", "pulsar.must-leave"), "need.way-off"),
    "pulsar.robot": "need.robot-away",
    **dict.fromkeys(("draw.none-left", "draw.planets", "card.copies", "hand.copies", "faction.twice"), "need.told"),
}
