"""The packaged exercises, and reading one from any transcript.

They are files of the package, ordered by name: ``tutorial`` and ``puzzles``.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from atlantis_core.narration import make_cast
from atlantis_core.transcript import Transcript, loads, replay
from .exercises import Exercise, read_exercise


@cache
def tutorial() -> tuple[Exercise, ...]:
    """The tutorial steps, in order; steps of one lesson are consecutive."""
    return _packaged("tutorial")


@cache
def puzzles() -> tuple[Exercise, ...]:
    """The puzzles, from easy to hard."""
    return tuple(sorted(_packaged("puzzles"), key=lambda puzzle: puzzle.level or 0))


def exercise_of(transcript: Transcript, name: str) -> Exercise:
    """The exercise of a transcript; raises ExerciseError, or TranscriptError as `replay` does."""
    colors = transcript.colors
    cast = make_cast([player.name for player in transcript.players], colors)
    start = replay(transcript).position
    return read_exercise(name, start, transcript.annotations.tags, cast, colors)


def _packaged(folder: str) -> tuple[Exercise, ...]:
    found = (files("atlantis_core.learning") / folder).iterdir()
    named = sorted((file.name, file) for file in found if file.name.endswith(".json"))
    return tuple(
        exercise_of(loads(file.read_bytes(), name), name.removesuffix(".json"))
        for name, file in named
    )
