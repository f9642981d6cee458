"""Judges turns: the loss of a turn, the better turn with its line, reasons, marks.

A search of the position before the turn finds alternatives. An alternative that promises more is
searched as deeply as the turn played. If it still promises more, both are searched again with more
effort and another seed; the mean difference counts. So a mark needs a better turn that
withstood three searches. A turn is unclear if the value falls but no better turn withstood them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from atlantis_core.bots.interface import Candidate
from atlantis_core.bots.registry import BOTS
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import has_decision
from atlantis_core.rules.turns import play_turn
from atlantis_core.support.cancelling import IsCancelled, never
from .position_values import JUDGE, PositionValue, judging_effort, position_value
from .refutations import PlayedOut, explain_loss
from .verdicts import (
    DOUBTFUL_LOSS,
    GOOD_MARGIN,
    STORED_DIGITS,
    UNCLEAR_FALL,
    TurnMark,
    TurnVerdict,
    is_certain,
    mark_of,
    raised,
)

PROMISED_GAIN = 0.08
"""The smallest gain promised by the search of a position that makes an alternative worth a search.
"""
LEAST_GAIN, LEAST_CONFIRMED = 0.08, 0.1
"""The smallest gains in the first and the confirming search; their mean must reach a loss."""
MOST_ALTERNATIVES = 5
"""The most alternatives that are searched in one pass."""
CONFIRMING_FACTOR, CONFIRMING_SEED = 3, 1
"""The effort factor and the seed of the search that confirms a loss."""
MOST_UNMARKED = DOUBTFUL_LOSS - 10**-STORED_DIGITS
"""The greatest loss of a turn without a mark."""


class _Better(NamedTuple):
    """An alternative that withstood all searches."""

    turn: Turn
    after: Position
    gain: float


@dataclass(frozen=True, slots=True)
class TurnQuestion:
    """A request to judge a turn; call it, here or in another process, for the verdict."""

    position: Position
    turn: Turn
    bot: str = JUDGE
    effort: int | None = None
    names: tuple[str, ...] = ()

    def __call__(self, is_cancelled: IsCancelled = never) -> TurnVerdict:
        return _TurnJudge(self, is_cancelled).verdict()


class _TurnJudge:
    """Judges one turn; remembers the alternatives that were refuted."""

    def __init__(self, asked: TurnQuestion, is_cancelled: IsCancelled) -> None:
        self._asked = asked
        self._is_cancelled = is_cancelled
        self._player = asked.position.to_move
        self._effort = judging_effort(asked.bot) if asked.effort is None else asked.effort
        self._played = play_turn(asked.position, asked.turn)
        self._gains: dict[Position, float] = {self._played: 0.0}
        """Gains of the searched alternatives over the turn played."""

    def verdict(self) -> TurnVerdict:
        player, after = self._player, self._value(self._played)
        if not has_decision(self._asked.position, player):
            return TurnVerdict(player, after.chances, after.chances, 0.0, is_forced=True)
        before = self._value(self._asked.position)
        better = self._find_better(before)
        drop = before.chances[player] - after.chances[player]
        if better is None and drop >= UNCLEAR_FALL:
            better = self._find_better(self._value(self._asked.position, confirms=True))
        if better is not None:
            return self._mistake(better, before, after)
        loss = min(self._unmarked_loss(before), MOST_UNMARKED)
        best = raised(after.chances, player, loss)
        mean = _mean(before.chances, best, player)
        shown = max(mean, after.chances, key=lambda chances: chances[player])
        found = TurnVerdict(player, shown, after.chances, loss)
        if self._is_only_good(before, after):
            return found._replace(mark=TurnMark.GOOD)
        return found.measured_to(after.chances)

    def _value(self, position: Position, *, confirms: bool = False) -> PositionValue:
        effort, seed = self._effort, 0
        if confirms:
            effort, seed = CONFIRMING_FACTOR * effort, CONFIRMING_SEED
        return position_value(position, self._asked.bot, effort, seed, self._is_cancelled)

    def _find_better(self, before: PositionValue) -> _Better | None:
        """The first alternative that withstands all searches."""
        promising = self._promising(before.candidates)
        for candidate, after in islice(promising, MOST_ALTERNATIVES):
            gain = self._gains[after] = self._gain(after)
            if gain >= DOUBTFUL_LOSS:
                return _Better(candidate.turn, after, gain)
        return None

    def _promising(self, candidates: Sequence[Candidate]) -> Iterator[tuple[Candidate, Position]]:
        """The alternatives, not searched yet, that promise more than the turn played."""
        own = self._value(self._played).chances[self._player]
        for candidate in candidates:
            if candidate.chances[self._player] - own < PROMISED_GAIN:
                return
            after = play_turn(self._asked.position, candidate.turn)
            if after not in self._gains:
                yield candidate, after

    def _gain(self, after: Position) -> float:
        """Gain of an alternative over the turn played.

        The confirming search counts twice; each search alone may err by several points.
        """
        player = self._player
        gain = self._value(after).chances[player] - self._value(self._played).chances[player]
        if gain < LEAST_GAIN:
            return gain
        best, played = (self._value(each, confirms=True) for each in (after, self._played))
        confirmed = best.chances[player] - played.chances[player]
        if confirmed < LEAST_CONFIRMED:
            return min(gain, confirmed)
        return round((gain + 2 * confirmed) / 3, STORED_DIGITS)

    def _unmarked_loss(self, before: PositionValue) -> float:
        """The loss against the alternatives that were searched; without any, an estimate.

        The estimate is what the search of the position promised. It takes a turn that was no
        candidate to be as bad as the worst of them.
        """
        if len(self._gains) > 1:
            return max(self._gains.values())
        turns = [play_turn(self._asked.position, found.turn) for found in before.candidates]
        if not turns or turns[0] == self._played or before.candidates[0].is_proved:
            return 0.0
        chances = [found.chances[self._player] for found in before.candidates]
        own = chances[turns.index(self._played)] if self._played in turns else min(chances)
        drop = before.chances[self._player] - self._value(self._played).chances[self._player]
        return max(0.0, min(drop, chances[0] - own))

    def _is_only_good(self, before: PositionValue, after: PositionValue) -> bool:
        """Whether the turn played is the best, and the second best much worse after a search."""
        turns = [play_turn(self._asked.position, found.turn) for found in before.candidates[:2]]
        if len(turns) < 2 or turns[0] != self._played:
            return False
        own = after.chances[self._player]
        guess = before.chances[self._player] - before.candidates[1].chances[self._player]
        return guess >= GOOD_MARGIN and (
            own - self._value(turns[1]).chances[self._player] >= GOOD_MARGIN
        )

    def _mistake(self, better: _Better, before: PositionValue, after: PositionValue) -> TurnVerdict:
        asked, value = self._asked, self._value(better.after)
        replies = PlayedOut(asked.turn, self._played, after)
        best = PlayedOut(better.turn, better.after, value)
        loss = round(better.gain, STORED_DIGITS)
        found = TurnVerdict(
            self._player,
            _mean(before.chances, value.chances, self._player),
            after.chances,
            loss,
            better.turn,
            explain_loss(asked.position, replies, best, asked.names),
            mark_of(loss, before.chances[self._player], loss),
            line=best.line,
        )
        return found.measured_to(after.chances)


def _mean(
    before: tuple[float, ...], after_best: tuple[float, ...], player: int
) -> tuple[float, ...]:
    """The value of a position from searches of it and of the position after the best turn.

    A search finds more for the player to move than for the others, so each alone would make the
    value swing from turn to turn. A proof needs no mean.
    """
    if is_certain(before):
        return before
    if after_best[player] == 1:
        return after_best
    return tuple((one + other) / 2 for one, other in zip(before, after_best, strict=True))


MAX_EFFORT_FACTOR = 20
"""Limit for the effort that a file can request, as a multiple of the default."""


def bot_and_effort(known: tuple[str, int] | None) -> tuple[str, int]:
    """The bot and effort with which to continue a judgement; the defaults if there is none, or if
    it names an unknown bot or an excessive effort.
    """
    default = judging_effort(JUDGE)
    if known is None or known[0] not in BOTS:
        return JUDGE, default
    return known if 1 <= known[1] <= MAX_EFFORT_FACTOR * default else (JUDGE, default)


BLOCK = 4
"""Consecutive turns share searches, so a process judges this many in a row."""


def blocks(turns: Sequence[int]) -> list[tuple[int, ...]]:
    """Turn numbers in groups for one process each."""
    return [tuple(turns[at : at + BLOCK]) for at in range(0, len(turns), BLOCK)]


@dataclass(frozen=True)
class TurnsToJudge:
    """Turns of a game as work for processes, block by block."""

    positions: tuple[Position, ...]
    turns: tuple[Turn, ...]
    bot: str
    effort: int
    names: tuple[str, ...] = ()
    wanted: tuple[tuple[int, ...], ...] = ()
    """The blocks of turns, counted from 1."""
    patience: float = 1.0

    def question(self, turn: int) -> TurnQuestion:
        """The request for a turn, counted from 1."""
        return TurnQuestion(
            self.positions[turn - 1], self.turns[turn - 1], self.bot, self.effort, self.names
        )

    def play(self, number: int) -> dict[int, TurnVerdict]:
        """The verdicts on a block, by turn."""
        return {turn: self.question(turn)() for turn in self.wanted[number]}
