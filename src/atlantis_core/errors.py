"""The errors of the core, one type for each way in which something can be wrong.

Unreadable text, an impossible set-up and an illegal move are different things
and a caller can tell them apart without looking at words. Every error carries
the offending value as data; its string is a sentence that can be shown.
This module knows no board and no rule: it only names what went wrong.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .grid import Field, Move


class AtlantisError(Exception):
    """Base of all errors that the core raises on purpose."""


class EngineError(AtlantisError):
    """The engine that the environment asks for cannot be had."""


class NotationError(AtlantisError):
    """A text that cannot be read as what it should be."""

    def __init__(self, text: str, what: str, expected: str) -> None:
        super().__init__(text, what, expected)
        self.text = text
        self.what = what
        self.expected = expected

    def __str__(self) -> str:
        shown = self.text if len(self.text) <= 40 else self.text[:37] + "..."
        return f"not a {self.what}: {shown!r} (expected {self.expected})"


class SetupError(AtlantisError):
    """A board or a starting position that cannot exist; holds all problems, not only the first."""

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
    """The conditions of a legal move, in the words of the rule book (R3.1)."""

    SOURCE_EXISTS = "a move starts on a field of the board"
    SOURCE_OPEN = "only stones on open fields can move"
    OWN_STONES = "a player moves only stones of their own"
    STRAIGHT_LINE = "a move follows one of the six straight lines"
    DISTANCE = "stones move exactly as far as they are many"
    WAY_EXISTS = "every field on the way must exist"
    WAY_OPEN = "every field on the way must be open"
    ONE_PER_SEGMENT = "at most one move may start in each segment"


class IllegalMoveError(AtlantisError):
    """A move that breaks a rule: which move, which rule, and on which field it fails."""

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
    """More turns than can be kept on so wide a board."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most

    def __str__(self) -> str:
        return f"a game on this board ends with turn {self.most}: a longer one cannot be kept"


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
    """Taking back where nothing was done."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else "there is no turn to take back"


class NothingToRedoError(AtlantisError):
    """Doing again where nothing was taken back."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else "no turn was taken back"
