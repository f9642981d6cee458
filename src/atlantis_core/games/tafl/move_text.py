"""Parses and formats move records: `e5-e8xe9`, `Ne6^=e8xce7/ne9/f8/d8`, `Ke1-a1--`.

Resolves a record in a position. If a record contradicts the board in anything but the move itself,
the board wins and a note reports it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from .captures import Captured
from .movement import jumped_space
from .pieces import LETTERS, Space, format_space, parse_space, piece_at, written_letter
from .play import Position, check_move, consequences
from .problems import TaflTextError
from .tables import Move, end_of, move_of, start_of

RESIGNATION = "---"
_RECORD = re.compile(
    r"(?P<letter>[tcnkmgTCNKMG]?)(?P<start>[a-z][0-9]{1,2})(?P<kind>\^=|\^|=|-)"
    r"(?P<end>[a-z][0-9]{1,2})"
    r"(?P<captures>(?:x[tcnkmgTCNKMG]?[a-z][0-9]{1,2}(?:/[tcnkmgTCNKMG]?[a-z][0-9]{1,2})*)*)"
    r"(?P<info>[-+|]{0,3})",
    re.ASCII,
)
_CAPTURE = re.compile(r"([tcnkmgTCNKMG]?)([a-z][0-9]{1,2})(?=[/x]|$)", re.ASCII)
_HINT = "expected for example 'e5-e8', 'Ke5-e8xe9' or '---'"


class WrittenCapture(NamedTuple):
    """`letter` is empty if none is written."""

    letter: str
    space: Space


class MoveRecord(NamedTuple):
    """A parsed record; not necessarily legal or correct."""

    letter: str
    start: Space
    kind: str
    end: Space
    captures: tuple[WrittenCapture, ...]
    info: str

    @property
    def move(self) -> Move:
        return move_of(self.start, self.end)


def parse_move(text: str, size: int) -> MoveRecord:
    """Parse a move; raises `TaflTextError`, also for a resignation."""
    match = _RECORD.fullmatch(text)
    if match is None:
        shown = text if len(text) <= 40 else text[:37] + "..."
        raise TaflTextError(f"not a move: '{shown}'", 0, len(text), _HINT)
    start, end = (_space(match, name, size) for name in ("start", "end"))
    captures = tuple(
        WrittenCapture(found[1], _space(found, 2, size))
        for found in _CAPTURE.finditer(text, match.start("captures") + 1, match.end("captures"))
    )
    return MoveRecord(match["letter"], start, match["kind"], end, captures, match["info"])


def format_move(position: Position, move: Move) -> str:
    """The canonical record of a legal move: all captures, and no info symbol."""
    size = position.size
    code = piece_at(position.pieces, start_of(move))
    letter = "" if code is None else written_letter(code)
    captured = consequences(position, move).captured
    taken = "/".join(written_letter(man.code) + format_space(man.space, size) for man in captured)
    start, end = format_space(start_of(move), size), format_space(end_of(move), size)
    return f"{letter}{start}{_kind(position, move)}{end}{'x' if taken else ''}{taken}"


def resolve_move(position: Position, record: MoveRecord) -> tuple[Move, list[str]]:
    """The legal move of a record, and notes on its contradictions to the board.

    Raises `IllegalTaflMoveError`.
    """
    move = record.move
    check_move(position, move)
    notes = []
    code = piece_at(position.pieces, record.start)
    if record.letter and code is not None and record.letter != LETTERS[code]:
        there = LETTERS[code]
        notes.append(f"the moving piece is '{there}', not '{record.letter}'")
    kind = _kind(position, move)
    if any(mark not in kind for mark in record.kind if mark != "-"):
        notes.append(f"the move is '{kind}', not '{record.kind}'")
    after = consequences(position, move)
    notes += _capture_notes(position.size, record, after.captured, after.plain)
    return move, notes


def _kind(position: Position, move: Move) -> str:
    is_jump = jumped_space(position.tables, move, position.attackers | position.defenders)
    jump = "" if is_jump is None else "^"
    return jump + ("=" if position.berserk_space is not None else "" if jump else "-")


def _capture_notes(
    size: int, record: MoveRecord, captured: tuple[Captured, ...], plain: int
) -> list[str]:
    """Records of the original omit captures by walls and the Linnaean capture."""
    notes = []
    taken = {man.space: LETTERS[man.code] for man in captured}
    written = {man.space for man in record.captures}
    for man in record.captures:
        name = format_space(man.space, size)
        if man.space not in taken:
            notes.append(f"the move captures nothing on {name}")
        elif man.letter and man.letter != taken[man.space]:
            notes.append(f"the piece on {name} is '{taken[man.space]}', not '{man.letter}'")
    left_out = [man.space for man in captured[:plain] if man.space not in written]
    notes += [f"the capture on {format_space(space, size)} is missing" for space in left_out]
    return notes


def _space(match: re.Match[str], group: str | int, size: int) -> Space:
    try:
        return parse_space(match[group], size)
    except TaflTextError as error:
        raise error.moved(match.start(group)) from None
