"""Adds finished games to the user's history, which never leaves this machine."""

from __future__ import annotations

from datetime import datetime

from atlantis_core.positions.grid import format_moves
from atlantis_core.review.history_file import add_game, load_history
from atlantis_core.review.player_history import describe_finished
from atlantis_core.seats import SeatKind
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.settings.folders import history_path
from .document import GameDocument


def own_player(document: GameDocument, name: str) -> int | None:
    """The player that the user of this window is: the only person, or the one with their name."""
    persons = [
        player
        for player, seat in enumerate(document.seats)
        if seat.kind is SeatKind.PERSON and document.ownership.has(player)
    ]
    if len(persons) == 1:
        return persons[0]
    named = [player for player in persons if name and document.cast.names[player] == name]
    return named[0] if len(named) == 1 else None


_TELLING = 4
"""The first turns, which tell a game from a later one in a file of the same name."""


def _identity(document: GameDocument) -> str:
    """Key of a game that stays the same when it is undone, played on and finished again."""
    transcript = document.transcript
    parts = (
        document.path and document.path.absolute(),
        transcript.players,
        transcript.annotations.tags.get("date"),
        *map(format_moves, document.game.turns[:_TELLING]),
    )
    return "\n".join(map(str, parts))


def record_result(document: GameDocument) -> str:
    """Store the result of a finished game; returns what went wrong, or ""."""
    path = history_path()
    history = load_history(path)
    player = own_player(document, history.name)
    if player is None or (document.path is None and document.create_file is not None):
        return ""
    day = datetime.now().astimezone().date().isoformat()
    finished = describe_finished(
        document.transcript, document.game, player, day, _identity(document)
    )
    if finished is None or not history.is_writable:
        return "; ".join(history.problems)
    if any(known._replace(date=day) == finished for known in history.games):
        return ""  # opened again
    try:
        add_game(path, finished)
    except AtlantisError as error:
        return f"your statistics were not updated: {error}"
    return ""
