"""The weights of the features of `foresight`, for the bots and for winning chances.

They come from a multinomial logistic regression: which player won, given the features after each
turn, in games of bots with earlier weights on triangles, rhombi and hexagons with two and three
players. docs/bots.md describes the method.
"""

from __future__ import annotations

from atlantis_core.engine.values import Weights

SEASONED: Weights = (
    1.036,  # stones
    0.633,  # tension
    0.718,  # growing
    0.233,  # fields
    0.284,  # own fields
    0.111,  # fields in the end
    1.051,  # own fields in the end
    1.928,  # stones in the end
    1.135,  # winner in the end
    0.966,  # later seat
    0.1,  # later seat, early
    2.466,  # stones, early
    1.28,  # tension, early
    0.446,  # growing, early
    0.445,  # fields, early
    -0.326,  # moved last
)

CALIBRATED: Weights = (
    *SEASONED[:9],
    0.11,  # later seat
    0.47,  # later seat, early
    *SEASONED[11:15],
    -0.42,  # moved last
)
"""For winning chances shown to people: the weights of the seat and of having moved last come from
games between strong bots, where the last seat is worth less."""
