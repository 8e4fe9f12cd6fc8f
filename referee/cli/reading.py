"""What is looked up without a session: rules, open questions, sentences, boxes."""

import sys
from pathlib import Path
from typing import Annotated

from referee.cli.options import Argument, Folder, Game, Json, Option, at_terminal
from referee.errors import NotUnderstood, RefereeError
from referee.text import Text


def rules(
    game: Game,
    words: Annotated[list[str] | None, Argument(metavar="[ID|WORDS]")] = None,
    json: Json = False,
) -> None:
    """Look up rules by what they are about, in the words of the table; a rule or a chapter by its id or number."""
    from referee import display, lookup

    book = lookup.book(game)
    found = lookup.rules(book, " ".join(words or ()))
    if json:
        display.as_json(lookup.rules_data(book, found))
    else:
        display.say(*lookup.rules_shown(book, found))


def rulings(game: Game, id_: Annotated[str | None, Argument(metavar="[ID]")] = None, json: Json = False) -> None:
    """Where the rulebook is silent or can be read in two ways: the readings, and the one in use."""
    from referee import display, lookup

    book = lookup.book(game)
    found = (book.ruling(id_),) if id_ else tuple(book.rulings.values())
    if json:
        display.as_json([lookup.ruling(ruling) for ruling in found])
    else:
        display.say(*lookup.rulings_shown(found))


def notation(game: Game, json: Json = False) -> None:
    """The sentences of a game."""
    from referee import display, lookup, opening

    display.speak(opening.folder(game))
    play = opening.game(game)
    if json:
        display.as_json(lookup.notation(play))
    else:
        display.say(*lookup.notation_shown(play))


def box(
    game: Game,
    what: Annotated[list[str] | None, Argument(metavar="[edit|SENTENCE…]")] = None,
    sessions: Folder = None,
    json: Json = False,
    whose: Annotated[str, Option("--box", metavar="own|practice", help="Which box.")] = "own",
) -> None:
    """What was taught from this table's box: read it, edit it, or teach more; or what the practice box holds."""
    from referee import beginning, box, display, opening, shelf

    display.speak(opening.folder(game))
    beginning.check("--box", whose, beginning.BOXES)
    if whose == "practice":
        if what:
            raise NotUnderstood("box.practice", nearest=(f"referee box {game} SENTENCE",))
        found, title = box.practice(opening.folder(game)), Text("new.practice")
        where: dict[str, str | bool] = {"practice": True}
    else:
        file = box.place(game, shelf.folder(sessions))
        _teach(game, file, what or [])
        found, where = box.read(file), {"file": str(file)}
        title = Text("box.file", {"file": str(file), "n": len(found.sentences)})
    if json:
        display.as_json({**where, **found._asdict()})
    else:
        display.say(title, *found.sentences, *found.rulings)


def _teach(game: str, file: Path, what: list[str]) -> None:
    """What was said about a table's own box goes into its file."""
    from referee import box, opening

    if what == ["edit"]:
        if not at_terminal():
            raise NotUnderstood("box.terminal", nearest=(f"referee box {game} SENTENCE",))
        _edit(game, file)
    elif what:
        sentences = (" ".join(what),) if what[0] == "teach" else tuple(what)
        sentences = tuple(s if s.startswith("teach ") else f"teach {s}" for s in sentences)
        opening.taught(game, opening.kit(game), sentences)
        box.add(file, sentences)


def _edit(game: str, file: Path) -> None:
    """An editor on the box file, again and again until it can be read; only then it takes the old one's place."""
    from referee import box, display, opening, reply

    source = box.source(file) or box.text(box.Box()).encode()
    while True:
        source = box.edited(game, source)
        try:
            opening.taught(game, opening.kit(game), box.parsed(file, source).sentences)
        except RefereeError as error:
            display.warn(*reply.error(error), Text("box.again"))
            if not sys.stdin.readline():
                raise EOFError from None
        else:
            box.write(file, source)
            return
