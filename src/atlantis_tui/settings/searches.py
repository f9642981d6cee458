"""Saved searches of the library by name, stored in the state folder.

The list is a convenience: errors while reading or writing it are ignored.
"""

from __future__ import annotations

from pathlib import Path

from .folders import keep_json, read_json, state_folder

_LONGEST = 1000


def searches_path() -> Path:
    return state_folder() / "searches.json"


def load_searches() -> dict[str, str]:
    """The searches in the order in which they were saved."""
    written = read_json(searches_path())
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
