"""The flow of another game: whose turn it is, and what is to happen next. Knows no screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from atlantis_core.games.protocol import Drawn, Move
from atlantis_core.seats import PERSON, Seat, SeatKind
from .document import RecordDocument
from .seats import BOT, fill_seats

ROUND_AGAIN = 3
"""Bots among themselves that are at a position for the third time go round in a circle."""


class RecordPhase(Enum):
    CHOOSING = "choosing"
    """A person is to say a move."""
    THINKING = "thinking"
    SHOWING = "showing"
    PAUSED = "paused"
    """A bot or program is on turn and was stopped."""
    OVER = "over"
    IDLE = "idle"
    """Nothing can be played."""


class RecordFlow:
    """Owns the phase; whoever shows the game asks it what comes next."""

    def __init__(self, document: RecordDocument, seats: Sequence[Seat] = ()) -> None:
        self.document = document
        self.seats = fill_seats(seats, len(document.record.players))
        self.phase = RecordPhase.IDLE
        self._is_stopped = False

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        side = self.document.position.to_move
        return PERSON if side is None else self.seats[side]

    def begin(self) -> RecordPhase:
        """What is to happen at the present position."""
        position = self.document.position
        if position.result is not None:
            self.phase = RecordPhase.OVER
        elif position.to_move is None:
            self.phase = RecordPhase.IDLE
        elif not self.seat.thinks:
            self.phase = RecordPhase.CHOOSING
        else:
            self.phase = RecordPhase.PAUSED if self._is_stopped else RecordPhase.THINKING
        return self.phase

    def play(self, move: Move) -> Sequence[Drawn]:
        """Play a move; gives what is to be shown between. Raises what saving raises."""
        frames = self.document.position.frames(move)
        self.document.play(move)
        if PERSON not in self.seats and self.times_here == ROUND_AGAIN:
            self._is_stopped = True
        self.phase = RecordPhase.SHOWING
        return frames

    @property
    def times_here(self) -> int:
        """How often the game has been at the present position."""
        record, here = self.document.record, self.document.position
        return sum(record.position(step) == here for step in range(record.last_step + 1))

    def stop(self) -> None:
        """Let nobody think until somebody says so."""
        self._is_stopped = True
        self.begin()

    def resume(self) -> RecordPhase:
        """Let a bot or program think again; a person's turn is given to the bot."""
        self._is_stopped = False
        side = self.document.position.to_move
        if side is not None and self.seats[side] == PERSON:
            self.seats = (*self.seats[:side], BOT, *self.seats[side + 1 :])
        return self.begin()

    def take_over(self) -> RecordPhase:
        """Let a person play on for the side to move."""
        side = self.document.position.to_move
        if side is not None:
            self.seats = (*self.seats[:side], PERSON, *self.seats[side + 1 :])
        return self.begin()

    def undo(self) -> bool:
        """Back to the last turn of a person; says whether there was one."""
        return self._walk(self.document.undo, lambda: self.document.can_undo)

    def redo(self) -> bool:
        return self._walk(self.document.redo, lambda: self.document.can_redo)

    def _walk(self, step: Callable[[], None], can: Callable[[], bool]) -> bool:
        if not can():
            return False
        has_people = PERSON in self.seats
        step()
        while has_people and can() and self._is_anothers:
            step()
        # Whoever takes back wants to look, not to see the bot answer at once.
        self._is_stopped = self.seat.thinks
        self.begin()
        return True

    @property
    def _is_anothers(self) -> bool:
        return self.document.position.to_move is not None and self.seat.kind is not SeatKind.PERSON
