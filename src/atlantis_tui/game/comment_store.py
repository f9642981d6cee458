"""The comment that somebody is typing, kept outside the game's file until it is written there.

A dropped line must not cost a text, as it does not cost a planned turn. One text for each game's
file, with the turn that it is about. Where the folder cannot be written, typing goes on.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from atlantis_tui.game.plan_store import digest_of
from atlantis_tui.settings.folders import read_small, state_folder, write_whole


class Unfinished(NamedTuple):
    """A text that was being typed, and what it is about, as one line says it."""

    about: str
    text: str


def save_comment(game: Path, unfinished: Unfinished) -> None:
    """Keep a text that is not finished."""
    with suppress(OSError):
        content = {"file": str(game), **unfinished._asdict()}
        write_whole(_path(game), json.dumps(content) + "\n")


def load_comment(game: Path) -> Unfinished | None:
    """The text that was left, if there is one."""
    try:
        content = json.loads(read_small(_path(game)))
        about, text = content["about"], content["text"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    is_ours = isinstance(about, str) and isinstance(text, str)
    return Unfinished(about, text) if is_ours else None


def forget_comment(game: Path) -> None:
    """It has been written, or nobody wants it."""
    with suppress(OSError):
        _path(game).unlink(missing_ok=True)


def _path(game: Path) -> Path:
    return state_folder() / "comments" / f"{digest_of(game)}.json"
