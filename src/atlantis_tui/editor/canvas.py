"""The board shown by the editor: the draft's fields, surrounded by absent ones.

Absent fields are drawn so that the cursor can move there to add fields.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from atlantis_core.drafts import Draft
from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Direction, Field, neighbour, segment_fields
from atlantis_core.positions.position import Position
from atlantis_tui.board.marks import Mark, Marking, MarkingPen
from .state import EditorState

MARGIN = 3
"""Distance that the cursor can leave the board: room for one more segment."""
BLANK = tuple(Field(x, y) for x in range(1, 10) for y in range(1, 10) if abs(x - y) <= 4)
"""Places for the first segment."""


class EditorCanvas(NamedTuple):
    """A position on the enlarged board, and the fields that do not exist yet."""

    position: Position
    absent: frozenset[Field]


def make_canvas(draft: Draft) -> EditorCanvas:
    fields = frozenset(draft.fields)
    absent = (_surroundings(fields) if fields else frozenset(BLANK)) - fields
    # One segment for all absent fields, so that only real segments have borders.
    board = Board([*draft.segments, *([tuple(sorted(absent))] if absent else [])])
    stacks = [player.stacks for player in draft.players]
    return EditorCanvas(Position.setup(board, stacks), absent)


def mark_canvas(canvas: EditorCanvas, state: EditorState, cursor: Field | None) -> Marking:
    """Marks of absent fields, the picked segment, and mirror images of the cursor."""
    pen = MarkingPen()
    for place in canvas.absent:
        pen.mark(place, Mark.ABSENT, ".")
    for place in _picked(state):
        pen.mark(place, Mark.CHANGED)
    if cursor is not None:
        for image in state.images.of(cursor)[1:]:
            if image != cursor and image in canvas.position.board:
                pen.mark(image, Mark.HINT, "o" if image in canvas.absent else "")
    return pen.marking()


def _picked(state: EditorState) -> Iterable[Field]:
    number = None if state.picked is None else state.draft.segment_of(state.picked)
    return () if number is None else state.draft.segments[number]


def _surroundings(fields: frozenset[Field]) -> frozenset[Field]:
    """All places within the margin; below row 1 or column a only if the board goes there."""
    left = min(1, *(place.x for place in fields), 1)
    low = min(1, *(place.y for place in fields), 1)
    grown, edge = set(fields), set(fields)
    for _ in range(MARGIN):
        edge = {neighbour(place, way) for place in edge for way in Direction} - grown
        grown |= edge
    return frozenset(place for place in grown if place.x >= left and place.y >= low)


def first_cursor(draft: Draft) -> Field:
    """First place of the cursor: the middle of the board, or of the blank canvas."""
    fields = draft.fields or segment_fields(Field(5, 5))
    middle_x = sum(place.x for place in fields) / len(fields)
    middle_y = sum(place.y for place in fields) / len(fields)
    return min(fields, key=lambda place: (place.x - middle_x) ** 2 + (place.y - middle_y) ** 2)
