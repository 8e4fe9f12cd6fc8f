"""A record as blocks: which acts hold, which can be done again, which lines are to be judged."""

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile

from referee.text import Value

Block = Mapping[str, Value]
Lines = tuple[int, ...]  # the numbers of the lines of an act
VEIL = "…"
MARKS = ("rulings", "anyway", "because", "agreed")
BEFORE, CHANGE, STRIKE, KEEP = "before", "change", "strike", "keep"  # what a block does to the line that it names


def marked(block: Block) -> dict[str, Value]:
    """What a block says besides its sentence: readings of its own, that it was let stand, why, and who agreed."""
    return {key: block[key] for key in MARKS if key in block}


def rulings_of(block: Block) -> tuple[str, ...]:
    """The readings under which a line was said, as `A-13=yes`."""
    said = block.get("rulings", ())
    return tuple(map(str, said)) if isinstance(said, tuple) else ()


def is_note(block: Block) -> bool:
    """A remark for the record, or what was counted, is no act."""
    return str(block.get("say", "")).startswith(("note ", "count "))


def edit(block: Block) -> str:
    """What a block does to an earlier line, so that everything is judged again; "" for all other blocks.

    A line is let stand (`keep`) by a block of the same breath; by itself that settles where an old record stops.
    """
    found = next((key for key in (BEFORE, CHANGE, STRIKE) if key in block), "")
    return found or (KEEP if KEEP in block and block.get("auto") else "")


def target(block: Block) -> int:
    """The line that a block does something to."""
    return _count(block, edit(block) or KEEP)


def told(block: Block) -> tuple[str, ...]:
    """What the line set off, fact by fact, as the record says."""
    then = str(block.get("then", ""))
    return tuple(then.split("; ")) if then else ()


def tells(block: Block, secret: Collection[str]) -> bool:
    """Whether the line set off something that has one of these names, as far as the record says."""
    return any(f" {name} " in f" {fact} " for fact in told(block) for name in secret)


def veil(sentence: str) -> str:
    """The verb alone."""
    return f"{sentence.partition(' ')[0]} {VEIL}"


def veiled(block: Block) -> Block:
    """The block as everybody may read it if what it tells is secret: who spoke, and the verbs."""
    words = {key: veil(str(block[key])) for key in ("say", "was") if key in block}
    return {**{key: value for key, value in block.items() if key != "then"}, **words}


def acts(blocks: Sequence[Block]) -> tuple[list[Lines], list[Lines]]:
    """The acts that hold, in order, and those that can be done again, the next one last."""
    done: list[Lines] = []
    undone: list[Lines] = []
    for number, block in enumerate(blocks, 1):
        if "undo" in block:
            undone += [done.pop() for _ in range(min(_count(block, "undo"), len(done)))]
        elif "redo" in block:
            done += [undone.pop() for _ in range(min(_count(block, "redo"), len(undone)))]
        elif block.get("auto") and done:
            done[-1] += (number,)
        elif edit(block) or ("say" in block and not is_note(block)):
            done.append((number,))
            undone = []
    return done, undone


def beyond(blocks: Sequence[Block]) -> frozenset[int]:
    """The lines that take back, or do again, more acts than there are."""
    found = set[int]()
    for number, block in enumerate(blocks, 1):
        if "undo" in block or "redo" in block:
            done, undone = acts(blocks[: number - 1])
            act, there = ("undo", done) if "undo" in block else ("redo", undone)
            if _count(block, act) > len(there):
                found.add(number)
    return frozenset(found)


def _count(block: Block, key: str) -> int:
    return int(str(block[key]))


def living(blocks: Sequence[Block]) -> frozenset[int]:
    """The lines that are to be judged: those of acts that hold, and notes."""
    notes = (number for number, block in enumerate(blocks, 1) if is_note(block))
    return frozenset((*(number for act in acts(blocks)[0] for number in act), *notes))


def kept(blocks: Sequence[Block]) -> frozenset[int]:
    """The lines that stay as they are, whatever today's rules say."""
    return frozenset(_count(block, KEEP) for block in blocks if KEEP in block and not edit(block))


def settled(blocks: Sequence[Block]) -> Mapping[int, int]:
    """The lines that are struck or changed, each with the first line of the act that does it."""
    found: dict[int, int] = {}
    for act in acts(blocks)[0]:
        for block in (blocks[number - 1] for number in act):
            if edit(block) in (CHANGE, STRIKE):
                found.setdefault(target(block), act[0])
    return found


def taken_back(blocks: Sequence[Block], besides: Collection[int] = ()) -> frozenset[int]:
    """The edits that a later line strikes, unless that is struck itself; `besides` are struck without a line."""
    found, breath = set(besides), {number: act[0] for act in acts(blocks)[0] for number in act}
    for number in sorted(breath, reverse=True):
        if takes_back(blocks, number) and found.isdisjoint((number, breath[number])):
            found.add(target(blocks[number - 1]))
    return frozenset(number for number, first in breath.items() if not found.isdisjoint((number, first)))


def takes_back(blocks: Sequence[Block], number: int) -> bool:
    """Whether a line strikes an edit, and no line of the game."""
    block = blocks[number - 1]
    return edit(block) == STRIKE and target(block) < number and bool(edit(blocks[target(block) - 1]))


def act_of(blocks: Sequence[Block], number: int) -> Lines:
    """The lines of the act that begins on this line: it and what was written in the same breath."""
    rest = range(number + 1, len(blocks) + 1)
    return (number, *takewhile(lambda each: bool(blocks[each - 1].get("auto")), rest))


def said(block: Block) -> str:
    """What a block says or does, in the words by which another block that names it knows it."""
    if "say" in block:
        return str(block["say"])
    act = next(act for act in ("undo", "redo", STRIKE, KEEP) if act in block)
    return f"{act} {block[act]}"
