"""Position files: a table entered by its facts, written from a session and read by `--from`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from referee import box, chores, opening
from referee.desk import Desk
from referee.entering import Blame, Entered, Fault, parts, places, untold
from referee.errors import Damaged, Failed, NotUnderstood
from referee.files import rewrite, told
from referee.game import Fact, Facts, Game
from referee.journal import HEADER, misfits, toml
from referee.judging import settle
from referee.lines import Lines, lines, texts
from referee.notation import join
from referee.records import parsed
from referee.text import Text, Value
from referee.verdict import UNKNOWN, Objection

NOTHING = (0, "none")  # what a fact says that a bare table does not know at all
CARRIED = ("format", "game", "referee", "defaults", "players", "options", "box", "practice")
NEEDED = frozenset(("game", "players", "options"))  # without which nothing else can be looked at
LISTED = frozenset(key for key, kind in HEADER.items() if kind is list and key != "facts")
NAMED = 4  # lines that a fault names at most


class Source(NamedTuple):
    """A position file: what it says, and on which line."""

    file: Path
    header: Mapping[str, Any]
    lines: Lines = Lines({}, {})


class Laid(NamedTuple):
    """A table that was entered: its desk, and what nobody told of it: taken as on a table just laid out, or as left."""

    desk: Desk
    supposed: Facts = {}
    rest: Facts = {}
    told: frozenset[str] = frozenset()  # whom or what somebody told of


def example(game: str) -> list[str]:
    """A position file of a game as one may be written, line by line; none, if the game brings none."""
    file = opening.folder(game) / "position.toml"
    return file.read_text("utf-8").splitlines() if file.exists() else []


# -- reading ------------------------------------------------------------------


def read(file: Path) -> Source:
    """What a position file says. Raises Damaged for what is none, or Failed for a session."""
    with told(file):
        data = file.read_bytes()
    found = parsed(file, data)
    if "event" in found:
        raise Failed("position.session", file=str(file))
    if "game" not in found:
        raise Failed("position.game", file=str(file))
    places = lines(data.decode("utf-8-sig"))
    header = {key: _listed(key, value) for key, value in found.items() if key[:1] != "_"}
    for key in (key for key, value in found.items() if key in header and isinstance(value, str) and key in LISTED):
        at = zip(places.texts[key], texts(found[key]), strict=True)
        places.texts[key] = [line for line, text in at for _ in parts(text)]
    if header.get("practice") is True and "box" not in header:
        header["box"] = list(box.practice(opening.folder(str(header["game"]))).sentences)
    return Source(file, header, places)


def _listed(key: str, value: Any) -> Any:
    """A list may be written as the lines of a text, with commas as well; and things in places, as a table."""
    if HEADER.get(key) is not list:
        return value
    if isinstance(value, str):
        return texts(value) if key == "facts" else [part for line in texts(value) for part in parts(line)]
    return [f"{name} {each}" for name, each in value.items()] if isinstance(value, Mapping) else value


def lay(source: Source, header: Mapping[str, Any] | None = None) -> Laid:
    """The table of a file, with what else was said in `header`. Raises Damaged, with every fault and its line.

    What has happened and no table shows is never taken for granted: it is asked for by the name of its fact.
    """
    header = source.header if header is None else header
    found, (play, entered, _) = _read(source, header)
    if entered:
        found += (_unknown(what) for _, what in untold(play, entered))
    _refuse(source, found)
    assert entered  # there is none with faults only
    desk = opening.seated(play, settle(play, entered.pos), header)
    about = frozenset(who for who, _ in entered.told)
    return Laid(desk, dict(_supposed(play, desk.ask.pos, entered)), entered.rest, about)


def check(source: Source, header: Mapping[str, Any]) -> None:
    """Whether a table can be laid at all, before anybody is asked for what is not said yet. Raises Damaged."""
    found, opened = _read(source, {"players": (), **header})
    if not opened.entered and (header.get("players") or len(opened.faults) > 1):
        _refuse(source, found)


def _read(source: Source, header: Mapping[str, Any]) -> tuple[list[Text], opening.Opened]:
    """What is wrong with a file and a header, in words, and the game that it tells of as far as it goes."""
    odd = dict(misfits(source.header))
    found = [Text(text.key, {**text.facts, "line": source.lines.keys.get(key, 1)}) for key, text in odd.items()]
    if NEEDED & set(odd):
        _refuse(source, found)
    opened = opening.opened({key: header[key] for key in header if key not in odd})
    blame = opened.blame
    return [*found, *(_fault(source, blame, fault) for fault in opened.faults)], opened


def _refuse(source: Source, found: Sequence[Text]) -> None:
    if found:
        raise Damaged("position.file", file=str(source.file), n=len(found), faults=tuple(found))


def _fault(source: Source, blame: Blame, fault: Fault) -> Text:
    """A fault in words, with the lines that have to do with it."""
    what = fault.what
    if not isinstance(what, Objection):
        nearest = what.nearest if isinstance(what, NotUnderstood) else ()
        return _slip(source, fault.place, what.text, nearest)
    if what.basis == UNKNOWN:
        return _unknown(what)
    at = dict.fromkeys(source.lines.of(*place) for place in places(blame, fault))
    said: dict[str, Value] = {"fault": fault.text, "rule": what.rule}
    return Text("position.fault", {**said, **_named(tuple(at))}) if at else Text("position.nowhere", said)


def _slip(source: Source, place: tuple[str, int], text: Text, nearest: Sequence[str] = ()) -> Text:
    at = _named((source.lines.of(*place),))
    if nearest:
        return Text("position.near", {"fault": text, "nearest": tuple(nearest), **at})
    return Text("position.slip", {"fault": text, **at})


def _named(at: Sequence[int]) -> dict[str, Value]:
    """The lines of a fault, not all of them if they are many."""
    shown = tuple(map(str, sorted(at)))
    return {"n": len(at), "lines": shown if len(at) <= NAMED else (*shown[:NAMED], "...")}


def _unknown(what: Objection) -> Text:
    tell = Text(f"tell.{what.key}", what.facts)
    return Text("position.untold", {"fault": Text(what.key, what.facts), "tell": tell, "rule": what.rule})


def _supposed(play: Game, pos: Any, entered: Entered) -> Iterator[tuple[Fact, str | int]]:
    """What nobody told and is as on the table just laid out, secrets and the spaces of the board left out."""
    secret, known, blank = play.secret(pos), entered.told | set(entered.rest), play.facts(entered.blank)
    about = frozenset(play.subjects(pos))
    for fact, value in play.facts(pos).items():
        if fact[0] in about and fact not in known and not set(fact) & secret and value == blank.get(fact, value):
            yield fact, value


# -- writing ------------------------------------------------------------------


def write(file: Path, desk: Desk, header: Any) -> None:
    """The table as it lies, secrets too, in a file of its own. Raises Failed for a moment that facts cannot say."""
    carried = {key: header[key] for key in CARRIED if key in header}
    if taught := (*header.get("box", ()), *_boards(desk.game, header)):
        carried["box"] = taught
    house = tuple(f"{key}={reading}" for key, reading in desk.ask.pos.house.items())
    carried |= {**({"rulings": house} if house else {}), **chores.header(desk.ask.pos)}
    text = toml({**carried, "facts": facts(desk), "at": moment(desk)})
    with told(file):
        if file.exists():
            raise Failed("position.exists", file=str(file))
        rewrite(file, text.encode())


def _boards(play: Game, header: Mapping[str, Any]) -> Iterator[str]:
    """What forms of the game's own have told of the box."""
    forms = (play.expand(key, value) for key, value in header.items() if key not in opening.PLAIN)
    return (sentence for taught, _ in forms for sentence in taught)


def facts(desk: Desk) -> tuple[str, ...]:
    """The facts of the table that differ from one just laid out, or that no table shows, as people write them."""
    pos, play = desk.ask.pos, desk.game
    blank = play.facts(play.blank(play.start(pos.kit, pos.players, pos.options, pos.house)))
    asked = {fact for fact, _ in play.history(pos)}
    told = ((fact, value, blank.get(fact)) for fact, value in play.facts(pos).items())
    found = (
        (fact, value)
        for fact, value, before in told
        if fact in asked or value != before and (before is not None or value not in NOTHING)
    )
    return tuple(f"{who} {what} {value}".strip() for (who, what), value in found)


def moment(desk: Desk) -> str:
    """The step that is asked (and whose turn it is, of several), if a table entered by its facts can be asked it."""
    ask = desk.ask
    try:
        entered = settle(desk.game, desk.game.at(ask.pos, ask.rule, ask.who[0] if ask.who else ""))
    except NotUnderstood as error:
        raise Failed("position.moment", rule=ask.rule, nearest=error.nearest) from None
    if (entered.rule, entered.pos.agenda) != (ask.rule, ask.pos.agenda):
        raise Failed("position.moment", rule=ask.rule, nearest=())
    return join((ask.rule, *(ask.who if len(ask.pos.names) > 1 else ())))
