"""Which exercises have been solved, kept in the user's state folder.

Losing it costs nothing but ticks in a list, so whatever is wrong with the file is ignored.
Knows no screen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from atlantis_core.learning.exercises import Exercise
from atlantis_tui.settings.folders import read_small, state_folder, write_whole


def progress_path() -> Path:
    """Where it is kept."""
    return state_folder() / "learning.json"


def load_solved() -> frozenset[str]:
    """The names of all exercises that have been solved."""
    try:
        written: object = json.loads(read_small(progress_path()))
    except (OSError, ValueError, RecursionError):
        return frozenset()
    listed: list[object] = written if isinstance(written, list) else []
    return frozenset(name for name in listed if isinstance(name, str))


def keep_solved(name: str) -> None:
    """Remember that an exercise has been solved."""
    names = sorted(load_solved() | {name})
    # A read-only home must not keep anybody from learning.
    with suppress(OSError):
        write_whole(progress_path(), json.dumps(names, indent=1) + "\n")


def first_unsolved(exercises: Iterable[Exercise], solved: frozenset[str]) -> int:
    """Where to go on: the first that is not solved, or the beginning."""
    names = [exercise.name for exercise in exercises]
    return next((n for n, name in enumerate(names) if name not in solved), 0)
