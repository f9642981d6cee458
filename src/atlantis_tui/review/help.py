"""What `?` says in review."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_tui.review.timeline import SIGNS
from atlantis_tui.text_lines import Piece

_GROUPS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    (
        "Walking",
        (
            ("left right, h l", "a turn back, a turn on"),
            ("[ ]", "a step inside the turn: each move, each wave, growth"),
            ("PgUp PgDn", "ten turns"),
            ("Home End", "the start, the end"),
            (", .", "along the timeline, a column at a time; or click and drag it"),
            ("n N", "the next, the previous marked moment"),
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
            (": areas", "or threats, players, moves, judge ...: see docs/reviewing.md"),
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
            ("P", "make the variation the continuation of its line"),
        ),
    ),
    (
        "Taking along",
        (
            ("o", "the board to a file: NAME.svg, or NAME.txt spec, compact, mini"),
            ("y Y", "the turn, the board to the clipboard of the terminal"),
        ),
    ),
    (
        "Around",
        (
            ("+ - 0", "draw the board larger, smaller, as large as fits"),
            ("p L", "the panel beside the board, names of fields"),
            ("Escape", "close what is open; back to the game"),
            ("Ctrl+P, Ctrl+Q", "every action by name, quit"),
        ),
    ),
)


def help_lines() -> Iterator[tuple[Piece | str, ...]]:
    """The page."""
    for heading, rows in _GROUPS:
        yield (Piece(heading, "heading"),)
        for key, does in rows:
            yield (Piece(f"{key:<17}", "key"), Piece(does))
        yield ()
    yield (Piece("Signs on the timeline", "heading"),)
    for mark, sign in SIGNS.items():
        yield (Piece(f"{sign:<17}", "key"), Piece(mark.value))
