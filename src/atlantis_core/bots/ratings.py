"""Ratings of the bots, and winning chances of players whose ratings are known.

The chances of a hint are those of equal players. A stronger player wins more: `rated_chances` takes
the difference into account, less the fewer fields are open. `python -m training.ratings --fit`
fits its two weights; without `--fit` it measures them on other games.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from atlantis_core.seats import Seat, SeatKind

BOT_RATINGS: Mapping[str, int] = MappingProxyType(
    {
        "random": 0,
        "gentle": 127,
        "greedy": 310,
        "searcher": 468,
        "master": 666,
        "grandmaster": 859,
    }
)
"""Elo of the bots from the ladder in docs/bots.md; a test compares the two."""
ELO_SCALE = 400 / math.log(10)
WEIGHT, WEIGHT_IF_OPEN = -0.26, 1.36
"""The weight of ratings when no field is open, and what an open board adds to it. It is never
negative: at the very end ratings do not count."""


def ratings_of(seats: Sequence[Seat], own: Mapping[int, float]) -> tuple[float, ...]:
    """The ratings of all players; empty if one is unknown.

    `own` has the ratings of persons by player. Dummies and agents have none.
    """
    found: list[float] = []
    for player, seat in enumerate(seats):
        rating = own.get(player)
        if seat.kind is SeatKind.BOT:
            rating = BOT_RATINGS.get(seat.name)
        if rating is None:
            return ()
        found.append(rating)
    return tuple(found)


def rated_chances(
    chances: Sequence[float], ratings: Sequence[float], openness: float
) -> tuple[float, ...]:
    """The chances of players with these ratings, from those of equal players.

    Certain results stay certain. `openness` is that of the calibration: 1 when all fields are open.
    """
    weight = max(0.0, WEIGHT + WEIGHT_IF_OPEN * openness) / ELO_SCALE
    best = max(ratings)
    shares = [
        chance * math.exp(weight * (rating - best))
        for chance, rating in zip(chances, ratings, strict=True)
    ]
    total = math.fsum(shares)
    return tuple(share / total for share in shares) if total else tuple(chances)
