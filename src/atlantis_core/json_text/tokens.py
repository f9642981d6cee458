"""Tokens of relaxed JSON, including tokens for common mistakes.

A single expression for speed: a long game has a hundred thousand tokens. `relaxed_json` decides
what a token means in its context.

Only single characters are repeated, and no repetition can match what may follow it: a repeated
group takes memory for each round, and Python before 3.11.3 has wrong possessive quantifiers.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

TOKEN = re.compile(
    r"""[ \t\n\r]*
    (?: (,) [ \t\n\r]* )?                                     # 1 a comma before the token
    (?: (\[ [ \t\n\r]* "([^"\\\x00-\x1f]*)" [ \t\n\r]* ,      # 2 a list of two plain strings
            [ \t\n\r]* "([^"\\\x00-\x1f]*)" [ \t\n\r]* \])
      | ("[^"\\\x00-\x1f]*")                                  # 5 a plain string
      | ([\[{])                                               # 6
      | ([\]}])                                               # 7
      | (:(?!=))                                              # 8
      | (["'])                                                # 9 the beginning of any other string
      | (//[^\n\r]* | /\*.*?\*/)                              # 10 a comment
      | ([\u201c\u201e\xab][^\u201c\u201d\u201e\xab\xbb\n\r]*[\u201c\u201d\xbb]
        |\u2018[^\u2018\u2019\n\r]*\u2019)                    # 11 a string in curly quotes
      | ([^\s,:;=()\[\]{}"'/\#]+)                             # 12 a number, true, a bare word
      | (\#[^\n\r]*)                                          # 13 a comment of another language
      | (/\*)                                                 # 14 a comment that is not closed
      | (\Z)                                                  # 15
      | (,)                                                   # 16 a second comma
      | (;)                                                   # 17 where a comma is meant
      | (:=|=>|=)                                             # 18 where a colon is meant
      | ([()])                                                # 19 where square brackets are meant
      | (.)                                                   # 20 anything else
    )""",
    re.VERBOSE | re.DOTALL,
)
"""Each match skips space and has one token, with a preceding comma if there is one. Moves are
lists of two plain strings and most of a long game, so such a list is one token, which makes
parsing fast. For other strings only the quote is matched; `string_end` finds their end.
"""
COMMA: Final = 1
PAIR: Final = 2

_PIECES: Final = {
    '"': re.compile(r'[^"\\\n\r]*(?:(")|\\[^\n\r])'),
    "'": re.compile(r"[^'\\\n\r]*(?:(')|\\[^\n\r])"),
}
"""The part of a string up to its closing quote, which is a group, or the end of an escape."""
_LINE_END = re.compile(r"[\n\r]|\Z")


class StringEnd(NamedTuple):
    """End of a string: after its closing quote, or the end of its line if it has none."""

    offset: int
    is_closed: bool


def string_end(text: str, start: int) -> StringEnd:
    """The end of the string whose opening quote is at an offset."""
    pieces = _PIECES[text[start]]
    at = start + 1
    while (piece := pieces.match(text, at)) is not None:
        at = piece.end()
        if piece[1]:
            return StringEnd(at, is_closed=True)
    line_end = _LINE_END.search(text, at)
    return StringEnd(len(text) if line_end is None else line_end.start(), is_closed=False)
