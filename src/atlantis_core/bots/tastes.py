"""What the bots value. Found by letting them play each other and asking which positions won."""

from __future__ import annotations

from atlantis_core.bots.judging import Weights

PLAIN: Weights = (4.0, 2.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
SEASONED = PLAIN
