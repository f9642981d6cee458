"""Where brackets and indentation disagree: most likely the place of a bracket that is missing.

A parser notices a missing bracket only where nothing else fits any more, often at the end of the
file. People indent what they write, so the first line that stands further to the left than what
is still open names the place. Only a guess: asked only once the brackets are known to be wrong,
and silent about text that is not indented. Knows nothing of transcripts.
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
      | ([\[\]{}])
      | ([^\s\[\]{}"'/,:]+)
      | (["'])                   # 4 a string with escapes, or one that is not closed
    """,
    re.VERBOSE | re.DOTALL,
)
_QUOTE: Final = 4
_LONGEST: Final = 2_000_000
"""Longer texts were not indented by hand, and reading them again would take too long."""


class Misfit(NamedTuple):
    """What stands where it cannot, and the bracket that it should have been kept out of."""

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
    """Whether something in it begins a line."""

    def add(self, *, is_first: bool) -> None:
        self.is_empty = False
        self.has_lines |= is_first


def find_misfit(text: str, end: int) -> Misfit | None:
    """The first place up to an offset that its indentation says is wrong."""
    if len(text) > _LONGEST:
        return None
    outer: list[_Container] = []
    for start, stop, line, indent, is_first in _in_lines(text, _tokens(text, end)):
        bracket = text[start]
        # Only the first token of a line and what closes an earlier line can be at a wrong place.
        if is_first or (bracket in "]}" and outer and outer[-1].line != line):
            found = _Seen(text[start:stop], Span(start, stop), line, indent, is_first)
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
        if bracket in "[{":
            outer.append(_Container(bracket, start, line, indent))
    return None


def _in_lines(
    text: str, tokens: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int, int, int, bool]]:
    """Tokens with the number and the indent of their line, and whether they are its first."""
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
    """Where strings, brackets and words up to an offset stand."""
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


class _Seen(NamedTuple):
    """A token and the line that it stands in."""

    token: str
    span: Span
    line: int
    indent: int
    is_first: bool

    def is_flat(self, outer: list[_Container]) -> bool:
        """Whether the text is not indented at all: then its lines say nothing."""
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
                return self._refused(inner, f"'{self.token}' closes more than its line opened")
            return None
        if self.indent < inner.indent:
            return self._missing(inner)
        if closes and self.indent > inner.indent:
            return self._refused(inner, f"'{self.token}' closes more than it seems to")
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
