"""Help page of a game: notes on the present mode, its keys, symbols, typed commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from textual.binding import Binding

from atlantis_tui.board.planning_board import PlanningBoard
from atlantis_tui.board.view import BoardView
from atlantis_tui.game.typed_commands import EXAMPLES, Word
from atlantis_tui.settings.key_map import KeyMap
from atlantis_tui.widgets.key_table import HelpKeys, KeyGroup, key_page
from atlantis_tui.widgets.text_lines import Piece, Row, wrapped
from .bars import Mode
from .game_view import PLAY_KEYS


class _Note(NamedTuple):
    """Descriptions of keys in a mode; `keys` where they do not belong to actions."""

    text: str
    actions: str = ""
    keys: str = ""


_NOTES: dict[Mode, tuple[str, tuple[_Note, ...]]] = {
    Mode.PLANNING: ("", ()),
    Mode.PAUSED: (
        "A bot or agent is to move, but is paused",
        (
            _Note("let it play; asks first if the file wants to run a program", "resume-bot"),
            _Note("plan its turn yourself", keys="all other keys"),
        ),
    ),
    Mode.SHOWING: (
        "A turn is being animated",
        (
            _Note("skip the animation, then do what the key does", keys="any key"),
            _Note("skip; in a game of bots only, pause them", "cancel-or-back"),
            _Note("slower, faster animation", "slower faster"),
            _Note("this page; pauses the animation", "help"),
        ),
    ),
    Mode.LIFTED: (
        "Stones lifted",
        (
            _Note(
                "choose a direction; repeat for one more field and stone",
                "cursor-north-west cursor-north cursor-north-east "
                "cursor-south-west cursor-south cursor-south-east",
            ),
            _Note("one field and one stone fewer", keys="opposite key"),
            _Note("choose the destination field", keys="arrows, Tab, click"),
            _Note("place them (plans the move)", "select"),
            _Note("put them back", "cancel-or-back"),
        ),
    ),
    Mode.PREVIEW: (
        "Preview after the turn",
        (_Note("back to plan", "preview cancel-or-back"), _Note("end the turn", "end-turn")),
    ),
    Mode.THINKING: (
        "A bot or agent is thinking",
        (
            _Note("stop it; you can then play its turn yourself", "cancel-or-back"),
            _Note("plan a premove: moves that wait for your turn", "select next-stack"),
        ),
    ),
    Mode.WAITING: ("A remote player is to move; the turn appears when it is saved", ()),
    Mode.OVER: ("Game over", (_Note("show the result, with rematch and review", "result"),)),
}
_HIDDEN = {
    Mode.PLANNING: (),
    Mode.PAUSED: (),
    Mode.LIFTED: ("Planning a turn", "Board"),
}
"""Headings that a mode omits; other modes omit only the first."""
_SYMBOLS = (
    ("3C", "three stones of player C on an open field"),
    ("3c, *", "three stones on a growing field"),
    ("~ or ≈", "a dead field"),
    ("!", "explodes at the end of its owner's turn"),
    ("oo..", "in large drawings: has two stones, explodes with four"),
    ("+2", "two stones can move here"),
    ("1> >1", "the first planned move starts here, ends here"),
)
_HINT_SYMBOLS = (("1? ?1", "the first move of a hint starts here, ends here"),)
_MORE_SYMBOLS = (
    ("< > ^ v", "at the edge: more of your stacks this way"),
    ("1> 2!", "in the title: 1 move planned, 2 fields will explode"),
)
_COLUMNS = (
    ("stones (st)", "stones on the board"),
    ("grow (gr)", "growing fields"),
    ("safe (sa)", "secured fields: nothing can change there, they count"),
    ("lead (le)", "leading: alone in the area, but it touches growing fields"),
    ("land", "fields that each player holds or reaches first, . tied, ~ sunk"),
)


def help_lines(
    keys: HelpKeys, mode: Mode, width: int = 80, *, words: Iterable[Word] = EXAMPLES
) -> Iterator[Row]:
    """The page for a mode, with the keys and command words of a screen."""
    hints = _HINT_SYMBOLS if keys.of("next-hint") else ()
    groups = (
        *_notes(keys, mode),
        *_groups(keys, mode),
        ("Symbols on the board", (*_SYMBOLS, *hints, *_MORE_SYMBOLS)),
        ("Player columns", _COLUMNS),
    )
    yield from key_page(groups, width)
    yield ()
    yield (Piece("Typed commands", "heading"),)
    yield ("b2-b4, b2 b4, several at once, or:",)
    yield from wrapped([", ".join(EXAMPLES[word] for word in words)], min(width, 76))


def _notes(keys: HelpKeys, mode: Mode) -> Iterator[KeyGroup]:
    heading, notes = _NOTES[mode]
    rows = [(note.keys or keys.of(note.actions), note.text) for note in notes]
    if heading:
        yield heading, [row for row in rows if row[0]]


def _groups(keys: HelpKeys, mode: Mode) -> Iterator[KeyGroup]:
    # During an animation, all other keys skip it.
    if mode is not Mode.SHOWING:
        hidden = _HIDDEN.get(mode, ("Planning a turn",))
        yield from (group for group in keys.groups() if group[0] not in hidden)


def planning_help(key_map: KeyMap, width: int) -> Iterator[Row]:
    """The page for planning a turn on the play screen, without the screen."""
    tables = (*BoardView.BINDINGS, *PlanningBoard.BINDINGS, *PLAY_KEYS)
    bindings = {binding.key: binding for binding in Binding.make_bindings(tables)}
    return help_lines(HelpKeys(bindings.values(), key_map), Mode.PLANNING, width)
