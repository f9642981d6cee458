"""Options that commands with bots and agents share: seats, boards, seeds, efforts."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from atlantis_core.bots.registry import ADVISER, BOTS, bot_named
from atlantis_core.bots.seats import parse_contestant
from atlantis_core.bots.threads import MOST_THREADS
from atlantis_core.contests.sequential import parse_test
from atlantis_core.positions.position import Position
from atlantis_core.rules.shapes import Shape, parse_shape, traditional_start
from atlantis_core.support.errors import NotationError, SetupError
from atlantis_core.support.safe_text import showable
from .command_lines import add_number, reading, whole_number
from .errors import CommandError, UnreadableError, UsageError
from .game_files import open_game
from .inputs import STANDARD_STREAM

seed = whole_number("bad seed", 0, 10**9)
effort = whole_number("bad effort", 1, 10**9)
games = whole_number("bad number of games", 1, 10**6)
threads = whole_number("bad number of threads", 1, MOST_THREADS)
jobs = whole_number("bad number of jobs", 1, 64)
openings = whole_number("bad number of turns", 0, 1000)
opponents = whole_number("bad number of opponents", 1, 5)
turns = whole_number("bad number of turns", 1, 10**6)
seat = reading(parse_contestant)
bot = reading(lambda text: bot_named(text).name)
sequential_test = reading(parse_test)


def seconds(text: str) -> float:
    """Parse a time limit."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86400:
        shown = showable(text, 40)
        raise ArgumentTypeError(f"not a time limit: '{shown}' (expected seconds, at most a day)")
    return value


def add_bot_options(parser: ArgumentParser, task: str) -> None:
    """Add `--bot` and `--effort`."""
    text = f"{task}: {', '.join(BOTS)} (default: {ADVISER})"
    parser.add_argument("--bot", metavar="NAME", type=bot, default=ADVISER, help=text)
    text = "positions to search (default: depends on the bot)"
    add_number(parser, "--effort", effort, text)


def add_results_file(parser: ArgumentParser) -> None:
    text = "file for the results; an existing one is resumed"
    parser.add_argument("--out", metavar="FILE", type=results_file, help=text)


def results_file(text: str) -> Path:
    """Parse the results file of a match: a regular file or a new one."""
    path = _results_path(text, "a file")
    if path.exists() and not path.is_file():
        raise ArgumentTypeError(
            f"not a file for results: '{showable(text)}' (expected a regular file)"
        )
    return path


def results_folder(text: str) -> Path:
    """Parse the results folder of a tournament."""
    path = _results_path(text, "a folder")
    if path.exists() and not path.is_dir():
        raise ArgumentTypeError(f"not a folder: '{showable(text)}' (expected a folder for results)")
    return path


def _results_path(text: str, expected: str) -> Path:
    if text == STANDARD_STREAM:
        raise ArgumentTypeError(
            f"results cannot go to standard output: '{text}' (expected {expected})"
        )
    return Path(text)


def is_traditional(board: str) -> bool:
    """Whether a board on the command line is a shape rather than a file."""
    return board.partition(":")[0] in {shape.value for shape in Shape}


def open_start(board: str, players: int) -> Position:
    """The start of a match: a standard board, or the start of a file."""
    if is_traditional(board):
        try:
            shape, side = parse_shape(board)
            return traditional_start(shape, side, players)
        except (NotationError, SetupError) as error:
            raise UsageError(str(error)) from None
    start = _open_file(board)
    if start.players == players:
        return start
    shown = showable(board)
    if not start.players:
        raise CommandError(f"'{shown}' has no players (expected {players})")
    raise CommandError(f"'{shown}' has {start.players} players (expected {players})")


def _open_file(board: str) -> Position:
    try:
        return open_game(board).game.start
    except UnreadableError as error:
        if not isinstance(error.__cause__, FileNotFoundError):
            raise
        shapes = "triangle:SIDE, rhombus:SIDE or hexagon:SIDE"
        raise CommandError(
            f"no such board: '{showable(board)}' (neither a file nor {shapes})"
        ) from None
