"""Messages become whole sentences in the reader's language, and nothing in a name is taken for anything but a name."""

import struct
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from referee import words
from referee.text import Text, Value
from referee.where import tables_folder
from referee.words import literal, render, speak

SHARED = """
[list]
more = "{before}, {after}"
named = "{name} {value}"
none = "none"

[word]
yes = "yes"
no = "no"

[drill]
empty = "There is no tile at {at}."
left = { one = "{n} tile is left.", other = "{n} tiles are left." }
seen = "{who} has turned up {what}."
broken = "{at.nothing} {0} {"

[kind]
ruby = "ruby"
"""


@pytest.fixture(autouse=True)
def tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Tables of a test's own; every test reads templates and catalogues afresh, in English unless it says otherwise."""
    (tmp_path / "texts.toml").write_text(SHARED, encoding="utf-8")
    monkeypatch.setattr(words, "tables_folder", lambda game="": tmp_path / game)
    monkeypatch.setenv("LANGUAGE", "en")
    _forget()
    yield tmp_path
    _forget()


def _forget() -> None:
    speak()
    words._templates.cache_clear()
    words._catalogues.cache_clear()


def test_a_template_is_filled_with_the_facts() -> None:
    assert render(Text("drill.empty", {"at": "C3"})) == "There is no tile at C3."


@pytest.mark.parametrize(
    ("n", "sentence"), [(0, "0 tiles are left."), (1, "1 tile is left."), (2, "2 tiles are left.")]
)
def test_the_number_decides_the_form(n: int, sentence: str) -> None:
    assert render(Text("drill.left", {"n": n})) == sentence


def test_a_list_of_facts_is_joined_and_a_message_may_be_a_fact() -> None:
    what = (Text("kind.ruby"), "gold", 3)
    assert render(Text("drill.seen", {"who": "Ann", "what": what})) == "Ann has turned up ruby, gold, 3."


@pytest.mark.parametrize(
    ("fact", "shown"),
    [
        ((), "none"),
        (True, "yes"),
        (False, "no"),
        ({"value": 5, "steps": 2}, "value 5, steps 2"),
        (("C3",), "C3"),
        (-4, "-4"),
    ],
)
def test_every_kind_of_fact_has_words(fact: Value, shown: str) -> None:
    assert render(Text("drill.empty", {"at": fact})) == f"There is no tile at {shown}."


@pytest.mark.parametrize(
    "name", ["[red]", "#x", "{at}", "{0}", "%s", "\\n", "<b>", "Jürgen Ö.", "O'Hara", '"', "界", "🛸"]
)
def test_a_name_is_shown_as_it_is_written(name: str) -> None:
    assert render(Text("drill.empty", {"at": name})) == f"There is no tile at {name}."
    assert render(name) == name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "^[[31mred^[[0m"),
        ("two\nlines\r\t", "two^Jlines^M^I"),
        ("bell\x07\x00\x7f", "bell^G^@^?"),
        ("\x9b31m", "\\x9b31m"),
        ("\u202egnp.exe", "\\u202egnp.exe"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("\udcfc", "\\udcfc"),
    ],
)
def test_what_would_steer_a_terminal_or_cannot_be_seen_is_made_visible(name: str, shown: str) -> None:
    assert literal(name) == shown
    assert render(Text("drill.empty", {"at": name})) == f"There is no tile at {shown}."
    assert render(Text("drill.seen", {"who": (name, name), "what": ()})) == f"{shown}, {shown} has turned up none."


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (Text("nobody.wrote.this"), "nobody.wrote.this"),
        (Text("nobody.wrote.this", {"at": "C3", "n": (1, 2)}), "nobody.wrote.this (at=C3, n=1, 2)"),
        (Text("drill.empty", {"where": "C3"}), "drill.empty (where=C3)"),
        (Text("drill.broken", {"at": "C3"}), "drill.broken (at=C3)"),
        (Text("drill"), "drill"),
        (Text("drill.left", {"m": 1}), "drill.left (m=1)"),
        (Text("evil\x1b", {"at": "\x1b"}), "evil^[ (at=^[)"),
    ],
)
def test_a_message_without_a_fitting_template_shows_its_key_and_its_facts(text: Text, shown: str) -> None:
    assert render(text) == shown


def test_a_game_speaks_before_the_shared_words(tables: Path) -> None:
    (tables / "toy").mkdir()
    (tables / "toy" / "texts.toml").write_text('drill.empty = "Nothing at {at}!"', encoding="utf-8")
    before = render(Text("drill.empty", {"at": "C3"}))
    speak("toy")
    assert (before, render(Text("drill.empty", {"at": "C3"}))) == ("There is no tile at C3.", "Nothing at C3!")
    assert render(Text("kind.ruby")) == "ruby"


def test_a_folder_may_speak_that_lies_anywhere(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "texts.toml").write_text('[drill]\nempty = "Nothing at {at}?"', encoding="utf-8")
    speak(folder)
    assert render(Text("drill.empty", {"at": "C3"})) == "Nothing at C3?"


@pytest.mark.parametrize("contents", [b"not = = toml", b"\xff\xfe"])
def test_a_file_of_templates_that_cannot_be_read_leaves_keys_and_facts(tables: Path, contents: bytes) -> None:
    (tables / "texts.toml").write_bytes(contents)
    assert render(Text("drill.empty", {"at": "C3"})) == "drill.empty (at=C3)"


# A catalogue of German, as msgfmt would compile it. Nothing else is needed for another language.

GERMAN = {
    "": "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n",
    "There is no tile at {at}.": "Auf {at} liegt kein Plättchen.",
    "{n} tile is left.\0{n} tiles are left.": "{n} Plättchen ist übrig.\0{n} Plättchen sind übrig.",
    "ruby": "Rubin",
    "{who} has turned up {what}.": "{wer} hat {what} aufgedeckt.",  # a slip: there is no fact of that name
}


def compiled(messages: dict[str, str]) -> bytes:
    """A .mo file: a header, the table of originals, the table of translations, then the strings."""
    pairs = sorted((original.encode(), translation.encode()) for original, translation in messages.items())
    tables, strings = b"", b""
    start = 28 + 16 * len(pairs)
    for side in (0, 1):
        for pair in pairs:
            tables += struct.pack("<2I", len(pair[side]), start + len(strings))
            strings += pair[side] + b"\0"
    return struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, 0) + tables + strings


def translate(tables: Path, catalogue: bytes) -> None:
    folder = tables / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "referee.mo").write_bytes(catalogue)


@pytest.mark.parametrize("language", ["de", "de_AT.UTF-8", "fr:de"])
def test_german_needs_a_catalogue_and_no_code(tables: Path, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    translate(tables, compiled(GERMAN))
    monkeypatch.setenv("LANGUAGE", language)
    assert render(Text("drill.empty", {"at": Text("kind.ruby")})) == "Auf Rubin liegt kein Plättchen."
    assert render(Text("drill.left", {"n": 1})) == "1 Plättchen ist übrig."
    assert render(Text("drill.left", {"n": 5})) == "5 Plättchen sind übrig."


def test_what_is_not_translated_or_wrongly_so_is_said_in_english(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    translate(tables, compiled(GERMAN))
    monkeypatch.setenv("LANGUAGE", "de")
    assert render(Text("list.none")) == "none"
    assert render(Text("drill.seen", {"who": "Ann", "what": "gold"})) == "Ann has turned up gold."


def test_a_reader_of_another_language_is_answered_in_english(tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    translate(tables, compiled(GERMAN))
    monkeypatch.setenv("LANGUAGE", "fr")
    assert render(Text("drill.empty", {"at": "C3"})) == "There is no tile at C3."


@pytest.mark.parametrize("damage", [b"", b"not a catalogue at all", compiled(GERMAN)[:40]])
def test_a_damaged_catalogue_leaves_english(tables: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes) -> None:
    translate(tables, damage)
    monkeypatch.setenv("LANGUAGE", "de")
    assert render(Text("drill.empty", {"at": "C3"})) == "There is no tile at C3."


@pytest.mark.parametrize("file", sorted(tables_folder().rglob("texts.toml")), ids=lambda file: file.parent.name)
def test_every_shipped_sentence_can_be_filled_and_its_form_for_one_needs_no_other_facts(file: Path) -> None:
    templates = words._templates(file.parent)
    assert templates
    for key, template in templates.items():
        assert template.other, key
        assert _names(template.one) <= _names(template.other), key
        assert all(name.isidentifier() for name in _names(template.other)), key


def _names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}
