"""A small neural network that rates a turn: each player's winning chance.

Computes one score per player from the features of `judgement` and from amounts: fields and
stones right after the mover's explosions, after two rounds and when settled, and the number of
moves. The chances
are the softmax of the scores. All sums run in a fixed order, inputs first, then hidden units, so
that both engines give the same floats.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from atlantis_core.engine.values import FiguresRow, ForesightRow
from atlantis_core.positions.board import Board
from atlantis_core.positions.encoding import (
    EMPTY,
    OPEN,
    OWNER_SHIFT,
    STONES,
    indices,
    own_stack_flags,
)
from .judgement import FEATURES, features

HIDDEN = 32
INPUTS = (
    *FEATURES,
    *(
        f"{whose} {what} {when}"
        for when in ("soon", "in the end")
        for what in ("stones", "idle stones", "growing fields", "own fields")
        for whose in ("mine:", "others':")
    ),
    "open fields",
    "certainty",
    "size of the board",
    "certainty, later seat",
    *(
        f"{whose} {what} now"
        for what in ("stones", "growing fields", "own fields", "nearer fields", "moves", "threats")
        for whose in ("mine:", "others':")
    ),
)
"""Names of the inputs for a player, in the order of `inputs`."""
SMALLEST, LARGEST = 42, 133
"""Fields of the smallest and largest board of the training: triangle 3 and hexagon 3."""
MOST_STONES, MOST_GROWING, MOST_FIELDS = 10.0, 5.0, 10.0
"""Highest inputs for amounts, in tenths of the board. All fields are ten, so the last is exact."""
MOST_MOVES, MOST_THREATS = 4.0, 2.0
"""The same for moves a field. Self-play on the trained boards reaches nine tenths of each limit at
most; beyond it the net would extrapolate, so a larger amount counts as the limit."""
_SOON = (MOST_STONES, MOST_STONES, MOST_GROWING, MOST_FIELDS)
_NOW = (MOST_STONES, MOST_GROWING, MOST_FIELDS, MOST_FIELDS)
_SEEN = (MOST_MOVES, MOST_THREATS)
NET_BYTES = 8 * (len(INPUTS) * HIDDEN + 2 * HIDDEN)
"""Layout of a network: weights of each input for all hidden units, biases, output weights."""


class Sight(NamedTuple):
    """Counts of moves right after the mover's explosions."""

    figures: tuple[FiguresRow, ...]
    moves: list[int]
    """The legal moves of every player."""
    threats: list[int]
    """The legal moves that land on or pass stones of opponents."""


def count_moves(board: Board, cells: bytes, players: int) -> tuple[list[int], list[int]]:
    """The number of moves of every player, and of those that meet stones of opponents."""
    is_open, offsets = cells.translate(OPEN), board.offsets
    moves, threats = [0] * players, [0] * players
    for player in range(players):
        for index in indices(cells.translate(own_stack_flags(player))):
            for offset in offsets:
                there, meets_others = index, False
                for _ in range(cells[index] & STONES):
                    there += offset
                    if not is_open[there]:
                        break
                    code = cells[there]
                    meets_others |= code != EMPTY and code >> OWNER_SHIFT != player + 1
                    moves[player] += 1
                    threats[player] += meets_others
    return moves, threats


def inputs(
    sight: Sight, foresight: ForesightRow, fields: int, mover: int
) -> tuple[tuple[float, ...], ...]:
    """The inputs of the network for every player."""
    near, settled, certainty, openness = foresight
    known = features(near, settled, certainty, openness, mover)
    tenths = 10.0 / fields
    soon = [[own[2] for own in near], [own[3] for own in near], *_lands(near)]
    end = [[own[2] for own in settled], [own[3] for own in settled], *_lands(settled)]
    now = [
        [own[2] + own[3] for own in sight.figures],
        *_lands(sight.figures),
        [own[1] for own in sight.figures],
    ]
    return tuple(
        (
            *own,
            *_pairs(soon, seat, tenths, _SOON),
            *_pairs(end, seat, certainty * tenths, _SOON),
            openness,
            certainty,
            min(max(fields, SMALLEST), LARGEST) / 200.0,
            certainty * own[9],
            *_pairs(now, seat, tenths, _NOW),
            *_pairs([sight.moves, sight.threats], seat, 1.0 / fields, _SEEN),
        )
        for seat, own in enumerate(known)
    )


def _lands(figures: Sequence[FiguresRow]) -> tuple[list[int], list[int]]:
    """Growing and sole fields."""
    return [own[4] for own in figures], [own[0] for own in figures]


def _pairs(
    amounts: Sequence[Sequence[int]], seat: int, scale: float, limits: Sequence[float]
) -> list[float]:
    """Own and others' amounts alternating, each capped at its limit."""
    found = []
    for amount, limit in zip(amounts, limits, strict=True):
        others = sum(amount) - amount[seat]
        found += [min(amount[seat] * scale, limit), min(others * scale, limit)]
    return found


def rate(rows: Sequence[Sequence[float]], net: bytes) -> tuple[float, ...]:
    """Each player's winning chance."""
    scores = [_score(row, net) for row in rows]
    top, total = max(scores), 0.0
    powers = [math.exp(score - top) for score in scores]
    for power in powers:
        total += power
    return tuple([power / total for power in powers])


def _score(row: Sequence[float], net: bytes) -> float:
    columns, biases, outs = _unpack(net)
    score = 0.0
    for column, bias, out in zip(columns, biases, outs, strict=True):
        unit = bias
        for given, weight in zip(row, column, strict=True):
            unit += given * weight
        if unit > 0.0:
            score += unit * out
    return score


@lru_cache(maxsize=8)
def _unpack(
    net: bytes,
) -> tuple[tuple[tuple[float, ...], ...], tuple[float, ...], tuple[float, ...]]:
    """The weights of every hidden unit, one per input; the biases; the output weights."""
    numbers = struct.unpack(f"={NET_BYTES // 8}d", net)
    weights = len(INPUTS) * HIDDEN
    columns = tuple(numbers[unit:weights:HIDDEN] for unit in range(HIDDEN))
    return columns, numbers[weights : weights + HIDDEN], numbers[weights + HIDDEN :]
