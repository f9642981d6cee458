"""Budgets are exact; a judge caches, ranks and skips moves that cannot matter."""

from __future__ import annotations

import math
from random import Random

import pytest

from atlantis_core.bots.evaluation import Budget, Judge, nearsighted, weighing
from atlantis_core.bots.foresight import foresee
from atlantis_core.bots.interface import Question
from atlantis_core.bots.registry import bot_named
from atlantis_core.bots.weights import SEASONED
from atlantis_core.engine.values import FADING
from atlantis_core.positions.grid import format_moves, parse_moves, way_of
from atlantis_core.rules.game import Game
from atlantis_core.rules.settling import Step, Trial
from atlantis_core.rules.shapes import Shape, traditional_start
from atlantis_core.support.cancelling import Cancelled, never
from tests.little_boards import position


def by_length(trial: Trial, steps: list[Step]) -> float:
    del trial
    return sum(distance for _, _, distance in steps)


def test_budget_counts_down_and_never_below_zero() -> None:
    budget = Budget(2, never)
    assert (budget.left, budget.is_spent, budget.judged) == (2, False, 0)
    budget.spend()
    assert (budget.left, budget.is_spent, budget.judged) == (1, False, 1)
    budget.spend()
    budget.spend()
    assert (budget.left, budget.is_spent, budget.judged) == (0, True, 3)


def test_shared_budget_is_charged_for_what_it_used() -> None:
    budget = Budget(5, never)
    part = budget.share(3)
    assert part.left == 3
    assert budget.share(9).left == 5
    part.spend()
    part.spend()
    assert budget.left == 5
    budget.charge(part)
    assert (budget.left, budget.judged) == (3, 2)


def test_cancelled_budget_spends_nothing() -> None:
    budget = Budget(5, lambda: True)
    with pytest.raises(Cancelled):
        budget.spend()
    with pytest.raises(Cancelled):
        budget.share(2).spend()
    assert budget.judged == 0


def test_turn_costs_effort_only_once() -> None:
    judge = Judge(position("B2", "a1:2", "c3:1"), by_length, Budget(9, never))
    for _ in range(3):
        assert judge.value(parse_moves("a1-a2")) == 1
        assert judge.value(parse_moves("a1-c3")) == 2
    assert judge.budget.judged == 2


def test_turns_are_ranked_by_value_then_age() -> None:
    judge = Judge(position("B2 E4", "a1:2 e4:1", "c3:1"), by_length, Budget(9, never))
    for text in ("a1-a2", "", "a1-c3", "e4-e5", "a1-a2 e4-e5", "e4-e5 a1-a2"):
        judge.value(parse_moves(text))
    ranked = [(value, format_moves(turn)) for value, turn in judge.ranked(4)]
    assert ranked == [(2, "a1-c3"), (2, "a1-a2 e4-e5"), (2, "e4-e5 a1-a2"), (1, "a1-a2")]
    distinct = [(value, format_moves(turn)) for value, turn in judge.distinct(3)]
    assert distinct == [(2, "a1-c3"), (2, "a1-a2 e4-e5"), (1, "a1-a2")]
    assert len(judge.distinct(1)) == 1


def test_contested_only_skips_moves_from_stable_areas() -> None:
    """The second island has no opponent and nothing grows there: its stones decide nothing."""
    start = position("B2 [f2 g2] [k2 l2]", "a1:1 g2:1 l2:1", "c3:1 k2:1")
    everywhere = Judge(start, by_length, Budget(9, never))
    contested_only = Judge(start, by_length, Budget(9, never), contested_only=True)
    segments = everywhere.moves_by_segment()
    assert [format_moves(moves) for moves in segments.values()] == [
        "a1-b1 a1-b2 a1-a2",
        "g2-f2",
        "l2-k2",
    ]
    del segments[1]
    assert contested_only.moves_by_segment() == segments


def test_nearsighted_values_ignore_only_ends_that_are_far() -> None:
    """A chain is followed to its end, or judged as if it had none."""
    game, dice = Game(traditional_start(Shape.HEXAGON, 2, 2)), Random(3)
    ends = []
    while not game.is_over and game.turn_number < 30:
        trial = Trial(game.position)
        rounds = round(math.log(foresee(trial).certainty, FADING))
        whole = weighing(SEASONED)(trial, [])
        assert nearsighted(SEASONED, rounds)(trial, []) == pytest.approx(whole)
        if rounds:
            ends.append(nearsighted(SEASONED, rounds - 1)(trial, []) - whole)
        game.play(bot_named("greedy").choose(Question(game.position, dice.randrange(99))).turn)
    assert any(ends)


def test_gentle_overlooks_far_moves() -> None:
    """It plays moves over one or two fields only, where greedy plays longer ones too."""
    longest = {}
    for name in ("gentle", "greedy"):
        game = Game(traditional_start(Shape.HEXAGON, 2, 2))
        lengths = [0]
        while not game.is_over and game.turn_number < 40:
            turn = bot_named(name).choose(Question(game.position, game.turn_number)).turn
            lengths += [len(way_of(move)) - 1 for move in turn]
            game.play(turn)
        longest[name] = max(lengths)
    assert longest["gentle"] == 2
    assert longest["greedy"] > 2
