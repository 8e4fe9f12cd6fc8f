"""The table as facts that people can say, and back; what is impossible in a table so described."""

from collections import Counter
from collections.abc import Mapping, Sequence

from referee.errors import NotUnderstood
from referee.games.planetoid import turns
from referee.games.planetoid.bonuses import printed, won
from referee.games.planetoid.census import BOARDS
from referee.games.planetoid.geometry import EDGES, board_of
from referee.games.planetoid.kit import COLOURS, SLOTS
from referee.games.planetoid.position import BROKEN_OFF, FACE_DOWN, NONE, UNKNOWN, Position
from referee.games.planetoid.sentences import space
from referee.notation import join, split

Fact = tuple[str, str]
Facts = Mapping[Fact, str | int]

NOBODY = "none"
RESULTS = ("won", "lost tiles", "lost damage")  # of the game alone
UNNAMED = "?"  # a spawn card that was told by what it shows


# -- the table as facts ------------------------------------------------------------------


def facts(pos: Position) -> Facts:
    """Every fact of the table, zeros and nones included: (who, what) -> value."""
    found: dict[Fact, str | int] = {}
    # What other facts are counted by comes first: jobs before the tiles on them, systems before their damage.
    found["game", "jobs"] = " ".join(pos.jobs) or NOBODY
    found["card", "up"] = " ".join(pos.card).strip() or NOBODY
    found |= {(who, "installed"): " ".join(pos.installed.get(who, ())) or NOBODY for who in pos.names}
    for who in pos.names:
        found |= {(who, what): pos.count(who, what) for what in ("solar", "battery")}
        found |= {(who, f"stored {kind}"): pos.count(who, f"stored {kind}") for kind in pos.kit.values}
        found |= {(who, f"damage {s}"): pos.count(who, f"damage {s}") for s in pos.systems(who)}
    found["turn", "number"] = pos.turn
    found["turn", "used"] = " ".join(sorted(pos.used)) or NOBODY
    found["turn", "fresh"] = " ".join(sorted(pos.fresh)) or NOBODY
    for where, tile in pos.tiles.items():
        found[where, "tile"] = tile
        found[where, "aliens"] = " ".join(c for c in COLOURS for _ in range(pos.aliens.get((where, c), 0))) or NOBODY
    for holder in ("aliens", "removed", *(pos.jobs if pos.alone else ())):
        found |= {(holder, kind): pos.count(holder, kind) for kind in pos.kit.values}
    found["aliens", "stacks"] = pos.count("aliens", "stacks")
    found["card", "diamond"] = pos.count("card", "diamond")
    found["origin", "at"] = " ".join(pos.origin).strip() or NOBODY
    found["side", "up"] = pos.side
    found |= {("pool", kind): pos.pool.get(kind, 0) for kind in pos.kit.additional}
    found["deck", "cards"] = pos.deck
    found["deck", "drawn"] = " ".join(card or UNNAMED for card in pos.drawn) or NOBODY
    found["deck", "shuffles"] = pos.shuffles
    found["game", "result"] = join(pos.result.split(" ", 1)) if pos.result else NOBODY
    return found if pos.alone else {**found, **_together(pos)}


def _together(pos: Position) -> Facts:
    """The facts of a game with several players."""
    found: dict[Fact, str | int] = {}
    found["game", "order"] = join(pos.order)
    found["game", "trigger"] = pos.trigger or NOBODY
    found["game", "majors"] = join(pos.majors) or NOBODY
    found["game", "scoring"] = "yes" if pos.scoring else "no"
    found["turn", "drilled"] = " ".join(pos.drilled) or NOBODY
    for who in pos.names:
        found |= {(who, f"saved {kind}"): pos.count(who, f"saved {kind}") for kind in pos.kit.values}
        found[who, "points"] = pos.count(who, "points")
        found[who, "bonuses"] = " ".join(won(pos, who)) or NOBODY
        found[who, "secrets"] = join(pos.secrets.get(who, ())) or NOBODY
    if pos.separate:
        found |= {(board, kind): pos.count(board, kind) for board in BOARDS for kind in pos.kit.values}
    return found


def with_facts(pos: Position, changes: Facts) -> Position:
    """The table with these facts changed. Raises NotUnderstood for a value that the fact cannot have."""
    # What other facts are counted by comes first: jobs before the tiles on them, installed before damage.
    order = {"jobs": 0, "installed": 1, "up": 2}
    for (who, what), value in sorted(changes.items(), key=lambda item: order.get(item[0][1], 9)):
        pos = _set(pos, who, what, value)
    return pos


def _set(pos: Position, who: str, what: str, value: str | int) -> Position:
    said = _BY_WHAT.get(what) or (_BY_HOLDER.get(who) if who not in pos.names else None)
    if said:
        return said(pos, who, what, _words(value))
    if not isinstance(value, int) or value < 0:
        raise NotUnderstood("fact.number", who=who, what=what, value=str(value))
    return pos.change(who, what, value - pos.count(who, what), "facts", "fact.entered")


def _words(value: str | int) -> tuple[str, ...]:
    words = split(str(value))
    return () if words == (NOBODY,) else words


def _tile(pos: Position, at: str, what: str, words: tuple[str, ...]) -> Position:
    tile = words[0] if len(words) == 1 else NONE
    known = (*pos.kit.values, FACE_DOWN, NONE, UNKNOWN)
    if tile not in known:
        raise NotUnderstood("fact.tile", nearest=known, space=at, value=tile)
    if pos.separate and (lay := pos.tiles[at]) != tile:
        pos = _seen(pos, at, -1, lay) if tile != NONE else pos
        pos = _seen(pos, at, 1, tile)
    return pos.put(tiles={**pos.tiles, at: tile})


def _seen(pos: Position, at: str, by: int, tile: str) -> Position:
    """[T-1032] So many more, or fewer, were seen of this board's own tiles; one that is taken away stays seen."""
    known = tile in pos.kit.values
    return pos.change(f"board {board_of(at)[0]}", tile, by, "T-1032", "quiet.seen", space=at) if known else pos


def _aliens(pos: Position, at: str, what: str, words: tuple[str, ...]) -> Position:
    if set(words) - set(COLOURS):
        raise NotUnderstood("fact.aliens", nearest=COLOURS, space=at, value=" ".join(words))
    others = {key: n for key, n in pos.aliens.items() if key[0] != at}
    return pos.put(aliens={**others, **{(at, colour): n for colour, n in Counter(words).items()}})


def _installed(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    if set(words) - set(pos.kit.additional):
        raise NotUnderstood("fact.systems", nearest=pos.kit.additional, value=" ".join(words))
    others = {name: systems for name, systems in pos.installed.items() if name != who}
    return pos.put(installed={**others, who: words} if words else others)


def _turn(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    if what == "number":
        return pos.put(turn=_number(who, what, words))
    if what == "drilled":
        if strange := [at for at in words if at not in pos.tiles]:
            raise NotUnderstood("fact.spaces", value=" ".join(strange))
        return pos.put(drilled=words)
    if set(words) - {*pos.kit.systems, *SLOTS, *turns.VERBS, turns.CHARGED}:
        raise NotUnderstood("fact.systems", nearest=tuple(pos.kit.systems), value=" ".join(words))
    return pos.put(used=frozenset(words)) if what == "used" else pos.put(fresh=frozenset(words))


def _up(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    if who == "side":
        if len(words) != 1 or words[0] not in COLOURS:
            raise NotUnderstood("fact.side", nearest=COLOURS, value=" ".join(words))
        return pos.put(side=words[0])
    if words and (len(words) != 2 or not all((*words, slot) in pos.kit.abilities for slot in SLOTS)):
        raise NotUnderstood("fact.card", value=" ".join(words))
    return pos.put(card=(words[0], words[1]) if words else ("", ""))


def _origin(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    if words and (len(words) != 2 or words[0] not in pos.tiles or words[1] not in EDGES):
        raise NotUnderstood("fact.origin", value=" ".join(words))
    return pos.put(origin=(words[0], words[1]) if words else ("", ""))


def _pool(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    left = {**pos.pool, what: _number(who, what, words)}
    return pos.put(pool={kind: n for kind, n in left.items() if n})


def _number(who: str, what: str, words: tuple[str, ...]) -> int:
    if len(words) != 1 or not words[0].isdecimal():
        raise NotUnderstood("fact.number", who=who, what=what, value=" ".join(words))
    return int(words[0])


def _game_jobs(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    known = pos.kit.jobs if pos.alone else pos.kit.bonuses
    if strange := [job for job in words if printed(job) not in known]:
        raise NotUnderstood("fact.jobs", nearest=tuple(known), value=" ".join(strange))
    return pos.put(jobs=words)


def _bonuses(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    if strange := [bonus for bonus in words if bonus not in pos.jobs]:
        raise NotUnderstood("fact.jobs", nearest=pos.jobs, value=" ".join(strange))
    others = {bonus: owner for bonus, owner in pos.taken.items() if owner != who}
    return pos.put(taken={**others, **dict.fromkeys(words, who)})


def _secrets(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    others = {name: cards for name, cards in pos.secrets.items() if name != who}
    return pos.put(secrets={**others, who: words} if words else others)


def _people(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    if set(words) - set(pos.names) or len(set(words)) < len(words) or (what == "order" and not words):
        raise NotUnderstood("fact.players", nearest=pos.names, value=" ".join(words))
    return pos.put(order=words) if what == "order" else pos.put(majors=words)


def _trigger(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    said = " ".join(words)
    if said not in ("", "tiles", "bonuses"):
        raise NotUnderstood("fact.trigger", nearest=("tiles", "bonuses", NOBODY), value=said)
    return pos.put(trigger=said)


def _scoring(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    if words not in (("yes",), ("no",)):
        raise NotUnderstood("fact.yes-no", nearest=("yes", "no"), what=what, value=" ".join(words))
    return pos.put(scoring=words == ("yes",))


def _result(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    """A game that has a result is over."""
    said = " ".join(words)
    known = (*(RESULTS if pos.alone else (f"won {name}" for name in pos.names)), BROKEN_OFF)
    if words and said not in known:
        raise NotUnderstood("fact.result", nearest=(*known, NOBODY), value=said)
    return pos.put(result=said, agenda=(("over",),)) if said else pos.put(result="")


def _deck(pos: Position, who: str, what: str, words: tuple[str, ...]) -> Position:
    if what == "drawn":
        if strange := set(words) - {*pos.kit.spawn, UNNAMED}:
            raise NotUnderstood("fact.cards", nearest=(*pos.kit.spawn, UNNAMED), value=" ".join(sorted(strange)))
        return pos.put(drawn=tuple("" if card == UNNAMED else card for card in words))
    n = _number(who, what, words)
    return pos.put(deck=n) if what == "cards" else pos.put(shuffles=n)


_BY_WHAT = {
    "tile": _tile,
    "aliens": _aliens,
    "installed": _installed,
    "up": _up,
    "at": _origin,
    "jobs": _game_jobs,
    "bonuses": _bonuses,
    "secrets": _secrets,
    "order": _people,
    "majors": _people,
    "trigger": _trigger,
    "scoring": _scoring,
    "result": _result,
}
_BY_HOLDER = {"turn": _turn, "pool": _pool, "deck": _deck}


# -- as an older record tells it ------------------------------------------------------------------


def hold(pos: Position, old: Sequence[str], new: Sequence[str]) -> Position:
    """The table as an older record tells it: counters as it says, and aliens where it sent them instead of `new`."""
    sent: dict[str, list[str]] = {}  # from one space several may have marched
    for start, _, goal in (fact.partition(" to ") for fact in new if " to " in fact):
        sent.setdefault(start, []).append(goal)
    for fact in old:
        words = fact.split()
        if len(words) == 3 and words[1] == "to" and sent.get(words[0]) and space(words[2]):
            pos = _resend(pos, sent[words[0]].pop(0), words[2])
        elif len(words) > 2 and words[-1].isdecimal():
            who, what, now = words[0], " ".join(words[1:-1]), int(words[-1])
            pos = pos.change(who, what, now - pos.count(who, what), "keep", "fact.kept")
    return pos


def _resend(pos: Position, wrong: str, right: str) -> Position:
    colour = next((c for c in pos.moving if pos.aliens.get((wrong, c))), "")
    if not colour or right not in pos.tiles:
        return pos
    aliens = Counter(pos.aliens)
    aliens.subtract({(wrong, colour): 1})
    aliens.update({(right, colour): 1})
    return pos.put(aliens=dict(+aliens))
