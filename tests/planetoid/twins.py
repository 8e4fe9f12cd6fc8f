"""Slow twins of the Planetoid searches, written from the printed sentences alone.

They trade speed for plainness: every space is compared with every other, every subset of tiles is tried. They share no
code with the program, so that an agreement between the two means something.

A board is a dict from a printed space ("C5": column letter, row counted from the top) to what lies there: "?" a
face-down tile, one of R G E U D a face-up tile, "." nothing. Aliens are a list of (space, "p" or "b"), one entry per
token. The origin is a space and the edge at which its card lies; from the card one looks inward over the board.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Literal

Board = dict[str, str]
Aliens = list[tuple[str, str]]
Pairs = list[tuple[str, str]]
Edge = Literal["N", "E", "S", "W"]
Distance = Literal["path", "manhattan"]
Right = Literal["inward", "mirrored"]

VALUE = {"R": 1, "G": 2, "E": 3, "U": 4, "D": 5}
TARGETS = "DUEGR?"  # the order in which aliens want resources
TILES = set(TARGETS)

NORTH, EAST, SOUTH, WEST = (
    (-1, 0),
    (0, 1),
    (1, 0),
    (0, -1),
)  # (rows down, columns right)
INWARD = {"N": SOUTH, "E": WEST, "S": NORTH, "W": EAST}
RIGHT_HAND = {"N": WEST, "E": NORTH, "S": EAST, "W": SOUTH}

NEIGHBOURS_OF_A_MIDDLE = 3
SHORTEST_EDGE = 3


def parse_board(text: str) -> tuple[Board, Aliens]:
    """Read rows such as "? Rb . Gp"; "-" is no space, letters after the first are alien tokens.

    Raises ValueError at a cell outside the notation and at rows of unequal length.
    """
    rows = [line.split() for line in text.splitlines() if line.strip()]
    if len({len(cells) for cells in rows}) > 1:
        raise ValueError("rows of unequal length")
    board: Board = {}
    aliens: Aliens = []
    for row, cells in enumerate(rows, start=1):
        for column, cell in enumerate(cells):
            if cell == "-":
                continue
            if cell[0] not in TILES | {"."} or not set(cell[1:]) <= set("pb"):
                raise ValueError(f"not a cell: {cell}")
            space = _space(row, column)
            board[space] = cell[0]
            aliens += [(space, colour) for colour in cell[1:]]
    return board, aliens


def origin_order(
    board: Board,
    origin: str,
    edge: Edge,
    *,
    distance: Distance = "path",
    right: Right = "inward",
) -> list[str]:
    """All printed spaces, nearest to the origin first.

    Raises ValueError for a space that cannot be reached and for one that lies behind the origin: nothing printed says
    how near those are.
    """
    spaces = list(board)
    steps = steps_from(board, origin, distance)
    depth = {space: _along(INWARD[edge], origin, space) for space in spaces}
    turn = 1 if right == "inward" else -1
    side = {space: turn * _along(RIGHT_HAND[edge], origin, space) for space in spaces}
    if min(depth.values()) < 0:
        raise ValueError("a space lies behind the origin")

    def nearer(one: str, other: str) -> bool:
        if steps[one] != steps[other]:  # fewest spaces
            return steps[one] < steps[other]
        if depth[one] != depth[other]:  # row closest to the origin
            return depth[one] < depth[other]
        if (side[one] > 0) != (side[other] > 0):  # right of the origin
            return side[one] > 0
        if (side[one] == 0) != (side[other] == 0):  # beyond print: the middle column before the left side,
            return side[one] == 0
        return abs(side[one]) < abs(side[other])  # and whatever is nearer to the middle column

    order: list[str] = []
    left = spaces
    while left:
        nearest = next(one for one in left if all(nearer(one, other) for other in left if other != one))
        order.append(nearest)
        left = [space for space in left if space != nearest]
    return order


def steps_from(board: Board, start: str, distance: Distance = "path") -> dict[str, int]:
    """Steps to every space: over printed spaces ("path") or as if every space were printed ("manhattan").

    Raises ValueError when a space cannot be reached over printed ones.
    """
    if distance == "manhattan":
        return {space: abs(_along(SOUTH, start, space)) + abs(_along(EAST, start, space)) for space in board}
    too_far = len(board)
    steps = dict.fromkeys(board, too_far)
    steps[start] = 0
    changed = True
    while changed:
        changed = False
        for space in board:
            for neighbour in neighbours(board, space):
                if steps[neighbour] + 1 < steps[space]:
                    steps[space] = steps[neighbour] + 1
                    changed = True
    if too_far in steps.values():
        raise ValueError(f"not every space can be reached from {start}")
    return steps


def neighbours(board: Board, space: str) -> list[str]:
    """The printed spaces above, right, below and left of a space."""
    return [there for way in (NORTH, EAST, SOUTH, WEST) if (there := _beyond(space, way)) in board]


def consume(board: Board, aliens: Aliens, colour: str, kinds: dict[str, str]) -> tuple[Board, Pairs, Pairs]:
    """Aliens of the colour eat what they stand on, then the tiles next to each eaten one are turned up.

    `kinds` tells what a face-down tile proves to be. Out come the board afterwards and, as (space, kind) in the
    order of the board, what was eaten and what was turned up. Raises KeyError when a kind is missing.
    """
    meals = [space for space in board if (space, colour) in aliens and board[space] in TILES]
    eaten = [(space, kinds[space] if board[space] == "?" else board[space]) for space in meals]
    after = {space: "." if space in meals else tile for space, tile in board.items()}
    beside = {neighbour for space in meals for neighbour in neighbours(board, space)}
    turned_up = [(space, kinds[space]) for space in board if space in beside and after[space] == "?"]
    after.update(turned_up)
    return after, eaten, turned_up


def march(  # noqa: PLR0913 - every reading of the move step is a switch of its own
    board: Board,
    aliens: Aliens,
    colour: str,
    origin: str,
    edge: Edge,
    *,
    closest: Literal["origin", "target"] = "origin",
    covered: Literal["any", "own"] = "any",
    distance: Distance = "path",
    right: Right = "inward",
) -> tuple[Aliens, Pairs]:
    """Move each alien of the colour once, as long as free tiles last.

    Out come the aliens afterwards, in the order they were given, and the moves as (from, to) in the order they happen.
    """
    order = origin_order(board, origin, edge, distance=distance, right=right)
    taken = {space for space, token in aliens if covered == "any" or token == colour}
    targets = [space for kind in TARGETS for space in order if board[space] == kind and space not in taken]
    waiting = [token for token, (_, its_colour) in enumerate(aliens) if its_colour == colour]
    waiting.sort(key=lambda token: order.index(aliens[token][0]))
    after = list(aliens)
    moves: Pairs = []
    for target in targets:
        if not waiting:
            break
        mover = waiting[0]
        if closest == "target":
            away = steps_from(board, target, distance)
            for token in waiting:
                if away[aliens[token][0]] < away[aliens[mover][0]]:
                    mover = token
        waiting.remove(mover)
        after[mover] = (target, colour)
        moves.append((aliens[mover][0], target))
    return after, moves


def growth(
    pile: Sequence[str],
    rate: int,
    counting: Literal["cover", "exact", "floor"] = "cover",
) -> int:
    """How many completed stacks a pile of kinds holds: the best of all ways to lay its tiles in groups.

    A group is a stack when it reaches the rate (cover) or equals it (exact); floor divides the value as if tiles
    could be cut.
    """
    values = [VALUE[kind] for kind in pile]
    if counting == "floor":
        return sum(values) // rate
    tiles = range(len(values))
    groups = [frozenset(group) for size in range(1, len(values) + 1) for group in combinations(tiles, size)]
    worth = {group: sum(values[tile] for tile in group) for group in groups}
    stacks = [group for group in groups if worth[group] == rate or (counting == "cover" and worth[group] > rate)]
    seen: dict[frozenset[int], int] = {frozenset(): 0}

    def best(left: frozenset[int]) -> int:
        if left not in seen:
            first = min(left)
            loose = best(left - {first})
            stacked = [1 + best(left - stack) for stack in stacks if first in stack and stack <= left]
            seen[left] = max([loose, *stacked])
        return seen[left]

    return best(frozenset(tiles))


def straight_runs(board: Board, limit: int = 3) -> set[tuple[str, ...]]:
    """All lines of 1 to `limit` printed spaces without a break that hold a tile, each read rightwards or downwards."""
    runs: set[tuple[str, ...]] = set()
    for start in board:
        for way in (EAST, SOUTH):
            run: list[str] = []
            space = start
            while space in board and len(run) < limit:
                run.append(space)
                if any(board[one] in TILES for one in run):
                    runs.add(tuple(run))
                space = _beyond(space, way)
    return runs


def edge_middle(board: Board, edge: Edge) -> str | None:
    """The middle of an outside edge, or None when the outermost line has no plain middle.

    It has one if it is a single unbroken run of an odd number of spaces, at least three, and the space halfway has
    exactly three neighbours.
    """
    start = next(iter(board))
    inwardness = {space: _along(INWARD[edge], start, space) for space in board}
    line = [space for space in board if inwardness[space] == min(inwardness.values())]
    line.sort(key=lambda space: _along(RIGHT_HAND[edge], start, space))
    broken = any(_beyond(one, RIGHT_HAND[edge]) != other for one, other in zip(line, line[1:], strict=False))
    if broken or len(line) < SHORTEST_EDGE or len(line) % 2 == 0:
        return None
    middle = line[len(line) // 2]
    return middle if len(neighbours(board, middle)) == NEIGHBOURS_OF_A_MIDDLE else None


def job_done(symbols: Iterable[str], number: int | None, tiles: Iterable[str]) -> bool:
    """Whether each symbol has a tile of its own and all tiles together, those included, are worth the number."""
    devoted = list(tiles)
    total = sum(VALUE[kind] for kind in devoted)
    for symbol in symbols:
        if symbol not in devoted:
            return False
        devoted.remove(symbol)
    return number is None or total >= number


def winnable(bonuses: Mapping[str, str], moved: str) -> set[frozenset[str]]:
    """Every set of bonuses that tiles moved together can win: each tile is laid on each bonus, or on none, in turn.

    What a bonus asks for is written slot by slot: "R R G", "any any", "same*3", "different*4", "value>=9".
    """
    known: dict[tuple[str, str], bool] = {}

    def filled(bonus: str, tiles: str) -> bool:
        if (bonus, tiles) not in known:
            known[bonus, tiles] = bonus_met(bonuses[bonus], tiles)
        return known[bonus, tiles]

    found: set[frozenset[str]] = set()
    for places in product((None, *bonuses), repeat=len(moved)):
        laid = {
            bonus: "".join(sorted(t for t, at in zip(moved, places, strict=True) if at == bonus)) for bonus in bonuses
        }
        won = [bonus for bonus, tiles in laid.items() if tiles and filled(bonus, tiles)]
        found |= {frozenset(some) for size in range(1, len(won) + 1) for some in combinations(won, size)}
    return found


def bonus_met(slots: str, tiles: str) -> bool:
    """Whether every slot gets a tile of its own, in one of all ways to lay them; what is over does not hurt."""
    worth, groups = 0, list[tuple[str, int]]()
    for slot in slots.split():
        form, _, number = slot.replace(">=", "*").partition("*")
        if form == "value":
            worth = int(number)
        else:
            groups.append((form, int(number or 1)))
    if sum(VALUE[tile] for tile in tiles) < worth:
        return False
    wanted = sum(size for _, size in groups)
    return any(_lie_well(groups, laid) for laid in permutations(tiles, wanted))


def _lie_well(groups: Iterable[tuple[str, int]], laid: Sequence[str]) -> bool:
    """Whether tiles laid slot by slot are what the slots ask for."""
    for form, size in groups:
        here, laid = laid[:size], laid[size:]
        if form == "same" and len(set(here)) > 1:
            return False
        if form == "different" and len(set(here)) < size:
            return False
        if form in VALUE and here != (form,):
            return False
    return True


def most_of(kind: str, held: Mapping[str, str]) -> str | None:
    """Who has more tiles of the kind than every other; None if nobody has."""
    for who, tiles in held.items():
        if all(tiles.count(kind) > others.count(kind) for other, others in held.items() if other != who):
            return who
    return None


def points_of(
    who: str, held: Mapping[str, str], ends: Mapping[str, int], shipped: Mapping[str, int], secret: Mapping[str, int]
) -> int:
    """The tiles' values, the points of shipping bonuses and secret cards, and an end bonus for each kind led in."""
    tiles = sum(VALUE[tile] for tile in held[who])
    return tiles + shipped[who] + secret[who] + sum(n for kind, n in ends.items() if most_of(kind, held) == who)


def beats(one: str, other: str, order: Sequence[str], points: Mapping[str, int], held: Mapping[str, str]) -> bool:
    """Whether one of two players comes before the other: most points, fewest tiles, furthest in turn order."""
    if points[one] != points[other]:
        return points[one] > points[other]
    if len(held[one]) != len(held[other]):
        return len(held[one]) < len(held[other])
    return order.index(one) > order.index(other)


def places(order: Sequence[str], points: Mapping[str, int], held: Mapping[str, str]) -> list[str]:
    """The players, each with as many before it as beat it."""
    found: dict[int, str] = {}
    for who in order:
        found[sum(beats(other, who, order, points, held) for other in order if other != who)] = who
    return [found[place] for place in range(len(order))]


def _space(row: int, column: int) -> str:
    return f"{chr(ord('A') + column)}{row}"


def _place(space: str) -> tuple[int, int]:
    return int(space[1:]), ord(space[0]) - ord("A")


def _beyond(space: str, way: tuple[int, int]) -> str:
    row, column = _place(space)
    return _space(row + way[0], column + way[1])


def _along(way: tuple[int, int], start: str, end: str) -> int:
    """How far end lies from start in that direction, negative if it lies the other way."""
    (row, column), (other_row, other_column) = _place(start), _place(end)
    return (other_row - row) * way[0] + (other_column - column) * way[1]
