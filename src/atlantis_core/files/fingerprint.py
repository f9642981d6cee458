"""Fingerprints of files, to detect changes by other programs."""

from __future__ import annotations

from typing import NamedTuple


class Fingerprint(NamedTuple):
    """Hash of the content of a file, and its modification time."""

    digest: bytes
    modified_ns: int

    @classmethod
    def of(cls, content: bytes, modified_ns: int) -> Fingerprint:
        import hashlib  # noqa: PLC0415 - slow to import, and only saving needs it

        return cls(hashlib.sha256(content).digest(), modified_ns)

    def has_same_content(self, other: Fingerprint) -> bool:
        """Compare contents only; the modification time may differ."""
        return self.digest == other.digest
