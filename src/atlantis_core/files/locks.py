"""Locks that programs of this project respect: on an open file, or on a folder.

A lock ends when its descriptor is closed, also by the death of the process. Some network file
systems have no locks.
"""

from __future__ import annotations

import errno
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_SECONDS = 5.0
"""Seconds to wait for another program that is writing."""
_PAUSE = 0.01
_NO_LOCKS = (errno.EBADF, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS)
_LOCKED_BYTE = 1 << 30
"""Windows locks bytes, and no other program can read them: lock one beyond the end of any file."""


def lock(descriptor: int, patience: float = 0.0) -> bool:
    """Lock an open file; returns False where the file system has no locks.

    Raises BlockingIOError if another program still holds the lock after `patience` seconds.
    """
    deadline = time.monotonic() + patience
    while True:
        try:
            _try_lock(descriptor)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise
            time.sleep(_PAUSE)
        except OSError as error:
            if error.errno in _NO_LOCKS:
                return False
            raise
        else:
            return True


@contextmanager
def locked_folder(folder: Path, patience: float) -> Iterator[bool]:
    """Lock a folder and yield what `lock` returns, or raise what it raises."""
    descriptor = _open_folder(folder)
    try:
        yield lock(descriptor, patience)
    finally:
        os.close(descriptor)


def honours_locks(folder: Path) -> bool:
    """Whether a lock on the folder keeps a second one out, so that no save is lost."""
    try:
        with locked_folder(folder, 0), locked_folder(folder, 0):
            return False
    except BlockingIOError:
        return True


if sys.platform == "win32":

    def _try_lock(descriptor: int) -> None:
        place = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(error.errno, error.strerror) from None
        finally:
            os.lseek(descriptor, place, os.SEEK_SET)

    def _open_folder(folder: Path) -> int:
        """Open a file that stands for the folder, which cannot be opened itself."""
        import tempfile  # noqa: PLC0415 - slow
        from hashlib import sha256  # noqa: PLC0415

        name = sha256(os.fsencode(os.path.normcase(folder.resolve()))).hexdigest()
        path = Path(tempfile.gettempdir(), f"atlantis-{name}.lock")
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o600)

else:

    def _try_lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _open_folder(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
