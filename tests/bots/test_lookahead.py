"""Lookahead finds certain wins and losses and stays within its effort."""

from __future__ import annotations

from random import Random

import pytest

from atlantis_core.bots.evaluation import Budget
from atlantis_core.bots.interface import Answer
from atlantis_core.bots.lookahead import TRUST, Plan, follow_best
from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine.values import CERTAIN
from atlantis_core.positions.position import Position
from atlantis_core.rules.game import Game, Turn
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.cancelling import never
from tests.little_boards import position

PLAN = Plan(SEASONED, candidates=8, beam_width=8, first_part=0.5, largest_first_part=0.7)


@pytest.mark.parametrize(("side", "share"), [(2, 0.5), (3, 0.5), (4, 0.7)])
def test_more_of_the_effort_finds_candidates_on_larger_boards(side: int, share: float) -> None:
    assert PLAN.first_part_on(traditional_start(Shape.HEXAGON, side, 2)) == share


def followed(start: Position, effort: int) -> Answer:
    return follow_best(start, PLAN, Budget(effort, never), Random(1))


def test_only_winning_turns_are_certain_wins() -> None:
    start = position("B2", "b2:2", "c3:1")
    answer = followed(start, 300)
    assert _wins(start, answer.turn)
    for turn, value in [(candidate.turn, candidate.value) for candidate in answer.candidates]:
        assert (value > TRUST * CERTAIN - 3) is _wins(start, turn)


def _wins(start: Position, turn: Turn) -> bool:
    game = Game(start)
    game.play(turn)
    return game.outcome is not None and game.outcome.winner == start.to_move


def test_turn_that_lets_the_opponent_win_is_a_certain_loss() -> None:
    start = position("B2", "c3:1", "b2:2 a2:2")
    answer = followed(start, 600)
    assert {candidate.value < -TRUST * CERTAIN + 3 for candidate in answer.candidates} == {True}


@pytest.mark.parametrize("players", [2, 3])
def test_effort_is_not_exceeded(players: int) -> None:
    start = traditional_start(Shape.TRIANGLE, 3, players)
    for effort in range(1, 90):
        assert followed(start, effort).judged <= effort
