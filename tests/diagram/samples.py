"""Boards and positions for the tests of diagrams, each odd in its own way."""

from __future__ import annotations

from random import Random

from atlantis_core.positions.board import Board
from atlantis_core.positions.grid import Field
from atlantis_core.positions.position import Position
from atlantis_core.rules.shapes import hexagon, rhombus, triangle
from tests.little_boards import board, position

BOARDS: dict[str, Board] = {
    "one field": board("[a1]"),
    "one segment": board("B2"),
    "the example": board("B2 C5 E4"),
    "triangle 3": triangle(3),
    "rhombus 2": rhombus(2),
    "hexagon 2": hexagon(2),
    "odd segments": board("[a1 a2 b1 b2 b3 c2] [c3 d4 d5 c4 c5] [e4 e5] [d3 e3]"),
    "a hole": board("[a1 a2 b1] [b3 c2 c3]"),
    "in pieces": board("[a1 b1] [e2 e3] [c9]"),
    "far apart": board("B2 I9"),
    "below a1": board("[-a0 -a-1 -b0] [a1 b1 b0]"),
    "standard but not in a lattice": board("B2 D5"),
    "long names": board("[zz999 zz1000] [aaa1000]"),
}

OPENING = position(
    "B2 C5 E4",
    "a1:1 a2:1 b1:1 b2:1 b3:1 c2:1 c3:1",
    "b4:1 b5:1 c4:1 c5:1 c6:1 d5:1 d6:1",
)
"""Two players at the start."""
MIDDLE = position(
    "B2 C5 E4",
    "a1:0 a2:-1 b2:6 b3:2 c2:1",
    "b4:3 b5:-2 c5:12 c6:1 d6:0",
    "d3:1 d4:-4 e4:2 f5:3 f4:0",
)
"""Three players, every state and symbol, a stack of twelve."""
ODD = position(
    "[a1 a2 b1 b2 b3 c2] [c3 d4 d5 c4 c5] [e4 e5] [d3 e3] [h7]",
    "a1:2 b2:-1 c3:4 h7:1",
    "a2:3 d4:0 e5:-2 d3:11",
)
"""Segments of other shapes."""
HOLE = position("[a1 a2 b1] [b3 c2 c3]", "a1:1 c3:-1", "b3:3")
NEGATIVE = position("[-a0 -a-1 -b0] [a1 b1 b0]", "-a0:1 b0:2", "b1:-1")

POSITIONS = {
    "opening": OPENING,
    "middle": MIDDLE,
    "odd": ODD,
    "hole": HOLE,
    "negative": NEGATIVE,
}


def fill(on: Board, seed: int, players: int = 3, tallest: int = 5) -> Position:
    """A random position with most fields occupied; dead fields belong to the first player."""
    dice = Random(seed)
    stacks: list[dict[Field, int]] = [{} for _ in range(players)]
    for field in on:
        stones = dice.choice((0, 0, 1, 1, 2, 3, dice.randint(1, tallest)))
        kind = dice.choice("open open open growing dead".split())
        if kind == "dead":
            stacks[0][field] = 0
        elif stones:
            dice.choice(stacks)[field] = stones if kind == "open" else -stones
    return Position.setup(on, stacks)
