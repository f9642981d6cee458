"""Describes goals, progress and failed attempts in words."""

from __future__ import annotations

from atlantis_core.narration import Cast
from .attempts import Attempt, Verdict, explain
from .exercises import Exercise, Replies
from .goals import Comparison, Condition, Course, Figure, Goal, is_condition_met, measure

_NOUNS = {
    Figure.SECURED: ("secured field", "secured fields"),
    Figure.LEADING: ("leading field", "leading fields"),
    Figure.STONES: ("stone", "stones"),
    Figure.GROWING: ("growing field", "growing fields"),
    Figure.DEAD: ("dead field", "dead fields"),
    Figure.OPEN: ("open field", "open fields"),
    Figure.AREAS: ("area", "areas"),
    Figure.STABLE: ("stable area", "stable areas"),
    Figure.MOVES: ("move", "moves"),
    Figure.EXPLOSIONS: ("explosion", "explosions"),
    Figure.WAVES: ("wave", "waves"),
    Figure.ELIMINATED: ("stone of opponents eliminated", "stones of opponents eliminated"),
}
_AMOUNTS = {
    Comparison.AT_LEAST: "at least ",
    Comparison.AT_MOST: "at most ",
    Comparison.EXACTLY: "exactly ",
}
_STATES = {Figure.GROWING: "growing", Figure.DEAD: "dead", Figure.OPEN: "open"}


def describe_goal(goal: Goal, cast: Cast) -> tuple[str, ...]:
    """Each condition in a few words."""
    return tuple(describe_condition(condition, cast) for condition in goal)


def describe_condition(condition: Condition, cast: Cast) -> str:
    """A condition in words: ``at least 20 secured fields``."""
    if condition.figure is Figure.OVER:
        return "the game is over" if condition.number else "the game goes on"
    if condition.figure is Figure.PLACE:
        return f"place {condition.number}" + _of(condition, cast)
    if condition.field is not None and condition.figure in _STATES:
        return _describe_state(condition, cast)
    amount = _AMOUNTS[condition.comparison]
    if condition.comparison is Comparison.EXACTLY and not condition.number:
        amount, number = "no ", ""
    else:
        number = f"{condition.number} "
    noun = _NOUNS[condition.figure][condition.number != 1]
    once = " in one turn" if condition.in_one_turn else ""
    return f"{amount}{number}{noun}{_of(condition, cast)}{_on(condition)}{once}"


def describe_progress(goal: Goal, course: Course, cast: Cast) -> tuple[str, ...]:
    """Each unmet condition with its current value."""
    return tuple(
        f"{describe_condition(condition, cast)}: now {measure(condition, course)}"
        if condition.figure in _NOUNS and not (condition.field and condition.figure in _STATES)
        else f"{describe_condition(condition, cast)}: not yet"
        for condition in goal
        if not is_condition_met(condition, course)
    )


def describe_whole_goal(exercise: Exercise) -> str:
    """The goal of an exercise in one line."""
    goal = "; ".join(describe_goal(exercise.goal, exercise.cast))
    when = {Replies.EVERY: ", after every possible reply", Replies.BEST: ", whatever the reply"}
    return goal + when.get(exercise.replies, "")


def describe_turns_left(attempt: Attempt) -> str:
    """``2 turns left``; empty for exercises of one turn and after the verdict."""
    if attempt.exercise.turns == 1 or attempt.verdict is not Verdict.RUNNING:
        return ""
    left = attempt.turns_left
    return "the last turn" if left == 1 else f"{left} turns left"


def explain_failure(attempt: Attempt) -> str:
    """The refutation, or the exercise's own explanation, or what is missing for the goal."""
    exercise = attempt.exercise
    missing = "; ".join(describe_progress(exercise.goal, attempt.course, exercise.cast))
    if attempt.verdict is not Verdict.REFUTED:
        return explain(attempt) or f"The goal is not met: {missing}."
    replies = [
        f"{exercise.cast[report.player]} played "
        + (" ".join(str(event.move) for event in report.moves) or "pass")
        for report in attempt.course.reports
        if report.player != exercise.player
    ]
    return f"{', '.join(replies)}. After that the goal is not met: {missing}."


def _describe_state(condition: Condition, cast: Cast) -> str:
    is_wanted = condition.number and condition.comparison is not Comparison.AT_MOST
    verb = "is" if is_wanted else "is not"
    return f"{condition.field} {verb} {_STATES[condition.figure]}{_of(condition, cast)}"


def _of(condition: Condition, cast: Cast) -> str:
    return "" if condition.player is None else f" of {cast[condition.player]}"


def _on(condition: Condition) -> str:
    return "" if condition.field is None else f" on {condition.field}"
