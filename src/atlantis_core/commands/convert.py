"""`atlantis convert`: from one format of transcripts to the other."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.opening import GameFile
from atlantis_core.transcript import Format
from .game_files import RecordAt, open_input, read_transcript
from .transcript_output import choose_format, write_transcript

DESCRIPTION = """\
Write a transcript in another format: JSON, or the old text format. The format is
that of the suffix (.json, .txt) or of --to. What the old format cannot hold is
named, and nothing is written. An existing file is replaced, all at once.

A file of another game is written in its own notation as it was read; a form that
is only imported becomes the usual one."""
EXAMPLES = """\
  atlantis convert game.json game.txt
  atlantis convert old-game.txt old-game.json
  atlantis convert game.json - --to text
  atlantis convert - game.json < old-game.txt
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "source", metavar="IN", help="a file in either format; '-' is standard input"
    )
    parser.add_argument("target", metavar="OUT", help="where to write it; '-' is standard output")
    parser.add_argument(
        "--to", choices=[kind.value for kind in Format], help="the format, whatever the suffix"
    )


def run(options: Namespace) -> int:
    file = open_input(options.source)
    if isinstance(file, GameFile):
        from .other_games import convert_record

        return convert_record(RecordAt(options.source, file), options.target, options.to)
    transcript = read_transcript(options.source, file)
    chosen = choose_format(options.target, options.to)
    write_transcript(transcript, options.target, chosen)
    return 0
