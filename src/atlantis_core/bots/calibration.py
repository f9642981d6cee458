"""Corrects the winning chances of a net or a search so that they match observed results.

Raw chances have systematic errors: the player to move can still react, many players or an open
board make a game less certain than it looks, and the net overrates the last seats early on. So the
log odds of the player to move become a weighted sum of a few terms; the other players share the
rest. `python -m training.calibration --fit` fits the weights to games of `master` against itself;
without `--fit` it measures them on other games and writes the result to docs/bots.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from operator import mul
from types import MappingProxyType

from atlantis_core.positions.position import Position
from atlantis_core.rules.scoring import tally
from atlantis_core.rules.settling import Trial
from .nets import net_for

Chances = tuple[float, ...]
Correction = tuple[float, float, float, float, float, float]
"""One weight per term of `terms`."""

SEARCHED: Mapping[int, Correction] = MappingProxyType(
    {
        2: (-0.53, 1.23, 0.28, 0.45, -0.28, -1.66),
        3: (-0.05, 1.79, 0.03, 0.19, -0.75, -1.73),
        4: (0.1, 1.46, 0.15, 0.16, -0.42, -1.33),
        5: (0.27, 1.39, 0.24, 0.54, -0.15, -1.55),
        6: (0.25, 1.22, 0.29, 0.44, -0.31, -1.23),
    }
)
"""Weights for the chances of a search, by number of players."""
STATIC: Mapping[int, Correction] = MappingProxyType(
    {
        2: (0.85, 1.11, 0.0, -0.12, 0.1, -1.62),
        3: (0.68, 1.37, 0.0, -0.32, -0.37, -1.68),
        4: (0.58, 1.45, 0.0, 0.08, -0.16, -1.47),
        5: (0.83, 1.61, 0.0, 0.74, 0.24, -1.8),
        6: (0.91, 1.68, 0.01, 0.72, 0.1, -1.28),
    }
)
"""Weights for the net's chances if the player to move passes."""
FITTED_FIELDS = 133
"""Fields of hexagon 3, the largest board of the fit of the weights above."""
DOUBT = 0.8
"""How much less the odds of two players count on an open board of twice as many fields; fitted to
82 games there. More players need no such correction: 41 games of three fitted 0.
"""
CERTAINTY = 1e-9
"""Chances this close to 0 or 1 are not corrected."""


def static_chances(position: Position) -> Chances:
    """The net's uncorrected chances of all players if the player to move passes."""
    return Trial(position).rate([], net_for(position.board))


def openness(position: Position) -> float:
    """The square root of the share of open fields: how much of the game is still to come."""
    return math.sqrt(tally(position).open_fields / len(position.board))


def trust(fields: int, players: int, openness: float) -> float:
    """How much the odds count: all on boards of the fit; less for two players on larger ones, where
    the search sees less of what is to come.
    """
    excess = min(1.0, max(0.0, fields / FITTED_FIELDS - 1)) if players == 2 else 0.0
    return 1 - DOUBT * excess * openness


def terms(own: float, player: int, players: int, openness: float) -> Correction:
    """The terms of a player's corrected log odds: 1, the raw log odds, their signed square; and,
    times openness: 1, the raw log odds, and the seat, from -1/2 (first) to 1/2 (last).
    """
    odds = math.log(own / (1 - own))
    seat = player / (players - 1) - 0.5
    return 1.0, odds, odds * abs(odds), openness, openness * odds, openness * seat


def is_increasing(correction: Correction) -> bool:
    """Whether a greater chance stays greater, for any openness."""
    _, stretch, bend, _, stretch_if_open, _ = correction
    return bend >= 0 and stretch > 0 and stretch + stretch_if_open > 0


def corrected(
    found: Sequence[float], position: Position, table: Mapping[int, Correction]
) -> Chances:
    """Correct the chances found for a position."""
    is_open = openness(position)
    trusted = trust(len(position.board), position.players, is_open)
    return calibrated(found, position.to_move, is_open, table, trusted)


def calibrated(
    found: Sequence[float],
    player: int,
    openness: float,
    table: Mapping[int, Correction],
    trust: float = 1.0,
) -> Chances:
    """Correct the chances found for a position in which this player is to move.

    Less trust brings them nearer to those of an even position. Certain results stay certain, and
    the order of this player's chances is preserved: correction never ranks one turn above another.
    """
    own, players = found[player], len(found)
    if players not in table or not CERTAINTY < own < 1 - CERTAINTY:
        return tuple(found)
    odds = math.fsum(map(mul, table[players], terms(own, player, players, openness)))
    even = -math.log(players - 1)
    odds = even + trust * (odds - even)
    corrected = 1 / (1 + math.exp(-odds))
    scale = (1 - corrected) / (1 - own)
    return tuple(corrected if seat == player else scale * other for seat, other in enumerate(found))
