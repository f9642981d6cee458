"""Help pages of the review screen and of the screen for trying a turn."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.review.game_statistics import MomentKind
from atlantis_core.review.verdicts import TurnMark
from atlantis_tui.widgets.key_table import KeyGroup, key_page
from atlantis_tui.widgets.text_lines import Row
from .timeline import SYMBOLS

_KEY_WIDTH = 17
_GROUPS: tuple[KeyGroup, ...] = (
    (
        "Navigation",
        (
            ("Escape", "close the open panel, or leave the review"),
            ("left right, h l", "previous turn, next turn"),
            ("[ ]", "step within the turn: each move, each wave, growth"),
            ("PgUp PgDn", "ten turns back, forward"),
            ("Home End", "start, end of the line"),
            (", .", "move along the timeline; or click and drag"),
            ("n N", "next, previous mark (or mistake, while chances are shown)"),
            ("up down", "select in the turn list, including variations"),
            ("Space", "autoplay; + - change the speed, any key pauses"),
            (": 42", "go to turn 42, or to 12.1/14 in a variation"),
        ),
    ),
    (
        "Analysis",
        (
            ("q w e a s d", "move the cursor"),
            ("Enter", "show what happened on this field; Enter again goes there"),
            ("g", "chart of stones, secured and leading fields"),
            ("b", "compare this turn with the ones you visit next"),
            ("j", "have a bot judge every turn; again: switch chances/strength"),
            ("r", "find a better turn than this (or the next) mistake"),
            (": areas", "also threats, players, moves, hint: see docs/reviewing.md"),
        ),
    ),
    (
        "Editing",
        (
            ("c", "read, edit or delete the comment on this turn"),
            ("T", "tags of the game"),
            ("Ctrl+S", "retry saving; :save as NAME"),
            ("t", "try another turn from here; it becomes a variation"),
            ("v m", "enter a variation that starts here, back to the main line"),
            ("X, Delete", "delete the variation from this turn on"),
            ("u, R", "undo, redo the last edit"),
            ("P", "promote this variation one level"),
            ("M", "repair a game with an illegal turn"),
        ),
    ),
    (
        "Export",
        (
            ("o", "to a file: image (.svg .png .txt), animation (.gif, .svg 10..12),"),
            ("", "terminal recording (.cast), interactive page (.html)"),
            ("y Y", "copy the turn, copy the board"),
        ),
    ),
    (
        "View",
        (
            ("+ - 0", "zoom in, zoom out, fit the window"),
            ("p L", "side panel, field names"),
            ("Ctrl+P, Ctrl+Q", "command palette, quit"),
        ),
    ),
)
_TURN_LIST: KeyGroup = (
    "Symbols in the turn list",
    (
        ("!6 +2 -3", "with a number: explosions, stones eliminated, stones lost"),
        (TurnMark.GOOD.value, "alone: a good turn according to the judge (j)"),
        (f"{TurnMark.DOUBTFUL.value} {TurnMark.BAD.value}", "a doubtful turn, a bad turn"),
        (SYMBOLS[MomentKind.COMMENT], "a comment"),
    ),
)
_TRYING: KeyGroup = (
    "Trying a different turn",
    (
        ("Escape", "cancel the move, or return to the review"),
        ("q w e / a s d", "move the cursor, or choose a direction"),
        ("Tab, Shift+Tab", "next, previous stack that can move"),
        ("Enter, Space", "lift the stones under the cursor, place them (plans the move)"),
        ("u, Backspace", "remove the last planned move"),
        ("[ ]  { }", "select a planned move; move it earlier or later"),
        ("Delete", "remove the selected move"),
        ("x", "preview the board after the turn, on/off"),
        ("h, H", "get a hint (h again plans it); H: next best"),
        ("t", "end the turn and save it as a variation"),
        (": or m", "type moves: b2-b4, b2 b4, several at once; pass; goto c5"),
        ("+ - 0", "zoom in, zoom out, fit the window"),
        ("p l", "side panel, field names"),
    ),
)


def help_lines(width: int = 80) -> Iterator[Row]:
    """Help of the review screen."""
    symbols = tuple((symbol, mark.value) for mark, symbol in SYMBOLS.items())
    groups = (*_GROUPS, _TURN_LIST, ("Symbols on the timeline", symbols))
    return key_page(groups, width, _KEY_WIDTH)


def trying_lines(width: int = 80) -> Iterator[Row]:
    """Help of the screen for trying a turn."""
    return key_page((_TRYING,), width, _KEY_WIDTH)
