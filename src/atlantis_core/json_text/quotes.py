"""Which string of a line lacks a quote: the first that holds what usually stands between strings.

After one lost quote all strings of the line turn inside out, and everything a parser says of them
is wrong. Knows nothing of transcripts.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from atlantis_core.safe_text import showable
from .places import Span

_STRING = re.compile(r'"(?:[^"\\\n\r]|\\[^\n\r])*+("?+)')
_BETWEEN = re.compile(r"[,:\[\]{}]\s*$|^\s*[,:\[\]{}]")
_OPENING = re.compile(r"[^\s,:\[\]{}\"]+$")


class LostQuote(NamedTuple):
    """Where a quote is missing, and what to say."""

    span: Span
    message: str


def find_lost_quote(text: str, at: int) -> LostQuote | None:
    """The string that lacks a quote, if it is not the one at an offset, which is not closed."""
    line_start = 1 + max(text.rfind("\n", 0, at), text.rfind("\r", 0, at))
    before = line_start
    for match in _STRING.finditer(text, line_start):
        bare = _OPENING.search(text, before, match.start())
        # A word that touches a quote has lost the quote before it.
        if bare is not None and bare.end() == match.start():
            return _lost(text, bare.start(), match.start(), "does not begin with a quote")
        if match.start() >= at:
            return None
        if _BETWEEN.search(match[0][1:-1]):
            word = re.match(r'"[^,:\[\]{}\s]*', match[0])
            length = len(word[0]) if word else 1
            return _lost(text, match.start(), match.start() + length, "is not closed")
        before = match.end()
    return None


def _lost(text: str, start: int, end: int, what: str) -> LostQuote:
    shown = showable(text[start:end].strip('"'), 40)
    return LostQuote(Span(start, end), f"the string '{shown}' {what}")
