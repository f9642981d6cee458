"""From the chances that a net or a search finds to those that come true as often as they say.

What is found errs in the same way again and again: whoever is to move may still do something about
it, and many players make a game less certain than it looks. So the logarithm of the odds of the
player to move is stretched and shifted, and the others share the rest.
`python -m training.calibration` fits the
numbers to games of `master` against itself, and shows in docs/bots.md how often what is told then
comes true in others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from atlantis_core.bots.nets import the_net
from atlantis_core.position import Position
from atlantis_core.settling import Trial

Chances = tuple[float, ...]
Correction = tuple[float, float]
"""By how much the logarithm of the odds is stretched, and how far it is shifted."""

SEARCHED: Mapping[int, Correction] = MappingProxyType(
    {2: (1.23, -0.12), 3: (1.24, -0.01), 4: (1.4, 0.21), 5: (1.63, 0.62), 6: (1.55, 0.66)}
)
"""For what a search finds, by the number of players."""
AT_ONCE: Mapping[int, Correction] = MappingProxyType(
    {2: (0.94, 0.61), 3: (1.09, 0.35), 4: (1.3, 0.51), 5: (1.54, 0.97), 6: (1.48, 0.95)}
)
"""For what the net finds if the player to move passes."""
LEAST = 1e-9
"""A chance that is as good as none."""


def rate_at_once(position: Position) -> Chances:
    """Everybody's chances by the net if the player to move passes, as they are found."""
    return Trial(position).rate([], the_net())


def calibrated(found: Sequence[float], player: int, table: Mapping[int, Correction]) -> Chances:
    """Chances that come true, of those found when this player is to move.

    What is certain stays so, and of two chances of this player the greater one stays greater: no
    turn overtakes another.
    """
    own = found[player]
    if len(found) not in table or not LEAST < own < 1 - LEAST:
        return tuple(found)
    stretch, shift = table[len(found)]
    told = 1 / (1 + math.exp(-stretch * math.log(own / (1 - own)) - shift))
    others = [0.0 if seat == player else chance**stretch for seat, chance in enumerate(found)]
    scale = (1 - told) / math.fsum(others)
    return tuple(told if seat == player else scale * other for seat, other in enumerate(others))
