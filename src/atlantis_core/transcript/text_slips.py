"""Recognises frequent slips in the tokens of the old text format; the parser reports them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from atlantis_core.json_text.places import Span
from .text_tokens import DASHES, Token, TokenKind

ENDINGS = ("resign", "draw")
"""Words in place of a turn, which are also arguments of `atlantis turn`."""
_DIGITS = str.maketrans("OoIl", "0011")
_MOST_AHEAD = 2_000
"""Tokens of a round that are counted."""


def token_after(tokens: Sequence[Token], at: int) -> Token:
    """The following token; at the end the last one."""
    return tokens[min(at + 1, len(tokens) - 1)]


def _is_attached(token: Token, before: Token) -> bool:
    return token.span.start == before.span.end


def is_arrow(tokens: Sequence[Token], at: int) -> bool:
    """Whether ``->`` is next."""
    dash, point = tokens[at], token_after(tokens, at)
    return dash.text == "-" and point.text == ">" and _is_attached(point, dash)


def is_doubled_point(tokens: Sequence[Token], at: int, turns_left: int) -> bool:
    """Whether a second point is next that ends no turn, as the round has points enough without."""
    point = tokens[at]
    if point.text != "." or not _is_attached(point, tokens[at - 1]):
        return False
    return _count_points(tokens, at + 1) == turns_left


def is_zero_turn(tokens: Sequence[Token], at: int) -> bool:
    """Whether ``0.`` is next, which some write for a pass."""
    return tokens[at].text == "0" and token_after(tokens, at).text == "."


def is_reversed_field(tokens: Sequence[Token], at: int) -> bool:
    """Whether a row and its column are next, such as ``2b``."""
    row, column = tokens[at], token_after(tokens, at)
    if row.kind is not TokenKind.NUMBER or column.kind is not TokenKind.WORD:
        return False
    return _is_attached(column, row) and column.text not in ("pass", "x", "player", "board")


def split_reversed_fields(tokens: list[Token], at: int) -> None:
    """Split the field with a minus that is in the middle of a move such as ``2b-3b``."""
    row, middle = tokens[at], token_after(tokens, at)
    if row.kind is not TokenKind.NUMBER or middle.kind is not TokenKind.FIELD:
        return
    column, dash, other = middle.text.partition("-")
    if not dash or not _is_attached(middle, row):
        return
    start, end = middle.span
    cut = start + len(column)
    tokens[at + 1 : at + 2] = [
        Token(TokenKind.WORD, column, Span(start, cut)),
        Token(TokenKind.MARK, dash, Span(cut, cut + 1)),
        Token(TokenKind.NUMBER, other, Span(cut + 1, end)),
    ]


def letters_in_row(tokens: Sequence[Token], at: int) -> str:
    """The row meant by a field and letters such as ``e1O``; empty if there is none."""
    field, letters = tokens[at], token_after(tokens, at)
    if field.kind is not TokenKind.FIELD or letters.kind is not TokenKind.WORD:
        return ""
    is_row = _is_attached(letters, field) and set(letters.text) <= set("OoIl")
    return letters.text.translate(_DIGITS) if is_row else ""


def third_field(tokens: Sequence[Token], at: int) -> Token | None:
    """The third field of a chain such as ``a1-b2-c3``, of which a move has been read."""
    dash, following = tokens[at], token_after(tokens, at)
    is_chain = dash.text in ("-", *DASHES) and _is_attached(dash, tokens[at - 1])
    return following if is_chain and following.kind is TokenKind.FIELD else None


def is_comma_in_turn(tokens: Sequence[Token], at: int, turns_left: int) -> bool:
    """Whether a comma between moves is next, and not one in place of the point of a turn.

    Then the round has points enough for the turns that are left.
    """
    if tokens[at].text != "," or token_after(tokens, at).kind is not TokenKind.FIELD:
        return False
    return _count_points(tokens, at) == turns_left


def _count_points(tokens: Sequence[Token], at: int) -> int:
    """The points before the number of the next round."""
    ends = (TokenKind.NUMBER, TokenKind.END)
    rest = takewhile(lambda token: token.kind not in ends, tokens[at : at + _MOST_AHEAD])
    return sum(token.text == "." for token in rest)
