"""The files that were opened last, newest first, kept in the user's state folder.

Losing this list loses nothing else, so whatever is wrong with it is ignored: nobody is kept
from playing by a damaged list. Knows no screen.
"""

from __future__ import annotations

from pathlib import Path

from .folders import keep_json, read_json, state_folder

MOST = 20
"""How many files are remembered."""


def recent_path() -> Path:
    """Where the list is kept."""
    return state_folder() / "recent.json"


def load_recent() -> tuple[Path, ...]:
    """The files that still exist, newest first."""
    written = read_json(recent_path())
    listed: list[object] = written if isinstance(written, list) else []
    paths = (Path(name) for name in listed[:MOST] if isinstance(name, str))
    return tuple(path for path in paths if _is_file(path))


def remember(path: Path) -> None:
    """Put a file at the top of the list."""
    first = path.absolute()
    others = [other for other in load_recent() if other != first]
    names = [str(place) for place in (first, *others)][:MOST]
    keep_json(recent_path(), names)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
