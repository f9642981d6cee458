"""Turn-taking in other games: whose turn it is, and what happens next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from atlantis_core.games.protocol import Drawn, Move
from atlantis_core.seats import PERSON, Seat, SeatKind
from .document import RecordDocument
from .record_clock import RecordClock
from .seats import BOT, fill_seats

ROUND_AGAIN = 3
"""A game between bots stops when a position occurs this often."""


class RecordPhase(Enum):
    CHOOSING = "choosing"
    """A person chooses a move."""
    THINKING = "thinking"
    SHOWING = "showing"
    PAUSED = "paused"
    """A stopped bot or agent is to move."""
    OVER = "over"
    IDLE = "idle"
    """The record is view-only."""


class RecordFlow:
    """Owns the phase of a game; screens call it and act on the phase that it returns."""

    def __init__(
        self,
        document: RecordDocument,
        seats: Sequence[Seat] = (),
        clock: RecordClock | None = None,
    ) -> None:
        self.document = document
        self.clock = clock or RecordClock(document)
        self.seats = fill_seats(seats, len(document.record.players))
        self.phase = RecordPhase.IDLE
        self._is_stopped = False

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        side = self.document.position.to_move
        return PERSON if side is None else self.seats[side]

    @property
    def has_persons(self) -> bool:
        return PERSON in self.seats

    def begin(self) -> RecordPhase:
        """The phase of the current position."""
        position = self.document.position
        if position.result is not None:
            self.phase = RecordPhase.OVER
        elif position.to_move is None:
            self.phase = RecordPhase.IDLE
        elif not self.seat.thinks:
            self.phase = RecordPhase.CHOOSING
        else:
            self.phase = RecordPhase.PAUSED if self._is_stopped else RecordPhase.THINKING
        if self.phase is RecordPhase.CHOOSING:
            self.clock.start()
        else:
            self.clock.stop()
        return self.phase

    def play(self, move: Move) -> Sequence[Drawn]:
        """Play a move. Returns the frames to animate; raises what saving raises."""
        frames = self.document.position.frames(move)
        self.document.play(move, self.clock.after_move())
        if not self.has_persons and self.times_here == ROUND_AGAIN:
            self._is_stopped = True
        self.phase = RecordPhase.SHOWING
        return frames

    @property
    def times_here(self) -> int:
        """Number of times that the current position has occurred."""
        record, here = self.document.record, self.document.position
        return sum(record.position(step) == here for step in range(record.last_step + 1))

    def stop(self) -> None:
        """Pause bots and agents until `resume`."""
        self._is_stopped = True
        self.begin()

    def resume(self) -> RecordPhase:
        """Let a paused bot or agent continue; turns a person's seat into the bot's."""
        self._is_stopped = False
        side = self.document.position.to_move
        if side is not None and self.seats[side] == PERSON:
            self.seats = (*self.seats[:side], BOT, *self.seats[side + 1 :])
        return self.begin()

    def take_over(self) -> RecordPhase:
        """Turn the seat to move into a person's."""
        side = self.document.position.to_move
        if side is not None:
            self.seats = (*self.seats[:side], PERSON, *self.seats[side + 1 :])
        return self.begin()

    def undo(self) -> bool:
        """Undo back to the last turn of a person. Returns whether there was a move to undo."""
        return self._repeat(self.document.undo, lambda: self.document.can_undo)

    def redo(self) -> bool:
        return self._repeat(self.document.redo, lambda: self.document.can_redo)

    def _repeat(self, step: Callable[[], None], can: Callable[[], bool]) -> bool:
        if not can():
            return False
        step()
        while self.has_persons and can() and self._is_not_a_persons_turn:
            step()
        # The bot must not answer at once: the user wants to look at the position first.
        self._is_stopped = self.seat.thinks
        self.begin()
        return True

    @property
    def _is_not_a_persons_turn(self) -> bool:
        return self.document.position.to_move is not None and self.seat.kind is not SeatKind.PERSON
