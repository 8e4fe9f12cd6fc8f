"""What nobody told of a table that was entered, and what it was taken as: said in few lines, and as data."""

from collections.abc import Iterator, Sequence

from referee.game import Facts
from referee.positions import NOTHING, Laid
from referee.text import Text
from referee.view import Cell, Lines

_Supposed = tuple[tuple[str, ...], tuple[str, ...]]  # what is there, in words; what nothing is there of


def parts(laid: Laid) -> Iterator[Lines]:
    """It as parts of a screen; subjects of which the same is supposed stand together."""
    if laid.rest:
        told = tuple(f"{who} {what} {value}" for (who, what), value in laid.rest.items())
        yield Lines("", (Cell(Text("supposed.rest", {"facts": told}), "dim"),))
    said, silent = dict[_Supposed, list[str]](), list[str]()
    for who in dict.fromkeys(who for who, _ in laid.supposed):
        some, none = _of(laid.supposed, who)
        if some or who in laid.told:
            said.setdefault((some, none), []).append(who)
        else:
            silent.append(who)
    lines = [_line(whose, *supposed) for supposed, whose in said.items()]
    lines += [Text("supposed.silent", {"who": tuple(silent)})] if silent else []
    if lines:
        yield Lines(Text("supposed.title"), tuple(Cell(line, "dim") for line in lines))


def _of(supposed: Facts, who: str) -> _Supposed:
    """What one has; and what nothing is there of, by the first word, which says enough."""
    facts = [(what, value) for (each, what), value in supposed.items() if each == who]
    some = tuple(f"{what} {value}" for what, value in facts if value not in NOTHING)
    return some, tuple(dict.fromkeys(what.split()[0] for what, value in facts if value in NOTHING))


def _line(whose: Sequence[str], some: tuple[str, ...], none: tuple[str, ...]) -> Text:
    """`Ann, Bea: credits 3; nothing for vp, robots`."""
    key = "supposed.both" if some and none else "supposed.some" if some else "supposed.none"
    return Text(key, {"who": tuple(whose), "some": some, "none": none})


def line(facts: Facts, who: str) -> Text:
    """All facts about one, in few words."""
    return _line((who,), *_of(facts, who))


def data(laid: Laid) -> dict[str, list[str]]:
    """It as data: facts as people write them."""
    return {"supposed": _written(laid.supposed), "rest": _written(laid.rest)}


def _written(facts: Facts) -> list[str]:
    return [f"{who} {what} {value}" for (who, what), value in facts.items()]
