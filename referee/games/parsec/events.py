"""What can be said at a PARSEC table: the events of a player, and what only people can see."""

from typing import NamedTuple

from referee.hexes import Hex

# -- set-up [3.0, 10] ------------------------------------------------------------------


class First(NamedTuple):
    """Who is the oldest and begins [3.0]: `first Ann`."""

    who: str
    player: str


class Dealt(NamedTuple):
    """The nanotech cards dealt to a player [3.0]: `dealt Ann astro auto bomb`."""

    who: str
    player: str
    cards: tuple[str, ...]


class Begin(NamedTuple):
    """Which cards begin completed, which at 6 and which at 4 [3.0]: `start bomb research auto carto`."""

    who: str
    completed: tuple[str, ...]
    research: tuple[str, ...]


class Sworn(NamedTuple):
    """The faction dealt to a player [3.0]: `faction Ann safari`."""

    who: str
    player: str
    faction: str


class Offered(NamedTuple):
    """The factions that lie face up to be bid for [10.3]: `factions safari tidal ccc`."""

    who: str
    factions: tuple[str, ...]


class Bid(NamedTuple):
    """What a player bid, told when all bids are revealed [10.3]: `bid 3`."""

    who: str
    credits: int


class Pick(NamedTuple):
    """The faction that a player takes [10.3]: `pick safari`."""

    who: str
    faction: str


# -- placing [5] ------------------------------------------------------------------


class Draw(NamedTuple):
    """The tiles drawn: `draw brown`, or with a Stellar Cartographer `draw brown pulsar`."""

    who: str
    kinds: tuple[str, ...]


class Put(NamedTuple):
    """The tile drawn is laid, with its solid edges if it has any: `place K3`, `place K2 e ne`."""

    who: str
    at: Hex
    edges: int = 0


class Place(NamedTuple):
    """A tile is drawn and laid in one go: `place empty K3`, `place brown K2 e ne`."""

    who: str
    kind: str
    at: Hex
    edges: int = 0


class Keep(NamedTuple):
    """Which of two tiles drawn is laid [7.3]: `keep brown`; where it goes may be said at once, `keep brown K2 e ne`."""

    who: str
    kind: str
    at: Hex | None = None
    edges: int = 0


class Impossible(NamedTuple):
    """The claim that a tile cannot be placed [5.2]: `impossible`, at the draw `impossible moon`."""

    who: str
    kind: str = ""


class TakeUp(NamedTuple):
    """A start tile taken up again, when the ring is jammed [A-4]: `take-up K2`."""

    who: str
    at: Hex


class Arrival(NamedTuple):
    """The monster that a new warp brings [11.0]: `monster dragon`."""

    who: str
    monster: str


# -- research [7] ------------------------------------------------------------------


class Allot(NamedTuple):
    """Research points put on cards under research [7.2]: `allot auto 2, carto 1`."""

    who: str
    points: tuple[tuple[str, int], ...]


class NewCard(NamedTuple):
    """A new nanotech is begun with a point that is left [7.2]: `new-card`; it is drawn blind, not `card`."""

    who: str
    card: str = ""


class Card(NamedTuple):
    """The nanotech drawn [7.1]: `card bomb`."""

    who: str
    card: str


# -- Action Points [6] ------------------------------------------------------------------


class Fly(NamedTuple):
    """The ship moves [6.2]: by steps (`fly K4 K5`), to a hex farther off by the cheapest way (`fly K9`)."""

    who: str
    path: tuple[Hex, ...]


class Jump(NamedTuple):
    """The ship leaves a Space Warp by a jump [6.2]: `jump K9`."""

    who: str
    to: Hex


class BeamDown(NamedTuple):
    """Robots landed on the ship's tile [6.3]: `beam-down 2`; `at` if somebody says where, `beam-down 2 K4`."""

    who: str
    robots: int
    at: Hex | None = None


class BeamUp(NamedTuple):
    """Robots taken aboard from the ship's tile [6.3]: `beam-up 2`; 0 is all of them, `beam-up`."""

    who: str
    robots: int = 0


class Buy(NamedTuple):
    """Research points bought [6.4]: `buy 2`."""

    who: str
    points: int


class Walk(NamedTuple):
    """An autonomous robot moves [7.3]: `walk K3 K4 K5`, where it stands, then its way."""

    who: str
    path: tuple[Hex, ...]


class Bomb(NamedTuple):
    """The Really, Really Big Bomb [6.5, 7.3]: `bomb planet` where the ship is, `bomb K3`, `bomb dragon`."""

    who: str
    target: str


class Ransom(NamedTuple):
    """Robots bought back from the Slaver Ship [11.3]: `ransom 2`."""

    who: str
    robots: int


class Save(NamedTuple):
    """Action Points kept for later or for another [6.1.2]: `save 2`."""

    who: str
    points: int


class End(NamedTuple):
    """The turn is over [4.0]: `end`."""

    who: str


# -- monsters [11] ------------------------------------------------------------------


class Activate(NamedTuple):
    """Which of several monsters acts first [4.0, 11.0]: `activate dragon`."""

    who: str
    monster: str


class Target(NamedTuple):
    """Where the monster goes [11.2]: `target K3`, any hex of the planet, or the sector."""

    who: str
    at: Hex


class Prowl(NamedTuple):
    """The monster moves [11.1]: `prowl K4 K5`, or by the cheapest way `prowl K9`."""

    who: str
    path: tuple[Hex, ...]


class Eat(NamedTuple):
    """The monster eats robots of one player where it stands [11.1]: `eat Ann 2`."""

    who: str
    player: str
    robots: int


class Capture(NamedTuple):
    """The Slaver Ship takes a robot of a player's on its planet [11.3]: `capture Ann`."""

    who: str
    player: str


class Crush(NamedTuple):
    """The Intergalactic Machine destroys the moon it stands on, a double moon one by one [11.3]: `crush`."""

    who: str


class Teleport(NamedTuple):
    """The Star Dragon teleports [11.3]: `teleport K4`."""

    who: str
    to: Hex


class Rest(NamedTuple):
    """The monster does no more this turn [11.1]: `rest`."""

    who: str


# -- scoring [8, 9] ------------------------------------------------------------------


class Done(NamedTuple):
    """What a card says is carried out, or all of it is told [8.0]: `done`."""

    who: str


class ScoreNow(NamedTuple):
    """The claim that something scores now [9.0]: `score-now planet K3`, `score-now nebula L4`, `score-now round`."""

    who: str
    what: str
    at: Hex | None = None


# -- leaving ------------------------------------------------------------------


class BreakOff(NamedTuple):
    """The table ends the game without a winner: `break-off "the last train"`."""

    who: str
    because: str


class PlayOn(NamedTuple):
    """Nobody can place a tile any more [A-31]: the table plays on, or holds the final round: `play-on yes`."""

    who: str
    on: bool


SetUp = First | Dealt | Begin | Sworn | Offered | Bid | Pick
Placing = Draw | Keep | Put | Place | Impossible | TakeUp | Arrival
Research = Allot | NewCard | Card
Action = Fly | Jump | BeamDown | BeamUp | Buy | Walk | Bomb | Ransom | Save | End
Scoring = Done | ScoreNow
Prowling = Activate | Target | Prowl | Eat | Capture | Crush | Teleport | Rest
Event = SetUp | Placing | Research | Action | Scoring | Prowling | BreakOff | PlayOn
