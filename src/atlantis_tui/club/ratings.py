"""Ratings of members, computed from the places in finished games.

The Plackett-Luce model of Weng and Lin ("A Bayesian Approximation Method for Online Ranking",
JMLR 12, 2011), with the constants of openskill: one update serves two to six players. The same
games in the same order always give the same ratings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import exp, sqrt
from typing import NamedTuple

_MEAN, _DEVIATION = 25.0, 25.0 / 3
_BETA = _DEVIATION / 2
"""Deviation of one game around a player's strength."""
_TAU = _MEAN / 300
"""Growth of the deviation from game to game, so that old results lose weight."""
_LEAST = 0.0001
FIRST_SHOWN, _PER_POINT = 1000, 40


class Rating(NamedTuple):
    """An estimated strength and its deviation, from a number of games."""

    mean: float = _MEAN
    deviation: float = _DEVIATION
    games: int = 0

    @property
    def shown(self) -> int:
        """Rating that the member almost certainly has; 1000 for a newcomer."""
        return round(FIRST_SHOWN + _PER_POINT * (self.mean - 3 * self.deviation))


class PlayedGame(NamedTuple):
    """The members of a finished game and their places, from 1; equal in a draw."""

    members: tuple[str, ...]
    places: tuple[int, ...]


def rate(games: Iterable[PlayedGame]) -> dict[str, Rating]:
    """The ratings after these games; games of fewer than two members do not count."""
    ratings: dict[str, Rating] = {}
    for game in games:
        if len(set(game.members)) == len(game.members) > 1:
            before = [ratings.get(member, Rating()) for member in game.members]
            ratings.update(zip(game.members, updated(before, game.places), strict=True))
    return ratings


def updated(before: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """The ratings of the players after a game between them."""
    variances = [rating.deviation**2 + _TAU**2 for rating in before]
    spread = sqrt(sum(variance + _BETA**2 for variance in variances))
    strengths = [exp(rating.mean / spread) for rating in before]
    players = range(len(before))
    below = [sum(strengths[n] for n in players if places[n] >= place) for place in places]
    found = []
    for n in players:
        shift = shrink = 0.0
        for q in players:
            if places[q] <= places[n]:
                chance = strengths[n] / below[q]
                ties = places.count(places[q])
                shift += ((n == q) - chance) / ties
                shrink += chance * (1 - chance) / ties
        deviation = sqrt(variances[n])
        shrink *= deviation / spread * variances[n] / spread**2
        found.append(
            Rating(
                before[n].mean + shift * variances[n] / spread,
                deviation * sqrt(max(1 - shrink, _LEAST)),
                before[n].games + 1,
            )
        )
    return tuple(found)
