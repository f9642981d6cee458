"""Exceptions of the core, one class for each kind of error.

Callers can distinguish unreadable text, an impossible setup and an illegal move by class.
Every exception has the offending value as an attribute; its string can be shown to users.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from atlantis_core.positions.grid import Field, Move


class AtlantisError(Exception):
    """Base of all errors that the core raises on purpose."""


class EngineError(AtlantisError):
    """The engine requested by the environment variable is not available."""


class NotationError(AtlantisError):
    """Text that is not in the expected notation."""

    def __init__(self, text: str, what: str, expected: str) -> None:
        super().__init__(text, what, expected)
        self.text = text
        self.what = what
        self.expected = expected

    def __str__(self) -> str:
        shown = self.text if len(self.text) <= 40 else self.text[:37] + "..."
        return f"not a {self.what}: {shown!r} (expected {self.expected})"


class SetupError(AtlantisError):
    """An invalid board or starting position, with all its problems."""

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "; ".join(self.problems)

    def __reduce__(self) -> tuple[type[SetupError], tuple[tuple[str, ...]]]:
        return type(self), (self.problems,)


class UnknownFieldError(AtlantisError):
    """A field that is not on the board."""

    def __init__(self, field: Field) -> None:
        super().__init__(field)
        self.field = field

    def __str__(self) -> str:
        return f"there is no field {str(self.field)!r} on this board"


class UnknownPlayerError(AtlantisError):
    """A player number that the position does not have."""

    def __init__(self, player: object, players: int) -> None:
        super().__init__(player, players)
        self.player = player
        self.players = players

    def __str__(self) -> str:
        if not self.players:
            return "this position has no players"
        return f"there is no player {self.player!r} (expected 0 to {self.players - 1})"


class Rule(Enum):
    """The conditions of a legal move (R3.1)."""

    SOURCE_EXISTS = "a move must start on a field of the board"
    SOURCE_OPEN = "only stones on open fields can move"
    OWN_STONES = "you can only move your own stones"
    STRAIGHT_LINE = "a move must follow one of the six directions in a straight line"
    DISTANCE = "moving n fields takes n stones"
    WAY_EXISTS = "every field on the way must be on the board"
    WAY_OPEN = "every field on the way must be open"
    ONE_PER_SEGMENT = "at most one move may start in each segment"


class IllegalMoveError(AtlantisError):
    """A move that breaks a rule, with the rule and the field where it is broken."""

    def __init__(self, move: Move, rule: Rule, field: Field, explanation: str) -> None:
        super().__init__(move, rule, field, explanation)
        self.move = move
        self.rule = rule
        self.field = field
        self.explanation = explanation

    def __str__(self) -> str:
        return f"illegal move '{self.move}': {self.explanation}"


class GameOverError(AtlantisError):
    """A turn after the end of the game (R2.3)."""

    def __init__(self, turns: int) -> None:
        super().__init__(turns)
        self.turns = turns

    def __str__(self) -> str:
        return f"the game is over after turn {self.turns}: no further turn can be played"


class GameTooLongError(AtlantisError):
    """More turns than a game on a board of this size may have."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most

    def __str__(self) -> str:
        return f"games on this board are limited to {self.most} turns"


class NoSuchTurnError(AtlantisError):
    """A turn number that the game does not have."""

    def __init__(self, turn: object, highest: int, lowest: int = 0) -> None:
        super().__init__(turn, highest, lowest)
        self.turn = turn
        self.highest = highest
        self.lowest = lowest

    def __str__(self) -> str:
        if self.lowest > self.highest:
            return f"there is no turn {self.turn!r}: none has been played"
        return f"there is no turn {self.turn!r} (expected {self.lowest} to {self.highest})"


class NothingToUndoError(AtlantisError):
    def __str__(self) -> str:
        return str(self.args[0]) if self.args else "nothing to undo"


class NothingToRedoError(AtlantisError):
    def __str__(self) -> str:
        return str(self.args[0]) if self.args else "nothing to redo"
