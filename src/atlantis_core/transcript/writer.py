"""Formats a `Transcript` as text in either format."""

from __future__ import annotations

from .json_comments import with_json_comments
from .json_writer import write_json
from .model import Transcript
from .source import Format


def dumps(transcript: Transcript, document_format: Format = Format.JSON) -> str:
    """The text of a transcript.

    Raises LossError if the old text format cannot represent it. Does not check whether moves
    are legal.
    """
    if document_format is Format.JSON:
        return with_json_comments(write_json(transcript), transcript)
    from .text_writer import write_text_format  # noqa: PLC0415 - rarely needed

    return write_text_format(transcript)
