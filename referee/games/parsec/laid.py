"""Tiles that somebody says lie so [5.1 to 5.3]: everything that makes them impossible, whichever was laid first.

A sector shows by itself which three hexes its planet has [G3], so the order in which tiles were told does not matter.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.games.parsec.board import MOON, NEBULA, PLANET, Board, Tile, first_edge, footprint, said, turned
from referee.games.parsec.kit import Kind
from referee.games.parsec.position import Position
from referee.hexes import ORIGIN, Hex, label, neighbours
from referee.text import Value
from referee.verdict import UNKNOWN, Objection, broken


class Planet(NamedTuple):
    """A planet as one of its sectors shows it."""

    colour: str
    claim: tuple[tuple[Hex, int], ...]

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Its three hexes, in a stable order."""
        return tuple(hex for hex, _ in self.claim)


def faults(pos: Position) -> Iterator[Objection]:
    """Everything impossible about the tiles."""
    shown = tuple(planets(pos.board))
    yield from _shape_faults(pos.board)
    yield from _joint_faults(pos)
    yield from _edge_faults(pos.board)
    yield from _planet_faults(pos.board, shown)
    yield from _moon_faults(pos.board, shown)


def planets(board: Board) -> Iterator[Planet]:
    """Every planet that a sector shows, each once."""
    sectors = ((at, t) for at, t in board.tiles.items() if board.kinds[t.kind].sort == PLANET)
    shown = (Planet(t.kind, tuple(sorted(footprint(at, t.edges)))) for at, t in sectors if first_edge(t.edges) >= 0)
    return iter(dict.fromkeys(shown))


# -- the shape of a tile


def _shape_faults(board: Board) -> Iterator[Objection]:
    """[5.1.6-g, 5.1.7-d] As many edges as the kind has, side by side or opposite; and somebody has told them."""
    for at, tile in board.tiles.items():
        kind = board.kinds[tile.kind]
        rule = "5.1.7-d" if kind.sort == PLANET else "5.1.6-g"
        facts: dict[str, Value] = {"hex": label(at), "kind": tile.kind, "n": kind.edges}
        if kind.edges and not tile.edges:
            yield Objection(rule, "fault.untold-edges", facts, basis=UNKNOWN)
        elif not _fits(kind, tile.edges):
            yield broken(rule, "fault.shape", edges=said(tile.edges), **facts)


def _fits(kind: Kind, edges: int) -> bool:
    beside = kind.sort != PLANET or first_edge(edges) >= 0
    opposite = not kind.opposite or turned(edges, 3) == edges
    return kind.shows(edges.bit_count()) and beside and opposite


# -- how they hang together


def _joint_faults(pos: Position) -> Iterator[Objection]:
    """[5.1-b, 5.3] Every tile touches those in play; and one that can be entered, without a way through blocked ones.

    So all tiles that can be entered hang together, and beside each blocked one lies one of them.
    """
    tiles = pos.board.tiles
    enter = {at for at in tiles if not pos.kit.kinds[tiles[at].kind].blocked}
    joined, near = _flood(lambda at: at in tiles), _flood(lambda at: at in enter)
    if alone := [at for at in tiles if at not in joined]:
        yield broken("5.1-b", "fault.alone", hexes=_labels(alone))
    cut = [at for at in tiles if at in joined and at in enter and at not in near]
    if pos.reading("blocked_beside") == "illegal":
        cut += [at for at in joined if at not in enter and not enter.intersection(neighbours(at))]
    if cut:
        yield broken("5.3-a", "fault.cut-off", hexes=_labels(cut))


def _flood(holds: Callable[[Hex], bool]) -> dict[Hex, None]:
    """The hexes that are reached from Homeworld over those for which it holds."""
    found, todo = {ORIGIN: None}, [ORIGIN]
    while todo:
        for hex in neighbours(todo.pop()):
            if hex not in found and holds(hex):
                found[hex] = None
                todo.append(hex)
    return found


def _edge_faults(board: Board) -> Iterator[Objection]:
    """[5.1.6] Where two tiles meet, both show a nebula edge there, or neither does."""
    told = {at: tile for at, tile in board.tiles.items() if _sort(board, tile) != NEBULA or tile.edges}
    for at, tile in told.items():
        for d, hex in enumerate(neighbours(at)[:3]):
            if hex in told and _cloud(board, tile, d) != _cloud(board, told[hex], d + 3):
                yield broken("5.1-c", "fault.edges", hexes=_labels([at, hex]), kinds=(tile.kind, told[hex].kind))


def _sort(board: Board, tile: Tile) -> str:
    return board.kinds[tile.kind].sort


def _cloud(board: Board, tile: Tile, d: int) -> bool:
    return _sort(board, tile) == NEBULA and bool(tile.edges >> d % 6 & 1)


# -- planets and their moons


def _planet_faults(board: Board, shown: tuple[Planet, ...]) -> Iterator[Objection]:
    """[5.1.7] The three hexes of a planet are for its sectors alone; one of a colour is finished before the next."""
    for planet in shown:
        for hex, edges in planet.claim:
            yield from _hex_faults(board, planet, hex, edges)
    kept = [(hex, planet) for planet in shown for hex in planet.hexes if hex not in board.tiles]
    for hex in dict.fromkeys(hex for hex, _ in kept):
        if len(colours := tuple(planet.colour for at, planet in kept if at == hex)) > 1:
            yield broken("5.1.7-b", "fault.two-planets", hex=label(hex), colours=colours)
    for colour in dict.fromkeys(planet.colour for planet in shown):
        begun = [planet.hexes for planet in shown if planet.colour == colour and set(planet.hexes) - set(board.tiles)]
        if len(begun) > 1:
            lie = [hex for hexes in begun for hex in hexes if hex in board.tiles]
            yield broken("5.1.7-a", "fault.unfinished", colour=colour, n=len(begun), hexes=_labels(lie))


def _hex_faults(board: Board, planet: Planet, hex: Hex, edges: int) -> Iterator[Objection]:
    """[5.1-d, 5.1.6-c] On a hex of a planet lies its sector, so as it must, or nothing, and no cloud points at it."""
    tile, facts = board.tiles.get(hex), {"hex": label(hex), "colour": planet.colour}
    if tile is None:
        there = [(d, at) for d, at in enumerate(neighbours(hex)) if at in board.tiles]
        if clouds := [at for d, at in there if _cloud(board, board.tiles[at], d + 3)]:
            yield broken("5.1.6-c", "fault.faced", hexes=_labels(clouds), **facts)
    elif tile.kind != planet.colour:
        yield broken("5.1-d", "fault.kept", tile=tile.kind, **facts)
    elif tile.edges not in (edges, 0):
        yield broken("5.1-d", "fault.turned", edges=said(edges), **facts)


def _moon_faults(board: Board, shown: tuple[Planet, ...]) -> Iterator[Objection]:
    """[5.1.5] A moon touches the hexes, placed or kept, of one planet."""
    for at in board.tiles:
        if board.sort(at) == MOON:
            near = [planet for planet in shown if set(planet.hexes).intersection(neighbours(at))]
            colours = tuple(planet.colour for planet in near)
            if len(near) > 1:
                yield broken("5.1.5-a", "fault.moon-two", hex=label(at), planets=colours)
            elif not near and not any(board.sort(hex) == PLANET for hex in neighbours(at)):
                yield broken("5.1.5-a", "fault.moon-none", hex=label(at))


def _labels(hexes: list[Hex]) -> tuple[str, ...]:
    return tuple(map(label, hexes))
