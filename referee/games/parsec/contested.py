"""What hangs on a reading: something is judged by each, to say which rulings decide it and which do not matter."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from referee.games.parsec.position import Position
from referee.verdict import Objection, Question, disputed

Allowed = Callable[[Position], bool]  # whether something is allowed at a table with its readings
Hung = tuple[str, str]  # the row and the message of an objection that rests on a ruling


def check_read(
    pos: Position, allowed: Allowed, rulings: Mapping[str, Hung], otherwise: Objection
) -> Iterator[Objection]:
    """An objection for every ruling on which it hangs whether something is allowed; `otherwise`, if none allows it.

    `rulings` are the switches that could matter, each with the row and the message of its objection.
    """
    stands = allowed(pos)
    hangs = _hangs(pos, allowed, tuple(rulings))
    for switch in hangs:
        yield disputed(*rulings[switch], _ruling(pos, switch).id, stands, **otherwise.facts)
    if not hangs and not stands:
        yield otherwise


def _hangs(pos: Position, allowed: Allowed, switches: Sequence[str]) -> tuple[str, ...]:
    """The fewest switches that decide it, all such ones."""
    now = allowed(pos)
    for n in range(1, len(switches) + 1):
        some = [each for each in combinations(switches, n) if allowed(_otherwise(pos, each)) != now]
        if some:
            return tuple(dict.fromkeys(switch for each in some for switch in each))
    return ()


def _otherwise(pos: Position, switches: Sequence[str]) -> Position:
    """The same table with other readings of these."""
    others = {s: next(r for r in _ruling(pos, s).coded if r != pos.reading(s)) for s in switches}
    return pos.put(house={**pos.house, **others})


def _ruling(pos: Position, switch: str) -> Question:
    ruling: Question = next(iter(pos.kit.book.sharing(switch)))
    return ruling
