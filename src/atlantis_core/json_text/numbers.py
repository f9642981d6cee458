"""Numbers of JSON: shared by both readers, so that they mean the same by a number."""

from __future__ import annotations

import math

from .frozen import WrittenFloat
from .limits import MAX_NUMBER_LENGTH


class AbsurdNumberError(ValueError):
    """A number too large or too long to mean anything."""


def read_number(text: str) -> int | float:
    """A number of strict JSON; raises AbsurdNumberError if it is too long or too large."""
    if len(text) > MAX_NUMBER_LENGTH:
        raise AbsurdNumberError
    if text.lstrip("-").isdigit():
        return int(text)
    number = float(text)
    if math.isinf(number):
        raise AbsurdNumberError
    return number if repr(number) == text else WrittenFloat(text)
