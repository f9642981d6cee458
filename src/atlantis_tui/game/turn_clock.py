"""Clock of the turn that is being played, in games with a time control."""

from __future__ import annotations

from atlantis_core.seats import SeatKind
from atlantis_core.transcript.clocks import TurnTimer
from .document import GameDocument


class TurnClock:
    """Measures the present turn if a person plays it against the clock."""

    def __init__(self, document: GameDocument, timer: TurnTimer | None = None) -> None:
        self._document = document
        self._timer = timer or TurnTimer()
        self._timed_turn: int | None = None
        """The number of turns before the one that the timer measures."""

    @property
    def is_measuring(self) -> bool:
        """Whether a person plays this turn against the clock."""
        return self._timed_turn is not None

    @property
    def is_paused(self) -> bool:
        return self.is_measuring and not self._timer.is_running

    def start(self) -> None:
        """Start to measure a person's turn, unless this turn is being measured already."""
        document, turn = self._document, self._document.game.turn_number
        if document.control is None or document.seat_to_move.kind is not SeatKind.PERSON:
            self.stop()
        elif self._timed_turn != turn:
            self._timed_turn = turn
            counts_gaps = document.is_timed_by_file
            self._timer.start(document.turn_began_ago, counts_gaps=counts_gaps)

    def stop(self) -> None:
        self._timed_turn = None

    def taken(self) -> float | None:
        """The seconds of the present turn; None if it is not measured.

        Call this every few seconds: a longer gap counts as time during which the app was suspended.
        """
        if self._timed_turn != self._document.game.turn_number:
            return None
        return self._timer.tick()

    def left(self, player: int) -> float | None:
        """The seconds on the clock of a player now; None without a clock."""
        left = self._document.time_left(player)
        if left is None or player != self._document.game.position.to_move:
            return left
        return left - (self.taken() or 0.0)

    def toggle_pause(self) -> str:
        """Stop the clock of the present turn, or let it run on; refused in shared games."""
        if not self.is_measuring or self._document.is_timed_by_file:
            return "there is no clock to pause"
        if self._timer.is_running:
            self._timer.pause()
            return "the clock is paused; type 'pause' again to let it run on"
        self._timer.resume()
        return "the clock runs on"
