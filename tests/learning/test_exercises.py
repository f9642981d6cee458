"""Exercises from tags, attempts at them, and verdicts."""

from __future__ import annotations

import pytest

from atlantis_core import IllegalMoveError, parse_moves
from atlantis_core.learning.attempts import Attempt, Verdict, begin, explain
from atlantis_core.learning.exercises import (
    Exercise,
    ExerciseError,
    Level,
    Replies,
    read_exercise,
)
from atlantis_core.learning.library import exercise_of, tutorial
from atlantis_core.narration import Cast
from atlantis_core.transcript import loads
from tests.little_boards import position as make_position

CAST = Cast(("You", "Grey"), "RG")
START = make_position("B2 C5 E4", "b2:2", "d4:1 d6:1")
TAGS = {"title": "Two steps", "task": "Go to d4.", "goal": "stones d4 >= 1"}


def make(start: object = START, **tags: str) -> Exercise:
    assert isinstance(start, type(START))
    return read_exercise("little", start, {**TAGS, **tags}, CAST, ("red", "gray"))


def play(attempt: Attempt, *turns: str) -> Attempt:
    for turn in turns:
        attempt = attempt.play(parse_moves(turn))
    return attempt


def test_all_tags_are_read() -> None:
    exercise = read_exercise(
        "little",
        START,
        {
            **TAGS,
            "text": "Stones move.",
            "lesson": "Moving",
            "level": 2,
            "turns": "3",
            "hint 1": "Go north.",
            "hint 2": "Twice.",
            "if moves = 0": "Nothing moved.",
            "done": "Good.",
            "solution": "b2-c3 / pass / b2-d4",
        },
        CAST,
        ("red", "gray"),
    )
    assert (exercise.title, exercise.task, exercise.text) == (
        "Two steps",
        "Go to d4.",
        "Stones move.",
    )
    assert (exercise.lesson, exercise.level, exercise.turns) == ("Moving", Level.MEDIUM, 3)
    assert exercise.hints == ("Go north.", "Twice.")
    assert [remark.text for remark in exercise.remarks] == ["Nothing moved."]
    assert exercise.solution == (parse_moves("b2-c3"), (), parse_moves("b2-d4"))
    assert exercise.replies is Replies.QUIET


def test_all_problems_are_reported_at_once() -> None:
    tags = {
        "goal": "stones z9 >= 1; stones 3 >= 1",
        "level": "4",
        "turns": "0",
        "replies": "perhaps",
        "solution": "b2",
        "if nothing": "...",
        "if stones 5 = 0": "...",
    }
    with pytest.raises(ExerciseError, match="'little' is not an exercise") as caught:
        read_exercise("little", START, tags, CAST, ("red", "gray"))
    told = "\n".join(caught.value.problems)
    for expected in (
        "tag 'title' is missing",
        "tag 'task' is missing",
        "tag 'goal': there is no field 'z9'",
        "tag 'goal': 'stones 3 >= 1' names a missing player",
        "tag 'level' is '4' (expected 1 to 3)",
        "tag 'turns' is '0' (expected 1 to 20)",
        "tag 'replies' is 'perhaps' (expected 'pass', 'every' or 'best')",
        "tag 'solution': not a move: 'b2'",
        "tag 'if nothing': not a condition: 'nothing'",
        "'stones 5 = 0' names a missing player",
    ):
        assert expected in told
    assert len(caught.value.problems) == 10


def test_replies_best_require_two_turns_and_a_goal_on_the_board() -> None:
    with pytest.raises(ExerciseError) as caught:
        make(replies="best", turns="3", goal="explosions >= 1")
    assert caught.value.problems == (
        "tag 'turns': replies 'best' requires an exercise of two turns",
        "tag 'goal': replies 'best' cannot count moves or explosions",
    )


def test_replies_every_requires_a_single_turn_and_a_goal_on_the_board() -> None:
    with pytest.raises(ExerciseError) as caught:
        make(replies="every", turns="2", goal="explosions 2 <= 1")
    assert len(caught.value.problems) == 2


def test_finished_game_or_empty_board_is_not_an_exercise() -> None:
    with pytest.raises(ExerciseError, match="the game is over"):
        make(make_position("B2", "b2:2", ""))
    with pytest.raises(ExerciseError, match="there are no players"):
        make(make_position("B2"))


def test_turn_that_meets_the_goal_solves() -> None:
    solved = play(begin(make()), "b2-d4")
    assert solved.verdict is Verdict.SOLVED
    assert solved.turns_left == 0


def test_missed_turn_is_explained_by_the_first_matching_remark() -> None:
    exercise = read_exercise(
        "little",
        START,
        {**TAGS, "if moves = 0": "Nothing moved.", "if moves >= 0": "Something moved."},
        CAST,
        ("red", "gray"),
    )
    still, moved = play(begin(exercise), "pass"), play(begin(exercise), "b2-c3")
    assert still.verdict is moved.verdict is Verdict.MISSED
    assert explain(still) == "Nothing moved."
    assert explain(moved) == "Something moved."
    assert explain(play(begin(make()), "pass")) == ""


def test_illegal_move_does_not_change_the_attempt() -> None:
    attempt = begin(make())
    with pytest.raises(IllegalMoveError, match="illegal move 'b2-e5'"):
        play(attempt, "b2-e5")


def test_opponents_pass_between_several_turns() -> None:
    attempt = play(begin(make(turns="2")), "b2-c3")
    assert attempt.verdict is Verdict.RUNNING
    assert attempt.turns_left == 1
    assert attempt.course.position.to_move == 0
    assert attempt.last_turns == (parse_moves("b2-c3"), ())
    assert play(attempt, "c3-d4").verdict is Verdict.MISSED


def test_end_of_the_game_ends_the_attempt() -> None:
    exercise = make(make_position("B2", "a1:2", "b2:1"), goal="growing >= 1", turns="9")
    assert play(begin(exercise), "a1-b2").verdict is Verdict.MISSED


def test_every_reply_is_tried_and_the_refutation_is_shown() -> None:
    start = make_position("B2 C5", "b2:1", "c4:2 d6:1")
    exercise = make(start, goal="stones >= 1", replies="every")
    caught = play(begin(exercise), "b2-c3")
    assert caught.verdict is Verdict.REFUTED
    assert caught.course.reports[-1].player == 1
    assert not any(contents.player == 0 for _, contents in caught.course.position.occupied())
    assert play(begin(exercise), "b2-b1").verdict is Verdict.SOLVED


def test_any_transcript_with_a_goal_is_an_exercise() -> None:
    text = (
        '{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2", "C5"],'
        '"players": [{"stacks": {"b2": 2}}, {"stacks": {"d6": 1}}], "turns": [[["b2", "b3"]]],'
        '"annotations": {"tags": {"title": "T", "task": "T", "goal": "stones 2 >= 1"}}}'
    )
    exercise = exercise_of(loads(text), "mine")
    assert exercise.name == "mine"
    assert exercise.player == 1, "the turns of the transcript lead to the exercise"


def test_lessons_are_consecutive() -> None:
    lessons = [step.lesson for step in tutorial()]
    assert list(dict.fromkeys(lessons)) == sorted(set(lessons), key=lessons.index)
    assert set(lessons) == {
        "Moving",
        "Stacking",
        "Eliminating",
        "Exploding",
        "Chains",
        "Growing",
        "Walls",
        "Areas",
        "Scoring",
    }
