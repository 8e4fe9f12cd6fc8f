"""A table told by its facts: told back it is the same, and what is impossible about it is named all at once."""

import random
from collections.abc import Sequence
from functools import cache

import pytest

from referee import opening, positions
from referee.errors import Damaged, NotUnderstood
from referee.games.parsec.board import Tile, bits, board
from referee.games.parsec.position import Beast, Position
from referee.hexes import Hex, label
from referee.position import Player
from referee.verdict import Objection
from tests.parsec import twins

GAME = opening.game("parsec")
NAMES = ("Ann", "Bea Lee", "none")  # the last two want quotes, or could be taken for a word
CARDS = tuple(opening.kit("parsec").nanotechs)
SEEDS = range(3)
HEAD = {"game": "parsec", "players": ["Ann", "Bea"]}
Facts = dict[tuple[str, str], str | int]


# -- tables at random ------------------------------------------------------------------


@cache
def laid(seed: int) -> twins.Board:
    """The tiles of a game well under way; laying them takes a second."""
    return twins.random_board(seed, 64)


def bare() -> Position:
    """A table just laid out, with everything in the game that can be."""
    options = GAME.settings({"monsters": "yes", "factions": "chosen"}, opening.kit("parsec"))
    pos: Position = GAME.blank(GAME.start(opening.kit("parsec"), tuple(map(Player, NAMES)), options, {}))
    return pos


def table(seed: int) -> Position:
    """A table that could have come about, with something for every fact to tell."""
    chance, pos = random.Random(seed), bare()
    tiles = {Hex(*at): Tile(kind, bits(edges)) for at, (kind, edges) in laid(seed).items()}
    ring = [at for at in tiles if max(map(abs, (at.q, at.r, at.s))) == 2]
    pos = pos.put(board=board(pos.kit.kinds, tiles.items()), marks={})
    pos = pos.put(layers={at: NAMES[n % 3] for n, at in enumerate(ring)}, turn=chance.randint(9, 30))
    free = [at for at, tile in tiles.items() if not pos.kit.kinds[tile.kind].blocked]
    pos = pos.put(ships={who: chance.choice(free) for who in NAMES}, moved=chance.random() < 0.5)
    return _beasts(_held(_landed(pos, chance), chance), chance)


def _landed(pos: Position, chance: random.Random) -> Position:
    """Robots on single sites far from pulsars, some on Homeworld; the rest aboard."""
    fields = [
        at for at, t in pos.board.tiles.items() if t.kind in ("asteroid", "derelict") and not pos.beside_pulsar(at)
    ]
    for at in fields:
        who, n = chance.choice(NAMES), chance.randint(1, 3)
        if pos.count(who, "aboard") > n:
            pos = pos.put_robots(who, at, n, "", "").change(who, "aboard", -n, "", "")
    return pos.change("Ann", "home", 2, "", "").change("Ann", "aboard", -2, "", "")


def _held(pos: Position, chance: random.Random) -> Position:
    """Cards, money, factions, bids, and tiles that wait beside the cup."""
    dealt: list[list[str]] = []  # the deck of three players has two cards of each type
    for who in NAMES:
        left = [card for card in CARDS if sum(card in cards for cards in dealt) < 2]
        dealt.append(hand := chance.sample(left, 4))
        pos = pos.put(
            completed={**pos.completed, who: tuple(hand[:2])}, research={**pos.research, who: tuple(hand[2:])}
        )
        for card in hand[2:]:
            pos = pos.change(who, f"research {card}", chance.randint(0, 9), "", "")
        for what in ("credits", "vp", "ap"):
            pos = pos.change(who, what, chance.randint(0, 12), "", "")
        if "bomb" in hand[:2] and chance.random() < 0.5:
            pos = pos.put(used=pos.used | {who})
    pos = pos.change("Ann", "spent", 4, "", "").put(
        factions={"Ann": "safari", "none": "ccc"}, bids={"Ann": 0, "none": 4}
    )
    left = [kind for kind, n in pos.cup().items() if n > 0]
    return pos.put(aside=tuple(chance.sample(left, 2)), offered=("tidal", "odd-fellows"), passed=chance.randint(0, 1))


def _beasts(pos: Position, chance: random.Random) -> Position:
    """A monster for every warp out of the cup: the first on the board, busy, the others gone."""
    warps = [at for at, tile in pos.board.tiles.items() if tile.kind == "warp" and at not in pos.layers]
    names = chance.sample(("machine", "shadow", "slaver", "amoeba", "dragon"), len(warps))
    for at, name in zip(warps[:1], names, strict=False):
        at_planet = pos.board.planets[0].hexes[0]
        beast = Beast(at, "Bea Lee", at, 7, at_planet, (at_planet, at), ("none", "Ann"))
        pos = pos.put(beasts={name: beast})
    moons = [at for at, tile in pos.board.tiles.items() if tile.kind == "double-moon"]
    for at in moons:
        pos = pos.change("table", f"destroyed {label(at)}", chance.randint(1, 2), "", "")
    return pos.put(gone=frozenset(names[1:]))


def alike(one: Position, other: Position) -> None:
    """The same in everything that lies on the table; what is to be done next is no fact."""
    for name in vars(one).keys() - {"entries", "agenda"}:
        assert getattr(one, name) == getattr(other, name), name
    for name in ("planets", "kept", "spots"):
        assert getattr(one.board, name) == getattr(other.board, name), name
    assert list(one.layers) == list(other.layers)


# -- there and back ------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_the_facts_of_a_table_told_of_a_bare_one_give_the_table(seed: int) -> None:
    pos = table(seed)
    found = GAME.facts(pos)
    alike(GAME.with_facts(bare(), found), pos)
    alike(GAME.with_facts(pos, found), pos)
    assert list(GAME.faults(pos)) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_table_is_entered_fact_by_fact_as_people_write_them(seed: int) -> None:
    pos = table(seed)
    said = [f"{who} {what} {value}" for (who, what), value in GAME.facts(pos).items()]
    options = ["monsters=yes", "factions=chosen"]
    head = {"game": "parsec", "players": NAMES, "options": options, "facts": said, "at": 'S2.9 "Bea Lee"'}
    ask = opening.opening(head)[1]
    assert ask.rule == "S2.9"
    assert ask.who == ("Bea Lee",)
    alike(ask.pos, pos)


def test_those_tables_tell_something_of_every_kind() -> None:
    found = [fact for seed in SEEDS for fact, value in GAME.facts(table(seed)).items() if value not in (0, "none")]
    told = {"monster" if who == "monster" else what.split()[0] for who, what in found}
    players = {"aboard", "home", "credits", "vp", "ap", "spent", "robots", "ship", "completed", "research", "faction"}
    assert told >= players | {"bomb", "bid", "tile", "destroyed", "ring", "aside", "offered", "first", "monster"}


@pytest.mark.parametrize(
    "said",
    [
        {("Ann", "held"): 2, ("monster", "slaver"): '"at M0 of Ann from M0 since 3"'},
        {("turn", "walked"): '"K4 L5"'},
        {("turn", "pulsar"): "laid", ("turn", "moved"): "yes"},
        {("cup", "added"): '"neb1 brown"'},
        {("game", "result"): '"won Ann, none"'},
        {("game", "result"): '"broken off"'},
        {("game", "first"): '"Bea Lee"'},
        {("game", "ring"): '"M2 none L2 \\"Bea Lee\\" K1 nobody"'},
        {("turn", "moved"): "unknown"},
    ],
)
def test_what_is_told_is_what_is_found(said: Facts) -> None:
    pos = GAME.with_facts(bare(), said)
    assert {fact: GAME.facts(pos)[fact] for fact in said} == said
    alike(GAME.with_facts(bare(), GAME.facts(pos)), pos)


# -- tiles ------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_tiles_may_be_told_in_any_order(seed: int) -> None:
    chance, pos = random.Random(seed), table(seed)
    told = [(fact, value) for fact, value in GAME.facts(pos).items() if fact[1] == "tile" and value != "none"]
    chance.shuffle(told)
    again = GAME.with_facts(bare(), dict(told))
    assert again.board == pos.board
    assert again.board.spots.keys() == pos.board.spots.keys()
    planets = {(planet.colour, frozenset(planet.hexes), planet.placed) for planet in pos.board.planets}
    assert {(planet.colour, frozenset(planet.hexes), planet.placed) for planet in again.board.planets} == planets
    assert {at: edges for at, (_, edges) in again.board.kept.items()} == {
        at: edges for at, (_, edges) in pos.board.kept.items()
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_one_sector_shows_how_the_others_of_its_planet_lie(seed: int) -> None:
    chance, pos = random.Random(seed), table(seed)
    shown = {chance.choice([hex for hex in planet.hexes if hex in pos.board.tiles]) for planet in pos.board.planets}
    told: Facts = {}
    for at, tile in chance.sample(list(pos.board.tiles.items()), len(pos.board.tiles)):
        said = str(GAME.facts(pos).get((label(at), "tile"), ""))
        sector = pos.board.sort(at) == "planet" and at not in shown
        told |= {(label(at), "tile"): tile.kind if sector else said} if said else {}
    assert GAME.with_facts(bare(), told).board == pos.board


def test_a_tile_in_the_ring_is_a_start_tile_while_one_of_its_kind_is_left() -> None:
    laid = {(at, "tile"): "asteroid" for at in ("M2", "L2", "K1", "M3")}
    pos = GAME.with_facts(bare(), laid)
    assert [label(at) for at in pos.layers] == ["M2", "L2"]  # the box has two asteroids with START on the back
    assert pos.cup()["asteroid"] == 2  # six, without the two of the start and the two laid besides
    pos = GAME.with_facts(pos, {("M2", "tile"): "none"})
    assert [label(at) for at in pos.layers] == ["L2"]
    assert pos.starting()["asteroid"] == 1
    pos = GAME.with_facts(pos, {("L2", "tile"): "pulsar"})
    assert pos.layers == {}
    assert pos.cup()["pulsar"] == 1


def test_the_robots_that_are_not_told_of_are_aboard() -> None:
    pos = GAME.with_facts(bare(), {("Ann", "robots"): "M2 3 L2 home 4", ("none", "robots"): "none"})
    assert GAME.facts(pos)["Ann", "aboard"] == 7
    assert pos.counters["Ann", "robots L2"] == 1
    pos = GAME.with_facts(pos, {("Ann", "robots"): "K1 2"})
    assert [(what, n) for (who, what), n in pos.counters.items() if who == "Ann" and n < 15 and what != "credits"] == [
        ("aboard", 13),
        ("robots K1", 2),
    ]


@pytest.mark.parametrize(
    ("fact", "value", "key"),
    [
        (("K4", "tile"), "nova", "fact.tile"),
        (("K4", "tile"), "empty e", "fact.tile"),
        (("K4", "tile"), "brown up down", "fact.tile"),
        (("M1", "tile"), "empty", "fact.home"),
        (("Ann", "credits"), "-1", "fact.number"),
        (("Ann", "credits"), "many", "fact.number"),
        (("Ann", "ship"), "N4", "fact.hex"),
        (("Ann", "completed"), "bomb tnt", "fact.cards"),
        (("Ann", "research"), "bomb", "fact.research"),
        (("Ann", "research"), "bomb six", "fact.number"),
        (("Ann", "bomb"), "yes", "fact.bomb"),
        (("Ann", "faction"), "two words", "fact.faction"),
        (("Zoe", "credits"), "1", "fact.unknown"),
        (("game", "first"), "Zoe", "fact.players"),
        (("game", "ring"), "M2", "fact.ring"),
        (("game", "ring"), "M3 Ann", "fact.ring"),
        (("game", "result"), "won Zoe", "fact.result"),
        (("cup", "aside"), "inner", "fact.tiles"),
        (("turn", "pulsar"), "near", "fact.pulsar"),
        (("turn", "moved"), "maybe", "fact.yes-no"),
        (("monster", "dragon"), "at K4", "fact.monster"),
        (("monster", "dragon"), "at K4 of Ann from M9 since 7 hungry", "fact.monster"),
        (("monster", "dragon"), "at K4 of Zoe from M9 since 7", "fact.monster"),
    ],
)
def test_a_value_that_a_fact_cannot_have_is_not_understood(fact: tuple[str, str], value: str, key: str) -> None:
    with pytest.raises(NotUnderstood) as error:
        GAME.with_facts(bare(), {fact: value})
    assert error.value.text.key == key


@pytest.mark.parametrize(
    ("key", "value"),
    [("map", []), ("tiles", "K4 empty"), ("tiles", [""]), ("tiles", ["N4 empty"]), ("ring", ["empty"]), ("robots", 3)],
)
def test_a_form_that_is_none_is_not_understood(key: str, value: object) -> None:
    with pytest.raises(NotUnderstood):
        opening.opening({"game": "parsec", "players": ["Ann", "Bea"], key: value})


# -- what is impossible ------------------------------------------------------------------

ROW = ("M2 empty", "M3 empty", "M4 empty", "M5 empty", "M6 empty", "M7 empty")  # east of Homeworld
FAULTS = {
    "1.0-b": ("L7 tile pulsar", "L3 tile pulsar", "L5 tile pulsar"),
    "3.0-b": ("Ann completed carto", "Bea completed carto", "Cid completed carto"),
    "3.0-e": ("Ann faction safari", "Cid faction safari"),
    "3.0-g": ("Bea aboard 12",),
    "5.1-b": ("9L tile empty",),
    "5.1-c": ('P8 tile "neb1 nw"',),
    "5.1.5-a": ("L8 tile moon",),
    "5.1.7-a": ('P4 tile "gold sw se"', 'P7 tile "gold sw se"'),
    "6.1.1-b": ("Cid spent 9",),
    "6.2-b": ("Ann ship C3",),
    "6.3.2-a": ("Ann aboard 14", "Ann robots M3 1"),
    "7.2-a": ('Cid research "auto 12"',),
    "7.3-o": ("Bea bomb used",),
}


def broken(said: Sequence[str]) -> set[str]:
    """The rules that a table breaks with these facts."""
    head = {"game": "parsec", "players": ["Ann", "Bea", "Cid"], "tiles": [*ROW, "P6 asteroid"], "facts": said}
    with pytest.raises(Damaged) as error:
        opening.opening(head)
    faults = error.value.text.facts["faults"]
    assert isinstance(faults, tuple)
    return {fault.rule for fault in faults if isinstance(fault, Objection)}


@pytest.mark.parametrize("rule", FAULTS)
def test_a_fault_is_named_by_its_rule_and_no_other(rule: str) -> None:
    assert broken(FAULTS[rule]) == {rule}


@pytest.mark.parametrize("seed", range(12))
def test_three_faults_are_named_at_once(seed: int) -> None:
    rules = random.Random(seed).sample(list(FAULTS), 3)
    said = [fact for rule in rules for fact in FAULTS[rule]]
    assert broken(said) == set(rules)


@pytest.mark.parametrize("step", ["S9.9", "S2.3", "S2.3 nova", "S2.5 N4", "S5.1", "S5.1 two", "S6.3 dragon 2", "S1.9"])
def test_a_step_that_cannot_be_asked_is_not_understood(step: str) -> None:
    with pytest.raises(NotUnderstood) as error:
        opening.opening({**HEAD, "at": f"{step} Ann"})
    assert error.value.text.key == "position.at"


# -- in a session ------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_position_file_leads_back_to_the_table(seed: int) -> None:
    head = {"game": "parsec", "players": NAMES, "options": ["monsters=yes", "factions=chosen"]}
    said = [f"{who} {what} {value}" for (who, what), value in GAME.facts(table(seed)).items() if value != "none"]
    desk = opening.desk({**head, "facts": said, "at": "S2.9 Ann"})
    assert positions.moment(desk) == "S2.9 Ann"
    again = opening.desk({**head, "facts": positions.facts(desk), "at": positions.moment(desk)})
    assert GAME.facts(again.ask.pos) == GAME.facts(desk.ask.pos)
    assert again.ask == desk.ask


@pytest.mark.parametrize("step", ["S2.1 Ann", "S2.9 Bea", "S1.2", "S1.3", "S1.5", "S1.8"])
def test_the_moment_is_found_again(step: str) -> None:
    hands = ['Ann research "auto 0 bomb 0 carto 0"', 'Bea research "auto 0 bomb 0 carto 0"'] if step == "S1.3" else []
    desk = opening.desk({**HEAD, "facts": hands, "at": step})
    again = opening.desk({**HEAD, "facts": positions.facts(desk), "at": positions.moment(desk)})
    assert again.ask.rule == step.split()[0]
    assert again.ask == desk.ask


def test_by_hand_no_robot_gets_lost() -> None:
    desk = opening.desk({**HEAD, "tiles": ["M2 empty", "M3 asteroid"], "at": "S2.9 Ann"})
    assert {why.rule for why in desk.judge('by-hand "Ann aboard 13" card Storm').verdict.objections} == {"3.0-g"}
    said = desk.say('by-hand "Ann aboard 13", "Ann home 1", "Ann robots M3 1" card Storm')
    assert said.verdict.kind == "legal"


def test_everything_adds_up_to_what_the_box_holds() -> None:
    found = GAME.box(table(0))
    assert {held for held, n in found.values() if held != n} == set()
    assert found["neb1"] == (14, 14)
    assert found["asteroid"] == (6, 6)
    assert found["bomb"] == (2, 2)
    assert found["Ann robots"] == (15, 15)
    assert found["Ann markers"] == (2, 2)


def test_nothing_is_less_than_nothing() -> None:
    pos = bare().change("Ann", "credits", -20, "", "")
    assert [(why.rule, why.facts["n"]) for why in GAME.faults(pos)] == [("facts", -12)]  # of the 8 of chosen factions


def test_an_older_record_is_held_to_what_it_says() -> None:
    told = {("Ann", "research"): "auto 6 carto 4", ("M2", "tile"): "empty", ("M3", "tile"): "asteroid"}
    pos = GAME.with_facts(bare(), {**told, ("Bea Lee", "completed"): "bomb", ("Bea Lee", "research"): "astro 9"})
    old = ["Ann vp 7", "Ann research auto 8", "Ann robots M3 2", "M4 tile neb1 e", "Ann bomb used", "normal round"]
    after = GAME.hold(pos, [*old, "Bea Lee research astro 0", "Bea Lee completed astro"], ["Ann vp 6"])
    changed = {fact: value for fact, value in GAME.facts(after).items() if GAME.facts(pos).get(fact, "none") != value}
    assert {fact: value for fact, value in changed.items() if value != "none" and fact[1] != "robots M4"} == {
        ("Ann", "vp"): 7,
        ("Ann", "research"): '"auto 8 carto 4"',
        ("Ann", "robots M3"): 2,
        ("M4", "tile"): '"neb1 e"',
        ("Ann", "bomb"): "used",
        ("Bea Lee", "completed"): '"bomb astro"',
    }
    assert GAME.facts(after)["Bea Lee", "research"] == "none"


def test_players_may_be_called_like_what_facts_are_about() -> None:
    said = ["monster credits 4", "turn ship M2", "game completed bomb", "cup research carto 6", "M2 tile asteroid"]
    head = {"game": "parsec", "players": ["monster", "turn", "game", "cup"], "options": ["monsters=yes"]}
    desk = opening.desk({**head, "facts": said, "at": "S2.9 turn"})
    assert positions.facts(desk)[0] == "M2 tile asteroid"
    assert set(said) - {"cup research carto 6"} <= set(positions.facts(desk))
    assert desk.ask.who == ("turn",)
