"""Finds the likely place of a missing bracket: where brackets and indentation disagree.

A parser notices a missing bracket late, often at the end of the file. In an indented file the
first line with less indentation than an open bracket shows the place. This is a guess, used
only if the brackets are known to be wrong; text without indentation gives no result.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from .places import Span
from .tokens import string_end

CLOSING: Final = {"[": "]", "{": "}"}
_TOKEN = re.compile(
    r"""//[^\n\r]* | /\*.*?(?:\*/|\Z)
      | ("[^"\\\n\r]*" | '[^'\\\n\r]*')
      | ([\[{] [^\[\]{}"'/\n\r]* (?: "[^"\\\n\r]*" [^\[\]{}"'/\n\r]* )* [\]}]  # on one line
        | [\[\]{}])
      | ([^\s\[\]{}"'/,:]+)
      | (["'])                   # 4 a string with escapes, or one that is not closed
    """,
    re.VERBOSE | re.DOTALL,
)
_QUOTE: Final = 4
_LONGEST: Final = 2_000_000
"""Longer texts are not indented by hand, and reading them again would take too long."""


class Misfit(NamedTuple):
    """A token that does not fit, and the bracket that should have been closed before it."""

    place: Span
    message: str
    opened: Span
    bracket: str


@dataclass(slots=True)
class _Container:
    bracket: str
    start: int
    line: int
    indent: int
    is_empty: bool = True
    has_lines: bool = False
    """Whether one of its tokens begins a line."""

    def add(self, *, is_first: bool) -> None:
        self.is_empty = False
        self.has_lines |= is_first


def find_misfit(text: str, end: int) -> Misfit | None:
    """The first token before an offset that contradicts the indentation."""
    if len(text) > _LONGEST:
        return None
    outer: list[_Container] = []
    for start, stop, line, indent, is_first in _in_lines(text, _tokens(text, end)):
        bracket = text[start]
        is_opening = bracket in "[{"
        # Only the first token of a line, or one that closes an earlier line, can be misplaced.
        if is_first or (bracket in "]}" and outer and outer[-1].line != line):
            place = Span(start, start + 1 if is_opening else stop)
            found = _TokenInLine(bracket, place, line, indent, is_first)
            if found.is_flat(outer):
                return None
            misfit = found.misfit(outer)
            if misfit is not None:
                return misfit
        if bracket in "]}":
            del outer[-1:]
            continue
        if outer:
            outer[-1].add(is_first=is_first)
        if is_opening and stop == start + 1:
            outer.append(_Container(bracket, start, line, indent))
    return None


def _in_lines(
    text: str, tokens: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int, int, int, bool]]:
    """Tokens with number and indentation of their line, and whether they begin it."""
    line_start = line = passed = 0
    indent = -1
    for start, stop in tokens:
        newline = text.rfind("\n", passed, start) + 1
        passed = start
        if newline:
            line_start, line, indent = newline, line + text.count("\n", line_start, newline), -1
        is_first = indent < 0
        if is_first:
            indent = start - line_start
        yield start, stop, line, indent, is_first


def _tokens(text: str, end: int) -> Iterator[tuple[int, int]]:
    """Spans of strings, brackets and words before an offset.

    Brackets that are closed on their line and contain no others are one token: together they
    change nothing, and a file may repeat them.
    """
    at = 0
    while at < end:
        for match in _TOKEN.finditer(text, at, end):
            at = match.end()
            if match.lastindex == _QUOTE:
                at = min(end, string_end(text, match.start()).offset)
                yield match.start(), at
                break
            if match.lastindex is not None:
                yield match.span()
        else:
            return


class _TokenInLine(NamedTuple):
    """A token and its line."""

    token: str
    """Its first character."""
    span: Span
    line: int
    indent: int
    is_first: bool

    def is_flat(self, outer: list[_Container]) -> bool:
        """Whether the text is not indented, so that nothing can be concluded."""
        if not outer or not self.is_first or self.token in CLOSING.values():
            return False
        return outer[-1].is_empty and self.indent <= outer[-1].indent

    def misfit(self, outer: list[_Container]) -> Misfit | None:
        if not outer or outer[-1].line == self.line:
            return None
        inner = outer[-1]
        if self.token in CLOSING.values():
            return self._closing_misfit(inner)
        return self._missing(inner) if self.is_first and self.indent <= inner.indent else None

    def _closing_misfit(self, inner: _Container) -> Misfit | None:
        closes = CLOSING[inner.bracket] == self.token
        if not self.is_first:
            if closes and inner.has_lines:
                return self._refused(inner, f"'{self.token}' closes a bracket of an earlier line")
            return None
        if self.indent < inner.indent:
            return self._missing(inner)
        if closes and self.indent > inner.indent:
            message = f"'{self.token}' is indented deeper than the bracket it closes"
            return self._refused(inner, message)
        return None

    def _missing(self, inner: _Container) -> Misfit:
        expected = CLOSING[inner.bracket]
        if self.token == expected:
            message = f"expected another '{expected}' before this one"
        else:
            shown = (
                f"'{self.token}'" if self.token in (*CLOSING, *CLOSING.values()) else "this line"
            )
            message = f"expected '{expected}' before {shown}"
        return self._refused(inner, message)

    def _refused(self, inner: _Container, message: str) -> Misfit:
        return Misfit(self.span, message, Span(inner.start, inner.start + 1), inner.bracket)
