"""Reads the tokens of HSN one after the other, with the exact place of each.

White space may stand between any two tokens and nowhere has to. A token that is not there is a
`SyntaxStop` with its place and what was expected.
"""

from __future__ import annotations

import re
from typing import Generic, NamedTuple, TypeVar

from atlantis_core.json_text.places import Span
from atlantis_core.safe_text import showable

T = TypeVar("T")
LARGEST = 9_999
_SPACE = re.compile(r"[ \t\n\r]*")
_AMOUNT = re.compile(r"[1-9][0-9]*", re.ASCII)
_INTEGER = re.compile(r"[0-9]+", re.ASCII)
_LETTERS = re.compile(r"[a-z]+", re.ASCII)


class Located(NamedTuple, Generic[T]):
    """A value and where it stands."""

    value: T
    span: Span


class SyntaxStop(Exception):  # noqa: N818 - caught where a state is read: reading cannot go on
    """The text breaks the grammar here."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


class Tokens:
    """A text and how far it has been read."""

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
        """The first of these words that stands here; nothing is read."""
        return next((word for word in words if self.text.startswith(word, self.at)), None)

    def accept(self, *words: str) -> Located[str] | None:
        """Read one of these words if it stands here."""
        word = self.peek(*words)
        return None if word is None else self._take(self.at + len(word), word)

    def expect(self, *words: str, expected: str = "") -> Located[str]:
        found = self.accept(*words)
        if found is None:
            raise self.stop(expected or " or ".join(f"'{word}'" for word in words))
        return found

    def amount(self, expected: str) -> Located[int]:
        """A number from 1 on, without leading zeros."""
        return self._number(_AMOUNT, expected)

    def accept_amount(self) -> Located[int] | None:
        return self._number(_AMOUNT, "") if _AMOUNT.match(self.text, self.at) else None

    def accept_integer(self) -> Located[int] | None:
        """A number from 0 on, zeros in front allowed."""
        return self._number(_INTEGER, "") if _INTEGER.match(self.text, self.at) else None

    def letters(self, expected: str) -> Located[str]:
        match = _LETTERS.match(self.text, self.at)
        if match is None:
            raise self.stop(expected)
        return self._take(match.end(), match[0])

    def stop(self, expected: str) -> SyntaxStop:
        """The error that something else stands here."""
        if self.is_at_end:
            return SyntaxStop(
                Span(self.at, self.at), f"the text ends too early (expected {expected})"
            )
        found = showable(self.text[self.at], 1)
        return SyntaxStop(
            Span(self.at, self.at + 1), f"not right here: '{found}' (expected {expected})"
        )

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
