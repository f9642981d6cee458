"""Errors of drawing and reading diagrams."""

from __future__ import annotations

from atlantis_core.support.errors import AtlantisError


class DiagramTooLargeError(AtlantisError):
    """The diagram of a board would be too large."""

    def __init__(self, width: int, height: int, limit: int) -> None:
        super().__init__(width, height, limit)
        self.width = width
        self.height = height
        self.limit = limit

    def __str__(self) -> str:
        size = f"{self.width} columns by {self.height} lines"
        return f"the diagram would have {size} (expected at most {self.limit} characters)"


class LettersError(AtlantisError):
    """The letters do not distinguish the players."""

    def __init__(self, letters: str) -> None:
        super().__init__(letters)
        self.letters = letters

    def __str__(self) -> str:
        return f"not player letters: {self.letters!r} (expected different letters from A to Z)"


class DiagramReadingError(AtlantisError):
    """A text is not a diagram; line and column count from 1."""

    def __init__(self, line: int, column: int, problem: str) -> None:
        super().__init__(line, column, problem)
        self.line = line
        self.column = column
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.problem}"
