"""Lessons and puzzles as a conversation: the task, an attempt, why it failed, the next one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from atlantis_core.dialogue.state import DialogueState
from atlantis_core.dialogue.verbs import DialogueError, Lines, Verb, Vocabulary
from atlantis_core.learning.attempts import Attempt, Verdict, begin
from atlantis_core.learning.exercises import Exercise
from atlantis_core.learning.goal_text import (
    describe_turns_left,
    describe_whole_goal,
    explain_failure,
)
from atlantis_core.narration import describe_turn, turn_heading
from atlantis_core.positions.grid import format_moves
from atlantis_core.review.game_statistics import facts_of
from atlantis_core.review.reasons import describe_facts
from atlantis_core.rules.game import Game
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.replaying import transcribe
from atlantis_tui.game.turn_entry import TurnEntry
from atlantis_tui.game.typed_commands import parse_typed_moves
from atlantis_tui.learn.progress import keep_attempt, keep_seen, keep_solved
from .board_questions import (
    PLANNING,
    QUESTIONS,
    describe_or_plan,
    describe_plan,
    preview_plan,
    state_of,
)
from .conversation import Talk, Topic, numbered, required_number
from .wording import without_keys

LONGEST_TEXT = 1000
HOW_TO_MOVE = (
    "Type a move such as b2-c3, then 'end'. 'look' describes the board, 'moves' lists the legal"
    " moves."
)


class ExerciseTopic(Topic):
    """Plays the exercises of a list, one after the other."""

    def __init__(self, talk: Talk, exercises: tuple[Exercise, ...], first: int = 0) -> None:
        super().__init__(talk)
        self.vocabulary = EXERCISE
        self.exercises = exercises
        self._begin(first)

    def _begin(self, number: int) -> None:
        self.number = number
        self._hints = 0
        self._has_read_solution = False
        self._retry()

    def _retry(self) -> None:
        self.attempt: Attempt = begin(self.exercise)
        self.entry = TurnEntry(TurnPlan(self.exercise.start))

    @property
    def exercise(self) -> Exercise:
        return self.exercises[self.number]

    def state(self) -> DialogueState:
        position = self.attempt.course.position
        exercise = self.exercise
        game = Game(position)
        return state_of(transcribe(game), game, exercise.cast, exercise.player)

    def greet(self) -> Lines:
        exercise = self.exercise
        lesson = f"{exercise.lesson}: " if exercise.lesson else ""
        place = f", {self.number + 1} of {len(self.exercises)}" if len(self.exercises) > 1 else ""
        yield _shown(f"{lesson}{exercise.title}{place}")
        if exercise.text and not self.talk.is_brief:
            yield _shown(exercise.text)
        yield from self.task("")
        if exercise.lesson and not self.number and not self.talk.is_brief:
            yield HOW_TO_MOVE

    def task(self, _: str) -> Lines:
        exercise = self.exercise
        yield _shown(f"You are {exercise.cast[exercise.player]}. {exercise.task}")
        yield _shown(f"Goal: {describe_whole_goal(exercise)}.")
        left = describe_turns_left(self.attempt)
        if left:
            yield f"{left}."

    # Turns.

    def guess(self, line: str) -> Lines:
        return describe_or_plan(self, line, self.plan)

    def idle(self) -> Lines:
        """Continue after a verdict; before it, repeat the goal."""
        if self.attempt.verdict is Verdict.RUNNING:
            return [_shown(f"Goal: {describe_whole_goal(self.exercise)}.")]
        return self.next("") if self.attempt.verdict is Verdict.SOLVED else self.again("")

    def plan(self, text: str) -> Lines:
        if text:
            self._entry().add(parse_typed_moves(text))
        return describe_plan(self._entry().plan)

    def preview(self, _: str) -> Lines:
        return preview_plan(self._entry().plan, self.exercise.cast)

    def drop(self, _: str) -> Lines:
        if self._entry().take_back() is None:
            raise DialogueError("no moves planned")
        return describe_plan(self.entry.plan)

    def clear(self, _: str) -> Lines:
        self._entry().clear()
        return describe_plan(self.entry.plan)

    def play(self, text: str) -> Lines:
        self._entry().add(parse_typed_moves(text) if text else ())
        return self.end("")

    def pass_(self, _: str) -> Lines:
        self._entry().clear()
        return self.end("")

    def end(self, _: str) -> Lines:
        """Judge the turn; the engine searches all replies of the opponents for a refutation."""
        before = len(self.attempt.course.reports)
        self.attempt = attempt = self.attempt.play(self._entry().plan.moves)
        cast = self.exercise.cast
        own, *others = attempt.course.reports[before:]
        is_lesson = bool(self.exercise.lesson)
        if is_lesson and not self.talk.is_brief:
            yield from describe_turn(own, cast)
        else:
            facts = describe_facts(facts_of(own))
            yield f"played; {facts}" if facts else "played"
        for number, report in enumerate(others, before + 2):
            if report.moves:
                facts = describe_facts(facts_of(report))
                heading = turn_heading(number, report, cast)
                yield f"{heading}; {facts}" if facts and not is_lesson else heading
                if is_lesson and not self.talk.is_brief:
                    yield from describe_turn(report, cast)
        if attempt.verdict is Verdict.RUNNING:
            self.entry = TurnEntry(TurnPlan(attempt.course.position))
            yield f"{describe_turns_left(attempt)}."
        else:
            yield from self._verdict()

    def _verdict(self) -> Iterator[str]:
        is_solved = self.attempt.verdict is Verdict.SOLVED
        record = keep_attempt(self.exercise, is_solved=is_solved)
        if is_solved:
            if not self._has_read_solution:
                keep_solved(self.exercise.name)
            yield _shown(f"Solved! {self.exercise.done}".rstrip())
            if record is not None:
                yield str(record)
            is_last = self.number + 1 == len(self.exercises)
            yield "that was the last one" if is_last else "type 'next' to continue"
        else:
            yield _shown(f"Not solved: {explain_failure(self.attempt)}")
            yield "type 'again' to try again, 'hint', or 'waves' to hear the turns wave by wave"

    def waves(self, _: str) -> Lines:
        """The solver's last turn and the replies, wave by wave."""
        reports = self.attempt.last_reports
        if not reports:
            raise DialogueError("no turn has been played yet")
        cast = self.exercise.cast
        for report in reports:
            yield f"{cast[report.player]}: {format_moves(event.move for event in report.moves)}"
            yield from describe_turn(report, cast)

    def _entry(self) -> TurnEntry:
        if self.attempt.verdict is not Verdict.RUNNING:
            raise DialogueError("this attempt is over (type 'again' or 'next')")
        return self.entry

    # Exercises.

    def again(self, _: str) -> Lines:
        self._retry()
        return self.task("")

    def next(self, _: str) -> Lines:
        if self.number + 1 == len(self.exercises):
            raise DialogueError("this is the last exercise (type 'menu' or 'list')")
        self._begin(self.number + 1)
        return self.greet()

    def previous(self, _: str) -> Lines:
        if not self.number:
            raise DialogueError("this is the first exercise")
        self._begin(self.number - 1)
        return self.greet()

    def goto(self, text: str) -> Lines:
        self._begin(required_number(text, len(self.exercises), "an exercise") - 1)
        return self.greet()

    def list(self, _: str) -> Lines:
        return numbered([_shown(exercise.title) for exercise in self.exercises])

    def hint(self, _: str) -> Lines:
        hints = [text for text in map(without_keys, self.exercise.hints) if text]
        if self._hints >= len(hints):
            raise DialogueError("no more hints (type 'solution')")
        self._hints += 1
        keep_attempt(self.exercise, is_solved=False)
        return [_shown(f"hint {self._hints} of {len(hints)}: {hints[self._hints - 1]}")]

    def solution(self, _: str) -> Lines:
        if not self.exercise.solution:
            raise DialogueError("this exercise has no stored solution")
        keep_attempt(self.exercise, is_solved=False)
        keep_seen(self.exercise.name)
        self._has_read_solution = True
        turns = [" ".join(map(str, turn)) or "pass" for turn in self.exercise.solution]
        return [f"solution: {', then '.join(turns)}"]

    def completions(self) -> Iterator[str]:
        yield from super().completions()
        yield from map(str, self.entry.plan.legal_moves())


def _shown(text: str) -> str:
    return showable(without_keys(text), LONGEST_TEXT)


EXERCISE: Vocabulary[Any] = Vocabulary((
    Verb("task goal i", "", "the task again", ExerciseTopic.task),
    *PLANNING,
    Verb("undo u drop", "", "remove the last planned move", ExerciseTopic.drop),
    Verb("hint h", "", "a hint; again for the next one", ExerciseTopic.hint),
    Verb("solution S", "", "the stored solution", ExerciseTopic.solution),
    Verb("again r", "", "try again from the start (after failing: empty)", ExerciseTopic.again),
    Verb("next n", "", "the next exercise (after solving: empty line)", ExerciseTopic.next),
    Verb("previous N", "", "the previous exercise", ExerciseTopic.previous),
    Verb("goto", "NUMBER", "go to an exercise of the list", ExerciseTopic.goto),
    Verb("list", "", "list the exercises", ExerciseTopic.list),
    Verb("waves last", "", "the last turn and its replies wave by wave", ExerciseTopic.waves),
    *(question for question in QUESTIONS if question.name != "waves"),
))  # fmt: skip
