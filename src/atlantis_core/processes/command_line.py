"""Parses command lines from users and files. Runs nothing."""

from __future__ import annotations

import os
import shlex
import sys

from atlantis_core.support.errors import NotationError

MAX_COMMAND_LINE = 4096
"""Characters. Splitting takes quadratic time, and a file can contain any length."""


def parse_command(text: str) -> tuple[str, ...]:
    """Split a command line like a shell, without running one.

    Raises NotationError if no system could start it: empty, with NUL, or not encodable.
    """
    words: tuple[str, ...] = ()
    if len(text) <= MAX_COMMAND_LINE and "\0" not in text and _is_text(text):
        try:
            words = tuple(shlex.split(_with_backslashes(text)))
        except ValueError:
            words = ()
    if not words or not words[0]:
        raise NotationError(text, "command line", "for example 'python3 my_agent.py'")
    return words


def _with_backslashes(text: str) -> str:
    """On Windows a backslash separates folders, and quotes nothing."""
    return text.replace("\\", "\\\\") if sys.platform == "win32" else text


def _is_text(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True
