"""Hexes that are pointed at and not named: by a letter of the map, or by the way from a tile, a ship or a monster."""

from collections.abc import Iterator, Sequence

from referee.ask import Ask
from referee.games.parsec.events import Draw, Fly, Jump, Keep, Place, Prowl, Put, TakeUp, Target, Teleport, Walk
from referee.games.parsec.places import spots
from referee.games.parsec.placing import draws
from referee.games.parsec.position import Position
from referee.games.parsec.sentences import ALIASES, hex_said, kind_said
from referee.hexes import ORIGIN, Hex, direction, label, neighbour

Words = tuple[str, ...]
OF = "of"
VERBS = {
    Put: "place",
    Place: "place",
    Fly: "fly",
    Jump: "jump",
    Walk: "walk",
    Prowl: "prowl",
    Target: "target",
    Teleport: "teleport",
    TakeUp: "take-up",
}


def as_read(at: Hex) -> tuple[int, int]:
    """Where a hex comes on a map that is read like a page."""
    return at.r, at.q


def called(pos: Position, word: str) -> Iterator[Hex]:
    """The hexes that a word may mean: its label, a player's ship, a monster; else every tile of that kind."""
    ships = {name: pos.ships[player.name] for player in pos.players for name in player if name}
    beasts = {name: beast.at for name, beast in pos.beasts.items()}
    known = {name.casefold(): at for name, at in (beasts | ships).items()}
    if at := hex_said(word) or known.get(word.casefold()):
        yield at
        return
    kind = kind_said(word)
    yield from sorted((at for at, tile in pos.board.tiles.items() if tile.kind == kind), key=as_read)


# -- sentences ------------------------------------------------------------------


def sentences(ask: Ask, words: Sequence[str]) -> Iterator[Words]:
    """The sentences that these words may mean with every hex by its name; at the draw a tile alone is one."""
    if Draw in ask.takes and len(words) > 1 and "draw".startswith(words[0]):
        return  # the verb cut down, and no derelict
    if _drawn(ask, words):
        yield ("draw", *words)
    if Keep in ask.takes and len(words) > 2 and ALIASES.get(words[0], words[0]) == "place":
        yield ("keep", *words[1:])
    for verb, rest in _verbs(ask, tuple(words)):
        for said in _named(ask.pos, rest):
            yield (verb, *(_placed(ask, said) if verb == "place" else _way(ask, verb, said)))


def _drawn(ask: Ask, words: Sequence[str]) -> bool:
    """Whether somebody says nothing but the tiles drawn."""
    return Draw in ask.takes and len(words) <= draws(ask.pos) and all(map(kind_said, words))


def _verbs(ask: Ask, words: Words) -> list[tuple[str, Words]]:
    """The verbs, whole, cut down or by another word, each with what follows; a tile that is laid may do without."""
    asked = dict.fromkeys(verb for event, verb in VERBS.items() if event in ask.takes)
    first, rest = words[0].casefold(), words[1:]
    meant = [verb for verb in asked if verb.startswith(first) or ALIASES.get(first) == verb] if rest else []
    return [(verb, rest) for verb in meant] or [("place", words) for verb in asked if verb == "place"]


def _named(pos: Position, words: Words) -> Iterator[Words]:
    """The words with `north-east of green` and the like as the hex that is meant, in every sense that they have."""
    if not words:
        yield ()
    elif (d := direction(words[0])) is not None and words[1:2] == (OF,) and len(words) > 2:
        hexes = (label(neighbour(at, d)) for at in called(pos, words[2]))
        yield from ((hex, *rest) for hex in hexes for rest in _named(pos, words[3:]))
    else:
        yield from ((words[0], *rest) for rest in _named(pos, words[1:]))


def _placed(ask: Ask, words: Words) -> Words:
    """The place of a tile with its hex by name; the tile in hand need not be told, and may be."""
    pos, kind = ask.pos, kind_said(words[0])
    if Put in ask.takes:
        hand = str(pos.agenda[0][2])
        again = kind == hand and len(words) > 1 and (words[0].casefold() == hand.casefold() or hex_said(words[1]))
        return _spot(pos, hand, words[1:] if again else words)
    return (kind, *_spot(pos, kind, words[1:])) if kind else words


def _spot(pos: Position, kind: str, words: Words) -> Words:
    """The hex for its letter, and the words after it."""
    at = dict(spots(pos, kind)).get(words[0]) if words and words[0].isalpha() else None
    return (label(at), *words[1:]) if at else words


def _start(ask: Ask, verb: str) -> Hex | None:
    """From where a way in directions leads: the ship, the monster that moves, the one place where robots stand."""
    pos: Position = ask.pos
    who = ask.who[0]
    if verb == "fly":
        return pos.ships.get(who)
    if verb == "walk":
        places = walkers(pos, who)
        return places[0] if len(places) == 1 else None
    beast = pos.beasts.get(str(pos.agenda[0][2])) if verb == "prowl" else None
    return beast.at if beast else None


def walkers(pos: Position, who: str) -> list[Hex]:
    """Where a player's robots stand that may walk, Homeworld among it [7.3]."""
    return [*((ORIGIN,) if pos.count(who, "home") else ()), *pos.standing(who)]


def _way(ask: Ask, verb: str, words: Words) -> Iterator[str]:
    """A way, each step by its hex or by the direction; a robot that walks so is told first where it stands."""
    at = _start(ask, verb)
    if verb == "walk" and at and direction(words[0]) is not None:
        yield label(at)
    for word in words:
        d = direction(word)
        at = neighbour(at, d) if d is not None and at else hex_said(word)
        yield label(at) if at else word
