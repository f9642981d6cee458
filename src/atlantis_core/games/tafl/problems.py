"""Errors in tafl text, with their offsets.

A parser of a part (a space, a move, a rules record) counts offsets from the start of the part. The
caller shifts them to the position of the part in the file with `moved` or `report`.
"""

from __future__ import annotations

from atlantis_core.json_text.places import Problems, Span
from atlantis_core.support.errors import AtlantisError


class TaflTextError(AtlantisError):
    """A text is not the expected tafl record."""

    def __init__(self, message: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(message, start, end, hint)
        self.message = message
        self.span = Span(start, end)
        self.hint = hint

    def __str__(self) -> str:
        hint = f" ({self.hint})" if self.hint else ""
        return f"{self.message} at character {self.span.start + 1}{hint}"

    def moved(self, by: int) -> TaflTextError:
        return TaflTextError(self.message, self.span.start + by, self.span.end + by, self.hint)

    def report(self, problems: Problems, at: int = 0) -> None:
        """Add it to the problems of a file in which the text starts at an offset."""
        problems.error(self.moved(at).span, self.message, self.hint)
