"""Hints for people: the best few turns with reasons, and the winning chances of all players.

The chances come from the net, corrected by `calibration`: how often each player wins from such
positions when bots play on. A hint searches further: its chances are those at the end of the
lines that the bot examined.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import outcome
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.cancelling import IsCancelled, never
from .calibration import SEARCHED, STATIC, calibrated, openness, static_chances
from .evaluation import odds
from .explanations import Rival, describe_line, explain
from .foresight import foresee_turn
from .interface import Answer, Candidate, Question
from .registry import ADVISER, bot_named
from .weights import CALIBRATED, SEASONED

SHOWN = 3
"""Default number of turns in a hint."""


@dataclass(frozen=True, slots=True)
class HintRequest:
    """A request for a hint; call it here or pass it to a `BotWorker`.

    The candidates of the answer are the best few turns with reasons and chances, best first.
    """

    position: Position
    bot: str = ADVISER
    seed: int = 0
    effort: int | None = None
    shown: int = SHOWN
    names: tuple[str, ...] = ()
    """The players' names in reasons; empty for numbers."""

    def __call__(self, is_cancelled: IsCancelled = never) -> Answer:
        question = Question(self.position, self.seed, self.effort)
        answer = bot_named(self.bot).choose(question, is_cancelled)
        shift = _calibration(self.position, answer.turn)
        judged = [
            replace(candidate, chances=_chances_of(self.position, candidate, shift))
            for candidate in answer.candidates[: max(2, self.shown)]
        ]
        explained = tuple(
            replace(candidate, reasons=self._reasons(candidate, judged))
            for candidate in judged[: self.shown]
        )
        return replace(answer, candidates=explained)

    def _reasons(self, candidate: Candidate, judged: Sequence[Candidate]) -> tuple[str, ...]:
        """Reasons that compare with the best other turn, and the line the bot expects."""
        seat = self.position.to_move
        other = next((found for found in judged if found.turn != candidate.turn), None)
        rival = None
        if other is not None:
            name = "the next best" if candidate is judged[0] else "the best"
            rival = Rival(other.turn, name, other.chances[seat], candidate.chances[seat])
        reasons = explain(self.position, candidate.turn, self.names, rival)
        line = describe_line(self.position, candidate.line, self.names)
        return (*reasons, line) if line else reasons


def hint(position: Position, bot: str = ADVISER, effort: int | None = None) -> Answer:
    """A bot's suggestion with reasons. The game must not be over."""
    return HintRequest(position, bot, effort=effort)()


def chances(position: Position) -> tuple[float, ...]:
    """Every player's chance of finishing first; the sum is 1."""
    result = outcome(position)
    if result is not None:
        return tuple(float(player == result.winner) for player in range(position.players))
    return calibrated(static_chances(position), position.to_move, openness(position), STATIC)


def chances_now(position: Position, answer: Answer) -> tuple[float, ...]:
    """The chances after the hinted turn; without candidates, those of the position."""
    return answer.candidates[0].chances if answer.candidates else chances(position)


def _calibration(position: Position, turn: Turn) -> float:
    """The correction of a bot's values here; the same for all turns, so their order is kept."""
    player, foreseen = position.to_move, foresee_turn(position, turn)
    return odds(foreseen, player, CALIBRATED) - odds(foreseen, player, SEASONED)


def _chances_of(position: Position, candidate: Candidate, shift: float) -> tuple[float, ...]:
    """The chances of all players after a candidate.

    Bots without a net give a value for the player to move only; the other players share the rest in
    proportion to their static chances.
    """
    if candidate.chances:
        return calibrated(candidate.chances, position.to_move, openness(position), SEARCHED)
    player, static = position.to_move, chances_after(position, candidate.turn)
    others = math.fsum(other for seat, other in enumerate(static) if seat != player)
    if not others:
        return static
    chance = 1 / (1 + math.exp(-candidate.value - shift))
    share = (1 - chance) / others
    return tuple(chance if seat == player else share * other for seat, other in enumerate(static))


def chances_after(position: Position, turn: Turn) -> tuple[float, ...]:
    """The chances if the player to move plays this turn, which must be legal."""
    return chances(play_turn(position, turn))
