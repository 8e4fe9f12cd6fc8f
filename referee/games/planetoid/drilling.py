"""Drilling: taking tiles, what it turns up, storage and its overflow [T-205 to T-209, T-313, T-401 to T-403, T-501,
T-502, T-508, T-811, T-813].

The order inside a drill [T-313]: the tile is taken; if an alien sat on it, a system takes a damage; a diamond may go to
the solo card; storage overflows; only then the neighbours are turned up.
"""

from collections.abc import Iterator, Sequence

from referee.ask import TABLE, Ask, Play
from referee.games.planetoid import geometry
from referee.games.planetoid.census import check_tile, check_told, no_space
from referee.games.planetoid.events import Diamond, Discard, Drill, Second, Told, TurnUp
from referee.games.planetoid.position import FACE_DOWN, NONE, UNKNOWN, Position
from referee.position import Frame
from referee.text import Text
from referee.verdict import Objection, broken, disputed, waivable

# -- checks ------------------------------------------------------------------


def check_drill(pos: Position, event: Drill) -> Iterator[Objection]:
    """[T-401 to T-403, T-501, T-502, T-508] What the system may take, and what is told with it."""
    rule = pos.kit.systems[event.system].rule
    if event.system == "mega-drill":
        yield from _check_run(pos, event.at)
    elif event.system == "booster-drill":
        yield from _check_booster(pos, event.at)
    else:
        yield from check_each(pos, event.at, rule, pos.kit.systems[event.system].amount)
    # All neighbours of a drilled tile are turned up, so any other tile lies elsewhere; Precision Drill turns none up.
    otherwise = "T-402" if event.system == "precision-drill" else "T-007"
    yield from check_told(pos, event.told, turned_up(pos, event), event.at, otherwise=otherwise)


def check_second(pos: Position, event: Second) -> Iterator[Objection]:
    """[T-501] The second drill of a system: any tile; for Booster Drill a face-up one [T-502, A-19]."""
    system = pos.agenda[0][2]
    yield from check_each(pos, event.at, pos.kit.systems[system].rule, 1)
    if system == "booster-drill" and pos.tiles.get(event.at[0]) == FACE_DOWN:
        yield broken("T-502", "booster.face-down", space=event.at[0])
    expected = (*event.at, *round_of(pos, event.at, event.at))
    yield from check_told(pos, event.told, expected, event.at, otherwise="T-007")


def check_each(pos: Position, at: Sequence[str], rule: str, amount: int) -> Iterator[Objection]:
    """A tile lies on each of the spaces, another one each time, and they are no more than the system drills."""
    for n, space in enumerate(at):
        if space in at[:n]:
            yield broken(rule, "tile.none", space=space)
        else:
            yield from check_tile(pos, space, rule)
    if len(at) > amount:
        yield waivable(rule, "drill.one", said=len(at))


def _check_run(pos: Position, run: Sequence[str]) -> Iterator[Objection]:
    """[T-403] Up to three consecutive printed spaces in a line, at least one with a tile; empty ones count [A-17]."""
    missing = [space for space in run if space not in pos.tiles]
    for space in missing:
        yield no_space(pos, space)
    if not geometry.straight(run):
        across = len(set(map(geometry.board_of, run))) > 1
        yield broken("T-1031" if across else "T-403", "run.boards" if across else "run.straight", run=tuple(run))
        return
    if missing:
        return
    skips = pos.reading("mega_gap") == "skips"
    limit = pos.kit.systems["mega-drill"].amount
    whole = _span(run)
    between = [space for space in whole if space not in run]
    if len(set(run)) < len(run) or any(pos.tiles.get(space, FACE_DOWN) != NONE for space in between):
        yield broken("T-403", "run.touch", run=tuple(run))
    elif between:
        yield disputed("T-403", "run.touch", "A-17", skips, run=tuple(run))
    taken = sum(pos.tiles[space] != NONE for space in run)
    if taken > limit:
        yield waivable("T-403", "run.length", limit=limit, said=len(run))
    elif len(run) > limit:
        yield disputed("T-403", "run.length", "A-17", skips, limit=limit, said=len(run))._replace(waivable=True)
    if not taken:
        yield disputed("T-403", "run.empty", "A-17", False, run=tuple(run))


def _span(run: Sequence[str]) -> tuple[str, ...]:
    ordered = sorted(run, key=geometry.place)
    return geometry.between(ordered[0], ordered[-1])


def _check_booster(pos: Position, at: Sequence[str]) -> Iterator[Objection]:
    """[T-502] Two face-up tiles, both chosen before anything is turned up [A-19]; one if there is only one [A-29]."""
    amount, one_by_one = pos.kit.systems["booster-drill"].amount, pos.reading("booster") == "one_by_one"
    yield from check_each(pos, at, "T-502", amount)
    for n, space in enumerate(at):
        if pos.tiles.get(space) == FACE_DOWN:
            by_first = n and space in pos.board.around.get(at[0], ()) and pos.tiles[at[0]] not in (NONE, FACE_DOWN)
            if by_first:
                yield disputed("T-502", "booster.turned-up", "A-19", one_by_one, space=space, first=at[0])
            else:
                yield broken("T-502", "booster.face-down", space=space)
    wanted = min(amount, sum(tile not in (NONE, FACE_DOWN) for tile in pos.tiles.values()))
    if len(at) < wanted:
        yield disputed("T-502", "booster.two", "A-19", one_by_one, n=wanted)


# -- effects ------------------------------------------------------------------


def turned_up(pos: Position, event: Drill) -> tuple[str, ...]:
    """Every face-down tile that this drill will turn up: those taken, then their neighbours."""
    taken = tuple(s for s in event.at if s in pos.tiles)
    return (*(s for s in taken if pos.tiles[s] == FACE_DOWN), *round_of(pos, _revealing(pos, event), event.at))


def _revealing(pos: Position, event: Drill) -> tuple[str, ...]:
    """The spaces round which tiles are turned up: those that gave one; of an empty one by a reading of A-18 only."""
    if event.system == "precision-drill":
        return ()
    line = pos.reading("mega_reveal") == "line"
    return tuple(s for s in event.at if s in pos.tiles and (line or pos.tiles[s] != NONE))


def round_of(pos: Position, spaces: Sequence[str], taken: Sequence[str]) -> tuple[str, ...]:
    """The face-down neighbours of the spaces that are not taken themselves, in reading order."""
    around = pos.board.around
    near = {n for space in spaces if space in around for n in around[space]} - set(taken)
    return tuple(space for space in pos.tiles if space in near and pos.tiles[space] == FACE_DOWN)


def drill(pos: Position, event: Drill) -> Position:
    """The tiles are to be taken in order, then their neighbours turned up [T-313]."""
    pos = tell(pos, event.told)
    if not _twice(pos, event.system):
        return pos.push(*drilled(pos, event.who, event.at, _revealing(pos, event)))
    frames = tuple(frame for space in event.at for frame in drilled(pos, event.who, (space,), (space,)))
    second = (("second", event.who, event.system),) if len(event.at) == 1 else ()
    return pos.push(*frames, *second)


def _twice(pos: Position, system: str) -> bool:
    """Whether the system drills once and then once more [T-501], and not all its tiles at one go [A-19]."""
    return system == "drill-arm" or (system == "booster-drill" and pos.reading("booster") == "one_by_one")


def drill_again(pos: Position, event: Second) -> Position:
    """The second drill takes the place of its question."""
    return tell(pos, event.told).pop(*drilled(pos, event.who, event.at, event.at))


def drilled(pos: Position, who: str, at: Sequence[str], revealing: Sequence[str]) -> tuple[Frame, ...]:
    takes = (("take", who, space) for space in at if pos.tiles[space] != NONE)
    return (*takes, ("reveal", tuple(revealing)))


def tell(pos: Position, told: Told) -> Position:
    """What is told ahead of its question lies ready for it."""
    news = {space: kind for space, kind in told if pos.tiles[space] == FACE_DOWN}
    return pos.put(told={**pos.told, **news}) if news else pos


def turn_up(pos: Position, told: Told) -> Position:
    """These tiles lie face-up now."""
    if pos.separate:
        for space, kind in told:
            if kind != UNKNOWN:
                pos = pos.change(f"board {geometry.board_of(space)[0]}", kind, 1, "T-1032", "quiet.seen", space=space)
    return pos.put(tiles={**pos.tiles, **dict(told)})


def lift(pos: Position, who: str, space: str) -> Position:
    """The tile is taken off the board [T-206]; an alien on it costs a damage [T-811]; then it is stowed."""
    kind, tokens = pos.tiles[space], pos.tokens(space)
    frames: tuple[Frame, ...] = (("stow", who, kind),)
    if tokens:
        hits = tokens if pos.reading("occupied_damage") == "alien" else 1
        frames = (("hit", who, hits, "T-811", space), *frames)
        if pos.reading("drilled_alien") == "removed":
            left = {at: n for at, n in pos.aliens.items() if at[0] != space}
            pos = pos.put(aliens=left).happen(f"no alien {space}", "Q-11", "alien.removed", space=space)
    return pos.put(tiles={**pos.tiles, space: NONE}).pop(*frames)


def capacity(pos: Position, who: str) -> int:
    """[T-311] Places for tiles: four [A-06], and one more with a working Expanded Storage [A-16]."""
    owned = "expanded-storage" in pos.installed.get(who, ())
    works = not pos.damaged(who, "expanded-storage") or pos.reading("expanded_damaged") == "works"
    more = pos.kit.systems["expanded-storage"].amount if owned and works else 0
    return int(pos.reading("storage")) + more


def most(pos: Position, who: str) -> int:
    """How many tiles can lie in a storage: one over from before the Expanded Storage was damaged may stay [A-16]."""
    over = pos.damaged(who, "expanded-storage") and pos.reading("expanded_damaged") == "no_new"
    return capacity(pos, who) + over


def store(pos: Position, who: str, kind: str) -> Position:
    """[T-206, T-208] The tile goes into storage; of one too many, one has to leave the game at once [A-10].

    A tile that stays over from a working Expanded Storage may stay, but the number may not rise [A-16].
    """
    before = pos.stored(who).total()
    limit = max(capacity(pos, who), before)
    pos = pos.change(who, f"stored {kind}", 1, "T-206", "tile.stored", tile=kind).pop()
    if before + 1 <= limit:
        return pos
    overflow = ("overflow", who, limit)
    if pos.reading("overflow_time") == "at_once":
        return pos.push(overflow)
    after = next(n for n, frame in enumerate(pos.agenda, 1) if frame[0] == "reveal")
    return pos.put(agenda=(*pos.agenda[:after], overflow, *pos.agenda[after:]))


def discard(pos: Position, event: Discard) -> Position:
    """[T-209] The tile leaves the game for good [T-009]."""
    pos = pos.change(event.who, f"stored {event.kind}", -1, "T-209", "tile.discarded", tile=event.kind)
    return pos.change("removed", event.kind, 1, "T-209", "tile.discarded", tile=event.kind)


def stow_diamond(pos: Position, event: Diamond) -> Position:
    """[T-813] The diamond just drilled goes to the solo card or into storage."""
    if event.to == "card":
        return pos.change("card", "diamond", 1, "T-813", "card.diamond").pop()
    return store(pos, event.who, "diamond")


# -- procedure ------------------------------------------------------------------


def see(pos: Position, rule: str, spaces: Sequence[str], needed: bool = False) -> Play:
    """Face-down tiles are turned up, in any order; what was told ahead is taken from there, the rest is asked.

    `needed`: the kind counts now, so one that was forgotten is asked again.
    """
    hidden = (FACE_DOWN, UNKNOWN) if needed else (FACE_DOWN,)
    known = tuple((s, pos.told[s]) for s in spaces if s in pos.told and pos.tiles[s] == FACE_DOWN)
    if known:
        left = {s: kind for s, kind in pos.told.items() if s not in dict(known)}
        pos = turn_up(pos, known).put(told=left)
    while due := tuple(s for s in spaces if pos.tiles[s] in hidden):
        text = Text("ask.turn-up", {"spaces": due, "n": len(due)})
        pos = yield Ask(rule, (TABLE,), (TurnUp,), pos, text, due, "tile")
    return pos


def take(pos: Position) -> Play:
    """[T-206] Whoever drills a face-down tile looks what it is; then it is lifted."""
    _, who, space = pos.agenda[0]
    if pos.tiles[space] == NONE:
        return _gone(pos, space)
    pos = yield from see(pos, "T-206", (space,), needed=True)
    return lift(pos, who, space)


def _gone(pos: Position, space: str) -> Position:
    """The tile left the board before its turn came, let through or by hand: nothing is drilled there [A-18]."""
    left = (
        ("reveal", tuple(s for s in frame[1] if s != space)) if frame[0] == "reveal" else frame
        for frame in pos.agenda[1:]
    )
    return pos.put(agenda=tuple(left))


def reveal(pos: Position) -> Play:
    """[T-207] Every face-down tile next to a drilled space is turned up."""
    pos = yield from see(pos, "T-207", round_of(pos, pos.agenda[0][1], ()))
    return pos.pop()


def stow(pos: Position) -> Play:
    """[T-813] A diamond just drilled may go straight to the solo card while there is room; all else is stored."""
    _, who, kind = pos.agenda[0]
    room = pos.kit.limits["card_diamonds"] - pos.count("card", "diamond")
    if kind == "diamond" and pos.card[0] and room > 0:
        return (yield Ask("T-813", (who,), (Diamond,), pos, Text("ask.diamond", {"who": who, "room": room})))
    return store(pos, who, kind)


def overflow(pos: Position) -> Play:
    """[T-208, T-209] While more is stored than there is room for, the driller says which tile leaves the game."""
    _, who, limit = pos.agenda[0]
    limit = min(limit, most(pos, who))
    while pos.stored(who).total() > limit:
        kinds = tuple(pos.stored(who))
        text = Text("ask.discard", {"who": who, "limit": limit, "kinds": kinds})
        pos = yield Ask("T-208", (who,), (Discard,), pos, text, kinds, "discard")
    return pos.pop()


def second(pos: Position) -> Play:
    """[T-501] The second drill; skipped if no tile is left for it [A-29]."""
    _, who, system = pos.agenda[0]
    rule = pos.kit.systems[system].rule
    wanted = {NONE, FACE_DOWN} if system == "booster-drill" else {NONE}
    if not set(pos.tiles.values()) - wanted:
        return pos.happen("no second drill", rule, "drill.skipped", system=system).pop()
    return (yield Ask(rule, (who,), (Second,), pos, Text("ask.second", {"who": who, "system": system})))
