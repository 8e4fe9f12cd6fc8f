"""Action Points: how many there are, and what pays for what [6.1]."""

from collections.abc import Iterator

from referee.games.parsec.position import Position
from referee.text import Text, Value
from referee.verdict import Objection, waivable

# -- checks ------------------------------------------------------------------


def check_price(pos: Position, who: str, price: int, *rows: str) -> Iterator[Objection]:
    """[6.1, 6.1.1] Whether the price can be paid: free APs first, then credits up to the limit of a turn.

    `rows` are those that print the price; a table may let it stand that too little is paid.
    """
    ap, credits = pos.count(who, "ap"), pos.count(who, "credits")
    short = price - ap
    if price <= ap + pos.usable(who):
        return
    facts: dict[str, Value] = {"price": price, "ap": ap, "raise": ap + pos.usable(who)}
    for row in ("6.1-a", *rows):
        yield waivable(row, "price.short", **facts)
    limit = credit_limit(pos, who)
    if short > limit - pos.count(who, "spent"):
        for row in ("6.1.1-b", *(("7.3-a",) if pos.power(who, "credit-limit") else ())):
            yield waivable(row, "price.limit", limit=limit, spent=pos.count(who, "spent"))
    if short > credits:
        yield waivable("6.1.1-c", "price.credits", credits=credits)


def credit_limit(pos: Position, who: str) -> int:
    """[6.1.1, 7.3] The credits that may become APs in a turn."""
    return pos.kit.points["credit_limit"] + pos.power(who, "credit-limit")


def free_ap(pos: Position, who: str) -> int:
    """[6.1, 7.3] The free APs of a turn."""
    return pos.kit.points["free_ap"] + pos.power(who, "free-ap")


# -- effects ------------------------------------------------------------------


def pay(pos: Position, who: str, price: int, rule: str, key: str, /, **facts: Value) -> Position:
    """[6.1.1, 6.2] Free APs first, credits for the rest; of a price let stand short, what is there."""
    free = min(price, pos.count(who, "ap"))
    rest = min(price - free, pos.usable(who))
    pos = pos.change(who, "ap", -free, rule, key, price=price, **facts)
    pos = pos.change(who, "credits", -rest, "6.1.1-a", "price.credit", price=price, n=rest)
    pos = pos.change(who, "spent", rest, "6.1.1-b", "price.spent", n=rest, limit=credit_limit(pos, who))
    if free + rest < price:
        pos = pos.happen(f"{free + rest} of {price} paid", rule, "price.part", paid=free + rest, price=price)
    return pos


# -- advice ------------------------------------------------------------------


def advise_way_off(pos: Position, who: str, spent: int, off: int | None) -> Iterator[Text]:
    """[5.1.8, A-42] Spending it leaves less than the way out of the radiation costs."""
    if off and pos.budget(who) - spent < off <= pos.budget(who):
        yield Text("advice.way-off", {"price": off, "left": pos.budget(who) - spent})
