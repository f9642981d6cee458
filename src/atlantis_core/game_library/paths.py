"""Paths of the index of games, and the list of files and folders that were added to it.

The list is no cache: it is in the data folder, so that deleting the index loses nothing. The list
of an index with a name of its own is beside it.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterable
from pathlib import Path

from atlantis_core.files.errors import SaveError
from atlantis_core.files.links import follow_links, open_unlinked
from atlantis_core.files.plain_files import read_plain

_LARGEST = 16 << 20
"""Bytes of the list."""


def usual_index() -> Path:
    """The index of the user, in the cache folder."""
    return _folder("XDG_CACHE_HOME", ".cache") / "games.sqlite"


def list_of_added(index: Path) -> Path:
    """The file that lists what was added to an index: one path per line, as a JSON string."""
    if index == usual_index():
        return _folder("XDG_DATA_HOME", ".local/share") / "library.jsonl"
    return index.with_name(f"{index.name}.added")


def load_added(index: Path) -> tuple[str, ...]:
    """The files and folders that were added to an index; ignores damaged lines."""
    try:
        lines = read_plain(list_of_added(index), _LARGEST).data.splitlines()
    except OSError:
        return ()
    paths = dict.fromkeys(map(_parse, lines))
    return tuple(path for path in paths if Path(path).is_absolute())


def note_added(index: Path, paths: Iterable[str]) -> None:
    """Append absolute paths that are not on the list, nor in a folder on it. Raises OSError."""
    known, new = load_added(index), list[str]()
    for path in paths:
        if not any(is_within(path, one) for one in (*known, *new)):
            new.append(path)
    if not new:
        return
    written = "".join(json.dumps(path) + "\n" for path in new).encode()
    file = list_of_added(index)
    file.parent.mkdir(parents=True, exist_ok=True)
    # Two programs may add at once: nothing is read and replaced.
    with open(place_to_write(file), "a+b", opener=open_unlinked) as opened:
        opened.seek(-1 if opened.tell() else 0, os.SEEK_END)
        is_cut = opened.read(1) not in {b"", b"\n"}  # by a program that was killed
        opened.write(b"\n" * is_cut + written)


def drop_added(index: Path, path: str) -> None:
    """Take a path, and what is in it, off the list. Raises SaveError."""
    from atlantis_core.files.saving import ANY_FILE, AT_ONCE, save_bytes  # noqa: PLC0415 - rarely

    kept = [one for one in load_added(index) if not is_within(one, path)]
    text = "".join(json.dumps(one) + "\n" for one in kept)
    save_bytes(text.encode(), list_of_added(index), expected=ANY_FILE, patience=AT_ONCE)


def place_to_write(path: Path) -> Path:
    """The file that a path names. Raises OSError where only a regular file may be written."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not a regular file")
    try:
        return follow_links(path, str(path))
    except SaveError as error:
        raise OSError(errno.ELOOP, error.reason) from error


def is_within(path: str, folder: str) -> bool:
    """Whether a path is that of a folder, or of something in it. Both are absolute."""
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _parse(line: bytes) -> str:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return ""
    return found if isinstance(found, str) else ""


def _folder(variable: str, default: str) -> Path:
    chosen = os.environ.get(variable, "")
    return (Path(chosen) if Path(chosen).is_absolute() else Path.home() / default) / "atlantis"
