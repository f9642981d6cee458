"""Solving a puzzle: the solver plays one side, the record of the file has the solution.

The moves of the file, or of one of its variations there, are right; the answers come from the
file. Nothing is written: a puzzle stays as it is.
"""

from __future__ import annotations

from atlantis_core.games.protocol import Move, Record
from .document import RecordDocument

PUZZLE_INVITATION = "find the move"


class PuzzleProgress:
    """How far somebody has come in a puzzle."""

    def __init__(self, document: RecordDocument, solution: Record, start: int) -> None:
        self._document = document
        self._lines: tuple[Record, ...] = (solution,)
        self._solver = solution.position(start).to_move

    @classmethod
    def of(cls, document: RecordDocument) -> PuzzleProgress | None:
        """The puzzle of a document, which then is at its start; None if it is no puzzle."""
        puzzle = document.record.puzzle
        if puzzle is None or puzzle.start >= document.record.last_step:
            return None
        solving = cls(document, document.record, puzzle.start)
        document.path = None
        document.record = document.record.cut(puzzle.start)
        return solving

    @property
    def praise(self) -> str:
        """What is to be said after a right move: what the file says about it, if it says so."""
        done = self._document.record.last_step
        line = max(self._lines, key=lambda line: line.last_step)
        said = [line.comment(step) for step in (done - 1, done) if 0 < step <= line.last_step]
        comment = " ".join(" ".join(said).split())
        end = "solved: the solution ends here" if done >= line.last_step else "right; go on"
        return f"{end}. {comment}" if comment else end

    def refuse(self, move: Move) -> str:
        """Why a move is not the solution; empty if it is, and then that line is followed."""
        if self._document.position.to_move != self._solver:
            return ""
        step = self._document.record.last_step + 1
        right = [line for line in self._all(step) if _move_at(line, step) == move.text]
        if not right:
            return f"{move.text} is not the stated solution; try another move"
        self._lines = tuple(right)
        return ""

    def reply(self) -> Move | None:
        """The answer of the other side, as the file has it."""
        step = self._document.record.last_step + 1
        position = self._document.position
        if position.result is not None or position.to_move == self._solver:
            return None
        line = next((line for line in self._lines if step <= line.last_step), None)
        return None if line is None else line.move(step)

    def _all(self, step: int) -> list[Record]:
        """The lines that are still followed, and what branches off there."""
        found = []
        for line in self._lines:
            if step <= line.last_step:
                found += [line, *line.variations(step)]
        return found


def _move_at(line: Record, step: int) -> str | None:
    move = line.move(step) if step <= line.last_step else None
    return None if move is None else move.text
