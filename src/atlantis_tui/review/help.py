"""What `?` says in review, and while a turn is tried."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.review.game_statistics import MomentKind
from atlantis_core.review.verdicts import TurnMark
from atlantis_tui.widgets.key_table import KeyGroup, key_page
from atlantis_tui.widgets.text_lines import Row
from .timeline import SIGNS

_KEY_WIDTH = 17
_GROUPS: tuple[KeyGroup, ...] = (
    (
        "Walking",
        (
            ("Escape", "close what is open; if nothing is, leave the review"),
            ("left right, h l", "a turn back, a turn on"),
            ("[ ]", "a step inside the turn: each move, each wave, growth"),
            ("PgUp PgDn", "ten turns"),
            ("Home End", "the start, the end"),
            (", .", "along the timeline, a column at a time; or click and drag it"),
            ("n N", "the next, the previous marked moment; of mistakes while chances show"),
            ("up down", "in the turn list, variations included"),
            ("Space", "play by itself; + - change the speed, any key pauses"),
            (": 42", "go to turn 42, or to 12.1/14 in a variation"),
        ),
    ),
    (
        "Asking",
        (
            ("q w e a s d", "go over the board"),
            ("Enter", "why does this field hold what it holds? Enter again goes there"),
            ("g", "chart of stones, secured and leading"),
            ("b", "compare: this turn against those one goes to next"),
            ("j", "let a bot judge every turn; then chances or strength on the timeline"),
            ("r", "find a better turn than this mistake, or than the next one"),
            (": areas", "or threats, players, moves, hint ...: see docs/reviewing.md"),
        ),
    ),
    (
        "Writing",
        (
            ("c", "comment on this turn: read, write, delete"),
            ("T", "tags of the game"),
            ("Ctrl+S", "save again what could not be saved; :save as NAME"),
            ("t", "try another turn from here; it becomes a variation"),
            ("v m", "into a variation that leaves here, back to the main line"),
            ("X, Delete", "delete the variation from here on"),
            ("u, R", "take back the last edit, make it again"),
            ("P", "make the variation the continuation of its line"),
            ("M", "mend a game that breaks off"),
        ),
    ),
    (
        "Taking along",
        (
            ("o", "to a file: a picture (.svg .png .txt), a film (.gif, .svg 10..12),"),
            ("", "a recording (.cast), a page to step through (.html)"),
            ("y Y", "the turn, the board to the clipboard of the terminal"),
        ),
    ),
    (
        "Around",
        (
            ("+ - 0", "draw the board larger, smaller, as large as fits"),
            ("p L", "the panel beside the board, names of fields"),
            ("Ctrl+P, Ctrl+Q", "every action by name, quit"),
        ),
    ),
)
_TURN_LIST: KeyGroup = (
    "Signs in the turn list",
    (
        ("!6 +2 -3", "with a number: explosions, stones won, stones lost"),
        (TurnMark.GOOD.value, "alone: a good turn, as the judge sees it (j)"),
        (f"{TurnMark.DOUBTFUL.value} {TurnMark.BAD.value}", "a doubtful turn, a bad turn"),
        (SIGNS[MomentKind.COMMENT], "a comment"),
    ),
)
_TRYING: KeyGroup = (
    "Trying a turn",
    (
        ("Escape", "put lifted stones back; without any, back to the review"),
        ("q w e / a s d", "go over the board, or choose a line for lifted stones"),
        ("Tab, Shift+Tab", "the next, the previous stack that can move"),
        ("Enter, Space", "lift the stones under the cursor, land them"),
        ("u, Backspace", "take back the move planned last"),
        ("[ ]  { }", "choose a planned move; play it earlier or later"),
        ("Delete", "drop the chosen move"),
        ("x", "show the board as it would be after the turn, and back"),
        ("h, H", "ask a bot for a hint, h again plans it; H: the next best"),
        ("t", "end the turn: it becomes a variation"),
        (": or m", "type moves: b2-b4, b2 b4, several at once; pass; goto c5"),
        ("+ - 0", "draw the board larger, smaller, as large as fits"),
        ("p l", "the panel beside the board, names of fields"),
    ),
)


def help_lines(width: int = 80) -> Iterator[Row]:
    """The page of the review."""
    signs = tuple((sign, mark.value) for mark, sign in SIGNS.items())
    groups = (*_GROUPS, _TURN_LIST, ("Signs on the timeline", signs))
    return key_page(groups, width, _KEY_WIDTH)


def trying_lines(width: int = 80) -> Iterator[Row]:
    """The page of the screen on which a turn is tried."""
    return key_page((_TRYING,), width, _KEY_WIDTH)
