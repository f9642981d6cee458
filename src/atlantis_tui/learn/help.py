"""Help page of an exercise: its own keys, then those of planning a turn.

Omits keys of the play screen that work differently here, such as hints.
"""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_tui.game.typed_commands import Word
from atlantis_tui.play import help as play_help
from atlantis_tui.play.bars import Mode
from atlantis_tui.widgets.key_table import key_page
from atlantis_tui.widgets.text_lines import Row

_KEY_WIDTH = 19
_KEYS = (
    ("h", "read a hint; press again for the next one"),
    ("S", "plan the solution; press t to play it"),
    ("u, Enter", "after a wrong turn: try again"),
    ("r", "restart this exercise"),
    ("n, N", "next, previous exercise"),
    ("i", "show the task in a window"),
)
_ELSEWHERE = {Word.REDO, Word.SPEED, Word.THEME, Word.SAVE}
_WORDS = tuple(word for word in Word if word not in _ELSEWHERE)


def help_lines(mode: Mode, width: int) -> Iterator[Row]:
    yield from key_page([("Exercise", _KEYS)], width, _KEY_WIDTH)
    yield ()
    # After the verdict the next step is another turn, not the end of the game.
    entering = Mode.PLANNING if mode is Mode.OVER else mode
    yield from play_help.help_lines(
        entering, width, without=play_help.NOT_IN_EXERCISES, words=_WORDS
    )
