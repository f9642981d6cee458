"""What is marked on the board in review: the last step, the whole turn, or differences.

Uses the marks of the play screen, so that a wave looks the same wherever it is shown.
"""

from __future__ import annotations

from atlantis_core.grid import Field
from atlantis_core.position import Position
from atlantis_core.review.steps import Phase
from atlantis_core.review.walk import Walk
from atlantis_tui.board.marks import NO_MARKS, Marking
from atlantis_tui.board.turn_marks import mark_changes, mark_growth, mark_impacts, mark_move


def mark_walk(walk: Walk) -> Marking:
    """What changed in the step, or in the turn, that is shown last."""
    report = walk.report
    if report is None:
        return mark_changes(walk.position, walk.position)
    if walk.step is None:
        return mark_changes(report.start, report.end)
    step = walk.steps[walk.step - 1]
    match step.phase:
        case Phase.MOVE:
            return mark_move(report.moves[step.number - 1])
        case Phase.WAVE:
            return mark_impacts(report.waves[step.number - 1])
        case Phase.GROWTH:
            return mark_growth(report)
        case Phase.NOTHING:
            return NO_MARKS


def telling_field(walk: Walk) -> Field | None:
    """A field that the step or turn changed, to ask about first; None if it changed nothing."""
    report = walk.report
    if report is not None and report.moves and walk.step is None:
        return report.moves[0].move.destination
    return next(iter(walk.touched), None)


def mark_difference(shown: Position, other: Position) -> Marking:
    """Where a position differs from the one it is compared with."""
    return mark_changes(other, shown)
