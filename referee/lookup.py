"""What is looked up without a session: rules, open questions and their readings, the sentences of a game."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from referee import remarks
from referee.game import Game
from referee.rulebook import Rule, Rulebook, Ruling, fold
from referee.text import Facts, Text
from referee.view import Lines, Part, Table, Words
from referee.where import tables_folder

BEST = 3  # rules that a search shows


class Found(NamedTuple):
    """What a look-up of rules has found: some to be told with all that bears on them, others to be listed in order."""

    told: tuple[Rule, ...]
    listed: tuple[Rule, ...] = ()


def book(game: str) -> Rulebook:
    """The rulebook of a game: a shipped one is read without the game. Raises NotUnderstood."""
    folder = tables_folder(game)
    if game.isidentifier() and (folder / "rules.toml").is_file():
        return Rulebook(folder)
    from referee import opening

    return Rulebook(opening.folder(game))


def rules(book: Rulebook, words: str) -> Found:
    """A rule of that id in its chapter, a chapter of that number, else the rules that have most to do with the words.

    Without words, all are listed. NotUnderstood `rule.unknown` if nothing is found.
    """
    if not words:
        return Found((), tuple(book.rules.values()))
    if chapter := book.chapter(words):
        return Found(tuple(rule for rule in chapter if fold(rule.id) == fold(words)), chapter)
    return Found(tuple(book.search(words, BEST)) or (book.rule(words),))


def rules_shown(book: Rulebook, found: Found) -> Iterator[Part]:
    """Rules with their headings, what they say, the open questions they turn on, and a sentence that breaks them."""
    for rule in found.told:
        name = Text("rules.title", {"id": rule.id, "heading": rule.heading, "status": rule.status})
        yield Lines(name, (rule.gist, *map(_turned_on, book.touching(rule.id)), *_example(book, rule)))
    if found.listed:
        title: Words = Text("rules.chapter") if found.told else ""
        head = (Text("rules.id"), Text("rules.status"), Text("rules.gist"))
        yield Table(title, head, tuple((rule.id, rule.status, rule.gist) for rule in found.listed))


def _turned_on(ruling: Ruling) -> Text:
    facts: Facts = {"id": ruling.id, "question": ruling.question, "default": _word(ruling.default)}
    return Text("rules.turns-on", facts)


def _example(book: Rulebook, rule: Rule) -> Iterator[Text]:
    if example := book.examples.get(rule.id):
        facts: Facts = {"given": example.given, "said": example.said, "rules": example.rules}
        if not example.said:
            yield Text("rules.impossible", facts)
        else:
            yield Text("rules.broken" if example.verdict == "illegal" else "rules.held", facts)


def rules_data(book: Rulebook, found: Found) -> list[dict[str, Any]]:
    """The rules as data; a chapter in its order."""
    return [_rule(book, rule) for rule in found.listed or found.told]


def _rule(book: Rulebook, rule: Rule) -> dict[str, Any]:
    names = ("id", "heading", "gist", "status", "source")
    plain = {name: getattr(rule, name) for name in names}
    plain |= {"rulings": tuple(ruling.id for ruling in book.touching(rule.id))}
    return {**plain, "example": book.examples.get(rule.id)}


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
