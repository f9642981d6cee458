"""How saving a file fails. What was there before is always intact."""

from __future__ import annotations

from atlantis_core.errors import AtlantisError
from .fingerprint import Fingerprint


class SaveError(AtlantisError):
    """A file that could not be saved; what was there before is intact."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"'{self.path}' was not saved: {self.reason}"


class SaveConflictError(SaveError):
    """Somebody else has written the file since it was read.

    `found` is what is there now; saving with it as the expected one overwrites it knowingly.
    """

    def __init__(
        self, path: str, reason: str, expected: Fingerprint | None, found: Fingerprint
    ) -> None:
        super().__init__(path, reason)
        self.args = (path, reason, expected, found)
        self.expected = expected
        self.found = found
