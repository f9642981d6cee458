"""Lays out the rules page as lines of a given width, with boards side by side if they fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.style import Style

from atlantis_core.diagram import Look, Role, Run, draw
from atlantis_core.diagram import Style as DiagramStyle
from atlantis_core.positions.position import Position
from atlantis_core.support.columns import display_width
from atlantis_tui.widgets.text_lines import Piece, Row, wrapped
from .page import Block, Heading, Paragraph, Picture

LETTERS = "RB"
COLORS = ("red", "blue")
"""Letters and colours of the players on the page."""
WIDEST = 76
"""Longest line, for readability."""
GAP = 4
_DIM = frozenset({Role.AXIS, Role.INNER_BORDER, Role.SEGMENT_BORDER, Role.LABEL})


def page_lines(
    blocks: Sequence[Block], width: int, styles: Sequence[Style], *, is_unicode: bool
) -> Iterator[Row]:
    room = min(width, WIDEST)
    look = Look(LETTERS, is_unicode=is_unicode)
    for block in blocks:
        match block:
            case Heading(text):
                yield ()
                yield (Piece(text, "heading"),)
            case Paragraph(text):
                yield from wrapped([text], room)
            case Picture(boards):
                yield ()
                yield from _picture_lines(boards, room, styles, look)
                yield ()


def _picture_lines(
    boards: Sequence[tuple[str, Position]], room: int, styles: Sequence[Style], look: Look
) -> Iterator[Row]:
    drawn = [_board_lines(caption, position, styles, look) for caption, position in boards]
    while drawn:
        row = [drawn.pop(0)]
        while drawn and sum(_width(b) + GAP for b in row) + _width(drawn[0]) + 2 <= room:
            row.append(drawn.pop(0))
        yield from _side_by_side(row)


def _board_lines(
    caption: str, position: Position, styles: Sequence[Style], look: Look
) -> list[list[Piece]]:
    diagram = draw(position, DiagramStyle.COMPACT, look=look)
    lines = [
        [_piece(run, styles) for run in diagram.runs(number)]
        for number in range(len(diagram.layout.lines))
    ]
    return [*lines, [Piece(caption, "dim")]] if caption else lines


def _piece(run: Run, styles: Sequence[Style]) -> Piece:
    if run.role in (Role.STACK, Role.GROWING) and run.player is not None:
        return Piece(run.text, styles[run.player])
    return Piece(run.text, "dim" if run.role in _DIM else "plain")


def _side_by_side(boards: Sequence[list[list[Piece]]]) -> Iterator[Row]:
    height = max(len(board) for board in boards)
    for number in range(height):
        line: list[Piece | str] = ["  "]
        for board in boards:
            pieces = board[number - height + len(board)] if number >= height - len(board) else []
            line += [*pieces, " " * (_width(board) + GAP - _length(pieces))]
        yield tuple(line)


def _width(board: list[list[Piece]]) -> int:
    return max(map(_length, board), default=0)


def _length(pieces: Sequence[Piece]) -> int:
    return sum(display_width(piece.text) for piece in pieces)
