"""Several players at a table, as the referee sees them: what each has, and what lies there for all."""

from collections import Counter
from collections.abc import Mapping

from referee.games.planetoid.bonuses import display, printed, won
from referee.games.planetoid.drilling import capacity
from referee.games.planetoid.matching import Need
from referee.games.planetoid.position import Position
from referee.text import Text, Value
from referee.view import Cell, Lines, Part, Table, Words

Row = tuple[Words | Cell, ...]


def listed(tiles: Mapping[str, int]) -> tuple[str, ...]:
    """So many of each kind."""
    return tuple(f"{n} {kind}" for kind, n in tiles.items() if n)


def players(pos: Position) -> tuple[Part, ...]:
    """A line a player, in turn order; below, whose systems are others than printed, or damaged."""
    names = ("player", *(() if pos.basic else ("solar",)), "battery", "stored", "saved", "won")
    head = tuple(Text(f"people.{name}") for name in names)
    parts: tuple[Part, ...] = (Table(Text("people.title"), head, tuple(_player(pos, who) for who in pos.order)),)
    apart = tuple(row for who in pos.order if (row := _apart(pos, who)))
    return (*parts, Lines(Text("people.apart"), apart)) if apart else parts


def _player(pos: Position, who: str) -> Row:
    """[T-005] How much lies face-down by a player; what it is, only when it is scored."""
    solar = () if pos.basic else (str(pos.count(who, "solar")),)
    stored = pos.stored(who)
    storage = Text("people.storage", {"n": stored.total(), "limit": capacity(pos, who), "tiles": listed(stored)})
    saved, taken = pos.holding(who, "saved "), won(pos, who)
    power: Row = (who, *solar, str(pos.count(who, "battery")), storage if stored else Text("people.empty"))
    if not pos.scoring:
        return (*power, str(saved.total()), str(len(taken)))
    return (*power, Text("view.tiles", {"tiles": listed(saved)}), Text("view.tiles", {"tiles": taken}))


def _apart(pos: Position, who: str) -> Text | None:
    """The systems that a player has installed, and those that are damaged."""
    installed, damaged = pos.installed.get(who, ()), tuple(s for s in pos.systems(who) if pos.damaged(who, s))
    key = "both" if installed and damaged else "installed" if installed else "damaged"
    facts: dict[str, Value] = {"who": who, "installed": installed, "damaged": damaged}
    return Text(f"people.apart-{key}", facts) if installed or damaged else None


def bonuses(pos: Position) -> Table:
    """The shipping bonuses on display, what each asks for and what it is worth."""
    rows = [
        (bonus, _slots(wants), str(pos.kit.bonuses[printed(bonus)].points)) for bonus, wants in display(pos).items()
    ]
    if not rows:
        return Table(Text("view.display"), (), ((Text("view.none-left"),),))
    return Table(Text("view.display"), (Text("view.job"), Text("view.wants"), Text("view.points")), tuple(rows))


def _slots(wants: Need) -> Text:
    """What a shipment must hold, slot by slot: `2 ruby, 1 any`."""
    groups = {"any": (wants.any,), "same": wants.same, "different": wants.different, "worth": (wants.value,)}
    free = (Text(f"view.wants-{form}", {"n": n}) for form, numbers in groups.items() for n in numbers if n)
    return Text("view.tiles", {"tiles": (*listed(Counter(wants.kinds)), *free)})


def gone(pos: Position) -> tuple[Lines, ...]:
    """Who left the game."""
    left = tuple(who for who in pos.names if who not in pos.order)
    return (Lines("", (Text("view.left", {"players": left}),)),) if left else ()
