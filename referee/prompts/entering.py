"""A table under way, told piece by piece: who plays what, the board, then the facts by whom or what they are about.

What is wrong is said where it was told, and asked again. Every line is kept as it is told: whoever leaves, by `quit` or
Ctrl-C, goes on next time where it stopped.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from referee import beginning, display, drafts, opening, reply, supposing
from referee.asides import QUIT
from referee.entering import Fault, Place, parts, places, untold
from referee.game import Fact, Game
from referee.journal import HEADER
from referee.prompts.options import ask_game, ask_options
from referee.prompts.terminal import line
from referee.text import Text
from referee.verdict import Objection
from referee.view import Command, Lines

BACK, ANEW = "back", "anew"
NEXT = "_next"  # the reader's own key of a draft: the piece that comes next
OPTIONS, FACTS, AT = "options", "facts", "at"  # keys of a position file that every game has
WHOLE = (OPTIONS, AT)  # of which not the single texts are judged


class Piece(NamedTuple):
    """What is asked together: the texts under a key of the file, or the facts about somebody or something."""

    key: str
    about: str = ""

    def __str__(self) -> str:
        return self.about or self.key


class _Elsewhere(Exception):
    """Somebody wants to go back, to begin anew, or to leave."""

    def __init__(self, word: str) -> None:
        super().__init__(word)
        self.word = word


def enter(game: str | None, folder: Path) -> str:
    """Asks for a table up to its end and keeps it as a draft. The game that it is of; "" if somebody leaves before."""
    begun = drafts.begun(tuple(opening.GAMES), folder)
    name = game or (begun[0] if len(begun) == 1 else ask_game())
    display.speak(opening.folder(name))
    kept = drafts.read(name, folder)
    display.say(Text("enter.again" if kept else "enter.begin", {"game": opening.game(name).TITLE}))
    try:
        done = _Telling(name, folder, kept).tell()
    except (KeyboardInterrupt, EOFError):
        display.warn(Text("enter.kept", {"game": name}))
        raise
    if not done:
        display.say(Text("enter.kept", {"game": name}))
    return name if done else ""


class _Telling:
    """One sitting: what has been told so far, as the header of a position file."""

    def __init__(self, name: str, folder: Path, said: dict[str, Any]) -> None:
        self.name = name
        self.game: Game = opening.game(name)
        self.folder = folder
        self.said = {**said, "game": name}

    def tell(self) -> bool:
        """From where it stopped to the end; whether it came there."""
        while True:
            try:
                ask_options(self.name, self.said, self.folder, self._agree)
                self._walk()
            except _Elsewhere as where:
                if where.word == QUIT:
                    return False
                drafts.drop(self.name, self.folder)
                self.said = {"game": self.name}
            else:
                return True

    def _agree(self, found: Mapping[str, Any]) -> None:
        """Who plays, by which options, who draws, whose box is used: kept as it is said."""
        self.said |= {key: list(value) if isinstance(value, tuple) else value for key, value in found.items()}
        if self.said.pop("from", "") == beginning.PRACTICE:
            self.said["practice"] = True
        self._keep()

    def _keep(self) -> None:
        drafts.keep(self.name, self.folder, self.said)

    # -- piece by piece ------------------------------------------------------------------

    def _walk(self) -> None:
        """Every piece from the next one on, then what no table shows, then again whatever is wrong."""
        n = next((n for n, piece in enumerate(self._pieces()) if str(piece) == self.said.get(NEXT)), 0)
        again = False
        while n < len(pieces := self._pieces()):
            try:
                self._ask(pieces[n], again)
                n, again = n + 1, False
            except _Elsewhere as where:
                if where.word != BACK:
                    raise
                n, again = max(0, n - 1), True
            if n == len(pieces):
                n, again = self._end(pieces), True
        del self.said[NEXT]
        self._keep()

    def _pieces(self) -> list[Piece]:
        """All pieces, as far as the table is known by now."""
        if not (entered := self._opened().entered):
            return [Piece(OPTIONS), *map(Piece, self.said.keys() - opening.PLAIN - {NEXT}), Piece(AT)]
        forms, about = self.game.forms(entered.pos.options), self.game.subjects(entered.pos)
        return [Piece(OPTIONS), *map(Piece, forms), *(Piece(FACTS, who) for who in about), Piece(AT)]

    def _opened(self) -> opening.Opened:
        """The table as far as it is told."""
        plain = {key: value for key, value in self.said.items() if key != NEXT}
        return opening.opened({FACTS: (), **beginning.header(self.name, plain, self.folder)})

    def _ask(self, piece: Piece, again: bool) -> None:
        """A piece, once more as long as anything new is wrong and mended; `again`: its lines are to be mended first."""
        self.said[NEXT] = str(piece)
        before = [fault.text for fault in self._opened().faults]
        display.say(reply.BLANK, self._question(piece))
        if not again and piece.key != OPTIONS:
            display.say(Lines("", tuple(map(Command, self._told(piece)))))
        while True:
            told = self._told(piece)
            self._lines(piece, told if again else [])
            new = [fault for fault in self._opened().faults if fault.text not in before]
            if not new or (again and told == self._told(piece)):
                return
            _warn(new)
            display.say(Text("enter.mend"))
            again = True

    def _question(self, piece: Piece) -> Text:
        """What is asked, with what is known so far."""
        if not (entered := self._opened().entered):
            return Text("enter.mend")
        if piece.key == FACTS:
            return Text("enter.about", {"facts": supposing.line(self.game.facts(entered.pos), piece.about)})
        if piece.key == OPTIONS:
            return Text("enter.options", {"options": self.game.write_settings(entered.pos.options)})
        if piece.key == AT:
            return Text("enter.at", {"who": entered.pos.names[0]})
        return self.game.forms(entered.pos.options)[piece.key]

    def _end(self, pieces: list[Piece]) -> int:
        """What has happened and no table shows, fact by fact; then the first piece with which something is wrong."""
        while (opened := self._opened()).entered and (missing := _unknown(opened)):
            (who, what), objection = missing
            tell = Text(f"tell.{objection.key}", objection.facts)
            display.say(reply.BLANK, Text(objection.key, objection.facts), Text("enter.tell", {"tell": tell}))
            piece = Piece(FACTS, who)
            told = self._told(piece)
            if said := self._line(piece, told, [], f"{who} {what} "):
                self._put(piece, [*told, *said])
        if opened.faults:
            _warn(opened.faults)
        blame = opened.blame
        there = {self._piece(place) for fault in opened.faults for place in places(blame, fault)}
        return next((n for n, piece in enumerate(pieces) if piece in there), 0 if opened.faults else len(pieces))

    def _piece(self, place: Place) -> Piece:
        """The piece to which a text belongs."""
        key, n = place
        text = self.said[FACTS][n] if key == FACTS else ""
        return next((piece for piece in self._pieces() if piece.about and text in self._told(piece)), Piece(key))

    # -- line by line ------------------------------------------------------------------

    def _told(self, piece: Piece) -> list[str]:
        """The lines of a piece that are told."""
        value = self.said.get(piece.key, ())
        lines = value.splitlines() if isinstance(value, str) else list(value)
        return [each for each in lines if not piece.about or each.startswith(f"{piece.about} ")]

    def _put(self, piece: Piece, lines: list[str]) -> None:
        """These are the lines of a piece now; they are kept, behind those of other pieces under the same key."""
        others = self._others(piece)
        whole = "\n".join(lines) if HEADER.get(piece.key) is str else [*others, *lines]
        self.said = {key: value for key, value in {**self.said, piece.key: whole}.items() if value not in ("", [])}
        self._keep()

    def _others(self, piece: Piece) -> list[str]:
        told = self._told(piece)
        return [each for each in self.said.get(FACTS, ()) if each not in told] if piece.about else []

    def _lines(self, piece: Piece, old: list[str]) -> None:
        """Those lines of a piece that are to be mended, then more of them until Enter alone."""
        told = [] if old else self._told(piece)
        while True:
            draft, old = (old[0], old[1:]) if old else ("", [])
            said = self._line(piece, told, old, draft)
            told += said
            self._put(piece, [*told, *old])
            if not said and not draft or piece.key == AT:
                return

    def _line(self, piece: Piece, before: list[str], after: list[str], draft: str) -> list[str]:
        """A line that is understood between those before and after it, in its things; nothing for Enter alone."""
        while typed := self._typed(piece, draft):
            said = f"{piece.about} {typed}" if piece.about and not typed.startswith(f"{piece.about} ") else typed
            things = [said] if piece.key in (FACTS, *WHOLE) else parts(said)
            self._put(piece, [*before, *things, *after])
            there = [self._place(piece, len(before) + n) for n in range(len(things))]
            slips = [fault for fault in self._opened().faults if fault.place in there]
            if all(isinstance(fault.what, Objection) for fault in slips):
                return things
            _warn(slips)
            self._put(piece, [*before, *after])
            draft = typed
        return []

    def _place(self, piece: Piece, n: int) -> Place:
        """Where a line of a piece stands."""
        return piece.key, 0 if piece.key in WHOLE else len(self._others(piece)) + n

    def _typed(self, piece: Piece, draft: str) -> str:
        """What is typed. Raises _Elsewhere for a word that leads there."""
        typed = line(str(piece), draft, lambda text: self._complete(piece, text))
        if typed.casefold() in (QUIT, BACK, ANEW):
            raise _Elsewhere(typed.casefold())
        return typed

    def _complete(self, piece: Piece, text: str) -> Iterator[str]:
        """What the last word may become: the words by which facts are named."""
        entered, last = self._opened().entered, text.rpartition(" ")[2]
        about = ((who, what) for who, what in self.game.facts(entered.pos)) if entered and piece.about else ()
        words = dict.fromkeys(word for who, what in about if who == piece.about for word in what.split())
        return (word for word in (*words, QUIT, BACK, ANEW) if word.startswith(last))


def _unknown(opened: opening.Opened) -> tuple[Fact, Objection] | None:
    """The first fact of the past that must be told."""
    return next(untold(opened.game, opened.entered), None) if opened.entered else None


def _warn(faults: Iterable[Fault]) -> None:
    """What is wrong: what is not understood, then what cannot be, with its rule."""
    found = [fault.what for fault in faults]
    for what in found:
        if not isinstance(what, Objection):
            display.warn(*reply.error(what))
    display.warn(display.why_lines(what for what in found if isinstance(what, Objection)))
