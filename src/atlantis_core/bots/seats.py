"""Parses the players of a match: ``master``, ``bot:greedy``, ``agent:python3 mine.py``.

Bots need no prefix here, because only programs play in a match; `atlantis_core.seats` parses seats
in general.
"""

from __future__ import annotations

from atlantis_core.seats import Seat, SeatKind, agent_seat, bot_seat
from atlantis_core.support.errors import NotationError
from .agent_player import AgentPlayer, TimeLimits
from .player import BotPlayer, Player
from .registry import BOTS, bot_named


def parse_contestant(text: str) -> Seat:
    """Read a bot or an agent. Does not check whether the agent's program exists."""
    kind, colon, name = text.partition(":")
    if colon and kind == SeatKind.AGENT.value:
        return agent_seat(name)
    plain = name if colon and kind == SeatKind.BOT.value else text
    if plain not in BOTS:
        expected = f"one of {', '.join(BOTS)}, or 'agent:' and a command line"
        raise NotationError(text, "player", expected)
    return bot_seat(plain)


def format_contestant(seat: Seat) -> str:
    """A bot by its name alone, an agent with its prefix."""
    return seat.name if seat.kind is SeatKind.BOT else str(seat)


def open_player(
    seat: Seat, seed: int = 0, effort: int | None = None, limits: TimeLimits | None = None
) -> Player:
    """Create the player. The caller must close it."""
    if seat.kind is SeatKind.AGENT:
        return AgentPlayer(seat.name, limits, seed)
    return BotPlayer(bot_named(seat.name), seed, effort)
