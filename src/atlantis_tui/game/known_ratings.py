"""The ratings of the players of an open game, as far as this machine knows them."""

from __future__ import annotations

from atlantis_core.bots.ratings import rated_chances, ratings_of
from atlantis_core.review.history_file import load_history
from atlantis_core.review.player_history import rating_of
from atlantis_core.support.phrases import percents
from atlantis_tui.settings.folders import history_path
from .document import GameDocument
from .finished_games import own_player


def known_ratings(document: GameDocument) -> tuple[float, ...]:
    """The ratings of all players; empty if one is unknown.

    Reads the file of the user's finished games.
    """
    history = load_history(history_path())
    player, rating = own_player(document, history.name), rating_of(history.games)
    own = {} if player is None or rating is None else {player: rating}
    return ratings_of(document.seats, own)


def rated_percents(
    document: GameDocument, chances: tuple[float, ...], ratings: tuple[float, ...]
) -> tuple[int, ...]:
    """The chances of players with these ratings; empty if the ratings are unknown."""
    if not ratings or max(chances) == 1:
        return ()
    from atlantis_core.bots.calibration import openness

    return percents(rated_chances(chances, ratings, openness(document.game.position)))


def describe_rated(
    document: GameDocument, chances: tuple[float, ...], ratings: tuple[float, ...]
) -> str:
    """These chances as a sentence, with the ratings; empty if the ratings are unknown."""
    found = rated_percents(document, chances, ratings)
    players = zip(document.cast.names, ratings, found, strict=False)
    shown = ", ".join(f"{name} ({rating:.0f}) {chance}%" for name, rating, chance in players)
    return f"with ratings: {shown}" if found else ""
