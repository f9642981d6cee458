"""What the app shows first, and what it shows for a path.

Every way into a screen passes here: the command line, a file, a game that is already open.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from textual.screen import Screen

from atlantis_core.errors import AtlantisError
from atlantis_core.seats import PERSON, Kind, Seat, parse_seat
from atlantis_core.shapes import parse_shape, traditional_start
from atlantis_core.transcript.declared_ending import declared_ending
from atlantis_tui.game.document import GameDocument
from atlantis_tui.settings.folders import games_folder

if TYPE_CHECKING:
    from atlantis_tui.atlantis_app import AtlantisApp

DEFAULT_BOARD = "hexagon:2"
"""Small enough for a first game on any terminal."""


class LeavingScreen(Screen[None]):
    """Nothing to show: leaves as soon as it may, which is not before it is there."""

    def on_mount(self) -> None:
        self.app.exit(return_code=2)


def first_screen(app: AtlantisApp) -> Screen[None]:
    """The screen for the command line; leaves with a message if there is none."""
    named = app.named
    try:
        if named.new is not None or (named.path is None and named.seats):
            board = named.new or DEFAULT_BOARD
            return screen_for_document(begin_game(board, named.seats, named.path))
        from atlantis_tui.start.ways import screen_for_any, start_screen

        return start_screen() if named.path is None else screen_for_any(named.path, named.turn)
    except (AtlantisError, OSError) as error:
        app.farewell = str(error)
        return LeavingScreen()


def screen_for_path(path: Path, turn: int | None = None) -> Screen[None]:
    """The screen for a file. Raises what reading it raises."""
    return screen_for_document(GameDocument.load(path), turn)


def screen_for_document(document: GameDocument, turn: int | None = None) -> Screen[None]:
    """The screen for a game that is already open.

    A finished one, one that was ended by a referee, or a turn of the past is reviewed.
    """
    if turn is not None:
        document.game.position_after(turn)  # raises NoSuchTurnError
    is_closed = document.game.is_over or declared_ending(document.transcript) is not None
    if document.game.start.players and (turn is not None or is_closed):
        from atlantis_tui.review.screen import ReviewScreen

        return ReviewScreen(document, turn)
    from atlantis_tui.play.screen import PlayScreen

    return PlayScreen(document)


def open_path(app: AtlantisApp, path: Path, turn: int | None = None) -> None:
    """Show a file on top of the present screen. Raises what reading it raises."""
    app.push_screen(screen_for_path(path, turn))


def open_document(app: AtlantisApp, document: GameDocument, turn: int | None = None) -> None:
    """Show a game on top of the present screen."""
    app.push_screen(screen_for_document(document, turn))


def begin_game(board: str, seats: Sequence[str] = (), path: Path | None = None) -> GameDocument:
    """A new game on a traditional board, saved where nothing is yet."""
    taken = [parse_seat(text) for text in seats] or [PERSON]
    taken += [PERSON] * (2 - len(taken))
    shape, side = parse_shape(board)
    dummies = [number for number, seat in enumerate(taken) if seat.kind is Kind.DUMMY]
    start = traditional_start(shape, side, len(taken), dummies)
    check_bots(taken)
    return GameDocument.new(start, seats=taken, path=path or free_game_path(board))


def check_bots(seats: Sequence[Seat]) -> None:
    """Raise NotationError for a bot that does not exist."""
    names = [seat.name for seat in seats if seat.kind is Kind.BOT]
    if names:
        from atlantis_core.bots.registry import bot_named

        for name in names:
            bot_named(name)


def free_game_path(board: str, now: datetime | None = None) -> Path:
    """A name in the folder for games that no file has yet, from the day and the board."""
    day = (now or datetime.now().astimezone()).strftime("%Y-%m-%d")
    stem = f"{day}-{board.replace(':', '')}"
    number = 1
    while (path := games_folder() / f"{stem}-{number}.json").exists():
        number += 1
    return path
