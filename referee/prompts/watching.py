"""Whether things came to lie elsewhere without anybody naming the place: then the map is worth a look."""

import re
from collections.abc import Iterable

from referee import hexes
from referee.acts import Line
from referee.view import Cell, HexMap, Part, SquareMap, View, column_letters


def maps(view: View) -> tuple[Part, ...]:
    """The maps among the parts of a view."""
    return tuple(part for part in view if isinstance(part, SquareMap | HexMap))


def moved(before: View, after: View, said: Iterable[Line]) -> bool:
    """Whether a space looks different that no word of these lines names."""
    there, here = _spaces(before), _spaces(after)
    changed = {space for space in there.keys() | here.keys() if there.get(space) != here.get(space)}
    named = {word for line in said for word in re.findall(r"\w+", str(line.block.get("say", "")))}
    return bool(changed - named)


def _spaces(view: View) -> dict[str, Cell]:
    found: dict[str, Cell] = {}
    for part in view:
        if isinstance(part, SquareMap):
            found |= {f"{column_letters(x)}{y + 1}": cell for (x, y), cell in part.cells.items()}
        elif isinstance(part, HexMap):
            found |= {hexes.label(at): cell for at, cell in part.cells.items()}
    return found
