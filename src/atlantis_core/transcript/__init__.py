"""Transcripts: reading, checking, replaying, changing, writing and saving games.

Text becomes a `Transcript` (what the file says), a transcript becomes a `Game` (what the rules
make of it). Each stage has its own type and its own error.

>>> from atlantis_core.transcript import loads, replay
>>> transcript = loads('{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2"]}')
>>> len(replay(transcript).position.board)
7
"""

from atlantis_core.transcript.errors import (
    LossError,
    SaveConflictError,
    SaveError,
    TranscriptError,
)
from atlantis_core.transcript.frozen import FrozenMap
from atlantis_core.transcript.model import Annotations, Player, Transcript, Variation
from atlantis_core.transcript.reading import check, check_file, load, loads
from atlantis_core.transcript.replaying import replay
from atlantis_core.transcript.source import Fingerprint, Format, Source
from atlantis_core.transcript.writing import dumps

__all__ = [
    "Annotations",
    "Fingerprint",
    "Format",
    "FrozenMap",
    "LossError",
    "Player",
    "SaveConflictError",
    "SaveError",
    "Source",
    "Transcript",
    "TranscriptError",
    "Variation",
    "check",
    "check_file",
    "dumps",
    "load",
    "loads",
    "replay",
]
