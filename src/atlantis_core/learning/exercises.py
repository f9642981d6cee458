"""Exercises: a position, a task and a goal, read from a transcript with tags.

Tutorial steps and puzzles have the same form and differ only by folder. The exercise starts after
the last turn of the transcript; the player to move is the solver. docs/learning.md describes the
tags. All problems are reported at once, so that an author sees every mistake. Does not check the
stated solution: the tests play those of the packaged exercises.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum

from atlantis_core.narration import Cast
from atlantis_core.positions.grid import parse_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import is_over
from atlantis_core.support.errors import AtlantisError, NotationError
from .goals import Condition, Goal, parse_condition, parse_goal

MAX_TURNS = 20
"""Limits the length of an exercise, in case of a mistyped tag."""


class ExerciseError(AtlantisError):
    """The tags do not define an exercise; holds all problems, not only the first."""

    def __init__(self, name: str, problems: tuple[str, ...]) -> None:
        super().__init__(name, problems)
        self.name = name
        self.problems = problems

    def __str__(self) -> str:
        return f"'{self.name}' is not an exercise: {'; '.join(self.problems)}"


class Level(IntEnum):
    """The difficulty of a puzzle; tutorial steps have none."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4
    """Only in collections that a program has made."""


class Replies(Enum):
    """The opponents' replies to a turn of the solver."""

    QUIET = "pass"
    """They pass; the goal is checked after each turn of the solver."""
    EVERY = "every"
    """The goal must hold after every possible reply."""
    BEST = "best"
    """Exercises of two turns: the reply leaves the fewest second turns that reach the goal."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on a turn that misses the goal in a certain way."""

    condition: Condition
    text: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise. Texts come from the file unsanitised."""

    name: str
    title: str
    task: str
    goal: Goal
    start: Position
    cast: Cast
    colors: tuple[str, ...]
    text: str = ""
    """Explanation shown before the task."""
    lesson: str = ""
    level: Level | None = None
    turns: int = 1
    replies: Replies = Replies.QUIET
    hints: tuple[str, ...] = ()
    remarks: tuple[Remark, ...] = ()
    done: str = ""
    solution: tuple[Turn, ...] = ()

    @property
    def player(self) -> int:
        """The solver."""
        return self.start.to_move


def read_exercise(
    name: str,
    start: Position,
    tags: Mapping[str, object],
    cast: Cast,
    colors: tuple[str, ...],
) -> Exercise:
    """Read an exercise from the tags of a transcript; raises ExerciseError."""
    reader = _TagReader(start, {str(key): str(value) for key, value in tags.items()})
    exercise = Exercise(
        name=name,
        title=reader.text("title"),
        task=reader.text("task"),
        goal=reader.goal(),
        start=start,
        cast=cast,
        colors=colors,
        text=reader.tags.get("text", ""),
        lesson=reader.tags.get("lesson", ""),
        level=reader.level(),
        turns=reader.number("turns", 1, MAX_TURNS),
        replies=reader.replies(),
        hints=reader.hints(),
        remarks=reader.remarks(),
        done=reader.tags.get("done", ""),
        solution=reader.solution(),
    )
    reader.check_replies(exercise)
    if reader.problems:
        raise ExerciseError(name, tuple(reader.problems))
    return exercise


class _TagReader:
    """Reads the tags one by one and collects problems."""

    def __init__(self, start: Position, tags: Mapping[str, str]) -> None:
        self.start = start
        self.tags = tags
        self.problems: list[str] = []
        if not start.players:
            self.problems.append("there are no players (expected at least one)")
        elif is_over(start):
            self.problems.append("the game is over: there is nothing left to play")

    def text(self, key: str) -> str:
        if not self.tags.get(key, "").strip():
            self.problems.append(f"tag '{key}' is missing")
        return self.tags.get(key, "")

    def number(self, key: str, lowest: int, highest: int) -> int:
        text = self.tags.get(key, str(lowest))
        if re.fullmatch(r"[0-9]{1,3}", text) and lowest <= int(text) <= highest:
            return int(text)
        self.problems.append(f"tag '{key}' is '{text[:20]}' (expected {lowest} to {highest})")
        return lowest

    def level(self) -> Level | None:
        return Level(self.number("level", 1, 3)) if "level" in self.tags else None

    def replies(self) -> Replies:
        text = self.tags.get("replies", Replies.QUIET.value)
        for replies in Replies:
            if replies.value == text:
                return replies
        self.problems.append(f"tag 'replies' is '{text[:20]}' (expected 'pass', 'every' or 'best')")
        return Replies.QUIET

    def goal(self) -> Goal:
        try:
            goal = parse_goal(self.text("goal"))
        except NotationError as error:
            self.problems.append(f"tag 'goal': {error}")
            return ()
        for condition in goal:
            self._check(condition, "goal")
        return goal

    def hints(self) -> tuple[str, ...]:
        keys = [key for key in self.tags if re.fullmatch(r"hint( [0-9]+)?", key)]
        return tuple(self.tags[key] for key in keys)

    def remarks(self) -> tuple[Remark, ...]:
        """Tags such as ``if explosions = 0``, in the order of the file."""
        found = []
        for key, text in self.tags.items():
            if not key.startswith("if "):
                continue
            try:
                condition = parse_condition(key.removeprefix("if "))
            except NotationError as error:
                self.problems.append(f"tag '{key[:40]}': {error}")
                continue
            self._check(condition, key)
            found.append(Remark(condition, text))
        return tuple(found)

    def solution(self) -> tuple[Turn, ...]:
        """Turns of the solver, separated by slashes: ``b2-b3 c5-c6 / pass``."""
        text = self.tags.get("solution", "")
        try:
            return tuple(parse_moves(part) for part in text.split("/")) if text else ()
        except NotationError as error:
            self.problems.append(f"tag 'solution': {error}")
            return ()

    def check_replies(self, exercise: Exercise) -> None:
        """Report goals that cannot be checked after replies: replies are played without reports."""
        if exercise.replies is Replies.EVERY:
            if exercise.turns > 1:
                problem = "tag 'turns': replies 'every' requires an exercise of one turn"
                self.problems.append(problem)
            if any(c.figure.is_of_turns and c.player is not None for c in exercise.goal):
                self.problems.append("tag 'goal': replies 'every' cannot count an opponent's turns")
        if exercise.replies is Replies.BEST:
            if exercise.turns != 2:
                problem = "tag 'turns': replies 'best' requires an exercise of two turns"
                self.problems.append(problem)
            if any(c.figure.is_of_turns for c in exercise.goal):
                self.problems.append("tag 'goal': replies 'best' cannot count moves or explosions")

    def _check(self, condition: Condition, key: str) -> None:
        if condition.player is not None and condition.player >= self.start.players:
            self.problems.append(f"tag '{key}': '{condition}' names a missing player")
        if condition.field is not None and condition.field not in self.start.board:
            self.problems.append(f"tag '{key}': there is no field '{condition.field}'")
