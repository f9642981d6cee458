"""The chart of a page: the players' shares after each turn, stacked in turn order.

Winning chances if the whole game is judged, else strength as in the review's timeline.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate

from atlantis_core.review.game_statistics import GameStatistics
from atlantis_core.review.judged_games import Judgement
from atlantis_core.support.safe_text import showable
from .scenes import Story

_HEIGHT = 100


def draw_chart(story: Story, judgement: Judgement | None) -> Iterator[str]:
    """A figure with the chart; nothing for a line without turns."""
    first, last = max(0, story.first - 1), story.last
    if last == first or not story.cast.names:
        return
    shares = [_shares(chances) for chances in _values(story, judgement, first, last)]
    is_judged = _is_judged(judgement, last)
    bot = "" if judgement is None else showable(judgement.bot, 20)
    subject = f"winning chances, judged by {bot}" if is_judged else "fields held alone and stones"
    order = ", ".join(story.cast.names)
    title = escape(f"Turns {first} to {last}: {subject}; from the bottom: {order}")
    yield f'<figure class="chart" data-first="{first}" data-last="{last}">'
    yield f'<svg viewBox="0 0 {last - first} {_HEIGHT}" preserveAspectRatio="none" role="img" '
    yield f'aria-label="{title}">'
    for player in reversed(range(len(story.cast.names))):
        tops = [f"{at},{_HEIGHT - row[player]}" for at, row in enumerate(shares)]
        corners = " ".join([f"0,{_HEIGHT}", *tops, f"{last - first},{_HEIGHT}"])
        yield f'<polygon class="k{player}" points="{corners}"/>'
    if is_judged and judgement is not None:
        for turn in judgement.mistakes:
            if first < turn <= last:
                x = turn - first
                yield f'<line class="mistake" x1="{x}" x2="{x}" y1="0" y2="{_HEIGHT}"/>'
    yield f'<line id="now" y1="0" y2="{_HEIGHT}"/></svg><figcaption>{title}</figcaption></figure>'


def _is_judged(judgement: Judgement | None, last: int) -> bool:
    return judgement is not None and not judgement.missing(last)


def _values(
    story: Story, judgement: Judgement | None, first: int, last: int
) -> Iterator[Sequence[float]]:
    statistics = GameStatistics(story.line.positions)
    for turn in range(first, last + 1):
        chances = judgement.chances(turn) if judgement and _is_judged(judgement, last) else None
        yield statistics.figures(turn).strength if chances is None else chances


def _shares(values: Sequence[float]) -> list[int]:
    """The tops of the players' parts in percent, first player lowest."""
    total = sum(values)
    if not total:
        values, total = [1.0] * len(values), len(values)
    return [round(_HEIGHT * part / total) for part in accumulate(values)]
