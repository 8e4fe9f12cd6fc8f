"""Inside one process: sentences, events, undo and whole games a second, each beside the like row of python-chess."""

import tomllib
from functools import partial
from random import Random
from typing import Any, NamedTuple

import chess

from referee import hearing, opening
from referee.ask import OVER, Ask
from referee.dealer import Dealer
from referee.desk import Desk
from referee.judging import judge, settle, step
from referee.notation import join
from referee.where import tables_folder
from tests.bench.paired import Figure, rate

PLIES = 300  # at most in a random game of chess
GAMES = 12  # of either kind, recorded before the clock runs
JUDGED, REPLAYED = "chess: text, judged, applied", "chess: moves replayed"
UNDONE, PLAYED = "chess: undo and redo", "chess: random games"

# -- python-chess ------------------------------------------------------------------


def chess_game(rnd: Random) -> chess.Board:
    """Random legal moves to the end, or for so many plies."""
    board = chess.Board()
    while board.ply() < PLIES and (moves := list(board.legal_moves)):
        if board.is_insufficient_material() or board.is_seventyfive_moves():
            break
        board.push(rnd.choice(moves))
    return board


def chess_judged(records: list[list[str]]) -> int:
    """Text in, judged, applied, tested for the end."""
    for record in records:
        board = chess.Board()
        for move in record:
            board.push_uci(move)
            board.is_checkmate()
    return sum(map(len, records))


def chess_replayed(games: list[chess.Board]) -> int:
    """Moves known to be legal."""
    for game in games:
        board = chess.Board()
        for move in game.move_stack:
            board.push(move)
    return sum(len(game.move_stack) for game in games)


def chess_undone(games: list[chess.Board]) -> int:
    """Each move taken back and made again."""
    for game in games:
        for _ in range(len(game.move_stack)):
            game.push(game.pop())
    return sum(len(game.move_stack) for game in games)


def chess_listed(games: list[chess.Board]) -> int:
    """All legal moves of the positions that the games came to before their last ones."""
    for game in games:
        list(game.legal_moves)
    return len(games)


def chess_played(rnd: Random) -> int:
    chess_game(rnd)
    return 1


# -- the referee ------------------------------------------------------------------


def header(rnd: Random) -> dict[str, Any]:
    """A game against the aliens with the practice box, dealt by the referee."""
    box = tomllib.loads((tables_folder("planetoid") / "practice.toml").read_text("utf-8"))["box"]
    level = rnd.choice(("easy", "medium", "hard"))
    return {
        "game": "planetoid",
        "players": ["Ann:green"],
        "options": ["mode=solo", f"difficulty={level}"],
        "box": box,
        "practice": True,
        "draws": "referee",
        "seed": rnd.randrange(1_000_000),
    }


def choice(rnd: Random, game: Any, ask: Ask) -> str:
    """One random way through the options; "" for one that leads nowhere."""
    words: tuple[str, ...] = ()
    while options := list(game.options(ask, words)):
        words, whole = rnd.choice(options)
        if whole:
            return join(words)
    return ""


def played(rnd: Random, desk: Desk) -> Desk:
    """Random choices, dealt to the end: what does not stand is not recorded, and something else is tried."""
    desk.deal()
    while desk.ask.rule != OVER:
        if said := choice(rnd, desk.game, desk.ask):
            desk.say(said)
    return desk


class Record(NamedTuple):
    """A game that was played: its lines as (who, sentence), the same as events, and the desk."""

    desk: Desk
    lines: list[tuple[str, str]]
    events: list[Any]


def record(desk: Desk) -> Record:
    lines = [(str(line.block["who"]), str(line.block["say"])) for line in desk.lines]
    return Record(desk, lines, [hearing.read(desk.game, said, who) for who, said in lines])


def judged(records: list[Record]) -> int:
    """Sentence in, judged, applied, on to the next question."""
    for one in records:
        game, ask = one.desk.game, one.desk.opening
        for who, said in one.lines:
            event = hearing.read(game, said, who)
            assert judge(game, ask, event).stands
            ask = step(game, ask, event)
    return sum(len(one.lines) for one in records)


def said(records: list[Record]) -> int:
    """The same through the desk, heard as people speak and written down as blocks."""
    for one in records:
        desk = Desk(one.desk.game, one.desk.opening)
        for who, sentence in one.lines:
            desk.say(sentence, who)
    return sum(len(one.lines) for one in records)


def replayed(records: list[Record]) -> int:
    """Events known to be legal: effects, and on to the next question."""
    for one in records:
        game, ask = one.desk.game, one.desk.opening
        for event in one.events:
            ask = settle(game, game.effect(ask.pos.put(entries=()), event))
    return sum(len(one.events) for one in records)


def undone(records: list[Record]) -> int:
    """Each act of a game undone and redone."""
    for one in records:
        desk = one.desk
        for _ in desk.acts:
            desk.undo()
            desk.redo()
        desk.lines.clear()
        desk.fresh.clear()
    return sum(len(one.desk.acts) for one in records)


def whole_game(rnd: Random, tables: list[Desk]) -> int:
    table = rnd.choice(tables)
    played(rnd, Desk(table.game, table.opening, Dealer(rnd.randrange(1_000_000))))
    return 1


# -- the figures ------------------------------------------------------------------


def figures(seed: int, seconds: float) -> list[Figure]:
    """Each of ours after the row of python-chess that is its unit; what is measured, so many seconds long."""
    rnd = Random(seed)
    games = [chess_game(rnd) for _ in range(GAMES)]
    moves = [[move.uci() for move in game.move_stack] for game in games]
    desks = [opening.desk(header(rnd)) for _ in range(GAMES)]
    records = [record(played(rnd, Desk(desk.game, desk.opening, desk.dealer))) for desk in desks]
    works = [
        (JUDGED, partial(chess_judged, moves), "", 0),
        ("sentence, judged, applied", partial(judged, records), JUDGED, 0.25),
        ("sentence, heard, judged, applied, written down", partial(said, records), JUDGED, 0.15),
        (REPLAYED, partial(chess_replayed, games), "", 0),
        ("events replayed", partial(replayed, records), REPLAYED, 0.08),
        (UNDONE, partial(chess_undone, games), "", 0),
        ("undo and redo", partial(undone, records), UNDONE, 0.1),
        (PLAYED, partial(chess_played, rnd), "", 0),
        ("random games against the aliens, dealt", partial(whole_game, rnd, desks), PLAYED, 0.13),
    ]
    return [Figure(name, partial(rate, work, seconds), unit, least) for name, work, unit, least in works]
