"""Which exercises have been solved, kept in the user's state folder.

Losing it costs nothing but ticks in a list, so whatever is wrong with the file is ignored.
Knows no screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from atlantis_core.learning.exercises import Exercise
from atlantis_tui.settings.folders import keep_json, read_json, state_folder


def progress_path() -> Path:
    """Where it is kept."""
    return state_folder() / "learning.json"


def load_solved() -> frozenset[str]:
    """The names of all exercises that have been solved."""
    written = read_json(progress_path())
    listed: list[object] = written if isinstance(written, list) else []
    return frozenset(name for name in listed if isinstance(name, str))


def keep_solved(name: str) -> None:
    """Remember that an exercise has been solved."""
    keep_json(progress_path(), sorted(load_solved() | {name}))


def first_unsolved(exercises: Iterable[Exercise], solved: frozenset[str]) -> int:
    """Where to go on: the first that is not solved, or the beginning."""
    names = [exercise.name for exercise in exercises]
    return next((n for n, name in enumerate(names) if name not in solved), 0)
