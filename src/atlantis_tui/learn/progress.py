"""Names of the solved exercises, stored in the state folder. Errors of the file are ignored."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from atlantis_core.learning.exercises import Exercise
from atlantis_tui.settings.folders import keep_json, read_json, state_folder


def progress_path() -> Path:
    return state_folder() / "learning.json"


def load_solved() -> frozenset[str]:
    written = read_json(progress_path())
    listed: list[object] = written if isinstance(written, list) else []
    return frozenset(name for name in listed if isinstance(name, str))


def keep_solved(name: str) -> None:
    """Record that an exercise is solved."""
    keep_json(progress_path(), sorted(load_solved() | {name}))


def first_unsolved(exercises: Iterable[Exercise], solved: frozenset[str]) -> int:
    """Index of the first unsolved exercise, or 0."""
    names = [exercise.name for exercise in exercises]
    return next((n for n, name in enumerate(names) if name not in solved), 0)
