"""Judges turns: the loss of a turn, the better turn with reasons, marks.

Compares a turn with the best one that a bot finds in the same position. The bot evaluates both in
the same way, by searching on after each, so that neither has an advantage. An apparent loss is
searched again with two, four and eight times the effort while it persists, and the smallest loss
counts: a mark should be deserved. Uses only `Bot.choose`; a stronger bot is a stronger judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atlantis_core.bots.explanations import BUT, explain
from atlantis_core.bots.hints import HintRequest, chances, chances_now
from atlantis_core.bots.interface import Candidate
from atlantis_core.bots.registry import ADVISER, BOTS, bot_named
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import has_decision, is_over
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.cancelling import IsCancelled, never
from .verdicts import DOUBTFUL_LOSS, GOOD_MARGIN, TurnMark, TurnVerdict, mark_of

CONFIRMATIONS = ((2, 1), (4, 2), (8, 3))
"""Effort factor and seed of the searches that confirm an apparent loss."""


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """A request to judge a turn; call it, here or in another process, for the verdict."""

    position: Position
    turn: Turn
    bot: str = ADVISER
    effort: int | None = None
    names: tuple[str, ...] = ()

    def __call__(self, is_cancelled: IsCancelled = never) -> TurnVerdict:
        played = play_turn(self.position, self.turn)
        player = self.position.to_move
        if not has_decision(self.position, player):
            now = self._chances(played, 1, 0, is_cancelled)
            return TurnVerdict(player, now, now, 0.0, None, (), TurnMark.NONE, is_forced=True)
        answer = self._hint(self.position, 1, 0, 2)(is_cancelled)
        better = play_turn(self.position, answer.turn)
        after = self._chances(played, 1, 0, is_cancelled)
        if better == played:
            mark = TurnMark.GOOD if _stands_out(answer.candidates, player) else TurnMark.NONE
            return TurnVerdict(player, after, after, 0.0, None, (), mark)
        before = self._chances(better, 1, 0, is_cancelled)
        loss = max(0.0, before[player] - after[player])
        for times, seed in CONFIRMATIONS:
            if loss < DOUBTFUL_LOSS:
                break
            best, worse = (self._chances(p, times, seed, is_cancelled) for p in (better, played))
            loss = min(loss, max(0.0, best[player] - worse[player]))
        mark = mark_of(loss)
        missed = answer.turn if mark is not TurnMark.NONE else None
        reasons = self._reasons(answer.turn) if missed is not None else ()
        return TurnVerdict(player, before, after, loss, missed, reasons, mark)

    def _hint(self, position: Position, times: int, seed: int, shown: int) -> HintRequest:
        effort = bot_named(self.bot).default_effort if self.effort is None else self.effort
        return HintRequest(position, self.bot, seed, times * effort, shown, self.names)

    def _chances(
        self, position: Position, times: int, seed: int, is_cancelled: IsCancelled
    ) -> tuple[float, ...]:
        """The chances of all players in a position, after a search."""
        if is_over(position):
            return chances(position)
        return chances_now(position, self._hint(position, times, seed, 1)(is_cancelled))

    def _reasons(self, best: Turn) -> tuple[str, ...]:
        for_best = [why for why in explain(self.position, best, self.names) if _is_for(why)]
        against = [
            why.removeprefix(BUT)
            for why in explain(self.position, self.turn, self.names)
            if not _is_for(why) and why not in for_best
        ]
        return (*for_best, *(f"the turn played: {why}" for why in against))


def _is_for(reason: str) -> bool:
    return not reason.startswith(BUT)


def _stands_out(candidates: Sequence[Candidate], player: int) -> bool:
    """Whether the best turn is worth much more than the second best."""
    worth = [candidate.chances[player] for candidate in candidates[:2]]
    return len(worth) == 2 and worth[0] - worth[1] >= GOOD_MARGIN


MAX_EFFORT_FACTOR = 20
"""Limit for the effort that a file can request, as a multiple of the default."""


def bot_and_effort(known: tuple[str, int] | None) -> tuple[str, int]:
    """The bot and effort with which to continue a judgement; the defaults if there is none, or if
    it names an unknown bot or an excessive effort.
    """
    default = bot_named(ADVISER).default_effort
    if known is None or known[0] not in BOTS:
        return ADVISER, default
    return known if 1 <= known[1] <= MAX_EFFORT_FACTOR * default else (ADVISER, default)


@dataclass(frozen=True)
class TurnsToJudge:
    """The turns of a game as work for processes, number by number."""

    positions: tuple[Position, ...]
    turns: tuple[Turn, ...]
    bot: str
    effort: int
    names: tuple[str, ...] = ()
    patience: float = 1.0

    def question(self, turn: int) -> TurnQuestion:
        """The request for a turn, counted from 1."""
        return TurnQuestion(
            self.positions[turn - 1], self.turns[turn - 1], self.bot, self.effort, self.names
        )

    def play(self, number: int) -> TurnVerdict:
        """The verdict on a turn, counted from 0."""
        return self.question(number + 1)()
