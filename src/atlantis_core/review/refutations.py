"""Explains why a turn loses: what differs when it and a better turn are played out.

Compares the answers that a search found: explosions, stones taken, and what both lines leave on the
board. The search found the lines; nothing is searched here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atlantis_core.bots.explanations import compare_prospects
from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import format_moves
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Turn
from atlantis_core.rules.scoring import outcome, standing, tally
from atlantis_core.rules.turns import report_turn
from atlantis_core.support.phrases import counted, listed
from .position_values import PositionValue

MOST_ANSWERS = 8
"""The number of answers to the better turn that are compared."""
MOST_FIELDS = 3
MIN_DIFFERENCE = 2
"""Smaller differences, in stones or fields, are not mentioned."""


class PlayedOut(NamedTuple):
    """A turn, the position after it, and the answers that a search of that position found."""

    turn: Turn
    after: Position
    value: PositionValue

    @property
    def line(self) -> tuple[Turn, ...]:
        """The best replies, until every player has had one."""
        if not self.value.candidates:
            return ()
        best = self.value.candidates[0]
        return (best.turn, *best.line)[: self.after.players]


def explain_loss(
    position: Position, played: PlayedOut, better: PlayedOut, names: Sequence[str] = ()
) -> tuple[str, ...]:
    """Why a turn loses against a better one; players without names are called by number."""
    called = names or [f"player {seat + 1}" for seat in range(position.players)]
    player = position.to_move
    found = *_answers(played, better, player, called), *_outlook(played, better, player, called)
    return found or tuple(_prospects(position, played, better))


def _answers(
    played: PlayedOut, better: PlayedOut, player: int, names: Sequence[str]
) -> Iterator[str]:
    """The answer that takes most of the player's stones, and how the better turn prevents it."""
    reports = list(_reports(played.after, played.line[: played.after.players - 1]))
    if not reports:
        return
    worst = max(reports, key=lambda report: _taken(report, player))
    taken = _taken(worst, player)
    moves = format_moves(event.move for event in worst.moves)
    answer = f"after this turn, {names[worst.player]} answers {moves}"
    effects = [*_explosions(worst), *([_fall(taken, names[player])] if taken else [])]
    if not effects:
        return
    allowed = max((_taken(report, player) for report in _best_answers(better)), default=0)
    if allowed <= taken - MIN_DIFFERENCE:
        limit = f"no answer takes more than {allowed}" if allowed else "no answer takes any"
        effects[-1] += f"; after the better one, {limit}"
    yield f"{answer}: {', '.join(effects)}"


def _best_answers(better: PlayedOut) -> Iterator[TurnReport]:
    """The best answers to the better turn, and the replies of the other opponents."""
    for candidate in better.value.candidates[:MOST_ANSWERS]:
        replies = (candidate.turn, *candidate.line)[: better.after.players - 1]
        yield from _reports(better.after, replies)


def _reports(position: Position, turns: Sequence[Turn]) -> Iterator[TurnReport]:
    for turn in turns:
        report = report_turn(position, turn)
        yield report
        position = report.end


def _taken(report: TurnReport, player: int) -> int:
    """The stones that a player loses in a turn of another player."""
    if report.player == player:
        return 0
    return tally(report.start).stones[player] - tally(report.end).stones[player]


def _explosions(report: TurnReport) -> list[str]:
    number = len(report.exploded)
    if not number:
        return []
    first = sorted(str(blast.field) for blast in report.waves[0].explosions)
    origin = listed(first) if len(first) <= MOST_FIELDS else counted(len(first), "field")
    return [f"{counted(number, 'explosion')} from {origin}"]


def _fall(stones: int, name: str) -> str:
    return f"{name} loses {counted(stones, 'stone')}"


def _outlook(
    played: PlayedOut, better: PlayedOut, player: int, names: Sequence[str]
) -> Iterator[str]:
    """Differences of both lines, cut to the same length: winner, stones and fields."""
    length = min(len(played.line), len(better.line))
    ends = [_end(line.after, line.line[:length]) for line in (played, better)]
    winners = [result and result.winner for result in map(outcome, ends)]
    if winners[1] == player and winners[0] != player:
        yield f"the better turn wins the game for {names[player]}"
    elif winners[0] not in (None, player):
        yield f"this turn lets {names[winners[0] or 0]} win the game"
    (before, after) = (_figures(end, player) for end in ends)
    gaps = [
        f"{best} instead of {now} {noun}"
        for (noun, now), (_, best) in zip(before, after, strict=True)
        if best - now >= MIN_DIFFERENCE
    ]
    if gaps:
        yield f"played out, the better turn leaves {names[player]} {listed(gaps)}"


def _prospects(position: Position, played: PlayedOut, better: PlayedOut) -> Iterator[str]:
    """Outlook after the better turn if all players pass, which the lines do not show."""
    gaps = compare_prospects(position, better.turn, played.turn)
    if gaps:
        yield f"the better turn prepares {listed(gaps)}"
    else:
        answer = f" after {format_moves(better.line[0])}" if better.line else ""
        yield f"no stones are lost at once: the difference shows later than one round{answer}"


def _end(position: Position, turns: Sequence[Turn]) -> Position:
    for report in _reports(position, turns):
        position = report.end
    return position


def _figures(position: Position, player: int) -> list[tuple[str, int]]:
    counts, fields = tally(position), standing(position)
    return [
        ("stones", counts.stones[player]),
        ("growing fields", counts.growing[player]),
        ("secured or leading fields", fields.secured[player] + fields.leading[player]),
    ]
