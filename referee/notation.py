"""Sentences as words: how they are split, joined and quoted. What the words mean is each game's own affair."""

import re
from collections.abc import Iterable

from referee.errors import NotUnderstood

COMMA = ","
_BARE = re.compile(r"[\w.:-]+", re.ASCII)
_TOKEN = re.compile(r'\s*(?:(,)|"((?:[^"\\]|\\.)*)"|([^\s,"]+))')
_ESCAPE = re.compile(r"\\(.)")


def split(sentence: str) -> tuple[str, ...]:
    """The words of a sentence; a comma is a word of its own, double quotes hold blanks, `\\` escapes inside them."""
    if '"' not in sentence:
        return tuple(sentence.replace(COMMA, " , ").split() if COMMA in sentence else sentence.split())
    words, at, end = [], 0, len(sentence.rstrip())
    while at < end:
        found = _TOKEN.match(sentence, at)
        if not found:
            raise NotUnderstood("notation.quote", sentence=sentence)
        comma, quoted, bare = found.groups()
        words.append(_ESCAPE.sub(r"\1", quoted) if quoted is not None else comma or bare)
        at = found.end()
    return tuple(words)


def quote(word: str) -> str:
    """The word as it stands in a sentence: bare if it may, else in double quotes."""
    if _BARE.fullmatch(word):
        return word
    return '"' + word.replace("\\", "\\\\").replace('"', '\\"') + '"'


def join(words: Iterable[str]) -> str:
    """The sentence of these words; `split` gives them back."""
    return "".join(COMMA if word == COMMA else f" {quote(word)}" for word in words).removeprefix(" ")
