"""Folders of the app's own files (XDG conventions), and reading and writing of them."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path

from atlantis_core.files.plain_files import read_plain_text
from atlantis_core.support.errors import AtlantisError, NotationError
from atlantis_core.support.safe_text import showable

NAME = "atlantis"
_LARGEST = 1 << 20
"""Bytes. The app's own files are much smaller."""


def config_folder() -> Path:
    """Folder of the options file."""
    return _folder("XDG_CONFIG_HOME", ".config")


def state_folder() -> Path:
    """Folder of plans, recent files and progress: not worth a backup."""
    return _folder("XDG_STATE_HOME", ".local/state")


def games_folder() -> Path:
    """Folder of games saved without a chosen name."""
    return _data_folder() / "games"


def history_path() -> Path:
    """File of the user's finished games, from which statistics are computed."""
    return _data_folder() / "results.jsonl"


def _data_folder() -> Path:
    return _folder("XDG_DATA_HOME", ".local/share")


def _folder(variable: str, default: str) -> Path:
    chosen = os.environ.get(variable, "")
    # XDG: ignore relative paths.
    base = Path(chosen) if chosen and Path(chosen).is_absolute() else home_folder() / default
    return base / NAME


def home_folder() -> Path:
    """The home folder; the root folder for users without one, such as some in containers."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")


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
    with suppress(AtlantisError):
        write_private(path, json.dumps(content, indent=1) + "\n", is_synced=False)


def write_private(path: Path, text: str, *, is_synced: bool = True) -> None:
    """Save one of the app's own files, readable only for its owner. Raises SaveError.

    Creates its folder.
    """
    from atlantis_core.files.errors import SaveError
    from atlantis_core.files.saving import ANY_FILE, AT_ONCE, Writing, save_bytes

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveError(showable(str(path)), error.strerror or str(error)) from error
    how = Writing(is_private=True, is_synced=is_synced)
    save_bytes(text.encode(), path, expected=ANY_FILE, patience=AT_ONCE, how=how)
