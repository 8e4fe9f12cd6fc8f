"""The table check, and a player's own total against the referee's."""

from typing import TYPE_CHECKING, Annotated

from referee.cli.options import Argument, Folder, Json, Option, Which, at_terminal, opened

if TYPE_CHECKING:
    from referee.session import Session


def count(
    pile: Annotated[list[str] | None, Argument(metavar="PILE…", help='Such as "Ann credits 4".')] = None,
    all_: Annotated[bool, Option("--all", help="Pile by pile; outside a terminal, the list of them.")] = False,
    audit: Annotated[bool, Option("--audit", help="Where the box first failed to add up.")] = False,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
) -> int:
    """What was counted at the table against what the record expects; 1 if it differs."""
    session = opened(s, sessions)
    if audit:
        return _audit(session, json)
    if pile:
        return _counted(session, pile if any(" " in word for word in pile) else [" ".join(pile)], json)
    if json or not at_terminal():
        return _piles(session, json)
    from referee import prompts

    return 0 if prompts.count(session) else 1


def _counted(session: "Session", piles: list[str], json: bool) -> int:
    """What was counted goes into the record, and what it leads to is told."""
    from referee import checking, counting, display, programs, reply
    from referee.remarks import Count, write

    desk = session.desk
    said = session.say(write(Count("", tuple(piles))))
    found = counting.found(desk.game, desk.ask.pos, said.event.facts)
    if json:
        told = {"counted": checking.data(desk, found), "fix": checking.fixes(desk, found)}
        display.as_json({**programs.answer(desk, session.name, (said,), None), **told})
    else:
        display.say(*reply.said(desk, said), *checking.counted(desk, found))
    return int(not all(each.agrees for each in found))


def _piles(session: "Session", json: bool) -> int:
    """What is to be counted."""
    from referee import checking, display, reply

    desk = session.desk
    if json:
        told = {"session": session.name, "game": desk.game.NAME, "line": len(desk.lines)}
        display.as_json({**told, "piles": checking.listed(desk)})
    else:
        display.say(reply.head(desk), *checking.piles(desk))
    return 0


def _audit(session: "Session", json: bool) -> int:
    """Whether the box adds up after every act."""
    from referee import checking, display, reply, tracing

    found = tracing.first_break(session.desk)
    if json:
        display.as_json(checking.audited(session.desk, found))
    else:
        display.say(reply.head(session.desk), *checking.audit(session.desk, found))
    return int(found is not None)


def claim(
    who: Annotated[str, Argument(metavar="WHO")],
    value: Annotated[int, Argument(metavar="VALUE")],
    what: Annotated[list[str] | None, Argument(metavar="[WHAT]", help="Default: the game's score.")] = None,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
) -> int:
    """A player's own total against the record's, line by line; 1 if it differs."""
    from referee import claims, display, reply

    desk = opened(s, sessions).desk
    said = claims.claim(desk, who, value, " ".join(what or ()))
    if json:
        display.as_json(claims.data(said))
    else:
        display.say(reply.head(desk), *claims.parts(desk, said))
    return int(said.by != 0)
