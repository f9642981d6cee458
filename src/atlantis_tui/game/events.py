"""Phases of a game, and the events that tell a window what to do next. Values only."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from atlantis_core.files.errors import SaveConflictError
from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from atlantis_core.rules.planning import TurnPlan
from atlantis_core.seats import Seat
from atlantis_core.support.errors import AtlantisError
from .turn_entry import TurnEntry


class Phase(Enum):
    PLANNING = "planning"
    THINKING = "thinking"
    SHOWING = "showing"
    WAITING = "waiting"
    """Another window plays the player to move."""
    PAUSED = "paused"
    """A bot or agent is to move and waits for `resume`; a person may play for it."""
    OVER = "over"


class TurnBegun(NamedTuple):
    """A person plans a turn: their own, or that of a paused bot."""

    plan: TurnPlan
    said: str = ""
    recent: Position | None = None
    """The board after the player's last turn; None if there were no turns since."""
    is_after_thought: bool = False
    """Whether the player had to wait, and may have looked away."""
    recent_moves: tuple[Move, ...] = ()
    """The moves of the turns since."""


class ThoughtWanted(NamedTuple):
    """The caller asks the bot or agent of a seat for a turn."""

    seat: Seat
    turns: int
    """Turns played so far, which tell whether an answer is stale."""
    said: str = ""


class ConsentWanted(NamedTuple):
    """The caller asks the user whether a program that only the file names may run."""

    player: str
    seat: Seat


class TurnPlayed(NamedTuple):
    """A turn has been played and saved; the caller shows it, then calls `advance`."""

    number: int
    report: TurnReport


class Waiting(NamedTuple):
    """Another window plays the player to move."""

    said: str


class NotSaved(NamedTuple):
    """A turn, an undo or a redo was reverted because it could not be saved."""

    reverted: str
    error: OSError | AtlantisError

    @property
    def is_conflict(self) -> bool:
        """Whether the file has changed on disk, so that the user has to choose."""
        return isinstance(self.error, SaveConflictError)

    @property
    def said(self) -> str:
        """What happened, and what the user can do unless a question follows."""
        if self.is_conflict:
            return f"{self.reverted}: {self.error}"
        reason = str(self.error)
        if isinstance(self.error, OSError) and self.error.strerror:
            reason = f"{self.error.strerror.lower()}: '{self.error.filename}'"
        return f"{self.reverted}: {reason}. Press Ctrl+S to save elsewhere"


class ReloadWanted(NamedTuple):
    """Another window saved first: the caller reads the file for `GameController.file_changed`."""


class Refused(NamedTuple):
    """The request cannot be granted; nothing has changed."""

    reason: str


class GameOver(NamedTuple):
    """There is no further turn."""

    said: str = ""


class PassDoubted(NamedTuple):
    """The turn is empty although stones could move: ask, then call `confirm_pass`."""

    entry: TurnEntry
    is_move_hinted: bool
    may_stop_asking: bool = True


class FileTrouble(NamedTuple):
    """A problem with the file to show to the player; empty when an earlier one is over."""

    said: str


class FileHeld(NamedTuple):
    """The file has new turns, which wait until the board is no longer covered."""

    turns: int


class Interrupted(NamedTuple):
    """Stop the animation, and the bot if one was thinking; then handle the next event."""

    following: Event | None
    was_thinking: bool


Event = (
    TurnBegun
    | ThoughtWanted
    | ConsentWanted
    | TurnPlayed
    | Waiting
    | NotSaved
    | ReloadWanted
    | Refused
    | GameOver
    | PassDoubted
    | FileTrouble
    | FileHeld
    | Interrupted
)
