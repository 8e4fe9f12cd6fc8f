"""Set-up, in the order of the rulebook: alone or with others, with aliens or without [3.1, 3.3, 3.6 to 3.9]."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.ask import TABLE, Ask, Play
from referee.games.planetoid import geometry
from referee.games.planetoid.census import no_space
from referee.games.planetoid.drilling import see
from referee.games.planetoid.events import Draw, Origin
from referee.games.planetoid.kit import CATEGORIES, COLOURS, Kit, kept
from referee.games.planetoid.matching import Need
from referee.games.planetoid.position import FACE_DOWN, NONE, Options, Position
from referee.games.planetoid.readings import SETUP
from referee.games.planetoid.solo import faces, told, untold
from referee.position import Player
from referee.remarks import Ruling, Teach
from referee.text import Text
from referee.undecided import undecided
from referee.verdict import BOX, COUNT, UNKNOWN, Objection, broken, disputed

ROWS = {
    "pool": "T-108",
    "origin": "T-803",
    "deck": "T-807",
    "solo-card": "T-808",
    "jobs": "T-809",
    "numbers": "T-106",
    "bonuses": "T-103",
}
ABILITIES = (
    "teach ability A front top Beacon energy 1 does move-alien",
    'teach ability A front bottom Overhaul diamond 1 text "as the card says"',
)


def steps(options: Options) -> tuple[str, ...]:
    """The steps of the set-up, in order: what the rules, the aliens and the number of players ask for."""
    asked = ["readings", "board"]
    asked += [] if options.aliens == "solo" else ["numbers"]
    asked += [] if options.rules == "basic" else ["pool"]
    asked += ["origin", "first-tiles", "origin-card", "deck"] if options.aliens != "none" else []
    asked += ["solo-card", "jobs"] if options.aliens == "solo" else ["bonuses"]
    return (*asked, "round")


def begun(pos: Position) -> bool:
    """Whether the table is laid out [T-106]: the last step of the set-up is done."""
    return (steps(pos.options)[-2],) not in pos.agenda


def plays(pos: Position, who: str) -> bool:
    """[T-106, T-001] Whether a player has turns: once the table is laid out, until they leave."""
    return who in pos.order and begun(pos)


def start(kit: Kit, players: tuple[Player, ...], options: Options, house: Mapping[str, Any]) -> Position:
    """The empty table, with the set-up still to be done; start values are entries like all changes [T-107, T-802]."""
    pos = Position(
        kit=kit,
        players=players,
        house=house,
        options=options,
        agenda=tuple((step,) for step in steps(options)),
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
        order=tuple(player.name for player in players),
        taken={},
        drilled=(),
        trigger="",
        majors=(),
        secrets={},
        scoring=False,
    )
    if len(players) == 1 and options.aliens != "solo":
        pos = pos.happen("one player", "T-001", "setup.one-player")
    return _damaged(pos, "T-802") if options.aliens == "solo" else pos


def _damaged(pos: Position, rule: str) -> Position:
    """[T-802, A-50] The bottom system of each category begins damaged; in Danger by a reading of A-39."""
    for who in pos.names:
        for system in (system.name for system in pos.kit.systems.values() if system.bottom):
            pos = pos.change(who, f"damage {system}", 1, rule, "damage.start", system=system)
    return pos


def untaught(kit: Kit, options: Options) -> Iterator[str]:
    """What of the box the referee cannot deal, or a player choose, because the table has not told it (all of it)."""
    alone, aliens = options.aliens == "solo", options.aliens != "none"
    bonuses = len(kit.jobs if alone else kit.bonuses)
    whole = any(not tuple(untold(kit, "", card, side)) for card, side in faces(kit))
    known = {
        "board": kit.boards.keys() >= set(options.board.split("+")),
        "origin-card": not aliens or kit.origin_card.keys() >= set(COLOURS),
        "spawn": not aliens or _knows_deck(kit),
        "bonus": bonuses >= kit.limits["box_jobs"],
        "ability": not alone or whole,
    }
    yield from (what for what, is_known in known.items() if not is_known)


# -- checks ------------------------------------------------------------------


def check_origin(pos: Position, event: Origin) -> Iterator[Objection]:
    """[T-803] The middle of an outside edge; where the map has none, a space of that edge, named by the table."""
    if not event.inward:
        part, edge = lying(pos, event.at)
        if part is None:
            yield broken("T-803", "origin.which-board", edge=edge)
        elif geometry.edge_middle(part, edge) is None:
            yield Objection("T-803", "origin.no-middle", {"edge": event.at}, basis=UNKNOWN)
    elif event.at not in pos.tiles:
        yield no_space(pos, event.at)
    else:
        yield from _check_named_origin(pos, event.at, geometry.edge_behind(event.inward))


def lying(pos: Position, said: str) -> tuple[geometry.Board | None, str]:
    """The board and the edge of `E`, or of `2:E` where two boards lie on the table; no board if none was named."""
    which, _, edge = said.rpartition(":")
    parts = pos.board.parts
    if not parts:
        return (None if which else pos.board), edge
    return (parts[int(which) - 1] if which in ("1", "2") else None), edge


def _check_named_origin(pos: Position, space: str, edge: str) -> Iterator[Objection]:
    which = geometry.board_of(space)
    part = pos.board.parts[int(which[0]) - 1] if which else pos.board
    middle, near = geometry.edge_middle(part, edge), len(pos.board.around[space])
    if middle and middle != space:
        yield broken("T-803", "origin.not-middle", space=space, edge=edge, middle=middle)
    elif not geometry.outermost(pos.board, space, edge):
        yield broken("T-803", "origin.inside", space=space, edge=edge)
    elif near != pos.kit.limits["start_tiles"]:
        yield broken("T-803", "origin.neighbours", space=space, n=near)


def is_due(ask: Ask, what: str) -> bool:
    """Whether these components are asked for, or are still to be told by the table, which does so in any order."""
    pos: Position = ask.pos
    later = {"pool", "jobs", "bonuses", "numbers", *(() if _knows_deck(pos.kit) else ("deck",))}
    return what in ask.about or (ask.who == (TABLE,) and what in later and (what,) in pos.agenda)


def row(pos: Position, event: object) -> str:
    """The row that asks for what an event of the set-up tells; "" if it is none of the set-up."""
    return ROWS["origin"] if isinstance(event, Origin) else asking(pos, event.what) if isinstance(event, Draw) else ""


def asking(pos: Position, what: str) -> str:
    """The row that asks for what is drawn; two boxes have rows of their own [T-1033, T-1034]."""
    if what == "numbers" and pos.options.majors == "yes":
        return "T-1034"
    return "T-1033" if what == "bonuses" and len(pos.sets) > 1 else ROWS[what]


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
        yield broken("T-801" if pos.alone else "T-108", "pool.twice", system=name)
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


def _check_bonuses(pos: Position, event: Draw) -> Iterator[Objection]:
    """[T-103, T-1033] Eight shipping bonuses from each box, which has each of them once."""
    boxes, rule = len(pos.sets), asking(pos, "bonuses")
    yield from _check_display(pos, len(event.names), boxes)
    for name, n in Counter(event.names).items():
        if n > boxes:
            yield Objection(rule, "bonuses.twice", {"bonus": name}, basis=BOX)
        if name not in pos.kit.bonuses:
            yield Objection(rule, "bonuses.unknown", {"bonus": name}, basis=UNKNOWN)
    if pos.options.board == "moon" and pos.reading("moon_bonuses") == "redraw":
        for name in out_of_reach(pos, event.names):
            yield disputed("T-1014", "bonuses.out-of-reach", "A-36", False, bonus=name)


def _check_display(pos: Position, said: int, boxes: int) -> Iterator[Objection]:
    """How many shipping bonuses are in play; in a mixture that no variant settles the table may say [A-51]."""
    wanted = boxes * pos.kit.limits["display"]
    if said == wanted:
        return
    if boxes == 1 or pos.options.majors == "yes":
        yield broken("T-103" if boxes == 1 else "T-1033", "bonuses.number", said=said, wanted=wanted)
    else:
        asked = 0 < said < wanted and pos.reading("A-51") == "ask"
        yield disputed("T-1040", "bonuses.number", "A-51", asked, said=said, wanted=wanted)


def out_of_reach(pos: Position, names: Sequence[str]) -> tuple[str, ...]:
    """[T-1014] Bonuses that ask for a kind of which this game has no tiles, or for more kinds than it has."""
    known = (name for name in dict.fromkeys(names) if name in pos.kit.bonuses)
    return tuple(name for name in known if _lacks_kinds(pos, pos.kit.bonuses[name].wants))


def _lacks_kinds(pos: Position, wants: Need) -> bool:
    there = {kind for kind, n in pos.counts.items() if n}
    return not there.issuperset(wants.kinds) or max(wants.different, default=0) > len(there)


def _check_numbers(pos: Position, event: Draw) -> Iterator[Objection]:
    """[T-106, T-1034] A number tile for everybody: different ones; of two boxes, both ones among them."""
    holders, numbers, players = event.names[::2], event.names[1::2], drawing(pos)
    again = len(pos.agenda[0]) > 1
    rule = asking(pos, "numbers")
    if len(holders) != len(numbers) or sorted(holders) != sorted(players) or not set(numbers) <= set("1234"):
        yield broken(rule, "numbers.each", players=players)
    elif again:
        if sorted(numbers) != ["1", "2"]:
            yield broken(rule, "numbers.redraw", players=players)
    elif pos.options.majors == "yes":
        yield from _check_two_sets(Counter(numbers))
    elif len(set(numbers)) < len(numbers):
        yield broken(rule, "numbers.different")
    elif "1" not in numbers:
        yield disputed(rule, "numbers.no-one", "A-04", pos.reading("A-04") == "lowest")


def _check_two_sets(held: Mapping[str, int]) -> Iterator[Objection]:
    """[T-1034] Both ones are among the tiles of two boxes, and no number is there more than twice."""
    if held.get("1", 0) < 2:
        yield broken("T-1034", "numbers.both-ones")
    for number, n in held.items():
        if n > 2:
            yield Objection("T-1034", "numbers.twice", {"number": number}, basis=BOX)


def drawing(pos: Position) -> tuple[str, ...]:
    """Who draws a number tile: everybody in the game, or the two with a one once more."""
    again = pos.agenda[0][1:]
    return tuple(who for who in (again[0] if again else pos.names) if who in pos.order)


_CHECKS = {
    "pool": _check_pool,
    "jobs": _check_jobs,
    "solo-card": _check_solo_card,
    "deck": _check_deck,
    "bonuses": _check_bonuses,
    "numbers": _check_numbers,
}


# -- effects ------------------------------------------------------------------


def lay_origin(pos: Position, event: Origin) -> Position:
    """[T-803] The origin card lies there."""
    return pos.put(origin=_origin(pos, event)).pop()


def _origin(pos: Position, event: Origin) -> tuple[str, str]:
    """The origin space and the edge where the card lies."""
    if event.inward:
        return event.at, geometry.edge_behind(event.inward)
    part, edge = lying(pos, event.at)
    return geometry.edge_middle(part or pos.board, edge) or "", edge


def advise_origin(pos: Position, event: Origin) -> Iterator[Text]:
    """[Q-27] Seen from there, spaces round a gap in the board may be farther than rows and columns say."""
    seen = geometry.seen_from(pos.board.outline, *_origin(pos, event), str(pos.reading("distance")))
    if bent := tuple(space for space, at in seen.items() if at.steps != abs(at.depth) + abs(at.right)):
        yield Text("advice.bent", {"spaces": bent})


def lay_out(pos: Position) -> Position:
    """[T-101, T-102] A face-down tile on every printed space; so many are left over."""
    spaces = pos.board.spaces
    aside = sum(pos.counts.values()) - len(spaces)
    pos = pos.put(tiles=dict.fromkeys(spaces, FACE_DOWN))
    return pos.happen(f"{aside} tiles aside", "T-102", "setup.aside", spaces=len(spaces), aside=aside)


def draw(pos: Position, event: Draw) -> Position:
    """The components lie on the table, and are not asked for any more."""
    pos = pos.put(agenda=tuple(frame for frame in pos.agenda if frame[0] != event.what))
    if event.what == "pool":
        return pos.put(pool=dict.fromkeys(event.names, len(pos.order)))
    if event.what == "jobs":
        return pos.put(jobs=event.names)
    if event.what == "bonuses":
        return _display(pos, event.names)
    if event.what == "numbers":
        return _first(pos, event.names)
    if event.what == "solo-card":
        return pos.put(card=(event.names[0], event.names[1]))
    return pos.put(deck=0 if event.names[0] == "?" else int(event.names[0]))


def _display(pos: Position, names: Sequence[str]) -> Position:
    """[T-103] The bonuses lie on display; a second copy of one is told apart by its name."""
    labels = tuple(name if name not in names[:n] else f"{name}.2" for n, name in enumerate(names))
    if impossible := out_of_reach(pos, names):
        pos = pos.happen("out of reach", "T-1014", "bonuses.impossible", bonuses=impossible)
    return pos.put(jobs=labels)


def _first(pos: Position, said: Sequence[str]) -> Position:
    """[T-106, T-1034] Whoever holds the lowest number begins [A-04]; the two ones of two boxes are drawn again."""
    numbers = dict(zip(said[::2], said[1::2], strict=True))
    ones = tuple(who for who, number in numbers.items() if number == "1")
    return pos.push(("numbers", ones)) if len(ones) > 1 else begins(pos, min(numbers, key=lambda who: numbers[who]))


def begins(pos: Position, first: str) -> Position:
    """[T-106] This player begins; the others follow clockwise."""
    at = pos.order.index(first)
    pos = pos.put(order=(*pos.order[at:], *pos.order[:at]))
    return pos.happen(f"{first} begins", "T-106", "setup.first", who=first)


# -- procedure ------------------------------------------------------------------


def readings(pos: Position) -> Play:
    """[P-07, T-107] What the set-up itself rests on is settled first; then come batteries, and damage in Danger."""
    rows = SETUP | ({"T-1021"} if pos.options.difficulty == "custom" else set())
    while due := next((ruling for ruling in undecided(pos) if not rows.isdisjoint(ruling.touches)), None):
        tell = tuple(f"ruling {due.id} {reading}" for reading in due.coded or due.readings)
        text = Text("ask.reading", {"ruling": due.id, "question": due.question, "tell": tell})
        pos = yield Ask(due.id, (TABLE,), (Ruling, Draw), pos, text, tell=tell)
    for who in pos.names:
        pos = pos.change(who, "battery", int(pos.reading("start_battery")), "T-107", "battery.start")
    damaged = pos.options.aliens == "danger" and pos.reading("danger_start_damage") == "yes"
    return (_damaged(pos, "A-39") if damaged else pos).pop()


def board(pos: Position) -> Play:
    """[T-101, T-102] Every printed space gets a face-down tile; the rest is set aside unseen."""
    for which in pos.options.board.split("+"):
        if which not in pos.kit.boards:
            tell = (f"teach board {which} --###--/-#####-/--###--",)
            text = Text("ask.board", {"tell": tell})
            return (yield Ask("P-04", (TABLE,), (Teach, Draw), pos, text, (which,), "board", tell))
    return lay_out(pos).pop()


def numbers(pos: Position) -> Play:
    """[P-03, F-02] Which number tile did everybody draw?"""
    players, again = drawing(pos), len(pos.agenda[0]) > 1
    if again and len(players) == 1:  # the other one has left
        return begins(pos.pop(), players[0])
    text = Text("ask.redraw" if again else "ask.numbers", {"players": players})
    return (yield Ask(asking(pos, "numbers"), (TABLE,), (Draw,), pos, text, ("numbers",), f"numbers of {len(players)}"))


def bonuses(pos: Position) -> Play:
    """[P-05, F-03, T-103, T-1033] Which shipping bonuses were drawn?"""
    text = Text("ask.bonuses", {"n": len(pos.sets) * pos.kit.limits["display"]})
    return (yield Ask(asking(pos, "bonuses"), (TABLE,), (Draw,), pos, text, ("bonuses",), "bonuses"))


def pool(pos: Position) -> Play:
    """[V-01] Which four additional systems were drawn?"""
    text = Text("ask.pool", {"systems": pos.kit.additional})
    return (yield Ask("T-108", (TABLE,), (Draw,), pos, text, ("pool",), "pool"))


def origin(pos: Position) -> Play:
    """[S-02] Where does the origin card lie?"""
    edges = origin_edges(pos.board)
    who = pos.names[0] if pos.alone else TABLE
    text = Text("ask.origin" if pos.alone else "ask.origin-together", {"who": who, "edges": edges})
    return (yield Ask("T-803", (who,), (Origin,), pos, text, ("origin",)))


def origin_edges(board: geometry.Board) -> tuple[str, ...]:
    """The edges that have a middle, as they are said: of two boards `1:E`, `2:N`."""
    parts = [("", board)] if not board.parts else [(f"{n}:", part) for n, part in enumerate(board.parts, 1)]
    return tuple(f"{mark}{edge}" for mark, part in parts for edge in geometry.EDGES if geometry.edge_middle(part, edge))


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
    who, sides = pos.names[0], faces(pos.kit)
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
