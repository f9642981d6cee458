"""Destinations of the cursor on a board: ahead, to the side, in the middle."""

from __future__ import annotations

from collections.abc import Iterable

from atlantis_core.diagram import Layout
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Direction, Field, neighbour

WIDEST_GAP = 3
"""Number of fields that the cursor looks ahead to cross a hole in the board."""


def ahead(board: Board, start: Field, direction: Direction) -> Field | None:
    """The next field in a direction, across a small gap if necessary."""
    tries = (neighbour(start, direction, steps) for steps in range(1, WIDEST_GAP + 1))
    return next((field for field in tries if field in board), None)


def beside(board: Board, start: Field, side: int) -> Field | None:
    """The field to the left (-1) or right (1); alternates up and down to stay level."""
    above, below = (Direction.NE, Direction.SE) if side > 0 else (Direction.NW, Direction.SW)
    ways = (below, above) if (start.x - start.y) % 2 else (above, below)
    tries = (neighbour(start, way, steps) for steps in range(1, WIDEST_GAP + 1) for way in ways)
    return next((field for field in tries if field in board), None)


def groups(fields: Iterable[Field]) -> list[list[Field]]:
    """Groups of connected fields, sorted."""
    left, found = set(fields), []
    while left:
        group = [left.pop()]
        for field in group:
            near = {neighbour(field, way) for way in Direction} & left
            left -= near
            group += sorted(near)
        found.append(sorted(group))
    return sorted(found)


def middle(layout: Layout, among: Iterable[Field] | None = None) -> Field:
    """The field nearest to the middle of the picture; a line is as high as two columns."""
    centre = layout.width / 2, layout.height / 2
    return min(
        layout.places if among is None else among,
        key=lambda field: (
            abs(layout.places[field].column - centre[0])
            + 2 * abs(layout.places[field].line - centre[1])
        ),
    )


def next_field(fields: list[Field], cursor: Field | None, by: int) -> Field:
    """The field of a sorted list after or before the cursor; begins anew at the end."""
    if cursor in fields:
        return fields[(fields.index(cursor) + by) % len(fields)]
    if cursor is None:
        return fields[0 if by > 0 else -1]
    later = [field for field in fields if (field > cursor) is (by > 0)]
    return (later or fields)[0 if by > 0 else -1]
