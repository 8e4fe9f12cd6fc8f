"""A table that is entered: from a map and facts to a position, and everything that is impossible on it."""

from collections.abc import Iterator, Mapping
from typing import Any

from referee.errors import Damaged, NotUnderstood, each, tried
from referee.game import Told
from referee.games.planetoid import aliens, rounds, scoring, setup, shipping, solo
from referee.games.planetoid.census import no_space, public, unseen, untold, whereabouts
from referee.games.planetoid.drilling import most
from referee.games.planetoid.facts import NOBODY, Facts
from referee.games.planetoid.geometry import board_of
from referee.games.planetoid.geometry import name as space_name
from referee.games.planetoid.kit import lacking
from referee.games.planetoid.position import BROKEN_OFF, FACE_DOWN, NONE, UNKNOWN, Options, Position
from referee.games.planetoid.sequence import turn_row
from referee.text import Text, Value
from referee.verdict import COUNT, Objection, broken

LETTERS = {
    "R": "rock",
    "G": "gold",
    "E": "emerald",
    "U": "ruby",
    "D": "diamond",
    "?": FACE_DOWN,
    ".": NONE,
    "x": UNKNOWN,
}

# The rows that ask at set-up, and the step of each.
SETUP = {
    "P-07": "readings",
    "P-04": "board",
    "T-108": "pool",
    "T-803": "origin",
    "T-804": "first-tiles",
    "Q-1": "origin-card",
    "T-807": "deck",
    "T-808": "solo-card",
    "T-809": "jobs",
    "T-106": "numbers",
    "T-1034": "numbers",
    "T-103": "bonuses",
    "T-1033": "bonuses",
}

# The maps of a position file: which board of the box each shows, and what its spaces are called where two lie there.
MAPS = {
    "board": ("full", ""),
    "moon": ("moon", ""),
    "board-1": ("full", "1:"),
    "board-2": ("full", "2:"),
    "moon-2": ("moon", "2:"),
}


def expand(key: str, value: Any) -> tuple[tuple[str, ...], Told]:
    """What a position file says by a map [notation of the worked examples]: the box sentences, and each row's facts.

    `board`, `moon` and the like are maps of cells: a letter for the tile, then `p` or `b` for each alien on it; `-` is
    no space.
    """
    if key not in MAPS:
        raise NotUnderstood("position.key", nearest=tuple(MAPS), key=key)
    name, which = MAPS[key]
    rows = [line.split() for line in str(value).strip().splitlines()]
    facts = tried(lambda row: _row(*row, which), enumerate(rows))
    outline = "/".join("".join("-" if cell == "-" else "#" for cell in row) for row in rows)
    return (f"board {name} {outline}",), tuple(facts)


def forms(options: Options) -> Mapping[str, Text]:
    """The maps of a game's board or boards, by the keys of `MAPS`."""
    parts, text = options.board.split("+"), Text("enter.map")
    if len(parts) == 1:
        return {"moon" if parts == ["moon"] else "board": text}
    numbered = (f"{'moon' if part == 'moon' else 'board'}-{n}" for n, part in enumerate(parts, 1))
    return dict.fromkeys(numbered, text)


def _row(y: int, cells: list[str], which: str) -> Facts:
    """The facts of a row. Raises NotUnderstood, with every cell that is none."""
    spaces = ((space_name(x, y, which), cell) for x, cell in enumerate(cells) if cell != "-")
    return {fact: value for found in each(_cell, spaces) for fact, value in found.items()}


def _cell(space: tuple[str, str]) -> Facts:
    at, cell = space
    tile, tokens = LETTERS.get(cell[0]), cell[1:]
    if tile is None or set(tokens) - set("pb"):
        raise NotUnderstood("position.cell", space=at, cell=cell)
    colours = " ".join("pink" if token == "p" else "blue" for token in sorted(tokens, reverse=True))
    return {(at, "tile"): tile, (at, "aliens"): colours or NOBODY}


def at(pos: Position, step: str, who: str) -> Position:
    """The table with this step to be done next, by default the player's turn; with a result there is no step."""
    if pos.result:
        return pos
    who = who if who in pos.order else pos.order[0]
    rest, row = rounds.rest(pos, who), turn_row(pos.put(agenda=()))
    cards, first = 1 + pos.count("aliens", "stacks"), aliens.untold(pos)
    agendas: dict[str, tuple[tuple[Any, ...], ...]] = {
        row: (("turn", who), *rest),
        "V-10": (("start", who), ("turn", who), *rest),
    }
    if pos.options.aliens != "none":
        after = (("flip",), ("ends", "turn"), *rounds.after_aliens(pos))
        agendas["T-901" if pos.alone else "T-1002"] = (("aliens",), *rounds.after_aliens(pos))
        agendas["T-908"] = (*first, ("march",), ("cards",), *after)
        agendas["T-912"] = (*first, ("draw", 1, cards), *after)
    if not pos.alone:
        agendas["T-704"] = scoring.STEPS
    if pos.options.majors == "yes":
        agendas["F-05"] = (("turn", who), *rounds.rest_of_minors(pos, who))
    step, steps = step or row, setup.steps(pos.options)
    if SETUP.get(step) in steps:
        if bare := _not_laid_out(pos, step):
            raise Damaged("position.faults", faults=(broken("T-101", "setup.bare", spaces=bare),))
        nowhere = step == "T-804" and pos.origin[0] == ""
        begin = steps.index("origin" if nowhere else SETUP[step])
        return pos.put(agenda=tuple((name,) for name in steps[begin:]))
    if step not in agendas:
        asked = (row for row, name in SETUP.items() if name in steps)
        raise NotUnderstood("position.at", nearest=(*agendas, *asked), step=step)
    return pos.put(agenda=agendas[step])


def _not_laid_out(pos: Position, step: str) -> tuple[str, ...]:
    """[T-101] Spaces without a face-down tile, at a step before the first tile is turned up."""
    steps = setup.steps(pos.options)
    last = steps.index("first-tiles") if "first-tiles" in steps else len(steps)
    if not steps.index("board") < steps.index(SETUP[step]) <= last:
        return ()
    return tuple(space for space, tile in pos.tiles.items() if tile != FACE_DOWN)


def blank(pos: Position) -> Position:
    """A table just laid out, for a position to be entered on: every space face-down, solar full."""
    if all(which in pos.kit.boards for which in pos.options.board.split("+")):
        pos = setup.lay_out(pos)
    for who in () if pos.basic else pos.names:
        pos = pos.change(who, "solar", pos.kit.limits["solar"], "T-301", "energy.recharged")
    return pos


def faults(pos: Position) -> Iterator[Objection]:
    """Everything impossible on this table, each with the rule that makes it so."""
    yield from _tile_faults(pos)
    if pos.tiles and set(pos.tiles) != set(pos.board.spaces):
        yield Objection("T-101", "fault.map", {"spaces": len(pos.board.spaces), "tiles": len(pos.tiles)}, basis=COUNT)
    for kind in pos.kit.additional:
        copies = pos.pool.get(kind, 0) + sum(kind in owned for owned in pos.installed.values())
        yield from _over("T-801" if pos.alone else "T-108", "pool", kind, copies, len(pos.names))
    for who in pos.names:
        yield from _player_faults(pos, who)
    yield from _over("T-813", "card", "diamond", pos.count("card", "diamond"), pos.kit.limits["card_diamonds"])
    yield from _over("Q-22", "aliens", "tokens", sum(pos.aliens.values()), pos.kit.limits["alien_tokens"])
    yield from _alien_faults(pos)
    if pos.result and pos.alone and pos.result != BROKEN_OFF:
        yield from _result_faults(pos)
    for (who, what), n in pos.counters.items():
        if n < 0:
            yield Objection("T-216", "fault.negative", {"who": who, "what": what, "n": n}, basis=COUNT)


def _tile_faults(pos: Position) -> Iterator[Objection]:
    """[T-002] Of no kind are there more tiles than the box holds, nor of all kinds together."""
    for kind, box in pos.counts.items():
        places = whereabouts(pos, kind)
        if sum(places.values()) > box:
            facts: dict[str, Value] = {"what": kind, "kind": kind, "box": box, "said": 0}
            facts |= {"places": public(pos, places)}
            yield Objection("T-002", "census", facts, basis=COUNT)
    lie, left = len(untold(pos)), sum((+unseen(pos)).values())
    if lie > left:
        yield Objection("T-002", "fault.untold", {"tiles": lie, "left": left}, basis=COUNT)


def _alien_faults(pos: Position) -> Iterator[Objection]:
    """Aliens stand where their steps lead: on spaces of the board, and of two, of the one with the origin [T-907]."""
    for space in dict.fromkeys(space for space, _ in pos.aliens):
        if space not in pos.tiles:
            yield no_space(pos, space)
        elif pos.origin[0] and board_of(space) != board_of(pos.origin[0]):
            yield broken("T-907", "fault.alien-board", space=space, origin=pos.origin[0])


def _player_faults(pos: Position, who: str) -> Iterator[Objection]:
    full, twice = "T-204" if pos.basic else "T-302", "T-307" if pos.options.aliens == "none" else "T-812"
    yield from _over(full, who, "battery", pos.count(who, "battery"), pos.kit.limits["batteries"])
    for system in pos.systems(who):
        yield from _over(twice, who, f"damage {system}", pos.count(who, f"damage {system}"), 1)
    settled = not pos.result and not any(frame[0] == "overflow" for frame in pos.agenda)  # a game may end before
    if who in pos.order and settled:
        yield from _over("T-208" if pos.basic else "T-311", who, "stored", pos.stored(who).total(), most(pos, who))


def _result_faults(pos: Position) -> Iterator[Objection]:
    """[T-818, T-819] The game is won with all jobs done and not before, and lost by what the table shows."""
    if pos.result == "won":
        for job in (job for job in pos.jobs if not shipping.done(pos, job)):
            wants, on = pos.kit.jobs[job], pos.holding(job)
            short = max(0, wants.number - shipping.value(pos.kit, on))
            yield broken("T-818", "job.incomplete", job=job, lacks=tuple(lacking(wants.symbols, on)), short=short)
    elif pos.result not in solo.reasons(pos, pos.names[0]):
        yield broken("T-819", "fault.result", result=pos.result)


def _over(rule: str, who: str, what: str, n: int, limit: int) -> Iterator[Objection]:
    if n > limit:
        yield Objection(rule, "fault.over", {"who": who, "what": what, "n": n, "limit": limit}, basis=COUNT)


def box(pos: Position) -> Mapping[str, tuple[int, int]]:
    """What must add up: every tile of the board lies somewhere, and of a kind that was seen none gets lost."""
    seen = {kind: sum(whereabouts(pos, kind).values()) for kind in pos.kit.values}
    kinds = {kind: (pos.counts[kind], n) for kind, n in seen.items()}
    return {"tiles": (len(pos.tiles), sum(seen.values()) + len(untold(pos))), **kinds}
