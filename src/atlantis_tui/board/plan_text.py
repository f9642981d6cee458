"""Keys for the turn being planned, and sentences about why stones cannot be lifted."""

from __future__ import annotations

from atlantis_core.narration import Cast
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import FieldState
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.support.errors import IllegalMoveError
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.widgets.key_line import Key, parse_foot

_LIFTED = parse_foot("""
    qweasd  aim
    Enter   place     focused.choose
    Esc     put back  screen.release
""")
_PREVIEW: tuple[Key, ...] = (("x", "back to plan", "focused.preview"),)
_LIFT: Key = ("Enter", "lift", "focused.choose")
_WITH_PLAN = parse_foot("""
    x  preview    focused.preview
    u  undo move  focused.take_back
""")
_GO: Key = ("qweasd", "cursor", "")
_NEXT: Key = ("Tab", "next", "focused.walk(1)")
_AHEAD: Key = ("Tab", "plan ahead", "focused.walk(1)")
_FIND: Key = ("Tab", "your stacks", "focused.walk(1)")


def why_spent(plan: TurnPlan) -> str:
    """Why no further move is possible; a new player meets the rule here before breaking it."""
    is_left = any(_holds_own(plan, field) for field, _ in plan.position.occupied())
    reason = "one move per segment and turn" if is_left else "no stone can move any more"
    return f"{reason}: press t to end the turn, u to undo the move"


def plan_keys(
    entry: TurnEntry | None, cursor: Field | None, *, may_plan_ahead: bool = False
) -> tuple[Key, ...]:
    """The keys that make sense for the entry and the field under the cursor."""
    if entry is None:
        return (_AHEAD, _GO) if may_plan_ahead else (_GO,)
    if entry.is_preview:
        return _PREVIEW
    if entry.lifted is not None:
        return _LIFTED
    with_plan = _WITH_PLAN if entry.plan.moves else ()
    if cursor is not None and _can_lift(entry.plan, cursor):
        return (_LIFT, *with_plan, _GO, _NEXT)
    return (*with_plan, _GO) if entry.is_spent else (_FIND, *with_plan, _GO)


def _can_lift(plan: TurnPlan, field: Field) -> bool:
    """Whether to offer the stones on a field for lifting.

    Before the first move all own stones are offered; Enter explains why some cannot move.
    """
    if not _holds_own(plan, field) or not plan.moves:
        return _holds_own(plan, field)
    try:
        plan.check_source(field)
    except IllegalMoveError:
        return False
    return True


def _holds_own(plan: TurnPlan, field: Field) -> bool:
    """Whether the player's own, unmoved stones are on a field. Cheap: lists no legal moves."""
    there, player = plan.moved[field], plan.position.to_move
    return there.stones > 0 and player == there.player == plan.position[field].player


def why_not_own(plan: TurnPlan, field: Field, cast: Cast | None) -> str:
    """Why the field has no stones to lift, or "" if it has."""
    there = plan.position[field]
    find = "; Tab: your stacks" if plan.sources() else "; press t to end the turn"
    if there.state is FieldState.DEAD:
        return f"{field} is dead{find}"
    if there.player is None:
        return f"no stones on this field{find}"
    if there.player != plan.position.to_move and cast is not None:
        return f"these stones belong to {cast.names[there.player]}{find}"
    return ""
