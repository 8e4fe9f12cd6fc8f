"""The solo card, damage, and how a solo game ends [T-811 to T-819]."""

from collections.abc import Iterator

from referee.ask import Ask, Play
from referee.games.planetoid import energy
from referee.games.planetoid.census import no_space
from referee.games.planetoid.events import Ability, Alien, Damage, Done, Flip, Spawn
from referee.games.planetoid.kit import SLOTS, Kit
from referee.games.planetoid.kit import Ability as Printed
from referee.games.planetoid.position import Position
from referee.games.planetoid.shipping import all_done
from referee.text import Facts, Text
from referee.verdict import UNKNOWN, Objection, broken, disputed

OTHER_SIDE = {"front": "back", "back": "front"}


# -- the solo card: what it says ------------------------------------------------------------------


def faces(kit: Kit) -> tuple[tuple[str, str], ...]:
    """The sides of solo cards of which the table has told anything."""
    return tuple(dict.fromkeys((card, side) for card, side, _ in kit.abilities))


def told(kit: Kit, card: str, side: str) -> Text:
    """A side of a solo card in words [T-808]."""
    upper, lower = (in_words(kit.abilities.get((card, side, slot))) for slot in SLOTS)
    return Text("card.side", {"card": card, "side": side, "upper": upper, "lower": lower})


def in_words(ability: Printed | None) -> Text:
    """What an ability does, and its price [T-816]; or that nobody has told."""
    if not ability:
        return Text("ability.untold")
    does = ability.does or Text("ability.hand", {"text": ability.text})
    price = energy.in_words((ability.energy, ability.diamond, ability.damage))
    return Text("ability.told", {"name": ability.name, "does": does, "price": price})


# -- the solo card: checks ------------------------------------------------------------------


def check_ability(pos: Position, event: Ability) -> Iterator[Objection]:
    """[T-816] The sentence must say what the ability does, and nothing else; by hand, it says nothing more."""
    if event.system not in pos.systems(event.who):
        return
    does = pos.ability(event.system).does
    said = event.inner.system if event.inner else ""
    if said != does:
        yield broken("T-816", "ability.does" if does else "ability.by-hand", does=does, said=said, system=event.system)


def check_alien(pos: Position, event: Alien) -> Iterator[Objection]:
    """[T-816] An ability moves or takes away an alien that is there, to a space of the board."""
    for space in event.at:
        if space not in pos.tiles:
            yield no_space(pos, space)
    if event.at[0] in pos.tiles and not pos.aliens.get((event.at[0], event.colour)):
        yield broken("T-816", "alien.none", colour=event.colour, space=event.at[0])


def check_flip(pos: Position, event: Flip) -> Iterator[Objection]:
    """[T-815] There must be another side to turn to."""
    if pos.card[0]:
        yield from untold(pos.kit, "T-815", pos.card[0], OTHER_SIDE[pos.card[1]])


def untold(kit: Kit, rule: str, card: str, side: str) -> Iterator[Objection]:
    """The abilities on a side of a solo card that nobody has told."""
    for slot in SLOTS:
        if (card, side, slot) not in kit.abilities:
            facts = {"card": card, "side": side, "place": slot.removeprefix("solo-")}
            yield Objection(rule, "card.untold", facts, basis=UNKNOWN)


# -- the solo card: effects ------------------------------------------------------------------


def by_hand(pos: Position, event: Ability) -> Position:
    """What no primitive says is carried out by hand and told before the turn goes on."""
    ability = pos.ability(event.system)
    return pos.push(("by-hand", event.who, ability.name, ability.text))


def move_alien(pos: Position, event: Alien) -> Position:
    """[T-816] One token leaves its space; it comes to another, or away."""
    aliens, colour, start = dict(pos.aliens), event.colour, event.at[0]
    place(aliens, start, colour, -1)
    if event.system == "remove-alien":
        facts: Facts = {"colour": colour, "space": start}
        return pos.put(aliens=aliens).happen(f"{colour} leaves {start}", "T-816", "alien.taken", **facts)
    goal = event.at[1]
    place(aliens, goal, colour, 1)
    facts = {"colour": colour, "start": start, "goal": goal}
    return pos.put(aliens=aliens).happen(f"{colour} {start} to {goal}", "T-816", "alien.moved", **facts)


def place(aliens: dict[tuple[str, str], int], space: str, colour: str, by: int) -> None:
    """Change how many tokens of a colour stand on a space; none leave no trace."""
    aliens[space, colour] = aliens.get((space, colour), 0) + by
    if not aliens[space, colour]:
        del aliens[space, colour]


def flip(pos: Position, event: Flip) -> Position:
    """[T-815] The other side; diamonds go along, damage keeps its slot [A-43], what comes into view is unused."""
    card = (pos.card[0], OTHER_SIDE[pos.card[1]])
    pos = pos.put(card=card, used=pos.used - frozenset(SLOTS)).happen(
        f"card {card[1]}", "T-815", "card.flipped", side=card[1]
    )
    if pos.reading("flip_damage") == "clear":
        for slot in SLOTS:
            gone = -pos.count(event.who, f"damage {slot}")
            pos = pos.change(event.who, f"damage {slot}", gone, "A-43", "damage.cleared", system=slot)
    return pos


# -- damage ------------------------------------------------------------------


def free(pos: Position, who: str) -> tuple[str, ...]:
    """What can take a damage [T-812]: any own system without one; by a reading of A-42 those of the board alone."""
    undamaged = pos.undamaged(who)
    return undamaged if pos.reading("all_damaged") == "all" else tuple(s for s in undamaged if s in pos.kit.base)


def check_damage(pos: Position, event: Damage) -> Iterator[Objection]:
    """[T-811, T-812, T-915] An own system without a damage token."""
    rule = pos.agenda[0][3]
    if event.system not in pos.systems(event.who):
        yield broken("T-310", "system.not-installed", system=event.system)
    elif pos.damaged(event.who, event.system):
        yield broken(rule, "damage.choose", systems=free(pos, event.who))
        yield broken("T-812", "damage.already", system=event.system)
    elif pos.reading("all_damaged") != "all" and event.system not in pos.kit.base:
        yield disputed(rule, "damage.off-board", "A-42", False, system=event.system)


def damage(pos: Position, event: Damage) -> Position:
    """One damage of those due is laid on the system."""
    kind, due, left, rule, cause = pos.agenda[0]
    who = event.who
    pos = pos.change(who, f"damage {event.system}", 1, rule, "damage.taken", system=event.system, cause=cause)
    if kind == "hits":
        pos = pos.pop(("hits", tuple(name for name in due if name != who), 1, rule, cause))
    else:
        pos = pos.pop(*((("hit", who, left - 1, rule, cause),) if left > 1 else ()))
    if event.system == "expanded-storage" and pos.reading("expanded_damaged") == "drop":
        pos = pos.push(("overflow", who, int(pos.reading("storage"))))
    return pos


def hit(pos: Position) -> Play:
    """[T-811, T-915] A damage on an undamaged system of the player's choice; with none left it falls away [Q-26]."""
    _, who, _, rule, cause = pos.agenda[0]
    left = free(pos, who)
    if not left:
        return pos.happen(f"no damage {who}", "Q-26", "damage.falls-away", who=who).pop()
    if len(left) == 1:
        return damage(pos, Damage(who, left[0]))
    text = Text("ask.damage", {"who": who, "cause": cause, "systems": left})
    return (yield Ask(rule, (who,), (Damage,), pos, text, left, "damage"))


def hits(pos: Position) -> Play:
    """[T-1004, Q-35] A damage for everybody: asked of all who have a choice, and answered in any order."""
    _, due, _, rule, cause = pos.agenda[0]
    due = tuple(who for who in due if who in pos.order)
    sure = due if len(due) < 2 else tuple(who for who in due if len(free(pos, who)) < 2)
    if sure == due:
        return pos.pop(*(("hit", who, 1, rule, cause) for who in due))
    if sure:
        others = tuple(who for who in due if who not in sure)
        return pos.pop(*(("hit", who, 1, rule, cause) for who in sure), ("hits", others, 1, rule, cause))
    text = Text("ask.damage-each", {"waiting": due, "cause": cause})
    return (yield Ask(rule, due, (Damage,), pos, text, (), "damage"))


# -- spawn cards ------------------------------------------------------------------


def shown(pos: Position, event: Spawn) -> Spawn:
    """What a spawn card shows; a card said by name is looked up in the box."""
    card = pos.kit.spawn.get(event.card)
    return Spawn(event.who, event.card, card.icons, card.damage, card.shuffle) if card else event


# -- the end ------------------------------------------------------------------


def reasons(pos: Position, who: str) -> Iterator[str]:
    """[T-819] What the table shows that ends the game, the strongest first: all jobs done wins over the rest."""
    if all_done(pos):
        yield "won"
        return
    if pos.tiles and not pos.face_down():
        yield "lost tiles"
    counted = pos.systems(who) if pos.reading("all_damaged") == "all" else pos.kit.base
    if all(pos.damaged(who, system) for system in counted):
        yield "lost damage"


def ends(pos: Position) -> Position:
    """[T-819] Tested when a system or a step is completely resolved; at once, or when the turn is over [A-41]."""
    _, when = pos.agenda[0]
    late = pos.reading("solo_end") == "end_of_turn" and when != "turn"
    found = "" if late else next(reasons(pos, pos.names[0]), "")
    if not found:
        return pos.pop()
    return finish(pos, found)


def finish(pos: Position, found: str) -> Position:
    """Nothing is left to do; the result is told, and the score that compares games [A-38]."""
    who = pos.names[0]
    pos = pos.put(result=found, agenda=(("over",),), told={})
    pos = pos.happen(found, "T-819", f"end.{found.replace(' ', '-')}", who=who)
    return pos.happen(f"score {score(pos, who)}", "T-820", "score.solo", who=who, score=score(pos, who))


def result(pos: Position) -> Text:
    """How the game ended, in words."""
    return Text(f"result.{pos.result.replace(' ', '-')}", {"score": score(pos, pos.names[0])})


def score(pos: Position, who: str) -> int:
    """[T-820, A-38] The values of tiles on jobs and in storage; by a reading, of diamonds on the card too."""
    held = pos.stored(who)
    if pos.reading("solo_score") == "card":
        held += pos.holding("card")
    for job in pos.jobs:
        held += pos.holding(job)
    return sum(pos.kit.values[kind] * n for kind, n in held.items())


def by_hand_due(pos: Position) -> Play:
    """An ability that no primitive says: its effect is told `by-hand`, then `done`."""
    _, who, name, text = pos.agenda[0]
    return (yield Ask("T-816", (who,), (Done,), pos, Text("ask.by-hand", {"who": who, "ability": name, "text": text})))
