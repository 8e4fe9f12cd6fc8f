"""The alien turn: consume, move, draw, flip [T-901 to T-918], in the order of the rulebook."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.ask import TABLE, Ask, Play
from referee.games.planetoid import geometry, growth
from referee.games.planetoid.drilling import see
from referee.games.planetoid.events import Spawn
from referee.games.planetoid.kit import keeps
from referee.games.planetoid.position import FACE_DOWN, NONE, UNKNOWN, Position
from referee.games.planetoid.solo import place, shown
from referee.position import Frame
from referee.text import Facts, Text, Value
from referee.verdict import BOX, Objection, broken

OTHER = {"pink": "blue", "blue": "pink"}
SHOWN = 6  # tiles that the proof of a march names


def alien_turn(pos: Position) -> Position:
    """[T-901] The four steps, in this order; none after the round that ends a game with several players [A-39]."""
    if pos.trigger:
        return pos.pop()
    return pos.pop(*untold(pos), ("consume",), ("march",), ("cards",), ("flip",), ("ends", "turn"))


def untold(pos: Position) -> tuple[Frame, ...]:
    """What must be told before aliens do anything; it still has to be at a table half entered or half taught only."""
    return (*((("origin",),) if not pos.origin[0] else ()), ("origin-card",))


def unread(pos: Position) -> bool:
    """Whether the table goes by an origin card that it has not read: it may have changed its mind just now [Q-1]."""
    return pos.reading("acting_colour") == "ask" and pos.side not in pos.kit.origin_card


# -- 1 consume ------------------------------------------------------------------


def hungry(pos: Position) -> tuple[str, ...]:
    """Spaces where a tile lies under an alien of the colour that consumes, nearest the origin first [T-902, Q-7]."""
    colour, ranks = pos.moving[0], pos.ranks
    spaces = (space for space, c in pos.aliens if c == colour and pos.tiles[space] != NONE)
    return tuple(sorted(spaces, key=ranks.__getitem__))


def consume(pos: Position) -> Play:
    """[T-903] Every acting alien eats the tile it stands on; face-down ones are looked at first [Q-10]."""
    if unread(pos):
        return pos.push(("origin-card",))
    eaten = hungry(pos)
    pos = yield from see(pos, "T-903", eaten, needed=True)
    for space in eaten:
        kind = pos.tiles[space]
        pos = pos.put(tiles={**pos.tiles, space: NONE})
        pos = pos.change("aliens", kind, 1, "T-903", "alien.eats", space=space, tile=kind, colour=pos.moving[0])
    return pos.pop(("exposed", eaten), ("ends", "consume"), ("growth",))


def exposed(pos: Position) -> Play:
    """[T-904] The face-down neighbours of every eaten space are turned up, in origin order."""
    ranks, around = pos.ranks, pos.board.around
    near = {n for space in pos.agenda[0][1] for n in around[space] if pos.tiles[n] == FACE_DOWN}
    pos = yield from see(pos, "T-904", sorted(near, key=ranks.__getitem__))
    return pos.pop()


def pile(pos: Position) -> growth.Pile:
    """The aliens' pile as numbers of tiles by value, from 1 to the dearest."""
    values = pos.kit.values
    eaten = [0] * max(values.values())
    for kind, value in values.items():
        eaten[value - 1] += pos.count("aliens", kind)
    return tuple(eaten)


def grow(pos: Position) -> Position:
    """[T-905] The stacks are counted anew over the whole pile; all three countings are kept [Q-15].

    A group is told as tiles: `2 diamond`, `1 ruby`.
    """
    eaten, rate = pile(pos), pos.options.growth
    found, worth = growth.stacks(eaten, rate), growth.worth(eaten)
    stacks = found.by(str(pos.reading("growth")))
    kinds = {value: kind for kind, value in pos.kit.values.items()}
    groups = tuple(tuple(f"{n} {kinds[value]}" for value, n in Counter(group).items()) for group in found.groups)
    facts: dict[str, Value] = {"value": worth, "rate": rate, "groups": groups, "stacks": stacks}
    facts |= {"cover": found.cover, "exact": found.exact, "floor": found.floor}
    key = "aliens.pile-differs" if found.differ else "aliens.pile" if stacks else "aliens.pile-short"
    pos = pos.happen(f"pile {worth}", "T-905", key, **facts)
    return pos.change(
        "aliens", "stacks", stacks - pos.count("aliens", "stacks"), "T-905", "aliens.stacks", **facts
    ).pop()


# -- 2 move ------------------------------------------------------------------


class Candidate(NamedTuple):
    """A tile that no alien covers: its value (0 face-down) and its steps from the origin."""

    space: str
    tile: str
    value: int
    steps: int


class March(NamedTuple):
    """One alien's way, with what it might have had, in the order of preference, and what put the first there."""

    start: str
    goal: str
    decided: Text
    candidates: tuple[Candidate, ...]


def targets(pos: Position) -> list[str]:
    """Tiles that no alien covers [T-909], by falling value and then in origin order, face-down ones last [T-906].

    Where an alien starts is covered throughout, by either reading of Q-5 [Q-37].
    """
    colour = pos.moving[1]
    own = pos.reading("covered_by") == "own"
    covered = {space for space, c in pos.aliens if not own or c == colour}
    values, tiles = pos.kit.values, pos.tiles
    free = (space for space in pos.ranks if tiles[space] != NONE and space not in covered)
    return sorted(free, key=lambda space: -values.get(tiles[space], 0))


def marches(pos: Position) -> list[March]:
    """[T-906 to T-910] Who goes where: each target in turn gets the nearest acting alien not yet moved."""
    colour, ranks = pos.moving[1], pos.ranks
    movers = sorted((s for (s, c), n in pos.aliens.items() if c == colour for _ in range(n)), key=ranks.__getitem__)
    goals, from_origin = targets(pos), pos.reading("closest_alien") == "origin"
    values, seen = pos.kit.values, pos.seen
    first = goals[: len(movers) + SHOWN]
    shown = tuple(Candidate(s, tile := pos.tiles[s], values.get(tile, 0), seen[s].steps) for s in first)
    found = []
    for n, goal in enumerate(goals[: len(movers)]):
        start = movers.pop(0 if from_origin else _closest(pos, movers, goal))
        decided = Text(f"march.{_decided(pos.tiles, seen, goals[n : n + 2])}")
        found.append(March(start, goal, decided, shown[n : n + SHOWN]))
    return found


def _closest(pos: Position, movers: Sequence[str], goal: str) -> int:
    """Which of the movers, in origin order, is nearest the tile, by a reading of Q-3."""
    away = geometry.steps_from(pos.board.outline, goal, str(pos.reading("distance")))
    return min(range(len(movers)), key=lambda n: away[movers[n]])


def _decided(tiles: Mapping[str, str], seen: Mapping[str, geometry.Seen], goals: Sequence[str]) -> str:
    """What put the first of two goals before the other: the tile's value, or the part of the order that differs."""
    if len(goals) == 1:
        return "only"
    goal, other = goals
    if tiles[goal] != tiles[other]:
        return "value" if tiles[other] != FACE_DOWN else "face-up"
    a, b = seen[goal].key, seen[other].key
    return next(part for part, x, y in zip(("steps", "row", "row", "right", "column"), a, b, strict=True) if x != y)


def march(pos: Position) -> Play:
    """[T-910, T-911] Every acting alien moves while targets last; a face-down tile stays so under its alien [Q-9]."""
    if unread(pos):
        return pos.push(("origin-card",))
    colour, goals = pos.moving[1], []
    if UNKNOWN in pos.tiles.values() and any(c == colour for _, c in pos.aliens):
        forgotten = [space for space in targets(pos) if pos.tiles[space] == UNKNOWN]
        pos = yield from see(pos, "T-906", forgotten, needed=True)
    aliens = dict(pos.aliens)
    for way in marches(pos):
        place(aliens, way.start, colour, -1)
        place(aliens, way.goal, colour, 1)
        facts: Facts = {"colour": colour, **way.candidates[0]._asdict(), **way._asdict()}
        pos = pos.happen(f"{way.start} to {way.goal}", "T-908", "alien.marches", **facts)
        goals.append(way.goal)
    pos = pos.put(aliens=aliens)
    if pos.reading("reveal_on_move") == "yes":
        return pos.pop(("uncover", tuple(goals)), ("ends", "march"))
    return pos.pop()


def uncover(pos: Position) -> Play:
    """[Q-9] By a reading, face-down tiles that aliens moved on are turned up."""
    pos = yield from see(pos, "T-911", pos.agenda[0][1])
    return pos.pop()


# -- 3 draw ------------------------------------------------------------------


def cards(pos: Position) -> Position:
    """[T-912] One card, and one for each complete stack; fixed before the first draw."""
    number = pos.kit.limits["spawn_draw"] + pos.count("aliens", "stacks")
    return pos.pop(("draw", 1, number))


def draw(pos: Position) -> Play:
    """[T-912] Card n of m: what does it show?"""
    _, n, number = pos.agenda[0]
    if pos.deck and len(pos.drawn) >= pos.deck:
        pos = shuffle(pos, "Q-23")
    text = Text("ask.spawn", {"n": n, "number": number, "side": pos.side})
    return (yield Ask("T-912", (TABLE,), (Spawn,), pos, text, (), "spawn"))


def check_spawn(pos: Position, event: Spawn) -> Iterator[Objection]:
    """[T-807, T-912, T-913] A card of this game that lies in the deck, with as many icons as a card can show."""
    if event.icons > pos.kit.limits["spawn_icons"]:
        yield broken("T-913", "spawn.icons", said=event.icons, limit=pos.kit.limits["spawn_icons"])
    if not event.card:
        return
    if event.card not in pos.kit.spawn:
        yield Objection("T-912", "spawn.unknown", {"card": event.card}, basis="unknown")
    elif not keeps(pos.kit.spawn[event.card], pos.options.spawn):
        yield Objection("T-807", "spawn.sorted-out", {"card": event.card, "levels": pos.options.spawn}, basis=BOX)
    elif event.card in pos.drawn:
        yield Objection("T-912", "spawn.drawn", {"card": event.card}, basis=BOX)


def spawn(pos: Position, event: Spawn) -> Position:
    """[T-913 to T-916] Icons, then damage, then shuffle [Q-24]; then the next card."""
    _, n, number = pos.agenda[0]
    card = shown(pos, event)
    pos = hatch(pos.put(drawn=(*pos.drawn, event.card)), card.icons)
    frames: list[Frame] = []
    if card.damage:
        cause = event.card or "spawn"
        alone, all_ = ("hit", pos.names[0], 1, "T-915", cause), ("hits", pos.order, 1, "T-1004", cause)
        frames += [alone if pos.alone else all_, ("ends", "damage")]
    if card.shuffle:
        frames.append(("shuffle",))
    if n < number:
        frames.append(("draw", n + 1, number))
    return pos.pop(*frames)


def hatch(pos: Position, icons: int) -> Position:
    """[T-913, T-914] So many aliens on the origin space, in the colour in view, while the box holds tokens [Q-22]."""
    if not icons:
        return pos.mention("T-913", "alien.none-hatches")
    left = pos.kit.limits["alien_tokens"] - sum(pos.aliens.values())
    hatched = min(icons, left)
    if hatched:
        aliens = dict(pos.aliens)
        place(aliens, pos.origin[0], pos.side, hatched)
        facts: Facts = {"n": hatched, "colour": pos.side, "space": pos.origin[0]}
        pos = pos.put(aliens=aliens).happen(f"{hatched} {pos.side} {pos.origin[0]}", "T-913", "alien.hatches", **facts)
    if hatched < icons:
        pos = pos.happen("no alien left", "Q-22", "alien.none-left", n=icons - hatched)
    return pos


def shuffle(pos: Position, rule: str = "T-916") -> Position:
    """[T-916, Q-23, Q-25] All spawn cards of this game make a new deck."""
    return pos.put(drawn=(), shuffles=pos.shuffles + 1).happen("shuffle", rule, "spawn.shuffle")


def shuffled(pos: Position) -> Position:
    """[T-916] At once, before further cards are drawn."""
    return shuffle(pos).pop()


# -- 4 flip ------------------------------------------------------------------


def flip(pos: Position) -> Position:
    """[T-917] The origin card is turned over."""
    side = OTHER[pos.side]
    return pos.put(side=side).happen(f"{side} side up", "T-917", "aliens.flip", side=side).pop()
