"""Hints and judgement for people: the best few turns with reasons, and everybody's chances.

The chances are those of the net, corrected so that they come true (`calibration`). They say who
tends to win from such positions when bots play on, not who must. A hint has thought further: its
chances are those at the end of the lines that the bot has followed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from atlantis_core.cancelling import IsCancelled, never
from atlantis_core.game import Turn
from atlantis_core.position import Position
from atlantis_core.scoring import outcome
from atlantis_core.turns import play_turn
from .calibration import AT_ONCE, SEARCHED, calibrated, openness, rate_at_once
from .evaluation import odds
from .explanations import Rival, describe_line, explain
from .foresight import foresee_turn
from .interface import Answer, Candidate, Question
from .registry import ADVISER, bot_named
from .weights import CALIBRATED, SEASONED

SHOWN = 3
"""How many turns a hint shows, unless somebody asks for more."""


@dataclass(frozen=True, slots=True)
class HintRequest:
    """Ask for a hint, here or in a `BotWorker`: calling it gives the answer.

    The candidates of the answer are the best few turns with reasons and chances, best first.
    """

    position: Position
    bot: str = ADVISER
    seed: int = 0
    effort: int | None = None
    shown: int = SHOWN
    names: tuple[str, ...] = ()
    """What the players are called in reasons; by their numbers if nobody says."""

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
        """Compared with the best other turn, and with the line that the verdict rests on."""
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
    """What a bot would do here and why. The game must not be over."""
    return HintRequest(position, bot, effort=effort)()


def chances(position: Position) -> tuple[float, ...]:
    """For every player the chance of finishing first, 1 together."""
    result = outcome(position)
    if result is not None:
        return tuple(float(player == result.winner) for player in range(position.players))
    return calibrated(rate_at_once(position), position.to_move, openness(position), AT_ONCE)


def chances_now(position: Position, answer: Answer) -> tuple[float, ...]:
    """The chances if the player to move follows a hint; without one, those of the position."""
    return answer.candidates[0].chances if answer.candidates else chances(position)


def _calibration(position: Position, turn: Turn) -> float:
    """What a bot's verdicts on this position lack; the same for all turns, so none is overtaken."""
    player, foreseen = position.to_move, foresee_turn(position, turn)
    return odds(foreseen, player, CALIBRATED) - odds(foreseen, player, SEASONED)


def _chances_of(position: Position, candidate: Candidate, shift: float) -> tuple[float, ...]:
    """The bot's verdict for the player to move; the others share the rest as it looks at once.

    Bots with a net know everybody's chances.
    """
    if candidate.chances:
        return calibrated(candidate.chances, position.to_move, openness(position), SEARCHED)
    player, at_once = position.to_move, chances_after(position, candidate.turn)
    others = math.fsum(other for seat, other in enumerate(at_once) if seat != player)
    if not others:
        return at_once
    chance = 1 / (1 + math.exp(-candidate.value - shift))
    share = (1 - chance) / others
    return tuple(chance if seat == player else share * other for seat, other in enumerate(at_once))


def chances_after(position: Position, turn: Turn) -> tuple[float, ...]:
    """The chances if the player to move plays this turn, which must be legal."""
    return chances(play_turn(position, turn))
