"""What counts for a player as the table lies, item by item, as long as it does not stand on the score track."""

from collections.abc import Iterator

from referee.games.planetoid import scoring
from referee.games.planetoid.position import Position
from referee.ledger import Entry


def tally(pos: Position, who: str) -> Iterator[Entry]:
    """[T-820, A-38, T-707] Alone, the tiles that a comparison score counts; with several, what the scoring will count.

    Before it the tiles that are saved are told for nothing, so that whoever may not be told of them sees that [T-005].
    """
    if pos.alone:
        yield from _alone(pos, who)
    elif not pos.scoring:
        for kind in pos.kit.values:
            yield Entry(who, f"saved {kind}", 0, 0, "T-005", "score.tiles", {"what": kind})
    elif not pos.result:
        now = pos.count(who, "points")
        for item in (item for item in scoring.items(pos) if item.who == who):
            now += item.points
            yield Entry(who, "points", item.points, now, item.rule, item.key, {"what": item.what, "each": item.each})


def _alone(pos: Position, who: str) -> Iterator[Entry]:
    """Kind by kind what lies on the bonuses, by a reading on the solo card, and in storage."""
    card = ("card",) if pos.reading("solo_score") == "card" else ()
    lying = [(job, pos.holding(job)) for job in (*pos.jobs, *card)] + [(who, pos.stored(who))]
    now = 0
    for where, tiles in lying:
        for kind, n in tiles.items():
            each = pos.kit.values[kind]
            now += n * each
            facts = {"where": where, "tile": kind, "n": n, "each": each}
            yield Entry(who, "score", n * each, now, "T-820", "score.lying", facts)
