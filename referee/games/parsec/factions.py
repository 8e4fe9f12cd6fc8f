"""What the cards give beyond what everybody gets: factions, and nanotechs that score [8.0, 7.3].

A card is a list of bonuses (`kit.Hook`). What the table shows is turned into things that a bonus may be for; here the
two meet. What a card says that no bonus can say is carried out by hand, and what nobody has read is asked.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from referee.ask import TABLE, Ask, Play
from referee.games.parsec.events import Done
from referee.games.parsec.gains import Item, enter, hand_out
from referee.games.parsec.kit import ANY, FINAL, GAME, Hook
from referee.games.parsec.position import Position
from referee.remarks import Teach
from referee.text import Text, Value
from referee.verdict import UNKNOWN, Objection

FACTION, NANOTECH = "8.0-a", "7.3-f"  # the rules by which the cards give
BY_HAND = "text"  # what a bonus is for that only people can carry out
_GIVEN = {"vp": "hook.vp", "credits": "hook.credits", "rp": "hook.rp", "ap": "hook.ap"}


class Thing(NamedTuple):
    """What a bonus may be for: `n` of it, the names that a card may mean it by, and who stands how on it (`HOW`)."""

    what: str
    name: str
    goes_by: frozenset[str] = frozenset()
    n: int = 1
    stands: Mapping[str, frozenset[str]] = {}


class Bonus(NamedTuple):
    """A bonus of a card that a player has: by which rule, and what the card is called."""

    hook: Hook
    rule: str
    card: Text


# -- the cards of a player ------------------------------------------------------------------


def bonuses(pos: Position, who: str, when: str) -> Mapping[str, tuple[Bonus, ...]]:
    """The bonuses that a player has then, by what they are for: of the nanotechs completed, then of the faction."""
    found: dict[str, tuple[Bonus, ...]] = {}
    for bonus in _bonuses(pos, who, when):
        found[bonus.hook.what] = (*found.get(bonus.hook.what, ()), bonus)
    return found


def _bonuses(pos: Position, who: str, when: str) -> Iterator[Bonus]:
    for name in pos.completed.get(who, ()):
        for hook in pos.kit.nanotechs[name].hooks:
            if hook.when == when:
                yield Bonus(hook, NANOTECH, Text("hook.nanotech", {"card": pos.kit.nanotechs[name].title}))
    faction = pos.kit.factions.get(pos.factions.get(who, ""))
    for hook in faction.hooks if faction else ():
        if hook.when != when:
            continue
        if read(pos, who):
            yield Bonus(hook, FACTION, Text("hook.faction", {"card": pos.factions[who]}))
        else:
            yield _by_example(pos, who, hook)


def _by_example(pos: Position, who: str, hook: Hook) -> Bonus:
    """[A-72] A bonus as an example of the rulebook shows it: instead of what everybody gets, or added to it."""
    card = Text("hook.example", {"card": pos.factions[who]})
    if not hook.instead:
        return Bonus(hook, FACTION, card)
    return Bonus(hook._replace(instead=pos.reading("tidal_final") == "instead"), "A-72", card)


def read(pos: Position, who: str) -> bool:
    """Whether what is known of a player's faction is what its card says, and not what an example shows."""
    faction = pos.kit.factions.get(pos.factions.get(who, ""))
    return faction is None or faction.verified


def told(pos: Position, who: str, when: str) -> bool:
    """[8.0] Whether somebody has told what a player's faction gives at that time; of no faction there is nothing to."""
    name = pos.factions.get(who)
    if not name:
        return True
    faction = pos.kit.factions.get(name)
    return faction is not None and any(hook.when == when for hook in faction.hooks)


def texts(pos: Position, who: str, when: str) -> tuple[str, ...]:
    """What a player's cards say that is carried out by hand."""
    return tuple(bonus.hook.text for bonus in bonuses(pos, who, when).get(BY_HAND, ()))


# -- what they give ------------------------------------------------------------------


def _matching(held: Mapping[str, tuple[Bonus, ...]], who: str, thing: Thing) -> Iterator[Bonus]:
    """Those of a player's bonuses that are for this thing, standing as the player does on it."""
    for bonus in held.get(thing.what, ()):
        which, how = bonus.hook.which, bonus.hook.how
        named = which == ANY or which in thing.goes_by
        if named and (how == ANY or who in thing.stands.get(how, ())):
            yield bonus


def gains(held: Mapping[str, tuple[Bonus, ...]], who: str, thing: Thing) -> Iterator[Item]:
    """What the bonuses that a player has give for this thing."""
    for bonus in _matching(held, who, thing):
        facts: dict[str, Value] = {"thing": thing.name, "card": bonus.card}
        for unit, n in bonus.hook.gives:
            if n:
                yield Item(who, unit, n * thing.n, bonus.rule, _GIVEN[unit], facts)


def replaced(held: Mapping[str, tuple[Bonus, ...]], who: str, thing: Thing) -> bool:
    """Whether a bonus comes instead of what everybody gets for this thing."""
    return any(bonus.hook.instead for bonus in _matching(held, who, thing))


def placed(pos: Position, who: str, kind: str) -> Position:
    """[8.0] What a player's cards give for a tile of this kind, as soon as the player has laid it."""
    return _gain(pos, who, Thing("place", kind, frozenset((kind,))))


def begun(pos: Position, who: str) -> Position:
    """[8.0] What a player's cards give as the player's turn begins."""
    return _gain(pos, who, Thing("turn", f"turn {pos.turn}"))


def _gain(pos: Position, who: str, thing: Thing) -> Position:
    given = tuple(gains(bonuses(pos, who, GAME), who, thing))
    return hand_out(enter(pos, given), given, who) if given else pos


# -- what people tell and carry out ------------------------------------------------------------------


def unread(pos: Position) -> Play:
    """[8.0] What a faction card says that nobody has told yet; `done` when that is all."""
    _, who, when = pos.agenda[0]
    name = pos.factions[who]
    key = "ask.card-final" if when == FINAL else "ask.card-game"
    tell = (f"teach faction {name} {when} planet green controlled 1 vp", f"teach faction {name} {when} none", "done")
    text = Text(key, {"who": who, "faction": name, "tell": tell[:2]})
    return (yield Ask(FACTION, (TABLE, who), (Teach, Done), pos, text, (name,), tell=tell))


def by_hand(pos: Position) -> Play:
    """[8.0, S4] What a card says in words is carried out and told `by-hand`; then `done`."""
    _, who, text = pos.agenda[0]
    return (yield Ask("S4", (who,), (Done,), pos, Text("ask.card-text", {"who": who, "text": text}), (text,)))


def check_done(pos: Position, event: Done) -> Iterator[Objection]:
    """[8.0] A bonus that nobody has told cannot be done with."""
    frame = pos.agenda[0]
    if frame[0] == "unread" and not told(pos, frame[1], frame[2]):
        facts: dict[str, Value] = {"who": frame[1], "faction": pos.factions[frame[1]], "when": frame[2]}
        yield Objection(FACTION, "hook.untold", facts, basis=UNKNOWN)


def done(pos: Position, event: Done) -> Position:
    """The question is answered."""
    return pos.pop()
