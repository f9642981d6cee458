"""What `?` says in an exercise: its own keys, then those of entering a turn.

Takes the rest from the play screen, without what is otherwise here: a hint is read, it never
plans a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from atlantis_tui.play import help as play_help
from atlantis_tui.play.bars import Mode
from atlantis_tui.rules.key_table import Line, key_table
from atlantis_tui.text_lines import Piece

_KEY_WIDTH = 19
_HINT = "h"
_KEYS = (
    (_HINT, "read a hint, then the next one"),
    ("S", "plan the solution; t plays it"),
    ("u, Enter", "after a wrong turn: try again"),
    ("r", "begin this exercise again"),
    ("n, N", "go to the next exercise, to the one before"),
    ("i", "read the task in a window"),
)


def help_lines(mode: Mode, width: int) -> Iterator[Line]:
    """The page for a mode."""
    yield (Piece("Here: an exercise", "heading"),)
    yield from key_table(_KEYS, width, _KEY_WIDTH)
    yield ()
    # After the verdict no game is over: what comes next is another turn.
    entering = Mode.PLANNING if mode is Mode.OVER else mode
    yield from _without_hint(play_help.help_lines(entering, width))


def _without_hint(lines: Iterable[Line]) -> Iterator[Line]:
    """All lines but those about the key for hints, which may be several."""
    is_hint = False
    for line in lines:
        key = _key_of(line)
        is_hint = key == _HINT if key else is_hint and bool(line)
        if not is_hint:
            yield line


def _key_of(line: Line) -> str:
    """The key that a line is about, or nothing where it goes on with the one before."""
    first = line[0] if line else ""
    if isinstance(first, Piece) and first.look in ("key", "heading"):
        return first.text.strip()
    return ""
