"""Follows a game file that other programs write: reads it when its `stat` result changes.

Works in a daemon thread, so that a slow disk blocks neither the screen nor the end of the program.
Subscribers compare what was read with their document.
"""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from atlantis_core.files.collections import containing_file
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.rules.game import Game
from atlantis_core.transcript.errors import TranscriptError
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.reader import load
from atlantis_core.transcript.replaying import replay

LOOK_SECONDS = 0.5
Stamp = tuple[int, int, int] | None
"""Time of change, size and inode of a file; None if it does not exist."""


@dataclass(frozen=True, slots=True)
class FileRead:
    """The file as it is now."""

    transcript: Transcript
    game: Game
    fingerprint: Fingerprint | None
    stamp: Stamp = None
    """That of the file before it was read; None if unknown."""

    def is_outdated(self, path: Path) -> bool:
        """Whether the file has been written since, perhaps by this window."""
        return self.stamp is not None and stamp_of(path) != self.stamp


@dataclass(frozen=True, slots=True)
class FileUnreadable:
    """The file exists but is no valid game; it may become one."""

    reason: str


@dataclass(frozen=True, slots=True)
class FileGone:
    """The file does not exist; it may come back."""


FileState = FileRead | FileUnreadable | FileGone


class FileFollower:
    """Looks at one file at intervals, or on request, until it is stopped."""

    def __init__(
        self, path: Path, changed: Callable[[FileState], object], *, polls: bool = True
    ) -> None:
        """`changed` is called in the follower's thread.

        Without `polls`, it reads the file at first, and then looks only when `look` is called.
        """
        self.path = path
        self._changed = changed
        self._interval = LOOK_SECONDS if polls else None
        self._wanted = Event()
        self._stopped = Event()
        self._seen = stamp_of(path) if polls else None
        if not polls:
            self._wanted.set()
        self._thread = Thread(target=self._run, name="file follower", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Stop polling, without waiting for a read in progress."""
        self._stopped.set()
        self._wanted.set()

    def look(self) -> None:
        """Look at the file now, in the follower's thread."""
        self._wanted.set()

    def _run(self) -> None:
        while True:
            self._wanted.wait(self._interval)
            self._wanted.clear()
            if self._stopped.is_set():
                return
            stamp = stamp_of(self.path)
            if stamp != self._seen:
                state = read_state(self.path)
                # The older stamp: a file that changes while it is read is read again.
                self._seen = stamp
                if not self._stopped.is_set():
                    self._changed(state)


def stamp_of(path: Path) -> Stamp:
    try:
        status = Path(containing_file(path)).stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def read_state(path: Path) -> FileState:
    """Read a file and replay its game."""
    try:
        if not stat.S_ISREG(Path(containing_file(path)).stat().st_mode):
            return FileUnreadable("it is not a regular file")
        stamp, transcript = stamp_of(path), load(path)
        fingerprint = transcript.source.fingerprint if transcript.source else None
        return FileRead(transcript, replay(transcript), fingerprint, stamp)
    except FileNotFoundError:
        return FileGone()
    except OSError as error:
        return FileUnreadable((error.strerror or str(error)).lower())
    except TranscriptError as error:
        # Without the path, which remote players should not see.
        first = error.diagnostics[0]
        return FileUnreadable(f"line {first.line}: {first.message}")
