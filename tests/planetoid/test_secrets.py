"""What lies face-down is told to nobody before the scoring, and what a scan shows to nobody but who asked.

Three ways to find a leak: every word of a dealt game is held against what must not be read in it; two tables that
differ only in what lies face-down must answer alike, whatever is said; and a record that cannot be read on must not
tell why. After the scoring everything is shown.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee import cli, comparing, display, hearing, opening, programs
from referee.cli import checking, filing, looking, mending, options, plain, playing
from referee.desk import Desk
from referee.errors import NotUnderstood
from referee.games.planetoid import bonuses, events
from referee.games.planetoid.position import FACE_DOWN
from referee.layout import Screen
from referee.session import Session
from tests.planetoid.together import BOX, EVERY, KINDS, SHIPPING, answer, header, laid

KIND = "|".join(KINDS)
READING = (
    *("show", "show --json", "log", "log --json", "log --transcript", "why", "why --json", "score", "score --json"),
    *(
        "count --all",
        "count --all --json",
        "count --audit",
        "count --audit --json",
        "claim Ann 3",
        "claim Ann 3 --json",
    ),
    "export --json",
    *("next", "next --json", "sessions", "sessions --json"),
)


ONCE = ("For ", "Off the display, told once: ")  # how the lines begin that are shown at their moment and never again


class Table:
    """A session that is open, and the command line on it."""

    def __init__(self, session: Session) -> None:
        self.session = session

    @property
    def desk(self) -> Desk:
        return self.session.desk

    def stops(self) -> int:
        """The line at which the record cannot be read on; 0: nowhere."""
        return self.session.stop.line if self.session.stop else 0

    def run(self, *words: str) -> str:
        """What a command prints, to whatever stream."""
        screen = StringIO()
        understood = plain.understood(words)
        assert understood, words
        with pytest.MonkeyPatch.context() as patch, redirect_stdout(screen), redirect_stderr(screen):
            for room in (checking, filing, looking, mending, options, playing):
                patch.setattr(room, "opened", lambda which, sessions: self.session)
            cli.done(*understood)
        shown = screen.getvalue()
        assert "fault of ours" not in shown, shown
        return shown

    def past(self, *words: str) -> str:
        """What a command tells of what was: of data, all but the answers that may be given and what is printed."""
        shown = self.run(*words)
        if "--json" not in words or not shown.startswith("{"):
            return shown
        return json.dumps({key: value for key, value in json.loads(shown).items() if key not in ("answers", "box")})


Begin = Callable[..., Table]


@pytest.fixture
def begin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Begin]:
    """Begins a session in a folder of its own, and sits down at it."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(programs, "COUNTED", programs.MOST)  # all that is listed; how many more there are is no secret
    display.speak(opening.folder("planetoid"))
    yield lambda head, folder="here": Table(Session.begin("kitchen", tmp_path / folder, head))
    display.speak()


# -- what must not be read ------------------------------------------------------------------


def seen_by_all(desk: Desk) -> set[str]:
    """Spaces whose tile the whole table has seen, whatever was undone since."""
    found: set[str] = set()
    for line in desk.lines:
        if "say" in line.block:
            event = hearing.read(desk.game, str(line.block["say"]), str(line.block["who"]))
            found |= {space for space, _ in getattr(getattr(event, "inner", None) or event, "told", ())}
    return found


def check(desk: Desk, shown: str, call: str, past: bool = True) -> None:
    """Nothing that is secret now stands in what was shown; `past` if it tells what was, not what may be said."""
    pos, seen, flat = desk.ask.pos, seen_by_all(desk), " ".join(shown.split())
    down = "|".join(space for space, tile in pos.tiles.items() if tile == FACE_DOWN and space not in seen)
    never = [rf"\bsaved ({KIND})\b", rf"(?<![\w:])({down}),? ({KIND})\b" if down else "^$", r"\w+ bonuses b\d"]
    if past:
        never += [rf"\b({'|'.join(SHIPPING)})\W+({KIND})\b", r"\bclaim (b\d|none)"]
    drawn = [str(line.block["say"]) for line in desk.lines if str(line.block.get("say")).startswith("bonuses ")]
    for display_of_all in (*drawn, " ".join(pos.jobs)):
        flat = flat.replace(display_of_all, "")
    never += [rf"\b{re.escape(bonus)}\b(?!\.2)" for bonus in pos.taken]
    for pattern in never:
        found = re.search(pattern, flat)
        assert not found, f"{call}: {flat[max(0, found.start() - 300) : found.end() + 100]}"


def kinds_in(shown: str) -> list[str]:
    return re.findall(rf"\b({KIND})\b", shown)


def heard(desk: Desk, said: str) -> Any:
    """The event of a sentence; of Reroute, what it does."""
    event = hearing.hear(desk.game, desk.ask, said).event
    return getattr(event, "inner", None) or event


def is_secret(desk: Desk, said: str) -> bool:
    """Whether a sentence ships tiles, or takes bonuses for them."""
    event = heard(desk, said)
    return isinstance(event, events.Claim) or (
        isinstance(event, events.Ship) and bool(bonuses.moved(desk.ask.pos, event))
    )


@pytest.mark.parametrize("verb", ["scan", "large-scan", "quick-scan", "aux-scan", "reroute scan"])
def test_what_somebody_tells_of_a_scan_is_not_repeated(begin: Begin, verb: str) -> None:
    table = begin(header("basic", 2, seed=1))
    for call in (("say",), ("say", "--json"), ("judge",), ("judge", "--json")):
        shown = table.run(*call, f"{verb} C3 ruby, D3 gold")
        assert "What a scan shows is yours alone" in shown
        assert f"{verb.split()[-1]} C3 D3" in shown
        assert kinds_in(shown.partition('"answers"')[0]) == [], call
    assert len(table.desk.lines) == 2


# -- dealt games ------------------------------------------------------------------


def look_up(table: Table, rnd: Random, calls: Sequence[str]) -> None:
    """Reads this, asks why of this and that, and what a sentence would lead to."""
    desk, pos = table.desk, table.desk.ask.pos
    for call in calls:
        check(desk, table.past(*call.split()), call, past=not call.startswith("next"))
    things = (*pos.names, *pos.jobs, *pos.tiles, *(f"{who} {what}" for who, what in desk.game.facts(pos)))
    numbers = (str(line.number) for line in desk.lines)
    for thing in rnd.sample((*things, *numbers, "tile", "bonus", "ships"), 4):
        check(desk, table.run("why", *thing.split()), f"why {thing}")
        check(desk, table.run("why", *thing.split(), "--json"), f"why {thing} --json")
    said = answer(rnd, desk)
    check(desk, table.run("judge", said), f"judge {said}", past=False)
    check(desk, table.run("judge", said, "--json"), f"judge {said} --json", past=False)


def say(table: Table, said: str) -> None:
    """Says it: a scan is shown in one line, of what is shipped no kind is told; bonuses are named as they are taken."""
    desk, secret, event = table.desk, is_secret(table.desk, said), heard(table.desk, said)
    if not secret and len(desk.lines) % 2:
        plainly = table.run("say", said)
    else:
        found = json.loads(table.run("say", said, "--json"))
        plainly = json.dumps({key: found[key] for key in ("say", "said", "entries", "objections")})
        plainly = "\n".join((plainly, *found["shown"]))
    once = [line for line in plainly.splitlines() if line.startswith(ONCE)]
    assert len(once) <= 1
    assert any(map(kinds_in, once)) == (isinstance(event, events.Scan) and bool(event.at))
    shown = [line for line in plainly.splitlines() if line not in once]
    if not desk.ask.pos.scoring:
        check(desk, "\n".join(shown), f"say {said}")
        assert not secret or not kinds_in(plainly), f"say {said}: {plainly}"


def take_back(table: Table, secret: bool) -> None:
    """The last act back, and forth again: no kind of what was shipped is told either way."""
    for call in ("undo", "redo"):
        shown = table.run(call)
        check(table.desk, shown, call)
        assert not secret or not kinds_in(shown.split("\n\n")[0]), f"{call}: {shown}"


@pytest.mark.parametrize(("mode", "players"), EVERY[::4], ids=str)
def test_nothing_secret_is_read_in_a_dealt_game(begin: Begin, mode: str, players: int) -> None:
    rnd, told = Random(f"{mode} {players}"), 0
    table = begin(header(mode, players, seed=rnd.randrange(1000)))
    for act in range(22 + 2 * players):
        said = answer(rnd, table.desk)
        secret = is_secret(table.desk, said)
        say(table, said)
        if table.desk.ask.pos.scoring:
            break
        if secret or rnd.random() < 0.1:
            take_back(table, secret)
        told += secret
        look_up(table, rnd, READING if act % 20 == 19 else rnd.sample(READING, 2))
    assert told, "nothing was shipped: this seed shows nothing"


# -- two tables that differ in what lies face-down ------------------------------------------------------------------


def apart(mode: str, players: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two tables, entered at a first turn: what one player has saved and won is another's at the other table."""
    rnd = Random(f"{mode} {players}")
    head = header(mode, players, seed=rnd.randrange(1000))
    desk = laid(opening.desk(head), rnd)
    pos = desk.ask.pos
    told = {f"{who} {what}": value for (who, what), value in desk.game.facts(pos).items()}
    kinds = [kind for kind in KINDS if pos.counts[kind]][:3]
    spare = (sum(pos.counts.values()) - len(pos.tiles)) // players  # what no longer lies on the board, for each
    saved = [Counter(("rock", kinds[n % 3], kinds[n % 3])[:spare]) for n in range(players)]
    found = []
    for turned in (0, 1):
        facts = dict(told)
        for n, who in enumerate(pos.order):
            facts |= {f"{who} saved {kind}": saved[(n + turned) % players][kind] for kind in KINDS}
            facts[f"{who} bonuses"] = pos.jobs[(n + turned) % players]
        words = tuple(f"{fact} {value}" for fact, value in facts.items())
        found.append({**head, "facts": words, "at": f"{desk.ask.rule} {desk.ask.who[0]}"})
    return found[0], found[1]


def probes(rnd: Random, desk: Desk) -> Iterator[str]:
    """Sentences that ask more than they say."""
    pos = desk.ask.pos
    who, other = rnd.sample(pos.order, 2)
    space, kind, bonus = rnd.choice(list(pos.tiles)), rnd.choice(KINDS), rnd.choice(pos.jobs)
    yield from (f"{who} {verb} {kind} claim {bonus}" for verb in ("ship", "quick-ship", "return-and-refit"))
    yield from (f"{who} claim {bonus}", f"{who} claim none", f"{who} peek", f"{who} peek {other}", f"{who} secret s01")
    yield from (f"{who} drill {space} {kind}", f"sweep {space} {kind}, {space} {kind}", "end", f"{who} leave")
    yield from (f"by-hand {facts} card X" for facts in _by_hand(who, other, space, kind, bonus))
    yield f'break-off "{who} asks"'


def _by_hand(who: str, other: str, space: str, kind: str, bonus: str) -> Iterator[str]:
    yield from (f'"{who} saved {kind} {n}"' for n in range(4))
    yield from (f'"{who} bonuses {bonus}"', f'"{space} tile {kind}"', f'"{who} stored {kind} 6"')
    yield f'"{who} saved {kind} 0", "{other} saved {kind} 3"'


def refused(desk: Desk, said: str) -> bool:
    try:
        return not desk.judge(said).verdict.stands
    except NotUnderstood:
        return True


@pytest.mark.parametrize(("mode", "players"), [each for each in EVERY if "apart" not in each[0]][1::4], ids=str)
def test_what_lies_face_down_changes_no_word(begin: Begin, mode: str, players: int) -> None:
    """Census, refusals, proofs, data, and what would follow: whatever is said at both tables is answered alike."""
    rnd, heads = Random(f"apart {mode} {players}"), apart(mode, players)
    one, other = (begin(head, folder) for head, folder in zip(heads, ("one", "other"), strict=True))
    for _ in range(8):
        assert one.desk.game.facts(one.desk.ask.pos) != other.desk.game.facts(other.desk.ask.pos)
        asked = [*rnd.sample(READING, 3), *(f"why {who}" for who in rnd.sample(one.desk.ask.pos.names, 2))]
        calls = [tuple(call.split()) for call in asked if not call.startswith("sessions")]
        said = list(probes(rnd, one.desk))
        calls += [("judge", sentence) for sentence in said]
        calls += [("judge", rnd.choice(said), "--json"), ("judge", answer(rnd, one.desk))]
        calls += [("say", sentence) for sentence in rnd.sample(said, 3) if refused(one.desk, sentence)]
        calls += [("undo",), ("redo",), ("say", answer(rnd, one.desk))]
        for call in calls:
            assert one.run(*call) == other.run(*call), call
        if one.desk.ask.pos.scoring:
            break
    assert one.desk.lines


def shipping(**more: Any) -> dict[str, Any]:
    """Ann has a ruby and a gold to ship, and each of them wins a bonus of its own, or either."""
    fronts = {"x1": "ruby", "x2": "gold", "y1": "any", "y2": "any", "z": "diamond diamond"}
    box = (*BOX, *(f"teach bonus {name} front {slots} points 3" for name, slots in fronts.items()))
    facts = ("Ann stored ruby 1", "Ann stored gold 1")
    return header("basic", 2, seed=5, box=box, at="B-01 Ann", **more) | {"facts": (*facts, *more.get("facts", ()))}


@pytest.mark.parametrize(
    ("display", "one", "other"),
    [
        ("x1 x2 z", ("ship ruby", "ship gold"), ("ship gold", "ship ruby")),
        ("x1 x2 z", ("ship ruby claim x1", "ship gold claim x2"), ("ship gold claim x2", "ship ruby claim x1")),
    ],
)
def test_which_of_two_shipments_held_what_is_not_told(
    begin: Begin, display: str, one: tuple[str, str], other: tuple[str, str]
) -> None:
    tables = [begin(shipping(facts=(f"game jobs {display}",)), folder) for folder in ("one", "other")]
    for table, said in zip(tables, (one, other), strict=True):
        for sentence in (said[0], "end", "Bea scan C1 D1", "end", said[1]):
            table.run("say", sentence)
        assert len(table.desk.acts) == 5
    for call in (*READING[:-2], "undo", "redo", "undo 5", "redo 5", "log", "why x1", "why ruby", "why 1"):
        assert tables[0].run(*call.split()) == tables[1].run(*call.split()), call


def test_two_records_that_differ_in_what_was_shipped_are_compared_without_telling_it(begin: Begin) -> None:
    tables = [begin(shipping(facts=("game jobs x1 x2 z",)), folder) for folder in ("one", "other")]
    for table, said in zip(tables, ("ship ruby claim x1", "ship gold claim x2"), strict=True):
        table.run("say", said)
    one, other = (table.session for table in tables)
    found = comparing.difference(one, other)
    shown = "\n".join(display.lines(Screen(), *comparing.shown(one, other, found)))
    data = json.dumps(display.plain(comparing.data(one, other, found)))
    assert found.secret
    for told in (shown, data):
        check(one.desk, told, "diff")
        assert "ship …" in told.replace("\\u2026", "…")
        assert kinds_in(told.partition("What lies otherwise")[0].partition('"facts"')[0]) == []


def test_a_bonus_that_was_chosen_is_told_by_nothing_but_its_place(begin: Begin) -> None:
    tables = [begin(shipping(facts=("game jobs y1 y2 z",)), folder) for folder in ("one", "other")]
    for table, bonus in zip(tables, ("y1", "y2"), strict=True):
        for sentence in ("ship ruby", f"claim {bonus}", "end", "Bea scan C1 D1", "end", "ship gold"):
            shown = table.run("say", sentence)
            assert bonus not in "".join(line for line in shown.splitlines() if not line.startswith(ONCE)), shown
    for call in (*READING[:-2], "undo 6", "log", "redo 6", "why y1"):
        assert tables[0].run(*call.split()) == tables[1].run(*call.split()), call


def test_a_record_that_cannot_be_read_on_does_not_tell_what_was_shipped(begin: Begin) -> None:
    """Nor does the line that stays as it is, nor the one that says so."""
    table = begin(shipping(facts=("game jobs x1 x2 z",)))
    table.run("say", "ship ruby", "end")
    file = table.session.record.file
    file.write_text(file.read_text("utf-8").replace("Ann saved ruby 1", "Ann saved ruby 2"), "utf-8")
    table.session = Session.open(str(file), file.parent)
    assert table.stops() == 1
    calls = [call.split() for call in (*READING, f"verify {file}", f"verify {file} --json", "undo", "say end")]
    for call in calls:
        check(table.desk, table.past(*call), " ".join(call), past="next" not in call)
    assert "ship …" in table.run("verify", str(file), "--json").replace("\\u2026", "…")
    table.run("keep", "1", "--because", "so it was")
    assert table.stops() == 0
    for call in calls:
        check(table.desk, table.past(*call), " ".join(call), past="next" not in call)
    assert "line 1 stays as it is (ship …): so it was" in table.run("log")


def test_a_game_that_is_broken_off_turns_nothing_up(begin: Begin) -> None:
    table = begin(shipping(facts=("game jobs x1 x2 z",)))
    table.run("say", "ship ruby", 'Bea break-off "the last train"')
    assert table.desk.ask.pos.result
    for call in READING:
        check(table.desk, table.past(*call.split()), call)


def test_after_the_scoring_everything_is_shown(begin: Begin) -> None:
    rnd = Random(4)
    table = begin(header("moon-basic", 2, seed=4))
    while not (after := table.desk.what_if(said := answer(rnd, table.desk))) or not after.pos.scoring:
        assert table.session.say(said).lines
    foreseen = table.run("judge", said), table.run("judge", said, "--json")
    table.run("say", said)
    assert table.desk.ask.pos.scoring
    assert all("What lies face-down until then is turned up." in told for told in foreseen)
    assert not any(re.search(r"wins?\b|points|saved", told.partition('"follows"')[2] or told) for told in foreseen)
    pos, log = table.desk.ask.pos, " ".join(table.run("log").split())
    ships = [str(line.block["say"]) for line in table.desk.lines if str(line.block["say"]).startswith("ship ")]
    assert ships
    assert all(f": {said}" in log for said in ships)
    told = json.loads(table.run("show", "--json"))["table"]
    for who in pos.order:
        assert {kind: told[who][f"saved {kind}"] for kind in KINDS} == {k: pos.count(who, f"saved {k}") for k in KINDS}
        assert told[who]["bonuses"].split() == [b for b, owner in pos.taken.items() if owner == who] or ["none"]
    saved = [f"{n} {kind}" for who in pos.order for kind, n in pos.holding(who, "saved ").items()]
    assert all(tiles in table.run("show") for tiles in saved)
    assert "won" in table.run("score").casefold() or pos.result.split()[1] in table.run("score")
