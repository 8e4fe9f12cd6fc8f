"""What a question has to do with: rows of words, the best match first; with what players say for what rows say."""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from referee.records import read

if TYPE_CHECKING:
    from sqlite3 import Connection

FILE = "synonyms.toml"
Row = Sequence[str]


class Lexicon(NamedTuple):
    """Words that say nothing about what is asked; and, for phrases of a question, what is looked for as well."""

    idle: frozenset[str] = frozenset()
    also: Mapping[str, str] = {}


def lexicon(*folders: Path) -> Lexicon:
    """The words that lie in these folders; a phrase that stands in several has the words of all."""
    idle, also = set[str](), dict[str, str]()
    for path in (folder / FILE for folder in folders):
        if path.exists():
            table = read(path)
            idle |= set(table.get("idle", ()))
            also |= {phrase: f"{also.get(phrase, '')} {words}" for phrase, words in table["also"].items()}
    return Lexicon(frozenset(idle), also)


def ranked(rows: Sequence[Row], weights: Sequence[int], question: str, words: Lexicon) -> list[int]:
    """Places in `rows`, the best match first, by the weight of each cell. Words are found in any of their forms."""
    said = re.findall(r"\w+(?:[.-]\w+)*", question.casefold())
    wanted = [word for word in said if word not in words.idle] or said
    if not wanted:
        return []
    try:
        import sqlite3
    except ImportError:  # a Python that was built without it
        return _scanned(rows, wanted)
    try:
        return _indexed(sqlite3.connect(":memory:"), rows, weights, (question, wanted, words.also))
    except sqlite3.OperationalError:  # a SQLite that was
        return _scanned(rows, wanted)


def _indexed(
    index: "Connection", rows: Sequence[Row], weights: Sequence[int], asked: tuple[str, list[str], Mapping[str, str]]
) -> list[int]:
    """The question is a table as well: so a phrase is found in it in any of its forms."""
    question, wanted, also = asked
    _fill(index, "question", [(question,)])
    _fill(index, "row", rows)
    found = (words for phrase, words in also.items() if _places(index, "question", [phrase], [1]))
    return _places(index, "row", [*wanted, *" ".join(found).split()], weights)


def _fill(index: "Connection", table: str, rows: Sequence[Row]) -> None:
    columns = ", ".join(f"c{n}" for n in range(len(rows[0])))
    index.execute(f"CREATE VIRTUAL TABLE {table} USING fts5({columns}, tokenize = 'porter unicode61')")
    marks = ", ".join("?" * (len(rows[0]) + 1))
    index.executemany(
        f"INSERT INTO {table}(rowid, {columns}) VALUES ({marks})", ((n, *row) for n, row in enumerate(rows))
    )


def _places(index: "Connection", table: str, words: Iterable[str], weights: Sequence[int]) -> list[int]:
    best = f"bm25({table}, {', '.join(map(str, weights))})"
    any_ = " OR ".join(f'"{word}"' for word in words)
    return [
        place
        for (place,) in index.execute(
            f"SELECT rowid FROM {table} WHERE {table} MATCH ? ORDER BY {best}, rowid", (any_,)
        )
    ]


def _scanned(rows: Sequence[Row], wanted: Sequence[str]) -> list[int]:
    """Those that hold most of the wanted words first."""
    texts = [" ".join(row).casefold() for row in rows]
    hits = [sum(word in text for word in wanted) for text in texts]
    return sorted((place for place, count in enumerate(hits) if count), key=lambda place: -hits[place])
