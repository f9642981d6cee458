"""`make train`: a few rounds of self-play, each with the net of the previous round.

The first round uses the weighted sum of the other bots, packed as a net, or the net in the file
`--begin`. Every round learns from the games of all rounds so far. Prints the number of games and
lessons. `--on ADDRESS` plays the games on a Dask cluster whose workers can import this package.
The same seed gives the same file with any number of jobs or workers.
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

from atlantis_core.bots.nets import PATH, dumps, pack, weighed_sum
from atlantis_core.bots.weights import SEASONED
from training.fit import fit, gather
from training.self_play import Lesson, SelfPlay, lessons_of_games

GAMES = (500, 900, 1600)
EFFORT = (600, 1000, 1000)
"""Evaluations per turn: few for the weighted sum of the first round."""


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(prog="python -m training", description=__doc__)
    parser.add_argument("--games", type=int, nargs="+", default=GAMES, help="games per round")
    parser.add_argument("--effort", type=int, nargs="+", default=EFFORT, help="per turn, by round")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--on", metavar="ADDRESS", help="the scheduler of a Dask cluster")
    parser.add_argument("--begin", type=Path, metavar="FILE", help="the net of the first round")
    parser.add_argument("--output", type=Path, default=PATH)
    options = parser.parse_args(arguments)
    net, lessons, games = _first_net(options.begin), list[Lesson](), range(0)
    for number, (count, effort) in enumerate(zip(options.games, options.effort, strict=True)):
        began = perf_counter()
        games = range(games.stop, games.stop + count)
        contest = SelfPlay(net, options.seed, effort)
        for found in lessons_of_games(contest, games, options.jobs, options.on):
            lessons += found
        numbers, loss = fit(gather(lessons), options.seed + number)
        net = pack(numbers)
        options.output.write_text(dumps(numbers), encoding="utf-8")
        sys.stdout.write(
            f"round {number + 1}: {games.stop} games, {len(lessons)} lessons, loss {loss:.4f}, "
            f"{perf_counter() - began:.0f} s\n"
        )
        sys.stdout.flush()


def _first_net(path: Path | None) -> bytes:
    if path is None:
        return weighed_sum(SEASONED)
    return pack(json.loads(path.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
