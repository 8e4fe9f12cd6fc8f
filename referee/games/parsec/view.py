"""The table as the referee sees it, in neutral parts; and in one line."""

from collections import Counter
from collections.abc import Iterable, Iterator

from referee.games.parsec.board import planet_name
from referee.games.parsec.chart import space
from referee.games.parsec.people import people
from referee.games.parsec.position import Position
from referee.games.parsec.scoring import coming
from referee.games.parsec.setup import begun
from referee.games.parsec.worth import control
from referee.hexes import Hex, label
from referee.text import Text, Value
from referee.view import Cell, Lines, Part, Table, View, Words

Row = tuple[Words | Cell, ...]


def view(pos: Position) -> View:
    """The map, the planets and nebulas on it, what everybody has, and what may still be drawn."""
    return (*space(pos), *_planets(pos), *_nebulas(pos), *people(pos), *_cup(pos))


# -- what will score ------------------------------------------------------------------


def _planets(pos: Position) -> Iterator[Part]:
    """[5.1.7, 9.1] Every planet begun: what it lacks, its moons, whose robots are there and who controls it."""
    rows = tuple(_planet(pos, n) for n in range(len(pos.board.planets)))
    if rows:
        head = tuple(Text(f"view.{name}") for name in ("planet", "lacks", "moons", "robots-there", "control"))
        yield Table(Text("view.planets", {"n": pos.board.complete}), head, rows)


def _planet(pos: Position, planet: int) -> Row:
    lacking = _labels(at for at in pos.board.planets[planet].hexes if at not in pos.board.tiles)
    lacks = Text("view.list", {"what": lacking}) if lacking else Text("view.complete")
    there = pos.on_planet(planet)
    return (
        planet_name(pos.board, planet),
        Cell(lacks, "" if lacking else "good"),
        str(pos.moons(planet)),
        _listed({who: there[who] for who in pos.names if who in there}),
        control(pos, planet).who,
    )


def _nebulas(pos: Position) -> Iterator[Part]:
    """[5.1.6, 9.4] Every nebula: its tiles, where it is still open, whose robots are there."""
    rows = tuple(_nebula(pos, cluster) for cluster in pos.board.clusters)
    if rows:
        head = tuple(Text(f"view.{name}") for name in ("nebula", "size", "open", "robots-there"))
        yield Table(Text("view.nebulas"), head, rows)


def _nebula(pos: Position, cluster: frozenset[Hex]) -> Row:
    edges = _labels(pos.board.open_edges(cluster))
    opens = Text("view.list", {"what": edges}) if edges else Text("view.complete")
    there = Counter[str]()
    for at in cluster:
        there.update(pos.robots(at))
    robots = {who: there[who] for who in pos.names if there[who]}
    return label(min(cluster)), str(len(cluster)), Cell(opens, "" if edges else "good"), _listed(robots)


def _labels(hexes: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(label(at) for at in sorted(hexes, key=lambda at: (at.r, at.q)))


# -- what may come ------------------------------------------------------------------


def _cup(pos: Position) -> Iterator[Part]:
    """[3.0, 5.2] What is left to be drawn by kind, and what lies aside; during the set-up the start tiles."""
    start, cup = +pos.starting(), +pos.cup()
    lines = [Text("view.start", {"n": start.total(), "tiles": _counted(start)})] if start else []
    lines.append(Text("view.cup", {"n": cup.total(), "tiles": _counted(cup)}))
    if pos.aside:
        lines.append(Text("view.aside", {"tiles": pos.aside}))
    yield Lines(Text("view.left"), tuple(lines))


def _counted(tiles: Counter[str]) -> tuple[str, ...]:
    return tuple(f"{n} {kind}" for kind, n in tiles.items())


def _listed(counts: dict[str, int]) -> Text | str:
    """So many of each player's; nothing for nobody."""
    return Text("view.list", {"what": tuple(f"{who} {n}" for who, n in counts.items())}) if counts else ""


# -- in one line ------------------------------------------------------------------


def status(pos: Position) -> Text:
    """Turn, player and APs; the planets complete and the number that brings the next round; the tiles left."""
    facts: dict[str, Value] = {"turn": pos.turn, "planets": pos.board.complete, "cup": (+pos.cup()).total()}
    if pos.result:
        return Text("status.over", facts)
    if not begun(pos):
        return Text("status.setup", {**facts, "n": pos.starting().total()})
    facts["round"] = Text("status.round" if (n := coming(pos)) else "status.no-round", {"n": n})
    return Text("status.turn", {**facts, "whose": _whose(pos)})


def _whose(pos: Position) -> Text:
    """Whose turn it is; once the APs are dealt out, how many are left."""
    who = pos.whose
    facts: dict[str, Value] = {"who": who, "ap": pos.count(who, "ap"), "credits": pos.usable(who)}
    return Text("status.spending" if pos.agenda[0][0] == "actions" else "status.whose", facts)
