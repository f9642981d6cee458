"""Help page of a game: the keys for the present mode, then those for all modes."""

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
"""Rows about keys that the screen of remote players does not have."""
NOT_IN_EXERCISES = frozenset({_HINTS, _HINT_SIGNS, _TURNS, _SPEED, _AGAIN, _REVIEW})

_GOING = (
    ("q w e / a s d", "move the cursor NW, N, NE / SW, S, SE"),
    ("arrows, mouse", "move the cursor; click a field"),
)
_PLANNING = (
    *_GOING,
    ("Tab, Shift+Tab", "jump to the next or previous stack that can move"),
    ("g, G", "jump to the next or previous group of your stacks"),
    ("Enter, Space", "lift the stack under the cursor"),
    ("u, Backspace", "remove the last planned move"),
    ("[ ]", "select a planned move"),
    ("{ }", "move the selected one up or down in the order"),
    ("Delete", "remove the selected move"),
    ("x", "preview the board after the turn, on/off"),
    (_HINTS, "get a hint (h again plans it); H: next best; Escape: dismiss"),
    ("t", "end the turn: moves, explosions, growth"),
)
_PLACES: dict[Mode, tuple[str, tuple[tuple[str, str], ...]]] = {
    Mode.PLANNING: ("Planning a turn", _PLANNING),
    Mode.PAUSED: (
        "A bot or agent is to move, but is paused",
        (
            ("b", "let it play; asks first if the file wants to run a program"),
            ("all other keys", "plan its turn yourself:"),
            *_PLANNING,
        ),
    ),
    Mode.SHOWING: (
        "A turn is being animated",
        (
            ("any key", "skip the animation; the turn is already saved"),
            ("Escape", "skip; in a game of bots only, pause them (b resumes)"),
            ("< >", "slower, faster animation"),
            ("?", "this page; pauses the animation"),
        ),
    ),
    Mode.LIFTED: (
        "Stones lifted",
        (
            ("q w e / a s d", "choose a direction; repeat for one more field and stone"),
            ("opposite key", "one field and one stone fewer"),
            ("arrows, Tab, click", "choose the destination field"),
            ("Enter, Space", "place them (plans the move)"),
            ("Escape", "put them back"),
        ),
    ),
    Mode.PREVIEW: (
        "Preview after the turn",
        (
            ("x, Escape", "back to plan"),
            ("t", "end the turn"),
        ),
    ),
    Mode.THINKING: (
        "A bot or agent is thinking",
        (
            ("Escape", "stop it; you can then play its turn yourself"),
            ("b", "then: let it play"),
            ("U", "undo the previous turn"),
        ),
    ),
    Mode.WAITING: (
        "A remote player is to move",
        (*_GOING, ("wait", "their turn appears as soon as it is saved to the file")),
    ),
    Mode.OVER: (
        "Game over",
        (
            ("o", "show the result, with rematch, new game and review"),
            ("v", "review the game"),
            ("U", "take back the last turn"),
        ),
    ),
}
_EVERYWHERE = (
    (": or m", "type moves and commands"),
    (_TURNS, "undo, redo a turn; against bots, back to your own turn"),
    ("+ - 0", "zoom in, zoom out, fit the window"),
    ("l", "show or hide field names"),
    ("p", "show or hide the side panel"),
    (_SPEED, "slower, faster animation"),
    (_AGAIN, "replay the turns since your last one"),
    (_REVIEW, "review the game so far; Escape returns"),
    (_PALETTE, "command palette; F2: rules, F3: options"),
    (_MENU, "return to the start screen"),
    ("Ctrl+Q", "quit; your unfinished plan is saved"),
    (_SUSPEND, "suspend; type fg in the shell to resume"),
)
_SIGNS = (
    ("3C", "three stones of player C on an open field"),
    ("3c, *", "three stones on a growing field"),
    ("~ or ≈", "a dead field"),
    ("!", "explodes at the end of its owner's turn"),
    ("+2", "two stones can move here"),
    ("1> >1", "the first planned move starts here, ends here"),
    (_HINT_SIGNS, "the first move of a hint starts here, ends here"),
    ("< > ^ v", "at the edge: more of your stacks this way"),
    ("1> 2!", "in the title: 1 move planned, 2 fields will explode"),
)
_FIGURES = (
    ("stones (st)", "stones on the board"),
    ("grow (gr)", "growing fields"),
    ("safe (sa)", "secured fields: nothing can change there, they count"),
    ("lead (le)", "leading: alone in the area, but it touches growing fields"),
)


def help_lines(
    mode: Mode,
    width: int = 80,
    *,
    without: Container[str] = (),
    words: Iterable[Word] = EXAMPLES,
) -> Iterator[Row]:
    """The page for a mode, `without` the rows of some keys, with the given command words."""
    place, keys = _PLACES[mode]
    # During an animation, all other keys skip it.
    everywhere = () if mode is Mode.SHOWING else (("Always available", _EVERYWHERE),)
    parts = (
        (place, keys),
        *everywhere,
        ("Symbols on the board", _SIGNS),
        ("Player columns", _FIGURES),
    )
    here = ((part, [row for row in rows if row[0] not in without]) for part, rows in parts)
    yield from key_page(here, width, _KEY_WIDTH)
    yield ()
    yield (Piece("Typed commands", "heading"),)
    yield ("b2-b4, b2 b4, several at once, or:",)
    yield from wrapped([", ".join(EXAMPLES[word] for word in words)], min(width, 76))
