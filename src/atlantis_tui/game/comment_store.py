"""The comment that somebody is typing, kept outside the game's file until it is written there.

A dropped line must not cost a text, as it does not cost a planned turn. One text for each game's
file, with the turn that it is about. Where the folder cannot be written, typing goes on.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from atlantis_tui.settings.folders import keep_json, read_json, state_folder
from .plan_store import digest_of


class Unfinished(NamedTuple):
    """A text that was being typed, and what it is about, as one line says it."""

    about: str
    text: str


def save_comment(game: Path, unfinished: Unfinished) -> None:
    """Keep a text that is not finished."""
    keep_json(_path(game), {"file": str(game), **unfinished._asdict()})


def load_comment(game: Path) -> Unfinished | None:
    """The text that was left, if there is one."""
    match read_json(_path(game)):
        case {"about": str(about), "text": str(text)}:
            return Unfinished(about, text)
    return None


def forget_comment(game: Path) -> None:
    """It has been written, or nobody wants it."""
    with suppress(OSError):
        _path(game).unlink(missing_ok=True)


def _path(game: Path) -> Path:
    return state_folder() / "comments" / f"{digest_of(game)}.json"
