"""How many keys a game costs at the prompt: `python -m tests.keys FILE…` prints them act by act, then in sum by turns.

What is counted is the shortest line found that is heard as the sentence of the record, with Enter. What was refused,
undone or noted is left out, and so is what the referee dealt by itself.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from referee import hearing
from referee.ask import Ask
from referee.errors import NotUnderstood
from referee.game import Game
from referee.notation import COMMA, quote, split
from referee.session import Session

ENTER = 1


class Struck(NamedTuple):
    """An act as the record has it, and as it may be typed; the turn in which it was said, 0 before the first."""

    said: str
    typed: str
    turn: int

    @property
    def keys(self) -> int:
        return len(self.typed) + ENTER


def acts(file: Path) -> tuple[Struck, ...]:
    """Every act of a session file that a person said and that holds."""
    session = Session.open(str(file.absolute()), file.parent)
    assert session.stop is None, session.stop
    first = [(act.before, act.lines[0].block) for act in session.desk.acts]
    spoken = [(ask, str(block["say"]), str(block["who"])) for ask, block in first if not block.get("auto")]
    return tuple(
        Struck(said, shortest(session.game, ask, said, who), turn(session.game, ask)) for ask, said, who in spoken
    )


def turn(game: Game, ask: Ask) -> int:
    """The number of the turn in which a question is asked."""
    return int(str(game.status(ask.pos).facts.get("turn", 0)))


def turns(struck: Iterable[Struck]) -> list[int]:
    """The keys of each turn, without the set-up."""
    keys: Counter[int] = Counter()
    for act in struck:
        keys[act.turn] += act.keys
    return [n for number, n in sorted(keys.items()) if number]


def shortest(game: Game, ask: Ask, said: str, who: str) -> str:
    """The shortest line found that is heard as this sentence of `who`."""
    event = hearing.read(game, said, who)

    def heard(words: Sequence[str]) -> bool:
        try:
            return bool(words) and hearing.hear(game, ask, " ".join(words)).event == event
        except NotUnderstood:
            return False

    words = [quote(word) for word in split(said) if word != COMMA]
    starts = [form for form in (words, words[1:], [who, *words], *_glued(game, words[1:])) if heard(form)]
    assert starts, said
    for start in starts:
        for n in range(len(start)):
            shorter = (form for word in _shorter(game, start[n]) if heard(form := [*start[:n], *word, *start[n + 1 :]]))
            start[n:] = next(shorter, start)[n:]
    return min((" ".join(filter(None, start)) for start in starts), key=len)


def _shorter(game: Game, word: str) -> Iterator[list[str]]:
    """A word left out, by nickname, by its first letters, by its initials: the shortest first."""
    folded = word.casefold()
    nicknames = [nickname for nickname, whole in game.NICKNAMES.items() if whole == folded]
    initials = ["".join(part[:1] for part in folded.split("-"))]
    yield [""]
    forms = {*nicknames, *initials, *(folded[:n] for n in range(1, len(folded) + 1))}
    yield from ([form] for form in sorted(forms, key=len) if len(form) <= len(word))


def _glued(game: Game, words: Sequence[str]) -> Iterator[list[str]]:
    """Answers in one word, such as `urg` for three tiles."""
    letters = {whole: nickname for nickname, whole in game.NICKNAMES.items() if len(nickname) == 1}
    yield ["".join(letters[word] for word in words if word in letters)]
    yield ["".join(word if word.isdecimal() else word[:1] for word in words)]


def report(file: Path) -> Iterator[str]:
    """A line an act, then what acts and turns take."""
    struck = acts(file)
    width = max(len(act.typed) for act in struck)
    for act in struck:
        yield f"{act.keys:4}  {act.typed:{width}}  {act.said}"
    for what, keys in (("acts", [act.keys for act in struck]), ("turns", turns(struck))):
        yield f"{file.stem}: {len(keys)} {what}, {sum(keys)} keys, median {median(keys):g}, most {max(keys)}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(*report(Path(name)), sep="\n")
