"""Figures of a game as points in columns: what the timeline and the chart draw.

Each column stands for one turn, chosen evenly; figures are asked only for those, so that a
game of thousands of turns is drawn at once. Knows columns and levels, no characters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from atlantis_core.review.game_statistics import Figures, GameStatistics, Moment, MomentKind
from atlantis_core.review.judged_games import Judgement
from atlantis_tui.widgets.scrub_bar import column_of_place, place_of_column


class Metric(Enum):
    """A figure that can be drawn over the game."""

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
"""Which mark is shown where one column has several."""


def strengths(statistics: GameStatistics, width: int) -> list[tuple[int, ...]]:
    """The strength of every player in each column."""
    last = len(statistics) - 1
    return [statistics.figures(place_of_column(n, width, last)).strength for n in range(width)]


def chance_columns(
    judgement: Judgement, players: int, width: int, last: int
) -> list[tuple[int, ...]]:
    """Everybody's chances in each column, in percent; nothing where nobody has judged."""
    columns = []
    for column in range(width):
        chances = judgement.chances(place_of_column(column, width, last))
        known = (0.0,) * players if chances is None else chances
        columns.append(tuple(round(100 * chance) for chance in known))
    return columns


def values(statistics: GameStatistics, metric: Metric, width: int) -> list[tuple[int, ...]]:
    """One figure of every player in each column."""
    last = len(statistics) - 1
    return [metric.of(statistics.figures(place_of_column(n, width, last))) for n in range(width)]


def level(value: int, most: int, levels: int) -> int:
    """How high a value stands on a scale with so many levels; something is more than nothing."""
    if value <= 0 or most <= 0:
        return 0
    return max(1, round(value * (levels - 1) / most))


def marks_by_column(moments: Sequence[Moment], width: int, last: int) -> dict[int, Moment]:
    """The most important moment of each column."""
    found: dict[int, Moment] = {}
    for moment in moments:
        column = column_of_place(moment.turn, width, last)
        known = found.get(column)
        if known is None or IMPORTANCE.index(moment.mark) < IMPORTANCE.index(known.mark):
            found[column] = moment
    return found
