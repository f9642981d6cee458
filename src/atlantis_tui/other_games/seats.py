"""Seats of other games: person, the game's own bot, or an agent."""

from __future__ import annotations

from collections.abc import Sequence

from atlantis_core.games.errors import GameError
from atlantis_core.seats import PERSON, Seat, SeatKind, agent_seat

BOT = Seat(SeatKind.BOT)


def parse_record_seat(text: str) -> Seat:
    """Parse `person`, `bot`, `bot:EFFORT` or `agent:COMMAND`."""
    word, _, rest = text.partition(":")
    if text == SeatKind.PERSON.value:
        return PERSON
    if word == SeatKind.BOT.value and (not rest or _is_effort(rest)):
        return Seat(SeatKind.BOT, rest)
    if word == SeatKind.AGENT.value:
        return agent_seat(rest)
    expected = "'person', 'bot', 'bot:EFFORT' or 'agent:COMMAND'"
    raise GameError(f"not a seat: {text[:40]!r} (expected {expected})")


def _is_effort(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9 and int(text) > 0


def effort_of(seat: Seat) -> int | None:
    """The effort of a bot; None for its default."""
    return int(seat.name) if seat.kind is SeatKind.BOT and seat.name else None


def fill_seats(seats: Sequence[Seat], players: int) -> tuple[Seat, ...]:
    """A seat for every player; persons by default."""
    return (*seats[:players], *[PERSON] * max(players - len(seats), 0))
