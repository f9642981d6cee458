"""Where brackets and indentation disagree: most likely the place of a bracket that is missing.

A parser notices a missing bracket only where nothing else fits any more, often at the end of the
file. People indent what they write, so the first line that stands further to the left than what
is still open names the place. Only a guess: asked only once the brackets are known to be wrong,
and silent about text that is not indented. Knows nothing of transcripts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from .places import Span

CLOSING: Final = {"[": "]", "{": "}"}
_TOKEN = re.compile(
    r"""//[^\n\r]*+ | /\*(?:[^*]++|\*(?!/))*+(?:\*/)?+
      | ("(?:[^"\\\n\r]|\\[^\n\r])*+"?+ | '(?:[^'\\\n\r]|\\[^\n\r])*+'?+)
      | ([\[\]{}])
      | ([^\s\[\]{}"'/,:]++)
    """,
    re.VERBOSE,
)
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


def find_misfit(text: str, end: int) -> Misfit | None:
    """The first place up to an offset that its indentation says is wrong."""
    if len(text) > _LONGEST:
        return None
    outer: list[_Container] = []
    line_start = line = 0
    indent = -1
    for match in _TOKEN.finditer(text, 0, end):
        newline = text.rfind("\n", line_start, match.start()) + 1
        if newline:
            line_start, line, indent = newline, line + text.count("\n", line_start, newline), -1
        if match.lastindex is None:
            continue
        is_first = indent < 0
        if is_first:
            indent = match.start() - line_start
        found = _Seen(match[0], Span(*match.span()), line, indent, is_first)
        if found.is_flat(outer):
            return None
        misfit = found.misfit(outer)
        if misfit is not None:
            return misfit
        found.enter(outer)
    return None


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

    def enter(self, outer: list[_Container]) -> None:
        """Take note of what the token opens, closes, or is the child of."""
        if self.token in CLOSING.values():
            if outer:
                outer.pop()
            return
        if outer:
            outer[-1].is_empty = False
            outer[-1].has_lines |= self.is_first
        if self.token in CLOSING:
            outer.append(_Container(self.token, self.span.start, self.line, self.indent))
