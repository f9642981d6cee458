"""Rows of a table with the results of many matches."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.contests.statistics import (
    count_endings,
    elo_estimate,
    mean,
    mean_length,
    wilson,
)
from .matches import Result
from .referee import MatchEnding

HEADER = (
    *("player", "wins", "draws", "share", "95 %", "first", "second"),
    *("lead", "95 %", "Elo", "ms"),
)


def match_rows(results: Sequence[Result], names: Sequence[str]) -> list[tuple[str, ...]]:
    """The heading and a row per contestant."""
    return [HEADER, *(_row(results, number, name) for number, name in enumerate(names))]


def _row(results: Sequence[Result], contestant: int, name: str) -> tuple[str, ...]:
    wins = sum(result.winner == contestant for result in results)
    draws = sum(result.winner is None for result in results)
    share = wilson(wins + draws / 2, len(results))
    lead = mean([_lead(result, contestant) for result in results])
    answers = [result.milliseconds[result.order.index(contestant)] for result in results]
    return (
        name,
        f"{wins}/{len(results)}",
        str(draws),
        *share.percent,
        *(_wins_on(results, contestant, seat) for seat in (0, 1)),
        *lead.signed,
        f"{elo_estimate(share).value:+.0f}",
        f"{mean(answers).value:.0f}",
    )


def _wins_on(results: Sequence[Result], contestant: int, seat: int) -> str:
    played = [result for result in results if result.order[seat] == contestant]
    return f"{sum(result.winner == contestant for result in played)}/{len(played)}"


def _lead(result: Result, contestant: int) -> int:
    seat = result.order.index(contestant)
    return result.scores[seat] - result.scores[1 - seat]


_WORDS = {
    MatchEnding.FINISHED: "finished",
    MatchEnding.FOUL: "ended by a foul",
    MatchEnding.EXIT: "ended by an exit",
    MatchEnding.TIMEOUT: "out of time",
}


def endings_line(results: Sequence[Result]) -> str:
    """How the matches ended, in one sentence."""
    endings = count_endings([result.ending for result in results], _WORDS)
    return f"{endings}; {mean_length([result.choices for result in results], 'move')} per game"
