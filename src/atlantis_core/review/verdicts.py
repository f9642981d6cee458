"""What a judge says of a turn: figures, marks, and the accuracy that follows from them.

Data only, so that whoever shows a judgement needs no bot. Who judges is `judgement`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from atlantis_core.game import Turn

DOUBTFUL_LOSS = 0.08
"""So much of the chance to win a doubtful turn loses at least."""
BAD_LOSS = 0.15
"""And a bad one."""
SAFETY = 1.25
"""A mark is given only for so many times the loss that it states: judges err."""
GOOD_MARGIN = 0.15
"""A good turn is the best one where the second best is worth so much less."""
STEEPNESS = 4.0
"""How quickly accuracy falls with what is lost: to two thirds for a tenth."""


class TurnMark(Enum):
    """What a judge says of a turn in one sign."""

    GOOD = "!"
    NONE = ""
    DOUBTFUL = "?!"
    BAD = "?"


class TurnVerdict(NamedTuple):
    """What a judge thinks of one turn."""

    player: int
    before: tuple[float, ...]
    """Everybody's chances to finish first if the best turn is played."""
    after: tuple[float, ...]
    """The same after the turn that was played."""
    loss: float
    """What the turn cost the player who played it, confirmed; 0 for the best turn."""
    best: Turn | None
    """The better turn that was missed; None if there was none."""
    reasons: tuple[str, ...]
    """What speaks for the better turn, and what against the one that was played."""
    mark: TurnMark
    is_forced: bool = False
    """Whether there was nothing to decide: such a turn says nothing about a player."""

    @property
    def sure_loss(self) -> int:
        """What the mark rests on: so many percent are lost at least, even if the judge errs."""
        return int(100 * self.loss / SAFETY)


def mark_of(loss: float) -> TurnMark:
    """The mark of a turn that is not the best one."""
    if loss >= SAFETY * BAD_LOSS:
        return TurnMark.BAD
    return TurnMark.DOUBTFUL if loss >= SAFETY * DOUBTFUL_LOSS else TurnMark.NONE


def accuracy(verdicts: Iterable[TurnVerdict], player: int) -> float | None:
    """How well a player has played, from 0 to 1; None for one who never had a choice."""
    own = [v for v in verdicts if v.player == player and not v.is_forced]
    if not own:
        return None
    return math.fsum(math.exp(-STEEPNESS * verdict.loss) for verdict in own) / len(own)
