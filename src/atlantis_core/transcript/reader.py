"""Reads a `Transcript` from bytes or text: decodes, detects the format, collects problems.

Tries the strict parser first; the relaxed one only if that fails, or for positions of problems.
Only `check` checks whether moves are legal.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from atlantis_core.files.decoding import decode
from atlantis_core.files.plain_files import read_plain
from atlantis_core.json_text.comments import JsonComments
from atlantis_core.json_text.conflicts import report_conflicts
from atlantis_core.json_text.frozen import BROKEN
from atlantis_core.json_text.limits import MAX_BYTES
from atlantis_core.json_text.places import KeyAt, Path, Problem, Problems, Span, Tree
from atlantis_core.json_text.strict_json import read_strict_json
from atlantis_core.support.diagnostics import Diagnostic
from .document_reader import Document, read_document
from .errors import TranscriptError
from .json_comments import FileComments
from .model import Transcript
from .replaying import find_replay_problems, transcribe
from .source import Format, Source

if TYPE_CHECKING:
    from pathlib import Path as FilePath


_CODE: Final = re.compile("atl[0-9]+:")
_LOOSE_CODE: Final = re.compile("atl[0-9]{1,3}:[0-9A-Za-z]")
"""A share code anywhere in a text."""
_RESULTS: Final = re.compile(
    r"""\s*\{\s*(?:"format"\s*:\s*("Atlantis\ match")|("game"):\s*[0-9]+,\s*"order":)""", re.VERBOSE
)
"""The results that `atlantis match --out` writes beside the games, with their first line or not."""
_WRAPPINGS: Final = (
    (">", "the lines begin with '>', as quoted mail", "remove '>' from the beginning of each line"),
    ("```", "the text is wrapped in '```'", "remove the lines with '```'"),
    ("<", "this is a web page or XML, not a transcript", "save the game itself, not the page"),
)
"""Beginnings of texts that may contain a transcript, what they are, and what to do."""
_BEGINNING: Final = re.compile(
    r"""(?P<before>\n)[ \t]*(?:\{\s*["']format["']|atlantis-transcript[ \t])"""
)
"""The first line of a transcript that follows other text."""
_NOTHING_READ: Final[Tree] = (0, 0)
"""Tree of a text without readable values; its problems have their own spans."""


class Reading(NamedTuple):
    """Result of reading a text, with or without problems."""

    source: Source
    problems: Problems
    document: Document | None
    """None if nothing could be read."""


def loads(text: str | bytes, name: str = "<text>") -> Transcript:
    """Read a transcript in either format. Raises TranscriptError with all its problems."""
    return transcript_of(read(text, name))


def load(path: FilePath | str) -> Transcript:
    """Read a file in either format, detected by its content.

    Raises TranscriptError if the contents are invalid, and OSError (FileNotFoundError,
    IsADirectoryError, PermissionError) if the file cannot be read. Refuses pipes and other files
    that are not regular, because reading them may block.
    """
    return transcript_of(read_file(path))


def check(text: str | bytes, name: str = "<text>") -> tuple[Diagnostic, ...]:
    """All diagnostics of a transcript, including illegal moves."""
    return check_reading(read(text, name))


def check_file(path: FilePath | str) -> tuple[Diagnostic, ...]:
    """Like `check` for a file. Raises OSError if it cannot be read."""
    return check_reading(read_file(path))


def read_file(path: FilePath | str) -> Reading:
    """Read a file; the source keeps its fingerprint to detect later changes on disk."""
    found = read_plain(path, MAX_BYTES + 1)
    return read(found.data, str(path), found.modified_ns)


def read(
    text: str | bytes, name: str = "<text>", modified_ns: int = 0, others: str = ""
) -> Reading:
    """Read a transcript in either format without raising its problems.

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
    if _report_results(decoded, problems) or report_conflicts(decoded, problems):
        return Reading(Source(name, decoded, kind, _NOTHING_READ, file), problems, None)
    parsed = _parse(decoded, kind, problems)
    source = Source(name, decoded, kind, parsed.tree, file)
    if parsed.data is BROKEN:
        return Reading(source, problems, None)
    found = tuple(problems)
    document = read_document(parsed.data, problems, is_whole=parsed.reliable_end is None)
    source.turns_at = document.turns_at
    _discard_repeated(problems, found, source)
    if parsed.reliable_end is not None:
        document = _keep_reliable_turns(document, source, parsed.reliable_end)
        _discard_unreliable(problems, found, source, parsed.reliable_end)
    transcript = document.transcript._replace(source=source, problems=tuple(problems))
    if parsed.comments:
        comments = JsonComments(decoded, source.tree, parsed.comments)
        file_comments = FileComments(comments, transcript.turns, document.turns_at)
        transcript = transcript._replace(json_comments=file_comments)
    return Reading(source, problems, document._replace(transcript=transcript))


class _Parsed(NamedTuple):
    data: object
    tree: Tree | None
    reliable_end: int | None = None
    """Offset up to which the brackets are reliable; None if all are."""
    comments: tuple[Span, ...] = ()


def _discard_repeated(problems: Problems, syntax: tuple[Problem, ...], source: Source) -> None:
    """Discard missing quotes around a value that cannot be right with quotes, either."""
    bare = [problem for problem in syntax if problem.message.startswith("missing quotes around")]
    if not bare:
        return
    wrong = {source.span(problem.place) for problem in problems if problem not in syntax}
    problems.discard(lambda problem: problem in bare and problem.place in wrong)


def _discard_unreliable(
    problems: Problems, syntax: tuple[Problem, ...], source: Source, reliable_end: int
) -> None:
    """Keep only syntax errors after the offset where brackets become unreliable."""
    problems.discard(
        lambda problem: problem not in syntax and source.span(problem.place).end > reliable_end
    )


def _keep_reliable_turns(document: Document, source: Source, reliable_end: int) -> Document:
    """Replay only turns that end before the brackets become unreliable."""
    playable = document.playable
    while playable and source.span(source.turn_path(playable - 1)).end > reliable_end:
        playable -= 1
    return document._replace(playable=playable)


def _parse(text: str, kind: Format, problems: Problems) -> _Parsed:
    if kind is Format.CODE:
        return _parse_code(text, problems)
    if kind is Format.TEXT:
        from .text_reader import read_text_format  # noqa: PLC0415 - rarely needed

        return _Parsed(*read_text_format(text, problems))
    strict = read_strict_json(text)
    if strict is not None:
        return _Parsed(strict[0], None)
    from atlantis_core.json_text.relaxed_json import read_relaxed_json  # noqa: PLC0415 - slow

    return _Parsed(*read_relaxed_json(text, problems))


def _parse_code(text: str, problems: Problems) -> _Parsed:
    """Read a share code as the JSON of its game."""
    from atlantis_core.rules.share_code import ShareCodeError, parse_game  # noqa: PLC0415 - rare
    from .json_writer import write_json  # noqa: PLC0415

    try:
        game = parse_game(text)
    except ShareCodeError as error:
        start = len(text) - len(text.lstrip())
        problems.error(Span(start, start + 1), str(error))
        return _Parsed(BROKEN, _NOTHING_READ)
    strict = read_strict_json(write_json(transcribe(game)))
    return _Parsed(strict[0] if strict else BROKEN, _NOTHING_READ)


def transcript_of(reading: Reading) -> Transcript:
    """The transcript of a reading. Raises TranscriptError with all problems."""
    if reading.document is None or reading.problems.has_errors:
        raise TranscriptError(reading.source.locate(reading.problems), reading.source)
    return reading.document.transcript


def check_reading(reading: Reading) -> tuple[Diagnostic, ...]:
    """All diagnostics of a reading, including illegal moves."""
    document = reading.document
    if document is not None and document.playable is not None:
        find_replay_problems(document.transcript, document.playable, reading.problems)
    if document is not None and reading.problems.has_errors:
        _report_board_slip(document, reading.problems)
    problems = tuple(reading.problems)
    return reading.source.locate(problems) if problems else ()


def _report_board_slip(document: Document, problems: Problems) -> None:
    """Report a misspelt segment in place of the stones and moves that miss its fields."""
    from .likely_causes import find_board_slip, is_explained  # noqa: PLC0415 - only for errors

    transcript = document.transcript
    slip = find_board_slip(transcript.segments, transcript.turns)
    if slip is not None:
        is_reported = slip.segment is None and any(map(_is_unread_segment, problems))
        problems.discard(lambda problem: is_explained(problem, slip, transcript))
        if is_reported:
            return
        place: Path = ("segments",) if slip.segment is None else ("segments", slip.segment)
        problems.error(place, slip.message, slip.hint)


def _is_unread_segment(problem: Problem) -> bool:
    place = problem.place
    return not isinstance(place, (Span, KeyAt)) and place[:1] == ("segments",) and len(place) > 1


def find_format(text: str) -> Format | None:
    """The format of a text, detected by its beginning, or None."""
    start = text.lstrip()[:20].lower()
    if _CODE.match(start):
        return Format.CODE
    if start[:1] in ("'", '"') and _CODE.match(start, 1):
        return None
    if start.startswith(("atlantis", "board", "player")):
        return Format.TEXT
    return Format.JSON if start[:1] in ("{", "[", "/", "#", '"', "'") and start else None


def _report_results(text: str, problems: Problems) -> bool:
    """Report the results of a match, once, whatever else is wrong with them."""
    found = _RESULTS.match(text)
    if found is not None:
        message = "these are the results of a match, not a game"
        hint = "its games are beside it, in 'NAME-games'"
        problems.error(Span(*found.span(found.lastindex or 0)), message, hint)
    return found is not None


def _report_unknown(text: str, problems: Problems, others: str) -> None:
    if not text.strip():
        problems.error(Span(0, 0), "the file is empty", "a transcript begins with '{'")
        return
    start = len(text) - len(text.lstrip())
    for beginning, message, hint in _WRAPPINGS:
        if text.startswith(beginning, start):
            problems.error(Span(start, start + len(beginning)), message, hint)
            return
    code = _LOOSE_CODE.search(text)
    if code is not None:
        message = "there is other text around the share code"
        problems.error(Span(*code.span()), message, "keep only the code, without quotes")
        return
    found = _BEGINNING.search(text, start)
    if found is not None:
        line = 1 + text.count("\n", 0, found.end("before"))
        message = f"the transcript begins in line {line}"
        span = Span(start, found.end("before"))
        problems.error(span, message, f"remove the text before line {line}")
        return
    problems.error(
        Span(start, start + 1),
        "this is not a transcript",
        "a transcript begins with '{', or with 'atlantis-transcript 1.0' in the old format,"
        " or with 'atl1:' as a share code" + (f"; also supported: {others}" if others else ""),
    )
