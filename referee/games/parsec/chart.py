"""The map of space: tiles and what stands on them, and where the tile in hand may lie; then the same in words."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from string import ascii_uppercase

from referee.ask import TABLE
from referee.games.parsec.board import NEBULA, directions, said
from referee.games.parsec.kit import Kind
from referee.games.parsec.places import spots
from referee.games.parsec.position import Position
from referee.hexes import Hex, label
from referee.text import Text, Value
from referee.view import Cell, HexMap, Lines, Part, Words

# What the map calls a tile, in five letters at most; all others go by their names.
MARKS: Mapping[str, str] = {
    "asteroid": "aster",
    "black-hole": "hole",
    "derelict": "derel",
    "double-moon": "moons",
    "empty": ".",
    "homeworld": "HOME",
    "inner": "o",
    "pulsar": "puls",
    "supernova": "nova",
}
_TONES: Mapping[str, str] = {NEBULA: "pink", "warp": "purple", "empty": "dim", "inner": "dim"}


def space(pos: Position) -> Iterator[Part]:
    """The map, how it is read, and everything on it row by row."""
    yield _map(pos)
    yield Lines("", tuple(_legend(pos)))
    yield Lines(Text("view.rows"), tuple(_rows(pos)))


def in_hand(pos: Position) -> str:
    """The tile to be laid now; "" for none."""
    return str(pos.agenda[0][2]) if pos.agenda and pos.agenda[0][0] == "lay" else ""


# -- the map ------------------------------------------------------------------


def _map(pos: Position) -> HexMap:
    tiles, kinds = pos.board.tiles, pos.kit.kinds
    cells = {at: Cell(MARKS.get(tile.kind, tile.kind), _tone(kinds[tile.kind])) for at, tile in tiles.items()}
    cells |= {at: Cell(f"({what[:3]})", "dim") for at, what in _demands(pos).items()}
    if kind := in_hand(pos):
        cells |= {at: Cell(f"[{letter}]", "good") for letter, at in spots(pos, kind)}
    joined = {at: directions(tile.edges) for at, tile in tiles.items() if tile.edges}
    return HexMap(Text("view.space"), cells, {at: tuple(_standing(pos, at)) for at in tiles}, joined)


def _tone(kind: Kind) -> str:
    return "bad" if kind.blocked else kind.name if kind.vp else _TONES.get(kind.sort, _TONES.get(kind.name, ""))


def _demands(pos: Position) -> Mapping[Hex, str]:
    """The free hexes that take one sort of tile only: planets that are begun, and open nebulas [5.1.6, 5.1.7]."""
    board = pos.board
    found = {at: "nebula" for cluster in board.clusters for at in board.open_edges(cluster)}
    return found | {at: board.planets[n].colour for at, (n, _) in board.kept.items()}


def _standing(pos: Position, at: Hex) -> Iterator[Cell]:
    """Ships by a capital, robots by a small letter and their number; monsters, and moons that are destroyed."""
    marks, robots = initials(pos), pos.robots(at)
    for player in pos.players:
        if pos.ships[player.name] == at:
            yield Cell(marks[player.name], player.colour)
    for player in pos.players:
        if player.name in robots:
            yield Cell(f"{marks[player.name].lower()}{robots[player.name]}", player.colour)
    for name, beast in pos.beasts.items():
        if beast.at == at:
            yield Cell(f"!{name[:4]}", "bad")
    if n := pos.destroyed(at):
        yield Cell(f"x{n}", "bad")


def initials(pos: Position) -> Mapping[str, str]:
    """A letter of the alphabet for each player: of the colour, else of the name, else any that is left."""
    found: dict[str, str] = {}
    for player in pos.players:
        letters = f"{player.colour}{player.name}{ascii_uppercase}".upper()
        found[player.name] = next(ch for ch in letters if ch in ascii_uppercase and ch not in found.values())
    return found


# -- in words ------------------------------------------------------------------


def _legend(pos: Position) -> Iterator[Words]:
    """How the map is read, as far as there is anything of it."""
    if (kind := in_hand(pos)) and (lettered := spots(pos, kind)):
        at = tuple(f"{letter} {label(hex)}" for letter, hex in lettered)
        yield Text("view.spots", {"kind": kind, "spots": at})
    marks = initials(pos)
    yield Text("view.marks", {"players": tuple(f"{mark} {who}" for who, mark in marks.items())})
    yield Text("view.joints")
    yield Text("view.tiles")
    if pos.beasts or any(who == TABLE for who, _ in pos.counters):
        yield Text("view.monsters-marks")


def _rows(pos: Position) -> Iterator[Text]:
    """Every tile with what stands on it, row by row from the west; the printed hexes are left out."""
    tiles = sorted(pos.board.tiles, key=lambda at: (at.r, at.q))
    for _, row in groupby(tiles, lambda at: at.r):
        hexes: list[Value] = [_hex(pos, at) for at in row if pos.board.tiles[at].kind != "inner"]
        if hexes:
            yield Text("view.row", {"hexes": tuple(hexes)})


def _hex(pos: Position, at: Hex) -> Text | str:
    """A hex as it is said: its name, its tile, the edges; then who is there."""
    tile = pos.board.tiles[at]
    lies = " ".join((label(at), tile.kind, *said(tile.edges)))
    there = tuple(_there(pos, at))
    return Text("view.hex", {"hex": lies, "there": there}) if there else lies


def _there(pos: Position, at: Hex) -> Iterator[Text]:
    robots = pos.robots(at)
    yield from (Text("view.ship", {"who": who}) for who in pos.names if pos.ships[who] == at)
    yield from (Text("view.robots", {"who": who, "n": n}) for who, n in robots.items())
    yield from (Text("view.monster", {"monster": name}) for name, beast in pos.beasts.items() if beast.at == at)
    if n := pos.destroyed(at):
        yield Text("view.destroyed", {"n": n})
