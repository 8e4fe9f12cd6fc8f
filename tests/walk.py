"""A long random walk through a game: what must always hold is tried at every question.

    python -m tests.walk --game planetoid --events 12000 --seed 7
    python -m tests.walk --mode danger --events 12000
    python -m tests.walk --game parsec --mode quick+monsters --games 20 --share 0.01

What is said is chosen by a walk over the game's own options, with sentences that nobody would say on purpose in
between; how a game is set up, and what is counted besides, its `walking` page says (`tests/planetoid/walking.py`).
At the end stands how many games came to their end, how often each rule asked, objected or wrote an entry, and which
never did, with the reason.
"""

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol, cast

from referee import journal, opening
from referee.ask import OVER, TABLE, Ask
from referee.dealer import Dealer
from referee.desk import Desk, Said
from referee.errors import Damaged, Failed, NotUnderstood
from referee.notation import join
from referee.verdict import CERTAIN, Objection, Verdict
from tests import always

TRIES = 200  # sentences from the menu, of which one at least should stand


class Ways(Protocol):
    """What the walk has to know of a game: a module `walking` with these names."""

    NAME: str
    SILENT: Mapping[str, tuple[str, ...]]  # why these rules never show

    def header(self, rnd: Random) -> dict[str, Any]: ...
    def spoilt(self, rnd: Random, header: dict[str, Any]) -> dict[str, Any]: ...
    def rules(self) -> Iterator[str]: ...
    def answer(self, rnd: Random, ask: Ask) -> str: ...
    def richer(self, rnd: Random, ask: Ask, words: tuple[str, ...]) -> tuple[str, ...]: ...
    def stray(self, rnd: Random, ask: Ask) -> str: ...
    def remark(self, rnd: Random, ask: Ask) -> str: ...
    def entered(self, rnd: Random, header: dict[str, Any], ask: Ask) -> dict[str, Any] | None: ...
    def conserved(self, desk: Desk) -> None: ...
    def watch(self, rnd: Random, before: Ask, after: Ask) -> None: ...


class Table(NamedTuple):
    """Where a game came to its end: how many played, by which options; `entered`: it began in the middle of another."""

    players: int
    options: tuple[str, ...]
    entered: bool


class Walk:
    """Games one after the other, each kept in a file as a session is; of `share` of the questions all is tried."""

    def __init__(self, ways: Ways, seed: int, folder: Path, share: float = 1.0) -> None:
        self.ways = ways
        self.share = share
        self.rnd = Random(seed)
        self.folder = folder
        self.events = 0
        self.games = 0
        self.ended: Counter[Table] = Counter()  # games that somebody has won or lost
        self.fired: dict[str, Counter[str]] = {name: Counter() for name in ("asked", "objected", "wrote", "read")}

    def go(self, events: int, games: int = 0) -> None:
        """Play on until so many lines were said, or so many games have ended, if a number is given."""
        wanted = self.events + events
        while self.events < wanted and not 0 < games <= self.ended.total():
            header = self.ways.header(self.rnd)
            self.refuse(self.ways.spoilt(self.rnd, header))
            try:
                self.play(header, wanted)
            except Exception as error:
                error.add_note(f"game {self.games}, after {self.events} events, of {self.header}")
                error.add_note("\n".join(str(line.block) for line in self.desk.lines[-8:]))
                raise

    # -- one game ------------------------------------------------------------------

    def play(self, header: dict[str, Any], wanted: int) -> None:
        """From the first question to the end, or to the last event wanted."""
        self.begin(header)
        while self.events < wanted:
            self.check()
            if self.ask.rule == OVER and self.rnd.random() < 0.6:
                self._count_end()
                return
            self.turn()

    def _count_end(self) -> None:
        if not str(getattr(self.ask.pos, "result", "")).startswith("broken"):
            options, entered = tuple(self.header.get("options", ())), "facts" in self.header
            self.ended[Table(len(self.header["players"]), options, entered)] += 1

    def refuse(self, header: dict[str, Any]) -> None:
        """A game that cannot be begun so, or a table that cannot be, names a rule."""
        try:
            opening.opening(header)
        except (Damaged, NotUnderstood) as error:
            faults = cast(tuple[Objection, ...], error.text.facts.get("faults", ()))
            self.fired["objected"].update(fault.rule for fault in faults)
            self.fired["objected"].update([str(error.text.facts.get("rule", error.text.key))])
        else:
            raise AssertionError(f"nothing was said against {header}")

    def begin(self, header: dict[str, Any]) -> None:
        """A desk, its file, and a procedure that follows it without ever being begun anew."""
        self.desk = opening.desk(header)
        self.header = header
        assert opening.opening(header)[1] == self.desk.opening
        self.games += 1
        self.record = journal.create(self.folder / f"{self.games}.toml", {"format": 1, "game": self.ways.NAME})
        self.follower = always.Follower(self.desk.game, self.desk.opening)
        self.fired["wrote"].update(entry.rule for entry in self.desk.opening.pos.entries)
        self._read(self.desk.opening)
        self.desk.deal()
        self.follow()

    def _read(self, ask: Ask) -> None:
        """Count the rulings that the table reads otherwise than by default, those of a shared switch all."""
        book = ask.pos.kit.book
        differ = (key for key, reading in ask.pos.house.items() if reading != book.defaults[key])
        self.fired["read"].update(ruling.id for key in differ for ruling in book.sharing(key))

    @property
    def ask(self) -> Ask:
        return self.desk.ask

    def turn(self) -> None:
        """One thing done at the open question."""
        chance = self.rnd.random()
        if chance < 0.25:
            self.attempt(self.ways.stray(self.rnd, self.ask))
        elif chance < 0.30:
            self.attempt(self.ways.remark(self.rnd, self.ask))
        elif chance < 0.32:
            self.attempt(f'note "what a turn , {self.rnd.random()} \\\\ [red] # ü"')
        elif chance < 0.38 or self.ask.rule == OVER:
            self.rewind()
        elif chance < 0.395 and (header := self.ways.entered(self.rnd, self.header, self.ask)):
            self.enter(header)
        else:
            self.answer()

    def enter(self, header: dict[str, Any]) -> None:
        """A table told as facts to a new desk; one that cannot be, or not at that step, is refused."""
        try:
            self.begin(header)
        except (Damaged, NotUnderstood):
            self.refuse(header)
            return
        if not self.desk.opening.pos.entries:  # nothing happened by itself before the question
            lies = {f"{who} {what} {value}" for (who, what), value in self.desk.game.facts(self.ask.pos).items()}
            assert lies == set(header["facts"]), lies ^ set(header["facts"])

    # -- saying ------------------------------------------------------------------

    def answer(self) -> None:
        """Something legal, or that stands, from the menu: there is always a way on, or a question to be settled."""
        for _ in range(TRIES):
            if (words := self.sentence()) and self.attempt(words):
                return
        book, house = self.ask.pos.kit.book, self.ask.pos.house
        asked = [book.ruling(key) for key, reading in house.items() if reading not in book.ruling(key).coded]
        if not any(self.attempt(f"ruling {ruling.id} {ruling.default}") for ruling in asked):
            raise AssertionError(f"no way on at {self.ask.rule}: {self.ask.text}")

    def sentence(self) -> str:
        """One random way through the options, or what only the table sees; "" for a way that leads nowhere."""
        if self.ask.who == (TABLE,) and self.rnd.random() < 0.3 and (event := self._dealt()):
            return self.desk.game.write(event)
        if said := self.ways.answer(self.rnd, self.ask):
            return said
        who = self.rnd.choice(self.ask.who)
        ask, words = self.ask._replace(who=(who,)), tuple[str, ...]()
        while options := list(self.desk.game.options(ask, words)):
            words, whole = self.rnd.choice(options)
            if whole and (self.rnd.random() < 0.7 or not list(self.desk.game.options(ask, words))):
                words = self.ways.richer(self.rnd, ask, words)
                return join(words if len(self.ask.who) == 1 else (who, *words))
        return ""

    def _dealt(self) -> Any:
        try:
            return self.desk.game.deal(self.ask, Dealer(int(self.header["seed"])))
        except Failed:
            return None

    def attempt(self, said: str) -> bool:
        """Judge, then say; what does not stand changes nothing. Whether it was recorded."""
        before = self._state()
        try:
            judged = self.desk.judge(said)
            assert self._state() == before
            self._count(judged.verdict)
            done = self.desk.say(said, **self._insisting(judged))
        except NotUnderstood:
            assert self._state() == before
            return False
        if not done.lines:
            assert self._state() == before
            assert not done.verdict.stands
            return False
        self.follow()
        return True

    def _state(self) -> tuple[Any, ...]:
        desk = self.desk
        return desk.ask, always.table(desk.ask.pos), len(desk.lines), len(desk.fresh), len(desk.acts), len(desk.undone)

    def _insisting(self, judged: Said) -> dict[str, Any]:
        """How a sentence that does not stand is said all the same, now and then: by a reading, or anyway."""
        verdict = judged.verdict
        if verdict.stands or self.rnd.random() < 0.9:
            return {}
        book = self.ask.pos.kit.book
        if verdict.rulings and self.rnd.random() < 0.5:
            ruling = book.ruling(self.rnd.choice(verdict.rulings))
            return {"rulings": (f"{ruling.id}={self.rnd.choice(ruling.coded or ruling.readings or (4,))}",)}
        return {"anyway": True, "because": "so we play"}

    def follow(self) -> None:
        """The procedure that was never begun anew comes to the same question; the game's own watch looks on."""
        steps = self.follower.follow(self.desk.fresh)
        for block, (asked, _, then) in zip(self.desk.fresh, steps, strict=True):
            self.fired["asked"][asked.rule] += 1
            self.fired["wrote"].update(entry.rule for entry in then.pos.entries)
            if then.pos.house != asked.pos.house:
                self._read(then)
            if "rulings" not in block:
                self.ways.watch(self.rnd, asked, then)
            self.events += 1
        always.alike(self.follower.ask, self.ask)
        self.keep()

    def _count(self, verdict: Verdict) -> None:
        for objection in verdict.objections:
            self.fired["objected"][objection.rule] += 1
            if objection.basis not in CERTAIN and objection.basis != objection.rule:
                self.fired["objected"][objection.basis] += 1

    # -- undo, the file, and all that must hold ------------------------------------------------------------------

    def rewind(self) -> None:
        """Some acts back, perhaps some forth again; what has been undone can be done again until something new is."""
        acts = len(self.desk.acts)
        if not acts:
            return
        back = self.rnd.randint(1, min(acts, 5))
        asked = [act.before for act in self.desk.acts[-back:]]
        struck = self.desk.undo(back)
        assert [act.before for act in struck] == asked[::-1]
        assert self.ask == asked[0]
        if forth := self.rnd.randint(0, back):
            self.desk.redo(forth)
            assert self.ask == [*asked, struck[0].after][forth]
        self.follower.restart(self.ask)
        self.keep()

    def keep(self) -> None:
        """What is fresh is written down, as a session does it."""
        if self.desk.fresh:
            with journal.locked(self.record.file) as pen:
                self.record = pen.add(self.record, self.desk.fresh)
            self.desk.fresh.clear()

    def check(self) -> None:
        """Everything that must hold at this question; at those that are passed over, the counts."""
        if self.share == 1 or self.rnd.random() < self.share:
            self.record = journal.read(self.record.file)
            always.holds(self.desk, self.record.blocks)
        self.ways.conserved(self.desk)


# -- the command ------------------------------------------------------------------


def silent(walk: Walk) -> Mapping[str, str]:
    """The rules that never fired, each with the reason that is listed for it, or "" for none."""
    reasons = {rule: why for why, rules in walk.ways.SILENT.items() for rule in rules}
    fired = sum(walk.fired.values(), Counter[str]())
    return {rule: reasons.get(rule, "") for rule in walk.ways.rules() if not fired[rule]}


def ways_of(game: str, mode: str) -> Ways:
    """The page that says how the game is walked, in that mode; some games have one of its own for several players."""
    together = f"tests.{game}.walking_together"
    page = import_module(together if mode and find_spec(together) else f"tests.{game}.walking")
    return cast(Ways, page.Ways(mode) if hasattr(page, "Ways") else page)


def _ends(ended: Mapping[Table, int]) -> Iterator[str]:
    """How many games came to their end, by the number of players and by option."""
    players, options = Counter[int](), Counter[str]()
    for table, n in ended.items():
        players[table.players] += n
        options.update(dict.fromkeys(table.options or ("no options",), n))
    entered = sum(n for table, n in ended.items() if table.entered)
    yield f"{players.total()} games to the end, {entered} of them entered in the middle"
    yield f"by players: {', '.join(f'{word}: {n}' for word, n in sorted(players.items()))}"
    yield f"by option: {', '.join(f'{word}: {n}' for word, n in sorted(options.items()))}"


def main() -> int:
    """Walk, and print how often each rule fired; 1 if one that should have did not."""
    parser = argparse.ArgumentParser(prog="python -m tests.walk", description="A long random walk through a game.")
    parser.add_argument("--game", default="planetoid")
    parser.add_argument("--toy", action="store_const", const="toy", dest="game", help="the toy game of the tests")
    parser.add_argument(
        "--mode", default="", help="of tests/planetoid/together.py; of PARSEC plain, all, or options as quick+monsters"
    )
    parser.add_argument("--events", type=int, default=12000)
    parser.add_argument("--games", type=int, default=0, help="no more than so many that come to their end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="of the questions, at which everything is tried")
    said = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        walk = Walk(ways_of(said.game, said.mode), said.seed, Path(folder), said.share)
        walk.go(said.events, said.games)
    print(f"{walk.events} events in {walk.games} games", *_ends(walk.ended), "", sep="\n")
    print(f"{'rule':8}", *(f"{name:>9}" for name in walk.fired))
    never = silent(walk)
    for rule in walk.ways.rules():
        counts = (f"{walk.fired[name][rule]:9}" for name in walk.fired)
        print(f"{rule:8}", never[rule] or "never, and nobody knows why" if rule in never else " ".join(counts))
    return int(not all(never.values()))


if __name__ == "__main__":
    raise SystemExit(main())
