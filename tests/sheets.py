"""Sheets: what an example session left on the table after every turn, worked by hand before anything replayed it.

Beside `sessions/examples/NAME.toml` lies `NAME.sheet.toml`. It begins with `result` and `score`; then come, as the game
went, `[[player]]` (the table when the player had done what they wanted), `[[aliens]]` (the table when the aliens had
done theirs and the next turn had begun) and `[[refused]]` (a sentence tried in vain before a line). Of the first two:

    turn = 3
    after = 16              # the line of the record that the turn ends with
    solar = 0               # what a turn does not name lies as it lay before
    stored = "R R"          # tiles by their letters; so `removed`, `pile`, and each of `jobs`
    damaged = "mega-drill"  # every system with a damage token
    value = 2               # what the pile is worth
    board = \"\"\"…\"\"\"         # the notation of the worked examples
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tests.planetoid import twins

KINDS = {"R": "rock", "G": "gold", "E": "emerald", "U": "ruby", "D": "diamond"}
TILES = {**KINDS, "?": "face-down", ".": "none"}
NOBODY = "none"
PHASES = ("player", "aliens")

Fact = tuple[str, str]
Facts = dict[Fact, str | int]


class State(NamedTuple):
    """The table after a line: who had the turn, its number, and every fact that the sheet knows by then."""

    phase: str
    turn: int
    after: int
    value: int  # of the aliens' pile
    facts: Facts


class Refused(NamedTuple):
    """A sentence tried before a line, and what the rules say to it: the rows, and the rulings if it is open."""

    line: int
    say: str
    verdict: str
    rules: tuple[str, ...]
    rulings: tuple[str, ...] = ()


class Sheet(NamedTuple):
    """What a session must come to."""

    result: str
    score: int
    states: tuple[State, ...]
    refused: tuple[Refused, ...]


def read(path: Path, player: str) -> Sheet:
    """The sheet of a session of this player."""
    raw = tomllib.loads(path.read_text("utf-8"))
    refused = (
        Refused(each["line"], each["say"], each["verdict"], tuple(each["rules"]), tuple(each.get("rulings", ())))
        for each in raw["refused"]
    )
    return Sheet(raw["result"], raw["score"], tuple(_states(raw, player)), tuple(refused))


def _states(raw: Mapping[str, Any], player: str) -> Iterator[State]:
    """One after the other, each with what the ones before said."""
    said: dict[str, Any] = {}
    turns = [(each["after"], phase, each) for phase in PHASES for each in raw[phase]]
    for after, phase, each in sorted(turns, key=lambda turn: turn[0]):
        said |= each
        facts = _facts(said, player)
        facts["turn", "number"] = said["turn"] + (phase == "aliens" and after < max(turn[0] for turn in turns))
        yield State(phase, said["turn"], after, said["value"], facts)


def _facts(said: Mapping[str, Any], player: str) -> Facts:
    """The sheet's words as facts of the table."""
    facts: Facts = {(player, what): said[what] for what in ("solar", "battery")}
    facts |= {(player, f"stored {kind}"): n for kind, n in _tiles(said["stored"]).items()}
    facts |= {(player, f"damage {system}"): 1 for system in said["damaged"].split()}
    facts[player, "installed"] = said["installed"] or NOBODY
    facts |= {("removed", kind): n for kind, n in _tiles(said["removed"]).items()}
    facts |= {("aliens", kind): n for kind, n in _tiles(said["pile"]).items()}
    facts |= {(job, kind): n for job, tiles in said["jobs"].items() for kind, n in _tiles(tiles).items()}
    facts |= {("aliens", "stacks"): said["stacks"], ("card", "diamond"): said["card"]}
    facts |= {("deck", "drawn"): said["drawn"] or NOBODY}
    facts["side", "up"] = said["side"]
    return facts | _board(said["board"])


def _tiles(letters: str) -> Mapping[str, int]:
    """How many of each kind, zeros included."""
    held = Counter(KINDS[letter] for letter in letters.split())
    return {kind: held[kind] for kind in KINDS.values()}


def _board(rows: str) -> Facts:
    board, aliens = twins.parse_board(rows)
    tokens = Counter(aliens)
    facts: Facts = {(space, "tile"): TILES[tile] for space, tile in board.items()}
    for space in board:
        words = ["pink"] * tokens[space, "p"] + ["blue"] * tokens[space, "b"]
        facts[space, "aliens"] = " ".join(words) or NOBODY
    return facts
