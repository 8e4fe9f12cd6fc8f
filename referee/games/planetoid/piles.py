"""What can be counted at a table, pile by pile, and how much of it should lie there."""

from collections import Counter
from collections.abc import Mapping

from referee.games.planetoid.bonuses import display, won
from referee.games.planetoid.facts import NOBODY, Facts
from referee.games.planetoid.geometry import board_of
from referee.games.planetoid.kit import COLOURS
from referee.games.planetoid.position import FACE_DOWN, Position

ALL = "tiles"  # of a holder: all its tiles, whatever they are


def piles(pos: Position) -> Facts:
    """Every pile in the order of a walk round the table: (who, what) -> how much. Of what lies face-down the number."""
    found = _boards(pos)
    for who in pos.order:
        found |= _player(pos, who)
    if pos.options.aliens != "none":
        found |= _held(pos, "aliens")
        found["side", "up"] = pos.side
    for job in pos.jobs if pos.alone else ():
        found |= _held(pos, job)
    if pos.card[0]:
        found["card", "diamond"] = pos.count("card", "diamond")
    if pos.jobs and not pos.alone:
        found["display", "left"] = len(display(pos))
    if not pos.basic:
        found |= {("pool", kind): n for kind, n in pos.pool.items()}
    if pos.deck:
        found["deck", "left"] = pos.deck - len(pos.drawn)
    return {**found, **_held(pos, "removed")}


def _boards(pos: Position) -> dict[tuple[str, str], str | int]:
    """Of each board the tiles by what they show, and the aliens where there are any."""
    found: dict[tuple[str, str], str | int] = {}
    for which in dict.fromkeys(map(board_of, pos.tiles)):
        name = f"board {which[:-1]}".rstrip()
        lying = Counter(tile for at, tile in pos.tiles.items() if board_of(at) == which)
        found[name, FACE_DOWN] = lying[FACE_DOWN]
        found |= {(name, f"open {kind}"): lying[kind] for kind in pos.kit.values}
    for at in pos.tiles:
        if tokens := [colour for colour in COLOURS for _ in range(pos.aliens.get((at, colour), 0))]:
            found[at, "aliens"] = " ".join(tokens)
    return found


def _player(pos: Position, who: str) -> Mapping[tuple[str, str], str | int]:
    """What lies before a player: power, tiles, damage; of what is saved and won the number [T-005]."""
    found: dict[tuple[str, str], str | int] = {} if pos.basic else {(who, "solar"): pos.count(who, "solar")}
    found[who, "battery"] = pos.count(who, "battery")
    found[who, "stored"] = pos.stored(who).total()
    found |= {(who, f"stored {kind}"): n for kind, n in pos.stored(who).items()}
    if not pos.basic:
        damaged = [system for system in pos.systems(who) if pos.damaged(who, system)]
        found[who, "damage"] = len(damaged)
        found |= {(who, f"damage {system}"): 1 for system in damaged}
        found[who, "installed"] = " ".join(pos.installed.get(who, ())) or NOBODY
    if not pos.alone:
        found[who, "saved"] = pos.holding(who, "saved ").total()
        found |= {(who, f"saved {kind}"): n for kind, n in pos.holding(who, "saved ").items()}
        found[who, "won"] = len(won(pos, who))
    return found


def _held(pos: Position, holder: str) -> Mapping[tuple[str, str], int]:
    """The tiles of a holder: all, and those of each kind."""
    held = pos.holding(holder)
    return {(holder, ALL): held.total(), **{(holder, kind): n for kind, n in held.items()}}
