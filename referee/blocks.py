"""A record as blocks: which acts hold, which can be done again, which lines are to be judged."""

from collections.abc import Collection, Mapping, Sequence

from referee.text import Value

Block = Mapping[str, Value]
Lines = tuple[int, ...]  # the numbers of the lines of an act
VEIL = "…"
MARKS = ("rulings", "anyway", "because", "agreed")


def marked(block: Block) -> dict[str, Value]:
    """What a block says besides its sentence: readings of its own, that it was let stand, why, and who agreed."""
    return {key: block[key] for key in MARKS if key in block}


def is_note(block: Block) -> bool:
    """A remark for the record, or what was counted, is no act."""
    return str(block.get("say", "")).startswith(("note ", "count "))


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
        elif "say" in block and not is_note(block):
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
    return frozenset(_count(block, "keep") for block in blocks if "keep" in block)
