"""Positions during a turn: computed on demand, the same in any order of access."""

from __future__ import annotations

import pickle
from random import Random

from hypothesis import given

from atlantis_core.bots.interface import Question
from atlantis_core.bots.random_bot import RandomBot
from atlantis_core.positions.events import MoveEvent, TurnReport, Wave
from atlantis_core.rules.turns import report_turn
from tests.little_boards import position
from tests.strategies import Setup, seeds, setups
from tests.translation import engine_start


def report_of(setup: Setup, seed: int) -> TurnReport:
    start = engine_start(setup)
    return report_turn(start, RandomBot().choose(Question(start, seed)).turn)


@given(setups(longest=6), seeds)
def test_positions_are_the_same_in_any_order(setup: Setup, seed: int) -> None:
    report = report_of(setup, seed)
    events: tuple[MoveEvent | Wave, ...] = (*report.moves, *report.waves)
    shown = [event.after for event in events]
    for place in Random(seed).choices(range(len(events)), k=9) if events else ():
        assert events[place].after == shown[place]


@given(setups(longest=6), seeds)
def test_positions_follow_from_the_moves_so_far(setup: Setup, seed: int) -> None:
    report = report_of(setup, seed)
    turn = [event.move for event in report.moves]
    for number, event in enumerate(report.moves, 1):
        assert event.after == report_turn(report.start, turn[:number]).moves[-1].after
        assert event.after.to_move == report.player


@given(setups(longest=6), seeds)
def test_waves_change_exploding_and_hit_fields_only(setup: Setup, seed: int) -> None:
    report = report_of(setup, seed)
    before = report.moves[-1].after if report.moves else report.start
    for wave in report.waves:
        after = wave.after
        hit = {impact.field: impact for impact in wave.impacts}
        exploded = {blast.field: blast for blast in wave.explosions}
        for field in before.board:
            if field in hit:
                assert (hit[field].before, hit[field].after) == (before[field], after[field])
            elif field in exploded:
                assert exploded[field].stones == before[field].stones
            else:
                assert before[field] == after[field]
        before = after
    grown = [field for field in before.board if before[field] != report.end[field]]
    assert sorted(grown) == list(report.grown)


@given(setups(longest=6), seeds)
def test_reports_are_values(setup: Setup, seed: int) -> None:
    report = report_of(setup, seed)
    again = report_of(setup, seed)
    assert report == again
    assert hash(report) == hash(again)
    assert pickle.loads(pickle.dumps(report)) == report  # noqa: S301 -- our own bytes


def test_reports_of_different_turns_differ() -> None:
    one, other = (report_turn(position("[a1] [a2]", stack, ""), ()) for stack in ("a1:1", "a1:2"))
    assert one != other
    assert one.waves[0].stage == report_turn(position("[a1] [a2]", "a1:1", ""), ()).waves[0].stage
    assert one.waves[0].stage != one.waves[0].after
    assert repr(one.waves[0].stage) == "<Stage after 1 moves and waves>"


def test_repeated_access_returns_the_same_object() -> None:
    report = report_turn(position("B2", "b2:6", ""), ())
    assert report.waves[0].after is report.waves[0].after
