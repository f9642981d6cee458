"""The nets of the strongest bots: data files written by `make train`, packed for the engine.

One is for boards in one piece. It misjudges islands, on which it was not trained; the other one is
for them.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from atlantis_core.engine.pure.net import HIDDEN, INPUTS, NET_BYTES
from atlantis_core.engine.values import Weights
from atlantis_core.positions.board import Board

FILE = "net.json"
ISLANDS_FILE = "net-islands.json"
PATH = Path(__file__).with_name(FILE)
ISLANDS_PATH = Path(__file__).with_name(ISLANDS_FILE)
LIFT = 1000.0
"""A bias that keeps a hidden unit above zero, so that it passes a plain sum through."""


def net_for(board: Board) -> bytes:
    """The net that judges positions on this board."""
    return the_net() if board.is_connected else the_net_for_islands()


@cache
def the_net() -> bytes:
    """The shipped net for boards in one piece."""
    return _read(FILE)


@cache
def the_net_for_islands() -> bytes:
    """The shipped net for boards in islands."""
    return _read(ISLANDS_FILE)


def _read(name: str) -> bytes:
    text = resources.files("atlantis_core.bots").joinpath(name).read_text(encoding="utf-8")
    return pack(json.loads(text))


def pack(numbers: Sequence[float]) -> bytes:
    """Pack numbers for the engine: the weights of each input, biases, weights in the score."""
    return struct.pack(f"={NET_BYTES // 8}d", *numbers)


def dumps(numbers: Sequence[float]) -> str:
    """The text of the file: a line for each input, one for the biases, one for the score."""
    rows = [numbers[at : at + HIDDEN] for at in range(0, len(numbers), HIDDEN)]
    lines = [", ".join(json.dumps(number) for number in row) for row in rows]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def averaged(numbers: Sequence[float], weights: Weights, share: float) -> list[float]:
    """The numbers of a net whose score is this share of the score of another, and the rest a
    weighted sum of the first inputs. The sum replaces the hidden unit that matters least.
    """
    biases = len(INPUTS) * HIDDEN
    outs = biases + HIDDEN

    def importance(unit: int) -> float:
        return abs(numbers[outs + unit]) * max(map(abs, numbers[unit:biases:HIDDEN]))

    least = min(range(HIDDEN), key=importance)
    found = [*numbers[:outs], *(share * number for number in numbers[outs:])]
    found[least:biases:HIDDEN] = [*weights, *[0.0] * (len(INPUTS) - len(weights))]
    found[biases + least] = LIFT
    found[outs + least] = 1 - share
    return found


def weighed_sum(weights: Weights) -> list[float]:
    """The numbers of a net that only weighs the first inputs: the starting point of training."""
    numbers = [0.0] * (NET_BYTES // 8)
    for number, weight in enumerate(weights):
        numbers[number * HIDDEN] = weight
    numbers[len(INPUTS) * HIDDEN] = LIFT
    numbers[len(INPUTS) * HIDDEN + HIDDEN] = 1.0
    return numbers
