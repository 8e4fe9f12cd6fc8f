"""Draws, dice and shuffles when no box is there: pure functions of the seed and of what is drawn."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from random import Random

Item = TypeVar("Item")


class Dealer:
    """Answers what only the table could see. The same seed always deals the same; nothing is remembered."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def shuffled(self, name: str, items: Sequence[Item]) -> tuple[Item, ...]:
        """The items in the order in which this shuffle brings them up; `name` tells one shuffle from another."""
        order = list(items)
        self._chance(name).shuffle(order)
        return tuple(order)

    def rolled(self, name: str, sides: int) -> int:
        """A die with so many sides; `name` tells one throw from another."""
        return self._chance(name).randint(1, sides)

    def _chance(self, name: str) -> "Random":
        from random import Random

        return Random(f"{self.seed}:{name}")
