"""From the chances that a net or a search finds to those that come true as often as they say.

What is found errs in the same way again and again: whoever is to move may still do something about
it, many players make a game less certain than it looks, an open board less than one that has nearly
sunk, and the last seats are worth less at the beginning than the net believes. So the logarithm of
the odds of the player to move becomes a sum of a few terms; the others share the rest.
`python -m training.calibration --fit` finds the numbers by which the terms are multiplied, in games
of `master` against itself, and without `--fit` shows in docs/bots.md how often what is told then
comes true in others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul
from types import MappingProxyType

from atlantis_core.position import Position
from atlantis_core.scoring import tally
from atlantis_core.settling import Trial
from .nets import the_net

Chances = tuple[float, ...]
Correction = tuple[float, float, float, float, float, float]
"""By what the terms are multiplied."""

SEARCHED: Mapping[int, Correction] = MappingProxyType(
    {
        2: (-0.53, 1.23, 0.28, 0.45, -0.28, -1.66),
        3: (-0.05, 1.79, 0.03, 0.19, -0.75, -1.73),
        4: (0.1, 1.46, 0.15, 0.16, -0.42, -1.33),
        5: (0.27, 1.39, 0.24, 0.54, -0.15, -1.55),
        6: (0.25, 1.22, 0.29, 0.44, -0.31, -1.23),
    }
)
"""For what a search finds, by the number of players."""
AT_ONCE: Mapping[int, Correction] = MappingProxyType(
    {
        2: (0.85, 1.11, 0.0, -0.12, 0.1, -1.62),
        3: (0.68, 1.37, 0.0, -0.32, -0.37, -1.68),
        4: (0.58, 1.45, 0.0, 0.08, -0.16, -1.47),
        5: (0.83, 1.61, 0.0, 0.74, 0.24, -1.8),
        6: (0.91, 1.68, 0.01, 0.72, 0.1, -1.28),
    }
)
"""For what the net finds if the player to move passes."""
LEAST = 1e-9
"""A chance that is as good as none."""


def rate_at_once(position: Position) -> Chances:
    """Everybody's chances by the net if the player to move passes, as they are found."""
    return Trial(position).rate([], the_net())


def openness(position: Position) -> float:
    """How much of the game is still to come: the root of the share of fields that are open."""
    return math.sqrt(tally(position).open_fields / len(position.board))


def terms(own: float, player: int, players: int, openness: float) -> Correction:
    """Of the logarithm of a player's odds: 1, itself, its signed square, and on an open board again
    1, itself, and the seat, from the first (-1/2) to the last (1/2).
    """
    odds = math.log(own / (1 - own))
    seat = player / (players - 1) - 0.5
    return 1.0, odds, odds * abs(odds), openness, openness * odds, openness * seat


def is_increasing(correction: Correction) -> bool:
    """Whether a greater chance stays greater, however open the board is."""
    _, stretch, bend, _, stretch_if_open, _ = correction
    return bend >= 0 and stretch > 0 and stretch + stretch_if_open > 0


def calibrated(
    found: Sequence[float], player: int, openness: float, table: Mapping[int, Correction]
) -> Chances:
    """Chances that come true, of those found when this player is to move.

    What is certain stays so, and of two chances of this player in a position the greater one stays
    greater: no turn overtakes another.
    """
    own, players = found[player], len(found)
    if players not in table or not LEAST < own < 1 - LEAST:
        return tuple(found)
    odds = math.fsum(map(mul, table[players], terms(own, player, players, openness)))
    told = 1 / (1 + math.exp(-odds))
    scale = (1 - told) / (1 - own)
    return tuple(told if seat == player else scale * other for seat, other in enumerate(found))
