"""Tokenizer for HSN, with the exact position of each token.

White space is optional between any two tokens. A missing token raises `SyntaxStop` with its
position and what was expected.
"""

from __future__ import annotations

import re
from typing import Generic, NamedTuple, TypeVar

from atlantis_core.json_text.places import Span
from atlantis_core.support.safe_text import showable

T = TypeVar("T")
LARGEST = 9_999
_SPACE = re.compile(r"[ \t\n\r]*")
_AMOUNT = re.compile(r"[1-9][0-9]*", re.ASCII)
_INTEGER = re.compile(r"[0-9]+", re.ASCII)
_LETTERS = re.compile(r"[a-z]+", re.ASCII)


class Located(NamedTuple, Generic[T]):
    """A value and its position."""

    value: T
    span: Span


class SyntaxStop(Exception):  # noqa: N818 - control flow: caught where a state is read
    """The text breaks the grammar here."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


class Tokens:
    """A text and the position up to which it was read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.skip()

    @property
    def is_at_end(self) -> bool:
        return self.at >= len(self.text)

    def skip(self) -> None:
        match = _SPACE.match(self.text, self.at)
        self.at = match.end() if match else self.at

    def peek(self, *words: str) -> str | None:
        """The first of these words that the rest of the text starts with; reads nothing."""
        return next((word for word in words if self.text.startswith(word, self.at)), None)

    def accept(self, *words: str) -> Located[str] | None:
        """Read one of these words if it is next."""
        word = self.peek(*words)
        return None if word is None else self._take(self.at + len(word), word)

    def expect(self, *words: str, expected: str = "") -> Located[str]:
        found = self.accept(*words)
        if found is None:
            raise self.stop(expected or " or ".join(f"'{word}'" for word in words))
        return found

    def amount(self, expected: str) -> Located[int]:
        """Read a number from 1, without leading zeros."""
        return self._number(_AMOUNT, expected)

    def accept_amount(self) -> Located[int] | None:
        return self._number(_AMOUNT, "") if _AMOUNT.match(self.text, self.at) else None

    def accept_integer(self) -> Located[int] | None:
        """Read a number from 0, leading zeros allowed, if it is next."""
        return self._number(_INTEGER, "") if _INTEGER.match(self.text, self.at) else None

    def letters(self, expected: str) -> Located[str]:
        match = _LETTERS.match(self.text, self.at)
        if match is None:
            raise self.stop(expected)
        return self._take(match.end(), match[0])

    def stop(self, expected: str) -> SyntaxStop:
        """The error for an unexpected character."""
        if self.is_at_end:
            return SyntaxStop(
                Span(self.at, self.at), f"unexpected end of the text (expected {expected})"
            )
        found = showable(self.text[self.at], 1)
        return SyntaxStop(Span(self.at, self.at + 1), f"unexpected '{found}' (expected {expected})")

    def _number(self, pattern: re.Pattern[str], expected: str) -> Located[int]:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise self.stop(expected)
        digits = match[0].lstrip("0") or "0"
        if len(digits) > len(str(LARGEST)) or int(digits) > LARGEST:
            message = f"too large: '{showable(match[0], 20)}' (expected up to {LARGEST})"
            raise SyntaxStop(Span(*match.span()), message)
        return self._take(match.end(), int(digits))

    def _take(self, end: int, value: T) -> Located[T]:
        span = Span(self.at, end)
        self.at = end
        self.skip()
        return Located(value, span)
