"""A session for other programs: one whole record as data, and the link by which BG Stats takes a play over."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee import programs
from referee.errors import Failed
from referee.evenings import evening
from referee.results import Result
from referee.session import Session

SOURCE = "referee"
LINK = "https://app.bgstatsapp.com/createPlay.html?data="
PLAIN = "!'()*-._~"  # besides letters and digits, what a link need not write otherwise
QUIET = 2  # light modules around a code


def data(session: Session) -> dict[str, Any]:
    """The record of a session as data, without what is secret: how it began, every line, the table, how it ended."""
    found, desk = evening(session), session.desk
    plain: dict[str, Any] = {"session": session.name, **programs.header(desk, session.header)}
    plain |= {"lines": programs.log(desk), "table": programs.table(desk), "play": found.play}
    return {**plain, "over": found.over, "results": found.results, "stops": found.stops}


# -- BG Stats ------------------------------------------------------------------


def play(session: Session) -> dict[str, Any]:
    """A finished game as BG Stats wants it. Failed if nobody has won or lost it yet."""
    results, begun = evening(session).results, str(session.header.get("begun", ""))
    if not results:
        raise Failed("export.undecided", session=session.name)
    if not begun:
        raise Failed("export.undated", session=session.name)
    points = any(each.points is not None for each in results)
    game = session.game
    return {
        "sourceName": SOURCE,
        "sourcePlayId": f"{begun} {session.name}",
        "playDate": f"{begun} 00:00:00",
        "game": {"name": game.TITLE, "sourceGameId": game.NAME, "highestWins": True, "noPoints": not points},
        "players": [_player(each) for each in results],
    }


def _player(result: Result) -> dict[str, Any]:
    """Every player says who began and who won, without which the app on Android does not take the play."""
    who = {"name": result.who, "sourcePlayerId": result.who, "startPlayer": result.started, "winner": result.winner}
    score = {} if result.points is None else {"score": result.points}
    return {**who, "rank": result.rank, **score, "role": result.role}


def link(play: Mapping[str, Any]) -> str:
    """The address that opens a play in the app."""
    from json import dumps
    from urllib.parse import quote

    return LINK + quote(dumps(play, ensure_ascii=False, separators=(",", ":")), safe=PLAIN)


def drawn(link: str) -> list[str]:
    """The QR code of a link, two modules one above the other in a character, light ones drawn. Failed without segno."""
    try:
        import segno
    except ImportError:
        raise Failed("export.no-segno") from None
    matrix = segno.make(link, error="l", micro=False, boost_error=False).matrix
    width = len(matrix) + 2 * QUIET
    around = [[False] * width] * QUIET
    dark = [*around, *([*around[0][:QUIET], *map(bool, row), *around[0][:QUIET]] for row in matrix), *around]
    return list(_halves([*dark, [True] * width] if len(dark) % 2 else dark))


def _halves(dark: list[list[bool]]) -> Iterator[str]:
    for upper, lower in zip(dark[::2], dark[1::2], strict=True):
        yield "".join(" ▀▄█"[(not above) + 2 * (not below)] for above, below in zip(upper, lower, strict=True))
