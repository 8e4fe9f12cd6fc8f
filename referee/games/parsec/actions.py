"""The turn's Action Points: how it begins and ends, buying research, the bomb [6.0, 6.1, 6.4, 6.5, 5.1.8, 7.3]."""

from collections.abc import Iterator

from referee.ask import Ask, Play
from referee.games.parsec import factions, monsters, ways
from referee.games.parsec.board import PLANET, planet_name
from referee.games.parsec.events import Action, Bomb, Buy, End, Fly, Jump, Save, Walk
from referee.games.parsec.paying import advise_way_off, check_price, free_ap, pay
from referee.games.parsec.position import Position
from referee.games.parsec.research import can_take
from referee.hexes import Hex, label, parse
from referee.text import Text, Value
from referee.verdict import Objection, broken, disputed, waivable

BOUND, LAID, STUCK = "bound", "laid", "stuck"  # how 5.1.8 binds the ship of the player whose turn it is

# -- buying research ------------------------------------------------------------------


def check_buy(pos: Position, event: Buy) -> Iterator[Objection]:
    """[6.4, 7.2] As many as can be paid; by a reading of A-58 only what a card can take."""
    yield from check_price(pos, event.who, event.points * pos.kit.points["research"], "6.4-a")
    if pos.reading("lost_point") == "strict" and event.points > can_take(pos, event.who):
        yield disputed("6.4-b", "points.nobody", "A-58", False, n=can_take(pos, event.who))


def buy(pos: Position, event: Buy) -> Position:
    """[6.4] Paid, and handed out at once."""
    n = event.points
    pos = pay(pos, event.who, n * pos.kit.points["research"], "6.4-a", "points.paid", n=n)
    return pos.push(("points", event.who, n, "6.4-a"))


# -- the bomb ------------------------------------------------------------------


def check_bomb(pos: Position, event: Bomb) -> Iterator[Objection]:
    """[6.5, 7.3] A completed bomb, not used yet, on the monster where the ship is, or the planet."""
    who, at = event.who, pos.ships[event.who]
    if who in pos.used:
        yield broken("7.3-n", "bomb.used")
    elif not pos.power(who, "bomb"):
        yield broken("7.3-o", "bomb.built")
    if event.target in pos.kit.monsters:
        beast = pos.beasts.get(event.target)
        if beast is None or beast.at != at:
            where = label(beast.at) if beast else ""
            yield broken("7.3-l", "bomb.monster", monster=event.target, hex=label(at), where=where)
    else:
        yield from _check_planet(pos, event.target, at)
    yield from check_price(pos, who, pos.kit.points["bomb"], _bomb_row(pos, event))


def _bomb_row(pos: Position, event: Bomb) -> str:
    """The row about what is aimed at."""
    return "7.3-l" if event.target in pos.kit.monsters else "7.3-m"


def _check_planet(pos: Position, target: str, at: Hex) -> Iterator[Objection]:
    aimed = bombed(pos, target, at)
    if target == "planet" and pos.board.sort(at) != PLANET:
        yield broken("7.3-m", "bomb.no-planet", hex=label(at))
    elif aimed is None or pos.board.sort(aimed) != PLANET:
        yield broken("7.3-p", "bomb.target", target=target, hex=label(at))
    elif pos.board.planet_at(aimed) != pos.board.planet_at(at):
        yield broken("7.3-m", "bomb.planet", planet=planet_name(pos.board, pos.board.planet_at(aimed)), hex=label(at))


def bombed(pos: Position, target: str, at: Hex) -> Hex | None:
    """The hex that is meant: `planet` is the one where the ship is."""
    return at if target == "planet" else parse(target)


def bomb(pos: Position, event: Bomb) -> Position:
    """[7.3] The monster is slain; or every robot on the planet is back on Homeworld, own ones too."""
    who, at = event.who, pos.ships[event.who]
    pos = pay(pos, who, pos.kit.points["bomb"], _bomb_row(pos, event), "bomb.paid").put(used=pos.used | {who})
    if event.target in pos.kit.monsters:
        pos = pos.happen(f"{who} bomb used", "7.3-l", "bomb.thrown", target=event.target, who=who)
        return monsters.slain(pos, who, event.target)
    planet = pos.board.planet_at(at)
    pos = pos.happen(f"{who} bomb used", "7.3-m", "bomb.thrown", target=planet_name(pos.board, planet), who=who)
    for hex in pos.board.planets[planet].hexes:
        for owner, n in pos.robots(hex).items():
            pos = pos.put_robots(owner, hex, -n, "7.3-m", "bomb.robots")
            pos = pos.change(owner, "home", n, "7.3-m", "bomb.home", n=n)
    return pos


# -- the end of a turn ------------------------------------------------------------------


def check_end(pos: Position, event: End) -> Iterator[Objection]:
    """[5.1.8] No ship, and no robot that walked, ends its turn beside a pulsar while there is a way off."""
    who, at = event.who, pos.ships[event.who]
    if pos.beside_pulsar(at):
        yield from _check_ship(pos, who, at)
    for hex in _on_foot(pos, who):
        if pos.beside_pulsar(hex):
            yield from _check_robot(pos, who, hex)


def _check_robot(pos: Position, who: str, at: Hex) -> Iterator[Objection]:
    off = ways.way_off(pos, who, at, jumps=False)
    if off is None or off > pos.budget(who):
        facts: dict[str, Value] = {"hex": label(at), "price": off or 0, "raise": pos.budget(who)}
        yield disputed("5.1.8-g", "pulsar.spent-robot", "A-43", _lets_stay(pos), **facts)
    else:
        yield from (waivable(row, "pulsar.robot", hex=label(at)) for row in ("5.1.8-d", "7.3-e"))


def _lets_stay(pos: Position) -> bool:
    """[A-43] Whether who has spent the APs for the way off may stay; else the last such spend is taken back."""
    return pos.reading("pulsar_stuck") == "let_stay"


def _on_foot(pos: Position, who: str) -> tuple[Hex, ...]:
    """[7.3] Where robots that walked this turn still stand."""
    return tuple(hex for hex in pos.walked if pos.robots(hex).get(who))


def _check_ship(pos: Position, who: str, at: Hex) -> Iterator[Objection]:
    off = ways.way_off(pos, who, at)
    facts: dict[str, Value] = {"hex": label(at), "price": off or 0, "raise": pos.budget(who)}
    if pos.pulsar == LAID and not pos.moved:
        stands = pos.reading("pulsar_laid") == "may_stay"
        yield disputed("5.1.8-h", "pulsar.laid", "A-108", stands, **facts)
    elif pos.pulsar == STUCK and not pos.moved:
        yield disputed("5.1.8-g", "pulsar.stuck", "A-43", True, **facts)
    elif off is None or off > pos.budget(who):
        yield disputed("5.1.8-g", "pulsar.spent", "A-43", _lets_stay(pos), **facts)
    else:
        if pos.pulsar == BOUND:
            yield waivable("5.1.8-e", "pulsar.must-leave", **facts)
        yield waivable("5.1.8-d", "pulsar.end", **facts)


def check_save(pos: Position, event: Save) -> Iterator[Objection]:
    """[6.1.2] What is left of the APs is lost: neither kept nor given away."""
    yield broken("6.1.2-a", "end.save", n=pos.count(event.who, "ap"), said=event.points)


# -- procedure ------------------------------------------------------------------


def begin_turn(pos: Position) -> Position:
    """[4.0] A turn begins; whether its ship suffers from radiation is seen now [5.1.8]."""
    who = pos.agenda[0][1]
    bound = BOUND if pos.beside_pulsar(pos.ships[who]) else ""
    pos = pos.put(turn=pos.turn + 1, passed=pos.passed + 1, walked=(), moved=False, pulsar=bound)
    fixed = (free_ap(pos, who),) if pos.reading("thrusters_now") == "next_turn" else ()
    spend = (("ready", who, *fixed), ("actions", who), ("turn-over", who))
    pos = pos.pop(("turn", who), ("return",), ("monsters", who), *spend)
    return factions.begun(
        pos.happen(f"turn {pos.turn} {who}", "3.0-n" if pos.turn == 1 else "4.0-c", "turn.begins", who=who, n=pos.turn),
        who,
    )


def ready(pos: Position) -> Position:
    """[6.1] The free APs of the turn; and what 5.1.8 asks of a ship beside a pulsar."""
    who = pos.agenda[0][1]
    pos = deal_ap(pos, who)
    return pos.put(pulsar=_duty(pos, who)).pop()


def deal_ap(pos: Position, who: str) -> Position:
    """[6.1] The free APs, by a reading of A-46 those of the turn's beginning; not before, and not twice."""
    for at, (name, *args) in enumerate(pos.agenda):
        if name == "ready" and args[0] == who:
            n = args[1] if len(args) > 1 else free_ap(pos, who)
            pos = pos.put(agenda=(*pos.agenda[:at], ("ready", who, 0), *pos.agenda[at + 1 :]))
            return pos.change(who, "ap", n, "7.3-h" if pos.power(who, "free-ap") else "6.1-a", "turn.ap")
    return pos


def _duty(pos: Position, who: str) -> str:
    at = pos.ships[who]
    if not pos.beside_pulsar(at):
        return ""
    if pos.pulsar != BOUND:
        return LAID
    off = ways.way_off(pos, who, at)
    return STUCK if off is None or off > pos.budget(who) else BOUND


def acting(pos: Position) -> Play:
    """[6.0] What the player does with the APs, in any order, until the turn is ended."""
    who = pos.agenda[0][1]
    while pos.agenda and pos.agenda[0] == ("actions", who):
        facts: dict[str, Value] = {"who": who, "ap": pos.count(who, "ap"), "credits": pos.usable(who)}
        facts["hex"] = label(pos.ships[who])
        pos = yield Ask("S2.9", (who,), ACTIONS, pos, Text("ask.actions", facts))
    return pos


ACTIONS: tuple[type, ...] = Action.__args__  # what may be said at this question


def end(pos: Position, event: End) -> Position:
    """[4.0] The player has done."""
    return pos.pop()


def turn_over(pos: Position) -> Position:
    """[6.1.2, 4.0] Unspent APs are lost; the next player clockwise begins. Others may have been let act meanwhile."""
    who = pos.agenda[0][1]
    pos = pos.change(who, "ap", -pos.count(who, "ap"), "6.1.2-a", "turn.lost")
    for each in pos.order:
        pos = pos.change(each, "spent", -pos.count(each, "spent"), "6.1.1-b", "turn.spent")
    return pos.pop(("begin-turn", pos.after(who))).put(walked=(), moved=False, pulsar="")


# -- advice ------------------------------------------------------------------


def advise_spending(pos: Position, event: Action, spent: int) -> Iterator[Text]:
    """[5.1.8-f, A-42] Spending it may leave the ship, or a robot on foot, without the way off; but not what moves."""
    who = event.who
    if not isinstance(event, Fly | Jump):
        yield from advise_way_off(pos, who, spent, ways.way_off(pos, who, pos.ships[who]))
    for hex in _on_foot(pos, who):
        if not isinstance(event, Walk) or event.path[0] != hex:
            yield from advise_way_off(pos, who, spent, ways.way_off(pos, who, hex, jumps=False))


def advise_buy(pos: Position, event: Buy) -> Iterator[Text]:
    """[6.4-b, A-58] A point that no card can take will be lost."""
    if event.points > can_take(pos, event.who):
        yield Text("advice.point-lost", {"n": event.points - can_take(pos, event.who)})


def advise_bomb(pos: Position, event: Bomb) -> Iterator[Text]:
    """[A-62] Nobody's robots are on the planet."""
    planet = pos.board.planet_at(pos.ships[event.who])
    if event.target not in pos.kit.monsters and planet >= 0 and not pos.on_planet(planet):
        yield Text("advice.bomb-nobody", {"planet": planet_name(pos.board, planet)})
