"""Who has what at a PARSEC table: ships, robots, credits, points, cards; and the monsters."""

from collections.abc import Iterator

from referee.games.parsec.chart import initials
from referee.games.parsec.position import Position
from referee.hexes import label
from referee.text import Text, Value
from referee.view import Cell, Part, Table, Words

Row = tuple[Words | Cell, ...]


def people(pos: Position) -> Iterator[Part]:
    """The players in turn order, what they have and where their robots are; their cards; the monsters."""
    held = any(what == "held" for _, what in pos.counters)
    names = ("player", "ship", "ap", "credits", "vp", "aboard", "home", *(("held",) if held else ()), "tiles")
    head = tuple(Text(f"people.{name}") for name in names)
    yield Table(Text("people.title"), head, tuple(_player(pos, who, held) for who in pos.order))
    names = ("player", "completed", "research", "faction")
    head = tuple(Text(f"people.{name}") for name in names)
    yield Table(Text("people.cards"), head, tuple(_cards(pos, who) for who in pos.order))
    if pos.beasts or pos.gone:
        yield _monsters(pos)


def _player(pos: Position, who: str, held: bool) -> Row:
    counts = [str(pos.count(who, what)) for what in ("ap", "credits", "vp", "aboard", "home")]
    counts += [str(pos.count(who, "held"))] if held else []
    robots = tuple(Text("people.on", {"n": n, "hex": label(at)}) for at, n in pos.standing(who).items())
    mark = Text("people.mark", {"who": who, "mark": initials(pos)[who]})
    return mark, label(pos.ships[who]), *counts, Text("view.list", {"what": robots})


def _cards(pos: Position, who: str) -> Row:
    """The nanotechs completed, a bomb that is used marked; those under research with their points; the faction."""
    completed: list[Value] = []
    for card in pos.completed.get(who, ()):
        used = who in pos.used and pos.kit.nanotechs[card].powers.get("bomb")
        completed.append(Text("people.used", {"card": card}) if used else card)
    research = tuple(f"{card} {pos.count(who, f'research {card}')}" for card in pos.research.get(who, ()))
    faction = pos.factions.get(who, "")
    return who, Text("view.list", {"what": tuple(completed)}), Text("view.list", {"what": research}), faction


def _monsters(pos: Position) -> Table:
    """The monsters on the board, their cards, and those that have left the game [11.0, 11.4]."""
    rows: list[Row] = []
    for name, beast in pos.beasts.items():
        ap = str(pos.kit.appetites.get(name, "?"))
        target = label(beast.target) if beast.target else ""
        rows.append((name, label(beast.at), beast.owner, ap, label(beast.warp), str(beast.since), target))
    rows += [(name, Text("people.gone"), "", "", "", "", "") for name in pos.kit.monsters if name in pos.gone]
    names = ("monster", "at", "owner", "ap", "warp", "since", "target")
    return Table(Text("people.monsters"), tuple(Text(f"people.{name}") for name in names), tuple(rows))
