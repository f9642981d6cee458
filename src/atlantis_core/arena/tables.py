"""Statistics of a match as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from atlantis_core.contests.sequential import SequentialTest
from atlantis_core.contests.statistics import (
    Estimate,
    count_endings,
    elo_estimate,
    mean,
    mean_length,
    plackett_luce,
    share_of_groups,
    wilson,
)
from atlantis_core.support.phrases import counted
from atlantis_core.support.safe_text import showable
from atlantis_core.transcript.declared_ending import WORDS
from .groups import count_different, different_groups, score, whole_groups
from .matches import Match, names_of
from .referee import Ending
from .results import Result


@dataclass(frozen=True, slots=True)
class ContestantFigures:
    """Statistics of one contestant in a match."""

    name: str
    games: int
    wins: int
    wins_by_seat: tuple[int, ...]
    games_by_seat: tuple[int, ...]
    share: Estimate
    lead: Estimate
    """Mean difference to the score of the best opponent."""
    rating: float
    """Elo difference to the opponent, or a rating on the Elo scale among several."""


def standings(results: Sequence[Result], names: Sequence[str]) -> tuple[ContestantFigures, ...]:
    """The statistics of every contestant, in the order of the match."""
    players = len(names)
    rankings = [[result.order[seat] for seat in result.ranking] for result in results]
    ratings = plackett_luce(rankings, players) if players > 2 else [0.0] * players
    return tuple(
        _standing(results, contestant, name, ratings[contestant], players)
        for contestant, name in enumerate(names)
    )


def _standing(
    results: Sequence[Result], contestant: int, name: str, rating: float, players: int
) -> ContestantFigures:
    seats = [result.order.index(contestant) for result in results]
    won = [seat for seat, result in zip(seats, results, strict=True) if result.winner == contestant]
    groups = different_groups(results, players)
    share = share_of_groups([score(group, contestant) for group in groups])
    if not groups:  # fewer games than seats
        share = wilson(len(won), len(results))
    leads = [_mean_lead(group, contestant) for group in groups]
    return ContestantFigures(
        name=name,
        games=len(results),
        wins=len(won),
        wins_by_seat=tuple(won.count(seat) for seat in range(players)),
        games_by_seat=tuple(seats.count(seat) for seat in range(players)),
        share=share._replace(value=len(won) / len(results)),
        lead=mean(leads)._replace(value=_mean_lead(results, contestant)),
        rating=elo_estimate(share).value if players == 2 else rating,
    )


def _mean_lead(results: Sequence[Result], contestant: int) -> float:
    leads = [_lead(result, result.order.index(contestant)) for result in results]
    return sum(leads) / len(leads)


def _lead(result: Result, seat: int) -> int:
    others = [score for place, score in enumerate(result.scores) if place != seat]
    return result.scores[seat] - max(others)


def match_rows(results: Sequence[Result], names: Sequence[str]) -> list[tuple[str, ...]]:
    """The table of a match: heading, and a row per contestant."""
    players = len(names)
    seats = [f"seat {seat + 1}" for seat in range(players)]
    rating = "Elo" if players == 2 else "rating"
    header = ("player", "wins", "share", "95 %", *seats, "lead", "95 %", rating)
    return [header, *map(_row, standings(results, names))]


def _row(standing: ContestantFigures) -> tuple[str, ...]:
    by_seat = zip(standing.wins_by_seat, standing.games_by_seat, strict=True)
    return (
        standing.name,
        f"{standing.wins}/{standing.games}",
        *standing.share.percent,
        *(f"{won}/{played}" for won, played in by_seat),
        *standing.lead.signed,
        f"{standing.rating:+.0f}",
    )


def evidence_line(results: Sequence[Result], players: int) -> str:
    """The number of independent groups on which the intervals are based."""
    groups, different = different_groups(results, players), count_different(results)
    name = "pair" if players == 2 else "seat rotation"
    basis = f"intervals are based on {counted(len(groups), name)}"
    line = f"{basis}; {different} of {len(results)} games differ"
    if different < len(results):
        line += " (the players repeat games; use --openings for random openings)"
    return line


def endings_line(results: Sequence[Result]) -> str:
    """Summary line: endings of the games, and their mean length."""
    endings = count_endings([result.ending for result in results], _ENDING_WORDS)
    return f"{endings}; {mean_length([result.turns for result in results], 'turn')} per game"


_ENDING_WORDS = {ending: WORDS.get(ending.value, ending.value) for ending in Ending}


def decide(test: SequentialTest, results: Sequence[Result]) -> tuple[float, int] | None:
    """The decision of a test about the first player, and the number of games it took."""
    # Without random openings a pair of games may repeat and adds no evidence.
    numbers = {group[0].number for group in different_groups(results, 2)}
    groups = [group for group in whole_groups(results, 2) if group[0].number in numbers]
    decided = test.decide([score(group, 0) for group in groups])
    return None if decided is None else (decided[0], groups[decided[1] - 1][-1].number + 1)


def describe_decision(test: SequentialTest, match: Match, results: Sequence[Result]) -> str:
    """The decision of a test as a sentence."""
    decided, games = decide(test, results), counted(len(results), "game")
    name = showable(names_of(match.contestants)[0], 40)
    if decided is None:
        return f"{test}: undecided after {games}"
    elo = decided[0]
    other = test.elo0 if elo == test.elo1 else test.elo1
    return f"{test}: decided after {games}: {name} is closer to {elo:+g} Elo than to {other:+g}"
