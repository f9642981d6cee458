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

from atlantis_core.position import Position
from atlantis_core.prospects import Prospects, measure
from atlantis_core.settling import Step, Trial

ROUNDS_SOON = 2
"""How many rounds of passing are soon."""
FADING = 0.9
"""What is left of the certainty of the end for every round that it takes."""

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
        if any(own.stones for own in self.end):
            return None
        return max(range(len(self.end)), key=lambda seat: (self.end[seat].sole, seat))


def foresee(trial: Trial, steps: Iterable[Step] = ()) -> Foresight:
    """What comes of a turn of legal moves."""
    position = trial.position
    players, board = position.players, position.board
    soon, end = trial.settle(steps, ROUNDS_SOON * players)
    settled = measure(end.cells, end.neighbours, players, board.width)
    near = settled if soon is end else measure(soon.cells, soon.neighbours, players, board.width)
    certainty = 1.0 if soon is end else pow(FADING, end.turns // players)
    openness = trial.count_open(soon) / len(board)
    return Foresight(near, settled, certainty, openness, position.to_move)


def foresee_position(position: Position) -> Foresight:
    """What comes of a position if the player to move passes as well."""
    return foresee(Trial(position))


FEATURES = (
    "stones",
    "tension",
    "growing",
    "fields",
    "own fields",
    "fields in the end",
    "own fields in the end",
    "stones in the end",
    "winner in the end",
    "later seat",
    "later seat, early",
    "stones, early",
    "tension, early",
    "growing, early",
    "fields, early",
    "moved last",
)
"""What is known of every player, in the order of `features`."""


def features(foresight: Foresight) -> list[tuple[float, ...]]:
    """The features of every player, each about 0 to 1."""
    soon, end, certainty, openness, mover = foresight
    players = len(soon)
    stones = _shares([own.stones + own.idle for own in soon], 2)
    tension = _shares([own.tension / 60 for own in soon], 2)
    growing = _shares([own.growing for own in soon], 1)
    fields = _shares([own.sole + own.nearer for own in soon], 3)
    sole = _shares([own.sole for own in soon], 3)
    end_fields = _shares([own.sole + own.nearer for own in end], 3)
    end_sole = _shares([own.sole for own in end], 3)
    end_stones = _shares([own.stones + own.idle for own in end], 2)
    winner = foresight.winner
    return [
        (
            stones[seat],
            tension[seat],
            growing[seat],
            fields[seat],
            sole[seat],
            end_fields[seat] * certainty,
            end_sole[seat] * certainty,
            end_stones[seat] * certainty,
            certainty if seat == winner else 0.0,
            seat / (players - 1) if players > 1 else 0.0,
            openness * seat / (players - 1) if players > 1 else 0.0,
            stones[seat] * openness,
            tension[seat] * openness,
            growing[seat] * openness,
            fields[seat] * openness,
            1.0 if seat == mover else 0.0,
        )
        for seat in range(players)
    ]


def _shares(amounts: list[float] | list[int], base: float) -> list[float]:
    """Each amount as a part of all; the base keeps small amounts from looking decisive."""
    total = sum(amounts) + base
    return [amount / total for amount in amounts]
