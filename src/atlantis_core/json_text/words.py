"""Scalars of relaxed JSON: strings with escapes, numbers, constants and unquoted words."""

from __future__ import annotations

import json
import re
from typing import Final

from atlantis_core.support.safe_text import showable
from .frozen import BROKEN
from .numbers import NumberRangeError, read_number
from .places import Problems, Span

_STANDARD = json.JSONDecoder()
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_SPECIAL = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))|[\x00-\x1f]", re.DOTALL)
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ESCAPES: Final = {
    '"': '"',
    "\\": "\\",
    "/": "/",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
}
_CONSTANTS: Final[dict[str, bool | None]] = {"true": True, "false": False, "null": None}
WORDS: Final[dict[str, object]] = {**_CONSTANTS, **{str(n): n for n in range(-20, 100)}}
"""Cache of the most frequent words."""
_FOREIGN_CONSTANTS: Final = {"True": "true", "False": "false", "None": "null", "undefined": "null"}
_ELLIPSES = frozenset({"..", "...", "....", "\u2026"})
_NOT_FINITE = frozenset({"NaN", "Infinity", "-Infinity", "+Infinity", "nan", "inf", "-inf"})


def quoted(text: str) -> str:
    """A text from a file in quotes, safe to show and not too long."""
    return f"'{showable(text, 40)}'"


def read_word(word: str, span: Span, problems: Problems, *, is_key: bool) -> object:
    """The value of a word without quotes."""
    if is_key:
        return _read_bare_text(word, span, problems)
    if word in _CONSTANTS:
        return _CONSTANTS[word]
    if _NUMBER.fullmatch(word):
        return _read_number(word, span, problems)
    if word in _NOT_FINITE:
        problems.error(span, f"'{word}' is not a number (expected a finite one)")
        return BROKEN
    if word in _FOREIGN_CONSTANTS:
        right = _FOREIGN_CONSTANTS[word]
        problems.error(span, f"unknown word '{word}'", f"did you mean {right}?")
        return BROKEN if right == "null" else _CONSTANTS[right]
    if word in _ELLIPSES:
        problems.error(span, f"'{word}' stands for something that was left out", "write it in full")
        return BROKEN
    if word[0] in "+-.0123456789" and not word.lstrip("+-.").isalpha():
        problems.error(span, f"not a number: {quoted(word)} (expected for example 12)")
        return BROKEN
    return _read_bare_text(word, span, problems)


def _read_number(word: str, span: Span, problems: Problems) -> object:
    try:
        return read_number(word)
    except NumberRangeError:
        problems.error(span, f"number out of range: {quoted(word)}")
        return BROKEN


def _read_bare_text(word: str, span: Span, problems: Problems) -> str:
    shown = showable(word, 40)
    problems.error(span, f"missing quotes around '{shown}'", f'write "{shown}"')
    return word


def read_string(token: str, start: int, problems: Problems) -> str:
    """The text of a quoted string with escapes; `start` is its offset in the source."""
    quote = token[0]
    if quote == '"':
        try:
            return str(_STANDARD.raw_decode(token)[0])
        except ValueError:
            pass

    pieces, at, inside = [], 0, token[1:-1]
    for match in _SPECIAL.finditer(inside):
        code, escaped = match.groups()
        pieces.append(inside[at : match.start()])
        at = match.end()
        if code is not None:
            pieces.append(chr(int(code, 16)))
        elif escaped is not None and (escaped in _ESCAPES or escaped == quote):
            pieces.append(_ESCAPES.get(escaped, quote))
        else:
            span = Span(start + 1 + match.start(), start + 1 + match.end())
            _report_special(match[0], span, problems)
            pieces.append(match[0])
            if problems.should_stop:
                break
    return join_surrogates("".join([*pieces, inside[at:]]))


def _report_special(text: str, span: Span, problems: Problems) -> None:
    if text[0] == "\\":
        problems.error(span, f"unknown escape '{showable(text)}'", "write a backslash as \\\\")
    else:
        problems.error(
            span, f"control character U+{ord(text):04X} in a string", f"write \\u{ord(text):04x}"
        )


def join_surrogates(text: str) -> str:
    """Combine surrogate pairs into characters; lone surrogates stay."""
    if not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
