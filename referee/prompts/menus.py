"""A sentence put together from menus, slot by slot, for whoever would rather choose than type."""

from collections.abc import Iterator, Sequence

from referee import display, hearing
from referee.asides import OFFERED
from referee.ask import Ask, Option
from referee.chores import hints
from referee.game import Game
from referee.notation import join, split
from referee.prompts.terminal import BACK, GAP, Choice, menu
from referee.slots import Slot, slots
from referee.text import Text
from referee.words import render

TYPE, SAY = "type", "say"


def compose(game: Game, ask: Ask) -> tuple[str, str]:
    """A sentence or an aside that was chosen, and what was chosen so far by somebody who would rather type on.

    A table without hints chooses among asides only.
    """
    voices = tuple(hearing.voices(game, ask)) if hints(ask.pos) else ()
    voices = tuple(v for v in voices if any(game.options(v, ()))) or tuple(v for v in voices if v.who[0] in ask.who)
    if len(voices) == 1:
        return _sentence(game, voices[0])
    speakers = [Choice(voice.who[0], voice) for voice in voices]
    while True:
        chosen = menu(Text("prompt.who" if voices else "prompt.choose"), [*speakers, *_asides()])
        if not isinstance(chosen, Ask):
            return ("", "") if chosen in (BACK, TYPE) else (str(chosen), "")
        said, draft = _sentence(game, chosen, asides=False)
        if said or draft:
            who = join(chosen.who)
            return (f"{who} {said}" if said else "", f"{who} {draft}" if draft else "")


def _sentence(game: Game, ask: Ask, asides: bool = True) -> tuple[str, str]:
    path = [Option(())]
    while path:
        said = path[-1]
        found = slots(game, ask, said.words)
        if said.words and not found:
            return join(said.words), ""
        told = () if said.words else tuple(Choice(each, each) for each in ask.tell)
        besides = _asides() if asides and not said.words else ()
        chosen = menu(_title(found, said.words), [*_choices(said, found), *told, *besides])
        if chosen == BACK:
            path.pop()
        elif chosen == SAY:
            return join(said.words), ""
        elif chosen == TYPE:
            return "", f"{join(said.words)} ".lstrip()
        elif chosen in ask.tell:
            return "", _draft(str(chosen))
        elif not isinstance(chosen, Option):
            return str(chosen), ""
        else:
            path.append(chosen)
    return "", ""


def _draft(example: str) -> str:
    """An example to be made a sentence: what it teaches, its last word, is for people to say."""
    words = split(example)
    return f"{join(words[:-1])} " if words[0] == "teach" else example


def _title(found: Sequence[Slot], said: tuple[str, ...]) -> Text:
    """The sentence so far, with the words between which there was no choice."""
    words = found[0].option.words[: -len(found[0].word.split())] if len(found) > 1 else said
    return Text("prompt.so-far", {"said": join(words)}) if words else Text("prompt.choose")


def _choices(said: Option, found: Sequence[Slot]) -> Iterator[Choice]:
    """The next words, grey those with which nothing may be said, then the ways out."""
    if said.whole:
        yield Choice(render(Text("prompt.that-is-all")), SAY)
    yield from (Choice(slot.word, slot.option, _against(slot)) for slot in found)
    if said.words:
        yield from (GAP, Choice(render(Text("prompt.back")), BACK), Choice(render(Text("prompt.type")), TYPE))


def _asides() -> Iterator[Choice]:
    """What every menu offers besides."""
    yield GAP
    yield Choice(render(Text("prompt.type")), TYPE)
    yield from (Choice(word, word) for word in OFFERED)


def _against(slot: Slot) -> str:
    """The first reason against a word, its rule before it."""
    return "".join(f"{reason.rule} {render(display.why(reason))}" for reason in slot.against[:1])
