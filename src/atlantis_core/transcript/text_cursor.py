"""A cursor over the tokens of the old text format, which reports what it does not expect."""

from __future__ import annotations

from atlantis_core.json_text.places import Problems, Span
from .suggestions import suggest_word
from .text_builder import Name
from .text_tokens import UNREADABLE, Token, TokenKind


class UnexpectedError(Exception):
    """An unexpected token, which has been reported."""


class TokenCursor:
    """Reads tokens one after another."""

    def __init__(self, tokens: list[Token], problems: Problems) -> None:
        self._tokens = tokens
        self._problems = problems
        self._at = 0
        self.reliable_end: int | None = None
        """Place from which the order of players or turns is doubtful, or None."""

    @property
    def _token(self) -> Token:
        return self._tokens[self._at]

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at = min(self._at + 1, len(self._tokens) - 1)
        return token

    def _is_mark(self, *marks: str) -> bool:
        return self._token.kind is TokenKind.MARK and self._token.text in marks

    def _is_word(self, word: str) -> bool:
        return self._token.kind is TokenKind.WORD and self._token.text == word

    def _take_mark(self, *marks: str) -> bool:
        if self._is_mark(*marks):
            self._next()
            return True
        return False

    def _fail(self, expected: str) -> UnexpectedError:
        token = self._token
        if token.kind is TokenKind.END and token.text == UNREADABLE:
            return UnexpectedError()
        known = ("board", "player", "pass")
        is_unknown = token.kind is TokenKind.WORD and token.text not in known
        hint = suggest_word(token.text, known) if is_unknown else ""
        self._problems.error(token.span, f"expected {expected}, not {token}", hint)
        return UnexpectedError()

    def _doubt(self, offset: int) -> None:
        if self.reliable_end is None:
            self.reliable_end = offset

    def _skip_to(self, *, is_turn: bool = False) -> None:
        """Skip tokens up to the next player, board or round."""
        while self._token.kind is not TokenKind.END:
            if self._is_word("player") or self._is_word("board"):
                return
            if self._token.kind is TokenKind.NUMBER and self._tokens[self._at + 1].text in ".)":
                return
            if self._token.kind is TokenKind.RESULT:
                return
            if is_turn and self._is_mark("."):
                return
            self._next()

    def _is_minus(self) -> bool:
        """Whether a dash is part of the following name: a column before a (R1.3)."""
        if not self._is_mark("-"):
            return False
        following = self._tokens[self._at + 1]
        is_name = following.kind in (TokenKind.FIELD, TokenKind.SEGMENT)
        return is_name and following.span.start == self._token.span.end

    def _take_name(self, *kinds: TokenKind) -> Name | None:
        """The next field or segment, or None."""
        minus = self._token if self._is_minus() else None
        token = self._tokens[self._at + 1] if minus else self._token
        if token.kind not in kinds:
            return None
        self._next()
        if minus is None:
            return Name(token.text, token.span)
        self._next()
        return Name("-" + token.text, Span(minus.span.start, token.span.end))
