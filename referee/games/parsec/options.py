"""How a sentence may go on: menus, completion, counting and random choice all walk over this.

Each generator takes the words said so far, the verb first, and yields them with one slot more; `whole` where the
sentence may stop. Nothing is judged here; what only people can see (tiles, cards) is offered where it is asked.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from referee.ask import TABLE, Ask, Option
from referee.games.parsec import allegiance, events, hands, placing, targets, ways
from referee.games.parsec.board import MOON, PLANET, said
from referee.games.parsec.kit import Monster
from referee.games.parsec.places import Lie, certain, places
from referee.games.parsec.pointing import as_read, walkers
from referee.games.parsec.position import Beast, Position
from referee.games.parsec.research import deck, drawable, room
from referee.games.parsec.sentences import MARK, NO, YES, hex_said
from referee.hexes import ORIGIN, Hex, label, neighbours
from referee.notation import COMMA

Words = tuple[str, ...]
Slots = Callable[[Ask, Words], Iterator[Option]]


def options(ask: Ask, words: Words) -> Iterator[Option]:
    """The next slot of the sentence, for whoever is asked."""
    if not words:
        yield from (Option((verb,), verb in _BARE) for verb in verbs(ask))
    elif slots := _SLOTS.get(words[0]):
        yield from slots(ask, words)


# -- verbs ------------------------------------------------------------------

_BARE = frozenset(("impossible", "new-card", "beam-up", "end", "done", "crush", "rest"))
_ANSWERS: dict[type, str] = {
    events.First: "first",
    events.Dealt: "dealt",
    events.Begin: "start",
    events.Sworn: "faction",
    events.Offered: "factions",
    events.Bid: "bid",
    events.Pick: "pick",
    events.Draw: "draw",
    events.Keep: "keep",
    events.Put: "place",
    events.Place: "place",
    events.Impossible: "impossible",
    events.TakeUp: "take-up",
    events.Arrival: "monster",
    events.Allot: "allot",
    events.NewCard: "new-card",
    events.Card: "card",
    events.Fly: "fly",
    events.Jump: "jump",
    events.BeamDown: "beam-down",
    events.BeamUp: "beam-up",
    events.Buy: "buy",
    events.Walk: "walk",
    events.Bomb: "bomb",
    events.Ransom: "ransom",
    events.End: "end",
    events.Done: "done",
    events.Activate: "activate",
    events.Target: "target",
    events.Prowl: "prowl",
    events.Eat: "eat",
    events.Capture: "capture",
    events.Crush: "crush",
    events.Teleport: "teleport",
    events.Rest: "rest",
    events.PlayOn: "play-on",
}


def verbs(ask: Ask) -> list[str]:
    """The verbs of what the question takes, without those for which there is nothing on the table; claims that no
    rule allows (to save APs, to score now) are understood and not offered."""
    taken = dict.fromkeys(verb for event, verb in _ANSWERS.items() if event in ask.takes)
    return [verb for verb in taken if _THERE.get(verb, _always)(ask)]


def _always(ask: Ask) -> bool:
    return True


def _may_be_impossible(ask: Ask) -> bool:
    """A tile in hand of which nobody knows how it looks; any other is set aside by itself, and needs no claim."""
    frame = ask.pos.agenda[0]
    return frame[0] == "lay" and not certain(ask.pos, ask.pos.kit.kinds[frame[2]])


def _on_warp(ask: Ask) -> bool:
    pos: Position = ask.pos
    return pos.board.tiles[_ship(ask)].kind == "warp"


def _has_bomb(ask: Ask) -> bool:
    pos, who = ask.pos, ask.who[0]
    return bool(pos.power(who, "bomb")) and who not in pos.used and any(_aims(ask))


_THERE: dict[str, Callable[[Ask], bool]] = {
    "impossible": _may_be_impossible,
    "take-up": lambda ask: TABLE in ask.who,
    "jump": _on_warp,
    "walk": lambda ask: bool(ask.pos.power(ask.who[0], "walkers") and walkers(ask.pos, ask.who[0])),
    "bomb": _has_bomb,
    "ransom": lambda ask: ask.pos.count(ask.who[0], "held") > 0,
    "beam-down": lambda ask: ask.pos.count(ask.who[0], "aboard") > 0,
    "beam-up": lambda ask: _own_here(ask) > 0,
    "target": lambda ask: any(_targets(ask)),
    "eat": lambda ask: not _monster(ask).captures and _beast(ask).at != ORIGIN and any(_robots(ask)),
    "capture": lambda ask: _monster(ask).captures and any(_robots(ask)),
    "crush": lambda ask: _monster(ask).crush > 0 and ask.pos.board.sort(_beast(ask).at) == MOON,
    "teleport": lambda ask: _monster(ask).teleport > 0,
}


# -- slots ------------------------------------------------------------------


def _one(values: Callable[[Ask], Iterable[str | int]]) -> Slots:
    """A verb with one slot."""

    def slots(ask: Ask, words: Words) -> Iterator[Option]:
        if len(words) == 1:
            yield from (Option((*words, str(value)), True) for value in values(ask))

    return slots


def _after(words: Words, values: Sequence[str]) -> Sequence[str]:
    """Those that come after the last one said, so that the same choice is offered in one order only."""
    return values[values.index(words[-1]) + 1 :] if words[-1] in values else values


def _chosen(words: Words, values: Sequence[str], start: int, n: int) -> Iterator[Option]:
    """One more of `n` different values that are said from word `start` on."""
    named = len(words) - start
    if named < n:
        later = _after(words, values) if named else values
        rest = later[: max(0, len(later) - (n - named - 1))]
        yield from (Option((*words, value), named + 1 == n) for value in rest)


def _dealt_out(words: Words, values: Iterable[str], start: int, n: int) -> Iterator[Option]:
    """One more of `n` different values, in whatever order they come to lie on the table."""
    named = words[start:]
    if len(named) < n:
        yield from (Option((*words, value), len(named) + 1 == n) for value in values if value not in named)


# -- set-up ------------------------------------------------------------------


def _firsts(ask: Ask) -> Iterable[str]:
    pos: Position = ask.pos
    return allegiance.leading(pos) if pos.agenda[0][0] == "picks" else pos.names


def _dealt(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, player)) for player in ask.about)
    else:
        types = [card for card, n in deck(ask.pos).items() if n > 0]
        yield from _dealt_out(words, types, 2, min(hands.dealt(ask.pos), len(types)))


def _start(ask: Ask, words: Words) -> Iterator[Option]:
    """Which cards begin completed, in the order in which they lie; then the one on 6 and the one on 4."""
    pos: Position = ask.pos
    hand, n = pos.research[ask.who[0]], hands.completed(pos)
    if MARK in words:
        named, tracks = len(words) - words.index(MARK) - 1, len(hands.tracks(pos))
        cards = [card for card in hand if card not in words] if named < tracks else []
        yield from (Option((*words, card), named + 1 == tracks) for card in cards)
    elif len(words) > n:
        yield Option((*words, MARK))
    else:
        yield from (option._replace(whole=False) for option in _chosen(words, hand, 1, n))


def _faction(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, player)) for player in ask.about)
    elif len(words) == 2:
        yield from (Option((*words, faction), True) for faction in _left(ask.pos))


def _left(pos: Position) -> list[str]:
    return [faction for faction in pos.kit.factions if faction not in pos.factions.values()]


def _factions(ask: Ask, words: Words) -> Iterator[Option]:
    yield from _dealt_out(words, _left(ask.pos), 1, len(ask.pos.names) + 1)


# -- tiles ------------------------------------------------------------------


def _kinds(pos: Position) -> list[str]:
    """What may be drawn."""
    return [kind for kind, n in placing.left(pos).items() if n > 0]


def _draw(ask: Ask, words: Words) -> Iterator[Option]:
    """The tile drawn; with a Stellar Cartographer the other one need not be told [A-29]."""
    if len(words) <= placing.draws(ask.pos):
        yield from (Option((*words, kind), True) for kind in _kinds(ask.pos))


def _place(ask: Ask, words: Words) -> Iterator[Option]:
    """A tile that may be drawn, or the one in hand; where it may lie; and how, if that is not settled by where."""
    pos: Position = ask.pos
    if events.Put in ask.takes:
        yield from _lies(words, 1, places(pos, pos.agenda[0][2]))
    elif len(words) == 1:
        yield from (Option((*words, kind)) for kind in _kinds(pos))
    elif words[1] in pos.kit.kinds:
        yield from _lies(words, 2, places(pos, words[1]))


def _keep(ask: Ask, words: Words) -> Iterator[Option]:
    """One of the tiles drawn; where it goes may follow."""
    if len(words) == 1:
        yield from (Option((*words, kind), True) for kind in ask.about)
    elif words[1] in ask.about:
        yield from _lies(words, 2, places(ask.pos, words[1]))


def _lies(words: Words, start: int, lies: Sequence[Lie]) -> Iterator[Option]:
    """The hex is word `start`; then the solid edges counter-clockwise, as far as they make a difference there."""
    if len(words) == start:
        ways = Counter(lie.at for lie in lies)
        yield from (Option((*words, label(at)), ways[at] == 1) for at in sorted(ways, key=as_read))
        return
    at, edges = hex_said(words[start]), words[start + 1 :]
    here = [said(lie.edges) for lie in lies if lie.at == at]
    n = len(edges)
    if len(here) > 1:
        further = [way[: n + 1] for way in here if way[:n] == edges and len(way) > n]
        yield from (Option((*words[: start + 1], *way), way in here) for way in dict.fromkeys(further))


# -- research ------------------------------------------------------------------


def _allot(ask: Ask, words: Words) -> Iterator[Option]:
    """Cards in their order, each with its points; what is left may go to the next one, or be kept for a new card."""
    pos: Position = ask.pos
    _, who, n, *_ = pos.agenda[0]
    pairs = [word for word in words[1:] if word != COMMA]
    rest = n - sum(map(int, pairs[1::2]))
    if len(pairs) % 2:
        most = min(rest, room(pos, who, pairs[-1]))
        yield from (Option((*words, str(k)), True) for k in range(most, 0, -1))
    elif rest > 0:
        comma = (COMMA,) if pairs else ()
        cards = pos.research[who]
        later = cards[cards.index(pairs[-2]) + 1 :] if pairs else cards
        yield from (Option((*words, *comma, card)) for card in later)


# -- Action Points ------------------------------------------------------------------


def _ship(ask: Ask) -> Hex:
    pos: Position = ask.pos
    return pos.ships[ask.who[0]]


def _own_here(ask: Ask) -> int:
    pos: Position = ask.pos
    return pos.robots(_ship(ask)).get(ask.who[0], 0)


def reach(pos: Position, who: str, start: Hex) -> list[Hex]:
    """Where ship or robot can come from `start`: the hexes next to it, then those that can be paid, the cheapest first.

    By a reading of A-39 ways over warps are cheaper than their hexes; then everything is offered.
    """
    found, near = ways.costs(start, lambda at: ways.enter_cost(pos, who, at)), neighbours(start)
    most = max(found.values()) if pos.reading("leave_warp") == "one" else pos.budget(who)
    hexes = (at for at, price in found.items() if at != start and (price <= most or at in near))
    return sorted(hexes, key=lambda at: (at not in near, found[at], as_read(at)))


def _jumps(ask: Ask) -> Iterable[str]:
    return map(label, sorted(ways.jump_targets(ask.pos, ask.who[0]), key=as_read))


def _buys(ask: Ask) -> Iterable[int]:
    pos: Position = ask.pos
    return range(1, max(1, pos.budget(ask.who[0]) // pos.kit.points["research"]) + 1)


def _walk(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, label(at))) for at in walkers(ask.pos, ask.who[0]))
    elif len(words) == 2 and (start := hex_said(words[1])):
        yield from (Option((*words, label(at)), True) for at in reach(ask.pos, ask.who[0], start))


def _aims(ask: Ask) -> Iterable[str]:
    """The planet where the ship is, and the monsters."""
    pos: Position = ask.pos
    return (*(("planet",) if pos.board.sort(_ship(ask)) == PLANET else ()), *pos.beasts)


# -- monsters ------------------------------------------------------------------


def _monster(ask: Ask) -> Monster:
    """The monster that moves, as its card has it."""
    pos: Position = ask.pos
    return pos.kit.monsters[pos.agenda[0][2]]


def _beast(ask: Ask) -> Beast:
    """The same as it stands on the board."""
    pos: Position = ask.pos
    return pos.beasts[pos.agenda[0][2]]


def _robots(ask: Ask) -> Mapping[str, int]:
    """The robots where it is."""
    pos: Position = ask.pos
    return pos.robots(_beast(ask).at)


def _targets(ask: Ask) -> Iterable[str]:
    """Where it may go but for where it is going: what is left to do at its target, or a hex of every other one."""
    pos, beast, name = ask.pos, _beast(ask), _monster(ask).name
    if targets.busy(pos, name):
        return (label(at) for at in targets.left(pos, name) if at not in (beast.at, beast.target))
    return (label(site[0]) for site in targets.targets(pos, name) if beast.target not in site)


def _open(ask: Ask) -> list[Hex]:
    """Every tile that can be entered, as it is read off the map."""
    pos: Position = ask.pos
    return sorted((at for at, tile in pos.board.tiles.items() if not pos.kit.kinds[tile.kind].blocked), key=as_read)


def _steps(ask: Ask) -> Iterable[str]:
    return (label(at) for at in _open(ask) if at in neighbours(_beast(ask).at))


def _eat(ask: Ask, words: Words) -> Iterator[Option]:
    robots = _robots(ask)
    if len(words) == 1:
        yield from (Option((*words, player)) for player in robots)
    elif len(words) == 2:
        yield from (Option((*words, str(n)), True) for n in range(robots.get(words[1], 0), 0, -1))


_SLOTS: dict[str, Slots] = {
    "first": _one(_firsts),
    "dealt": _dealt,
    "start": _start,
    "faction": _faction,
    "factions": _factions,
    "bid": _one(lambda ask: range(ask.pos.count(ask.who[0], "credits") + 1)),
    "pick": _one(lambda ask: ask.pos.offered),
    "draw": _draw,
    "keep": _keep,
    "place": _place,
    "take-up": _one(lambda ask: ask.about),
    "monster": _one(lambda ask: [n for n in ask.pos.kit.monsters if n not in (*ask.pos.beasts, *ask.pos.gone)]),
    "allot": _allot,
    "card": _one(lambda ask: drawable(ask.pos, ask.pos.agenda[0][1])),
    "fly": _one(lambda ask: map(label, reach(ask.pos, ask.who[0], _ship(ask)))),
    "jump": _one(_jumps),
    "beam-down": _one(lambda ask: range(1, ask.pos.count(ask.who[0], "aboard") + 1)),
    "beam-up": _one(lambda ask: range(1, _own_here(ask))),
    "buy": _one(_buys),
    "walk": _walk,
    "bomb": _one(_aims),
    "ransom": _one(lambda ask: range(1, ask.pos.count(ask.who[0], "held") + 1)),
    "activate": _one(lambda ask: ask.about),
    "target": _one(_targets),
    "prowl": _one(_steps),
    "eat": _eat,
    "capture": _one(_robots),
    "teleport": _one(lambda ask: map(label, _open(ask))),
    "play-on": _one(lambda ask: (YES, NO)),
}
