"""What is marked on the board in review: the last step, the whole turn, or differences.

Uses the marks of the play screen, so that a wave looks the same wherever it is shown.
"""

from __future__ import annotations

from atlantis_core.grid import Field
from atlantis_core.position import Position
from atlantis_core.review.walk import Walk
from atlantis_tui.board.marks import Marking
from atlantis_tui.board.turn_marks import mark_changes, mark_happening


def mark_walk(walk: Walk) -> Marking:
    """What changed in the step, or in the turn, that is shown last."""
    report = walk.report
    if report is None:
        return mark_changes(walk.position, walk.position)
    if walk.step is None:
        return mark_changes(report.start, report.end)
    return mark_happening(walk.steps[walk.step - 1].event)


def telling_field(walk: Walk) -> Field | None:
    """A field that the step or turn changed, to ask about first; None if it changed nothing."""
    report = walk.report
    if report is not None and report.moves and walk.step is None:
        return report.moves[0].move.destination
    return next(iter(walk.touched), None)


def mark_difference(shown: Position, other: Position) -> Marking:
    """Where a position differs from the one it is compared with."""
    return mark_changes(other, shown)
