"""Write transcripts to standard output, or atomically to a file whose suffix sets the format."""

from __future__ import annotations

import os
from argparse import ArgumentParser

from atlantis_core.files.saving import ANY_FILE, Expected
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript import Format, Transcript, dumps
from atlantis_core.transcript.saving import save
from .errors import UsageError
from .inputs import STANDARD_STREAM
from .output import emit_bytes, report_about

_SUFFIXES = {".json": Format.JSON, ".txt": Format.TEXT, ".text": Format.TEXT}


def add_output_option(parser: ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        default=STANDARD_STREAM,
        help="output file (default: standard output)",
    )


def choose_format(path: str, wanted: str | None) -> Format:
    """The format that `--to` or the suffix names; raises UsageError if neither does."""
    suffix = os.path.splitext(path)[1].lower()  # noqa: PTH122 - also for `-`
    chosen = _SUFFIXES.get(suffix) if wanted is None else Format(wanted)
    if chosen is None:
        suffixes = ", ".join(f"'{suffix}'" for suffix in _SUFFIXES)
        raise UsageError(
            f"cannot infer the format of '{showable(path)}' "
            f"(expected one of {suffixes}, or '--to json', '--to text' or '--to code')"
        )
    return chosen


def write_transcript(
    transcript: Transcript,
    path: str,
    document_format: Format | None = None,
    *,
    expected: Expected = ANY_FILE,
) -> None:
    """Write to a file, or to standard output, there as JSON unless a format is given."""
    if path == STANDARD_STREAM:
        emit_bytes(dumps(transcript, document_format or Format.JSON).encode())
    else:
        save(
            transcript,
            path,
            expected=expected,
            document_format=document_format,
            report=report_about(path),
        )
