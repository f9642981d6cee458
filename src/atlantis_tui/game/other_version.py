"""Reads the version of an open game that another program has saved."""

from __future__ import annotations

from contextlib import suppress

from atlantis_core.support.errors import AtlantisError
from atlantis_core.transcript.reader import load
from atlantis_core.transcript.replaying import replay
from .document import FileChange, GameDocument
from .file_follower import FileRead


def read_other_version(document: GameDocument) -> FileRead | None:
    """The file as it is now; None if it cannot be read or holds a game with another start."""
    if document.path is None:
        return None
    with suppress(OSError, AtlantisError):
        transcript = load(document.path)
        fingerprint = transcript.source.fingerprint if transcript.source else None
        found = FileRead(transcript, replay(transcript), fingerprint)
        if document.compare(found) is not FileChange.OTHER_GAME:
            return found
    return None
