"""`atlantis shift`: move boards of older programs to positive coordinates (R1.3)."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.shift import shifted
from .game_files import open_transcript
from .output import complain
from .transcript_output import add_output_option, write_transcript

DESCRIPTION = """\
Shift a board to positive coordinates. Older programs created boards with rows
below 1 or columns before a; shift moves the board, its stacks, turns and variations
just far enough, and leaves other boards unchanged. Writes to standard output, or
with -o to a file, which may be the input file."""
EXAMPLES = """\
  atlantis shift old.json > new.json
  atlantis shift old.json -o old.json      in place
  atlantis shift old.json | atlantis show - --axes
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a game or a board; '-' is standard input")
    add_output_option(parser)


def run(options: Namespace) -> int:
    transcript = open_transcript(options.file)
    columns, rows = needed_shift(transcript)
    if not (columns or rows):
        complain("nothing to shift: all coordinates are positive")
    elif transcript.annotations.comments:
        complain("note: field names in comments were not changed")
    write_transcript(shifted(transcript, columns, rows), options.output)
    return 0


def needed_shift(transcript: Transcript) -> tuple[int, int]:
    """Columns and rows by which to move the board so that all coordinates are positive (R1.3)."""
    fields = list(transcript.fields())
    columns = max(0, 1 - min(field.x for field in fields))
    return columns, max(0, 1 - min(field.y for field in fields))
