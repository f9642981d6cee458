"""Time control: notation, time left, and a timer that suspending and clock jumps do not fool."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from atlantis_core.support.errors import NotationError
from atlantis_core.transcript import dumps, load, loads
from atlantis_core.transcript.clocks import (
    MAX_GAP,
    TimeControl,
    TurnTimer,
    control_of,
    format_began,
    format_seconds,
    parse_control,
    seconds_since,
    time_left,
    turn_seconds,
    with_control,
    with_turn_time,
)
from tests.commands.running import run
from tests.tui.walking import GAME

NOW = datetime(2026, 5, 17, 12, tzinfo=UTC)


class FakeClock:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


@given(
    st.builds(
        TimeControl,
        st.integers(1, 9999).map(lambda minutes: minutes * 60.0),
        st.integers(0, 9999).map(float),
        st.just(value=False),
        st.booleans(),
    )
    | st.builds(
        TimeControl,
        st.integers(1, 999).map(lambda days: days * 86400.0),
        st.just(0.0),
        st.just(value=True),
        st.booleans(),
    )
)
def test_control_survives_its_tag(control: TimeControl) -> None:
    assert parse_control(str(control)) == control
    assert control_of(loads(dumps(with_control(loads(GAME), control)))) == control


@pytest.mark.parametrize("text", ["", "0", "0+5", "0 days", "ten", "5+", "-3", "1.5", "3 weeks"])
def test_unknown_control_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="time control"):
        parse_control(text)
    assert control_of(loads(GAME).with_tag("time control", text)) is None


def test_total_with_increment() -> None:
    control = parse_control("10+5")
    clocks = [30, 100.0, 40, None, 20]
    assert time_left(control, clocks, 0, 2) == 600 + 3 * 5 - 90
    assert time_left(control, clocks, 1, 2) == 600 + 5 - 100
    assert time_left(control, clocks, 0, 2, first=1) == 600 + 5 - 100
    assert time_left(parse_control("2 days"), clocks, 0, 2) == 2 * 86400


def test_time_of_a_turn_replaces_those_after_it() -> None:
    game = with_turn_time(loads(GAME), 3, 12.34)
    assert game.annotations.clocks == (None, None, 12.3)
    assert with_turn_time(game, 2, None).annotations.clocks == (None, None)
    assert [turn_seconds(game, turn) for turn in (0, 1, 3, 4)] == [None, None, 12.3, None]


def test_timer_counts_ticks_but_no_suspension() -> None:
    clock = FakeClock()
    timer = TurnTimer(clock)
    timer.start(2.0)
    for _ in range(3):
        clock.time += 1
        timer.tick()
    clock.time += MAX_GAP * 100  # the program was suspended
    assert timer.tick() == 5.0
    clock.time -= 500  # a clock that goes back
    assert timer.tick() == 5.0
    timer.pause()
    clock.time += 10
    assert (timer.tick(), timer.is_running) == (5.0, False)
    timer.resume()
    clock.time += 1
    assert timer.tick() == 6.0


def test_timer_of_a_shared_game_counts_gaps() -> None:
    clock = FakeClock()
    timer = TurnTimer(clock)
    timer.start(counts_gaps=True)
    clock.time += MAX_GAP * 100
    assert timer.tick() == MAX_GAP * 100


def test_seconds_since_a_time_in_a_file() -> None:
    written = format_began(NOW - timedelta(seconds=90))
    assert seconds_since(written, NOW) == 90
    assert seconds_since(format_began(NOW + timedelta(days=1)), NOW) == 0
    for text in (None, 3, "", "yesterday", "2026-05-17", "2026-05-17T12:00:00"):
        assert seconds_since(text, NOW) == 0


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(59.9, "0:59"), (272, "4:32"), (3872, "1:04:32"), (-5, "-0:05"), (97300, "1d 3h"),
     (0, "0:00"), (0.5, "0:00"), (86_399, "23:59:59"), (86_400, "1d 0h")],
)  # fmt: skip
def test_time_on_a_clock(seconds: float, shown: str) -> None:
    assert format_seconds(seconds) == shown


def test_new_stores_the_time_control(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    assert run("new", "--board", "hexagon:2", "--time", "10+5, only shown", "-o", path).status == 0
    assert control_of(load(path)) == TimeControl(600, 5, is_only_shown=True)
    refused = run("new", "--board", "hexagon:2", "--time", "soon")
    assert refused.status == 2
    assert "not a time control: 'soon'" in refused.err


@given(st.lists(st.integers(0, 10**400) | st.floats(0, allow_infinity=False) | st.none()))
def test_every_time_in_a_file_can_be_shown(clocks: list[float | None]) -> None:
    control = TimeControl(600.0, 5.0)
    for player in (0, 1):
        assert ":" in (left := format_seconds(time_left(control, clocks, player, 2))) or "d" in left
    transcript = loads(GAME)
    timed = transcript.with_annotations(transcript.annotations._replace(clocks=tuple(clocks)))
    for turn, taken in enumerate(clocks, 1):
        found = turn_seconds(timed, turn)
        assert (found is None) == (taken is None)
        assert found is None or len(format_seconds(found)) < 20
