"""Formats a `Transcript` as text in any format."""

from __future__ import annotations

from .json_comments import with_json_comments
from .json_writer import write_json
from .model import Transcript
from .source import Format


def dumps(transcript: Transcript, document_format: Format = Format.JSON) -> str:
    """The text of a transcript.

    Raises LossError if the old text format cannot represent it. A share code holds only the start
    and the turns; illegal moves raise TranscriptError there and are not checked otherwise.
    """
    if document_format is Format.JSON:
        return with_json_comments(write_json(transcript), transcript)
    if document_format is Format.CODE:
        from atlantis_core.rules.share_code import format_game  # noqa: PLC0415 - rarely needed
        from .replaying import replay  # noqa: PLC0415

        return format_game(replay(transcript)) + "\n"
    from .text_writer import write_text_format  # noqa: PLC0415 - rarely needed

    return write_text_format(transcript)
