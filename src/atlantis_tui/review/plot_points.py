"""Figures of a game by column, for timeline and chart.

Each column samples one turn, so that a game of thousands of turns is drawn at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from atlantis_core.review.game_statistics import Figures, GameStatistics, Moment, MomentKind
from atlantis_core.review.judged_games import Judgement
from atlantis_core.support.phrases import percents
from atlantis_tui.widgets.scrub_bar import column_of_place, place_of_column


class Metric(Enum):
    """A figure plotted over the game."""

    STONES = "stones"
    SECURED = "secured"
    LEADING = "leading"

    def of(self, figures: Figures) -> tuple[int, ...]:
        return _METRICS[self](figures)


_METRICS: dict[Metric, Callable[[Figures], tuple[int, ...]]] = {
    Metric.STONES: lambda figures: figures.stones,
    Metric.SECURED: lambda figures: figures.secured,
    Metric.LEADING: lambda figures: figures.leading,
}
IMPORTANCE = (
    MomentKind.ELIMINATION,
    MomentKind.LEAD,
    MomentKind.MISTAKE,
    MomentKind.TURNING_POINT,
    MomentKind.CHAIN,
    MomentKind.COMMENT,
    MomentKind.VARIATION,
)
"""Priority of marks that share a column."""


def strengths(statistics: GameStatistics, width: int) -> list[tuple[int, ...]]:
    last = len(statistics) - 1
    return [statistics.figures(place_of_column(n, width, last)).strength for n in range(width)]


def chance_columns(
    judgement: Judgement, players: int, width: int, last: int
) -> list[tuple[int, ...]]:
    """Winning chances of all players by column, in percent; 0 for turns not judged."""
    columns = []
    for column in range(width):
        chances = judgement.chances(place_of_column(column, width, last))
        known = (0.0,) * players if chances is None else chances
        columns.append(percents(known))
    return columns


def values(statistics: GameStatistics, metric: Metric, width: int) -> list[tuple[int, ...]]:
    last = len(statistics) - 1
    return [metric.of(statistics.figures(place_of_column(n, width, last))) for n in range(width)]


def level(value: int, most: int, levels: int) -> int:
    """The level of a value on a scale; at least 1 for positive values."""
    if value <= 0 or most <= 0:
        return 0
    return max(1, round(value * (levels - 1) / most))


def marks_by_column(moments: Sequence[Moment], width: int, last: int) -> dict[int, Moment]:
    found: dict[int, Moment] = {}
    for moment in moments:
        column = column_of_place(moment.turn, width, last)
        known = found.get(column)
        if known is None or IMPORTANCE.index(moment.mark) < IMPORTANCE.index(known.mark):
            found[column] = moment
    return found
