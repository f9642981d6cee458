"""The record of a game without variations: a start and its moves.

Provides playing on, undo and comments, and writes an unedited file exactly as it was read. The
game defines the file format.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from atlantis_core.support.colors import RGB
from .defaults import RecordDefaults, default_player_colors
from .errors import GameError
from .protocol import Move, Position, Puzzle


class Step(NamedTuple):
    """A played move, its spelling in the file, and its comment."""

    move: Move
    label: str
    comment: str = ""


class Layout(ABC):
    """The file format of a game; stateless, or holding other content of the file."""

    @abstractmethod
    def write(self, record: GameRecord) -> str:
        """The whole file in the canonical layout."""

    def label(self, position: Position, move: Move) -> str:
        """The spelling of a new move in the file."""
        del position
        return move.text

    def check_comment(self, comment: str) -> None:
        """Raise GameError if the notation cannot hold this comment."""
        raise GameError(f"this notation has no comments: {comment[:40]!r}")


@dataclass(frozen=True)
class GameRecord(RecordDefaults):
    """A start and its moves."""

    title: str
    players: tuple[str, ...]
    start: Position
    layout: Layout
    steps: tuple[Step, ...] = ()
    source: str | None = field(default=None, compare=False)
    """The text that was read; None after an edit."""
    start_comment: str = ""
    colors: tuple[RGB, ...] = ()
    """Empty for the default colours."""
    details: tuple[tuple[str, str], ...] = ()
    puzzle: Puzzle | None = None

    def __post_init__(self) -> None:
        if not self.colors:
            object.__setattr__(self, "colors", default_player_colors(len(self.players)))

    @property
    def last_step(self) -> int:
        return len(self.steps)

    @cached_property
    def _positions(self) -> tuple[Position, ...]:
        positions = [self.start]
        for step in self.steps:
            positions.append(positions[-1].play(step.move))
        return tuple(positions)

    def position(self, step: int) -> Position:
        return self._positions[step]

    def move(self, step: int) -> Move | None:
        return self.steps[step - 1].move

    def label(self, step: int) -> str:
        return self.steps[step - 1].label

    def comment(self, step: int) -> str:
        return self.steps[step - 1].comment if step else self.start_comment

    def text(self) -> str:
        return self.canonical() if self.source is None else self.source

    def canonical(self) -> str:
        return self.layout.write(self)

    def played(self, move: Move) -> GameRecord:
        position = self.position(self.last_step)
        step = Step(move, self.layout.label(position, move))
        longer = replace(self, steps=(*self.steps, step), source=None)
        # Extends the cached positions, so that the cost of a move does not grow with the game.
        longer.__dict__["_positions"] = (*self._positions, position.play(move))
        return longer

    def as_read(self, text: str) -> GameRecord:
        """The same record with its source text, which is written back exactly until an edit."""
        return replace(self, source=text)

    def cut(self, step: int) -> GameRecord:
        shorter = replace(self, steps=self.steps[:step], source=None)
        shorter.__dict__["_positions"] = self._positions[: step + 1]
        return shorter

    def commented(self, step: int, comment: str) -> GameRecord:
        if comment:
            self.layout.check_comment(comment)
        if not step:
            return replace(self, start_comment=comment, source=None)
        steps: Sequence[Step] = self.steps
        edited = steps[step - 1]._replace(comment=comment)
        return replace(self, steps=(*steps[: step - 1], edited, *steps[step:]), source=None)
