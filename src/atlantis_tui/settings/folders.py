"""Where the app keeps what is not part of a game: options, plans of unfinished turns, new games.

Follows the XDG conventions, so that nothing is left beside the files of the player. Knows the
places and how to write a file whole or not at all; knows nothing of what is in the files.
"""

from __future__ import annotations

import glob
import json
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from atlantis_core.errors import NotationError
from atlantis_core.files.plain_files import read_plain_text

NAME = "atlantis"
_LARGEST = 1 << 20
"""Bytes. No file of the app comes near."""
_UNFINISHED = ".saving"
_ABANDONED_SECONDS = 60
"""Writing takes a moment; a temporary file that is older will never be finished."""


def config_folder() -> Path:
    """Options of the user."""
    return _folder("XDG_CONFIG_HOME", ".config")


def state_folder() -> Path:
    """What survives a crash but nobody would miss in a backup: plans, history, recent files."""
    return _folder("XDG_STATE_HOME", ".local/state")


def games_folder() -> Path:
    """Games for which nobody has chosen a place."""
    return _folder("XDG_DATA_HOME", ".local/share") / "games"


def _folder(variable: str, default: str) -> Path:
    chosen = os.environ.get(variable, "")
    # The convention says that a relative path here is to be ignored.
    base = Path(chosen) if chosen and Path(chosen).is_absolute() else Path.home() / default
    return base / NAME


def make_own(folder: Path) -> None:
    """Make the folder for games if this is it. No other is made: a path may be mistyped."""
    if folder == games_folder():
        folder.mkdir(parents=True, exist_ok=True)


def parse_path(text: str) -> Path:
    """A path that somebody typed; raises NotationError for what no file can be called."""
    with suppress(RuntimeError, UnicodeEncodeError):  # nobody's home, half a character
        path = Path(text).expanduser()
        if b"\0" not in os.fsencode(path):
            return path
    raise NotationError(text, "path", "for example 'games/spring.json'")


def is_there(path: Path) -> bool:
    """Whether something is there; what cannot be looked at (a name too long) is not."""
    try:
        return path.exists()
    except OSError:
        return False


def read_small(path: Path) -> str:
    """A file of ours; raises OSError, or ValueError if it is something else than such a file."""
    return read_plain_text(path, _LARGEST)


def read_json(path: Path) -> object:
    """What a file of ours holds; None where there is none, or where it is damaged."""
    try:
        return json.loads(read_small(path))
    except (OSError, ValueError, RecursionError):
        return None


def keep_json(path: Path, content: object) -> None:
    """Keep something whose loss would be a pity and no error.

    A read-only home must not keep anybody from playing.
    """
    with suppress(OSError):
        write_whole(path, json.dumps(content, indent=1) + "\n")


def write_whole(path: Path, text: str) -> None:
    """Write a small file so that a crash leaves either the old or the new one, never half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _clear_away(path)
    handle, name = tempfile.mkstemp(f"{_UNFINISHED}", f".{path.name}.", path.parent)
    scratch = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        scratch.replace(path)
    except OSError as error:
        with suppress(OSError):
            scratch.unlink()
        error.filename = error.filename or str(path)  # a full disk does not say where
        raise


def _clear_away(path: Path) -> None:
    """Remove what was left behind by an app that was killed while it was writing this file."""
    for left in path.parent.glob(f".{glob.escape(path.name)}.*{_UNFINISHED}"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _ABANDONED_SECONDS:
                left.unlink()
