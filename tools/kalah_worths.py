"""Fits the values of the holes of Kalah: `python -m tools.kalah_worths [GAMES [ROUNDS]]`.

Every round plays games of our search against itself, with some random moves for variety, and fits a
value for every hole and number of seeds: the sum over a board should be the seeds that the player
to move gains from there on, as a mean of the game's result and the search's estimate. The next
round plays with these values. Starts from zero, needs no other library, and is deterministic.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from operator import getitem
from pathlib import Path
from random import Random
from typing import NamedTuple

from atlantis_core.games.kalah import hole_worths
from atlantis_core.games.kalah.board import HOLES, Board, Side, new_board
from atlantis_core.games.kalah.evaluation import SEED, Evaluate
from atlantis_core.games.kalah.search import Searcher

GAMES = 600
ROUNDS = 2
EFFORT = 1000
RANDOM_MOVE = 0.02
TRUST = 0.5
"""The weight of the game's result in the target; the rest is the search's estimate."""
MOST = 22
"""Holes with more seeds have the same value."""
ROW = MOST + 1
SIZE = HOLES * ROW + 1
SMOOTH = 15.0
"""Penalties: on second differences between neighbouring numbers of seeds, and on size."""
SHRINK = 0.5

Worths = list[float]
"""For each hole, from 1, the values by number of seeds, in seeds; last the value of the move."""


class Seen(NamedTuple):
    """A board as seen by the player to move, and the seeds that player gained from there on."""

    counts: tuple[int, ...]
    gain: float


def evaluate_with(worths: Worths) -> Evaluate:
    own = [
        [round(SEED * worths[hole * ROW + min(count, MOST)]) for count in range(256)]
        for hole in range(HOLES)
    ]
    tables = own + [[-worth for worth in row] for row in own]
    mover = round(SEED * worths[-1])
    return lambda board: mover + sum(map(getitem, tables, board.to_bytes(2 * HOLES, "little")))


def play_game(dice: Random, evaluate: Evaluate) -> Iterator[Seen]:
    """The boards after the last random move, so that random moves do not affect their results."""
    board = new_board()
    searcher = Searcher(board.size, board.seeds, evaluate)
    opening = dice.randrange(2, 9)
    seen: list[tuple[Board, int]] = []
    while board.mover is not None:
        if board.choices < opening or dice.random() < RANDOM_MOVE:
            seen.clear()
            board = board.play(dice.choice(list(board.sown)))
            continue
        found = searcher.search(board.packed, EFFORT)
        seen.append((board, found.worth))
        board = board.play(found.hole + 1)
    for before, worth in seen:
        sign = 1 if before.mover is Side.SOUTH else -1
        gain = sign * (board.lead - before.lead)
        own, others = before.holes if sign > 0 else before.holes[::-1]
        yield Seen(own + others, TRUST * gain + (1 - TRUST) * worth / SEED)


def fit(seen: Sequence[Seen]) -> Worths:
    """Least squares: a board is the sum of the values of own holes minus the opponent's."""
    matrix = [[0.0] * SIZE for _ in range(SIZE)]
    right = [0.0] * SIZE
    for counts, gain in seen:
        terms = [(SIZE - 1, 1.0)]
        for place, count in enumerate(counts):
            sign = 1.0 if place < HOLES else -1.0
            terms.append(((place % HOLES) * ROW + min(count, MOST), sign))
        for at, value in terms:
            right[at] += value * gain
            row = matrix[at]
            for other, factor in terms:
                row[other] += value * factor
    _regularise(matrix)
    worths = solve(matrix, right)
    for hole in range(HOLES):
        empty = worths[hole * ROW]
        for count in range(ROW):
            worths[hole * ROW + count] -= empty
    return worths


def _regularise(matrix: list[list[float]]) -> None:
    for at in range(SIZE):
        matrix[at][at] += SHRINK
    for hole in range(HOLES):
        for count in range(1, MOST):
            middle = hole * ROW + count
            bend = ((middle - 1, 1.0), (middle, -2.0), (middle + 1, 1.0))
            for at, value in bend:
                for other, factor in bend:
                    matrix[at][other] += SMOOTH * value * factor


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Gaussian elimination; the matrix is symmetric with a dominant diagonal."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, row in enumerate(rows):
        for other in rows[at + 1 :]:
            factor = other[at] / row[at]
            if factor:
                for column in range(at, len(row)):
                    other[column] -= factor * row[column]
    found = [0.0] * len(rows)
    for at in range(len(rows) - 1, -1, -1):
        known = sum(rows[at][other] * found[other] for other in range(at + 1, len(rows)))
        found[at] = (rows[at][-1] - known) / rows[at][at]
    return found


def write(worths: Worths) -> None:
    """Write the table by distance from the store, nearest first."""
    rows = [
        " ".join(str(round(SEED * worth)) for worth in worths[hole * ROW : (hole + 1) * ROW])
        for hole in range(HOLES - 1, -1, -1)
    ]
    body = "\n".join(rows)
    text = TEXT.format(mover=round(SEED * worths[-1]), rows=body)
    Path(hole_worths.__file__).write_text(text, encoding="utf-8")


TEXT = '''\
"""Values of the holes: generated by `python -m tools.kalah_worths`."""

MOVER = {mover}
"""The value of having the move, in hundredths of a seed."""
WORTHS = tuple(
    tuple(map(int, row.split()))
    for row in """\\
{rows}
""".splitlines()
)
"""By the distance from the store, 1 first, and by seeds; in hundredths of a seed."""
'''


def main(arguments: list[str]) -> None:
    games, rounds = (*map(int, arguments), *(GAMES, ROUNDS)[len(arguments) :])
    worths: Worths = [0.0] * SIZE
    seen: list[Seen] = []
    for number in range(rounds):
        evaluate = evaluate_with(worths)
        # Boards from games without any values are dropped once there are values.
        seen = seen if number > 1 else []
        for game in range(games):
            seen += play_game(Random(f"{number}:{game}"), evaluate)
        worths = fit(seen)
        sys.stdout.write(f"round {number + 1}: {len(seen)} boards, a move is {worths[-1]:.2f}\n")
        sys.stdout.flush()
    write(worths)


if __name__ == "__main__":
    main(sys.argv[1:])
