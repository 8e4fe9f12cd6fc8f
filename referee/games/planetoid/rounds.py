"""Rounds and turns of several players, majors and minors, and who leaves [T-106, T-703, T-1002, T-1035 to T-1037]."""

from collections.abc import Iterator

from referee.games.planetoid import energy, scoring, solo
from referee.games.planetoid.events import BreakOff, Leave, Mend
from referee.games.planetoid.position import BROKEN_OFF, Position
from referee.position import Frame
from referee.verdict import Objection, broken, waivable

MINOR = 1  # solar energy of a minor turn [T-1036]


def full(who: str) -> tuple[Frame, ...]:
    """A full turn of a player."""
    return ("start", who), ("turn", who), ("turn-over", who)


def minor(who: str) -> tuple[Frame, ...]:
    """A minor turn of a player [T-1036]."""
    return ("minor", who), ("turn", who), ("turn-over", who)


def major(who: str) -> tuple[Frame, ...]:
    """A major turn [T-1035]: a full turn, noted when it is over."""
    return ("start", who), ("turn", who), ("major", who), ("turn-over", who)


def round_(pos: Position) -> Position:
    """[T-901, T-1002, T-1035] Everybody's turn in order, then the aliens; alone, the player's turn and the aliens'."""
    if pos.alone:
        who = pos.names[0]
        return pos.push(("start", who), ("turn", who), ("ends", "turn"), ("aliens",))
    if set(pos.order) <= set(pos.majors):
        pos = pos.put(majors=())  # a new cycle begins
    turns = _majors(pos) if pos.options.majors == "yes" else tuple(frame for who in pos.order for frame in full(who))
    aliens = (("aliens",),) if pos.options.aliens == "danger" else ()
    return pos.push(*turns, *aliens, ("round-over",))


def _majors(pos: Position) -> tuple[Frame, ...]:
    """[T-1035] The major turn of whoever is next to have one, then the minor turns."""
    first = next(who for who in pos.order if who not in pos.majors)
    return (*major(first), *_minors(pos, first))


def _minors(pos: Position, first: str) -> tuple[Frame, ...]:
    """[T-1035, A-37a] A minor turn for everybody, clockwise from the left of the major player, who comes last.

    One who has left since is told by the seat.
    """
    seats = pos.order if first in pos.order else pos.names
    at = seats.index(first) + (pos.reading("minor_order") != "major_first")
    turns = (who for who in (*seats[at:], *seats[:at]) if who in pos.order)
    return tuple(frame for who in turns for frame in minor(who))


def not_due(pos: Position, who: str) -> str:
    """The rule by which it is not this player's turn; after a trigger it may be over for good [T-703, T-1037]."""
    over = bool(pos.trigger) and ("turn", who) not in pos.agenda
    if pos.options.majors == "yes":
        return "T-1037" if over else "T-1035"
    return "T-703" if over else "T-106"


def rest(pos: Position, who: str) -> tuple[Frame, ...]:
    """What follows when a player's turn that was entered is over: the rest of the round, and the next ones."""
    if pos.alone:
        return (("ends", "turn"), ("aliens",), *after_aliens(pos))
    if pos.options.majors == "yes":
        turns: tuple[Frame, ...] = (("major", who), ("turn-over", who), *_minors(pos, who))
    else:
        others = pos.order[pos.order.index(who) + 1 :]
        turns = (("turn-over", who), *(frame for name in others for frame in full(name)))
    return (*turns, *_round_end(pos))


def rest_of_minors(pos: Position, who: str) -> tuple[Frame, ...]:
    """What follows when a minor turn that was entered is over."""
    first = pos.majors[-1] if pos.majors else pos.order[-1]  # who had the major turn of this round
    turns = _minors(pos, first)
    return (("turn-over", who), *turns[turns.index(("turn-over", who)) + 1 :], *_round_end(pos))


def _round_end(pos: Position) -> tuple[Frame, ...]:
    aliens = (("aliens",),) if pos.options.aliens == "danger" else ()
    return (*aliens, *after_aliens(pos))


def after_aliens(pos: Position) -> tuple[Frame, ...]:
    """What follows the alien turn."""
    return (("round",),) if pos.alone else (("round-over",), ("round",))


def had_major(pos: Position) -> Position:
    """[T-1035] The player has had the major turn of this cycle; when all have, the next round begins another."""
    return pos.put(majors=tuple(dict.fromkeys((*pos.majors, pos.agenda[0][1])))).pop()


def begin(pos: Position) -> Position:
    """[V-10, T-301] A turn begins: solar is full, what was used is free again. The basic rules know no solar."""
    kind, who = pos.agenda[0]
    pos = pos.put(turn=pos.turn + 1, used=frozenset(), fresh=frozenset(), drilled=()).pop()
    if pos.basic:
        return pos.happen(f"turn {who}", "T-106", "turn.begins", who=who)
    return energy.minor(pos, who, MINOR) if kind == "minor" else energy.recharge(pos, who)


def turn_over(pos: Position) -> Position:
    """[T-1037] After a trigger the minor turns stop, and only the last major turns are left."""
    _, who = pos.agenda[0]
    pos = scoring.announce(pos.pop())
    last = pos.trigger and pos.options.majors == "yes" and ("round-over",) in pos.agenda
    return _last_majors(pos, who) if last else pos


def _last_majors(pos: Position, current: str) -> Position:
    """[T-1037, A-37c] A major turn for each who has had none in this cycle; by a reading, for all but one."""
    left = tuple(who for who in pos.order if who not in pos.majors)
    if pos.reading("final_majors") == "all_others":
        at = pos.names.index(current) + 1 if current else 0
        left = tuple(who for who in (*pos.names[at:], *pos.names[:at]) if who in pos.order and who != current)
    return pos.put(agenda=(*(frame for who in left for frame in major(who)), *scoring.STEPS))


def round_over(pos: Position) -> Position:
    """[T-703] After a trigger the round is played to its end: all have had equal turns, and the scoring follows."""
    if not pos.trigger:
        return pos.pop()
    return _last_majors(pos, "") if pos.options.majors == "yes" else pos.put(agenda=scoring.STEPS)


def ends(pos: Position) -> Position:
    """[T-701, T-702, T-1006] A trigger is told as soon as it is there; in an alien turn it ends the round at once."""
    _, when = pos.agenda[0]
    before, pos = pos.trigger, scoring.announce(pos.pop())
    stops = pos.trigger != before and pos.reading("A-26") == "stops"
    if stops and when == "act" and pos.agenda[0][0] == "turn":
        return pos.pop()
    if pos.trigger and when in ("consume", "march", "damage"):
        at = pos.agenda.index(("round-over",))
        return pos.put(agenda=pos.agenda[at:])
    return pos


# -- Danger: a turn spent on repairs ------------------------------------------------------------------


def check_mend(pos: Position, event: Mend) -> Iterator[Objection]:
    """[T-1005] Only with every system damaged, and as the whole turn; two damaged systems."""
    if pos.options.aliens != "danger":
        yield broken("T-1005", "mend.danger-only")
        return
    if left := solo.free(pos, event.who):
        yield broken("T-1005", "mend.not-all", systems=left)
    if used := pos.used_by(event.who):
        yield waivable("T-1005", "mend.whole-turn", used=tuple(sorted(used)))
    for name in event.names:
        if name not in pos.systems(event.who):
            yield broken("T-310", "system.not-installed", system=name)
        elif not pos.damaged(event.who, name):
            yield broken("T-1005", "repair.undamaged", system=name)
    if len(set(event.names)) != 2 or len(event.names) != 2:
        yield broken("T-1005", "mend.two", said=len(event.names))


def mend(pos: Position, event: Mend) -> Position:
    """Two damage tokens go, and the turn is over."""
    for name in event.names:
        pos = pos.change(event.who, f"damage {name}", -1, "T-1005", "damage.mended", system=name)
    return pos.pop()


# -- leaving ------------------------------------------------------------------


def check_leave(pos: Position, event: Leave | BreakOff) -> Iterator[Objection]:
    """Whoever leaves must be in the game, and it must not be over."""
    if pos.result:
        yield broken("T-703" if not pos.alone else "T-819", "moment.over", asked="")
    elif isinstance(event, Leave) and event.who not in pos.order:
        yield broken("T-001", "leave.gone", who=event.who)


def leave(pos: Position, event: Leave) -> Position:
    """A player leaves: turns and damages still due fall away, tiles and bonuses count for nobody."""
    who = event.who
    pos = pos.put(order=tuple(name for name in pos.order if name != who))
    pos = pos.happen(f"{who} leaves", "T-001", "leave.left", who=who)
    if len(pos.order) < 2:
        return broken_off(pos, f"{who} left")
    for kind in (frame[2] for frame in pos.agenda if frame[:2] == ("stow", who)):
        pos = pos.change("removed", kind, 1, "T-009", "tile.left", tile=kind)
    if pos.whose == who:
        pos = pos.put(agenda=pos.agenda[pos.agenda.index(("turn-over", who)) + 1 :], told={})
        return _without(pos, who).push(("turn-over", who))
    return _without(pos, who)


def _without(pos: Position, who: str) -> Position:
    return pos.put(agenda=tuple(frame for frame in pos.agenda if frame[1:2] != (who,)))


def break_off(pos: Position, event: BreakOff) -> Position:
    """The table stops here."""
    return broken_off(pos, event.because)


def broken_off(pos: Position, because: str) -> Position:
    """The game ends without a winner."""
    pos = pos.put(result=BROKEN_OFF, agenda=(("over",),), told={})
    return pos.happen("broken off", "T-001", "end.broken-off", because=because)
