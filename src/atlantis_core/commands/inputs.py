"""What is in a file or on standard input, as bytes, and what it is called in messages.

Apart from `game_files`, because a quick check of a file needs no game.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from atlantis_core.files.plain_files import NotPlainError, read_plain_or_pipe
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.safe_text import showable
from .errors import UnreadableError, describe_os_error

STANDARD_STREAM = "-"
STDIN_NAME = "<stdin>"
_EXPECTED = "expected a regular file, '-' for standard input, or a process substitution"


def name_of(path: str) -> str:
    """What a file is called in messages."""
    return STDIN_NAME if path == STANDARD_STREAM else path


class Content(NamedTuple):
    """What is in a file, and when it was last written, in nanoseconds; 0 for standard input."""

    data: bytes
    modified_ns: int


def read_content(path: str) -> Content:
    """The content, up to a byte too much for any transcript; raises UnreadableError."""
    try:
        if path == STANDARD_STREAM:
            return Content(_read_stdin(), 0)
        found = read_plain_or_pipe(path, MAX_BYTES + 1)
        return Content(found.data, found.modified_ns)
    except NotPlainError as error:
        raise UnreadableError(showable(path), f"{error.found} ({_EXPECTED})") from error
    except OSError as error:
        raise unreadable(path, error) from error


def unreadable(path: str, error: OSError) -> UnreadableError:
    """Says which file cannot be read, and why."""
    return UnreadableError(showable(name_of(path)), describe_os_error(error))


def _read_stdin() -> bytes:
    if sys.stdin is None:
        raise UnreadableError(STDIN_NAME, "standard input is closed")
    return sys.stdin.buffer.read(MAX_BYTES + 1)
