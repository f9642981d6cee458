"""Adds finished games of other games to the user's history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

from atlantis_core.contests.statistics import rate_against
from atlantis_core.games.levels import LEVEL_NAMES, LEVEL_RATINGS
from atlantis_core.games.protocol import Position
from atlantis_core.review.history_file import add_game
from atlantis_core.review.player_history import DRAW, LOSS, WIN, FinishedGame, finished_record
from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.errors import AtlantisError
from atlantis_tui.settings.folders import history_path
from .document import RecordDocument

_LEVELS = {
    SeatKind.BOT.value: LEVEL_RATINGS[LEVEL_NAMES[-1]],
    **{str(Seat(SeatKind.BOT, name)): rating for name, rating in LEVEL_RATINGS.items()},
}
"""The ratings of levels, as seats name them; older versions stored a master as "bot"."""


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


def record_ratings(games: Iterable[FinishedGame]) -> dict[str, float]:
    """The user's rating in each other game, by its title, from games against levels of its bot."""
    met: dict[str, list[tuple[float, float]]] = {}
    for game in games:
        for encounter in game.encounters:
            level = _LEVELS.get(encounter.opponent)
            if game.kind and level is not None:
                met.setdefault(game.board, []).append((level, encounter.score))
    average = sum(LEVEL_RATINGS.values()) / len(LEVEL_RATINGS)
    return {title: rate_against(scores, average) for title, scores in met.items()}


def _score(position: Position, player: int, opponent: int) -> float:
    if position.winner == player:
        return WIN
    return LOSS if position.winner == opponent else DRAW
