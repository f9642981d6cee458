"""Who plays for each player: a person at this terminal, a bot, or nobody.

Written in a game's annotations as `"seats": ["person", "bot:NAME", "dummy"]`, so that a game
goes on with the same opponents after it was closed. Knows no bot: a name is only a name here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, unique

from atlantis_core.errors import NotationError


@unique
class Kind(Enum):
    PERSON = "person"
    BOT = "bot"
    DUMMY = "dummy"
    """Never moves (R1.4); its turns are passed by themselves."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat at the table."""

    kind: Kind = Kind.PERSON
    bot: str = ""
    """The bot and its level as `atlantis_core.bots` names them; empty for others."""

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.bot}" if self.bot else self.kind.value


PERSON = Seat()
SEATS_KEY = "seats"


def parse_seat(text: str) -> Seat:
    """Read `person`, `dummy` or `bot:NAME`."""
    word, _, bot = text.partition(":")
    if text in (Kind.PERSON.value, Kind.DUMMY.value):
        return Seat(Kind(text))
    if word == Kind.BOT.value and bot:
        return Seat(Kind.BOT, bot)
    raise NotationError(text, "seat", "'person', 'dummy' or 'bot:NAME'")


def read_seats(written: object, players: int) -> tuple[Seat, ...]:
    """The seats that a file names; what it does not name, or not readably, is a person's."""
    words: Sequence[object] = written if isinstance(written, (list, tuple)) else ()
    seats = [PERSON] * players
    for number, word in enumerate(words[:players]):
        if isinstance(word, str):
            try:
                seats[number] = parse_seat(word)
            except NotationError:
                continue
    return tuple(seats)
