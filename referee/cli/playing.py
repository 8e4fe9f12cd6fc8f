"""Beginning, asking, saying."""

import gc
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from referee.cli.options import (
    Argument,
    Because,
    Folder,
    From,
    Json,
    Option,
    Rulings,
    Sentence,
    Which,
    at_terminal,
    opened,
    table,
)
from referee.errors import NotUnderstood, RefereeError

if TYPE_CHECKING:
    from referee.positions import Source
    from referee.session import Session

ASKED = Path("-")  # in the place of a position file: it is asked for
SEEDS = 1_000_000  # a number that can be read out across the table


def new(
    game: Annotated[str | None, Argument(metavar="GAME")] = None,
    name: Annotated[str | None, Argument(metavar="NAME", help="Of the session; default: the game's.")] = None,
    player: Annotated[list[str] | None, Option(metavar="NAME[:COLOUR]", help="In seating order.")] = None,
    option: Annotated[list[str] | None, Option(metavar="KEY=VALUE", help="Options of the game.")] = None,
    ruling: Rulings = None,
    draws: Annotated[str | None, Option(metavar="table|referee", help="Who draws and rolls.")] = None,
    seed: Annotated[int | None, Option(help="Of the referee's draws.")] = None,
    start: Annotated[
        Path | None,
        Option("--from", metavar="[POSITION.toml]", help="A table under way; without a file, asked for."),
    ] = None,
    box: Annotated[str | None, Option(metavar="own|practice", help="Whose cards and boards.")] = None,
    assist: Annotated[str | None, Option(metavar="full|verdicts|follow", help="How much the referee helps.")] = None,
    by_hand: Annotated[list[str] | None, Option(metavar="CHORE", help="What the table does itself.")] = None,
    sessions: Folder = None,
) -> None:
    """Begin a session; asks for what is missing, in a terminal only."""
    from referee import display, drafts, opening, positions, reply

    if start == ASKED and not (start := _told(game, sessions)):
        return
    source = positions.read(start) if start else None
    said: dict[str, Any] = dict(source.header) if source else {}
    if not (game := game or said.get("game")):
        raise NotUnderstood("new.game", nearest=tuple(f"referee new {name}" for name in opening.GAMES))
    said |= {"players": player} if player else {}
    said |= {"options": (*said.get("options", ()), *option)} if option else {}
    said |= {"rulings": (*said.get("rulings", ()), *ruling)} if ruling else {}
    said |= {"by-hand": [chore for word in by_hand for chore in word.split(",")]} if by_hand else {}
    single = (("draws", draws), ("seed", seed), ("from", box), ("assist", assist))
    said |= {key: value for key, value in single if value is not None}
    session = _begin(game, name, said, sessions, source)
    if source and source.file == drafts.place(game, session.folder):
        drafts.drop(game, session.folder)
    display.say(*reply.asked(session.desk))


def _told(game: str | None, sessions: Path | None) -> Path | None:
    """The file of a table that is told at the prompt; nothing, if somebody leaves before its end.

    Outside a terminal, how such a file is written. Raises NotUnderstood then.
    """
    from referee import display, drafts, opening, positions, shelf

    if not at_terminal():
        for name in (game,) if game else opening.GAMES:
            display.as_it_is(*positions.example(name))
        raise NotUnderstood("new.told", nearest=("referee new GAME --from FILE", "referee show --position FILE"))
    from referee.prompts.entering import enter

    folder = shelf.folder(sessions)
    told = enter(game, folder)
    return drafts.place(told, folder) if told else None


def _begin(
    game: str, name: str | None, said: Mapping[str, Any], sessions: Path | None, source: "Source | None" = None
) -> "Session":
    """A new session of what was said, and, in a terminal, of what is asked for; shown with what lies on its table."""
    from datetime import date
    from random import SystemRandom

    from referee import beginning, display, opening, positions, reply, shelf, supposing
    from referee.session import Session

    folder = shelf.folder(sessions)
    display.speak(opening.folder(game))
    if source:
        positions.check(source, said)
    if at_terminal() and any(beginning.missing(game, said, folder)):
        from referee import prompts

        said = {**said, **prompts.ask_options(game, said, folder)}
    if said.get("draws") == "referee" and "seed" not in said:
        said = {**said, "seed": SystemRandom().randrange(SEEDS)}
    head = beginning.header(game, {**said, "begun": date.today().isoformat()}, folder)
    supposed = tuple(supposing.parts(positions.lay(source, head))) if source else ()
    session = Session.begin(name or beginning.name(game, folder), folder, head)
    display.say(*reply.begun(session.desk, session.name, str(session.record.file)), *supposed)
    display.say("")
    return session


def play(s: Which = None, sessions: Folder = None) -> None:
    """Answer questions one after the other at a prompt."""
    from referee import prompts, shelf

    if not at_terminal():
        raise NotUnderstood("cli.terminal", nearest=("referee next", "referee say SENTENCE", "referee new GAME"))
    if s is None and not shelf.names(shelf.folder(sessions)):
        session = _begin(prompts.ask_game(), None, {}, sessions)
    else:
        session = opened(s, sessions)
    gc.enable()  # an evening is long
    prompts.play(session)


def next(s: Which = None, sessions: Folder = None, json: Json = False, start: From = None) -> None:
    """The open question: who is asked what, by which rule, and what may be said."""
    from referee import display, reply

    desk, _, name, supposed, data = table(s, sessions, start)
    if json:
        from referee import programs

        display.as_json({**programs.stand(desk, name), **data})
    else:
        display.say(*reply.asked(desk), *reply.to_say(desk), *supposed)


def say(
    sentence: Sentence,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
    ruling: Rulings = None,
    anyway: Annotated[bool, Option("--anyway", help="The table lets it stand.")] = False,
    because: Because = "",
) -> int:
    """Answer: say what was done or seen. An argument with a blank is a sentence, else all are one; - reads lines."""
    how = {"rulings": tuple(ruling or ()), "anyway": anyway, "because": because}
    said = sentences(sentence)
    if not said:
        raise NotUnderstood("sentence.empty")
    if anyway and (len(said) != 1 or not because):
        raise NotUnderstood("say.anyway")
    return heard(opened(s, sessions), said, json, **how)


def sentences(words: list[str]) -> tuple[str, ...]:
    """An argument with a blank is a sentence, else all are one; `-` stands for the lines of the input."""
    if words == ["-"]:
        return tuple(line for line in map(str.strip, sys.stdin) if line)
    return tuple(words) if any(" " in word for word in words) else (" ".join(words),)


def heard(session: "Session", sentences: Iterable[str], json: bool = False, **how: Any) -> int:
    """Say one sentence after the other; the first that fails ends it, the earlier ones stay."""
    from referee import display, programs, reply

    sentences, spoken, failure = tuple(sentences), [], None
    for text in sentences:
        try:
            spoken.append(session.say(text, whole=len(sentences) > 1, **how))
        except RefereeError as error:
            failure = error
        if not json and not failure:
            (display.say if spoken[-1].lines else display.warn)(*reply.said(session.desk, spoken[-1]))
        if failure or not spoken[-1].lines:
            break
    if json:
        display.as_json(programs.answer(session.desk, session.name, spoken, failure))
    if failure:
        raise failure
    if not json:
        (display.say if spoken[-1].lines else display.warn)(reply.BLANK, *reply.asked(session.desk))
    return reply.code(spoken[-1])


def judge(
    sentence: Sentence,
    s: Which = None,
    sessions: Folder = None,
    json: Json = False,
    ruling: Rulings = None,
    start: From = None,
) -> int:
    """The verdict alone, and what would follow; nothing is recorded."""
    from referee import display, programs, reply

    desk, _, name, supposed, data = table(s, sessions, start)
    rulings = tuple(ruling or ())
    said = desk.judge(" ".join(sentence), "", rulings)
    after = desk.what_if(" ".join(sentence), "", rulings)
    if json:
        foreseen = programs.consequence(desk, after)
        display.as_json({**programs.stand(desk, name), **programs.judged(desk, said), **foreseen, **data})
    else:
        display.say(reply.head(desk), *reply.verdict(desk, said), *reply.follows(desk, after), *supposed)
    return reply.code(said)
