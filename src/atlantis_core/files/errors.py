"""Errors while saving a file. The old file is always unchanged."""

from __future__ import annotations

from atlantis_core.support.errors import AtlantisError
from .fingerprint import Fingerprint


class SaveError(AtlantisError):
    """A file could not be saved; the old file is unchanged."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"'{self.path}' was not saved: {self.reason}"


class SaveConflictError(SaveError):
    """Another program changed the file after it was read.

    `found` is the current fingerprint; pass it as `expected` to overwrite the file.
    """

    def __init__(
        self, path: str, reason: str, expected: Fingerprint | None, found: Fingerprint
    ) -> None:
        super().__init__(path, reason)
        self.args = (path, reason, expected, found)
        self.expected = expected
        self.found = found
