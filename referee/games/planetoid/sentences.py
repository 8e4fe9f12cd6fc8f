"""The sentences of a Planetoid table, and the events that they say.

`parse(write(event)) == event`; neither looks at the position. Commas are optional on the way in.
"""

import re
from collections.abc import Callable, Iterable, Sequence

from referee.errors import NotUnderstood, Private
from referee.games.planetoid import geometry
from referee.games.planetoid.events import (
    Ability,
    Act,
    Alien,
    BreakOff,
    Claim,
    Damage,
    Diamond,
    Discard,
    Done,
    Draw,
    Drill,
    End,
    Event,
    Flip,
    Leave,
    Mend,
    Origin,
    Peek,
    Reroute,
    Scan,
    Second,
    Secret,
    Ship,
    Spawn,
    Sweep,
    Told,
    TurnUp,
    Use,
)
from referee.games.planetoid.kit import SLOTS
from referee.games.planetoid.position import UNKNOWN
from referee.notation import COMMA, join

KINDS = {"rock": "rock", "gold": "gold", "emerald": "emerald", "ruby": "ruby", "diamond": "diamond"}
KINDS |= {"r": "rock", "g": "gold", "e": "emerald", "u": "ruby", "d": "diamond"}
KINDS |= {"?": UNKNOWN, UNKNOWN: UNKNOWN}  # turned up, and forgotten since
KINDS |= {"rocks": "rock", "emeralds": "emerald", "rubies": "ruby", "diamonds": "diamond"}
NICKNAMES = {short: kind for short, kind in KINDS.items() if short != kind}
_SPACE = re.compile(r"(?:[12]:)?[A-Za-z][1-9]\d?")


# -- words -> event ------------------------------------------------------------------


def _wrong(form: str, words: Sequence[str]) -> NotUnderstood:
    return NotUnderstood("sentence.form", nearest=[form], said=join(words), form=form)


def space(word: str) -> str:
    """The space that a word names, in capitals; "" if none."""
    return word.upper() if _SPACE.fullmatch(word) else ""


def _tell(words: Iterable[str]) -> tuple[tuple[str, str], ...] | None:
    """Spaces, each with the kind that follows it or "": None if the words are something else."""
    found: list[tuple[str, str]] = []
    for word in words:
        if at := space(word):
            found.append((at, ""))
        elif (kind := KINDS.get(word)) and found and not found[-1][1]:
            found[-1] = found[-1][0], kind
        elif word != COMMA:
            return None
    return tuple(found)


def _paid(words: Sequence[str]) -> tuple[Sequence[str], int | None]:
    """The words without the price's split, and how much of the price the batteries pay (None: what solar leaves)."""
    if len(words) > 2 and words[-2] == "battery" and words[-1].isdecimal():
        return words[:-2], int(words[-1])
    return words, None


def _targets(words: Sequence[str], verb: str, count: int, form: str) -> tuple[tuple[str, ...], Told, int | None]:
    """The first `count` spaces said are the targets (more spaces without a kind are too), the rest is told about."""
    said, battery = _paid(words)
    tell = _tell(said[1:])
    if not tell:
        raise _wrong(form, words)
    at = tuple(s for n, (s, kind) in enumerate(tell) if n < count or not kind)
    return at, tuple((s, kind) for s, kind in tell if kind), battery


def _drill(words: Sequence[str], who: str) -> Drill:
    count = 2 if words[0] == "booster-drill" else 1
    return Drill(who, words[0], *_targets(words, words[0], count, f"{words[0]} C3 ruby, D3 gold"))


def _second(words: Sequence[str], who: str) -> Second:
    at, told, _ = _targets(words, "second", 1, "second D5 ruby, E5 gold")
    return Second(who, at, told)


def _mega(words: Sequence[str], who: str) -> Drill:
    said, battery = _paid(words)
    form = f"{words[0]} C3-E3, C3 ruby, E3 gold"
    run = tuple(space(word) for word in said[1].split("-")) if len(said) > 1 else ()
    if run and (which := geometry.board_of(run[0])):
        run = tuple(at if ":" in at else f"{which}{at}" for at in run)
    tell = _tell(said[2:])
    if not run or not all(run) or tell is None or not all(kind for _, kind in tell):
        raise _wrong(form, words)
    return Drill(who, words[0], geometry.between(*run) if len(run) == 2 else run, tell, battery)


def _sweep(words: Sequence[str], who: str) -> Sweep:
    return Sweep(who, words[0], *_targets(words, words[0], 2, f"{words[0]} C3 ruby, D4 gold"))


def _scan(words: Sequence[str], who: str) -> Scan:
    said, battery = _paid(words)
    said, opponent = _opponent(said) if words[0] == "large-scan" else (said, "")
    tell = _tell(said[1:])
    if tell is None or not (tell or opponent or words[0] == "scan"):  # where no tile is left, Scan & Charge charges
        raise _wrong(f"{words[0]} C3 D4", words)
    at = tuple(space for space, _ in tell)
    if any(kind for _, kind in tell):
        raise Private("scan.private", nearest=[join((words[0], *at))])
    return Scan(who, words[0], at, battery, opponent)


def _opponent(words: Sequence[str]) -> tuple[Sequence[str], str]:
    """The words without the player at their end, and that player."""
    if len(words) > 2 and words[-2] == "of":
        return words[:-2], words[-1]
    return (words, "") if _no_name(words[-1]) else (words[:-1], words[-1])


def _no_name(word: str) -> bool:
    """Whether a word would be taken for something else than a player."""
    return bool(space(word)) or word in (COMMA, "large-scan", *KINDS)


def _ship(words: Sequence[str], who: str) -> Ship:
    said, battery = _paid(words)
    rest = [word for word in said[1:] if word not in (COMMA, "to")]
    rest, claims = _after(rest, "claim")
    rest, installed = _after(rest, "install")
    loads: list[tuple[str, str]] = []
    for word in rest:
        if word in KINDS:
            loads.append((KINDS[word], ""))
        elif loads and not loads[-1][1]:
            loads[-1] = loads[-1][0], word
        else:
            raise _wrong(f"{words[0]} ruby b03, diamond card", words)
    if len(installed) > 1:
        raise _wrong(f"{words[0]} ruby install reroute", words)
    return Ship(who, words[0], tuple(loads), "".join(installed), claims, battery)


def _after(words: list[str], mark: str) -> tuple[list[str], tuple[str, ...]]:
    """The words before a mark, and those after it."""
    if mark not in words:
        return words, ()
    at = words.index(mark)
    return words[:at], tuple(words[at + 1 :])


def _use(words: Sequence[str], who: str) -> Use:
    said, battery = _paid(words)
    names = tuple(word for word in said[1:] if word != COMMA)
    if not all(name in VERBS for name in names):
        raise _wrong(f"{words[0]} scan", words)
    return Use(who, words[0], names, battery)


def _alone(words: Sequence[str], who: str) -> Use:
    event = _use(words, who)
    if event.names:
        raise _wrong(words[0], words)
    return event


def _inner(words: Sequence[str], who: str) -> Act:
    event = parse(words, who)
    if not isinstance(event, Act) or isinstance(event, Reroute | Ability | Flip):
        raise _wrong("reroute drill C3 ruby", words)
    return event


def _reroute(words: Sequence[str], who: str) -> Reroute:
    said, battery = _paid(words)
    if len(said) < 2:
        raise _wrong("reroute drill C3 ruby", words)
    if said[1] in ("reroute", "expanded-storage"):
        return Reroute(who, words[0], Use(who, said[1]), battery)  # understood, and judged by A-49
    inner = _ability(said[1:], who) if said[1] in SLOTS else _inner(said[1:], who)
    return Reroute(who, words[0], inner, battery)


def _ability(words: Sequence[str], who: str) -> Ability:
    said, battery = _paid(words)
    return Ability(who, words[0], _inner(said[1:], who) if len(said) > 1 else None, battery)


def _alien(words: Sequence[str], who: str) -> Alien:
    count = 2 if words[0] == "move-alien" else 1
    at = tuple(space(word) for word in words[2:])
    if len(words) != count + 2 or not all(at) or words[1] not in ("pink", "blue"):
        raise _wrong("move-alien pink C3 D5" if count == 2 else "remove-alien pink C3", words)
    return Alien(who, words[0], words[1], at)


def _flip(words: Sequence[str], who: str) -> Flip:
    said, battery = _paid(words)
    if len(said) > 1:
        raise _wrong("flip-card", words)
    return Flip(who, battery=battery)


def _end(words: Sequence[str], who: str) -> End:
    if len(words) > 1:
        raise _wrong("end", words)
    return End(who)


def _done(words: Sequence[str], who: str) -> Done:
    if len(words) > 1:
        raise _wrong("done", words)
    return Done(who)


def _turn_up(words: Sequence[str], who: str) -> TurnUp:
    tell = _tell(words[1:])
    if not tell or not all(kind for _, kind in tell):
        raise _wrong("turn-up E4 ruby, E5 rock", words)
    return TurnUp(who, tell)


def _damage(words: Sequence[str], who: str) -> Damage:
    if len(words) != 2 or words[1] not in VERBS:
        raise _wrong("damage scan", words)
    return Damage(who, words[1])


def _discard(words: Sequence[str], who: str) -> Discard:
    if len(words) != 2 or words[1] not in KINDS:
        raise _wrong("discard rock", words)
    return Discard(who, KINDS[words[1]])


def _diamond(words: Sequence[str], who: str) -> Diamond:
    if len(words) != 2 or words[1] not in ("card", "storage"):
        raise _wrong("diamond card", words)
    return Diamond(who, words[1])


def _spawn(words: Sequence[str], who: str) -> Spawn:
    shows, extra = words[1:2], set(words[2:])
    if not shows or extra - {"damage", "shuffle"} or (extra and not shows[0].isdecimal()):
        raise _wrong("spawn 2 damage shuffle", words)
    if shows[0] == "none":
        return Spawn(who)
    if not shows[0].isdecimal():
        return Spawn(who, shows[0])
    return Spawn(who, "", int(shows[0]), "damage" in extra, "shuffle" in extra)


def _origin(words: Sequence[str], who: str) -> Origin:
    if len(words) == 2 and words[1].rpartition(":")[2].upper() in geometry.EDGES:
        return Origin(who, words[1].upper())
    if len(words) == 4 and space(words[1]) and words[2] == "inward" and words[3].upper() in geometry.EDGES:
        return Origin(who, space(words[1]), words[3].upper())
    raise _wrong("origin E", words)


def _claim(words: Sequence[str], who: str) -> Claim:
    names = tuple(word for word in words[1:] if word != COMMA)
    if not names:
        raise _wrong("claim b01 b03", words)
    return Claim(who, names)


def _mend(words: Sequence[str], who: str) -> Mend:
    names = tuple(word for word in words[1:] if word != COMMA)
    if not names or not all(name in VERBS for name in names):
        raise _wrong("mend drill ship-all", words)
    return Mend(who, names)


def _secret(words: Sequence[str], who: str) -> Secret:
    rest = [word for word in words[1:] if word != COMMA]
    if len(rest) % 2 == 0 or not all(points.isdecimal() for points in rest[2::2]):
        raise _wrong("secret s03 Ann 5", words)
    return Secret(who, rest[0], tuple((name, int(n)) for name, n in zip(rest[1::2], rest[2::2], strict=True)))


def _peek(words: Sequence[str], who: str) -> Peek:
    if len(words) > 2:
        raise _wrong("peek", words)
    return Peek(who, "".join(words[1:]))


def _leave(words: Sequence[str], who: str) -> Leave:
    if len(words) > 1:
        raise _wrong("leave", words)
    return Leave(who)


def _break_off(words: Sequence[str], who: str) -> BreakOff:
    if len(words) < 2:
        raise _wrong('break-off "the last train"', words)
    return BreakOff(who, " ".join(words[1:]))


def _draw(words: Sequence[str], who: str) -> Draw:
    return Draw(who, words[0], tuple(word for word in words[1:] if word != COMMA))


VERBS: dict[str, Callable[[Sequence[str], str], Event]] = {
    **dict.fromkeys(("drill", "precision-drill", "drill-arm", "booster-drill", "auxiliary-drill"), _drill),
    "mega-drill": _mega,
    "sweep": _sweep,
    **dict.fromkeys(("scan", "large-scan", "quick-scan"), _scan),
    **dict.fromkeys(("quick-ship", "ship-all", "return-and-refit", "ship"), _ship),
    "aux-scan": _scan,
    "aux-drill": _drill,
    "claim": _claim,
    "mend": _mend,
    "secret": _secret,
    "peek": _peek,
    "leave": _leave,
    "break-off": _break_off,
    **dict.fromkeys(("repair", "repair-bot", "upgrade-drone"), _use),
    **dict.fromkeys(("charge", "mega-charge", "expanded-storage"), _alone),
    "reroute": _reroute,
    **dict.fromkeys(SLOTS, _ability),
    **dict.fromkeys(("move-alien", "remove-alien"), _alien),
    "flip-card": _flip,
    "end": _end,
    "second": _second,
    "turn-up": _turn_up,
    "damage": _damage,
    "discard": _discard,
    "diamond": _diamond,
    "spawn": _spawn,
    "done": _done,
    "origin": _origin,
    **dict.fromkeys(("pool", "jobs", "solo-card", "deck", "bonuses", "numbers"), _draw),
}

ALIASES = {"pass": "end", "move": "quick-ship", "reveal": "turn-up", "refit": "return-and-refit"}


def parse(words: Sequence[str], who: str) -> Event:
    """The event that `who` says in these words; the verb comes first. Raises NotUnderstood."""
    verb = VERBS.get(words[0])
    if verb is None:
        raise NotUnderstood("sentence.verb", nearest=tuple(VERBS), word=words[0])
    return verb(words, who)


# -- event -> sentence ------------------------------------------------------------------


def write(event: Event) -> str:
    """The sentence of an event, as it is shown and stored."""
    battery = getattr(event, "battery", None)
    words = _WRITE[type(event)](event)
    return words if battery is None else f"{words} battery {battery}"


def _pairs(pairs: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{join((a,))} {'?' if b == UNKNOWN else join((b,))}" if b else a for a, b in pairs)


def _write_drill(event: Drill | Sweep | Second) -> str:
    verb = "second" if isinstance(event, Second) else event.system
    kinds = dict(event.told)
    if verb == "mega-drill":
        return ", ".join(filter(None, (f"{verb} {'-'.join(event.at)}", _pairs(event.told))))
    around = [pair for pair in event.told if pair[0] not in event.at]
    return f"{verb} {_pairs([*((at, kinds.get(at, '')) for at in event.at), *around])}"


def _write_ship(event: Ship) -> str:
    install = f"install {join((event.install,))}" if event.install else ""
    claims = join(("claim", *event.claims)) if event.claims else ""
    return " ".join(filter(None, (event.system, _pairs(event.loads), install, claims)))


def named(opponent: str) -> tuple[str, ...]:
    """The words for an opponent: after `of`, if the name could be taken for something else."""
    return ("of", opponent) if _no_name(opponent) else (opponent,)


def _write_scan(event: Scan) -> str:
    return join((event.system, *event.at, *(named(event.opponent) if event.opponent else ())))


def _write_inner(event: Reroute | Ability) -> str:
    return f"{event.system} {write(event.inner)}" if event.inner else event.system


def _write_spawn(event: Spawn) -> str:
    if event.card:
        return join(("spawn", event.card))
    return f"spawn {event.icons}{' damage' * event.damage}{' shuffle' * event.shuffle}"


def _write_draw(event: Draw) -> str:
    if event.what != "numbers":
        return join((event.what, *event.names))
    pairs = (join(event.names[n : n + 2]) for n in range(0, len(event.names), 2))
    return f"numbers {', '.join(pairs)}".strip()


_WRITE: dict[type, Callable[..., str]] = {
    Drill: _write_drill,
    Second: _write_drill,
    Sweep: _write_drill,
    Scan: _write_scan,
    Ship: _write_ship,
    Use: lambda e: join((e.system, *e.names)),
    Reroute: _write_inner,
    Ability: _write_inner,
    Alien: lambda e: join((e.system, e.colour, *e.at)),
    Flip: lambda e: "flip-card",
    End: lambda e: "end",
    TurnUp: lambda e: f"turn-up {_pairs(e.told)}",
    Damage: lambda e: join(("damage", e.system)),
    Discard: lambda e: f"discard {e.kind}",
    Diamond: lambda e: f"diamond {e.to}",
    Spawn: _write_spawn,
    Done: lambda e: "done",
    Origin: lambda e: join(filter(None, ("origin", e.at, e.inward and "inward", e.inward))),
    Draw: _write_draw,
    Claim: lambda e: join(("claim", *e.bonuses)),
    Mend: lambda e: join(("mend", *e.names)),
    Secret: lambda e: " ".join(filter(None, (join(("secret", e.card)), _pairs((who, str(n)) for who, n in e.awards)))),
    Peek: lambda e: join(filter(None, ("peek", e.whose))),
    Leave: lambda e: "leave",
    BreakOff: lambda e: join(("break-off", e.because)),
}
