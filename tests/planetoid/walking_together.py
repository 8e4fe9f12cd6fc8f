"""How a walk plays Planetoid with several at the table, in one mode: set-ups, strays, and counts of its own.

Nothing here asks the game what is legal: the walk says it, and the desk judges. What is counted is counted from what
was said; bonuses, growth, the march and the final scoring are held against the twins.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from referee import hearing, opening
from referee.ask import Ask
from referee.desk import Desk
from referee.games.planetoid import events
from referee.games.planetoid.kit import SLOTS
from referee.notation import join, quote
from referee.remarks import ByHand
from tests.planetoid import elsewhere, twins, walking
from tests.planetoid.elsewhere import slots
from tests.planetoid.together import BOX, KINDS, MODES, SHIPPING
from tests.planetoid.walking import HIDDEN, ICONS, LETTERS, TILES, TOKENS, otherwise, reading

NAME = "planetoid"
PEOPLE = ("Ann:green", "Bea", "Jörg [red]:blue", "drill:pink", 'O"Neill', "C3:white", "saved", "Hal:black")
MOON = {"rock": 13, "gold": 0, "emerald": 8, "ruby": 0, "diamond": 5}
OPEN = "R ? ?\n? ? ?"  # a map with a tile face-up
MAPS = {
    "full": {"board": OPEN},
    "moon": {"moon": OPEN},
    "full+full": {"board-1": OPEN, "board-2": OPEN},
    "full+moon": {"board-1": OPEN, "moon-2": OPEN},
}
PLAIN = {"basic", "advanced"}
LACKS = ("board", "origin-card", "spawn", "bonus", "end-bonus")
TEACH = (*(sentence for sentence in BOX if sentence.split()[1] in LACKS), "teach category reroute utility")

FORMS = {
    "drill": ("{s}", "{s} {k}", "{s} {k}, {s} {k}", "{s} {s}", "{s}, {s} {k}"),
    "mega-drill": ("{s}-{s}", "{s}-{s}-{s}", "{s}", "{s}-{s}, {s} {k}", "{b}C3-C4-C6", "{b}B3-E3", "{b}C1-C4"),
    "scan": ("", "{s}", "{s} {s}", "{s} {s} {s} {s}", "{s} {s} {s} {s} {p}", "{s} {s} {s} {s} of {p}"),
    "ship": (
        "",
        "{k}",
        "{k} {k}",
        "{k} claim {b1}",
        "{k} {k} {k} claim {b1} {b1}",
        "{k} claim none",
        "install {y}",
        "{k} install {y}",
        "{k} {b1}",
        "{k} claim b99",
    ),  # fmt: skip
    "use": ("", "{y}", "{y} {y}", "{y} {y} {y}"),
    "reroute": (
        "drill {s}",
        "reroute",
        "expanded-storage",
        "solo-top",
        "{y}",
        "mega-drill {s}-{s}",
        "repair {y}",
        "ship-all",
        "quick-ship {k} claim {b1}",
        "large-scan {s} {s} {s} {s} {p}",
    ),  # fmt: skip
    "claim": ("none", "{b1}", "{b1} {b1}", "b99"),
    "peek": ("", "{p}"),
    "none": ("",),
}
VERBS = {
    **dict.fromkeys(("drill", "precision-drill", "drill-arm", "booster-drill", "auxiliary-drill", "second"), "drill"),
    **dict.fromkeys(("sweep", "aux-drill"), "drill"),
    **dict.fromkeys(("scan", "large-scan", "quick-scan", "aux-scan"), "scan"),
    **dict.fromkeys(("ship", "quick-ship", "ship-all", "return-and-refit"), "ship"),
    **dict.fromkeys(("repair", "repair-bot", "charge", "mega-charge", "upgrade-drone", "expanded-storage"), "use"),
    **dict.fromkeys(("mend", "damage"), "use"),
    **dict.fromkeys(("mega-drill", "reroute", "claim", "peek"), ""),
    "end": "none",
}
ANSWERS = (
    *("turn-up {s} {k}", "turn-up {s} {k}, {s} {k}", "discard {k}", "diamond card", "spawn {n}", "spawn s{n}"),
    *("secret s0{n} {p} 4", "secret s0{n}", "secret s0{n} Zoe 1", "bonuses {b1} {b1}", "deck ?", "deck 13"),
    *("origin {e}", "origin 2:{e}", "origin {s} inward {e}", "pool {y} {y} {y} {y}", "numbers {p} 1, {p} 2", "done"),
    *("solo-card A front", "jobs b01 b02 b03", "flip-card", "move-alien pink {s} {s}"),
)


class Ways:
    """What the walk has to know of a game in this mode."""

    NAME = NAME

    def __init__(self, mode: str, *players: int) -> None:
        self.mode = mode
        self.agreed = opening.game(NAME).settings(dict(w.split("=") for w in MODES[mode].options.split()), _kit())
        self.kinds = _kinds(self.agreed)
        self.players = players or MODES[mode].players  # how many sit down, in one game or another
        self._due: dict[str, list[int]] = {}  # which of several things have not had their turn
        board = self.agreed.board
        mixed = board == "full+moon" and "five-eight" not in self.kinds  # how many bonuses, nobody says
        kinds = {"", board, *self.kinds, *(("two boxes",) if "+" in board else ()), *(() if mixed else ("settled",))}
        more = {why: rules for kind in kinds & SILENT.keys() for why, rules in SILENT[kind].items()}
        self.SILENT: Mapping[str, tuple[str, ...]] = {**walking.SILENT, **more}

    def _next(self, rnd: Random, what: str, number: int) -> int:
        """One of so many things of a kind, at random; each has its turn before any comes again."""
        if not self._due.get(what):
            self._due[what] = rnd.sample(range(number), number)
        return self._due[what].pop()

    # -- set-ups ------------------------------------------------------------------

    def header(self, rnd: Random) -> dict[str, Any]:
        """A game of any number of players, with any box, under any readings, dealt by the referee or told."""
        players = rnd.choice(self.players)
        box, draws = self._box(rnd)
        return {
            "game": NAME,
            "players": rnd.sample(PEOPLE, players),
            "options": list(self._options(rnd)),
            "rulings": list(self._rulings(rnd)),
            "box": box,
            "practice": True,
            "draws": draws,
            "seed": rnd.randrange(1_000_000),
        }

    def _options(self, rnd: Random) -> Iterator[str]:
        """What is played; of a game that has a difficulty, at any."""
        for option in MODES[self.mode].options.split():
            if option.startswith("difficulty="):
                yield from (part for part in walking.difficulty(rnd) if not part.startswith("jobs="))
            else:
                yield option

    def _box(self, rnd: Random) -> tuple[list[str], str]:
        """The practice box, or it with another board, or without something that the table then has to tell."""
        box = list(BOX)
        if rnd.random() < 0.3:
            box.append(f"teach board full {walking.outline(rnd)}")
        if rnd.random() < 0.6:
            return box, "referee"
        lacks = rnd.sample(LACKS, rnd.randint(0, 2))
        return [sentence for sentence in box if sentence.split()[1] not in lacks], "table"

    def _rulings(self, rnd: Random) -> Iterator[str]:
        """Half of the games by the defaults, half under other readings; all of them have their turn."""
        words = [f"{each.id}={word}" for each in self._book_rulings() for word in otherwise(each)]
        yield from (words[self._next(rnd, "reading", len(words))] for _ in range(rnd.choice((0, 6))))

    def _book_rulings(self) -> list[Any]:
        return [each for each in opening.kit(NAME).book.rulings.values() if self._applies(each.modes)]

    def _applies(self, modes: Sequence[str]) -> bool:
        """Whether a rule of these kinds of games holds in this one: by its variants, and basic or advanced as it is."""
        variants, printed = self.kinds - PLAIN, PLAIN & set(modes)
        return bool((variants or self.kinds) & set(modes)) and (not printed or bool(printed & self.kinds))

    def spoilt(self, rnd: Random, header: dict[str, Any]) -> dict[str, Any]:
        """The header with something wrong in it."""
        few, options = header["players"], header["options"]
        level = [option for option in options if option.partition("=")[0] not in ("difficulty", "growth", "spawn")]
        wrong: list[dict[str, Any]] = [
            {"players": []},
            {"players": [f"P{n}" for n in range(9)]},
            {"players": [*few[:-1], few[0]]},
            {"players": ["table", *few[1:]]},
            {"options": [*options, "growth=0"]},
            {"options": [*level, "difficulty=brutal"]},
            {"options": ["rules=basic", "aliens=danger"]},
            {"options": ["rules=basic", "aliens=none", "board=full+full", "majors=yes"]},
            {"options": ["rules=advanced", "aliens=none", "board=full", "majors=yes"]},
            {"options": ["rules=advanced", "aliens=none", "board=full+full"]},
            {"options": ["rules=advanced", "aliens=solo", "board=moon"]},
            {"options": ["mode=advanced", "tiles=separate"]},
            {"options": [*level, "difficulty=custom", "growth=11", "spawn=green"]},
            {"rulings": ["A-14=never"]},
            {"facts": ["removed diamond 11"]},
            {**MAPS[self.agreed.board], "at": "T-106"},
            {"facts": [f"{few[0].split(':')[0]} battery 3"]},
        ]
        return {**header, **wrong[self._next(rnd, "wrong", len(wrong))]}

    def rules(self) -> Iterator[str]:
        """Every rule and ruling that such a game touches."""
        book = opening.kit(NAME).book
        yield from (rule.id for rule in book.rules.values() if self._applies(rule.modes))
        yield from (ruling.id for ruling in self._book_rulings())

    # -- tables that no game came to ------------------------------------------------------------------

    def entered(self, rnd: Random, header: dict[str, Any], ask: Ask) -> dict[str, Any] | None:
        """The header of a game that begins where this one stands, every fact of its table told; or near there."""
        pos = ask.pos
        if not pos.agenda or pos.agenda[0][0] != "turn" or pos.result:
            return None
        facts, steps = dict(opening.game(NAME).facts(pos)), [ask.rule]
        house = [f"{key}={value}" for key, value in pos.house.items()]
        if rnd.random() < 0.7:
            ways = elsewhere.ways(self.agreed)
            facts |= ways[self._next(rnd, "elsewhere", len(ways))](rnd, pos)
            steps += ["V-10", "T-704"] if not pos.basic else ["T-704"]
            steps += ["T-1002", "T-908", "T-912"] if pos.options.aliens == "danger" else []
            house += ["Q-9=yes"] if pos.options.aliens == "danger" and rnd.random() < 0.4 else []
        told = [f"{who} {what} {value}" for (who, what), value in facts.items()]
        box = [f"teach {sentence}" for sentence in pos.kit.taught]
        at = join((rnd.choice(steps), *ask.who))
        return {**header, "rulings": house, "box": box, "facts": told, "at": at}

    # -- what only people see ------------------------------------------------------------------

    def answer(self, rnd: Random, ask: Ask) -> str:
        """What the table answers, in any order and sometimes in part; "" where any answer from the menu does."""
        if events.TurnUp in ask.takes:
            spaces = rnd.sample(ask.about, rnd.randint(1, len(ask.about)))
            said = f"turn-up {self._told(rnd, ask.pos, spaces)}"
            return f"{said.rpartition(' ')[0]} ?" if rnd.random() < 0.05 else said
        if events.Secret in ask.takes:
            awards = [f"{quote(name)} {rnd.randint(1, 9)}" for name in rnd.sample(ask.pos.order, rnd.randint(0, 2))]
            return f"{quote(rnd.choice(ask.who))} secret s{rnd.randint(1, 10):02} {', '.join(awards)}"
        turn = bool(ask.pos.agenda) and ask.pos.agenda[0][0] == "turn"
        return self._lacking(rnd, ask) or (_claims(rnd, ask, 1) if turn and rnd.random() < 0.3 else "")

    def _lacking(self, rnd: Random, ask: Ask) -> str:
        """What the box has to say first."""
        kit, pos = ask.pos.kit, ask.pos
        lacks = {"board": ask.fact == "board", "end-bonus": ask.fact == "end"}
        lacks |= {"origin-card": ask.rule == "Q-1", "bonus": ask.fact == "bonuses" and len(kit.bonuses) < 8}
        for what, lacking in lacks.items():
            if lacking:
                fits = [said for said in BOX if said.split()[1] == what]
                wanted = {"board": ask.about, "end-bonus": ask.about, "bonus": ("front",)}.get(what, ())
                fits = [said for said in fits if not wanted or set(wanted) & set(said.split())]
                return rnd.choice(fits)
        if not pos.tiles and ask.rule == "P-04":
            return rnd.choice(TEACH)
        return ""

    def _told(self, rnd: Random, pos: Any, spaces: Sequence[str]) -> str:
        said = []
        for space in spaces:
            kind = self._drawn(rnd, pos, space)
            pos = pos.put(told={**pos.told, space: kind})
            said.append(f"{space} {kind}")
        return ", ".join(said)

    def _drawn(self, rnd: Random, pos: Any, space: str) -> str:
        """A tile that may lie face-down there, as likely as there are such tiles left."""
        left = Counter(self.figures(pos)) - walking.lying(pos) - Counter(pos.told.values())
        if pos.separate:
            own = Counter(self.figures(pos, space[:2]))
            own -= Counter({kind: pos.count(f"board {space[0]}", kind) for kind in KINDS})
            left &= own - Counter(kind for at, kind in pos.told.items() if at[:2] == space[:2])
        return rnd.choices(list(left), list(left.values()))[0] if left else "rock"

    def figures(self, pos: Any, board: str = "") -> Mapping[str, int]:
        """The tiles of the game, or of one of its boards, by kind, as the rulebook counts them."""
        sets = [MOON if part == "moon" else TILES for part in pos.options.board.split("+")]
        if board:
            return sets[int(board[0]) - 1]
        return sets[0] if len(sets) == 1 else {kind: sets[0][kind] + sets[1][kind] for kind in KINDS}

    def richer(self, rnd: Random, ask: Ask, words: tuple[str, ...]) -> tuple[str, ...]:
        """The sentence with more told in it: how it is paid, and what tiles near it turn out to be."""
        if events.End in ask.takes and rnd.random() < 0.1 and words[0] not in ("end", "mend") and not ask.pos.basic:
            return (*words, "battery", str(rnd.randint(0, 3)))
        near = [space for space in _near(ask.pos, words) if ask.pos.tiles[space] == "face-down"]
        if near and rnd.random() < 0.3 and set(words) & {"drill", "sweep", "second", "drill-arm", "aux-drill"}:
            told = self._told(rnd, ask.pos, rnd.sample(near, rnd.randint(1, len(near))))
            return (*words, *f",{told}".replace(",", " , ").split())
        return words

    # -- strays ------------------------------------------------------------------

    def stray(self, rnd: Random, ask: Ask) -> str:
        """A sentence that nobody would say on purpose, of anybody; now and then it is even legal."""
        chance, pos = rnd.random(), ask.pos
        who = f"{quote(rnd.choice(pos.names))} " if rnd.random() < 0.3 else ""
        if chance < 0.01:
            return f"{quote(rnd.choice(pos.names))} leave"
        if chance < 0.013:
            return f'{quote(rnd.choice(pos.names))} break-off "it is late"'
        if chance < (0.9 if pos.scoring else 0.1) and (claim := _claims(rnd, ask, 0.5)):
            return claim
        if chance < 0.5:
            return who + _fill(rnd, pos, rnd.choice(ANSWERS))
        installed = [system for name in ask.who for system in pos.installed.get(name, ()) if system in VERBS]
        if "expanded-storage" in installed and chance < 0.75:  # few have it
            return "expanded-storage"
        verb = rnd.choice(installed if installed and chance < 0.65 else list(VERBS))
        said = f"{verb} {_fill(rnd, pos, rnd.choice(FORMS[VERBS[verb] or verb]))}".strip()
        return who + (f"{said} battery {rnd.randint(0, 4)}" if rnd.random() < 0.1 else said)

    def remark(self, rnd: Random, ask: Ask) -> str:
        """Something that may be said at any question, a note apart."""
        pos, who = ask.pos, rnd.choice(ask.pos.names)
        if rnd.random() < 0.3:
            ruling = rnd.choice(self._book_rulings())
            return f"ruling {ruling.id} {reading(rnd, ruling)}"
        if rnd.random() < 0.3:
            return rnd.choice(TEACH)
        facts = [f"{who} battery {rnd.randint(0, 3)}", f"{who} solar {rnd.randint(0, 4)}"]
        facts += [f"{who} saved rock {rnd.randint(0, 3)}", f"{who} bonuses {rnd.choice(pos.jobs or ('none',))}"]
        facts += [f"{rnd.choice(list(pos.tiles))} tile {rnd.choice((*KINDS, 'none'))}"] if pos.tiles else []
        facts += [f"{who} stored rock {rnd.randint(0, 7)}"]
        damage = [f"{who} damage {system} {rnd.choice((0, 1, 1, 2))}" for system in pos.systems(who)]
        said = rnd.sample([*facts, *(() if pos.basic else damage)], rnd.randint(1, 2))
        return f"by-hand {', '.join(map(quote, said))} card Beacon"

    # -- counts ------------------------------------------------------------------

    def conserved(self, desk: Desk) -> None:
        """The tiles of the boxes: those told about lie somewhere, the others are face-down or set aside."""
        pos, began = desk.ask.pos, desk.opening.pos
        new, by_hand = _told_of(desk)
        seen = walking.lying(began) + by_hand + Counter(kind for kind in new.values() if kind in TILES)
        assert walking.lying(pos) == seen - Counter(new[space] for space in new if pos.tiles.get(space) in HIDDEN)
        assert not walking.lying(pos) - Counter(self.figures(pos))
        if walking.all_tiles(began) == len(began.tiles):  # so it is in every game not entered with tiles missing
            assert walking.all_tiles(pos) == len(pos.tiles)
        self._set_aside(desk)
        assert set(pos.taken) <= set(pos.jobs)
        assert sum(pos.aliens.values()) == _tokens(desk) <= TOKENS
        if pos.separate and not began.tiles:
            for board in ("1:", "2:"):
                assert not Counter(k for at, k in new.items() if at[:2] == board and k in TILES) - Counter(
                    self.figures(pos, board)
                )
        if pos.scoring and not began.turn:
            _turns(desk)

    def _set_aside(self, desk: Desk) -> None:
        """80 tiles of a box, 26 of the Small Moon: what lies on no space is set aside."""
        laid = [entry for _, entry in desk.entries() if entry.rule == "T-102"]
        for entry in laid[-1:]:
            assert int(str(entry.facts["aside"])) + len(desk.ask.pos.tiles) == MODES[self.mode].tiles

    def watch(self, rnd: Random, before: Ask, after: Ask) -> None:
        """What the aliens did in one step, and what a shipment may win, agrees with the slow twins."""
        if not before.pos.board.parts and before.pos.options.aliens == "danger":
            walking.watch(rnd, before, after)
        if after.rule == "T-609" and after.pos.reading("claim") != "maximum":
            _winnable(after)
        if after.pos.result.startswith("won") and not before.pos.result:
            _scored(after.pos)


def _kit() -> Any:
    return opening.taught(NAME, opening.kit(NAME), BOX)


def _kinds(said: Any) -> frozenset[str]:
    """The kinds of game that what was agreed is mixed of, as the tables of rules name them."""
    found = {said.rules, *(("danger",) if said.aliens == "danger" else ())}
    found |= {"moon"} if "moon" in said.board else set()
    return frozenset(found | ({"five-eight"} if said.majors == "yes" else set()))


# -- sentences ------------------------------------------------------------------


def _claims(rnd: Random, ask: Ask, likely: float) -> str:
    """Bonuses claimed with a shipment of what somebody has, or at the scoring: as `likely` such as they may win."""
    pos, who = ask.pos, rnd.choice(ask.who or ask.pos.names)
    tiles = list(pos.stored(who).elements())
    rnd.shuffle(tiles)
    tiles = tiles[: rnd.choice((1, 2, 8, 8))]
    verbs = [option.words[0] for option in opening.game(NAME).options(ask, ()) if option.words[0] in SHIPPING]
    if not (pos.scoring or (tiles and verbs)):
        return ""
    shown = [bonus for bonus in pos.jobs if bonus not in pos.taken]
    won = [bonus for bonus in shown if twins.bonus_met(slots(pos, bonus), "".join(LETTERS[t] for t in tiles))]
    claims = won if rnd.random() < likely and not pos.scoring else pos.jobs
    if not claims:
        return ""
    said = ("claim", *rnd.sample(claims, min(len(claims), rnd.choice((1, 1, 2)))))
    verb = rnd.choice(verbs or ["ship"])
    return join(said if pos.scoring else (verb, *(tiles if verb != "ship-all" else ()), *said))


def _near(pos: Any, words: Sequence[str]) -> Iterator[str]:
    """The spaces named in a sentence and those beside them."""
    for space in dict.fromkeys(part.upper() for word in words for part in word.split("-")):
        if space in pos.tiles:
            board, at = space[:-2] if ":" in space else "", space.rpartition(":")[2]
            column, row = ord(at[0]), int(at[1:])
            board = space[: len(space) - len(at)]
            yield space
            if words[0] != "sweep":
                beside = (f"{board}{chr(column + x)}{row + y}" for x, y in ((0, 1), (0, -1), (1, 0), (-1, 0)))
                yield from (there for there in beside if there in pos.tiles)


def _fill(rnd: Random, pos: Any, form: str) -> str:
    boards = ("1:", "2:") if pos.board.parts else ("",)
    slots = {
        "{s}": (*pos.tiles, "Z9", "1:D5") if pos.tiles else ("C3",),
        "{k}": KINDS,
        "{b1}": (*pos.jobs, "b01"),
        "{b}": boards,
        "{y}": (*pos.kit.systems, SLOTS[0]),
        "{n}": tuple("0123456"),
        "{e}": tuple("NESW"),
        "{p}": tuple(map(quote, (*pos.names, "Zoe"))),
    }
    for slot, words in slots.items():
        while slot in form:
            form = form.replace(slot, rnd.choice(words), 1)
    return form


# -- counted from what was said ------------------------------------------------------------------


def _told_of(desk: Desk) -> tuple[dict[str, str], Counter[str]]:
    """What every space that was told about turned out to be, and what cards brought to light by hand."""
    told: dict[str, str] = {}
    by_hand: Counter[str] = Counter()
    for act in desk.acts:
        for line in act.lines:
            event = hearing.read(desk.game, str(line.block["say"]), str(line.block["who"]))
            event = getattr(event, "inner", None) or event
            told |= {
                s: k for s, k in getattr(event, "told", ()) if desk.opening.pos.tiles.get(s, "face-down") in HIDDEN
            }
            if isinstance(event, ByHand):
                by_hand += walking.by_hand(act)
                told = {space: kind for space, kind in told.items() if not walking.set_by_hand(act, event, space)}
    return told, by_hand


def _tokens(desk: Desk) -> int:
    """Aliens on the board: the first, those that hatched, less those that were lifted with their tile."""
    tokens = int(sum(desk.opening.pos.aliens.values()))
    for act in desk.acts:
        for line in act.lines:
            event = hearing.read(desk.game, str(line.block["say"]), str(line.block["who"]))
            if isinstance(event, events.Spawn):
                tokens += min(ICONS.get(event.card, int(event.icons)), TOKENS - tokens)
            tokens += sum(entry.rule == "T-805" for entry in line.entries)
            lifted = [str(entry.facts["space"]) for entry in line.entries if entry.key == "alien.removed"]
            tokens -= sum(n for (space, _), n in act.before.pos.aliens.items() if space in lifted)
    return tokens


def _turns(desk: Desk) -> None:
    """[T-703, A-37c] All have had equally many turns; of majors and minors, equally many major ones."""
    pos, had = desk.ask.pos, dict[int, tuple[str, bool]]()
    for act in desk.acts:
        asked = act.before.pos
        if asked.agenda and asked.agenda[0][0] == "turn":
            had.setdefault(asked.turn, (asked.agenda[0][1], asked.minor))
    if pos.order == tuple(pos.names) or set(pos.order) == set(pos.names):
        full = Counter(who for who, minor in had.values() if not minor)
        if pos.options.majors == "no" or pos.reading("final_majors") == "cycle":
            assert len({full[who] for who in pos.order}) == 1, full


def _winnable(ask: Ask) -> None:
    """The sets that are offered are all that the twin finds, among the bonuses that these tiles alone can win."""
    pos, tiles = ask.pos, "".join(LETTERS[kind] for kind in ask.pos.agenda[0][2])
    left = {bonus: slots(pos, bonus) for bonus in pos.jobs if bonus not in pos.taken}
    near = {bonus: slots for bonus, slots in left.items() if twins.bonus_met(slots, tiles)}
    if (len(near) + 1) ** len(tiles) < 5000:
        assert {frozenset(names.split()) for names in ask.about} == twins.winnable(near, tiles)


def _scored(pos: Any) -> None:
    """Points and winner as the twins count them, secret cards taken as they were told."""
    if pos.reading("A-24") != "nobody" or not pos.scoring:
        return
    held = {who: "".join(LETTERS[kind] * n for kind, n in pos.holding(who, "saved ").items()) for who in pos.order}
    fronts = [words.split() for words in pos.kit.taught if words.split()[:3:2] == ["bonus", "front"]]
    worth = {name: int(points) for _, name, *_, points in fronts}
    shipped = {w: sum(worth[b.partition(".")[0]] for b, owner in pos.taken.items() if owner == w) for w in pos.order}
    ends = {LETTERS[k]: n for k, n in pos.kit.end_points.items() if pos.counts[k]}
    points = {who: twins.points_of(who, held, ends, shipped, dict.fromkeys(pos.order, 0)) for who in pos.order}
    secret = {who: pos.count(who, "points") - points[who] for who in pos.order}
    assert not pos.basic or not any(secret.values())
    assert all(n >= 0 for n in secret.values())
    total = {who: points[who] + secret[who] for who in pos.order}
    assert pos.result == f"won {twins.places(pos.order, total, held)[0]}"


# Why these rules never show, by the kind of game in which they do not; besides those of the game alone.
SILENT: dict[str, dict[str, tuple[str, ...]]] = {
    "": {
        "it lies beside the board, for people to keep": ("T-104",),
        "carried out, under the rows of what was shipped and what it won": ("T-212", "T-603"),
    },
    "advanced": {"the objection bears the row of the system that drills": ("T-205",)},
    "danger": {
        "told under the row of Danger that takes its place": ("T-901", "T-915"),
        "carried out as alone, or as in the advanced game, and under its row": ("T-1003", "T-1006"),
        "the objection bears the row of the levels": ("T-1022",),
    },
    "moon": {"its map and its tiles: an objection bears the row of any board": ("G-3", "T-1012", "T-1013")},
    "two boxes": {"two boxes are in play: how many bonuses lie out is judged by their row": ("T-103",)},
    "full+moon": {
        "a large board has tiles of every kind, so that every bonus can be won": ("T-1014",),
    },
    "five-eight": {"carried out: how many sit down is judged under the row of any game": ("T-1039",)},
    "settled": {"a doubt on two boards without majors only": ("T-1040",)},
}
