"""Tournament of all bot levels against each other, and the tables of docs/bots.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from atlantis_core.bots.seats import parse_contestant
from atlantis_core.contests.statistics import Estimate, plackett_luce, share_of_groups
from atlantis_core.seats import Seat
from atlantis_core.support.safe_text import showable_ends
from .groups import count_different, different_groups, score, share_ahead
from .referee import Ending
from .results import Result

NAME_ROOM = 60
"""Characters for a player in tables."""


@dataclass(frozen=True, slots=True)
class Rung:
    """The result of one pairing on one board."""

    board: str
    lower: str
    higher: str
    wins: int
    games: int
    share: Estimate
    """Share of wins of the higher level; the interval counts pairs of games."""
    ahead: Estimate
    """Share of opponents that the higher level finished ahead of."""
    different: int
    """Number of games with different turns."""
    opponents: int = 1
    """Number of players of the lower level in each game."""
    adjudicated: int = 0
    forfeited: int = 0


def pairings(names: Sequence[str]) -> list[tuple[str, str]]:
    """Every pair, the lower level first; adjacent levels come first."""
    places = {name: place for place, name in enumerate(names)}
    pairs = list(combinations(names, 2))
    return sorted(pairs, key=lambda pair: (places[pair[1]] - places[pair[0]], places[pair[0]]))


def contestants_of(pair: tuple[str, str], opponents: int = 1) -> tuple[Seat, ...]:
    """The seats of the match for a pairing, the higher level first."""
    lower, higher = pair
    return (parse_contestant(higher), *[parse_contestant(lower)] * opponents)


def rung_of(pair: tuple[str, str], board: str, results: Sequence[Result]) -> Rung:
    lower, higher = pair
    wins = sum(result.winner == 0 for result in results)
    adjudicated = sum(result.ending.is_adjudicated for result in results)
    forfeited = sum(result.ending is Ending.FORFEIT for result in results)
    players = len(results[0].order)
    groups = different_groups(results, players)
    share = share_of_groups([score(group, 0) for group in groups])
    ahead = share_of_groups([share_ahead(group, 0) for group in groups])
    return Rung(
        board=board,
        lower=lower,
        higher=higher,
        wins=wins,
        games=len(results),
        share=share._replace(value=wins / len(results)),
        ahead=ahead._replace(value=share_ahead(tuple(results), 0)),
        different=count_different(results),
        opponents=players - 1,
        adjudicated=adjudicated,
        forfeited=forfeited,
    )


def ladder_ratings(rungs: Sequence[Rung], names: Sequence[str]) -> dict[str, float]:
    """Elo from all games of the ladder, the lowest level at 0."""
    place = {name: number for number, name in enumerate(names)}
    rankings = []
    for rung in rungs:
        pair = [place[rung.higher], place[rung.lower]]
        encounters = rung.games * rung.opponents
        ahead = round(rung.ahead.value * encounters)
        rankings += [pair] * ahead + [pair[::-1]] * (encounters - ahead)
    ratings = plackett_luce(rankings, len(names))
    return {name: ratings[place[name]] - ratings[0] for name in names}


def describe_rung(rung: Rung) -> str:
    """The result of a pairing in one line, for progress."""
    lower, higher = showable_ends(rung.lower, NAME_ROOM), showable_ends(rung.higher, NAME_ROOM)
    return f"{rung.board}: {higher} {_against(rung)}{lower}: {rung.wins} of {rung.games}"


def _against(rung: Rung) -> str:
    """The words between the two levels."""
    return "over " if rung.opponents == 1 else f"against {rung.opponents} "


def format_ladder(rungs: Sequence[Rung], names: Sequence[str]) -> list[str]:
    """The Markdown tables of docs/bots.md."""
    ratings = ladder_ratings(rungs, names)
    lines = ["| level | Elo |", "|---|---|"]
    lines += [f"| {_cell(name)} | {ratings[name]:.0f} |" for name in reversed(names)]
    several = any(rung.opponents > 1 for rung in rungs)
    shares = ("first", "share", "95 %", "ahead", "95 %") if several else ("wins", "share", "95 %")
    heading = ("board", "match", *shares, "different", "adjudicated", "forfeited")
    lines += ["", _row(heading), "|---" * len(heading) + "|"]
    lines += [_row(_figures(rung)) for rung in rungs]
    return lines


def _figures(rung: Rung) -> Iterator[str]:
    """The cells of a row; with several opponents, also the share finished ahead of."""
    yield _cell(rung.board)
    yield f"{_cell(rung.higher)} {_against(rung)}{_cell(rung.lower)}"
    yield f"{rung.wins} of {rung.games}"
    for estimate in (rung.share, rung.ahead) if rung.opponents > 1 else (rung.share,):
        share, interval = estimate.percent
        yield from (share, f"{interval} %")
    yield from map(str, (rung.different, rung.adjudicated, rung.forfeited))


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _cell(name: str) -> str:
    """A player's name for a Markdown table, with escaped bars."""
    return showable_ends(name, NAME_ROOM).replace("|", "\\|")
