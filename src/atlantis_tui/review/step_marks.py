"""What is marked on the board in review: the last step, or the whole turn.

Uses the marks of the play screen, so that a wave looks the same wherever it is shown.
"""

from __future__ import annotations

from atlantis_core.grid import Field
from atlantis_core.review.steps import differing_fields
from atlantis_core.review.walk import Walk
from atlantis_tui.board.marks import Marking
from atlantis_tui.board.turn_marks import mark_changes, mark_happening


def mark_walk(walk: Walk) -> Marking:
    """What changed in the step, or in the turn, that is shown last."""
    if not walk.turn:
        return mark_changes(walk.position, walk.position)
    if walk.step is None:
        return mark_changes(walk.line.position_after(walk.turn - 1), walk.position)
    return mark_happening(walk.steps[walk.step - 1].event)


def telling_field(walk: Walk) -> Field | None:
    """A field that the step or turn changed, to ask about first; None if it changed nothing."""
    if walk.step is not None:
        return next(iter(walk.touched), None)
    if not walk.turn:
        return None
    moves = walk.line.moves_of(walk.turn)
    if moves:
        return moves[0].destination
    changed = differing_fields(walk.line.position_after(walk.turn - 1), walk.position)
    return next(iter(changed), None)
