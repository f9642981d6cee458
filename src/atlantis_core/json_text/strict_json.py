"""Strict JSON by the standard parser: the quick way for files that programs have written.

Refuses what R7.8 refuses (duplicate keys, NaN, absurd numbers and nesting) with one answer, None.
It cannot say where: that is for the relaxed reader, which then reads the same text again.
"""

from __future__ import annotations

import json

from .limits import MAX_MARKS, MAX_NESTING, MAX_NUMBER_LENGTH
from .numbers import read_number


class _RefusedError(ValueError):
    """Valid for the standard parser, but not for us."""


def read_strict_json(text: str) -> tuple[object] | None:
    """The data in a tuple of one, or None if the text is not strict JSON or breaks a limit."""
    if sum(map(text.count, ",:[{")) > MAX_MARKS:
        return None
    try:
        data = _DECODER.decode(text)
        _check(data, 0)
    except (ValueError, RecursionError):
        return None
    return (data,)


def _members(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise _RefusedError
    return members


def _constant(_name: str) -> object:
    raise _RefusedError


_DECODER = json.JSONDecoder(
    object_pairs_hook=_members, parse_constant=_constant, parse_float=read_number
)
_LARGEST = 10**MAX_NUMBER_LENGTH


def _check(value: object, depth: int) -> None:
    """Raise if numbers or nesting are absurd; quick over lists of plain strings."""
    if isinstance(value, dict):
        below: list[object] = list(value.values())
    elif isinstance(value, list):
        below = value
    else:
        if isinstance(value, int) and abs(value) >= _LARGEST:
            raise _RefusedError
        return
    if depth >= MAX_NESTING:
        raise _RefusedError
    for item in below:
        if type(item) is not str:
            _check(item, depth + 1)
