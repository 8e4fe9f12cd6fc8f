"""Questions at a terminal. Nothing here is needed, and nothing of it imported, until somebody is asked.

Whatever a menu does can be typed as well, so that nobody needs to see one. Ctrl-C and Ctrl-D pass through as
KeyboardInterrupt and EOFError; they leave nothing half recorded, because only whole sentences are said.
"""

from referee.prompts.counting import count
from referee.prompts.options import ask_game, ask_options
from referee.prompts.talk import play
from referee.prompts.terminal import at_terminal, line, pause

__all__ = ["ask_game", "ask_options", "at_terminal", "count", "line", "pause", "play"]
