"""Paired rounds: every figure is taken once a round, in turn, so that a slow moment of the machine hits them all."""

import statistics
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import NamedTuple


class Figure(NamedTuple):
    """What is measured once a round; `unit` names the figure that it is a ratio to, `least` and `most` are bars."""

    name: str
    measure: Callable[[], float]
    unit: str = ""
    least: float = 0
    most: float = 0


class Row(NamedTuple):
    """A figure as it was seen: medians, the ratio being the median of each round's own."""

    figure: Figure
    seen: float
    ratio: float

    @property
    def verdict(self) -> str:
        """The bars, and whether the ratio keeps to them."""
        _, _, unit, least, most = self.figure
        if not unit:
            return "the unit"
        kept = least <= self.ratio and (not most or self.ratio <= most)
        bar = f"<= {most:g}" if most else f">= {least:g}" if least else ""
        return f"{bar} {'kept' if kept else 'MISSED'}" if bar else ""


def rate(work: Callable[[], int], seconds: float) -> float:
    """Things done a second, by work that is repeated for so long and says how many things it did."""
    done, began = 0, perf_counter()
    while (passed := perf_counter() - began) < seconds:
        done += work()
    return done / passed


def rounds(figures: Sequence[Figure], times: int) -> list[Row]:
    """Medians of every figure over so many rounds."""
    seen: dict[str, list[float]] = {figure.name: [] for figure in figures}
    for _ in range(times):
        for figure in figures:
            seen[figure.name].append(figure.measure())
    return [_row(figure, seen) for figure in figures]


def _row(figure: Figure, seen: dict[str, list[float]]) -> Row:
    units = seen[figure.unit or figure.name]
    ratio = statistics.median(a / b for a, b in zip(seen[figure.name], units, strict=True))
    return Row(figure, statistics.median(seen[figure.name]), ratio)


def table(title: str, rows: Iterable[Row]) -> str:
    """The rows as text: what was seen, its ratio, the bar and whether it is kept."""
    lines = [f"{title:50} {'seen':>12} {'ratio':>8}  bar"]
    lines += [f"{row.figure.name:50} {row.seen:12,.1f} {row.ratio:8.3f}  {row.verdict}" for row in rows]
    return "\n".join(lines)
