"""Base class of documents that are kept in a file.

Remembers the path and the fingerprint of what was last read or written there, and refuses to
overwrite a file that has changed on disk since.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.saving import ANY_FILE, NO_FILE, Expected
from atlantis_tui.settings.folders import make_own


class SavedFile(ABC):
    """A path, which may be missing, and when it may be written. Saving raises what writing does."""

    suffix = ".json"
    """Suffix of new files."""

    def __init__(self, path: Path | None = None, fingerprint: Fingerprint | None = None) -> None:
        self.path = path
        self._fingerprint = fingerprint
        self.create_file: Callable[[], object] | None = None
        """Creates the file of a new game on its first save."""

    def save(self) -> None:
        """Write the file, unless it has changed on disk; create that of a new game."""
        if self.path is not None:
            self._write(self.path, self._fingerprint or NO_FILE)
        elif self.create_file is not None:
            self.create_file()

    def save_as(self, path: Path, *, is_replacing: bool = False) -> None:
        """Write another file and continue with it; an existing one only if `is_replacing`."""
        make_own(path.parent)
        self._write(path, ANY_FILE if is_replacing else NO_FILE)
        self.path = path

    def save_as_new(self, folder: Path, stem: str) -> Path:
        """Write a file under the next free name and continue with it."""
        paths = (folder / f"{stem}-{number}{self.suffix}" for number in count(1))
        while True:
            path = next(paths)
            if not path.exists():
                with suppress(SaveConflictError):  # another program took the name
                    self.save_as(path)
                    return path

    def overwrite(self) -> None:
        """Write the file even if it has changed on disk."""
        if self.path is not None:
            self._write(self.path, ANY_FILE)

    @abstractmethod
    def _write(self, path: Path, expected: Fingerprint | Expected) -> None:
        """Write the contents to a path and update the fingerprint."""
