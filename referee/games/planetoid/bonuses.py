"""Shipping with several players: tiles are saved, and what one shipment matches wins bonuses [T-601 to T-609]."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.ask import Ask, Play
from referee.games.planetoid.events import Claim, Peek, Ship
from referee.games.planetoid.matching import Need, feasible, servings
from referee.games.planetoid.position import Position
from referee.games.planetoid.upkeep import check_install, install
from referee.text import Text
from referee.verdict import Objection, broken, disputed, waivable

SHIPPED, TAKEN = "tile.saved", "bonus.taken"  # what lies face-down [T-005]: entries with these keys are not shown


def printed(bonus: str) -> str:
    """The bonus as its box names it: of two boxes the second copy of `b01` is called `b01.2`."""
    return bonus.partition(".")[0]


def display(pos: Position) -> Mapping[str, Need]:
    """The bonuses that can still be won, and what they ask for [T-604]."""
    left = (bonus for bonus in pos.jobs if bonus not in pos.taken)
    return {bonus: pos.kit.bonuses[printed(bonus)].wants for bonus in left}


def won(pos: Position, who: str) -> tuple[str, ...]:
    """The bonuses that a player has taken."""
    return tuple(bonus for bonus, owner in pos.taken.items() if owner == who)


def sets(pos: Position, moved: Sequence[str]) -> tuple[frozenset[str], ...]:
    """Every set of bonuses that these tiles can win together [T-609]."""
    return feasible(display(pos), moved, pos.kit.values)


def choices(pos: Position, moved: Sequence[str]) -> tuple[frozenset[str], ...]:
    """The sets that may be taken: by a reading of A-14, those of the most bonuses only."""
    possible = sets(pos, moved)
    most = max(map(len, possible), default=0)
    return tuple(names for names in possible if pos.reading("claim") != "maximum" or len(names) == most)


# -- checks ------------------------------------------------------------------


def check_ship(pos: Position, event: Ship) -> Iterator[Objection]:
    """[T-210, T-407 to T-409] Which tiles leave storage; where they go is no question here."""
    system = pos.kit.systems.get(event.system)
    rule, stored = system.rule if system else "T-210", pos.stored(event.who)
    said = Counter(kind for kind, _ in event.loads)
    for kind, n in (said - stored).items():
        yield broken(rule, "ship.not-stored", kind=kind, short=n, stored=stored[kind])
    if said - stored and pos.holding(event.who, "saved "):  # whether it lies there is not told
        yield broken("T-211", "ship.stay-saved")
    for kind, to in event.loads:
        if to:
            yield broken("T-211", "ship.no-jobs", kind=kind, job=to)
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
    if event.claims and not _winning(pos, event.system):
        yield disputed("T-608", "claim.basic-only", "A-21", False, system=event.system)
    elif event.claims:
        there = Counter(moved(pos, event)) & pos.stored(event.who)
        yield from _check_claims(pos, event.claims, tuple(there.elements()), pos.holding(event.who, "saved ").total())


def advise_ship(pos: Position, event: Ship) -> Iterator[Text]:
    """[A-13] A ship system that ships nothing, and installs nothing, is allowed."""
    if not moved(pos, event) and not event.install:
        yield Text("advice.ship-nothing", {"system": event.system})


def check_claim(pos: Position, event: Claim) -> Iterator[Objection]:
    """[T-601 to T-606, T-609, A-14] A set that the tiles just shipped can win; what these are, no refusal tells."""
    _, who, tiles, _ = pos.agenda[0]
    yield from _check_claims(pos, event.bonuses, tiles, pos.holding(who, "saved ").total() - len(tiles))


def _check_claims(pos: Position, claims: Sequence[str], tiles: Sequence[str], earlier: int) -> Iterator[Objection]:
    said = [bonus for bonus in claims if bonus != "none"]
    possible = sets(pos, tiles)
    objections = [found for bonus in dict.fromkeys(said) for found in _check_one(pos, bonus, tiles, earlier)]
    yield from objections
    if len(set(said)) < len(said):
        yield broken("T-604", "claim.twice")
    if not objections and said and frozenset(said) not in possible:
        yield broken("T-609", "claim.too-many", bonuses=tuple(said))
        yield broken("T-602", "claim.one-each", bonuses=tuple(said))
    most = max(map(len, possible), default=0)
    reading = pos.reading("claim")
    if most and not said:
        yield disputed("T-609", "claim.none", "A-14", reading == "optional")
    elif reading == "maximum" and not objections and 0 < len(set(said)) < most:
        yield disputed("T-609", "claim.fewer", "A-14", False, most=most)


def _check_one(pos: Position, bonus: str, tiles: Sequence[str], earlier: int) -> Iterator[Objection]:
    """Whether one bonus can be won by these tiles alone; of what was shipped `earlier`, only the number is told."""
    if bonus in pos.taken:
        yield broken("T-604", "claim.taken", bonus=bonus)
    elif bonus not in pos.jobs:
        yield broken("T-604", "claim.unknown", bonus=bonus, bonuses=tuple(display(pos)))
    elif not _meets(pos, bonus, tiles):
        yield broken("T-606", "claim.lacks", bonus=bonus)
        if earlier:
            yield broken("T-601", "claim.earlier", bonus=bonus)


def check_peek(pos: Position, event: Peek) -> Iterator[Objection]:
    """[T-005, A-34] What others have saved lies face-down until scoring; whether one's own does is not ruled."""
    whose = event.whose or event.who
    if whose not in pos.names:
        yield broken("T-001", "peek.nobody", who=whose)
    elif not (pos.alone or pos.scoring):
        if whose != event.who:
            yield broken("T-005", "peek.others", who=whose)
        else:
            yield disputed("T-005", "peek.own", "A-34", pos.reading("peek_own") == "yes")


def _meets(pos: Position, bonus: str, tiles: Sequence[str]) -> bool:
    return any(True for _ in servings(display(pos)[bonus], tuple(sorted(tiles)), pos.kit.values))


def _named(possible: Sequence[frozenset[str]]) -> tuple[str, ...]:
    return tuple(" ".join(sorted(names)) for names in possible)


def _winning(pos: Position, system: str) -> bool:
    """[T-608, A-21] Whether what this ships can win bonuses: Ship of the basic rules, and ship systems like it."""
    return system == "ship" or pos.reading("A-21") == "yes"


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
        pos = pos.change(event.who, f"stored {kind}", -1, "T-211", SHIPPED, tile=kind)
        pos = pos.change(event.who, f"saved {kind}", 1, "T-211", SHIPPED, tile=kind)
    pos = pos.happen(f"{event.who} ships {len(tiles)}", "T-211", "ship.saved", who=event.who, n=len(tiles))
    if event.install:
        pos = install(pos, event.who, event.install)
    return pos.push(("claim", event.who, tiles, event.claims)) if tiles and _winning(pos, event.system) else pos


def take(pos: Position, who: str, bonuses: Sequence[str]) -> Position:
    """[T-603, T-605] The bonuses lie face-down by their owner."""
    for bonus in bonuses:
        pos = pos.put(taken={**pos.taken, bonus: who})
        pos = pos.happen(f"{who} bonuses {bonus}", "T-605", TAKEN, who=who, bonus=bonus)
    return pos


def claim(pos: Position, event: Claim) -> Position:
    """The bonuses named are taken."""
    return take(pos, event.who, [bonus for bonus in event.bonuses if bonus != "none"]).pop()


# -- procedure ------------------------------------------------------------------


def claiming(pos: Position) -> Play:
    """[T-609] The player picks a set that the shipment can win; one that leaves no choice is taken.

    The sets are the answers; the question, which may be read later, does not name them.
    """
    _, who, tiles, said = pos.agenda[0]
    taken = _settled(pos, tiles, said)
    if taken is not None:
        return take(pos, who, taken).pop()
    text = Text("ask.claim", {"who": who, "n": len(tiles)})
    return (yield Ask("T-609", (who,), (Claim,), pos, text, _named(choices(pos, tiles)), "claim"))


def _settled(pos: Position, tiles: Sequence[str], said: Sequence[str]) -> tuple[str, ...] | None:
    """The bonuses that a shipment takes without a question, perhaps none; None if there is a choice."""
    possible = choices(pos, tiles)
    if said or not possible:
        return tuple(bonus for bonus in said if bonus != "none")
    return tuple(sorted(possible[0])) if len(possible) == 1 and pos.reading("claim") != "optional" else None


def taking(pos: Position, event: Ship | Claim) -> tuple[str, ...]:
    """What everybody sees leaving the display as it is said; from then on it lies face-down [T-605]."""
    if isinstance(event, Claim):
        return tuple(bonus for bonus in event.bonuses if bonus != "none")
    tiles = moved(pos, event)
    return _settled(pos, tiles, event.claims) or () if tiles and _winning(pos, event.system) else ()
