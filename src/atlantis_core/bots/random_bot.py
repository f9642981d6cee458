"""The random bot: any turn is as good as any other. The measure of all other bots."""

from __future__ import annotations

from atlantis_core.cancelling import IsCancelled, never
from atlantis_core.grid import Move
from atlantis_core.turns import legal_moves
from .interface import Answer, Bot, Question


class RandomBot(Bot):
    """For every segment in which it has a legal move it plays one of them, or none."""

    name = "random"
    description = "plays anything at all; for measuring, and for a very first game"
    default_effort = 1

    def choose(self, question: Question, is_cancelled: IsCancelled = never) -> Answer:  # noqa: ARG002 - no time to cancel anything
        dice, segment_of = self.dice(question), question.position.board.segment_of
        by_segment: dict[int, list[Move | None]] = {}
        for move in legal_moves(question.position):
            by_segment.setdefault(segment_of(move.source), [None]).append(move)
        chosen = (dice.choice(choices) for choices in by_segment.values())
        turn = tuple(move for move in chosen if move is not None)
        return Answer(turn, (), judged=0)
