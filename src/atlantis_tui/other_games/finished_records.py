"""Adds finished games of other games to the user's history."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from atlantis_core.games.protocol import Position
from atlantis_core.review.history_file import add_game
from atlantis_core.review.player_history import DRAW, LOSS, WIN, finished_record
from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.settings.folders import history_path
from .document import RecordDocument


def store_result(document: RecordDocument, seats: Sequence[Seat]) -> str:
    """Store the result of a game of one person; returns what went wrong, or ""."""
    position = document.position
    persons = [player for player, seat in enumerate(seats) if seat.kind is SeatKind.PERSON]
    if position.result is None or len(persons) != 1 or len(seats) < 2 or document.path is None:
        return ""
    player = persons[0]
    opponents = [
        (str(seat), _score(position, player, other))
        for other, seat in enumerate(seats)
        if other != player
    ]
    entry, turns = document.entry, document.record.last_step
    day = datetime.now().astimezone().date().isoformat()
    file = str(document.path.absolute())
    try:
        add_game(
            history_path(), finished_record(entry.name, entry.title, opponents, turns, day, file)
        )
    except AtlantisError as error:
        return f"your statistics were not updated: {error}"
    return ""


def _score(position: Position, player: int, opponent: int) -> float:
    if position.winner == player:
        return WIN
    return LOSS if position.winner == opponent else DRAW
