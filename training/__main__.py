"""`make train`: a few rounds of self-play, each with the net of the round before.

The first round plays with the weighed sum that the other bots use, written as a net. Every round
learns from the games of all rounds so far. Says how many games and lessons there were.
"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from time import perf_counter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # sums in one order: the same seed, the same net

from atlantis_core.bots.nets import PATH, dumps, pack, weighed_sum
from atlantis_core.bots.weights import SEASONED
from training.fit import fit, gather
from training.self_play import Lesson, lessons_of_games

GAMES = (500, 900)
EFFORT = (600, 1000)
"""Evaluations a turn: the weighed sum of the first round is not worth many."""


def main() -> None:
    parser = ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=GAMES, help="in each round")
    parser.add_argument("--effort", type=int, nargs="+", default=EFFORT, help="a turn, by rounds")
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
