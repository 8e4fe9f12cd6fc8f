"""Scoring rounds and the end of the game: when they come, how they go, and who has won [9.0 to 9.7]."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from referee.ask import Play
from referee.games.parsec import factions, monsters
from referee.games.parsec.board import NEBULA, planet_name
from referee.games.parsec.events import Done, ScoreNow
from referee.games.parsec.gains import enter, hand_out
from referee.games.parsec.kit import FINAL, GAME
from referee.games.parsec.position import Position
from referee.games.parsec.worth import NORMAL, SCIENCE, STEPS, Control, lines
from referee.hexes import Hex, label
from referee.text import Value
from referee.verdict import Objection, broken

# -- when a round comes ------------------------------------------------------------------


def planet(pos: Position) -> Position:
    """[5.1.7-e, 9.0] One planet more is complete; its number may set off a round, or the final one."""
    _, who = pos.agenda[0]
    n, kind = pos.board.complete, scheduled(pos)
    pos = pos.happen(f"complete planets {n}", "5.1.7-e", "planet.complete", n=n)
    return pos.pop(*((("round", kind, who),) if kind else ()))


def scheduled(pos: Position) -> str:
    """[9.0, 9.6, 10.1, 10.2] The kind of round that the number of complete planets sets off; "" for none."""
    normal, last = pos.schedule
    n = pos.board.complete
    return FINAL if n == last else NORMAL if n in normal else ""


def coming(pos: Position) -> int:
    """The number of complete planets that sets off the next round; 0 when no round is to come."""
    normal, last = pos.schedule
    return next((n for n in (*normal, last) if n > pos.board.complete), 0)


def under_way(pos: Position) -> str:
    """The kind of the round that is being held; "" outside of rounds."""
    return next((str(frame[1]) for frame in pos.agenda if frame[0] in ("round", "round-over")), "")


# -- how it goes ------------------------------------------------------------------

_BEGINS = {
    NORMAL: ("9.0-a", "round.normal"),
    SCIENCE: ("9.5-a", "round.science"),
    FINAL: ("9.6-a", "round.final"),
}


def round_(pos: Position) -> Position:
    """[9.0, 9.5, 9.6] What nobody has told of the factions is asked first; then group by group is scored.

    All groups are reckoned with the nanotechs that are complete now [A-67]; those of the final round count as they are
    when its research points have been placed [9.6].
    """
    _, kind, who = pos.agenda[0]
    when = FINAL if kind == FINAL else GAME
    turns = pos.clockwise(who)
    if untold := [("unread", name, when) for name in turns if not factions.told(pos, name, when)]:
        return pos.push(*untold)
    rule, key = _BEGINS[kind]
    mixed = pos.options.quick and pos.options.even and kind == FINAL  # whose last round hangs on a reading
    pos = pos.happen(f"{kind} round", "A-9" if mixed else rule, key, n=pos.board.complete)
    if kind == FINAL:
        pos = monsters.leave(pos, kind)
    now = tuple((name, pos.completed.get(name, ())) for name in turns)
    steps = (("score", kind, who, step, now) for step in STEPS[kind])
    hands = (("by-card", name, text) for name in turns for text in factions.texts(pos, name, when))
    return pos.pop(*steps, *hands, ("round-over", kind, who))


def score(pos: Position) -> Position:
    """[9.0-c] One group is scored, for everybody at once; its research points are handed out behind it [A-67, A-68]."""
    _, kind, who, step, completed = pos.agenda[0]
    reckoned = pos if (kind, step) == (FINAL, "nanotechs") else pos.put(completed=dict(completed))
    found = tuple(lines(reckoned, kind, step, who))
    pos = pos.pop()
    for line in found:
        if line.control:
            pos = _told(pos, line.thing.name, line.control)
        pos = enter(pos, line.items)
    final = (FINAL,) if kind == FINAL else ()
    return hand_out(pos, (item for line in found for item in line.items), who, *final)


def _told(pos: Position, name: str, ruled: Control) -> Position:
    """Who controls a planet."""
    says = f"{name} to {ruled.who}" if ruled.who else f"{name} tied" if ruled.present else f"{name} empty"
    return pos.happen(says, ruled.rule, ruled.key, planet=name, who=ruled.who, players=ruled.present)


def round_over(pos: Position) -> Position:
    """[9.0-d, 11.4, 9.6] Monsters leave, and the turn goes on; after the final round the game is over."""
    _, kind, _ = pos.agenda[0]
    return finish(pos) if kind == FINAL else monsters.leave(pos.pop(), kind)


# -- the end ------------------------------------------------------------------


class Rank(NamedTuple):
    """What a player has in the end: points, then credits [9.7]."""

    who: str
    vp: int
    credits: int

    @property
    def worth(self) -> tuple[int, int]:
        """What is compared."""
        return self.vp, self.credits


def ranking(pos: Position) -> tuple[Rank, ...]:
    """[9.7, A-77] Everybody from first to last, those who share a place in turn order."""
    ranks = (Rank(who, pos.count(who, "vp"), pos.count(who, "credits")) for who in pos.order)
    return tuple(sorted(ranks, key=lambda rank: rank.worth, reverse=True))


def decided(ranks: tuple[Rank, ...]) -> str:
    """[9.7] What the victory rests on: points, credits, or nothing, and then it is shared."""
    first, second = ranks[0], ranks[1]
    return "points" if first.vp != second.vp else "credits" if first.credits != second.credits else "joint"


_WON = {"points": "round.won", "credits": "round.won-credits", "joint": "round.won-joint"}


def finish(pos: Position) -> Position:
    """[9.6, 9.7] The most points win, then the most credits; if those are equal too, all who have them."""
    ranks = ranking(pos)
    best = tuple(rank.who for rank in ranks if rank.worth == ranks[0].worth)
    result = f"won {', '.join(best)}"
    facts: dict[str, Value] = {"who": best, "vp": ranks[0].vp, "credits": ranks[0].credits}
    pos = pos.put(result=result, agenda=(("over",),), told={})
    return pos.happen(result, "9.7-a", _WON[decided(ranks)], **facts)


# -- what is claimed to score ------------------------------------------------------------------


def check_claim(pos: Position, event: ScoreNow) -> Iterator[Objection]:
    """[9.0, 9.1, 9.4] Whether it scores now: a round is being held, and what is named is complete."""
    if event.at is not None:
        yield from _check_thing(pos, event.what, event.at)
    if not (kind := under_way(pos)):
        facts = {"n": pos.board.complete, "next": coming(pos)}
        yield broken("9.0-b", "round.held", **facts) if scheduled(pos) else broken("9.0-a", "round.none", **facts)
    elif kind == SCIENCE and event.what == "planet":
        yield broken("9.5-a", "round.no-planets")


def _check_thing(pos: Position, what: str, at: Hex) -> Iterator[Objection]:
    """[9.1-a, 9.4-b] A planet has all its sectors, a nebula no open edge."""
    if what == "planet":
        n = pos.board.planet_at(at)
        if n < 0:
            yield broken("9.1-a", "planet.none", hex=label(at))
        elif not pos.board.planets[n].complete:
            rest = tuple(label(hex) for hex in pos.board.planets[n].hexes if hex not in pos.board.tiles)
            yield broken("9.1-a", "planet.unfinished", planet=planet_name(pos.board, n), hexes=rest)
    elif pos.board.sort(at) != NEBULA:
        yield broken("9.4-b", "site.no-nebula", hex=label(at))
    elif edges := pos.board.open_edges(pos.board.cluster(at)):
        yield broken("9.4-b", "site.open", hex=label(at), hexes=tuple(label(hex) for hex in edges))


def claim(pos: Position, event: ScoreNow) -> Position:
    """It scores in this round anyhow; nothing more comes of it."""
    return pos.mention("9.0-d", "round.scores-anyhow")


# -- for the order of play ------------------------------------------------------------------

DOES: Mapping[str, Callable[[Position], Position]] = {
    "planet": planet,
    "round": round_,
    "score": score,
    "round-over": round_over,
}
ASKS: Mapping[str, Callable[[Position], Play]] = {"unread": factions.unread, "by-card": factions.by_hand}
EVENTS: Mapping[type, tuple[Callable[[Position, Any], Iterator[Objection]], Callable[[Position, Any], Position]]] = {
    Done: (factions.check_done, factions.done),
    ScoreNow: (check_claim, claim),
}
