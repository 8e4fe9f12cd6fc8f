"""Repair, charging, installing and Reroute [T-410 to T-412, T-503, T-505 to T-507, T-509]."""

from collections import Counter
from collections.abc import Iterator

from referee.games.planetoid import energy
from referee.games.planetoid.events import Reroute, Use
from referee.games.planetoid.kit import SLOTS
from referee.games.planetoid.position import Position
from referee.text import Text
from referee.verdict import Objection, broken, disputed, waivable

# -- checks ------------------------------------------------------------------


def check_use(pos: Position, event: Use) -> Iterator[Objection]:
    """What the system is used on: systems to repair, or a system to install."""
    system = pos.kit.systems[event.system]
    if system.act == "repair":
        yield from _check_repair(pos, event, system.amount)
    elif system.act == "install":
        yield from _check_installs(pos, event, system.amount)


def _check_repair(pos: Position, event: Use, amount: int) -> Iterator[Objection]:
    """[T-410, T-507] Damaged systems, as many as it repairs or as are damaged [A-28]."""
    rule = pos.kit.systems[event.system].rule
    owned = pos.systems(event.who)
    hurt = sum(pos.damaged(event.who, system) for system in owned)
    for name in dict.fromkeys(event.names):
        if name not in owned:
            yield broken("T-310", "system.not-installed", system=name)
        elif not pos.damaged(event.who, name):
            yield broken(rule, "repair.undamaged", system=name)
    wanted = min(amount, hurt)
    if len(set(event.names)) < len(event.names):
        yield broken(rule, "repair.number", n=amount)
    elif len(event.names) > amount:
        yield waivable(rule, "repair.number", n=amount)
    elif len(event.names) < wanted or not event.names:
        yield broken(rule, "repair.more", n=max(1, wanted), said=len(event.names))


def _check_installs(pos: Position, event: Use, amount: int) -> Iterator[Objection]:
    """[T-505] One system, which may be installed."""
    if len(event.names) != amount:
        refusal = waivable if len(event.names) > amount else broken
        yield refusal("T-505", "install.one", said=len(event.names))
    for n, name in enumerate(event.names):
        if name in event.names[:n]:
            yield broken("T-509", "install.owned", system=name)
        else:
            yield from check_install(pos, event.who, name)


def check_install(pos: Position, who: str, kind: str) -> Iterator[Objection]:
    """[T-509] A system of this game's pool that the player does not have yet."""
    if kind in pos.installed.get(who, ()):
        yield broken("T-509", "install.owned", system=kind)
    elif not pos.pool.get(kind):
        yield broken("T-509", "install.pool", system=kind, pool=tuple(k for k, n in pos.pool.items() if n))


def check_reroute(pos: Position, event: Reroute) -> Iterator[Objection]:
    """[T-503] Another own system that is undamaged and has an action; what it may not copy rests on A-49."""
    copied = event.inner.system
    if copied == "reroute":
        yield disputed("T-503", "reroute.itself", "A-49", False)
    elif copied in SLOTS:
        scope = pos.reading("reroute_scope") == "solo_too"
        yield disputed("T-503", "reroute.card", "A-49", scope and copied in pos.systems(event.who), system=copied)
    elif copied not in pos.systems(event.who):
        yield broken("T-503", "system.not-installed", system=copied)
    elif pos.kit.systems[copied].passive:
        yield disputed("T-503", "reroute.passive", "A-49", False, system=copied)
    if copied != "reroute" and pos.damaged(event.who, copied):
        yield broken("T-503", "reroute.damaged", system=copied)


def advise_use(pos: Position, event: Use) -> Iterator[Text]:
    """[A-31] Charging full batteries is allowed; what finds no room is lost."""
    system, limit = pos.kit.systems[event.system], pos.kit.limits["batteries"]
    if system.act == "charge" and pos.count(event.who, "battery") == limit:
        yield Text("advice.batteries-full", {"limit": limit})


# -- effects ------------------------------------------------------------------


def use(pos: Position, event: Use) -> Position:
    """Repair, install or charge."""
    system = pos.kit.systems[event.system]
    if system.act == "charge":
        return energy.charge(pos, event.who, event.system, system.amount)
    if system.act == "install":
        for name in event.names:
            pos = install(pos, event.who, name)
        return pos
    for name in event.names:
        pos = pos.change(event.who, f"damage {name}", -1, system.rule, "damage.repaired", system=name, by=event.system)
    return pos


def install(pos: Position, who: str, kind: str) -> Position:
    """[T-509] The tile goes below the player board and leaves the pool."""
    installed = {**pos.installed, who: (*pos.installed.get(who, ()), kind)}
    left = Counter(pos.pool) - Counter((kind,))
    fresh = pos.fresh | {kind} if who == pos.whose else pos.fresh
    pos = pos.put(installed=installed, pool=dict(left), fresh=fresh)
    return pos.happen(f"{who} installs {kind}", "T-509", "system.installed", who=who, system=kind)
