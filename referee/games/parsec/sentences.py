"""The sentences of a PARSEC table, and the events that they say.

`parse(write(event)) == event`; neither looks at the position. Commas are optional on the way in.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from referee import hexes
from referee.errors import NotUnderstood
from referee.games.parsec.board import said
from referee.games.parsec.events import (
    Activate,
    Allot,
    Arrival,
    BeamDown,
    BeamUp,
    Begin,
    Bid,
    Bomb,
    BreakOff,
    Buy,
    Capture,
    Card,
    Crush,
    Dealt,
    Done,
    Draw,
    Eat,
    End,
    Event,
    First,
    Fly,
    Impossible,
    Jump,
    Keep,
    NewCard,
    Offered,
    Pick,
    Place,
    PlayOn,
    Prowl,
    Put,
    Ransom,
    Rest,
    Save,
    ScoreNow,
    Sworn,
    TakeUp,
    Target,
    Teleport,
    Walk,
)
from referee.hexes import ORIGIN, Hex, direction, label
from referee.notation import COMMA, join

NEBULAS = {f"neb{shape}": (f"nebula{shape}", f"n{shape}") for shape in "12346LT"}
PLAIN = {
    "asteroid": ("a",),
    "black-hole": ("bh", "h"),
    "derelict": ("d",),
    "empty": ("e",),
    "moon": ("m",),
    "double-moon": ("dm",),
    "brown": ("b",),
    "green": ("g",),
    "blue": ("u",),
    "gold": ("o",),
    "pulsar": ("p",),
    "warp": ("w",),
    "supernova": ("s",),
}
_NAMES = {kind.casefold(): kind for kind in PLAIN | NEBULAS}
NICKNAMES = {short.casefold(): kind.casefold() for kind, more in (PLAIN | NEBULAS).items() for short in more}
KINDS = _NAMES | {short: _NAMES[kind] for short, kind in NICKNAMES.items()}  # every word for a kind of tile
HOME = {"home": ORIGIN, "homeworld": ORIGIN}
MARK, ALL, YES, NO = "research", "all", "yes", "no"
CLAIMS = ("planet", "nebula", "round")  # what somebody may say scores now


# -- words ------------------------------------------------------------------


@lru_cache(maxsize=4096)  # a table says the same few hexes all game long
def hex_said(word: str) -> Hex | None:
    """The hex that a word names: by its label, or Homeworld."""
    return hexes.parse(word) or HOME.get(word.casefold())


def kind_said(word: str) -> str | None:
    """The kind of tile that a word names."""
    return KINDS.get(word) or KINDS.get(word.casefold())


def _name(word: str) -> str:
    return word


def _folded(word: str) -> str:
    """Cards and monsters are told apart by their letters, whether capitals or not."""
    return word.casefold()


def _number(word: str) -> int | None:
    return int(word) if word.isdecimal() and len(word) < 7 else None


def _positive(word: str) -> int | None:
    return _number(word) or None


def _edges(words: Iterable[str]) -> int | None:
    """Solid edges as bits; None if one of the words is no direction."""
    edges = 0
    for word in words:
        d = direction(word)
        if d is None:
            return None
        edges |= 1 << d
    return edges


# -- words -> event ------------------------------------------------------------------

Reader = Callable[[Sequence[str], str], Event]
Slot = Callable[[str], Any]  # what a word says, None if nothing


def _wrong(form: str, words: Sequence[str]) -> NotUnderstood:
    return NotUnderstood("sentence.form", nearest=[form], said=join(words), form=form)


def _alone(form: str, event: Callable[..., Event]) -> Reader:
    """A verb that says everything."""

    def read(words: Sequence[str], who: str) -> Event:
        if len(words) > 1:
            raise _wrong(form, words)
        return event(who)

    return read


def _with(form: str, event: Callable[..., Event], *slots: Slot, least: int | None = None) -> Reader:
    """A verb, then one word for each slot; the last of them may be left out, down to `least`."""
    fewest = len(slots) if least is None else least

    def read(words: Sequence[str], who: str) -> Event:
        if not fewest < len(words) <= len(slots) + 1:
            raise _wrong(form, words)
        values = [slot(word) for slot, word in zip(slots, words[1:], strict=False)]
        if None in values:
            raise _wrong(form, words)
        return event(who, *values)

    return read


def _several(form: str, event: Callable[..., Event], slot: Slot, least: int = 1) -> Reader:
    """A verb, then any number of words of a sort, `least` of them or more."""

    def read(words: Sequence[str], who: str) -> Event:
        values = tuple(map(slot, words[1:]))
        if len(values) < least or None in values:
            raise _wrong(form, words)
        return event(who, values)

    return read


def _dealt(words: Sequence[str], who: str) -> Dealt:
    if len(words) < 3:
        raise _wrong("dealt Ann astro auto bomb", words)
    return Dealt(who, words[1], tuple(map(_folded, words[2:])))


def _begin(words: Sequence[str], who: str) -> Begin:
    cards = tuple(map(_folded, words[1:]))
    if MARK not in cards:
        raise _wrong("start bomb research auto carto", words)
    at = cards.index(MARK)
    return Begin(who, cards[:at], cards[at + 1 :])


def _place(words: Sequence[str], who: str) -> Place | Put:
    """A tile that is told, or the one in hand; a letter that may be a kind or a spot is a kind before a hex only."""
    kind = kind_said(words[1]) if len(words) > 1 else None
    rest = words[2:] if kind else words[1:]
    at = hex_said(rest[0]) if rest else None
    edges = _edges(rest[1:])
    if at is None or edges is None:
        raise _wrong("place brown K2 e ne", words)
    return Place(who, kind, at, edges) if kind else Put(who, at, edges)


def _keep(words: Sequence[str], who: str) -> Keep:
    """The tile kept, and where it goes if that is said as well."""
    kind, rest = kind_said(words[1]) if len(words) > 1 else None, words[2:]
    at, edges = hex_said(rest[0]) if rest else None, _edges(rest[1:])
    if kind is None or edges is None or (rest and at is None):
        raise _wrong("keep brown K2 e ne", words)
    return Keep(who, kind, at, edges)


def _allot(words: Sequence[str], who: str) -> Allot:
    cards, points = words[1::2], [_number(word) for word in words[2::2]]
    if not cards or len(cards) != len(points) or None in points:
        raise _wrong("allot auto 2, carto 1", words)
    return Allot(who, tuple((_folded(card), n) for card, n in zip(cards, points, strict=True) if n is not None))


def _lifted(word: str) -> int | None:
    """How many robots are taken aboard: 0 for all of them."""
    return 0 if word.casefold() == ALL else _positive(word)


def _aimed(word: str) -> str:
    """What the bomb is meant for: a monster, `planet`, or a hex."""
    at = hex_said(word)
    return label(at) if at else _folded(word)


def _claim(word: str) -> str | None:
    return word if word in CLAIMS else None


def _yes(word: str) -> bool | None:
    return {YES: True, NO: False}.get(word.casefold())


def _break_off(words: Sequence[str], who: str) -> BreakOff:
    if len(words) < 2:
        raise _wrong('break-off "the last train"', words)
    return BreakOff(who, " ".join(words[1:]))


VERBS: dict[str, Reader] = {
    "first": _with("first Ann", First, _name),
    "dealt": _dealt,
    "start": _begin,
    "faction": _with("faction Ann safari", Sworn, _name, _folded),
    "factions": _several("factions safari tidal ccc", Offered, _folded),
    "bid": _with("bid 3", Bid, _number),
    "pick": _with("pick safari", Pick, _folded),
    "draw": _several("draw brown", Draw, kind_said),
    "keep": _keep,
    "place": _place,
    "impossible": _with("impossible moon", Impossible, kind_said, least=0),
    "take-up": _with("take-up K2", TakeUp, hex_said),
    "monster": _with("monster dragon", Arrival, _folded),
    "allot": _allot,
    "new-card": _with("new-card", NewCard, _folded, least=0),
    "card": _with("card bomb", Card, _folded),
    "fly": _several("fly K4 K5", Fly, hex_said),
    "jump": _with("jump K9", Jump, hex_said),
    "beam-down": _with("beam-down 2", BeamDown, _positive, hex_said, least=1),
    "beam-up": _with("beam-up 2", BeamUp, _lifted, least=0),
    "buy": _with("buy 1", Buy, _positive),
    "walk": _several("walk K3 K4", Walk, hex_said, least=2),
    "bomb": _with("bomb planet", Bomb, _aimed),
    "ransom": _with("ransom 2", Ransom, _positive),
    "save": _with("save 2", Save, _positive),
    "end": _alone("end", End),
    "done": _alone("done", Done),
    "score-now": _with("score-now planet K3", ScoreNow, _claim, hex_said, least=1),
    "activate": _with("activate dragon", Activate, _folded),
    "target": _with("target K3", Target, hex_said),
    "prowl": _several("prowl K4 K5", Prowl, hex_said),
    "eat": _with("eat Ann 2", Eat, _name, _positive),
    "capture": _with("capture Ann", Capture, _name),
    "crush": _alone("crush", Crush),
    "teleport": _with("teleport K4", Teleport, hex_said),
    "rest": _alone("rest", Rest),
    "break-off": _break_off,
    "play-on": _with("play-on yes", PlayOn, _yes),
}

ALIASES = {"pass": "end", "put": "place", "lay": "place", "move": "fly", "down": "beam-down", "up": "beam-up"}


def parse(words: Sequence[str], who: str) -> Event:
    """The event that `who` says in these words; the verb comes first. Raises NotUnderstood."""
    read = VERBS.get(words[0])
    if read is None:
        raise NotUnderstood("sentence.verb", nearest=tuple(VERBS), word=words[0])
    return read([word for word in words if word != COMMA] if COMMA in words else words, who)


# -- event -> sentence ------------------------------------------------------------------


def write(event: Event) -> str:
    """The sentence of an event, as it is shown and stored."""
    return join(_WRITE[type(event)](event))


def _laid(event: Place | Put, *kind: str) -> tuple[str, ...]:
    return ("place", *kind, label(event.at), *said(event.edges))


def _allotted(event: Allot) -> tuple[str, ...]:
    """Card and points in turn, with a comma between two pairs."""
    pairs = [word for card, n in event.points for word in (COMMA, card, str(n))]
    return ("allot", *pairs[1:])


_WRITE: dict[type, Callable[..., Iterable[str]]] = {
    First: lambda e: ("first", e.player),
    Dealt: lambda e: ("dealt", e.player, *e.cards),
    Begin: lambda e: ("start", *e.completed, MARK, *e.research),
    Sworn: lambda e: ("faction", e.player, e.faction),
    Offered: lambda e: ("factions", *e.factions),
    Bid: lambda e: ("bid", str(e.credits)),
    Pick: lambda e: ("pick", e.faction),
    Draw: lambda e: ("draw", *e.kinds),
    Keep: lambda e: ("keep", e.kind, *((label(e.at), *said(e.edges)) if e.at else ())),
    Put: _laid,
    Place: lambda e: _laid(e, e.kind),
    Impossible: lambda e: ("impossible", *filter(None, (e.kind,))),
    TakeUp: lambda e: ("take-up", label(e.at)),
    Arrival: lambda e: ("monster", e.monster),
    Allot: _allotted,
    NewCard: lambda e: ("new-card", *filter(None, (e.card,))),
    Card: lambda e: ("card", e.card),
    Fly: lambda e: ("fly", *map(label, e.path)),
    Jump: lambda e: ("jump", label(e.to)),
    BeamDown: lambda e: ("beam-down", str(e.robots), *((label(e.at),) if e.at else ())),
    BeamUp: lambda e: ("beam-up", *((str(e.robots),) if e.robots else ())),
    Buy: lambda e: ("buy", str(e.points)),
    Walk: lambda e: ("walk", *map(label, e.path)),
    Bomb: lambda e: ("bomb", e.target),
    Ransom: lambda e: ("ransom", str(e.robots)),
    Save: lambda e: ("save", str(e.points)),
    End: lambda e: ("end",),
    Done: lambda e: ("done",),
    ScoreNow: lambda e: ("score-now", e.what, *((label(e.at),) if e.at else ())),
    Activate: lambda e: ("activate", e.monster),
    Target: lambda e: ("target", label(e.at)),
    Prowl: lambda e: ("prowl", *map(label, e.path)),
    Eat: lambda e: ("eat", e.player, str(e.robots)),
    Capture: lambda e: ("capture", e.player),
    Crush: lambda e: ("crush",),
    Teleport: lambda e: ("teleport", label(e.to)),
    Rest: lambda e: ("rest",),
    BreakOff: lambda e: ("break-off", e.because),
    PlayOn: lambda e: ("play-on", YES if e.on else NO),
}
