"""`atlantis share`: print a game as a share code."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.rules.share_code import format_turns
from .command_lines import add_place
from .errors import CommandError
from .game_files import RecordAt, open_at
from .output import emit

DESCRIPTION = """\
Print a game as a share code: one word for a chat or a message, with the start and
all turns. Names, comments and variations are not part of it. Other commands and
the app take a code in place of a file."""
EXAMPLES = """\
  atlantis share game.json                the whole game
  atlantis share game.json#12             up to turn 12
  atlantis share game.json#12.1           a variation
  atlantis show atl1:5Mla8                a code in place of a file
  atlantis convert atl1:5Mla8 game.json   save it
"""


def add_arguments(parser: ArgumentParser) -> None:
    add_place(parser)


def run(options: Namespace) -> int:
    at = open_at(options)
    if isinstance(at, RecordAt):
        raise CommandError(f"only Atlantis games have share codes (this is {at.file.entry.files})")
    opened, line, turn = at
    emit(format_turns(line.position_after(0), line.turns[:turn]))
    return opened.status
