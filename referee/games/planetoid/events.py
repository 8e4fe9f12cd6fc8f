"""What can be said at a Planetoid table: the events of a player, and what only people can see."""

from typing import NamedTuple

from referee.games.planetoid.kit import SLOTS

Told = tuple[tuple[str, str], ...]  # (space, kind): what a tile turned out to be


class Drill(NamedTuple):
    """Take tiles [T-401 to T-403, T-501, T-502, T-508]: `drill C3 ruby, D3 gold` tells what turned up as well."""

    who: str
    system: str
    at: tuple[str, ...]
    told: Told = ()
    battery: int | None = None


class Second(NamedTuple):
    """The second drill of one system, chosen after the first one's reveals [T-501]: `second D5 ruby`."""

    who: str
    at: tuple[str, ...]
    told: Told = ()


class Sweep(NamedTuple):
    """Turn tiles face-up [T-404]: `sweep C3 ruby, D4 gold`."""

    who: str
    system: str
    at: tuple[str, ...]
    told: Told = ()
    battery: int | None = None


class Scan(NamedTuple):
    """Look at tiles in private [T-203, T-405, T-406, T-504]: `scan C3 D4`. What was seen is never said [T-003].

    Large Scan looks at the secret cards of an opponent as well: `large-scan C3 D4 E5 F1 Bea`; with `of` before a name
    that could be taken for a space.
    """

    who: str
    system: str
    at: tuple[str, ...]
    battery: int | None = None
    opponent: str = ""


class Ship(NamedTuple):
    """Ship stored tiles, each to a job or to the solo card [T-407 to T-409]: `ship-all ruby b03, diamond card`."""

    who: str
    system: str
    loads: Told = ()
    install: str = ""
    claims: tuple[str, ...] = ()
    battery: int | None = None


class Use(NamedTuple):
    """A system with its targets by name [T-410 to T-412, T-505, T-507]: `repair drill`, `charge`."""

    who: str
    system: str
    names: tuple[str, ...] = ()
    battery: int | None = None


class Reroute(NamedTuple):
    """Reroute as another system [T-503]: `reroute drill C3 ruby`."""

    who: str
    system: str
    inner: "Act"
    battery: int | None = None


class Ability(NamedTuple):
    """An ability of the solo card [T-816], with what it does: `solo-top move-alien C3 D5`; by hand: `solo-top`."""

    who: str
    system: str
    inner: "Act | None" = None
    battery: int | None = None


class Alien(NamedTuple):
    """One alien token moved or taken away by an ability: `move-alien pink C3 D5`, `remove-alien pink C3`."""

    who: str
    system: str
    colour: str
    at: tuple[str, ...]
    battery: int | None = None


class Flip(NamedTuple):
    """Use the bottom ability to flip the solo card [T-815]: `flip-card`."""

    who: str
    system: str = SLOTS[1]
    battery: int | None = None


class End(NamedTuple):
    """End the turn [T-308]: `end`."""

    who: str


class TurnUp(NamedTuple):
    """What tiles turned out to be [T-206, T-207, T-903, T-904]: `turn-up E4 ruby, E5 rock`."""

    who: str
    told: Told


class Damage(NamedTuple):
    """The system that takes a damage [T-812]: `damage scan`."""

    who: str
    system: str


class Discard(NamedTuple):
    """The tile that leaves the game when storage overflows [T-209]: `discard rock`."""

    who: str
    kind: str


class Diamond(NamedTuple):
    """Where a diamond just drilled goes [T-813]: `diamond card` or `diamond storage`."""

    who: str
    to: str


class Spawn(NamedTuple):
    """A spawn card [T-912 to T-916]: `spawn s03` by name, or what it shows: `spawn 2 damage shuffle`."""

    who: str
    card: str = ""
    icons: int = 0
    damage: bool = False
    shuffle: bool = False


class Done(NamedTuple):
    """What had to be done by hand is done: `done`."""

    who: str


class Claim(NamedTuple):
    """The shipping bonuses that a shipment wins [T-609]: `claim b01 b03`, or `claim none`."""

    who: str
    bonuses: tuple[str, ...]


class Mend(NamedTuple):
    """A whole turn spent on two damaged systems [T-1005]: `mend drill ship-all`."""

    who: str
    names: tuple[str, ...]


class Secret(NamedTuple):
    """A secret card played at scoring, and whom it gives points [T-709]: `secret s03 Ann 5, Bea 5`, `secret s03`."""

    who: str
    card: str
    awards: tuple[tuple[str, int], ...] = ()


class Peek(NamedTuple):
    """A look at what somebody has saved face-down, by default at one's own [T-005, A-34]: `peek`, `peek Bea`."""

    who: str
    whose: str = ""


class Leave(NamedTuple):
    """A player leaves the game: `leave`."""

    who: str


class BreakOff(NamedTuple):
    """The table ends the game without a winner: `break-off "the last train"`."""

    who: str
    because: str


class Origin(NamedTuple):
    """Where the origin card lies [T-803]: `origin E`; if no middle can be told, `origin G4 inward W`."""

    who: str
    at: str
    inward: str = ""


class Draw(NamedTuple):
    """Components drawn or chosen at set-up, by name: `pool …`, `jobs …`, `solo-card A front`, `deck 9`.

    With several players also `bonuses …` and `numbers Ann 2, Bea 1`.
    """

    who: str
    what: str
    names: tuple[str, ...]


Act = Drill | Sweep | Scan | Ship | Use | Reroute | Ability | Alien | Flip
Answer = Second | End | TurnUp | Damage | Discard | Diamond | Spawn | Done | Origin | Draw | Claim | Mend | Secret
Aside = Peek | Leave | BreakOff  # may be said at any question
Event = Act | Answer | Aside
