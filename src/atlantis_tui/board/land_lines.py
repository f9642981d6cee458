"""Land in the side panel: what each player holds, now and over the game, and keeps if all pass.

Pure functions. The first player's land begins at the left (in the chart at the bottom) and the
last player's at the right (the top), in every position; tied fields and the sea lie between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.style import Style

from atlantis_core.positions.position import Position
from atlantis_core.rules.overlays import Land, count_land
from atlantis_core.rules.scoring import standing, tally
from atlantis_core.rules.settling import settle
from atlantis_core.support.phrases import counted
from atlantis_tui.widgets.scrub_bar import place_of_column
from atlantis_tui.widgets.text_lines import Piece, Row, flowing
from .areas import FREE, Pen, owners
from .player_list import PlayerList

_NAME = "land "
_TIED, _SEA = ".", "~"
_AXIS = 4
"""Columns of the labels of the chart."""
_WATER = -1
"""Owner of the levels of the sea."""


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
    """A bar of the fields that each player secures, occupies alone or reaches first."""
    held, tied, sunk = outlook(position).land
    room = width - len(_NAME)
    bar = owners(held, sum(held) + tied + sunk, room)
    free = bar.count(FREE)
    ties = round(free * tied / (tied + sunk)) if tied + sunk else 0
    pieces: list[Piece | str] = [Piece(_NAME, "dim")]
    for owner, cells in groupby(bar):
        length = len(list(cells))
        if owner is FREE:
            between = min(ties, length)
            ties -= between
            pieces.append(Piece(_TIED * between, "dim"))
            pieces.append(Piece(_SEA * (length - between), "water"))
        else:
            sign, style = pen.cell(owner, owner)
            pieces.append(Piece(sign * length, style))
    return tuple(pieces)


def chart_lines(pen: Pen, positions: Sequence[Position], room: tuple[int, int]) -> Iterator[Row]:
    """A chart of the land that each player held after each turn, for a width and height.

    A turn has two columns, or one where two do not fit; in long games every column samples a
    turn. So a new turn rarely changes what is drawn.
    """
    width, height = room[0] - _AXIS, room[1]
    count = len(positions)
    if count <= width:
        shown = [place for place in range(count) for _ in range(2 if 2 * count <= width else 1)]
    else:
        shown = [place_of_column(column, width, count - 1) for column in range(width)]
    lands = [_count_land(positions[place]) for place in shown]
    stacks = [_with_sea(land, 2 * height) for land in lands]
    for row in range(height):
        label = "100" if row == 0 else "0" if row == height - 1 else "50" * (2 * row + 1 == height)
        lower = 2 * (height - 1 - row)
        cells = [_chart_cell(pen, stack, lower, column) for column, stack in enumerate(stacks)]
        pieces = [
            Piece("".join(sign for sign, _ in group), style)
            for style, group in groupby(cells, key=lambda cell: cell[1])
        ]
        yield (Piece(f"{label:>3} ", "dim"), *pieces)


def _with_sea(land: Land, levels: int) -> list[int | None]:
    """The owner of each level of a column of the chart; `_WATER` above the tied fields."""
    held, tied, sunk = land
    stack = owners(held, sum(held) + tied + sunk, levels)
    free = [level for level, owner in enumerate(stack) if owner is FREE]
    for level in free[round(len(free) * tied / max(tied + sunk, 1)) :]:
        stack[level] = _WATER
    return stack


def _chart_cell(
    pen: Pen, stack: Sequence[int | None], lower: int, column: int
) -> tuple[str, str | Style]:
    pair = stack[lower : lower + 2]
    below, above = (FREE if owner == _WATER else owner for owner in pair)
    if below is FREE and above is FREE:
        is_wave = _WATER in pair and (column + lower) % 5 == 0
        return (_SEA if is_wave else " "), "water"
    return pen.cell(below, above)


@lru_cache(maxsize=512)
def _count_land(position: Position) -> Land:
    return count_land(position)


def passing_lines(player_list: PlayerList, position: Position, width: int) -> Iterator[Row]:
    """The fields that each player keeps, and the number that sink, if every player passes."""
    _, kept, sinking = outlook(position)
    yield (Piece("If every player passes", "heading"),)
    pieces = [(player_list.letter(player), f"{fields}  ") for player, fields in enumerate(kept)]
    sinks = f"{counted(sinking, 'field')} sink{'s' * (sinking == 1)}" if sinking else "none sinks"
    yield from flowing([*pieces, ("safe  ",), (Piece(f"{_SEA} {sinks}", "water"),)], width)
