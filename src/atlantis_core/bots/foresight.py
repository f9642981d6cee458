"""What a bot foresees: a turn, soon and in the end, as shares of every player.

Counting what lies on the board now does not work: such bots never stack, or let their own
chains sink their land. The settled position alone does not work either: on the way to it nobody
defends anything, and most chains that are left alone sink the whole board. So both are
looked at, and the later the end comes, the less it counts.

A share is what a player has of what all have together, so the same weights serve an early and
a late position, a small and a large board, two players and six. Knows nothing of weights.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from atlantis_core.engine.pure import judgement
from atlantis_core.engine.pure.judgement import FEATURES
from atlantis_core.engine.values import ROUNDS_SOON
from atlantis_core.game import Turn
from atlantis_core.position import Position
from atlantis_core.prospects import Prospects
from atlantis_core.settling import Step, Trial

__all__ = ["FEATURES", "ROUNDS_SOON", "Foresight", "features", "foresee", "foresee_turn"]

Figures = tuple[Prospects, ...]
"""The figures of every player, in order of play."""


class Foresight(NamedTuple):
    """The figures soon and in the end, and how certain the end is."""

    soon: Figures
    end: Figures
    certainty: float
    openness: float
    """The part of the board that is open soon."""
    mover: int
    """The player whose turn was tried."""

    @property
    def winner(self) -> int | None:
        """Who wins if nobody ever moves again; None if something stays contested."""
        return judgement.winner_in_the_end(self.end)


def foresee(trial: Trial, steps: Iterable[Step] = ()) -> Foresight:
    """What comes of a turn of legal moves."""
    near, settled, certainty, openness = trial.foresee(list(steps))
    soon = tuple(map(Prospects._make, near))
    end = tuple(map(Prospects._make, settled))
    return Foresight(soon, end, certainty, openness, trial.position.to_move)


def foresee_turn(position: Position, turn: Turn) -> Foresight:
    """What comes of one turn of legal moves."""
    trial = Trial(position)
    return foresee(trial, [trial.step(move) for move in turn])


def features(foresight: Foresight) -> list[tuple[float, ...]]:
    """The features of every player, in the order of `FEATURES`."""
    return judgement.features(*foresight)
