"""Which shipping bonuses one shipment can win [T-601 to T-606, T-609].

A requirement is written slot by slot: kinds (`ruby ruby gold`), `any` tiles, `same*3`, `different*4`, `value>=9`. Each
slot takes a tile of its own, and each tile serves one bonus at most; to a value all tiles on the bonus count.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

Tiles = tuple[str, ...]  # kinds, sorted


class Need(NamedTuple):
    """A bonus's requirement: slots for kinds, any tiles, groups of equal or of different ones; a value to reach."""

    kinds: Tiles = ()
    any: int = 0
    same: tuple[int, ...] = ()
    different: tuple[int, ...] = ()
    value: int = 0

    @property
    def slots(self) -> int:
        """How many tiles are laid on slots of their own."""
        return len(self.kinds) + self.any + sum(self.same) + sum(self.different)


def need(slots: Sequence[str], kinds: Sequence[str]) -> Need | None:
    """The requirement that these slots write; None if one of them is no slot, or a second value."""
    found = Need(kinds=tuple(sorted(slot for slot in slots if slot in kinds)), any=slots.count("any"))
    for slot in slots:
        form, _, number = slot.replace(">=", "*").partition("*")
        n = int(number) if number.isdecimal() else 0
        if slot in kinds or slot == "any":
            continue
        if form == "same" and n:
            found = found._replace(same=(*found.same, n))
        elif form == "different" and n:
            found = found._replace(different=(*found.different, n))
        elif form == "value" and n and not found.value:
            found = found._replace(value=n)
        else:
            return None
    return found if slots else None


def met(wants: Need, tiles: Tiles, values: Mapping[str, int]) -> bool:
    """Whether exactly these tiles meet the requirement: each on a slot, or there for the value."""
    if not (len(tiles) == wants.slots or wants.value and len(tiles) > wants.slots):
        return False
    if sum(values[kind] for kind in tiles) < wants.value or Counter(wants.kinds) - Counter(tiles):
        return False
    return _grouped(Counter(tiles) - Counter(wants.kinds), wants.same, wants.different)


def _grouped(tiles: Counter[str], same: tuple[int, ...], different: tuple[int, ...]) -> bool:
    """Whether these groups can be taken out of the tiles, one after the other."""
    if same:
        n, *rest = same
        return any(_grouped(tiles - Counter({kind: n}), tuple(rest), different) for kind in tiles if tiles[kind] >= n)
    if different:
        n, *rest = different
        return any(_grouped(tiles - Counter(kinds), (), tuple(rest)) for kinds in combinations(tiles, n))
    return True


def servings(wants: Need, moved: Tiles, values: Mapping[str, int]) -> Iterator[Tiles]:
    """The smallest groups of the moved tiles that meet the requirement."""
    seen: set[Tiles] = set()
    for size in range(1, len(moved) + 1):
        for group in map(tuple, map(sorted, combinations(moved, size))):
            if group not in seen and met(wants, group, values):
                seen.add(group)
                if not any(len(less) < size and not Counter(less) - Counter(group) for less in seen - {group}):
                    yield group


def feasible(
    display: Mapping[str, Need], moved: Sequence[str], values: Mapping[str, int]
) -> tuple[frozenset[str], ...]:
    """Every non-empty set of bonuses whose slots can all be filled by different moved tiles, smallest first."""
    wants = tuple(display.items())
    found = _feasible(wants, tuple(sorted(moved)), tuple(values.items()))
    return tuple(sorted(found - {frozenset()}, key=lambda names: (len(names), sorted(names))))


@lru_cache(maxsize=256)
def _feasible(
    wants: tuple[tuple[str, Need], ...], moved: Tiles, values: tuple[tuple[str, int], ...]
) -> frozenset[frozenset[str]]:
    if not wants:
        return frozenset((frozenset(),))
    (name, first), *rest = wants
    found = set(_feasible(tuple(rest), moved, values))
    for group in servings(first, moved, dict(values)):
        left = tuple(sorted((Counter(moved) - Counter(group)).elements()))
        found |= {names | {name} for names in _feasible(tuple(rest), left, values)}
    return frozenset(found)
