"""The net of the strongest bots: a data file written by `make train`, packed for the engine."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from functools import cache
from importlib import resources
from pathlib import Path

from atlantis_core.engine.pure.net import HIDDEN, INPUTS, NET_BYTES
from atlantis_core.engine.values import Weights

FILE = "net.json"
PATH = Path(__file__).with_name(FILE)
LIFT = 1000.0
"""A bias that keeps a hidden unit above zero, so that it passes a plain sum through."""


@cache
def the_net() -> bytes:
    """The net shipped with the package."""
    text = resources.files("atlantis_core.bots").joinpath(FILE).read_text(encoding="utf-8")
    return pack(json.loads(text))


def pack(numbers: Sequence[float]) -> bytes:
    """Pack numbers for the engine: the weights of each input, biases, weights in the score."""
    return struct.pack(f"={NET_BYTES // 8}d", *numbers)


def dumps(numbers: Sequence[float]) -> str:
    """The text of the file: a line for each input, one for the biases, one for the score."""
    rows = [numbers[at : at + HIDDEN] for at in range(0, len(numbers), HIDDEN)]
    lines = [", ".join(json.dumps(number) for number in row) for row in rows]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def weighed_sum(weights: Weights) -> bytes:
    """A net that only weighs the first inputs: the starting point of training."""
    numbers = [0.0] * (NET_BYTES // 8)
    for number, weight in enumerate(weights):
        numbers[number * HIDDEN] = weight
    numbers[len(INPUTS) * HIDDEN] = LIFT
    numbers[len(INPUTS) * HIDDEN + HIDDEN] = 1.0
    return pack(numbers)
