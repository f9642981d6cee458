"""Transcripts: reading, checking, replaying, changing, writing and saving games.

Text is parsed into a `Transcript`, which need not be legal; `replay` turns it into a `Game`.
Each stage has its own type and its own error.

>>> from atlantis_core.transcript import loads, replay
>>> transcript = loads('{"format": "Atlantis transcript", "version": "1.0", "segments": ["B2"]}')
>>> len(replay(transcript).position.board)
7

Names are imported on first use, so that checking a file does not load the code for saving.
"""

from atlantis_core.support.facade import open_facade

# Type checkers read this name as true; importing it from typing takes time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from atlantis_core.files.errors import SaveConflictError as SaveConflictError
    from atlantis_core.files.errors import SaveError as SaveError
    from atlantis_core.files.fingerprint import Fingerprint as Fingerprint
    from atlantis_core.files.saving import ANY_FILE as ANY_FILE
    from atlantis_core.files.saving import NO_FILE as NO_FILE
    from atlantis_core.files.saving import fingerprint_of as fingerprint_of
    from atlantis_core.files.saving import save_bytes as save_bytes
    from atlantis_core.json_text.frozen import FrozenMap as FrozenMap
    from atlantis_core.transcript.errors import LossError as LossError
    from atlantis_core.transcript.errors import TranscriptError as TranscriptError
    from atlantis_core.transcript.model import Annotations as Annotations
    from atlantis_core.transcript.model import Player as Player
    from atlantis_core.transcript.model import Transcript as Transcript
    from atlantis_core.transcript.model import Variation as Variation
    from atlantis_core.transcript.reader import check as check
    from atlantis_core.transcript.reader import check_file as check_file
    from atlantis_core.transcript.reader import load as load
    from atlantis_core.transcript.reader import loads as loads
    from atlantis_core.transcript.replaying import replay as replay
    from atlantis_core.transcript.saving import save as save
    from atlantis_core.transcript.source import Format as Format
    from atlantis_core.transcript.source import Source as Source
    from atlantis_core.transcript.writer import dumps as dumps

# The module of every name; tests/test_facade.py compares it with the imports above.
__getattr__, __dir__ = open_facade(
    globals(),
    {
        "files.errors": "SaveConflictError SaveError",
        "files.fingerprint": "Fingerprint",
        "files.saving": "ANY_FILE NO_FILE fingerprint_of save_bytes",
        "json_text.frozen": "FrozenMap",
        "transcript.errors": "LossError TranscriptError",
        "transcript.model": "Annotations Player Transcript Variation",
        "transcript.reader": "check check_file load loads",
        "transcript.replaying": "replay",
        "transcript.saving": "save",
        "transcript.source": "Format Source",
        "transcript.writer": "dumps",
    },
)
