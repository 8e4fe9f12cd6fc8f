"""What holds at every question of every game, whatever was said before; the walk and the examples try all of it."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from referee import hearing, remarks
from referee.ask import Ask
from referee.blocks import Block
from referee.desk import Desk
from referee.game import Game
from referee.journal import read
from referee.judging import settle, step
from referee.session import Session


def table(pos: Any) -> dict[str, Any]:
    """All that lies on the table, entries apart, so that a change in place would be seen."""
    return {name: repr(value) for name, value in vars(pos).items() if name not in ("kit", "entries")}


def alike(one: Ask, other: Ask) -> None:
    """Two questions, and the tables they are put at, are the same; entries are no part of a table."""
    there = {**vars(other.pos), **other._replace(pos=None)._asdict()}
    here = {**vars(one.pos), **one._replace(pos=None)._asdict()}
    assert here.keys() == there.keys()
    for name in here.keys() - {"entries"}:
        assert here[name] == there[name], (name, here[name], there[name])


def holds(desk: Desk, blocks: Sequence[Block]) -> None:
    """Everything below, at the question that is open; `blocks` is the record as it was written and read again."""
    before = table(desk.ask.pos)
    asks_the_same(desk.game, desk.ask)
    sums(desk)
    adds_up(desk)
    facts_come_back(desk.game, desk.ask)
    looking_changes_nothing(desk)
    copy = reloaded(desk, blocks)
    rewinds(copy)
    alike(desk.ask, copy.ask)
    assert table(desk.ask.pos) == before


def asks_the_same(game: Game, ask: Ask) -> None:
    """Amnesia: a fresh procedure puts the same question, of the same table, and has written nothing before it."""
    fresh = settle(game, ask.pos.put(entries=()))
    alike(fresh, ask)
    assert fresh.pos.entries == ()


def sums(desk: Desk) -> None:
    """Every counter is the sum of its entries, and each entry tells how the counter stood after it."""
    counters: Counter[tuple[str, str]] = Counter()
    for _, entry in desk.entries():
        if entry.counts:
            counters[entry.who, entry.what] += entry.by
            assert counters[entry.who, entry.what] == entry.now, entry
    assert {key: n for key, n in counters.items() if n} == dict(desk.ask.pos.counters)


def adds_up(desk: Desk) -> None:
    """Nothing is impossible on the table, and of nothing there is more than the box holds, or was entered."""
    assert list(desk.game.faults(desk.ask.pos)) == []
    began = desk.game.box(desk.opening.pos)
    for what, (box, found) in desk.game.box(desk.ask.pos).items():
        assert found <= max(box, began[what][1]), what


def facts_come_back(game: Game, ask: Ask) -> None:
    """The table told as facts, and the facts told of the same table, leave it as it is."""
    facts = game.facts(ask.pos)
    again = game.with_facts(ask.pos, facts)
    alike(ask._replace(pos=again), ask)
    assert game.facts(again) == facts


def looking_changes_nothing(desk: Desk) -> None:
    """Views, facts, options and judging leave the desk as it was."""
    game, ask, record = desk.game, desk.ask, (len(desk.lines), len(desk.fresh), len(desk.acts), len(desk.undone))
    for look in (game.view, game.status, game.score, game.secret, game.facts, game.box):
        look(ask.pos)
    for option in list(game.options(ask, ()))[:4]:
        list(game.options(ask, option.words))
        if ask.who:
            list(game.may(ask.pos, ask.who[0], option.words[0]))
    desk.judge("note look")
    desk.what_if("note look")
    assert desk.ask is ask
    assert record == (len(desk.lines), len(desk.fresh), len(desk.acts), len(desk.undone))


def reloaded(desk: Desk, blocks: Sequence[Block]) -> Desk:
    """A record read line by line leads to the same question; what can be undone and redone is the same."""
    copy = Desk(desk.game, desk.opening, desk.dealer)
    copy.read(blocks)
    assert copy.stop is None
    alike(copy.ask, desk.ask)
    assert [len(act.lines) for act in copy.acts] == [len(act.lines) for act in desk.acts]
    assert len(copy.undone) == len(desk.undone)
    assert [entry for _, entry in copy.entries()] == [entry for _, entry in desk.entries()]
    return copy


def rewinds(desk: Desk) -> None:
    """Back act by act to the first question and forth again: each question as it was."""
    asked = [desk.ask]
    while desk.acts:
        assert asked[-1] == desk.acts[-1].after
        (act,) = desk.undo()
        assert desk.ask == act.before
        asked.append(desk.ask)
    assert desk.ask == desk.opening
    for ask in reversed(asked[:-1]):
        desk.redo()
        assert desk.ask == ask


class Follower:
    """A procedure that is never begun anew, led along a record: it must ask what the desk asks."""

    def __init__(self, game: Game, opening: Ask) -> None:
        self.game = game
        self.restart(opening)

    def restart(self, ask: Ask) -> None:
        """From this question on."""
        self.ask = ask
        self.play = self.game.game(ask.pos.put(entries=()))
        alike(self._send(None), ask)

    def follow(self, blocks: Sequence[Block]) -> Iterator[tuple[Ask, Any, Ask]]:
        """Each question that the blocks answer, the event that answers it, and the question it leads to."""
        for block in blocks:
            event = hearing.read(self.game, str(block["say"]), str(block["who"]))
            assert hearing.read(self.game, hearing.write(self.game, event), event.who) == event
            assert block["asked"] == self.ask.rule
            before = self.ask
            answers = isinstance(event, before.takes) and not isinstance(event, remarks.REMARKS)
            if "rulings" in block or not answers:
                self.restart(after(self.game, self.ask, event, block))
            else:
                self._go_on(self.game.effect(self.ask.pos.put(entries=()), event))
            yield before, event, self.ask

    def _send(self, pos: Any) -> Ask:
        """What is asked next; a game may simply end."""
        try:
            return self.play.send(pos)
        except StopIteration as end:
            return settle(self.game, end.value)

    def _go_on(self, pos: Any) -> None:
        """The old procedure and a fresh one, from the same table, come to the same question."""
        self.ask = self._send(pos)
        fresh = settle(self.game, pos)
        alike(fresh, self.ask)
        assert fresh.pos.entries == self.ask.pos.entries


def after(game: Game, ask: Ask, event: Any, block: Mapping[str, Any]) -> Ask:
    """The question after an event said under readings of its own."""
    said = dict(word.split("=", 1) for word in block.get("rulings", ()))
    house, book = ask.pos.house, ask.pos.kit.book
    ruled = {book.ruling(id).key: book.ruling(id).read(reading) for id, reading in said.items()}
    then = step(game, ask._replace(pos=ask.pos.put(house={**house, **ruled})), event)
    return settle(game, then.pos.put(house=house)) if ruled else then


def goes_on_after_every_act(
    session: Session, folder: Path, rnd: Random, answer: Callable[[Random, Desk], str], acts: int
) -> None:
    """A session closed and opened again after so many acts is the same, and what was undone can be done again."""
    for _ in range(acts):
        session.say(answer(rnd, session.desk))
        if rnd.random() < 0.3 and session.desk.acts:
            session.undo()
        again = Session.open(session.record.file.stem, folder)
        assert again.stop is None
        alike(again.desk.ask, session.desk.ask)
        assert len(again.desk.undone) == len(session.desk.undone)
        session = again
    assert read(session.record.file).blocks == session.record.blocks
