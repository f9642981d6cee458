"""Read files and standard input as bytes.

Separate from `game_files`, because `check` needs no game.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from atlantis_core.files.plain_files import NotPlainError, read_plain_or_pipe
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.support.safe_text import showable
from .errors import UnreadableError, describe_os_error

STANDARD_STREAM = "-"
STDIN_NAME = "<stdin>"
SHARE_CODE = "atl1:"
"""Begins a share code, which stands for the file of its game."""
CODE_NAME = "<share code>"
_EXPECTED = "expected a regular file, '-' for standard input, or a process substitution"


def name_of(path: str) -> str:
    """The name of a file in messages."""
    if path.startswith(SHARE_CODE):
        return CODE_NAME
    return STDIN_NAME if path == STANDARD_STREAM else path


class Content(NamedTuple):
    """The bytes of a file and its modification time in nanoseconds; 0 for standard input."""

    data: bytes
    modified_ns: int


def read_content(path: str) -> Content:
    """Read a file, at most one byte more than the limit for transcripts; raises UnreadableError."""
    try:
        if path == STANDARD_STREAM:
            return Content(_read_stdin(), 0)
        if path.startswith(SHARE_CODE):
            return Content(path.encode("utf-8", "surrogateescape"), 0)
        found = read_plain_or_pipe(path, MAX_BYTES + 1)
        return Content(found.data, found.modified_ns)
    except NotPlainError as error:
        raise UnreadableError(showable(path), f"{error.found} ({_EXPECTED})") from error
    except OSError as error:
        raise unreadable(path, error) from error


def unreadable(path: str, error: OSError) -> UnreadableError:
    return UnreadableError(showable(name_of(path)), describe_os_error(error))


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise UnreadableError(STDIN_NAME, "standard input is closed")
    return sys.stdin.buffer.read(MAX_BYTES + 1)
