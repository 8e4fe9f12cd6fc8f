"""Shipping with several players: tiles are saved, and what one shipment matches wins bonuses [T-601 to T-609]."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.ask import Ask, Play
from referee.games.planetoid.events import Claim, Ship
from referee.games.planetoid.matching import Need, feasible, servings
from referee.games.planetoid.position import Position
from referee.games.planetoid.upkeep import check_install, install
from referee.text import Text
from referee.verdict import Objection, broken, disputed, waivable

SECRET = "tile.saved"  # what was shipped lies face-down [T-005]: entries with this key are not shown


def printed(bonus: str) -> str:
    """The bonus as its box names it: of two boxes the second copy of `b01` is called `b01.2`."""
    return bonus.partition(".")[0]


def display(pos: Position) -> Mapping[str, Need]:
    """The bonuses that can still be won, and what they ask for [T-604]."""
    left = (bonus for bonus in pos.jobs if bonus not in pos.taken)
    return {bonus: pos.kit.bonuses[printed(bonus)].wants for bonus in left}


def sets(pos: Position, moved: Sequence[str]) -> tuple[frozenset[str], ...]:
    """Every set of bonuses that these tiles can win together [T-609]."""
    return feasible(display(pos), moved, pos.kit.values)


# -- checks ------------------------------------------------------------------


def check_ship(pos: Position, event: Ship) -> Iterator[Objection]:
    """[T-210, T-407 to T-409] Which tiles leave storage; where they go is no question here."""
    system = pos.kit.systems.get(event.system)
    rule, stored = system.rule if system else "T-210", pos.stored(event.who)
    said = Counter(kind for kind, _ in event.loads)
    for kind, n in (said - stored).items():
        yield broken(rule, "ship.not-stored", kind=kind, short=n, stored=stored[kind])
    for kind, to in event.loads:
        if to:
            yield broken("T-801", "ship.no-jobs", kind=kind, job=to)
    if system is None and not said:
        yield disputed("T-210", "ship.nothing", "A-13", pos.reading("empty_ship") == "yes")
    if system and system.amount and said.total() != system.amount:
        refusal = waivable if said.total() > system.amount else broken
        yield refusal(rule, "ship.one", said=said.total(), stored=stored.total())
    if event.system == "ship-all" and said:
        yield from (broken(rule, "ship.all", kind=kind, left=n) for kind, n in (stored - said).items())
    yield from _check_extras(pos, event)


def _check_extras(pos: Position, event: Ship) -> Iterator[Objection]:
    """What is said besides: a system to install, bonuses to take."""
    if event.install and event.system != "return-and-refit":
        yield broken("T-509", "install.how", system=event.system)
    elif event.install:
        yield from check_install(pos, event.who, event.install)
    if event.claims:
        yield from _check_claims(pos, event.who, event.claims, moved(pos, event))


def check_claim(pos: Position, event: Claim) -> Iterator[Objection]:
    """[T-601 to T-606, T-609, A-14] A set that the tiles just shipped can win."""
    yield from _check_claims(pos, event.who, event.bonuses, pos.agenda[0][2])


def _check_claims(pos: Position, who: str, claims: Sequence[str], tiles: Sequence[str]) -> Iterator[Objection]:
    said = [bonus for bonus in claims if bonus != "none"]
    possible = sets(pos, tiles)
    objections = [found for bonus in dict.fromkeys(said) for found in _check_one(pos, who, bonus, tiles)]
    yield from objections
    if not objections and said and frozenset(said) not in possible:
        yield broken("T-609", "claim.too-many", bonuses=tuple(said), tiles=tuple(tiles))
        yield broken("T-602", "claim.one-each", bonuses=tuple(said))
    most = max(map(len, possible), default=0)
    reading = pos.reading("claim")
    if most and not said:
        yield disputed("T-609", "claim.none", "A-14", reading == "optional", bonuses=_named(possible))
    elif reading == "maximum" and not objections and 0 < len(set(said)) < most:
        yield disputed("T-609", "claim.fewer", "A-14", False, most=most)


def _check_one(pos: Position, who: str, bonus: str, tiles: Sequence[str]) -> Iterator[Objection]:
    """Whether one bonus can be won by these tiles alone."""
    if bonus in pos.taken:
        yield broken("T-604", "claim.taken", bonus=bonus)
    elif bonus not in pos.jobs:
        yield broken("T-604", "claim.unknown", bonus=bonus, bonuses=tuple(display(pos)))
    elif not _meets(pos, bonus, tiles):
        yield broken("T-606", "claim.lacks", bonus=bonus, tiles=tuple(tiles))
        if _meets(pos, bonus, (*tiles, *pos.holding(who, "saved ").elements())):
            yield broken("T-601", "claim.earlier", bonus=bonus)


def _meets(pos: Position, bonus: str, tiles: Sequence[str]) -> bool:
    wants = display(pos)[bonus]
    return any(True for _ in servings(wants, tuple(sorted(tiles))[:12], pos.kit.values))


def _named(possible: Sequence[frozenset[str]]) -> tuple[str, ...]:
    return tuple(" ".join(sorted(names)) for names in possible)


# -- effects ------------------------------------------------------------------


def moved(pos: Position, event: Ship) -> tuple[str, ...]:
    """The kinds that a shipment moves; Ship All moves all that is stored [T-408]."""
    if event.system == "ship-all":
        return tuple(pos.stored(event.who).elements())
    return tuple(kind for kind, _ in event.loads)


def ship(pos: Position, event: Ship) -> Position:
    """[T-211] The tiles are saved face-down and never come back; then bonuses may be taken."""
    tiles = moved(pos, event)
    for kind in tiles:
        pos = pos.change(event.who, f"stored {kind}", -1, "T-211", SECRET, tile=kind)
        pos = pos.change(event.who, f"saved {kind}", 1, "T-211", SECRET, tile=kind)
    pos = pos.happen(f"{event.who} ships {len(tiles)}", "T-211", "ship.saved", who=event.who, n=len(tiles))
    if event.install:
        pos = install(pos, event.who, event.install)
    return pos.push(("claim", event.who, tiles, event.claims)) if tiles else pos


def take(pos: Position, who: str, bonuses: Sequence[str]) -> Position:
    """[T-603, T-605] The bonuses lie face-down by their owner."""
    for bonus in bonuses:
        pos = pos.put(taken={**pos.taken, bonus: who})
        pos = pos.happen(f"{who} takes {bonus}", "T-605", "bonus.taken", who=who, bonus=bonus)
    return pos


def claim(pos: Position, event: Claim) -> Position:
    """The bonuses named are taken."""
    return take(pos, event.who, [bonus for bonus in event.bonuses if bonus != "none"]).pop()


# -- procedure ------------------------------------------------------------------


def claiming(pos: Position) -> Play:
    """[T-609] The player picks a set that the shipment can win; one that leaves no choice is taken."""
    _, who, tiles, said = pos.agenda[0]
    possible = sets(pos, tiles)
    if said or not possible:
        return take(pos, who, [bonus for bonus in said if bonus != "none"]).pop()
    if len(possible) == 1 and pos.reading("claim") != "optional":
        return take(pos, who, sorted(possible[0])).pop()
    text = Text("ask.claim", {"who": who, "sets": _named(possible)})
    return (yield Ask("T-609", (who,), (Claim,), pos, text, _named(possible), "claim"))
