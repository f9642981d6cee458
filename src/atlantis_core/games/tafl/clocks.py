"""Parses clocks in front of comments: `3600 30/3 3i A good move.`

Distinguishes a clock from a comment that begins with a number like the original does: a number and
a blank are a clock, `1. The attackers` is not.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_CLOCK = re.compile(
    r"\s*(?P<main>[0-9]{1,9})"
    r"(?: (?P<length>[0-9]{1,9})/(?P<periods>[0-9]{1,9}))?(?: (?P<increment>[0-9]{1,9})i)?"
    r"(?:[ ]|(?=\n)|\Z)",
    re.ASCII,
)


class Clocked(NamedTuple):
    """A comment and the clock in front of it; `words` is empty without a clock."""

    prefix: str
    words: str
    comment: str


def split_clock(comment: str) -> Clocked:
    match = _CLOCK.match(comment)
    if match is None:
        return Clocked("", "", comment)
    words = f"{match['main']} seconds"
    if match["periods"]:
        words += f", {match['periods']} overtime periods of {match['length']}"
    if match["increment"]:
        words += f", {match['increment']} more per move"
    return Clocked(match[0], words, comment[match.end() :])
