"""Growth stacks [5.3]: how many groups the aliens' pile makes at a growth rate, by three countings [Q-15].

A pile is a tuple of numbers: how many tiles of value 1, of value 2 and so on it holds.
"""

from functools import lru_cache
from itertools import count
from operator import le, mul, sub
from typing import NamedTuple

Pile = tuple[int, ...]
Group = tuple[int, ...]


class Stacks(NamedTuple):
    """The three countings, and the groups of the covering one (each a tuple of values, largest first)."""

    cover: int
    exact: int
    floor: int
    groups: tuple[Group, ...]

    def by(self, counting: str) -> int:
        """The number of stacks under a reading of Q-15: cover, exact or floor."""
        return {"cover": self.cover, "exact": self.exact, "floor": self.floor}[counting]

    @property
    def differ(self) -> bool:
        return not self.cover == self.exact == self.floor


def worth(pile: Pile) -> int:
    """The value of a pile."""
    return sum(map(mul, pile, count(1)))


@lru_cache(maxsize=4096)
def stacks(pile: Pile, rate: int) -> Stacks:
    """All three countings of a pile, with the grouping found."""
    groups = _cover(pile, rate)
    exact = len(groups) if all(sum(group) == rate for group in groups) else _exact(pile, rate)  # no more than cover
    return Stacks(len(groups), exact, worth(pile) // rate, groups)


@lru_cache(maxsize=64)
def _patterns(rate: int, dearest: int) -> tuple[Pile, ...]:
    """The minimal groups, exact ones first: worth the rate, and no longer so without their smallest tile."""
    found: list[Pile] = []

    def grow(pile: Pile, smallest: int) -> None:
        if worth(pile) >= rate:
            found.append(pile)
            return
        for value in range(smallest, 0, -1):
            grow(_with(pile, value), value)

    grow((0,) * dearest, dearest)
    return tuple(sorted(found, key=worth))


def _with(pile: Pile, value: int) -> Pile:
    return (*pile[: value - 1], pile[value - 1] + 1, *pile[value:])


def _without(pile: Pile, group: Pile) -> Pile:
    return tuple(map(sub, pile, group))


def _fits(group: Pile, pile: Pile) -> bool:
    return all(map(le, group, pile))


def _tiles(group: Pile) -> Group:
    return tuple(value for value in range(len(group), 0, -1) for _ in range(group[value - 1]))


@lru_cache(maxsize=65536)
def _cover(pile: Pile, rate: int) -> tuple[Group, ...]:
    """The most disjoint groups worth at least the rate.

    Some best grouping uses the largest tile, since it can stand in for any other; and only minimal groups need trying,
    since a tile that a group can do without may lie loose.
    """
    bound = worth(pile) // rate
    if not bound:
        return ()
    largest = max(i for i, n in enumerate(pile) if n)
    best: tuple[Group, ...] = ()
    for group in _patterns(rate, len(pile)):
        if group[largest] and _fits(group, pile):
            rest = _cover(_without(pile, group), rate)
            if len(rest) + 1 > len(best):
                best = (_tiles(group), *rest)
            if len(best) == bound:
                break
    return best


@lru_cache(maxsize=65536)
def _exact(pile: Pile, rate: int) -> int:
    """The most disjoint groups worth exactly the rate; the largest tile is used or laid aside."""
    if worth(pile) < rate:
        return 0
    largest = max(i for i, n in enumerate(pile) if n)
    best = 0
    for group in _patterns(rate, len(pile)):
        if worth(group) > rate:
            break
        if group[largest] and _fits(group, pile):
            best = max(best, 1 + _exact(_without(pile, group), rate))
            if best == worth(pile) // rate:
                return best
    fewer = (*pile[:largest], pile[largest] - 1, *pile[largest + 1 :])
    return max(best, _exact(fewer, rate))
