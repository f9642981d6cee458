"""Tells whether a file still is what it was."""

from __future__ import annotations

from typing import NamedTuple


class Fingerprint(NamedTuple):
    """Tells whether a file still is what it was: its content, and when it was last written."""

    digest: bytes
    modified_ns: int

    @classmethod
    def of(cls, content: bytes, modified_ns: int) -> Fingerprint:
        import hashlib  # noqa: PLC0415 - slow to import, and only saving needs it

        return cls(hashlib.sha256(content).digest(), modified_ns)

    def has_same_content(self, other: Fingerprint) -> bool:
        """Whether the content is the same; a file that was only touched has not changed."""
        return self.digest == other.digest
