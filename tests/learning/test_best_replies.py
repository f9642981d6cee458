"""Exercises of two turns: the opponents play the reply that leaves the fewest ways to the goal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from atlantis_core.learning.attempts import Attempt, Verdict, begin, find_best_reply
from atlantis_core.learning.collection import as_exercise, found_puzzles
from atlantis_core.learning.exercises import Exercise, Replies
from atlantis_core.learning.goal_text import describe_whole_goal
from atlantis_core.learning.goals import is_met
from atlantis_core.learning.turns import legal_turns
from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import is_over, outcome
from atlantis_core.rules.turns import play_turn


@pytest.fixture(scope="module")
def exercise() -> Exercise:
    """A puzzle that the solver wins with the second turn, with a small board."""
    found = [one for one in found_puzzles() if one.turns == 2]
    return as_exercise(found[0], 1)


def wins(exercise: Exercise, position: Position) -> int:
    """How many turns win the game at once."""
    endings = (outcome(play_turn(position, turn)) for turn in legal_turns(position))
    return sum(ending is not None and ending.winner == exercise.player for ending in endings)


def first_turns(exercise: Exercise) -> list[Attempt]:
    """The attempts after every first turn."""
    return [begin(exercise).play(turn) for turn in legal_turns(exercise.start)]


def test_solution_leaves_a_winning_turn_after_the_best_reply(exercise: Exercise) -> None:
    attempt = begin(exercise).play(exercise.solution[0])

    assert attempt.verdict is Verdict.RUNNING
    assert attempt.course.position.to_move == exercise.player
    assert attempt.turns_left == 1
    ends = [attempt.play(turn) for turn in legal_turns(attempt.course.position)]
    assert Verdict.SOLVED in {end.verdict for end in ends}


def test_other_first_turns_leave_none(exercise: Exercise) -> None:
    solved = play_turn(exercise.start, exercise.solution[0])
    for attempt in first_turns(exercise):
        if attempt.course.reports[0].end.cells == solved.cells:
            continue
        if attempt.verdict is Verdict.RUNNING:
            assert wins(exercise, attempt.course.position) == 0
        else:
            assert attempt.verdict is Verdict.MISSED


def test_reply_leaves_as_few_winning_turns_as_any_other(exercise: Exercise) -> None:
    course = begin(exercise).play(exercise.solution[0]).course
    before = replace(course, position=course.reports[0].end, reports=course.reports[:1])

    after = find_best_reply(exercise.goal, before)

    replies = [play_turn(before.position, turn) for turn in legal_turns(before.position)]
    fewest = min(wins(exercise, end) for end in replies if not is_over(end))
    assert wins(exercise, after.position) == fewest
    assert not is_met(exercise.goal, after)


def test_goal_says_that_it_holds_whatever_the_reply(exercise: Exercise) -> None:
    assert exercise.replies is Replies.BEST
    assert describe_whole_goal(exercise).endswith(", whatever the reply")
    assert "second turn" in exercise.task
