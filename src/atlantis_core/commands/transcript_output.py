"""Where transcripts go: standard output, or a file through the safe way of saving.

Owns which format a file name asks for. Whatever happens, a file is the old one or the new one.
"""

from __future__ import annotations

import os
from argparse import ArgumentParser

from atlantis_core.files.saving import ANY_FILE, Expected
from atlantis_core.safe_text import showable
from atlantis_core.transcript import Format, Transcript, dumps
from atlantis_core.transcript.saving import save
from .errors import UsageError
from .inputs import STANDARD_STREAM
from .output import emit_bytes

_SUFFIXES = {".json": Format.JSON, ".txt": Format.TEXT, ".text": Format.TEXT}


def add_output_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default=STANDARD_STREAM,
        help="where to write it, by default to standard output",
    )


def choose_format(path: str, wanted: str | None) -> Format:
    """The format that was asked for, in words or by the suffix."""
    suffix = os.path.splitext(path)[1].lower()  # noqa: PTH122 - of `-` as well
    chosen = _SUFFIXES.get(suffix) if wanted is None else Format(wanted)
    if chosen is None:
        suffixes = ", ".join(f"'{suffix}'" for suffix in _SUFFIXES)
        raise UsageError(
            f"cannot tell the format of '{showable(path)}' "
            f"(expected one of {suffixes}, or '--to json' or '--to text')"
        )
    return chosen


def write_transcript(
    transcript: Transcript,
    path: str,
    document_format: Format | None = None,
    *,
    expected: Expected = ANY_FILE,
) -> None:
    """Write to standard output or to a file; the format is JSON unless the name says otherwise."""
    if path == STANDARD_STREAM:
        emit_bytes(dumps(transcript, document_format or Format.JSON).encode())
    else:
        save(transcript, path, expected=expected, document_format=document_format)
