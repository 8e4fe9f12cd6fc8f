"""A session: a desk and the file that keeps it. What is said is written in one go before it is acknowledged.

Reading takes no lock and writes nothing. Whatever changes the record is done under the file's lock, on the record as it
then stands: if another process has written meanwhile, that is read first.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee import __version__, journal, opening, shelf
from referee.acts import Act, Stop
from referee.desk import Desk, Said
from referee.errors import Damaged, Failed, NotUnderstood, RefereeError
from referee.game import Game
from referee.hearing import write
from referee.journal import Record
from referee.older import otherwise
from referee.remarks import Teach
from referee.text import Value

if TYPE_CHECKING:
    from referee.mending import Mended, Wanted

DEFAULTS = 1  # which frozen set of default readings a new session plays by


def header(said: Mapping[str, Any]) -> dict[str, Value]:
    """What a session file begins with, from a game, players, options, rulings, box, practice, draws, seed, facts, at.

    Options are kept in their orthogonal form; what was not said is left out. Raises NotUnderstood, or Damaged for a
    position that is impossible.
    """
    play, ask = opening.opening(said)
    plain: dict[str, Any] = {"format": journal.FORMAT, "game": play.NAME, "referee": __version__, "defaults": DEFAULTS}
    plain |= {"begun": said.get("begun"), "players": said["players"], "options": play.write_settings(ask.pos.options)}
    rest = ("draws", "seed", "assist", "by-hand", "rulings", "practice", "box")
    plain |= {key: said.get(key) for key in (*rest, *(key for key in said if key not in (*plain, *rest)))}
    kept = {key: tuple(value) if isinstance(value, list) else value for key, value in plain.items()}
    return {key: value for key, value in kept.items() if value not in (None, (), "", False)}


class Session:
    """A desk on a file. `open` one that is there, `begin` a new one."""

    def __init__(self, record: Record, folder: Path, desk: Desk | None = None) -> None:
        self.record = record
        self.folder = folder  # where sessions and the box file lie, and where the last one written is noted
        self.desk = desk or _desk(record)

    @classmethod
    def open(cls, session: str | None, folder: Path) -> "Session":
        """The session of that name or path, or (None) the last one written. Raises Failed or Damaged."""
        return cls(journal.read(shelf.find(session, folder)), folder)

    @classmethod
    def begin(cls, name: str, folder: Path, said: Mapping[str, Any]) -> "Session":
        """A new session, dealt up to the first question to a person; no file is made of what cannot begin."""
        head = header(said)
        desk = opening.desk(head)
        desk.deal()
        session = cls(journal.create(shelf.place(name, folder), head), folder, desk)
        with session._at_work():
            return session

    @property
    def name(self) -> str:
        return self.record.file.stem

    @property
    def header(self) -> Mapping[str, Value]:
        return self.record.header

    @property
    def game(self) -> Game:
        return self.desk.game

    @property
    def practice(self) -> bool:
        """Whether the practice box is used, which every screen has to say."""
        return bool(self.header.get("practice"))

    @property
    def line(self) -> int:
        """The number of the last line of the record."""
        return len(self.record.blocks)

    @property
    def stop(self) -> Stop | None:
        """Where the record cannot be read on; nothing can be said then until that line is settled."""
        return self.desk.stop

    # -- what is written ------------------------------------------------------------------------------------------

    def say(
        self,
        text: str,
        who: str = "",
        rulings: Sequence[str] = (),
        anyway: bool = False,
        because: str = "",
        agreed: Sequence[str] = (),
        whole: bool = False,
    ) -> Said:
        """Hear, judge and, if it stands, do and write; see `Desk.say`. A fact of the box goes to the box file too.

        `whole`: a short answer (`gold`) is NotUnderstood, because something else than expected may be asked by now.
        """
        with self._at_work() as desk:
            if whole:
                _check_whole(desk, text, who)
            said = desk.say(text, who, rulings, anyway, because, agreed)
        self._remember((said.event,) if said.lines else ())
        return said

    def undo(self, acts: int = 1) -> tuple[Act, ...]:
        """Strike the last acts. What the dealer laid out before anybody spoke stays."""
        _check_number(acts)
        with self._at_work() as desk:
            return self._strike(desk, acts)

    def undo_turn(self) -> tuple[Act, ...]:
        """Back to the last question of the turn itself."""
        with self._at_work() as desk:
            if not (acts := desk.acts_since_turn()):
                raise Failed("undo.no-turn")
            return self._strike(desk, acts)

    def undo_to(self, line: int) -> tuple[Act, ...]:
        """Back until `line` is the last that holds."""
        with self._at_work() as desk:
            if not 0 < line <= len(desk.lines):
                raise NotUnderstood("undo.line", line=line, lines=len(desk.lines))
            if not (acts := desk.acts_after(line)):
                raise Failed("undo.after", line=line)
            return self._strike(desk, acts)

    def redo(self, acts: int = 1) -> tuple[Act, ...]:
        """Do again what was undone last."""
        _check_number(acts)
        with self._at_work() as desk:
            return desk.redo(acts)

    def mend(self, wanted: "Wanted") -> "Mended":
        """Mend the record in the past, if that reaches its end; else nothing is written."""
        from referee.mending import mend

        with self._at_work() as desk:
            mended, stopped = mend(desk, wanted), desk.stop is not None
            if mended.done:
                mended = mended._replace(lines=desk.amend(mended.blocks, mended.found))
        if mended.done and stopped:
            self.desk = _desk(self.record)
        self._remember(event for event in mended.found.heard.values() if mended.done)
        return mended

    def _remember(self, events: Iterable[Any]) -> None:
        """What was taught about this table's own box goes to its file too."""
        if taught := tuple(write(self.game, event) for event in events if isinstance(event, Teach)):
            from referee import box

            if not self.practice:
                box.add(box.place(self.game.NAME, self.folder), taught)

    def keep(self, line: int, because: str) -> tuple[int, ...]:
        """The line at which reading stopped stays as an older version accepted it; the record is read on. Its line."""
        with self._at_work() as desk:
            if not desk.stop:
                raise Failed("keep.none")
            if desk.stop.line != line:
                raise Failed("keep.line", line=line, stop=desk.stop.line)
            if not otherwise(desk)[0].kept:
                raise Failed("keep.never", line=line)
            desk.keep(because)
        self.desk = _desk(self.record)
        return (line,)

    def keep_all(self, because: str) -> tuple[int, ...]:
        """All lines that read otherwise stay as they are, up to one that cannot: their numbers."""
        with self._at_work() as desk:
            stops = tuple(each.stop for each in otherwise(desk) if each.kept)
            if not stops:
                raise Failed("keep.never", line=desk.stop.line) if desk.stop else Failed("keep.none")
            desk.keep(because, *stops)
        self.desk = _desk(self.record)
        return tuple(stop.line for stop in stops)

    @staticmethod
    def _strike(desk: Desk, acts: int) -> tuple[Act, ...]:
        said = sum(not act.lines[0].block.get("auto") for act in desk.acts)
        if acts > said:
            raise Failed("undo.none", acts=said)
        return desk.undo(acts)

    @contextmanager
    def _at_work(self) -> Iterator[Desk]:
        """The desk as the file now has it, under the lock; what it has written down is in the file afterwards."""
        with journal.locked(self.record.file, self.folder) as pen:
            record = pen.read(self.record)
            if record is not self.record:
                self.record, self.desk = record, _desk(record)
            try:
                yield self.desk
                self.record = pen.add(record, self.desk.fresh)
            except BaseException:
                if self.desk.fresh:  # what could not be written was not said
                    self.desk = _desk(record)
                raise
            self.desk.fresh.clear()


def _check_number(acts: int) -> None:
    if acts < 1:
        raise NotUnderstood("undo.number", n=acts)


def _check_whole(desk: Desk, text: str, who: str) -> None:
    sentence = desk.judge(text, who).sentence
    verbs = {desk.game.ALIASES.get(word, word) for word in text.casefold().split()[:2]}
    if not verbs & set(sentence.split()[:1]):
        raise NotUnderstood("say.short", nearest=(sentence,), said=text)


def _desk(record: Record) -> Desk:
    """The desk of a record, read up to its end or to the line where it stops."""
    try:
        desk = opening.desk(record.header)
    except Damaged:
        raise
    except RefereeError as error:
        raise Damaged("session.header", file=str(record.file), line=1, why=error.text) from error
    desk.read(record.blocks)
    return desk
