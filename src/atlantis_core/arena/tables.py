"""The figures of a match as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from atlantis_core.arena.referee import Ending
from atlantis_core.arena.results import Result
from atlantis_core.contests.statistics import (
    Estimate,
    elo_estimate,
    mean,
    plackett_luce,
    wilson,
)
from atlantis_core.phrases import counted


@dataclass(frozen=True, slots=True)
class Standing:
    """How one contestant did in a match."""

    name: str
    games: int
    wins: int
    wins_by_seat: tuple[int, ...]
    games_by_seat: tuple[int, ...]
    share: Estimate
    lead: Estimate
    """Score before the best opponent, a game."""
    rating: float
    """Elo against the other one, or on the scale of Elo among several."""


def standings(results: Sequence[Result], names: Sequence[str]) -> tuple[Standing, ...]:
    """The figures of every contestant, in the order of the match."""
    players = len(names)
    rankings = [[result.order[seat] for seat in result.ranking] for result in results]
    ratings = plackett_luce(rankings, players) if players > 2 else [0.0] * players
    return tuple(
        _standing(results, contestant, name, ratings[contestant], players)
        for contestant, name in enumerate(names)
    )


def _standing(
    results: Sequence[Result], contestant: int, name: str, rating: float, players: int
) -> Standing:
    seats = [result.order.index(contestant) for result in results]
    won = [seat for seat, result in zip(seats, results, strict=True) if result.winner == contestant]
    share = wilson(len(won), len(results))
    return Standing(
        name=name,
        games=len(results),
        wins=len(won),
        wins_by_seat=tuple(won.count(seat) for seat in range(players)),
        games_by_seat=tuple(seats.count(seat) for seat in range(players)),
        share=share,
        lead=mean([_lead(result, seat) for seat, result in zip(seats, results, strict=True)]),
        rating=elo_estimate(share).value if players == 2 else rating,
    )


def _lead(result: Result, seat: int) -> int:
    others = [score for place, score in enumerate(result.scores) if place != seat]
    return result.scores[seat] - max(others)


def match_rows(results: Sequence[Result], names: Sequence[str]) -> list[tuple[str, ...]]:
    """The table of a match: the heading and a row for each contestant."""
    players = len(names)
    seats = [f"seat {seat + 1}" for seat in range(players)]
    rating = "Elo" if players == 2 else "rating"
    header = ("player", "wins", "share", "95 %", *seats, "lead", "95 %", rating)
    return [header, *map(_row, standings(results, names))]


def _row(standing: Standing) -> tuple[str, ...]:
    by_seat = zip(standing.wins_by_seat, standing.games_by_seat, strict=True)
    return (
        standing.name,
        f"{standing.wins}/{standing.games}",
        f"{100 * standing.share.value:.0f} %",
        f"{100 * standing.share.low:.0f} to {100 * standing.share.high:.0f}",
        *(f"{won}/{played}" for won, played in by_seat),
        f"{standing.lead.value:+.1f}",
        _lead_interval(standing.lead),
        f"{standing.rating:+.0f}",
    )


def _lead_interval(lead: Estimate) -> str:
    """A dash for a single game, which says nothing about the next one."""
    return f"{lead.low:+.1f} to {lead.high:+.1f}" if isfinite(lead.low) else "-"


def endings_line(results: Sequence[Result]) -> str:
    """How the games ended, in one sentence."""
    counts = dict.fromkeys(Ending, 0)
    for result in results:
        counts[result.ending] += 1
    parts = [f"{number} {_ENDING_WORDS[ending]}" for ending, number in counts.items() if number]
    turns = mean([result.turns for result in results]).value if results else 0.0
    return f"{', '.join(parts)}; {counted(round(turns), 'turn')} a game"


_ENDING_WORDS = {
    Ending.FINISHED: "finished",
    Ending.REPETITION: "adjudicated after repetition",
    Ending.TURN_LIMIT: "adjudicated at the turn limit",
    Ending.FORFEIT: "forfeited",
}
