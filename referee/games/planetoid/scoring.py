"""The end of a game with several players, and its scoring [T-701 to T-709, T-1013, T-1033, T-1038, 6.1, 6.2]."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.ask import TABLE, Ask, Play
from referee.games.planetoid.bonuses import printed
from referee.games.planetoid.events import Secret
from referee.games.planetoid.position import Position
from referee.remarks import Teach
from referee.text import Text, Value
from referee.verdict import BOX, Objection, broken, disputed

DEALT = 2  # secret cards of each player [T-109]
STEPS = (("unshipped",), ("secrets",), ("end-points",), ("final",), ("winner",))


# -- what ends the game ------------------------------------------------------------------


def trigger(pos: Position) -> str:
    """[T-701, T-702] What announces the end: no face-down tile is left, or every bonus is taken; "" if nothing does."""
    if not pos.face_down():
        return "tiles"
    return "bonuses" if pos.jobs and len(pos.taken) == len(pos.jobs) else ""


def announce(pos: Position) -> Position:
    """The first trigger is told, once."""
    found = "" if pos.trigger else trigger(pos)
    if not found:
        return pos
    rule = "T-701" if found == "tiles" else "T-702"
    return pos.put(trigger=found).happen(f"end by {found}", rule, f"trigger.{found}")


# -- points ------------------------------------------------------------------


def tiles(pos: Position, who: str) -> Counter[str]:
    """The tiles that count for a player: saved, and by now the unshipped ones [T-704]."""
    return pos.holding(who, "saved ")


def end_kinds(pos: Position) -> tuple[str, ...]:
    """The kinds that have an end-of-game bonus: those of which the game has tiles [T-1013, A-51]."""
    return tuple(kind for kind, n in pos.counts.items() if n)


def leaders(pos: Position, kind: str) -> tuple[str, ...]:
    """Who has the most tiles of a kind: several in a tie, everybody if there are none."""
    held = {who: tiles(pos, who)[kind] for who in pos.order}
    return tuple(who for who, n in held.items() if n == max(held.values()))


def most(pos: Position, kind: str) -> tuple[str, ...]:
    """[T-705, T-706] Who takes an end bonus: whoever has strictly the most; a tie goes to nobody [A-24]."""
    first = leaders(pos, kind)
    return first if len(first) == 1 or pos.reading("A-24") == "shared" else ()


class Item(NamedTuple):
    """One line of a score; `each`: what one of several tiles counts."""

    who: str
    points: int
    rule: str
    key: str
    what: str
    each: int


def items(pos: Position) -> Iterator[Item]:
    """[T-707] Every line of everybody's score, as the table stands: tiles, bonuses, end bonuses."""
    for who in pos.order:
        for kind, n in tiles(pos, who).items():
            yield Item(who, n * pos.kit.values[kind], "T-707", "score.tiles", kind, pos.kit.values[kind])
    for bonus, who in pos.taken.items():
        if who in pos.order:
            points = pos.kit.bonuses[printed(bonus)].points
            yield Item(who, points, "T-707", "score.bonus", bonus, points)
    for kind in end_kinds(pos):
        for who in most(pos, kind):
            points = pos.kit.end_points.get(kind, 0)
            yield Item(who, points, "T-705", "score.end", kind, points)


class Rank(NamedTuple):
    """A player's place: points, tiles (fewer is better), and how late in turn order (later is better)."""

    who: str
    points: int
    tiles: int
    place: int

    @property
    def key(self) -> tuple[int, int, int]:
        return -self.points, self.tiles, -self.place


def ranking(points: Mapping[str, int], held: Mapping[str, int], order: tuple[str, ...]) -> tuple[Rank, ...]:
    """[T-708] Everybody by points, then fewest tiles, then the latest in turn order [A-25]; one winner always."""
    ranks = [Rank(who, points[who], held[who], order.index(who)) for who in order]
    return tuple(sorted(ranks, key=lambda rank: rank.key))


def decided(first: Rank, second: Rank) -> str:
    """What put one player before the next: points, tiles or order."""
    return "points" if first.points != second.points else "tiles" if first.tiles != second.tiles else "order"


# -- secret cards ------------------------------------------------------------------


def check_secret(pos: Position, event: Secret) -> Iterator[Objection]:
    """[T-109, T-709, T-1033, T-1038] One of the own cards; whom it counts for."""
    played = [card for cards in pos.secrets.values() for card in cards]
    boxes = len(pos.sets)
    if boxes > 1 and event.card in pos.secrets.get(event.who, ()):
        yield broken("T-1033", "secret.two-equal", card=event.card)
    elif played.count(event.card) >= boxes:
        yield Objection("T-109", "secret.played", {"card": event.card}, basis=BOX)
    for who, _ in event.awards:
        if who not in pos.order:
            yield broken("T-709", "secret.nobody", who=who)
        elif who != event.who and pos.options.majors == "yes":
            yield broken("T-1038", "secret.owner", card=event.card, who=who)
        elif who != event.who and pos.reading("secret_scope") == "owner":
            yield disputed("T-709", "secret.owner", "A-23b", False, card=event.card, who=who)


def play_secret(pos: Position, event: Secret) -> Position:
    """The card lies open; its points go to whoever fulfils it."""
    cards = (*pos.secrets.get(event.who, ()), event.card)
    pos = pos.put(secrets={**pos.secrets, event.who: cards})
    pos = pos.happen(f"{event.who} plays {event.card}", "T-709", "secret.played-card", who=event.who, card=event.card)
    for who, points in event.awards:
        pos = pos.change(who, "points", points, "T-709", "score.secret", card=event.card)
    return pos


# -- procedure ------------------------------------------------------------------


def unshipped(pos: Position) -> Position:
    """[T-704, T-607] Tiles left on player boards join the saved ones; they win no bonuses."""
    for who in pos.order:
        for kind, n in pos.stored(who).items():
            pos = pos.change(who, f"saved {kind}", n, "T-704", "tile.unshipped", tile=kind)
            pos = pos.change(who, f"stored {kind}", -n, "T-704", "tile.unshipped", tile=kind)
    return pos.put(scoring=True).pop()


def secrets(pos: Position) -> Play:
    """[T-709] Every player plays secret cards, in any order; what they say is told then and not before [T-004]."""
    keep = min(int(pos.reading("secret_keep")), DEALT)
    while waiting := tuple(who for who in pos.order if len(pos.secrets.get(who, ())) < keep):
        if pos.basic:
            break
        text = Text("ask.secret", {"waiting": waiting})
        pos = yield Ask("T-709", waiting, (Secret,), pos, text, waiting, "secret")
    return pos.pop()


def end_points(pos: Position) -> Play:
    """[E-03, T-707] The points of the end-of-game bonuses, where the box has not told them yet."""
    unknown = tuple(kind for kind in end_kinds(pos) if kind not in pos.kit.end_points and most(pos, kind))
    if unknown:
        return (yield Ask("T-707", (TABLE,), (Teach,), pos, Text("ask.end-points", {"kinds": unknown}), unknown, "end"))
    return pos.pop()


def final(pos: Position) -> Position:
    """[T-705 to T-707] Everything is counted, line by line."""
    for kind in end_kinds(pos):
        if not most(pos, kind):
            pos = pos.happen(f"no {kind} bonus", "T-706", "score.tie", kind=kind, who=leaders(pos, kind))
    for item in items(pos):
        pos = pos.change(item.who, "points", item.points, item.rule, item.key, what=item.what, each=item.each)
    return pos.pop()


def winner(pos: Position) -> Position:
    """[T-708] The most points win."""
    ranks = standing(pos)
    first, *others = ranks
    how = decided(first, others[0]) if others else "only"
    pos = pos.put(result=f"won {first.who}", agenda=(("over",),), told={})
    facts: dict[str, Value] = {"who": first.who, "points": first.points, "decided": how}
    return pos.happen(f"won {first.who}", "T-708", f"end.by-{how}", **facts)


def standing(pos: Position) -> tuple[Rank, ...]:
    """The ranking by the points counted so far."""
    points = {who: pos.count(who, "points") for who in pos.order}
    held = {who: tiles(pos, who).total() for who in pos.order}
    return ranking(points, held, pos.order)
