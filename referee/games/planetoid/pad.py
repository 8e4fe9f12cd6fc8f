"""The score pad of several players: what counts, line by line, and what puts one before the other [6.1, 6.2]."""

from itertools import pairwise

from referee.games.planetoid import scoring
from referee.games.planetoid.position import Position
from referee.text import Text
from referee.view import Cell, Lines, Table, View, Words

Row = tuple[Words | Cell, ...]


def score(pos: Position) -> View:
    """[T-707] The scoring so far; before it, nothing of what lies face-down [T-005]."""
    if not pos.scoring:
        hidden = Text("view.score-broken-off" if pos.result else "view.score-hidden")
        return (Lines(Text("view.score-final" if pos.result else "view.score"), (hidden,)),)
    return (_most(pos), _points(pos), *((_places(pos),) if pos.result else ()))


def _most(pos: Position) -> Table:
    """[T-705, T-706] Everybody's tiles by kind, and who takes the end-of-game bonus for the most."""
    rows = tuple(_kind(pos, kind) for kind in scoring.end_kinds(pos))
    return Table(Text("view.most"), (Text("view.kind"), *pos.order, Text("view.worth"), Text("view.goes-to")), rows)


def _kind(pos: Position, kind: str) -> Row:
    held = (str(scoring.tiles(pos, who)[kind]) for who in pos.order)
    to = scoring.most(pos, kind)
    goes = Text("view.tiles", {"tiles": to}) if to else Text("view.tied")
    return kind, *held, str(pos.kit.end_points.get(kind, "?")), goes


def _points(pos: Position) -> Table:
    """Everybody's points line by line: tiles, shipping bonuses, end-of-game bonuses, secret cards, and all together."""
    counted = tuple(scoring.items(pos))
    rows = [_line(pos, "tiles", kind, counted) for kind in scoring.end_kinds(pos)]
    rows += [_line(pos, "bonus", bonus, counted) for bonus in sorted(pos.taken) if pos.taken[bonus] in pos.order]
    rows += [_line(pos, "end", kind, counted) for kind in scoring.end_kinds(pos) if scoring.most(pos, kind)]
    plain = {who: sum(item.points for item in counted if item.who == who) for who in pos.order}
    cards = {who: pos.count(who, "points") - (plain[who] if pos.result else 0) for who in pos.order}
    rows += [] if pos.basic else [(Text("view.score-secret"), *map(str, cards.values()))]
    rows.append((Cell(Text("view.in-all"), "title"), *(Cell(str(plain[w] + cards[w]), "title") for w in pos.order)))
    return Table(Text("view.score-final" if pos.result else "view.score"), ("", *pos.order), tuple(rows))


def _line(pos: Position, form: str, what: str, counted: tuple[scoring.Item, ...]) -> Row:
    points = {item.who: str(item.points) for item in counted if (item.key, item.what) == (f"score.{form}", what)}
    return Text(f"view.score-{form}", {"what": what}), *(points.get(who, "") for who in pos.order)


def _places(pos: Position) -> Table:
    """[T-708] The players from first to last, each with what puts it before the next."""
    ranks = scoring.standing(pos)
    ahead: tuple[Words, ...] = (*(Text(f"view.by-{scoring.decided(*pair)}") for pair in pairwise(ranks)), "")
    head = (Text("view.place"), Text("view.who"), Text("view.points"), Text("view.tiles-held"), Text("view.ahead"))
    rows = (
        (str(n), rank.who, str(rank.points), str(rank.tiles), why)
        for n, (rank, why) in enumerate(zip(ranks, ahead, strict=False), 1)
    )
    return Table(Text("view.ranking"), head, tuple(rows))
