"""Judges the moves of other games with their own bots, through the protocol of games alone.

A move is compared with the bot's choice: the bot searches the positions after both with the same
effort. The figures are chances to win, so that marks and accuracy mean what they mean in Atlantis.
Nothing is saved, because the notations have no place for it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Move, Record, Thought
from atlantis_core.games.registry import Entry
from atlantis_core.games.search import WON
from atlantis_core.review.verdicts import TurnMark, mark_of
from atlantis_core.support.cancelling import IsCancelled, never

_SURE = WON // 2


class StepVerdict(NamedTuple):
    """The verdict on a move."""

    player: int
    best: Move
    """The bot's choice; the move played if that is as good."""
    words: str
    """The bot's reason for its choice."""
    before: float
    """The player's chance to win after the best move."""
    after: float
    """The same after the move played."""
    is_exact: bool
    """Whether both figures are results of perfect play."""
    is_forced: bool = False
    """Whether there was only one legal move: it does not count for accuracy."""

    @property
    def loss(self) -> float:
        return max(0.0, self.before - self.after)

    @property
    def own_after(self) -> float:
        return self.after

    @property
    def mark(self) -> TurnMark:
        return mark_of(self.loss, self.before, self.loss)


class _Chance(NamedTuple):
    value: float
    is_exact: bool


@dataclass(frozen=True)
class StepsToJudge:
    """The steps of a record as work for processes, number by number.

    Raises GameError unless the game has two players.
    """

    entry: Entry
    record: Record
    effort: int | None = None
    patience: float = 1.0

    def __post_init__(self) -> None:
        if len(self.record.players) != 2:
            raise GameError("only games of two players can be judged")

    def play(self, number: int, is_cancelled: IsCancelled = never) -> StepVerdict:
        """The verdict on a step, counted from 0. Raises Cancelled soon after `is_cancelled`."""
        before = self.record.cut(number)
        position, played = before.position(number), self.record.move(number + 1)
        player = position.to_move
        if played is None or player is None:
            raise GameError(f"step {number + 1} is not a move")
        thought = self.entry.load().think(before, self.effort, is_cancelled)
        after = self._chance(before, played, player, is_cancelled)
        if thought.move == played or len(position.legal_moves()) == 1:
            is_forced = len(position.legal_moves()) == 1
            return StepVerdict(
                player, played, thought.words, after.value, *after, is_forced=is_forced
            )
        best = self._chance(before, thought.move, player, is_cancelled)
        if best.value <= after.value:
            return StepVerdict(player, played, thought.words, after.value, *after)
        is_exact = best.is_exact and after.is_exact
        return StepVerdict(player, thought.move, thought.words, best.value, after.value, is_exact)

    def _chance(
        self, before: Record, move: Move, player: int, is_cancelled: IsCancelled
    ) -> _Chance:
        """A player's chance to win after a move."""
        record = before.played(move)
        position = record.position(record.last_step)
        if position.result is not None:
            draw_or_win = 0.5 if position.winner is None else float(position.winner == player)
            return _Chance(draw_or_win, is_exact=True)
        thought = self.entry.load().think(record, self.effort, is_cancelled)
        chance = chance_of(thought)
        is_exact = thought.is_exact or abs(thought.worth) > _SURE
        return _Chance(chance if position.to_move == player else 1 - chance, is_exact)


def chance_of(thought: Thought) -> float:
    """The chance to win of the player to move."""
    if thought.is_exact or abs(thought.worth) > _SURE:
        return 0.5 if not thought.worth else float(thought.worth > 0)
    return 1 / (1 + math.exp(-thought.worth / thought.scale))
