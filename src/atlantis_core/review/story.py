"""The story of a finished game as marked turns: what decided it, its worst turn, its biggest chain.

Plain figures: callers describe them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from atlantis_core.positions.position import Position
from atlantis_core.support.phrases import percents
from .game_statistics import GameStatistics, Moment, MomentKind
from .judged_games import Judgement


def biggest_chain(statistics: GameStatistics, positions: Sequence[Position]) -> Moment | None:
    """The first turn with most explosions; None if nothing exploded."""
    sizes = [statistics.figures(turn).explosions for turn in range(len(positions))]
    size = max(sizes, default=0)
    if not size:
        return None
    turn = sizes.index(size)
    return Moment(turn, MomentKind.CHAIN, positions[turn - 1].to_move, size)


def worst_turn(judgement: Judgement, players: Collection[int]) -> Moment | None:
    """The mistake that cost one of the players most; None if they made none."""
    verdicts = judgement.verdicts
    mistakes = [turn for turn in judgement.mistakes if verdicts[turn].player in players]
    if not mistakes:
        return None
    turn = max(mistakes, key=lambda number: verdicts[number].loss)
    return Moment(turn, MomentKind.MISTAKE, verdicts[turn].player, verdicts[turn].percent_lost)


def decisive_turn(judgement: Judgement, turns: int, winner: int) -> Moment | None:
    """The turn from which the winner was the favourite to the end.

    0 is the start. None if turns are not judged yet, or the winner was no favourite at the end.
    """
    first = None
    for turn in reversed(range(turns + 1)):
        chances = judgement.chances(turn)
        if chances is None:
            return None
        others = (chance for player, chance in enumerate(chances) if player != winner)
        if chances[winner] <= max(others, default=0.0):
            break
        first = Moment(turn, MomentKind.TURNING_POINT, winner, percents(chances)[winner])
    return first
