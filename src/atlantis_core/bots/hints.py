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
from atlantis_core.rules.scoring import outcome, tally
from atlantis_core.rules.turns import play_turn
from atlantis_core.solving.solver import Proof, solve
from atlantis_core.support.cancelling import IsCancelled, never
from atlantis_core.support.phrases import counted, percents
from .calibration import SEARCHED, STATIC, corrected, static_chances
from .evaluation import odds
from .explanations import Rival, describe_line, explain
from .foresight import foresee_turn
from .interface import Answer, Candidate, Question
from .registry import ADVISER, bot_named
from .weights import CALIBRATED, SEASONED

SHOWN = 3
"""Default number of turns in a hint."""
FEW_FIELDS = 16
"""Open fields up to which a hint tries to prove the outcome."""
FEW_STATES = 2_000
"""States that it may look at for that; a few hundredths of a second."""
CERTAIN = 20.0
"""Log odds of a proved win."""


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
        proof = prove(self.position, is_cancelled)
        return self._advise(is_cancelled) if proof is None else self._proved(proof, is_cancelled)

    def _proved(self, proof: Proof, is_cancelled: IsCancelled) -> Answer:
        """A turn of the proof; of a lost position, what the bot would play."""
        best = proved_line(self.position, proof)
        winner, turns = best.chances.index(1.0), proof.verdict[1] if proof.verdict else 0
        name = self.names[winner] if self.names else f"player {winner + 1}"
        proved = f"proved: {name} wins within {counted(turns, 'turn')}"
        if winner == self.position.to_move:
            return Answer(best.turn, (replace(best, reasons=(proved,)),), proof.states)
        answer = self._advise(is_cancelled)
        lost = tuple(
            replace(
                candidate,
                reasons=(proved, *candidate.reasons),
                chances=best.chances,
                value=best.value,
                is_proved=True,
            )
            for candidate in answer.candidates
        )
        return replace(answer, candidates=lost)

    def _advise(self, is_cancelled: IsCancelled) -> Answer:
        answer = self.without_reasons(is_cancelled)
        judged = answer.candidates
        explained = tuple(
            replace(candidate, reasons=self._reasons(candidate, judged))
            for candidate in judged[: self.shown]
        )
        return replace(answer, candidates=explained)

    def without_reasons(self, is_cancelled: IsCancelled = never) -> Answer:
        """The best few turns, at least two, with chances only: reasons take time."""
        question = Question(self.position, self.seed, self.effort)
        answer = bot_named(self.bot).choose(question, is_cancelled)
        shift = _calibration(self.position, answer.turn)
        judged = tuple(
            replace(candidate, chances=_chances_of(self.position, candidate, shift))
            for candidate in answer.candidates[: max(2, self.shown)]
        )
        return replace(answer, candidates=judged)

    def _reasons(self, candidate: Candidate, judged: Sequence[Candidate]) -> tuple[str, ...]:
        """Reasons that compare with the best other turn, and the line the bot expects."""
        seat = self.position.to_move
        other = next((found for found in judged if found.turn != candidate.turn), None)
        rival = None
        if other is not None:
            name = "the next best" if candidate is judged[0] else "the best"
            its, own = (percents(found.chances)[seat] for found in (other, candidate))
            rival = Rival(other.turn, name, its, own)
        reasons = explain(self.position, candidate.turn, self.names, rival)
        line = describe_line(self.position, candidate.line, self.names)
        return (*reasons, line) if line else reasons


def prove(position: Position, is_cancelled: IsCancelled = never) -> Proof | None:
    """The proof of a win or loss, if few fields are open and it is found quickly."""
    if position.players != 2 or position.tall or tally(position).open_fields > FEW_FIELDS:
        return None
    proof = solve(position, FEW_STATES, is_cancelled)
    return None if proof.winner_offset is None else proof


def proved_line(position: Position, proof: Proof) -> Candidate:
    """The best turn of a position that is proved won or lost, with certain chances and its line."""
    winner = (position.to_move + (proof.winner_offset or 0)) % position.players
    certain = tuple(float(seat == winner) for seat in range(position.players))
    turn, *line = proof.line
    value = CERTAIN if winner == position.to_move else -CERTAIN
    return Candidate(turn, value, (), certain, tuple(line), is_proved=True)


def hint(position: Position, bot: str = ADVISER, effort: int | None = None) -> Answer:
    """A bot's suggestion with reasons. The game must not be over."""
    return HintRequest(position, bot, effort=effort)()


def chances(position: Position) -> tuple[float, ...]:
    """Every player's chance of finishing first; the sum is 1."""
    result = outcome(position)
    if result is not None:
        return tuple(float(player == result.winner) for player in range(position.players))
    return corrected(static_chances(position), position, STATIC)


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
        return corrected(candidate.chances, position, SEARCHED)
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
