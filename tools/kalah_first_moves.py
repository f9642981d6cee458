"""Work out what the first moves of Kalah are worth: `python -m tools.kalah_first_moves [EFFORT]`.

Searches the answer to every first move with far more effort than an agent has, and writes the
table of `atlantis_core.games.kalah.first_moves`. Depends on the effort and the worths of holes
alone, so it can be run again after these have changed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from atlantis_core.games.kalah import first_moves
from atlantis_core.games.kalah.board import new_board
from atlantis_core.games.kalah.evaluation import SEED
from atlantis_core.games.kalah.search import Searcher

EFFORT = 2_000_000
SIZES = ((7, 7), (6, 4), (6, 6))
HEAD = '''\
"""What the first moves of a match are worth: made by `python -m tools.kalah_first_moves`."""

FIRST_MOVES: dict[tuple[int, int], tuple[int, ...]] = {
'''
TAIL = '''}
"""By holes and seeds: what each first move, hole 1 first, is worth for the one who made it, in
hundredths of a seed. Searched to depths of %s."""
'''


def worths_of(holes: int, seeds: int, effort: int) -> tuple[list[int], list[int]]:
    """What every first move is worth for South, and how deep it was searched."""
    start = new_board(holes, seeds)
    worths, depths = [], []
    for hole in start.sown:
        board = start.play(hole)
        found = Searcher(holes, start.seeds).search(board.packed, effort)
        worths.append(SEED * board.lead - found.worth)
        depths.append(found.depth)
    return worths, depths


def main(arguments: list[str]) -> None:
    effort = int(arguments[0]) if arguments else EFFORT
    rows, reached = "", []
    for holes, seeds in SIZES:
        worths, depths = worths_of(holes, seeds, effort)
        rows += f"    ({holes}, {seeds}): ({', '.join(map(str, worths))}),\n"
        reached.append(f"{min(depths)} ({holes}x{seeds})")
    text = HEAD + rows + TAIL % ", ".join(reached)
    Path(first_moves.__file__).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
