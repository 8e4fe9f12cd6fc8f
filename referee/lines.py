"""On which line of a TOML file what stands: a key, and each of the texts that it holds."""

import re
from collections.abc import Mapping
from typing import NamedTuple

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|' + r"'''.*?'{3,5}|" + r'"(?:\\.|[^"\\\n])*"|' + r"'[^'\n]*'|#[^\n]*|"
    r"^[ \t]*\[[ \t]*([\w-]+)[ \t]*\]|^[ \t]*([\w-]+)[ \t]*=",
    re.MULTILINE | re.DOTALL,
)


class Lines(NamedTuple):
    """The line of each key, and of each text that stands under it."""

    keys: Mapping[str, int]
    texts: dict[str, list[int]]

    def of(self, key: str, n: int = 0) -> int:
        """The line of a text under a key; of the key itself, if there is no such text."""
        texts = self.texts.get(key, ())
        return texts[n] if n < len(texts) else self.keys.get(key, 1)


def lines(source: str) -> Lines:
    """Where everything stands. A text of several lines counts as so many, empty ones left out, as `texts` reads it."""
    keys, found, key, table = dict[str, int](), dict[str, list[int]](), "", ""
    for token in _TOKEN.finditer(source):
        line = source.count("\n", 0, token.start()) + 1
        if name := token[1] or token[2]:
            table = token[1] or table
            line += token[0].count("\n", 0, len(token[0]) - len(token[0].lstrip()))
            key = table or name
            keys.setdefault(key, line)
        elif token[0][0] != "#":
            within = token[0].strip("\"'").split("\n") if token[0][:3] in ('"""', "'''") else [token[0]]
            found.setdefault(key, []).extend(line + n for n, text in enumerate(within) if text.strip())
    return Lines(keys, found)


def texts(value: str) -> list[str]:
    """The lines of a text, without the empty ones."""
    return [line for line in map(str.strip, value.splitlines()) if line]
