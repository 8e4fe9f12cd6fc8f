"""Every tile that anybody has seen, and where it lies [T-002]."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from referee.games.planetoid.events import Told
from referee.games.planetoid.geometry import board_of
from referee.games.planetoid.position import FACE_DOWN, NONE, UNKNOWN, Position
from referee.text import Value
from referee.verdict import BOX, COUNT, Objection, broken
from referee.verdict import UNKNOWN as UNKNOWN_FACT

BOARDS = ("board 1", "board 2")  # holders of the count of what was seen of each board's own tiles [T-1032]


def in_hand(pos: Position) -> tuple[str, ...]:
    """Tiles taken and not yet laid down: the frames hold them."""
    return tuple(frame[2] for frame in pos.agenda if frame[0] == "stow")


def ahead(pos: Position) -> Mapping[str, str]:
    """Face-down tiles whose kind was told before their question came."""
    return {at: kind for at, kind in pos.told.items() if kind != UNKNOWN and pos.tiles[at] == FACE_DOWN}


def whereabouts(pos: Position, kind: str) -> Mapping[str, int]:
    """Where the identified tiles of a kind lie, and how many: `board`, `hand`, or who holds them.

    A face-down tile that was told ahead is identified.
    """
    lying = (*pos.tiles.values(), *ahead(pos).values())
    found = {"board": lying.count(kind), "hand": in_hand(pos).count(kind)}
    places = (kind, f"stored {kind}", f"saved {kind}")
    for (who, what), n in pos.counters.items():
        if what in places and who not in BOARDS:
            found[who] = found.get(who, 0) + n
    return {place: n for place, n in found.items() if n}


def public(pos: Position, places: Mapping[str, int]) -> tuple[str, ...]:
    """Where tiles lie, as everybody may know it: what players have saved is told for all of them together [T-005]."""
    if pos.alone or pos.scoring:
        return tuple(f"{place} {number}" for place, number in places.items())
    players = sum(n for place, n in places.items() if place in pos.names)
    rest = [f"{place} {number}" for place, number in places.items() if place not in pos.names]
    return (*rest, *((f"players {players}",) if players else ()))


def box_of(pos: Position, board: str = "") -> Mapping[str, int]:
    """The tiles of the game by kind, or those of a board that has its own [T-1032]."""
    return pos.sets[int(board[0]) - 1] if board else pos.counts


def untold(pos: Position, board: str = "") -> tuple[str, ...]:
    """The spaces, of a board or of all, with a tile whose kind nobody has told, not even ahead."""
    told, tiles = ahead(pos), pos.tiles.items()
    return tuple(at for at, tile in tiles if tile in (FACE_DOWN, UNKNOWN) and at.startswith(board) and at not in told)


def unseen(pos: Position, board: str = "") -> Counter[str]:
    """How many tiles of each kind nobody has told yet, not even ahead: of the game, or of a board's own [T-1032]."""
    left = Counter(box_of(pos, board))
    if board:
        left.subtract(pos.holding(f"board {board[0]}"))
        left.subtract(kind for at, kind in ahead(pos).items() if at.startswith(board))
    else:
        left.subtract({kind: sum(whereabouts(pos, kind).values()) for kind in left})
    return left


def check_kinds(pos: Position, told: Told) -> Iterator[Objection]:
    """[T-002] No more tiles of a kind than the box holds; `told` are face-down tiles now said to be of a kind."""
    again = pos.told.keys() & dict(told)
    pos = pos.put(told={at: kind for at, kind in pos.told.items() if at not in again}) if again else pos
    if pos.separate:
        yield from _check_sets(pos, told)
    counts = pos.counts
    for kind, n in Counter(kind for _, kind in told).items():
        places, box = whereabouts(pos, kind), counts[kind]
        if sum(places.values()) + n > box:
            where = public(pos, places)
            yield Objection("T-002", "census", {"kind": kind, "box": box, "said": n, "places": where}, basis=COUNT)


def _check_sets(pos: Position, told: Told) -> Iterator[Objection]:
    """[T-1032, A-51] Where each board has tiles of its own, each is counted for itself."""
    for (board, kind), n in Counter((board_of(space), kind) for space, kind in told).items():
        box, left = box_of(pos, board)[kind], unseen(pos, board)[kind]
        if n > left:
            seen = (f"board {board[0]} {box - left}",)
            facts: dict[str, Value] = {"kind": kind, "box": box, "said": n, "places": seen}
            yield Objection("T-002", "census", facts, basis=COUNT)


def check_told(
    pos: Position,
    told: Told,
    expected: Iterable[str],
    needed: Iterable[str] = (),
    rule: str = "T-207",
    otherwise: str = "",
) -> Iterator[Objection]:
    """[T-206, T-207] What is told must be about tiles that are turned up, each once; then the census.

    The kind of those `needed` counts at once, so `?` will not do for them; `rule` turns these tiles up, and `otherwise`
    is why no other is turned up if that has a rule of its own.
    """
    open_to_tell, said = set(expected), dict(told)
    for space in dict.fromkeys(space for space, kind in told if kind != said[space]):
        yield Objection(rule, "told.twice", {"space": space}, basis=COUNT)
    for space, kind in said.items():
        lies = pos.tiles.get(space)
        if lies is None:
            yield no_space(pos, space)
        elif kind == UNKNOWN and space in needed:
            yield Objection("T-206", "told.needed", {"space": space}, basis=UNKNOWN_FACT)
        elif lies not in (FACE_DOWN, UNKNOWN, kind):
            yield Objection("T-206", "told.known", {"space": space, "lies": lies, "said": kind}, basis=COUNT)
        elif space not in open_to_tell and lies in (FACE_DOWN, UNKNOWN):
            yield broken(otherwise or rule, "told.not-turned", space=space)
    news = ((s, k) for s, k in said.items() if k != UNKNOWN and pos.tiles.get(s) in (FACE_DOWN, UNKNOWN))
    yield from check_kinds(pos, tuple(news))


def no_space(pos: Position, space: str) -> Objection:
    """The board, as the table entered it, has no such space."""
    near = tuple(at for at in pos.tiles if at.rpartition(":")[2] == space.rpartition(":")[2])
    facts: dict[str, Value] = {"space": space, "near": near}
    return Objection("G-2", "space.near" if near else "space.none", facts, basis=BOX)


def check_tile(pos: Position, space: str, rule: str) -> Iterator[Objection]:
    """A tile must lie there; `rule` is the system's own row."""
    if space not in pos.tiles:
        yield no_space(pos, space)
    elif pos.tiles[space] == NONE:
        yield broken(rule, "tile.none", space=space)
