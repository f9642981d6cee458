"""Saves transcripts atomically (`files.saving`) in the format of the file name."""

from __future__ import annotations

from pathlib import Path

from atlantis_core.files.collections import find_part, is_collection_name
from atlantis_core.files.compression import pack, plain_name
from atlantis_core.files.fingerprint import Fingerprint
from atlantis_core.files.locks import LOCK_SECONDS
from atlantis_core.files.saving import NO_FILE, Expected, Report, save_bytes
from .json_writer import write_line
from .model import Transcript
from .source import Format
from .writer import dumps

_TEXT_SUFFIXES = (".txt", ".text")


def save(
    transcript: Transcript,
    path: Path | str,
    *,
    expected: Fingerprint | Expected = NO_FILE,
    document_format: Format | None = None,
    patience: float = LOCK_SECONDS,
    report: Report | None = None,
) -> Fingerprint:
    """Save a transcript with `save_bytes` and return the fingerprint.

    The format follows from the name unless it is given. Raises LossError if the old text format
    cannot represent the transcript, and SaveError and SaveConflictError like `save_bytes`.
    """
    part = find_part(path)
    if part is not None and is_collection_name(part[0]):
        text = write_line(transcript)
    else:
        text = dumps(transcript, document_format or format_of_name(path))
    content = pack(text.encode(), str(path))
    return save_bytes(content, path, expected=expected, patience=patience, report=report)


def format_of_name(path: Path | str) -> Format:
    """The format of a file name: text for ``.txt``, else JSON."""
    suffix = Path(plain_name(str(path))).suffix.lower()
    return Format.TEXT if suffix in _TEXT_SUFFIXES else Format.JSON
