"""A board at one character per field, for previews in which no drawing fits.

North is up, as in the drawings. A line holds two half rows, so every second column would be half a
line lower.
"""

from __future__ import annotations

from itertools import groupby

from rich.style import Style
from textual.geometry import Size

from atlantis_core.diagram import Role
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Contents, FieldState, Position
from atlantis_tui.widgets.text_lines import Piece, Row
from .styles import BoardStyles, CellLook, FieldLook

_STEP = 2
"""Columns from a field to the next."""
_EMPTY, _DEAD = ".", "~"


def thumbnail_size(position: Position) -> Size:
    return _size(_places(position))


def thumbnail(position: Position, letters: str, styles: BoardStyles) -> list[Row]:
    """The lines of the picture: the letters of stacks, small ones of growing fields."""
    places = _places(position)
    width, height = _size(places)
    cells: list[list[tuple[str, Style]]] = [
        [(" ", styles.background)] * width for _ in range(height)
    ]
    contents = dict(position.occupied())
    for field, (column, line) in places.items():
        cells[line][column] = _cell(contents.get(field), letters, styles)
    dead = _DEAD, _sea(styles)
    for row in cells:
        for column in range(1, width - 1):
            if row[column - 1] == row[column + 1] == dead:
                row[column] = " ", dead[1]
    return [
        tuple(
            Piece("".join(sign for sign, _ in group), style)
            for style, group in groupby(row, key=lambda cell: cell[1])
        )
        for row in cells
    ]


def _cell(there: Contents | None, letters: str, styles: BoardStyles) -> tuple[str, Style]:
    if there is None:
        return _EMPTY, styles.style(CellLook(Role.LABEL))
    if there.state is FieldState.DEAD:
        return _DEAD, _sea(styles)
    if there.player is None:
        return _EMPTY, styles.style(CellLook(Role.LABEL))
    letter = letters[there.player]
    if there.state is FieldState.GROWING:
        look = CellLook(Role.GROWING, there.player, FieldLook(grower=there.player))
        return letter.lower(), styles.style(look)
    return letter, styles.style(CellLook(Role.STACK, there.player))


def _sea(styles: BoardStyles) -> Style:
    return styles.style(CellLook(Role.DEAD, field=FieldLook(is_dead=True)))


def _places(position: Position) -> dict[Field, tuple[int, int]]:
    """Column and line of each field."""
    fields = tuple(position.board)
    left = min(field.x - field.y for field in fields)
    top = max(field.x + field.y for field in fields)
    return {
        field: (_STEP * (field.x - field.y - left), (top - field.x - field.y) // 2)
        for field in fields
    }


def _size(places: dict[Field, tuple[int, int]]) -> Size:
    columns, lines = zip(*places.values(), strict=True)
    return Size(max(columns) + 1, max(lines) + 1)
