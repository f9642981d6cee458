"""Parses JSON numbers in the same way for both readers."""

from __future__ import annotations

import math

from .frozen import WrittenFloat
from .limits import MAX_NUMBER_LENGTH


class NumberRangeError(ValueError):
    """A number with too many digits or a too large value."""


def read_number(text: str) -> int | float:
    """Parse a number of strict JSON. Raises NumberRangeError if it is too long or too large."""
    if len(text) > MAX_NUMBER_LENGTH:
        raise NumberRangeError
    if text.lstrip("-").isdigit():
        return int(text)
    number = float(text)
    if math.isinf(number):
        raise NumberRangeError
    return number if repr(number) == text else WrittenFloat(text)
