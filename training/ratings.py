"""Measures how ratings change winning chances, in games between bots of different strength.

`python -m training.ratings` lets random pairs and triples of rated bots play from random openings,
and compares the chances of a hint with the results, with and without ratings. `--into docs/bots.md`
writes the table there. `--fit` prints the weights of `atlantis_core.bots.ratings` that fit these
games best (use another seed for the table).
"""

from __future__ import annotations

import math
import os
import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from typing import NamedTuple

from atlantis_core.arena.openings import random_opening
from atlantis_core.arena.referee import referee
from atlantis_core.bots.calibration import openness
from atlantis_core.bots.hints import HintRequest, chances_now
from atlantis_core.bots.interface import Bot, Question
from atlantis_core.bots.player import Player, turn_seed
from atlantis_core.bots.ratings import BOT_RATINGS, ELO_SCALE, rated_chances
from atlantis_core.bots.registry import bot_named
from atlantis_core.contests.statistics import Z
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.shapes import Shape, traditional_start
from training.calibration import insert

STARTS = tuple(
    (shape, side, players)
    for shape, side in ((Shape.TRIANGLE, 4), (Shape.HEXAGON, 2), (Shape.HEXAGON, 3))
    for players in (2, 2, 3)
)
OPENING = 4
EVERY = 3
"""Chances are computed before every third turn."""
STEPS = 30
EQUAL = 100
"""Players whose ratings differ by less have no favourite in the table."""
BUCKETS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01))
ENOUGH = 50
BEGIN, END = "<!-- rated chances -->", "<!-- end of rated chances -->"


class Sample(NamedTuple):
    """A position: chances of equal players, their ratings, and the winner of the game."""

    game: int
    chances: tuple[float, ...]
    ratings: tuple[float, ...]
    openness: float
    winner: int

    def rated(self) -> tuple[float, ...]:
        return rated_chances(self.chances, self.ratings, self.openness)


class _Seat(Player):
    """A bot that records the chances of a hint before some of its turns."""

    def __init__(self, bot: Bot, seed: int, found: list[tuple[tuple[float, ...], float]]) -> None:
        self.name = bot.name
        self._bot, self._seed, self._found = bot, seed, found

    def choose(self, game: Game) -> Turn:
        position, seed = game.position, turn_seed(self._seed, game)
        if game.turn_number % EVERY == 0:
            advice = HintRequest(position, seed=seed).without_reasons()
            self._found.append((chances_now(position, advice), openness(position)))
        return self._bot.choose(Question(position, seed)).turn


def play_game(seed: int, number: int) -> list[Sample]:
    """Play one game of different bots."""
    shape, side, players = STARTS[number % len(STARTS)]
    dice = Random(f"ratings:{seed}:{number}")
    start = traditional_start(shape, side, players)
    names = dice.sample(list(BOT_RATINGS), players)
    found: list[tuple[tuple[float, ...], float]] = []
    seats = [_Seat(bot_named(name), dice.randrange(2**32), found) for name in names]
    record = referee(start, seats, opening=random_opening(start, OPENING, dice))
    ratings = tuple(float(BOT_RATINGS[name]) for name in names)
    return [
        Sample(number, chances, ratings, is_open, record.ranking[0]) for chances, is_open in found
    ]


def fit(samples: Sequence[Sample]) -> tuple[float, float]:
    """The weights with the highest likelihood, by Newton's method; every game counts the same."""
    lengths: dict[int, int] = defaultdict(int)
    for sample in samples:
        lengths[sample.game] += 1
    plain, opened = 0.0, 0.0
    for _ in range(STEPS):
        slope, bends = [0.0, 0.0], [0.0, 0.0, 0.0]
        for sample in samples:
            share, terms = 1 / lengths[sample.game], (1.0, sample.openness)
            excess, variance = _moments(sample, plain + opened * sample.openness)
            for place, term in enumerate(terms):
                slope[place] += share * excess * term
            bends[0] += share * variance
            bends[1] += share * variance * sample.openness
            bends[2] += share * variance * sample.openness**2
        size = bends[0] * bends[2] - bends[1] ** 2
        plain += (bends[2] * slope[0] - bends[1] * slope[1]) / size
        opened += (bends[0] * slope[1] - bends[1] * slope[0]) / size
    return round(plain, 2), round(opened, 2)


def _moments(sample: Sample, weight: float) -> tuple[float, float]:
    """The winner's rating above the mean of the rated chances, and the variance of the ratings."""
    strengths = [rating / ELO_SCALE for rating in sample.ratings]
    shares = [
        chance * math.exp(weight * strength)
        for chance, strength in zip(sample.chances, strengths, strict=True)
    ]
    total = math.fsum(shares) or 1.0
    mean = math.fsum(share * strength for share, strength in zip(shares, strengths, strict=True))
    mean /= total
    squares = math.fsum(
        share * (strength - mean) ** 2 for share, strength in zip(shares, strengths, strict=True)
    )
    return strengths[sample.winner] - mean, squares / total


def table(samples: Sequence[Sample]) -> Iterator[str]:
    """The favourite's predicted chances and share of wins, without and with ratings."""
    clear = [sample for sample in samples if _gap(sample) >= EQUAL]
    heads = " | ".join(f"{100 * low:.0f} to {100 * min(1, high):.0f} %" for low, high in BUCKETS)
    yield f"| chances of the highest rated player | {heads} |"
    yield "|---" * (1 + len(BUCKETS)) + "|"
    for name, rates in (("of equal players", False), ("with ratings", True)):
        pairs = [(_chance(sample, rates=rates), sample) for sample in clear]
        cells = [_cell([pair for pair in pairs if low <= pair[0] < high]) for low, high in BUCKETS]
        yield f"| {name} | {' | '.join(cells)} |"


def _gap(sample: Sample) -> float:
    first, second, *_ = sorted(sample.ratings, reverse=True)
    return first - second


def _chance(sample: Sample, *, rates: bool) -> float:
    """The chance of the player with the highest rating."""
    chances = sample.rated() if rates else sample.chances
    return chances[sample.ratings.index(max(sample.ratings))]


def _cell(pairs: Sequence[tuple[float, Sample]]) -> str:
    """Mean prediction, observed share with its 95% interval, numbers of positions and games."""
    count = len(pairs)
    if count < ENOUGH:
        return "-"
    predicted = math.fsum(chance for chance, _ in pairs) / count
    wins = [sample.ratings.index(max(sample.ratings)) == sample.winner for _, sample in pairs]
    won = sum(wins) / count
    errors: dict[int, float] = defaultdict(float)
    for (chance, sample), is_won in zip(pairs, wins, strict=True):
        errors[sample.game] += is_won - won - (chance - predicted)
    interval = Z * math.sqrt(math.fsum(error**2 for error in errors.values())) / count
    shares = f"{100 * predicted:.0f}, {100 * won:.0f} ± {100 * interval:.0f}"
    return f"{shares} ({count:,} of {len(errors):,})"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = ArgumentParser(prog="python -m training.ratings", description=__doc__)
    parser.add_argument("--games", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--into", type=Path)
    options = parser.parse_args(arguments)
    with ProcessPoolExecutor(options.jobs) as pool:
        played = pool.map(partial(play_game, options.seed), range(options.games), chunksize=4)
        samples = list(chain.from_iterable(played))
    if options.fit:
        plain, opened = fit(samples)
        sys.stdout.write(f"WEIGHT, WEIGHT_IF_OPEN = {plain}, {opened}\n")
    if options.into is not None:
        insert(table(samples), options.into, BEGIN, END)
    else:
        sys.stdout.writelines(f"{line}\n" for line in table(samples))


if __name__ == "__main__":
    main()
