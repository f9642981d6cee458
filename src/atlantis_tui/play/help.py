"""What `?` says: the keys for the place where one is, then those for everywhere."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from atlantis_tui.game.typed_commands import EXAMPLES, Word
from atlantis_tui.widgets.key_table import key_page
from atlantis_tui.widgets.text_lines import Piece, Row, wrapped
from .bars import Mode

_KEY_WIDTH = 19
_HINTS, _TURNS, _SPEED, _AGAIN, _REVIEW = "h, H", "U, R", "< >", "L", "v"
_PALETTE, _MENU, _SUSPEND, _HINT_SIGNS = "Ctrl+P", "Q", "Ctrl+Z", "1? ?1"

NOT_FOR_REMOTE_PLAYERS = frozenset(
    {_HINTS, _HINT_SIGNS, _TURNS, _REVIEW, _PALETTE, _MENU, _SUSPEND}
)
"""Rows about what a guest's screen has no part for."""
NOT_IN_EXERCISES = frozenset({_HINTS, _HINT_SIGNS, _TURNS, _SPEED, _AGAIN, _REVIEW})

_GOING = (
    ("q w e / a s d", "go north-west, north, north-east / south-west, south, south-east"),
    ("arrows, mouse", "go up, down, left, right; click"),
)
_PLANNING = (
    *_GOING,
    ("Tab, Shift+Tab", "go to the next or previous stack that can move"),
    ("g, G", "go to the next or previous group of your stacks"),
    ("Enter, Space", "lift the stones under the cursor"),
    ("u, Backspace", "take back the move planned last"),
    ("[ ]", "choose one of the planned moves"),
    ("{ }", "play the chosen move earlier or later"),
    ("Delete", "drop the chosen move"),
    ("x", "show the board as it will be after the turn, and back"),
    (_HINTS, "ask for a hint, h again plans it; H: the next best; Escape drops it"),
    ("t", "end the turn: movement, explosions, growth"),
)
_PLACES: dict[Mode, tuple[str, tuple[tuple[str, str], ...]]] = {
    Mode.PLANNING: ("planning a turn", _PLANNING),
    Mode.PAUSED: (
        "a bot or program is to move, and waits",
        (
            ("b", "let it think; a program that only the file names is shown to you before"),
            ("all other keys", "plan its turn yourself:"),
            *_PLANNING,
        ),
    ),
    Mode.SHOWING: (
        "a turn is shown",
        (
            ("any key", "skip that; the turn has been played and saved already"),
            ("Escape", "skip it; where only bots play, stop them (b lets them go on)"),
            ("< >", "show turns more slowly, more quickly"),
            ("?", "this page; the showing waits for you"),
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
            ("x, Escape", "back to plan"),
            ("t", "end the turn"),
        ),
    ),
    Mode.THINKING: (
        "a bot or program is thinking",
        (
            ("Escape", "stop it; you may then enter its turn yourself"),
            ("b", "after that: let it think again"),
            ("U", "take back the turn before"),
        ),
    ),
    Mode.WAITING: (
        "somebody else is to move, and not here",
        (*_GOING, ("wait", "their turn is shown as soon as it is in the file")),
    ),
    Mode.OVER: (
        "the game is over",
        (
            ("o", "show the result: rematch, new game, review, leave"),
            ("v", "review the game"),
            ("U", "take back the last turn"),
        ),
    ),
}
_EVERYWHERE = (
    (": or m", "type moves and commands"),
    (_TURNS, "take back a whole turn, play it again; against bots, back to your own"),
    ("+ - 0", "draw the board larger, smaller, as large as fits"),
    ("l", "names of the fields"),
    ("p", "the panel beside the board"),
    (_SPEED, "show turns more slowly, more quickly"),
    (_AGAIN, "show again what happened since your last turn"),
    (_REVIEW, "review the game so far; Escape comes back"),
    (_PALETTE, "every action by name; the rules (F2), the options (F3)"),
    (_MENU, "leave the game for the start screen"),
    ("Ctrl+Q", "quit; a turn that is not finished is kept"),
    (_SUSPEND, "go back to the shell for a while; its command fg comes back"),
)
_SIGNS = (
    ("3C", "three stones of the player C on an open field"),
    ("3c, *", "three stones on a growing field"),
    ("~ or ≈", "a dead field"),
    ("!", "explodes when its owner's turn ends"),
    ("+2", "two stones can be landed here"),
    ("1> >1", "the first planned move starts here, ends here"),
    (_HINT_SIGNS, "the first move of a hint starts here, ends here"),
    ("< > ^ v", "at the edge of the window: more of your stacks stand there"),
    ("1> 2!", "in the title: one move is planned, two fields explode"),
)
_FIGURES = (
    ("stones (st)", "how many stones a player has"),
    ("grow (gr)", "fields that grow for a player"),
    ("sure (su)", "fields that nobody can take any more: they count at the end"),
    ("lead (le)", "fields where only this player stands, but something still grows beside"),
)


def help_lines(
    mode: Mode,
    width: int = 80,
    *,
    without: Container[str] = (),
    words: Iterable[Word] = EXAMPLES,
) -> Iterator[Row]:
    """The page for a mode: `without` rows about keys that a screen has not, with its words."""
    place, keys = _PLACES[mode]
    # While a turn is shown, other keys only skip it.
    everywhere = () if mode is Mode.SHOWING else (("Everywhere", _EVERYWHERE),)
    parts = (
        (f"Here: {place}", keys),
        *everywhere,
        ("Signs on the board", _SIGNS),
        ("Figures of the players", _FIGURES),
    )
    here = ((part, [row for row in rows if row[0] not in without]) for part, rows in parts)
    yield from key_page(here, width, _KEY_WIDTH)
    yield ()
    yield (Piece("What can be typed", "heading"),)
    yield ("b2-b4, b2 b4, several at once, or:",)
    yield from wrapped([", ".join(EXAMPLES[word] for word in words)], min(width, 76))
