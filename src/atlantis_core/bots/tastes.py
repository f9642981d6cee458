"""What the bots value, in fields. Found by letting bots with different tastes play each other."""

from __future__ import annotations

from atlantis_core.bots.judging import Taste, Weights

PLAIN = Taste(
    end=Weights(sole=1, nearer=0.1, stones=1, idle=0.3, tension=1),
    soon=Weights(sole=0.5, nearer=0.1, stones=1, idle=0.5, growing=3, tension=1),
    rounds=2,
    fade=0.9,
    win=10,
)
SEASONED = PLAIN
