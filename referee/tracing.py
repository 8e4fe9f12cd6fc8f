"""A figure followed through the record: what changed it, how a difference may come and go; and the audit of the box."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from referee import hearing
from referee.acts import Act, Line
from referee.ask import TABLE
from referee.blocks import rulings_of
from referee.correcting import AUDIT, check_sums
from referee.counting import Amount, Found, called, countable, counts
from referee.desk import Desk
from referee.errors import RefereeError
from referee.game import Fact, Game
from referee.judging import judge, step_ruled
from referee.remarks import Fix
from referee.verdict import COUNT, Objection

UNDOINGS = 3  # how many of the last undoings are looked into
PARTNERS = 3  # how many other piles are named that may hold what is missing
NOT_DONE, OTHERWISE, TWICE, OTHER_WAY, PART = "not-done", "otherwise", "twice", "other-way", "part"
NOT_BACK = "not-back"


class Change(NamedTuple):
    """An act that changed a figure."""

    act: Act
    was: Amount
    now: Amount

    @property
    def by(self) -> int:
        """By how much; 0 for what is no number."""
        return self.now - self.was if isinstance(self.now, int) and isinstance(self.was, int) else 0


def amount(desk: Desk, fact: Fact) -> Callable[[Any], Amount]:
    """Reads off any table of a session how much of a pile there is, or what a fact says; nothing where it is unknown.

    A counter is looked up; all else is counted where it is a fact, or a sum of facts.
    """
    game, now = desk.game, desk.ask.pos
    if any(entry.counts and entry[:2] == fact for _, entry in desk.entries()):
        return lambda pos: int(pos.count(*fact))
    known = game.facts if fact in game.facts(now) else game.piles
    nothing: Amount = 0 if isinstance(known(now).get(fact, 0), int) else "none"
    return lambda pos: known(pos).get(fact, nothing)


def changes(desk: Desk, fact: Fact) -> Iterator[Change]:
    """Every act that changed a pile or fact, in the order in which they hold."""
    read = amount(desk, fact)
    was = read(desk.opening.pos)
    for act in desk.holding:
        now = read(act.after.pos)
        if now != was:
            yield Change(act, was, now)
        was = now


def teller(act: Act, fact: Fact) -> Line:
    """The line of an act that tells of a pile by itself; else the first."""
    return next((line for line in act.lines if any(entry[:2] == fact for entry in line.entries)), act.lines[0])


# -- where a difference may come from ------------------------------------------------------------------


class Possible(NamedTuple):
    """A line that would explain a difference if it went otherwise at the table; `paid` of `price`, if it was short."""

    line: Line
    how: str
    paid: int = 0
    price: int = 0


def possible(desk: Desk, found: Found) -> tuple[Possible, ...]:
    """Every line that may explain why a pile is another than it should be, the earliest first. None is certain.

    None before the pile was last counted right, nor before it was set anew: no difference outlives that.
    """
    since, until = _bounds(desk, found)
    read, told = amount(desk, found.fact), found.fact in desk.game.facts(desk.ask.pos)  # a sum cannot be told anew
    explained: list[Possible] = []
    reached = since
    for act in reversed(desk.holding):
        if (reached := act.lines[0].number) <= since:
            break
        if reached < until:
            explained += _explaining(Change(act, read(act.before.pos), read(act.after.pos)), found)
        if told and not _lasts(desk.game, act, found, read):
            break
    explained += (each for each in _undone(desk, found, max(since, reached - 1)) if each.line.number < until)
    return tuple(sorted(explained, key=lambda each: each.line.number))


def _bounds(desk: Desk, found: Found) -> tuple[int, int]:
    """The line by which the pile was last counted right, and the first one after it that has the same difference."""
    since, until = 0, len(desk.lines) + 1
    for line in reversed(desk.lines):
        for pile, counted, expected in counts(line.block):
            if pile != found.name:
                continue
            if counted == expected:
                return line.number, until
            if counted.isdecimal() and expected.isdecimal() and int(counted) - int(expected) == found.by:
                until = line.number
    return since, until


def _explaining(change: Change, found: Found) -> Iterator[Possible]:
    """How a difference may come from an act that changed the pile."""
    if change.was == change.now:
        return
    line = teller(change.act, found.fact)
    if change.by == -found.by if found.by else change.was == found.counted:
        yield Possible(line, NOT_DONE)
    elif not found.by:
        yield Possible(line, OTHERWISE)
    elif change.by == found.by:
        yield Possible(line, TWICE)
    elif 2 * change.by == -found.by and any(entry[:2] == found.fact for entry in line.entries):
        yield Possible(line, OTHER_WAY)
    for entry in (entry for line in change.act.lines for entry in line.entries):
        paid, price = entry.facts.get("paid"), entry.facts.get("price")
        if entry.now is None and isinstance(paid, int) and isinstance(price, int) and paid - price == found.by:
            yield Possible(line, PART, paid, price)


def _lasts(game: Game, act: Act, found: Found, read: Callable[[Any], Amount]) -> bool:
    """Whether a difference that was there before an act is there after it: the act is carried out once more with it.

    What is no number is set anew by all that changes it. What a card did by hand is told by its outcome, and done at
    the table by what it gave or took.
    """
    fact, known = found.fact, read(act.before.pos)
    if not found.by:
        return known == read(act.after.pos)
    if not isinstance(known, int) or any(_is_told(line) for line in act.lines):
        return True
    if known + found.by < 0:
        return False
    try:
        ask = act.before._replace(pos=game.with_facts(act.before.pos, {fact: known + found.by}))
        for line in act.lines:
            event = hearing.read(game, str(line.block["say"]), str(line.block.get("who", "")))
            ask = step_ruled(game, ask, event, rulings_of(line.block))
    except (RefereeError, LookupError, ValueError):  # with the difference nobody could have said so
        return True
    with_it, without = read(ask.pos), read(act.after.pos)
    if ask.rule != act.after.rule or not isinstance(with_it, int) or not isinstance(without, int):
        return True
    return with_it - without == found.by


def _is_told(line: Line) -> bool:
    """Whether a line is no sentence of the game that could be carried out again: an edit, an effect by hand."""
    return "say" not in line.block or str(line.block["say"]).startswith("by-hand ")


def _undone(desk: Desk, found: Found, since: int) -> Iterator[Possible]:
    """Acts that were undone later than that line, and that nobody may have taken back at the table."""
    holding = {line.number for act in desk.holding for line in act.lines}
    read = amount(desk, found.fact)
    undoings = [line for line in desk.lines if "undo" in line.block and line.number > since]
    for line in undoings[-UNDOINGS:]:
        copy = Desk(desk.game, desk.opening)
        copy.read([each.block for each in desk.lines[: line.number - 1]])
        for act in copy.acts[-int(str(line.block["undo"])) :]:
            was, now = read(act.before.pos), read(act.after.pos)
            back = Change(act, was, now).by == found.by if found.by else now == found.counted
            if act.lines[0].number not in holding and was != now and back:
                yield Possible(teller(act, found.fact), NOT_BACK)


# -- what would put it right ------------------------------------------------------------------


def fixes(desk: Desk, counted: Sequence[Found]) -> tuple[Fix, ...]:
    """Corrections by which the record has what was counted: all of it at once, and what another pile pays for it.

    None where the piles are sums of facts: then one of those has to be looked for.
    """
    wrong = facts(desk, counted)
    told = {each.fact: each.counted for each in wrong}
    if not wrong:
        return ()
    if _goes(desk, fix := _fix(told)):
        return (fix,)
    found: list[Fix] = []
    for partner, value in _partners(desk, wrong):
        if _goes(desk, fix := _fix({**told, partner: value})):
            found.append(fix)
        if len(found) == PARTNERS:
            break
    return tuple(found)


def against(desk: Desk, counted: Sequence[Found]) -> tuple[Objection, ...]:
    """Why a correction that has what was counted, and nothing else, would not do."""
    wrong = {each.fact: each.counted for each in facts(desk, counted)}
    return judge(desk.game, desk.ask, _fix(wrong)).objections if wrong else ()


def facts(desk: Desk, counted: Sequence[Found]) -> tuple[Found, ...]:
    """Those that differ and that a correction can name; the others are sums."""
    known = desk.game.facts(desk.ask.pos)
    return tuple(each for each in counted if not each.agrees and each.fact in known)


def _fix(facts: Mapping[Fact, Amount]) -> Fix:
    return Fix(TABLE, tuple(f"{called(fact)} {value}" for fact, value in facts.items()))


def _goes(desk: Desk, fix: Fix) -> bool:
    return judge(desk.game, desk.ask, fix).stands


def _partners(desk: Desk, wrong: Sequence[Found]) -> Iterator[tuple[Fact, int]]:
    """Other piles, with a number by which the sums would be as before.

    Those come first that a line changed which may explain the difference, then those that hold something.
    """
    game, pos, by = desk.game, desk.ask.pos, dict.fromkeys(each.by for each in wrong if each.by)
    told = {each.fact: each.counted for each in wrong}
    lost = _moved(game, pos, game.with_facts(pos, told))
    near = {entry[:2] for each in wrong for line, *_ in possible(desk, each) for entry in line.entries}
    public, facts = countable(game, pos), game.facts(pos)
    numbers = {fact: n for fact, n in public.items() if isinstance(n, int) and fact in facts}
    others = [fact for fact in numbers if fact not in told]
    for fact in sorted(others, key=lambda fact: (fact not in near, not numbers[fact])):
        for n in (numbers[fact] - each for each in by if each <= numbers[fact]):
            if lost and _moved(game, pos, game.with_facts(pos, {**told, fact: n})) == {}:
                yield fact, n


def _moved(game: Game, before: Any, after: Any) -> Mapping[str, int]:
    """By how much of each component more, or fewer, are found than before."""
    held = game.box(before)
    return {what: n - held[what][1] for what, (_, n) in game.box(after).items() if n != held[what][1]}


# -- the box ------------------------------------------------------------------


class Break(NamedTuple):
    """The first line after which a table no longer adds up, and in what."""

    line: Line | None  # None: it did not when the game began
    objections: tuple[Objection, ...]


def first_break(desk: Desk) -> Break | None:
    """The conservation audit: the box counted after every act, by itself and against what was there before."""
    game, opening = desk.game, desk.opening.pos
    if faults := _uncounted(game, opening):
        return Break(None, faults)
    for act in desk.holding:
        if odd := (*check_sums(game, act.before.pos, act.after.pos, AUDIT), *_uncounted(game, act.after.pos)):
            return Break(act.lines[0], odd)
    return None


def _uncounted(game: Game, pos: Any) -> tuple[Objection, ...]:
    return tuple(fault for fault in game.faults(pos) if fault.basis == COUNT)
