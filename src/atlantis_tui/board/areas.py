"""Stacked areas of timeline and chart: every player has a fixed side.

The first player grows from the bottom, the last one from the top, the others lie between them in
turn order, above the first; what belongs to no player remains free. Sides do not depend on who
leads, so that a trend can be read. A line has two levels, drawn with half blocks. Without colours
every player has a sign and a line has one level, except for the edge of the first player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

from atlantis_tui.terminal.palette import own_color

SIGNS = "█░▓▒▞▚"
ASCII_SIGNS = "#:%=+-"
"""Signs of the players without colours, in turn order."""
FREE, SEA = None, -1
LOWER, EDGE = "▄", "."
Owner = int | None
"""A player, `FREE` or `SEA`."""


class Pen(NamedTuple):
    """Styles of the players and of the sea."""

    styles: Sequence[Style]
    is_ascii: bool = False
    sea: Style = Style()

    @property
    def has_colors(self) -> bool:
        return not self.is_ascii and all(style.color is not None for style in self.styles)

    def sign(self, player: int) -> str:
        signs = ASCII_SIGNS if self.is_ascii else SIGNS
        return signs[player % len(signs)]

    def cell(self, lower: Owner, upper: Owner) -> tuple[str, Style]:
        """The character of a cell whose halves belong to these owners."""
        if self.has_colors:
            return self._colored(lower, upper)
        lower, upper = (FREE if owner == SEA else owner for owner in (lower, upper))
        if lower == 0 and upper != 0:
            return EDGE if self.is_ascii else LOWER, self.styles[0]
        shown = upper if lower is FREE else lower
        return (" ", Style()) if shown is FREE else (self.sign(shown), self.styles[shown])

    def _colored(self, lower: Owner, upper: Owner) -> tuple[str, Style]:
        colors = [self._color(owner) for owner in (lower, upper)]
        if lower == upper:  # a blank: one byte where a full block takes three
            return " ", Style(bgcolor=colors[0])
        if lower is FREE:
            return "▀", Style(color=colors[1])
        return LOWER, Style(color=colors[0], bgcolor=colors[1])

    def _color(self, owner: Owner) -> Color | None:
        if owner == SEA:
            return self.sea.bgcolor
        return None if owner is FREE else own_color(self.styles[owner])


def owners(column: Sequence[int], most: int, levels: int) -> list[Owner]:
    """The owner of each level, from the bottom; `most` is the value of all levels."""
    if most <= 0 or not any(column):
        return [FREE] * levels
    found: list[Owner] = [FREE] * levels
    *others, last = column if len(column) > 1 else (*column, 0)
    done = 0
    for player, value in enumerate(others):
        start, done = done, done + value
        for place in range(_level(start, most, levels), _level(done, most, levels)):
            found[place] = player
    for place in range(_level(most - last, most, levels), levels):
        found[place] = len(column) - 1
    return found


def area_rows(
    columns: Sequence[Sequence[int]], most: int | None, rows: int, pen: Pen
) -> list[list[tuple[str, Style]]]:
    """The lines of an area chart from the top; without `most` every column is full."""
    stacks = [owners(column, sum(column) if most is None else most, 2 * rows) for column in columns]
    return [
        [pen.cell(stack[2 * row], stack[2 * row + 1]) for stack in stacks]
        for row in reversed(range(rows))
    ]


def _level(value: int, most: int, levels: int) -> int:
    return min(max(round(value * levels / most), 0), levels)
