"""What lies on a PARSEC table.

Counters, as (who, what): a player's `aboard`, `home` (robots on Homeworld), `held` (by the Slaver Ship),
`robots <hex>`, `credits`, `vp`, `ap` (free APs left this turn), `spent` (credits turned into APs this turn),
`research <card>` (points on a card under research); `destroyed <hex>` of the table (moons destroyed there).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from referee import position
from referee.ask import TABLE
from referee.games.parsec.board import HOME, Board
from referee.games.parsec.kit import Kit
from referee.hexes import ORIGIN, Hex, label, parse
from referee.text import Value
from referee.verdict import ASK

NONE = "none"
BROKEN_OFF = "broken off"  # the result of a game that nobody has won


class Options(NamedTuple):
    """The optional rules in use [10, 11]; orthogonal, so that they can be mixed [A-9]."""

    quick: bool = False
    even: bool = False
    factions: str = "dealt"
    nanotechs: str = "dealt"
    monsters: bool = False


class Beast(NamedTuple):
    """A monster on the board: where it stands, who controls it, its warp of origin, and the turn in which it came.

    `target`: a hex of the planet it has set out for, or None; `visited`: first hexes of planets that it is done with
    [11.3]; `taken`: at its target, whose robots the Slaver Ship has captured, in which sector the Shadow Monster ate
    last, which moon the Intergalactic Machine destroyed.
    """

    at: Hex
    owner: str
    warp: Hex
    since: int
    target: Hex | None = None
    visited: tuple[Hex, ...] = ()
    taken: tuple[str, ...] = ()


class Position(position.Position):
    """One immutable value; see the module for its counters."""

    kit: Kit
    options: Options
    board: Board
    ships: Mapping[str, Hex]
    first: str  # the oldest player; "" until told
    turn: int  # turns begun
    completed: Mapping[str, tuple[str, ...]]  # player -> nanotechs completed, in their order
    research: Mapping[str, tuple[str, ...]]  # player -> cards under research
    used: frozenset[str]  # players whose bomb is spent
    factions: Mapping[str, str]
    offered: tuple[str, ...]  # factions that lie open to be chosen [10.3]
    bids: Mapping[str, int]
    layers: Mapping[Hex, str]  # who laid the start tiles, in their order
    aside: tuple[str, ...]  # tiles drawn this turn that go back into the cup [5.2]
    added: tuple[str, ...]  # start tiles that went into the cup when the ring was jammed
    walked: tuple[Hex, ...]  # where robots stand that have walked this turn [7.3]
    pulsar: str  # how 5.1.8 binds the active ship: "bound", "laid", "stuck", or ""
    moved: bool  # whether the ship has moved this turn
    beasts: Mapping[str, Beast]
    gone: frozenset[str]  # monsters that have left the game
    passed: int  # turns in a row in which no tile was placed, this one included until one is
    result: str

    def reading(self, switch: str) -> str | int:
        """The reading in force; where the table wants to be asked, the default, and what rests on it is held."""
        reading = self.house.get(switch, ASK)
        return self.kit.defaults[switch] if reading == ASK else reading

    # -- the table ------------------------------------------------------------------

    @property
    def order(self) -> tuple[str, ...]:
        """[3.0, A-1] The players in turn order, the oldest first."""
        return _seated(self.players, self.first, self.reading("direction") == "clockwise")

    def after(self, who: str) -> str:
        """The player whose turn comes next."""
        return self.order[(self.order.index(who) + 1) % len(self.order)]

    def clockwise(self, who: str) -> tuple[str, ...]:
        """Everybody in turn order, beginning with `who` [A-68]."""
        start = self.order.index(who)
        return self.order[start:] + self.order[:start]

    @property
    def whose(self) -> str:
        """Whose turn it is; "" before the first one and when the game is over."""
        return next((str(frame[1]) for frame in self.agenda if frame[0] == "actions"), "")

    @property
    def modes(self) -> frozenset[str]:
        """The optional rules that this game is played by, as the rules name them."""
        chosen = {"quick": self.options.quick, "even": self.options.even, "monsters": self.options.monsters}
        chosen |= {"factions": self.options.factions == "chosen", "nanotechs": self.options.nanotechs == "chosen"}
        return frozenset(("game", *(mode for mode, is_on in chosen.items() if is_on)))

    @property
    def schedule(self) -> tuple[tuple[int, ...], int]:
        """[9.0, 10.1, 10.2, A-9] The numbers of completed planets that start a round, and the last one."""
        quick, even = self.options.quick, self.options.even
        name = "quick_even" if quick and even else "quick" if quick else "even" if even else "standard"
        if quick and even and self.reading("combined") == "even_eight":
            name = "quick_even_eight"
        return self.kit.rounds[name]

    # -- tiles ------------------------------------------------------------------

    def starting(self) -> Counter[str]:
        """The start tiles still in their pile [3.0]: those that neither lie nor were set aside during the set-up."""
        taken = self._taken
        return Counter({kind: n - taken.count(kind) for kind, n in self.kit.started.items()})

    def cup(self) -> Counter[str]:
        """The tiles in the cup: all that lie neither on the table nor aside nor in the start pile [3.0, 5.2].

        Below 0: too many lie.
        """
        lying, aside, started, taken = self.board.lying, self.aside, self.kit.started, self._taken
        out = {kind: lying.get(kind, 0) + aside.count(kind) for kind in self.kit.totals}
        pile = {kind: started.get(kind, 0) - taken.count(kind) for kind in out}
        return Counter({kind: n - out[kind] - pile[kind] for kind, n in self.kit.totals.items()})

    def in_pile(self, kind: str) -> int:
        """How many start tiles of a kind are still in their pile."""
        started: int = self.kit.started.get(kind, 0)
        return started - self._taken.count(kind)

    def left_in_cup(self, kind: str) -> int:
        """How many tiles of a kind are in the cup."""
        lying = self.board.lying.get(kind, 0) + self.in_pile(kind) + self.aside.count(kind)
        return self.kit.totals.get(kind, 0) - lying

    @property
    def _taken(self) -> list[str]:
        """The start tiles that have left their pile."""
        tiles = self.board.tiles
        return [*(tiles[at].kind for at in self.layers if at in tiles), *self.added, *(() if self.turn else self.aside)]

    @property
    def in_cup(self) -> int:
        """How many tiles are in the cup."""
        tiles = self.board.tiles
        pile = sum(self.kit.started.values()) - sum(at in tiles for at in self.layers) - len(self.added)
        pile -= 0 if self.turn else len(self.aside)
        return sum(self.kit.totals.values()) - (len(tiles) - HOME) - len(self.aside) - pile

    # -- people ------------------------------------------------------------------

    def power(self, who: str, what: str) -> int:
        """[7.3] What a player's completed nanotechs add up to: `free-ap`, `sensors`, `warrior` …"""
        nanotechs, n = self.kit.nanotechs, 0
        for card in self.completed.get(who, ()):
            n += nanotechs[card].powers.get(what, 0)
        return n

    def robots(self, at: Hex) -> Mapping[str, int]:
        """The robots on a tile by player."""
        if at == ORIGIN:
            return {who: n for who in self.names if (n := self.count(who, "home"))}
        what = f"robots {label(at)}"
        return {who: n for who in self.names if (n := self.counters.get((who, what), 0))}

    def standing(self, who: str) -> Mapping[Hex, int]:
        """Where a player's robots stand, Homeworld left out, in a stable order."""
        found = {
            hex: n
            for (owner, what), n in self.counters.items()
            if owner == who and what.startswith("robots ") and (hex := parse(what[7:])) is not None
        }
        return {hex: found[hex] for hex in sorted(found)}

    def on_planet(self, planet: int) -> Mapping[str, int]:
        """The robots of each player on a planet, by the number of the planet."""
        found: Counter[str] = Counter()
        for hex in self.board.planets[planet].hexes:
            found.update(self.robots(hex))
        return dict(found)

    def put_robots(self, who: str, at: Hex, by: int, rule: str, key: str, **facts: Value) -> "Position":
        """A player's robots on a tile changed by so many."""
        what = "home" if at == ORIGIN else f"robots {label(at)}"
        return self.change(who, what, by, rule, key, hex=label(at), n=abs(by), **facts)

    def moons(self, planet: int) -> int:
        """[9.1.1, 11.3] The moons of a planet that still count: a double moon is two, destroyed ones none."""
        kinds, tiles = self.kit.kinds, self.board.tiles
        return sum(kinds[tiles[at].kind].moons - self.destroyed(at) for at in self.board.moons_of(planet))

    def destroyed(self, at: Hex) -> int:
        """Moons destroyed on a tile."""
        return self.count(TABLE, f"destroyed {label(at)}")

    def beside_pulsar(self, at: Hex) -> bool:
        """[5.1.8] Whether a hex suffers from radiation."""
        return at in self.board.radiation

    def budget(self, who: str) -> int:
        """[6.1, S3] The APs that a player can still raise this turn: free ones, then credits up to the limit."""
        return self.count(who, "ap") + self.usable(who)

    def usable(self, who: str) -> int:
        """[6.1.1] The credits that a player may still turn into APs this turn."""
        limit = self.kit.points["credit_limit"] + self.power(who, "credit-limit")
        return max(0, min(self.count(who, "credits"), limit - self.count(who, "spent")))

    def beasts_of(self, who: str) -> Iterator[str]:
        """[11.2] The monsters that a player controls."""
        return (name for name, beast in self.beasts.items() if beast.owner == who)


@cache
def _seated(players: tuple[position.Player, ...], first: str, clockwise: bool) -> tuple[str, ...]:
    names = tuple(player.name for player in (players if clockwise else players[::-1]))
    start = names.index(first) if first else 0
    return names[start:] + names[:start]
