"""Folders of the app's own files (XDG conventions), and atomic reading and writing of them."""

from __future__ import annotations

import glob
import json
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from atlantis_core.files.plain_files import read_plain_text
from atlantis_core.support.errors import NotationError

NAME = "atlantis"
_LARGEST = 1 << 20
"""Bytes. The app's own files are much smaller."""
_UNFINISHED = ".saving"
_ABANDONED_SECONDS = 60
"""An older temporary file was left behind by a crash."""


def config_folder() -> Path:
    """Folder of the options file."""
    return _folder("XDG_CONFIG_HOME", ".config")


def state_folder() -> Path:
    """Folder of plans, recent files and progress: not worth a backup."""
    return _folder("XDG_STATE_HOME", ".local/state")


def games_folder() -> Path:
    """Folder of games saved without a chosen name."""
    return _folder("XDG_DATA_HOME", ".local/share") / "games"


def _folder(variable: str, default: str) -> Path:
    chosen = os.environ.get(variable, "")
    # XDG: ignore relative paths.
    base = Path(chosen) if chosen and Path(chosen).is_absolute() else Path.home() / default
    return base / NAME


def make_own(folder: Path) -> None:
    """Create the folder if it is the games folder; other paths may be mistyped."""
    if folder == games_folder():
        folder.mkdir(parents=True, exist_ok=True)


def parse_path(text: str) -> Path:
    """Parse a typed path; raises NotationError if no file can have that name."""
    with suppress(RuntimeError, UnicodeEncodeError):  # unknown ~user, lone surrogate
        path = Path(text).expanduser()
        if b"\0" not in os.fsencode(path):
            return path
    raise NotationError(text, "path", "for example 'games/spring.json'")


def is_there(path: Path) -> bool:
    """Whether the path exists; False if it cannot be checked (e.g. a name too long)."""
    try:
        return path.exists()
    except OSError:
        return False


def read_small(path: Path) -> str:
    """Read one of the app's own files; raises OSError, or ValueError if it is not text."""
    return read_plain_text(path, _LARGEST)


def read_json(path: Path) -> object:
    """Parse one of the app's own files; None if it is missing or damaged."""
    try:
        return json.loads(read_small(path))
    except (OSError, ValueError, RecursionError):
        return None


def keep_json(path: Path, content: object) -> None:
    """Save data of which losing is harmless; ignores errors, such as a read-only home."""
    with suppress(OSError):
        write_whole(path, json.dumps(content, indent=1) + "\n")


def write_whole(path: Path, text: str) -> None:
    """Write a small file atomically: a crash leaves the old or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(path)
    handle, name = tempfile.mkstemp(f"{_UNFINISHED}", f".{path.name}.", path.parent)
    scratch = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        scratch.replace(path)
    except OSError as error:
        with suppress(OSError):
            scratch.unlink()
        error.filename = error.filename or str(path)  # not set if the disk is full
        raise


def _remove_abandoned(path: Path) -> None:
    """Remove temporary files left behind by a killed process."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*{_UNFINISHED}"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED_SECONDS:
                left.unlink()
