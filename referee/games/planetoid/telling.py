"""Facts within sentences: what a choice tells besides, short answers, and answers when no box is there."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from referee.ask import TABLE, Ask
from referee.errors import Failed
from referee.game import Chance
from referee.games.planetoid import events, setup
from referee.games.planetoid.bonuses import taking
from referee.games.planetoid.bonuses import won as bonuses_of
from referee.games.planetoid.census import box_of, unseen, untold
from referee.games.planetoid.events import Damage, Draw, Drill, Event, Scan, Second, Spawn, Sweep, TurnUp
from referee.games.planetoid.kit import CATEGORIES, kept
from referee.games.planetoid.position import FACE_DOWN, Position
from referee.games.planetoid.sentences import NICKNAMES
from referee.text import Text

Key = tuple[str, str]
_SHOWN = re.compile("([0-9])(d?s?)")  # icons, damage, shuffle


def split(event: Event) -> tuple[Event | None, Mapping[Key, Any]]:
    """The choice that a sentence holds, and the facts, each under the key by which its question finds it again."""
    if isinstance(event, TurnUp):
        return None, {("tile", space): kind for space, kind in event.told}
    if isinstance(event, Spawn):
        return None, {("spawn", ""): event}
    if isinstance(event, Draw) and event.who == TABLE:
        # A draw of two is either the only one, or the one that decides between two holders of a one [T-1034].
        fact = f"numbers of {len(event.names) // 2}" if event.what == "numbers" else event.what
        return None, {(fact, event.what): event}
    if isinstance(event, Drill | Sweep | Second):
        return event._replace(told=()), {("tile", space): kind for space, kind in event.told}
    if isinstance(event, events.Reroute | events.Ability) and event.inner:
        inner, facts = split(event.inner)
        return event._replace(inner=cast(events.Act, inner)), facts
    return event, {}


def join(ask: Ask, facts: Mapping[Key, Any]) -> Event | None:
    """The answer that these facts make to a question; tiles of which nothing is known are left out."""
    if TurnUp in ask.takes:
        told = tuple((space, facts["tile", space]) for space in ask.about if ("tile", space) in facts)
        return TurnUp(TABLE, told) if told else None
    return next((facts[key] for key in ask.key if key in facts), None)


def short(ask: Ask, words: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Answers in one word: `urg` for the tiles asked about, in their order; `2ds` for what a spawn card shows; the
    system that takes a damage, whether it can or not."""
    said = words[0] if len(words) == 1 else ""
    if Damage in ask.takes and any(said in ask.pos.systems(who) for who in ask.who):
        yield ("damage", said)
    if TurnUp in ask.takes and 1 < len(said) == len(ask.about) and set(said) <= NICKNAMES.keys():
        yield ("turn-up", *(word for pair in zip(ask.about, said, strict=True) for word in pair))
    if Spawn in ask.takes and (shown := _SHOWN.fullmatch(said)):
        yield ("spawn", shown[1], *(word for word in ("damage", "shuffle") if word[0] in shown[2]))


def deal(ask: Ask, chance: Chance) -> Event:
    """What the table would answer, if the shuffles of `chance` lay on it. Raises Failed for what nobody can deal."""
    pos: Position = ask.pos
    if TurnUp in ask.takes:
        lies = dealt(pos, chance)
        if all(lies[space] for space in ask.about):
            return TurnUp(TABLE, tuple((space, lies[space]) for space in ask.about))
    lacks = frozenset(setup.untaught(pos.kit, pos.options))
    if Spawn in ask.takes and "spawn" not in lacks and (cards := _deck(pos, chance)):
        return Spawn(TABLE, cards[0])
    if Draw in ask.takes and ask.about == ("jobs",) and "bonus" not in lacks:
        return Draw(TABLE, "jobs", chance.shuffled("jobs", tuple(pos.kit.jobs))[: pos.options.jobs])
    if Draw in ask.takes and ask.about == ("bonuses",) and "bonus" not in lacks:
        box = tuple(pos.kit.bonuses) * len(pos.sets)
        return Draw(TABLE, "bonuses", chance.shuffled("bonuses", box)[: len(pos.sets) * pos.kit.limits["display"]])
    if Draw in ask.takes and ask.about == ("numbers",):
        return Draw(TABLE, "numbers", _numbers(pos, chance))
    if Draw in ask.takes and ask.about == ("pool",):
        kinds = chance.shuffled("pool", pos.kit.additional)
        drawn = (next(s for s in kinds if pos.kit.systems[s].category == category) for category in CATEGORIES)
        return Draw(TABLE, "pool", tuple(drawn))
    raise Failed("dealer.unknown", rule=ask.rule)


def _numbers(pos: Position, chance: Chance) -> tuple[str, ...]:
    """A number tile for everybody [T-106]; of two boxes both ones are among them and are drawn again [T-1034]."""
    again, players = len(pos.agenda[0]) > 1, setup.drawing(pos)
    tiles = tuple("1234")[: len(players)]
    if pos.options.majors == "yes" and not again:
        tiles = ("1", "1", *chance.shuffled("numbers left", tuple("223344"))[: len(players) - 2])
    drawn = chance.shuffled("numbers again" if again else "numbers", tiles)
    return tuple(word for pair in zip(players, drawn, strict=True) for word in pair)


def _deck(pos: Position, chance: Chance) -> Sequence[str]:
    """What is left of a shuffled deck, whoever drew what is gone, and under whatever name."""
    cards = chance.shuffled(f"spawn {pos.shuffles}", kept(pos.kit, pos.options.spawn))
    return [card for card in cards if card not in pos.drawn][pos.drawn.count("") :]


def dealt(pos: Position, chance: Chance) -> Mapping[str, str]:
    """The tiles that nobody has seen, when the referee deals: the bag is shuffled once and laid out in reading order.

    A table that was entered or changed by hand may show so many of a kind that another has to lie somewhere; "" where
    none is left. A tile that is turned up as it was dealt leaves all others as they were, so that a look holds.
    """
    left, found = unseen(pos), dict[str, str]()
    for board in ("1:", "2:") if pos.separate else ("",):
        own = (unseen(pos, board),) if board else ()
        found |= _laid(pos, board, (left, *own), chance)
    return found


def _laid(pos: Position, board: str, left: Sequence[Counter[str]], chance: Chance) -> Iterator[tuple[str, str]]:
    """Space after space with its tile, each taken off what is `left`: of this board's own, and of all."""
    bag, name = tuple(Counter(box_of(pos, board)).elements()), f"tiles {board[:1]}".rstrip()
    spaces = (space for space in pos.tiles if space.startswith(board))
    lies = dict(zip(spaces, chance.shuffled(name, bag), strict=False))
    for space in untold(pos, board):
        kind = _fits((lies.get(space, ""),), left) or _fits(chance.shuffled(f"{name} on {space}", bag), left)
        for some in left:
            some[kind] -= 1
        yield space, kind


def _fits(kinds: Iterable[str], left: Sequence[Counter[str]]) -> str:
    """The first kind of which there are some left, or "" for none."""
    return next((kind for kind in kinds if all(some[kind] > 0 for some in left)), "")


def look(ask: Ask, event: Event, chance: Chance | None) -> Text | None:
    """What a scan shows to whoever asked, once, if the referee deals; what somebody has saved [A-34]; and what leaves
    the display, to be told at that moment and not later [T-605]."""
    pos: Position = ask.pos
    if isinstance(event, events.Reroute | events.Ability):
        return look(ask, event.inner, chance) if event.inner else None
    if isinstance(event, events.Peek):
        return _saved(pos, event.whose or event.who)
    if isinstance(event, events.Ship | events.Claim) and not pos.alone:
        taken = taking(pos, event)
        return Text("look.taken", {"who": event.who, "bonuses": taken}) if taken else None
    if not isinstance(event, Scan) or chance is None:
        return None
    lies = dealt(pos, chance)
    seen = tuple(f"{s} {lies[s] if pos.tiles[s] == FACE_DOWN else pos.tiles[s]}" for s in event.at)
    return Text("look.tiles", {"who": event.who, "tiles": seen})


def _saved(pos: Position, who: str) -> Text:
    saved = tuple(f"{n} {kind}" for kind, n in pos.holding(who, "saved ").items())
    return Text("look.saved", {"who": who, "tiles": saved, "bonuses": bonuses_of(pos, who)})
