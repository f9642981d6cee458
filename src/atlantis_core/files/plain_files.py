"""Read regular files, and pipes that a program writes to. Never waits for any other file.

Devices are not even opened: opening alone can have effects.
"""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_NOCTTY", 0)
)
_PIECE: Final = 1 << 20
"""Most bytes that are read at once."""
_NOT_PLAIN: Final = ", not a regular file"


class NotPlainError(OSError):
    """A path names a pipe, a device or the like."""

    @property
    def found(self) -> str:
        """What it names, for example "a device"."""
        return str(self.strerror).removesuffix(_NOT_PLAIN)


class FileContent(NamedTuple):
    """The beginning of a file."""

    data: bytes
    size: int
    """Size of the whole file."""
    modified_ns: int


def read_plain(path: Path | str, most: int) -> FileContent:
    """Read at most `most` bytes of a regular file. Raises OSError, NotPlainError for others."""
    return _read(path, most, takes_pipe=False)


def read_plain_or_pipe(path: Path | str, most: int) -> FileContent:
    """Like `read_plain`, but also read a pipe that has a writer, until the writer closes it."""
    return _read(path, most, takes_pipe=True)


def read_plain_text(path: Path | str, most: int) -> str:
    """Read a small text file. Raises OSError, and ValueError if it is too large or not UTF-8."""
    found = read_plain(path, most + 1)
    if len(found.data) > most:
        raise ValueError(f"more than {most} bytes")
    return found.data.decode("utf-8")


def _read(path: Path | str, most: int, *, takes_pipe: bool) -> FileContent:
    try:
        status = os.stat(path)  # noqa: PTH116 - slow to import
    except FileNotFoundError:
        found = _read_part(path, most)
        if found is None:
            raise
        return found
    _check_kind(status, path, takes_pipe=takes_pipe)
    descriptor = os.open(path, _FLAGS)
    try:
        status = os.fstat(descriptor)
        _check_kind(status, path, takes_pipe=takes_pipe)
        is_pipe = stat.S_ISFIFO(status.st_mode)
        try:
            data = _read_pipe(descriptor, most, path) if is_pipe else _read_up_to(descriptor, most)
        except BlockingIOError:  # such as /proc/kmsg, which calls itself a regular file
            raise _not_plain("a stream without an end", path) from None
        return FileContent(data, len(data) if is_pipe else status.st_size, status.st_mtime_ns)
    finally:
        os.close(descriptor)


def _read_part(path: Path | str, most: int) -> FileContent | None:
    """Read a document of a collection, or None if the path names none."""
    from .collections import find_part, read_part  # noqa: PLC0415 - rarely needed
    from .compression import DamagedError  # noqa: PLC0415 - rarely needed

    found = find_part(path)
    if found is None:
        return None
    file, line = found
    try:
        part = read_part(file, line)
    except DamagedError as error:
        raise OSError(errno.EIO, str(error), str(path)) from None
    if part is None:
        raise OSError(errno.ENOENT, f"no game begins on line {line}", str(path))
    modified = os.stat(file).st_mtime_ns  # noqa: PTH116 - slow to import
    return FileContent(part.content[:most], len(part.content), modified)


def _check_kind(status: os.stat_result, path: Path | str, *, takes_pipe: bool) -> None:
    mode = status.st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if stat.S_ISFIFO(mode):
        if not takes_pipe:
            raise _not_plain("a pipe", path)
    elif not stat.S_ISREG(mode):
        raise _not_plain("a socket" if stat.S_ISSOCK(mode) else "a device", path)


def _not_plain(found: str, path: Path | str) -> NotPlainError:
    return NotPlainError(errno.EINVAL, found + _NOT_PLAIN, str(path))


def _read_pipe(descriptor: int, most: int, path: Path | str) -> bytes:
    """Read from a pipe until its writer closes it. Raises NotPlainError if it has no writer."""
    try:
        first = os.read(descriptor, min(most, _PIECE))
    except BlockingIOError:
        first = b""  # the writer has not written anything yet
    else:
        if not first:
            raise _not_plain("a pipe without a writer", path)
    os.set_blocking(descriptor, True)
    return first + _read_up_to(descriptor, most - len(first))


def _read_up_to(descriptor: int, most: int) -> bytes:
    pieces = []
    while most > 0 and (piece := os.read(descriptor, min(most, _PIECE))):
        pieces.append(piece)
        most -= len(piece)
    return b"".join(pieces)
