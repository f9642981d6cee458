"""Reports of crashes: saves open games, and describes what happened without quoting any text.

A report holds versions, the last keys by name, the open screens and where the error was raised. It
leaves out the messages of exceptions and what was typed into text fields, because they may quote
names, comments or paths.
"""

from __future__ import annotations

import platform
import traceback
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from textual import events
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import WorkerFailed

from atlantis_core.support.errors import AtlantisError
from atlantis_core.version import __version__
from atlantis_tui.settings.folders import games_folder, state_folder, write_private

MOST_KEYS = 50
_TYPED = "(typed)"


class RecentInput:
    """The names of the last keys and clicks."""

    def __init__(self) -> None:
        self._names: deque[str] = deque(maxlen=MOST_KEYS)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def add(self, event: events.Event, focused: Widget | None) -> None:
        """Remember a key or click; keys that a text field takes without their name."""
        if isinstance(event, events.Key):
            is_text = focused is not None and focused.check_consume_key(event.key, event.character)
            self._names.append(_TYPED if is_text else event.key)
        elif isinstance(event, events.MouseDown | events.Paste):
            self._names.append(f"({type(event).__name__})")


def save_open_games(screens: Iterable[Screen[Any]]) -> None:
    """Save the games that have no file yet; all others were saved after each turn."""
    for screen in screens:
        document = getattr(screen, "document", None)
        if document is not None and document.would_be_lost:
            with suppress(AtlantisError, OSError):
                document.save_as_new(games_folder(), "unsaved")


def describe(error: BaseException, screens: Iterable[Screen[Any]], keys: Iterable[str]) -> str:
    """The text of a report."""
    from importlib.metadata import version  # the first frame does not wait for it

    return "\n".join(
        [
            "Crash report of Atlantis. It quotes no names, comments or typed texts.",
            "",
            f"Atlantis {__version__}, Textual {version('textual')}",
            f"Python {platform.python_version()}, {platform.system()} {platform.machine()}",
            f"Screens: {', '.join(type(screen).__name__ for screen in screens)}",
            f"Last keys: {' '.join(keys)}",
            "",
            *_error_lines(error),
            "",
        ]
    )


def _error_lines(error: BaseException) -> Iterator[str]:
    """Type and location of an error and of those that caused it, the first cause first."""
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if isinstance(error, WorkerFailed):
        before = error.error
    if before is not None:
        yield from _error_lines(before)
    yield f"{type(error).__module__}.{type(error).__qualname__}"
    for frame in traceback.extract_tb(error.__traceback__):
        yield f"  {frame.filename}:{frame.lineno} in {frame.name}"


def write_report(text: str) -> Path:
    """Write a report into the state folder. Raises SaveError."""
    path = state_folder() / "crashes" / f"{datetime.now(UTC):%Y-%m-%d-%H%M%S}.txt"
    write_private(path, text)
    return path
