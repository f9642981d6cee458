"""What the commands that let programs play have in common: seats, boards, seeds, efforts."""

from __future__ import annotations

from argparse import ArgumentTypeError
from pathlib import Path

from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.seats import parse_contestant
from atlantis_core.commands.errors import CommandError, UnreadableError, UsageError
from atlantis_core.commands.game_files import open_game
from atlantis_core.commands.inputs import STANDARD_STREAM
from atlantis_core.contests.sequential import SequentialTest, parse_test
from atlantis_core.errors import NotationError, SetupError
from atlantis_core.position import Position
from atlantis_core.safe_text import showable
from atlantis_core.seats import Seat
from atlantis_core.shapes import Shape, parse_shape, traditional_start


def whole_number(text: str, what: str, least: int, most: int) -> int:
    """A number on the command line."""
    shown = showable(text, 40)
    if not (text.isascii() and text.isdigit() and len(text) <= 12):
        raise ArgumentTypeError(f"bad {what}: '{shown}' (expected {least} to {most})")
    if not least <= int(text) <= most:
        raise ArgumentTypeError(f"bad {what}: '{shown}' (expected {least} to {most})")
    return int(text)


def seed(text: str) -> int:
    return whole_number(text, "seed", 0, 10**9)


def effort(text: str) -> int:
    return whole_number(text, "effort", 1, 10**9)


def games(text: str) -> int:
    return whole_number(text, "number of games", 1, 10**6)


def jobs(text: str) -> int:
    return whole_number(text, "number of jobs", 1, 64)


def openings(text: str) -> int:
    return whole_number(text, "number of turns", 0, 1000)


def opponents(text: str) -> int:
    return whole_number(text, "number of opponents", 1, 5)


def sequential_test(text: str) -> SequentialTest:
    """When to stop, on the command line."""
    try:
        return parse_test(text)
    except NotationError as error:
        raise ArgumentTypeError(showable(str(error))) from None


def turns(text: str) -> int:
    return whole_number(text, "number of turns", 1, 10**6)


def seconds(text: str) -> float:
    """A time limit on the command line."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86400:
        shown = showable(text, 40)
        raise ArgumentTypeError(f"not a time: '{shown}' (expected seconds, at most a day)")
    return value


def seat(text: str) -> Seat:
    """Who plays, on the command line."""
    try:
        return parse_contestant(text)
    except NotationError as error:
        raise ArgumentTypeError(showable(str(error))) from None


def bot(text: str) -> str:
    """The name of a bot on the command line."""
    try:
        return bot_named(text).name
    except NotationError as error:
        raise ArgumentTypeError(showable(str(error))) from None


def results_file(text: str) -> Path:
    """Where a match keeps its results: a file that is there or not yet, but nothing else."""
    path = _kept_path(text, "results are a file that is resumed")
    if path.exists() and not path.is_file():
        raise ArgumentTypeError(f"no file for results: '{showable(text)}' (expected a plain file)")
    return path


def results_folder(text: str) -> Path:
    """Where a ladder keeps its results."""
    path = _kept_path(text, "results are a folder that is resumed")
    if path.exists() and not path.is_dir():
        raise ArgumentTypeError(f"no folder for results: '{showable(text)}' (expected a folder)")
    return path


def _kept_path(text: str, reason: str) -> Path:
    if text == STANDARD_STREAM:
        raise ArgumentTypeError(f"results cannot go to standard output: '{text}' ({reason})")
    return Path(text)


def is_traditional(board: str) -> bool:
    """Whether a board on the command line is meant as a shape, not as a file."""
    return board.partition(":")[0] in {shape.value for shape in Shape}


def open_start(board: str, players: int) -> Position:
    """The start of a match: a traditional board, or the position that a file begins with."""
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
        raise CommandError(f"'{shown}' is a board without players (expected {players})")
    raise CommandError(f"{players} players for '{shown}', which is set up for {start.players}")


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
