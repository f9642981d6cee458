"""Reads lines and prints answers: what `atlantis read` and `atlantis talk` have in common."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from .output import emit, emit_wrapped, flush_output

PROMPT = "> "
LONGEST_LINE = 100_000
"""Characters of a line from a pipe; a longer one is cut."""


def print_answer(answer: Iterable[str], hanging: str = "") -> None:
    """Print an answer line by line as it comes; wraps prose, but not pictures and tables."""
    for line in answer:
        if line[:1].isspace() or "  " in line:
            emit(line)
        else:
            emit_wrapped(line, hanging=hanging)
        flush_output()


def piped_lines() -> Iterator[str]:
    """The lines of a pipe; only the beginning of one that is longer than any command."""
    if sys.stdin is not None:
        is_rest = False
        while part := sys.stdin.readline(LONGEST_LINE):
            if not is_rest:
                yield part.rstrip("\r\n")
            is_rest = not part.endswith("\n")


def typed_lines() -> Iterator[str]:
    """The lines that a user types, until the end of the input; Ctrl+C drops a line."""
    while True:
        try:
            yield input(PROMPT)
        except EOFError:
            emit()
            return
        except KeyboardInterrupt:
            emit()
