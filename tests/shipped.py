"""The example sessions that are shipped, as desks."""

from functools import cache

from referee import journal, opening
from referee.desk import Desk
from referee.where import examples_folder


def own(name: str, upto: int = 10**6) -> Desk:
    """An example session, read as far as that line, on a desk that may be played on."""
    found = journal.read(examples_folder() / f"{name}.toml")
    desk = opening.desk({**found.header, "draws": "table"})
    desk.read(found.blocks[:upto])
    assert desk.stop is None
    return desk


@cache
def example(name: str, upto: int = 10**6) -> Desk:
    """The same, read once for all, to be looked at alone."""
    return own(name, upto)
