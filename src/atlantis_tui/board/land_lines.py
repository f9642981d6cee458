"""Land in the side panel: what each player holds, now and over the game, and keeps if all pass.

Pure functions. The first player's land begins at the left (in the chart at the bottom) and the
last player's at the right (the top), in every position; tied fields and the sea lie between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.style import Style

from atlantis_core.positions.position import Position
from atlantis_core.rules.overlays import Land, count_land
from atlantis_core.rules.scoring import standing, tally
from atlantis_core.rules.settling import settle
from atlantis_core.support.phrases import counted
from atlantis_tui.terminal.palette import on_ground
from atlantis_tui.widgets.scrub_bar import place_of_column
from atlantis_tui.widgets.text_lines import Piece, Row, flowing
from .areas import FREE, SEA, Owner, Pen, owners
from .player_list import PlayerList

_NAME = "land "
_TIED, _WAVE, _TICK, _DASH = ".", "~", "|", "-"
_AXIS = 4
"""Columns of the labels of the chart."""
_PAIR = 2
_COLUMNS_PER_TURN = 8, 4, 2, 1


class Outlook(NamedTuple):
    """Lines of a panel about the land of a position."""

    land: Land
    kept: tuple[int, ...]
    """The fields that each player secures if every player passes from now on."""
    sinking: int
    """The fields that sink then."""


@lru_cache(maxsize=8)
def outlook(position: Position) -> Outlook:
    """The land of a position, now and if every player passes; kept for the next keys."""
    settled = settle(position)
    sinking = tally(settled).dead_fields - tally(position).dead_fields
    return Outlook(_count_land(position), standing(settled).secured, sinking)


def land_line(pen: Pen, position: Position, width: int) -> Row:
    """A bar of the fields that each player secures, occupies alone or reaches first.

    A tick marks the half.
    """
    room = width - len(_NAME)
    bar = _with_sea(outlook(position).land, room)
    cells = [_bar_cell(pen, owner) for owner in bar]
    if not cells:
        return (Piece(_NAME, "dim"),)
    sign, style = cells[room // 2]
    is_tile = sign == " " and style.bgcolor is not None
    cells[room // 2] = _TICK, (style + Style(color=on_ground(style)) if is_tile else Style())
    return (Piece(_NAME, "dim"), *_pieces(cells))


def _bar_cell(pen: Pen, owner: Owner) -> tuple[str, Style]:
    if owner is FREE:
        return _TIED, Style(dim=True)
    return (_WAVE, pen.sea) if owner == SEA else pen.cell(owner, owner)


def land_chart(
    player_list: PlayerList, pen: Pen, positions: Sequence[Position], room: tuple[int, int]
) -> Iterator[Row]:
    """A chart of the land below a heading that says which side is whose."""
    tiles = [player_list.tile(player) for player in range(positions[0].players)]
    sides: Row
    if len(tiles) == _PAIR:
        sides = (tiles[0], Piece(" from below  ", "dim"), tiles[1], Piece(" from above", "dim"))
    else:
        sides = (*tiles, Piece(" from below to above", "dim"))
    yield (Piece("Land", "heading"), "  ", *sides)
    yield from chart_lines(pen, positions, (room[0], room[1] - 1))


def chart_lines(pen: Pen, positions: Sequence[Position], room: tuple[int, int]) -> Iterator[Row]:
    """A chart of the land that each player held after each turn, for a width and height.

    All turns have as many columns, a power of two, as fit; in long games every column samples a
    turn. So a new turn rarely changes what is drawn. Dashes mark the half.
    """
    width, height = room[0] - _AXIS, room[1]
    count = len(positions)
    if count <= width:
        each = next(n for n in _COLUMNS_PER_TURN if n * count <= width)
        shown = [place for place in range(count) for _ in range(each)]
    else:
        shown = [place_of_column(column, width, count - 1) for column in range(width)]
    stacks = [_with_sea(_count_land(positions[place]), 2 * height) for place in shown]
    middle = height // 2 if height % 2 else None
    for row in range(height):
        label = "100" if row == 0 else "0" if row == height - 1 else "50" * (row == middle)
        lower = 2 * (height - 1 - row)
        cells = [_chart_cell(pen, stack, lower, column) for column, stack in enumerate(stacks)]
        if row == middle:
            cells = [_dashed(cell) if column % 2 else cell for column, cell in enumerate(cells)]
        yield (Piece(f"{label:>3} ", "dim"), *_pieces(cells))


def _with_sea(land: Land, levels: int) -> list[Owner]:
    """The owner of each level of a column, or cell of a bar; the sea follows the tied fields."""
    held, tied, sunk = land
    stack = owners(held, sum(held) + tied + sunk, levels)
    free = [level for level, owner in enumerate(stack) if owner is FREE]
    for level in free[round(len(free) * tied / max(tied + sunk, 1)) :]:
        stack[level] = SEA
    return stack


def _chart_cell(pen: Pen, stack: Sequence[Owner], lower: int, column: int) -> tuple[str, Style]:
    below, above = stack[lower : lower + 2]
    if {below, above} == {SEA} and (column + lower) % 5 == 0:
        return _WAVE, pen.sea
    return pen.cell(below, above)


def _dashed(cell: tuple[str, Style]) -> tuple[str, Style]:
    """The cell with a dash, unless it shows something."""
    sign, style = cell
    return (_DASH, style + Style(color=on_ground(style))) if sign == " " else cell


def _pieces(cells: Iterable[tuple[str, Style]]) -> Iterator[Piece]:
    """Pieces of neighbouring cells with the same style."""
    for style, group in groupby(cells, key=lambda cell: cell[1]):
        yield Piece("".join(sign for sign, _ in group), style)


@lru_cache(maxsize=512)
def _count_land(position: Position) -> Land:
    return count_land(position)


def passing_lines(player_list: PlayerList, position: Position, width: int) -> Iterator[Row]:
    """The fields that each player keeps, and the number that sink, if every player passes."""
    _, kept, sinking = outlook(position)
    yield (Piece("Safe if every player passes", "heading"),)
    pieces = [(player_list.tile(player), f" {fields}  ") for player, fields in enumerate(kept)]
    sinks = f"{counted(sinking, 'field')} sink{'s' * (sinking == 1)}" if sinking else "none sinks"
    yield from flowing([*pieces, (Piece(f"{_WAVE} {sinks}", "water"),)], width)
