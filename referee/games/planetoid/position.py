"""What lies on a Planetoid table.

Counters, as (who, what): a player's `solar`, `battery`, `stored <kind>`, `hand <kind>` (a tile just taken, not yet laid
down) and `damage <system>`; `aliens <kind>` (their pile) and `aliens stacks`; `<job> <kind>`; `card diamond`;
`removed <kind>` (out of the game). With several players also `saved <kind>` and `points`.
"""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple, Self

from referee import position
from referee.games.planetoid import geometry
from referee.games.planetoid.kit import SLOTS, Ability, Kit
from referee.verdict import ASK

FACE_DOWN, NONE = "face-down", "none"
BROKEN_OFF = "broken off"  # the result of a game that nobody has won or lost
UNKNOWN = "unknown"  # face-up, but nobody remembers what it is


class Options(NamedTuple):
    """What was agreed before the game; orthogonal, so that variants can be mixed [T-1040]."""

    rules: str = "advanced"
    aliens: str = "solo"
    board: str = "full"
    majors: str = "no"
    tiles: str = "mixed"
    difficulty: str = "easy"
    growth: int = 0
    jobs: int = 0
    spawn: tuple[str, ...] = ()


class Position(position.Position):
    """One immutable value; see the module for its counters."""

    kit: Kit
    options: Options
    tiles: Mapping[str, str]  # space -> kind, face-down or none
    aliens: Mapping[tuple[str, str], int]  # (space, colour) -> tokens
    origin: tuple[str, str]  # the origin space and the edge where its card lies
    side: str  # the colour face-up on the origin card
    pool: Mapping[str, int]  # additional system -> copies left
    installed: Mapping[str, tuple[str, ...]]  # player -> additional systems, in the order of installing
    used: frozenset[str]  # systems used this turn
    fresh: frozenset[str]  # systems installed this turn
    jobs: tuple[str, ...]  # the shipping bonuses of this game
    card: tuple[str, str]  # the solo card and its side in view
    deck: int  # spawn cards of this game; 0: nobody has counted them
    drawn: tuple[str, ...]  # spawn cards drawn since the last shuffle ("" where the table named none)
    shuffles: int
    turn: int  # the players' turns begun
    result: str
    order: tuple[str, ...]  # the players who are in the game, in turn order
    taken: Mapping[str, str]  # shipping bonus -> who won it
    drilled: tuple[str, ...]  # spaces drilled this turn, the last one last [T-214]
    trigger: str  # what announced the end of the game: `tiles` or `bonuses` [T-701, T-702]
    majors: tuple[str, ...]  # players who have had a major turn in this cycle, or all of the one just ended [T-1037]
    secrets: Mapping[str, tuple[str, ...]]  # player -> secret cards played at scoring
    scoring: bool  # whether what lay face-down may be seen

    def reading(self, switch: str) -> str | int:
        """The reading in force; where the table wants to be asked, what rests on the question is held [readings.py]."""
        reading = self.house.get(switch, ASK)
        return self.kit.defaults[switch] if reading == ASK else reading

    @property
    def board(self) -> geometry.Board:
        """The printed spaces; none as long as the table has not told its map."""
        boards, which = self.kit.boards, self.options.board
        return geometry.board(boards.get(which) or "|".join(boards.get(part, "") for part in which.split("+")))

    @property
    def counts(self) -> Mapping[str, int]:
        """The tiles of this game by kind [T-002]: of the box, of two boxes, or of the Small Moon [T-1012]."""
        first, *second = self.sets
        return dict(Counter(first) + Counter(*second)) if second else first

    @property
    def sets(self) -> tuple[Mapping[str, int], ...]:
        """The tiles of each board."""
        return tuple(self.kit.moon if which == "moon" else self.kit.counts for which in self.options.board.split("+"))

    @property
    def separate(self) -> bool:
        """Whether each board has tiles of its own [T-1032, A-51]."""
        return self.options.tiles == "separate"

    @property
    def alone(self) -> bool:
        """Whether this is the solo game."""
        return self.options.aliens == "solo"

    @property
    def basic(self) -> bool:
        """Whether the basic rules are played."""
        return self.options.rules == "basic"

    @property
    def modes(self) -> frozenset[str]:
        """The kinds of game that this one is, or is mixed of."""
        if self.alone:
            return frozenset(("solo",))
        kinds = {"danger": self.options.aliens == "danger", "moon": "moon" in self.options.board}
        kinds |= {"five-eight": self.options.majors == "yes"}
        return frozenset((self.options.rules, *(kind for kind, is_one in kinds.items() if is_one)))

    @property
    def whose(self) -> str:
        """Whose turn has begun; nobody's between turns."""
        for frame in self.agenda if not self.alone else ():
            if frame[0] in ("start", "minor"):
                return ""
            if frame[0] == "turn-over":
                return str(frame[1])
        return self.names[0] if self.alone else ""

    def used_by(self, who: str) -> frozenset[str]:
        """What a player has used this turn: nothing, if it is not theirs."""
        return self.used if who == self.whose else frozenset()

    def using(self, who: str, what: str) -> Self:
        """The same table with this used in the turn under way; what others do meanwhile takes nothing from it."""
        return self.put(used=self.used | {what}) if who == self.whose else self

    @property
    def minor(self) -> bool:
        """Whether a minor turn is under way [T-1036]: no major turn, and none of the last ones [T-1037]."""
        major = any(frame[0] == "major" for frame in self.agenda)
        return self.options.majors == "yes" and not major and ("round-over",) in self.agenda

    @property
    def seen(self) -> Mapping[str, geometry.Seen]:
        """Every space as seen from the origin, nearest first [T-907], by the readings of Q-27 and Q-28."""
        distance, right = str(self.reading("distance")), str(self.reading("right"))
        return geometry.seen_from(self.board.outline, *self.origin, distance, right)

    @property
    def ranks(self) -> Mapping[str, int]:
        """Origin order [T-907]: the place of each space, 0 the origin."""
        distance, right = str(self.reading("distance")), str(self.reading("right"))
        return geometry.ranks(self.board.outline, *self.origin, distance, right)

    def tokens(self, space: str) -> int:
        """Aliens of either colour on a space."""
        return sum(self.aliens.get((space, colour), 0) for colour in ("pink", "blue"))

    def stored(self, who: str) -> Counter[str]:
        """The tiles on a player board."""
        return self.holding(who, "stored ")

    def holding(self, who: str, prefix: str = "") -> Counter[str]:
        """The tiles that lie with `who`: an alien pile, a job, the card, or a place on a player board."""
        counters = self.counters
        held: Counter[str] = Counter()
        for kind in self.kit.values:
            if n := counters.get((who, prefix + kind)):
                held[kind] = n
        return held

    def systems(self, who: str) -> tuple[str, ...]:
        """All that a player has and that can be damaged: board, installed, the solo card's two in view [A-42]."""
        return (*self.kit.base, *self.installed.get(who, ()), *(SLOTS if self.card[0] else ()))

    def damaged(self, who: str, system: str) -> bool:
        return (who, f"damage {system}") in self.counters

    def undamaged(self, who: str) -> tuple[str, ...]:
        """The systems that can still take a damage [T-812]."""
        counters = self.counters
        return tuple(s for s in self.systems(who) if (who, f"damage {s}") not in counters)

    def ability(self, slot: str) -> Ability:
        """The ability in view at a slot of the solo card."""
        return self.kit.abilities[(*self.card, slot)]

    def face_down(self) -> bool:
        """Whether any tile on the board still lies face-down."""
        return FACE_DOWN in self.tiles.values()

    @property
    def moving(self) -> tuple[str, str]:
        """The colours that consume and move on the side in view [T-902, Q-1]."""
        reading = self.reading("acting_colour")
        if reading == "ask":
            return self.kit.origin_card[self.side]
        colour = self.side if reading == "same" else {"pink": "blue", "blue": "pink"}[self.side]
        return colour, colour
