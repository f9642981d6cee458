"""The outlook after a turn, soon and in the end, as features that the bots weigh.

Counting the board as it is now fails: such bots never stack, or let their own chains sink their
fields. The settled position alone fails too: no player defends on the way to it, and most chains
left alone sink the whole board. So both are features, and the end counts less the later it comes.

Features are shares of the total of all players, so the same weights serve early and late positions,
small and large boards, two players and six.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from atlantis_core.engine.pure import judgement
from atlantis_core.engine.pure.judgement import FEATURES
from atlantis_core.engine.values import ROUNDS_SOON
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.settling import Step, Trial

__all__ = ["FEATURES", "ROUNDS_SOON", "Foresight", "features", "foresee", "foresee_turn"]


class Prospects(NamedTuple):
    """The figures of one player in a settled position."""

    sole: int
    """Fields of areas in which no opponent has a stone: the score in the final position."""
    nearer: int
    """Fields of contested areas that this player's stones reach before all others."""
    stones: int
    """Stones in contested areas."""
    idle: int
    """Stones in areas that only this player occupies, where they have no effect."""
    growing: int
    """Growing fields; 0 in the final position."""
    tension: int
    """Readiness of contested stacks to explode: 60 times height squared by open neighbours."""


Figures = tuple[Prospects, ...]
"""The figures of every player, in turn order."""


class Foresight(NamedTuple):
    """The figures soon and in the end, and the certainty of the end."""

    soon: Figures
    end: Figures
    certainty: float
    openness: float
    """The share of the board that is open soon."""
    mover: int
    """The player whose turn was tried."""

    @property
    def winner(self) -> int | None:
        """The winner if no player ever moves again; None if fields stay contested."""
        return judgement.winner_in_the_end(self.end)


def foresee(trial: Trial, steps: Iterable[Step] = ()) -> Foresight:
    """The outlook after a turn of legal moves, given as steps of the trial."""
    near, settled, certainty, openness = trial.foresee(list(steps))
    soon = tuple(map(Prospects._make, near))
    end = tuple(map(Prospects._make, settled))
    return Foresight(soon, end, certainty, openness, trial.position.to_move)


def foresee_turn(position: Position, turn: Turn) -> Foresight:
    """The outlook after a turn of legal moves."""
    trial = Trial(position)
    return foresee(trial, [trial.step(move) for move in turn])


def features(foresight: Foresight) -> list[tuple[float, ...]]:
    """The features of every player, in the order of `FEATURES`."""
    return judgement.features(*foresight)
