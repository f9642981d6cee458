"""Exercises: a position, a task and a goal, read from a transcript with tags.

Steps of the tutorial and puzzles are the same thing; only the folder they lie in differs.
The position is the one after the last turn of the transcript, the solver the player to move
there. The tags are described in docs/learning.md. What is wrong with them is told all at once,
so that a person who writes a puzzle sees every slip. Does not ask whether the stated solution
works: `attempts` can play it, and the tests do for all exercises of the package.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, IntEnum

from atlantis_core.errors import AtlantisError, NotationError
from atlantis_core.game import Turn
from atlantis_core.grid import parse_moves
from atlantis_core.narration import Cast
from atlantis_core.position import Position
from atlantis_core.scoring import is_over
from .goals import Condition, Goal, parse_condition, parse_goal

MAX_TURNS = 20
"""No exercise needs more; a slip in a tag must not make one endless."""


class ExerciseError(AtlantisError):
    """Tags that make no exercise; holds all problems, not only the first."""

    def __init__(self, name: str, problems: tuple[str, ...]) -> None:
        super().__init__(name, problems)
        self.name = name
        self.problems = problems

    def __str__(self) -> str:
        return f"'{self.name}' is no exercise: {'; '.join(self.problems)}"


class Level(IntEnum):
    """How hard a puzzle is; steps of the tutorial have no level."""

    EASY = 1
    MEDIUM = 2
    HARD = 3


class Replies(Enum):
    """What the opponents do after a turn of the solver."""

    QUIET = "pass"
    """They pass; the goal is looked at after each turn of the solver."""
    EVERY = "every"
    """The goal must hold after every turn that they could play."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What to say about a turn that misses the goal in a certain way."""

    condition: Condition
    text: str


@dataclass(frozen=True, slots=True)
class Exercise:
    """Everything about one exercise. Texts are as the file has them: show them with care."""

    name: str
    title: str
    task: str
    goal: Goal
    start: Position
    cast: Cast
    colors: tuple[str, ...]
    text: str = ""
    """What to know before the task."""
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
        """The player whose task it is."""
        return self.start.to_move


def read_exercise(
    name: str,
    start: Position,
    tags: Mapping[str, object],
    cast: Cast,
    colors: tuple[str, ...],
) -> Exercise:
    """The exercise that the tags of a transcript describe; raises ExerciseError."""
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
    """Takes the tags one by one and collects what is wrong with them."""

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
        self.problems.append(f"tag 'replies' is '{text[:20]}' (expected 'pass' or 'every')")
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
        """Turns of the solver, separated by strokes: ``b2-b3 c5-c6 / pass``."""
        text = self.tags.get("solution", "")
        try:
            return tuple(parse_moves(part) for part in text.split("/")) if text else ()
        except NotationError as error:
            self.problems.append(f"tag 'solution': {error}")
            return ()

    def check_replies(self, exercise: Exercise) -> None:
        """All replies are tried without keeping what happens in them, and only once."""
        if exercise.replies is not Replies.EVERY:
            return
        if exercise.turns > 1:
            self.problems.append("tag 'turns': replies 'every' need an exercise of one turn")
        if any(c.figure.is_of_turns and c.player is not None for c in exercise.goal):
            self.problems.append("tag 'goal': replies 'every' cannot count an opponent's turns")

    def _check(self, condition: Condition, key: str) -> None:
        if condition.player is not None and condition.player >= self.start.players:
            self.problems.append(f"tag '{key}': '{condition}' names a player who is not there")
        if condition.field is not None and condition.field not in self.start.board:
            self.problems.append(f"tag '{key}': there is no field '{condition.field}'")
