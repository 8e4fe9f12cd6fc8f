"""How a sentence may go on: menus, completion, counting and random choice all walk over this.

Each generator takes the words said so far, the verb first, and yields them with one slot more; `whole` where the
sentence may stop. Nothing is judged here; what only people can see (kinds, cards) is offered where it is asked.
"""

from collections.abc import Callable, Iterator

from referee.ask import Ask, Option
from referee.games.planetoid import events, scanning, sentences, solo, turns
from referee.games.planetoid.geometry import EDGES, between, board_of, edge_behind, edge_middle, name, outermost, place
from referee.games.planetoid.kit import CATEGORIES, COLOURS, SLOTS, kept
from referee.games.planetoid.position import FACE_DOWN, NONE, Position
from referee.games.planetoid.setup import drawing, origin_edges
from referee.games.planetoid.shipping import CARD
from referee.notation import COMMA

Words = tuple[str, ...]
Slots = Callable[[Ask, Words], Iterator[Option]]


def options(ask: Ask, words: Words) -> Iterator[Option]:
    """The next slot of the sentence, for whoever is asked."""
    if not words:
        yield from (Option((verb,), _bare(ask.pos, verb)) for verb in verbs(ask))
    elif slots := _SLOTS.get(words[0]):
        yield from slots(ask, words)


def verbs(ask: Ask) -> tuple[str, ...]:
    """The verbs that may be said. Whoever wants to leave knows the word; a look at what is saved is offered where the
    table allows it [A-34]."""
    allowed = events.Peek in ask.takes and not ask.pos.alone and ask.pos.reading("peek_own") == "yes"
    return (*_answers(ask), "peek") if allowed else _answers(ask)


def _answers(ask: Ask) -> tuple[str, ...]:
    """The verbs that the question takes; in a turn, those of the systems that the player has."""
    if events.End in ask.takes and ask.pos.basic:
        return (*turns.VERBS, "end")
    if events.End in ask.takes:
        owned = (s for s in ask.pos.systems(ask.who[0]) if s != "expanded-storage")
        also = {"flip-card": bool(ask.pos.card[0]), "mend": events.Mend in ask.takes}
        return (*owned, *(verb for verb, offered in also.items() if offered), "end")
    if events.Draw in ask.takes:
        return tuple(what for what in ask.about if what in _DRAWN)
    return tuple(verb for kind, verb in _ANSWERS.items() if kind in ask.takes)


_ANSWERS = {
    events.Second: "second",
    events.TurnUp: "turn-up",
    events.Damage: "damage",
    events.Discard: "discard",
    events.Diamond: "diamond",
    events.Spawn: "spawn",
    events.Done: "done",
    events.Origin: "origin",
    events.Claim: "claim",
    events.Secret: "secret",
}
_DRAWN = frozenset(("pool", "deck", "solo-card", "jobs", "bonuses", "numbers"))
_BARE = frozenset(("peek", "charge", "mega-charge", "flip-card", "end", "done", "ship-all", "return-and-refit"))


def _bare(pos: Position, verb: str) -> bool:
    """Whether the verb alone may be a sentence; an ability that is carried out by hand says nothing more [T-816]."""
    if verb == "scan":  # Scan & Charge where nothing is left to be looked at
        return pos.basic and not pos.face_down()
    return verb in _BARE or (verb in SLOTS and not pos.ability(verb).does)


def _where(pos: Position, *tiles: str) -> Iterator[str]:
    """Spaces with a tile; of those kinds of tile only, if any are named."""
    wanted = set(tiles)
    return (s for s, tile in pos.tiles.items() if tile != NONE and (not wanted or tile in wanted))


def _drill(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, s), True) for s in _where(ask.pos))


def _booster(ask: Ask, words: Words) -> Iterator[Option]:
    last = words[-1] if len(words) > 1 else ""
    face_up = [s for s in _where(ask.pos) if ask.pos.tiles[s] != FACE_DOWN]
    rest = face_up[face_up.index(last) + 1 :] if last in face_up else face_up
    if len(words) < 3:
        yield from (Option((*words, s), len(words) == 2 or len(face_up) == 1) for s in rest)


def _mega(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) > 1:
        return
    tiles = ask.pos.tiles
    for start in tiles:
        x, y = place(start)
        ends = (
            start,
            *(name(x + n, y, board_of(start)) for n in (1, 2)),
            *(name(x, y + n, board_of(start)) for n in (1, 2)),
        )
        for end in ends:
            run = between(start, end)
            if all(s in tiles for s in run) and any(tiles[s] != NONE for s in run):
                yield Option((*words, "-".join((start,) if start == end else (start, end))), True)


def _looks(ask: Ask, words: Words) -> Iterator[Option]:
    """Face-down tiles in reading order, as many as the system takes or as there are; then, perhaps, an opponent."""
    down, others = list(_where(ask.pos, FACE_DOWN)), _opponents(ask, words[0])
    amount = turns.LOOKS if ask.pos.basic else ask.pos.kit.systems[words[0]].amount
    wanted, said = min(amount, len(down)), words[1:]
    first = down.index(said[-1]) + 1 if said and said[-1] in down else 0
    if len(said) < wanted:
        whole = len(said) + 1 == wanted and not others
        yield from (Option((*words, s), whole) for s in down[first : len(down) - (wanted - len(said) - 1)])
    elif len(said) == wanted:
        yield from (Option((*words, *sentences.named(name)), True) for name in others)


def _opponents(ask: Ask, system: str) -> tuple[str, ...]:
    """[T-406] Whose secret cards Large Scan may look at, where there is a choice."""
    others = scanning.opponents(ask.pos, ask.who[0]) if system == "large-scan" else ()
    return others if len(others) > 1 else ()


def _save(ask: Ask, words: Words) -> Iterator[Option]:
    """Stored tiles in a fixed order, none named twice too often; Ship All takes them all."""
    left = ask.pos.stored(ask.who[0])
    said = [word for word in words[1:] if word in ask.pos.kit.values]
    left.subtract(said)
    kinds = list(ask.pos.kit.values)
    first = kinds.index(said[-1]) if said else 0
    if words[0] != "ship-all" and "install" not in words and not (words[0] == "quick-ship" and said):
        yield from (Option((*words, kind), True) for kind in kinds[first:] if left[kind] > 0)
    if words[0] == "return-and-refit":
        yield from _refit_install(ask, words)


def _refit_install(ask: Ask, words: Words) -> Iterator[Option]:
    if words[-1] == "install":
        yield from (Option((*words, kind), True) for kind, n in ask.pos.pool.items() if n)
    elif "install" not in words and any(ask.pos.pool.values()):
        yield Option((*words, "install"))


def _claim(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, *names.split()), True) for names in ask.about)
        yield Option((*words, "none"), True)


def _mend(ask: Ask, words: Words) -> Iterator[Option]:
    hurt = [s for s in ask.pos.systems(ask.who[0]) if ask.pos.damaged(ask.who[0], s)]
    first = hurt.index(words[-1]) + 1 if len(words) > 1 and words[-1] in hurt else 0
    if len(words) < 3:
        yield from (Option((*words, s), len(words) == 2) for s in hurt[first:])


def _secret(ask: Ask, words: Words) -> Iterator[Option]:
    """Ten cards lie in a box; what they say is told by the table, so menus offer their numbers only."""
    if len(words) == 1:
        yield from (Option((*words, f"s{n:02}"), True) for n in range(1, 11))


def _bonus_draw(ask: Ask, words: Words) -> Iterator[Option]:
    names, wanted = list(ask.pos.kit.bonuses), len(ask.pos.sets) * ask.pos.kit.limits["display"]
    if len(words) <= wanted:
        left = (name for name in names if words[1:].count(name) < len(ask.pos.sets))
        yield from (Option((*words, name), len(words) == wanted) for name in left)


def _numbers(ask: Ask, words: Words) -> Iterator[Option]:
    pos, said = ask.pos, [word for word in words[1:] if word != COMMA]
    again, players = len(pos.agenda[0]) > 1, drawing(pos)
    if len(said) % 2:
        yield from (Option((*words, n), len(said) + 1 == 2 * len(players)) for n in ("12" if again else "1234"))
    elif len(said) < 2 * len(players):
        yield Option((*words, *((COMMA,) if said else ()), players[len(said) // 2]))


def _quick_ship(ask: Ask, words: Words) -> Iterator[Option]:
    if not ask.pos.alone:
        yield from _save(ask, words)
        return
    yield from _load(ask, words, ask.pos.stored(ask.who[0]) if len(words) < 3 else ())


def _load(ask: Ask, words: Words, kinds: object) -> Iterator[Option]:
    """A kind, then where it goes."""
    pos = ask.pos
    if words[-1] in pos.kit.values:
        room = words[-1] == "diamond" and pos.card[0]
        yield from (Option((*words, to), True) for to in (*pos.jobs, *((CARD,) if room else ())))
    elif isinstance(kinds, dict):
        yield from (Option((*words, kind)) for kind in kinds)


def _ship_all(ask: Ask, words: Words) -> Iterator[Option]:
    """Every stored tile in a fixed order, each with its job."""
    if not ask.pos.alone:
        return
    stored = [kind for kind, n in ask.pos.stored(ask.who[0]).items() for _ in range(n)]
    pairs = [word for word in words[1:] if word != COMMA]
    if len(pairs) % 2:
        last = len(pairs) + 1 == 2 * len(stored)
        yield from (option._replace(whole=last) for option in _load(ask, words, ()))
    elif len(pairs) < 2 * len(stored):
        comma = (COMMA,) if pairs else ()
        yield Option((*words, *comma, stored[len(pairs) // 2]))


def _refit(ask: Ask, words: Words) -> Iterator[Option]:
    """Any stored tiles, each with its job, then perhaps a system to install."""
    if not ask.pos.alone:
        yield from _save(ask, words)
        return
    pos, pairs = ask.pos, [word for word in words[1:] if word != COMMA]
    if words[-1] == "install":
        yield from (Option((*words, kind), True) for kind, n in pos.pool.items() if n)
        return
    if "install" in words:
        return
    if len(pairs) % 2:
        yield from _load(ask, words, ())
        return
    left = pos.stored(ask.who[0])
    left.subtract(pairs[::2])
    comma = (COMMA,) if pairs else ()
    kinds = list(pos.kit.values)
    first = kinds.index(pairs[-2]) if pairs else 0
    yield from (Option((*words, *comma, kind)) for kind in kinds[first:] if left[kind] > 0)
    if any(pos.pool.values()):
        yield Option((*words, "install"))


def _repair(ask: Ask, words: Words) -> Iterator[Option]:
    who, pos = ask.who[0], ask.pos
    hurt = [s for s in pos.systems(who) if pos.damaged(who, s)]
    wanted = min(pos.kit.systems[words[0]].amount, len(hurt))
    first = hurt.index(words[-1]) + 1 if words[-1] in hurt and len(words) > 1 else 0
    if len(words) - 1 < wanted:
        yield from (Option((*words, s), len(words) == wanted) for s in hurt[first:])


def _install(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, kind), True) for kind, n in ask.pos.pool.items() if n)


def _reroute(ask: Ask, words: Words) -> Iterator[Option]:
    pos, who = ask.pos, ask.who[0]
    if len(words) == 1:
        never = ("reroute", "expanded-storage", *(() if pos.reading("reroute_scope") == "solo_too" else SLOTS))
        owned = (s for s in pos.undamaged(who) if s not in never)
        yield from (Option((*words, s), _bare(pos, s)) for s in owned)
    else:
        yield from _within(ask, words)


def _within(ask: Ask, words: Words) -> Iterator[Option]:
    for option in options(ask, words[1:]):
        yield Option((words[0], *option.words), option.whole)


def _ability(ask: Ask, words: Words) -> Iterator[Option]:
    does = ask.pos.ability(words[0]).does
    if len(words) > 1:
        yield from _within(ask, words)
    elif does:
        yield Option((*words, does), does in _BARE)


def _alien(ask: Ask, words: Words) -> Iterator[Option]:
    pos, moves = ask.pos, words[0] == "move-alien"
    if len(words) == 1:
        yield from (Option((*words, colour)) for colour in COLOURS if any(c == colour for _, c in pos.aliens))
    elif len(words) == 2:
        yield from (Option((*words, at), not moves) for at, colour in pos.aliens if colour == words[1])
    elif len(words) == 3 and moves:
        yield from (Option((*words, at), True) for at in pos.tiles if at != words[2])


def _turn_up(ask: Ask, words: Words) -> Iterator[Option]:
    """The tiles asked about, in their order, each with its kind."""
    pairs = [word for word in words[1:] if word != COMMA]
    if len(pairs) % 2:
        yield from (Option((*words, kind), True) for kind in ask.pos.kit.values)
    elif len(pairs) < 2 * len(ask.about):
        comma = (COMMA,) if pairs else ()
        yield Option((*words, *comma, ask.about[len(pairs) // 2]))


def _spawn(ask: Ask, words: Words) -> Iterator[Option]:
    pos = ask.pos
    if len(words) == 1:
        left = (card for card in kept(pos.kit, pos.options.spawn) if card not in pos.drawn)
        yield from (Option((*words, card), True) for card in left)
        yield from (Option((*words, str(n)), True) for n in range(pos.kit.limits["spawn_icons"] + 1))
    elif words[1].isdecimal():
        extra = ("damage", "shuffle")
        yield from (Option((*words, word), True) for word in extra if word not in words and "shuffle" not in words)


def _damage(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, system), True) for system in solo.free(ask.pos, ask.who[0]))


def _about(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, thing), True) for thing in ask.about)


def _diamond(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, to), True) for to in (CARD, "storage"))


def _origin(ask: Ask, words: Words) -> Iterator[Option]:
    """An edge; where it has no middle, one of its spaces and the way inward."""
    board = ask.pos.board
    if board.parts:
        if len(words) == 1:
            yield from (Option((*words, edge), True) for edge in origin_edges(board))
        return
    bare = [edge for edge in EDGES if edge_middle(board, edge) is None]
    ways = {way: edge_behind(way) for way in EDGES if edge_behind(way) in bare}
    if len(words) == 1:
        yield from (Option((*words, edge), True) for edge in EDGES)
        outer = (space for space in board.spaces if any(outermost(board, space, edge) for edge in bare))
        yield from (Option((*words, space)) for space in outer)
    elif len(words) == 2 and words[1] in ask.pos.tiles:
        yield from (
            Option((*words, "inward", way), True) for way, edge in ways.items() if outermost(board, words[1], edge)
        )


def _pool(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) <= len(CATEGORIES):
        category = CATEGORIES[len(words) - 1]
        found = (s for s in ask.pos.kit.additional if ask.pos.kit.systems[s].category == category)
        yield from (Option((*words, s), len(words) == len(CATEGORIES)) for s in found)


def _jobs(ask: Ask, words: Words) -> Iterator[Option]:
    names, wanted = list(ask.pos.kit.jobs), ask.pos.options.jobs
    first = names.index(words[-1]) + 1 if len(words) > 1 else 0
    if len(words) <= wanted:
        yield from (
            Option((*words, job), len(words) == wanted) for job in names[first : len(names) - wanted + len(words)]
        )


def _solo_card(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, card)) for card in dict.fromkeys(card for card, _, _ in ask.pos.kit.abilities))
    elif len(words) == 2:
        sides = dict.fromkeys(side for card, side, _ in ask.pos.kit.abilities if card == words[1])
        yield from (Option((*words, side), True) for side in sides)


def _deck(ask: Ask, words: Words) -> Iterator[Option]:
    if len(words) == 1:
        yield from (Option((*words, str(n)), True) for n in range(1, ask.pos.kit.limits["spawn_cards"] + 1))
        yield Option((*words, "?"), True)


_SLOTS: dict[str, Slots] = {
    **dict.fromkeys(("drill", "precision-drill", "drill-arm", "auxiliary-drill", "second"), _drill),
    "mega-drill": _mega,
    "booster-drill": _booster,
    **dict.fromkeys(("sweep", "scan", "large-scan", "quick-scan"), _looks),
    "quick-ship": _quick_ship,
    "ship-all": _ship_all,
    "ship": _save,
    "aux-scan": _looks,
    "aux-drill": _drill,
    "claim": _claim,
    "mend": _mend,
    "secret": _secret,
    "bonuses": _bonus_draw,
    "numbers": _numbers,
    "return-and-refit": _refit,
    **dict.fromkeys(("repair", "repair-bot"), _repair),
    "upgrade-drone": _install,
    "reroute": _reroute,
    **dict.fromkeys(SLOTS, _ability),
    **dict.fromkeys(("move-alien", "remove-alien"), _alien),
    "turn-up": _turn_up,
    "spawn": _spawn,
    "damage": _damage,
    "discard": _about,
    "diamond": _diamond,
    "origin": _origin,
    "pool": _pool,
    "jobs": _jobs,
    "solo-card": _solo_card,
    "deck": _deck,
}
