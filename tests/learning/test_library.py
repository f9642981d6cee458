"""Packaged exercises: each solution works, and nothing simpler does."""

from __future__ import annotations

from importlib.resources import files

import pytest

from atlantis_core.learning.attempts import Attempt, Verdict, begin
from atlantis_core.learning.exercises import Exercise, Level, Replies
from atlantis_core.learning.goal_text import describe_goal, describe_progress
from atlantis_core.learning.goals import is_met
from atlantis_core.learning.library import puzzles, tutorial
from atlantis_core.learning.turns import legal_turns
from atlantis_core.rules.scoring import has_decision
from atlantis_core.rules.turns import legal_moves, play_turn
from atlantis_core.support.safe_text import is_safe_to_show
from atlantis_core.transcript import check, dumps, loads

TUTORIAL, PUZZLES = tutorial(), puzzles()
ALL = (*TUTORIAL, *PUZZLES)
SOLVED_BY_PASSING = {"11-growing"}
"""Exercises in which watching is the task."""
MOST_REPLIES = 10_000
"""More would keep the user waiting for the verdict."""

every_exercise = pytest.mark.parametrize("exercise", ALL, ids=lambda exercise: exercise.name)
every_puzzle = pytest.mark.parametrize("exercise", PUZZLES, ids=lambda exercise: exercise.name)


def pass_until_decided(exercise: Exercise) -> Attempt:
    attempt = begin(exercise)
    while attempt.verdict is Verdict.RUNNING:
        attempt = attempt.play(())
    return attempt


@every_exercise
def test_stated_solution_solves_with_its_last_turn(exercise: Exercise) -> None:
    attempt = begin(exercise)
    assert exercise.solution
    for turn in exercise.solution:
        assert attempt.verdict is Verdict.RUNNING
        attempt = attempt.play(turn)
    assert attempt.verdict is Verdict.SOLVED


@every_exercise
def test_exercise_is_not_solved_at_the_start_or_by_passing(exercise: Exercise) -> None:
    if exercise.replies is Replies.QUIET:  # surviving is trivial if opponents pass
        assert not is_met(exercise.goal, begin(exercise).course)
    is_solved = pass_until_decided(exercise).verdict is Verdict.SOLVED
    assert is_solved is (exercise.name in SOLVED_BY_PASSING)


@every_exercise
def test_exercise_has_a_decision_and_all_texts(exercise: Exercise) -> None:
    assert has_decision(exercise.start, exercise.player)
    texts = (exercise.title, exercise.task, exercise.text, exercise.done, *exercise.hints)
    assert exercise.hints
    assert exercise.done
    assert all(is_safe_to_show(text) for text in texts)
    assert len(exercise.title) <= 30
    assert len(exercise.task) <= 220
    assert describe_goal(exercise.goal, exercise.cast)
    missing = describe_progress(exercise.goal, begin(exercise).course, exercise.cast)
    assert bool(missing) is (exercise.replies is Replies.QUIET)


@every_puzzle
def test_long_puzzles_need_all_turns_and_hard_ones_several_moves(
    exercise: Exercise,
) -> None:
    singles = [()] + [(move,) for move in legal_moves(exercise.start)]
    solving = [turn for turn in singles if begin(exercise).play(turn).verdict is Verdict.SOLVED]
    if exercise.turns > 1:
        assert not solving
    if exercise.level is Level.HARD:
        assert not solving


@every_puzzle
def test_replies_are_few_enough_to_try_while_the_user_waits(exercise: Exercise) -> None:
    if exercise.replies is not Replies.EVERY:
        assert exercise.turns >= 1
        return
    ends = [play_turn(exercise.start, ())]
    ends += [play_turn(exercise.start, turn) for turn in exercise.solution]
    assert all(sum(1 for _ in legal_turns(end)) <= MOST_REPLIES for end in ends)


def test_every_level_has_puzzles() -> None:
    levels = [puzzle.level for puzzle in PUZZLES]
    assert len(PUZZLES) >= 12
    by_hand = [level for level in Level if level is not Level.EXPERT]
    assert all(levels.count(level) >= 4 for level in by_hand)
    assert levels == sorted(levels, key=lambda level: level or 0)
    assert len({puzzle.title for puzzle in PUZZLES}) == len(PUZZLES)


@pytest.mark.parametrize("folder", ["tutorial", "puzzles"])
def test_files_are_canonical_and_without_diagnostics(folder: str) -> None:
    found = list((files("atlantis_core.learning") / folder).iterdir())
    assert found
    for file in found:
        text = file.read_text(encoding="utf-8")
        assert check(text, file.name) == ()
        assert dumps(loads(text)) == text
