"""`make train`: a few rounds of self-play, each with the net of the previous round.

The first round uses the weighted sum of the other bots, packed as a net, or the net in the file
`--begin`. Every round learns from the games of all rounds so far. Prints the number of games and
lessons. `--on ADDRESS` plays the games on a Dask cluster whose workers can import this package.
`--islands` trains the net for boards in islands, on such boards alone. It begins with the shipped
net averaged with the weighted sum; each round continues the net of the round before. The same seed
gives the same file with any number of jobs or workers.
"""

from __future__ import annotations

import json
import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # fixed summation order: reproducible

from atlantis_core.bots.nets import ISLANDS_PATH, PATH, averaged, dumps, pack, weighed_sum
from atlantis_core.bots.weights import SEASONED
from training.fit import fit, gather
from training.self_play import Lesson, SelfPlay, lessons_of_games

GAMES = (500, 900, 1600)
EFFORT = (600, 1000, 1000)
"""Evaluations per turn: few for the weighted sum of the first round."""
OF_THE_NET = 0.65
"""The share of the shipped net in the score of the net with which the training on islands begins.
On islands it wins 61 of 100 games against the shipped net alone."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=GAMES, help="games per round")
    parser.add_argument("--effort", type=int, nargs="+", default=EFFORT, help="per turn, by round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--on", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    parser.add_argument("--begin", type=Path, metavar="FILE", help="the net of the first round")
    parser.add_argument("--islands", action="store_true", help="train the net for islands")
    parser.add_argument("--output", type=Path)
    options = parser.parse_args(arguments)
    output = options.output or (ISLANDS_PATH if options.islands else PATH)
    numbers = _first_net(options.begin, islands=options.islands)
    net, lessons, games = pack(numbers), list[Lesson](), range(0)
    for number, (count, effort) in enumerate(zip(options.games, options.effort, strict=True)):
        began = perf_counter()
        games = range(games.stop, games.stop + count)
        contest = SelfPlay(net, options.seed, effort, options.islands)
        for found in lessons_of_games(contest, games, options.jobs, options.on):
            lessons += found
        begin = numbers if options.islands else None
        numbers, loss = fit(gather(lessons), options.seed + number, begin)
        net = pack(numbers)
        output.write_text(dumps(numbers), encoding="utf-8")
        sys.stdout.write(
            f"round {number + 1}: {games.stop} games, {len(lessons)} lessons, loss {loss:.4f}, "
            f"{perf_counter() - began:.0f} s\n"
        )
        sys.stdout.flush()


def _first_net(path: Path | None, *, islands: bool) -> list[float]:
    if path is None and not islands:
        return weighed_sum(SEASONED)
    numbers: list[float] = json.loads((path or PATH).read_text(encoding="utf-8"))
    return averaged(numbers, SEASONED, OF_THE_NET) if islands and path is None else numbers


if __name__ == "__main__":
    main()
