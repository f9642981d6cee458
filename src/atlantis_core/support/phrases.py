"""Grammar of messages: counted nouns, numbers as letters, percentages, lists of words."""

from __future__ import annotations

import math
from collections.abc import Sequence

MOST_LISTED = 24
"""Longest list in a sentence; longer ones are cut."""


def counted(number: int, noun: str) -> str:
    """``1 stone``, ``2 stones``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def percents(chances: Sequence[float]) -> tuple[int, ...]:
    """The chances in whole percent, which add up to 100 as the chances add up to 1."""
    floors = [int(100 * chance) for chance in chances]
    missing = round(100 * math.fsum(chances)) - sum(floors)
    by_rest = sorted(range(len(floors)), key=lambda n: floors[n] - 100 * chances[n])
    return tuple(floor + (n in by_rest[:missing]) for n, floor in enumerate(floors))


def number_in_letters(number: int) -> str:
    """The number as a spreadsheet column: 1 is ``a``, 26 ``z``, 27 ``aa``."""
    letters = ""
    while number > 0:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return letters


def number_of_letters(letters: str) -> int:
    """The inverse of `number_in_letters`."""
    number = 0
    for letter in letters:
        number = 26 * number + ord(letter) - ord("a") + 1
    return number


def listed(words: Sequence[str]) -> str:
    """``a, b and c``; beyond `MOST_LISTED` words, ``a, b, ... and 7 more``."""
    if len(words) < 2:
        return "".join(words)
    if len(words) > MOST_LISTED:
        return f"{', '.join(words[:MOST_LISTED])} and {len(words) - MOST_LISTED} more"
    return f"{', '.join(words[:-1])} and {words[-1]}"
