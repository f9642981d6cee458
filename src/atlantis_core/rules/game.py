"""A game: a start, the turns played so far, and the position after each of them.

Keeps all positions, so that navigation and undo are look-ups. Refuses turns after the end of the
game (R2.3) and beyond the maximum length. Files, names and colours belong to `transcript`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from atlantis_core.positions.events import TurnReport
from atlantis_core.positions.grid import Move
from atlantis_core.positions.position import Position
from atlantis_core.support.errors import (
    GameOverError,
    GameTooLongError,
    NoSuchTurnError,
    NothingToRedoError,
    NothingToUndoError,
)
from atlantis_core.support.facade import late
from .scoring import Outcome, has_decision, is_over, outcome
from .turns import as_turn, legal_moves, play_turn, report_turn

if TYPE_CHECKING:
    from pathlib import Path

MAX_TURNS = 100_000
MAX_GAME_EXTENT = 100_000_000
"""Turns times bytes of a position: a game keeps all positions in memory."""

Turn = tuple[Move, ...]


class Game:
    """A game with undo and redo. Turns are numbered from 1; 0 means the start."""

    def __init__(self, start: Position, turns: Iterable[Iterable[Move | str] | str] = ()) -> None:
        """Start from a position and play the turns; raises for the first illegal one."""
        self._positions = [start]
        self._turns: list[Turn] = []
        self._undone: list[tuple[Turn, Position]] = []
        self._is_over = is_over(start)
        self.file: object = None
        """Written by `load` and `save`: the transcript and the state of its file."""
        for turn in turns:
            self.play(turn)

    @classmethod
    def load(cls, path: Path | str) -> Game:
        """Read and replay a transcript. Raises OSError and TranscriptError."""
        game: Game = late("transcript.library", "load_game")(path)
        return game

    def save(self, path: Path | str) -> None:
        """Save the game, with the names, tags and comments of the file it was loaded from.

        Replaces only the file that this game was loaded from or saved to, and only if no other
        program has changed it since. Raises SaveError and SaveConflictError.
        """
        late("transcript.library", "save_game")(self, path)

    @property
    def start(self) -> Position:
        return self._positions[0]

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The turns played, oldest first."""
        return tuple(self._turns)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The start and the position after each turn."""
        return tuple(self._positions)

    @property
    def turn_number(self) -> int:
        """The number of turns played."""
        return len(self._turns)

    @property
    def most_turns(self) -> int:
        """The maximum number of turns on this board."""
        return min(MAX_TURNS, MAX_GAME_EXTENT // self.start.board.size)

    @property
    def is_over(self) -> bool:
        return self._is_over

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the game runs."""
        return outcome(self.position) if self._is_over else None

    def position_after(self, turn: int) -> Position:
        """The position after a turn; 0 is the start."""
        self._check_turn_number(turn, lowest=0)
        return self._positions[turn]

    def report(self, turn: int) -> TurnReport:
        """Report of a turn, from 1."""
        self._check_turn_number(turn, lowest=1)
        return report_turn(self._positions[turn - 1], self._turns[turn - 1])

    def play(self, moves: Iterable[Move | str] | str = ()) -> Position:
        """Play a turn, given as moves or in notation, and return the position after it.

        An illegal turn raises and changes nothing. Playing clears the redo history.
        """
        if self._is_over:
            raise GameOverError(self.turn_number)
        if self.turn_number == self.most_turns:
            raise GameTooLongError(self.most_turns)
        turn = as_turn(moves)
        after = play_turn(self.position, turn)
        self._undone.clear()
        self._append(turn, after)
        return after

    @property
    def is_forced(self) -> bool:
        """Whether the player to move has nothing to decide (R2.2) and must pass."""
        return not self._is_over and not has_decision(self.position, self.position.to_move)

    def passes_for(self, out: Collection[int]) -> bool:
        """Whether the player to move is one of `out`, who pass, and another player can decide."""
        position = self.position
        others = (player for player in range(position.players) if player not in out)
        return (
            not self._is_over
            and position.to_move in out
            and any(has_decision(position, player) for player in others)
        )

    def play_forced(self, out: Collection[int] = ()) -> int:
        """Pass until a player can decide something or the game is over.

        Players of `out` have resigned and pass as well. Returns the number of turns played.
        """
        before = self.turn_number
        while self.is_forced or self.passes_for(out):
            self.play()
        return self.turn_number - before

    def legal_moves(self, earlier: Iterable[Move] = ()) -> tuple[Move, ...]:
        """The legal moves of the player to move; empty once the game is over."""
        return () if self._is_over else legal_moves(self.position, earlier)

    @property
    def can_undo(self) -> bool:
        return bool(self._turns)

    @property
    def can_redo(self) -> bool:
        return bool(self._undone)

    def undo(self) -> Turn:
        """Undo the last turn and return it."""
        if not self._turns:
            raise NothingToUndoError
        turn = self._turns.pop()
        self._undone.append((turn, self._positions.pop()))
        self._is_over = False
        return turn

    def redo(self) -> Turn:
        """Redo the turn that was undone last and return it."""
        if not self._undone:
            raise NothingToRedoError
        turn, after = self._undone.pop()
        self._append(turn, after)
        return turn

    def _append(self, turn: Turn, after: Position) -> None:
        # Without moves and explosions no area changes. Skip the scan of all fields then: a file
        # can contain many such turns.
        is_same = not turn and after.open_neighbours is self.position.open_neighbours
        self._turns.append(turn)
        self._positions.append(after)
        self._is_over = not is_same and is_over(after)

    def _check_turn_number(self, turn: object, lowest: int) -> None:
        if not isinstance(turn, int) or not lowest <= turn <= self.turn_number:
            raise NoSuchTurnError(turn, self.turn_number, lowest)

    def __str__(self) -> str:
        return str(self.position)

    def _repr_svg_(self) -> str:
        """Draw the last turn, its moves as arrows, for a notebook."""
        picture: str = late("exports.pictures", "picture_of_game")(self)
        return picture

    def __repr__(self) -> str:
        return f"<Game after turn {self.turn_number}, {self.position!r}>"
