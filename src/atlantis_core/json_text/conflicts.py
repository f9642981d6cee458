"""Finds unresolved merge conflicts of version control systems.

A file with conflicts contains two versions of a game, so parser errors would mislead. Reports
only complete conflicts, with all three markers.
"""

from __future__ import annotations

import re

from .places import Problems, Span

_MARK = re.compile(r"^(?:<{7}|={7}|>{7})(?=[ \r\n]|\Z)", re.MULTILINE)


def report_conflicts(text: str, problems: Problems) -> bool:
    """Add a problem for every conflict. Returns whether there was one."""
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
        "unresolved merge conflict",
        "keep one of the two sides and remove the lines '<<<<<<<', '=======' and '>>>>>>>'",
        (middle, "the other side begins here"),
        (end, "it ends here"),
    )
