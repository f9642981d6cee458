"""From a `Transcript` to text in either format."""

from __future__ import annotations

from atlantis_core.transcript.json_writer import write_json
from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.remarks import with_remarks
from atlantis_core.transcript.source import Format


def dumps(transcript: Transcript, document_format: Format = Format.JSON) -> str:
    """The text of a transcript.

    Raises LossError if the old text format cannot hold all of it. Does not ask whether the
    moves are legal.
    """
    if document_format is Format.JSON:
        return with_remarks(write_json(transcript), transcript)
    from atlantis_core.transcript.text_writer import (  # noqa: PLC0415 - rarely needed
        write_text_format,
    )

    return write_text_format(transcript)
