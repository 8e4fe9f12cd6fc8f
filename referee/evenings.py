"""The evenings of a folder: what was played, how it ended, and what all of them come to by game and by player."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from referee import blocks, journal, shelf
from referee.ask import OVER
from referee.blocks import BEFORE, CHANGE, KEEP, Block
from referee.errors import RefereeError
from referee.results import Result
from referee.session import Session
from referee.standing import MARKS, marks
from referee.text import Text
from referee.view import Lines, Part, Table, Words

Data = Mapping[str, Any]


class Play(NamedTuple):
    """What a record tells of the play: acts of people that hold; lines against the rules that were let stand, the only
    refusals that are recorded; what was put right later; acts that were taken back; readings that the table chose."""

    acts: int = 0
    let_stand: int = 0
    corrected: int = 0
    undone: int = 0
    rulings: int = 0


class Evening(NamedTuple):
    """A session as it was begun, how far it is, and how it ended; `stops`: the line at which it cannot be read on."""

    session: str
    game: str
    begun: str
    players: tuple[str, ...]
    options: tuple[str, ...]
    practice: bool
    lines: int
    over: bool
    stops: int
    results: tuple[Result, ...]
    play: Play


class Unread(NamedTuple):
    """A session that cannot be read at all, and why."""

    session: str
    error: Text


# -- reading ------------------------------------------------------------------


def evenings(folder: Path) -> Iterator[Evening | Unread]:
    """The sessions of a folder, the last changed first, each judged again up to its end."""
    for name in shelf.names(folder):
        try:
            yield evening(Session(journal.read(shelf.place(name, folder)), folder))
        except RefereeError as error:
            yield Unread(name, error.text)


def evening(session: Session) -> Evening:
    """What the lists and counts need of a session."""
    desk, head = session.desk, session.header
    stops = desk.stop.line if desk.stop else 0
    over = desk.ask.rule == OVER and not stops
    options: Any = head.get("options", ())
    return Evening(
        session.name,
        desk.game.NAME,
        str(head.get("begun", "")),
        desk.ask.pos.names,
        options,
        session.practice,
        session.line,
        over,
        stops,
        desk.game.results(desk.ask.pos) if over else (),
        _play(session),
    )


def _play(session: Session) -> Play:
    """What holds is counted as it was written: a line that was changed is one act, one that was struck is none."""
    desk, record = session.desk, session.record.blocks
    gone = {number for number, mark in marks(desk).items() if mark.gone and mark.text.key != MARKS[CHANGE]}
    first = [act.lines[0] for act in desk.acts if not act.lines[0].block.get("auto")]
    lines = [line.block for act in desk.acts for line in act.lines if line.number not in gone]
    return Play(
        acts=sum(_is_play(line.block) for line in first if line.number not in gone),
        let_stand=sum("anyway" in block or blocks.edit(block) == KEEP for block in lines) + len(blocks.kept(record)),
        corrected=sum(_corrects(line.block) for line in first),
        undone=sum(_acts(block, "undo") - _acts(block, "redo") for block in record),
        rulings=len(desk.ask.pos.house) + sum("rulings" in block for block in lines),
    )


def _is_play(block: Block) -> bool:
    return "say" in block and blocks.edit(block) in ("", BEFORE)


def _corrects(block: Block) -> bool:
    return bool(blocks.edit(block)) or str(block.get("say", "")).startswith("fix ")


def _acts(block: Block, key: str) -> int:
    return int(str(block.get(key, 0)))


# -- the list ------------------------------------------------------------------


def shown(found: Sequence[Evening | Unread], folder: str) -> Iterator[Part]:
    """The sessions of a folder with how they ended; of one that cannot be read, why."""
    began = (Text("sessions.session"), Text("sessions.begun"), Text("sessions.game"), Text("sessions.players"))
    head = (*began, Text("sessions.line"), Text("sessions.result"))
    rows = tuple(_row(each) for each in found if isinstance(each, Evening))
    yield Table(Text("sessions.title", {"folder": folder}), head, rows)
    yield Lines("", _unread(found))


def _row(evening: Evening) -> tuple[Words, ...]:
    names = Text("sessions.names", {"names": evening.players})
    game: Words = Text("sessions.practice", {"game": evening.game}) if evening.practice else evening.game
    return evening.session, evening.begun, game, names, str(evening.lines), result(evening)


def result(evening: Evening) -> Words:
    """How a session ended, or that it cannot be read on; nothing of one that is under way."""
    if evening.stops:
        return Text("sessions.stops", {"line": evening.stops})
    if not evening.results:
        return Text("sessions.over") if evening.over else ""
    points = tuple(Text("sessions.points", {"who": each.who, "points": _points(each)}) for each in evening.results)
    won = tuple(each.who for each in evening.results if each.winner)
    if len(evening.results) == 1:
        return Text("sessions.won-alone" if won else "sessions.lost-alone", {"points": _points(evening.results[0])})
    return Text("sessions.won", {"who": won, "points": points})


def _points(result: Result) -> Words:
    return Text("sessions.no-points") if result.points is None else str(result.points)


def _unread(found: Iterable[Evening | Unread]) -> tuple[Text, ...]:
    return tuple(each.error for each in found if isinstance(each, Unread))


def data(found: Iterable[Evening | Unread]) -> list[Data]:
    """The sessions as data."""
    return [
        {**each._asdict(), "result": result(each)} if isinstance(each, Evening) else each._asdict() for each in found
    ]


# -- the counts ------------------------------------------------------------------


def by_game(found: Iterable[Evening | Unread]) -> Iterator[Data]:
    """For each game how often it was played and to its end, and what its records tell; `acts` of one on average."""
    played = sorted((each for each in found if isinstance(each, Evening)), key=lambda each: each.game)
    for game, group in groupby(played, key=lambda each: each.game):
        of_game = list(group)
        sums = {name: sum(getattr(each.play, name) for each in of_game) for name in Play._fields}
        over = sum(each.over for each in of_game)
        yield {"game": game, "games": len(of_game), "over": over, **sums, "acts": _mean([e.play.acts for e in of_game])}


def by_player(found: Iterable[Evening | Unread]) -> Iterator[Data]:
    """For each player and game how often it was played, decided and won, and the points on average and at best."""
    played = [(who, each.game, each) for each in found if isinstance(each, Evening) for who in each.players]
    for (who, game), group in groupby(sorted(played, key=lambda row: row[:2]), key=lambda row: row[:2]):
        of_both = [evening for _, _, evening in group]
        results = [each for evening in of_both for each in evening.results if each.who == who]
        points = [each.points for each in results if each.points is not None]
        plain = {"player": who, "game": game, "games": len(of_both), "decided": len(results)}
        best = max(points, default=None)
        yield {**plain, "wins": sum(each.winner for each in results), "points": _mean(points), "best": best}


def _mean(numbers: Sequence[int]) -> float | None:
    return round(sum(numbers) / len(numbers), 1) if numbers else None


def counted(found: Sequence[Evening | Unread]) -> Iterator[Part]:
    """What all sessions come to, by game and by player; of those that cannot be read, why."""
    played = (Text("stats.game"), Text("stats.games"), Text("stats.over"), Text("stats.acts"))
    told = (Text("stats.let-stand"), Text("stats.corrected"), Text("stats.undone"), Text("stats.rulings"))
    yield Table(Text("stats.by-game"), (*played, *told), tuple(map(_cells, by_game(found))))
    played = (Text("stats.player"), Text("stats.game"), Text("stats.games"), Text("stats.decided"))
    points = (Text("stats.wins"), Text("stats.points"), Text("stats.best"))
    yield Table(Text("stats.by-player"), (*played, *points), tuple(map(_cells, by_player(found))))
    yield Lines("", _unread(found))


def _cells(row: Data) -> tuple[str, ...]:
    return tuple(f"{each:g}" if isinstance(each, float) else "" if each is None else str(each) for each in row.values())


def counted_data(found: Sequence[Evening | Unread]) -> Data:
    """The same as data."""
    unread = [each._asdict() for each in found if isinstance(each, Unread)]
    return {"games": list(by_game(found)), "players": list(by_player(found)), "unread": unread}
