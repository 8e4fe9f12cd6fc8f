"""A record as what was decided and what was seen, line by line: from this a mended record is judged again.

A choice (`drill C3`) has its place among the others; a fact (C3 is a ruby) is found under the key of its question.
Nothing here is judged: an edit puts a line in, takes one out or changes it, whatever the rules will say.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from referee import blocks as record
from referee import hearing
from referee.acts import Key
from referee.blocks import BEFORE, CHANGE, KEEP, STRIKE, Block
from referee.errors import Failed
from referee.game import Game
from referee.text import NO_FACTS, Value


class Item(NamedTuple):
    """What a line of the record holds: a choice without what only the table saw, and that as facts.

    `line` is its number, `place` that of the line before which or instead of which it stands, and `names` are those of
    lines that it took the place of. What was just said is heard at its place; until then `text` holds it.
    """

    line: int
    place: int
    choice: Any | None = None
    facts: Mapping[Key, Any] = {}
    marks: Mapping[str, Value] = NO_FACTS
    names: tuple[int, ...] = ()
    who: str = ""
    text: str = ""


class Edit(NamedTuple):
    """What is done to a line: `item` goes in before it or takes its place; a line that is kept is let stand."""

    kind: str
    line: int
    item: Item


def item(game: Game, number: int, block: Block, place: int = 0) -> Item:
    """What a block with a sentence holds. Raises NotUnderstood."""
    event = hearing.read(game, str(block["say"]), str(block.get("who", "")))
    return Item(number, place or number, *parted(game, event), record.marked(block))


def parted(game: Game, event: Any) -> tuple[Any | None, Mapping[Key, Any]]:
    """The choice that an event holds, and the facts that it tells."""
    return (event, {}) if hearing.is_common(event) else game.split(event)


def edit(game: Game, number: int, block: Block) -> Edit:
    """The edit that a block makes. Raises NotUnderstood."""
    kind, line = record.edit(block), record.target(block)
    if kind in (STRIKE, KEEP):
        return Edit(kind, line, Item(number, line, marks=record.marked(block)))
    return Edit(kind, line, item(game, number, block, line))


def script(game: Game, blocks: Sequence[Block], without: Collection[int] = ()) -> list[Item]:
    """The lines of a record that hold, mended as it says: an edit that was struck is taken back with all its breath.

    `without` are edits to be struck besides. Raises NotUnderstood and Failed.
    """
    kept, gone, items = record.kept(blocks), record.taken_back(blocks, without), list[Item]()
    for number in (number for act in record.acts(blocks)[0] for number in act):
        block = blocks[number - 1]
        if not record.edit(block):
            said = item(game, number, block)
            items.append(said._replace(marks={**said.marks, "kept": True}) if number in kept else said)
        elif number not in gone and not record.takes_back(blocks, number):
            items = edited(items, edit(game, number, block))
    return items


def edited(items: Sequence[Item], edit: Edit) -> list[Item]:
    """The lines after an edit. Raises Failed if none of them is the line that it names.

    What a line turned up is still true when its choice is struck or changed; of a line that only tells, nothing stays.
    """
    at, new = found(items, edit), edit.item
    before, after = items[:at], items[at + 1 :]
    if edit.kind == BEFORE:
        stands = items[at].place if at < len(items) else new.line
        return [*before, new._replace(place=stands), *items[at:]]
    old = items[at]
    told = old.facts if old.choice is not None else {}
    if edit.kind == CHANGE:
        facts, names = {**told, **new.facts}, (*old.names, old.line)
        return [*before, new._replace(facts=facts, place=old.place, names=names), *after]
    if edit.kind == KEEP:
        return [*before, old._replace(marks={**old.marks, **new.marks, "anyway": True}), *after]
    return [*before, old._replace(choice=None), *after] if told else [*before, *after]


def found(items: Sequence[Item], edit: Edit) -> int:
    """Where an edit is made: at the line that it names; what is put in, before the next line that holds."""
    for at, each in enumerate(items):
        if edit.line == each.line or edit.line in each.names:
            return at
    if edit.kind != BEFORE:
        raise Failed("mend.gone", line=edit.line)
    return next((at for at, each in enumerate(items) if each.place >= edit.line), len(items))
