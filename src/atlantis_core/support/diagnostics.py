"""Diagnostics of files as data, and functions that format them as text.

File readers produce `Diagnostic` values; the commands and the app show them. Messages may
quote hostile text from a file, so all formatting goes through `showable`.

Lines and columns count from 1, columns in characters. Only a line feed, a carriage return or
both together end a line. In excerpts a tab takes one column, and carets are aligned below wide
and zero-width characters too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from .columns import display_width
from .safe_text import showable

MESSAGE_LIMIT = 500
"""Longest message or hint, in characters."""
_CHUNK = 65_536
EXCERPT_WIDTH = 64
"""Longest excerpt of a source line, in characters; longer lines are shown around the column."""


class Severity(Enum):
    """A file with an error cannot be used until it is corrected."""

    ERROR = "error"
    WARNING = "warning"


class Related(NamedTuple):
    """Another place in the same file that a diagnostic refers to."""

    line: int
    column: int
    length: int
    message: str


class Diagnostic(NamedTuple):
    """One problem at one place in one file.

    Line and column are 0 if the value was not read from text. `length` is the number of
    characters concerned; 0 marks a place between characters.
    """

    severity: Severity
    file: str
    line: int
    column: int
    length: int
    message: str
    hint: str = ""
    related: tuple[Related, ...] = ()

    @property
    def has_place(self) -> bool:
        return self.line > 0

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        return format_diagnostic(self)


def moved_down(diagnostic: Diagnostic, lines: int) -> Diagnostic:
    """A diagnostic of a text that begins further down in its file."""
    related = tuple(other._replace(line=other.line + lines) for other in diagnostic.related)
    return diagnostic._replace(line=diagnostic.line + lines, related=related)


class Lines:
    """Converts offsets of a text to line and column, and finds the text of a line.

    Counts line ends on demand: a list of lines would dominate the time and memory for a file
    of megabytes of line ends.
    """

    def __init__(self, text: str, first: int = 1) -> None:
        """`first` is the number of the first line: more than 1 for a part of a file."""
        self._text = text
        self._first = first

    def locate(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of the character at an offset from 0."""
        end = offset - 1 if self._text[offset - 1 : offset + 1] == "\r\n" else offset
        start = 1 + max(self._text.rfind("\n", 0, end), self._text.rfind("\r", 0, end))
        return self._first + self._count_ends(0, end), offset - start + 1

    def line(self, number: int) -> str:
        """The text of a line, without its line end; "" if there is no such line."""
        number -= self._first - 1
        if number < 1:
            return ""
        start, passed = self._skip(number - 1)
        ends = re.compile(r"\r\n|\n|\r")
        while passed < number - 1:
            match = ends.search(self._text, start)
            if match is None:
                return ""
            start, passed = match.end(), passed + 1
        match = ends.search(self._text, start)
        return self._text[start : match.start() if match else len(self._text)]

    def _skip(self, lines: int) -> tuple[int, int]:
        """The start of a line at or before line `lines`, and its number, from 0."""
        start = passed = 0
        while start < len(self._text):
            stop = start + _CHUNK
            if self._text[stop - 1 : stop + 1] == "\r\n":
                stop += 1
            more = self._count_ends(start, stop)
            if passed + more > lines:
                break
            start, passed = stop, passed + more
        # Go back to the beginning of the line.
        cut = 1 + max(self._text.rfind("\n", 0, start), self._text.rfind("\r", 0, start))
        return min(start, cut), passed

    def _count_ends(self, start: int, end: int) -> int:
        count = self._text.count
        return count("\n", start, end) + count("\r", start, end) - count("\r\n", start, end)


def format_diagnostic(diagnostic: Diagnostic) -> str:
    """One line: ``game.json:12:9: error: not a field: 'c' (expected ...)``."""
    notes = [f"{near.line}:{near.column}: {near.message}" for near in diagnostic.related]
    notes += [diagnostic.hint] if diagnostic.hint else []
    note = f" ({showable('; '.join(notes), MESSAGE_LIMIT)})" if notes else ""
    return _head(diagnostic) + note


def _head(diagnostic: Diagnostic) -> str:
    place = f":{diagnostic.line}:{diagnostic.column}" if diagnostic.has_place else ""
    message = showable(diagnostic.message, MESSAGE_LIMIT)
    return f"{showable(diagnostic.file)}{place}: {diagnostic.severity.value}: {message}"


def draw_diagnostic(diagnostic: Diagnostic, source: str | Lines) -> str:
    """Several lines: the message, the source line with carets under the place, the hint, and
    each related place with its source line. Without a trailing line end.
    """
    lines = source if isinstance(source, Lines) else Lines(source)
    drawn = [_head(diagnostic)]
    if diagnostic.has_place:
        drawn += _draw_place(lines, diagnostic)
    if diagnostic.hint:
        drawn.append("  hint: " + showable(diagnostic.hint, MESSAGE_LIMIT))
    for related in diagnostic.related:
        where = f"{related.line}:{related.column}"
        drawn.append(f"  {where}: {showable(related.message, MESSAGE_LIMIT)}")
        drawn += _draw_place(lines, related)
    return "\n".join(drawn)


def draw_diagnostics(diagnostics: Iterable[Diagnostic], source: str | Lines) -> str:
    """All diagnostics of one source text, one below the other."""
    lines = source if isinstance(source, Lines) else Lines(source)
    return "\n".join(draw_diagnostic(diagnostic, lines) for diagnostic in diagnostics)


def _draw_place(lines: Lines, place: Diagnostic | Related) -> list[str]:
    text = lines.line(place.line)
    before = place.column - 1
    first = 0
    if len(text) > EXCERPT_WIDTH:
        # Keep a third of the width for the text before the place.
        first = max(0, min(before - EXCERPT_WIDTH // 3, len(text) - EXCERPT_WIDTH))
    shown = text[first : first + EXCERPT_WIDTH].replace("\t", " ")
    left = "..." if first else ""
    right = "..." if first + EXCERPT_WIDTH < len(text) else ""
    length = max(1, min(place.length, len(shown) - (before - first)))
    gutter = f"{place.line:>5} | "
    margin = " " * 5 + " | "
    indent = " " * (len(left) + _width(shown[: before - first]))
    carets = "^" * max(1, _width(shown[before - first : before - first + length]))
    excerpt = left + showable(shown, EXCERPT_WIDTH) + right
    return [(gutter + excerpt).rstrip(), margin + indent + carets]


def _width(text: str) -> int:
    """The display width of the text after `showable`."""
    return display_width(showable(text, len(text)))
