"""What the commands that let programs play have in common: seats, boards, seeds, efforts."""

from __future__ import annotations

from argparse import ArgumentTypeError

from atlantis_core.bots.seats import Seat, parse_seat
from atlantis_core.commands.errors import CommandError
from atlantis_core.commands.opening import open_game
from atlantis_core.errors import NotationError
from atlantis_core.position import Position
from atlantis_core.shapes import Shape, parse_shape, traditional_start
from atlantis_core.showing import showable


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
        return parse_seat(text)
    except NotationError as error:
        raise ArgumentTypeError(showable(str(error))) from None


def open_start(board: str, players: int) -> Position:
    """The start of a match: a traditional board, or the position that a file begins with."""
    if board.partition(":")[0] in {shape.value for shape in Shape}:
        shape, side = parse_shape(board)
        return traditional_start(shape, side, players)
    start = open_game(board).game.start
    if start.players != players:
        shown = showable(board)
        raise CommandError(f"{players} players for '{shown}', which is set up for {start.players}")
    return start
