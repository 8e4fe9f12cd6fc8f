"""Using a system: who may, at what price, and paying it [T-301 to T-312]."""

from collections.abc import Iterator

from referee.games.planetoid.kit import SLOTS
from referee.games.planetoid.position import Position
from referee.text import Text, Value
from referee.verdict import Objection, broken, disputed, waivable

Price = tuple[int, int, int]  # energy, diamonds from the solo card, damage on the system


def price(pos: Position, system: str) -> Price:
    """What activating a system costs [1.5, 1.6, T-816]."""
    if system in SLOTS:
        ability = pos.ability(system)
        return ability.energy, ability.diamond, ability.damage
    printed = pos.kit.systems[system]
    return printed.energy, 0, printed.damage


def in_words(costs: Price) -> Text:
    """A price as people read it: `1 energy + 1 damage`."""
    parts = zip(("energy", "diamond", "damage"), costs, strict=True)
    return Text("price.sum", {"parts": (tuple(Text(f"price.{what}", {"n": n}) for what, n in parts if n),)})


def reroute_price(pos: Position, copied: str) -> Price:
    """What Reroute costs as another system, under the reading of A-15 in force."""
    reading, (energy, _, damage) = pos.reading("reroute"), price(pos, copied)
    own = pos.kit.systems["reroute"]
    too = reading in ("plus", "flat_with_damage")
    return own.energy + energy * (reading == "plus"), 0, own.damage + damage * too


# -- checks ------------------------------------------------------------------


def check_use(
    pos: Position, who: str, system: str, battery: int | None, costs: Price, ruling: str = ""
) -> Iterator[Objection]:
    """[T-303, T-304, T-306, T-307, T-310, T-506] Whether the player may activate the system at this price.

    `ruling` names what the price rests on where it is not printed.
    """
    if system not in pos.systems(who):
        yield broken("T-310", "system.not-installed", system=system)
        return
    if pos.kit.systems.get(system) and pos.kit.systems[system].passive:
        yield broken("T-506", "system.passive", system=system)
        return
    yield from check_undamaged(pos, who, system)
    if system in pos.used_by(who):
        yield waivable("T-304", "system.used", system=system)
    yield from _check_category(pos, who, system)
    if system in pos.fresh and who == pos.whose and pos.reading("install_same_turn") != "yes":
        yield disputed("T-509", "install.same-turn", "A-22", False, system=system)
    yield from _check_price(pos, who, system, battery, costs, ruling)


def _check_category(pos: Position, who: str, system: str) -> Iterator[Objection]:
    """[T-305, A-02] With several players one system of each category a turn; alone the limit is lifted [T-810]."""
    if not spent(pos, who):
        return
    category = pos.kit.systems[system].category
    for other in sorted(pos.used_by(who) - {system}):
        if pos.kit.systems[other].category == category:
            yield waivable("T-305", "system.category", system=system, category=category, other=other)


def spent(pos: Position, who: str) -> frozenset[str]:
    """[T-305, T-810] The categories of which a player may use no more systems this turn."""
    if pos.alone or pos.reading("category_limit") == "off":
        return frozenset()
    return frozenset(pos.kit.systems[system].category for system in pos.used_by(who))


def check_undamaged(pos: Position, who: str, system: str) -> Iterator[Objection]:
    """[T-306] Unusable while damaged, by ruling A-03; by print if its own damage token would have no place [T-307]."""
    if not pos.damaged(who, system):
        return
    if price(pos, system)[2]:
        yield broken("T-307", "system.damage-taken", system=system)
    else:
        yield disputed("T-306", "system.damaged", "A-03", pos.reading("A-03") == "usable", system=system)


def _check_price(
    pos: Position, who: str, system: str, battery: int | None, costs: Price, ruling: str
) -> Iterator[Objection]:
    energy, diamonds, _ = costs
    solar, stored = pos.count(who, "solar"), pos.count(who, "battery")
    if energy > solar + stored:
        facts: dict[str, Value] = {"system": system, "energy": energy, "solar": solar, "battery": stored}
        short = waivable("T-303", "energy.short", **facts)
        printed = price(pos, system)[0] > solar + stored
        yield short._replace(basis=ruling) if ruling and not printed else short
        if pos.minor and pos.agenda[0] == ("turn", who):
            yield waivable("T-1036", "energy.minor-short", **facts)
    elif battery is not None and not (battery <= stored and 0 <= energy - battery <= solar):
        yield broken("T-303", "energy.split", energy=energy, solar=solar, battery=stored, said=battery)
    elif 0 < from_battery(pos, who, energy, battery) < energy and pos.reading("split_cost") != "yes":
        yield disputed("T-303", "energy.no-split", "A-32", False, energy=energy)
    if diamonds > pos.count("card", "diamond"):
        yield broken("T-814", "card.no-diamond", system=system)


def from_battery(pos: Position, who: str, energy: int, battery: int | None) -> int:
    """How much of a price the batteries pay: as much as was said, else what solar leaves over [T-303].

    Where a price may not be split, that is all or nothing if either can pay it alone [A-32].
    """
    solar, stored = pos.count(who, "solar"), pos.count(who, "battery")
    if energy >= solar + stored:
        return stored
    if battery is not None:
        return battery
    left = max(0, energy - solar)
    return energy if left and energy <= stored and pos.reading("split_cost") != "yes" else left


# -- effects ------------------------------------------------------------------


def pay(pos: Position, who: str, system: str, battery: int | None, costs: Price) -> Position:
    """Activate: the price is paid, solar first unless said otherwise; what is not there is not paid [T-303, T-307].

    The damage cost is laid on the system at activation [A-45].
    """
    energy, diamonds, damage = costs
    stored = from_battery(pos, who, energy, battery)
    solar = min(pos.count(who, "solar"), energy - stored)
    pos = pos.change(who, "solar", -solar, "T-303", "energy.paid", system=system, price=energy)
    pos = pos.change(who, "battery", -stored, "T-303", "energy.paid", system=system, price=energy)
    if (paid := solar + stored) < energy:
        pos = pos.happen(f"{paid} of {energy} energy", "T-303", "energy.part", system=system, paid=paid, price=energy)
    if diamonds:
        pos = pos.change("card", "diamond", -diamonds, "T-814", "card.spent", system=system)
        pos = pos.change("removed", "diamond", diamonds, "T-814", "card.spent", system=system)
    if damage and not pos.damaged(who, system):
        pos = pos.change(who, f"damage {system}", 1, "T-307", "damage.cost", system=system)
    return pos.using(who, system)


def recharge(pos: Position, who: str) -> Position:
    """[T-301, T-309] The turn begins: solar becomes 3; batteries stay as they are."""
    solar = pos.kit.limits["solar"] - pos.count(who, "solar")
    return pos.change(who, "solar", solar, "T-301", "energy.recharged")


def minor(pos: Position, who: str, energy: int) -> Position:
    """[T-1036, A-37b] A minor turn: one solar energy, whatever was left; by a reading, one more."""
    left = 0 if pos.reading("minor_solar") == "set" else pos.count(who, "solar")
    return pos.change(who, "solar", left + energy - pos.count(who, "solar"), "T-1036", "energy.minor", n=energy)


def charge(pos: Position, who: str, system: str, amount: int) -> Position:
    """[T-411, T-412, T-302] Energy into the batteries; what finds no room is lost."""
    rule, limit = pos.kit.systems[system].rule, pos.kit.limits["batteries"]
    gained = min(amount, limit - pos.count(who, "battery"))
    pos = pos.change(who, "battery", gained, rule, "battery.charged", system=system)
    if (lost := amount - gained) > 0:
        pos = pos.happen(f"{lost} energy lost", "T-302", "battery.lost", n=lost, limit=limit)
    return pos
