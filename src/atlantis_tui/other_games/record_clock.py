"""Clocks while another game is played: a person's turn runs on the clock that the record has.

Bots and agents play without a clock. Running out of time is shown and ends nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from atlantis_core.support.phrases import counted
from atlantis_core.transcript.clocks import TurnTimer, format_seconds

if TYPE_CHECKING:
    from atlantis_core.games.clocks import Clock
    from .document import RecordDocument


class RecordClock:
    """Measures the present turn if a person plays it against the clock.

    A clock that `counts_gaps` need not be read every few seconds.
    """

    def __init__(
        self, document: RecordDocument, timer: TurnTimer | None = None, *, counts_gaps: bool = False
    ) -> None:
        self._document = document
        self._timer = timer or TurnTimer()
        self._counts_gaps = counts_gaps
        self._timed: int | None = None
        """The number of steps before the move that is measured."""

    @property
    def is_measuring(self) -> bool:
        return self._timed is not None

    def start(self) -> None:
        """Measure the turn of a person, unless this turn is being measured already."""
        record, side = self._document.record, self._document.position.to_move
        if side is None or record.clock(side, record.last_step) is None:
            self.stop()
        elif self._timed != record.last_step:
            self._timed = record.last_step
            self._timer.start(counts_gaps=self._counts_gaps)

    def stop(self) -> None:
        self._timed = None

    def now(self, side: int) -> Clock | None:
        """The clock of a player at this moment; None without one."""
        record = self._document.record
        clock = record.clock(side, record.last_step)
        is_running = self._timed == record.last_step and side == self._document.position.to_move
        return clock.running(self._timer.tick()) if clock is not None and is_running else clock

    def after_move(self) -> Clock | None:
        """The clock of the player to move after a move at this moment; None if it stands still."""
        record, side = self._document.record, self._document.position.to_move
        if self._timed != record.last_step or side is None:
            return None
        clock = record.clock(side, record.last_step)
        return None if clock is None else clock.after(self._timer.tick())

    def lines(self) -> Iterator[str]:
        """A line for the clock of each player."""
        for side, name in enumerate(self._document.record.players):
            clock = self.now(side)
            if clock is not None:
                yield f"{name}: {clock_words(clock)}"


def clock_words(clock: Clock) -> str:
    """``59:58``, ``0:12, 2 more periods of 0:30`` or ``time is up``."""
    if clock.is_out:
        return "time is up"
    words = format_seconds(clock.main)
    if clock.periods:
        words += f", {counted(clock.periods, 'more period')} of {format_seconds(clock.length)}"
    return words
