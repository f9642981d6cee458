"""The tokens of relaxed JSON, and those that people write in their place.

One expression for all of them, because a long game has a hundred thousand. Does not decide what
a token means where it stands: `relaxed_json` does.

Every repetition is of single characters, and none can match what may follow it: a repeated group
takes memory for each round, and Python before 3.11.3 gets possessive quantifiers wrong.
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
"""Each match skips space and has one token, with the comma before it if there is one. Moves are
lists of two plain strings and make up most of a long game, so such a list is one token; that is
what makes reading quick. `string_end` finds where a string goes of which only the quote is matched.
"""
COMMA: Final = 1
PAIR: Final = 2

_PIECES: Final = {
    '"': re.compile(r'[^"\\\n\r]*(?:(")|\\[^\n\r])'),
    "'": re.compile(r"[^'\\\n\r]*(?:(')|\\[^\n\r])"),
}
"""What a string holds up to its closing quote, which is a group, or to the end of an escape."""
_LINE_END = re.compile(r"[\n\r]|\Z")


class StringEnd(NamedTuple):
    """Where a string ends: behind its closing quote, or with its line if it has none."""

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
