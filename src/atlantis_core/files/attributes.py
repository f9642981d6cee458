"""Copies owner, permissions and extended attributes to the new version of a file.

Reports what it cannot keep: hard links to the old version, and what the system does not allow.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

_VITAL = ("user.", "system.posix_acl_")
"""Attributes whose loss is reported; others are set by the system itself, such as labels."""


def copy_attributes(source: Path, descriptor: int) -> Iterator[str]:
    """Copy the attributes of a file to an open one; yield what is lost."""
    if sys.platform == "win32":
        return
    old = source.lstat()
    if old.st_nlink > 1:
        yield "other hard links to the file keep the old version"
    # Only root can change the owner; a member of the group can keep the group.
    with contextlib.suppress(PermissionError):
        os.fchown(descriptor, -1, old.st_gid)
    with contextlib.suppress(PermissionError):
        os.fchown(descriptor, old.st_uid, -1)
    new = os.fstat(descriptor)
    mode = stat.S_IMODE(old.st_mode)
    if new.st_uid != old.st_uid:
        yield "the file belongs to you now"
    if new.st_gid != old.st_gid:
        yield "the file belongs to your group now"
        mode = _without_group(mode)
    os.fchmod(descriptor, mode)
    if sys.platform == "linux":
        yield from _copy_extended(source, descriptor)


def _without_group(mode: int) -> int:
    """Give the group the rights of others: it is another group than that of the old file."""
    return mode & ~stat.S_IRWXG | (mode & stat.S_IRWXO) << 3


def _copy_extended(source: Path, descriptor: int) -> Iterator[str]:
    """Copy extended attributes, such as access control lists, where the file system has them."""
    try:
        names = os.listxattr(source, follow_symlinks=False)
    except OSError:
        return
    for name in names:
        try:
            os.setxattr(descriptor, name, os.getxattr(source, name, follow_symlinks=False))
        except OSError:
            if name.startswith(_VITAL):
                yield f"the file has lost its attribute '{name}'"
