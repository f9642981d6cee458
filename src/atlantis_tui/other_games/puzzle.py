"""Puzzles: the user plays one side, and the file's record is the solution.

Moves of the record or of its variations are correct; the replies come from the file. A puzzle is
never saved.
"""

from __future__ import annotations

from atlantis_core.games.protocol import Move, Record
from .document import RecordDocument

PUZZLE_INVITATION = "find the move"


class PuzzleProgress:
    """The user's progress in a puzzle."""

    def __init__(self, document: RecordDocument, solution: Record, start: int) -> None:
        self._document = document
        self._lines: tuple[Record, ...] = (solution,)
        self._solver = solution.position(start).to_move

    @classmethod
    def of(cls, document: RecordDocument) -> PuzzleProgress | None:
        """Set the document to the start of its puzzle; None if it is not a puzzle."""
        puzzle = document.record.puzzle
        if puzzle is None or puzzle.start >= document.record.last_step:
            return None
        solving = cls(document, document.record, puzzle.start)
        document.path = None
        document.record = document.record.cut(puzzle.start)
        return solving

    @property
    def praise(self) -> str:
        """Message after a correct move, with the file's comment."""
        done = self._document.record.last_step
        line = max(self._lines, key=lambda line: line.last_step)
        comments = [line.comment(step) for step in (done - 1, done) if 0 < step <= line.last_step]
        comment = " ".join(" ".join(comments).split())
        end = "solved" if done >= line.last_step else "correct; continue"
        return f"{end}. {comment}" if comment else end

    def refuse(self, move: Move) -> str:
        """Message about a wrong move. Returns "" for a correct one, and follows its line."""
        if self._document.position.to_move != self._solver:
            return ""
        step = self._document.record.last_step + 1
        correct = [line for line in self._all(step) if _move_at(line, step) == move.text]
        if not correct:
            return f"{move.text} is not the solution; try another move"
        self._lines = tuple(correct)
        return ""

    def reply(self) -> Move | None:
        """The other side's reply from the file, or None."""
        step = self._document.record.last_step + 1
        position = self._document.position
        if position.result is not None or position.to_move == self._solver:
            return None
        line = next((line for line in self._lines if step <= line.last_step), None)
        return None if line is None else line.move(step)

    def _all(self, step: int) -> list[Record]:
        """The lines that match so far, and their variations at a step."""
        found = []
        for line in self._lines:
            if step <= line.last_step:
                found += [line, *line.variations(step)]
        return found


def _move_at(line: Record, step: int) -> str | None:
    move = line.move(step) if step <= line.last_step else None
    return None if move is None else move.text
