"""Shipping in the solo game: every tile goes to a job, or a diamond to the solo card [T-407 to T-409, T-817, T-818]."""

from collections import Counter
from collections.abc import Iterator, Mapping

from referee.games.planetoid.events import Ship
from referee.games.planetoid.kit import Kit, lacking
from referee.games.planetoid.position import Position
from referee.games.planetoid.upkeep import check_install, install
from referee.text import Text
from referee.verdict import Objection, broken, disputed, waivable

CARD = "card"


# -- jobs ------------------------------------------------------------------


def value(kit: Kit, tiles: Mapping[str, int]) -> int:
    """What tiles are worth together."""
    return sum(kit.values[kind] * n for kind, n in tiles.items())


def done(pos: Position, job: str) -> bool:
    """[T-818] Every symbol has its own tile, and all tiles on the job together reach the number."""
    wants = pos.kit.jobs[job]
    served = all(pos.count(job, kind) >= wants.symbols.count(kind) for kind in wants.symbols)
    return served and value(pos.kit, pos.holding(job)) >= wants.number


def all_done(pos: Position) -> bool:
    """Whether every job of this game is done [T-819 b]."""
    return bool(pos.jobs) and all(done(pos, job) for job in pos.jobs)


def needed(pos: Position, job: str, tiles: Mapping[str, int], kind: str) -> bool:
    """Whether one more tile of the kind brings a job with these tiles on it nearer to its end [A-40]."""
    wants = pos.kit.jobs[job]
    return kind in lacking(wants.symbols, tiles) or value(pos.kit, tiles) < wants.number


# -- checks ------------------------------------------------------------------


def check_ship(pos: Position, event: Ship) -> Iterator[Objection]:
    """[T-407, T-408, T-409] Which tiles leave storage and where each of them goes."""
    rule, stored = pos.kit.systems[event.system].rule, pos.stored(event.who)
    said = Counter(kind for kind, _ in event.loads)
    for kind, n in (said - stored).items():
        yield broken(rule, "ship.not-stored", kind=kind, short=n, stored=stored[kind])
    amount = pos.kit.systems[event.system].amount or said.total()
    if said.total() != amount:
        refusal = waivable if said.total() > amount else broken
        yield refusal(rule, "ship.one", said=said.total(), stored=stored.total())
    if event.system == "ship-all":
        for kind, n in (stored - said).items():
            yield broken(rule, "ship.all", kind=kind, left=n)
    yield from _check_loads(pos, event)
    if event.install and event.system != "return-and-refit":
        yield broken("T-509", "install.how", system=event.system)
    elif event.install:
        yield from check_install(pos, event.who, event.install)


def _check_loads(pos: Position, event: Ship) -> Iterator[Objection]:
    """[T-813, T-817] Every tile to a job of this game, or a diamond to the card while there is room."""
    card = Counter(kind for kind, to in event.loads if to == CARD)
    room = pos.kit.limits["card_diamonds"] - pos.count(CARD, "diamond")
    if card["diamond"] > room:
        yield broken("T-813", "card.full", limit=pos.kit.limits["card_diamonds"])
    for kind in card:
        if kind != "diamond" or not pos.card[0]:
            yield broken("T-813", "card.only-diamonds", kind=kind)
    free = pos.reading("job_overfill") == "free"
    on = {job: pos.holding(job) for job in pos.jobs}
    for kind, job in event.loads:
        if job == CARD:
            continue
        if job not in on:
            yield broken("T-817", "job.none", job=job, jobs=pos.jobs)
            continue
        if not needed(pos, job, on[job], kind):
            yield disputed("T-817", "job.not-needed", "A-40", free, job=job, kind=kind)
        on[job][kind] += 1


def advise_ship(pos: Position, event: Ship) -> Iterator[Text]:
    """[A-13] A ship system that ships nothing, and installs nothing, is allowed."""
    if not event.loads and not event.install and event.system != "quick-ship":
        yield Text("advice.ship-nothing", {"system": event.system})


# -- effects ------------------------------------------------------------------


def ship(pos: Position, event: Ship) -> Position:
    """[T-817] The tiles lie on their jobs for good; a job that this completes is told."""
    before = {job for job in pos.jobs if done(pos, job)}
    for kind, to in event.loads:
        rule = "T-813" if to == CARD else "T-817"
        pos = pos.change(event.who, f"stored {kind}", -1, rule, "tile.shipped", tile=kind, to=to)
        pos = pos.change(to, kind, 1, rule, "tile.shipped", tile=kind, to=to)
    if event.install:
        pos = install(pos, event.who, event.install)
    for job in pos.jobs:
        if job not in before and done(pos, job):
            pos = pos.happen(f"{job} done", "T-818", "job.done", job=job)
    return pos
