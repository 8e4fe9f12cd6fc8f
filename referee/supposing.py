"""What nobody told of a table that was entered, and what it was taken as: said in few lines, and as data."""

from collections.abc import Iterator, Sequence

from referee.game import Facts
from referee.positions import NOTHING, Laid
from referee.text import Text, Value
from referee.view import Cell, Lines

FEW = 6  # subjects that are named one by one


def parts(laid: Laid) -> Iterator[Lines]:
    """It as parts of a screen; subjects of which the same is supposed stand together."""
    if laid.rest:
        told = tuple(f"{who} {what} {value}" for (who, what), value in laid.rest.items())
        yield Lines("", (Cell(Text("supposed.rest", {"facts": told}), "dim"),))
    same = dict[tuple[tuple[str, str | int], ...], list[str]]()
    for who in dict.fromkeys(who for who, _ in laid.supposed):
        facts = tuple((what, value) for (each, what), value in laid.supposed.items() if each == who)
        same.setdefault(facts, []).append(who)
    if same:
        lines = tuple(Cell(_line(whose, facts), "dim") for facts, whose in same.items())
        yield Lines(Text("supposed.title"), lines)


def _line(whose: Sequence[str], facts: Sequence[tuple[str, str | int]]) -> Text:
    """`Ann, Bea: credits 3; nothing: vp, robots`. Of facts that are nothing the first word says enough."""
    some = tuple(f"{what} {value}" for what, value in facts if value not in NOTHING)
    none = tuple(dict.fromkeys(what.split()[0] for what, value in facts if value in NOTHING))
    key = "supposed.both" if some and none else "supposed.some" if some else "supposed.none"
    who: tuple[Value, ...] = tuple(whose[:FEW])
    who += (Text("supposed.more", {"n": len(whose) - FEW}),) if len(whose) > FEW else ()
    return Text(key, {"who": who, "some": some, "none": none})


def data(laid: Laid) -> dict[str, list[str]]:
    """It as data: facts as people write them."""
    return {"supposed": _written(laid.supposed), "rest": _written(laid.rest)}


def _written(facts: Facts) -> list[str]:
    return [f"{who} {what} {value}" for (who, what), value in facts.items()]
