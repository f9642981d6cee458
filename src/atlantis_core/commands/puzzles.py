"""`atlantis puzzles`: find puzzles in games."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from atlantis_core.bots.evaluation import rate_turns
from atlantis_core.files.saving import NO_FILE, save_bytes
from atlantis_core.learning.collection import dump_collection
from atlantis_core.positions.position import Position
from atlantis_core.solving.puzzle_maker import find_puzzles
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from .errors import CommandError
from .folders import games_in
from .game_files import for_each, open_found, replay_file
from .inputs import FoundGame
from .output import emit

DESCRIPTION = """\
Find puzzles in games: positions in which only one turn reaches a goal, such as to
win, to secure fields, to eliminate stones or to explode fields. Playing every turn
proves this; turns with the same result count as one. Rates their difficulty from 1
to 4, names their themes, and leaves out positions that are mirror images of others."""
EXAMPLES = """\
  atlantis puzzles make game.json -o puzzles.json
  atlantis puzzles make games/ -o puzzles.json
"""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("action", choices=["make"], help="what to do")
    parser.add_argument("games", metavar="GAME", nargs="+", help="games, folders or collections")
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="file to create")


def run(options: Namespace) -> int:
    positions: list[Position] = []

    def read(found: FoundGame) -> int:
        opened = replay_file(found.path, open_found(found))
        positions.extend(opened.game.positions[:-1])
        return opened.status

    status = for_each("puzzles", games_in("puzzles", options.games), read)
    found = list(find_puzzles(positions, rate_turns))
    if not found:
        raise CommandError("no puzzle found in these games")
    save_bytes(dump_collection(found).encode(), options.output, expected=NO_FILE)
    emit(f"{counted(len(found), 'puzzle')} saved to {showable(options.output, 80)}")
    return status
