"""Help page of the board editor."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_tui.widgets.key_table import key_page
from atlantis_tui.widgets.text_lines import Row

_KEY_WIDTH = 15
_KEYS = (
    (
        "The board",
        (
            ("q w e / a s d", "move the cursor, also off the board; arrows, mouse"),
            ("n, N", "add a segment of seven around the cursor, remove it"),
            ("f, Enter", "add or remove a single field"),
            ("v", "pick a segment; single fields that you add join it"),
            ("j, F", "move the field to the picked segment, or split it off"),
            ("k, o", "start from a standard board, from the board of a file"),
            ("z", "shift the board so that it starts at a1"),
        ),
    ),
    (
        "The start",
        (
            ("1 to 9", "stones of the current player; a growing field stays growing"),
            ("t", "enter a number, for stacks above nine"),
            ("* or g", "make the field growing, or open again"),
            ("0", "make the field dead"),
            ("Backspace", "make the field open and empty"),
            ("p, P, K", "next player, add a player, remove the current one"),
            ("r, c", "rename, recolour the current player"),
            ("< >", "move the current player up, down in turn order"),
        ),
    ),
    (
        "Always available",
        (
            ("y", "mirror or rotate every edit around the middle of the board"),
            ("Y", "mirrored stones: of the next players or the same one"),
            ("u, R", "undo, redo"),
            ("Ctrl+S", "save as a board file"),
            ("b", "start a game on this board"),
        ),
    ),
)


def help_lines(width: int = 80) -> Iterator[Row]:
    return key_page(_KEYS, width, _KEY_WIDTH)
