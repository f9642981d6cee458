"""Marks on the review board: the changes of the shown step or turn."""

from __future__ import annotations

from atlantis_core.positions.grid import Field
from atlantis_core.review.replay_cursor import ReplayCursor
from atlantis_core.review.steps import differing_fields
from atlantis_tui.board.marks import Marking
from atlantis_tui.board.turn_marks import mark_changes, mark_step


def mark_replay(replay: ReplayCursor) -> Marking:
    """Marks of the changes in the shown step or turn."""
    if not replay.turn:
        return mark_changes(replay.position, replay.position)
    if replay.step is None:
        return mark_changes(replay.line.position_after(replay.turn - 1), replay.position)
    return mark_step(replay.steps[replay.step - 1].event)


def first_changed_field(replay: ReplayCursor) -> Field | None:
    """A field that the shown step or turn changed; None if it changed nothing."""
    if replay.step is not None:
        return next(iter(replay.touched), None)
    if not replay.turn:
        return None
    moves = replay.line.moves_of(replay.turn)
    if moves:
        return moves[0].destination
    changed = differing_fields(replay.line.position_after(replay.turn - 1), replay.position)
    return next(iter(changed), None)
