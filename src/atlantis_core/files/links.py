"""Decides which symbolic links saving follows.

Only links that the user or root made, to an existing file in a folder of the user or root. In a
shared folder such as /tmp another user could otherwise choose which file is written.
"""

from __future__ import annotations

import os
from pathlib import Path

from .errors import SaveError

_MAX_LINKS = 40
"""Length of a chain of links, as in Linux."""


def follow_links(path: Path | str, shown: str) -> Path:
    """Return the file that a path names, without symbolic links. Raises SaveError, OSError."""
    place = _without_linked_folders(Path(path))
    for _ in range(_MAX_LINKS):
        if not place.is_symlink():
            return place
        if not _is_trusted(place):
            raise SaveError(shown, "it is a symbolic link of another user")
        place = _without_linked_folders(place.parent / place.readlink())
        if not os.path.lexists(place):
            raise SaveError(shown, "it is a symbolic link to a missing file")
        if not _is_trusted(place.parent):
            raise SaveError(shown, "it is a symbolic link into a folder of another user")
    raise SaveError(shown, "too many symbolic links (loop)")


def open_unlinked(path: str, flags: int) -> int:
    """Open a file, but not a link that replaced it since its path was resolved."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


def _without_linked_folders(path: Path) -> Path:
    """Resolve the folder of a path; the last part may be a link."""
    if path.name in ("", ".."):
        return Path(os.path.realpath(path))
    return Path(os.path.realpath(path.parent)) / path.name


def _is_trusted(path: Path) -> bool:
    """Whether a link or folder belongs to the user or to root; on Windows always."""
    return not hasattr(os, "geteuid") or path.lstat().st_uid in (0, os.geteuid())
