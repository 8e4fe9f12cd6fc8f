"""What is looked up without a session: rules, open questions and their readings, the sentences of a game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from referee import remarks
from referee.errors import NotUnderstood
from referee.game import Game
from referee.rulebook import Rule, Rulebook, Ruling
from referee.text import Facts, Text
from referee.view import Lines, Part, Table

BEST = 3  # rules that a search shows


def rules(book: Rulebook, words: str) -> tuple[Rule, ...]:
    """The rule of that id, else the rules that have most to do with the words; without words, all."""
    if not words:
        return tuple(book.rules.values())
    try:
        return (book.rule(words),)
    except NotUnderstood as error:
        found = tuple(book.search(words, BEST))
        if not found:
            raise error
        return found


def rules_shown(book: Rulebook, found: Sequence[Rule]) -> Iterator[Part]:
    """All rules with their headings; of a few, what they say as well."""
    if len(found) > BEST:
        head = (Text("rules.id"), Text("rules.status"), Text("rules.gist"))
        yield Table("", head, tuple((rule.id, rule.status, rule.gist) for rule in found))
        return
    for rule in found:
        title = Text("rules.title", {"id": rule.id, "heading": rule.heading, "status": rule.status})
        open_ = tuple(f"{id}: {book.rulings[id].question}" for id in rule.rulings if id in book.rulings)
        yield Lines(title, (rule.gist, *open_))


def rule(rule: Rule) -> dict[str, Any]:
    """A rule as data."""
    names = ("id", "heading", "gist", "status", "source", "rulings")
    return {name: getattr(rule, name) for name in names}


def rulings_shown(found: Sequence[Ruling]) -> Iterator[Part]:
    """All open questions with their default readings; of one, every reading and why the default is what it is."""
    if len(found) > 1:
        head = (Text("rulings.id"), Text("rulings.default"), Text("rulings.question"))
        yield Table("", head, tuple((ruling.id, _word(ruling.default), ruling.question) for ruling in found))
        return
    for ruling in found:
        rows = tuple((name, gist, _coded(ruling, name)) for name, gist in ruling.gists.items())
        yield Table(Text("held.question", {"id": ruling.id, "question": ruling.question}), (), rows)
        facts: Facts = {"default": _word(ruling.default), "why": ruling.why, "key": ruling.key, "rules": ruling.touches}
        yield Lines("", (Text("rulings.why", facts), *filter(None, (ruling.note,))))


def _word(reading: str | int | tuple[str, ...]) -> str:
    return " ".join(reading) if isinstance(reading, tuple) else str(reading)


def _coded(ruling: Ruling, name: str) -> Text:
    return Text("rulings.coded" if name in ruling.coded else "rulings.asks")


def ruling(ruling: Ruling) -> dict[str, Any]:
    """An open question as data."""
    names = ("id", "question", "default", "readings", "gists", "why", "touches", "switch", "coded", "printed")
    return {name: getattr(ruling, name) for name in names}


def verbs(game: Game) -> tuple[str, ...]:
    """The verbs of a game's sentences, then those of every game."""
    return (*game.VERBS, *remarks.VERBS)


def notation_shown(game: Game) -> Iterator[Part]:
    """Every sentence: its form, and what it says."""
    yield Table(Text("notation.title", {"game": game.TITLE}), (), tuple(_forms(game.VERBS)))
    yield remarks_shown()
    aliases = tuple(f"{alias} = {verb}" for alias, verb in {**game.ALIASES, **game.NICKNAMES}.items())
    yield Lines("", (Text("notation.aliases", {"aliases": aliases}),) if aliases else ())


def remarks_shown() -> Table:
    """What may be said at any question of any game."""
    return Table(Text("notation.always"), (), tuple(_forms(remarks.VERBS)))


def _forms(verbs: Iterable[str]) -> Iterator[tuple[Text, Text]]:
    return ((Text(f"form.{verb}"), Text(f"gist.{verb}")) for verb in verbs)


def notation(game: Game) -> list[dict[str, Any]]:
    """The sentences as data."""
    return [{"verb": verb, "form": Text(f"form.{verb}"), "gist": Text(f"gist.{verb}")} for verb in verbs(game)]
