"""What is wrong in a piece of tafl text, and where in it.

A reader of a part (a space, a move, a rules record) knows only its own text: offsets count from
the start of that. Whoever cut the part out of a file moves them to where it stood, with `moved`.
"""

from __future__ import annotations

from typing import NamedTuple

from atlantis_core.errors import AtlantisError


class Trouble(NamedTuple):
    """Something to tell about the characters from `start` to `end` of a text."""

    message: str
    start: int
    end: int
    hint: str = ""
    is_error: bool = True

    def moved(self, by: int) -> Trouble:
        return self._replace(start=self.start + by, end=self.end + by)


class TaflTextError(AtlantisError):
    """A text that is not the tafl record that it should be."""

    def __init__(self, message: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(message, start, end, hint)
        self.problem = Trouble(message, start, end, hint)

    def __str__(self) -> str:
        problem = self.problem
        hint = f" ({problem.hint})" if problem.hint else ""
        return f"{problem.message} at character {problem.start + 1}{hint}"

    def moved(self, by: int) -> TaflTextError:
        problem = self.problem
        return TaflTextError(problem.message, problem.start + by, problem.end + by, problem.hint)
