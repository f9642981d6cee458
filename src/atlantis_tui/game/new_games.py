"""Creates games on standard boards and rematches, and chooses where they are saved."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from atlantis_core.rules.shapes import parse_shape, traditional_start
from atlantis_core.rules.share_code import parse_game
from atlantis_core.seats import PERSON, Seat, SeatKind
from atlantis_core.support.colors import NEW_GAME_PALETTE, default_colors
from atlantis_core.transcript.replaying import transcribe
from atlantis_tui.settings.folders import games_folder
from atlantis_tui.settings.kept_lists import remember
from .document import GameDocument

DEFAULT_BOARD = "hexagon:2"
"""Small enough for a first game on any terminal."""


def begin_game(board: str, seats: Sequence[str] = (), path: Path | None = None) -> GameDocument:
    """Create a game on a standard board; raises SaveConflictError if the file exists."""
    taken: list[Seat] = []
    if seats:
        from atlantis_core.bots.registry import choose_seat

        taken = [choose_seat(text) for text in seats]
    taken += [PERSON] * (2 - len(taken))
    shape, side = parse_shape(board)
    dummies = [number for number, seat in enumerate(taken) if seat.kind is SeatKind.DUMMY]
    start = traditional_start(shape, side, len(taken), dummies)
    colors = default_colors([None] * len(taken), NEW_GAME_PALETTE)
    document = GameDocument.new(start, colors=colors, seats=taken)
    choose_file(document, board, path)
    return document


def shared_game(code: str) -> GameDocument:
    """The game of a share code; its next plan creates a new file. Raises ShareCodeError."""
    game = parse_game(code)
    document = GameDocument(transcribe(game), game)
    choose_file(document, "shared")
    return document


def choose_file(document: GameDocument, board: str, path: Path | None = None) -> None:
    """Choose the file of a new game. One with a path is saved at once, so that others find it.

    Without a path the file is created with the first plan, in the games folder, under the next
    free name for the day and the board.
    """
    if path is not None:
        _date(document)
        document.save_as(path)
        remember(path)
        return
    stem = file_stem(board)

    def create() -> None:
        _date(document)
        remember(document.save_as_new(games_folder(), stem))

    document.create_file = create


def _date(document: GameDocument) -> None:
    """Tag a new game with the day on which its file is created."""
    if "date" not in document.transcript.annotations.tags:
        document.edit(document.transcript.with_tag("date", _today()))


def rematch_of(document: GameDocument, *, keeps_seats: bool = False) -> GameDocument:
    """A new game of the same players from the same start, in a new file.

    The next player begins, unless all keep their seats.
    """
    order = [*range(len(document.seats))] if keeps_seats else rematch_order(document)
    players = [document.transcript.players[seat] for seat in order]
    again = GameDocument.new(
        document.game.start,
        names=[player.name for player in players],
        # Also those that the file leaves out, or the players would change their colours.
        colors=[document.colors[seat] for seat in order],
        seats=[document.seats[seat] for seat in order],
        control=document.control,
    )
    stem = document.path.stem if document.path is not None else "rematch"
    choose_file(again, _NUMBERED.sub("", stem))
    return again


def rematch_order(document: GameDocument) -> list[int]:
    """The present seats of the players of a rematch; dummies stay where their stones are."""
    kinds = [seat.kind for seat in document.seats]
    movable = [seat for seat, kind in enumerate(kinds) if kind is not SeatKind.DUMMY]
    following = dict(zip(movable, [*movable[1:], *movable[:1]], strict=True))
    return [following.get(seat, seat) for seat in range(len(kinds))]


_NUMBERED = re.compile(r"^\d{4}-\d\d-\d\d-|-\d+$")


def file_stem(board: str, now: datetime | None = None) -> str:
    """Date and board, as the beginning of a file name."""
    return f"{_today(now)}-{board.replace(':', '')}"


def _today(now: datetime | None = None) -> str:
    return (now or datetime.now().astimezone()).strftime("%Y-%m-%d")
