"""What the flow of a game tells: its phases, and the events that say what to do next.

Values only; who does what with them is decided in `flow` and on the screens.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from atlantis_core.errors import AtlantisError
from atlantis_core.events import TurnReport
from atlantis_core.planning import TurnPlan
from atlantis_core.position import Position
from atlantis_core.seats import Seat


class Phase(Enum):
    """What a game is doing."""

    PLANNING = "planning"
    THINKING = "thinking"
    SHOWING = "showing"
    WAITING = "waiting"
    """Somebody is to move who does not play here."""
    PAUSED = "paused"
    """A bot or program is to move and waits to be told; a person may play for it."""
    OVER = "over"


class TurnBegun(NamedTuple):
    """Somebody here has a turn to plan, their own or that of a bot that waits."""

    plan: TurnPlan
    said: str = ""
    recent: Position | None = None
    """The board as the player left it; None if nothing has happened since."""
    is_after_thought: bool = False
    """Whether somebody waited for a bot, and may have looked away."""


class ThoughtWanted(NamedTuple):
    """A bot or program is to choose the turn after this many."""

    seat: Seat
    turns: int
    said: str = ""


class ConsentWanted(NamedTuple):
    """A program that only the file names would run: somebody has to agree to it."""

    player: str
    seat: Seat


class TurnPlayed(NamedTuple):
    """A turn has been played and saved, and can be shown."""

    number: int
    report: TurnReport


class Waiting(NamedTuple):
    """The player to move sits elsewhere."""

    said: str


class NotSaved(NamedTuple):
    """The turn could not be written, so it was not played."""

    error: OSError | AtlantisError


class Refused(NamedTuple):
    """What was asked for cannot be done; nothing has changed."""

    reason: str


class GameOver(NamedTuple):
    """There is no further turn."""

    said: str = ""


Event = (
    TurnBegun | ThoughtWanted | ConsentWanted | TurnPlayed | Waiting | NotSaved | Refused | GameOver
)
