"""The basic turn: one free action, and auxiliary actions for energy [T-201 to T-216]."""

from collections.abc import Iterator

from referee.games.planetoid import bonuses
from referee.games.planetoid.census import check_tile, check_told
from referee.games.planetoid.drilling import check_each, drilled, round_of, tell
from referee.games.planetoid.events import Drill, Scan, Ship
from referee.games.planetoid.position import FACE_DOWN, NONE, Position
from referee.verdict import Objection, broken, disputed, waivable

FREE = frozenset(("scan", "drill", "ship"))
AUXILIARY = frozenset(("aux-scan", "aux-drill"))
CHARGED = "charged"  # among what was used: the scan of this turn has won an energy
LOOKS = 2  # tiles that a scan shows [T-202, T-213]
VERBS = ("scan", "drill", "ship", "aux-scan", "aux-drill")
BASIC_ONLY = frozenset(("ship", "aux-scan", "aux-drill"))  # the other verbs name systems of the advanced side too

Action = Scan | Drill | Ship


# -- checks ------------------------------------------------------------------


def check(pos: Position, event: Action) -> Iterator[Objection]:
    """[T-201, T-216] Whether the action is still free or can be paid, and what it may be used on."""
    yield from may(pos, event.who, event.system)
    if event.system not in VERBS:
        return
    if isinstance(event, Scan):
        yield from _check_scan(pos, event)
    elif isinstance(event, Drill):
        yield from _check_drill(pos, event)
    else:
        yield from bonuses.check_ship(pos, event)


def may(pos: Position, who: str, verb: str) -> Iterator[Objection]:
    """Whether the action may be taken at all."""
    if verb in FREE:
        if used := pos.used_by(who) & FREE:
            yield waivable("T-201", "free.used", used=next(iter(used)))
    elif verb in AUXILIARY:
        yield from _check_price(pos, who, verb)
    else:
        yield broken("T-105", "basic.no-systems", system=verb)


def _check_price(pos: Position, who: str, verb: str) -> Iterator[Objection]:
    """[T-215, T-216] One energy each time, of what lies in the batteries [A-08, A-09]."""
    rule = "T-213" if verb == "aux-scan" else "T-214"
    used = pos.used_by(who)
    held, won = pos.count(who, "battery"), int(CHARGED in used)
    if not held:
        yield waivable(rule, "aux.no-energy", verb=verb)
        yield waivable("T-216", "aux.no-energy", verb=verb)
    elif held <= won and pos.reading("charge_same_turn") == "no":
        yield disputed("T-216", "aux.just-charged", "A-08", False)
    other = used & (AUXILIARY - {verb})
    if other and pos.reading("aux_mix") == "one_kind":
        yield disputed("T-215", "aux.mixed", "A-09", False, verb=verb)
    if verb == "aux-drill" and not (pos.drilled and who == pos.whose):
        yield broken("T-214", "aux.drill-first")


def _check_scan(pos: Position, event: Scan) -> Iterator[Objection]:
    """[T-203] Two different face-down tiles, or as many as there are [A-12]; for the charge alone, even none."""
    rule, any_tile = "T-203", pos.reading("scan_any") == "yes"
    for space in dict.fromkeys(event.at):
        yield from check_tile(pos, space, rule)
        if pos.tiles.get(space, NONE) not in (NONE, FACE_DOWN):
            yield disputed(rule, "tile.face-up", "A-12", any_tile, space=space)
    there = sum(tile == FACE_DOWN or (any_tile and tile != NONE) for tile in pos.tiles.values())
    wanted = min(LOOKS, there)
    if len(set(event.at)) < len(event.at):
        yield broken(rule, "scan.different", n=LOOKS)
    elif len(event.at) > LOOKS:
        yield waivable(rule, "scan.different", n=LOOKS)
    elif len(event.at) < wanted:
        yield broken(rule, "scan.all", n=wanted, said=len(event.at))
    elif not there and event.system == "aux-scan":
        yield disputed(rule, "scan.none", "A-12", False)


def _check_drill(pos: Position, event: Drill) -> Iterator[Objection]:
    """[T-205, T-214] Any one tile; in an auxiliary drill, next to the space drilled last."""
    yield from check_each(pos, event.at, "T-205", 1)
    space = event.at[0]
    if event.system == "aux-drill" and pos.drilled and event.who == pos.whose and space in pos.tiles:
        near = pos.board.around[space]
        if pos.drilled[-1] not in near:
            earlier = [at for at in pos.drilled if at in near]
            facts = {"space": space, "last": pos.drilled[-1]}
            if earlier:
                yield disputed("T-214", "aux.anchor", "A-11", pos.reading("aux_anchor") == "any", **facts)
            else:
                yield broken("T-214", "aux.anchor", **facts)
    expected = (*event.at, *round_of(pos, event.at, event.at))
    yield from check_told(pos, event.told, expected, event.at, "T-007")


def check_end(pos: Position) -> Iterator[Objection]:
    """[T-201] One of the free actions is owed."""
    if not pos.used & FREE:
        yield waivable("T-201", "free.owed")


# -- effects ------------------------------------------------------------------


def act(pos: Position, event: Action) -> Position:
    """The action is used or paid, and carried out."""
    pos = pos.using(event.who, event.system)
    if event.system in AUXILIARY and pos.count(event.who, "battery"):
        rule = "T-213" if event.system == "aux-scan" else "T-214"
        pos = pos.change(event.who, "battery", -1, rule, "aux.paid", verb=event.system)
    pos = pos.push(("ends", "act"))
    if isinstance(event, Drill):
        at = event.at if event.who == pos.whose else ()
        pos = tell(pos, event.told).put(drilled=(*pos.drilled, *at))
        return pos.push(*drilled(pos, event.who, event.at, event.at))
    if isinstance(event, Ship):
        return bonuses.ship(pos, event)
    if event.at:
        pos = pos.happen(f"look {' '.join(event.at)}", "T-202", "scan.looked", spaces=event.at)
    return charge(pos, event.who) if event.system == "scan" else pos


def charge(pos: Position, who: str) -> Position:
    """[T-204] Scan & Charge: one energy into the batteries; without room it is lost."""
    if pos.count(who, "battery") >= pos.kit.limits["batteries"]:
        return pos.happen("1 energy lost", "T-204", "battery.lost", n=1, limit=pos.kit.limits["batteries"])
    pos = pos.using(who, CHARGED)
    return pos.change(who, "battery", 1, "T-204", "battery.charged", system="scan")
