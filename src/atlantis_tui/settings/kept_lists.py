"""Lists in the state folder: recently opened files, newest first, and saved searches by name.

The lists are a convenience: errors while reading or writing it are ignored.
"""

from __future__ import annotations

from pathlib import Path

from atlantis_core.files.collections import containing_file
from .folders import keep_json, read_json, state_folder

MOST = 20
"""Length of the list of files."""


def recent_path() -> Path:
    return state_folder() / "recent.json"


def load_recent() -> tuple[Path, ...]:
    """The files of the list that still exist."""
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
        return Path(containing_file(path)).is_file()
    except (OSError, ValueError):
        return False


_LONGEST = 1000


def searches_path() -> Path:
    return state_folder() / "searches.json"


def load_searches() -> dict[str, str]:
    """The searches in the order in which they were saved."""
    return parse_searches(read_json(searches_path()))


def parse_searches(written: object) -> dict[str, str]:
    """The searches in the contents of the file; skips invalid ones."""
    listed = written if isinstance(written, dict) else {}
    return {
        name: text
        for name, text in listed.items()
        if isinstance(text, str) and name and 0 < len(text) <= _LONGEST
    }


def save_search(name: str, text: str) -> None:
    """Save a search; an empty text deletes it."""
    others = {known: other for known, other in load_searches().items() if known != name}
    keep_json(searches_path(), {**others, name: text} if text else others)
