"""Strict JSON with the standard parser: fast, for files written by programs.

Returns None for everything that R7.8 refuses (duplicate keys, NaN, extreme numbers and nesting),
without a position: the relaxed reader then reads the text again and reports problems.
"""

from __future__ import annotations

import json

from .limits import MAX_MARKS, MAX_NESTING, MAX_NUMBER_LENGTH
from .numbers import read_number


class _RefusedError(ValueError):
    """Valid for the standard parser, but refused by R7.8."""


def read_strict_json(text: str) -> tuple[object] | None:
    """The data in a one-element tuple, or None if it is not strict JSON or exceeds a limit."""
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
    """Raise if a number or the nesting exceeds its limit. Fast for lists of strings."""
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
