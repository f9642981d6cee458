"""`atlantis convert`: convert transcripts between JSON, share codes and the old text format."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.opening import GameFile
from atlantis_core.transcript import Format
from .game_files import RecordAt, open_input, read_transcript
from .transcript_output import choose_format, write_transcript

DESCRIPTION = """\
Convert a transcript between JSON, the old text format and share codes. The suffix
(.json, .txt) or --to sets the format. If the old format cannot represent
something, convert lists it and writes nothing. A share code holds the start and
the turns only. Overwrites an existing file.

Files of other games keep their notation. If Atlantis can read a notation but not
write it, the game is converted to the standard notation of that game."""
EXAMPLES = """\
  atlantis convert game.json game.txt
  atlantis convert old-game.txt old-game.json
  atlantis convert game.json - --to text
  atlantis convert atl1:5Mla8 game.json
  atlantis convert - game.json < old-game.txt
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("source", metavar="IN", help="file to convert; '-' is standard input")
    parser.add_argument("target", metavar="OUT", help="file to write; '-' is standard output")
    parser.add_argument(
        "--to", choices=[kind.value for kind in Format], help="format (default: from the suffix)"
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
