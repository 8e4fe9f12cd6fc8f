"""Sheets: what an example session left on the table after every turn, worked by hand before anything replayed it.

Beside `sessions/examples/NAME.toml` lies `NAME.sheet.toml`. It begins with `result`, then alone with `score`, and with
several players with `ranking`, what `decided` it, and `[points]`, everybody's score line by line. Then come, as the
game went, `[[player]]` (the table when a player had done what they wanted), `[[aliens]]` (the table when the aliens had
done theirs and the next turn had begun), `[[mended]]` (the table when the record had been put right), `[[refused]]` (a
sentence tried in vain before a line), `[[conflict]]` (the line of an edit, the one `at` which the record cannot go on
with it, and what forbids that) and `[[claimed]]` (what somebody said before a line that a figure comes to, what it does
come to, and what explains the difference: how an item was counted, and what it brought). Of the first three:

    who = "Ann"             # whose turn it is, and whose things the next lines tell; alone it need not be said
    turn = 3
    after = 16              # the line of the record that the turn ends with
    begun = 4               # turns begun by then, where the line begins another
    solar = 0               # what a turn does not name lies as it lay before
    stored = "R R"          # tiles by their letters; so `saved`, `removed`, `pile`, and each of `jobs`
    damaged = "mega-drill"  # every system with a damage token
    Bea = { solar = 3 }     # what has changed with somebody else
    value = 2               # what the pile is worth
    board = \"\"\"…\"\"\"         # the notation of the worked examples; `board1` and `board2` if there are two

A sheet of PARSEC has `[final]` instead of points, what everybody has in the end, and `[[round]]`, what a scoring round
gives: its kind, the line that `begun` it, the line `after` which its research points are placed, in `lines` what each
thing gives to whom, and in `total` all of it together. Its turns tell other things, and `turns = "some"` says that not
every turn is told:

    credits = 3             # and so `vp`, `aboard`, `home`, `held`, `ap`, `spent`, `ship`, `completed`, `research`
    robots = "M2 1 P3 3"    # all that stand on tiles
    laid = ["M3 green w sw"]
    gone = "dragon slaver"  # monsters that have left
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tests.planetoid import twins

KINDS = {"R": "rock", "G": "gold", "E": "emerald", "U": "ruby", "D": "diamond"}
TILES = {**KINDS, "?": "face-down", ".": "none"}
NOBODY = "none"
PHASES = ("player", "aliens", "mended")

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


class Conflict(NamedTuple):
    """The edit that a line makes, the later line that it makes impossible, and what the rules say to that."""

    line: int
    at: int
    verdict: str
    rules: tuple[str, ...]


class Claimed(NamedTuple):
    """What somebody says before a line that a figure, or the score, comes to, and what explains the difference."""

    line: int
    who: str
    value: int
    total: int
    slips: tuple[str, ...]
    what: str = ""


Gains = Mapping[str, Mapping[str, int]]  # player -> unit -> how many


class Round(NamedTuple):
    """A scoring round of PARSEC: what each thing gives, and all of them together."""

    kind: str
    begun: int
    after: int
    lines: Mapping[str, Gains]
    total: Gains


class Sheet(NamedTuple):
    """What a session must come to: alone the score, with others the ranking, what decided it, and points by lines."""

    result: str
    score: int
    ranking: tuple[str, ...]
    decided: str
    points: Mapping[str, Mapping[str, int]]
    impossible: tuple[str, ...]
    states: tuple[State, ...]
    refused: tuple[Refused, ...]
    conflicts: tuple[Conflict, ...]
    claimed: tuple[Claimed, ...]
    rounds: tuple[Round, ...]
    final: Gains
    whole: bool  # whether every turn is told


class Words(NamedTuple):
    """What a turn may name: things of a player, and things of the table; each with the facts that it comes to."""

    turn: Fact  # the number of the turn
    owned: Mapping[str, Callable[[str, Any], Facts]]
    shared: Mapping[str, Callable[[Any], Facts]]


def read(path: Path, game: str, players: Sequence[str]) -> Sheet:
    """The sheet of a session of this game and these players."""
    raw = tomllib.loads(path.read_text("utf-8"))
    refused = (
        Refused(each["line"], each["say"], each["verdict"], tuple(each["rules"]), tuple(each.get("rulings", ())))
        for each in raw.get("refused", ())
    )
    return Sheet(
        raw["result"],
        raw.get("score", 0),
        tuple(raw.get("ranking", ())),
        raw.get("decided", ""),
        raw.get("points", {}),
        tuple(raw.get("impossible", ())),
        tuple(_states(raw, WORDS[game], players)),
        tuple(refused),
        tuple(Conflict(**{**each, "rules": tuple(each["rules"])}) for each in raw.get("conflict", ())),
        tuple(Claimed(**{**each, "slips": tuple(each["slips"])}) for each in raw.get("claimed", ())),
        tuple(Round(**each) for each in raw.get("round", ())),
        raw.get("final", {}),
        raw.get("turns", "all") == "all",
    )


def _states(raw: Mapping[str, Any], words: Words, players: Sequence[str]) -> Iterator[State]:
    """One after the other, each with what the ones before said."""
    said: dict[str, Any] = {}
    owned: dict[str, dict[str, Any]] = {name: {} for name in players}
    turns = [(each["after"], phase, each) for phase in PHASES for each in raw.get(phase, ())]
    for after, phase, each in sorted(turns, key=lambda turn: turn[0]):
        said |= each
        owned[each.get("who", players[0])] |= {what: each[what] for what in words.owned.keys() & each.keys()}
        for name in players:
            owned[name] |= each.get(name, {})
        facts = _facts(words, said, owned)
        next_begun = phase == "aliens" and after < max(turn[0] for turn in turns)
        facts[words.turn] = each.get("begun", said["turn"] + next_begun)
        yield State(phase, said["turn"], after, said.get("value", 0), facts)


def _facts(words: Words, said: Mapping[str, Any], owned: Mapping[str, Mapping[str, Any]]) -> Facts:
    """The sheet's words as facts of the table."""
    facts: Facts = {}
    for name, things in owned.items():
        for what, value in things.items():
            facts |= words.owned[what](name, value)
    for what, value in said.items():
        if what in words.shared:
            facts |= words.shared[what](value)
    return facts


# -- Planetoid ------------------------------------------------------------------


def _tiles(who: str, letters: str, place: str = "") -> Facts:
    """How many of each kind lie somewhere with somebody, zeros included."""
    held = Counter(KINDS[letter] for letter in letters.split())
    return {(who, f"{place}{kind}"): held[kind] for kind in KINDS.values()}


def _words(who: str, what: str) -> Callable[[str], Facts]:
    return lambda words: {(who, what): words or NOBODY}


def _board(rows: str, which: str = "") -> Facts:
    board, aliens = twins.parse_board(rows)
    tokens = Counter(aliens)
    facts: Facts = {(f"{which}{space}", "tile"): TILES[tile] for space, tile in board.items()}
    for space in board:
        words = ["pink"] * tokens[space, "p"] + ["blue"] * tokens[space, "b"]
        facts[f"{which}{space}", "aliens"] = " ".join(words) or NOBODY
    return facts


OWNED: dict[str, Callable[[str, Any], Facts]] = {
    "solar": lambda who, n: {(who, "solar"): n},
    "battery": lambda who, n: {(who, "battery"): n},
    "stored": lambda who, letters: _tiles(who, letters, "stored "),
    "saved": lambda who, letters: _tiles(who, letters, "saved "),
    "bonuses": lambda who, names: {(who, "bonuses"): names or NOBODY},
    "installed": lambda who, names: {(who, "installed"): names or NOBODY},
    "damaged": lambda who, systems: {(who, f"damage {system}"): 1 for system in systems.split()},
}
SHARED: dict[str, Callable[[Any], Facts]] = {
    "removed": lambda letters: _tiles("removed", letters),
    "pile": lambda letters: _tiles("aliens", letters),
    "stacks": lambda n: {("aliens", "stacks"): n},
    "jobs": lambda jobs: {fact: n for job, letters in jobs.items() for fact, n in _tiles(job, letters).items()},
    "card": lambda n: {("card", "diamond"): n},
    "drawn": _words("deck", "drawn"),
    "side": _words("side", "up"),
    "trigger": _words("game", "trigger"),
    "order": _words("game", "order"),
    "majors": _words("game", "majors"),
    "board": _board,
    "board1": lambda rows: _board(rows, "1:"),
    "board2": lambda rows: _board(rows, "2:"),
}


# -- PARSEC ------------------------------------------------------------------

COUNTED = ("credits", "vp", "aboard", "home", "held", "ap", "spent", "ship")


def _value(words: str) -> str:
    """Words as a fact has them: several of them in quotes."""
    return f'"{words}"' if " " in words else words or NOBODY


def _robots(who: str, places: str) -> Facts:
    """How many stand where: `M2 1 P3 3`."""
    words = places.split()
    return {(who, f"robots {at}"): int(n) for at, n in zip(words[::2], words[1::2], strict=True)}


def _laid(tiles: Sequence[str]) -> Facts:
    """The tiles laid, each with its hex first."""
    return {(at, "tile"): _value(tile) for at, _, tile in (each.partition(" ") for each in tiles)}


def _plain(what: str) -> Callable[[str, Any], Facts]:
    return lambda who, value: {(who, what): value}


def _cards(what: str) -> Callable[[str, Any], Facts]:
    return lambda who, words: {(who, what): _value(words)}


WORDS = {
    "planetoid": Words(("turn", "number"), OWNED, SHARED),
    "parsec": Words(
        ("game", "turn"),
        {
            **{what: _plain(what) for what in COUNTED},
            "completed": _cards("completed"),
            "research": _cards("research"),
            "robots": _robots,
        },
        {"laid": _laid, "gone": lambda names: {("monster", name): "gone" for name in names.split()}},
    ),
}
