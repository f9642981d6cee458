"""How often the chances that people are told come true, in games that no fit has seen.

`python -m training.calibration` lets `master` play against itself from random openings on three
boards with two to six players. `--fit` gives the numbers of `atlantis_core.bots.calibration` that
fit these games best; without it the chances as they are told now are compared with how the games
ended, and `--into docs/bots.md` puts the table there, for which another seed is to be taken.
"""

from __future__ import annotations

import math
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from atlantis_core.arena.openings import random_opening
from atlantis_core.arena.referee import referee
from atlantis_core.bots.calibration import (
    AT_ONCE,
    LEAST,
    SEARCHED,
    Chances,
    Correction,
    calibrated,
    rate_at_once,
)
from atlantis_core.bots.interface import Question
from atlantis_core.bots.net_bots import MASTER
from atlantis_core.bots.player import Player, turn_seed
from atlantis_core.game import Game, Turn
from atlantis_core.shapes import Shape, traditional_start

STARTS = (
    *((Shape.TRIANGLE, 4, players) for players in (2, 3)),
    *((Shape.HEXAGON, side, players) for side in (2, 3) for players in range(2, 7)),
)
OPENING = 4
BUCKETS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01))
ENOUGH = 50
"""Positions that a bucket must have to be shown."""
SMALLEST_STEP = 0.004
BEGIN, END = "<!-- chances -->", "<!-- end of chances -->"


class Sample(NamedTuple):
    """What was found in a position before it was calibrated, and who won the game."""

    board: str
    mover: int
    searched: Chances
    """By the search of a hint."""
    at_once: Chances
    """By the net alone."""
    winner: int


class _Teller(Player):
    """Plays every seat, and keeps what it finds."""

    name = MASTER.name

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.found: list[tuple[int, Chances, Chances]] = []

    def choose(self, game: Game) -> Turn:
        position = game.position
        answer = MASTER.choose(Question(position, turn_seed(self._seed, game)))
        searched = answer.candidates[0].chances
        if searched:
            self.found.append((position.to_move, searched, rate_at_once(position)))
        return answer.turn


def samples_of_games(seed: int, numbers: range, jobs: int) -> Iterator[list[Sample]]:
    """The samples of each game, in the order of the numbers."""
    play = partial(play_game, seed)
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, numbers, chunksize=2)


def play_game(seed: int, number: int) -> list[Sample]:
    """Play one game; the starts take turns."""
    shape, side, players = STARTS[number % len(STARTS)]
    dice = Random(f"chances:{seed}:{number}")
    start = traditional_start(shape, side, players)
    teller = _Teller(dice.randrange(2**32))
    record = referee(start, [teller] * players, opening=random_opening(start, OPENING, dice))
    board = f"{shape.value} {side}"
    return [Sample(board, *found, record.ranking[0]) for found in teller.found]


class Finding(NamedTuple):
    """What the fit learns from: the chances that were found, the player to move, and whether it
    won.
    """

    chances: Chances
    mover: int
    has_won: bool


def fit(findings: Sequence[Finding]) -> Correction:
    """The correction under which the results are likeliest, by steps that get smaller."""
    best, step = (0.0, 1.0, 0.0), 0.32
    lost = _loss(findings, best)
    while step > SMALLEST_STEP:
        least, tried = min((_loss(findings, way), way) for way in _around(best, step))
        if least < lost:
            lost, best = least, tried
        else:
            step /= 2
    shift, stretch, bend = best
    return round(shift, 2), round(stretch, 2), round(bend, 2)


def _around(correction: Correction, step: float) -> Iterator[Correction]:
    """One number of a correction more or less by a step; never bent back, to keep the order."""
    shift, stretch, bend = correction
    yield from ((shift + step, stretch, bend), (shift - step, stretch, bend))
    yield from ((shift, stretch + step, bend), (shift, max(0.1, stretch - step), bend))
    yield from ((shift, stretch, bend + step), (shift, stretch, max(0.0, bend - step)))
    yield shift, max(0.1, stretch - step), bend + step / 2
    yield shift, stretch + step, max(0.0, bend - step / 2)


def _loss(findings: Sequence[Finding], correction: Correction) -> float:
    """What the calibrated chances lack (cross entropy)."""
    lost = 0.0
    for chances, mover, has_won in findings:
        told = calibrated(chances, mover, {len(chances): correction})[mover]
        lost -= math.log(max(LEAST, told if has_won else 1 - told))
    return lost


def corrections(samples: Sequence[Sample]) -> Iterator[str]:
    """What the two tables in `atlantis_core.bots.calibration` should have."""
    for name in ("searched", "at_once"):
        for players in range(2, 7):
            findings = [
                Finding(getattr(sample, name), sample.mover, sample.mover == sample.winner)
                for sample in samples
                if len(sample.searched) == players
            ]
            yield f"{name}, {players} players: {fit(findings)}, {len(findings)} positions"


def told_searched(sample: Sample) -> float:
    """What a hint tells the player to move."""
    return calibrated(sample.searched, sample.mover, SEARCHED)[sample.mover]


def told_at_once(sample: Sample) -> float:
    """What the quick figure tells the player to move."""
    return calibrated(sample.at_once, sample.mover, AT_ONCE)[sample.mover]


def table(samples: Sequence[Sample]) -> list[str]:
    """Told and happened, for all samples, each board and each number of players."""
    heads = " | ".join(f"{100 * low:.0f} to {100 * min(1, high):.0f} %" for low, high in BUCKETS)
    lines: list[str] = []
    for title, told in (("hints", told_searched), ("at once", told_at_once)):
        lines += [f"| {title} | {heads} |", "|---" * (1 + len(BUCKETS)) + "|"]
        lines += [_row(name, group, told) for name, group in _groups(samples)] + [""]
    return lines[:-1]


def _groups(samples: Sequence[Sample]) -> Iterator[tuple[str, list[Sample]]]:
    yield "all", list(samples)
    for board in dict.fromkeys(sample.board for sample in samples):
        yield board, [sample for sample in samples if sample.board == board]
    for players in range(2, 7):
        yield f"{players} players", [one for one in samples if len(one.searched) == players]


def _row(name: str, samples: Sequence[Sample], told: Callable[[Sample], float]) -> str:
    pairs = [(told(sample), sample.mover == sample.winner) for sample in samples]
    cells = [_cell([pair for pair in pairs if low <= pair[0] < high]) for low, high in BUCKETS]
    return f"| {name} | {' | '.join(cells)} |"


def _cell(pairs: Sequence[tuple[float, bool]]) -> str:
    """Mean of what was told, share of what was won, and in how many positions."""
    if len(pairs) < ENOUGH:
        return "-"
    mean = math.fsum(chance for chance, _ in pairs) / len(pairs)
    won = sum(has_won for _, has_won in pairs) / len(pairs)
    return f"{100 * mean:.0f}, {100 * won:.0f} ({len(pairs):,})"


def insert(lines: Iterable[str], path: Path) -> None:
    """Put lines between the marks of a Markdown file."""
    before, rest = path.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    path.write_text("\n".join([before + BEGIN, "", *lines, "", END + after]), encoding="utf-8")


def main() -> None:
    parser = ArgumentParser(prog="python -m training.calibration", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="for each start")
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--into", type=Path)
    options = parser.parse_args()
    games = range(options.games * len(STARTS))
    samples = [
        sample
        for seed in options.seed
        for found in samples_of_games(seed, games, options.jobs)
        for sample in found
    ]
    lines = list(corrections(samples)) if options.fit else table(samples)
    if options.into is None:
        sys.stdout.writelines(f"{line}\n" for line in lines)
    else:
        insert(lines, options.into)


if __name__ == "__main__":
    main()
