"""What can be wrong with a diagram."""

from __future__ import annotations

from atlantis_core.errors import AtlantisError


class DiagramTooLargeError(AtlantisError):
    """A board whose picture would not fit into any memory."""

    def __init__(self, width: int, height: int, limit: int) -> None:
        super().__init__(width, height, limit)
        self.width = width
        self.height = height
        self.limit = limit

    def __str__(self) -> str:
        size = f"{self.width} columns by {self.height} lines"
        return f"the diagram would have {size} (expected at most {self.limit} characters)"


class LettersError(AtlantisError):
    """Letters that cannot tell the players apart."""

    def __init__(self, letters: str) -> None:
        super().__init__(letters)
        self.letters = letters

    def __str__(self) -> str:
        return f"not letters of players: {self.letters!r} (expected different ones of A to Z)"


class DiagramReadingError(AtlantisError):
    """A text that cannot be read as a diagram; line and column are counted from 1."""

    def __init__(self, line: int, column: int, problem: str) -> None:
        super().__init__(line, column, problem)
        self.line = line
        self.column = column
        self.problem = problem

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.problem}"
