"""What the walk counts by itself at a PARSEC table: pieces, ways, prices and rounds, from what was said there.

Figures are those of the rulebook, as the slow twins have them; nothing is asked of the game but how its table looks.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import Any, Literal, NamedTuple

from referee import hearing, opening
from referee.acts import Act
from referee.desk import Desk
from referee.games.parsec import events
from referee.games.parsec.board import directions
from referee.hexes import Hex, label, parse
from referee.ledger import Entry
from referee.remarks import ByHand
from tests.parsec import twins

ROBOTS = 15
COPIES = {2: 2, 3: 2, 4: 3, 5: 4, 6: 5}  # of each nanotech, by the number of players
MONSTERS = frozenset(("machine", "shadow", "slaver", "amoeba", "dragon"))
TOTALS = Counter(twins.START) + Counter(twins.CUP)
Lying = dict[Hex, str]  # hex -> kind of the tile there
Kind = Literal["normal", "science", "final"]
KINDS: Mapping[str, Kind] = {"round.normal": "normal", "round.science": "science", "round.final": "final"}
NANOTECHS = "9.6-c"  # the row by which they score
REMARKS = ("by-hand", "teach", "ruling")  # after which a round is no longer what the table showed


def conserved(desk: Desk) -> None:
    """Nothing is lost and nothing too many, and everything that can be entered is reached on foot."""
    pos = desk.ask.pos
    _robots(pos)
    _cards(desk)
    _tiles(desk)
    _monsters(desk)
    assert on_foot(lying(pos)) == {at for at, kind in lying(pos).items() if kind not in twins.BLOCKED}


# -- what was said ------------------------------------------------------------------


def said(desk: Desk) -> Iterator[tuple[Act, Any]]:
    """Every event that holds, in its order, and the act that it belongs to."""
    for act in desk.acts:
        for line in act.lines:
            yield act, _event(str(line.block["say"]), str(line.block["who"]))


@cache  # all of a game is counted again at every question
def _event(said: str, who: str) -> Any:
    return hearing.read(opening.game("parsec"), said, who)


def by_hand(entries: Iterable[Entry]) -> bool:
    """Whether a card did something that nobody could foresee."""
    return any(entry.rule == "by-hand" for entry in entries)


# -- tiles ------------------------------------------------------------------


def lying(pos: Any) -> Lying:
    """The tiles on the table, Homeworld's among them."""
    return {at: tile.kind for at, tile in pos.board.tiles.items()}


def _tiles(desk: Desk) -> None:
    """Where each tile that was told of was laid, there it lies; all others are in the cup, aside, or start tiles."""
    pos, found, now = desk.ask.pos, lying(desk.opening.pos), lying(desk.ask.pos)
    hand = _in_hand(desk.opening.pos)
    for act, event in said(desk):
        if isinstance(event, ByHand):
            found = lying(act.after.pos)
        hand = _laid(found, now, hand, event)
    assert found == now
    beyond = Counter(found.values()) - Counter({"homeworld": 1, "inner": 6})
    rest = pos.cup() + pos.starting() + Counter(pos.aside)
    assert beyond + rest == TOTALS
    assert min((*pos.cup().values(), *pos.starting().values())) >= 0


def _in_hand(pos: Any) -> tuple[str, ...]:
    """The tiles that were drawn before the table was entered."""
    match pos.agenda:
        case (("lay", _, kind), *_):
            return (kind,)
        case (("keep", _, kinds), *_):
            return tuple(kinds)
    return ()


def _laid(found: Lying, now: Lying, hand: tuple[str, ...], event: Any) -> tuple[str, ...]:
    """The tiles changed by what was said; what is in hand then: of two that were drawn, either is laid."""
    match event:
        case events.Draw(kinds=kinds):
            return kinds
        case events.Keep(kind=kind, at=None):
            return (kind,)
        case events.Keep(kind=kind, at=Hex() as at) | events.Place(kind=kind, at=at):
            assert at not in found
            found[at] = kind
        case events.Put(at=at):
            assert at not in found
            found[at] = kind = now[at] if now.get(at) in hand else hand[0]
            return tuple((Counter(hand) - Counter((kind,))).elements())
        case events.TakeUp(at=at):
            return (*hand, found.pop(at))
    return hand


def on_foot(tiles: Mapping[Hex, str]) -> set[Hex]:
    """[5.3-b] Every hex that is reached from Homeworld without a jump."""
    found, todo = {Hex(0, 0)}, [Hex(0, 0)]
    while todo:
        near = {Hex(*at) for at in twins.neighbours(todo.pop())}
        new = [at for at in near - found if at in tiles and tiles[at] not in twins.BLOCKED]
        found.update(new)
        todo += new
    return found


# -- robots, cards, monsters ------------------------------------------------------------------


def standing(pos: Any, who: str) -> dict[Hex, int]:
    """A player's robots on tiles, those on Homeworld left out."""
    places = ((what.split(), n) for (owner, what), n in pos.counters.items() if owner == who)
    return {at: n for words, n in places if words[0] == "robots" and (at := parse(words[1]))}


def _robots(pos: Any) -> None:
    """[L7] Fifteen of everybody; on tiles, one player's, and none beside a pulsar, but for one that is on its way."""
    taken: Counter[Hex] = Counter()
    for who in pos.names:
        there = standing(pos, who)
        assert min(there.values(), default=1) > 0
        assert sum(there.values()) + sum(pos.count(who, w) for w in ("aboard", "home", "held")) == ROBOTS, who
        taken.update(there.keys())
    tiles = lying(pos)
    for at, n in taken.items():
        assert tiles[at] not in twins.BLOCKED
        if at not in pos.walked:
            assert n == 1, at
            walkers = all("auto" in pos.completed.get(who, ()) for who in pos.robots(at))  # let stay, perhaps
            assert walkers or all(tiles.get(Hex(*near)) != "pulsar" for near in twins.neighbours(at)), at


def _cards(desk: Desk) -> None:
    """Of each nanotech no more than the deck has; nobody has one twice; as many as were dealt and drawn."""
    pos, copies = desk.ask.pos, COPIES[len(desk.ask.pos.names)]
    held = [(*pos.completed.get(who, ()), *pos.research.get(who, ())) for who in pos.names]
    assert all(len(set(cards)) == len(cards) for cards in held)
    assert max(Counter(card for cards in held for card in cards).values(), default=0) <= copies
    assert sum(map(len, held)) == _drawn(desk)
    for who in pos.names:
        assert all(0 <= pos.count(who, f"research {card}") < 10 for card in pos.research.get(who, ()))


def _owned(pos: Any) -> int:
    return sum(len(cards) for held in (pos.completed, pos.research) for cards in held.values())


def _drawn(desk: Desk) -> int:
    """How many nanotechs are with the players, from what was said."""
    n = _owned(desk.opening.pos)
    for act, event in said(desk):
        if _by_a_card(act):
            n = _owned(act.after.pos)
            continue
        match event:
            case events.Dealt(cards=cards):
                n += len(cards)
            case events.Begin(who=who, completed=completed, research=research):
                n += len(completed) + len(research) - len(_hand(desk, who))
            case events.Card():
                n += 1
    return n


def _by_a_card(act: Act) -> bool:
    """Whether an act began with what a card did; what was dealt then is part of it."""
    return str(act.lines[0].block["say"]).startswith("by-hand ")


def _hand(desk: Desk, who: str) -> tuple[str, ...]:
    """The cards that a player was dealt."""
    hands = [event.cards for _, event in said(desk) if isinstance(event, events.Dealt) and event.player == who]
    return tuple(hands[-1] if hands else desk.opening.pos.research[who])


def _monsters(desk: Desk) -> None:
    """[11.0, 11.4] Those on the board and those that are gone are those that came, each once."""
    pos = desk.ask.pos
    assert not set(pos.beasts) & pos.gone
    n = len(desk.opening.pos.beasts) + len(desk.opening.pos.gone)
    for act, event in said(desk):
        if _by_a_card(act):
            n = len(act.after.pos.beasts) + len(act.after.pos.gone)
        else:
            n += isinstance(event, events.Arrival)
    assert n == len({*pos.beasts, *pos.gone} & MONSTERS)


# -- against the twins ------------------------------------------------------------------


def plain(board: Any) -> twins.Board:
    """The tiles as the twins know them."""
    return {(at.q, at.r): (tile.kind, frozenset(directions(tile.edges))) for at, tile in board.tiles.items()}


def watch(before: Any, after: Any) -> None:
    """What one step did, told by its entries, agrees with the twins."""
    if by_hand(after.entries):
        return
    for entry in after.entries:
        if entry.key == "tile.placed":
            _placed(before, after, entry)
        elif entry.key == "move.flown":
            _flown(before, after, entry)
    _told_nebula(before, after)


def _placed(before: Any, after: Any, entry: Entry) -> None:
    """[5.1 to 5.3] A tile lies where the twin lets it."""
    at = parse(str(entry.facts["hex"]))
    assert at
    kind, edges = plain(after.board)[at.q, at.r]
    ring = not before.turn and any(frame[0] == "ring" for frame in before.agenda)
    assert not twins.why_not(plain(before.board), (at.q, at.r), kind, edges, ring=ring, readings=before.house)


def _told_nebula(before: Any, after: Any) -> None:
    """[5.1.6-i] The bonus comes with the tile that closes three or more, and only then."""
    new = [at for at in after.board.tiles if at not in before.board.tiles] if before.turn else []
    told = any(entry.key == "tile.nebula" for entry in after.entries)
    assert told == any(twins.bonus(plain(after.board), (at.q, at.r)) > 0 for at in new)


def _flown(before: Any, after: Any, entry: Entry) -> None:
    """[6.2] Every hex of the way is entered at its price, which free APs and then credits have paid."""
    tiles, who, way = plain(before.board), str(entry.facts["who"]), entry.facts["hexes"]
    assert isinstance(way, tuple)
    if before.house.get("leave_warp") in ("one", "ask") or any(e.key == "price.part" for e in after.entries):
        return
    sensors = "sensors" in before.completed.get(who, ())
    price = sum(twins.enter_cost(tiles, (at.q, at.r), sensors) or 99 for at in map(parse, map(str, way)) if at)
    assert price == -sum(e.by for e in after.entries if e.who == who and e.what in ("ap", "credits") and e.by < 0)


# -- scoring rounds ------------------------------------------------------------------


class Round(NamedTuple):
    """A scoring round as it was held: the table before it and behind it, and all that was written meanwhile."""

    kind: Kind
    before: Any
    after: Any
    entries: tuple[Entry, ...]


def rounds(desk: Desk) -> Iterator[Round]:
    """Those of this game, but for any in which somebody made a remark that changes what is scored."""
    for n, act in enumerate(desk.acts):
        entries = tuple(entry for line in act.lines for entry in line.entries)
        for at, entry in enumerate(entries):
            if kind := KINDS.get(entry.key):
                rest = tuple(takewhile(_in_round, desk.acts[n + 1 :]))
                if not any(map(_remarked, (act, *rest))):
                    more = (each for later in rest for line in later.lines for each in line.entries)
                    yield Round(kind, act.before.pos, (act, *rest)[-1].after.pos, (*entries[at:], *more))


def _in_round(act: Act) -> bool:
    return any(frame[0] == "round-over" for frame in act.before.pos.agenda)


def _remarked(act: Act) -> bool:
    return any(str(line.block["say"]).split()[0] in REMARKS for line in act.lines)


def scored(held: Round) -> None:
    """[9.1 to 9.6] What those got in a round whose cards the twin knows, and what their nanotechs were worth."""
    pos = held.after
    expected = twins.scoring_round(_table(held), held.kind)
    for who in pos.names:
        name = pos.factions.get(who, "")
        if name and pos.kit.factions[name].hooks != _example(name):
            continue
        gained = Counter[str]()
        for entry in held.entries:
            gained += _gain(entry, who)
        assert gained == expected[who], (who, gained, expected[who])
    if held.kind == "final":
        _nanotechs(held)


def _example(name: str) -> Any:
    """The bonuses of a faction as the examples of the rulebook show them, which the twin follows; () for others."""
    known = opening.kit("parsec").factions.get(name)
    return known.hooks if known else None


def _gain(entry: Entry, who: str) -> Counter[str]:
    """What an entry gives a player; nanotechs of the final round apart [9.6-c]."""
    if entry.rule == NANOTECHS:
        return Counter()
    if entry.who == who and entry.what in ("vp", "credits"):
        return Counter({entry.what: entry.by})
    if entry.facts.get("who") == who and entry.what.endswith(" rp"):
        return Counter(rp=int(str(entry.facts["n"])))
    return Counter()


def _table(held: Round) -> twins.Table:
    pos, tiles = held.after, plain(held.after.board)
    readings = {key: str(reading) for key, reading in pos.house.items() if key != "tidal_final"}
    robots = {who: {(at.q, at.r): n for at, n in standing(pos, who).items()} for who in pos.names}
    destroyed = {at: n for at in tiles if (n := pos.count("table", f"destroyed {label(Hex(*at))}"))}
    return twins.Table(tiles, robots, held.before.completed, pos.factions, destroyed, readings)


def _nanotechs(held: Round) -> None:
    """[9.6-c] Three for each that is completed, one for each that is far enough, when the points have been placed."""
    for who in held.after.names:
        points = {card: held.after.count(who, f"research {card}") for card in held.after.research.get(who, ())}
        worth = twins.nanotech_points(held.after.completed.get(who, ()), points)
        assert worth == sum(entry.by for entry in held.entries if (entry.who, entry.rule) == (who, NANOTECHS))
