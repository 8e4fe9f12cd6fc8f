"""Which shipping bonuses one shipment can win [T-601 to T-606, T-609].

A requirement is written slot by slot: kinds (`ruby ruby gold`), `any` tiles, `same*3`, `different*4`, `value>=9`. Each
slot takes a tile of its own, and each tile serves one bonus at most.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

Tiles = tuple[str, ...]  # kinds, sorted


class Need(NamedTuple):
    """A bonus's requirement: slots for kinds, for any tiles, for equal or different ones, and a value to reach."""

    kinds: Tiles = ()
    any: int = 0
    same: int = 0
    different: int = 0
    value: int = 0


def need(slots: Sequence[str], kinds: Sequence[str]) -> Need | None:
    """The requirement that these slots write; None if one of them is no slot."""
    found, named = Need(), []
    for slot in slots:
        form, _, number = slot.replace(">=", "*").partition("*")
        if slot in kinds:
            named.append(slot)
        elif slot == "any":
            found = found._replace(any=found.any + 1)
        elif form in ("same", "different", "value") and number.isdecimal() and int(number) > 0:
            found = _with(found, form, int(number))
        else:
            return None
    return found._replace(kinds=tuple(sorted(named))) if slots else None


def _with(need: Need, form: str, number: int) -> Need:
    if form == "same":
        return need._replace(same=number)
    return need._replace(different=number) if form == "different" else need._replace(value=number)


def met(wants: Need, tiles: Tiles, values: Mapping[str, int]) -> bool:
    """Whether exactly these tiles, each with a place of its own, meet the requirement."""
    rest = Counter(tiles)
    rest.subtract(wants.kinds)
    if min(rest.values(), default=0) < 0:
        return False
    left = +rest
    if wants.value:
        return sum(values[kind] for kind in tiles) >= wants.value
    if max(left.values(), default=0) < wants.same:
        return False
    if wants.same:
        left -= Counter({left.most_common(1)[0][0]: wants.same})
    if len(left) < wants.different:
        return False
    left -= Counter(list(left)[: wants.different])
    return left.total() == wants.any


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
