"""Saves files atomically and detects changes by other programs.

Writes the new content to a temporary file in the same folder, syncs it to the disk, and renames
it. A lock on the folder prevents two programs from saving at once; the operating system releases
it when a program dies. Under the lock the file is compared with the one that was read; if it
has changed, saving fails with SaveConflictError.

A killed program leaves at most one temporary file (`.NAME.saving`), which the next save of the
same file removes. Hard links are broken: other names keep the old content. `links` decides which
symbolic links are followed. Where folders cannot be locked (some network file systems, Windows),
two simultaneous saves can both succeed; the later one wins.
"""

from __future__ import annotations

import contextlib
import errno
import glob
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from enum import Enum
from pathlib import Path, PureWindowsPath
from typing import Final, NamedTuple

from atlantis_core.support.safe_text import showable
from .attributes import copy_attributes
from .collections import find_document, find_part, part_name, replace_document
from .compression import is_packed, pack, unpack
from .errors import SaveConflictError, SaveError
from .fingerprint import Fingerprint
from .links import follow_links
from .locks import LOCK_SECONDS, locked_folder
from .plain_files import FileContent, read_plain

AT_ONCE = 0.1
"""Wait for the app: enough for another save to end, too short to be noticed."""
_ABANDONED_SECONDS = 3600.0
"""Age of temporary files to remove where folders cannot be locked: younger ones may be in use."""
_UNIQUE = re.compile(r"\.[0-9]+\.[0-9]+\.saving")
"""Marks of a temporary file with a name of its own: the process and the time."""
_NOT_ON_WINDOWS = re.compile(
    r"(con|prn|aux|nul|com[0-9]|lpt[0-9])\s*(\..*)?|.*[<>:\"|?*\x00-\x1f].*|.*[ .]",
    re.IGNORECASE | re.DOTALL,
)
_LONGEST_NAME = 200
_MOST_READ = 256 << 20
"""Bytes, of a collection of over 100,000 games. Larger files are fingerprinted by beginning and
size."""
_MOST_UNPACKED = 1 << 30
_PART_ATTEMPTS = 20


class Expected(Enum):
    """The file that may exist at the path of a new one."""

    NO_FILE = "no file"
    ANY_FILE = "any file"


NO_FILE: Final = Expected.NO_FILE
ANY_FILE: Final = Expected.ANY_FILE

Report = Callable[[str], object]
"""Receives a sentence about what a save could not keep, such as the owner of the file."""


class Writing(NamedTuple):
    """Options for writing a file."""

    is_private: bool = False
    """Only its owner can read it, if it is new; an existing file keeps its permissions."""
    is_synced: bool = True
    """A power failure cannot lose it. Not syncing is faster."""


USUAL_WRITING: Final = Writing()


def fingerprint_of(path: Path | str) -> Fingerprint:
    """The current fingerprint of a regular file; a huge one by beginning and size."""
    found = read_plain(path, _MOST_READ)
    rest = f"+{found.size}".encode() if found.size > _MOST_READ else b""
    return Fingerprint.of(found.data + rest, found.modified_ns)


def save_bytes(
    content: bytes,
    path: Path | str,
    *,
    expected: Fingerprint | Expected = NO_FILE,
    patience: float = LOCK_SECONDS,
    report: Report | None = None,
    how: Writing = USUAL_WRITING,
) -> Fingerprint:
    """Save content and return the fingerprint to expect at the next save.

    `expected` is the fingerprint of the version that was read or saved last; raises
    SaveConflictError if the file has changed since. By default there must be no file yet.
    Raises SaveError if the disk or the permissions do not allow it, or if another program keeps
    the folder locked for longer than `patience` seconds. `report` receives what was not kept.
    """
    shown = showable(str(path))
    if "\0" in str(path) or _is_reserved(path):
        raise SaveError(shown, "invalid file name")
    part = find_part(path)
    if part is not None:
        return _save_part(content, part, expected, patience, report)
    try:
        # Before following links: /dev/fd/63 of a process substitution is a link to no path.
        if Path(path).exists() and not Path(path).is_file():
            raise SaveError(shown, f"it is {_kind(Path(path).stat())}")
        target = follow_links(path, shown)
        with _locked(target.parent, shown, patience) as is_locked:
            temporary = _temporary_path(target, is_locked=is_locked)
            _remove_leftovers(target, is_locked=is_locked)
            saved, lost = _replace(target, temporary, content, expected, shown, how)
    except OSError as error:
        raise SaveError(shown, _explain(error)) from error
    if report is not None:
        for sentence in lost:
            report(sentence)
    return saved


def _save_part(
    content: bytes,
    part: tuple[str, int],
    expected: Fingerprint | Expected,
    patience: float,
    report: Report | None,
) -> Fingerprint:
    """Save a document into its place in a collection.

    `expected` is the fingerprint of the document, so that changes of the others do not conflict.
    The collection is read again if another program changes it in the meantime.
    """
    path, line = part
    shown = showable(part_name(path, line))
    for _ in range(_PART_ATTEMPTS):
        whole = _whole_collection(path, shown)
        unpacked = unpack(whole.data, _MOST_UNPACKED) if is_packed(whole.data) else whole.data
        document = find_document(unpacked, path, line)
        if document is None:
            raise SaveError(shown, f"no game begins on line {line}")
        found = Fingerprint.of(document, whole.modified_ns)
        if expected is Expected.NO_FILE:
            raise SaveConflictError(shown, "another game is in this place", None, found)
        if isinstance(expected, Fingerprint) and not found.has_same_content(expected):
            raise SaveConflictError(shown, _compare(expected, found), expected, found)
        changed = replace_document(unpacked, path, line, content)
        before = Fingerprint.of(whole.data, whole.modified_ns)
        try:
            saved = save_bytes(
                pack(changed, path), path, expected=before, patience=patience, report=report
            )
        except SaveConflictError:
            continue
        return Fingerprint.of(content.rstrip(b"\n"), saved.modified_ns)
    raise SaveError(shown, "another program keeps changing the collection; try again")


def _whole_collection(path: str, shown: str) -> FileContent:
    try:
        whole = read_plain(path, _MOST_READ)
    except OSError as error:
        raise SaveError(shown, _explain(error)) from error
    if whole.size > _MOST_READ:
        reason = f"the collection has over {_MOST_READ >> 20} MB; save the game to its own file"
        raise SaveError(shown, reason)
    return whole


def _is_reserved(path: Path | str) -> bool:
    """Whether the name means a device, a part of a file or another name on this system."""
    if sys.platform == "win32":
        return _NOT_ON_WINDOWS.fullmatch(PureWindowsPath(path).name) is not None
    return False


def _explain(error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return "the disk is full; the old file is unchanged"
        case errno.EROFS:
            return "the disk is read-only"
        case errno.EACCES | errno.EPERM:
            return "permission denied"
        case errno.ENOENT | errno.ENOTDIR:
            return "the folder does not exist"
        case errno.ENAMETOOLONG:
            return "the name is too long"
        case errno.ELOOP:
            return "too many symbolic links (loop)"
        case _:
            return error.strerror or str(error)


@contextlib.contextmanager
def _locked(folder: Path, shown: str, patience: float) -> Iterator[bool]:
    """Lock a folder and yield True, or False where folders cannot be locked."""
    with contextlib.ExitStack() as stack:
        try:
            is_locked = stack.enter_context(locked_folder(folder, patience))
        except BlockingIOError:
            reason = "another program is saving to this folder; try again"
            raise SaveError(shown, reason) from None
        yield is_locked


def _replace(
    target: Path,
    temporary: Path,
    content: bytes,
    expected: Fingerprint | Expected,
    shown: str,
    how: Writing,
) -> tuple[Fingerprint, list[str]]:
    old = _check_target(target, expected, shown)
    try:
        temporary.unlink(missing_ok=True)
    except PermissionError:
        # Another user's temporary file in a shared folder: use a unique name.
        temporary = _temporary_path(target, is_locked=False)
    try:
        modified, lost = _write_new(temporary, content, None if old is None else target, how)
        # Programs that ignore the lock may have written in the meantime.
        _check_target(target, expected, shown)
        if old is None and expected is not Expected.ANY_FILE:
            _put_in_place(temporary, target, shown)
        else:
            temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    if how.is_synced:
        _sync_folder(target.parent)
    return Fingerprint.of(content, modified), lost


def _check_target(
    target: Path, expected: Fingerprint | Expected, shown: str
) -> os.stat_result | None:
    """The status of the file to replace, or None. Raises if it is not the expected one."""
    try:
        status = target.lstat()  # a link made since the path was resolved is not followed
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(status.st_mode):
        raise SaveError(shown, f"it is {_kind(status)}")
    if not os.access(target, os.W_OK):
        raise SaveError(shown, "the file is read-only")
    if expected is Expected.NO_FILE:
        raise _name_conflict(target, shown)
    if isinstance(expected, Fingerprint):
        found = fingerprint_of(target)
        if not found.has_same_content(expected):
            raise SaveConflictError(shown, _compare(expected, found), expected, found)
    return status


def _kind(status: os.stat_result) -> str:
    return "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"


def _name_conflict(target: Path, shown: str) -> SaveConflictError:
    found = fingerprint_of(target)
    reason = f"a file with this name already exists, written {_when(found)}"
    return SaveConflictError(shown, reason, None, found)


def _compare(expected: Fingerprint, found: Fingerprint) -> str:
    age = "newer" if found.modified_ns >= expected.modified_ns else "older"
    return (
        f"the file changed on disk since it was opened: the file on disk is {age} "
        f"(written {_when(found)}; the opened version: {_when(expected)})"
    )


def _when(fingerprint: Fingerprint) -> str:
    try:
        moment = datetime.fromtimestamp(fingerprint.modified_ns / 1e9).astimezone()
    except (ValueError, OverflowError, OSError):
        return "at an invalid date"
    return moment.strftime("%Y-%m-%d %H:%M:%S")


def _temporary_path(target: Path, *, is_locked: bool) -> Path:
    """The temporary file of a target; under the lock always the same."""
    mark = "" if is_locked else f".{os.getpid()}.{time.monotonic_ns()}"
    return target.with_name(f"{_temporary_stem(target)}{mark}.saving")


def _temporary_stem(target: Path) -> str:
    name = target.name
    if len(os.fsencode(name)) > _LONGEST_NAME:
        name = Fingerprint.of(os.fsencode(name), 0).digest.hex()
    return f".{name}"


def _remove_leftovers(target: Path, *, is_locked: bool) -> None:
    """Remove temporary files of killed programs; young ones only if no other can be saving."""
    stem = _temporary_stem(target)
    for left in target.parent.glob(f"{glob.escape(stem)}*.saving"):
        is_unique = left.name != f"{stem}.saving"
        if is_unique and not _UNIQUE.fullmatch(left.name.removeprefix(stem)):
            continue  # that of another file, whose name begins in the same way
        with contextlib.suppress(OSError):
            if is_locked or time.time() - left.lstat().st_mtime > _ABANDONED_SECONDS:
                left.unlink()


def _write_new(
    temporary: Path, content: bytes, old: Path | None, how: Writing
) -> tuple[int, list[str]]:
    """Write a new file with the attributes of the old one.

    Returns its modification time and what could not be kept.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
    # The temporary copy of a secret file must not be readable by others.
    descriptor = os.open(temporary, flags, 0o600 if how.is_private or old else 0o666)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        lost = [] if old is None else list(copy_attributes(old, descriptor))
        if how.is_synced:
            os.fsync(descriptor)
        return os.fstat(descriptor).st_mtime_ns, lost


def _put_in_place(temporary: Path, target: Path, shown: str) -> None:
    """Give a new file its name. A link, unlike a rename, cannot replace an existing file."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise _name_conflict(target, shown) from None
    except OSError:
        # File systems without hard links.
        temporary.replace(target)
    else:
        temporary.unlink()


def _sync_folder(folder: Path) -> None:
    """Sync the new name to the disk, where folders can be synced."""
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
