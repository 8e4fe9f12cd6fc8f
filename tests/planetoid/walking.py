"""How a walk plays Planetoid against the aliens: set-ups, strays, facts that only people see, and a count of its own.

Nothing here asks the game what is legal: the walk says it, and the desk judges.
"""

import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from referee import hearing, opening, remarks
from referee.acts import Act, Line
from referee.ask import Ask
from referee.desk import Desk
from referee.games.planetoid import events, sentences
from referee.games.planetoid.kit import SLOTS
from referee.ledger import Entry
from referee.where import tables_folder
from tests.planetoid import twins

NAME = "planetoid"
BOX: tuple[str, ...] = tuple(tomllib.loads((tables_folder(NAME) / "practice.toml").read_text("utf-8"))["box"])
TILES = {"rock": 35, "gold": 20, "emerald": 12, "ruby": 8, "diamond": 5}
TOKENS = 48
HIDDEN = ("face-down", "unknown")
ICONS = {words[2]: int(words[4]) for words in map(str.split, BOX) if words[1] == "spawn"}
LETTERS = {
    "rock": "R",
    "gold": "G",
    "emerald": "E",
    "ruby": "U",
    "diamond": "D",
    "face-down": "?",
    "unknown": "x",
    "none": ".",
}
NAMES = ("Ann:green", "Ann", "Jörg [red]:blue", "drill:pink", 'O"Neill')
ASKED = {"solo-card": "ability", "jobs": "bonus"}  # what is taught when these are asked and not known
LACKS = ("board", "origin-card", "spawn", "ability", "bonus")

# -- set-ups ------------------------------------------------------------------


def header(rnd: Random) -> dict[str, Any]:
    """A game at any difficulty, with any box, under any readings, dealt by the referee or told by the table."""
    box, draws = _box(rnd)
    return {
        "game": NAME,
        "players": [rnd.choice(NAMES)],
        "options": ["mode=solo", *difficulty(rnd)],
        "rulings": list(_rulings(rnd)),
        "box": box,
        "practice": True,
        "draws": draws,
        "seed": rnd.randrange(1_000_000),
    }


def difficulty(rnd: Random) -> Iterator[str]:
    level = rnd.choice(("easy", "medium", "hard", "custom"))
    yield f"difficulty={level}"
    if level == "custom":
        yield f"growth={rnd.choice((3, 5, 8, 10, 14, 18))}"
        yield f"jobs={rnd.randint(3, 14)}"
        yield f"spawn={rnd.choice(('green', 'green+yellow', 'green+yellow+red'))}"


def _box(rnd: Random) -> tuple[list[str], str]:
    """The practice box, or it with another board, or without something that the table then has to tell."""
    box = list(BOX)
    if rnd.random() < 0.3:
        box[0] = f"teach board full {outline(rnd)}"
    if rnd.random() < 0.2:
        box += ["teach origin-card pink blue pink", "teach origin-card blue pink blue"]
    if rnd.random() < 0.6:
        return box, "referee"
    lacks = rnd.sample(LACKS, rnd.randint(0, 2))
    return [sentence for sentence in box if sentence.split()[1] not in lacks], "table"


def outline(rnd: Random) -> str:
    """A board of one part with a middle at an edge, bites taken out of it; some are too small for many aliens."""
    width, height = rnd.choice((3, 5, 7)), rnd.randint(3, 8)
    cells = {(x, y) for x in range(width) for y in range(height)}
    for cell in rnd.sample(sorted(cells), rnd.randint(0, 4)):
        if len(_part(cells - {cell})) == len(cells) - 1:
            cells.remove(cell)
    board = {f"{chr(ord('A') + x)}{y + 1}": "?" for x, y in cells}
    edges: tuple[twins.Edge, ...] = ("N", "E", "S", "W")
    if not any(twins.edge_middle(board, edge) for edge in edges):
        return outline(rnd)
    return "/".join("".join("#" if (x, y) in cells else "-" for x in range(width)) for y in range(height))


def _part(cells: set[tuple[int, int]]) -> set[tuple[int, int]]:
    part, edge = set(), [min(cells)]
    while edge:
        x, y = edge.pop()
        if (x, y) in cells and (x, y) not in part:
            part.add((x, y))
            edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return part


def _rulings(rnd: Random) -> Iterator[str]:
    """Many games by the defaults, most under a few other readings that the referee carries out, or has to ask for."""
    if rnd.random() < 0.4:
        return
    rulings = [ruling for ruling in opening.kit(NAME).book.rulings.values() if "solo" in ruling.modes]
    yield from (f"{ruling.id}={rnd.choice(otherwise(ruling))}" for ruling in rnd.sample(rulings, 6))


def otherwise(ruling: Any) -> tuple[str | int, ...]:
    """The readings of a ruling that are not its default; `ask` where there is none."""
    words = (3, 5, 6) if ruling.id == "A-06" else ruling.readings
    return tuple(word for word in words if word != ruling.default) or ("ask",)


def reading(rnd: Random, ruling: Any) -> str | int:
    """A reading of a ruling that the referee carries out; now and then any that may be said, or `ask`."""
    if ruling.id == "A-06":
        return rnd.randint(3, 6)
    chance = rnd.random()
    if chance < 0.05:
        return "ask"
    return str(rnd.choice(ruling.coded if ruling.coded and chance < 0.95 else ruling.readings))


def spoilt(rnd: Random, header: dict[str, Any]) -> dict[str, Any]:
    """The header with something wrong in it."""
    wrong: list[dict[str, Any]] = [
        {"players": []},
        {"players": ["Ann", "Bea"]},
        {"players": ["table"]},
        {"options": ["mode=solo", "difficulty=brutal"]},
        {"options": ["mode=solo", "difficulty=custom", "growth=0", "jobs=3", "spawn=green"]},
        {"options": ["mode=solo", "difficulty=custom", "growth=11", "jobs=3", "spawn=green"]},
        {"options": ["mode=solo", "difficulty=custom", "growth=10", "jobs=15", "spawn=green"]},
        {"options": ["mode=solo", "difficulty=custom", "growth=10", "jobs=3", "spawn=blue"]},
        {"rulings": ["Q-15=roughly"]},
        {"rulings": ["Q-99=yes"]},
        {"facts": [f"{NAMES[1]} battery 3"], "players": NAMES[1:2]},
    ]
    return {**header, **rnd.choice(wrong)}


def entered(rnd: Random, header: dict[str, Any], ask: Ask) -> dict[str, Any] | None:
    """The header of a game that begins where this one stands, every fact of its table told; or near there."""
    pos = ask.pos
    if ask.rule != "S-11" or pos.agenda[0][0] != "turn":
        return None
    facts = dict(opening.game(NAME).facts(pos))
    if rnd.random() < 0.7:
        facts |= _elsewhere(rnd, pos)
    told = [f"{who} {what} {value}" for (who, what), value in facts.items()]
    house = [f"{key}={value}" for key, value in pos.house.items()]
    box = [f"teach {sentence}" for sentence in pos.kit.taught]
    at = rnd.choice(("S-11", "S-11", "S-11", "V-10", "T-901", "T-908", "T-912"))
    return {**header, "rulings": house, "box": box, "facts": told, "at": at}


def _elsewhere(rnd: Random, pos: Any) -> dict[tuple[str, str], str | int]:
    """Facts that this game has not come to: systems installed, aliens anywhere and many, hardly a tile face-down."""
    who, change = pos.names[0], rnd.randrange(4)
    if change == 0:
        owned = pos.installed.get(who, ())
        lacks = [name for name in pos.kit.additional if name not in owned]
        new = rnd.sample(lacks, rnd.randint(1, 4))
        return {(who, "installed"): " ".join((*owned, *new)), **{(who, f"damage {name}"): 0 for name in new}}
    if change == 1:
        many, where = rnd.choice(((1, 2), (2, 2), (45, 1), (45, 2)))
        spaces = rnd.sample(list(pos.tiles), min(where, len(pos.tiles)))
        tokens = {space: sorted(rnd.choices(("pink", "blue"), k=many), reverse=True) for space in spaces}
        return {(space, "aliens"): " ".join(colours) for space, colours in tokens.items()}
    if change == 2:
        systems = rnd.sample(pos.systems(who), rnd.randint(8, len(pos.systems(who))))
        return {(who, f"damage {system}"): 1 for system in systems}
    down = [space for space, tile in pos.tiles.items() if tile == "face-down"]
    return {(space, "tile"): "none" for space in down[2:]} | {("removed", "rock"): rnd.randint(0, 35)}


# -- what only people see ------------------------------------------------------------------


def unseen(pos: Any) -> Counter[str]:
    """Tiles of each kind that nobody has seen yet."""
    return Counter(TILES) - lying(pos)


def drawn(rnd: Random, pos: Any) -> str:
    """A tile that may lie face-down, as likely as there are such tiles left."""
    left = unseen(pos) - Counter(pos.told.values())
    return rnd.choices(list(left), list(left.values()))[0] if left else "rock"


def answer(rnd: Random, ask: Ask) -> str:
    """What the table answers, in any order and sometimes in part; "" where any answer from the menu does."""
    if events.TurnUp in ask.takes:
        spaces = rnd.sample(ask.about, rnd.randint(1, len(ask.about)))
        said = "turn-up " + _told(rnd, ask.pos, spaces)
        return said.rpartition(" ")[0] + " ?" if rnd.random() < 0.05 else said  # a kind that nobody remembers
    boards = ask.pos.kit.boards
    lacks = {
        "board": not set(ask.pos.options.board.split("+")) <= set(boards),
        "origin-card": len(ask.pos.kit.origin_card) < 2,
    }
    lacks |= {"solo-card": not _whole_cards(ask.pos.kit), "jobs": len(ask.pos.kit.jobs) < ask.pos.options.jobs}
    what = ask.fact or "".join(ask.about)
    if lacks.get(what):
        return rnd.choice([sentence for sentence in BOX if sentence.split()[1] == ASKED.get(what, what)])
    return ""


def _whole_cards(kit: Any) -> set[tuple[str, str]]:
    """The cards and sides of which both abilities are known."""
    return {key[:2] for key in kit.abilities if all((*key[:2], slot) in kit.abilities for slot in SLOTS)}


def _told(rnd: Random, pos: Any, spaces: Sequence[str]) -> str:
    said = []
    for space in spaces:
        pos = pos.put(told={**pos.told, space: drawn(rnd, pos)})
        said.append(f"{space} {pos.told[space]}")
    return ", ".join(said)


def richer(rnd: Random, ask: Ask, words: tuple[str, ...]) -> tuple[str, ...]:
    """The sentence with more told in it: how it is paid, and what tiles near it turn out to be."""
    if events.End in ask.takes and rnd.random() < 0.1 and words[0] not in ("end", "flip-card"):
        return (*words, "battery", str(rnd.randint(0, 3)))
    near = [space for space in _near(words) if ask.pos.tiles.get(space) == "face-down"]
    if near and rnd.random() < 0.3 and set(words) & {"drill", "sweep", "second", "drill-arm", "mega-drill"}:
        told = _told(rnd, ask.pos, rnd.sample(near, rnd.randint(1, len(near))))
        return (*words, *("," + told).replace(",", " , ").split())
    return words


def _near(words: Sequence[str]) -> Iterator[str]:
    """The spaces named in a sentence and those beside them."""
    for space in dict.fromkeys(part for word in words for part in word.split("-") if sentences.space(part)):
        column, row = ord(space[0]), int(space[1:])
        yield space
        if words[0] != "sweep":
            yield from (f"{chr(column + x)}{row + y}" for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0)))


# -- strays ------------------------------------------------------------------

FORMS = {
    "drill": ("{s}", "{s} {k}", "{s} {k}, {s} {k}", "{s} {s}", "{s}, {s} {k}"),
    "mega": ("{s}-{s}", "{s}-{s}-{s}", "{s}", "{s}-{s}, {s} {k}", "C3-C4-C6", "B3-E3", "C1-C2-C3-C4"),
    "scan": ("{s}", "{s} {s}", "{s} {s} {s} {s}", "{s} {s} {s} {s} {s}"),
    "ship": ("", "{k} {j}", "{k} {j}, {k} {j}", "{k} {j}, {k} {j}, {k} {j}", "{k} card, {k} {j}", "install {y}",
             "{k} {j} install {y}"),  # fmt: skip
    "use": ("", "{y}", "{y} {y}", "{y} {y} {y}"),
    "reroute": ("drill {s}", "reroute", "expanded-storage", "solo-top", "{y}", "mega-drill {s}-{s}", "repair {y}"),
    "alien": ("{c} {s}", "{c} {s} {s}"),
    "none": ("",),
}  # fmt: skip
VERBS = {
    **dict.fromkeys(("drill", "precision-drill", "drill-arm", "booster-drill", "auxiliary-drill", "second"), "drill"),
    **dict.fromkeys(("sweep",), "drill"),
    "mega-drill": "mega",
    **dict.fromkeys(("scan", "large-scan", "quick-scan"), "scan"),
    **dict.fromkeys(("quick-ship", "ship-all", "return-and-refit"), "ship"),
    **dict.fromkeys(("repair", "repair-bot", "charge", "mega-charge", "upgrade-drone", "expanded-storage"), "use"),
    "reroute": "reroute",
    **dict.fromkeys(SLOTS, "reroute"),
    **dict.fromkeys(("move-alien", "remove-alien"), "alien"),
    **dict.fromkeys(("end", "done", "flip-card"), "none"),
}
ANSWERS = (
    *("turn-up {s} {k}", "turn-up {s} {k}, {s} {k}", "turn-up C3 ruby, C3 gold", "damage {y}", "discard {k}"),
    *("diamond card", "diamond storage", "spawn {n}", "spawn {n} damage shuffle", "spawn s{n}", "spawn s99"),
    *(
        "origin {e}",
        "origin {s} inward {e}",
        "pool {y} {y} {y} {y}",
        "pool drill-arm drill-arm repair-bot reroute",
        "jobs {j} {j} {j}",
        "jobs {j} {j} {j} {j} {j}",
    ),
    *("solo-card A", "solo-card B back", "solo-card C front", "deck 13", "deck ?", "deck {n}", "done"),
)


def stray(rnd: Random, ask: Ask) -> str:
    """A sentence that nobody would say on purpose; now and then it is even legal."""
    if rnd.random() < 0.4:
        verbs = {option.words[0] for option in opening.game(NAME).options(ask, ()) if option.words}
        forms = [form for form in ANSWERS if form.split()[0] in verbs]
        return _fill(rnd, ask.pos, rnd.choice(forms if forms and rnd.random() < 0.7 else ANSWERS))
    who = ask.pos.names[0]
    systems = rnd.choice((tuple(VERBS), ask.pos.systems(who), ask.pos.installed.get(who, ())))
    verb = rnd.choice([system for system in systems if system in VERBS] or list(VERBS))
    said = f"{verb} {_fill(rnd, ask.pos, rnd.choice(FORMS[VERBS[verb]]))}".strip()
    return f"{said} battery {rnd.randint(0, 4)}" if rnd.random() < 0.1 else said


def _fill(rnd: Random, pos: Any, form: str) -> str:
    spaces = (*pos.tiles, "Z9", "D5") if pos.tiles else ("C3",)
    systems = (*pos.kit.systems, *SLOTS)
    slots = {"s": spaces, "k": tuple(TILES), "j": (*pos.kit.jobs, "b99", "card"), "y": systems, "c": ("pink", "blue"),
             "n": tuple("012345"), "e": tuple("NESW")}  # fmt: skip
    while "{" in form:
        slot = form[form.index("{") + 1]
        form = form.replace(f"{{{slot}}}", rnd.choice(slots[slot]), 1)
    return form


def remark(rnd: Random, ask: Ask) -> str:
    """Something that may be said at any question, a note apart."""
    pos, who = ask.pos, ask.pos.names[0]
    if rnd.random() < 0.3:
        ruling = rnd.choice([ruling for ruling in pos.kit.book.rulings.values() if "solo" in ruling.modes])
        return f"ruling {ruling.id} {reading(rnd, ruling)}"
    if rnd.random() < 0.3:
        return _taught(rnd)
    facts = [f"{who} battery {rnd.randint(0, 3)}", f"{who} solar {rnd.randint(0, 4)}"]
    facts += [*_moved(rnd, pos), f"card diamond {rnd.randint(0, 3)}", f"{who} stored rock {rnd.randint(0, 7)}"]
    damage = [f"{who} damage {system} {rnd.choice((0, 1, 1, 2))}" for system in pos.systems(who)]
    said = rnd.sample([*facts, *damage], rnd.randint(1, 2))
    return f"by-hand {', '.join(_quoted(fact) for fact in said)} card Beacon"


def _taught(rnd: Random) -> str:
    """A fact of the box, or what nobody would have read off it."""
    what = rnd.choice(LACKS)
    said = rnd.choice([sentence for sentence in BOX if sentence.split()[1] == what])
    if what == "board":
        return f"teach board full {outline(rnd)}"
    if what == "spawn" and rnd.random() < 0.5:
        return said.replace(said.split()[3], rnd.choice(("green", "red", "yellow+red")))
    return f"{said} {rnd.randint(3, 12)}" if what == "bonus" and not said[-1].isdecimal() else said


def _moved(rnd: Random, pos: Any) -> Iterator[str]:
    """An effect of a card that nothing foresees, and one that loses a tile."""
    if pos.tiles and pos.jobs:
        yield f"{rnd.choice(list(pos.tiles))} tile {rnd.choice((*TILES, 'none'))}"
        yield f"{pos.jobs[0]} ruby {rnd.randint(0, 2)}"


def _quoted(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


# -- a count of its own ------------------------------------------------------------------


def lying(pos: Any) -> Counter[str]:
    """Every identified tile on the table, whoever holds it, by kind."""
    found: Counter[str] = Counter(tile for tile in pos.tiles.values() if tile in TILES)
    for (who, what), n in pos.counters.items():
        kind = what.removeprefix("stored ").removeprefix("saved ")
        if kind in TILES and not who.startswith("board "):
            found[kind] += n
    found.update(frame[2] for frame in pos.agenda if frame[0] == "stow")
    return found


def conserved(desk: Desk) -> None:
    """80 tiles: those told about lie somewhere, the others are face-down or left over. 48 aliens, as they hatch."""
    pos, began = desk.ask.pos, desk.opening.pos
    told: dict[str, str] = {}
    shown: Counter[str] = Counter()
    tokens = sum(began.aliens.values())
    for act in desk.acts:
        for line in act.lines:
            event = hearing.read(desk.game, str(line.block["say"]), str(line.block["who"]))
            event = getattr(event, "inner", None) or event
            told |= dict(getattr(event, "told", ()))
            if isinstance(event, remarks.ByHand):
                shown += by_hand(act)
                told = {space: kind for space, kind in told.items() if not set_by_hand(act, event, space)}
            tokens += _come(act, line, event, tokens)
    new = (kind for space, kind in told.items() if began.tiles.get(space, "face-down") in HIDDEN)
    seen = (
        lying(began) + shown + Counter(new) - Counter(told[space] for space in told if pos.tiles.get(space) in HIDDEN)
    )
    assert lying(pos) == Counter({kind: n for kind, n in seen.items() if kind in TILES})
    assert sum(pos.aliens.values()) == tokens <= TOKENS
    if all_tiles(began) == len(began.tiles):  # so it is in every game that was not entered with tiles missing
        assert all_tiles(pos) == len(pos.tiles)
    assert not lying(pos) - Counter(TILES)


def all_tiles(pos: Any) -> int:
    """Every tile that was laid out, wherever it lies by now."""
    return lying(pos).total() + sum(tile in HIDDEN for tile in pos.tiles.values())


def set_by_hand(act: Act, event: remarks.ByHand, space: str) -> bool:
    """Whether a card turned up, by hand, a tile that was told about ahead."""
    return act.before.pos.tiles.get(space) == "face-down" and any(fact.split()[0] == space for fact in event.facts)


def by_hand(act: Act) -> Counter[str]:
    """What an effect by hand brought to light; nothing is lost by it."""
    before, after = lying(act.before.pos), lying(act.after.pos)
    assert not before - after
    return after - before


def _come(act: Act, line: Line, event: Any, tokens: int) -> int:
    """How many aliens a line brings on the board, or takes away."""
    if isinstance(event, events.Spawn):
        return min(ICONS.get(event.card, int(event.icons)), TOKENS - tokens)
    if isinstance(event, events.Alien):
        return -1 if event.system == "remove-alien" else 0
    lifted = [str(entry.facts["space"]) for entry in line.entries if entry.key == "alien.removed"]
    gone = sum(n for (space, _), n in act.before.pos.aliens.items() if space in lifted)
    return int(sum(entry.rule == "T-805" for entry in line.entries) - gone)


def watch(rnd: Random, before: Ask, after: Ask) -> None:
    """What the aliens did in one step agrees with the slow twins; the march only now and then, they are slow."""
    entries, pos = after.pos.entries, before.pos
    for entry in entries:
        if entry.key.startswith("aliens.pile"):
            _grown(entry)
    if rnd.random() < 0.1 and any(entry.key == "alien.marches" for entry in entries):
        _marched(pos, after.pos)


def _grown(entry: Entry) -> None:
    """Three countings of a pile, each never more than the next; a small pile is counted by the twin."""
    exact, cover, floor = (int(str(entry.facts[name])) for name in ("exact", "cover", "floor"))
    assert exact <= cover <= floor == int(str(entry.facts["value"])) // int(str(entry.facts["rate"]))


def _marched(before: Any, after: Any) -> None:
    """Tiles lie after the march as they lay during it; aliens stand before this step where they set out."""
    board = {space: LETTERS[tile] for space, tile in after.tiles.items()}
    aliens = [(space, colour[0]) for (space, colour), n in before.aliens.items() for _ in range(n)]
    colour = before.moving[1][0]
    readings = {"closest": "closest_alien", "covered": "covered_by", "distance": "distance", "right": "right"}
    said: dict[str, Any] = {name: before.reading(switch) for name, switch in readings.items()}
    if before.reading("reveal_on_move") == "yes" or "ask" in said.values():
        return
    try:
        moved, _ = twins.march(board, aliens, colour, *before.origin, **said)
    except ValueError:  # a space behind the origin, of which nothing is printed
        return
    assert Counter(moved) == Counter(
        (space, colour[0]) for (space, colour), n in after.aliens.items() for _ in range(n)
    )


def rules() -> Iterator[str]:
    """Every rule and ruling that a game against the aliens touches."""
    book = opening.kit(NAME).book
    yield from (rule.id for rule in book.rules.values() if "solo" in rule.modes)
    yield from (ruling.id for ruling in book.rulings.values() if "solo" in ruling.modes)


SILENT: dict[str, tuple[str, ...]] = {
    "the map: what is said against it bears the row of the system or of the set-up": ("G-1", "G-4"),
    "kept by people, or by the referee's silence: nothing is said": ("T-003", "T-006", "T-105", "T-110"),
    "the objection bears the row of the system that turns tiles up": ("T-008",),
    "allowed, so that there is nothing to object to": ("T-308", "A-28", "A-30", "A-44"),
    "advice, which stops nothing": ("A-31", "A-46"),
    "carried out, and written under the row of the step it is part of": (
        *("T-009", "T-309", "T-312", "T-313", "T-810", "T-902", "T-907", "T-909", "T-910", "T-914", "T-918"),
        *("Q-2", "Q-4", "Q-6", "Q-7", "Q-8", "Q-10", "Q-13", "Q-14", "Q-16", "Q-17", "Q-18", "Q-19", "Q-20", "Q-21"),
        *("Q-24", "Q-25", "Q-31", "Q-32", "Q-33", "Q-34", "Q-36", "Q-37", "A-27", "A-45"),
    ),
    "it cannot come to that: the game is over before": ("Q-30", "A-47"),
    "words and figures of the tables, which cannot be read otherwise": ("A-01", "A-05", "A-20", "A-33", "A-35", "A-50"),
}
