"""PARSEC in one process: sentences, events and undo a second, and what placing costs as the table grows."""

import tomllib
from functools import partial
from random import Random
from typing import Any, NamedTuple

from referee import opening
from referee.ask import OVER
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.games.parsec.board import Tile, board
from referee.games.parsec.placement import check
from referee.games.parsec.places import Lie, places
from referee.games.parsec.position import Position
from referee.hexes import ORIGIN, ring
from referee.where import tables_folder
from tests.bench import rates
from tests.bench.paired import Figure, rate

PLAYERS = ("Ann:green", "Bea:yellow", "Cid:red", "Dan:blue", "Eve:white", "Fay:black")
GAMES, TRIES = 6, 1500
LISTED = "chess: legal moves listed"
FEW, SOME, ALL = 20, 61, 105  # Space Tiles on the table
KINDS = ("empty", "moon", "brown", "gold", "neb1", "neb2", "nebT", "pulsar")  # of every sort


def header(rnd: Random) -> dict[str, Any]:
    """A game for two to six with the practice box, dealt by the referee."""
    box = tomllib.loads((tables_folder("parsec") / "practice.toml").read_text("utf-8"))["box"]
    players = PLAYERS[: rnd.randint(2, len(PLAYERS))]
    dealt = {"box": box, "practice": True, "draws": "referee", "seed": rnd.randrange(1_000_000)}
    return {"game": "parsec", "players": list(players), "options": [], **dealt}


def played(rnd: Random, desk: Desk) -> Desk:
    """Random choices of those asked, dealt to the end, or for so many tries: some tables must rule to go on [A-43]."""
    desk.deal()
    for _ in range(TRIES):
        if desk.ask.rule == OVER:
            break
        voice = desk.ask._replace(who=(rnd.choice(desk.ask.who),))
        if said := rates.choice(rnd, desk.game, voice):
            try:
                desk.say(said, voice.who[0])
            except NotUnderstood:  # a sentence that goes on, cut off by chance
                continue
    return desk


class Table(NamedTuple):
    """A table with so many tiles, and tiles to be judged there, legal or not."""

    pos: Position
    tried: tuple[tuple[str, Lie], ...]


def table(rnd: Random, pos: Position, n: int) -> Table:
    """A table of so many Space Tiles, laid at random by the rules."""
    bare = ((ORIGIN, Tile("homeworld")), *((at, Tile("inner")) for at in ring(ORIGIN, 1)))
    pos = pos.put(board=board(pos.kit.kinds, bare), agenda=(), turn=1, layers={})
    cup = [kind.name for kind in pos.kit.kinds.values() for _ in range(kind.total)]
    rnd.shuffle(cup)
    while len(pos.board.tiles) < n + len(bare):
        kind = cup.pop()
        if lies := places(pos, kind):
            at, edges = rnd.choice(lies)
            pos = pos.put(board=pos.board.lay(at, Tile(kind, edges)))
        else:
            cup.insert(0, kind)
    spots = sorted(pos.board.spots)
    tried = tuple((kind, Lie(rnd.choice(spots), rnd.randrange(1, 64))) for kind in KINDS for _ in range(4))
    return Table(pos, tried)


def listed(tables: list[Table]) -> int:
    """Every legal placement of a tile of each sort."""
    for one in tables:
        for kind in KINDS:
            places(one.pos, kind)
    return len(tables) * len(KINDS)


def judged(tables: list[Table]) -> int:
    """Single placements, every objection to each."""
    for one in tables:
        for kind, (at, edges) in one.tried:
            tuple(check(one.pos, kind, at, edges))
    return sum(len(one.tried) for one in tables)


def figures(seed: int, seconds: float) -> list[Figure]:
    """Each of ours after its unit: a like row of python-chess, or the same on a smaller table."""
    rnd = Random(seed)
    chess = [rates.chess_game(rnd) for _ in range(GAMES)]
    moves = [[move.uci() for move in game.move_stack] for game in chess]
    records = [rates.record(played(rnd, opening.desk(header(rnd)))) for _ in range(GAMES)]
    few, some, all_ = ([table(rnd, record.desk.opening.pos, n) for record in records] for n in (FEW, SOME, ALL))
    works = [
        (rates.JUDGED, partial(rates.chess_judged, moves), "", 0.0, 0.0),
        ("sentence, judged, applied", partial(rates.judged, records), rates.JUDGED, 0.25, 0.0),
        (rates.REPLAYED, partial(rates.chess_replayed, chess), "", 0.0, 0.0),
        ("events replayed", partial(rates.replayed, records), rates.REPLAYED, 0.08, 0.0),
        (rates.UNDONE, partial(rates.chess_undone, chess), "", 0.0, 0.0),
        ("undo and redo", partial(rates.undone, records), rates.UNDONE, 0.1, 0.0),
        (LISTED, partial(rates.chess_listed, chess), "", 0.0, 0.0),
        (f"all placements of a tile, {SOME} tiles", partial(listed, some), LISTED, 0.5, 0.0),
        (f"all placements of a tile, {FEW} tiles", partial(listed, few), "", 0.0, 0.0),
        (f"the same on {ALL} tiles", partial(listed, all_), f"all placements of a tile, {FEW} tiles", 1 / 6, 0.0),
        (f"a placement judged, {FEW} tiles", partial(judged, few), "", 0.0, 0.0),
        (f"the same judged on {ALL} tiles", partial(judged, all_), f"a placement judged, {FEW} tiles", 1 / 1.5, 0.0),
    ]
    return [Figure(name, partial(rate, work, seconds), unit, least, most) for name, work, unit, least, most in works]
