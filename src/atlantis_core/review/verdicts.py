"""The verdict on a turn: figures, mark, and the accuracy computed from them.

Plain data, so that displaying a judgement does not import the bots; `judgement` computes it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from atlantis_core.rules.game import Turn
from atlantis_core.support.phrases import percents

DOUBTFUL_LOSS = 0.12
"""The smallest loss of winning chance for which a turn is doubtful."""
BAD_LOSS = 0.15
"""The smallest loss for which a turn is bad."""
BLUNDER_FALL = 0.4
"""A bad turn is a blunder if the chance falls by this much, or from winning to losing."""
WINNING, LOSING = 0.7, 0.3
UNCLEAR_FALL = 0.1
"""A turn is unclear if the chance falls by this much although no better turn was found."""
GOOD_MARGIN = 0.15
"""A turn is good if it is the best and the second best is worse by this much."""
STORED_DIGITS = 4
_ROUNDING = 0.001
"""Chances are stored with fewer digits than they are computed with."""
STEEPNESS = 4.0
"""Factor by which accuracy falls with the loss: to two thirds for a loss of a tenth."""


class TurnMark(Enum):
    """A judge's verdict; the value is what files, lists and pages show."""

    GOOD = "!"
    NONE = ""
    UNCLEAR = "~"
    DOUBTFUL = "?!"
    BAD = "?"
    BLUNDER = "??"

    @property
    def is_mistake(self) -> bool:
        return self in (TurnMark.DOUBTFUL, TurnMark.BAD, TurnMark.BLUNDER)


class TurnVerdict(NamedTuple):
    """A judge's verdict on one turn."""

    player: int
    before: tuple[float, ...]
    """The value of the position before the turn: the chances of all players to finish first."""
    after: tuple[float, ...]
    """The value of the position after it.

    A judgement of a whole game takes it from the next turn, so that a position has one value.
    """
    loss: float
    """The confirmed loss of the player, at most that of the chances shown; 0 for the best turn."""
    best: Turn | None = None
    """The better turn; None if there is none."""
    reasons: tuple[str, ...] = ()
    """Differences when this turn and the better one are played out."""
    mark: TurnMark = TurnMark.NONE
    is_forced: bool = False
    """Whether there was nothing to decide: such a turn does not count for accuracy."""
    line: tuple[Turn, ...] = ()
    """The best replies to the better turn, in order."""

    @property
    def percent_before(self) -> int:
        """The player's chance before the turn, as shown."""
        return percents(self.before)[self.player]

    @property
    def percent_after(self) -> int:
        return percents(self.after)[self.player]

    @property
    def percent_lost(self) -> int:
        """The difference of the two chances shown, or 0."""
        return max(0, self.percent_before - self.percent_after)

    @property
    def is_fall(self) -> bool:
        """Whether the chance falls so much that a turn without a better one is unclear.

        The chances shown count, too, so that "loses 10%" never stands there without a mark.
        """
        fall = self.before[self.player] - self.after[self.player]
        return fall >= UNCLEAR_FALL or self.percent_lost >= round(100 * UNCLEAR_FALL)

    def measured_to(self, after: tuple[float, ...]) -> TurnVerdict:
        """The verdict with the chances that the position after the turn has.

        The loss is at most the difference of both chances, and the mark follows the loss.
        """
        if self.is_forced:
            return self._replace(before=after, after=after)
        before, fall = self.before[self.player], self.before[self.player] - after[self.player]
        loss = self.loss if fall >= self.loss - _ROUNDING else max(0.0, fall)
        found = self._replace(after=after, loss=loss)
        if self.mark is TurnMark.GOOD:
            return found
        if self.mark.is_mistake and loss >= DOUBTFUL_LOSS - _ROUNDING:
            return found._replace(mark=mark_of(max(loss, DOUBTFUL_LOSS), before, fall))
        mark = TurnMark.UNCLEAR if found.is_fall else TurnMark.NONE
        return found._replace(mark=mark, best=None, reasons=(), line=())


def is_certain(chances: Sequence[float]) -> bool:
    """Whether the winner is proved or the game is over; a search is never certain."""
    return max(chances, default=0.0) == 1


def mark_of(loss: float, before: float, fall: float) -> TurnMark:
    """The mark of a turn by its confirmed loss, the player's chance before it and its fall."""
    if loss < DOUBTFUL_LOSS:
        return TurnMark.NONE
    if loss < BAD_LOSS:
        return TurnMark.DOUBTFUL
    is_blunder = fall >= BLUNDER_FALL or (before > WINNING and before - fall < LOSING)
    return TurnMark.BLUNDER if is_blunder else TurnMark.BAD


class Decision(Protocol):
    """Attributes of a verdict that accuracy depends on."""

    @property
    def player(self) -> int: ...

    @property
    def loss(self) -> float: ...

    @property
    def is_forced(self) -> bool: ...


def accuracy(verdicts: Iterable[Decision], player: int) -> float | None:
    """Accuracy of a player, from 0 to 1; None without any decision."""
    own = [v for v in verdicts if v.player == player and not v.is_forced]
    if not own:
        return None
    return math.fsum(math.exp(-STEEPNESS * verdict.loss) for verdict in own) / len(own)
