"""Lines of an exercise's side panel: text, task, goal, hints, plan, verdict."""

from __future__ import annotations

from collections.abc import Iterator

from atlantis_core.learning.attempts import Attempt, Verdict
from atlantis_core.learning.exercises import Exercise
from atlantis_core.learning.goal_text import (
    describe_turns_left,
    describe_whole_goal,
    explain_failure,
)
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.support.safe_text import showable
from atlantis_tui.widgets.text_lines import Piece, Row, wrapped

LONGEST = 1000
"""Longest text shown, in characters."""


def panel_lines(attempt: Attempt, hints: int, plan: TurnPlan | None, width: int) -> Iterator[Row]:
    """All lines, most important first."""
    exercise = attempt.exercise
    if attempt.verdict is not Verdict.RUNNING:
        yield from verdict_lines(attempt, hints, width)
        yield ()
    elif exercise.text:
        yield from _wrapped(exercise.text, width, "plain")
        yield ()
    yield (Piece("Task", "heading"), Piece(_turns_left(attempt), "dim"))
    yield from _wrapped(exercise.task, width, "strong")
    if attempt.verdict is Verdict.RUNNING:
        yield from _goal_lines(exercise, width)
        yield from _hint_lines(exercise, hints, width)
        if plan is not None:
            yield from _plan_lines(plan, width)


def verdict_lines(attempt: Attempt, hints: int, width: int) -> Iterator[Row]:
    """The verdict, its reason, and the keys to continue."""
    exercise = attempt.exercise
    match attempt.verdict:
        case Verdict.SOLVED:
            yield (Piece("Solved!", "good"),)
            yield from _wrapped(exercise.done, width, "plain")
            yield ()
            yield (Piece("Enter", "key"), " to continue,")
            yield (Piece("r", "key"), " to restart")
        case Verdict.REFUTED | Verdict.MISSED:
            is_refuted = attempt.verdict is Verdict.REFUTED
            yield (Piece("Not enough" if is_refuted else "Not yet", "bad"),)
            yield from _wrapped(explain_failure(attempt), width, "plain")
            yield ()
            yield from _next_try(exercise, hints)
        case Verdict.RUNNING:
            pass


def _next_try(exercise: Exercise, hints: int) -> Iterator[Row]:
    """Keys after a wrong turn, one in each row; offers a hint only if there is another one."""
    offer: Row = ()
    if hints < len(exercise.hints):
        offer = (Piece("h", "key"), " for a hint")
    elif exercise.solution:
        offer = (Piece("S", "key"), " for the solution")
    yield (Piece("Enter", "key"), " to try again", "," if offer else "")
    if offer:
        yield offer


def _goal_lines(exercise: Exercise, width: int) -> Iterator[Row]:
    yield from _wrapped(f"Goal: {describe_whole_goal(exercise)}", width, "dim")


def _hint_lines(exercise: Exercise, hints: int, width: int) -> Iterator[Row]:
    for number, hint in enumerate(exercise.hints[:hints], 1):
        yield ()
        yield (Piece(f"Hint {number} of {len(exercise.hints)}", "heading"),)
        yield from _wrapped(hint, width, "plain")


def _plan_lines(plan: TurnPlan, width: int) -> Iterator[Row]:
    yield ()
    if not plan.moves:
        yield (Piece("Plan", "heading"), Piece("  no moves yet", "dim"))
        return
    moves = " ".join(map(str, plan.moves))
    yield (Piece("Plan", "heading"),)
    yield from _wrapped(moves, width, "plain")
    exploding = [str(field) for field in dict.fromkeys(plan.consequences.exploding)]
    if exploding:
        yield from _wrapped(f"will explode: {', '.join(exploding)}", width, "bad")
    yield (Piece("t", "key"), " to end the turn")


def _turns_left(attempt: Attempt) -> str:
    left = describe_turns_left(attempt)
    return f"  {left}" if left else ""


def _wrapped(text: str, width: int, look: str) -> Iterator[Row]:
    return wrapped([showable(text, LONGEST)], width, look)
