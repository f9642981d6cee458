"""Solved exercises and the puzzle rating, in the state folder. Errors of the files are ignored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from atlantis_core.learning.exercises import Exercise, Level
from atlantis_tui.settings.folders import keep_json, read_json, state_folder

_RATINGS = {Level.EASY: 900, Level.MEDIUM: 1200, Level.HARD: 1500, Level.EXPERT: 1800}
_STEP = 32
"""Greatest change of the puzzle rating by one puzzle."""


@dataclass(frozen=True, slots=True)
class PuzzleRecord:
    """The user's success with puzzles that have a level. Only the first attempt at each counts."""

    rating: int = 1000
    streak: int = 0
    """Puzzles in a row solved at the first attempt, without a hint."""
    best: int = 0
    tried: frozenset[str] = frozenset()

    def after(self, exercise: Exercise, *, is_solved: bool) -> PuzzleRecord:
        """The record after an attempt, or after asking for a hint, which counts as not solved."""
        if exercise.level is None or exercise.name in self.tried:
            return self
        expected = 1 / (1 + 10 ** ((_RATINGS[exercise.level] - self.rating) / 400))
        streak = self.streak + 1 if is_solved else 0
        return PuzzleRecord(
            round(self.rating + _STEP * (is_solved - expected)),
            streak,
            max(self.best, streak),
            self.tried | {exercise.name},
        )

    def __str__(self) -> str:
        return f"puzzle rating {self.rating}, streak {self.streak}, best {self.best}"


def record_path() -> Path:
    return state_folder() / "puzzle_record.json"


def load_record() -> PuzzleRecord:
    match read_json(record_path()):
        case {"rating": int(rating), "streak": int(now), "best": int(best), "tried": list(tried)}:
            if 0 <= rating <= 4000 and 0 <= now <= best <= len(tried):
                names = frozenset(name for name in tried if isinstance(name, str))
                return PuzzleRecord(rating, now, best, names)
    return PuzzleRecord()


def keep_attempt(exercise: Exercise, *, is_solved: bool) -> PuzzleRecord | None:
    """Count the first attempt at a puzzle; None if it was tried before or has no level."""
    before = load_record()
    after = before.after(exercise, is_solved=is_solved)
    if after == before:
        return None
    keep_json(record_path(), asdict(after) | {"tried": sorted(after.tried)})
    return after


def progress_path() -> Path:
    return state_folder() / "learning.json"


def load_solved() -> frozenset[str]:
    return _names(progress_path())


def keep_solved(name: str) -> None:
    """Record that an exercise is solved."""
    keep_json(progress_path(), sorted(load_solved() | {name}))


def seen_path() -> Path:
    return state_folder() / "learning_seen.json"


def load_seen() -> frozenset[str]:
    """Exercises whose solution the user has read; they may have been solved later."""
    return _names(seen_path())


def keep_seen(name: str) -> None:
    """Record that the user has read the solution of an exercise."""
    keep_json(seen_path(), sorted(load_seen() | {name}))


def _names(path: Path) -> frozenset[str]:
    written = read_json(path)
    listed: list[object] = written if isinstance(written, list) else []
    return frozenset(name for name in listed if isinstance(name, str))


def first_unsolved(exercises: Iterable[Exercise], solved: frozenset[str]) -> int:
    """Index of the first unsolved exercise, or 0."""
    names = [exercise.name for exercise in exercises]
    return next((n for n, name in enumerate(names) if name not in solved), 0)
