"""What nobody told of a table that was entered, and what it was taken as: said in few lines, and as data."""

from collections.abc import Iterator, Sequence

from referee.game import Facts
from referee.positions import NOTHING, Laid
from referee.text import Text
from referee.view import Cell, Lines


def parts(laid: Laid) -> Iterator[Lines]:
    """It as parts of a screen; subjects of which the same is supposed stand together."""
    if laid.rest:
        told = tuple(f"{who} {what} {value}" for (who, what), value in laid.rest.items())
        yield Lines("", (Cell(Text("supposed.rest", {"facts": told}), "dim"),))
    said, silent = dict[tuple[tuple[str, str | int], ...], list[str]](), list[str]()
    for who in dict.fromkeys(who for who, _ in laid.supposed):
        facts = tuple((what, value) for (each, what), value in laid.supposed.items() if each == who)
        if all(value in NOTHING for _, value in facts) and who not in laid.told:
            silent.append(who)
        else:
            said.setdefault(facts, []).append(who)
    lines = [_line(whose, facts) for facts, whose in said.items()]
    lines += [Text("supposed.silent", {"who": tuple(silent)})] if silent else []
    if lines:
        yield Lines(Text("supposed.title"), tuple(Cell(line, "dim") for line in lines))


def _line(whose: Sequence[str], facts: Sequence[tuple[str, str | int]]) -> Text:
    """`Ann, Bea: credits 3; nothing for vp, robots`. Of facts that are nothing the first word says enough."""
    some = tuple(f"{what} {value}" for what, value in facts if value not in NOTHING)
    none = tuple(dict.fromkeys(what.split()[0] for what, value in facts if value in NOTHING))
    key = "supposed.both" if some and none else "supposed.some" if some else "supposed.none"
    return Text(key, {"who": tuple(whose), "some": some, "none": none})


def data(laid: Laid) -> dict[str, list[str]]:
    """It as data: facts as people write them."""
    return {"supposed": _written(laid.supposed), "rest": _written(laid.rest)}


def _written(facts: Facts) -> list[str]:
    return [f"{who} {what} {value}" for (who, what), value in facts.items()]
