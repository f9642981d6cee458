"""Tokens of the old text format (R8) with their spans.

Fields may follow each other without a space, so tokens are split by kind, not by spaces.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from atlantis_core.json_text.places import Problems, Span
from atlantis_core.support.safe_text import showable
from .limits import MAX_OLD_TOKENS


class TokenKind(Enum):
    STRING = "string"
    FIELD = "field"
    SEGMENT = "segment"
    WORD = "word"
    NUMBER = "number"
    RESULT = "result"
    MARK = "mark"
    END = "end"


class Token(NamedTuple):
    kind: TokenKind
    text: str
    """The text as written; of a string, its contents."""
    span: Span

    def __str__(self) -> str:
        return (
            "the end of the file" if self.kind is TokenKind.END else f"'{showable(self.text, 40)}'"
        )


DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2192>"
"""Characters that editors and people write for the hyphen of a move."""
UNREADABLE = "unreadable"
"""Text of an END token before the real end: what follows was unreadable and is reported."""

_TOKEN = re.compile(
    r"""\s*
    (?: (?P<paren> \([^()]*\) )
      | (?P<plain> "[^"\\]*" )
      | (?P<quote> " )
      | (?P<FIELD> [a-z]+-?[0-9]+ )
      | (?P<SEGMENT> [A-Z]+-?[0-9]+ )
      | (?P<WORD> [A-Za-z]+ )
      | (?P<RESULT> (?:1/2|½)[ \t]*[-\u2010-\u2015\u2212:][ \t]*(?:1/2|½) )
      | (?P<NUMBER> [0-9]+ )
      | (?P<MARK> [-.:;,)\[\]=*/~\u2010-\u2015\u2212\u2192>] )
      | (?P<remark> \#(?=[ \t]*[A-Za-z])[^\r\n]* | //[^\r\n]* )
      | (?P<END> \Z )
      | (?P<open> \( )
      | (?P<stray> . )
    )""",
    re.VERBOSE | re.DOTALL,
)
"""Only single characters are repeated, as in `json_text.tokens`."""
_PIECE = re.compile(r'[^"\\]*(?:(")|\\["\\])')
"""The part of a string up to its closing quote, which is a group, or the end of an escape."""


def read_tokens(text: str, start: int, problems: Problems) -> list[Token]:
    """All tokens from an offset on, followed by END; reports and skips other characters."""
    tokens: list[Token] = []
    end = Token(TokenKind.END, "", Span(len(text), len(text)))
    matches = _TOKEN.finditer(text, start)
    for _ in range(MAX_OLD_TOKENS + 1):
        match = next(matches)
        name = match.lastgroup or "stray"
        word, span = match[name], Span(*match.span(name))
        match name:
            case "END":
                break
            case "paren" | "plain":
                tokens.append(Token(TokenKind.STRING, word[1:-1], span))
            case "quote" if (string := _escaped_string(text, span.start)) is not None:
                tokens.append(string)
                matches = _TOKEN.finditer(text, string.span.end)
            case "quote" | "open":
                _report_unclosed(word, span, problems)
                return [*tokens, end._replace(text=UNREADABLE)]
            case "remark":
                message = f"this format has no remarks that begin with '{word[0]}'"
                hint = "write a comment in parentheses before the '.' of a turn"
                problems.error(span, message, hint)
                if problems.should_stop:
                    break
            case "stray":
                message = f"unexpected character '{showable(word)}' (U+{ord(word):04X})"
                hint = "this format has no marks for turns; remove it" if word in "!?" else ""
                problems.error(span, message, hint)
                if problems.should_stop:
                    break
            case _:
                tokens.append(Token(TokenKind[name], word, span))
    else:
        problems.error(Span(start, start), f"the file has more than {MAX_OLD_TOKENS} words")
        return [end]
    return [*tokens, end]


def _escaped_string(text: str, start: int) -> Token | None:
    """The string that begins at an offset, or None if it is not closed."""
    at = start + 1
    while (piece := _PIECE.match(text, at)) is not None:
        at = piece.end()
        if piece[1]:
            words = re.sub(r"\\(.)", r"\1", text[start + 1 : at - 1])
            return Token(TokenKind.STRING, words, Span(start, at))
    return None


def _report_unclosed(bracket: str, span: Span, problems: Problems) -> None:
    if bracket == "(":
        hint = "a string in parentheses cannot contain parentheses; use double quotes"
        problems.error(span, "the string is not closed (expected ')')", hint)
    else:
        hint = 'in a string, write \\" for a double quote and \\\\ for a backslash'
        problems.error(span, "the string is not closed (expected '\"')", hint)
