"""From the chances that a net or a search finds to those that come true as often as they say.

What is found errs in the same way again and again: whoever is to move may still do something about
it, and many players make a game less certain than it looks. So the logarithm of the odds of the
player to move is shifted, stretched, and stretched more the further it is from even, as what looks
won is mostly won; the others share the rest.
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
Correction = tuple[float, float, float]
"""How far the logarithm of the odds is shifted, by how much it is stretched, and how much more for
each unit."""

SEARCHED: Mapping[int, Correction] = MappingProxyType(
    {
        2: (-0.11, 0.21, 0.53),
        3: (-0.21, 0.47, 0.29),
        4: (0.04, 1.05, 0.08),
        5: (0.34, 0.91, 0.34),
        6: (0.2, 0.88, 0.22),
    }
)
"""For what a search finds, by the number of players."""
AT_ONCE: Mapping[int, Correction] = MappingProxyType(
    {
        2: (0.55, 0.74, 0.07),
        3: (0.12, 0.79, 0.0),
        4: (0.32, 1.06, 0.0),
        5: (0.9, 1.5, 0.01),
        6: (0.8, 1.41, 0.0),
    }
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
    shift, stretch, bend = table[len(found)]
    odds = math.log(own / (1 - own))
    told = 1 / (1 + math.exp(-shift - (stretch + bend * abs(odds)) * odds))
    scale = (1 - told) / (1 - own)
    return tuple(told if seat == player else scale * other for seat, other in enumerate(found))
