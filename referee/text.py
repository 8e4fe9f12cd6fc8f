"""A message as data: the key of a template and the facts that fill it. Only display turns it into words."""

from collections.abc import Mapping
from typing import NamedTuple

Value = str | int | bool | tuple["Value", ...] | Mapping[str, "Value"]
Facts = Mapping[str, Value]
Reading = str | int | tuple[str, ...]  # how a table reads an open question of its rulebook

NO_FACTS: Facts = {}


class Text(NamedTuple):
    """`key` names a template in `tables/texts.toml` or `tables/<game>/texts.toml`; `facts` are its named fields."""

    key: str
    facts: Facts = NO_FACTS
