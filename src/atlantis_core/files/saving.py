"""Saves files so that nothing is ever lost: the old file or the new one, never a mixture.

The new content goes into a temporary file in the same folder, is forced to the disk, and then
takes the name of the old file in one step. A lock on the folder keeps two programs from saving
at once; the operating system drops it when a program dies, so it cannot be left behind. Under
the lock the file is compared with the one that was read: whoever comes second is told.

A program that is killed leaves at most one temporary file (`.NAME.saving`), which the next
save of the same file removes. Hard links are not kept: the other names go on showing the old
content. Where folders cannot be locked (some network file systems, Windows) two saves within
the same instant could both succeed, the later one winning whole.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Final

from atlantis_core.safe_text import showable
from .errors import SaveConflictError, SaveError
from .fingerprint import Fingerprint
from .plain_files import read_plain

if sys.platform != "win32":
    import fcntl

LOCK_SECONDS = 5.0
"""How long to wait for another program that is saving in the same folder."""
AT_ONCE = 0.1
"""For programs with a screen: enough for another save to end, too little for anybody to notice."""
_LOCK_PAUSE = 0.01
_LONGEST_NAME = 200
_MOST_READ = 32 << 20
"""Bytes. Whatever is larger was not written by us, and must not be read to its end."""


class Expected(Enum):
    """What may be in the place where a file is saved, if not what was read there."""

    NO_FILE = "no file"
    ANY_FILE = "any file"


NO_FILE: Final = Expected.NO_FILE
ANY_FILE: Final = Expected.ANY_FILE


def fingerprint_of(path: Path | str) -> Fingerprint:
    """The fingerprint of a plain file as it is now; of a huge one by its beginning and size."""
    found = read_plain(path, _MOST_READ)
    rest = f"+{found.size}".encode() if found.size > _MOST_READ else b""
    return Fingerprint.of(found.data + rest, found.modified_ns)


def save_bytes(
    content: bytes,
    path: Path | str,
    *,
    expected: Fingerprint | Expected = NO_FILE,
    patience: float = LOCK_SECONDS,
) -> Fingerprint:
    """Save content and give the fingerprint to expect at the next save.

    `expected` is the fingerprint of what was read or saved there last; a file that has changed
    since is not overwritten (SaveConflictError). Without it there must be no file yet.
    Raises SaveError if the disk or the permissions do not allow it, or if another program goes
    on saving in the same folder for longer than our patience, in seconds.
    """
    shown = showable(str(path))
    if "\0" in str(path):
        raise SaveError(shown, "no file can have that name")
    target = Path(os.path.realpath(path))
    if not target.name:  # the root, which has no name that others could stand beside
        raise SaveError(shown, "it is a folder")
    try:
        if Path(path).exists() and not target.exists():  # /dev/fd/63 of a process substitution
            raise SaveError(shown, "it is not a regular file")
        with _locked(target.parent, shown, patience) as is_locked:
            temporary = _temporary_path(target, is_locked=is_locked)
            return _replace(target, temporary, content, expected, shown)
    except OSError as error:
        raise SaveError(shown, _explain(error)) from error


def _explain(error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return "the disk is full; what was there before is intact"
        case errno.EROFS:
            return "the disk is read-only"
        case errno.EACCES | errno.EPERM:
            return "writing is not permitted there"
        case errno.ENOENT | errno.ENOTDIR:
            return "the folder does not exist"
        case errno.ENAMETOOLONG:
            return "the name is too long"
        case errno.ELOOP:
            return "the links lead in a circle"
        case _:
            return error.strerror or str(error)


@contextlib.contextmanager
def _locked(folder: Path, shown: str, patience: float) -> Iterator[bool]:
    """Hold the lock of a folder and yield True, or False where folders cannot be locked."""
    if sys.platform == "win32":
        yield False
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield _lock(descriptor, shown, patience)
    finally:
        os.close(descriptor)


def _lock(descriptor: int, shown: str, patience: float) -> bool:
    deadline = time.monotonic() + patience
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise SaveError(shown, "another program is saving in this folder") from None
            time.sleep(_LOCK_PAUSE)
        except OSError as error:
            if error.errno in (errno.EBADF, errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS):
                return False
            raise
        else:
            return True


def _replace(
    target: Path, temporary: Path, content: bytes, expected: Fingerprint | Expected, shown: str
) -> Fingerprint:
    old = _check_target(target, expected, shown)
    try:
        temporary.unlink(missing_ok=True)
    except PermissionError:
        # Somebody else's, in a shared folder: theirs stays, ours gets a name of its own.
        temporary = _temporary_path(target, is_locked=False)
    try:
        modified = _write_new(temporary, content, None if old is None else target)
        # Programs that know nothing of the lock may have written in the meantime.
        _check_target(target, expected, shown)
        if old is None and expected is not Expected.ANY_FILE:
            _put_in_place(temporary, target, shown)
        else:
            temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)
    return Fingerprint.of(content, modified)


def _check_target(
    target: Path, expected: Fingerprint | Expected, shown: str
) -> os.stat_result | None:
    """The state of the file to replace, None if there is none; raises if it is not the expected."""
    try:
        status = target.stat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
        raise SaveError(shown, f"it is {what}")
    if not os.access(target, os.W_OK):
        raise SaveError(shown, "the file is read-only")
    if expected is Expected.NO_FILE:
        raise _taken(target, shown)
    if isinstance(expected, Fingerprint):
        found = fingerprint_of(target)
        if not found.has_same_content(expected):
            raise SaveConflictError(shown, _compare(expected, found), expected, found)
    return status


def _taken(target: Path, shown: str) -> SaveConflictError:
    found = fingerprint_of(target)
    reason = f"there is a file of that name already, written {_when(found)}"
    return SaveConflictError(shown, reason, None, found)


def _compare(expected: Fingerprint, found: Fingerprint) -> str:
    if found.modified_ns >= expected.modified_ns:
        newer = "the file on the disk is the newer one"
    else:
        newer = "the file on the disk is the older one"
    return (
        f"somebody else has changed the file since it was read: {newer} "
        f"(written {_when(found)}; the one that was read: {_when(expected)})"
    )


def _when(fingerprint: Fingerprint) -> str:
    try:
        moment = datetime.fromtimestamp(fingerprint.modified_ns / 1e9).astimezone()
    except (ValueError, OverflowError, OSError):
        return "in a year that no calendar has"
    return moment.strftime("%Y-%m-%d %H:%M:%S")


def _temporary_path(target: Path, *, is_locked: bool) -> Path:
    """Under the lock always the same name for the same file: what is there was left behind."""
    name = target.name
    if len(os.fsencode(name)) > _LONGEST_NAME:
        name = Fingerprint.of(os.fsencode(name), 0).digest.hex()
    mark = "" if is_locked else f".{os.getpid()}.{time.monotonic_ns()}"
    return target.with_name(f".{name}{mark}.saving")


def _write_new(temporary: Path, content: bytes, old: Path | None) -> int:
    """Write a new file down to the disk, with the permissions of the old one."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
    # A secret file must not be readable for a moment under another name.
    descriptor = os.open(temporary, flags, 0o666 if old is None else 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        if old is not None:
            _copy_permissions(old, descriptor)
        os.fsync(descriptor)
        return os.fstat(descriptor).st_mtime_ns


def _copy_permissions(source: Path, descriptor: int) -> None:
    if sys.platform == "win32":
        return
    old, new = source.stat(), os.fstat(descriptor)
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        # Only root can give files away; a member of the group can keep the group.
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, -1, old.st_gid)
        with contextlib.suppress(PermissionError):
            os.fchown(descriptor, old.st_uid, -1)
    os.fchmod(descriptor, stat.S_IMODE(old.st_mode))
    if sys.platform == "linux":
        # Access lists and the like; a file system without them says so.
        with contextlib.suppress(OSError):
            for name in os.listxattr(source):
                os.setxattr(descriptor, name, os.getxattr(source, name))


def _put_in_place(temporary: Path, target: Path, shown: str) -> None:
    """Give a new file its name; unlike a rename, a link never replaces what came in between."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise _taken(target, shown) from None
    except OSError:
        # File systems without hard links.
        temporary.replace(target)
    else:
        temporary.unlink()


def _sync_folder(folder: Path) -> None:
    """Make sure that the new name survives a power failure, where folders can be synced."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.EBADF, errno.ENOTSUP):
            raise
    finally:
        os.close(descriptor)
