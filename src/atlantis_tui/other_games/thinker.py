"""Runs bots and agents of other games.

The bot runs in another process, so that the screen stays responsive and the bot can be cancelled;
agents are processes anyway.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from atlantis_core.games.errors import GameError
from atlantis_core.games.levels import careless_move
from atlantis_core.games.protocol import Move, Program, Record, Thought
from atlantis_core.games.registry import Entry
from atlantis_core.seats import Seat, SeatKind
from atlantis_core.support.cancelling import Cancelled, IsCancelled
from atlantis_tui.game.thinker import BotProcess, ProcessReaper
from .seats import effort_of


@dataclass(frozen=True, slots=True)
class BotRequest:
    """A request to the bot's process."""

    entry: Entry
    record: Record
    effort: int | None

    def __call__(self, is_cancelled: IsCancelled) -> Thought:
        return self.entry.load().think(self.record, self.effort, is_cancelled)


@dataclass(slots=True)
class AgentRequest:
    """A cancellable request to an agent."""

    is_cancelled: bool = False


class RecordThinker:
    """Handles one request at a time."""

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._bots = BotProcess()
        self._agents: dict[int, Program] = {}
        self._request: AgentRequest | None = None
        self._reaper = ProcessReaper()

    async def choose(self, seat: Seat, record: Record) -> Move:
        """The move of a bot or agent. Raises Cancelled after `cancel`, or the agent's error."""
        if seat.kind is not SeatKind.AGENT:
            careless = careless_move(seat.name, record)
            if careless is not None:
                return careless
            return (await self.advise(record, effort_of(seat, self._entry.load(), record))).move
        side = record.position(record.last_step).to_move or 0
        self._request = request = AgentRequest()
        try:
            return await asyncio.to_thread(self._ask_agent, seat.name, side, record, request)
        except GameError:
            self.dismiss()
            raise
        finally:
            if self._request is request:
                self._request = None

    def _ask_agent(self, command: str, side: int, record: Record, request: AgentRequest) -> Move:
        agent = self._agents.get(side)
        if agent is None:
            agent = self._entry.load().open_program(command, side)
            if request.is_cancelled:
                agent.close()
                raise Cancelled
            self._agents[side] = agent
        move = agent.choose(record, lambda: request.is_cancelled)
        if request.is_cancelled:
            raise Cancelled
        return move

    async def advise(self, record: Record, effort: int | None = None) -> Thought:
        """The bot's move and its explanation."""
        return await self._bots.ask(BotRequest(self._entry, record, effort))

    def cancel(self) -> None:
        """Cancel the request; ends an agent, because it would answer later."""
        if self._request is not None:
            self._request.is_cancelled = True
            self._request = None
            self.dismiss()
        self._bots.cancel()

    def dismiss(self) -> None:
        """End the agents, because they cannot follow an undone move."""
        agents, self._agents = self._agents, {}
        for agent in agents.values():
            self._reaper.end(agent.close)

    def close(self) -> None:
        """End all processes."""
        self.cancel()
        self.dismiss()
        self._reaper.wait()
        self._bots.close()
