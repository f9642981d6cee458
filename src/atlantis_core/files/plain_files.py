"""Reads plain files, and only those: never waits for a pipe, a device or a file without end."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)


class NotPlainError(OSError):
    """What a path names is a pipe, a device or the like."""


class FileContent(NamedTuple):
    """What is in a file, as far as it was read."""

    data: bytes
    size: int
    """How large the whole file is."""
    modified_ns: int


def read_plain(path: Path | str, most: int) -> FileContent:
    """At most so many bytes of a plain file; raises OSError, NotPlainError for anything else."""
    descriptor = os.open(path, _FLAGS)
    try:
        status = os.fstat(descriptor)
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(status.st_mode):
            raise NotPlainError(errno.EINVAL, "not a plain file", str(path))
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return FileContent(file.read(most), status.st_size, status.st_mtime_ns)
    finally:
        os.close(descriptor)


def read_plain_text(path: Path | str, most: int) -> str:
    """A small text file; raises OSError, and ValueError if it is too large or no UTF-8."""
    found = read_plain(path, most + 1)
    if len(found.data) > most:
        raise ValueError(f"more than {most} bytes")
    return found.data.decode("utf-8")
