"""`atlantis shift`: a board with rows or columns before the first, moved into the positive range.

Boards of older programs have them (R1.3).
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.transcript.model import Transcript
from atlantis_core.transcript.shift import shifted
from .game_files import open_transcript
from .output import complain
from .transcript_output import add_output_option, write_transcript

DESCRIPTION = """\
Move a board into positive coordinates. Older programs made boards with rows 0
and below and columns before a; such a board, with its stacks, turns and
variations, is moved just as far as needed, and any other is left where it is.
The result goes to standard output, or with -o to a file, also to the same one."""
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
        complain("note: fields that comments mention keep their old names")
    write_transcript(shifted(transcript, columns, rows), options.output)
    return 0


def needed_shift(transcript: Transcript) -> tuple[int, int]:
    """How many columns and rows to go so that all fields of the board are positive (R1.3)."""
    fields = list(transcript.fields())
    columns = max(0, 1 - min(field.x for field in fields))
    return columns, max(0, 1 - min(field.y for field in fields))
