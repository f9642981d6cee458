"""Seats of a game: each is played by a person, a bot or an agent, or is a dummy.

Stored in the annotations as `"seats": ["person", "bot:NAME", "agent:COMMAND", "dummy"]`, so that
a reopened game continues with the same players. Does not check whether a bot exists and starts
no agent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from atlantis_core.processes.command_line import parse_command
from .support.errors import NotationError
from .support.safe_text import showable


class SeatKind(Enum):
    PERSON = "person"
    BOT = "bot"
    AGENT = "agent"
    DUMMY = "dummy"
    """Never moves (R1.4): passes automatically."""


@dataclass(frozen=True, slots=True)
class Seat:
    kind: SeatKind = SeatKind.PERSON
    name: str = ""
    """Name of a bot in `atlantis_core.bots`, or command line of an agent."""

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.name}" if self.name else self.kind.value

    @property
    def thinks(self) -> bool:
        """Whether a bot or an agent plays."""
        return self.kind in (SeatKind.BOT, SeatKind.AGENT)

    @property
    def label(self) -> str:
        """One word for lists, safe to show."""
        if self.kind is SeatKind.AGENT:
            return "agent"
        return showable(self.name, 20) if self.name else self.kind.value


PERSON = Seat()
SEATS_KEY = "seats"


def contestants_of(seats: Sequence[Seat]) -> tuple[int, ...]:
    """The players, from 0, who can win: all but dummies."""
    return tuple(n for n, seat in enumerate(seats) if seat.kind is not SeatKind.DUMMY)


def parse_seat(text: str) -> Seat:
    """Parse `person`, `dummy`, `bot:NAME` or `agent:COMMAND LINE`."""
    word, _, name = text.partition(":")
    if text in (SeatKind.PERSON.value, SeatKind.DUMMY.value):
        return Seat(SeatKind(text))
    if word == SeatKind.BOT.value and name:
        return bot_seat(name)
    if word == SeatKind.AGENT.value:
        return agent_seat(name)
    raise NotationError(text, "seat", "'person', 'dummy', 'bot:NAME' or 'agent:COMMAND LINE'")


def bot_seat(name: str) -> Seat:
    """The seat of a bot. Does not check whether the bot exists."""
    return Seat(SeatKind.BOT, name)


def agent_seat(command_line: str) -> Seat:
    """The seat of an agent. Raises NotationError for an invalid command line."""
    parse_command(command_line)
    return Seat(SeatKind.AGENT, command_line.strip())


def read_seats(written: object, players: int) -> tuple[Seat, ...]:
    """Read the seats of a file. Missing and unreadable seats are played by persons."""
    words: Sequence[object] = written if isinstance(written, (list, tuple)) else ()
    seats = [PERSON] * players
    for number, word in enumerate(words[:players]):
        if isinstance(word, str):
            try:
                seats[number] = parse_seat(word)
            except NotationError:
                kind, _, name = word.partition(":")
                if kind == SeatKind.AGENT.value and name.strip():
                    # Not a person: starting the agent will report the invalid command line.
                    seats[number] = Seat(SeatKind.AGENT, name.strip())
    return tuple(seats)
