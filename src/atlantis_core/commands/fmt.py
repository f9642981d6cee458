"""`atlantis fmt`: rewrite files in the standard layout."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.files.compression import pack
from atlantis_core.files.saving import NO_FILE, save_bytes
from atlantis_core.opening import TranscriptFile
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript import dumps
from .folders import find_files
from .game_files import RecordAt, for_each, open_input, read_transcript
from .inputs import STANDARD_STREAM, name_of
from .output import emit, emit_bytes, report_about

DESCRIPTION = """\
Format files in place in the standard layout, with one segment or turn per line.
Keeps the file format and comments (// and /* */), and prints the name of each
changed file. Files that cannot be read stay unchanged."""
EXAMPLES = """\
  atlantis fmt game.json
  atlantis fmt --check games/*.json     list files that would change
  atlantis fmt - < game.json            write to standard output
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files", metavar="FILE", nargs="+", help="a file or folder; '-' formats standard input"
    )
    parser.add_argument(
        "--check",
        action="store_true",
        help="do not write; exit with status 1 if a file would change",
    )


def run(options: Namespace) -> int:
    def format_path(path: str) -> int:
        file = open_input(path)
        if isinstance(file, TranscriptFile):
            return _check(path, file) if options.check else _format(path, file)
        from .other_games import format_record

        return format_record(RecordAt(path, file), only_check=options.check)

    return for_each("fmt", find_files("fmt", options.files, other_games=True), format_path)


def _check(path: str, file: TranscriptFile) -> int:
    source = file.reading.source
    if source.is_content(dumps(read_transcript(path, file), source.format).encode()):
        return 0
    emit(showable(name_of(path)))
    return 1


def _format(path: str, file: TranscriptFile) -> int:
    source = file.reading.source
    content = dumps(read_transcript(path, file), source.format).encode()
    if path == STANDARD_STREAM:
        emit_bytes(content)
    elif source.is_content(content):
        return 0
    else:
        save_bytes(
            pack(content, path),
            path,
            expected=source.fingerprint or NO_FILE,
            report=report_about(path),
        )
        emit(showable(path))
    return 0
