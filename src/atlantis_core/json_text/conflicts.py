"""Finds what a version control system leaves in a file that two people have changed.

Such a file holds two games at once: whatever a parser says of it is about a game that nobody
played. Looks only for whole conflicts, each with all its lines.
"""

from __future__ import annotations

import re

from .places import Problems, Span

_MARK = re.compile(r"^(?:<{7}|={7}|>{7})(?=[ \r\n]|\Z)", re.MULTILINE)


def report_conflicts(text: str, problems: Problems) -> bool:
    """Add a problem for every conflict; says whether there was one."""
    found = False
    begin: Span | None = None
    middle: Span | None = None
    for match in _MARK.finditer(text) if "\n=======" in text else ():
        span = Span(*match.span())
        if match[0][0] == "<":
            begin, middle = span, None
        elif match[0][0] == "=":
            middle = span
        elif begin is not None and middle is not None and not problems.is_full:
            _report(begin, middle, span, problems)
            found, begin, middle = True, None, None
    return found


def _report(begin: Span, middle: Span, end: Span, problems: Problems) -> None:
    problems.error(
        begin,
        "a merge conflict was left in the file",
        "keep one of the two sides and remove the lines '<<<<<<<', '=======' and '>>>>>>>'",
        (middle, "the other side begins here"),
        (end, "it ends here"),
    )
