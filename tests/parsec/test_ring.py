"""The ring of start tiles: the look-ahead against a slow twin, and what becomes of random set-ups.

The ledger tried several hundred set-ups: laid by the letter of 5.1 four in five jam, with the advice taken none does.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

import pytest

from referee import opening
from referee.desk import Desk
from referee.games.parsec import hands, ring, setup
from referee.games.parsec.board import RING, Tile, bits, directions
from referee.games.parsec.kit import kit, teach
from referee.games.parsec.places import Lie, places
from referee.games.parsec.position import Options, Position
from referee.hexes import Hex, direction, label, parse
from referee.notation import split
from referee.opening import Tables
from referee.position import Player
from referee.rulebook import Rulebook
from referee.where import tables_folder
from tests.parsec import twins

KIT = kit(Tables(tables_folder("parsec")), Rulebook(tables_folder("parsec")))
PLAYERS = tuple(map(Player, ("Ann", "Bea", "Cid")))
SHAPES = {"side by side": "e ne", "one apart": "e nw"}  # what the edges of a double-edge nebula may look like [G4]
SEEDS = range(40)
FREE = 6  # the twin fills no more hexes than these


# -- set-ups laid at random ------------------------------------------------------------------


class Laid(NamedTuple):
    """A start tile about to be laid, and the table before and after it."""

    before: Position
    kind: str
    lie: Lie
    after: Position


def table(shape: str) -> Position:
    """A table at which no start tile lies yet."""
    box = teach(KIT, ("nebula", "neb2", *SHAPES[shape].split())) if shape else KIT
    return setup.start(box, PLAYERS, Options(), {}).put(agenda=(("ring",),), first="Ann")


def lay(pos: Position, kind: str, lie: Lie) -> Position:
    layers = {**pos.layers, lie.at: ring.layer(pos)}
    return pos.put(board=pos.board.lay(lie.at, Tile(kind, lie.edges)), layers=layers)


@cache
def set_up(shape: str, seed: int, careful: bool = False) -> tuple[Laid, ...]:
    """A set-up as far as it goes: a tile that fits somewhere, somewhere; `careful`: as long as no advice is given."""
    chance, pos, done = Random(f"{shape} {seed}"), table(shape), list[Laid]()
    while fits := [kind for kind in sorted(ring.pile(pos).elements()) if places(pos, kind)]:
        kind = chance.choice(fits if not careful else sorted(ring.pile(pos).elements()))
        lies = places(pos, kind)
        chance.shuffle(lies)
        lie = next(lie for lie in lies if not careful or not ring.spoilt(pos, kind, lie))
        after = lay(pos, kind, lie)
        done.append(Laid(pos, kind, lie, after))
        pos = after
    return tuple(done)


def jams(shape: str) -> Iterator[Position]:
    """The tables of the random set-ups that have jammed."""
    ends = (set_up(shape, seed)[-1].after for seed in SEEDS)
    return (pos for pos in ends if ring.pile(pos))


# -- the slow twin ------------------------------------------------------------------


def plainly(pos: Position) -> twins.Board:
    """The tiles as the twins know them."""
    laid = {(at.q, at.r): (tile.kind, frozenset(directions(tile.edges))) for at, tile in pos.board.tiles.items()}
    return {**twins.HOME, **{at: tile for at, tile in laid.items() if at not in twins.HOME}}


def shown(kind: str, shape: str) -> list[twins.Edges]:
    """The edges that a tile may show, where the shape of double-edge nebulas is known."""
    if kind != "neb2" or not shape:
        return twins.patterns(kind)
    said = {d for word in SHAPES[shape].split() if (d := direction(word)) is not None}
    return [twins.turned(said, turns) for turns in twins.ROUND]


def fillable(tiles: twins.Board, left: Counter[str], shape: str) -> bool:
    """Whether the free hexes of the ring can be filled: hex by hex, every tile tried with every side up."""
    free = [at for at in twins.RING if at not in tiles]
    if not free:
        return True
    tried = ((kind, edges) for kind in left for edges in shown(kind, shape))
    return any(
        fillable({**tiles, free[0]: (kind, edges)}, left - Counter((kind,)), shape)
        for kind, edges in tried
        if not twins.why_not(tiles, free[0], kind, edges, ring=True)
    )


def by_hand(pos: Position, shape: str) -> bool:
    """The twin's answer for a table; tiles without solid edges are all alike to it."""
    left = Counter(kind if twins.START[kind] and kind in ("neb1", "neb2", "brown", "green") else "empty"
                   for kind in ring.pile(pos).elements())  # fmt: skip
    return fillable(plainly(pos), left, shape)


# -- the look-ahead ------------------------------------------------------------------


@pytest.mark.parametrize("shape", [*SHAPES, ""])
def test_the_look_ahead_agrees_with_trying_every_tile_on_every_hex(shape: str) -> None:
    told = Counter[bool]()
    for seed in SEEDS[:12]:
        for laid in set_up(shape, seed):
            if ring.pile(laid.after).total() <= FREE:
                can = ring.whole(laid.after, ring.pile(laid.after))
                assert can == by_hand(laid.after, shape), f"{shape} {seed}: {dict(laid.after.board.tiles)}"
                told[can] += 1
    assert told.keys() == {True, False}


@pytest.mark.parametrize("shape", SHAPES)
def test_advice_comes_with_the_tile_that_spoils_the_ring_and_shows_a_better_place_for_it(shape: str) -> None:
    advised = 0
    for seed in SEEDS[:12]:
        for before, kind, lie, after in set_up(shape, seed):
            if ring.pile(after).total() >= FREE:
                continue
            advice = ring.spoilt(before, kind, lie)
            assert bool(advice) == (by_hand(before, shape) and not by_hand(after, shape))
            if advice:
                advised += 1
                assert advice.facts["causes"]
                assert by_hand(lay(before, kind, better(str(advice.facts["better"]), kind)), shape)
    assert advised


def better(sentence: str, kind: str) -> Lie:
    """The placement that a piece of advice names."""
    verb, what, where, *edges = split(sentence)
    at = parse(where)
    assert (verb, what) == ("place", kind)
    assert at is not None
    return Lie(at, bits(d for word in edges if (d := direction(word)) is not None))


@pytest.mark.parametrize("shape", SHAPES)
def test_laid_by_the_letter_four_set_ups_in_five_jam(shape: str) -> None:
    jammed = list(jams(shape))
    assert 0.65 * len(SEEDS) <= len(jammed) < len(SEEDS)
    assert all(ring.jammed(pos) for pos in jammed)


@pytest.mark.parametrize("shape", SHAPES)
def test_with_the_advice_taken_none_jams_and_no_tile_is_ever_drawn_again(shape: str) -> None:
    assert {len(set_up(shape, seed, careful=True)) for seed in SEEDS} == {len(RING)}


# -- a jammed ring ------------------------------------------------------------------


def taken_up(pos: Position, some: tuple[Hex, ...]) -> Position:
    for at in some:
        layers = {hex: who for hex, who in pos.layers.items() if hex != at}
        pos = pos.put(board=pos.board.lift(at), layers=layers)
    return pos


def in_the_way(pos: Position, at: Hex) -> bool:
    """Whether a tile keeps or faces a free hex of the ring."""
    tile = pos.board.tiles[at]
    faced = (twins.beyond((at.q, at.r), d) for d in directions(tile.edges))
    return any(hex in twins.RING and Hex(*hex) not in pos.board.tiles for hex in faced)


@pytest.mark.parametrize("shape", SHAPES)
def test_what_is_to_be_taken_up_frees_the_ring_and_is_the_newest_in_the_way_that_does(shape: str) -> None:
    single = 0
    for pos in jams(shape):
        some = ring.take_ups(pos)
        assert some, f"nothing frees {dict(pos.board.tiles)}"
        if ring.pile(pos).total() + len(some) > FREE:
            continue
        assert by_hand(taken_up(pos, some), shape)
        order = list(pos.layers)
        single += (alone := len(some) == 1 and in_the_way(pos, some[0]))
        before = order[order.index(some[0]) + 1 :] if alone else order
        better = [at for at in before if in_the_way(pos, at)]
        assert not any(by_hand(taken_up(pos, (at,)), shape) for at in better)
    assert single > 2


# -- the whole of it, at the desk ------------------------------------------------------------------


def dealt(seed: int, *options: str) -> Desk:
    """A set-up that the referee deals out of the practice box, up to the first start tile."""
    box = Tables(tables_folder("parsec"))["practice"]["box"]
    header = {"game": "parsec", "players": ["Ann", "Bea", "Cid", "Dan"], "options": options, "draws": "referee"}
    desk = opening.desk({**header, "seed": seed, "box": box, "practice": True})
    desk.deal()
    while desk.ask.rule == "S1.3":
        who, n = desk.ask.who[0], hands.completed(desk.ask.pos)
        cards = desk.ask.pos.research[who]
        assert len(set(cards)) == len(cards) == hands.dealt(desk.ask.pos)
        assert desk.say(f"{who} start {' '.join(cards[:n])} research {' '.join(cards[n : n + 2])}").lines
    return desk


@pytest.mark.parametrize("seed", range(4))
def test_a_set_up_that_the_referee_deals_goes_through_to_the_first_turn(seed: int) -> None:
    desk, chance = dealt(seed), Random(seed)
    assert sorted(desk.ask.pos.factions) == ["Ann", "Bea", "Cid", "Dan"]
    assert len(set(desk.ask.pos.factions.values())) == 4
    layers = []
    while desk.ask.rule == "S1.9":
        kind = desk.ask.pos.agenda[0][2]
        lie = chance.choice([*ring.keeping(desk.ask.pos, kind)])
        layers.append(desk.ask.who[0])
        said = desk.say(ring.sentence(kind, lie).replace(f" {kind}", ""))
        assert said.lines
        assert not said.verdict.advice
    assert layers == ["Ann", "Bea", "Cid", "Dan"] * 3
    assert (desk.ask.rule, desk.ask.who) == ("S2.3", ("Ann",))
    assert not desk.ask.pos.starting() & Counter(twins.START)


def test_the_same_seed_deals_the_same_and_another_one_does_not() -> None:
    def cards(seed: int) -> tuple[object, ...]:
        pos = dealt(seed).ask.pos
        return dict(pos.completed), dict(pos.research), dict(pos.factions), pos.agenda[0]

    assert cards(5) == cards(5) != cards(6)


def test_of_chosen_factions_one_more_than_there_are_players_is_laid_open() -> None:
    desk = dealt(7, "factions=chosen", "nanotechs=chosen")
    assert desk.ask.rule == "S1.6"
    offered = desk.ask.pos.offered
    assert len(set(offered)) == len(offered) == 5
    for who, bid in {"Ann": 2, "Bea": 3, "Cid": 3, "Dan": 0}.items():
        assert desk.say(f"{who} bid {bid}").lines
    assert desk.ask.who == ("Bea",)  # of two equal bids the dealer names the one who sits first
    for who, faction in zip(("Bea", "Cid", "Ann", "Dan"), offered, strict=False):
        assert desk.say(f"{who} pick {faction}").lines
    assert desk.ask.rule == "S1.9"


def test_a_hex_is_called_the_same_by_both() -> None:
    assert {label(at) for at in RING} == {label(Hex(*at)) for at in twins.RING}
