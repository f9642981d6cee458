"""New games from the command line: a traditional board, who plays, and a free name for the file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.shapes import parse_shape, traditional_start
from atlantis_tui.settings.folders import games_folder
from atlantis_tui.settings.recent import remember
from .document import GameDocument

DEFAULT_BOARD = "hexagon:2"
"""Small enough for a first game on any terminal."""


def begin_game(board: str, seats: Sequence[str] = (), path: Path | None = None) -> GameDocument:
    """A new game on a traditional board; raises SaveConflictError where a file is already."""
    taken: list[Seat] = []
    if seats:
        from atlantis_core.bots.registry import choose_seat

        taken = [choose_seat(text) for text in seats]
    taken += [PERSON] * (2 - len(taken))
    shape, side = parse_shape(board)
    dummies = [number for number, seat in enumerate(taken) if seat.kind is SeatKind.DUMMY]
    start = traditional_start(shape, side, len(taken), dummies)
    document = GameDocument.new(start, seats=taken)
    keep_new(document, board, path)
    return document


def keep_new(document: GameDocument, board: str, path: Path | None = None) -> None:
    """Say where a new game is kept: in a named file at once, so that others find it there.

    Without a path it gets the next free name of the day and the board in the folder for games,
    but not before something is planned: who only looks leaves nothing behind.
    """
    if path is not None:
        document.save_as(path)
        remember(path)
        return
    stem = free_stem(board)
    document.begin_file = lambda: remember(document.save_as_new(games_folder(), stem))


def rematch_of(document: GameDocument) -> GameDocument:
    """The same players on the same board, in a new file."""
    players = document.transcript.players
    again = GameDocument.new(
        document.game.start,
        names=[player.name for player in players],
        colors=[player.color for player in players],
        seats=document.seats,
    )
    stem = document.path.stem if document.path is not None else "rematch"
    keep_new(again, _NUMBERED.sub("", stem))
    return again


_NUMBERED = re.compile(r"^\d{4}-\d\d-\d\d-|-\d+$")


def free_stem(board: str, now: datetime | None = None) -> str:
    """What the names of the games of a day begin with."""
    day = (now or datetime.now().astimezone()).strftime("%Y-%m-%d")
    return f"{day}-{board.replace(':', '')}"
