"""From a `Transcript` to text in either format."""

from __future__ import annotations

from .json_writer import write_json
from .model import Transcript
from .remarks import with_remarks
from .source import Format


def dumps(transcript: Transcript, document_format: Format = Format.JSON) -> str:
    """The text of a transcript.

    Raises LossError if the old text format cannot hold all of it. Does not ask whether the
    moves are legal.
    """
    if document_format is Format.JSON:
        return with_remarks(write_json(transcript), transcript)
    from .text_writer import write_text_format  # noqa: PLC0415 - rarely needed

    return write_text_format(transcript)
