"""Stores the comment being typed outside the game file, so that a lost connection keeps it.

One text per game file, with the turn it is about. Errors while writing are ignored.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from atlantis_tui.settings.folders import keep_json, read_json, state_folder
from .plan_store import digest_of


class Unfinished(NamedTuple):
    """An unfinished comment and the place it is about, as text."""

    about: str
    text: str


def save_comment(game: Path, unfinished: Unfinished) -> None:
    keep_json(_path(game), {"file": str(game), **unfinished._asdict()})


def load_comment(game: Path) -> Unfinished | None:
    match read_json(_path(game)):
        case {"about": str(about), "text": str(text)}:
            return Unfinished(about, text)
    return None


def forget_comment(game: Path) -> None:
    """Delete the stored comment once it has been saved or discarded."""
    with suppress(OSError):
        _path(game).unlink(missing_ok=True)


def _path(game: Path) -> Path:
    return state_folder() / "comments" / f"{digest_of(game)}.json"
