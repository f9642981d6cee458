"""Following a file that others write: looks at its figures twice a second, reads it when they
have changed, and tells what it found.

Works in a thread of its own, so that a slow disk or a large file never keeps the screen waiting;
the thread is a daemon, so that a disk that never answers does not keep the program from ending.
Knows no screen: whoever is told compares the news with the document and decides what to do.
"""

from __future__ import annotations

import stat
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.game import Game
from atlantis_core.transcript.errors import TranscriptError
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.reader import load
from atlantis_core.transcript.replaying import replay

LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class FileRead:
    """The file as it is now."""

    transcript: Transcript
    game: Game
    fingerprint: Fingerprint | None


@dataclass(frozen=True, slots=True)
class FileUnreadable:
    """The file is there, but nobody can play on from it; that may pass."""

    reason: str


@dataclass(frozen=True, slots=True)
class FileGone:
    """There is no file any more; that may pass."""


FileNews = FileRead | FileUnreadable | FileGone
Figures = tuple[int, int, int] | None
"""When a file was written, how large it is, which one it is; None if there is none."""


class FileFollower:
    """Looks after one file until it is stopped."""

    def __init__(self, path: Path, tell: Callable[[FileNews], object]) -> None:
        """`tell` is called in the follower's thread."""
        self.path = path
        self._tell = tell
        self._stopped = Event()
        self._seen = figures_of(path)
        self._thread = Thread(target=self._run, name="file follower", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Look no more; does not wait for a look that is under way."""
        self._stopped.set()

    def _run(self) -> None:
        while not self._stopped.wait(LOOK_SECONDS):
            figures = figures_of(self.path)
            if figures != self._seen:
                news = read_news(self.path)
                # A file that changes while it is read is looked at again.
                self._seen = figures
                if not self._stopped.is_set():
                    self._tell(news)


def figures_of(path: Path) -> Figures:
    """What the system says of a file without reading it."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


def read_news(path: Path) -> FileNews:
    """What a file holds now."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return FileUnreadable("it is not a regular file")
        transcript = load(path)
        source = transcript.source
        return FileRead(transcript, replay(transcript), source.fingerprint if source else None)
    except FileNotFoundError:
        return FileGone()
    except OSError as error:
        return FileUnreadable((error.strerror or str(error)).lower())
    except TranscriptError as error:
        # Without the path: whoever watches as a guest need not know where the file lies.
        first = error.diagnostics[0]
        return FileUnreadable(f"line {first.line}: {first.message}")
