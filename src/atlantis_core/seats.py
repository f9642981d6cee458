"""Who plays for each player: a person at this terminal, a bot, somebody's program, or nobody.

Written in a game's annotations as `"seats": ["person", "bot:NAME", "agent:COMMAND", "dummy"]`,
so that a game goes on with the same opponents after it was closed. Knows no bot and starts no
program: a name is only a name here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from atlantis_core.processes.command_line import parse_command
from .errors import NotationError
from .safe_text import showable


class SeatKind(Enum):
    PERSON = "person"
    BOT = "bot"
    AGENT = "agent"
    DUMMY = "dummy"
    """Never moves (R1.4); its turns are passed by themselves."""


@dataclass(frozen=True, slots=True)
class Seat:
    kind: SeatKind = SeatKind.PERSON
    name: str = ""
    """Of the bot, as `atlantis_core.bots` names it, or the command line of a program."""

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.name}" if self.name else self.kind.value

    @property
    def thinks(self) -> bool:
        """Whether turns come from a bot or a program."""
        return self.kind in (SeatKind.BOT, SeatKind.AGENT)

    @property
    def label(self) -> str:
        """One word for lists, safe to show."""
        if self.kind is SeatKind.AGENT:
            return "program"
        return showable(self.name, 20) if self.name else self.kind.value


PERSON = Seat()
SEATS_KEY = "seats"


def parse_seat(text: str) -> Seat:
    """Read `person`, `dummy`, `bot:NAME` or `agent:COMMAND LINE`."""
    word, _, name = text.partition(":")
    if text in (SeatKind.PERSON.value, SeatKind.DUMMY.value):
        return Seat(SeatKind(text))
    if word == SeatKind.BOT.value and name:
        return bot_seat(name)
    if word == SeatKind.AGENT.value:
        return program_seat(name)
    raise NotationError(text, "seat", "'person', 'dummy', 'bot:NAME' or 'agent:COMMAND LINE'")


def bot_seat(name: str) -> Seat:
    """The seat of a bot. Does not ask whether there is one of this name."""
    return Seat(SeatKind.BOT, name)


def program_seat(command_line: str) -> Seat:
    """The seat of somebody's program; raises NotationError for what is no command line."""
    parse_command(command_line)
    return Seat(SeatKind.AGENT, command_line.strip())


def read_seats(written: object, players: int) -> tuple[Seat, ...]:
    """The seats that a file names; what it does not name, or not readably, is a person's."""
    words: Sequence[object] = written if isinstance(written, (list, tuple)) else ()
    seats = [PERSON] * players
    for number, word in enumerate(words[:players]):
        if isinstance(word, str):
            try:
                seats[number] = parse_seat(word)
            except NotationError:
                kind, _, name = word.partition(":")
                if kind == SeatKind.AGENT.value and name.strip():
                    # No command line, but certainly no person: whoever asks for it is told.
                    seats[number] = Seat(SeatKind.AGENT, name.strip())
    return tuple(seats)
