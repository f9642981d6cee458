"""Finds the string of a line that lacks a quote.

After a missing quote all strings of the line are inverted and parser errors mislead. The first
string that begins or ends with punctuation, which belongs between strings, shows the place.
"""

from __future__ import annotations

import re
from collections import deque
from typing import NamedTuple

from atlantis_core.support.safe_text import showable
from .places import Span
from .tokens import string_end

_BETWEEN = re.compile(r"[,:\[\]{}]\s*$|^\s*[,:\[\]{}]")
_WORD = re.compile(r'[^\s,:\[\]{}"]+')
_OPENING = re.compile(r'"[^,:\[\]{}\s]*')
_STOP = re.compile(r'["\n\r]')


class LostQuote(NamedTuple):
    """Position of a missing quote, and the message."""

    span: Span
    message: str


def find_lost_quote(text: str, at: int) -> LostQuote | None:
    """The string that lacks a quote, unless it is the unclosed one at this offset."""
    before = 1 + text.rfind("\n", 0, at)
    before = 1 + text.rfind("\r", before, at) or before
    while (quote := _STOP.search(text, before)) is not None and quote[0] == '"':
        start = quote.start()
        bare = _last_word(text, before, start)
        # A word directly before a quote lacks its opening quote.
        if bare is not None and bare.end == start:
            return _lost(text, bare.start, start, "does not begin with a quote")
        if start >= at:
            return None
        before = string_end(text, start).offset
        if _BETWEEN.search(text[start + 1 : before - 1]):
            word = _OPENING.match(text, start, before)
            length = len(word[0]) if word else 1
            return _lost(text, start, start + length, "is not closed")
    return None


def _last_word(text: str, start: int, end: int) -> Span | None:
    words = deque(_WORD.finditer(text, start, end), maxlen=1)
    return Span(*words[0].span()) if words else None


def _lost(text: str, start: int, end: int, what: str) -> LostQuote:
    shown = showable(text[start:end].strip('"'), 40)
    return LostQuote(Span(start, end), f"the string '{shown}' {what}")
