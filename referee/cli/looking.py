"""The table, the record, the proof of a figure."""

from pathlib import Path
from typing import Annotated

from referee.cli.options import Argument, Folder, From, Json, Option, Which, opened, table
from referee.text import Text


def show(
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
    position: Annotated[Path | None, Option(metavar="FILE", help="Write the table to a file for --from.")] = None,
    start: From = None,
) -> None:
    """The table as the referee sees it."""
    from referee import display, positions, programs, reply

    desk, header, name, supposed, data = table(s, sessions, start)
    if position:
        positions.write(position, desk, header)
        display.say(Text("position.written", {"file": str(position)}))
    elif json:
        display.as_json({**programs.stand(desk, name), "table": programs.table(desk), **data})
    else:
        display.say(*reply.asked(desk), *desk.game.view(desk.ask.pos), *supposed)


def log(
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
    transcript: Annotated[bool, Option("--transcript", help="As it was played, with questions.")] = False,
) -> None:
    """The record: what was said, and what it did."""
    from referee import display, programs, record, reply

    session = opened(s, sessions)
    if json:
        display.as_json(programs.log(session.desk))
    elif transcript:
        from referee import replay

        for scene in replay.played(session.header, session.record.blocks):
            display.say(*scene.parts)
    else:
        display.say(reply.head(session.desk), *record.log(session.desk))


def why(
    what: Annotated[list[str] | None, Argument(metavar="[WHO [WHAT]]", help="Or a space, or a line.")] = None,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
) -> None:
    """The proof of a figure: every change with its line, rule and cause; for a march, what was chosen from."""
    from referee import display, proof, reply

    desk, words = opened(s, sessions).desk, " ".join(what or ())
    if json:
        display.as_json(proof.data(desk, words))
    else:
        display.say(reply.head(desk), *(proof.parts(desk, words) if words else proof.overview(desk)))


def score(s: Which = None, sessions: Folder = None, json: Json = False, start: From = None) -> None:
    """What a scoring would give now."""
    from referee import display, programs, reply

    desk, _, name, supposed, data = table(s, sessions, start)
    points = desk.game.score(desk.ask.pos)
    if json:
        display.as_json({**programs.stand(desk, name), "score": points, **data})
    else:
        display.say(reply.head(desk), *points, *supposed)
