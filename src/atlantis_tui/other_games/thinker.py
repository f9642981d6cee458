"""Whoever thinks in another game besides people: the guest's own opponent, and programs.

The opponent thinks in a process of its own, so that the screen stays alive and a thought can be
dropped; every program is its own process anyway.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from atlantis_core.cancelling import Cancelled, IsCancelled
from atlantis_core.games.errors import GameError
from atlantis_core.games.protocol import Move, Program, Record, Thought
from atlantis_core.games.registry import Entry
from atlantis_core.seats import Seat, SeatKind
from atlantis_tui.game.thinker import BotProcess, ProcessReaper
from .seats import effort_of


@dataclass(frozen=True, slots=True)
class Think:
    """A question for the process that thinks."""

    entry: Entry
    record: Record
    effort: int | None

    def __call__(self, is_cancelled: IsCancelled) -> Thought:
        return self.entry.load().think(self.record, self.effort, is_cancelled)


@dataclass(slots=True)
class Asked:
    """A question to a program, which somebody may drop."""

    is_cancelled: bool = False


class RecordThinker:
    """One thought at a time."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._bots = BotProcess()
        self._programs: dict[int, Program] = {}
        self._asked: Asked | None = None
        self._reaper = ProcessReaper()

    async def choose(self, seat: Seat, record: Record) -> Move:
        """The move of a bot or program. Raises Cancelled after `cancel`, or why there is none."""
        if seat.kind is not SeatKind.AGENT:
            return (await self.advise(record, effort_of(seat))).move
        side = record.position(record.last_step).to_move or 0
        self._asked = asked = Asked()
        try:
            return await asyncio.to_thread(self._ask_program, seat.name, side, record, asked)
        except GameError:
            self.dismiss()
            raise
        finally:
            if self._asked is asked:
                self._asked = None

    def _ask_program(self, command: str, side: int, record: Record, asked: Asked) -> Move:
        program = self._programs.get(side)
        if program is None:
            program = self._entry.load().open_program(command, side)
            if asked.is_cancelled:
                program.close()
                raise Cancelled
            self._programs[side] = program
        move = program.choose(record, lambda: asked.is_cancelled)
        if asked.is_cancelled:
            raise Cancelled
        return move

    async def advise(self, record: Record, effort: int | None = None) -> Thought:
        """What the guest's own opponent would play, and what it says about it."""
        return await self._bots.ask(Think(self._entry, record, effort))

    def cancel(self) -> None:
        """Drop the thought; a program that was asked is sent away, for it would answer later."""
        if self._asked is not None:
            self._asked.is_cancelled = True
            self._asked = None
            self.dismiss()
        self._bots.cancel()

    def dismiss(self) -> None:
        """Send the programs away: a move was taken back, and they know no way back."""
        programs, self._programs = self._programs, {}
        for program in programs.values():
            self._reaper.end(program.close)

    def close(self) -> None:
        """Nothing is left running."""
        self.cancel()
        self.dismiss()
        self._reaper.wait()
        self._bots.close()
