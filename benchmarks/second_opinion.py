"""How often a stronger judge confirms the marks; run by hand, its results are in docs/reviewing.md.

    python -m benchmarks.second_opinion [--jobs N] [FOLDER]

Judges all games of a folder, `transcripts` by default, then asks the same bot about every marked
turn again, with four times the highest effort spent on it and another seed: does the turn lose the
chance that its mark states?
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from atlantis_core.bots.hints import HintRequest, chances, chances_now
from atlantis_core.bots.registry import ADVISER, bot_named
from atlantis_core.positions.position import Position
from atlantis_core.review.judgement import CONFIRMATIONS, TurnQuestion
from atlantis_core.review.verdicts import BAD_LOSS, DOUBTFUL_LOSS, TurnMark
from atlantis_core.rules.scoring import is_over
from atlantis_core.rules.turns import play_turn
from atlantis_core.transcript import TranscriptError, load, replay

SEED = 77
TIMES = 4 * max(times for times, _ in CONFIRMATIONS)
"""The effort of the second opinion, as a multiple of the default."""
LOSSES = {TurnMark.DOUBTFUL: DOUBTFUL_LOSS, TurnMark.BAD: BAD_LOSS}


class Opinion(NamedTuple):
    """A marked turn, and its loss according to the stronger judge."""

    game: str
    turn: int
    mark: TurnMark
    loss: float
    second: float


def questions(folder: Path) -> Iterator[tuple[str, int, TurnQuestion]]:
    """All turns of all games of a folder; skips files that are not games."""
    for path in sorted(folder.rglob("*.json")):
        try:
            game = replay(load(path))
        except TranscriptError:
            continue
        for turn, moves in enumerate(game.turns, 1):
            yield path.name, turn, TurnQuestion(game.position_after(turn - 1), moves)


def ask(asked: tuple[str, int, TurnQuestion]) -> Opinion:
    """The mark of a turn and the second opinion on it."""
    name, turn, question = asked
    verdict = question()
    if verdict.best is None:
        return Opinion(name, turn, verdict.mark, verdict.loss, 0.0)
    better, played = (play_turn(question.position, t) for t in (verdict.best, question.turn))
    second = worth(better, verdict.player) - worth(played, verdict.player)
    return Opinion(name, turn, verdict.mark, verdict.loss, second)


def worth(position: Position, player: int) -> float:
    """A player's chance in a position according to the stronger judge."""
    if is_over(position):
        return chances(position)[player]
    effort = TIMES * bot_named(ADVISER).default_effort
    return chances_now(position, HintRequest(position, ADVISER, SEED, effort)())[player]


def main() -> None:
    parser = argparse.ArgumentParser(description="Check marks with a stronger judge.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("transcripts"))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        opinions = list(pool.map(ask, questions(options.folder), chunksize=4))
    print(f"{len(opinions)} turns judged by {ADVISER}; second opinion: effort x {TIMES}")
    for mark, stated in LOSSES.items():
        marked = [opinion for opinion in opinions if opinion.mark is mark]
        agreed = sum(opinion.second >= stated for opinion in marked)
        print(f"{mark.name.lower():>8}: {len(marked)} turns, {agreed} lose {stated:.0%} again")
        for opinion in marked:
            if opinion.second < stated:
                print(f"   {opinion.game} {opinion.turn}: {opinion.loss:.2f}, {opinion.second:.2f}")


if __name__ == "__main__":
    main()
