"""Measures how often the winning chances shown to people come true, in games that no fit has seen.

`python -m training.calibration` lets `master` play itself from random openings on three boards with
two to six players; with `--large` on boards that no fit has seen: hexagon 4, triangle 8 and three
islands. `--fit` prints the weights of `atlantis_core.bots.calibration` that fit these games best.
Without it, compares the current chances with the results; `--into docs/bots.md` writes the table
there (use another seed than for the fit). `--keep FOLDER` caches the games there.
"""

from __future__ import annotations

import json
import math
import os
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from atlantis_core.arena.openings import random_opening
from atlantis_core.arena.referee import referee
from atlantis_core.bots.calibration import (
    CERTAINTY,
    FITTED_FIELDS,
    SEARCHED,
    STATIC,
    Chances,
    Correction,
    calibrated,
    openness,
    static_chances,
    terms,
    trust,
)
from atlantis_core.bots.interface import Question
from atlantis_core.bots.player import Player, turn_seed
from atlantis_core.bots.search_bots import MASTER
from atlantis_core.contests.statistics import Z
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.shapes import Shape, traditional_start
from training.corrections import Finding, fit

STARTS = (
    *((Shape.TRIANGLE, 4, players) for players in (2, 3)),
    *((Shape.HEXAGON, side, players) for side in (2, 3) for players in range(2, 7)),
)
ISLANDS = Path(__file__).parents[1] / "transcripts/starts/three-islands-2-players.json"
OPENING = 4
BUCKETS = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.01))
ENOUGH = 50
"""Minimum number of positions for a bucket to be shown."""
BEGIN, END = "<!-- chances -->", "<!-- end of chances -->"
LARGE = "<!-- chances on larger boards -->", "<!-- end of chances on larger boards -->"


class Start(NamedTuple):
    """A starting position and its name in the table."""

    name: str
    position: Position


def usual_starts() -> tuple[Start, ...]:
    """Those of the fit."""
    return tuple(
        Start(f"{shape.value} {side}", traditional_start(shape, side, players))
        for shape, side, players in STARTS
    )


def large_starts() -> tuple[Start, ...]:
    """Larger boards than those of the fit, and a board in several pieces."""
    standard = ((Shape.HEXAGON, 4, 2), (Shape.HEXAGON, 4, 3), (Shape.TRIANGLE, 8, 2))
    return (
        *(
            Start(f"{shape.value} {side}", traditional_start(shape, side, players))
            for shape, side, players in standard
        ),
        Start("three islands", Game.load(ISLANDS).start),
    )


class Sample(NamedTuple):
    """The uncorrected chances in a position, and the winner of the game."""

    board: str
    game: str
    """Identifies the game."""
    winner: int
    mover: int
    openness: float
    searched: Chances
    """From the search of a hint."""
    static: Chances
    """From the net alone."""
    fields: int = FITTED_FIELDS


class _Recorder(Player):
    """Plays every seat, and records the chances it finds."""

    name = MASTER.name

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self.found: list[tuple[int, float, Chances, Chances]] = []

    def choose(self, game: Game) -> Turn:
        position = game.position
        answer = MASTER.choose(Question(position, turn_seed(self._seed, game)))
        searched = answer.candidates[0].chances
        if searched:
            static = static_chances(position)
            self.found.append((position.to_move, openness(position), searched, static))
        return answer.turn


def samples_of_games(
    seed: int, games: int, jobs: int, starts: Sequence[Start], folder: Path | None = None
) -> Iterator[list[Sample]]:
    """The samples of each game, in order; games cached in the folder are not played again."""
    path = Path(os.devnull) if folder is None else folder / f"chances-{seed}.jsonl"
    kept = path.read_text(encoding="utf-8").splitlines()[:games] if path.exists() else []
    yield from ([_parse_sample(found) for found in json.loads(line)] for line in kept)
    play = partial(play_game, seed, starts=starts)
    with path.open("a", encoding="utf-8") as file, ProcessPoolExecutor(jobs) as pool:
        for samples in pool.map(play, range(len(kept), games), chunksize=2):
            file.write(json.dumps(samples) + "\n")
            yield samples


def _parse_sample(found: Sequence[Any]) -> Sample:
    """Restore a sample from JSON."""
    *rest, searched, static, fields = found
    return Sample._make([*rest, tuple(searched), tuple(static), fields])


def play_game(seed: int, number: int, starts: Sequence[Start]) -> list[Sample]:
    """Play one game; the starts rotate."""
    name, start = starts[number % len(starts)]
    dice = Random(f"chances:{seed}:{number}")
    recorder, opening = _Recorder(dice.randrange(2**32)), random_opening(start, OPENING, dice)
    record = referee(start, [recorder] * start.players, opening=opening)
    named = name, f"{seed}:{number}", record.ranking[0]
    fields = len(start.board)
    return [Sample._make([*named, *found, fields]) for found in recorder.found]


def corrections(samples: Sequence[Sample]) -> Iterator[str]:
    """The fitted weights for the two tables in `atlantis_core.bots.calibration`."""
    lengths = Counter(sample.game for sample in samples)
    for name in ("searched", "static"):
        for players in range(2, 7):
            findings = [
                Finding(
                    terms(found[sample.mover], sample.mover, players, sample.openness),
                    sample.mover == sample.winner,
                    1 / lengths[sample.game],
                )
                for sample in samples
                if len(found := getattr(sample, name)) == players
                and CERTAINTY < found[sample.mover] < 1 - CERTAINTY
            ]
            yield f"{name}, {players} players: {fit(findings)}, {len(findings)} positions"


def shown_searched(sample: Sample) -> float:
    """The chance that a hint shows to the player to move."""
    return _shown(sample, sample.searched, SEARCHED)


def shown_static(sample: Sample) -> float:
    """The chance shown without a search to the player to move."""
    return _shown(sample, sample.static, STATIC)


def _shown(sample: Sample, found: Chances, weights: Mapping[int, Correction]) -> float:
    trusted = trust(sample.fields, len(found), sample.openness)
    return calibrated(found, sample.mover, sample.openness, weights, trusted)[sample.mover]


def table(samples: Sequence[Sample]) -> list[str]:
    """Predicted and observed shares for all samples, each board and each number of players."""
    heads = " | ".join(f"{100 * low:.0f} to {100 * min(1, high):.0f} %" for low, high in BUCKETS)
    lines: list[str] = []
    for title, shown in (("hints", shown_searched), ("at once", shown_static)):
        lines += [f"| {title} | {heads} |", "|---" * (1 + len(BUCKETS)) + "|"]
        lines += [_row(name, group, shown) for name, group in _groups(samples)] + [""]
    return lines[:-1]


def _groups(samples: Sequence[Sample]) -> Iterator[tuple[str, list[Sample]]]:
    """All samples, and those of each board, number of players and start."""
    kinds: dict[str, list[Sample]] = {"all": list(samples)}
    for label in (_board, _players, lambda sample: f"{_board(sample)}, {_players(sample)}"):
        for sample in samples:
            kinds.setdefault(label(sample), []).append(sample)
    yield from kinds.items()


def _board(sample: Sample) -> str:
    return sample.board


def _players(sample: Sample) -> str:
    return f"{len(sample.searched)} players"


def _row(name: str, samples: Sequence[Sample], shown: Callable[[Sample], float]) -> str:
    pairs = [(shown(sample), sample) for sample in samples]
    cells = [_cell([pair for pair in pairs if low <= pair[0] < high]) for low, high in BUCKETS]
    return f"| {name} | {' | '.join(cells)} |"


def _cell(pairs: Sequence[tuple[float, Sample]]) -> str:
    """Mean predicted chance, observed share with its 95% interval, and the numbers of positions
    and games.
    """
    count = len(pairs)
    if count < ENOUGH:
        return "-"
    predicted = math.fsum(chance for chance, _ in pairs) / count
    won = sum(sample.mover == sample.winner for _, sample in pairs) / count
    errors: dict[str, float] = defaultdict(float)
    for chance, sample in pairs:
        errors[sample.game] += (sample.mover == sample.winner) - won - (chance - predicted)
    # Positions of a game share its result, so their common error counts once per game.
    interval = Z * math.sqrt(math.fsum(error**2 for error in errors.values())) / count
    shares = f"{100 * predicted:.0f}, {100 * won:.0f} ± {100 * interval:.0f}"
    return f"{shares} ({count:,} of {len(errors):,})"


def insert(lines: Iterable[str], path: Path, begin: str = BEGIN, end: str = END) -> None:
    """Write lines between the markers of a Markdown file."""
    before, rest = path.read_text(encoding="utf-8").split(begin)
    _, after = rest.split(end)
    path.write_text("\n".join([before + begin, "", *lines, "", end + after]), encoding="utf-8")


def main() -> None:
    parser = ArgumentParser(prog="python -m training.calibration", description=__doc__)
    parser.add_argument("--games", type=int, default=100, help="games per start")
    parser.add_argument("--seed", type=int, nargs="+", default=[1])
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--fit", action="store_true")
    parser.add_argument("--large", action="store_true", help="larger boards than those of the fit")
    parser.add_argument("--into", type=Path)
    parser.add_argument("--keep", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    starts = large_starts() if options.large else usual_starts()
    games = options.games * len(starts)
    samples = [
        sample
        for seed in options.seed
        for found in samples_of_games(seed, games, options.jobs, starts, options.keep)
        for sample in found
    ]
    lines = list(corrections(samples)) if options.fit else table(samples)
    if options.into is None:
        sys.stdout.writelines(f"{line}\n" for line in lines)
    else:
        insert(lines, options.into, *(LARGE if options.large else (BEGIN, END)))


if __name__ == "__main__":
    main()
