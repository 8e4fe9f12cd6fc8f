"""Set-up of a game against the aliens [3.1, S-01 to S-10, T-801 to T-809]."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from referee.ask import TABLE, Ask, Play
from referee.games.planetoid import geometry
from referee.games.planetoid.census import no_space
from referee.games.planetoid.drilling import see
from referee.games.planetoid.events import Draw, Origin
from referee.games.planetoid.kit import CATEGORIES, COLOURS, Kit, kept
from referee.games.planetoid.position import FACE_DOWN, NONE, Options, Position
from referee.games.planetoid.readings import SETUP, undecided
from referee.games.planetoid.solo import told, untold
from referee.position import Player
from referee.remarks import Ruling, Teach
from referee.text import Text
from referee.verdict import BOX, COUNT, UNKNOWN, Objection, broken

ROWS = {"pool": "T-108", "origin": "T-803", "deck": "T-807", "solo-card": "T-808", "jobs": "T-809"}
ABILITIES = (
    "teach ability A front top Beacon energy 1 does move-alien",
    'teach ability A front bottom Overhaul diamond 1 text "as the card says"',
)
STEPS = ("readings", "board", "pool", "origin", "first-tiles", "origin-card", "deck", "solo-card", "jobs", "round")


def start(kit: Kit, players: tuple[Player, ...], options: Options, house: Mapping[str, Any]) -> Position:
    """The empty table, with the set-up still to be done; start values are entries like all changes [T-107, T-802]."""
    pos = Position(
        kit=kit,
        players=players,
        house=house,
        options=options,
        agenda=tuple((step,) for step in STEPS),
        tiles={},
        aliens={},
        origin=("", ""),
        side="pink",
        pool={},
        installed={},
        used=frozenset(),
        fresh=frozenset(),
        jobs=(),
        card=("", ""),
        deck=0,
        drawn=(),
        shuffles=0,
        turn=0,
        result="",
    )
    who = players[0].name
    for system in kit.systems.values():
        if system.bottom:
            pos = pos.change(who, f"damage {system.name}", 1, "T-802", "damage.start", system=system.name)
    return pos


# -- checks ------------------------------------------------------------------


def check_origin(pos: Position, event: Origin) -> Iterator[Objection]:
    """[T-803] The middle of an outside edge; where the map has none, a space of that edge, named by the table."""
    if not event.inward:
        if geometry.edge_middle(pos.board, event.at) is None:
            yield Objection("T-803", "origin.no-middle", {"edge": event.at}, basis=UNKNOWN)
    elif event.at not in pos.tiles:
        yield no_space(event.at)
    else:
        yield from _check_named_origin(pos, event.at, geometry.edge_behind(event.inward))


def _check_named_origin(pos: Position, space: str, edge: str) -> Iterator[Objection]:
    middle, near = geometry.edge_middle(pos.board, edge), len(pos.board.around[space])
    if middle and middle != space:
        yield broken("T-803", "origin.not-middle", space=space, edge=edge, middle=middle)
    elif not geometry.outermost(pos.board, space, edge):
        yield broken("T-803", "origin.inside", space=space, edge=edge)
    elif near != pos.kit.limits["start_tiles"]:
        yield broken("T-803", "origin.neighbours", space=space, n=near)


def is_due(ask: Ask, what: str) -> bool:
    """Whether these components are asked for, or are still to be told by the table, which does so in any order."""
    pos: Position = ask.pos
    later = {"pool", "jobs", *(() if _knows_deck(pos.kit) else ("deck",))}
    return what in ask.about or (ask.who == (TABLE,) and what in later and (what,) in pos.agenda)


def row(event: object) -> str:
    """The row that asks for what an event of the set-up tells; "" if it is none of the set-up."""
    return ROWS["origin"] if isinstance(event, Origin) else ROWS[event.what] if isinstance(event, Draw) else ""


def check_draw(pos: Position, event: Draw) -> Iterator[Objection]:
    """What was drawn or chosen must be in the box, and as many as the rules say."""
    yield from _CHECKS[event.what](pos, event)


def _twice(event: Draw) -> Iterator[str]:
    return (name for name, n in Counter(event.names).items() if n > 1)


def _check_pool(pos: Position, event: Draw) -> Iterator[Objection]:
    """[T-108, T-801] One kind from each category, and alone one copy of it.

    No rulebook prints the categories: four kinds that seem to be of fewer are held until somebody looks at them [A-05].
    """
    systems = pos.kit.systems
    for name in _twice(event):
        yield broken("T-801", "pool.twice", system=name)
    for name in event.names:
        if name not in pos.kit.additional:
            yield broken("T-108", "pool.unknown", system=name, systems=pos.kit.additional)
    known = [systems[name] for name in dict.fromkeys(event.names) if name in pos.kit.additional]
    drawn = Counter(systems[name].category for name in event.names if name in pos.kit.additional)
    guessed = [s.name for s in known if drawn[s.category] > 1 and not s.verified]
    if guessed and len(known) == len(event.names) == len(CATEGORIES):
        yield Objection("T-108", "pool.guessed", {"systems": tuple(guessed), "system": guessed[-1]}, basis=UNKNOWN)
        return
    for category in CATEGORIES:
        if drawn[category] != 1:
            yield broken("T-108", "pool.category", category=category, n=drawn[category])


def _check_jobs(pos: Position, event: Draw) -> Iterator[Objection]:
    """[T-809] As many shipping bonuses as the difficulty says, all of this box, which has each of them once."""
    for name in _twice(event):
        yield Objection("T-809", "jobs.twice", {"job": name}, basis=BOX)
    if len(event.names) != pos.options.jobs:
        yield broken("T-809", "jobs.number", said=len(event.names), wanted=pos.options.jobs)
    for name in event.names:
        if name not in pos.kit.jobs:
            yield Objection("T-809", "jobs.unknown", {"job": name}, basis=UNKNOWN)


def _check_solo_card(pos: Position, event: Draw) -> Iterator[Objection]:
    """[T-808] One card of the box, one side up."""
    if len(event.names) != 2 or event.names[1] not in ("front", "back"):
        yield broken("T-808", "solo-card.form", said=event.names)
    else:
        yield from untold(pos.kit, "T-808", *event.names)


def _check_deck(pos: Position, event: Draw) -> Iterator[Objection]:
    """[T-807] How many spawn cards the difficulty leaves; `?` if nobody counts them."""
    said, limit = event.names, pos.kit.limits["spawn_cards"]
    if len(said) != 1 or not (said[0] == "?" or (said[0].isdecimal() and 1 <= int(said[0]) <= limit)):
        yield Objection("T-807", "deck.number", {"limit": limit}, basis=COUNT)


_CHECKS = {"pool": _check_pool, "jobs": _check_jobs, "solo-card": _check_solo_card, "deck": _check_deck}


# -- effects ------------------------------------------------------------------


def lay_origin(pos: Position, event: Origin) -> Position:
    """[T-803] The origin card lies there."""
    return pos.put(origin=_origin(pos, event)).pop()


def _origin(pos: Position, event: Origin) -> tuple[str, str]:
    """The origin space and the edge where the card lies."""
    if event.inward:
        return event.at, geometry.edge_behind(event.inward)
    return geometry.edge_middle(pos.board, event.at) or "", event.at


def advise_origin(pos: Position, event: Origin) -> Iterator[Text]:
    """[Q-27] Seen from there, spaces round a gap in the board may be farther than rows and columns say."""
    seen = geometry.seen_from(pos.board.outline, *_origin(pos, event), str(pos.reading("distance")))
    if bent := tuple(space for space, at in seen.items() if at.steps != abs(at.depth) + abs(at.right)):
        yield Text("advice.bent", {"spaces": bent})


def lay_out(pos: Position) -> Position:
    """[T-101, T-102] A face-down tile on every printed space; so many are left over."""
    spaces = pos.board.spaces
    aside = sum(pos.kit.counts.values()) - len(spaces)
    pos = pos.put(tiles=dict.fromkeys(spaces, FACE_DOWN))
    return pos.happen(f"{aside} tiles aside", "T-102", "setup.aside", spaces=len(spaces), aside=aside)


def draw(pos: Position, event: Draw) -> Position:
    """The components lie on the table, and are not asked for any more."""
    pos = pos.put(agenda=tuple(frame for frame in pos.agenda if frame != (event.what,)))
    if event.what == "pool":
        return pos.put(pool=dict.fromkeys(event.names, len(pos.players)))
    if event.what == "jobs":
        return pos.put(jobs=event.names)
    if event.what == "solo-card":
        return pos.put(card=(event.names[0], event.names[1]))
    return pos.put(deck=0 if event.names[0] == "?" else int(event.names[0]))


# -- procedure ------------------------------------------------------------------


def readings(pos: Position) -> Play:
    """[P-07, T-107] What the set-up itself rests on is settled first; then the batteries hold what they start with."""
    rows = SETUP | ({"T-1021"} if pos.options.difficulty == "custom" else set())
    while due := next((ruling for ruling in undecided(pos) if not rows.isdisjoint(ruling.touches)), None):
        tell = tuple(f"ruling {due.id} {reading}" for reading in due.coded or due.readings)
        text = Text("ask.reading", {"ruling": due.id, "question": due.question, "tell": tell})
        pos = yield Ask(due.id, (TABLE,), (Ruling, Draw), pos, text, tell=tell)
    return pos.change(pos.names[0], "battery", int(pos.reading("start_battery")), "T-107", "battery.start").pop()


def board(pos: Position) -> Play:
    """[T-101, T-102] Every printed space gets a face-down tile; the rest is set aside unseen."""
    which = pos.options.board
    if which not in pos.kit.boards:
        tell = (f"teach board {which} --###--/-#####-/--###--",)
        return (
            yield Ask("P-04", (TABLE,), (Teach, Draw), pos, Text("ask.board", {"tell": tell}), (which,), "board", tell)
        )
    return lay_out(pos).pop()


def pool(pos: Position) -> Play:
    """[V-01] Which four additional systems were drawn?"""
    text = Text("ask.pool", {"systems": pos.kit.additional})
    return (yield Ask("T-108", (TABLE,), (Draw,), pos, text, ("pool",), "pool"))


def origin(pos: Position) -> Play:
    """[S-02] Where does the origin card lie?"""
    edges = tuple(edge for edge in geometry.EDGES if geometry.edge_middle(pos.board, edge))
    who = pos.names[0]
    return (yield Ask("T-803", (who,), (Origin,), pos, Text("ask.origin", {"who": who, "edges": edges}), ("origin",)))


def first_tiles(pos: Position) -> Play:
    """[S-03, S-04, T-804, T-805] That tile opens the aliens' pile; its neighbours are turned up."""
    space = pos.origin[0]
    pos = yield from see(pos, "T-804", (space, *pos.board.around[space]))
    kind = pos.tiles[space]
    pos = pos.put(tiles={**pos.tiles, space: NONE}, aliens={(space, "blue"): 1})
    pos = pos.change("aliens", kind, 1, "T-804", "alien.first-tile", space=space, tile=kind)
    return pos.happen(f"1 blue {space}", "T-805", "alien.first", space=space).pop()


def origin_card(pos: Position) -> Play:
    """[S-08, Q-1] Which colour each side of the origin card names; told once for a box."""
    unknown = tuple(side for side in COLOURS if side not in pos.kit.origin_card)
    if pos.reading("acting_colour") == "ask" and unknown:
        tell = tuple(f"teach origin-card {side} {side} {side}" for side in unknown)
        text = Text("ask.origin-card", {"sides": unknown, "tell": tell[:1]})
        return (yield Ask("Q-1", (TABLE,), (Teach, Draw), pos, text, unknown, "origin-card", tell))
    return pos.pop()


def deck(pos: Position) -> Play:
    """[S-07, T-807] How many spawn cards are left; a box that knows all its cards knows the number."""
    if _knows_deck(pos.kit):
        left = len(kept(pos.kit, pos.options.spawn))
        return pos.put(deck=left).happen(f"{left} spawn cards", "T-807", "setup.deck", n=left).pop()
    return (
        yield Ask("T-807", (TABLE,), (Draw,), pos, Text("ask.deck", {"colours": pos.options.spawn}), ("deck",), "deck")
    )


def _knows_deck(kit: Kit) -> bool:
    return len(kit.spawn) >= kit.limits["spawn_cards"]


def solo_card(pos: Position) -> Play:
    """[S-09, T-808] Which solo card, which side up? What is known of each is said; of none, how it is told."""
    who, sides = pos.names[0], dict.fromkeys((card, side) for card, side, _ in pos.kit.abilities)
    if not sides:
        text = Text("ask.solo-card-untold", {"who": who, "tell": ABILITIES[:1]})
        return (yield Ask("T-808", (who,), (Draw,), pos, text, ("solo-card",), tell=ABILITIES))
    text = Text("ask.solo-card", {"who": who, "cards": tuple(told(pos.kit, card, side) for card, side in sides)})
    return (yield Ask("T-808", (who,), (Draw,), pos, text, ("solo-card",)))


def jobs(pos: Position) -> Play:
    """[S-10, T-809] Which shipping bonuses were drawn?"""
    text, wanted = Text("ask.jobs", {"n": pos.options.jobs}), pos.options.jobs
    tell = () if len(pos.kit.jobs) >= wanted else ("teach bonus b01 solo ruby ruby 9",)
    return (yield Ask("T-809", (TABLE,), (Draw,), pos, text, ("jobs",), "jobs", tell))
