"""Facts that a game of several has not come to, for tables that are entered: an end that is near, damage, aliens."""

from collections.abc import Callable
from random import Random
from typing import Any

from referee.games.planetoid.kit import kept
from tests.planetoid import twins
from tests.planetoid.together import KINDS
from tests.planetoid.walking import LETTERS

TRIES = 30  # handfuls of tiles, of which one should win a bonus

Facts = dict[tuple[str, str], str | int]


def ways(agreed: Any) -> tuple[Callable[[Random, Any], Facts], ...]:
    """How an entered table may differ in a game in which this was agreed."""
    systems = () if agreed.rules == "basic" else (_damaged, _installed)
    aliens = (_infested,) if agreed.aliens == "danger" else ()
    return (_stored, _saved, _last_bonus, _last_bonus, _emptied, *systems, *aliens)


def _stored(rnd: Random, pos: Any) -> Facts:
    who = rnd.choice(pos.order)
    return {(who, f"stored {kind}"): 2 if pos.counts[kind] else 0 for kind in ("rock", "emerald")}


def _saved(rnd: Random, pos: Any) -> Facts:
    who = rnd.choice(pos.order)
    return {(who, f"saved {kind}"): rnd.randint(0, 3) for kind in ("rock", "emerald")}


def _last_bonus(rnd: Random, pos: Any) -> Facts:
    """A single bonus is left, and whose turn it is may win it."""
    owners = {name: " ".join(pos.jobs[n + 1 :: len(pos.order)]) or "none" for n, name in enumerate(pos.order)}
    stored = _winning(rnd, pos, pos.jobs[0])
    now: Facts = {(pos.agenda[0][1], f"stored {kind}"): stored.count(kind) for kind in KINDS}
    return now | {(name, "bonuses"): bonuses for name, bonuses in owners.items()}


def _winning(rnd: Random, pos: Any, bonus: str) -> list[str]:
    """Four tiles that can win a bonus, if there are such."""
    kinds = [kind for kind in KINDS if pos.counts[kind]]
    for _ in range(TRIES):
        tiles = rnd.choices(kinds, k=4)
        if twins.bonus_met(slots(pos, bonus), "".join(LETTERS[kind] for kind in tiles)):
            break
    return tiles


def _emptied(rnd: Random, pos: Any) -> Facts:
    """Two tiles lie face-down, and the others are gone."""
    down = [space for space, tile in pos.tiles.items() if tile == "face-down"]
    return {(space, "tile"): "none" for space in down[2:]}


def _damaged(rnd: Random, pos: Any) -> Facts:
    who = rnd.choice(pos.order)
    systems = rnd.sample(pos.systems(who), rnd.randint(8, len(pos.systems(who))))
    return {(who, f"damage {system}"): 1 for system in systems}


def _installed(rnd: Random, pos: Any) -> Facts:
    who = rnd.choice(pos.order)
    owned = pos.installed.get(who, ())
    new = rnd.sample([system for system in pos.kit.additional if system not in owned], 3)
    return {(who, "installed"): " ".join((*owned, *new)), **{("pool", system): 0 for system in new}}


def _infested(rnd: Random, pos: Any) -> Facts:
    """Aliens on some spaces, few or as many as there are tokens and more; all spawn cards drawn but one."""
    many, where = rnd.choice(((1, 3), (2, 3), (45, 1), (45, 2)))
    found: Facts = {}
    for space in rnd.sample(list(pos.tiles), min(where, len(pos.tiles))):
        found[space, "aliens"] = " ".join(sorted(rnd.choices(("pink", "blue"), k=many), reverse=True))
    if cards := kept(pos.kit, pos.options.spawn)[1:]:
        found |= {("deck", "drawn"): " ".join(cards), ("deck", "cards"): len(cards) + 1}
    return found


def slots(pos: Any, bonus: str) -> str:
    """What the box says of a bonus's front, in the letters of the twins."""
    name = bonus.partition(".")[0]
    said = next(words for words in pos.kit.taught if words.split()[:3] == ["bonus", name, "front"])
    return " ".join(LETTERS.get(word, word) for word in said.replace('"', "").split()[3:-2])
