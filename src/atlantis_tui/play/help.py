"""What `?` says: the keys for the place where one is, then those for everywhere."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_tui.play.bars import Mode
from atlantis_tui.play.typed import EXAMPLES
from atlantis_tui.text_lines import Piece

_PLACES: dict[Mode, tuple[str, tuple[tuple[str, str], ...]]] = {
    Mode.PLANNING: (
        "planning a turn",
        (
            ("q w e / a s d", "go north-west, north, north-east / south-west, south, south-east"),
            ("arrows, mouse", "go up, down, left, right; click"),
            ("Tab, Shift+Tab", "go to the next or previous stack that can move"),
            ("Enter, Space", "lift the stones under the cursor"),
            ("u, Backspace", "take back the move planned last"),
            ("[ ]", "choose one of the planned moves"),
            ("{ }", "play the chosen move earlier or later"),
            ("Delete", "drop the chosen move"),
            ("x", "show the board as it will be after the turn, and back"),
            ("h", "ask for a hint; h again plans it"),
            ("t", "end the turn: movement, explosions, growth"),
        ),
    ),
    Mode.LIFTED: (
        "stones in hand",
        (
            ("q w e / a s d", "choose a line; the same key again is one field and one stone more"),
            ("opposite key", "one field and one stone less"),
            ("arrows, Tab, click", "go to the field where they are to land"),
            ("Enter, Space", "land them"),
            ("Escape", "put them back"),
        ),
    ),
    Mode.PREVIEW: (
        "the board after the turn",
        (
            ("x, Escape", "back to the plan"),
            ("t", "end the turn"),
        ),
    ),
    Mode.THINKING: (
        "a bot is thinking",
        (
            ("Escape", "stop it; you may then enter its turn yourself"),
            ("b", "let it think again"),
            ("U", "take back the turn before"),
        ),
    ),
    Mode.OVER: (
        "the game is over",
        (
            ("o", "show the result"),
            ("U", "take back the last turn"),
        ),
    ),
}
_EVERYWHERE = (
    (": or m", "type moves and commands"),
    ("U, R", "take back a whole turn, play it again"),
    ("+ - 0", "draw the board larger, smaller, as large as fits"),
    ("l", "names of the fields"),
    ("p", "the panel beside the board"),
    ("< >", "show turns more slowly, more quickly"),
    ("Ctrl+P", "every action by name"),
    ("Q", "leave the game for the start screen"),
    ("Ctrl+Q", "quit; a turn that is not finished is kept"),
)
_SIGNS = (
    ("3C", "three stones of the player C on an open field"),
    ("3c, *", "three stones on a growing field"),
    ("~ or ≈", "a dead field"),
    ("!", "explodes when its owner's turn ends"),
    ("+2", "two stones can be landed here"),
    ("1> >1", "the first planned move starts here, ends here"),
)


def help_lines(mode: Mode) -> Iterator[tuple[Piece | str, ...]]:
    """The page for a mode."""
    place, keys = _PLACES.get(mode, _PLACES[Mode.PLANNING])
    yield (Piece(f"Here: {place}", "heading"),)
    yield from map(_row, keys)
    yield ()
    yield (Piece("Everywhere", "heading"),)
    yield from map(_row, _EVERYWHERE)
    yield ()
    yield (Piece("Signs on the board", "heading"),)
    yield from map(_row, _SIGNS)
    yield ()
    yield (Piece("What can be typed", "heading"),)
    yield ("b2-b4, b2 b4, several at once, or:",)
    examples = list(EXAMPLES.values())
    for at in range(0, len(examples), 5):
        yield (", ".join(examples[at : at + 5]),)


def _row(row: tuple[str, str]) -> tuple[Piece, ...]:
    key, does = row
    return Piece(f"{key:<19}", "key"), Piece(does)
