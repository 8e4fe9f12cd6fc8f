"""A long record judged again after something was put in at its start, in units of reading it once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from referee.desk import Desk
from referee.mending import Mend, Wanted
from referee.session import Session
from referee.where import examples_folder
from tests.bench import commands, rates
from tests.bench.paired import Figure

EVENTS, TWICE = 1000, 2  # of a long evening; loads that judging again may take
TURN = "S-11"


def loaded(file: Path) -> float:
    """Milliseconds until a session is read."""
    return _passed(partial(Session.open, str(file), file.parent))


def mended(file: Path, wanted: Wanted) -> float:
    """Milliseconds until a session that was read is mended and written; it is as before afterwards."""
    source, session = file.read_bytes(), Session.open(str(file), file.parent)
    passed = _passed(lambda: _done(session, wanted))
    file.write_bytes(source)
    return passed


def _done(session: Session, wanted: Wanted) -> None:
    found = session.mend(wanted)
    assert found.done, found.found.stop


def _passed(work: Callable[[], object]) -> float:
    began = perf_counter()
    work()
    return (perf_counter() - began) * 1000


def forgotten(file: Path) -> Wanted:
    """A card that Ann played in her first turn, which nobody said: she has energy left over in much that follows."""
    desk = Session.open(str(file), file.parent).desk
    first = next(line.number for line in desk.lines if line.block.get("asked") == TURN)
    return Wanted((Mend("before", first, 'by-hand "Ann battery 2" card Beacon'),), "forgotten")


def ruled(reading: str) -> Wanted:
    """A ruling that the table had from the first line on."""
    return Wanted((Mend("before", 1, f"ruling {reading}"),), "it was so from the start")


@contextmanager
def figures(seed: int) -> Iterator[list[Figure]]:
    """For as long as the folder of the records lasts."""
    with TemporaryDirectory() as folder:
        desk = _long(seed)
        long = commands.kept(desk, len(desk.acts), Path(folder)) / "evening.toml"
        six = Path(folder) / "six.toml"
        six.write_bytes((examples_folder() / "parsec-six.toml").read_bytes())
        yield [*_pair(f"{EVENTS} events", long, forgotten(long)), *_pair("six at PARSEC", six, ruled("A-72 added"))]


def _long(seed: int) -> Desk:
    """An evening after so many events: from a certain hour on people only look, charge and repair."""
    desk, rnd = commands.evening(seed), Random(seed)
    while len(desk.lines) < EVENTS:
        said = rates.choice(rnd, desk.game, desk.ask)
        if said.startswith(commands.QUIET) or desk.ask.rule != TURN:
            desk.say(said, anyway=True, because="a long evening")
    return desk


def _pair(what: str, file: Path, wanted: Wanted) -> tuple[Figure, Figure]:
    load = Figure(f"one load, {what}", partial(loaded, file))
    return load, Figure(f"judged again, {what}", partial(mended, file, wanted), load.name, 0, TWICE)
