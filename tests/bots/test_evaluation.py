"""Budgets are exact, and a judge remembers, ranks and leaves out what cannot matter."""

from __future__ import annotations

import pytest

from atlantis_core.bots.evaluation import Budget, Judge
from atlantis_core.cancelling import Cancelled, never
from atlantis_core.grid import format_moves, parse_moves
from atlantis_core.settling import Step, Trial
from tests.little_boards import position


def by_length(trial: Trial, steps: list[Step]) -> float:
    del trial
    return sum(distance for _, _, distance in steps)


def test_a_budget_counts_down_and_is_never_less_than_spent() -> None:
    budget = Budget(2, never)
    assert (budget.left, budget.is_spent, budget.judged) == (2, False, 0)
    budget.spend()
    assert (budget.left, budget.is_spent, budget.judged) == (1, False, 1)
    budget.spend()
    budget.spend()
    assert (budget.left, budget.is_spent, budget.judged) == (0, True, 3)


def test_a_part_of_a_budget_is_charged_when_it_is_used() -> None:
    budget = Budget(5, never)
    part = budget.share(3)
    assert part.left == 3
    assert budget.share(9).left == 5
    part.spend()
    part.spend()
    assert budget.left == 5
    budget.charge(part)
    assert (budget.left, budget.judged) == (3, 2)


def test_nothing_is_spent_once_the_answer_is_not_wanted() -> None:
    budget = Budget(5, lambda: True)
    with pytest.raises(Cancelled):
        budget.spend()
    with pytest.raises(Cancelled):
        budget.share(2).spend()
    assert budget.judged == 0


def test_a_turn_is_paid_for_once() -> None:
    judge = Judge(position("B2", "a1:2", "c3:1"), by_length, Budget(9, never))
    for _ in range(3):
        assert judge.value(parse_moves("a1-a2")) == 1
        assert judge.value(parse_moves("a1-c3")) == 2
    assert judge.budget.judged == 2


def test_turns_are_ranked_by_worth_and_then_by_age() -> None:
    judge = Judge(position("B2 E4", "a1:2 e4:1", "c3:1"), by_length, Budget(9, never))
    for text in ("a1-a2", "", "a1-c3", "e4-e5", "a1-a2 e4-e5", "e4-e5 a1-a2"):
        judge.value(parse_moves(text))
    ranked = [(value, format_moves(turn)) for value, turn in judge.ranked(4)]
    assert ranked == [(2, "a1-c3"), (2, "a1-a2 e4-e5"), (2, "e4-e5 a1-a2"), (1, "a1-a2")]
    distinct = [(value, format_moves(turn)) for value, turn in judge.distinct(3)]
    assert distinct == [(2, "a1-c3"), (2, "a1-a2 e4-e5"), (1, "a1-a2")]
    assert len(judge.distinct(1)) == 1


def test_moves_from_stable_areas_are_left_out_where_only_disputes_count() -> None:
    """On the second island nobody else stands, and nothing grows: its stones decide nothing."""
    start = position("B2 [f2 g2] [k2 l2]", "a1:1 g2:1 l2:1", "c3:1 k2:1")
    everywhere = Judge(start, by_length, Budget(9, never))
    in_dispute = Judge(start, by_length, Budget(9, never), in_dispute=True)
    segments = everywhere.moves_by_segment()
    assert [format_moves(moves) for moves in segments.values()] == [
        "a1-b1 a1-b2 a1-a2",
        "g2-f2",
        "l2-k2",
    ]
    del segments[1]
    assert in_dispute.moves_by_segment() == segments
