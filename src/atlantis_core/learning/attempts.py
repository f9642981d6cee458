"""Attempts at an exercise: the solver's turns, the opponents' replies, and the verdict.

Immutable: playing returns a new attempt, so retrying means going back to an old one. An illegal
move raises IllegalMoveError.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from math import inf

from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import is_over
from atlantis_core.rules.turns import play_turn, report_turn
from .exercises import Exercise, Replies
from .goals import Course, Goal, is_condition_met, is_met
from .turns import legal_turns

MOST_TRIES = 200_000
"""Turns tried for a reply. Files of puzzles name boards on which all would take years."""


class Verdict(Enum):
    """The state of an attempt."""

    RUNNING = "running"
    SOLVED = "solved"
    MISSED = "missed"
    """No turns are left, or the game is over, and the goal is not met."""
    REFUTED = "refuted"
    """The goal was met until the opponents replied."""


@dataclass(frozen=True, slots=True)
class Attempt:
    exercise: Exercise
    course: Course
    verdict: Verdict = Verdict.RUNNING
    own_turns: int = 0

    @property
    def turns_left(self) -> int:
        return self.exercise.turns - self.own_turns

    @property
    def last_turns(self) -> tuple[Turn, ...]:
        """The turns since the solver's last one, including it."""
        return tuple(tuple(event.move for event in report.moves) for report in self.last_reports)

    @property
    def last_reports(self) -> tuple[TurnReport, ...]:
        """Reports since the solver's last turn, including it."""
        return tuple(self.course.reports[self._last_own_turn() :])

    def _last_own_turn(self) -> int:
        own = [
            number
            for number, report in enumerate(self.course.reports)
            if report.player == self.exercise.player
        ]
        return own[-1] if own else 0

    def play(self, moves: Iterable[Move]) -> Attempt:
        """Play a turn of the solver, then the opponents' replies."""
        course = self.course.then(report_turn(self.course.position, moves))
        own_turns = self.own_turns + 1
        is_reached = is_met(self.exercise.goal, course)
        if is_reached and self.exercise.replies is Replies.EVERY:
            refutation = find_refutation(self.exercise, course)
            if refutation is not None:
                return Attempt(self.exercise, refutation, Verdict.REFUTED, own_turns)
        if is_reached:
            return Attempt(self.exercise, course, Verdict.SOLVED, own_turns)
        if own_turns >= self.exercise.turns or is_over(course.position):
            return Attempt(self.exercise, course, Verdict.MISSED, own_turns)
        if self.exercise.replies is Replies.BEST:
            return self._after(find_best_reply(self.exercise.goal, course), own_turns)
        return Attempt(self.exercise, _pass_around(course), Verdict.RUNNING, own_turns)

    def _after(self, course: Course, own_turns: int) -> Attempt:
        """The attempt after a reply, which may end the game."""
        verdict = Verdict.RUNNING
        if is_over(course.position):
            verdict = Verdict.SOLVED if is_met(self.exercise.goal, course) else Verdict.MISSED
        return Attempt(self.exercise, course, verdict, own_turns)


def begin(exercise: Exercise) -> Attempt:
    """The attempt before the first turn."""
    return Attempt(exercise, Course(exercise.start, exercise.player, exercise.start))


def find_refutation(exercise: Exercise, course: Course) -> Course | None:
    """The course extended by replies of all opponents that break the goal; None if none do."""
    tries = range(MOST_TRIES)
    for (replies, end), _ in zip(_replies(course.position, course.player), tries, strict=False):
        if not is_met(exercise.goal, replace(course, position=end)):
            for reply in replies:
                course = course.then(report_turn(course.position, reply))
            return course
    return None


def find_best_reply(goal: Goal, course: Course) -> Course:
    """The course extended by the replies after which the fewest turns reach the goal."""
    tries = iter(range(MOST_TRIES))
    fewest: tuple[float, tuple[Turn, ...]] = (inf, ())
    for (replies, end), _ in zip(_replies(course.position, course.player), tries, strict=False):
        count = _count_ways(goal, replace(course, position=end), tries)
        if count < fewest[0]:
            fewest = count, replies
        if not count:
            break
    replies = fewest[1] or tuple(() for _ in range(course.start.players - 1))
    for reply in replies:
        course = course.then(report_turn(course.position, reply))
    return course


def _count_ways(goal: Goal, course: Course, tries: Iterator[int]) -> float:
    """Number of turns that reach the goal; infinite if the replies reached it."""
    if is_over(course.position):
        return inf if is_met(goal, course) else 0
    turns = (turn for turn, _ in zip(legal_turns(course.position), tries, strict=False))
    ends = (play_turn(course.position, turn) for turn in turns)
    return sum(is_met(goal, replace(course, position=end)) for end in ends)


def explain(attempt: Attempt) -> str:
    """The first remark of the exercise that applies to the attempt, or an empty text."""
    for remark in attempt.exercise.remarks:
        if is_condition_met(remark.condition, attempt.course):
            return remark.text
    return ""


def _replies(position: Position, player: int) -> Iterator[tuple[tuple[Turn, ...], Position]]:
    """Every combination of turns until the player is to move again, with the final position."""
    if position.to_move == player or is_over(position):
        yield (), position
        return
    for turn in legal_turns(position):
        for later, end in _replies(play_turn(position, turn), player):
            yield (turn, *later), end


def _pass_around(course: Course) -> Course:
    while course.position.to_move != course.player:
        course = course.then(report_turn(course.position, ()))
    return course
