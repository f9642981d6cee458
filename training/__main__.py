"""`make train`: a few rounds of self-play, each with the net of the previous round.

The first round uses the weighted sum of the other bots, packed as a net. Every round learns from
the games of all rounds so far. Prints the number of games and lessons.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from time import perf_counter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # fixed summation order: reproducible

from atlantis_core.bots.nets import PATH, dumps, pack, weighed_sum
from atlantis_core.bots.weights import SEASONED
from training.fit import fit, gather
from training.self_play import Lesson, lessons_of_games

GAMES = (500, 900)
EFFORT = (600, 1000)
"""Evaluations per turn: few for the weighted sum of the first round."""


def main() -> None:
    parser = ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=GAMES, help="games per round")
    parser.add_argument("--effort", type=int, nargs="+", default=EFFORT, help="per turn, by round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--output", type=Path, default=PATH)
    options = parser.parse_args()
    net, lessons, games = weighed_sum(SEASONED), list[Lesson](), range(0)
    for number, (count, effort) in enumerate(zip(options.games, options.effort, strict=True)):
        began = perf_counter()
        games = range(games.stop, games.stop + count)
        for found in lessons_of_games(net, options.seed, games, effort, options.jobs):
            lessons += found
        numbers, loss = fit(gather(lessons), options.seed + number)
        net = pack(numbers)
        options.output.write_text(dumps(numbers), encoding="utf-8")
        sys.stdout.write(
            f"round {number + 1}: {games.stop} games, {len(lessons)} lessons, loss {loss:.4f}, "
            f"{perf_counter() - began:.0f} s\n"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
