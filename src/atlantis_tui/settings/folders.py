"""Where the app keeps what is not part of a game: options, plans of unfinished turns, new games.

Follows the XDG conventions, so that nothing is left beside the files of the player. Knows the
places and how to write a file whole or not at all; knows nothing of what is in the files.
"""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

NAME = "atlantis"


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


def write_whole(path: Path, text: str) -> None:
    """Write a small file so that a crash leaves either the old or the new one, never half."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    scratch = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        scratch.replace(path)
    except OSError:
        with suppress(OSError):
            scratch.unlink()
        raise
