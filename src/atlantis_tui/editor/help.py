"""What `?` says in the editor."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_tui.widgets.key_table import key_page
from atlantis_tui.widgets.text_lines import Row

_KEY_WIDTH = 15
_KEYS = (
    (
        "The board",
        (
            ("q w e / a s d", "go, also over places where no field is yet; arrows, mouse"),
            ("n, N", "add a segment of seven around the cursor, remove it"),
            ("f, Enter", "add a single field, or remove it"),
            ("v", "pick a segment: single fields then join it"),
            ("j, F", "move the field to the picked segment, or split it off"),
            ("k, o", "begin with a traditional board, with the board of a file"),
            ("z", "move the board so that its names begin with a and 1"),
        ),
    ),
    (
        "The start",
        (
            ("1 to 9", "stones of the present player; a growing field goes on growing"),
            ("t", "type a number: stacks of more than nine, too"),
            ("* or g", "growing field, and back"),
            ("0", "dead field"),
            ("Backspace", "open and empty"),
            ("p, P, K", "next player, add a player, remove the present one"),
            ("r, c", "name, colour"),
            ("< >", "let the present player move earlier, later"),
        ),
    ),
    (
        "All the time",
        (
            ("y", "mirror or rotate every edit around the middle of the board"),
            ("Y", "images belong to the next players, or to the same one"),
            ("u, R", "undo, redo"),
            ("Ctrl+S", "save as a starting board"),
            ("b", "begin a game on it"),
        ),
    ),
)


def help_lines(width: int = 80) -> Iterator[Row]:
    """The page, none of its lines wider than that."""
    return key_page(_KEYS, width, _KEY_WIDTH)
