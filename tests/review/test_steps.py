"""Steps of a turn: only touched fields change, and the last step ends the turn."""

from __future__ import annotations

import pytest

from atlantis_core.review.reasons import describe_step
from atlantis_core.review.steps import Phase, differing_fields, steps_of, touched_in
from tests.little_boards import position
from tests.review.games import RECORDED, played, recorded


@pytest.mark.parametrize("name", RECORDED)
def test_steps_lead_from_the_start_of_a_turn_to_its_end(name: str) -> None:
    game = recorded(name)
    for turn in range(1, game.turn_number + 1):
        report = game.report(turn)
        steps = steps_of(report)
        before = report.start
        for step in steps:
            assert set(differing_fields(before, step.after)) <= set(step.touched)
            before = step.after
        assert before == report.end
        assert set(differing_fields(report.start, report.end)) <= set(touched_in(report))


def test_turn_without_events_has_one_step() -> None:
    steps = steps_of(played(position("B2", "a1:1", "c3:1"), "pass").report(1))
    assert [(step.phase, step.number) for step in steps] == [(Phase.NOTHING, 1)]
    assert describe_step(steps[0], steps) == "nothing happens"
    assert steps[0].after.to_move == 1


def test_steps_are_described_by_phase_and_number() -> None:
    start = position("B2 C5", "a1:2 b2:1 b4:1", "d6:1")
    steps = steps_of(played(start, "b2-a1 b4-b5").report(1))
    lines = [describe_step(step, steps) for step in steps]
    assert lines == ["move 1 of 2", "move 2 of 2", "wave 1 of 1", "growth"]
    assert [str(field) for field in steps[0].touched] == ["a1", "b2"]


def test_stacks_of_different_height_differ_at_any_height() -> None:
    one = position("B2", "a1:20 b2:3", "c3:16")
    other = position("B2", "a1:21 b2:3", "c3:1")
    for first, second in ((one, other), (other, one)):
        assert [str(field) for field in differing_fields(first, second)] == ["a1", "c3"]
    assert differing_fields(one, one) == ()
