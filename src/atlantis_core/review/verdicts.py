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
MOST_UNPROVED = 1 - 10**-STORED_DIGITS
"""The greatest chance that is not a proof."""


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
    """The loss against the best turn known: confirmed for a mistake, otherwise an estimate."""
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
        """The loss of a mistake, as the difference of the two chances shown; 0 for other turns.

        Without a better turn, the chance falls because the judge sees further after the turn.
        """
        return max(0, self.percent_before - self.percent_after) if self.mark.is_mistake else 0

    @property
    def own_after(self) -> float:
        """The player's chance after the turn."""
        return self.after[self.player]

    @property
    def is_fall(self) -> bool:
        """Whether the chance falls so much that a turn without a better one is unclear.

        The chances shown count, too, so that no fall of 10% stands there without a mark.
        """
        fall = self.before[self.player] - self.after[self.player]
        percent = self.percent_before - self.percent_after
        return fall >= UNCLEAR_FALL or percent >= round(100 * UNCLEAR_FALL)

    def measured_to(self, after: tuple[float, ...]) -> TurnVerdict:
        """The verdict with the value of the position after the turn.

        The value before a mistake is higher by its loss at least.
        """
        if self.is_forced:
            return self._replace(before=after, after=after)
        if self.mark.is_mistake:
            least = raised(after, self.player, self.loss)
            before = max(self.before, least, key=lambda chances: chances[self.player])
            mark = mark_of(self.loss, before[self.player], before[self.player] - after[self.player])
            return self._replace(before=before, after=after, mark=mark)
        found = self._replace(after=after)
        if self.mark is TurnMark.GOOD:
            return found
        return found._replace(mark=TurnMark.UNCLEAR if found.is_fall else TurnMark.NONE)


def raised(chances: tuple[float, ...], player: int, gain: float) -> tuple[float, ...]:
    """Chances with a higher one of a player, short of certainty; the others share the rest."""
    own = min(MOST_UNPROVED, chances[player] + gain)
    if own <= chances[player]:
        return chances
    others = [0.0 if seat == player else chance for seat, chance in enumerate(chances)]
    scale = (1 - own) / math.fsum(others)
    return tuple(own if seat == player else scale * other for seat, other in enumerate(others))


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
    def own_after(self) -> float: ...

    @property
    def loss(self) -> float: ...

    @property
    def is_forced(self) -> bool: ...


def accuracy(verdicts: Iterable[Decision], player: int) -> float | None:
    """Accuracy of a player, from 0 to 1; None without any decision.

    The share of the chance that the turns kept, squared, because a player who always keeps four
    fifths has lost within ten turns. Every turn counts by the chance that the best turn would have
    kept, so that a lost game counts as little as it matters.
    """
    own = [(v.own_after, v.own_after + v.loss) for v in verdicts if _decides(v, player)]
    at_stake = math.fsum(best for _, best in own)
    if not at_stake:
        return None
    return math.fsum(after * after / best for after, best in own if best) / at_stake


def _decides(verdict: Decision, player: int) -> bool:
    return verdict.player == player and not verdict.is_forced
