"""Who takes a seat, as people write it: ``master``, ``bot:greedy``, ``agent:python3 mine.py``.

Any program can take a seat anywhere a bot can; this is the one place that reads such words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

from atlantis_core.bots.agent_player import AgentPlayer, TimeLimits
from atlantis_core.bots.player import BotPlayer, Player, WorkerPlayer
from atlantis_core.bots.registry import BOTS, bot_named
from atlantis_core.errors import NotationError
from atlantis_core.processes.line_process import parse_command


@unique
class SeatKind(Enum):
    """What sits there."""

    BOT = "bot"
    AGENT = "agent"


@dataclass(frozen=True, slots=True)
class Seat:
    """A bot by its name, or a program by its command line."""

    kind: SeatKind
    name: str

    def __str__(self) -> str:
        return self.name if self.kind is SeatKind.BOT else f"{self.kind.value}:{self.name}"


def parse_seat(text: str) -> Seat:
    """Read a seat. Does not ask whether the program of an agent exists."""
    kind, colon, name = text.partition(":")
    if colon and kind == SeatKind.AGENT.value:
        parse_command(name)
        return Seat(SeatKind.AGENT, name.strip())
    plain = name if colon and kind == SeatKind.BOT.value else text
    if plain not in BOTS:
        expected = f"one of {', '.join(BOTS)}, or 'agent:' and a command line"
        raise NotationError(text, "player", expected)
    return Seat(SeatKind.BOT, plain)


def open_player(
    seat: Seat, seed: int = 0, effort: int | None = None, limits: TimeLimits | None = None
) -> Player:
    """A player that thinks in this process, or in its own if it is an agent; close it."""
    if seat.kind is SeatKind.AGENT:
        return AgentPlayer(seat.name, limits)
    return BotPlayer(bot_named(seat.name), seed, effort)


def open_worker_player(
    seat: Seat, seed: int = 0, effort: int | None = None, limits: TimeLimits | None = None
) -> Player:
    """As `open_player`, but always in another process, for programs with a screen."""
    if seat.kind is SeatKind.AGENT:
        return AgentPlayer(seat.name, limits)
    return WorkerPlayer(bot_named(seat.name).name, seed, effort)
