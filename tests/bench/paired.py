"""Paired rounds: every figure is taken once a round, in turn, so that a slow moment of the machine hits them all."""

import statistics
from collections.abc import Callable, Iterable, Sequence
from time import perf_counter
from typing import NamedTuple

Work = Callable[[], int]  # does some work and says how many things it did


class Figure(NamedTuple):
    """What is measured: `unit` names the figure that it is a ratio to; `least` and `most` are the bars of the ratio."""

    name: str
    work: Work
    unit: str = ""
    least: float = 0
    most: float = 0


class Row(NamedTuple):
    """A figure as it was seen: medians, the ratio being the median of each round's own."""

    figure: Figure
    seen: float
    ratio: float

    @property
    def passed(self) -> bool:
        """Whether the ratio keeps to its bars."""
        return self.ratio >= self.figure.least and (not self.figure.most or self.ratio <= self.figure.most)


def rate(work: Work, seconds: float) -> float:
    """Things done a second, by work repeated for so long."""
    done, began = 0, perf_counter()
    while (passed := perf_counter() - began) < seconds:
        done += work()
    return done / passed


def rounds(figures: Sequence[Figure], seconds: float, times: int) -> list[Row]:
    """Each figure's rate, in so many rounds."""
    seen: dict[str, list[float]] = {figure.name: [] for figure in figures}
    for _ in range(times):
        for figure in figures:
            seen[figure.name].append(rate(figure.work, seconds))
    return rows(figures, seen)


def rows(figures: Iterable[Figure], seen: dict[str, list[float]]) -> list[Row]:
    """Medians of what was seen, and of the ratios round by round."""
    found = []
    for figure in figures:
        units = seen[figure.unit or figure.name]
        ratio = statistics.median(a / b for a, b in zip(seen[figure.name], units, strict=True))
        found.append(Row(figure, statistics.median(seen[figure.name]), ratio))
    return found


def table(title: str, found: Iterable[Row]) -> str:
    """The rows as text: what was seen, the ratio, its bar and whether it is kept."""
    lines = [f"{title:58} {'seen':>12} {'ratio':>8}  bar"]
    for row in found:
        figure = row.figure
        bar = f">= {figure.least:g}" if figure.least else f"<= {figure.most:g}" if figure.most else "the unit"
        verdict = "" if bar == "the unit" else "kept" if row.passed else "MISSED"
        lines.append(f"{figure.name:58} {row.seen:12,.1f} {row.ratio:8.3f}  {bar} {verdict}".rstrip())
    return "\n".join(lines)
