"""An example verdict for each rule that can be broken, taken from the cases: what the look-up of a rule shows.

`python -m tests.examples` writes tables/<game>/examples.toml anew; a test keeps it in step with the cases.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee import rulebook
from referee.journal import toml
from referee.opening import GAMES
from referee.where import tables_folder
from tests.cases import Case, cases

HEAD = (
    "# A verdict for each rule that can be broken, taken from the cases by `python -m tests.examples`: not by hand.\n"
)


def file(game: str) -> Path:
    return tables_folder(game) / "examples.toml"


def text(game: str) -> str:
    """What the file of a game has to say."""
    return HEAD + "".join(f"\n[[example]]\n{toml(example)}" for example in examples(game))


def examples(game: str) -> Iterator[dict[str, Any]]:
    """For each rule, in the order of the rulebook, its best case."""
    for id in rulebook.load(tables_folder(game)).rules:
        if breaking := [case for case in cases(game) if id in case.because and not case.passes]:
            best = min(breaking, key=lambda case: _length(case, id))
            given = f"{best.given}, but {best.but}" if best.but else best.given
            said = {"said": "; ".join(best.say)} if best.say else {}
            yield {"id": id, "given": given, **said, "verdict": best.verdict, "rules": best.because}


def _length(case: Case, id: str) -> tuple[bool, bool, int, int, bool, int]:
    """The sooner told the better: of this very rule, without house rules, one sentence, no second rule, few words."""
    ruled = bool(case.table.get("rulings"))
    words = len(case.given + " ".join(case.say))
    return case.rule != id, ruled, abs(len(case.say) - 1), len(case.because), bool(case.but), words


if __name__ == "__main__":
    for name in GAMES:
        file(name).write_text(text(name), encoding="utf-8")
