"""The history of a field: complete, in order, and the same for every way to look it up."""

from __future__ import annotations

from itertools import pairwise

import pytest

from atlantis_core.narration import Cast
from atlantis_core.positions.grid import parse_field
from atlantis_core.positions.position import FieldState
from atlantis_core.review.history import Cause, events_of_turn, field_events
from atlantis_core.review.reasons import describe_event, describe_time
from tests.little_boards import position
from tests.review.games import RECORDED, played, recorded, tree_of

CAST = Cast(("Red", "Blue"), "RB")


@pytest.mark.parametrize("name", RECORDED)
def test_history_of_every_field_is_complete_and_without_gaps(name: str) -> None:
    line = tree_of(recorded(name)).main
    last = line.turn_number
    reports = [line.report(turn) for turn in range(1, last + 1)]
    for field in line.positions[0].board:
        story = tuple(field_events(line, field, last))[::-1]
        assert story[0].cause is Cause.SET_UP
        assert story[-1].after == line.positions[-1][field]
        for earlier, later in pairwise(story):
            assert later.before == earlier.after
            assert (later.turn, later.step) > (earlier.turn, earlier.step)
        everything = [
            event
            for turn, report in enumerate(reports, 1)
            for event in events_of_turn(report, turn, field)
        ]
        assert list(story[1:]) == everything


def test_unchanged_field_still_has_events() -> None:
    game = played(position("B2 C5", "b3:1 b4:1", "d5:1"), "b3-b2 b4-b3")
    line, field = tree_of(game).main, parse_field("b3")
    assert line.position_after(0)[field] == line.position_after(1)[field]
    causes = [event.cause for event in field_events(line, field, 1)]
    assert causes == [Cause.ARRIVED, Cause.LEFT, Cause.SET_UP]


@pytest.mark.parametrize(
    ("field", "turns", "story"),
    [
        (
            "b2",
            ["a1-b2"],
            ["open and empty", "1 stone arrives from a1; then 1 stone of Red"],
        ),
        (
            "a1",
            ["a1-b2"],
            ["2 stones of Red", "1 stone leaves for b2; then 1 stone of Red"],
        ),
        (
            "c3",
            ["a1-c3"],
            [
                "2 stones of Blue",
                "2 stones from a1 are eliminated here, with as many of Blue; then open and empty",
            ],
        ),
    ],
)
def test_events_are_described_in_words(field: str, turns: list[str], story: list[str]) -> None:
    game = played(position("B2", "a1:2 b1:1", "c3:2 b3:1"), *turns)
    events = list(field_events(tree_of(game).main, parse_field(field), len(turns)))[::-1]
    assert [describe_event(event, CAST) for event in events] == story


def test_explosions_include_the_number_of_stones_needed() -> None:
    game = played(position("B2", "a1:2 b2:1", "c3:1"), "b2-a1")
    line = tree_of(game).main
    lines = [describe_event(e, CAST) for e in field_events(line, parse_field("a1"), 1)][::-1]
    assert lines == [
        "2 stones of Red",
        "1 stone arrives from b2; then 3 stones of Red",
        "it explodes: 3 stones, 3 open neighbours; then growing, 0 stones of Red",
        "it grows by a stone; then growing, 1 stone of Red",
    ]
    hit = next(iter(field_events(line, parse_field("a2"), 1)))
    assert describe_event(hit, CAST) == "a1 explodes, 1 stone reaches it; then 1 stone of Red"
    assert describe_time(hit, CAST) == "turn 1, Red"
    assert hit.after.state is FieldState.OPEN
