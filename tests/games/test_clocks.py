"""Clocks of other games: what a move costs, and how records keep it."""

from __future__ import annotations

from pathlib import Path

import pytest

from atlantis_core.games.clocks import PATTERN, Clock, clock_of
from atlantis_core.games.registry import entry_named
from atlantis_core.transcript.clocks import TurnTimer
from atlantis_tui.other_games.document import RecordDocument
from atlantis_tui.other_games.flow import RecordFlow
from atlantis_tui.other_games.record_clock import RecordClock, clock_words

HOUR = Clock(3600, 30, 3, 3)
LAST = Clock(0, 30, 2)


@pytest.mark.parametrize(
    ("before", "seconds", "during", "after"),
    [
        (HOUR, 0.9, Clock(3600, 30, 3, 3), Clock(3603, 30, 3, 3)),
        (HOUR, 600.5, Clock(3000, 30, 3, 3), Clock(3003, 30, 3, 3)),
        (HOUR, 3610, Clock(20, 30, 2, 3), Clock(3, 30, 3, 3)),
        (HOUR, 3635, Clock(25, 30, 1, 3), Clock(3, 30, 2, 3)),
        (LAST, 29, Clock(1, 30, 1), Clock(0, 30, 2)),
        (LAST, 31, Clock(29, 30, 0), Clock(0, 30, 1)),
        (LAST, 60, Clock(0, 30, 0), Clock(0, 30, 0)),
        (Clock(10), 10, Clock(0), Clock(0)),
        (Clock(10), 9.9, Clock(1), Clock(1)),
    ],
)
def test_time_of_a_move(before: Clock, seconds: float, during: Clock, after: Clock) -> None:
    assert before.running(seconds) == during
    assert before.after(seconds) == after


@pytest.mark.parametrize(
    ("clock", "words"),
    [
        (HOUR, "1:00:00, 3 more periods of 0:30"),
        (Clock(12, 30), "0:12"),
        (Clock(0, 30), "time is up"),
    ],
)
def test_clock_in_words(clock: Clock, words: str) -> None:
    assert clock_words(clock) == words


@pytest.mark.parametrize("text", ["3600 30/3 3i", "600", "600 2i", "0 10/1"])
def test_clock_is_written_as_it_is_read(text: str) -> None:
    match = PATTERN.match(text)
    assert match is not None
    assert str(clock_of(match)) == text


RULES = "dim:7 name:Brandub atkf:y start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"
GAME = f"[time-control:600 30/2 5i]\n[rules:{RULES}]\n\n1. d1-c1 c4-c5 \n[500 30/2 begun|]\n\n"


def test_moves_of_persons_are_timed_and_saved(tmp_path: Path) -> None:
    path = tmp_path / "game.otg"
    path.write_text(GAME, encoding="utf-8")
    entry = entry_named("tafl")
    record = entry.load().read(GAME, "game.otg").record
    assert record is not None
    document, now = RecordDocument(entry, record), [0.0]
    document.save_as(path, is_replacing=True)
    flow = RecordFlow(document, (), RecordClock(document, TurnTimer(lambda: now[0])))
    flow.begin()
    # The increment is that of the tag; the defenders have not used any time.
    assert [document.record.clock(side, 2) for side in (0, 1)] == [
        Clock(500, 30, 2, 5),
        Clock(600, 30, 2, 5),
    ]
    now[0] = 2.0
    assert next(flow.clock.lines()) == "attackers: 8:18, 2 more periods of 0:30"
    flow.play(document.position.parse_move("c1-b1"))
    flow.begin()
    now[0] = 5.0
    flow.play(document.position.parse_move("c5-b5"))
    assert "2. c1-b1 c5-b5 \n[503 30/2 5i |602 30/2 5i ]" in path.read_text(encoding="utf-8")
    flow.undo()
    assert document.record.clock(1, document.record.last_step) == Clock(600, 30, 2, 5)


def test_game_without_a_control_has_no_clock() -> None:
    entry = entry_named("tafl")
    document = RecordDocument(entry, entry.load().new("brandub"))
    flow = RecordFlow(document)
    flow.begin()
    assert not flow.clock.is_measuring
    assert list(flow.clock.lines()) == []
    flow.play(document.position.parse_move("d1-c1"))
    assert document.record.comment(1) == ""
