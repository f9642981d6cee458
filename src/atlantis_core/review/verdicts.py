"""The verdict on a turn: figures, mark, and the accuracy computed from them.

Plain data, so that displaying a judgement does not import the bots; `judgement` computes it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from atlantis_core.rules.game import Turn

DOUBTFUL_LOSS = 0.08
"""The smallest loss of winning chance for which a turn is doubtful."""
BAD_LOSS = 0.15
"""The smallest loss for which a turn is bad."""
SAFETY = 1.25
"""The measured loss must exceed the stated loss by this factor, because judges err."""
GOOD_MARGIN = 0.15
"""A turn is good if it is the best and the second best is worse by this much."""
STEEPNESS = 4.0
"""How fast accuracy falls with the loss: to two thirds for a tenth."""


class TurnMark(Enum):
    """A judge's verdict as one symbol."""

    GOOD = "!"
    NONE = ""
    DOUBTFUL = "?!"
    BAD = "?"


class TurnVerdict(NamedTuple):
    """A judge's verdict on one turn."""

    player: int
    before: tuple[float, ...]
    """The chances of all players to finish first after the best turn."""
    after: tuple[float, ...]
    """The same after the turn played."""
    loss: float
    """The confirmed loss of the player; 0 for the best turn."""
    best: Turn | None
    """The better turn; None if there is none."""
    reasons: tuple[str, ...]
    """Reasons for the better turn, and against the turn played."""
    mark: TurnMark
    is_forced: bool = False
    """Whether there was nothing to decide: such a turn does not count for accuracy."""

    @property
    def sure_loss(self) -> int:
        """The loss in percent that the mark guarantees, even if the judge errs."""
        return int(100 * self.loss / SAFETY)


def mark_of(loss: float) -> TurnMark:
    """The mark of a turn that is not the best one."""
    if loss >= SAFETY * BAD_LOSS:
        return TurnMark.BAD
    return TurnMark.DOUBTFUL if loss >= SAFETY * DOUBTFUL_LOSS else TurnMark.NONE


def accuracy(verdicts: Iterable[TurnVerdict], player: int) -> float | None:
    """How well a player played, from 0 to 1; None without any decision."""
    own = [v for v in verdicts if v.player == player and not v.is_forced]
    if not own:
        return None
    return math.fsum(math.exp(-STEEPNESS * verdict.loss) for verdict in own) / len(own)
