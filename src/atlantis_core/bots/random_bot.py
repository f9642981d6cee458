"""The random bot: the baseline for all others."""

from __future__ import annotations

from atlantis_core.positions.grid import Move
from atlantis_core.rules.turns import legal_moves
from atlantis_core.support.cancelling import IsCancelled
from .interface import Answer, Bot, Question


class RandomBot(Bot):
    """Plays a random legal move, or none, in every segment."""

    name = "random"
    description = "plays random moves; a baseline, or for your very first game"
    default_effort = 1

    def answer(self, question: Question, is_cancelled: IsCancelled) -> Answer:  # noqa: ARG002 - no time to cancel anything
        dice, segment_of = self.dice(question), question.position.board.segment_of
        by_segment: dict[int, list[Move | None]] = {}
        for move in legal_moves(question.position):
            by_segment.setdefault(segment_of(move.source), [None]).append(move)
        chosen = (dice.choice(choices) for choices in by_segment.values())
        turn = tuple(move for move in chosen if move is not None)
        return Answer(turn, (), judged=0)
