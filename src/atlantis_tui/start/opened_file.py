"""Open a file as one of six outcomes, each of which has its own screen."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from atlantis_core.files.collections import has_several
from atlantis_core.opening import TranscriptFile, open_file
from atlantis_core.support.diagnostics import Diagnostic
from atlantis_core.transcript.errors import TranscriptError
from atlantis_tui.game.document import GameDocument

if TYPE_CHECKING:
    from atlantis_core.learning.exercises import Exercise
    from atlantis_core.transcript import Transcript
    from atlantis_tui.other_games.document import RecordDocument


class PlayableGame(NamedTuple):
    """An Atlantis game."""

    path: Path
    document: GameDocument


class StartingBoard(NamedTuple):
    """A position from which new games start, each in its own file."""

    path: Path
    document: GameDocument


class ExerciseFile(NamedTuple):
    """A position with a goal to reach, or a collection of puzzles as text."""

    path: Path
    source: Transcript | str

    def exercises(self) -> tuple[Exercise, ...]:
        """Raises ExerciseError."""
        if isinstance(self.source, str):
            from atlantis_core.learning.collection import read_puzzles

            return read_puzzles(self.source, self.path.stem)
        from atlantis_core.learning.library import exercise_of

        return (exercise_of(self.source, self.path.stem),)


class OtherGame(NamedTuple):
    """A file of another game that has something to show."""

    path: Path
    document: RecordDocument


class BrokenFile(NamedTuple):
    """A file with errors."""

    path: Path
    diagnostics: tuple[Diagnostic, ...]
    text: str


class SeveralGames(NamedTuple):
    """Several games one after another, to choose from."""

    path: Path


OpenedFile = SeveralGames | PlayableGame | StartingBoard | ExerciseFile | OtherGame | BrokenFile


def open_path(path: Path) -> OpenedFile:
    """Open a file; raises OSError. Slow for large files, so call it in a thread for those."""
    file = open_file(path)
    if not isinstance(file, TranscriptFile):
        from atlantis_tui.other_games.document import RecordDocument

        if file.record is None:
            return BrokenFile(path, file.diagnostics, file.text)
        return OtherGame(path, RecordDocument.opened(path, file, file.record))
    if '"Atlantis puzzles"' in file.text[:200]:
        return ExerciseFile(path, file.text)
    try:
        transcript = file.transcript
        if "goal" in transcript.annotations.tags:
            return ExerciseFile(path, transcript)
        document = GameDocument.opened(transcript, path)
        return (StartingBoard if transcript.is_start else PlayableGame)(path, document)
    except TranscriptError as error:
        if has_several(file.text.encode("utf-8", "surrogatepass")):
            return SeveralGames(path)
        return BrokenFile(path, error.diagnostics, file.text)
