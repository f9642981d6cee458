"""Sample boards shown beside entries of the start screen."""

from __future__ import annotations

from functools import cache

from atlantis_core.narration import make_cast
from atlantis_core.positions.position import Position
from atlantis_core.rules.shapes import Shape, standard_board, traditional_start
from atlantis_core.support.colors import default_colors
from .summaries import Summary


@cache
def sample(entry: str) -> Summary:
    """The sample for an entry; empty if it has none."""
    match entry:
        case "new":
            return _of_position(traditional_start(Shape.HEXAGON, 2, players=2))
        case "watch":
            return _of_position(traditional_start(Shape.HEXAGON, 2, players=3))
        case "learn":
            return _of_lesson()
        case "editor":
            return Summary(Position.setup(standard_board(Shape.TRIANGLE, 3), []))
    return Summary()


def _of_position(position: Position) -> Summary:
    colors = default_colors([None] * position.players)
    return Summary(position, colors, make_cast([None] * len(colors), colors))


def _of_lesson() -> Summary:
    from atlantis_core.learning.library import tutorial

    step = tutorial()[9]
    return Summary(step.start, step.colors, step.cast)
