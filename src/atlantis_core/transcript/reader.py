"""From bytes or text to a `Transcript`: decoding, telling the formats apart, collecting problems.

The strict parser goes first; the relaxed reader is asked only if that fails, or for the places
of problems. Does not ask whether moves are legal: `check` does, and so does `replay`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from atlantis_core.decoding import decode
from atlantis_core.diagnostics import Diagnostic
from atlantis_core.files.plain_files import read_plain
from atlantis_core.json_text.conflicts import report_conflicts
from atlantis_core.json_text.frozen import BROKEN
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.json_text.places import Problem, Problems, Span, Tree
from atlantis_core.json_text.remarks import Comments
from atlantis_core.json_text.strict_json import read_strict_json
from .document_reader import Document, read_document
from .errors import TranscriptError
from .model import Transcript
from .remarks import Remarks
from .replaying import find_replay_problems
from .source import Format, Source

if TYPE_CHECKING:
    from pathlib import Path as FilePath


_NOTHING_READ: Final[Tree] = (0, 0)
"""Where values stand in a text without any: its problems know their own places."""


class Reading(NamedTuple):
    """Everything that is known after reading, whether there were problems or not."""

    source: Source
    problems: Problems
    document: Document | None
    """None if nothing at all could be read."""


def loads(text: str | bytes, name: str = "<text>") -> Transcript:
    """Read a transcript in either format; raises TranscriptError with all its problems."""
    return transcript_of(read(text, name))


def load(path: FilePath | str) -> Transcript:
    """Read a file in either format, told apart by what is in it.

    Raises TranscriptError for what is in the file, and the operating system's own OSError
    (FileNotFoundError, IsADirectoryError, PermissionError) if there is no reading it. Only
    plain files are opened: a pipe, which could be waited for without end, is refused.
    """
    return transcript_of(read_file(path))


def check(text: str | bytes, name: str = "<text>") -> tuple[Diagnostic, ...]:
    """All that is wrong or doubtful with a transcript, including what the rules say."""
    return check_reading(read(text, name))


def check_file(path: FilePath | str) -> tuple[Diagnostic, ...]:
    """Like `check` for a file; raises OSError if there is no reading it."""
    return check_reading(read_file(path))


def read_file(path: FilePath | str) -> Reading:
    """Read a file; keeps what is needed to notice later that somebody else has written it."""
    found = read_plain(path, MAX_BYTES + 1)
    return read(found.data, str(path), found.modified_ns)


def read(
    text: str | bytes, name: str = "<text>", modified_ns: int = 0, others: str = ""
) -> Reading:
    """Read a transcript in either format and keep its problems instead of raising them.

    `others` names the formats of other games, for the message about a file of unknown format.
    """
    problems = Problems()
    file = (text, modified_ns) if isinstance(text, bytes) else None
    decoded = decode(text, problems)
    if decoded is None:
        return Reading(Source(name, "", Format.JSON, _NOTHING_READ, file), problems, None)
    kind = find_format(decoded)
    if kind is None:
        _report_unknown(decoded, problems, others)
        return Reading(Source(name, decoded, Format.JSON, _NOTHING_READ, file), problems, None)
    if report_conflicts(decoded, problems):
        return Reading(Source(name, decoded, kind, _NOTHING_READ, file), problems, None)
    parsed = _parse(decoded, kind, problems)
    source = Source(name, decoded, kind, parsed.tree, file)
    if parsed.data is BROKEN:
        return Reading(source, problems, None)
    found = tuple(problems)
    document = read_document(parsed.data, problems, is_whole=parsed.sound is None)
    source.turns_at = document.turns_at
    if parsed.sound is not None:
        document = _keep_sound(document, source, parsed.sound)
        _forget_doubtful(problems, found, source, parsed.sound)
    transcript = document.transcript._replace(source=source, problems=tuple(problems))
    if parsed.comments:
        comments = Comments(decoded, source.tree, parsed.comments)
        remarks = Remarks(comments, transcript.turns, document.turns_at)
        transcript = transcript._replace(remarks=remarks)
    return Reading(source, problems, document._replace(transcript=transcript))


class _Parsed(NamedTuple):
    data: object
    tree: Tree | None
    sound: int | None = None
    """Up to where the text can be trusted, if not to its end."""
    comments: tuple[Span, ...] = ()


def _forget_doubtful(
    problems: Problems, syntax: tuple[Problem, ...], source: Source, sound: int
) -> None:
    """Of values whose brackets cannot be trusted only the brackets are worth a word."""
    problems.forget(
        lambda problem: problem not in syntax and source.span(problem.place).end > sound
    )


def _keep_sound(document: Document, source: Source, sound: int) -> Document:
    """Only turns that end before the brackets go wrong can be tried on the board."""
    playable = document.playable
    while playable and source.span(source.turn_path(playable - 1)).end > sound:
        playable -= 1
    return document._replace(playable=playable)


def _parse(text: str, kind: Format, problems: Problems) -> _Parsed:
    if kind is Format.TEXT:
        from .text_reader import read_text_format  # noqa: PLC0415 - rarely needed

        return _Parsed(*read_text_format(text, problems))
    strict = read_strict_json(text)
    if strict is not None:
        return _Parsed(strict[0], None)
    from atlantis_core.json_text.relaxed_json import read_relaxed_json  # noqa: PLC0415 - slow

    return _Parsed(*read_relaxed_json(text, problems))


def transcript_of(reading: Reading) -> Transcript:
    """The transcript that was read; raises TranscriptError with all problems."""
    if reading.document is None or reading.problems.has_errors:
        raise TranscriptError(reading.source.locate(reading.problems), reading.source)
    return reading.document.transcript


def check_reading(reading: Reading) -> tuple[Diagnostic, ...]:
    """All diagnostics of a text that was read, including illegal moves."""
    document = reading.document
    if document is not None and document.playable is not None:
        find_replay_problems(document.transcript, document.playable, reading.problems)
    problems = tuple(reading.problems)
    return reading.source.locate(problems) if problems else ()


def find_format(text: str) -> Format | None:
    """Which format a text is in, by how it begins; None if it begins like neither."""
    start = text.lstrip()[:20].lower()
    if start.startswith(("atlantis", "board", "player")):
        return Format.TEXT
    return Format.JSON if start[:1] in ("{", "[", "/", "#", '"', "'") and start else None


def _report_unknown(text: str, problems: Problems, others: str) -> None:
    if not text.strip():
        problems.error(Span(0, 0), "the file is empty", "a transcript begins with '{'")
        return
    start = len(text) - len(text.lstrip())
    problems.error(
        Span(start, start + 1),
        "this is not a transcript",
        "a transcript begins with '{', or with 'atlantis-transcript 1.0' in the old format"
        + (f"; read here are also: {others}" if others else ""),
    )
