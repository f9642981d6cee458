"""The words and signs of relaxed JSON, and those that people write in their place.

One expression for all of them, because a long game has a hundred thousand. Decides nothing: what
a token means where it stands is for `relaxed_json`.
"""

from __future__ import annotations

import re
from typing import Final

TOKEN = re.compile(
    r"""(?: [ \t\n\r]++ | //[^\n\r]*+ | /\*(?:[^*]++|\*(?!/))*+\*/ )*+
    (?: (,)                                                   # 1 a comma before the token
      (?: [ \t\n\r]++ | //[^\n\r]*+ | /\*(?:[^*]++|\*(?!/))*+\*/ )*+ )?+
    (?: (\[ [ \t\n\r]*+ "([^"\\\x00-\x1f]*+)" [ \t\n\r]*+ ,     # 2 a list of two plain strings
            [ \t\n\r]*+ "([^"\\\x00-\x1f]*+)" [ \t\n\r]*+ \])
      | ("[^"\\\x00-\x1f]*+")                                 # 5 a plain string
      | ([\[{])                                               # 6
      | ([\]}])                                               # 7
      | (:(?!=))                                              # 8
      | ("(?:[^"\\\n\r]|\\[^\n\r])*+" | '(?:[^'\\\n\r]|\\[^\n\r])*+')    # 9 any other string
      | (["'][^\n\r]*+)                                       # 10 a string that is not closed
      | ([\u201c\u201e\xab][^\u201c\u201d\xbb\n\r]*+[\u201c\u201d\xbb]    # 11 in curly quotes
        |\u2018[^\u2019\n\r]*+\u2019)
      | ((?:[^\s,:;=()\[\]{}"'/\#])++)                        # 12 a number, true, a bare word
      | (\#[^\n\r]*+)                                         # 13 a comment of another language
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
"""Each match skips space and comments and has one token, with the comma before it if there is one.
Moves are lists of two plain strings and make up most of a long game, so such a list is one token;
that is what makes reading quick."""
COMMA: Final = 1
PAIR: Final = 2
