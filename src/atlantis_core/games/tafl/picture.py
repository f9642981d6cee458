"""Draws a tafl board as a picture of characters, and as SVG.

Pieces are the letters of the notation. Empty special spaces have their own symbols, and in the
larger size also special lines above and below, so that a piece hides none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atlantis_core.games.pictures import Canvas, Picture, Role, Spot
from atlantis_core.support.colors import RGB
from .pieces import (
    FILES,
    KINDS,
    LETTERS,
    Code,
    Side,
    Space,
    format_space,
    piece_at,
    side_of,
    written_letter,
)
from .play import Position
from .ruleset import Zone
from .tables import Tables

_EMPTY = "."
_MARKS = {
    Zone.CORNER: ("x", "corner"),
    Zone.CENTRE: ("#", "centre"),
    Zone.ATTACKER_FORT: ("~", "attackers' fort"),
    Zone.DEFENDER_FORT: ("=", "defenders' fort"),
}


class _Scale(NamedTuple):
    """Cells from one space to the next; without lines if spaces are adjacent."""

    across: int
    down: int

    @property
    def has_lines(self) -> bool:
        return self.down > 1


_SCALES = (_Scale(2, 1), _Scale(4, 2))
SIZES = len(_SCALES)


def draw_board(position: Position, size: int) -> Picture:
    """The board with rank 1 at the bottom."""
    scale, sheet = _SCALES[size], Canvas()
    board, margin = position.size, 3
    spots = {}
    for space in _reading_order(board):
        rank, file = divmod(space, board)
        column = margin + scale.across // 2 + file * scale.across
        line = scale.down // 2 + (board - 1 - rank) * scale.down
        if scale.has_lines:
            _draw_frame(sheet, position.tables, space, (column, line), scale)
        _draw_space(sheet, position, space, (column, line))
        spots[format_space(space, board)] = Spot(column, line)
        if file == 0:
            sheet.write(0, line, f"{rank + 1:>2}", Role.LABEL)
        if rank == 0:
            below = board * scale.down + (1 if scale.has_lines else 0)
            sheet.write(column, below, FILES[file], Role.LABEL)
    return sheet.picture(spots, _caption(position.tables))


def zone_of(tables: Tables, space: Space) -> Zone | None:
    return next((zone for zone, mask in tables.zone_masks.items() if mask >> space & 1), None)


def player_of(code: Code) -> int:
    return 0 if side_of(code) is Side.ATTACKERS else 1


def _reading_order(board: int) -> Iterator[Space]:
    for rank in range(board - 1, -1, -1):
        yield from range(rank * board, (rank + 1) * board)


def _draw_space(sheet: Canvas, position: Position, space: Space, at: tuple[int, int]) -> None:
    code, zone = piece_at(position.pieces, space), zone_of(position.tables, space)
    if code is not None:
        sheet.write(*at, LETTERS[code], Role.PIECE, player_of(code))
    elif zone is not None:
        sheet.write(*at, _MARKS[zone][0], Role.SPECIAL)
    else:
        sheet.write(*at, _EMPTY, Role.PLACE)


def _draw_frame(
    sheet: Canvas, tables: Tables, space: Space, at: tuple[int, int], scale: _Scale
) -> None:
    """The four lines around a space; special spaces use their symbol."""
    left, top = at[0] - scale.across // 2, at[1] - scale.down // 2
    right, bottom = left + scale.across, top + scale.down
    for line in range(top + 1, bottom):
        for column in (left, right):
            sheet.write(column, line, "|", Role.STROKE)
    zone = zone_of(tables, space)
    length = scale.across - 1
    for line in (top, bottom):
        for column in (left, right):
            sheet.write(column, line, "+", Role.STROKE)
        if zone is not None:
            sheet.write(left + 1, line, _MARKS[zone][0] * length, Role.SPECIAL)
        elif sheet.is_free(left + 1, line):
            sheet.write(left + 1, line, "-" * length, Role.STROKE)


def _caption(tables: Tables) -> str:
    present = [_MARKS[zone] for zone, mask in tables.zone_masks.items() if mask]
    return ", ".join(f"{mark} {name}" for mark, name in present)


_CELL = 40
_SVG_STYLE = "text { font-family: sans-serif; text-anchor: middle; dominant-baseline: central; }"
_FILLS = {
    None: "#f3e7cf",
    Zone.CORNER: "#c9a66b",
    Zone.CENTRE: "#d8b4a0",
    Zone.ATTACKER_FORT: "#c8c0b0",
    Zone.DEFENDER_FORT: "#b8cdb0",
}


def draw_board_svg(position: Position, colors: Sequence[RGB]) -> str:
    """A whole document: shaded special spaces with their symbols, round pieces with letters."""
    board = position.size
    side, rim = (board + 1) * _CELL, _CELL // 4
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 {-rim} {side + rim} {side + rim}">',
        f"  <style>{_SVG_STYLE}</style>",
        f'  <rect y="{-rim}" width="{side + rim}" height="{side + rim}" fill="#fff"/>',
    ]
    for space in _reading_order(board):
        lines += _svg_space(position, space, colors)
    for index in range(board):
        lines.append(_svg_label(_CELL // 2, (board - index) * _CELL - _CELL // 2, str(index + 1)))
        lines.append(_svg_label((index + 1) * _CELL + _CELL // 2, side - _CELL // 2, FILES[index]))
    return "\n".join((*lines, "</svg>")) + "\n"


def _svg_space(position: Position, space: Space, colors: Sequence[RGB]) -> Iterator[str]:
    board = position.size
    rank, file = divmod(space, board)
    x, y = (file + 1) * _CELL, (board - 1 - rank) * _CELL
    zone = zone_of(position.tables, space)
    yield (
        f'  <rect x="{x}" y="{y}" width="{_CELL}" height="{_CELL}" '
        f'fill="{_FILLS[zone]}" stroke="#8b7a5a"/>'
    )
    middle_x, middle_y = x + _CELL // 2, y + _CELL // 2
    if zone is not None:
        mark = _MARKS[zone][0]
        yield (
            f'  <text x="{middle_x}" y="{middle_y}" font-size="{_CELL}" '
            f'fill="#7a5c2e">{mark}</text>'
        )
    code = piece_at(position.pieces, space)
    if code is not None:
        yield from _svg_piece(code, (middle_x, middle_y), colors)


def _svg_piece(code: Code, at: tuple[int, int], colors: Sequence[RGB]) -> Iterator[str]:
    x, y = at
    is_special = bool(written_letter(code))
    radius = _CELL * 2 // 5 if is_special else _CELL // 3
    yield (
        f'  <circle cx="{x}" cy="{y}" r="{radius}" fill="{colors[player_of(code)]}" '
        f'stroke="#222" stroke-width="{3 if code >= KINDS else 1}"/>'
    )
    yield (
        f'  <text x="{x}" y="{y}" font-size="{_CELL // 2}" fill="#fff" stroke="#222" '
        f'stroke-width="0.6">{LETTERS[code]}</text>'
    )


def _svg_label(x: int, y: int, text: str) -> str:
    return f'  <text x="{x}" y="{y}" font-size="14" fill="#777">{text}</text>'
