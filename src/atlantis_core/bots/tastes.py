"""What the bots value. Found by letting them play each other and asking which positions won."""

from __future__ import annotations

from atlantis_core.bots.judging import Weights

PLAIN: Weights = (4.0, 2.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
SEASONED: Weights = (
    1.117,
    -0.132,
    0.561,
    0.592,
    0.199,
    0.336,
    0.018,
    2.117,
    1.134,
    0.802,
    0.146,
    2.795,
    2.242,
    0.683,
    -0.06,
    -0.321,
)
