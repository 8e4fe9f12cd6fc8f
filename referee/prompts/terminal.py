"""Lines, menus and private looks on a terminal: the only importer of questionary and prompt_toolkit."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from referee.errors import Failed
from referee.text import Text
from referee.view import Words
from referee.words import render

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History
    from questionary.prompts.common import InquirerControl

FEW = 10  # choices; a longer menu is narrowed by typing
EDGE = 8  # columns beside what a choice says
ESCAPE = 0.05  # seconds in which Esc may still turn out to be an arrow key
GREY = "fg:ansibrightblack"
STYLE = [("prompt", "bold"), ("question", "bold"), ("pointer", "bold"), ("highlighted", "bold"), ("disabled", GREY)]
STYLE += [("instruction", GREY), ("search_success", "bold"), ("search_none", "fg:ansired")]

BACK = "back"

Complete = Callable[[str], Iterable[str]]  # the line up to the cursor -> what its last word may become
Secret = Callable[[str], bool]  # a line as it was typed -> whether nobody else should read it afterwards


class Choice(NamedTuple):
    """A line of a menu: what it says, what it stands for, and why it cannot be taken."""

    title: str
    value: Any
    against: str = ""


GAP = Choice("", None)  # an empty line


def at_terminal() -> bool:
    """Whether somebody can be asked: in a pipe an empty line would take the first choice."""
    return os.isatty(0) and os.isatty(1)


def remembered() -> "History":
    """What was typed in one sitting, for the arrow keys."""
    from prompt_toolkit.history import InMemoryHistory

    return InMemoryHistory()


def line(
    mark: str,
    draft: str = "",
    complete: Complete | None = None,
    history: "History | None" = None,
    secret: Secret | None = None,
) -> str:
    """A line as it was typed, without the blanks around it; it begins with `draft`, to be mended.

    An empty line leaves no trace on the screen; one that is `secret` none for the arrow keys either.
    """
    from prompt_toolkit import PromptSession
    from prompt_toolkit.styles import Style

    completer = _completer(complete) if complete else None
    with _drawn():
        session: PromptSession[str] = PromptSession(
            history=history, completer=completer, complete_while_typing=False, key_bindings=_traceless(secret)
        )
        typed = session.prompt([("class:prompt", f"{mark}> ")], default=draft, style=Style(STYLE))
    return typed.strip()


def _traceless(secret: Secret | None) -> Any:
    """Enter on an empty line, or on one that is secret, takes the prompt away with it."""
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()

    @keys.add("enter")
    def _enter(event: Any) -> None:
        typed = event.current_buffer.text.strip()
        hidden = bool(typed and secret and secret(typed))
        event.app.erase_when_done = hidden or not typed
        if hidden:
            event.app.exit(result=typed)
        else:
            event.current_buffer.validate_and_handle()

    return keys


def pause(*shown: Words) -> None:
    """Waits for Enter; what is shown meanwhile is gone from the screen afterwards."""
    from prompt_toolkit import PromptSession

    with _drawn():
        PromptSession[str](erase_when_done=True).prompt("\n".join(map(render, shown)) + " ")


def menu(title: Words, choices: Sequence[Choice]) -> Any:
    """The value of the choice that is taken; BACK on Esc. What cannot be taken is grey, with the reason beside it."""
    import questionary
    from prompt_toolkit.key_binding import merge_key_bindings
    from questionary.prompts.common import InquirerControl

    many = len(choices) > FEW
    lines = [_line(each) for n, each in enumerate(choices) if n or each != GAP]
    with _drawn():
        question = questionary.select(
            render(title),
            lines,
            qmark="",
            pointer=">",
            instruction=_hint(render(title), many),
            style=questionary.Style(STYLE),
            use_jk_keys=False,
            use_search_filter=many,
            erase_when_done=True,
        )
        app = question.application
        control = next(c for c in app.layout.find_all_controls() if isinstance(c, InquirerControl))
        app.key_bindings = merge_key_bindings([app.key_bindings or _keys(control), _keys(control)])
        app.ttimeoutlen = ESCAPE
        _close_ranks(app, control)
        return question.unsafe_ask().value


def _hint(title: str, many: bool) -> str:
    """How the menu is used: behind its title, or below where that is too narrow."""
    from shutil import get_terminal_size

    hint = render(Text("prompt.narrow" if many else "prompt.arrows"))
    fits = len(f" {title} {hint}") < get_terminal_size().columns
    return hint if fits else f"\n {hint}"


def _close_ranks(app: Any, control: "InquirerControl") -> None:
    """What was typed stands right below the choices that are left."""
    from prompt_toolkit.filters import to_filter

    for window in app.layout.find_all_windows():
        if window.content is control:
            window.dont_extend_height = to_filter(True)


def _line(choice: Choice) -> Any:
    """A line no wider than the terminal."""
    from shutil import get_terminal_size

    import questionary

    if choice == GAP:
        return questionary.Separator(" ")
    columns = get_terminal_size().columns
    title = _cut(choice.title, columns - EDGE)
    room = columns - len(title) - len("   -  () ")
    return questionary.Choice(title, value=choice, disabled=_cut(choice.against, room) or None)


def _cut(text: str, room: int) -> str:
    """The text, or where there is no room for it as much as there is, and dots."""
    room = max(room, len("..."))
    return text if len(text) <= room else f"{text[: room - 3]}..."


def _keys(control: "InquirerControl") -> Any:
    """Esc goes back, Ctrl-D leaves; arrows and Enter keep to what can be taken and is shown, also in a narrowed menu.

    Left alone, questionary would take a grey choice then, or the first of all when nothing fits.
    """
    from prompt_toolkit.key_binding import KeyBindings

    keys = KeyBindings()

    def free() -> list[int]:
        shown = control.filtered_choices
        found = not control.search_filter or control.found_in_search
        return [n for n, choice in enumerate(shown) if found and not choice.disabled]

    def move(event: Any, by: int) -> None:
        if places := free():
            beyond = [n for n in places if (n - control.pointed_at) * by > 0] or places
            control.pointed_at = beyond[0 if by > 0 else -1]

    @keys.add("escape", eager=True)
    def _back(event: Any) -> None:
        event.app.exit(result=Choice("", BACK))

    @keys.add("c-d", eager=True)
    def _leave(event: Any) -> None:
        event.app.exit(exception=EOFError())

    @keys.add("enter", eager=True)
    def _take(event: Any) -> None:
        if control.pointed_at in free():
            event.app.exit(result=control.get_pointed_at().value)
        else:
            move(event, 1)

    @keys.add("down", eager=True)
    @keys.add("c-n", eager=True)
    def _down(event: Any) -> None:
        move(event, 1)

    @keys.add("up", eager=True)
    @keys.add("c-p", eager=True)
    def _up(event: Any) -> None:
        move(event, -1)

    return keys


def _completer(complete: Complete) -> "Completer":
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document

    class Words(Completer):
        def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:
            last = document.text_before_cursor.rpartition(" ")[2]
            for word in complete(document.text_before_cursor):
                yield Completion(word, start_position=-len(last))

    return Words()


@contextmanager
def _drawn() -> Iterator[None]:
    """Raises Failed where the terminal is none that can be drawn on: Git Bash and the like, on Windows only."""
    try:
        yield
    except Exception as error:
        if type(error).__name__ == "NoConsoleScreenBufferError":
            raise Failed("prompt.console") from error
        raise
