"""What is wrong in a piece of tafl text, and where in it.

A reader of a part (a space, a move, a rules record) knows only its own text: offsets count from
the start of that. Whoever cut the part out of a file moves them to where it stood, with `moved`,
or tells of them there.
"""

from __future__ import annotations

from atlantis_core.errors import AtlantisError
from atlantis_core.json_text.places import Problems, Span


class TaflTextError(AtlantisError):
    """A text that is not the tafl record that it should be."""

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

    def tell(self, problems: Problems, at: int = 0) -> None:
        """Add it to the problems of a file in which the text begins at an offset."""
        problems.error(self.moved(at).span, self.message, self.hint)
